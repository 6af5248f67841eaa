"""The log in which a reader or a linter collects diagnostics, with limits for hostile files."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable
from difflib import get_close_matches
from itertools import chain
from operator import itemgetter
from typing import Any

from .diagnostics import (
    Code,
    Diagnostic,
    Fix,
    Related,
    Severity,
    SharedCode,
    in_order,
    is_suppression,
    place_key,
)
from .source import Span

#: Maximum number of suggestions for a file, since each is compared with every known word.
_MAX_SUGGESTIONS = 500
_MAX_WORDS = 500
_MAX_WORD = 60

#: Maximum number of findings to count as distinct; each takes about 70 bytes.
_MAX_PLACES = 1_000_000


class DiagnosticLog:
    """Collects diagnostics up to a limit, so that a hostile file cannot fill the memory.

        Errors have a limit of their own, so that a flood of warnings cannot hide them, and one is
    always kept, so that data with errors are never treated as correct.  If the log is full,
        findings of the most frequent code give way to rarer ones.  The same finding at the same
        position is recorded once.
    """

    def __init__(self, limit: int) -> None:
        """Keep at most *limit* errors (or one) and *limit* others, and count the rest."""
        self.limit = limit
        self._limits = {True: max(limit, 1), False: limit}
        #: By whether they are errors, then by code; each with its place in the order of finding.
        self._kept_by_code: dict[bool, dict[Code, list[tuple[int, Diagnostic]]]] = {
            True: {},
            False: {},
        }
        self._places: defaultdict[Code, set[int]] = defaultdict(set)
        self._placed = 0
        self._elsewhere: Counter[Code] = Counter()
        self._kept = dict.fromkeys((True, False), 0)
        self._count = 0
        self._suggestions = _MAX_SUGGESTIONS

    def add(
        self,
        code: Code,
        span: Span | None = None,
        fix: Fix | None = None,
        related: Iterable[Related] = (),
        /,
        *,
        notes: Iterable[str] = (),
        **data: Any,
    ) -> None:
        """Record a diagnostic of *code* at *span*, with its fix."""
        self.extend((code.at(span, fix, related, notes=notes, **data),))

    def has_capacity(self, code: Code) -> bool:
        """Return whether a diagnostic of *code* would be kept; otherwise it is only counted."""
        is_error = code.severity is Severity.ERROR
        if self._kept[is_error] < self._limits[is_error]:
            return True
        by_code = self._kept_by_code[is_error]
        return len(by_code.get(code, ())) + 1 < max(map(len, by_code.values()), default=0)

    def may_suggest(self) -> bool:
        """Return whether to search for suggestions; after many diagnostics it is not worth it."""
        self._suggestions -= 1
        return self._suggestions >= 0

    def did_you_mean(self, word: str, known: Collection[str]) -> tuple[str, ...]:
        """Return a note that suggests the nearest of the *known* words, if one is near."""
        too_long = len(word) > _MAX_WORD or len(known) > _MAX_WORDS
        if too_long or not self.may_suggest():
            return ()
        candidates = sorted(each for each in known if len(each) <= _MAX_WORD)
        near = get_close_matches(word, candidates, 1, 0.7)
        return tuple(f"did you mean {each!r}?" for each in near)

    def extend(self, diagnostics: Iterable[Diagnostic]) -> None:
        """Record diagnostics that were made elsewhere."""
        for diagnostic in diagnostics:
            if is_suppression(diagnostic):
                self._count_more(diagnostic)
                continue
            if diagnostic.span is not None and self._placed < _MAX_PLACES:
                places = self._places[diagnostic.code]
                place = place_key(diagnostic, diagnostic.span)
                if place in places:
                    continue
                places.add(place)
                self._placed += 1
            else:
                self._elsewhere[diagnostic.code] += 1
            self._count += 1
            is_error = diagnostic.severity is Severity.ERROR
            if self.has_capacity(diagnostic.code):
                by_code = self._kept_by_code[is_error]
                if self._kept[is_error] < self._limits[is_error]:
                    self._kept[is_error] += 1
                else:
                    max(by_code.values(), key=len).pop()
                by_code.setdefault(diagnostic.code, []).append((self._count, diagnostic))

    def _count_more(self, suppressed: Diagnostic) -> None:
        """Count what another log did not keep."""
        for code, places in suppressed.data["places"].items():
            self._count += len(places - self._places[code])
            self._places[code] |= places
        self._elsewhere.update(suppressed.data["others"])
        self._count += sum(suppressed.data["others"].values())

    def finish(self) -> tuple[Diagnostic, ...]:
        """Return all that was recorded, source by source in the order of their texts.

        What has no place comes after it; the last one says how many were suppressed, if any.
        """
        same = [each for by_code in self._kept_by_code.values() for each in by_code.values()]
        kept = [diagnostic for _, diagnostic in sorted(chain(*same), key=itemgetter(0))]
        ordered = in_order(kept)
        if suppressed := self._count - len(kept):
            ordered.append(
                SharedCode.SUPPRESSED.at(
                    None, count=suppressed, limit=self.limit, **self._suppressed(kept)
                )
            )
        return tuple(ordered)

    def _suppressed(self, kept: Iterable[Diagnostic]) -> dict[str, Any]:
        """Return the counts of the diagnostics that were not *kept*, for :func:`tally`."""
        places = {code: set(its) for code, its in self._places.items()}
        elsewhere = Counter(self._elsewhere)
        for diagnostic in kept:
            place = None if diagnostic.span is None else place_key(diagnostic, diagnostic.span)
            if place is not None and place in places.get(diagnostic.code, ()):
                places[diagnostic.code].remove(place)
            else:
                elsewhere[diagnostic.code] -= 1
        return {
            "places": {code: frozenset(its) for code, its in places.items() if its},
            "others": {code: count for code, count in elsewhere.items() if count},
        }
