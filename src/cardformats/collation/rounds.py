"""The rounds of an event: which boosters and layouts each has."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import TypeAlias

from ..errors import CollationError
from ..model import Booster, CardSet, Event, Layout, LayoutChoice, Round, Slot
from .booster_names import booster_called, boosters_of

#: A player cannot open more boosters in an event.
MAX_ROUNDS = 10_000

#: So many layouts can lie in a bag.
MAX_BAG = 100_000

#: A slot cannot have more cards.
MAX_SLOT = 100_000

#: A pack cannot have more cards.
MAX_PACK = 200_000

#: So many cards can be dealt at once.
MAX_CARDS = 1_000_000

#: Layouts with their weights.
Layouts: TypeAlias = Sequence[tuple[Layout, int | Fraction]]


def find_booster(
    cardset: CardSet, wanted: str | Booster | None, of_set: str | None = None
) -> Booster:
    """The booster of that name or id, of a set if one is named; the first if none is named.

    Raises:
        CollationError: there is none, or more than one of that name.
    """
    if isinstance(wanted, Booster):
        return wanted
    if not cardset.boosters:
        message = f"the card set {cardset.name!r} has no booster"
        raise CollationError(message)
    if wanted is None:
        return boosters_of(cardset, of_set)[0]
    return booster_called(cardset, wanted, of_set)


def layouts_of(booster: Booster, round_: Round | None) -> Layouts:
    """The layouts that *booster* has in a round, with their weights; all its own if none is named.

    Raises:
        CollationError: the round names a layout that the booster does not have.
    """
    return named_layouts(booster, () if round_ is None else round_.layouts)


def named_layouts(booster: Booster, choices: Sequence[LayoutChoice]) -> Layouts:
    """The layouts of *booster* that *choices* name, with their weights; all its own if none do.

    Raises:
        CollationError: a layout is named that the booster does not have.
    """
    if not choices:
        return [(layout, layout.weight) for layout in booster.layouts]
    by_name = {layout.name: layout for layout in booster.layouts}
    for each in choices:
        if each.layout not in by_name:
            message = f"the booster {booster.name!r} has no layout {each.layout!r}"
            raise CollationError(message)
    return [(by_name[each.layout], each.weight) for each in choices]


def layouts_by_round(cardset: CardSet, booster: Booster) -> list[Layouts]:
    """For each round of *booster* its layouts; a single entry if no round names its own."""
    rounds = [
        each
        for each in (cardset.event.rounds if cardset.event else ())
        if each.booster is None or each.booster in (booster.name, booster.id)
    ]
    if booster not in cardset.boosters or not any(each.layouts for each in rounds):
        return [layouts_of(booster, None)]
    names = {layout.name for layout in booster.layouts}
    return [
        layouts_of(booster, each if names.issuperset(c.layout for c in each.layouts) else None)
        for each in rounds
    ]


def rounds_of(event: Event | None) -> list[Round]:
    """The rounds that each player opens a booster in.

    Raises:
        CollationError: there are too many.
    """
    event = event or Event()
    check_boosters(event)
    rounds = event.rounds or (Round(),)
    return [rounds[n % len(rounds)] for n in range(event.boosters_per_player)]


def check_boosters(event: Event) -> None:
    """Refuse an event in which players open too many boosters.

    Raises:
        CollationError: there are more than :data:`MAX_ROUNDS`.
    """
    if event.boosters_per_player > MAX_ROUNDS:
        message = f"{event.boosters_per_player} boosters per player are more than {MAX_ROUNDS}"
        raise CollationError(message)


def check_cards(total: int) -> None:
    """Refuse a deal of too many cards.

    Raises:
        CollationError: there are more than :data:`MAX_CARDS`.
    """
    if total > MAX_CARDS:
        message = f"a deal has up to {MAX_CARDS} cards; this one would have more"
        raise CollationError(message)


def check_slot(slot: Slot, count: int) -> None:
    """Refuse a slot of so many cards.

    Raises:
        CollationError: there are more than :data:`MAX_SLOT`.
    """
    if count > MAX_SLOT:
        message = f"slot {slot.name!r} has {count} cards, more than {MAX_SLOT}"
        raise CollationError(message)


def check_pack(total: int) -> None:
    """Refuse a pack of so many cards.

    Raises:
        CollationError: there are more than :data:`MAX_PACK`.
    """
    if total > MAX_PACK:
        message = f"a pack has up to {MAX_PACK} cards; this one would have more"
        raise CollationError(message)


def check_bag(weights: Iterable[int]) -> None:
    """Refuse a bag of too many layouts; it is shuffled as a whole.

    Raises:
        CollationError: there are more than :data:`MAX_BAG`.
    """
    total = sum(weights)
    if total > MAX_BAG:
        message = f"a bag of layouts would have {total} of them; at most {MAX_BAG} can be shuffled"
        raise CollationError(message)
