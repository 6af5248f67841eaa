"""The exact probability of a pack."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import inf, log
from typing import Any, TypeAlias

from attrs import frozen

from ...errors import CollationError
from ...model import Pack, PackCard
from ..effort import TooMuchWorkError, limited, spend
from .pack import Outcomes
from .slots import SlotOdds, What, what_is
from .table import ExactOdds

#: How many copies of each of a pack's distinct cards.
Numbers: TypeAlias = tuple[int, ...]


@frozen(eq=False)
class _Taker:
    """A part of a pack.

    Attributes:
        can: which of the distinct cards it can have.
        chance: the probability that it has just such numbers of them; None if unknown.
    """

    can: frozenset[int]
    chance: Callable[[Numbers], Fraction | None]


def likelihood(exact: ExactOdds, pack: Pack | Iterable[PackCard]) -> Fraction | None:
    """The probability that a pack with the *exact* odds has these cards.

    The order of cards does not matter.  Their slots do, unless some card's is empty, and so do
    their sheets.  A :class:`Pack` is one of its round, by its number, and has its layout, if that
    has a name; cards alone are a pack of any round and layout.

    Returns:
        None if it has no closed form, or one that would take too long.

    Raises:
        CollationError: the pack has what is no card of a pack.
    """
    try:
        with limited():
            return _likelihood(exact, pack)
    except TooMuchWorkError:
        return None


def _likelihood(exact: ExactOdds, pack: Pack | Iterable[PackCard]) -> Fraction | None:
    number, layout = (pack.number, pack.layout) if isinstance(pack, Pack) else (None, "")
    drawn = tuple(pack.cards if isinstance(pack, Pack) else pack)
    if not all(isinstance(card, PackCard) for card in drawn):
        raise CollationError("a pack consists of cards of packs; names alone do for test()")
    rounds = exact.rounds(number)
    if not exact.guarantees.kept_by(drawn):
        return Fraction()
    cards = _cards_of(drawn)
    chances = []
    for round_ in rounds:
        known = exact.packs[round_].layouts
        parts = [
            _times(share, cards.chance(groups))
            for name, share, groups in known
            if layout in {"", name}
        ]
        chance = _sum(parts)
        kept = exact.kept(round_) if chance else Fraction(1)
        chances.append(None if chance is None or not kept else chance / kept / len(rounds))
    return _sum(chances)


def log_likelihood(exact: ExactOdds, pack: Pack | Iterable[PackCard]) -> float | None:
    """The natural logarithm of :func:`likelihood`; minus infinity for what cannot come."""
    chance = likelihood(exact, pack)
    return None if chance is None else log_of(chance)


def log_of(chance: Fraction | int) -> float:
    """The natural logarithm of a probability, which may be too small for a float."""
    return log(chance.numerator) - log(chance.denominator) if chance else -inf


def _cards_of(drawn: Sequence[PackCard]) -> Cards:
    """Cards by what they tell: themselves, and all their slots, and sheets, if all tell them."""
    slots, sheets = all(card.slot for card in drawn), all(card.sheet for card in drawn)

    def key(card: PackCard) -> tuple[What, str, str]:
        return what_is(card), card.slot if slots else "", card.sheet if sheets else ""

    copies = Counter(map(key, drawn))
    whats = {what for what, _, _ in copies}

    def entries_of(slot: SlotOdds) -> dict[tuple[What, str, str], list[int]]:
        cards: dict[tuple[What, str, str], list[int]] = {}
        for what in whats & slot.entries.keys():
            for entry in slot.entries[what]:
                cards.setdefault(key(slot.entry_cards[entry]), []).append(entry)
        return cards

    return Cards(copies, entries_of)


class Cards:
    """The cards of a pack.

    Attributes:
        numbers: how many there are of each distinct one.
    """

    def __init__(
        self,
        copies: Mapping[Any, int],
        entries_of: Callable[[SlotOdds], Mapping[Any, Sequence[int]]],
    ) -> None:
        """Take cards that are told apart by any keys.

        Args:
            copies: how many there are of each key.
            entries_of: gives the entries of a slot by their keys.
        """
        self._entries_of = entries_of
        self._number = {key: number for number, key in enumerate(copies)}
        self.numbers: Numbers = tuple(copies.values())

    def chance(self, parts: Sequence[Outcomes] | None) -> Fraction | None:
        """The probability that a layout's independent *parts* have them."""
        return None if parts is None else _shared(self.numbers, [*map(self._taker, parts)])

    def _taker(self, part: Outcomes | SlotOdds) -> _Taker:
        if isinstance(part, SlotOdds):
            return self._slot(part)
        each = [(share, [*map(self._taker, parts)]) for share, parts in part.each]

        def chance(numbers: Numbers) -> Fraction | None:
            return _sum(_times(share, _shared(numbers, takers)) for share, takers in each)

        can = frozenset[int]().union(*(taker.can for _, takers in each for taker in takers))
        return _Taker(can, chance)

    def _slot(self, slot: SlotOdds) -> _Taker:
        its = self._entries_of(slot)
        entries = {self._number[key]: its[key] for key in self._number.keys() & its.keys()}
        odds, size = slot.odds, len(slot.entry_cards)

        def chance(numbers: Numbers) -> Fraction | None:
            groups = [(entries[at], number) for at, number in enumerate(numbers) if number]
            return None if odds is None else odds.hand_of(groups, size)

        return _Taker(frozenset(entries), chance)


def _shared(numbers: Numbers, takers: Sequence[_Taker]) -> Fraction | None:
    """The probability that independent *takers* have these cards between them."""
    if not takers:
        return Fraction(not any(numbers))
    spend(len(numbers))
    first, rest = takers[0], takers[1:]
    later = frozenset[int]().union(*(each.can for each in rest))
    if not all(at in first.can or at in later for at, number in enumerate(numbers) if number):
        return Fraction()
    least = [0 if at in later else number for at, number in enumerate(numbers)]
    most = [number if at in first.can else 0 for at, number in enumerate(numbers)]
    ranges = [range(low, high + 1) for low, high in zip(least, most, strict=True)]
    chances = []
    for own in product(*ranges):
        spend(1 + len(numbers) // 8)
        left = tuple(number - its for number, its in zip(numbers, own, strict=True))
        mine = first.chance(own)
        chances.append(mine if mine == 0 else _times(mine, _shared(left, rest)))
    return _sum(chances)


def _times(one: Fraction | None, other: Fraction | None) -> Fraction | None:
    """The product; None if it is not known.  Nothing times what is unknown is nothing."""
    if one == 0 or other == 0:
        return Fraction()
    return None if one is None or other is None else one * other


def _sum(chances: Iterable[Fraction | None]) -> Fraction | None:
    """The sum; None if some are not known."""
    total = Fraction()
    for chance in chances:
        if chance is None:
            return None
        total += chance
    return total
