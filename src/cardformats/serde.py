"""JSON for immutable values: the model and saved games. Reading is strict.

Objects represent classes, and omit members with default values. In a union of classes, the member
``type`` is the class's name in snake case, for example ``print_run``. Enumerations are represented
by their values, sets of colours by arrays of letters, mana costs by strings, and fractions by
strings such as ``"7/8"``. Values are never converted: true is not accepted as 1.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from enum import Enum
from fractions import Fraction
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, TypeAlias, Union, get_args, get_origin

import attrs
from cattrs import (
    BaseValidationError,
    ClassValidationError,
    Converter,
    ForbiddenExtraKeysError,
    IterableValidationError,
    IterableValidationNote,
)
from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn

from .errors import CardFormatsError, ModelError
from .model import (
    UNLIMITED,
    BoosterRef,
    CardRef,
    Choice,
    Color,
    DeckList,
    ManaCost,
    ProductChoice,
    ProductRef,
    SimpleEffect,
    Slot,
    Unlimited,
)
from .model.frozen import freeze, thaw
from .model.weights import exact

#: A place in a document: names of members and numbers of items, the outermost first.
Path: TypeAlias = tuple[str | int, ...]

#: The errors for values that do not fit; the library's own errors are ValueErrors.
REFUSALS = (BaseValidationError, TypeError, ValueError, KeyError)

_CAPITAL = re.compile(r"(?<!^)(?=[A-Z])")

#: The tags that differ from the class name; a reference has the tag of the thing that it names.
_TAGS: dict[type, str] = {
    BoosterRef: "booster",
    CardRef: "card",
    DeckList: "deck",
    ProductChoice: "choice",
    ProductRef: "product",
}

#: The terms for members of enumerations in messages, where they differ from the class name.
_WORDS: dict[type, str] = {SimpleEffect: "draft effect"}


def tags_of(union: Any) -> dict[str, type]:
    """Return the classes of a *union* by their tags."""
    classes = [cls for cls in get_args(union) if attrs.has(cls)]
    return {tag_of(cls): cls for cls in classes}


def tag_of(cls: type) -> str:
    """Return the tag of a class: its own member ``tag``, or else its name in snake case."""
    own = vars(cls).get("tag")
    return (
        own if isinstance(own, str) else _TAGS.get(cls) or _CAPITAL.sub("_", cls.__name__).lower()
    )


@cache
def make_converter() -> Converter:
    """Return the converter for the classes that consist of JSON values and each other.

    Members with default values are written only for classes with the attribute ``written_whole``.
    """
    made = Converter(omit_if_default=True, forbid_extra_keys=True)
    _add_scalars(made)
    _add_containers(made)
    _add_classes(made)
    made.register_structure_hook_factory(is_tagged, lambda union: _from_tagged(made, union))
    made.register_unstructure_hook_factory(is_tagged, lambda union: _to_tagged(made, union))
    made.register_structure_hook(
        Slot | Choice,
        lambda value, _: made.structure(
            value, Choice if isinstance(value, dict) and "options" in value else Slot
        ),
    )
    made.register_unstructure_hook(
        Slot | Choice, lambda value: made.unstructure(value, type(value))
    )
    return made


def refusals_in(error: BaseException, path: Path = ()) -> Iterator[tuple[Path, str, str | None]]:
    """Yield each place at which a value does not fit.

    Args:
        error: The error that was raised for the value, one of :data:`REFUSALS`.
        path: The place of the value.

    Yields:
        The place, the reason, and the name of the unknown member if that is the reason.
    """
    if isinstance(error, BaseValidationError):
        group: Any = error  # each of cattrs' groups has the method, their common base lacks it
        inner, others = group.group_exceptions()
        for each, note in inner:
            step = note.name if isinstance(error, ClassValidationError) else note.index
            yield from refusals_in(each, (*path, step))
        for each in others:
            yield from refusals_in(each, path)
    elif isinstance(error, ForbiddenExtraKeysError):
        for name in sorted(error.extra_fields):
            yield (*path, name), f"there is no member {name!r}", name
    elif isinstance(error, KeyError):
        yield path[:-1], f"the member {error.args[0]!r} is missing", None
    elif isinstance(error, (CardFormatsError, TypeError)):
        yield path, str(error), None
    else:
        yield path, "unexpected value", None


# scalars


def _add_scalars(made: Converter) -> None:
    for kind, structure in _STRUCTURED.items():
        made.register_structure_hook(kind, structure)
    for kind, unstructure in _UNSTRUCTURED.items():
        made.register_unstructure_hook(kind, unstructure)
    made.register_structure_hook_func(_is_colors, _colors)
    made.register_structure_hook_func(_is_literal, _one_of)
    made.register_structure_hook_func(_is_enumeration, _member)
    made.register_unstructure_hook_func(
        _is_colors, lambda value: [color.value for color in Color if color in value]
    )


def _expect(word: str, *kinds: type) -> Callable[[Any, Any], Any]:
    def check(value: Any, _: Any) -> Any:
        if type(value) not in kinds:
            raise TypeError(f"expected {word}")
        return value

    return check


_text = _expect("a string", str)
_number = _expect("a number", int, float)


def _fraction(value: Any, _: Any) -> int | Fraction:
    if type(value) is int:
        return value
    number = exact(value)
    if isinstance(value, str) and isinstance(number, Fraction):
        return number
    raise TypeError('expected a whole number, or a fraction as a string, e.g. "7/8"')


def _plain_fraction(value: int | Fraction) -> int | str:
    return value if isinstance(value, int) else str(value)


def _count(value: Any, _: Any) -> int | Unlimited:
    if value == UNLIMITED.value:
        return UNLIMITED
    if type(value) is not int:
        raise TypeError('expected a whole number or "unlimited"')
    return value


#: The functions that check and read scalars, by type.
_STRUCTURED: dict[Any, Callable[[Any, Any], Any]] = {
    str: _text,
    int: _expect("a whole number", int),
    bool: _expect("true or false", bool),
    str | int: _expect("a string or a whole number", str, int),
    float: lambda value, kind: float(_number(value, kind)),
    Fraction: _fraction,
    int | Fraction: _fraction,
    int | Unlimited: _count,
    ManaCost: lambda value, kind: ManaCost.parse(_text(value, kind)),
}
#: The functions that write scalars which JSON represents differently, by type.
_UNSTRUCTURED: dict[Any, Callable[[Any], Any]] = {
    str | int: lambda value: value,
    Fraction: _plain_fraction,
    int | Fraction: _plain_fraction,
    int | Unlimited: lambda value: getattr(value, "value", value),
    ManaCost: str,
}


def _is_literal(kind: Any) -> bool:
    return bool(get_origin(kind) == Literal)


def _one_of(value: Any, kind: Any) -> Any:
    words = get_args(kind)
    if not isinstance(value, str) or value not in words:
        raise TypeError(f"expected one of {', '.join(map(str, words))}")
    return value


def _is_enumeration(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, Enum)


def _member(value: Any, kind: Any) -> Any:
    try:
        return kind(value)
    except ValueError:
        word = _WORDS.get(kind) or _CAPITAL.sub(" ", kind.__name__).lower()
        raise TypeError(f"{value!r} is not a valid {word}") from None


def _is_colors(kind: Any) -> bool:
    return bool(kind == frozenset[Color])


def _colors(value: Any, _: Any) -> frozenset[Color]:
    letters = {color.value: color for color in Color}
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise TypeError("expected an array of the letters W, U, B, R, G")
    if unknown := [item for item in value if item not in letters]:
        raise TypeError(f"{unknown[0]!r} is not a colour; expected W, U, B, R or G")
    return frozenset(letters[item] for item in value)


# containers


def _add_containers(made: Converter) -> None:
    def is_tuple(kind: Any) -> bool:
        return get_origin(kind) is tuple

    def is_mapping(kind: Any) -> bool:
        return get_origin(kind) is Mapping

    def items(value: Any, kind: Any) -> tuple[Any, ...]:
        if not isinstance(value, list):
            raise TypeError("expected an array")
        item_type = get_args(kind)[0]
        hook = made.get_structure_hook(item_type)
        result, errors = [], []
        for number, item in enumerate(value):
            try:
                result.append(hook(item, item_type))
            except REFUSALS as error:
                error.add_note(IterableValidationNote(f"item {number}", number, item_type))
                errors.append(error)
        if errors:
            raise IterableValidationError("items", errors, kind)
        return tuple(result)

    def plain_items(kind: Any) -> Callable[[Any], list[Any]]:
        item_type = get_args(kind)[0]
        hook = made.get_unstructure_hook(item_type)
        return list if item_type in (int, str) else lambda value: [hook(item) for item in value]

    def plain_by_number(kind: Any) -> Callable[[Any], dict[str, Any]]:
        hook = made.get_unstructure_hook(get_args(kind)[1])
        return lambda value: {str(number): hook(item) for number, item in value.items()}

    made.register_structure_hook_func(is_tuple, items)
    made.register_structure_hook_func(is_mapping, _mapping)
    made.register_unstructure_hook_factory(is_tuple, plain_items)
    made.register_unstructure_hook_func(is_mapping, thaw)
    made.register_unstructure_hook_factory(
        lambda kind: is_mapping(kind) and get_args(kind)[0] is int, plain_by_number
    )


def _mapping(value: Any, kind: Any) -> Any:
    _check_object(value)
    values = get_args(kind)[1]
    if values is str and not all(isinstance(item, str) for item in value.values()):
        raise TypeError("expected an object whose members are strings")
    if get_origin(values) is Mapping and not all(isinstance(item, dict) for item in value.values()):
        raise TypeError("expected an object whose members are objects")
    return freeze(value)


def _check_object(value: Any) -> None:
    if not isinstance(value, dict):
        raise TypeError("expected an object")


# classes and unions of them


def _add_classes(made: Converter) -> None:
    def from_object(cls: type) -> Callable[[Any, Any], Any]:
        attrs.resolve_types(cls)
        structure: Callable[[Any, Any], Any] = make_dict_structure_fn(
            cls, made, _cattrs_forbid_extra_keys=True
        )

        def checked(value: Any, kind: Any) -> Any:
            _check_object(value)
            return structure(value, kind)

        return checked

    def to_object(cls: type) -> Callable[[Any], dict[str, Any]]:
        attrs.resolve_types(cls)
        omit = not getattr(cls, "written_whole", False)
        return make_dict_unstructure_fn(cls, made, _cattrs_omit_if_default=omit)

    made.register_structure_hook_factory(attrs.has, from_object)
    made.register_unstructure_hook_factory(attrs.has, to_object)


def is_tagged(kind: Any) -> bool:
    """Return whether *kind* is a union of classes told apart by a tag.

    One member of the union may be an enumeration. Slots and choices of
    layouts are distinguished by their members instead.
    """
    members = get_args(kind) if get_origin(kind) in (Union, UnionType) else ()
    classes = [cls for cls in members if attrs.has(cls)]
    others = [cls for cls in members if not attrs.has(cls)]
    return (
        len(members) > 1
        and bool(classes)
        and NoneType not in members
        and kind != Slot | Choice
        and all(map(_is_enumeration, others))
    )


def _from_tagged(made: Converter, union: Any) -> Callable[[Any, Any], Any]:
    tags = tags_of(union)
    enumeration = next(filter(_is_enumeration, get_args(union)), None)

    def structure(value: Any, _: Any) -> Any:
        if enumeration is not None and isinstance(value, str):
            return _member(value, enumeration)
        tag = value.get("type") if isinstance(value, dict) else None
        cls = tags.get(tag) if isinstance(tag, str) else None
        if cls is None:
            raise TypeError(f'expected an object with the member "type", one of {", ".join(tags)}')
        return made.structure({name: value[name] for name in value if name != "type"}, cls)

    return structure


def _to_tagged(made: Converter, union: Any) -> Callable[[Any], Any]:
    tags = {cls: tag for tag, cls in tags_of(union).items()}

    def unstructure(value: Any) -> Any:
        if isinstance(value, Enum):
            return value.value
        cls = type(value)
        if cls not in tags:
            names = ", ".join(tags.values())
            raise ModelError(f"{value!r} cannot be written as JSON; the possible types are {names}")
        return {"type": tags[cls], **made.unstructure(value, cls)}

    return unstructure
