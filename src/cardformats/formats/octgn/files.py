"""The files of a game: recognising sets and games, and finding sets."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from pathlib import Path
from typing import Final

from attrs import frozen

from ...caching import Caching
from ...diagnostic_log import DiagnosticLog
from ...file_names import portable_name
from ...source import SourceText, read_bytes
from ..base import Confidence
from ..folders import entry, folders_in, walk
from ..guids import guid
from ..xml_tags import root_name
from ..xml_text import outermost
from .document import text_of
from .format import DEFINITION_FILE, PACKAGES, SET_FILE, SETS_FOLDER
from .identity import guid_of

_OUTSIDE: Final = re.compile(r"(?:\A|/)\.\.(?:/|\Z)|\A/|\A[A-Za-z]:|\\")
_GAME_ID = re.compile(rb"\sgameId\s*=", re.IGNORECASE)


#: The outermost element stands near the beginning of a file.
HEAD: Final = 16 * 1024


def root_tag(head: bytes) -> str:
    """Return the name of the outermost element of a file that begins with *head*."""
    return root_name(head.decode("utf-8", "replace"))


def outermost_in(head: bytes) -> tuple[str, dict[str, str]]:
    """Return the name and the attributes of the root element of a file with *head*."""
    return outermost(head.decode("utf-8", "replace"))


def set_guid(source: SourceText) -> str:
    """Return the GUID of the set in *source*, or the one that is made of what it says."""
    return guid_of(guid(outermost(source.text)[1].get("id", "")), "set")


def sniff(head: bytes, path: Path | None) -> Confidence:
    """Recognise sets by their outermost element, games by their folder, packages by their name.

    An archive without a name can be nothing else.
    """
    if path is not None and path.is_dir():
        return Confidence.CERTAIN if split(path) or has_set(path) else Confidence.NO
    if head.startswith(b"PK\x03\x04"):
        if path is None:
            return Confidence.LIKELY
        return Confidence.CERTAIN if path.suffix.lower() in PACKAGES else Confidence.NO
    if root_tag(head) == "set":
        return Confidence.CERTAIN if _GAME_ID.search(head) else Confidence.LIKELY
    return Confidence.EXTENSION if path and path.name.lower() == SET_FILE else Confidence.NO


def has_set(folder: Path) -> Path | None:
    """Return the file of the set in *folder* itself, in whatever case its name is."""
    return entry(folder, SET_FILE)


_NOT_IN_NAMES = re.compile(r"[^\w.-]+")


def set_name(path: Path) -> str | None:
    """Return the short name of the set in *path*, or its name, as it can be that of a file."""
    file = has_set(path) if path.is_dir() else path
    if file is None or file.name.lower() != SET_FILE:
        return None
    tag, attributes = outermost_in(read_bytes(file, HEAD))
    name = attributes.get("shortName") or attributes.get("name", "") if tag == "set" else ""
    return file_name(name) or None


def split(path: Path) -> tuple[Path, ...]:
    """Return the folders of sets in the folder of a game or of its sets; may be empty."""
    if not path.is_dir() or has_set(path):
        return ()
    return tuple(each for each in folders_in(folder_of_sets(path) or path) if has_set(each))


def folder_of_sets(game: Path) -> Path | None:
    """Return the folder in a *game* that has a folder for each set; None if there is none."""
    own = sorted(each for each in os.listdir(game) if each.lower() == SETS_FOLDER)  # noqa: PTH208 - names
    return next((game / each for each in own if (game / each).is_dir()), None)


def sets_below(path: Path) -> str:
    """Return the start of the names of files of sets in the folder of a game."""
    own = folder_of_sets(path) if path.is_dir() else None
    if own is None and (path.name.lower() == SETS_FOLDER or split(path)):
        return ""
    return f"{own.name if own else 'Sets'}/"


#: How far above a set its game's folder is looked for.
_LEVELS: Final = 3


@frozen(slots=False)
class GameFiles(Caching):
    """The files of a game, in a folder or in a package.

    Attributes:
        label: what messages call them.
        find: finds the names of the files of the sets; of a large game that takes longer than to
            read one of them.
        definition: the name of the file of the definition; None if there is none.
        read: reads the file of that name; of a file over a limit, at most one byte more than the
            limit.
    """

    label: str
    find: Callable[[], Iterable[str]]
    definition: str | None
    read: Callable[[str, int], bytes]

    @cached_property
    def sets(self) -> tuple[str, ...]:
        """Return the names of the files of the sets."""
        return tuple(self.find())

    def source(self, name: str, limit: int, log: DiagnosticLog) -> SourceText | None:
        """Return the text of a file; None, and reported, if it is larger than *limit* bytes."""
        return text_of(str(Path(self.label, name)), self.read(name, limit), limit, log)


def folder_files(path: Path) -> GameFiles:
    """Yield the files of a game, or of a set, in a folder."""

    def sets() -> Iterator[str]:
        own = has_set(path)
        for each in (own,) if own else map(has_set, split(path)):
            if each is not None:
                yield each.relative_to(path).as_posix()

    return GameFiles(
        str(path),
        sets,
        definition_in(path),
        lambda name, limit: read_bytes(path / name, limit),
    )


def files_below(folder: Path) -> Iterator[str]:
    """Yield the files in *folder* and its folders, by their names there, in order.

    Hidden folders of its own, and what links lead to elsewhere, are not looked at.
    """
    inside = Path(os.path.realpath(folder))
    for above, folders, names in walk(folder):
        folders[:] = [each for each in folders if above != folder or not each.startswith(".")]
        for path in (above / name for name in names):
            if path.is_file() and inside in Path(os.path.realpath(path)).parents:
                yield path.relative_to(folder).as_posix()


def packed_files(folder: Path) -> Iterator[str]:
    """Yield the names of the files of a game that its packages contain, in order.

    They are its definition, and all in its folders, as the program that builds packages takes
    them; not what stands beside the definition or beside the folders of sets.
    """
    for name in files_below(folder):
        above, _, own = name.lower().rpartition("/")
        if above != SETS_FOLDER and (above or own == DEFINITION_FILE):
            yield name


def file_name(name: str) -> str:
    """Return *name* as a file name for every system; empty if nothing remains."""
    return portable_name(_NOT_IN_NAMES.sub("_", name).strip("._"))


def is_outside(path: str) -> bool:
    """Return whether a *path* leads out of its folder or package on some system."""
    return _OUTSIDE.search(path) is not None


def definition_in(folder: Path) -> str | None:
    """Return the name of the definition in *folder*, in whatever case it is."""
    file = entry(folder, DEFINITION_FILE)
    return file.name if file is not None else None


def is_game_definition(folder: Path) -> bool:
    """Return whether *folder* has the definition of a game, not of another program."""
    name = definition_in(folder)
    if name is None:
        return False
    return root_tag(read_bytes(folder / name, HEAD)[:HEAD]) == "game"


def folder_around(path: Path) -> GameFiles | None:
    """Return the folder of the game that a file of a set, or a set's folder, is in."""
    for above in list(path.resolve().parents)[:_LEVELS]:
        try:
            if definition_in(above) or folder_of_sets(above):
                return folder_files(above)
        except OSError:
            return None
    return None


def sets_by_id(files: GameFiles) -> dict[str, str]:
    """Return the files of the sets by the GUIDs of the sets."""
    names: dict[str, str] = {}
    for name in files.sets:
        tag, attributes = outermost_in(files.read(name, HEAD))
        if tag == "set" and "id" in attributes:
            names.setdefault(guid(attributes["id"]), name)
    return names
