"""The files of a game around a document, each looked at again only when it has changed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from pathlib import Path
from typing import Final, TypeVar

from ...caching import Caching
from ...diagnostic_log import DiagnosticLog
from ...formats.base import MAX_SIZE
from ...formats.octgn.definition import Definition, read_definition
from ...formats.octgn.files import GameFiles, definition_in, folder_around, folder_files
from ...formats.octgn.format import OctgnOptions
from ...formats.octgn.set_index import IndexedCard, SetIndex, index_of_set
from ...source import SourceText, read_bytes, stamp
from ..xml.markup import Tag, tags

T = TypeVar("T")

#: Maximum number of sets of a game to read.
_MOST_SETS: Final = 2000


class KeptTexts:
    """What was made of files, as long as these stay."""

    def __init__(self) -> None:
        """Begin without any results."""
        self._kept: dict[tuple[str, Path], tuple[object, object]] = {}

    def made(self, what: str, path: Path, make: Callable[[SourceText], T]) -> T | None:
        """Return the result of a function for a file; None if there is no such file."""
        try:
            now = stamp(path)
            known = self._kept.get((what, path))
            if known is None or known[0] != now:
                known = self._kept[what, path] = now, make(source_at(path))
        except OSError:
            return None
        value: T = known[1]  # type: ignore[assignment] # of the same maker
        return value


def source_at(path: Path) -> SourceText:
    """Return the text of a file; an empty text if it is too large.

    Raises:
        OSError: If it cannot be read.
    """
    data = read_bytes(path, MAX_SIZE)
    return SourceText.from_bytes(str(path), data if len(data) <= MAX_SIZE else b"")


class GameAround(Caching):
    """The game that the set or the deck at a path is of, as its files are now."""

    def __init__(self, kept: KeptTexts, path: Path, options: OctgnOptions) -> None:
        """Look around *path*; what was known of files is *kept*."""
        self._kept, self._path, self._options = kept, path, options

    @cached_property
    def _files(self) -> GameFiles | None:
        game = self._options.game
        try:
            return folder_files(game) if game and game.is_dir() else folder_around(self._path)
        except OSError:
            return None

    @cached_property
    def _definition_path(self) -> Path | None:
        own, files = self._options.definition, self._files
        if own is not None and own.is_dir():
            name = definition_in(own)
            return own / name if name else None
        if own is not None:
            return own
        return Path(files.label, files.definition) if files and files.definition else None

    @cached_property
    def definition(self) -> Definition | None:
        """Return the definition of the game; None if there is none."""
        where = self._definition_path
        return self._kept.made("definition", where, _definition) if where else None

    @property
    def definition_tags(self) -> tuple[Tag, ...]:
        """Return the tags of the definition of the game."""
        where = self._definition_path
        return (self._kept.made("tags", where, _tags) if where else None) or ()

    @property
    def set_paths(self) -> Iterator[Path]:
        """Yield the paths of the sets of the game."""
        files = self._files
        for name in files.sets[:_MOST_SETS] if files else ():
            yield Path(files.label if files else "", name)

    def sets(self) -> Iterator[tuple[Path, SetIndex]]:
        """Yield the sets of the game with their paths."""
        for path in self.set_paths:
            index = self._kept.made("index", path, _index)
            if index is not None:
                yield path, index

    def set_called(self, wanted: str) -> SetIndex | None:
        """Return the set with a GUID; None if there is none."""
        return next((each for _, each in self.sets() if each.set.id == wanted), None)

    def card_called(self, wanted: str) -> IndexedCard | None:
        """Return the card with a GUID; None if there is none."""
        cards = (card for _, each in self.sets() for card in each.cards)
        return next((card for card in cards if card.id == wanted), None)

    def texts(self) -> Iterator[SourceText]:
        """Yield the texts of the sets."""
        for path in self.set_paths:
            try:
                yield source_at(path)
            except OSError:
                continue


def _definition(source: SourceText) -> Definition | None:
    return read_definition(source, DiagnosticLog(0))


def _tags(source: SourceText) -> tuple[Tag, ...]:
    return tuple(tags(source))


def _index(source: SourceText) -> SetIndex | None:
    return index_of_set(source, source.name)
