"""The engine of every draft and game: frozen states, actions that lead from one to the next, a log.

A game is a frozen class whose fields are those of a state class; the :class:`Step` that an action
takes is a class with the same fields, which can be set.  What actions there are, who checks them
and what does them is one table, :attr:`Game.moves`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from inspect import Parameter, Signature, signature
from itertools import count, islice
from types import FunctionType
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    Concatenate,
    Generic,
    NamedTuple,
    NoReturn,
    ParamSpec,
    Self,
    TypeVar,
)

import attrs
from attrs import evolve, frozen

from ..bits import Bits, Source
from ..display import Displayed
from ..errors import DraftError
from ..model.frozen import EMPTY, FrozenDict

ActionT = TypeVar("ActionT")
OutcomeT = TypeVar("OutcomeT")
CardT = TypeVar("CardT")
ViewT = TypeVar("ViewT")
GameT = TypeVar("GameT", bound="Game")
P = ParamSpec("P")


@frozen
class Record(Generic[ActionT, OutcomeT]):
    """An action that was taken, and what it brought about, in order."""

    action: ActionT
    outcomes: tuple[OutcomeT, ...] = ()


@frozen
class LogEntry(Generic[OutcomeT, CardT]):
    """What a seat has learned from an action.

    Attributes:
        outcomes: the outcomes; without the cards that the seat did not see.
        cards: the cards named in them.
    """

    outcomes: tuple[OutcomeT, ...]
    cards: Mapping[int, CardT]


class Move(NamedTuple):
    """What an action does, and what it needs to be allowed.

    Attributes:
        apply: is called with the step and the action, and changes the step.
        verify: is called with the game and the action, and raises a DraftError if the action is not
            allowed; None if the game knows that otherwise, as from what a seat is asked.
    """

    apply: Callable[[Any, Any], None]
    verify: Callable[[Any, Any], None] | None = None

    def check(self, state: Any, action: Any) -> None:
        """Refuse an action that is not allowed.

        Raises:
            DraftError: whose action it is, and why.
        """
        if self.verify is not None:
            self.verify(state, action)


class Step:
    """The change that one action makes to a game, while it is being made.

    It has the fields of the game, which are set to change them, and ``outcomes``, what came about
    so far.

    Attributes:
        chance: the kind of thing that chance is here, for :class:`~cardformats.bits.Source`.
        fields: the names of the fields that it shares with its game; those of games with seats and
            with chance are ``seats``, ``table`` and ``chances``.
    """

    chance: ClassVar[str] = ""
    fields: ClassVar[tuple[str, ...]] = ()
    outcomes: list[Any]
    seats: Any
    table: Any
    chances: Any

    def __init_subclass__(cls) -> None:
        described: Any = cls  # it has the fields of an attrs class
        cls.fields = tuple([field.name for field in attrs.fields(described)])

    def __init__(self, game: Any) -> None:
        self.outcomes = []
        self.adopt(game)

    def adopt(self, game: Any) -> None:
        """Take over the fields of a game, or of another step."""
        for name in self.fields:
            setattr(self, name, getattr(game, name))

    def tell(self, outcome: Any) -> None:
        """Put *outcome* into the record."""
        self.outcomes.append(outcome)

    def change(self, seat: int, **fields: Any) -> None:
        """Change fields of a seat."""
        seats = [*self.seats]
        seats[seat] = evolve(seats[seat], **fields)
        self.seats = tuple(seats)

    def bits(self) -> Bits:
        """A stream of random bits of its own, derived from the table's seed."""
        self.chances += 1
        return Bits(Source(self.table.seed, self.chance), self.chances)


#: The members in which outcomes name cards: one, or several.
_ONE, _SEVERAL = ("card", "revealed"), ("cards", "trade", "discarded", "kept")


def _named(outcome: Any) -> list[int]:
    """The numbers of the cards that an outcome names."""
    one = [getattr(outcome, member) for member in _ONE if hasattr(outcome, member)]
    return one + [card for member in _SEVERAL for card in getattr(outcome, member, ())]


def _shown(value: Any) -> Iterator[int]:
    """The numbers of the cards in a view."""
    if isinstance(value, Mapping):
        yield from [number for number, card in value.items() if attrs.has(type(card))]
    elif isinstance(value, tuple):
        for each in value:
            yield from _shown(each)
    elif attrs.has(type(value)):
        for field in attrs.fields(type(value)):
            yield from _shown(getattr(value, field.name))


def seat_of(action: Any) -> int | None:
    """The seat whose action it is; None if it is of no seat, or of several."""
    seat: int | None = getattr(getattr(action, "action", action), "seat", None)
    return seat


class Game(Displayed):
    """A draft or game at one moment; a subclass is a frozen attrs class.

    Attributes:
        title: what it is called in messages.
        kind: the word for it in a stored game.
        version: that of its rules; a higher one where the same actions come to something else.
        start: the class of the action that begins it.
        step: the class of the step that has its fields.
        moves: for each class of actions what does it, and what verifies it.
        view_of: what a seat sees, a number of records after the beginning.
        cards: all cards; a card's number, which everything else names it by, is its place.
        seats: something for each seat, from 0.
        log: what was done, and what came of it, from the start.
    """

    __slots__ = ()

    title: ClassVar[str]
    kind: ClassVar[str]
    version: ClassVar[int] = 1
    start: ClassVar[type]
    step: ClassVar[type[Step]]
    moves: ClassVar[Mapping[type, Move]]
    view_of: ClassVar[Callable[..., Any]]
    cards: Any
    seats: Any
    log: tuple[Record[Any, Any], ...]

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        for name, value in vars(cls).items():
            if getattr(value, "__module__", "") == __name__ and isinstance(value, FunctionType):
                value.__name__, value.__qualname__ = name, f"{cls.__name__}.{name}"

    def __repr__(self) -> str:
        """What it is, and how much was done; what a player may see is in a view."""
        return f"<{type(self).__name__} after {len(self.log)} records>"

    @classmethod
    def from_start(cls, start: Any) -> Self:
        """The state that *start* leads to.

        Raises:
            DraftError: no game can start so.
        """
        raise NotImplementedError

    @staticmethod
    def settle(step: Any) -> None:
        """Go on to the next round, phase or the end, when nothing is left to do before it."""

    def verify(self, action: Any) -> None:
        """Refuse an action that is not allowed.

        Raises:
            DraftError: whose action it is, which rule it is against, and why.
        """
        move = self.moves.get(type(action))
        if move is None:
            raise DraftError(f"this is nothing that can be done in {self.title}: {action!r}")
        if hasattr(action, "seat"):
            check_seat(action.seat, len(self.seats))
        move.check(self, action)

    def can(self, action: Any) -> bool:
        """Whether an action is allowed."""
        try:
            self.verify(action)
        except DraftError:
            return False
        return True

    def do(self, action: Any) -> Self:
        """The state after an action, whose record is the last of its log.

        Raises:
            DraftError: it is not allowed.
        """
        self.verify(action)
        step = self.step(self)
        self.moves[type(action)].apply(step, action)
        self.settle(step)
        return self.after(step, Record(action, tuple(step.outcomes)))

    def after(self, step: Step, *records: Record[Any, Any]) -> Self:
        """The state that *step*, which started from this one, has led to."""
        changed = {name: getattr(step, name) for name in step.fields}
        made: Any = type(self)
        after: Self = made(**changed, log=self.log + records)
        return after

    def view(self, seat: int) -> Any:
        """All that a seat may see now.

        Raises:
            DraftError: there is no such seat.
        """
        check_seat(seat, len(self.seats))
        return self.view_of(seat, len(self.log))

    def log_for(self, seat: int) -> tuple[LogEntry[Any, Any], ...]:
        """What a seat has learned of what happened, one entry for each record of the log.

        Raises:
            DraftError: there is no such seat.
        """
        check_seat(seat, len(self.seats))
        entries = []
        for record in self.log:
            outcomes = [
                each.known_to(seat) if hasattr(each, "known_to") else each
                for each in record.outcomes
            ]
            named = [card for each in outcomes for card in _named(each)]
            cards = FrozenDict({card: self.cards[card] for card in named})
            entries.append(LogEntry(tuple(outcomes), cards))
        return tuple(entries)

    def undo(self, seat: int) -> Self:
        """Return the state before a seat's last own action; later actions of others go, too.

        Raises:
            DraftError: If there is no such seat, it has not acted, or a seat has been shown a card
                since that it did not see before.
        """
        check_seat(seat, len(self.seats))
        own = [at for at, record in enumerate(self.log) if seat_of(record.action) == seat]
        if not own:
            refuse(seat, "has done nothing that could be undone")
        before = state = self.replay(self.log[: own[-1]])
        seats = range(len(self.seats))
        known = [{*_shown(state.view(each)), *_shown(state.log_for(each))} for each in seats]
        for record in self.log[own[-1] :]:
            state = state.do(record.action)
            for each in seats:
                if not known[each].issuperset(
                    [*_shown(state.view(each)), *_shown(state.log_for(each)[-1])]
                ):
                    whose = "it" if each == seat else f"seat {each}"
                    refuse(seat, f"cannot undo: {whose} has been shown a card since")
        return before

    @classmethod
    def replay(cls, log: Iterable[Record[Any, Any]]) -> Self:
        """The state that the actions of a *log* lead to.

        Raises:
            DraftError: the log does not begin with a start, or an action in it is not allowed.
        """
        records = [*log]
        for record in records:
            if not isinstance(record, Record):
                raise DraftError(f"a log holds Records, not {record!r}")
        if not records or not isinstance(records[0].action, cls.start):
            raise DraftError(f"a log begins with the start of {cls.title}")
        game = cls.from_start(records[0].action)
        for record in records[1:]:
            game = game.do(record.action)
        return game


class Seen(Game, Generic[ViewT]):
    """A game whose views are of a class, for those who check types."""

    __slots__ = ()

    if TYPE_CHECKING:

        def view(self, seat: int) -> ViewT:
            """All that a seat may see now."""


def taking(action: Callable[P, Any]) -> Callable[Concatenate[GameT, P], GameT]:
    """A method of a game that takes an action, with the arguments of the action's class."""

    def method(self: GameT, /, *args: P.args, **kwargs: P.kwargs) -> GameT:
        return self.do(action(*args, **kwargs))

    method.__doc__ = action.__doc__
    itself = Parameter("self", Parameter.POSITIONAL_ONLY)
    arguments = [
        each.replace(annotation=Parameter.empty) for each in signature(action).parameters.values()
    ]
    vars(method)["__signature__"] = Signature([itself, *arguments])  # for help()
    return method


def several(values: Any) -> tuple[Any, ...]:
    """Values as a tuple, for an action that takes one or several.

    What is neither a value nor several is refused with the action.
    """
    if type(values) is tuple:
        return values
    is_one = isinstance(values, str) or not isinstance(values, Iterable)
    return (values,) if is_one else tuple(values)


def by_number(cards: Sequence[CardT], numbers: Iterable[int]) -> Mapping[int, CardT]:
    """The cards of these numbers, by number."""
    return FrozenDict({number: cards[number] for number in numbers}) if numbers else EMPTY


def refuse(seat: int | None, reason: str, rule: str | None = None) -> NoReturn:
    """Raise a DraftError."""
    raise DraftError(reason, seat, rule)


def check_seat(number: int, seats: int) -> None:
    """Refuse a number that none of so many seats has.

    Raises:
        DraftError: there is no such seat.
    """
    if type(number) is not int:  # True and 1.0 are equal to 1, but no names of seats
        raise DraftError(f"a seat is named by its number, not {number!r}")
    if not 0 <= number < seats:
        raise DraftError(f"there is no such seat; there are {seats}, from 0 on", number)


#: A seed in a stored game.
_SEED = re.compile("[0-9a-f]{64}")


def check_stored_seed(seed: object) -> None:
    """Refuse a seed that is not 64 hexadecimal digits; an empty one is that of a game without.

    Raises:
        DraftError: it is none.
    """
    if not isinstance(seed, str) or (seed and not _SEED.fullmatch(seed)):
        raise DraftError(f"a stored seed is 64 hexadecimal digits, not {seed!r:.80}")


def check_cards(
    seat: int, cards: Sequence[int], among: Collection[int], where: str, rule: str
) -> None:
    """Refuse what are not the numbers of different cards that are somewhere.

    Raises:
        DraftError: which card is not there, or that one is named twice.
    """
    for card in cards:
        if type(card) is not int:  # True and 1.0 are equal to 1, but no names of cards
            refuse(seat, f"a card is named by its number, not {card!r}", rule)
        if card not in among:
            refuse(seat, f"card {card} is not {where}", rule)
    if len({*cards}) < len(cards):
        refuse(seat, "the same card is named twice", rule)


def check_dealt(packs: Iterable[Iterable[int]], cards: int) -> None:
    """Refuse packs that do not have all of so many cards, each once.

    Raises:
        DraftError: a card is in no pack, or in two.
    """
    if not has_each_once([card for pack in packs for card in pack], cards):
        raise DraftError("every card is in one pack, named by its number from 0 on")


def has_each_once(numbers: Sequence[int], size: int) -> bool:
    """Whether these are the numbers from 0 to below *size*, each once."""
    return all(type(each) is int for each in numbers) and sorted(numbers) == [*range(size)]


def numbered(sizes: Iterable[int]) -> list[tuple[int, ...]]:
    """The numbers of the cards in packs of these sizes, one pack after the other."""
    numbers = count()
    return [tuple(islice(numbers, size)) for size in sizes]
