"""``cardformats show``, ``check`` and ``formats``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import click
from attrs import evolve
from rich.table import Table

from ..collation.rounds import boosters_of, set_label
from ..diagnostics import Diagnostic, Report, SharedCode, tally
from ..formats.registry import REGISTRY
from ..io import detect, read_report
from ..model import UNLIMITED, Card, CardSet, Choice, Layout, Slot
from .app import DATA_ERROR, print_json
from .options import Place, ReadingCommand, SourcePath, as_json, from_format, given, of_set
from .output import (
    card_lines,
    out,
    print_counts,
    print_diagnostics,
    print_summary,
    print_table,
    progress,
    table,
)


@click.command(cls=ReadingCommand)
@click.argument("path", type=SourcePath())
@click.argument("names", nargs=-1)
@of_set
@from_format
@as_json
@click.pass_context
def show(
    ctx: click.Context,
    /,
    path: Place,
    names: tuple[str, ...],
    of_set: str | None,
    source_format: str | None,
    *,
    as_json: bool,
    **options: Any,
) -> None:
    """Show what a file or folder holds, or the cards of the given NAMES in it."""
    report = read_report(path, source_format, **given(**options))
    if of_set is not None:
        report = evolve(report, value=_part(report.value, of_set))
    if names:
        _show_cards(report.value, names, as_json=as_json)
    elif as_json:
        print_json(_summary(report))
    else:
        print_diagnostics(
            (each for each in report.diagnostics if "left_out" in each.data), full=False
        )
        _show_set(report)
    ctx.exit(0 if report.ok else DATA_ERROR)


def _part(cardset: CardSet, of_set: str) -> CardSet:
    """The boosters of a set, their sheets, and the cards on these."""
    boosters = boosters_of(cardset, of_set)
    slots = [slot for each in boosters for slot, _ in each.walk()]
    used = {choice.sheet for slot in slots for choice in slot.sheets}
    sheets = [sheet for name, sheet in cardset.sheets.items() if name in used]
    refs = {entry.card for sheet in sheets for entry in sheet.entries}
    there = {id(card) for card in map(cardset.card, refs) if card is not None}
    cards = [card for card in cardset.cards if id(card) in there]
    return evolve(cardset, cards=cards, sheets=sheets, boosters=boosters)


def _summary(report: Report[CardSet]) -> dict[str, Any]:
    cardset = report.value
    return {
        "name": cardset.name,
        "code": cardset.code,
        "meta": dict(cardset.meta),
        "cards": len(cardset.cards),
        "left out": report.left_out,
        "rarities": _rarities(cardset.cards),
        "sets": {
            code or "": {"cards": len(cards), "rarities": _rarities(cards)}
            for code, cards in _sets(cardset).items()
        },
        "sheets": {name: sheet.total for name, sheet in cardset.sheets.items()},
        "boosters": [
            {
                "name": booster.name,
                "id": booster.id,
                "set": set_label(cardset, booster),
                "layouts": len(booster.layouts),
            }
            for booster in cardset.boosters
        ],
        "diagnostics": report.counts(),
    }


def _rarities(cards: Iterable[Card]) -> dict[str, int]:
    counts = Counter(card.rarity or "none" for card in cards)
    return dict(counts.most_common())


def _show_set(report: Report[CardSet]) -> None:
    cardset, console = report.value, out()
    title = f"{cardset.name} ({cardset.code})" if cardset.code else cardset.name
    console.print(title or "(no name)", style="bold")
    for key, value in cardset.meta.items():
        console.print(f"{key}: {value}", markup=False)
    rarities = ", ".join(f"{count} {rarity}" for rarity, count in _rarities(cardset.cards).items())
    console.print(f"{len(cardset.cards)} cards" + (f": {rarities}" if rarities else ""))
    if cardset.code is None and len(_sets(cardset)) > 1 and len(cardset.boosters) > 1:
        print_table(_table_of_sets(cardset), console)
    else:
        _show_packs(cardset)
    print_counts(report.diagnostics)


def _table_of_sets(cardset: CardSet) -> Table:
    """A row for each set: its code, the name of its booster, its cards by rarity."""
    sets = _sets(cardset)
    names = {booster.id: booster.name for booster in cardset.boosters}
    rarities = list(_rarities(cardset.cards))
    grid = table("set", "name", "cards", *rarities)
    for code, cards in sets.items():
        counts = _rarities(cards)
        shown = (str(counts.get(rarity, "")) for rarity in rarities)
        grid.add_row(code or "-", names.get(code, ""), str(len(cards)), *shown)
    return grid


def _sets(cardset: CardSet) -> dict[str | None, list[Card]]:
    """The cards by the code of their set."""
    sets: dict[str | None, list[Card]] = {}
    for card in cardset.cards:
        sets.setdefault(card.set_code, []).append(card)
    return sets


def _show_packs(cardset: CardSet) -> None:
    console = out()
    if cardset.sheets:
        grid = table("sheet", "entries", "copies", "collation")
        for sheet in cardset.sheets.values():
            collation = type(sheet.collation).__name__
            grid.add_row(sheet.name, str(len(sheet.entries)), str(sheet.total), collation)
        print_table(grid, console)
    for booster in cardset.boosters:
        alike = [each for each in cardset.boosters if each.name == booster.name]
        label = set_label(cardset, booster) or booster.id
        its_set = f" of {label}" if label and len(alike) > 1 else ""
        console.print(f"booster {booster.name}{its_set}", style="bold", markup=False)
        for layout in booster.layouts:
            for line in _layout_lines(layout, 1):
                console.print(line, markup=False)


def _layout_lines(layout: Layout, depth: int) -> Iterator[str]:
    indent = "  " * depth
    yield f"{indent}{layout.name or 'layout'} (weight {layout.weight})"
    for part in layout.slots:
        if isinstance(part, Choice):
            yield f"{indent}  one of"
            for option in part.options:
                yield from _layout_lines(option, depth + 2)
        else:
            yield f"{indent}  {_slot_line(part)}"


def _slot_line(slot: Slot) -> str:
    count = "all" if slot.count is UNLIMITED else str(slot.count)
    sheets = ", ".join(
        choice.sheet if len(slot.sheets) == 1 else f"{choice.weight} {choice.sheet}"
        for choice in slot.sheets
    )
    return f"{count} {slot.name}" + (f" of {sheets}" if sheets != slot.name else "")


def _show_cards(cardset: CardSet, names: tuple[str, ...], *, as_json: bool) -> None:
    cards: list[Card] = []
    for name in names:
        found = cardset.printings(name)
        if not found:
            message = f"there is no card {name!r}"
            raise click.ClickException(message)
        cards += found
    if as_json:
        print_json([_card_dict(card) for card in cards])
        return
    for card in cards:
        for line in card_lines(card):
            out().print(line, markup=False)


def _card_dict(card: Card) -> Any:
    from ..serde import make_converter  # noqa: PLC0415 - cattrs is slow to load

    return make_converter().unstructure(card, Card)


@click.command(cls=ReadingCommand)
@click.argument("paths", nargs=-1, required=True, type=SourcePath())
@from_format
@click.option("--brief", is_flag=True, help="One line for each finding, without excerpts.")
@click.option("--summary", is_flag=True, help="One line for each code, with its first place.")
@as_json
@click.pass_context
def check(
    ctx: click.Context,
    /,
    paths: tuple[Place, ...],
    source_format: str | None,
    *,
    brief: bool,
    summary: bool,
    as_json: bool,
    **options: Any,
) -> None:
    """Report everything that is wrong or doubtful in files or folders."""
    every: list[Diagnostic] = []
    options = {"thorough": True, **given(**options)}
    with progress("checking", len(paths)) as step:
        for path in paths:
            for part in (path, *_companions(path, source_format)):
                every += read_report(part, source_format, **options).diagnostics
            step()
    # sets find what is wrong with the primitives that they use, too
    found = list({str(each): each for each in every if not _is_suppression(each)}.values())
    found += filter(_is_suppression, every)
    ok = not any(each.severity.value == "error" for each in found)
    if as_json:
        counts = dict(sorted((str(code), count) for code, count in tally(found).items()))
        shown = [each.to_dict() for each in found]
        print_json({"ok": ok, "counts": counts, "diagnostics": shown})
    elif summary:
        print_diagnostics((each for each in found if "left_out" in each.data), full=False)
        print_summary(found)
        print_counts(found)
    else:
        print_diagnostics(found, full=not brief)
        print_counts(found)
    ctx.exit(0 if ok else DATA_ERROR)


def _is_suppression(found: Diagnostic) -> bool:
    return found.code is SharedCode.SUPPRESSED


def _companions(path: Place, source_format: str | None) -> tuple[Path, ...]:
    """What belongs to the folder *path*."""
    if not isinstance(path, Path):
        return ()
    detections = detect(path) if path.is_dir() and source_format is None else ()
    known = REGISTRY.get(source_format) if source_format else None
    chosen = detections[0].format if detections else known
    find = chosen.load("companions") if chosen else None
    return find(path) if find else ()


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
