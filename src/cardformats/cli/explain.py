"""``cardformats explain``: the meaning of diagnostic codes and of Wagic's abilities."""

from __future__ import annotations

from pathlib import Path

import click

from ..explanations import is_code
from .arguments import FILE, Place, PlacePath, StatusCommand, as_json


@click.command("explain", cls=StatusCommand)
@click.argument("texts", nargs=-1, required=True)
@click.option(
    "--cards",
    "path",
    type=PlacePath(reads=True),
    help="Wagic files with the cards; TEXTS are then names of cards.",
)
@click.option(
    "--macros",
    multiple=True,
    type=FILE,
    metavar="FILE",
    help="File of macros that the lines call. Repeatable.",
)
@click.option(
    "--as",
    "reader",
    type=click.Choice(["author", "engine"]),
    default="author",
    help="Explain the intended effect of the lines, or what the engine does with them.",
)
@as_json
def explain_lines(
    texts: tuple[str, ...],
    path: Place | None,
    macros: tuple[Path, ...],
    reader: str,
    *,
    as_json: bool,
) -> bool:
    """Explain diagnostic codes, or lines of Wagic's abilities.

    A code such as WG020 is explained with an example; for a prefix such as WG, the matching codes
    are listed.  Other texts are lines of Wagic's ability language, or with --cards names of cards.
    """
    if path is None and all(map(is_code, texts)):
        from .explain_codes import explain_codes  # noqa: PLC0415 - codes need no abilities

        return explain_codes(texts, as_json=as_json)
    from .explain_abilities import explain_abilities  # noqa: PLC0415 - abilities need no codes

    return explain_abilities(texts, path, macros, reader, as_json=as_json)
