"""The JSON Schema of the ``json`` format, made from the model's classes.

``python -m cardformats.formats.json.schema`` prints it. The copy in the same folder is published.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from types import NoneType
from typing import Any, Literal, get_args, get_origin

import attrs

from ...model import (
    Booster,
    Card,
    Color,
    Event,
    ManaCost,
    Product,
    Sheet,
    SimpleEffect,
    Unlimited,
    Value,
)
from ...serde import is_tagged, tags_of
from .document import MEMBERS
from .format import MARK, SCHEMA_VERSION

_WEIGHT = {
    "anyOf": [
        {"type": "integer", "minimum": 0},
        {"type": "string", "pattern": "^[0-9]+(/[0-9]+)?$"},
    ]
}
_SCALARS: dict[Any, dict[str, Any]] = {
    str: {"type": "string"},
    int: {"type": "integer"},
    bool: {"type": "boolean"},
    float: {"type": "number"},
    Any: {},
    Value: {},
    NoneType: {"type": "null"},
    Fraction: _WEIGHT,
    int | Fraction: _WEIGHT,
    int | Unlimited: {"anyOf": [{"type": "integer", "minimum": 0}, {"const": "unlimited"}]},
    ManaCost: {"type": "string", "pattern": r"^(\{[^{}]+\})*$"},
    frozenset[Color]: {"type": "array", "items": {"enum": [color.value for color in Color]}},
    SimpleEffect: {"enum": [effect.value for effect in SimpleEffect]},
}


@cache
def classes() -> tuple[type, ...]:
    """Return the classes that become objects, sorted by name: those of a document, recursively."""
    classes_: set[type] = set()
    waiting: list[Any] = [Card, Sheet, Booster, Event, Product]
    while waiting:
        kind = waiting.pop()
        if attrs.has(kind) and kind not in _SCALARS:
            if kind not in classes_:
                classes_.add(kind)
                attrs.resolve_types(kind)
                waiting += (field.type for field in attrs.fields(kind))
        else:
            waiting += get_args(kind)
    return tuple(sorted(classes_, key=lambda cls: cls.__name__))


@cache
def _known() -> dict[Any, dict[str, Any]]:
    return _SCALARS | {cls: {"$ref": f"#/$defs/{cls.__name__}"} for cls in classes()}


def schema() -> dict[str, Any]:
    """Return the schema of a document."""
    mark = {"type": "integer", "minimum": 1, "maximum": SCHEMA_VERSION}
    members = {name: _of(kind) for name, kind in MEMBERS.items()}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "cardformats card set",
        "type": "object",
        "properties": {MARK: mark, **members},
        "required": [MARK],
        "additionalProperties": False,
        "$defs": {cls.__name__: _definition(cls) for cls in classes()},
    }


def _definition(cls: type) -> dict[str, Any]:
    fields = attrs.fields(cls)
    return {
        "type": "object",
        "properties": {field.name: _of(field.type) for field in fields},
        "required": [field.name for field in fields if field.default is attrs.NOTHING],
        "additionalProperties": False,
    }


def _of(kind: Any) -> dict[str, Any]:
    """Return the schema of a value of the annotated type *kind*."""
    known = _known().get(kind)
    if known is not None:
        return known
    origin, arguments = get_origin(kind), get_args(kind)
    if origin == Mapping:
        return {"type": "object", "additionalProperties": _of(arguments[1])}
    if origin == Literal:
        return {"enum": list(arguments)}
    if origin and issubclass(origin, tuple):
        return {"type": "array", "items": _of(arguments[0])}
    tags = tags_of(kind) if is_tagged(kind) else {}
    tagged = [_tagged(tag, cls) for tag, cls in tags.items()]
    return {"anyOf": tagged + [_of(each) for each in arguments if each not in tags.values()]}


def _tagged(tag: str, cls: type) -> dict[str, Any]:
    definition = _definition(cls)
    definition["properties"] = {"type": {"const": tag}, **definition["properties"]}
    definition["required"] = ["type", *definition["required"]]
    return definition


if __name__ == "__main__":
    json.dump(schema(), sys.stdout, indent=2)
    sys.stdout.write("\n")
