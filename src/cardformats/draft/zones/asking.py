"""What a seat is asked in a draft of zones: actions, whose members have values to choose from."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from math import prod
from typing import Any, cast

import attrs
from attrs import field, frozen

from ...model.frozen import as_tuple


def in_words(action: type) -> str:
    """What a class of actions is called: ``take pile`` for TakePile."""
    return re.sub("(?<!^)(?=[A-Z])", " ", action.__name__).lower()


@frozen
class Some:
    """Any number of some cards, each once: what one member of an action can be.

    Attributes:
        cards: the numbers of the cards.
    """

    cards: tuple[int, ...] = field(converter=as_tuple)

    def __contains__(self, value: object) -> bool:
        """Whether a value is a tuple of these cards, each at most once."""
        if type(value) is not tuple or not all(type(card) is int for card in value):
            return False
        return len({*value}) == len(value) and {*self.cards}.issuperset(value)


def _as_choices(values: Iterable[Sequence[Any] | Some]) -> tuple[Sequence[Any] | Some, ...]:
    is_frozen = (Some, range, tuple)
    return tuple([each if isinstance(each, is_frozen) else tuple(each) for each in values])


@frozen
class Ask:
    """What a seat can do now: an action of a class, whose members are chosen each by itself.

    Attributes:
        action: the class of the action; its first member is the seat.
        choices: for each further member the values it can have: a sequence, or :class:`Some`.
    """

    action: type
    choices: tuple[Sequence[Any] | Some, ...] = field(default=(), converter=_as_choices)

    def __len__(self) -> int:
        """How many actions there are; 0 if they are more than a list can contain."""
        if any(isinstance(each, Some) for each in self.choices):
            return 0
        return prod([len(cast("Sequence[Any]", each)) for each in self.choices])

    def made(self, seat: int, number: int) -> Any:
        """Return the action of that number; the last member changes first."""
        values = []
        for each in cast("Sequence[Sequence[Any]]", self.choices[::-1]):
            number, at = divmod(number, len(each))
            values.append(each[at])
        return self.action(seat, *values[::-1])

    def actions(self, seat: int) -> Iterator[Any]:
        """Each action in order; none if they are more than a list can contain."""
        if len(self):
            for values in product(*cast("Sequence[Sequence[Any]]", self.choices)):
                yield self.action(seat, *values)

    def allows(self, action: Any) -> bool:
        """Whether an action is one of those that are asked for."""
        if type(action) is not self.action:
            return False
        values = [getattr(action, each.name) for each in attrs.fields(self.action)[1:]]
        return all(map(_is_among, values, self.choices))


def _is_among(value: Any, choice: Sequence[Any] | Some) -> bool:
    """Whether a value can be chosen; True and 1.0 are equal to 1, but no numbers of anything."""
    return value in choice and (type(value) is not bool and not isinstance(value, float))


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


class Options(Sequence[Option]):
    """What a seat can do now, as a view describes it; each is made when it is looked at."""

    def __init__(self, view: Any) -> None:
        """Describe what the seat of a view is asked for."""
        self._view = view

    def __len__(self) -> int:
        """How many there are."""
        return sum(map(len, self._view.asks))

    def __getitem__(self, number: Any) -> Any:
        """The option of that number, or a tuple of several."""
        if isinstance(number, slice):
            return tuple([self[each] for each in range(len(self))[number]])
        left = range(len(self))[number]
        for ask in self._view.asks:
            if left < len(ask):
                return self._view.describe(ask.made(self._view.seat, left))
            left -= len(ask)
        raise IndexError(number)

    def __iter__(self) -> Iterator[Option]:
        """Each option in order."""
        view = self._view
        for ask in view.asks:
            for action in ask.actions(view.seat):
                yield view.describe(action)

    def __eq__(self, other: object) -> bool:
        """Whether the options are those of another sequence."""
        return isinstance(other, Sequence) and [*self] == [*other]

    __hash__ = None  # type: ignore[assignment] # as of every sequence that is equal to a list
