"""``cardformats formats``."""

from __future__ import annotations

import click

from ..formats.registry import REGISTRY
from .options import as_json
from .output import out, print_diagnostics, print_json, print_table, table


@click.command()
@as_json
def formats(*, as_json: bool) -> None:
    """List the formats."""
    rows = [
        {
            "id": known.id,
            "title": known.title,
            "extensions": list(known.extensions),
            "reads": True,
            "writes": known.writer is not None,
            "from": REGISTRY.provider(known.id),
        }
        for known in REGISTRY.all()
    ]
    print_diagnostics(REGISTRY.diagnostics, full=False)
    if as_json:
        print_json(rows)
        return
    grid = table("id", "title", "extensions", "reads", "writes", "from")
    for row in rows:
        words = (
            "yes" if value is True else "no" if value is False else value for value in row.values()
        )
        grid.add_row(*(" ".join(word) if isinstance(word, list) else str(word) for word in words))
    print_table(grid, out())
