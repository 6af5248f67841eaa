"""``cardformats open``."""

from __future__ import annotations

import secrets
from typing import Any

import click

from ..collation import Generator
from ..io import read_report
from ..model import Pack
from .options import Place, SourcePath, as_json, given, of_set, reading, seed_of
from .output import DATA_ERROR, err, out, print_diagnostics, print_json


@click.command("open")
@click.argument("path", type=SourcePath())
@click.option("-n", "--packs", "count", type=click.IntRange(1), default=1, help="How many packs.")
@click.option("--seed", help="The same seed gives the same packs; a new one if not given.")
@click.option("--booster", help="Which booster, by name or id.")
@of_set
@reading
@as_json
@click.pass_context
def open_packs(
    ctx: click.Context,
    /,
    path: Place,
    count: int,
    seed: str | None,
    booster: str | None,
    of_set: str | None,
    source_format: str | None,
    *,
    as_json: bool,
    **options: Any,
) -> None:
    """Open packs from a list or set."""
    report = read_report(path, source_format, **given(**options))
    print_diagnostics(report.errors, full=True)
    if seed is None:
        seed = str(secrets.randbelow(2**32))
        err().print(f"seed {seed}")
    packs = Generator(report.value, booster, seed=seed_of(seed), of_set=of_set).packs(count)
    if as_json:
        print_json([_as_dict(pack) for pack in packs])
    else:
        for pack in packs:
            _print(pack)
    ctx.exit(0 if report.ok else DATA_ERROR)


def _as_dict(pack: Pack) -> dict[str, Any]:
    cards = [
        {
            "name": each.card.name,
            "set_code": each.card.set_code,
            "number": each.card.number,
            "slot": each.slot,
            "sheet": each.sheet,
            "finish": each.finish,
        }
        for each in pack.cards
    ]
    return {"number": pack.number, "booster": pack.booster, "layout": pack.layout, "cards": cards}


def _print(pack: Pack) -> None:
    console = out()
    title = f"pack {pack.number + 1}" + (f", {pack.layout}" if pack.layout != "default" else "")
    console.print(title, style="bold", markup=False)
    width = max((len(each.slot) for each in pack.cards), default=0)
    for each in pack.cards:
        finish = f" ({each.finish})" if each.finish else ""
        console.print(f"  {each.slot:<{width}}  {each.card}{finish}", markup=False)
