"""Checks that the model's constructors share; each raises ModelError with the field's name."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from fractions import Fraction
from math import isfinite
from typing import Any, NoReturn

from attrs import Attribute, fields_dict

from ..errors import ModelError
from .frozen import FrozenDict

#: Maximum number of characters of a rejected value in a message.
_SHOWN = 200

_STRING = frozenset([str])
#: Types of values that hold no others, and are JSON's whatever they are.
_PLAIN = frozenset([str, int, bool, type(None)])

Validator = Callable[[Any, "Attribute[Any]", Any], None]


def check(instance: Any, **validators: Validator) -> None:
    """Call the validator of each field.

    Classes whose values are many look at all fields at once, which is much faster, and come here
    only if something is not as usual.
    """
    fields = fields_dict(type(instance))
    for name, validator in validators.items():
        validator(instance, fields[name], getattr(instance, name))


def string(instance: Any, attribute: Attribute[Any], value: object) -> None:
    """Reject a field that is not a string."""
    if not isinstance(value, str):
        refuse(instance, attribute, value, "a string")


def optional_string(instance: Any, attribute: Attribute[Any], value: object) -> None:
    """Reject a field that is not a string or None."""
    if value is not None and not isinstance(value, str):
        refuse(instance, attribute, value, "a string or None")


def flag(instance: Any, attribute: Attribute[Any], value: object) -> None:
    """Reject a field that is not True or False."""
    if value is not True and value is not False:
        refuse(instance, attribute, value, "True or False")


def optional_number(instance: Any, attribute: Attribute[Any], value: object) -> None:
    """Reject a field that is not a finite number or None."""
    if value is None:
        return
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not isfinite(value):
        refuse(instance, attribute, value, "a number or None")


def instance_of(*types: type, optional: bool = False) -> Validator:
    """Reject a field that is not of one of *types*; subclasses are rejected too."""

    def check(instance: Any, attribute: Attribute[Any], value: object) -> None:
        if type(value) not in types and not (optional and value is None):
            names = " or ".join(kind.__name__ for kind in types)
            refuse(instance, attribute, value, f"{names}{' or None' * optional}")

    return check


def texts(instance: Any, attribute: Attribute[Any], value: object) -> None:
    """Reject a field that is not a frozen mapping of strings to strings."""
    if not are_texts(value):
        refuse(instance, attribute, value, "a mapping of strings to strings")


def json_values(instance: Any, attribute: Attribute[Any], value: object) -> None:
    """Reject a field that is not a frozen mapping of strings to frozen JSON values."""
    if not are_json_values(value):
        refuse(instance, attribute, value, "a mapping of strings to JSON values")


def json_mappings(instance: Any, attribute: Attribute[Any], value: object) -> None:
    """Reject a field that is not a frozen mapping of strings to frozen mappings of JSON values."""
    if not are_json_mappings(value):
        refuse(instance, attribute, value, "a mapping of strings to mappings of JSON values")


def are_texts(value: object) -> bool:
    """Return whether *value* is a frozen mapping of strings to strings."""
    return _is_of_strings(value) or (
        isinstance(value, FrozenDict) and are_strings(value) and are_strings(value.values())
    )


def _is_of_strings(value: object) -> bool:
    """Return whether *value* is a mapping of the usual kind, which needs no further check."""
    return (
        type(value) is FrozenDict
        and _STRING.issuperset(map(type, value))
        and _STRING.issuperset(map(type, value.values()))
    )


def are_json_values(value: object) -> bool:
    """Return whether *value* is a frozen mapping of strings to frozen JSON values."""
    return _is_of_strings(value) or (isinstance(value, FrozenDict) and _is_json(value))


def are_json_mappings(value: object) -> bool:
    """Return whether *value* is a frozen mapping of strings to frozen mappings of JSON values."""
    return (
        isinstance(value, FrozenDict)
        and are_strings(value)
        and all(map(are_json_values, value.values()))
    )


def are_strings(values: Iterable[object]) -> bool:
    """Return whether all *values* are strings."""
    # the types of all at once: much faster than a look at each
    return _STRING.issuperset(map(type, values)) or all(isinstance(each, str) for each in values)


def _is_json(value: object) -> bool:
    if isinstance(value, FrozenDict):
        if not are_strings(value):
            return False
        values: Iterable[object] = value.values()
    elif isinstance(value, tuple):
        values = value
    else:
        is_finite = isinstance(value, float) and isfinite(value)
        return value is None or isinstance(value, (str, int)) or is_finite
    if _PLAIN.issuperset(map(type, values)):
        return True
    for each in values:  # noqa: SIM110 - much faster than all()
        if each.__class__ not in _PLAIN and not _is_json(each):
            return False
    return True


def one_of(values: Collection[str]) -> Validator:
    """Reject a field that is not one of *values*."""

    def check(instance: Any, attribute: Attribute[Any], value: object) -> None:
        if not isinstance(value, str) or value not in values:
            refuse(instance, attribute, value, "one of " + ", ".join(map(repr, values)))

    return check


def at_least(minimum: int) -> Validator:
    """Reject a field that is not a whole number of *minimum* or more."""

    def check(instance: Any, attribute: Attribute[Any], value: object) -> None:
        if type(value) is not int or value < minimum:
            refuse(instance, attribute, value, f"a whole number, {minimum} or more")

    return check


def between(minimum: int, maximum: int) -> Validator:
    """Reject a field that is not a whole number from *minimum* to *maximum*."""

    def check(instance: Any, attribute: Attribute[Any], value: object) -> None:
        if type(value) is not int or not minimum <= value <= maximum:
            wanted = f"a whole number from {minimum} to {maximum}"
            refuse(instance, attribute, value, wanted)

    return check


def weight(instance: Any, attribute: Attribute[Any], value: object) -> None:
    """Reject a field that is not an int or a Fraction of 0 or more; floats are rejected."""
    if not isinstance(value, (int, Fraction)) or isinstance(value, bool) or value < 0:
        refuse(instance, attribute, value, "an int or a Fraction, 0 or more")


def tuple_of(*types: type) -> Validator:
    """Reject a field that is not a tuple with items of *types*; subclasses are rejected."""
    allowed = frozenset(types)

    def check(instance: Any, attribute: Attribute[Any], value: object) -> None:
        if not isinstance(value, tuple) or not allowed.issuperset(map(type, value)):
            names = " or ".join(kind.__name__ for kind in types)
            refuse(instance, attribute, value, f"a sequence of {names}")

    return check


def strings(instance: Any, attribute: Attribute[Any], value: object) -> None:
    """Reject a field that is not a tuple of strings."""
    if not isinstance(value, tuple) or (value and not are_strings(value)):
        refuse(instance, attribute, value, "a sequence of strings")


def counts(instance: Any, attribute: Attribute[Any], value: object) -> None:
    """Reject a field that is not a tuple of whole numbers of 0 or more."""
    if not isinstance(value, tuple) or not all(type(item) is int and item >= 0 for item in value):
        refuse(instance, attribute, value, "a sequence of whole numbers, 0 or more")


def refuse(instance: Any, attribute: Attribute[Any], value: object, wanted: str) -> NoReturn:
    """Refuse *value*, since the field is *wanted*.

    Raises:
        ModelError: Always.
    """
    shown = repr(value)
    if len(shown) > _SHOWN:
        shown = f"{shown[:_SHOWN]}…"
    message = f"{type(instance).__name__}.{attribute.name} is {wanted}, not {shown}"
    raise ModelError(message)
