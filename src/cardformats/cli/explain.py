"""``cardformats explain``: what codes of findings mean, and what Wagic's abilities do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import click

from ..formats.wagic.abilities import Script, lint, scripts
from ..formats.wagic.abilities.about import english
from ..formats.wagic.abilities.find import KEY_RULES
from ..formats.wagic.codes import WagicCode
from ..formats.wagic.fields import MACRO_NAME
from ..formats.wagic.format import WagicOptions
from ..formats.wagic.primitives import load_primitives
from ..model import Card
from ..source import SourceText
from .app import print_json
from .explain_codes import explain_codes, is_code
from .options import Place, PlacePath, StatusCommand, as_json


@click.command("explain", cls=StatusCommand)
@click.argument("texts", nargs=-1, required=True)
@click.option(
    "--cards",
    "path",
    type=PlacePath(reads=True),
    help="Wagic files with the cards that TEXTS are the names of.",
)
@click.option(
    "--macros",
    multiple=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help="A file of macros that the lines call; can be repeated.",
)
@click.option(
    "--as",
    "reader",
    type=click.Choice(["author", "engine"]),
    default="author",
    help="Say what the lines are meant to do, or what the engine does with them.",
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
    """Say what codes of findings mean, or what lines of Wagic's abilities do.

    A code as WG020 is explained with an example; its beginning, as WG, lists codes.  Other texts
    are lines of Wagic's ability language, or with --cards the names of cards.
    """
    if path is None and all(map(is_code, texts)):
        return explain_codes(texts, as_json=as_json)
    explained: list[dict[str, Any]]
    if path is None:
        table = load_primitives(None, WagicOptions(macros=macros)).macros
        lines = [line for text in texts for line in table.expand(text).text.split("\n")]
        explained = [_explained(_script(line), None, reader) for line in lines]
        missing: list[str] = []
    else:
        from ..io import read_report  # noqa: PLC0415 - lines alone need no reader

        cards = read_report(path, "wagic", macros=macros or None).value.cards
        explained = [
            _explained(script, card, reader)
            for card in _named(cards, texts)
            for script in scripts(card)
        ]
        missing = [name for name in texts if not any(_is_called(card, name) for card in cards)]
    if as_json:
        print_json(explained)
    else:
        _print(explained)
    for name in missing:
        click.echo(f"cardformats: there is no card {name!r}", err=True)
    return not missing


def _script(line: str) -> Script:
    """A *line*: as it stands in a file, with its key, or what it says at ``auto=``."""
    key, _, text = line.partition("=")
    return Script(key, text) if key in KEY_RULES else Script("auto", line)


def _is_called(card: Card, name: str) -> bool:
    return name.lower() in (face.name.lower() for face in card.faces)


def _named(cards: Iterable[Card], names: Iterable[str]) -> Iterator[Card]:
    """The first card of each name."""
    for name in names:
        yield from [card for card in cards if _is_called(card, name)][:1]


def _explained(script: Script, card: Card | None, reader: str) -> dict[str, Any]:
    """What *script*, of a *card* if it is of one, says, and what is wrong in it.

    Args:
        script: the line.
        card: the card that has it.
        reader: ``author`` or ``engine``: whose reading of it.
    """
    source = SourceText("", script.text)
    findings = [
        WagicCode.UNKNOWN_MACRO.at(source.span(*each.span()), name=each[0])
        for each in MACRO_NAME.finditer(script.text)
    ] or lint(script.text, script.rule)
    return {
        "card": "" if card is None else card.name,
        "key": script.key,
        "text": script.text,
        "english": english(script, card, as_engine=reader == "engine"),
        "findings": [each.to_dict() for each in findings],
    }


def _print(explained: Iterable[dict[str, Any]]) -> None:
    card = ""
    for each in explained:
        if each["card"] != card:
            card = each["card"]
            click.echo(card)
        click.echo(f"{each['key']}={each['text']}" if card else each["text"])
        click.echo(f"    {each['english']}")
        for finding in each["findings"]:
            click.echo(f"    {finding['column']}: {finding['message']} [{finding['code']}]")
            for note in finding.get("notes", ()):
                click.echo(f"        {note}")
