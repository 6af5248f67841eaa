"""The fixes that are applied together."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import cached_property
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Final, TypeAlias

from ..diagnostics import Diagnostic, Fix
from ..source import SourceText, Span, is_file, read_bytes, spliced

#: Where an edit begins and ends, and what it writes there.
Edit: TypeAlias = tuple[int, int, str]
#: A file, and where in its text something begins and ends.
Place: TypeAlias = tuple[Path, int, int]
#: More bytes than any text that was read.
_NO_LIMIT: Final = 2**62


class FixRound:
    """The fixes that are applied together: all are added before anything else is asked for.

    Attributes:
        data: what the files have that are read, by path.
    """

    def __init__(self, may_change: Callable[[Path], bool], texts: Mapping[Path, bytes]) -> None:
        """Begin with none; files are changed if they *may* be, and have *texts* already."""
        self.data: dict[Path, bytes] = dict(texts)
        self._may_change = may_change
        self._applied: list[tuple[Diagnostic, set[Path]]] = []
        self._files: dict[Path, _TextEdits] = {}
        #: By the id of a source, which is kept: its path, if it is the text of a file to change.
        self._paths: dict[int, tuple[SourceText, Path | None]] = {}

    def add(self, diagnostic: Diagnostic, fix: Fix) -> None:
        """Apply *fix*, unless another one is in its way, or its texts are not those of files."""
        edits: dict[Path, list[Edit]] = {}
        sources = [each.span.source for each in fix.edits]
        if fix.encoding and diagnostic.span:
            sources.append(diagnostic.span.source)
        for source in sources:
            if (path := self._path_of(source)) is None:
                return
            edits.setdefault(path, [])
        for each in fix.edits:
            edits[Path(each.span.source.name)].append((each.span.start, each.span.end, each.new))
        by_file = [(self._files[path], its) for path, its in edits.items()]
        if edits and all(file.accepts(its, fix.encoding) for file, its in by_file):
            for file, its in by_file:
                file.take(its, fix.encoding)
            self._applied.append((diagnostic, {*edits}))

    @cached_property
    def changed(self) -> dict[Path, bytes]:
        """Return the contents of the files that the fixes change."""
        results = {path: file.result() for path, file in self._files.items()}
        return {
            path: data
            for path, data in results.items()
            if data is not None and data != self.data[path]
        }

    @property
    def applied(self) -> list[Diagnostic]:
        """Return the diagnostics whose fixes were applied."""
        return [each for each, paths in self._applied if paths <= self.changed.keys()]

    def applied_in(self, files: Collection[Path]) -> list[Diagnostic]:
        """Return the applied diagnostics whose fixes change one of the files."""
        its = {id(each) for each, paths in self._applied if not paths.isdisjoint(files)}
        return [each for each in self.applied if id(each) in its]

    def applied_at(self, places: Iterable[Place]) -> list[Diagnostic]:
        """Return the applied diagnostics whose fixes change lines at these positions."""
        lines: dict[Path, list[tuple[int, int]]] = {}
        for path, start, end in places:
            if path in self.changed:
                source = self._files[path].source
                first, last = (source.position(offset)[0] for offset in (start, end))
                lines.setdefault(path, []).append((first, last))
        ranges = {path: _LineRanges(its) for path, its in lines.items()}

        def is_there(span: Span) -> bool:
            first, last = (span.source.position(offset)[0] for offset in (span.start, span.end))
            its = ranges.get(Path(span.source.name))
            return its is not None and its.meet(first, last)

        return [
            each
            for each in self.applied
            if each.fix and any(is_there(edit.span) for edit in each.fix.edits)
        ]

    def before(self, path: Path, start: int, end: int) -> Place:
        """Return the position, before the fixes, of a position after them."""
        if path not in self.changed:
            return path, start, end
        edits = self._files[path]
        return path, edits.before(start), edits.before(end)

    def _path_of(self, source: SourceText) -> Path | None:
        """Return the file with the text of a source; None if it may not be changed."""
        if id(source) not in self._paths:
            path = Path(source.name)
            self._paths[id(source)] = source, path if self._is_text_of(source, path) else None
        return self._paths[id(source)][1]

    def _is_text_of(self, source: SourceText, path: Path) -> bool:
        if source.origin is not None:
            return False
        if path not in self.data:
            if not is_file(path) or not self._may_change(path):
                return False
            self.data[path] = read_bytes(path, _NO_LIMIT)
        if path not in self._files and source.encode() == self.data[path]:
            self._files[path] = _TextEdits(source)
        return path in self._files and self._files[path].source.text == source.text


class DisjointEdits:
    """Edits of a text that do not overlap.

    Attributes:
        all: The edits in order.
    """

    def __init__(self) -> None:
        self.all: list[Edit] = []

    def accepts(self, edit: Edit) -> bool:
        """Return whether an edit overlaps no other one, or is there already."""
        place = bisect_left(self.all, edit)
        after = self.all[place : place + 1]
        if after == [edit]:
            return True
        before = self.all[place - 1 : place] if place else []
        return not any(_touch(*pair) for pair in pairwise([*before, edit, *after]))

    def take(self, edit: Edit) -> None:
        """Add an edit that overlaps no other."""
        place = bisect_left(self.all, edit)
        if self.all[place : place + 1] != [edit]:
            self.all.insert(place, edit)


class _LineRanges:
    """Ranges of lines, which may overlap."""

    def __init__(self, ranges: Iterable[tuple[int, int]]) -> None:
        ordered = sorted(ranges)
        self._firsts = [first for first, _ in ordered]
        #: The last line of each range and of all before it.
        self._lasts = [*accumulate((last for _, last in ordered), max)]

    def meet(self, first: int, last: int) -> bool:
        """Return whether one of the lines from *first* to *last* is in a range."""
        count = bisect_right(self._firsts, last)
        return count > 0 and first <= self._lasts[count - 1]


class _TextEdits:
    """The edits of a text that are applied together."""

    def __init__(self, source: SourceText) -> None:
        self.source = source
        self._edits = DisjointEdits()
        self._encoding: str | None = None

    def accepts(self, edits: Iterable[Edit], encoding: str | None) -> bool:
        """Return whether edits can be applied together with the earlier ones."""
        if encoding and self._encoding not in (None, encoding):
            return False
        try:
            for *_, new in edits:
                SourceText("", new, encoding or self.source.encoding).encode()
        except UnicodeEncodeError:
            return False
        return all(map(self._edits.accepts, edits))

    def take(self, edits: Iterable[Edit], encoding: str | None) -> None:
        """Apply *edits*, and save the text in another *encoding* if there is one."""
        for each in edits:
            self._edits.take(each)
        self._encoding = encoding or self._encoding

    @cached_property
    def _ends(self) -> list[int]:
        """Return the end of each edit in the edited text."""
        grown = accumulate(len(new) - (end - start) for start, end, new in self._edits.all)
        return [end + growth for (_, end, _), growth in zip(self._edits.all, grown, strict=True)]

    def before(self, offset: int) -> int:
        """Return the offset, before the edits, of an offset after them."""
        place = bisect_left(self._ends, offset)
        if place < len(self._ends):
            start, _, new = self._edits.all[place]
            if self._ends[place] - len(new) <= offset:
                return start
        return offset - self._ends[place - 1] + self._edits.all[place - 1][1] if place else offset

    def result(self) -> bytes | None:
        """Return the bytes of the edited text; None if they would be decoded differently."""
        text = spliced(self.source.text, self._edits.all)
        result = SourceText(self.source.name, text, self._encoding or self.source.encoding)
        try:
            data = result.encode()
        except UnicodeEncodeError:
            return None
        is_read_so = result.is_decoded_again() or not self.source.is_decoded_again()
        return data if is_read_so else None


def _touch(one: Edit, other: Edit) -> bool:
    """Return whether two edits, given in order of position, overlap."""
    is_insertion = one[0] == one[1] or other[0] == other[1]
    return other[0] < one[1] or (is_insertion and other[0] == one[1])
