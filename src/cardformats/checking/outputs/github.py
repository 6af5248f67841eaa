"""Findings as annotations that GitHub shows at their lines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from operator import itemgetter

from ...diagnostic_lines import folded, mark
from ...diagnostics import Code, Diagnostic, Severity
from ..findings import Findings
from .places import location
from .text import summary_lines

_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}
_ORDER = [*Severity]
_MOST_PLACES = 10

_IN_MESSAGE = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
_IN_PROPERTY = _IN_MESSAGE | str.maketrans({":": "%3A", ",": "%2C"})


def github(findings: Findings) -> str:
    """Return findings as workflow commands, equal ones as one, and the counts.

    GitHub shows at most ten findings of each severity at their lines.  The most severe therefore
    come first, and within a severity the first finding of every code before the second of any.
    """
    before: Counter[Code] = Counter()
    order: list[tuple[int, int, Diagnostic]] = []
    for each in folded(findings.diagnostics):
        order.append((_ORDER.index(each.severity), before[each.code], each))
        before[each.code] += 1
    order.sort(key=itemgetter(0, 1))
    lines = (*(_annotation(each) for _, _, each in order), *summary_lines(findings))
    return "".join(f"{line}\n" for line in lines)


def _annotation(finding: Diagnostic) -> str:
    values = {"title": f"cardformats {finding.code}", **_place(finding)}
    properties = ",".join(
        f"{name}={value.translate(_IN_PROPERTY)}" for name, value in values.items()
    )
    message = "\n".join(_message(finding)).translate(_IN_MESSAGE)
    return f"::{_COMMANDS[finding.severity]} {properties}::{message}"


def _place(finding: Diagnostic) -> Mapping[str, str]:
    """Return its position; columns only within one line, because GitHub accepts no others."""
    span = finding.place
    if span is None:
        return {}
    path, region = location(span)
    values: dict[str, int] = {}
    if region is not None:
        first, column, last, end = region
        values = {"line": first, "endLine": last}
        values |= {"col": column, "endColumn": end} if first == last else {}
    return {"file": path, **{name: str(value) for name, value in values.items()}}


def _message(finding: Diagnostic) -> Iterator[str]:
    """Yield its text, with the position, because the log of a run does not show it otherwise."""
    where = f"{finding.span}: " if finding.span else ""
    yield f"{where}{finding.code} {mark(finding)}{finding.message}"
    yield from finding.notes
    yield from (str(each) for each in finding.related if each.message)
    if also := finding.also_at(_MOST_PLACES):
        yield f"also at {also}"
