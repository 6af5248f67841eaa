"""``cardformats report``."""

from __future__ import annotations

from typing import Any

import click

from ..report import page
from .options import Place, PlacePath, ReadingCommand, from_format, read_source
from .output import print_counts, put


@click.command(cls=ReadingCommand)
@click.argument("path", type=PlacePath(reads=True))
@click.option(
    "-o",
    "--output",
    "target",
    required=True,
    type=PlacePath(reads=False),
    help="The page to write; - for standard output.",
)
@click.option(
    "-n", "--packs", type=click.IntRange(0, 100), default=2, help="Packs of each booster; else 2."
)
@click.option("--seed", default="report", help="The same seed gives the same packs.")
@from_format
def report(path: Place, target: Place, packs: int, seed: str, **_: Any) -> bool:
    """Write a page that shows a list or a set: charts, layouts, odds, packs, findings."""
    read = read_source(path)
    data = page(read.value, read.diagnostics, packs=packs, seed=seed).encode()
    put(target, data)
    print_counts(read.diagnostics)
    return read.ok
