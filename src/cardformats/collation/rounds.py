"""Which boosters an event has, by name and by round, their layouts, and how large they may be."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from typing import TypeAlias, TypeGuard

from attrs import frozen

from ..bits import MAX_NUMBER
from ..errors import CollationError
from ..model import Booster, CardSet, Choice, Event, Layout, LayoutChoice, Round, Slot

#: So many boosters are listed in a message.
_LISTED = 20


def set_label(cardset: CardSet, booster: Booster) -> str | None:
    """The name and code of the set that *booster* is of, where the card set has several sets."""
    return " / ".join(_listed_set(cardset, booster, ("name", "shortName"))) or None


def set_names(cardset: CardSet, booster: Booster) -> tuple[str, ...]:
    """What the set is called that *booster* is of: its name, its code and its id, as far as known.

    Where the card set lists no sets and has no code, a booster is called as its set is (Wagic).
    """
    listed = _listed_set(cardset, booster, ("name", "shortName", "id"))
    if listed:
        return listed
    own = cardset.code is None and booster.id is not None
    names = (booster.name, booster.id) if own else (cardset.name, cardset.code)
    return tuple(filter(None, names))


def _listed_set(cardset: CardSet, booster: Booster, keys: Sequence[str]) -> tuple[str, ...]:
    """What the list of sets says of the one that *booster* is of; of all that have its id.

    Formats whose card sets can hold several sets list them as ``sets`` in what they keep of the
    card set, and keep for a booster the id of its ``set``, unless that is the first one.
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
    """The boosters of a set, by its name, code or id in any case; all if none is named."""
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
        raise CollationError(f"no set {of_set!r} has a booster; there are {_listed([*known])}")
    return boosters


def _described(cardset: CardSet, booster: Booster) -> str:
    """A booster with its id and its set."""
    label = set_label(cardset, booster)
    known = [f"id {booster.id}"] * bool(booster.id) + [f"of {label}"] * bool(label)
    return f"{booster.name!r}" + (f" ({', '.join(known)})" if known else "")


def _listed(names: Sequence[str]) -> str:
    more = len(names) - _LISTED
    return ", ".join(names[:_LISTED]) + (f" and {more} more" if more > 0 else "")


#: A player cannot open more boosters in an event.
MAX_ROUNDS = 10_000

#: A slot cannot have more cards.
MAX_SLOT = 100_000

#: A pack cannot have more cards.
MAX_PACK = 200_000

#: Choices of a layout are nested no deeper.
MAX_DEPTH = 50

#: So many cards can be dealt at once.
MAX_CARDS = 1_000_000

#: Layouts with their weights.
Layouts: TypeAlias = Sequence[tuple[Layout, int | Fraction]]


def find_booster(
    cardset: CardSet, wanted: str | Booster | None, of_set: str | None = None
) -> Booster:
    """The booster of that name or id, of a set if one is named; the first if none is named.

    An id goes before names.

    Raises:
        CollationError: there is none, or more than one of that name.
    """
    if isinstance(wanted, Booster):
        return wanted
    if not cardset.boosters:
        raise CollationError(f"the card set {cardset.name!r} has no booster")
    candidates = boosters_of(cardset, of_set)
    if wanted is None:
        return candidates[0]
    same = [each for each in candidates if each.id == wanted]
    same = same or [each for each in candidates if each.name == wanted]
    if not same:
        known = dict.fromkeys(_described(cardset, each) for each in candidates)
        raise CollationError(f"there is no booster {wanted!r}; there are {_listed([*known])}")
    if len(same) > 1:
        listed = _listed([_described(cardset, each) for each in same])
        raise CollationError(
            f"{len(same)} boosters have the name {wanted!r}: {listed}; "
            "specify the id of the booster, or its set"
        )
    return same[0]


def named_layouts(booster: Booster, choices: Sequence[LayoutChoice]) -> Layouts:
    """The layouts of *booster* that *choices* name, with their weights; all its own if none do."""
    if not choices:
        return [(layout, layout.weight) for layout in booster.layouts]
    by_name = {layout.name: layout for layout in booster.layouts}
    for each in choices:
        if each.layout not in by_name:
            raise CollationError(f"the booster {booster.name!r} has no layout {each.layout!r}")
    return [(by_name[each.layout], each.weight) for each in choices]


def layouts_by_round(cardset: CardSet, booster: Booster) -> list[Layouts]:
    """For each round of *booster* its layouts; a single entry if no round names its own."""
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
    """The rounds that each player opens a booster in, if they are not too many."""
    event = event or Event()
    check_boosters(event)
    rounds = event.rounds or (Round(),)
    return [rounds[n % len(rounds)] for n in range(event.boosters_per_player)]


@frozen(eq=False)
class PackRound:
    """A round of an event.

    Attributes:
        booster: what each player opens in it.
        layouts: what their layouts are chosen from, with weights.
        bag: the same for rounds whose layouts come from one bag, if they are not put back: those
            with layouts of their own have one each, the others one together.
    """

    booster: Booster
    layouts: Layouts
    bag: Hashable


def pack_rounds(cardset: CardSet, booster: Booster, event: Event) -> list[PackRound]:
    """The rounds of *event*; *booster* is for those that name no other."""
    rounds = rounds_of(event)
    boosters = [
        booster if each.booster is None else find_booster(cardset, each.booster) for each in rounds
    ]
    return [
        PackRound(its, named_layouts(its, own.layouts), (id(its), id(own) if own.layouts else None))
        for its, own in zip(boosters, rounds, strict=True)
    ]


def check_boosters(event: Event) -> None:
    """Refuse an event in which players open too many boosters."""
    if event.boosters_per_player > MAX_ROUNDS:
        raise CollationError(
            f"{event.boosters_per_player} boosters per player are more than {MAX_ROUNDS}"
        )


def check_deal(players: int, rounds: int) -> None:
    """Refuse a deal to nobody, or of too many packs."""
    if players < 1:
        raise CollationError(f"a deal is for one player or more, not {players}")
    if players * rounds > MAX_CARDS:
        raise CollationError(f"a deal has up to {MAX_CARDS} packs, not {players * rounds}")


def check_cards(total: int) -> None:
    """Refuse a deal of too many cards."""
    if total > MAX_CARDS:
        raise CollationError(f"a deal has up to {MAX_CARDS} cards; this one would have more")


def check_slot(slot: Slot, count: int) -> None:
    """Refuse a slot of so many cards."""
    if count > MAX_SLOT:
        raise CollationError(f"slot {slot.name!r} has {count} cards, more than {MAX_SLOT}")


def check_depth(layout: Layout) -> None:
    """Refuse a layout whose choices are nested too deeply."""
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
    """Refuse a pack of so many cards."""
    if total > MAX_PACK:
        raise CollationError(f"a pack has up to {MAX_PACK} cards; this one would have more")


def check_count(count: int) -> None:
    """Reject a number of packs that is not a whole number, or is less than 0."""
    if not hasattr(count, "__index__") or count < 0:
        raise CollationError(f"there are 0 packs or more, not {count!r}")


def check_number(what: str, number: int, end: int = MAX_NUMBER) -> None:
    """Refuse a number that nothing has: those below *end* are there."""
    if not hasattr(number, "__index__"):
        raise CollationError(f"{what} are numbered from 0 to {end - 1}, not by {number!r}")
    if not 0 <= number < end:
        raise CollationError(f"{what} are numbered from 0 to {end - 1}, not {number}")
