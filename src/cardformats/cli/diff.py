"""``cardformats diff``: what is different between two versions of card files."""

from __future__ import annotations

from typing import Any

import click
from attrs import evolve

from ..model import FrozenDict
from .app import print_json
from .arguments import as_json, from_format
from .options import ReadingCommand, chosen_options, command_configs, config_options, usual_options
from .output import err, out, print_lines

#: Default maximum number of changes of each kind.
_LIMIT = 20


@click.command("diff", cls=ReadingCommand)
@click.argument("words", nargs=-1, metavar="OLD [NEW] | [REV | REV..REV] [PATH]")
@from_format
@click.option(
    "--format",
    "output_format",
    type=click.Choice(["text", "json", "markdown"]),
    default="text",
    help="Output format. [default: text]",
)
@click.option(
    "--limit",
    type=click.IntRange(0),
    default=_LIMIT,
    help=f"Maximum number of changes to show for each kind and set. JSON output contains all "
    f"changes. [default: {_LIMIT}]",
)
@click.option("--all", "shows_all", is_flag=True, help="Show all changes.")
@click.option("--no-odds", is_flag=True, help="Do not compare the odds of packs.")
@config_options
@click.option("--exit-code", is_flag=True, help="Exit with 1 if there are differences.")
@as_json
def diff_versions(
    words: tuple[str, ...],
    source_format: str | None,
    output_format: str,
    limit: int,
    *,
    shows_all: bool,
    no_odds: bool,
    exit_code: bool,
    as_json: bool,
    **_: Any,
) -> bool:
    """Show what is different between two versions of files, folders or git revisions.

    OLD and NEW are paths, or REV:path. A revision alone is compared with what is there now, and
    a path alone with what it was at HEAD.
    """
    from ..checking.differences import diff  # noqa: PLC0415 - help needs none of these
    from ..checking.differences.markdown import markdown  # noqa: PLC0415 - likewise
    from ..checking.differences.text import text_lines  # noqa: PLC0415 - likewise
    from ..checking.differences.versions import versions  # noqa: PLC0415 - likewise

    usual = usual_options()
    with versions(words) as (old, new):
        differences = diff(
            old.path,
            new.path,
            source_format,
            odds=not no_odds,
            labels=(old.label, new.label),
            without=old.left_out | new.left_out,
            configs=command_configs(lambda config: evolve(config, usual=FrozenDict(usual))),
            origins=(old.origin, new.origin),
            **chosen_options(),
        )
    most = None if shows_all else limit
    if as_json or output_format == "json":
        print_json(differences.to_dict())
    elif output_format == "markdown":
        click.echo(markdown(differences, most), nl=False)
    else:
        print_lines(out(), text_lines(differences, most))
    if any(differences.errors):
        before, after = differences.errors
        err().print(
            f"what is compared has errors, {before} before and {after} after: see cardformats check"
        )
    return not (exit_code and differences)
