"""``cardformats mapping``."""

from __future__ import annotations

from pathlib import Path

import click
from attrs import asdict

from ..files import replace_files
from ..formats.octgn.mapping_starter import game_values, starter
from .app import print_json
from .arguments import NEW_FILE, THERE, StatusCommand, as_json
from .output import err, print_contents, print_counts, print_diagnostics


@click.command(cls=StatusCommand)
@click.argument("game", type=THERE)
@click.option(
    "-o",
    "--output",
    "target",
    type=NEW_FILE,
    help="File to write. [default: standard output]",
)
@click.option("--force", is_flag=True, help="Replace an existing file.")
@as_json
def mapping(game: Path, target: Path | None, *, force: bool, as_json: bool) -> bool:
    """Write a mapping to begin with, for a game of OCTGN, a package or a set.

    It says what is assumed without it, and the values that the properties have: of a game that the
    library has a mapping of, what that one says; of others, what the names of properties say.
    """
    if target is not None and target.is_file() and not force:
        raise click.UsageError(f"{target} already exists; --force replaces it")
    report = game_values(game)
    text = starter(report.value)
    print_diagnostics(report.diagnostics, full=False)
    if report.diagnostics:
        print_counts(report.diagnostics)
    if as_json:
        print_json({"ok": report.ok, **asdict(report.value)})
    if not report.value.cards:
        return report.ok
    if target is not None:
        replace_files({target: text.encode()})
        err().print(f"wrote {target}")
    elif not as_json:
        print_contents(text)
    return report.ok
