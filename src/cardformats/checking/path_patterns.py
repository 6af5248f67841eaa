"""Patterns that paths match, as files of configuration and the command line write them."""

from __future__ import annotations

import os
from collections.abc import Iterable
from fnmatch import fnmatchcase
from itertools import dropwhile, takewhile
from os import PathLike
from pathlib import Path

from attrs import frozen

#: In a pattern: any folders, or none.
_FOLDERS = "**"


@frozen
class PathPattern:
    """A pattern, and the folder that it is written for.

    ``*`` stands for any characters of a name, ``**`` for any folders, ``?`` for a character,
    ``[abc]`` for one of several.  A pattern without ``/`` is that of a name at any depth; what
    matches a folder matches all that is in it.  ``..`` at the beginning is the folder above.

    Attributes:
        folder: the pattern is relative to it.
        text: the pattern.
    """

    folder: Path
    text: str

    def matches(self, path: str | PathLike[str]) -> bool:
        """Return whether the pattern matches a path or one of its folders."""
        parts = self._parts(path)
        return parts is not None and bool(self._ends(parts))

    def is_of(self, path: str | PathLike[str]) -> bool:
        """Return whether the pattern matches the path itself."""
        parts = self._parts(path)
        return parts is not None and len(parts) in self._ends(parts)

    def _parts(self, path: str | PathLike[str]) -> tuple[str, ...] | None:
        """Return the parts of a path in the folder; None if it is not in it."""
        folder = self.folder.joinpath(*takewhile(os.pardir.__eq__, self._names()))
        try:
            parts = Path(os.path.relpath(path, folder)).parts
        except ValueError:  # it is on another drive
            return None
        return None if os.pardir in parts else parts

    def _ends(self, parts: tuple[str, ...]) -> Iterable[int]:
        """Yield the numbers of leading parts that the pattern can match."""
        wanted = [*dropwhile(os.pardir.__eq__, self._names())]
        if "/" not in self.text.removeprefix("./").rstrip("/") and wanted:
            wanted.insert(0, _FOLDERS)
        ends = {0}
        for each in wanted:
            if each == _FOLDERS:
                ends = {*range(min(ends, default=len(parts) + 1), len(parts) + 1)}
            else:
                reached = (end for end in ends if end < len(parts))
                ends = {end + 1 for end in reached if fnmatchcase(parts[end], each)}
        return ends

    def _names(self) -> list[str]:
        """Return the names that the pattern wants, folder by folder."""
        return [each for each in self.text.removesuffix("/**").split("/") if each not in ("", ".")]
