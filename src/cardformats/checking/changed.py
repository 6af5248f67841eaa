"""Which lines have changed since a revision of a git repository."""

from __future__ import annotations

import os
import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from itertools import accumulate
from pathlib import Path
from typing import Final, TypeAlias

from attrs import field, frozen

from ..diagnostics import Diagnostic, Severity
from ..source import SourceText, Span
from .repository import PATCH, Hunk, Repository, RevisionError, hunks_of

#: Ranges of lines, counted from 1.
_Ranges: TypeAlias = tuple[range, ...]
_LINE: Final = re.compile(r"[^\n]*\n|[^\n]+")


@frozen
class ChangedLines:
    """What is not as it was.

    Attributes:
        root: the folder of the repository.
        lines: the ranges of lines that are new or beside lines that are gone, by the path of their
            file from *root* on; None for the whole file.
    """

    root: Path
    lines: Mapping[str, _Ranges | None]
    #: By the id of a text, which is kept: its ranges.
    _of_texts: dict[int, tuple[SourceText, _Ranges | None]] = field(
        factory=dict, init=False, repr=False, eq=False
    )

    @classmethod
    def since(cls, revision: str, place: Path) -> ChangedLines:
        """Return the changes since the working tree's history diverged from a revision.

        Untracked files count as changed, unless git ignores them.

        Raises:
            RevisionError: If there is no repository, no such revision, or no git.
        """
        repository = Repository.of(place)
        since = repository.commit(revision)
        if since is None:
            raise RevisionError(f"there is no revision {revision!r} in {repository.root}")
        with suppress(RevisionError):  # there is none, or no commit yet
            since = repository.merge_base(since, "HEAD")
        lines: dict[str, _Ranges | None] = dict.fromkeys(repository.untracked())
        diff = ("diff", "--find-renames", "--no-ext-diff", "--no-color", "--ignore-submodules")
        # names are not quoted with -z; what is no text has "-" in the place of numbers
        numbers = repository.git(*diff, "--numstat", "--no-renames", "-z", since)
        for row in numbers.split(b"\0"):
            added, _, rest = row.partition(b"\t")
            if added == b"-":
                lines[os.fsdecode(rest.partition(b"\t")[2])] = None
        prefixes = ("--src-prefix=a/", "--dst-prefix=b/", "--no-textconv")
        patch = repository.git(*diff, *prefixes, *PATCH, since)
        changed = {name: tuple(map(_new_lines, its)) for name, its in hunks_of(patch)}
        return cls(repository.root, {**changed, **lines})

    def has(self, diagnostic: Diagnostic) -> bool:
        """Return whether a diagnostic is in changed lines.

        What is of a whole file is if the file has; an error that is in no file of the repository
        always is.
        """
        span = diagnostic.place
        place = None if span is None else self._place(span.source.name)
        if span is None or place is None:
            return diagnostic.severity is Severity.ERROR
        if place not in self.lines:
            return False
        return not span.source.text or self.meets(span)

    def meets(self, span: Span) -> bool:
        """Return whether a span is in lines that have changed.

        Raises:
            RevisionError: If git fails.
        """
        ranges = self.ranges(span.source)
        first, last = span.line, span.source.position(max(span.start, span.end - 1))[0]
        return ranges is None or any(each.start <= last and first < each.stop for each in ranges)

    def ranges(self, source: SourceText) -> _Ranges | None:
        """Return the lines of a text that have changed; None if all have.

        The text may be one that is tried in place of the file's: what differs has changed, too.

        Raises:
            RevisionError: If git fails.
        """
        place = self._place(source.name)
        ranges = () if place is None else self.lines.get(place, ())
        if place is None or not ranges:
            return ranges
        if id(source) not in self._of_texts:
            stored = SourceText.from_bytes(source.name, (self.root / place).read_bytes())
            hunks = Repository(self.root).hunks(stored.text, source.text)
            self._of_texts[id(source)] = source, _after(ranges, hunks)
        return self._of_texts[id(source)][1]

    def only(self, source: SourceText, new: str) -> str:
        """Return a text with those of its differences to a new one that are in changed lines.

        Raises:
            RevisionError: If git fails.
        """
        ranges = self.ranges(source)
        if ranges is None:
            return new
        before, after = _LINE.findall(source.text), _LINE.findall(new)
        parts: list[str] = []
        position = 0
        for old_lines, new_lines in Repository(self.root).hunks(source.text, new) if ranges else ():
            if _meets(old_lines, ranges):
                parts += before[position : old_lines.start - 1]
                parts += after[new_lines.start - 1 : new_lines.stop - 1]
                position = old_lines.stop - 1
        return "".join((*parts, *before[position:]))

    def _place(self, name: str) -> str | None:
        """Return the path of a file relative to the root, with links to folders resolved as in git.

        None if it is no file of the repository.
        """
        file = Path(os.path.realpath(Path(name).parent), Path(name).name)
        while not file.exists() and file != file.parent:  # it is in an archive
            file = file.parent
        if file.is_dir() or not file.is_relative_to(self.root):
            return None
        return file.relative_to(self.root).as_posix()


def changes_since(revision: str) -> Callable[[Path], ChangedLines]:
    """Return what has the changes around a path since a revision, each repository's once.

    The function raises a RevisionError as :meth:`ChangedLines.since` does.
    """
    by_folder: dict[Path, ChangedLines] = {}

    def changes(path: Path) -> ChangedLines:
        folder = path if path.is_dir() else path.parent
        if folder not in by_folder:
            root = Repository.of(folder).root
            known = [each for each in by_folder.values() if each.root == root]
            by_folder[folder] = known[0] if known else ChangedLines.since(revision, folder)
        return by_folder[folder]

    return changes


def _new_lines(hunk: Hunk) -> range:
    """Return the new lines of a hunk; where lines are gone, the two beside them."""
    new = hunk[1]
    return new or range(new.start - 1, new.start + 1)


def _after(ranges: _Ranges, hunks: Sequence[Hunk]) -> _Ranges:
    """Return changed lines as they are numbered after further changes, and those."""
    stops = [old.stop for old, _ in hunks]
    shifts = [*accumulate((len(new) - len(old) for old, new in hunks), initial=0)]
    moved = (
        range(*(line + shifts[bisect_right(stops, line)] for line in (each.start, each.stop)))
        for each in ranges
    )
    return (*moved, *map(_new_lines, hunks))


def _meets(lines: range, ranges: Iterable[range]) -> bool:
    """Return whether lines, or the place of none, are among or beside those of ranges."""
    first, last = (lines.start, lines.stop) if lines else (lines.start - 1, lines.start + 1)
    return any(each.start < last and first < each.stop for each in ranges)
