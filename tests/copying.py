"""Copies of values, what they say, and using everything public of them."""

from __future__ import annotations

import copy
import inspect
import pickle
from collections.abc import Mapping
from contextlib import suppress
from functools import cached_property, partial
from types import FunctionType

import attrs

import cardformats as cf

COPIED = {
    "pickle": lambda value: pickle.loads(pickle.dumps(value)),
    "deepcopy": copy.deepcopy,
    "copy": copy.copy,
}


def _is_ours(value):
    return type(value).__module__.startswith("cardformats")


def _public(value):
    """The attributes that *value* has besides what it works out."""
    if attrs.has(type(value)):
        return [each.name for each in attrs.fields(type(value)) if not each.name.startswith("_")]
    kind = type(value)
    return [
        name
        for name in getattr(value, "__dict__", ())
        if not name.startswith("_") and not isinstance(getattr(kind, name, None), cached_property)
    ]


def said(value):  # noqa: PLR0911 - a case for each kind
    """All that *value* says, as plain values that can be compared.

    Equality of the values themselves would not do: some compare by identity, and what a card set
    was read from does not count for its equality.
    """
    if isinstance(value, Mapping):
        return [(said(key), said(item)) for key, item in value.items()]
    if isinstance(value, (list, tuple)):
        return [said(item) for item in value]
    if isinstance(value, (set, frozenset)):
        return sorted(map(str, map(said, value)))  # copies can have another order
    if isinstance(value, BaseException):
        return [type(value), said(value.args), said(vars(value)), str(value)]
    if hasattr(value, "tolist"):
        return value.tolist()
    if isinstance(value, (FunctionType, partial)):  # a function that is called when somebody looks
        return [type(value)]
    names = _public(value) if _is_ours(value) else ()
    if not names or isinstance(value, str):
        return [type(value), str(value) if isinstance(value, str) or not _is_ours(value) else ""]
    return [type(value), [(name, said(getattr(value, name))) for name in names]]


def use(value, seen=None):
    """Look at everything public that *value* and what it holds can say without arguments."""
    seen = {} if seen is None else seen
    if id(value) in seen:
        return
    seen[id(value)] = value
    if isinstance(value, Mapping):
        use(list(value.values()), seen)
    elif isinstance(value, (list, tuple, set, frozenset)):
        for each in value:
            use(each, seen)
    elif isinstance(value, BaseException):
        use(list(vars(value).values()), seen)
    elif _is_ours(value):
        _ask(value)
        use([getattr(value, name) for name in _public(value)], seen)


def _ask(value):
    for answer in _answers(value):
        # a refusal leaves its trace like any answer
        with suppress(cf.CardFormatsError):
            said_now = answer()
            if inspect.isgenerator(said_now):
                list(said_now)


def _answers(value):
    for name in dir(type(value)):
        attribute = inspect.getattr_static(type(value), name)
        if name.startswith("_"):
            continue
        if isinstance(attribute, (property, cached_property)):
            yield lambda name=name: getattr(value, name)
        elif inspect.isfunction(attribute):
            _, *parameters = inspect.signature(attribute).parameters.values()
            if all(
                each.default is not each.empty
                or each.kind in (each.VAR_POSITIONAL, each.VAR_KEYWORD)
                for each in parameters
            ):
                yield getattr(value, name)


def assert_copies(value):
    """*value* is copied equal, before and after it was used; its use leaves nothing in pickles."""
    before, fresh = said(value), pickle.dumps(value)
    _assert_copied(value, before)
    use(value)
    _assert_copied(value, before)
    assert len(pickle.dumps(value)) == len(fresh)


def _assert_copied(value, before):
    for how, copied in COPIED.items():
        again = copied(value)
        assert said(again) == before, how
        if type(value).__eq__ is not object.__eq__:
            assert again == value, how
