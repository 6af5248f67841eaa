"""What commands print: results to standard output, diagnostics and progress to standard error."""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, TextIO, TypeVar

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.table import Table
from rich.text import Text

from ..diagnostic_lines import Line, counts_in_words, folded_lines
from ..diagnostics import Concern, Diagnostic, How, Report, Severity, tally
from ..files import replace_files, write_stream
from ..source import as_line, escaped
from .app import print_json
from .terminal import contents, styled

if TYPE_CHECKING:
    from ..catalog import CardCatalog
    from ..database import CardDatabase

#: Number of different findings of a code that a command shows besides its own output.
_MOST_FINDINGS = 5
STYLES = {Severity.ERROR: "bold red", Severity.WARNING: "yellow", Severity.NOTE: "cyan"}
T = TypeVar("T")

_FEW = 4
_DONE = {
    How.DROPPED: "left out",
    How.CHANGED: "written differently",
    How.KEPT: "written all the same",
    How.REPLACED: "gone",
}


def one_line(content: str | T, style: str = "") -> Text | T:
    """Return a string as one line with a *style*, and anything else as it is."""
    return Text(as_line(content), style) if isinstance(content, str) else content


class _SafeConsole(Console):
    """Escapes what it shows before styles are added, as safe streams do; a string is one line."""

    def print(self, *objects: Any, **options: Any) -> None:
        """Print *objects*; see :class:`rich.console.Console`."""
        super().print(*map(one_line, objects), **options)

    def render(
        self, renderable: RenderableType, options: ConsoleOptions | None = None
    ) -> Iterable[Segment]:
        """Return what is shown of *renderable*."""
        for each in super().render(renderable, options):
            yield each if each.control else Segment(escaped(each.text), each.style)


def _console(stream: TextIO) -> Console:
    return _SafeConsole(
        file=styled(stream), highlight=False, soft_wrap=True, markup=False, emoji=False
    )


def out() -> Console:
    """Standard output."""
    return _console(sys.stdout)


def err() -> Console:
    """Standard error."""
    return _console(sys.stderr)


def put(target: Path | BinaryIO, data: bytes, *, quiet: bool = False) -> None:
    """Write *data* to a file, which it says unless it is to be *quiet*, or to standard output."""
    if isinstance(target, Path):
        replace_files({target: data}, make_folders=True)
        if not quiet:
            err().print(f"wrote {target}")
    else:
        write_stream(target, data)


def print_lines(console: Console, lines: Iterable[str | Text]) -> None:
    """Print each line."""
    for line in lines:
        console.print(line)


def print_contents(text: str) -> None:
    """Print a text unchanged, except on a terminal."""
    put(contents(), text.encode("utf-8", "backslashreplace"))


def print_diff(lines: Iterable[str]) -> None:
    """Print the lines of a diff with their carriage returns, so that it can be applied."""
    print_contents("".join(f"{line}\n" for line in lines))


def print_diagnostics(diagnostics: Iterable[Diagnostic], *, full: bool) -> None:
    """Print diagnostics on standard error, with excerpts and notes if *full*."""
    print_marked(err(), folded_lines(diagnostics, _MOST_FINDINGS, brief=not full))


def print_marked(console: Console, lines: Iterable[Line]) -> None:
    """Print lines, the first of each text in the style of its severity."""
    for text, severity in lines:
        first, _, rest = text.partition("\n")
        console.print(Text(first, style=STYLES[severity] if severity else ""))
        if rest:
            console.print(Text(rest))


def print_findings(
    diagnostics: Sequence[Diagnostic], *, as_json: bool, brief: bool = False, **more: Any
) -> bool:
    """Print diagnostics as JSON or as text; return whether there is no error."""
    ok = Report(None, diagnostics).ok
    if as_json:
        print_json({"ok": ok, **more, "diagnostics": [each.to_dict() for each in diagnostics]})
    else:
        print_diagnostics(diagnostics, full=not brief)
        print_counts(diagnostics)
    return ok


def print_counts(diagnostics: Iterable[Diagnostic]) -> None:
    """Print the number of diagnostics of each severity."""
    err().print(count_words(diagnostics))


def count_words(diagnostics: Iterable[Diagnostic]) -> str:
    """Return the number of diagnostics of each severity, in words."""
    return counts_in_words(tally(diagnostics))


def print_losses(losses: Iterable[Diagnostic]) -> None:
    """Print the losses of all files by kind, the most severe first.

    With where the first of a kind stands, if that is known of any.
    """
    places: dict[str, str] = {}
    counts: defaultdict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for loss in losses:
        if loss.how is None or loss.concern is None:
            continue
        counts[loss.concern.value, _DONE[loss.how]][loss.kind] += loss.count
        place = next((str(each.span) for each in loss.related), "")
        if place and loss.concern is not Concern.KEYS:
            places.setdefault(loss.kind, place)
    rows: list[tuple[str, str, str, int]] = []
    for concern in (each.value for each in Concern):
        kinds = [(done, its.most_common()) for (of, done), its in counts.items() if of == concern]
        if concern == Concern.KEYS.value:
            rows += [
                (concern, done, _few(its), sum(count for _, count in its)) for done, its in kinds
            ]
        else:
            same = [(concern, done, kind, count) for done, its in kinds for kind, count in its]
            rows += sorted(same, key=lambda row: -row[3])
    if rows:
        cells = [(*row[:3], str(row[3]), places.get(row[2], "")) for row in rows]
        width = 5 if places else 4
        columns = ("what", "lost", "kind", "how often", "the first one")[:width]
        print_table(err(), columns, [row[:width] for row in cells])


def _few(kinds: Sequence[tuple[str, int]]) -> str:
    """Return the first few kinds, and the number of the others."""
    few = ", ".join(kind for kind, _ in kinds[:_FEW])
    return f"{few} and {len(kinds) - _FEW} more" if len(kinds) > _FEW else few


def print_table(
    console: Console, columns: Sequence[str], rows: Iterable[Sequence[str | Text]]
) -> None:
    """Print a table as wide as the terminal; in a pipe, each row is one line."""
    titles = [one_line(column, "bold") for column in columns]
    cells = ([*map(one_line, row)] for row in rows)
    if console.file.isatty():
        grid = Table(box=None, pad_edge=False)
        for title in titles:
            grid.add_column(title, overflow="fold")
        for row in cells:
            grid.add_row(*row)
        console.print(grid)
        return
    lines = [titles, *cells]
    widths = [max(cell.cell_len for cell in column) for column in zip(*lines, strict=True)]
    for row in lines:
        line = Text()
        for cell, width in zip(row, widths, strict=True):
            line.append(cell).append(" " * (width + 2 - cell.cell_len))
        line.rstrip()
        console.print(line)


@contextmanager
def progress(title: str, total: int) -> Iterator[Any]:
    """Provide a function that advances a progress bar; a pipe shows no bar."""
    console = err()
    if total < 2 or not console.is_terminal:  # noqa: PLR2004 - one step needs no bar
        yield lambda: None  # Rich before 14.3 ends even a bar that is disabled with an empty line
        return
    from rich.progress import (  # noqa: PLC0415 - most commands show none
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
    )

    with Progress(
        TextColumn(title),
        BarColumn(),
        MofNCompleteColumn(),
        console=console,
        transient=True,
        redirect_stdout=False,  # its streams would read codes in what is printed
        redirect_stderr=False,
    ) as bar:
        task = bar.add_task(title, total=total)
        yield lambda: bar.advance(task)


def no_card(catalog: CardCatalog | CardDatabase, name: str, set_code: str | None = None) -> str:
    """Return the message for a card that *catalog* does not have."""
    codes = dict.fromkeys(card.set_code or "-" for card in catalog.printings(name))
    if set_code is not None and codes:
        return f"there is no {name!r} of {set_code}, but of {', '.join(codes)}"
    near = catalog.near(name, 3)
    return f"there is no card {name!r}" + (f"; near it are {', '.join(near)}" if near else "")
