"""``cardformats explain``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import click

from ..formats.wagic.abilities import Script, explain, explain_as_engine, lint, scripts
from ..model import Card
from .app import print_json
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
    "--as",
    "reader",
    type=click.Choice(["author", "engine"]),
    default="author",
    help="Say what the lines are meant to do, or what the engine does with them.",
)
@as_json
def explain_lines(
    texts: tuple[str, ...], path: Place | None, reader: str, *, as_json: bool
) -> bool:
    """Say in plain English what lines of Wagic's ability language do, or those of cards."""
    if path is None:
        abilities = [("", Script("auto", text)) for text in texts]
        missing: list[str] = []
    else:
        from ..io import read_report  # noqa: PLC0415 - lines alone need no reader

        cards = read_report(path, "wagic").value.cards
        abilities = list(_of_cards(cards, texts))
        missing = [name for name in texts if not any(_is_called(card, name) for card in cards)]
    explained = [_explained(card, script, reader) for card, script in abilities]
    if as_json:
        print_json(explained)
    else:
        _print(explained)
    for name in missing:
        click.echo(f"cardformats: there is no card {name!r}", err=True)
    return not missing


def _is_called(card: Card, name: str) -> bool:
    return name.lower() in (face.name.lower() for face in card.faces)


def _of_cards(cards: Iterable[Card], names: Iterable[str]) -> Iterator[tuple[str, Script]]:
    for name in names:
        for card in cards:
            if _is_called(card, name):
                yield from ((card.name, script) for script in scripts(card))
                break


def _explained(card: str, script: Script, reader: str) -> dict[str, Any]:
    """What *script*, of a *card* if that has a name, says, and what is wrong in it."""
    findings = [
        {"code": str(each.code), "column": each.start + 1, "message": each.message}
        for each in lint(script.text, script.rule)
    ]
    is_read = reader == "engine" and script.rule == "ability"
    english = explain_as_engine(script.text, script.key) if is_read else explain(script.line)
    return {
        "card": card,
        "key": script.key,
        "text": script.text,
        "english": english,
        "findings": findings,
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
