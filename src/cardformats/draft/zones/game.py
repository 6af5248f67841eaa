"""A draft of zones as a game: how it starts, whose turn it is, and what a seat sees and can do."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Literal, Self

from attrs import field, frozen

from ...bits import Bits
from ...display import Displayed
from ...errors import DraftError
from ...model.frozen import FrozenDict, as_tuple
from ..cards import DraftCard, Worth
from ..engine import Game, Record, check_seat, check_stored_seed, has_each_once, refuse
from ..outcomes import LogEntry, log_of
from .state import DISCARD, Seats, Zone, ZoneOutcome, ZoneStep, pool_of

#: A draft has no more cards: each state has a log of what was done with them.
MAX_CARDS = 10_000

MAX_SEATS = 100


def may_always(_state: Any, _action: Any) -> None:
    """Allow an action to those whose turn it is."""


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
class Option:
    """Something that a seat can do now.

    Attributes:
        action: what :meth:`Game.do` takes.
        text: what it is, in words.
        cards: the numbers of the cards it gets, of those that it sees.
        unseen: how many more it gets, without seeing them before.
        gives: the numbers of the cards it gives away for them.
    """

    action: Any
    text: str
    cards: tuple[int, ...] = field(default=(), converter=as_tuple)
    unseen: int = 0
    gives: tuple[int, ...] = field(default=(), converter=as_tuple)


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
        options: what it can do now; empty if that is more than a list can say.
    """

    seat: int
    moment: int
    is_over: bool
    turn: int
    actors: tuple[int, ...]
    zones: tuple[SeenZone, ...]
    cards: Mapping[int, DraftCard]
    options: tuple[Option, ...]

    def zone(self, name: str, number: int = 0) -> SeenZone:
        """What it sees of the zone of that name and number; an empty one if there is none."""
        each = [zone for zone in self.zones if (zone.name, zone.number) == (name, number)]
        return each[0] if each else SeenZone(name, number, 0)

    @property
    def pool(self) -> Mapping[int, DraftCard]:
        """The cards that the seat has drafted, by number, in order."""
        mine = self.zone(*pool_of(self.seat))
        return FrozenDict({card: self.cards[card] for card in mine.cards if card is not None})

    @property
    def question(self) -> str:
        """What a person is asked, whose reply :meth:`read` reads."""
        return f"which choice? 1 to {len(self.options)}"

    def read(self, reply: str) -> Any:
        """The action that a person's reply stands for: by default, the number of an option from 1.

        Raises:
            DraftError: it stands for none.
        """
        actions = {str(number): each.action for number, each in enumerate(self.options, 1)}
        if reply not in actions:
            raise DraftError(f"there are choices from 1 to {len(actions)}, not {reply!r}")
        return actions[reply]

    def random_action(self, bits: Bits) -> Any:
        """An action of the seat, any.

        Raises:
            DraftError: it has nothing to do.
        """
        self._check_duty()
        return self.options[bits.below(len(self.options))].action

    def best_action(self, worth: Worth, bits: Bits) -> Any:
        """The action that gets what is worth most; chance decides between equal ones.

        A card that is not seen counts as the middle one of those that are.

        Raises:
            DraftError: it has nothing to do.
        """
        self._check_duty()
        worths = {number: worth(card) for number, card in self.cards.items()}
        middle = sorted(worths.values())[len(worths) // 2] if worths else 0.0

        def gain(option: Option) -> float:
            got = sum(worths[card] for card in option.cards) + option.unseen * middle
            return got - sum(worths[card] for card in option.gives)

        return max(bits.shuffled(self.options), key=gain).action

    def _check_duty(self) -> None:
        if not self.options:
            raise DraftError("has nothing to choose", self.seat)


class ZoneDraft(Game):
    """A draft of zones at one moment; each kind of draft is a subclass.

    A subclass is a frozen attrs class with the fields of :class:`ZoneState`, or of a subclass of it
    with more.  It says how the draft is :meth:`set_up`, what can be done (``moves``, and
    :meth:`possible` options), and nothing of who sees what.
    """

    __slots__ = ()

    step: ClassVar[type[ZoneStep]] = ZoneStep
    #: What a seat sees; a subclass has more to show.
    view_class: ClassVar[type[ZoneView]] = ZoneView
    #: How many seats there can be.
    least: ClassVar[int] = 2
    most: ClassVar[int] = MAX_SEATS
    #: Whether all may look at the cards that a seat has drafted.
    has_open_pools: ClassVar[bool] = False

    table: Any
    cards: tuple[DraftCard, ...]
    zones: Mapping[tuple[str, int], Zone]
    turn: int
    actors: tuple[int, ...]
    is_over: bool
    log: tuple[Record[Any, Any], ...]

    @staticmethod
    def set_up(step: Any) -> None:
        """Lay out the cards, which are in zones called ``pack`` that nobody may look at."""
        raise NotImplementedError

    def possible(self, seat: int) -> Iterable[Option]:
        """What a seat can do whose turn it is, by what it sees; for subclasses to say."""
        return ()

    def options(self, seat: int) -> tuple[Option, ...]:
        """What a seat can do now; nothing if it is not its turn.

        Raises:
            DraftError: there is no such seat.
        """
        check_seat(seat, self.table.seats)
        return tuple(self.possible(seat)) if seat in self.actors else ()

    def more_to_see(self, seat: int) -> Mapping[str, Any]:
        """What the view of a seat has besides zones, by the names of its fields."""
        return {}

    @classmethod
    def from_start(cls, start: Any) -> Self:
        """The state in which the first seat can act.

        Raises:
            DraftError: a card is not in one pack, or there are too many cards, packs or seats, or
                too few seats.
        """
        check_stored_seed(start.seed)
        if len(start.cards) > MAX_CARDS:
            refuse(None, f"a draft has up to {MAX_CARDS} cards, not {len(start.cards)}")
        if len(start.packs) > MAX_CARDS:
            refuse(None, f"a draft has up to {MAX_CARDS} packs, not {len(start.packs)}")
        if type(start.seats) is not int or not cls.least <= start.seats <= cls.most:
            limits = f"from {cls.least} to {cls.most} seats"
            refuse(None, f"{cls.title} has {limits}, not {start.seats!r}")
        if not has_each_once([card for pack in start.packs for card in pack], len(start.cards)):
            refuse(None, "every card is in one pack, named by its number from 0 on")
        packs = [Zone("pack", number, pack, ()) for number, pack in enumerate(start.packs)]
        own: list[Seats] = [None if cls.has_open_pools else (seat,) for seat in range(start.seats)]
        pools = [Zone(*pool_of(seat), (), own[seat]) for seat in range(start.seats)]
        zones = FrozenDict({zone.key: zone for zone in [*packs, *pools, Zone(*DISCARD, (), ())]})
        made: Any = cls
        nothing: Self = made(start, start.cards, zones)
        step = cls.step(nothing)
        cls.set_up(step)
        return nothing.after(step, Record(start, tuple(step.outcomes)))

    def verify(self, action: Any) -> None:
        """Refuse an action that is not allowed.

        Raises:
            DraftError: whose action it is, and why not.
        """
        seat = getattr(action, "seat", None)
        if type(action) in self.moves:
            check_seat(seat, self.table.seats)  # type: ignore[arg-type] # refuses None
            if self.is_over:
                refuse(seat, "the draft is over")
            if seat not in self.actors:
                others = " and ".join(f"seat {each}" for each in self.actors)
                refuse(seat, f"it is not its turn but that of {others}")
        super().verify(action)

    def pool(self, seat: int) -> tuple[DraftCard, ...]:
        """The cards that a seat has drafted, in order.

        Raises:
            DraftError: there is no such seat.
        """
        check_seat(seat, self.table.seats)
        return tuple([self.cards[card] for card in self.zones[pool_of(seat)].numbers])

    def duty(self, seat: int) -> Literal["act", "wait"]:
        """Whether a seat has something to do now.

        Raises:
            DraftError: there is no such seat.
        """
        check_seat(seat, self.table.seats)
        return "act" if seat in self.actors else "wait"

    def view(self, seat: int) -> ZoneView:
        """All that a seat may see now.

        Raises:
            DraftError: there is no such seat.
        """
        check_seat(seat, self.table.seats)
        zones = tuple([_seen(zone, seat) for zone in self.zones.values()])
        seen = [card for zone in zones for card in zone.cards if card is not None]
        return self.view_class(
            seat,
            len(self.log),
            self.is_over,
            self.turn,
            self.actors,
            zones,
            FrozenDict({card: self.cards[card] for card in seen}),
            self.options(seat),
            **self.more_to_see(seat),
        )

    def log_for(self, seat: int) -> tuple[LogEntry[ZoneOutcome, DraftCard], ...]:
        """What a seat has learned of what happened.

        Raises:
            DraftError: there is no such seat.
        """
        check_seat(seat, self.table.seats)
        return log_of(self, seat, self.log)


def _seen(zone: Zone, seat: int) -> SeenZone:
    gaps = tuple([at for at, card in enumerate(zone.cards) if card is None])
    cards = zone.cards if zone.is_seen_by(seat) else ()
    return SeenZone(zone.name, zone.number, len(zone.cards) - len(gaps), cards, gaps, zone.columns)
