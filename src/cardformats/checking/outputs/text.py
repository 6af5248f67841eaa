"""Findings for people: file by file, each fault once, and what to do about it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ...diagnostic_lines import Line, counts_in_words, folded_lines, head, mark
from ..findings import Findings

#: Number of different findings of a code that are shown in full.
_MOST_FINDINGS = 50

#: Why findings do not count, as the last line says it.
_REASONS = {
    "ignored": "not selected",
    "suppressed": "suppressed by comments",
    "baseline": "in the baseline",
    "unchanged": "in lines that did not change",
}


def text(findings: Findings, *, brief: bool = False) -> str:
    """Return the lines for people as one text, in which control characters are escaped."""
    return "".join(f"{line}\n" for line, _ in lines(findings, brief=brief))


def lines(findings: Findings, *, brief: bool = False) -> Iterator[Line]:
    """Return the lines for people, in which control characters are escaped.

    Args:
        findings: of a check.
        brief: a line for each finding, without excerpts, and none left out.
    """
    if brief:
        yield from ((head(each), each.severity) for each in findings.diagnostics)
    else:
        yield from folded_lines(findings.diagnostics, _MOST_FINDINGS)
    yield from ((line, None) for line in (*summary_lines(findings), *_what_next(findings)))


def summary_lines(findings: Findings) -> Iterator[str]:
    """Yield how many diagnostics count, and how many do not."""
    others = [
        f"{count:,} {_REASONS.get(reason, reason)}"
        for reason, count in findings.others.items()
        if count
    ]
    yield counts_in_words(findings.counts) + (f" ({', '.join(others)})" if others else "")
    if findings.gone:
        verb = "is" if findings.gone == 1 else "are"
        yield f"{findings.gone:,} of the baseline {verb} fixed; --write-baseline updates it"


def _what_next(findings: Findings) -> Iterator[str]:
    """Yield what a person can do about the diagnostics."""
    counts = Counter(map(mark, findings.diagnostics))
    safe, guesses = counts["[*] "], counts["[?] "]
    fix = "cardformats fix"
    if findings.others.get("unchanged"):
        fix += " --changed-since REVISION"
    if safe:
        yield f"[*] {safe:,} can be fixed with {fix}"
    if guesses:
        yield f"[?] {guesses:,} can be fixed by a guess with {fix} --unsafe"
