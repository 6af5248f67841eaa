"""Patterns that paths match, as files of configuration and the command line write them."""

from __future__ import annotations

import os
import re
from functools import cache
from os import PathLike
from pathlib import Path

from attrs import frozen

from ..errors import OptionError

#: The parts of a pattern: any folders, any characters but ``/``, one of them, one of several.
_PART = re.compile(r"(?P<folders>(?:^|(?<=/))\*\*/)|(?P<any>\*+)|(?P<one>\?)|\[(?P<set>!?[^]/]+)\]")


@frozen
class PathPattern:
    """A pattern, and the folder that it is written for.

    ``*`` stands for any characters of a name, ``**`` for any folders, ``?`` for a character,
    ``[abc]`` for one of several.  A pattern without ``/`` is that of a name at any depth; what
    matches a folder matches all that is in it.

    Attributes:
        folder: the pattern is relative to it; it is absolute.
        text: the pattern.

    Raises:
        OptionError: it is no pattern.
    """

    folder: Path
    text: str

    def __attrs_post_init__(self) -> None:
        """Refuse what is no pattern."""
        try:
            _expression(self.text)
        except re.error as error:
            message = f"{self.text!r} is no pattern of paths: {error.msg}"
            raise OptionError(message) from error

    def matches(self, path: str | PathLike[str]) -> bool:
        """Whether *path* (relative to the working directory, or absolute), or a folder it is in."""
        return self._rest(path) is not None

    def is_of(self, path: str | PathLike[str]) -> bool:
        """Whether *path* itself matches."""
        return self._rest(path) == ""

    def _rest(self, path: str | PathLike[str]) -> str | None:
        """What of *path* follows the folder that matches, or nothing; None if it does not match."""
        try:
            place = os.path.relpath(path, self.folder).replace(os.sep, "/")
        except ValueError:  # it is on another drive
            return None
        is_outside = place == ".." or place.startswith("../")
        match = None if is_outside else _expression(self.text).match(place)
        return None if match is None else match[1]


@cache
def _expression(pattern: str) -> re.Pattern[str]:
    """A regular expression whose first group is what follows the folder that matches."""
    is_of_any_folder = "/" not in pattern.rstrip("/")
    pattern = pattern.removeprefix("./").strip("/").removesuffix("/**")
    if pattern == ".":
        return re.compile(r"(?:\.$)?(.*)", re.DOTALL)
    parts, end = ["(?:.*/)?" if is_of_any_folder else ""], 0
    for match in _PART.finditer(pattern):
        parts += (re.escape(pattern[end : match.start()]), _translated(match))
        end = match.end()
    parts.append(re.escape(pattern[end:]))
    return re.compile(f"{''.join(parts)}(?=/|$)(.*)", re.DOTALL)


def _translated(match: re.Match[str]) -> str:
    """A part of a pattern as a regular expression."""
    if match["folders"]:
        return "(?:.*/)?"
    if match["any"]:
        return "[^/]*"
    if match["one"]:
        return "[^/]"
    negation = "^/" if match["set"].startswith("!") else ""
    characters = re.escape(match["set"].removeprefix("!")).replace(r"\-", "-")
    return f"[{negation}{characters}]"
