"""``cardformats wagic``: what the files of a folder of sets say of one another."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import click

from ..formats.wagic.tree_index import Printing, TreeIndex
from .app import print_json
from .arguments import THERE, StatusCommand, as_json
from .output import err, out, print_table

_path = click.argument("path", type=THERE)
_of_set = click.option("--set", "of_set", metavar="SET", help="Only this set: its folder.")
_grade = click.option(
    "--max-grade",
    default="borderline",
    metavar="GRADE",
    help="The worst grade to include. [default: borderline, as in the engine]",
)
#: The primitives that are not beside the sets.
_primitives = click.option(
    "--primitives",
    multiple=True,
    type=THERE,
    help="Folder or file of primitives. [default: next to the sets]",
)


@click.group()
def wagic() -> None:
    """Query a folder of Wagic sets: printings, primitives, ids, boosters."""


def _index(path: Path, primitives: tuple[Path, ...] = (), **options: str) -> TreeIndex:
    """Return the index of a folder of sets.

    Raises:
        click.UsageError: If there are no sets.
    """
    index = TreeIndex.read(path, primitives=primitives or None, **options)
    if not index.files:
        raise click.UsageError(f"{path} is not a folder of Wagic sets")
    return index


def _of(printings: Iterable[Printing], index: TreeIndex, of_set: str | None) -> list[Printing]:
    """Return the printings that are of a set."""
    if of_set is not None and of_set not in index.files:
        raise click.UsageError(f"there is no set {of_set!r}")
    return [each for each in printings if of_set in (None, each.set_code)]


@wagic.command(cls=StatusCommand)
@_path
@click.argument("names", nargs=-1, required=True)
@_primitives
@as_json
def prints(
    path: Path, names: tuple[str, ...], primitives: tuple[Path, ...], *, as_json: bool
) -> bool:
    """List the sets that print the primitives of some NAMES."""
    index = _index(path, primitives)
    printings = {name: index.prints(name) for name in names}
    rows = [_row(each) for name in names for each in printings[name]]
    _print(("name", "set", "id", "rarity", "place"), rows, as_json=as_json)
    missing = [name for name in names if not printings[name]]
    for name in missing:
        err().print(f"no set prints {name!r}")
    return not missing


def _row(printing: Printing) -> tuple[Any, ...]:
    place = str(printing.place)
    return printing.name, printing.set_code, printing.id, printing.rarity, place


@wagic.command(cls=StatusCommand)
@_path
@_primitives
@as_json
def unprinted(path: Path, primitives: tuple[Path, ...], *, as_json: bool) -> bool:
    """List the primitives that no set prints; what only abilities make, too."""
    rows = [
        (each.name, str(each.file.source.span(each.file.starts[each.number])))
        for each in _index(path, primitives).unprinted()
    ]
    _print(("name", "place"), rows, as_json=as_json)
    return True


@wagic.command(cls=StatusCommand)
@_path
@_of_set
@_primitives
@_grade
@as_json
def missing(
    path: Path,
    of_set: str | None,
    primitives: tuple[Path, ...],
    max_grade: str,
    *,
    as_json: bool,
) -> bool:
    """List the cards of sets that are not in the game, and why."""
    index = _index(path, primitives, max_grade=max_grade)
    own = {id(each) for each in _of(index.printings, index, of_set)}
    rows = [
        (*_row(each.printing), each.reason.value, each.hint)
        for each in index.missing
        if id(each.printing) in own
    ]
    _print(("name", "set", "id", "rarity", "place", "why", "hint"), rows, as_json=as_json)
    err().print(f"{len(rows)} of {len(own)} cards are not in the game")
    return True


@wagic.command(cls=StatusCommand)
@_path
@_of_set
@click.option("--free", type=click.IntRange(1, 100_000), help="List this number of free ids.")
@click.option("--first", type=click.IntRange(1), help="First id to list. [default: 1000000]")
@as_json
def ids(
    path: Path, of_set: str | None, free: int | None, first: int | None, *, as_json: bool
) -> bool:
    """List the ids of each set, those that two cards have, or ids that are free."""
    index = _index(path)
    if free is not None:
        numbers = index.free_ids(free, first or 1_000_000)
        _print(("id",), [(each,) for each in numbers], as_json=as_json)
        return len(numbers) == free
    if first is not None:
        raise click.UsageError("--first says where --free looks")
    by_set: dict[str, list[int]] = {code: [] for code in index.files if of_set in (None, code)}
    for each in _of(index.printings, index, of_set):
        by_set[each.set_code].append(each.id)
    rows = [(code, len(own), min(own), max(own)) for code, own in by_set.items() if own]
    _print(("set", "cards", "lowest id", "highest id"), rows, as_json=as_json)
    again = [same for same in index.ids.values() if len(same) > 1]
    for same in again:
        if of_set is None or of_set in {each.set_code for each in same}:
            cards = ", ".join(f"{each.name} ({each.set_code})" for each in same)
            err().print(f"the id {same[0].id} is that of {cards}")
    return True


@wagic.command(cls=StatusCommand)
@_path
@click.option("--all", "every", is_flag=True, help="Include the default boosters of sets.")
@as_json
def boosters(path: Path, *, every: bool, as_json: bool) -> bool:
    """List which sets the boosters of sets draw from, and which of these are not there."""
    index = _index(path)
    own = [each for each in index.boosters() if every or each.is_own]
    rows = [
        (
            each.set_code,
            " ".join(each.sets) or "all",
            " ".join(index.lacks(each)),
            str(each.place or ""),
        )
        for each in own
    ]
    _print(("set", "draws from", "not there", "place"), rows, as_json=as_json)
    return not any(index.lacks(each) for each in own)


def _print(columns: Sequence[str], rows: Sequence[Sequence[Any]], *, as_json: bool) -> None:
    if as_json:
        print_json([dict(zip(columns, row, strict=True)) for row in rows])
    else:
        print_table(out(), columns, [[str(cell) for cell in row] for row in rows])
