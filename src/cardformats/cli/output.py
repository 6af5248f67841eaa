"""What commands print: results to standard output, diagnostics and progress to standard error."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
from rich.table import Table
from rich.text import Text

from ..diagnostics import Diagnostic, LossCode, Severity

_STYLES = {Severity.ERROR: "bold red", Severity.WARNING: "yellow", Severity.NOTE: "cyan"}

#: Exit statuses: the data has errors, the command was used wrongly.
DATA_ERROR, USAGE_ERROR = 1, 2


def out() -> Console:
    """Standard output."""
    return Console(highlight=False, soft_wrap=True)


def err() -> Console:
    """Standard error."""
    return Console(stderr=True, highlight=False, soft_wrap=True)


def print_json(value: Any) -> None:
    """*value* as JSON on standard output."""
    click.echo(json.dumps(value, ensure_ascii=False, indent=2))


def print_diagnostics(diagnostics: Iterable[Diagnostic], *, full: bool) -> None:
    """Each diagnostic as a line, with its excerpt and notes if *full*."""
    console = err()
    for found in diagnostics:
        first, _, rest = (found.render() if full else str(found)).partition("\n")
        console.print(Text(first, style=_STYLES[found.severity]))
        if rest:
            console.print(Text(rest))


def print_summary(diagnostics: Iterable[Diagnostic]) -> None:
    """How often each code was found, the most frequent first, with the first finding."""
    by_code: dict[str, list[Diagnostic]] = {}
    for found in diagnostics:
        by_code.setdefault(str(found.code), []).append(found)
    if not by_code:
        return
    grid = table("code", "severity", "how often", "the first one")
    for code, same in sorted(by_code.items(), key=lambda item: -len(item[1])):
        first = f"{same[0].span}: {same[0].message}" if same[0].span else same[0].message
        severity = same[0].severity
        grid.add_row(code, Text(severity.value, _STYLES[severity]), str(len(same)), Text(first))
    out().print(grid)


def print_counts(diagnostics: Sequence[Diagnostic]) -> None:
    """How many diagnostics of each severity there are."""
    words = []
    for severity in Severity:
        count = sum(found.severity is severity for found in diagnostics)
        if count:
            words.append(f"{count} {severity.value}{'s' if count > 1 else ''}")
    err().print(", ".join(words) or "nothing to report")


def print_losses(losses: Iterable[Diagnostic]) -> None:
    """The losses of all files together, counted by kind."""
    counts: dict[tuple[str, str], int] = {}
    for found in losses:
        done = "left out" if found.code is LossCode.DROPPED else "written differently"
        key = (done, found.data["kind"])
        counts[key] = counts.get(key, 0) + found.data["count"]
    if not counts:
        return
    grid = table("lost", "kind", "how often")
    for (done, kind), count in sorted(counts.items(), key=lambda item: -item[1]):
        grid.add_row(done, kind, str(count))
    err().print(grid)


def table(*columns: str) -> Table:
    """An empty table with these columns."""
    grid = Table(box=None, header_style="bold", pad_edge=False)
    for column in columns:
        grid.add_column(column, overflow="fold")
    return grid


@contextmanager
def progress(title: str, total: int) -> Iterator[Any]:
    """A function to call after each of *total* steps; shows a bar on a terminal, none in a pipe."""
    console = err()
    columns = (TextColumn(title), BarColumn(), MofNCompleteColumn())
    disabled = total < 2 or not console.is_terminal  # noqa: PLR2004 - one step needs no bar
    with Progress(*columns, console=console, transient=True, disable=disabled) as bar:
        task = bar.add_task(title, total=total)
        yield lambda: bar.advance(task)
