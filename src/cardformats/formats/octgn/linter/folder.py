"""The files that a game consists of, by their paths, in a folder or in a package."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from io import BytesIO
from pathlib import Path
from typing import Final
from zipfile import ZipFile

from attrs import frozen

from ....diagnostic_log import DiagnosticLog
from ....source import SourceText, read_bytes
from ...folders import walk
from ..document import text_of
from ..package import BROKEN

#: What other programs keep beside files, and is no part of a game.
_KEPT_BY_OTHERS: Final = (".git", ".hg", ".svn")
_FEW: Final = 4


@frozen
class GameFolder:
    """The files of a game.

    Attributes:
        label: what messages call the folder, or the package.
        files: the paths of all files below the definition, by what they are in lower case, since
            case counts for nothing.
        folders: those of the folders, likewise, with a slash behind.
        read: reads a file; of a file over a limit, at most one byte more than the limit; None if
            it cannot be read.
    """

    label: str
    files: Mapping[str, str]
    folders: Mapping[str, str]
    read: Callable[[str, int], bytes | None]

    def source(self, name: str, limit: int, log: DiagnosticLog) -> SourceText | None:
        """Return the text of a file; None, and reported, if it is too large."""
        data = self.read(name, limit)
        return None if data is None else text_of(str(Path(self.label, name)), data, limit, log)


def folder_of(path: Path) -> GameFolder:
    """Return the files of the game in a folder."""
    files, folders = [], []
    for folder, inside, names in walk(path, follows_links=True):
        inside[:] = [name for name in inside if name.lower() not in _KEPT_BY_OTHERS]
        prefix = folder.relative_to(path).as_posix() + "/" if folder != path else ""
        files += [prefix + name for name in names]
        folders += [f"{prefix}{name}/" for name in inside]

    def read(name: str, limit: int) -> bytes | None:
        try:
            return read_bytes(path / name, limit)
        except OSError:
            return None

    return GameFolder(str(path), _by_lower(files), _by_lower(folders), read)


def package_of(name: str, package: bytes, base: str = "") -> GameFolder:
    """Return the files of a *package* that was read, from a folder on."""
    base = f"{base}/" if base else ""
    archive = ZipFile(BytesIO(package))
    members = [each.removeprefix(base) for each in archive.namelist() if each.startswith(base)]
    files = [each for each in members if not each.endswith("/")]
    folders = {each[: place + 1] for each in members for place in _slashes(each)}

    def read(member: str, limit: int) -> bytes | None:
        try:
            with archive.open(base + member) as file:
                return file.read(limit + 1)
        except (*BROKEN, KeyError):
            return None

    return GameFolder(name, _by_lower(files), _by_lower(sorted(folders)), read)


def few(names: list[str]) -> str:
    """Return the first of *names*, and how many more there are."""
    more = f" and {len(names) - _FEW} more" if len(names) > _FEW else ""
    return ", ".join(map(repr, names[:_FEW])) + more


def _by_lower(names: list[str]) -> dict[str, str]:
    return {name.lower(): name for name in reversed(names)}


def _slashes(name: str) -> list[int]:
    return [place for place, character in enumerate(name) if character == "/"]
