"""The table of formats: the built-in ones, and those that other distributions publish."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..diagnostics import Diagnostic
from ..errors import UnknownFormatError
from ..plugins import Plugins, load
from .base import Format

ENTRY_POINT_GROUP = "cardformats.formats"

_BUILT_IN = (
    "cardformats.formats.draftmancer.format:FORMAT",
    "cardformats.formats.wagic.format:FORMAT",
    "cardformats.formats.wagic.format:PACK_FORMAT",
    "cardformats.formats.octgn.format:FORMAT",
    "cardformats.formats.octgn.format:DECK_FORMAT",
    "cardformats.formats.json.format:FORMAT",
    "cardformats.formats.csv.format:FORMAT",
    "cardformats.formats.decklist.format:FORMAT",
    "cardformats.formats.decklist.format:DEK_FORMAT",
    "cardformats.formats.mtgjson.format:FORMAT",
    "cardformats.formats.scryfall.format:FORMAT",
    "cardformats.formats.cockatrice.format:FORMAT",
    "cardformats.formats.lackey.format:FORMAT",
    "cardformats.formats.lackey.format:DECK_FORMAT",
)


class Registry:
    """Formats by id; see :class:`~cardformats.plugins.Plugins`."""

    def __init__(self, targets: Iterable[str] = _BUILT_IN) -> None:
        """Take built-in formats as ``module:name`` strings."""
        targets = tuple(targets)
        self._plugins: Plugins[Format] = Plugins(
            ENTRY_POINT_GROUP,
            _format,
            lambda: {each.id: each for each in map(load, targets)},
            lambda each: each.id,
        )

    def add(self, format: Format, provider: str = "the program") -> None:  # noqa: A002 - the field's word
        """Make *format* known; *provider* is who supplies it."""
        self._plugins.add(format.id, format, provider)

    def remove(self, format_id: str) -> None:
        """Forget the format of that id."""
        self._plugins.remove(format_id)

    def get(self, format_id: str) -> Format:
        """Return the format of an id.

        Raises:
            UnknownFormatError: If there is no such format, here or among the entry points.
        """
        known = self._plugins.known()
        if format_id not in known:
            known = self._plugins.all()
        if format_id not in known:
            names = ", ".join(known)
            raise UnknownFormatError(f"unknown format {format_id!r}; known are {names}")
        return known[format_id]

    def all(self) -> tuple[Format, ...]:
        """Return every format, the built-in ones first."""
        return tuple(self._plugins.all().values())

    def provider(self, format_id: str) -> str:
        """Return the distribution that supplies the format."""
        self.get(format_id)
        return self._plugins.provider(format_id)

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """Return diagnostics of the entry points that give no format, once all were loaded."""
        return self._plugins.diagnostics


def _format(_name: str, published: Any) -> Format:
    _ = published.id
    format_: Format = published
    return format_


#: The registry that the functions of :mod:`cardformats.io` use.
REGISTRY = Registry()
