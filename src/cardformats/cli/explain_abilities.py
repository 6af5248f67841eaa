"""What lines of Wagic's abilities do, in the terminal."""

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
from .arguments import Place


def explain_abilities(
    texts: Iterable[str],
    path: Place | None,
    macros: tuple[Path, ...],
    reader: str,
    *,
    as_json: bool,
) -> bool:
    """Print what the lines in *texts* do; with a *path*, the lines of the cards in it.

    Args:
        texts: Lines, or with a path the names of cards.
        path: Wagic files with the cards.
        macros: Files of macros that the lines call.
        reader: ``author`` or ``engine``: whose reading of the lines is explained.
        as_json: Print JSON.

    Returns:
        Whether all cards are known.
    """
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
    """Return the script of a line, with its key or without (``auto=``)."""
    key, _, text = line.partition("=")
    return Script(key, text) if key in KEY_RULES else Script("auto", line)


def _is_called(card: Card, name: str) -> bool:
    return name.lower() in (face.name.lower() for face in card.faces)


def _named(cards: Iterable[Card], names: Iterable[str]) -> Iterator[Card]:
    """Yield the first card of each name."""
    for name in names:
        yield from [card for card in cards if _is_called(card, name)][:1]


def _explained(script: Script, card: Card | None, reader: str) -> dict[str, Any]:
    """Return the explanation and the diagnostics of a script.

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
