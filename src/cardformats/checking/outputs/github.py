"""Findings as annotations that GitHub shows at their lines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from operator import itemgetter

from ...diagnostics import Code, Severity
from ...source import escaped
from ..findings import Findings, place_of
from .places import Fault, also, faults, location, mark
from .text import summary_lines

_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}
_ORDER = [*Severity]
_MOST_PLACES = 10

_IN_MESSAGE = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
_IN_PROPERTY = _IN_MESSAGE | str.maketrans({":": "%3A", ",": "%2C"})


def github(findings: Findings) -> str:
    """A workflow command for each fault, and the counts.

    Only ten of a severity are shown beside the code: the gravest come first, and of those of a
    severity the first of each code, then the second of each.
    """
    before: Counter[Code] = Counter()
    order: list[tuple[int, int, Fault]] = []
    for fault in faults(findings.diagnostics):
        code = fault.first.code
        order.append((_ORDER.index(code.severity), before[code], fault))
        before[code] += 1
    order.sort(key=itemgetter(0, 1))
    lines = (*(_annotation(fault) for _, _, fault in order), *summary_lines(findings))
    return "".join(f"{line}\n" for line in lines)


def _annotation(fault: Fault) -> str:
    first = fault.first
    values = {"title": f"cardformats {first.code}", **_place(fault)}
    properties = ",".join(
        f"{name}={escaped(value.translate(_IN_PROPERTY))}" for name, value in values.items()
    )
    message = escaped("\n".join(_message(fault)).translate(_IN_MESSAGE))
    return f"::{_COMMANDS[first.severity]} {properties}::{message}"


def _place(fault: Fault) -> Mapping[str, str]:
    """Where it is; columns only within one line, which is what GitHub takes."""
    span = place_of(fault.first)
    if span is None:
        return {}
    where = location(span)
    values, region = {"file": where.path}, where.region
    if region is None:
        return values
    values |= {"line": str(region.line), "endLine": str(region.end_line)}
    if region.line == region.end_line:
        values |= {"col": str(region.column), "endColumn": str(region.end_column)}
    return values


def _message(fault: Fault) -> Iterator[str]:
    """What it says; the place is in it, since the log of a run does not show it otherwise."""
    first = fault.first
    where = f"{first.span}: " if first.span else ""
    yield f"{where}{first.code} {mark(first)}{first.message}"
    yield from first.notes
    if fault.others:
        yield f"also at {also(fault, _MOST_PLACES)}"
