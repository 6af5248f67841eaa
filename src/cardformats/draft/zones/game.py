"""A draft of zones as a game: how it starts, whose turn it is, and what a seat sees and can do."""

from __future__ import annotations

from collections.abc import Mapping
from math import fsum
from typing import Any, ClassVar, Literal, Self

import attrs
from attrs import field, frozen

from ...bits import Bits
from ...display import Displayed
from ...errors import DraftError
from ...model.frozen import FrozenDict, as_tuple
from ..asking import Ask, Option, ViewOptions, in_words
from ..cards import DraftCard, Worth
from ..engine import Record, Seen, check_dealt, check_stored_seed, of_seat, refuse
from ..script import ScriptedGame
from .state import DISCARD, Zone, ZoneState, ZoneStep, pool_of

#: A draft has no more cards: each state has a log of what was done with them.
MAX_CARDS = 10_000

MAX_SEATS = 100


def counted(cards: int) -> str:
    """Return a number of cards in words."""
    return f"{cards} card{'' if cards == 1 else 's'}"


@frozen(kw_only=True)
class ZoneStart:
    """Packs are on the table; the start of each kind of draft has ``settings``, too.

    Attributes:
        cards: all cards; a card's number, which everything else names it by, is its place.
        packs: the numbers of the cards in each pack, in order.
        seats: how many seats there are.
        seed: what chance is derived from, 64 hexadecimal digits.
    """

    cards: tuple[DraftCard, ...] = field(converter=as_tuple)
    packs: tuple[tuple[int, ...], ...] = field(converter=as_tuple)
    seats: int
    seed: str


@frozen
class SeenZone:
    """What a seat sees of a zone.

    Attributes:
        name: what it is called by.
        number: which of several of that name; of a seat's own, the seat.
        size: how many cards there are in it.
        cards: their numbers in order, None for an empty place; empty if the seat may not look.
        gaps: the places without a card, if its cards have places.
        columns: how many cards lie side by side; 0 if it does not matter.
    """

    name: str
    number: int
    size: int
    cards: tuple[int | None, ...] = ()
    gaps: tuple[int, ...] = ()
    columns: int = 0


@frozen
class ZoneView(Displayed):
    """All that a seat may see at one moment.

    Attributes:
        seat: whose view it is.
        moment: how many records the log has.
        is_over: whether the draft is over.
        turn: how many turns were taken.
        actors: the seats that have something to do now.
        zones: what it sees of each zone.
        cards: the cards it sees, by number.
        asks: what it can do now, as it is asked for; empty if it is not its turn.
    """

    seat: int
    moment: int
    is_over: bool
    turn: int
    actors: tuple[int, ...]
    zones: tuple[SeenZone, ...]
    cards: Mapping[int, DraftCard]
    asks: tuple[Ask, ...]

    @property
    def options(self) -> ViewOptions:
        """Return the options now; empty if they are more than a list can contain."""
        return ViewOptions(self)

    def describe(self, action: Any) -> Option:
        """Describe an action of the seat; a subclass describes its own actions."""
        cards = getattr(action, "cards", (getattr(action, "card", None),))
        if cards and isinstance(cards, tuple) and all(each in self.cards for each in cards):
            names = ", ".join(self.cards[each].name for each in cards)
            return Option(action, f"take {names}", cards)
        words = [str(getattr(action, each.name)) for each in attrs.fields(type(action))[1:]]
        return Option(action, " ".join([in_words(type(action)), *words]))

    def zone(self, name: str, number: int = 0) -> SeenZone:
        """Return the zone of that name and number as the seat sees it; an empty one if none."""
        each = [zone for zone in self.zones if (zone.name, zone.number) == (name, number)]
        return each[0] if each else SeenZone(name, number, 0)

    @property
    def pool(self) -> Mapping[int, DraftCard]:
        """Return the cards that the seat has drafted, by number, in order."""
        mine = self.zone(*pool_of(self.seat))
        return FrozenDict({card: self.cards[card] for card in mine.cards if card is not None})

    @property
    def question(self) -> str:
        """Return the question to a person, whose reply :meth:`read` reads."""
        return f"which choice? 1 to {len(self.options)}"

    def read(self, reply: str) -> Any:
        """Return the action of a person's reply: by default, the number of an option from 1.

        Raises:
            DraftError: If the reply is not the number of an option.
        """
        count = len(self.options)
        if reply not in map(str, range(1, count + 1)):
            raise DraftError(f"there are choices from 1 to {count}, not {reply!r}")
        return self.options[int(reply) - 1].action

    def random_action(self, bits: Bits) -> Any:
        """Return an action of the seat, any.

        Raises:
            DraftError: If the seat has nothing to do.
        """
        self._check_duty()
        return self.options[bits.below(len(self.options))].action

    def best_action(self, worth: Worth, bits: Bits) -> Any:
        """Return the action that gets what is worth most; chance decides between equal ones.

        A card that is not seen counts as the middle one of those that are.

        Raises:
            DraftError: If the seat has nothing to do.
        """
        self._check_duty()
        worths = {number: worth(card) for number, card in self.cards.items()}
        middle = sorted(worths.values())[len(worths) // 2] if worths else 0.0

        def gain(option: Option) -> float:
            # `sum` of floats depends on the version of Python
            got = fsum(worths[card] for card in option.cards) + option.unseen * middle
            return got - fsum(worths[card] for card in option.gives)

        return max(bits.shuffled([*self.options]), key=gain).action

    def _check_duty(self) -> None:
        if not self.options:
            raise DraftError("has nothing to choose", self.seat)


@frozen
class ZoneSupply:
    """What a draft is held with; one of the three.

    Attributes:
        packs: the number of packs.
        cards: the number of cards, from as many packs as necessary; the rest of the last is unused.
        pool: every card of the list, once.
        without_basics: basic land cards are left out.
    """

    packs: int = 0
    cards: int = 0
    pool: bool = False
    without_basics: bool = False


class ZoneDraft(ZoneState, ScriptedGame, Seen[ZoneView]):
    """A draft of zones at one moment; each kind of draft is a subclass.

    A subclass is a frozen attrs class.  It says how the draft is :meth:`set_up`, and what happens
    in a turn, in ``take_turn``; nothing of who sees what.
    """

    __slots__ = ()

    title: ClassVar[str] = "a draft"
    step: ClassVar[type[ZoneStep]] = ZoneStep
    #: What a seat sees; a subclass has more to show.
    view_class: ClassVar[type[ZoneView]] = ZoneView
    #: How many seats there can be.
    least: ClassVar[int] = 2
    most: ClassVar[int] = MAX_SEATS
    #: Whether all may look at the cards that a seat has drafted.
    has_open_pools: ClassVar[bool] = False
    #: What a record of a turn contains, by the names of zones; by default those that a seat sees.
    laid: ClassVar[tuple[str, ...] | None] = None
    #: The zones among them that are taken as a whole.
    piles: ClassVar[str] = "pile"
    #: Whether all players have a turn when one gets cards.
    shares_turns: ClassVar[bool] = False

    log: tuple[Record[Any, Any], ...]

    @staticmethod
    def supply(_players: int, _settings: Any) -> ZoneSupply:
        """Return what the draft is held with; by default any packs."""
        return ZoneSupply()

    @staticmethod
    def set_up(step: Any) -> None:
        """Lay out the cards, which are in zones called ``pack`` that nobody may look at."""

    def options(self, seat: int) -> tuple[Option, ...]:
        """Return the options of a seat; empty if they are more than a list can contain.

        Raises:
            DraftError: If there is no such seat.
        """
        return tuple(self.view(seat).options)

    def place(self, own: int) -> tuple[int, int]:
        """Round and number of the next turn, from 0; it is the *own* one of its seat.

        A kind with rounds counts the turns of all seats in a round.
        """
        return 0, own

    def more_to_see(self, seat: int) -> Mapping[str, Any]:
        """Return the further fields of a seat's view, by name: those that the script publishes."""
        return self.shown

    @classmethod
    def from_start(cls, start: Any) -> Self:
        """Return the state in which the first seat can act.

        Raises:
            DraftError: If a card is not in exactly one pack, there are too many cards, packs or
                seats, or there are too few seats.
        """
        check_stored_seed(start.seed)
        for count, things in ((len(start.cards), "cards"), (len(start.packs), "packs")):
            if count > MAX_CARDS:
                refuse(None, f"a draft has up to {MAX_CARDS} {things}, not {count}")
        if type(start.seats) is not int or not cls.least <= start.seats <= cls.most:
            limits = f"from {cls.least} to {cls.most} seats"
            refuse(None, f"{cls.title} has {limits}, not {start.seats!r}")
        check_dealt(start.packs, len(start.cards))
        needed, sizes = cls.supply(start.seats, start.settings).cards, [*map(len, start.packs)]
        if needed and sizes != [needed]:
            refuse(None, f"this takes a pack of {needed} cards; there are packs of {sizes!s:.80}")
        packs = [Zone("pack", number, pack, ()) for number, pack in enumerate(start.packs)]
        pools = [
            Zone(*pool_of(seat), (), None if cls.has_open_pools else (seat,))
            for seat in range(start.seats)
        ]
        zones = FrozenDict({zone.key: zone for zone in [*packs, *pools, Zone(*DISCARD, (), ())]})
        made: Any = cls
        nothing: Self = made(start, start.cards, zones)
        step = cls.step(nothing)
        cls.set_up(step)
        return nothing.played(step, start)

    @of_seat
    def pool(self, seat: int) -> tuple[DraftCard, ...]:
        """Return the cards that a seat has drafted, in order.

        Raises:
            DraftError: If there is no such seat.
        """
        return tuple([self.cards[card] for card in self.zones[pool_of(seat)].numbers])

    @of_seat
    def duty(self, seat: int) -> Literal["act", "wait"]:
        """Return whether a seat has something to do now.

        Raises:
            DraftError: If there is no such seat.
        """
        return "act" if seat in self.actors else "wait"

    def view_of(self, seat: int, moment: int) -> ZoneView:
        """Return the view of a seat, *moment* records after the beginning."""
        zones = tuple([_seen(zone, seat) for zone in self.zones.values()])
        seen = [card for zone in zones for card in zone.cards if card is not None]
        return self.view_class(
            seat,
            moment,
            self.is_over,
            self.turn,
            self.actors,
            zones,
            FrozenDict({card: self.cards[card] for card in seen}),
            self.choices(seat),
            **self.more_to_see(seat),
        )


def _seen(zone: Zone, seat: int) -> SeenZone:
    gaps = tuple([at for at, card in enumerate(zone.cards) if card is None])
    cards = zone.cards if zone.is_seen_by(seat) else ()
    return SeenZone(zone.name, zone.number, len(zone.cards) - len(gaps), cards, gaps, zone.columns)
