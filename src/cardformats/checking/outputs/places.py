"""Where findings are, as services name places, and the same fault at several of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from attrs import frozen

from ...diagnostics import Diagnostic
from ...source import Span
from ..baseline import relative
from ..findings import place_of


@frozen
class Region:
    """Lines and columns from 1, in code points; the end is after the last character."""

    line: int
    column: int
    end_line: int
    end_column: int


@frozen
class Location:
    """Where a finding is.

    Attributes:
        path: of the file, with slashes; relative to the working folder if it is in it.
        region: where in the file; None for all of it, or if it is a folder.
    """

    path: str
    region: Region | None


def location(span: Span) -> Location:
    """Where *span* is."""
    source = span.source
    path = _path(source.name, Path.cwd())
    if not source.text:
        return Location(path, None)
    return Location(path, Region(*source.position(span.start), *source.position(span.end)))


@cache
def _path(name: str, folder: Path) -> str:
    path = relative(name, folder)
    return (folder / name).resolve().as_posix() if path.startswith("../") else path


@frozen
class Fault:
    """Findings that say the same: code, message, notes, and what mends them.

    Attributes:
        first: the first one.
        others: the others, in order.
    """

    first: Diagnostic
    others: tuple[Diagnostic, ...] = ()


def faults(diagnostics: Iterable[Diagnostic]) -> list[Fault]:
    """Each fault once, in the order of its first place."""
    alike: defaultdict[tuple[object, ...], list[Diagnostic]] = defaultdict(list)
    for each in diagnostics:
        title = each.fix.title if each.fix else None
        alike[each.code, each.message, each.notes, mark(each), title].append(each)
    return [Fault(its[0], tuple(its[1:])) for its in alike.values()]


def mark(diagnostic: Diagnostic) -> str:
    """``[*] `` before the message of what can be fixed for certain, ``[?] `` for a guess."""
    if diagnostic.fix is None:
        return ""
    return "[*] " if diagnostic.fix.is_safe else "[?] "


def also(fault: Fault, most: int) -> str:
    """Where else a fault is: at most so many places, and how many more there are."""
    first = place_of(fault.first)
    here = f"{first.source.name}:" if first else ""
    spans = filter(None, map(place_of, fault.others[:most]))
    words = [str(span).removeprefix(here) for span in spans]
    more = len(fault.others) - len(words)
    if not words:
        return f"{more:,} more times"
    return ", ".join(words) + (f" and {more:,} more" if more else "")
