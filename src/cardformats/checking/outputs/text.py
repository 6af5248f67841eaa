"""Findings for people: file by file, each fault once, and what to do about it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from typing import TypeAlias

from ...diagnostics import Code, Diagnostic, Severity, counts_in_words, folded
from ...source import escaped
from ..findings import Findings
from .places import mark

#: A text of one or more lines, and whose severity its first one has.
Line: TypeAlias = tuple[str, Severity | None]

#: Number of different findings of a code that are shown in full.
_MOST_FINDINGS = 50

#: Why findings do not count, as the last line says it.
_REASONS = {
    "ignored": "not selected",
    "muted": "muted by comments",
    "baseline": "in the baseline",
    "unchanged": "in lines that did not change",
}


def text(findings: Findings) -> str:
    """The lines for people as one text."""
    return "".join(f"{line}\n" for line, _ in lines(findings))


def lines(findings: Findings, *, brief: bool = False) -> Iterator[Line]:
    """The lines for people.

    Args:
        findings: of a check.
        brief: a line for each finding, without excerpts, and none left out.
    """
    if brief:
        for each in findings.diagnostics:
            yield _head(each), each.severity
    else:
        yield from _folded_lines(folded(findings.diagnostics))
    yield from ((line, None) for line in (*summary_lines(findings), *_what_next(findings)))


def summary_lines(findings: Findings) -> Iterator[str]:
    """How many findings count, and how many do not."""
    others = [
        f"{count:,} {_REASONS.get(reason, reason)}"
        for reason, count in findings.others.items()
        if count
    ]
    yield counts_in_words(findings.counts) + (f" ({', '.join(others)})" if others else "")
    if findings.gone:
        verb = "is" if findings.gone == 1 else "are"
        yield f"{findings.gone:,} of the baseline {verb} gone: --write-baseline forgets what is"


def _folded_lines(every: Iterable[Diagnostic]) -> Iterator[Line]:
    """Yield the findings file by file, and how many of a code are not shown."""
    shown: Counter[Code] = Counter()
    hidden: defaultdict[Code, list[Diagnostic]] = defaultdict(list)
    by_file: defaultdict[str, list[Diagnostic]] = defaultdict(list)
    for each in every:
        if shown[each.code] < _MOST_FINDINGS:
            shown[each.code] += 1
            by_file[each.span.source.name if each.span else ""].append(each)
        else:
            hidden[each.code].append(each)
    for its in by_file.values():
        yield from (("\n".join((_head(each), *each.details())), each.severity) for each in its)
    for code, its in hidden.items():
        places = sum(each.count for each in its)
        yield f"and {len(its):,} more {code} at {places:,} places: --brief has them all", None


def _head(diagnostic: Diagnostic) -> str:
    """The first line of a finding: place, severity, code, whether it can be mended, message."""
    where = f"{diagnostic.span}: " if diagnostic.span else ""
    known = f"{diagnostic.severity.value}[{diagnostic.code}]"
    return escaped(f"{where}{known}: {mark(diagnostic)}{diagnostic.message}", one_line=True)


def _what_next(findings: Findings) -> Iterator[str]:
    """What a person can do about the findings."""
    counts = Counter(map(mark, findings.diagnostics))
    safe, guesses = counts["[*] "], counts["[?] "]
    if safe:
        yield f"[*] {safe:,} can be mended: cardformats fix"
    if guesses:
        yield f"[?] {guesses:,} can be mended by a guess: cardformats fix --unsafe"
