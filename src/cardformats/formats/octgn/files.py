"""The files of a game: how sets and games are told from other files, and where sets are."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from html import unescape
from pathlib import Path
from typing import Final

from attrs import frozen

from ...source import read_bytes
from ..base import Confidence
from .format import DEFINITION_FILE, PACKAGES, SET_FILE, SETS_FOLDER
from .identity import guid

_ROOT = re.compile(
    rb"(?:\xef\xbb\xbf)?(?:\s++|<\?.*?\?>|<!--.*?-->|<!DOCTYPE[^\[>]*(?:\[[^\]]*\]\s*)?>)*+<(\w+)",
    re.DOTALL,
)
_GAME_ID = re.compile(rb"\sgameId\s*=", re.IGNORECASE)


def root_tag(head: bytes) -> bytes:
    """The name of the outermost element."""
    match = _ROOT.match(head)
    return match[1] if match else b""


def sniff(head: bytes, path: Path | None) -> Confidence:
    """Sets are told by their outermost element, games by their folder, packages by their name.

    An archive without a name can be nothing else.
    """
    if path is not None and path.is_dir():
        return Confidence.CERTAIN if split(path) or has_set(path) else Confidence.NO
    if head.startswith(b"PK\x03\x04"):
        if path is None:
            return Confidence.LIKELY
        return Confidence.CERTAIN if path.suffix.lower() in PACKAGES else Confidence.NO
    if root_tag(head) == b"set":
        return Confidence.CERTAIN if _GAME_ID.search(head) else Confidence.LIKELY
    return Confidence.EXTENSION if path and path.name.lower() == SET_FILE else Confidence.NO


def has_set(folder: Path) -> Path | None:
    """The file of the set in *folder* itself, in whatever case its name is."""
    return next((each for each in sorted(folder.iterdir()) if each.name.lower() == SET_FILE), None)


_SET = re.compile(rb"<set\s[^>]*>")
_NAMES = [
    re.compile(rb"\s%s\s*=\s*(?:\"([^\"]+)\"|'([^']+)')" % name) for name in (b"shortName", b"name")
]
_NOT_IN_NAMES = re.compile(r"[^\w.-]+")
#: What Windows, where OCTGN runs, calls devices, with any extension.
_DEVICES = re.compile(r"(?:con|prn|aux|nul|(?:com|lpt)[0-9¹²³])(?:\.|\Z)", re.IGNORECASE)


def set_name(path: Path) -> str | None:
    """The short name of the set in *path*, or its name, as it can be that of a file."""
    file = has_set(path) if path.is_dir() else path
    if file is None or file.name.lower() != SET_FILE:
        return None
    with file.open("rb") as opened:
        tag = _SET.search(opened.read(_HEAD))
    names = (pattern.search(tag[0]) for pattern in _NAMES) if tag else ()
    name = next((match[1] or match[2] for match in names if match), b"").decode("utf-8", "replace")
    return file_name(unescape(name)) or None


def split(path: Path) -> tuple[Path, ...]:
    """The folders of sets in the folder of a game, or of its sets; empty if it holds none."""
    if not path.is_dir() or has_set(path):
        return ()
    folders = [each for each in sorted(path.iterdir()) if each.is_dir()]
    inner = next((each for each in folders if each.name.lower() == SETS_FOLDER), None)
    if inner is not None:
        folders = [each for each in sorted(inner.iterdir()) if each.is_dir()]
    return tuple(each for each in folders if has_set(each))


def sets_below(path: Path) -> str:
    """What the names of files of sets in the folder of a game, or of its sets, begin with."""
    inner = [each.name for each in path.iterdir() if each.is_dir()] if path.is_dir() else []
    own = next((each for each in sorted(inner) if each.lower() == SETS_FOLDER), None)
    if own is None and (
        path.name.lower() == SETS_FOLDER or any(has_set(path / each) for each in inner)
    ):
        return ""
    return f"{own or 'Sets'}/"


#: A set's id stands in its first element, and that near the beginning.
_HEAD: Final = 16 * 1024
_SET_TAG: Final = re.compile(rb"<set\b[^>]*?\sid\s*=\s*[\"']([^\"']*)[\"']")
#: How far above a set its game's folder is looked for.
_LEVELS: Final = 3


@frozen
class GameFiles:
    """The files of a game, in a folder or in a package.

    Attributes:
        label: what messages call them.
        sets: the names of the files of the sets.
        definition: the name of the file of the definition; None if there is none.
        read: the bytes of a file of that name, or so many that it is seen to have more than a
            limit.
    """

    label: str
    sets: tuple[str, ...]
    definition: str | None
    read: Callable[[str, int], bytes]


def folder_files(path: Path) -> GameFiles:
    """The files of a game, or of a set, in a folder."""
    own = has_set(path)
    sets = (own,) if own else map(has_set, split(path))
    return GameFiles(
        str(path),
        tuple(each.relative_to(path).as_posix() for each in sets if each),
        definition_in(path),
        lambda name, limit: read_bytes(path / name, limit),
    )


def files_below(folder: Path) -> Iterator[str]:
    """The files in *folder* and its folders, by their names there, in order.

    Hidden folders of its own, and what links lead to elsewhere, are not looked at.
    """
    inside = Path(os.path.realpath(folder))
    for above, folders, names in os.walk(folder):
        is_top = Path(above) == folder
        folders[:] = sorted(each for each in folders if not (is_top and each.startswith(".")))
        for name in sorted(names):
            path = Path(above, name)
            if path.is_file() and inside in Path(os.path.realpath(path)).parents:
                yield path.relative_to(folder).as_posix()


def packed_files(folder: Path) -> Iterator[str]:
    """The files in the folder of a game that its packages have, by their names there, in order.

    They are its definition, and all in its folders, as the program that builds packages takes
    them; not what stands beside the definition or beside the folders of sets.
    """
    for name in files_below(folder):
        above, _, own = name.lower().rpartition("/")
        if above != SETS_FOLDER and (above or own == DEFINITION_FILE):
            yield name


def file_name(name: str) -> str:
    """*name* as that of a file or a folder on every system; empty if nothing is left of it."""
    cleaned = _NOT_IN_NAMES.sub("_", name).strip("._")
    return f"_{cleaned}" if _DEVICES.match(cleaned) else cleaned


def definition_in(folder: Path) -> str | None:
    """The name of the definition in *folder*, in whatever case it is."""
    names = (each.name for each in folder.iterdir())
    return next((each for each in names if each.lower() == DEFINITION_FILE), None)


def is_game_definition(folder: Path) -> bool:
    """Whether *folder* has a definition, and that of a game; other programs have such files too."""
    name = definition_in(folder)
    if name is None or not (folder / name).is_file():
        return False
    return root_tag(read_bytes(folder / name, _HEAD)[:_HEAD]) == b"game"


def folder_around(path: Path) -> GameFiles | None:
    """The folder of the game that a file of a set, or a set's folder, is in."""
    for above in list(path.resolve().parents)[:_LEVELS]:
        try:
            names = {each.name.lower() for each in above.iterdir()}
        except OSError:
            return None
        if DEFINITION_FILE in names or SETS_FOLDER in names:
            return folder_files(above)
    return None


def sets_by_id(files: GameFiles) -> dict[str, str]:
    """The files of the sets by the GUIDs of the sets."""
    names: dict[str, str] = {}
    for name in files.sets:
        tag = _SET_TAG.search(files.read(name, _HEAD))
        if tag:
            names.setdefault(guid(tag[1].decode("utf-8", "replace")), name)
    return names
