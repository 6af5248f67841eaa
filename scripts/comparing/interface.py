"""What programs can call: the names of public modules, their parameters and their attributes."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from enum import Enum
from importlib import import_module
from typing import Any, Final

import cardformats as cf

from .records import Observations

_MODULES: Final = (
    "cardformats", "cardformats.collation", "cardformats.database", "cardformats.diagnostics",
    "cardformats.draft", "cardformats.draft.deckbuilder", "cardformats.errors", "cardformats.io",
    "cardformats.model", "cardformats.records", "cardformats.render", "cardformats.report",
    "cardformats.source", "cardformats.formats.wagic.abilities",
)  # fmt: skip
#: Attributes of formats that are data; others name functions, which may move.
_OF_FORMATS: Final = ("title", "extensions", "archives", "reads_folders", "by_extension")
_ADDRESS: Final = re.compile(r" at 0x[0-9a-f]+")


def observe_interface(observed: Observations) -> None:
    """Observe the signatures of public functions and classes, and the options of formats."""
    for module in _MODULES:
        for name in observed.add("public names", module, _names, module) or ():
            observed.add("public name", f"{module}.{name}", _signatures, module, name)
    for each in cf.formats():
        observed.add("options of a format", each.id, _signature, each.options)
        observed.add("format", each.id, _described, each)


def _described(each: Any) -> Any:
    """Return what a format is called, its codes of sets, and what it can say."""
    can = each.capabilities
    return {
        **{name: getattr(each, name) for name in _OF_FORMATS},
        "set_codes": dict(_resolved(each.set_codes) or {}),
        "capabilities": {name: _sorted(getattr(can, name)) for name in dir(can)
                         if not name.startswith("_") and not callable(getattr(can, name))},
    }  # fmt: skip


def _resolved(value: Any) -> Any:
    """Return a value, or what the text ``module:name`` names."""
    if not isinstance(value, str):
        return value
    module, _, name = value.partition(":")
    return getattr(import_module(module), name)


def _sorted(value: Any) -> str:
    """Return a value as text; sets in order, classes by their names."""
    if isinstance(value, set | frozenset | tuple):
        texts = [_sorted(each) for each in value]
        return str(texts if isinstance(value, tuple) else sorted(texts))
    return value.__name__ if isinstance(value, type) else str(value)


def _names(module: str) -> list[str]:
    """Return the public names of a module: those that it lists, or that it defines."""
    own = import_module(module)
    public = [name for name in vars(own) if not name.startswith("_")]
    defined = [name for name in public if getattr(vars(own)[name], "__module__", "") == module]
    return sorted(getattr(own, "__all__", None) or defined)


def _signatures(module: str, name: str) -> Any:
    value = getattr(import_module(module), name)
    result = {"": _signature(value)}
    if isinstance(value, type):
        for member in dir(value):
            if not member.startswith("_"):
                result[member] = _signature(getattr(value, member, None))
    return result


def _signature(value: Any) -> Any:
    """Return the parameters of what can be called, or what else a value is."""
    if not callable(value):
        known = value.name if isinstance(value, Enum) else type(value).__name__
        return _ADDRESS.sub("", known)
    try:
        signature = inspect.signature(value)
    except (TypeError, ValueError):
        return type(value).__name__
    return [*_parameters(signature)]


def _parameters(signature: inspect.Signature) -> Iterator[str]:
    for each in signature.parameters.values():
        has_default = each.default is not inspect.Parameter.empty
        default = f" = {_ADDRESS.sub('', _sorted(each.default))}" if has_default else ""
        yield f"{each.kind.name.lower()} {each.name}{default}"
