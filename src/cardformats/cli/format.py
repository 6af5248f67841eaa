"""``cardformats format``."""

from __future__ import annotations

from typing import Any

import click

from ..checking.formatting import FormattedFile, format_files
from ..files import replace_files
from .arguments import Place, PlacePath, StatusCommand, changeable, changed_since, from_format
from .options import command_configs, config_options
from .output import err, out, print_diff


@click.command("format", cls=StatusCommand)
@click.argument("paths", nargs=-1, required=True, type=PlacePath(reads=True))
@click.option(
    "--check", is_flag=True, help="Write nothing. Exit with 1 if a file is not formatted."
)
@click.option(
    "--diff",
    is_flag=True,
    help="Show the changes without writing them. Exit with 1 if there are any.",
)
@changed_since
@config_options
@from_format
def format_paths(
    paths: tuple[Place, ...],
    source_format: str | None,
    *,
    check: bool,
    diff: bool,
    changed_since: str | None,
    **_: Any,
) -> bool:
    """Sort and lay out files as their projects do by hand; what they say stays the same.

    Of folders, all files are taken that surely are card files. The path - is standard input, which
    is written to standard output.
    """
    done = [0, 0]
    shows = check or diff
    with changeable(paths, changed_since) as (files, standard_input):
        for file in format_files(files, source_format, command_configs(), changed_since):
            done[file.is_changed] += 1
            for kept in file.kept:
                err().print(f"{kept.span}: left as it is: {kept.why}")
            changed = {file.path: file.data} if file.is_changed else {}
            if changed and (shows or standard_input is None):
                _show(file, check=check, diff=diff)
            if standard_input is not None and not shows:
                standard_input.put(changed)
            elif not shows:
                replace_files(changed)
    verb = "would change" if shows else "changed"
    err().print(f"{done[True]} of {sum(done)} {'file' if sum(done) == 1 else 'files'} {verb}")
    return not (done[True] and shows)


def _show(file: FormattedFile, *, check: bool, diff: bool) -> None:
    """Say that a *file* changes, or how."""
    if diff:
        print_diff(file.diff())
    else:
        out().print(f"would change {file.path}" if check else f"changed {file.path}")
