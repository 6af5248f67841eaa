"""Tests of JSON values, and diagnostics about invalid ones."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from math import isfinite
from typing import Any, Final, TypeAlias

from attrs import frozen

from ...diagnostic_log import DiagnosticLog
from ...model import FrozenDict
from ...model.frozen import EMPTY, freeze
from ..json_text import Path
from .codes import MtgjsonCode
from .syntax import ValuePositions

#: A test, and the description of values that pass it.
Like: TypeAlias = tuple[Callable[[Any], bool], str]


def is_string(value: object) -> bool:
    """Return whether *value* is a string."""
    return value.__class__ is str


def is_strings(value: object) -> bool:
    """Return whether *value* is an array of strings."""
    return isinstance(value, list) and all(each.__class__ is str for each in value)


def is_number(value: object) -> bool:
    """Return whether *value* is an integer of at least 0."""
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def is_plain(value: object) -> bool:
    """Return whether *value* is neither an array nor an object, or is an array of such values."""
    if isinstance(value, list):
        return all(not isinstance(each, list) and is_plain(each) for each in value)
    if isinstance(value, float):
        return isfinite(value)
    return value is None or isinstance(value, (str, int))


STRING: Final[Like] = is_string, "a string"
STRINGS: Final[Like] = is_strings, "an array of strings"
NUMBER: Final[Like] = is_number, "a whole number, 0 or more"
FLAG: Final[Like] = lambda value: isinstance(value, bool), "true or false"
OBJECT: Final[Like] = lambda value: isinstance(value, dict), "an object"
ARRAY: Final[Like] = lambda value: isinstance(value, list), "an array"


@frozen
class ValueCheck:
    """A checker that reports invalid values."""

    places: ValuePositions
    log: DiagnosticLog

    def members(
        self, item: Mapping[str, Any], path: Path, like: Mapping[str, Like]
    ) -> dict[str, Any]:
        """Return the members of *item* that pass the tests of *like*; report the others.

        A member that is null counts as missing.
        """
        right: dict[str, Any] = {}
        for name, value in item.items():
            test, expected = like.get(name, _ANYTHING)
            if value is not None and test(value):
                right[name] = value
            elif value is not None:
                self.wrong((*path, name), expected)
        return right

    def extras(
        self, item: Mapping[str, Any], known: Container[str], path: Path
    ) -> FrozenDict[str, Any]:
        """Return the members of *item* that are not *known* as extras; report nested ones."""
        others = {}
        for name, value in item.items():
            if name in known or value is None:
                continue
            values = value.values() if isinstance(value, dict) else [value]
            if all(map(is_plain, values)):
                others[name] = freeze(value)
            else:
                self.wrong((*path, name), "a plain value, or an array or object of them")
        return FrozenDict(mtgjson=FrozenDict(others)) if others else EMPTY

    def wrong(self, path: Path, expected: str) -> None:
        """Report an invalid value at *path*."""
        where = self.places.span(path)
        name = repr(path[-1]) if path else "the set"
        self.log.add(MtgjsonCode.WRONG_VALUE, where, name=name, expected=expected)


_ANYTHING: Final[Like] = lambda _: True, ""
