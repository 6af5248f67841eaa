"""``cardformats report``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from ..diagnostics import Report
from .arguments import FILE, Place, PlacePath, as_json, from_format
from .options import ReadingCommand, read_source
from .output import print_counts, print_findings, put


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
    "-n",
    "--packs",
    type=click.IntRange(0, 100),
    default=2,
    help="Number of packs of each booster. [default: 2]",
)
@click.option(
    "--seed",
    default="report",
    help="Seed of the random numbers. The same seed gives the same packs.",
)
@click.option(
    "--compare", type=PlacePath(reads=True), help="Earlier version to show for comparison."
)
@click.option(
    "--log",
    "logs",
    multiple=True,
    metavar="FILE",
    type=FILE,
    help="Log of a draft, to show when its cards were picked. Repeatable.",
)
@click.option(
    "--pictures",
    is_flag=True,
    help="Link card images in the page. The browser downloads them when the page is opened.",
)
@from_format
@as_json
def report(
    path: Place,
    target: Place,
    packs: int,
    seed: str,
    compare: Place | None,
    logs: tuple[Path, ...],
    *,
    pictures: bool,
    as_json: bool,
    **_: Any,
) -> bool:
    """Write a page that shows a list or a set: charts, layouts, odds, packs, drafts, findings."""
    from .. import records  # noqa: PLC0415 - help needs neither
    from ..report import page  # noqa: PLC0415 - likewise

    if as_json and not isinstance(target, Path):
        raise click.UsageError("--json and -o - would both be on standard output")
    for each in (path, compare, *logs):
        if isinstance(each, Path) and isinstance(target, Path) and _is_same(each, target):
            raise click.UsageError(f"{target} would be replaced, and is what the page is of")
    read = read_source(path)
    before = None if compare is None else read_source(compare)
    drafts = [records.read_report(each) for each in logs]
    diagnostics = [
        *read.diagnostics,
        *(() if before is None else before.diagnostics),
        *(one for each in drafts for one in each.diagnostics),
    ]
    text = page(
        read.value,
        diagnostics,
        packs=packs,
        seed=seed,
        before=None if before is None else before.value,
        pictures=pictures,
        title=path.stem if isinstance(path, Path) else "",
        drafts=[each.value for each in drafts if each.ok],
    )
    put(target, text.encode(), quiet=as_json)
    if as_json:
        return print_findings(diagnostics, as_json=True, written=str(target))
    print_counts(diagnostics)
    return Report(None, diagnostics).ok


def _is_same(source: Path, target: Path) -> bool:
    return target.exists() and source.samefile(target)
