"""The balance of colours in a slot, as Draftmancer has it."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TypeVar

from ...bits import Bits
from .sheets import SheetPool

T = TypeVar("T")


def balanced(pool: SheetPool, bits: Bits, count: int, taken: set[Hashable]) -> list[int]:
    """The numbers of *count* entries of which some are sure to be of each colour.

    As many colours as the slot has cards of a single one on average are sure of a card, if the
    sheet still has any of theirs.  Each of the other cards is of a single colour by a chance that
    makes up for those.  Where cards stay in the sheet, it counts the sure ones twice, so that cards
    without a single colour are a little too rare; the original does so, too.

    A slot that is sure of no colour is drawn as if there were no balance.  But where a sheet that
    refills is empty as its slot begins, the share of colours is 0 / 0, which the original does not
    take for less than one card: the first card, for which the sheet refills, is then of a single
    colour, and the others are not as long as there are such.

    Args:
        pool: what is drawn from.
        bits: what is left to chance.
        count: how many.
        taken: the printings that are in the pack.
    """
    mono, others = pool.sheet.mono, pool.sheet.others
    number_of_mono, number_of_others = pool.size(mono), pool.size(others)
    total = number_of_mono + number_of_others
    sure = count * number_of_mono // total if total else 0
    if not sure and total:
        return pool.plain(bits, count, taken)
    colors = list(pool.sheet.colors)
    if sure < len(colors):
        shuffle(colors, bits)
        del colors[sure:]
    drawn = [pool.pick(bits, part, taken) for part in colors if pool.size(part)]
    forced, rest = len(drawn), count - len(drawn)
    number_of_mono = pool.size(mono) + forced
    whole = rest * (number_of_mono + number_of_others)
    share = number_of_mono * rest - number_of_others * forced
    for _ in range(rest):
        is_mono = whole > 0 and bits.below(whole) < share
        part = mono if (is_mono and pool.size(mono)) or not pool.size(others) else others
        drawn.append(pool.pick(bits, part, taken))
    shuffle(drawn, bits)
    return drawn


def shuffle(items: list[T], bits: Bits) -> None:
    """Put *items* in random order; the shuffle of Fisher and Yates."""
    for last in range(len(items) - 1, 0, -1):
        other = bits.below(last + 1)
        items[other], items[last] = items[last], items[other]
