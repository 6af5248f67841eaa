"""``cardformats explain``: what codes of findings mean, and what Wagic's abilities do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import click

from ..diagnostics import Code
from ..formats.wagic.abilities import (
    CardFacts,
    Script,
    explain,
    explain_as_engine,
    lint,
    scripts,
)
from ..formats.wagic.abilities.about import about, kinds_of
from ..formats.wagic.abilities.find import KEY_RULES
from ..formats.wagic.codes import WagicCode
from ..formats.wagic.fields import MACRO_NAME
from ..formats.wagic.format import WagicOptions
from ..formats.wagic.primitives import load_primitives
from ..model import Card
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
        explained = [_explained(_script(line), reader) for line in lines]
        missing: list[str] = []
    else:
        from ..io import read_report  # noqa: PLC0415 - lines alone need no reader

        cards = read_report(path, "wagic", macros=macros or None).value.cards
        explained = [each for card in _named(cards, texts) for each in _of_card(card, reader)]
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


def _of_card(card: Card, reader: str) -> Iterator[dict[str, Any]]:
    """What the lines of *card* say; those at ``auto=`` are about what its ``target=`` chooses."""
    for script in scripts(card):
        yield _explained(script, reader, card.name, kinds_of(card), **about(card, script))


def _explained(
    script: Script,
    reader: str,
    card: str = "",
    kinds: frozenset[str] = frozenset(),
    **about: Any,
) -> dict[str, Any]:
    """What *script*, of a *card* if that has a name, says, and what is wrong in it.

    Args:
        script: the line.
        reader: ``author`` or ``engine``: whose reading of it.
        card: the card that has it.
        kinds: the types and subtypes of the card.
        about: what :func:`explain` takes besides the line.
    """
    findings = [
        _finding(each.code, each.start, each.message, each.suggestions)
        for each in lint(script.text, script.rule)
    ]
    code = WagicCode.UNKNOWN_MACRO
    facts = CardFacts(types=kinds)
    if unknown := list(MACRO_NAME.finditer(script.text)):
        # the rest is not understood without what the macro stands for
        findings = [
            _finding(code, each.start(), code.template.format(name=each[0])) for each in unknown
        ]
        english = f"`{script.text}`"
    elif reader == "engine" and script.rule == "ability":
        english = explain_as_engine(script.text, script.key, facts, **about)
    else:
        is_spell = facts.is_spell and script.key == "auto"
        english = explain(script.line, is_spell=is_spell, **about)
    return {
        "card": card,
        "key": script.key,
        "text": script.text,
        "english": english,
        "findings": findings,
    }


def _finding(
    code: Code, start: int, message: str, suggestions: tuple[str, ...] = ()
) -> dict[str, Any]:
    return {
        "code": str(code),
        "column": start + 1,
        "message": message,
        "suggestions": list(suggestions),
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
            if finding["suggestions"]:
                click.echo(
                    f"        did you mean {' or '.join(map(repr, finding['suggestions']))}?"
                )
