"""Where the files of a game are: a folder, a package, or around a single set."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final, Protocol

from attrs import field, frozen

from ...source import read_bytes
from .detection import has_set, split
from .format import DEFINITION_FILE, SETS_FOLDER
from .guids import guid

#: A set's id stands in its first element, and that near the beginning.
_HEAD: Final = 16 * 1024
_SET_TAG: Final = re.compile(rb"<set\b[^>]*?\sid\s*=\s*[\"']([^\"']*)[\"']")
#: How far above a set its game's folder is looked for.
_LEVELS: Final = 3


class GameFiles(Protocol):
    """The files of a game by name, read when they are asked for."""

    @property
    def label(self) -> str:
        """What messages call them."""

    @property
    def sets(self) -> tuple[str, ...]:
        """The files of the sets."""

    @property
    def definition(self) -> str | None:
        """The file of the definition."""

    def read(self, name: str, limit: int) -> bytes:
        """The bytes of a file, or so many that it is seen to have more than *limit*."""


@frozen(slots=False)
class Folder:
    """The files of a game in a folder.

    Attributes:
        path: the folder.
        sets: the files of its sets, below it.
        definition: its definition, below it.
    """

    path: Path
    sets: tuple[str, ...] = field(init=False)
    definition: str | None = field(init=False)

    @property
    def label(self) -> str:
        """What messages call it."""
        return str(self.path)

    @sets.default
    def _find_sets(self) -> tuple[str, ...]:
        own = has_set(self.path)
        found = (own,) if own else map(has_set, split(self.path))
        return tuple(each.relative_to(self.path).as_posix() for each in found if each)

    @definition.default
    def _find_definition(self) -> str | None:
        names = (each.name for each in self.path.iterdir())
        return next((each for each in names if each.lower() == DEFINITION_FILE), None)

    def read(self, name: str, limit: int) -> bytes:
        """See :class:`GameFiles`."""
        return read_bytes(self.path / name, limit)


def folder_around(path: Path) -> Folder | None:
    """The folder of the game that a file of a set, or a set's folder, is in."""
    for above in list(path.resolve().parents)[:_LEVELS]:
        try:
            names = {each.name.lower() for each in above.iterdir()}
        except OSError:
            return None
        if DEFINITION_FILE in names or SETS_FOLDER in names:
            return Folder(above)
    return None


def sets_by_id(files: GameFiles) -> dict[str, str]:
    """The files of the sets by the GUIDs of the sets."""
    found: dict[str, str] = {}
    for name in files.sets:
        tag = _SET_TAG.search(files.read(name, _HEAD))
        if tag:
            found.setdefault(guid(tag[1].decode("utf-8", "replace")), name)
    return found
