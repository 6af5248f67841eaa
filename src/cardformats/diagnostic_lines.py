"""Diagnostics as lines for people: equal ones as one, and of each code only the first ones."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, TypeAlias

from attrs import evolve

from .diagnostics import Code, Diagnostic, Related, Severity
from .source import as_line

#: A text of one or more lines, and the severity of what it shows.
Line: TypeAlias = tuple[str, Severity | None]

#: Number of names that the one line of many diagnostics shows besides the first.
_MOST_NAMES: Final = 5


def mark(diagnostic: Diagnostic) -> str:
    """Return ``[*] `` for a diagnostic with a safe fix, and ``[?] `` if its fix is a guess."""
    if diagnostic.fix is None:
        return ""
    return "[*] " if diagnostic.fix.is_safe else "[?] "


def head(diagnostic: Diagnostic) -> str:
    """Return the first line: position, severity, code, whether there is a fix, message."""
    where = f"{diagnostic.span}: " if diagnostic.span else ""
    known = f"{diagnostic.severity.value}[{diagnostic.code}]"
    return as_line(f"{where}{known}: {mark(diagnostic)}{diagnostic.message}")


def folded_lines(
    diagnostics: Iterable[Diagnostic], most: int, *, brief: bool = False
) -> Iterator[Line]:
    """Yield the lines of diagnostics file by file, equal ones as one.

    Args:
        diagnostics: What is shown.
        most: The maximum number of different diagnostics of a code; further ones are counted.
        brief: Whether each is a single line.
    """
    shown: Counter[Code] = Counter()
    hidden: defaultdict[Code, list[Diagnostic]] = defaultdict(list)
    by_file: defaultdict[str, list[Diagnostic]] = defaultdict(list)
    for each in folded(_summed(list(diagnostics))):
        if shown[each.code] < most:
            shown[each.code] += 1
            by_file[each.span.source.name if each.span else ""].append(each)
        else:
            hidden[each.code].append(each)
    for its in by_file.values():
        for each in its:
            lines = (head(each), *(() if brief else each.details()))
            yield "\n".join(lines), each.severity
    for code, its in hidden.items():
        count = sum(each.count for each in its)
        yield f"and {count:,} more {code} (--json shows all)", code.severity


def folded(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Return equal diagnostics as one, which has the positions of the others and their count.

    They are equal if they have the same code, message, notes, related positions and fix.  The
    result has the order of the first ones.
    """
    alike: defaultdict[tuple[object, ...], list[Diagnostic]] = defaultdict(list)
    for each in diagnostics:
        fix = each.fix and (each.fix.title, each.fix.is_safe)
        places = tuple(map(str, each.related))
        alike[each.code, each.message, each.notes, fix, places].append(each)
    return [_as_one(its) for its in alike.values()]


def _summed(diagnostics: Sequence[Diagnostic]) -> Iterator[Diagnostic]:
    """Yield the diagnostics; the ones that a summary counts are one for each file.

    The code of what a summary counts is in its data, as ``counted``.  A diagnostic with a fix stays
    by itself.
    """
    counted = {each.data.get("counted") for each in diagnostics} - {None}
    alike: defaultdict[tuple[object, ...], list[Diagnostic]] = defaultdict(list)
    for each in diagnostics:
        is_counted = each.code in counted and each.fix is None
        alike[(each.code, each.file) if is_counted else (id(each),)].append(each)
    for first, *others in alike.values():
        if not others:
            yield first
            continue
        names = [repr(each.data.get("name", each.message)) for each in others[:_MOST_NAMES]]
        more = f" and {len(others) - len(names):,} more" if len(others) > len(names) else ""
        note = f"the same holds for {', '.join(names)}{more} (--json shows all)"
        yield _as_one([evolve(first, notes=(note,)), *others])


def _as_one(alike: list[Diagnostic]) -> Diagnostic:
    first, *others = alike
    if not others:
        return first
    places = (Related(each.place) for each in others if each.place is not None)
    count = sum(each.count for each in alike)
    return evolve(first, related=(*first.related, *places), count=count)


def counts_in_words(counts: Mapping[Code, int]) -> str:
    """Return the number of diagnostics of each severity, in words."""
    by_severity: Counter[Severity] = Counter()
    for code, count in counts.items():
        by_severity[code.severity] += count
    words = [
        f"{by_severity[severity]:,} {severity.value}{'s' if by_severity[severity] > 1 else ''}"
        for severity in Severity
        if by_severity[severity]
    ]
    return ", ".join(words) or "nothing to report"
