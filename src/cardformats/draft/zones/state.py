"""Zones: where the cards of a draft lie, who may look at them, and how they move.

Every card is in exactly one zone.  What a seat sees, and what it learns when cards move, follows
from who may look at the zones; the rules of a kind of draft say nothing of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

from attrs import define, field, frozen

from ...model.frozen import EMPTY, FrozenDict, as_tuple
from ..cards import DraftCard
from ..engine import refuse
from ..outcomes import Ended, Witnessed
from ..script import ScriptState, ScriptStep

#: What a zone is called by, and which of several of that name it is; of a seat's own, the seat.
ZoneKey: TypeAlias = tuple[str, int]

#: The seats that may look at something; None means all.
Seats: TypeAlias = tuple[int, ...] | None

STACK: ZoneKey = ("stack", 0)
DISCARD: ZoneKey = ("discard", 0)


def pool_of(seat: int) -> ZoneKey:
    """Return the zone of the cards that a seat has drafted."""
    return "pool", seat


@frozen
class Zone:
    """Cards that lie together.

    Attributes:
        name: what it is called by.
        number: which of several of that name; of a seat's own, the seat.
        cards: the numbers of its cards, in order; None for a place without a card.
        seen_by: the seats that may look at its cards; None if all may.
        has_places: its cards have places that stay empty when they are taken.
        columns: how many cards lie side by side, for those who show them; 0 if it does not matter.
    """

    name: str
    number: int = 0
    cards: tuple[int | None, ...] = field(default=(), converter=as_tuple)
    seen_by: Seats = None
    has_places: bool = False
    columns: int = 0

    @property
    def key(self) -> ZoneKey:
        """Return its name and number."""
        return self.name, self.number

    @property
    def numbers(self) -> tuple[int, ...]:
        """Return the numbers of its cards, without empty places."""
        if None not in self.cards:  # which is much faster
            return self.cards  # type: ignore[return-value] # see above
        return tuple([card for card in self.cards if card is not None])

    def with_cards(self, cards: Iterable[int | None], seen_by: Seats) -> Zone:
        """Return the zone with these cards, which these seats may look at."""
        # five times as fast as `evolve`
        return Zone(self.name, self.number, cards, seen_by, self.has_places, self.columns)

    def is_seen_by(self, seat: int) -> bool:
        """Return whether a seat may look at its cards."""
        return self.seen_by is None or seat in self.seen_by


@frozen
class Moved(Witnessed):
    """This number of cards was moved from one zone to another."""

    tag = "moved"

    source: ZoneKey = STACK
    target: ZoneKey = STACK


@frozen
class Shown(Witnessed):
    """From now on, some seats may look at the cards of a zone, which has this number of cards."""

    tag = "shown"

    zone: ZoneKey = STACK


#: What comes about in any draft of zones.
ZoneOutcome: TypeAlias = Moved | Shown | Ended


@define(init=False, eq=False, repr=False)
class ZoneState(ScriptState):  # type: ignore[override] # each is made by its own fields
    """The fields of a draft of zones, which a script can set.

    Attributes:
        table: what was settled beforehand: the action that started it.
        cards: all cards; a card's number, which everything else names it by, is its place.
        zones: the zones by name and number, in the order in which they came to be.
        turn: how many turns were taken.
        is_over: whether the draft is over.
        chances: how often chance was called on.
        shown: further fields of every view, by name.
    """

    table: Any
    cards: tuple[DraftCard, ...]
    zones: Mapping[ZoneKey, Zone]
    turn: int = 0
    is_over: bool = False
    chances: int = 0
    shown: Mapping[str, Any] = EMPTY

    @property
    def actors(self) -> tuple[int, ...]:
        """Return the seats that have something to do now."""
        return tuple([seat for seat in self.questions if seat is not None])

    @property
    def phase(self) -> str:
        """Return whose turn it is, in words."""
        turn = " and ".join(f"seat {seat}" for seat in self.actors)
        return "the draft is over" if self.is_over else f"it is the turn of {turn}"

    @property
    def seats(self) -> range:
        """Return the numbers of the seats."""
        return range(self.table.seats)

    @property
    def settings(self) -> Any:
        """Return the settings of the draft."""
        return self.table.settings

    def zone(self, name: str, number: int = 0) -> Zone:
        """Return the zone of that name and number; an empty open zone if there is none."""
        return self.zones.get((name, number)) or Zone(name, number)

    def several(self, name: str) -> tuple[Zone, ...]:
        """Return all zones of a name, in order."""
        return tuple([zone for zone in self.zones.values() if zone.name == name])


class ZoneStep(ZoneState, ScriptStep):
    """A draft of zones that is being changed; scripts change it by these methods."""

    chance = "turn"

    def put(self, zone: Zone) -> None:
        """Add an empty zone, or put one in the place of that of its name, number and cards.

        Raises:
            DraftError: If cards would be lost or repeated.
        """
        if sorted(zone.numbers) != sorted(self.zone(*zone.key).numbers):
            refuse(None, f"zone {zone.key!r} cannot be put with other cards than lie there")
        self._set(zone)

    def _set(self, zone: Zone) -> None:
        self.zones = FrozenDict({**self.zones, zone.key: zone})

    def move(
        self,
        cards: Iterable[int],
        source: ZoneKey,
        target: ZoneKey,
        places: Iterable[int] = (),
    ) -> None:
        """Move cards; those who may look at either zone know which they are.

        Args:
            cards: their numbers.
            source: where they are.
            target: where they go to: the end, in this order.
            places: the empty places they go to, one for each, if the zone has places.

        Raises:
            DraftError: If a card is not in the source, or a place is not free.
        """
        cards, places = tuple(cards), tuple(places)
        if not cards:
            return
        old, new = self.zone(*source), self.zone(*target)
        gone = {card for card in cards if type(card) is int}
        if source == target or len(gone) < len(cards) or not gone.issubset(old.numbers):
            refuse(None, f"cards {cards!r} cannot go from {source!r} to {target!r}")
        if old.has_places:
            left = tuple([None if card in gone else card for card in old.cards])
        else:
            left = tuple([card for card in old.cards if card not in gone])
        old = old.with_cards(left, old.seen_by)
        new = new.with_cards(_with(cards, new, places), new.seen_by)
        self.zones = FrozenDict({**self.zones, source: old, target: new})
        seen_by = _either(old.seen_by, new.seen_by)
        self.tell(Moved(seen_by, cards, len(cards), source, target))

    def swap(self, card: int, source: ZoneKey, other: int, target: ZoneKey) -> None:
        """Let two cards of two zones change places; each lies where the other one did.

        Raises:
            DraftError: If a card is not in its zone.
        """
        for each, key in ((card, source), (other, target)):
            if source == target or each not in self.zone(*key).numbers:
                refuse(None, f"card {each!r} is not in {key!r}")
        for gone, come, key in ((card, other, source), (other, card, target)):
            zone = self.zone(*key)
            cards = [come if each == gone else each for each in zone.cards]
            self._set(zone.with_cards(cards, zone.seen_by))
        seen_by = _either(self.zone(*source).seen_by, self.zone(*target).seen_by)
        self.tell(Moved(seen_by, (card,), 1, source, target))
        self.tell(Moved(seen_by, (other,), 1, target, source))

    def take(self, seat: int, cards: Iterable[int], source: ZoneKey) -> None:
        """Move cards to a seat's pool."""
        self.move(cards, source, pool_of(seat))

    def show(self, key: ZoneKey, seen_by: Seats) -> None:
        """Let these seats, and no others, look at a zone from now on."""
        zone = self.zone(*key)
        if zone.seen_by == seen_by:
            return
        self._set(zone.with_cards(zone.cards, seen_by))
        if zone.numbers and seen_by != ():
            self.tell(Shown(seen_by, zone.numbers, len(zone.numbers), key))

    def merge(self, name: str, key: ZoneKey = STACK) -> None:
        """Shuffle the cards of all zones of a name into one, which nobody may look at then."""
        zones = {**{zone.key: zone for zone in self.several(name)}, key: self.zone(*key)}
        cards = [card for zone in zones.values() for card in zone.numbers]
        rest = {each: zone for each, zone in self.zones.items() if each not in zones}
        stack = Zone(*key, self.bits().shuffled(cards), ())
        self.zones = FrozenDict({key: stack, **rest})

    def top(self, count: int, key: ZoneKey = STACK) -> tuple[int, ...]:
        """Return the numbers of the first cards of a zone, as many as there are up to *count*."""
        return self.zone(*key).numbers[:count]

    def publish(self, **fields: Any) -> None:
        """Let these be the further fields of every view."""
        self.shown = FrozenDict(fields)

    def next_turn(self) -> None:
        """Count a turn that is over."""
        self.turn += 1

    def end(self, *leftovers: str) -> None:
        """End the draft; what is left in zones of these names is discarded, unseen if it was."""
        for name in leftovers:
            for zone in self.several(name):
                self.discard(zone.numbers, zone.key)
        self.is_over = True
        self.tell(Ended())

    def discard(self, cards: Iterable[int], source: ZoneKey) -> None:
        """Take cards out of the draft."""
        self.move(cards, source, DISCARD)


def _either(one: Seats, other: Seats) -> Seats:
    """Return the seats among one or the other."""
    return None if one is None or other is None else tuple(sorted({*one, *other}))


def _with(cards: tuple[int, ...], zone: Zone, places: tuple[int, ...]) -> list[int | None]:
    """Return the cards of a zone, with more of them at its end or in free places.

    Raises:
        DraftError: If there is no free place for each card.
    """
    if not zone.has_places:
        return [*zone.cards, *cards]
    free = [place for place, card in enumerate(zone.cards) if card is None]
    if len({*places}) != len(cards) or len(places) != len(cards) or not {*places} <= {*free}:
        refuse(None, f"{len(cards)} cards go to as many free places, not to {places!r}")
    there = [*zone.cards]
    for card, place in zip(cards, places, strict=True):
        there[place] = card
    return there
