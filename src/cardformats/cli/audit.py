"""``cardformats audit``."""

from __future__ import annotations

from typing import Any

import click

from ..collation.audit.audit import audit
from ..collation.rounds import boosters_of, find_booster
from ..diagnostics import Diagnostic, Severity
from ..io import read_report
from .options import Place, SourcePath, as_json, given, of_set, reading
from .output import DATA_ERROR, print_counts, print_diagnostics, print_json


@click.command("audit")
@click.argument("path", type=SourcePath())
@click.option("--booster", help="Which booster, by name or id; all if not given.")
@of_set
@click.option(
    "--players",
    type=click.IntRange(1),
    default=8,
    show_default=True,
    help="How many players a finite supply is to last for.",
)
@reading
@as_json
@click.pass_context
def audit_boosters(
    ctx: click.Context,
    /,
    path: Place,
    booster: str | None,
    of_set: str | None,
    players: int,
    source_format: str | None,
    *,
    as_json: bool,
    **options: Any,
) -> None:
    """Find what is wrong with the boosters of a list or set, without opening packs."""
    report = read_report(path, source_format, **given(**options))
    cardset = report.value
    chosen = find_booster(cardset, booster, of_set) if booster is not None else None
    boosters = (chosen,) if chosen else boosters_of(cardset, of_set)
    found: list[Diagnostic] = list(report.errors)
    for each in boosters or (None,):
        found += audit(cardset, each, players)
    # what is wrong with a sheet is wrong for all boosters that draw from it
    found = list({str(each): each for each in found}.values())
    ok = not any(each.severity is Severity.ERROR for each in found)
    if as_json:
        print_json({"ok": ok, "diagnostics": [each.to_dict() for each in found]})
    else:
        print_diagnostics(found, full=True)
        print_counts(found)
    ctx.exit(0 if ok else DATA_ERROR)
