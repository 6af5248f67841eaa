"""The engine of every draft and game: frozen states, actions that lead from one to the next, a log.

A game is a frozen class whose fields are those of a state class; the :class:`Step` that an action
takes is a class with the same fields, which can be set.  A script defines what is asked and what an
action does (:mod:`cardformats.draft.script`); booster draft has a table for that.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, wraps
from inspect import Parameter, Signature, signature
from itertools import accumulate, count, islice
from operator import attrgetter
from types import FunctionType
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    Concatenate,
    Generic,
    NoReturn,
    ParamSpec,
    Self,
    TypeVar,
    cast,
    get_args,
    get_type_hints,
)

import attrs
from attrs import evolve, frozen

from ..bits import Bits, Source
from ..display import Displayed
from ..errors import DraftError
from ..model.frozen import EMPTY, FrozenDict
from .asking import Ask, seat_of

ActionT = TypeVar("ActionT")
OutcomeT = TypeVar("OutcomeT")
CardT = TypeVar("CardT")
ViewT = TypeVar("ViewT")
GameT = TypeVar("GameT", bound="Game")
MethodT = TypeVar("MethodT", bound=Callable[..., Any])
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


class Step:
    """The change that one action makes to a game, while it is being made.

    It has the fields of the game, which are set to change them, and ``outcomes``, what came about
    so far.

    Attributes:
        chance: the kind of thing that chance is here, for :class:`~cardformats.bits.Source`.
        fields: the names of the fields that it shares with its game; those of games with seats and
            with chance are ``seats``, ``table`` and ``chances``.
        values: returns the values of these fields, of a game or a step.
    """

    chance: ClassVar[str] = ""
    fields: ClassVar[tuple[str, ...]] = ()
    values: ClassVar[attrgetter[Any]]
    outcomes: list[Any]
    seats: Any
    table: Any
    chances: Any

    def __init_subclass__(cls) -> None:
        described: Any = cls  # it has the fields of an attrs class
        cls.fields = tuple([field.name for field in attrs.fields(described) if field.init])
        if cls.fields:
            cls.values = attrgetter(*cls.fields)

    def __init__(self, game: Any) -> None:
        self.outcomes = []
        self.adopt(game)

    def adopt(self, game: Any) -> None:
        """Take over the fields of a game, or of another step."""
        self.restore(self.values(game))

    def restore(self, values: Iterable[Any]) -> None:
        """Set the fields to these values."""
        for name, value in zip(self.fields, values, strict=True):
            setattr(self, name, value)

    def tell(self, outcome: Any) -> None:
        """Put *outcome* into the record."""
        self.outcomes.append(outcome)

    def change(self, seat: int, **fields: Any) -> None:
        """Change fields of a seat."""
        seats = [*self.seats]
        seats[seat] = evolve(seats[seat], **fields)
        self.seats = tuple(seats)

    def bits(self) -> Bits:
        """Return a new stream of random bits, derived from the table's seed."""
        self.chances += 1
        return Bits(Source(self.table.seed, self.chance), self.chances)


#: The members in which outcomes name cards: one, or several.
_ONE, _SEVERAL = ("card", "revealed"), ("cards", "trade", "discarded", "kept")


def _named(outcome: Any) -> list[int]:
    """Return the numbers of the cards that an outcome names."""
    one = [getattr(outcome, member) for member in _ONE if hasattr(outcome, member)]
    return one + [card for member in _SEVERAL for card in getattr(outcome, member, ())]


@cache
def logged(game: Any) -> tuple[Any, Any]:
    """Return the types of a game's actions and of their outcomes, which its log has."""
    record = get_args(get_type_hints(game)["log"])[0]
    action, outcome = get_args(record)
    return action, outcome


@cache
def actions_of(game: Any) -> tuple[type, ...]:
    """Return the classes of a game's actions, without that of its start."""
    return tuple([each for each in get_args(logged(game)[0]) if each is not game.start])


def shown_in(value: Any) -> Iterator[int]:
    """Return the numbers of the cards in a view."""
    if isinstance(value, Mapping):
        yield from [number for number, card in value.items() if attrs.has(type(card))]
    elif isinstance(value, tuple):
        for each in value:
            yield from shown_in(each)
    elif attrs.has(type(value)):
        for field in attrs.fields(type(value)):
            yield from shown_in(getattr(value, field.name))


def check_seat(number: int, seats: int) -> None:
    """Reject a number that is not one of *seats* seats.

    Raises:
        DraftError: If there is no such seat.
    """
    if type(number) is not int:  # True and 1.0 are equal to 1, but no names of seats
        raise DraftError(f"a seat is named by its number, not {number!r}")
    if not 0 <= number < seats:
        raise DraftError(f"there is no such seat; there are {seats}, from 0 on", number)


def of_seat(method: MethodT) -> MethodT:
    """Make a method, whose first argument is a seat, refuse a seat that does not exist."""

    @wraps(method)
    def checked(self: Any, seat: int, *args: Any) -> Any:
        check_seat(seat, len(self.seats))
        return method(self, seat, *args)

    return cast("MethodT", checked)


class Game(Displayed):
    """A draft or game at one moment; a subclass is a frozen attrs class.

    Attributes:
        title: what it is called in messages.
        kind: the word for it in a stored game.
        version: that of its rules; a higher one where the same actions come to something else.
        start: the class of the action that begins it.
        step: the class of the step that has its fields.
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
        """Return the class and the number of records; a view has what a player may see."""
        return f"<{type(self).__name__} after {len(self.log)} record{'s' * (len(self.log) != 1)}>"

    @classmethod
    def from_start(cls, start: Any) -> Self:
        """Return the state at the beginning, after *start*.

        Raises:
            DraftError: If no game can start from *start*.
        """
        raise NotImplementedError

    def verify(self, action: Any) -> None:
        """Refuse an action that is not allowed.

        Raises:
            DraftError: If the action is not allowed. The message says whose action it is, which
                rule it breaks, and why.
        """
        game: Any = type(self)
        if type(action) not in actions_of(game):
            raise DraftError(f"this is nothing that can be done in {self.title}: {action!r}")
        of_whom = getattr(action, "action", action)
        if hasattr(of_whom, "seat"):
            check_seat(of_whom.seat, len(self.seats))
        self.check(action)

    def check(self, action: Any) -> None:
        """Refuse an action of a seat that there is, if it is not among those asked for.

        Raises:
            DraftError: If the action is not asked for. The message says whose action it is, which
                rule it breaks, and why.
        """
        raise NotImplementedError

    def asks(self, seat: Any) -> Iterable[Ask]:
        """Return what a seat can do now; what whoever runs the game can do if it is None.

        Nothing else is allowed.
        """
        raise NotImplementedError

    def act(self, step: Any, action: Any) -> None:
        """Do an allowed action, and what follows from it up to the next question."""
        raise NotImplementedError

    def choices(self, seat: int | None) -> tuple[Ask, ...]:
        """Return what a seat can do now; what whoever runs the game can do if it is None.

        Raises:
            DraftError: If there is no such seat.
        """
        if seat is not None:
            check_seat(seat, len(self.seats))
        return tuple(self.asks(seat))

    def can(self, action: Any) -> bool:
        """Return whether an action is allowed."""
        try:
            self.verify(action)
        except DraftError:
            return False
        return True

    def do(self, action: Any) -> Self:
        """Do an action, and return the next state; its record is the last of the log.

        Raises:
            DraftError: If the action is not allowed.
        """
        self.verify(action)
        step = self.step(self)
        self.act(step, action)
        return self.after(step, Record(action, tuple(step.outcomes)))

    def after(self, step: Step, *records: Record[Any, Any]) -> Self:
        """Return the state that *step* has reached from this one."""
        changed = zip(step.fields, step.values(step), strict=True)
        made: Any = type(self)
        after: Self = made(**dict(changed), log=self.log + records)
        return after

    @of_seat
    def view(self, seat: int) -> Any:
        """Return all that a seat may see now.

        Raises:
            DraftError: If there is no such seat.
        """
        return self.view_of(seat, len(self.log))

    @of_seat
    def log_for(self, seat: int) -> tuple[LogEntry[Any, Any], ...]:
        """Return what a seat has learned so far, one entry for each record of the log.

        Raises:
            DraftError: If there is no such seat.
        """
        return tuple([self._learned(seat, record) for record in self.log])

    def _learned(self, seat: int, record: Record[Any, Any]) -> LogEntry[Any, Any]:
        """Return what a seat has learned from a record of the log."""
        outcomes = tuple(
            [each.known_to(seat) if hasattr(each, "known_to") else each for each in record.outcomes]
        )
        named = [card for each in outcomes for card in _named(each)]
        return LogEntry(outcomes, FrozenDict({card: self.cards[card] for card in named}))

    @of_seat
    def undo(self, seat: int) -> Self:
        """Return the state before a seat's last own action; later actions of others go, too.

        Raises:
            DraftError: If there is no such seat, it has not acted, or a seat has been shown a card
                since that it did not see before.
        """
        own = [at for at, record in enumerate(self.log) if seat_of(record.action) == seat]
        if not own:
            refuse(seat, "has done nothing that could be undone")
        before, undone = self.replay(self.log[: own[-1]]), self.log[own[-1] :]
        states = [*accumulate(undone, lambda state, each: state.do(each.action), initial=before)]
        for each in range(len(self.seats)):
            known = {*shown_in(before.view(each)), *shown_in(before.log_for(each))}
            shown = [card for state in states for card in shown_in(state.view(each))]
            shown += [card for record in undone for card in self._learned(each, record).cards]
            if not known.issuperset(shown):
                whose = "it" if each == seat else f"seat {each}"
                refuse(seat, f"cannot undo: {whose} has been shown a card since")
        return before

    @classmethod
    def replay(cls, log: Iterable[Record[Any, Any]]) -> Self:
        """Play the actions of a *log* again, and return the last state.

        Raises:
            DraftError: If the log does not begin with a start, or an action in it is not allowed.
        """
        records = [*log]
        for record in records:
            if not isinstance(record, Record):
                raise DraftError(f"a log holds Records, not {record!r}")
        # a class for several kinds of games has no start
        if not records or not isinstance(records[0].action, getattr(cls, "start", ())):
            reason = f"a log begins with the start of {cls.title}"
            raise DraftError(f"{reason}; each class of games replays its own logs")
        game = cls.from_start(records[0].action)
        for record in records[1:]:
            game = game.do(record.action)
        return game


class Seen(Game, Generic[ViewT]):
    """A game whose views are of a class, for those who check types."""

    __slots__ = ()

    if TYPE_CHECKING:

        def view(self, seat: int) -> ViewT:
            """Return all that a seat may see now."""


def taking(action: Callable[P, Any]) -> Callable[Concatenate[GameT, P], GameT]:
    """Make a method of a game that takes an action, with the arguments of its class."""

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
    """Return one value or several as a tuple.

    What is neither a value nor several is refused with the action.
    """
    if type(values) is tuple:
        return values
    is_one = isinstance(values, str) or not isinstance(values, Iterable)
    return (values,) if is_one else tuple(values)


def by_number(cards: Sequence[CardT], numbers: Iterable[int]) -> Mapping[int, CardT]:
    """Return the cards of these numbers, by number."""
    return FrozenDict({number: cards[number] for number in numbers}) if numbers else EMPTY


def refuse(seat: int | None, reason: str, rule: str | None = None) -> NoReturn:
    """Raise a DraftError."""
    raise DraftError(reason, seat, rule)


#: A seed in a stored game.
_SEED = re.compile("[0-9a-f]{64}")


def check_stored_seed(seed: object) -> None:
    """Refuse a seed that is not 64 hexadecimal digits; an empty one is that of a game without.

    Raises:
        DraftError: If the seed is not of that form.
    """
    if not isinstance(seed, str) or (seed and not _SEED.fullmatch(seed)):
        raise DraftError(f"a stored seed is 64 hexadecimal digits, not {seed!r:.80}")


def check_dealt(packs: Iterable[Iterable[int]], cards: int) -> None:
    """Reject packs that do not contain each of *cards* cards exactly once.

    Raises:
        DraftError: If a card is in no pack, or in two.
    """
    if not has_each_once([card for pack in packs for card in pack], cards):
        raise DraftError("every card is in one pack, named by its number from 0 on")


def has_each_once(numbers: Sequence[int], size: int) -> bool:
    """Return whether these are the numbers from 0 to below *size*, each once."""
    return all(type(each) is int for each in numbers) and sorted(numbers) == [*range(size)]


def numbered(sizes: Iterable[int]) -> list[tuple[int, ...]]:
    """Return the numbers of the cards in packs of these sizes, one pack after the other."""
    numbers = count()
    return [tuple(islice(numbers, size)) for size in sizes]
