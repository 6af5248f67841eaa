"""Findings for people: file by file, each fault once, and what to do about it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from typing import TypeAlias

from ...diagnostics import Code, Diagnostic, Severity, counts_in_words
from ...source import escaped
from ..findings import Findings
from .places import Fault, also, faults, mark

#: A text of one or more lines, and whose severity its first one has.
Line: TypeAlias = tuple[str, Severity | None]

#: So many faults of a code are shown in full, and so many places of a fault.
_MOST_FAULTS = 50
_MOST_PLACES = 8

#: Why findings do not count, as the last line says it.
_REASONS = {
    "ignored": "not selected",
    "muted": "suppressed by comments",
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
        yield from _fault_lines(faults(findings.diagnostics))
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
        yield f"{findings.gone:,} of the baseline {verb} fixed; --write-baseline updates it"


def _fault_lines(every: Iterable[Fault]) -> Iterator[Line]:
    """Faults file by file, and how many of a code are not shown."""
    shown: Counter[Code] = Counter()
    hidden: defaultdict[Code, list[Fault]] = defaultdict(list)
    by_file: defaultdict[str, list[Fault]] = defaultdict(list)
    for fault in every:
        code, span = fault.first.code, fault.first.span
        if shown[code] < _MOST_FAULTS:
            shown[code] += 1
            by_file[span.source.name if span else ""].append(fault)
        else:
            hidden[code].append(fault)
    for its in by_file.values():
        yield from ((_rendered(fault), fault.first.severity) for fault in its)
    for code, its in hidden.items():
        places = sum(1 + len(fault.others) for fault in its)
        yield f"and {len(its):,} more {code} at {places:,} places: --brief has them all", None


def _head(diagnostic: Diagnostic) -> str:
    """The first line of a finding: place, severity, code, whether it can be fixed, message."""
    where = f"{diagnostic.span}: " if diagnostic.span else ""
    known = f"{diagnostic.severity.value}[{diagnostic.code}]"
    return escaped(f"{where}{known}: {mark(diagnostic)}{diagnostic.message}", one_line=True)


def _rendered(fault: Fault) -> str:
    first = fault.first
    parts = [_head(first), first.render()[len(str(first)) + 1 :]]
    if first.fix is not None:
        guess = "" if first.fix.is_safe else " (a guess)"
        parts.append(escaped(f"      = fix{guess}: {first.fix.title}", one_line=True))
    if fault.others:
        places = f"      = also at {also(fault, _MOST_PLACES)}"
        parts.append(escaped(places, one_line=True))
    return "\n".join(filter(None, parts))


def _what_next(findings: Findings) -> Iterator[str]:
    """What a person can do about the findings."""
    counts = Counter(map(mark, findings.diagnostics))
    safe, guesses = counts["[*] "], counts["[?] "]
    if safe:
        yield f"[*] {safe:,} can be fixed with cardformats fix"
    if guesses:
        yield f"[?] {guesses:,} can be fixed by a guess with cardformats fix --unsafe"
