"""Values in a Draftmancer log, each checked as it is read; what is wrong is kept as it is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, TypeAlias

from attrs import define, field

from ..diagnostic_log import DiagnosticLog
from ..formats.json_text import JsonText, Path
from ..model import CardRef
from ..model.frozen import Value
from ..model.validate import are_strings
from .codes import RecordCode
from .record import are_lands

#: What a value should be: of a type, or one of which a function is true.
Check: TypeAlias = type | Callable[[Any], bool]

#: The format whose extras have what is kept as it is; and the word for those that a record itself
#: needs to be written again.
FORMAT, OWN = "draftmancer", "cardformats"

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND = timedelta(milliseconds=1)
#: Maximum number of milliseconds before and after 1970, which there are from year 1 on.
_MOST = 62_135_596_800_000


def is_count(value: Any) -> bool:
    """Return whether a value is a whole number, 0 or more."""
    return type(value) is int and value >= 0


def is_time(value: Any) -> bool:
    """Return whether a value is a number of milliseconds from 1970."""
    return type(value) is int and abs(value) <= _MOST


def time_of(milliseconds: int) -> datetime:
    """Return the time that many milliseconds from 1970."""
    return _EPOCH + milliseconds * _MILLISECOND


def milliseconds_of(time: datetime) -> int:
    """Return how many milliseconds from 1970 a time is, of UTC if its zone is not known."""
    return ((time if time.tzinfo else time.replace(tzinfo=UTC)) - _EPOCH) // _MILLISECOND


def is_place(value: Any) -> bool:
    """Return whether a value is an array of whole numbers, or one, as in early logs."""
    return is_count(value) or (isinstance(value, list) and all(map(is_count, value)))


def is_id(value: Any) -> bool:
    """Return whether a value is a card's id, or its object, as in early logs."""
    id_ = value.get("id") if isinstance(value, dict) else value
    return isinstance(id_, str)


def are_ids(value: Any) -> bool:
    """Return whether a value is an array of cards."""
    return isinstance(value, list) and all(map(is_id, value))


def are_lists_of_ids(value: Any) -> bool:
    """Return whether a value is an array of arrays of cards."""
    return isinstance(value, list) and all(map(are_ids, value))


def are_texts(value: Any) -> bool:
    """Return whether a value is an object of strings."""
    return isinstance(value, dict) and are_strings(value.values())


#: What the values are called in messages, by what they should be.
_WORDS: Mapping[Check, str] = {
    str: "string",
    bool: "true or false",
    dict: "object",
    list: "array",
    is_count: "whole number",
    is_time: "number of milliseconds",
    is_place: "array of places",
    is_id: "card id",
    are_ids: "array of card ids",
    are_lists_of_ids: "array of arrays of card ids",
    are_lands: "object of whole numbers",
    are_texts: "object of strings",
}


@define
class Values:
    """The members of one object of a log.

    Attributes:
        reading: the log that it is in.
        path: the way to it.
        members: its members.
        own: what the record needs besides to be written again.
        rest: the members that have no place in a record, or are not as they should be.
    """

    reading: LogReading
    path: Path
    members: dict[str, Any]
    own: dict[str, Any] = field(factory=dict)
    rest: dict[str, Any] = field()

    @rest.default
    def _all(self) -> dict[str, Any]:
        return dict(self.members)

    def get(self, name: str, check: Check, default: Any = None) -> Any:
        """Return the member of that name; *default*, and a report, if it is not as it should be."""
        if name not in self.members:
            return default
        value = self.rest.pop(name, self.members[name])
        if isinstance(value, check) if isinstance(check, type) else check(value):
            return value
        self.keep(name, RecordCode.WRONG_TYPE, what=repr(name), expected=_WORDS[check])
        return default

    def keep(self, name: str, code: RecordCode, **data: Any) -> None:
        """Report that *code* holds at a member, and keep it."""
        self.rest[name] = self.members[name]
        self.report(code, name, **data)

    def drop(self, defaults: Mapping[str, Any]) -> None:
        """Leave out the members that have their defaults."""
        for name, value in defaults.items():
            if self.rest.get(name) == value:
                del self.rest[name]

    def report(self, code: RecordCode, *steps: str | int, **data: Any) -> None:
        """Report that *code* holds at a member."""
        self.reading.report(code, (*self.path, *steps), **data)

    @property
    def extras(self) -> Mapping[str, Mapping[str, Value]]:
        """Return the extras of the object: what was not asked for, or was not understood."""
        both = ((FORMAT, self.rest), (OWN, self.own))
        return {name: words for name, words in both if words}


@define
class LogReading:
    """A log that is being read.

    Attributes:
        json: where it stands.
        log: where problems go.
        refs: the references of the cards by id.
        unknown: the ids of which nothing is known, in order.
    """

    json: JsonText
    log: DiagnosticLog
    refs: dict[str, CardRef] = field(factory=dict)
    unknown: dict[str, None] = field(factory=dict)

    def report(self, code: RecordCode, path: Path, **data: Any) -> None:
        """Report that *code* holds at the value at *path*."""
        span = self.json.span(path) if self.log.has_capacity(code) else None
        self.log.add(code, span, **data)

    def cards(self, cards: Iterable[Any]) -> list[CardRef]:
        """Return the cards of some ids, or of objects with one."""
        ids = [card if isinstance(card, str) else card["id"] for card in cards]
        for id_ in ids:
            if id_ not in self.refs:
                self.unknown[id_] = None
                self.refs[id_] = CardRef("", id=id_)
        return [self.refs[id_] for id_ in ids]
