"""What a seat is asked: actions of a class, whose members have values to choose from.

What a seat can do, what it is shown of that, and what is refused come from the same values.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import product
from math import prod
from typing import Any, TypeAlias, cast

import attrs
from attrs import field, frozen

from ..errors import DraftError
from ..model.frozen import as_tuple

#: Maximum number of values in an error message.
_SHOWN = 20

_ANY = "one of those it can choose"


def in_words(action: type) -> str:
    """Return what a class of actions is called: ``take pile`` for TakePile."""
    return re.sub("(?<!^)(?=[A-Z])", " ", action.__name__).lower()


def seat_of(action: Any) -> int | None:
    """Return the seat whose action it is; None if it is of no seat, or of several."""
    seat: int | None = getattr(getattr(action, "action", action), "seat", None)
    return seat


@frozen
class AmongCards:
    """Some cards: what one member of an action is chosen among.

    Attributes:
        cards: the numbers of the cards.
        where: where they are, for messages.
        rule: the rule that a refusal refers to.
    """

    cards: tuple[int, ...] = field(converter=as_tuple)
    where: str = field(default=_ANY, repr=False)
    rule: str | None = field(default=None, repr=False)

    def __contains__(self, value: object) -> bool:
        """Return whether a value can be chosen."""
        return self.problem(value) is None

    def problem(self, value: object) -> str | None:
        """Return why a value is not one of these cards; None if it is."""
        if type(value) is not int:  # True and 1.0 are equal to 1, but no names of cards
            return f"a card is named by its number, not {value!r:.80}"
        return None if value in self.cards else f"card {value} is not {self.where}"


@frozen
class One(AmongCards):
    """One of some cards: what one member of an action can be."""

    def __len__(self) -> int:
        """Return how many cards there are."""
        return len(self.cards)

    def __getitem__(self, number: Any) -> Any:
        """Return the card of that number, or several."""
        return self.cards[number]


@frozen
class Some(AmongCards):
    """Any number of some cards, each once: what one member of an action can be.

    Attributes:
        may_repeat: a card can be named several times.
        usual: the usual number of cards, 0 or 1, of which each choice is listed; None if there is
            none, so that there are too many choices for a list.
        count: how many cards have to be named.
        or_more: more can be.
    """

    may_repeat: bool = field(default=False, repr=False)
    usual: int | None = field(default=None, repr=False)
    count: int = field(default=0, repr=False)
    or_more: bool = field(default=True, repr=False)

    @property
    def listed(self) -> tuple[tuple[int, ...], ...]:
        """Return the usual choices."""
        if self.usual is None:
            return ()
        return tuple([(card,) for card in self.cards]) if self.usual else ((),)

    def problem(self, value: object) -> str | None:
        """Return why a value is not a tuple of these cards; None if it is."""
        if type(value) is not tuple:
            return f"cards are a tuple of numbers, not {value!r:.80}"
        for problem in map(super().problem, value):
            if problem:
                return problem
        if not self.may_repeat and len({*value}) < len(value):
            return "the same card is named twice"
        if len(value) < self.count or (len(value) > self.count and not self.or_more):
            more = " or more" if self.or_more else ""
            return f"the number of cards is {self.count}{more}, not {len(value)}"
        return None


@frozen
class Suggested:
    """Values to choose from, where others are accepted as well, such as any name.

    Attributes:
        values: those that are offered.
        accepts: returns whether a value is accepted.
        what: what the value is, for messages; by default the name of the member.
    """

    values: tuple[Any, ...] = field(converter=as_tuple)
    accepts: Callable[[Any], bool] = field(eq=False)
    what: str = ""

    def __contains__(self, value: object) -> bool:
        """Return whether a value is accepted."""
        return self.accepts(value)

    def __len__(self) -> int:
        """Return how many values are offered."""
        return len(self.values)

    def __getitem__(self, number: Any) -> Any:
        """Return the value of that number, or several."""
        return self.values[number]


#: Any tuple, of which the empty one is offered.
ANY_TUPLE = Suggested([()], lambda value: isinstance(value, tuple))

#: What one member of an action can be.
Choice: TypeAlias = Sequence[Any] | One | Some | Suggested


def _as_choices(values: Iterable[Choice]) -> tuple[Choice, ...]:
    is_frozen = (AmongCards, Suggested, range, tuple)
    return tuple([each if isinstance(each, is_frozen) else tuple(each) for each in values])


@frozen
class Ask:
    """What a seat can do now: an action of a class, whose members are chosen each by itself.

    Attributes:
        action: the class of the action; its first member is the seat, if it is of one.
        choices: for each further member the values it can have: a sequence, :class:`Some` or
            :class:`Suggested`.
        check: refuses values that do not go together, with a DraftError; None if all do, as in
            drafts of zones, where views contain what is asked.
        rule: the rule that a refusal refers to; by default that of the action's class, if it has
            one.
    """

    action: type
    choices: tuple[Choice, ...] = field(default=(), converter=_as_choices)
    check: Callable[[Any], None] | None = field(default=None, eq=False, repr=False)
    rule: str | None = field(default=None, repr=False)

    def __len__(self) -> int:
        """Return how many actions there are; 0 if they are checked one by one, or too many."""
        if self.check is not None or any(isinstance(each, Some) for each in self.choices):
            return 0
        return prod([len(cast("Sequence[Any]", each)) for each in self.choices])

    def made(self, seat: int | None, *values: Any) -> Any:
        """Return the action of a seat with these values."""
        is_of_seat = attrs.fields(self.action)[0].name == "seat"
        return self.action(seat, *values) if is_of_seat else self.action(*values)

    def numbered(self, seat: int | None, number: int) -> Any:
        """Return the action of that number; the last member changes first."""
        values = []
        for each in cast("Sequence[Sequence[Any]]", self.choices[::-1]):
            number, at = divmod(number, len(each))
            values.append(each[at])
        return self.made(seat, *values[::-1])

    def actions(self, seat: int | None) -> Iterator[Any]:
        """Return each allowed action in order; of too many the usual ones, if there are such."""
        choices = [each.listed if isinstance(each, Some) else each for each in self.choices]
        for values in product(*cast("Sequence[Sequence[Any]]", choices)):
            action = self.made(seat, *values)
            if self.check is None or self.allows(action):
                yield action

    def allows(self, action: Any) -> bool:
        """Return whether an action is one of those that are asked for."""
        if type(action) is not self.action:
            return False
        try:
            self.verify(action)
        except DraftError:
            return False
        return True

    def begins(self, action: Any) -> bool:
        """Return whether the first member of an action is one of the choices for it."""
        names = zip(_members(self.action), self.choices, strict=True)
        return all(getattr(action, name) in choice for name, choice in [*names][:1])

    def verify(self, action: Any) -> None:
        """Refuse an action that is not one of those that are asked for.

        Raises:
            DraftError: If the action is not asked for. The message has the seat, the reason and the
                rule.
        """
        rule = self.rule or getattr(self.action, "rule", None)
        for name, choice in zip(_members(self.action), self.choices, strict=True):
            value = getattr(action, name)
            if isinstance(choice, AmongCards):
                if problem := choice.problem(value):
                    raise DraftError(problem, seat_of(action), choice.rule or rule)
            # True and 1.0 are equal to 1, but no numbers of anything
            elif type(value) is bool or isinstance(value, float) or value not in choice:
                what = getattr(choice, "what", "") or name
                raise DraftError(_one_of(what, choice, value), seat_of(action), rule)
        if self.check is not None:
            self.check(action)


@cache
def _members(action: type) -> tuple[str, ...]:
    """Return the names of what is chosen: the members of an action but its seat."""
    return tuple([each.name for each in attrs.fields(action) if each.name != "seat"])


def _one_of(what: str, choice: Sequence[Any] | Suggested, value: object) -> str:
    """Return why a value cannot be chosen, with some that can."""
    some = ", ".join(map(str, choice[:_SHOWN]))
    more = ", …" if len(choice) > _SHOWN else ""
    return (
        f"{what} can be one of {some}{more}, not {value!r:.80}"
        if some
        else (f"{what} cannot be {value!r:.80}")
    )


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


class ViewOptions(Sequence[Option]):
    """What a seat can do now, as a view describes it; each is made when it is looked at."""

    def __init__(self, view: Any) -> None:
        """Describe what the seat of a view is asked for."""
        self._view = view

    def __len__(self) -> int:
        """Return the number of options."""
        return sum(map(len, self._view.asks))

    def __getitem__(self, number: Any) -> Any:
        """Return the option of that number, or a tuple of several."""
        if isinstance(number, slice):
            return tuple([self[each] for each in range(len(self))[number]])
        left = range(len(self))[number]
        for ask in self._view.asks:
            if left < len(ask):
                return self._view.describe(ask.numbered(self._view.seat, left))
            left -= len(ask)
        raise IndexError(number)

    def __iter__(self) -> Iterator[Option]:
        """Yield each option in order."""
        view = self._view
        for ask in view.asks:
            for action in ask.actions(view.seat):
                yield view.describe(action)

    def __eq__(self, other: object) -> bool:
        """Return whether the options are those of another sequence."""
        return isinstance(other, Sequence) and [*self] == [*other]

    __hash__ = None  # type: ignore[assignment] # as of every sequence that is equal to a list
