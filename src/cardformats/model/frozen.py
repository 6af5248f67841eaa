"""Immutable containers for the fields that hold open-ended data."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import isfinite
from typing import Any, NoReturn, TypeAlias, TypeVar

from ..errors import ModelError

K = TypeVar("K")
V = TypeVar("V")


class FrozenDict(dict[K, V]):
    """A dictionary that cannot be changed; it hashes by its keys and texts, and pickles."""

    __slots__ = ()

    def _refuse(self, *_args: object, **_kwargs: object) -> NoReturn:
        message = "a value of the model cannot be changed; use attrs.evolve()"
        raise TypeError(message)

    __setitem__: Any = _refuse
    __delitem__: Any = _refuse
    __ior__: Any = _refuse
    clear: Any = _refuse
    pop: Any = _refuse
    popitem: Any = _refuse
    setdefault: Any = _refuse
    update: Any = _refuse

    def __hash__(self) -> int:  # type: ignore[override] # it cannot change, so it can hash
        """Equal dictionaries have equal keys and texts; other values may have no hash."""
        texts = [each for each in self.values() if isinstance(each, str)]
        return hash(frozenset([*self, *texts]))

    def __reduce__(self) -> tuple[type[FrozenDict[K, V]], tuple[dict[K, V]]]:
        """Pickle through the constructor, since items cannot be set."""
        return (type(self), (dict(self),))

    def __repr__(self) -> str:
        """Return the plain dictionary, which the model's constructors accept."""
        return dict.__repr__(self)


#: What ``extras``, ``properties`` and ``overrides`` may hold: JSON's values, immutable.
Value: TypeAlias = bool | int | float | str | tuple[Any, ...] | FrozenDict[str, Any] | None

EMPTY: FrozenDict[Any, Any] = FrozenDict()


def as_tuple(values: Iterable[Any]) -> tuple[Any, ...]:
    """Return *values* as a tuple; a converter that type checkers understand."""
    return tuple(values)


def sequence(values: Iterable[Any]) -> tuple[Any, ...]:
    """Return *values* as a tuple; other values stay unchanged, for a validator to reject."""
    if type(values) is tuple:
        return values
    if type(values) is list:
        return tuple(values)
    is_one = isinstance(values, (str, bytes, Mapping)) or not isinstance(values, Iterable)
    return values if is_one else tuple(values)  # type: ignore[return-value] # see above


def frozen_mapping(mapping: Mapping[Any, Any]) -> FrozenDict[Any, Any]:
    """Freeze *mapping*; other values stay unchanged, for a validator to reject."""
    if type(mapping) is FrozenDict:
        return mapping
    if type(mapping) is not dict and not isinstance(mapping, Mapping):
        return mapping
    try:
        return freeze_mapping(mapping)
    except (ModelError, RecursionError):
        return mapping  # type: ignore[return-value] # likewise


def freeze(value: object) -> Any:
    """Return *value* with every dictionary and list in it made immutable.

    Raises:
        ModelError: If *value* contains something that is not a JSON value.
    """
    if value is None or isinstance(value, (str, int, bool, FrozenDict)):
        return value
    if isinstance(value, float) and isfinite(value):
        return value
    if isinstance(value, (list, tuple)):
        return tuple([each if type(each) is str else freeze(each) for each in value])
    if isinstance(value, Mapping):
        return freeze_mapping(value)
    message = f"{value!r} is not a JSON value (None, bool, number, string, list or dictionary)"
    raise ModelError(message)


def freeze_mapping(mapping: Mapping[Any, Any]) -> FrozenDict[Any, Any]:
    """Return *mapping* as a :class:`FrozenDict`, values frozen too."""
    if isinstance(mapping, FrozenDict):
        return mapping
    if not mapping:
        return EMPTY
    return FrozenDict(
        {key: each if type(each) is str else freeze(each) for key, each in mapping.items()}
    )


def thaw(value: Any) -> Any:
    """Return *value* as plain dictionaries and lists again, for JSON."""
    if isinstance(value, Mapping):
        return {key: thaw(item) for key, item in value.items()}
    if isinstance(value, tuple):
        return [thaw(item) for item in value]
    return value
