"""The cattrs converter between the model's values and JSON's, strict in both directions."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from fractions import Fraction
from functools import lru_cache
from typing import Any, Literal, get_args, get_origin

import attrs
from cattrs import BaseValidationError, Converter, IterableValidationError, IterableValidationNote
from cattrs.gen import make_dict_structure_fn

from ...errors import ModelError
from ...model import (
    UNLIMITED,
    AddBooster,
    AddCards,
    AtLeast,
    AtMost,
    Balanced,
    Booster,
    Box,
    Card,
    CardRef,
    Choice,
    Collation,
    Color,
    Constraint,
    DraftEffect,
    Entry,
    Event,
    Face,
    Fixed,
    Layout,
    LayoutChoice,
    ManaCost,
    Other,
    OtherEffect,
    PrintRun,
    Quota,
    QuotaCount,
    Random,
    Replace,
    Round,
    Sheet,
    SheetChoice,
    SimpleEffect,
    Slot,
    Spread,
    Striped,
    Unlimited,
)
from ...model.frozen import freeze, thaw

#: As the schema has it; Fraction itself would take "1e999999999", too, and reckon for years.
_FRACTION = re.compile(r"[0-9]+(?:/[0-9]+)?")

#: What structuring raises for a value that does not fit; the model's errors are ValueErrors.
REFUSALS = (BaseValidationError, TypeError, ValueError)

#: The classes that become JSON objects.
CLASSES: tuple[type, ...] = (
    AddBooster, AddCards, AtLeast, AtMost, Balanced, Booster, Box, Card, CardRef, Choice, Entry,
    Event, Face, Fixed, Layout, LayoutChoice, Other, OtherEffect, PrintRun, Quota, QuotaCount,
    Random, Replace, Round, Sheet, SheetChoice, Slot, Spread, Striped,
)  # fmt: skip

#: The effects with parameters.
_Effect = AddCards | AddBooster | OtherEffect

#: Unions whose members are told apart by the member ``type`` of their object.
TAGGED: dict[Any, dict[str, type]] = {
    Collation: {
        "random": Random,
        "balanced": Balanced,
        "print_run": PrintRun,
        "striped": Striped,
        "fixed": Fixed,
        "spread": Spread,
        "other": Other,
    },
    Constraint: {"at_least": AtLeast, "at_most": AtMost, "replace": Replace},
    CardRef | Face: {"card": CardRef, "face": Face},
    _Effect: {"add_cards": AddCards, "add_booster": AddBooster, "other_effect": OtherEffect},
}


@lru_cache(maxsize=1)
def converter() -> Converter:
    """The converter, made on first use."""
    made = Converter(omit_if_default=True, forbid_extra_keys=True)
    for cls in CLASSES:
        attrs.resolve_types(cls, localns={"DraftEffect": DraftEffect})
    _add_scalars(made)
    _add_literals(made)
    _add_containers(made)
    for union, tags in TAGGED.items():
        _add_tagged(made, union, tags)
    _add_either(
        made,
        DraftEffect,
        lambda value: SimpleEffect if isinstance(value, str) else _Effect,
    )
    _add_either(
        made,
        Slot | Choice,
        lambda value: Choice if isinstance(value, dict) and "options" in value else Slot,
    )
    return made


def _add_scalars(made: Converter) -> None:
    for kind, word in ((str, "a string"), (int, "a whole number"), (bool, "true or false")):
        made.register_structure_hook(kind, _expect(kind, word))
    made.register_structure_hook(float, _number)
    made.register_structure_hook(Fraction, _fraction)
    made.register_structure_hook(int | Fraction, _fraction)
    made.register_structure_hook(int | Unlimited, _count)
    made.register_structure_hook(ManaCost, lambda value, _: ManaCost.parse(_text(value)))
    made.register_structure_hook(SimpleEffect, _effect)
    made.register_structure_hook_func(_is_colors, _colors)
    made.register_unstructure_hook(Fraction, _plain_fraction)
    made.register_unstructure_hook(int | Fraction, _plain_fraction)
    made.register_unstructure_hook(int | Unlimited, lambda value: getattr(value, "value", value))
    made.register_unstructure_hook(ManaCost, str)
    made.register_unstructure_hook_func(
        _is_colors, lambda value: [color.value for color in Color if color in value]
    )


def _add_literals(made: Converter) -> None:
    def one_of(value: Any, kind: Any) -> Any:
        if value not in get_args(kind):
            message = f"expected one of {', '.join(map(str, get_args(kind)))}"
            raise TypeError(message)
        return value

    made.register_structure_hook_func(lambda kind: _is_generic(kind, Literal), one_of)


def _add_containers(made: Converter) -> None:
    made.register_structure_hook_func(lambda kind: _is_generic(kind, Mapping), _mapping)
    made.register_unstructure_hook_func(lambda kind: _is_generic(kind, Mapping), thaw)

    def items(value: Any, kind: Any) -> tuple[Any, ...]:
        if not isinstance(value, list):
            message = "expected an array"
            raise TypeError(message)
        item_type = get_args(kind)[0]
        hook = made.get_structure_hook(item_type)
        result, errors = [], []
        for number, item in enumerate(value):
            try:
                result.append(hook(item, item_type))
            except REFUSALS as error:
                note = IterableValidationNote(f"item {number}", number, item_type)
                error.__notes__ = [*getattr(error, "__notes__", ()), note]
                errors.append(error)
        if errors:
            message = "items"
            raise IterableValidationError(message, errors, kind)
        return tuple(result)

    made.register_structure_hook_func(lambda kind: _is_generic(kind, tuple), items)

    def for_class(cls: type) -> Callable[[Any, Any], Any]:
        structure: Callable[[Any, Any], Any] = make_dict_structure_fn(
            cls, made, _cattrs_forbid_extra_keys=True
        )

        def from_object(value: Any, kind: Any) -> Any:
            if not isinstance(value, dict):
                message = "expected an object"
                raise TypeError(message)
            return structure(value, kind)

        return from_object

    made.register_structure_hook_factory(attrs.has, for_class)


def _add_tagged(made: Converter, union: Any, tags: dict[str, type]) -> None:
    names = {cls: tag for tag, cls in tags.items()}

    def structure(value: Any, _: Any) -> Any:
        cls = tags.get(str(value.get("type"))) if isinstance(value, dict) else None
        if cls is None:
            message = f'expected an object with the member "type", one of {", ".join(tags)}'
            raise TypeError(message)
        return made.structure({name: value[name] for name in value if name != "type"}, cls)

    def unstructure(value: Any) -> Any:
        name = names.get(type(value))
        if name is None:
            message = f"{value!r} has no name in JSON; the classes that have are {', '.join(tags)}"
            raise ModelError(message)
        return {"type": name, **made.unstructure(value, type(value))}

    made.register_structure_hook(union, structure)
    made.register_unstructure_hook(union, unstructure)


def _add_either(made: Converter, union: Any, choose: Callable[[Any], Any]) -> None:
    made.register_structure_hook(union, lambda value, _: made.structure(value, choose(value)))

    def unstructure(value: Any) -> Any:
        if isinstance(value, SimpleEffect):
            return value.value
        tagged = _Effect if isinstance(value, get_args(_Effect)) else type(value)
        return made.unstructure(value, tagged)

    made.register_unstructure_hook(union, unstructure)


def _expect(kind: type, word: str) -> Callable[[Any, Any], Any]:
    def check(value: Any, _: Any) -> Any:
        if type(value) is not kind:
            message = f"expected {word}"
            raise TypeError(message)
        return value

    return check


def _text(value: Any) -> str:
    if not isinstance(value, str):
        message = "expected a string"
        raise TypeError(message)
    return value


def _number(value: Any, _: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        message = "expected a number"
        raise TypeError(message)
    return float(value)


def _fraction(value: Any, _: Any) -> int | Fraction:
    if type(value) is int:
        return value
    if isinstance(value, str) and _FRACTION.fullmatch(value):
        with suppress(ValueError, ZeroDivisionError):  # too many digits, or nothing to divide by
            return Fraction(value)
    message = 'expected a whole number, or a fraction as a string, e.g. "7/8"'
    raise TypeError(message)


def _plain_fraction(value: int | Fraction) -> int | str:
    return value if isinstance(value, int) else str(value)


def _count(value: Any, _: Any) -> int | Unlimited:
    if value == UNLIMITED.value:
        return UNLIMITED
    if type(value) is not int:
        message = 'expected a whole number or "unlimited"'
        raise TypeError(message)
    return value


def _effect(value: Any, _: Any) -> SimpleEffect:
    try:
        return SimpleEffect(value)
    except ValueError:
        message = f"{value!r} is no draft effect"
        raise TypeError(message) from None


def _is_generic(kind: Any, origin: Any) -> bool:
    return bool(get_origin(kind) == origin)


def _is_colors(kind: Any) -> bool:
    return bool(kind == frozenset[Color])


def _colors(value: Any, _: Any) -> frozenset[Color]:
    letters = {color.value: color for color in Color}
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        message = "expected an array of the letters W, U, B, R, G"
        raise TypeError(message)
    if unknown := [item for item in value if item not in letters]:
        message = f"{unknown[0]!r} is no colour; expected W, U, B, R or G"
        raise TypeError(message)
    return frozenset(letters[item] for item in value)


def _mapping(value: Any, kind: Any) -> Any:
    if not isinstance(value, dict):
        message = "expected an object"
        raise TypeError(message)
    values = get_args(kind)[1]
    if values is str and not all(isinstance(item, str) for item in value.values()):
        message = "expected an object whose members are strings"
        raise TypeError(message)
    if get_origin(values) is Mapping and not all(isinstance(item, dict) for item in value.values()):
        message = "expected an object whose members are objects"
        raise TypeError(message)
    return freeze(value)
