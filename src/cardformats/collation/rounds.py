"""The boosters of an event by name and by round, their layouts, and limits of their sizes."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from typing import TypeAlias, TypeGuard

from attrs import frozen

from ..bits import MAX_NUMBER
from ..errors import CollationError
from ..model import Booster, CardSet, Choice, Event, Layout, LayoutChoice, Round, Slot

#: The maximum number of boosters that are listed in a message.
_LISTED = 20


def set_label(cardset: CardSet, booster: Booster) -> str | None:
    """Return the name and code of the set of *booster*, if the card set has several sets."""
    return " / ".join(_listed_set(cardset, booster, ("name", "shortName"))) or None


def set_names(cardset: CardSet, booster: Booster) -> tuple[str, ...]:
    """Return the name, the code and the id of the set of *booster*, as far as they are known.

    If the card set lists no sets and has no code, a booster has the name of its set (Wagic).
    """
    listed = _listed_set(cardset, booster, ("name", "shortName", "id"))
    if listed:
        return listed
    own = cardset.code is None and booster.id is not None
    names = (booster.name, booster.id) if own else (cardset.name, cardset.code)
    return tuple(filter(None, names))


def _listed_set(cardset: CardSet, booster: Booster, keys: Sequence[str]) -> tuple[str, ...]:
    """Return the values of *keys* in the list of sets for the set of *booster*.

    If several sets have its id, the values of all of them are returned. Formats with several sets
    in a file store the list as ``sets`` in the extras of the card set. For a booster, they store
    the id of its ``set``, unless it is the first one.
    """
    for format_id, kept in cardset.extras.items():
        listed = kept.get("sets")
        sets = [each for each in listed if isinstance(each, Mapping)] if _is_list(listed) else []
        if sets:
            own = booster.extras.get(format_id, {}).get("set", sets[0].get("id"))
            values = [each.get(key) for key in keys for each in sets if each.get("id") == own]
            return tuple(dict.fromkeys(each for each in values if each and isinstance(each, str)))
    return ()


def _is_list(value: object) -> TypeGuard[tuple[object, ...]]:
    return isinstance(value, tuple)


def boosters_of(cardset: CardSet, of_set: str | None) -> Sequence[Booster]:
    """Return the boosters of a set, by its name, code or id; all if *of_set* is None.

    Raises:
        CollationError: If no set of that name has a booster.
    """
    if of_set is None:
        return cardset.boosters
    wanted = of_set.lower()
    boosters = [
        booster
        for booster in cardset.boosters
        if wanted in map(str.lower, set_names(cardset, booster))
    ]
    if not boosters:
        labels = (set_label(cardset, each) or each.name for each in cardset.boosters)
        known = dict.fromkeys(filter(None, labels))
        raise CollationError(f"no set {of_set!r} has a booster; the sets are {_listed([*known])}")
    return boosters


def _described(cardset: CardSet, booster: Booster) -> str:
    """Return a booster with its id and its set, for a message."""
    label = set_label(cardset, booster)
    known = [f"id {booster.id}"] * bool(booster.id) + [f"of {label}"] * bool(label)
    return f"{booster.name!r}" + (f" ({', '.join(known)})" if known else "")


def _listed(names: Sequence[str]) -> str:
    more = len(names) - _LISTED
    return ", ".join(names[:_LISTED]) + (f" and {more} more" if more > 0 else "")


#: The maximum number of boosters that a player opens in an event.
MAX_ROUNDS = 10_000

#: The maximum number of cards in a slot.
MAX_SLOT = 100_000

#: The maximum number of cards in a pack.
MAX_PACK = 200_000

#: The maximum depth to which the choices of a layout are nested.
MAX_DEPTH = 50

#: The maximum number of cards in a deal.
MAX_CARDS = 1_000_000

#: Layouts with their weights.
Layouts: TypeAlias = Sequence[tuple[Layout, int | Fraction]]


def find_booster(
    cardset: CardSet, wanted: str | Booster | None, of_set: str | None = None
) -> Booster:
    """Return the booster with a name or id, of a set if one is named; the first by default.

    Ids take precedence over names.

    Raises:
        CollationError: If there is no such booster, or more than one of that name.
    """
    if isinstance(wanted, Booster):
        return wanted
    if not cardset.boosters:
        name = f" {cardset.name!r}" if cardset.name else ""
        raise CollationError(f"the card set{name} has no booster")
    candidates = boosters_of(cardset, of_set)
    if wanted is None:
        return candidates[0]
    same = [each for each in candidates if each.id == wanted]
    same = same or [each for each in candidates if each.name == wanted]
    if not same:
        known = dict.fromkeys(_described(cardset, each) for each in candidates)
        raise CollationError(
            f"there is no booster {wanted!r}; the boosters are {_listed([*known])}"
        )
    if len(same) > 1:
        listed = _listed([_described(cardset, each) for each in same])
        raise CollationError(
            f"{len(same)} boosters have the name {wanted!r}: {listed}; "
            "specify the id of the booster, or its set"
        )
    return same[0]


def named_layouts(booster: Booster, choices: Sequence[LayoutChoice]) -> Layouts:
    """Return the layouts of *booster* that *choices* name, with weights; all by default.

    Raises:
        CollationError: If a layout does not exist.
    """
    if not choices:
        return [(layout, layout.weight) for layout in booster.layouts]
    by_name = {layout.name: layout for layout in booster.layouts}
    for each in choices:
        if each.layout not in by_name:
            raise CollationError(f"the booster {booster.name!r} has no layout {each.layout!r}")
    return [(by_name[each.layout], each.weight) for each in choices]


def layouts_by_round(cardset: CardSet, booster: Booster) -> list[Layouts]:
    """Return the layouts of each round of *booster*; a single entry if no round names layouts."""
    rounds = [
        each
        for each in (cardset.event.rounds if cardset.event else ())
        if each.booster is None or each.booster in (booster.name, booster.id)
    ]
    if booster not in cardset.boosters or not any(each.layouts for each in rounds):
        return [named_layouts(booster, ())]
    names = {layout.name for layout in booster.layouts}
    choices = [each.layouts for each in rounds]
    return [
        named_layouts(booster, its if names.issuperset(c.layout for c in its) else ())
        for its in choices
    ]


def rounds_of(event: Event | None) -> list[Round]:
    """Return the rounds in which each player opens a booster.

    Raises:
        CollationError: If there are too many.
    """
    event = event or Event()
    check_boosters(event)
    rounds = event.rounds or (Round(),)
    return [rounds[n % len(rounds)] for n in range(event.boosters_per_player)]


@frozen(eq=False)
class PackRound:
    """A round of an event.

    Attributes:
        booster: The booster that each player opens.
        layouts: The layouts that are chosen from, with weights.
        bag: The key of the bag of layouts, if they are not put back. Each round with its own
            layouts has its own bag; all others share one.
    """

    booster: Booster
    layouts: Layouts
    bag: Hashable


def pack_rounds(cardset: CardSet, booster: Booster, event: Event) -> list[PackRound]:
    """Return the rounds of *event*; *booster* is opened in rounds that do not name another."""
    rounds = rounds_of(event)
    boosters = [
        booster if each.booster is None else find_booster(cardset, each.booster) for each in rounds
    ]
    return [
        PackRound(its, named_layouts(its, own.layouts), (id(its), id(own) if own.layouts else None))
        for its, own in zip(boosters, rounds, strict=True)
    ]


def check_boosters(event: Event) -> None:
    """Reject an event in which players open too many boosters.

    Raises:
        CollationError: If there are too many.
    """
    if event.boosters_per_player > MAX_ROUNDS:
        raise CollationError(
            f"the maximum is {MAX_ROUNDS} boosters per player, not {event.boosters_per_player}"
        )


def check_deal(players: int, rounds: int) -> None:
    """Reject a deal without players, or of too many packs.

    Raises:
        CollationError: If the numbers are out of range.
    """
    if players < 1:
        raise CollationError(f"a deal needs at least 1 player, not {players}")
    if players * rounds > MAX_CARDS:
        raise CollationError(f"a deal has at most {MAX_CARDS} packs, not {players * rounds}")


def check_cards(total: int) -> None:
    """Reject a deal of too many cards.

    Raises:
        CollationError: If there are too many.
    """
    if total > MAX_CARDS:
        raise CollationError(f"a deal has at most {MAX_CARDS} cards; this one has more")


def check_slot(slot: Slot, count: int) -> None:
    """Reject a slot of too many cards.

    Raises:
        CollationError: If *count* is too large.
    """
    if count > MAX_SLOT:
        raise CollationError(
            f"slot {slot.name!r} has {count} cards; at most {MAX_SLOT} are allowed"
        )


def check_depth(layout: Layout) -> None:
    """Reject a layout whose choices are nested too deeply.

    Raises:
        CollationError: If they are.
    """
    stack = [(layout.slots, 0)]
    while stack:
        parts, depth = stack.pop()
        if depth > MAX_DEPTH:
            raise CollationError(
                f"layout {layout.name!r}: choices are nested more than {MAX_DEPTH} levels deep"
            )
        choices = (part for part in parts if isinstance(part, Choice))
        stack += [(option.slots, depth + 1) for each in choices for option in each.options]


def check_pack(total: int) -> None:
    """Reject a pack of too many cards.

    Raises:
        CollationError: If *total* is too large.
    """
    if total > MAX_PACK:
        raise CollationError(f"a pack has at most {MAX_PACK} cards; this one has more")


def check_count(count: int) -> None:
    """Reject a number of packs that is not an integer, or is negative.

    Raises:
        CollationError: If it is invalid.
    """
    if not hasattr(count, "__index__") or count < 0:
        raise CollationError(f"the number of packs must be an integer of at least 0, not {count!r}")


def check_number(what: str, number: int, end: int = MAX_NUMBER) -> None:
    """Reject a number of a pack (or other object *what*) that is not from 0 to *end* - 1.

    Raises:
        CollationError: If it is out of range, or not an integer.
    """
    if not hasattr(number, "__index__"):
        raise CollationError(f"{what} are numbered from 0 to {end - 1}, not by {number!r}")
    if not 0 <= number < end:
        raise CollationError(f"{what} are numbered from 0 to {end - 1}, not {number}")
