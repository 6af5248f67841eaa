"""Collators of third parties: procedures that take cards from sheets."""

from __future__ import annotations

from typing import Any, Protocol, runtime_checkable

from ..errors import CollationError
from ..model import Sheet
from ..plugins import BrokenPluginError, Plugins, UnknownPluginError
from .tree import Node

ENTRY_POINT_GROUP = "cardformats.collations"


@runtime_checkable
class Collator(Protocol):
    """A procedure that takes cards from sheets.

    Third parties publish collators as entry points in the group ``cardformats.collations``. A sheet
    selects one by :class:`~cardformats.model.Other`, whose kind is the name of the entry point.
    """

    def compile(self, sheet: Sheet, count: int) -> Node:
        """Return the tree that takes *count* cards from *sheet*."""


def _checked(kind: str, collator: Any) -> Collator:
    if not isinstance(collator, Collator):
        raise CollationError(f"the collator {kind!r} has no method compile: {collator!r}")
    return collator


_COLLATORS = Plugins(ENTRY_POINT_GROUP, _checked)


def register(kind: str, collator: Collator | type[Collator]) -> None:
    """Register *collator*, an object or its class, for ``Other(kind)``.

    It takes precedence over entry points of that name.

    Raises:
        CollationError: If it has no method ``compile``.
    """
    _COLLATORS.add(kind, collator)


def collator_for(kind: str) -> Collator:
    """Return the collator that is registered, or published as an entry point, as *kind*.

    Raises:
        CollationError: If there is none, or if it cannot be loaded.
    """
    try:
        return _COLLATORS.get(kind)
    except UnknownPluginError as error:
        names = ", ".join(map(repr, error.names))
        known = f"the collators are {names}" if names else "none is installed"
        raise CollationError(f"there is no collator {kind!r}; {known}") from None
    except BrokenPluginError as error:
        reason = f"the collator {kind!r} cannot be loaded: {error.reason!r}"
        raise CollationError(reason) from error.reason
