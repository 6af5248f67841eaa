"""One more pack: drawn from what earlier packs left of the supply."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import partial

from attrs import evolve

from ..bits import Bits
from ..model import Booster, CardRef, CardSet, Event, Layout, LayoutChoice, PackCard, Sheet
from .constraints import Guarantees
from .drawers.drawer import State
from .leaf import Leaf
from .rounds import named_layouts
from .rules import rules_for
from .supply import Supply
from .tree import Tree

#: How often a sheet gave a card with a finish.
_Taken = Counter[tuple[CardRef, str | None]]


def one_more(
    cardset: CardSet,
    booster: Booster,
    layouts: Sequence[LayoutChoice],
    opened: Iterable[PackCard],
    bits: Bits,
) -> tuple[str, Sequence[PackCard]]:
    """The layout and the cards of a pack of *booster*, after the cards that were *opened*.

    The event of *cardset* says whether these are gone.  *layouts* are those that the pack can have;
    if there are none, all of the booster's.

    Raises:
        CollationError: the booster lacks a layout, cannot be made, or has constraints that cannot
            be kept.
        EmptySheetError: too few cards are left, and a slot does not say what to do then.
    """
    event = cardset.event or Event()
    tree = Tree(cardset, booster, named_layouts(booster, layouts))
    kept = Guarantees(cardset, booster)
    kept.check(event)
    if event.supply != "infinite":
        refills = event.supply == "refill"
        left = _copies_left(cardset, opened, refills=refills)
        leaf = tree.leaf(bits)
        (cards,) = Supply(tree.drawers, refills=refills, left=left).deal([leaf], bits)
        return leaf.layout, cards

    def draw() -> tuple[Leaf, Sequence[PackCard]]:
        leaf = tree.leaf(bits)
        return leaf, leaf.draw(bits, State())

    drawn, its = kept.first_kept(draw)
    return drawn.layout, its


def one_more_as_peer(
    rules: str,
    cardset: CardSet,
    booster: Booster,
    layouts: Sequence[LayoutChoice],
    opened: Iterable[PackCard],
    bits: Bits,
) -> tuple[str, Sequence[PackCard]]:
    """The same in the way of another program, which *rules* names.

    Raises:
        CollationError: the booster lacks a layout, or the program has no such boosters.
        EmptySheetError: too few cards are left.
    """
    if layouts:
        chosen = named_layouts(booster, layouts)
        named = [Layout(layout.name, weight, layout.slots) for layout, weight in chosen]
        booster = evolve(booster, layouts=named)
        # what the rounds of the event say of layouts does not hold for this pack
        cardset = evolve(cardset, event=cardset.event and evolve(cardset.event, rounds=()))
    ((layout, cards),) = rules_for(rules)(cardset, booster).session(bits, 1, opened=opened)
    return layout, cards


def _copies_left(
    cardset: CardSet, opened: Iterable[PackCard], *, refills: bool
) -> dict[str, list[int]]:
    """For each sheet of which cards were *opened*, the copies that are left of its entries."""
    by_sheet: dict[str, _Taken] = {}
    for card in opened:
        if card.sheet in cardset.sheets:
            by_sheet.setdefault(card.sheet, Counter())[card.card, card.finish] += 1
    return {
        name: _left_of(cardset.sheets[name], taken, refills=refills)
        for name, taken in by_sheet.items()
    }


def _left_of(sheet: Sheet, taken: _Taken, *, refills: bool) -> list[int]:
    """The copies that are left of a sheet's entries.

    A sheet that refills counts those of its last start: the copies of as many starts as were
    needed, less all that were taken.
    """
    places: dict[CardRef, list[int]] = {}
    for at, entry in enumerate(sheet.entries):
        places.setdefault(entry.card, []).append(at)
    total = sum(number for (card, _), number in taken.items() if card in places)
    starts = 1 + (total // sheet.total if refills and sheet.total else 0)
    left = [starts * entry.copies for entry in sheet.entries]

    # in an order of their own, so that it does not matter which pack was opened first
    def by_finish(item: tuple[tuple[CardRef, str | None], int]) -> tuple[bool, str]:
        (_, finish), _ = item
        return finish is not None, finish or ""

    for (card, finish), number in sorted(taken.items(), key=by_finish):
        missing = number
        likely = partial(_unlikeness, sheet, finish)
        for at in sorted(places.get(card, ()), key=likely):
            gone = min(missing, left[at])
            left[at] -= gone
            missing -= gone
    return left


def _unlikeness(sheet: Sheet, finish: str | None, at: int) -> int:
    """How unlikely it is that a card with a *finish* is a copy of entry *at*.

    Entries that have no finish get that of the slot or the sheet.
    """
    own = sheet.entries[at].finish
    return 0 if own == finish else 1 if own is None else 2
