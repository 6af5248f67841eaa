"""Values in a Draftmancer log, each checked as it is read; what is wrong is kept as it is."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any, TypeAlias

from attrs import define, field

from ..diagnostic_log import DiagnosticLog
from ..formats.json_text import JsonText, Path
from ..model import CardRef
from ..model.frozen import EMPTY, FrozenDict, freeze
from .codes import RecordCode

#: Whether a value is as it should be.
Check: TypeAlias = Callable[[Any], bool]

#: The format whose extras have what is kept as it is; and the word for those that a record itself
#: needs to be written again.
FORMAT, OWN = "draftmancer", "cardformats"


def is_text(value: Any) -> bool:
    """Return whether a value is a string."""
    return isinstance(value, str)


def is_flag(value: Any) -> bool:
    """True or false."""
    return isinstance(value, bool)


def member(value: Any, name: str) -> Any:
    """Return the member of an object; None if there is none, or it is no object."""
    return value.get(name) if isinstance(value, dict) else None


def is_count(value: Any) -> bool:
    """Return whether a value is a whole number, 0 or more."""
    return type(value) is int and value >= 0


def is_object(value: Any) -> bool:
    """Return whether a value is an object."""
    return isinstance(value, dict)


def is_list(value: Any) -> bool:
    """Return whether a value is an array."""
    return isinstance(value, list)


def is_place(value: Any) -> bool:
    """Return whether a value is an array of whole numbers, or one, as in early logs."""
    return is_count(value) or (is_list(value) and all(map(is_count, value)))


def is_id(value: Any) -> bool:
    """Return whether a value is a card's id, or its object, as in early logs."""
    return is_text(value) or (is_object(value) and is_text(value.get("id")))


def are_ids(value: Any) -> bool:
    """Return whether a value is an array of cards."""
    return is_list(value) and all(map(is_id, value))


def are_lists_of_ids(value: Any) -> bool:
    """Return whether a value is an array of arrays of cards."""
    return is_list(value) and all(map(are_ids, value))


#: What the values are called in messages, by what they should be.
_WORDS: Mapping[Check, str] = {
    is_text: "string",
    is_flag: "true or false",
    is_count: "whole number",
    is_object: "object",
    is_list: "array",
    is_place: "array of places",
    is_id: "card id",
    are_ids: "array of card ids",
    are_lists_of_ids: "array of arrays of card ids",
}


@define
class Values:
    """The members of one object of a log.

    Attributes:
        reading: the log that it is in.
        path: the way to it.
        members: its members.
        rest: those that have no place in a record, or are not as they should be.
        own: what the record needs besides to be written again.
    """

    reading: LogReading
    path: Path
    members: dict[str, Any]
    rest: dict[str, Any] = field(factory=dict)
    own: dict[str, Any] = field(factory=dict)

    def get(self, name: str, check: Check, default: Any = None) -> Any:
        """Return the member of that name; *default*, and a report, if it is not as it should be."""
        if name not in self.members:
            return default
        value = self.members[name]
        if check(value):
            return value
        self.wrong(name, _WORDS.get(check, "such value"))
        return default

    def wrong(self, name: str, expected: str) -> None:
        """Report that a member is not *expected*, and keep it."""
        self.rest[name] = self.members[name]
        self.report(RecordCode.WRONG_TYPE, name, what=repr(name), expected=expected)

    def report(self, code: RecordCode, *steps: str | int, **data: Any) -> None:
        """Report that *code* holds at a member."""
        self.reading.report(code, (*self.path, *steps), **data)

    def extras(self, known: Collection[str], defaults: Mapping[str, Any] = EMPTY) -> Any:
        """Return the extras of the object: what is not *known*, or was not understood.

        What has its default is left out.
        """
        for name, value in self.members.items():
            is_default = name in defaults and defaults[name] == value
            if name not in known and not is_default:
                self.rest[name] = value
        both = {FORMAT: freeze(self.rest), OWN: freeze(self.own)}
        return FrozenDict({key: value for key, value in both.items() if value}) or EMPTY


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

    def ref(self, card: Any) -> CardRef:
        """Return the card of an id, or of an object with one."""
        id_: str = card if isinstance(card, str) else card["id"]
        known = self.refs.get(id_)
        if known is None:
            self.unknown[id_] = None
            known = self.refs[id_] = CardRef("", id=id_)
        return known

    def cards(self, cards: Any) -> list[CardRef]:
        """Return the cards of an array."""
        return [self.ref(card) for card in cards]
