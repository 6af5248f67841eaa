"""Which lines have changed since a revision of a git repository."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from attrs import frozen

from ..diagnostics import Diagnostic, Severity
from .repository import Repository, RevisionError

_HUNK = re.compile(rb"@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@")
_TO_FILE = b"+++ "
_ESCAPE = re.compile(rb"\\(?:([0-7]{3})|(.))", re.DOTALL)
_SIGNS = {b"a": b"\a", b"b": b"\b", b"t": b"\t", b"n": b"\n", b"v": b"\v", b"f": b"\f", b"r": b"\r"}


@frozen
class ChangedLines:
    """What is not as it was.

    Attributes:
        root: the folder of the repository.
        lines: the ranges of lines that are new or beside lines that are gone, by the path of their
            file from *root* on; None for the whole file.
    """

    root: Path
    lines: Mapping[str, tuple[range, ...] | None]

    @classmethod
    def since(cls, revision: str, place: Path) -> ChangedLines:
        """What has changed since the history of the working tree at *place* left *revision*.

        Files that git does not know count, too, but for those that it ignores.

        Raises:
            RevisionError: there is no repository, no such revision, or no git.
        """
        repository = Repository.of(place)
        since = repository.commit(revision)
        if since is None:
            raise RevisionError(f"there is no revision {revision!r} in {repository.root}")
        with suppress(RevisionError):  # there is none, or no commit yet
            since = repository.merge_base(since, "HEAD")
        lines: dict[str, tuple[range, ...] | None] = dict.fromkeys(repository.untracked())
        diff = ("diff", "--find-renames", "--no-ext-diff", "--no-color", "--ignore-submodules")
        # names are not quoted with -z; what is no text has "-" in the place of numbers
        numbers = repository.git(*diff, "--numstat", "--no-renames", "-z", since)
        for row in numbers.split(b"\0"):
            added, _, rest = row.partition(b"\t")
            if added == b"-":
                lines[os.fsdecode(rest.partition(b"\t")[2])] = None
        prefixes = ("--src-prefix=a/", "--dst-prefix=b/", "--no-textconv")
        patch = repository.git(*diff, *prefixes, "--patch", "--unified=0", since)
        return cls(repository.root, {**_changed_lines(patch), **lines})

    def has(self, diagnostic: Diagnostic) -> bool:
        """Whether a finding is in lines that have changed.

        What is of a whole file is if the file has; an error that is in no file of the repository
        always is.
        """
        span = diagnostic.place
        place = None if span is None else self._place(span.source.name)
        if span is None or place is None:
            return diagnostic.severity is Severity.ERROR
        if place not in self.lines:
            return False
        ranges = self.lines[place]
        if ranges is None or not span.source.text:
            return True
        first, last = span.line, span.source.position(max(span.start, span.end - 1))[0]
        return any(each.start <= last and first < each.stop for each in ranges)

    def _place(self, name: str) -> str | None:
        """The path of a file from the root on, as git has it: no folder in it is a link.

        None if it is no file of the repository.
        """
        file = Path(os.path.realpath(Path(name).parent), Path(name).name)
        while not file.exists() and file != file.parent:  # it is in an archive
            file = file.parent
        if file.is_dir() or not file.is_relative_to(self.root):
            return None
        return file.relative_to(self.root).as_posix()


def _changed_lines(patch: bytes) -> dict[str, tuple[range, ...]]:
    """The ranges of lines that a patch without context makes, by file."""
    changed: dict[str, list[range]] = {}
    lines = iter(patch.split(b"\n"))
    ranges: list[range] = []
    for line in lines:
        if line.startswith(_TO_FILE):
            name = _unquoted(line.removeprefix(_TO_FILE).removesuffix(b"\t"))
            ranges = changed.setdefault(os.fsdecode(name.removeprefix(b"b/")), [])
        elif match := _HUNK.match(line):
            gone, start, new = (1 if part is None else int(part) for part in match.groups())
            _skip(lines, gone + new)
            # the lines beside those that are gone
            ranges.append(range(start, start + new) if new else range(start, start + 2))
    return {name: tuple(its) for name, its in changed.items()}


def _unquoted(name: bytes) -> bytes:
    """The name of a file that a patch has in quotes, as in C, if a character of it is unusual."""
    if not name.startswith(b'"'):
        return name
    return _ESCAPE.sub(
        lambda match: bytes([int(match[1], 8)]) if match[1] else _SIGNS.get(match[2], match[2]),
        name[1:-1],
    )


def _skip(lines: Iterator[bytes], count: int) -> None:
    """Pass over what a hunk has, which may look like its head."""
    while count:
        count -= not next(lines, b"").startswith(b"\\")
