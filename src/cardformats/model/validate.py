"""Checks that the model's constructors share; each raises ModelError with the field's name."""

from __future__ import annotations

from collections.abc import Callable, Collection
from fractions import Fraction
from typing import Any

from attrs import Attribute

from ..errors import ModelError

Validator = Callable[[Any, "Attribute[Any]", Any], None]


def one_of(values: Collection[str]) -> Validator:
    """The field is one of *values*."""

    def check(instance: Any, attribute: Attribute[Any], value: object) -> None:
        if value not in values:
            _refuse(instance, attribute, value, "one of " + ", ".join(map(repr, values)))

    return check


def at_least(minimum: int) -> Validator:
    """The field is a whole number, *minimum* or more."""

    def check(instance: Any, attribute: Attribute[Any], value: object) -> None:
        if type(value) is not int or value < minimum:
            _refuse(instance, attribute, value, f"a whole number, {minimum} or more")

    return check


def between(minimum: int, maximum: int) -> Validator:
    """The field is a whole number from *minimum* to *maximum*."""

    def check(instance: Any, attribute: Attribute[Any], value: object) -> None:
        if type(value) is not int or not minimum <= value <= maximum:
            wanted = f"a whole number from {minimum} to {maximum}"
            _refuse(instance, attribute, value, wanted)

    return check


def weight(instance: Any, attribute: Attribute[Any], value: object) -> None:
    """The field is an exact number, 0 or more: an int or a Fraction, never a float."""
    if not isinstance(value, (int, Fraction)) or isinstance(value, bool) or value < 0:
        _refuse(instance, attribute, value, "an int or a Fraction, 0 or more")


def tuple_of(*types: type) -> Validator:
    """The field is a tuple (or becomes one) whose items are of *types*."""

    def check(instance: Any, attribute: Attribute[Any], value: object) -> None:
        if not isinstance(value, tuple) or not all(
            issubclass(kind, types) for kind in set(map(type, value))
        ):
            names = " or ".join(kind.__name__ for kind in types)
            _refuse(instance, attribute, value, f"a sequence of {names}")

    return check


def _refuse(instance: Any, attribute: Attribute[Any], value: object, wanted: str) -> None:
    message = f"{type(instance).__name__}.{attribute.name} is {wanted}, not {value!r}"
    raise ModelError(message)
