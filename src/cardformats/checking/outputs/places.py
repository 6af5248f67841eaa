"""Where findings are, as services name places, and the same fault at several of them."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from attrs import frozen

from ...diagnostics import Diagnostic
from ...source import Span


@frozen
class Region:
    """Lines and columns from 1, in code points; the end is after the last character."""

    line: int
    column: int
    end_line: int
    end_column: int


@frozen
class Place:
    """Where a finding is.

    Attributes:
        path: of the file, with slashes; relative to the working folder if it is in it.
        region: where in the file; None for all of it, or if it is a folder.
    """

    path: str
    region: Region | None


def place_of(span: Span) -> Place:
    """Where *span* is; if its text was made from another one, where that is."""
    while span.source.origin is not None:
        span = span.source.origin
    source = span.source
    if not source.text:
        return Place(_relative(source.name, Path.cwd()), None)
    region = Region(*source.position(span.start), *source.position(span.end))
    return Place(_relative(source.name, Path.cwd()), region)


@cache
def _relative(name: str, folder: Path) -> str:
    """The path of a source that is called *name*, from *folder* on if it is in it."""
    path = Path(os.path.abspath(name))  # noqa: PTH100 - links stay as they are named
    if path.is_relative_to(folder):
        return path.relative_to(folder).as_posix()
    return path.as_posix()


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
    """``[*] `` before the message of what can be mended for certain, ``[?] `` for a guess."""
    if diagnostic.fix is None:
        return ""
    return "[*] " if diagnostic.fix.is_safe else "[?] "


def also(fault: Fault, most: int) -> str:
    """Where else a fault is: at most so many places, and how many more there are."""
    here = fault.first.span.source.name if fault.first.span else ""
    spans = [each.span for each in fault.others[:most] if each.span is not None]
    words = [
        str(span).removeprefix(f"{here}:") if span.source.name == here else str(span)
        for span in spans
    ]
    more = len(fault.others) - len(words)
    if not words:
        return f"{more:,} more times"
    return ", ".join(words) + (f" and {more:,} more" if more else "")
