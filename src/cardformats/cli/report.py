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
@click.option("--compare", type=PlacePath(reads=True), help="Another version, to show beside it.")
@click.option(
    "--pictures", is_flag=True, help="Let the reader's browser load the pictures of cards."
)
@from_format
def report(
    path: Place,
    target: Place,
    packs: int,
    seed: str,
    compare: Place | None,
    *,
    pictures: bool,
    **_: Any,
) -> bool:
    """Write a page that shows a list or a set: charts, layouts, odds, packs, findings."""
    read = read_source(path)
    before = None if compare is None else read_source(compare).value
    text = page(
        read.value, read.diagnostics, packs=packs, seed=seed, before=before, pictures=pictures
    )
    put(target, text.encode())
    print_counts(read.diagnostics)
    return read.ok
