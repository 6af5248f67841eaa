"""Mending: the fixes of findings are applied in memory, round by round, and then written."""

from __future__ import annotations

import errno
import os
from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from difflib import unified_diff
from functools import partial
from itertools import groupby, pairwise
from pathlib import Path
from typing import Final, TypeAlias

from attrs import field, frozen

from ..diagnostics import Diagnostic, Fix
from ..files import replace_files
from ..model import FrozenDict
from ..model.frozen import as_tuple
from ..source import SourceText, is_file, overlaid, read_bytes

#: A mended text may show what could not be seen before; so often it is looked at again.
_MAX_ROUNDS: Final = 20
#: So many lines around a change are shown.
_CONTEXT: Final = 3
#: Where an edit begins and ends, and what it writes there.
_Edit: TypeAlias = tuple[int, int, str]
#: More bytes than any text that was read.
_NO_LIMIT: Final = 2**62


@frozen
class Fixed:
    """What fixes make of files; nothing is written yet.

    Attributes:
        applied: the findings whose fixes were applied, in order.
        left: what is found in the files as they would be.
        before: what the files had that are changed, by path.
        files: what they would have.
    """

    applied: tuple[Diagnostic, ...] = field(default=(), converter=as_tuple)
    left: tuple[Diagnostic, ...] = field(default=(), converter=as_tuple)
    before: Mapping[Path, bytes] = FrozenDict()
    files: Mapping[Path, bytes] = FrozenDict()

    def write(self) -> None:
        """Write all files, or none of them.

        Raises:
            OSError: one cannot be written, or has changed since it was read.
        """
        for path, data in self.before.items():
            if path.read_bytes() != data:
                reason = "it has changed since it was read, so that no file is written"
                raise OSError(errno.EBUSY, reason, str(path))
        replace_files(self.files)

    def diff(self) -> Iterator[str]:
        """What would be written, as the lines of a unified diff."""
        for path, data in self.files.items():
            name = path.as_posix().lstrip("/")
            old, new = (SourceText.from_bytes(name, each) for each in (self.before[path], data))
            yield from _diff(name, _lines(old), _lines(new))
            if old.encoding != new.encoding:
                yield f"# {name}: its encoding was {old.encoding}, and is {new.encoding}"


def _diff(name: str, old: list[str], new: list[str]) -> Iterator[str]:
    """The lines of a unified diff; in linear time where no line is new or gone, as is usual."""
    if len(old) != len(new):
        yield from unified_diff(old, new, f"a/{name}", f"b/{name}", lineterm="")
        return
    changed = [number for number, pair in enumerate(zip(old, new, strict=True)) if len({*pair}) > 1]
    if changed:
        yield from (f"--- a/{name}", f"+++ b/{name}")
    far = [0, *(n for n, (a, b) in enumerate(pairwise(changed), 1) if b - a > 2 * _CONTEXT)]
    for first, last in pairwise((*far, len(changed)) if changed else ()):
        start = max(0, changed[first] - _CONTEXT)
        stop = min(len(old), changed[last - 1] + 1 + _CONTEXT)
        yield f"@@ -{start + 1},{stop - start} +{start + 1},{stop - start} @@"
        pairs = zip(old[start:stop], new[start:stop], strict=True)
        for is_same, group in groupby(pairs, lambda pair: pair[0] == pair[1]):
            run = [*group]
            yield from (f" {before}" if is_same else f"-{before}" for before, _ in run)
            yield from (f"+{after}" for _, after in run if not is_same)


def _lines(source: SourceText) -> list[str]:
    """The lines of a text; the return of Windows at an end of a line is no part of it."""
    *lines, last = (line.removesuffix("\r") for line in source.text.split("\n"))
    return [*lines, f"{last}\n\\ No newline at end of file"] if last else lines


def apply_fixes(
    check: Callable[[], Iterable[Diagnostic]],
    within: Iterable[Path],
    *,
    unsafe: bool = False,
    wanted: Callable[[Diagnostic], bool] = lambda _: True,
) -> Fixed:
    """Apply the fixes of what *check* finds until there is nothing more to mend.

    Of two fixes of the same place the first is applied; what is found after it is mended in the
    next round.  A fix is applied as a whole or not at all.

    Args:
        check: looks for all findings; it is called again for texts in memory.
        within: the files that may be changed, and the folders in which files may be; where a link
            leads counts.
        unsafe: apply guesses, too.
        wanted: which findings are to be mended.

    Raises:
        OSError: what is checked cannot be read.
    """
    roots = [os.path.realpath(path) for path in within]
    texts: dict[Path, bytes] = {}
    before: dict[Path, bytes] = {}
    applied: list[Diagnostic] = []
    states = [dict(texts)]
    left = _distinct(check())
    for _ in range(_MAX_ROUNDS):
        fixes = _Round(partial(_is_within, roots), texts)
        for each in left:
            if each.fix and (unsafe or each.fix.is_safe) and wanted(each):
                fixes.add(each, each.fix)
        changed = fixes.changed()
        if not changed or {**texts, **changed} in states:
            break
        for path in changed:
            before.setdefault(path, fixes.data[path])
        texts |= changed
        states.append(dict(texts))
        applied += fixes.applied(changed)
        with overlaid(texts):
            left = _distinct(check())
    changed = {path: data for path, data in texts.items() if data != before[path]}
    return Fixed(applied, left, FrozenDict(before), FrozenDict(changed))


def _distinct(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Each finding once: several inputs may find what is wrong with what they share."""
    return list({str(each): each for each in diagnostics}.values())


def _is_within(roots: Iterable[str], path: Path) -> bool:
    """Whether a file is one of *roots* or in one, where links lead."""
    real = os.path.realpath(path)
    return any(real == root or real.startswith(os.path.join(root, "")) for root in roots)  # noqa: PTH118 - of texts


class _Round:
    """The fixes that are applied together.

    Attributes:
        data: what the files have that are read, by path.
    """

    def __init__(self, may_change: Callable[[Path], bool], texts: Mapping[Path, bytes]) -> None:
        """Begin with none; files are changed if they *may* be, and have *texts* already."""
        self.data = dict(texts)
        self._may_change = may_change
        self._applied: list[tuple[Diagnostic, set[Path]]] = []
        self._files: dict[Path, _Edits] = {}
        #: By the id of a source, which is kept: its path, if it is the text of a file to change.
        self._paths: dict[int, tuple[SourceText, Path | None]] = {}

    def add(self, diagnostic: Diagnostic, fix: Fix) -> None:
        """Apply *fix*, unless another one is in its way, or its texts are not those of files."""
        edits: dict[Path, list[_Edit]] = {}
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
        if edits and all(file.has_room(its, fix.encoding) for file, its in by_file):
            for file, its in by_file:
                file.take(its, fix.encoding)
            self._applied.append((diagnostic, {*edits}))

    def changed(self) -> dict[Path, bytes]:
        """What the files have after all fixes; those that stay as they are are not among them."""
        results = {path: file.result() for path, file in self._files.items()}
        return {
            path: data
            for path, data in results.items()
            if data is not None and data != self.data[path]
        }

    def applied(self, changed: Collection[Path]) -> list[Diagnostic]:
        """The findings whose fixes are in the files that are *changed*."""
        return [each for each, paths in self._applied if paths <= {*changed}]

    def _path_of(self, source: SourceText) -> Path | None:
        """The file that *source* is the text of; None if it is no file that may be changed."""
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
            self._files[path] = _Edits(source)
        return path in self._files and self._files[path].source.text == source.text


class _Edits:
    """The edits of a text that are applied together."""

    def __init__(self, source: SourceText) -> None:
        self.source = source
        self._edits: list[_Edit] = []
        self._encoding: str | None = None

    def has_room(self, edits: Iterable[_Edit], encoding: str | None) -> bool:
        """Whether *edits* can be applied beside those that are."""
        if encoding and self._encoding not in (None, encoding):
            return False
        try:
            for *_, new in edits:
                SourceText("", new, encoding or self.source.encoding).encode()
        except UnicodeEncodeError:
            return False
        return all(self._is_free(edit) for edit in edits)

    def _is_free(self, edit: _Edit) -> bool:
        """Whether *edit* touches none that is applied, or is applied itself."""
        place = bisect_left(self._edits, edit)
        after = self._edits[place : place + 1]
        if after == [edit]:
            return True
        before = self._edits[place - 1 : place] if place else []
        return not any(_touch(*pair) for pair in pairwise([*before, edit, *after]))

    def take(self, edits: Iterable[_Edit], encoding: str | None) -> None:
        """Apply *edits*, and save the text in another *encoding* if there is one."""
        for each in edits:
            place = bisect_left(self._edits, each)
            if self._edits[place : place + 1] != [each]:
                self._edits.insert(place, each)
        self._encoding = encoding or self._encoding

    def result(self) -> bytes | None:
        """The bytes of the text with all edits; None if they would be read as another text."""
        parts: list[str] = []
        position = 0
        for start, end, new in self._edits:
            parts += (self.source.text[position:start], new)
            position = end
        text = "".join((*parts, self.source.text[position:]))
        result = SourceText(self.source.name, text, self._encoding or self.source.encoding)
        try:
            data = result.encode()
        except UnicodeEncodeError:
            return None
        is_read_so = result.is_decoded_again() or not self.source.is_decoded_again()
        return data if is_read_so else None


def _touch(one: _Edit, other: _Edit) -> bool:
    """Whether two edits, the first of which begins first, are of the same place."""
    is_insertion = one[0] == one[1] or other[0] == other[1]
    return other[0] < one[1] or (is_insertion and other[0] == one[1])
