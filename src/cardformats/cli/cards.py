"""``cardformats cards``: the card database."""

from __future__ import annotations

from pathlib import Path

import click
from attrs import asdict

from ..database import CardDatabase, default_path
from ..model import Card, CardRef
from ..play.shown import card_dict, card_lines, counted
from .app import print_json
from .arguments import ANY_PATH, THERE, StatusCommand, as_json
from .output import (
    err,
    no_card,
    one_line,
    out,
    print_findings,
    print_lines,
    print_table,
)

_WHERE = "Card database. [default: $CARDFORMATS_CARDS, or the file in the user's data folder]"
_database = click.option("--database", "path", type=ANY_PATH, help=_WHERE)


@click.group()
def cards() -> None:
    """Build and ask a card database, from which other commands know cards, too."""


@cards.command(cls=StatusCommand)
@click.argument("sources", nargs=-1, required=True, type=THERE)
@click.option("-o", "--output", "path", type=ANY_PATH, help=_WHERE)
@as_json
def build(sources: tuple[Path, ...], path: Path | None, *, as_json: bool) -> bool:
    """Build the database of files and folders; one that is there is replaced."""
    target, stored = _path(path), 0
    with err().status("reading") as status:

        def progress(source: str, count: int) -> None:
            nonlocal stored
            stored = count
            status.update(one_line(f"{source}: {count} cards"))

        report = CardDatabase.build(sources, target, progress)
    with report.value as database:
        sets = len(database.sets())
    numbers = {"cards": stored, "sets": sets}
    print_findings(report.diagnostics, as_json=as_json, brief=True, path=str(target), **numbers)
    if not as_json:
        err().print(f"wrote {target}: {counted(stored, 'card')}, {counted(sets, 'set')}")
    return report.ok


@cards.command(cls=StatusCommand)
@click.argument("name")
@click.option(
    "--most",
    type=click.IntRange(1),
    default=5,
    show_default=True,
    help="Maximum number of similar names.",
)
@_database
@as_json
def find(name: str, most: int, path: Path | None, *, as_json: bool) -> bool:
    """Find the printings of the card called NAME, or the names that are nearly that."""
    with _open(path) as database:
        printings = database.printings(name)
        near = () if printings else database.near(name, most)
    if as_json:
        rows = [card_dict(card.ref, rarity=card.rarity) for card in printings]
        print_json({"printings": rows, "near": near})
    elif printings:
        print_table(
            out(),
            ("name", "set", "number", "rarity"),
            [
                (card.name, card.set_code or "-", card.number or "-", card.rarity or "-")
                for card in printings
            ],
        )
    else:
        err().print(f"there is no card {name!r}" + ("; near it are" if near else ""))
        print_lines(out(), near)
    return bool(printings)


@cards.command()
@click.argument("name")
@click.option("--set", "set_code", metavar="SET", help="Code of the set of the printing.")
@_database
@as_json
def show(name: str, set_code: str | None, path: Path | None, *, as_json: bool) -> None:
    """Show the card called NAME: the printing that is preferred, or that of a set."""
    with _open(path) as database:
        card = database.card(name if set_code is None else CardRef(name, set_code))
        if card is None:
            raise click.ClickException(no_card(database, name, set_code))
    if as_json:
        from ..serde import make_converter  # noqa: PLC0415 - cattrs is slow to load

        print_json(make_converter().unstructure(card, Card))
    else:
        print_lines(out(), card_lines(card))


@cards.command()
@_database
@as_json
def sets(path: Path | None, *, as_json: bool) -> None:
    """List the sets."""
    with _open(path) as database:
        summaries = database.sets()
    if as_json:
        print_json([*map(asdict, summaries)])
        return
    rows = [
        (
            *(each.code or "-", each.name, each.released or "-", str(each.cards)),
            ", ".join(name or "(no name)" for name in each.boosters),
        )
        for each in summaries
    ]
    print_table(out(), ("code", "name", "released", "cards", "boosters"), rows)


def _open(path: Path | None) -> CardDatabase:
    """Open the database at a path, or the usual one.

    Raises:
        click.UsageError: If it is not there.
    """
    place = _path(path)
    try:
        return CardDatabase(place)
    except FileNotFoundError:
        message = f"there is no card database {place}; build it with: cardformats cards build FILE"
        raise click.UsageError(message) from None


def _path(path: Path | None) -> Path:
    """Return a path, or that of the usual database.

    Raises:
        click.UsageError: If there is none.
    """
    path = path or default_path()
    if path is None:
        raise click.UsageError("CARDFORMATS_CARDS is empty; specify the path of the database")
    return path
