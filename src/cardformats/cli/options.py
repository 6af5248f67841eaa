"""The options that several commands share."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO, TypeAlias, TypeVar

import click

from ..catalog import CardCatalog
from ..formats.wagic.format import GRADES
from ..io import read, read_report

Command = TypeVar("Command", bound=Callable[..., Any])


class SourcePath(click.Path):
    """What to read: a path, or a stream for ``-`` and for what can be read but once."""

    def __init__(self) -> None:
        """Anything that is there."""
        super().__init__(exists=True, allow_dash=True, path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The path or the stream."""
        path = Path(str(super().convert(value, param, ctx)))
        if value == "-":
            return sys.stdin.buffer
        if path.is_dir() or path.is_file():
            return path
        stream = path.open("rb")
        if ctx is not None:
            ctx.call_on_close(stream.close)
        return stream


class TargetPath(click.Path):
    """Where to write: a path, or standard output for ``-``."""

    def __init__(self) -> None:
        """Anything, there or not."""
        super().__init__(allow_dash=True, path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The path or the stream."""
        if value != "-":
            return super().convert(value, param, ctx)
        if sys.stdout is None:
            self.fail("the standard output is closed", param, ctx)
        return sys.stdout.buffer


#: What commands read from and write to.
Place: TypeAlias = Path | BinaryIO

_READING = (
    click.option("--from", "source_format", metavar="FORMAT", help="The format; else detected."),
    click.option(
        "--primitives",
        type=click.Path(exists=True, path_type=Path),
        multiple=True,
        help="Wagic: a folder or file of primitives; else the one beside the set.",
    ),
    click.option(
        "--no-primitives", is_flag=True, help="Wagic: take cards by name, without primitives."
    ),
    click.option(
        "--macros",
        type=click.Path(exists=True, dir_okay=False, path_type=Path),
        multiple=True,
        help="Wagic: a further file of macros.",
    ),
    click.option(
        "--catalog",
        type=click.Path(exists=True, path_type=Path),
        help="Draftmancer: a card set that knows the cards that lists only name.",
    ),
    click.option(
        "--draw-from",
        type=click.Path(exists=True, path_type=Path),
        help="Wagic packs: the set or folder of sets that the pack draws from.",
    ),
    click.option(
        "--definition",
        type=click.Path(exists=True, path_type=Path),
        help="OCTGN: the definition.xml of the game; else the one around the set.",
    ),
    click.option(
        "--game",
        type=click.Path(exists=True, path_type=Path),
        help="OCTGN: the game that included cards, or those of a deck, are in.",
    ),
    click.option(
        "--mapping",
        type=click.Path(exists=True, dir_okay=False, path_type=Path),
        help="OCTGN: a JSON file that says which property is the cost, the type, the text, ...",
    ),
    click.option(
        "--max-files", type=click.IntRange(0), help="OCTGN: sets of a folder; else 10000."
    ),
    click.option(
        "--max-ratio", type=click.IntRange(1), help="OCTGN: compression of a package; else 200."
    ),
    click.option("--max-size", type=click.IntRange(0), help="Bytes of a file; else 64 MiB."),
    click.option("--max-line", type=click.IntRange(1), help="Characters of a line; else 2**20."),
    click.option("--max-diagnostics", type=click.IntRange(0), help="Findings to keep; else 10000."),
    click.option(
        "--engine",
        type=click.Choice(("sane", "exact")),
        help="Wagic: what the author meant, or what the engine makes of it; else sane.",
    ),
    click.option(
        "--unresolved",
        type=click.Choice(("left-out", "named")),
        help="Wagic: cards without their primitives; else left out, or kept with --cards names.",
    ),
    click.option("--max-grade", type=click.Choice(GRADES), help="Wagic: the worst grade to use."),
)

_RULES = click.option(
    "--rules",
    type=click.Choice(("cardformats", "octgn")),
    help="OCTGN: what the author meant, or what the program makes of it; else cardformats.",
)

of_set = click.option(
    "--set", "of_set", metavar="SET", help="Of which set the booster is: its name, code or id."
)

as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


def reading(command: Command) -> Command:
    """Add the options for reading to *command*."""
    return _RULES(reading_but_rules(command))


def reading_but_rules(command: Command) -> Command:
    """Add them to a command whose own ``--rules`` are others."""
    for option in reversed(_READING):
        command = option(command)
    return command


def seed_of(text: str) -> int | str:
    """What a seed stands for: 7 is the number 7, as in the library."""
    return int(text) if re.fullmatch(r"-?[0-9]{1,1000}", text) else text


def given(**options: Any) -> dict[str, Any]:
    """The options that were given on the command line."""
    if options.pop("no_primitives", False):
        options["primitives"] = []
    if path := options.pop("catalog", None):
        cards = read(path).cards
        if not cards:
            message = f"--catalog: {path} only names cards, it says nothing about them"
            raise click.UsageError(message)
        options["catalog"] = CardCatalog(cards)
    if path := options.pop("draw_from", None):
        options["draw_from"] = read_report(path).value
    return {name: value for name, value in options.items() if value not in (None, ())}
