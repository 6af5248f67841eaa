"""Collators: ways of taking cards from sheets that third parties supply."""

from __future__ import annotations

from typing import Any, Protocol, runtime_checkable

from ..errors import CollationError
from ..model import Sheet
from ..plugins import BrokenPluginError, Plugins, UnknownPluginError
from .tree import Node

ENTRY_POINT_GROUP = "cardformats.collations"


@runtime_checkable
class Collator(Protocol):
    """A way of taking cards from sheets.

    Third parties publish theirs as an entry point in the group ``cardformats.collations``; a sheet
    asks for it by :class:`~cardformats.model.Other` with the entry point's name as its kind.
    """

    def compile(self, sheet: Sheet, count: int) -> Node:
        """Return the tree that takes *count* cards from *sheet*."""


def _checked(kind: str, collator: Any) -> Collator:
    if not isinstance(collator, Collator):
        raise CollationError(f"the collator {kind!r} has no method compile: {collator!r}")
    return collator


_COLLATORS = Plugins(ENTRY_POINT_GROUP, _checked)


def register(kind: str, collator: Collator) -> None:
    """Make *collator* known as the one for ``Other(kind)``, before any entry point of that name.

    Raises:
        CollationError: it has no method ``compile``.
    """
    _COLLATORS.add(kind, collator)


def collator_for(kind: str) -> Collator:
    """The collator that is registered, or published as an entry point, as *kind*.

    Raises:
        CollationError: there is none, or it cannot be loaded.
    """
    try:
        return _COLLATORS.get(kind)
    except UnknownPluginError as error:
        names = ", ".join(map(repr, error.names))
        known = f"known are {names}" if names else "none is installed"
        raise CollationError(f"there is no collator {kind!r}; {known}") from None
    except BrokenPluginError as error:
        reason = f"the collator {kind!r} cannot be loaded: {error.reason!r}"
        raise CollationError(reason) from error.reason
