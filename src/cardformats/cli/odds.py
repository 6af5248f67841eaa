"""``cardformats odds``."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import click

from ..collation import Generator
from ..io import read_report
from .options import Place, SourcePath, as_json, given, of_set, reading
from .output import DATA_ERROR, out, print_diagnostics, print_json, print_table, table

if TYPE_CHECKING:
    from ..collation.odds.table import OddsRow


@click.command("odds")
@click.argument("path", type=SourcePath())
@click.option("--booster", help="Which booster, by name or id; the first if not given.")
@of_set
@click.option("--card", "cards", multiple=True, metavar="NAME", help="Only cards of this name.")
@reading
@as_json
@click.pass_context
def show_odds(
    ctx: click.Context,
    /,
    path: Place,
    booster: str | None,
    of_set: str | None,
    cards: tuple[str, ...],
    source_format: str | None,
    *,
    as_json: bool,
    **options: Any,
) -> None:
    """Show how often packs of a list or set have which card."""
    report = read_report(path, source_format, **given(**options))
    print_diagnostics(report.errors, full=True)
    odds = Generator(report.value, booster, seed="odds", of_set=of_set).odds()
    rows = [row for name in cards for row in _named(odds.of(name), name)] if cards else list(odds)
    rows.sort(key=lambda row: (-row.expected, row.card.name))
    if as_json:
        print_json([_as_dict(row) for row in rows])
    else:
        _print(rows)
    ctx.exit(0 if report.ok else DATA_ERROR)


def _named(rows: tuple[OddsRow, ...], name: str) -> tuple[OddsRow, ...]:
    if not rows:
        message = f"no pack has a card {name!r}"
        raise click.ClickException(message)
    return rows


def _as_dict(row: OddsRow) -> dict[str, Any]:
    return {
        "name": row.card.name,
        "set_code": row.card.set_code,
        "number": row.card.number,
        "finish": row.finish,
        "expected": _number(row.expected),
        "at_least_one": _number(row.at_least_one),
        "exact": row.exact,
        "error": row.error,
    }


def _number(value: Fraction) -> dict[str, Any]:
    return {"fraction": str(value), "float": float(value)}


def _print(rows: list[OddsRow]) -> None:
    finishes = any(row.finish for row in rows)
    grid = table("card", *["finish"] * finishes, "per pack", "at least one", "1 in", "")
    for row in rows:
        chance = float(row.at_least_one)
        grid.add_row(
            str(row.card),
            *[row.finish or ""] * finishes,
            f"{float(row.expected):.4f}",
            f"{chance:.2%}",
            f"{1 / chance:.4g}" if chance else "-",
            "exact" if row.exact else f"± {row.error:.4f}",
        )
    print_table(grid, out())
