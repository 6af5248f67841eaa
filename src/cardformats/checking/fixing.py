"""Apply the fixes of findings in memory, round by round, and write the result."""

from __future__ import annotations

import errno
import os
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Final, TypeAlias

from attrs import field, frozen

from ..diagnostics import Diagnostic, Severity
from ..files import replace_files
from ..model import FrozenDict
from ..model.frozen import as_tuple
from ..source import SourceText, overlaid
from .findings import Findings
from .fix_round import FixRound
from .text_diff import text_diff

#: Maximum number of rounds: a fix may reveal further errors, so the text is checked again.
_MAX_ROUNDS: Final = 20
#: Messages contain lines and counts, which fixes of other lines change.
_DIGITS: Final = re.compile(r"\d+")
#: Once with all fixes, without those in lines where something is wrong then, without more.
_MAX_ATTEMPTS: Final = 3
#: What a finding and its fix are known by.
_Key: TypeAlias = tuple[str | tuple[str, str], ...]


@frozen
class FixedFiles:
    """What fixes make of files; nothing is written yet.

    Attributes:
        applied: the findings whose fixes were applied, in order.
        left: what is found in the files as they would be.
        before: what the files had that are changed, by path.
        files: what they would have.
        taken_back: the findings whose fixes would make something else wrong.
    """

    applied: tuple[Diagnostic, ...] = field(converter=as_tuple)
    left: Findings
    before: Mapping[Path, bytes] = FrozenDict()
    files: Mapping[Path, bytes] = FrozenDict()
    taken_back: tuple[Diagnostic, ...] = field(default=(), converter=as_tuple)

    def write(self) -> None:
        """Write all files, or none of them.

        Raises:
            OSError: If one cannot be written, or has changed since it was read.
        """
        for path, data in self.before.items():
            if path.read_bytes() != data:
                reason = "it has changed since it was read, so that no file is written"
                raise OSError(errno.EBUSY, reason, str(path))
        replace_files(self.files)

    def diff(self) -> Iterator[str]:
        """Yield the changes as the lines of a unified diff."""
        for path, data in self.files.items():
            texts = (SourceText.from_bytes(str(path), each) for each in (self.before[path], data))
            yield from text_diff(path, *texts)


def apply_fixes(
    check: Callable[[], Findings], within: Iterable[Path], *, unsafe: bool = False
) -> FixedFiles:
    """Apply the fixes of the selected findings until nothing remains to fix.

    If two fixes overlap, the first is applied; findings that remain are fixed in the next
    round.  A fix is applied as a whole or not at all.  If something is wrong then that was not
    before, the fixes in its lines are taken back, or, if that does not help, those in its file.

    Args:
        check: looks for all findings; it is called again for texts in memory.
        within: the files that may be changed, and the folders in which files may be; where a link
            leads counts.
        unsafe: apply guesses, too.

    Raises:
        OSError: If what is checked cannot be read.
    """
    first, may_change = check(), partial(_is_within, [os.path.realpath(path) for path in within])
    taken_back: dict[_Key, Diagnostic] = {}
    for _ in range(_MAX_ATTEMPTS):
        attempt = _Attempt(first, taken_back)
        attempt.run(check, may_change, unsafe=unsafe)
        new = attempt.new()
        if not new:
            return attempt.fixed()
        guilty = [] if taken_back else attempt.applied_at(new)
        guilty = guilty or attempt.applied_beside(new)
        taken_back |= {_key(each): each for each in guilty}
    every = {**taken_back, **{_key(each): each for each in attempt.applied}}
    return FixedFiles((), first, taken_back=every.values())


class _Attempt:
    """An attempt to fix the findings.

    Attributes:
        left: what is found after it.
    """

    def __init__(self, first: Findings, taken_back: Mapping[_Key, Diagnostic]) -> None:
        """Begin with what was found *first*, of which some fixes are *taken back*."""
        self.first = self.left = first
        self._taken_back = taken_back
        self._before: dict[Path, bytes] = {}
        self._texts: dict[Path, bytes] = {}
        self._rounds: list[FixRound] = []

    def run(
        self, check: Callable[[], Findings], may_change: Callable[[Path], bool], *, unsafe: bool
    ) -> None:
        """Apply fixes round by round, and check the texts after each round."""
        states = [dict(self._texts)]
        for _ in range(_MAX_ROUNDS):
            fixes = FixRound(may_change, self._texts)
            for each in self.left.diagnostics:
                if each.fix and (unsafe or each.fix.is_safe) and not self._is_taken_back(each):
                    fixes.add(each, each.fix)
            changed = fixes.changed
            if not changed or {**self._texts, **changed} in states:
                break
            for path in changed:
                self._before.setdefault(path, fixes.data[path])
            self._texts |= changed
            states.append(dict(self._texts))
            self._rounds.append(fixes)
            with overlaid(self._texts):
                self.left = check()

    def _is_taken_back(self, diagnostic: Diagnostic) -> bool:
        return bool(self._taken_back) and _key(diagnostic) in self._taken_back

    def fixed(self) -> FixedFiles:
        """Return the contents of the files after the fixes."""
        changed = {path: data for path, data in self._texts.items() if data != self._before[path]}
        before, taken_back = FrozenDict(self._before), self._taken_back.values()
        return FixedFiles(self.applied, self.left, before, FrozenDict(changed), taken_back)

    @property
    def applied(self) -> list[Diagnostic]:
        """Return the diagnostics whose fixes were applied."""
        return [each for its in self._rounds for each in its.applied]

    def new(self) -> list[Diagnostic]:
        """Return the errors and warnings that the fixes caused.

        A file may have as many findings of a code as it had, minus those that were fixed.  A
        finding is not new if an error that was there at first had hidden it: in the file with the
        error, which could not be read, and in unchanged files.
        """
        gone = Counter(map(_kind, self.applied))
        gone &= _kinds(self.first.every, {kind[:2] for kind in gone})
        allowed = Counter(map(_place_and_code, self.first.every))
        allowed.subtract(kind[:2] for kind in gone.elements())
        grown = Counter(map(_place_and_code, self.left.every)) - allowed
        known = {*map(_kind, self.first.every)}
        refused = {each.file for each in self.applied if _lets_read(each) and _kind(each) in known}
        changed = {str(path) for path in self._texts}
        judged = {
            (name, code)
            for name, code in grown
            if not (refused and (name in refused or name not in changed))
        }
        more = _kinds(self.left.every, judged) - (_kinds(self.first.every, judged) - gone)
        its = (each for each in self.left.every if _place_and_code(each) in judged)
        return [each for each in its if each.severity is not Severity.NOTE and _kind(each) in more]

    def applied_at(self, new: Iterable[Diagnostic]) -> list[Diagnostic]:
        """Return the applied fixes in lines with new diagnostics."""
        spans = [span for span in (each.place for each in new) if span is not None]
        places = [(Path(each.source.name), each.start, each.end) for each in spans]
        guilty = []
        for its in reversed(self._rounds):
            places = [its.before(*place) for place in places]
            guilty += its.applied_at(places)
        return guilty

    def applied_beside(self, new: Iterable[Diagnostic]) -> list[Diagnostic]:
        """Return the applied fixes in files with new diagnostics; all if there are none."""
        files = {Path(each.file) for each in new}
        return [each for its in self._rounds for each in its.applied_in(files)] or self.applied


def _place_and_code(diagnostic: Diagnostic) -> tuple[str, str]:
    return diagnostic.file, str(diagnostic.code)


def _lets_read(diagnostic: Diagnostic) -> bool:
    """Return whether a fix makes a rejected file readable; a guess that reveals errors is wrong."""
    is_safe = diagnostic.fix is not None and diagnostic.fix.is_safe
    return is_safe and diagnostic.severity is Severity.ERROR


def _kind(diagnostic: Diagnostic) -> tuple[str, str, str]:
    """Return the key of diagnostics with the same cause, wherever they are in a file."""
    return *_place_and_code(diagnostic), _DIGITS.sub("0", diagnostic.message)


def _kinds(
    diagnostics: Iterable[Diagnostic], judged: Collection[tuple[str, str]]
) -> Counter[tuple[str, str, str]]:
    """Return the number of diagnostics of each kind, for the files and codes that are judged."""
    return Counter(_kind(each) for each in diagnostics if _place_and_code(each) in judged)


def _key(diagnostic: Diagnostic) -> _Key:
    """Return a key of a diagnostic and its fix that does not depend on other lines."""
    fix = diagnostic.fix
    edits = [(each.span.text, each.new) for each in (fix.edits if fix else ())]
    return *_kind(diagnostic), diagnostic.identity[2], *edits


def _is_within(roots: Iterable[str], path: Path) -> bool:
    """Return whether a file is in one of the root folders, with links resolved."""
    real = os.path.realpath(path)
    return any(real == root or real.startswith(os.path.join(root, "")) for root in roots)  # noqa: PTH118 - of texts
