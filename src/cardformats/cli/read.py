"""``cardformats show`` and ``formats``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

import click
from attrs import evolve

from ..catalog import CardCatalog
from ..diagnostics import Report
from ..formats.registry import REGISTRY
from ..model import (
    BoosterRef,
    Card,
    CardRef,
    CardSet,
    Choice,
    DeckList,
    Item,
    Layout,
    ProductChoice,
    ProductPart,
    ProductRef,
)
from ..play.shown import card_lines
from .app import print_json
from .arguments import Place, PlacePath, as_json, from_format, of_set
from .options import ReadingCommand, read_source
from .output import (
    no_card,
    out,
    print_counts,
    print_diagnostics,
    print_lines,
    print_table,
)


@click.command(cls=ReadingCommand)
@click.argument("path", type=PlacePath(reads=True))
@click.argument("names", nargs=-1)
@of_set
@from_format
@as_json
def show(
    path: Place, names: tuple[str, ...], of_set: str | None, *, as_json: bool, **_: Any
) -> bool:
    """Show what a file or folder holds, or the cards of the given NAMES in it."""
    report = read_source(path)
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
    return report.ok


def _part(cardset: CardSet, of_set: str) -> CardSet:
    """Return the boosters of a set, their sheets, and the cards on these."""
    from ..collation.rounds import boosters_of  # noqa: PLC0415 - help needs no packs

    boosters = boosters_of(cardset, of_set)
    slots = [slot for each in boosters for slot, _ in each.walk()]
    used = {choice.sheet for slot in slots for choice in slot.sheets}
    sheets = [sheet for name, sheet in cardset.sheets.items() if name in used]
    refs = {entry.card for sheet in sheets for entry in sheet.entries}
    there = {id(card) for card in map(cardset.card, refs) if card is not None}
    cards = [card for card in cardset.cards if id(card) in there]
    return evolve(cardset, cards=cards, sheets=sheets, boosters=boosters)


def _summary(report: Report[CardSet]) -> dict[str, Any]:
    from ..collation.rounds import set_label  # noqa: PLC0415 - help needs no packs

    cardset = report.value
    return {
        "name": cardset.name,
        "code": cardset.code,
        "meta": dict(cardset.meta),
        "cards": len(cardset.cards),
        "left_out": report.left_out,
        "rarities": _rarities(cardset.cards),
        "sets": {
            code or "": {"cards": len(cards), "rarities": _rarities(cards)}
            for code, cards in _sets(cardset).items()
        },
        "sheets": {name: sheet.total for name, sheet in cardset.sheets.items()},
        "boosters": [
            {"name": b.name, "id": b.id, "set": set_label(cardset, b), "layouts": len(b.layouts)}
            for b in cardset.boosters
        ],
        "products": [product.name for product in cardset.products],
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
        console.print(f"{key}: {value}")
    rarities = ", ".join(f"{count} {rarity}" for rarity, count in _rarities(cardset.cards).items())
    console.print(f"{len(cardset.cards)} cards" + (f": {rarities}" if rarities else ""))
    if cardset.code is None and len(_sets(cardset)) > 1 and len(cardset.boosters) > 1:
        _show_sets(cardset)
    else:
        _show_packs(cardset)
    print_counts(report.diagnostics)


def _show_sets(cardset: CardSet) -> None:
    """Print a row for each set: its code, its booster, its cards by rarity."""
    names = {booster.id: booster.name for booster in cardset.boosters}
    rarities = list(_rarities(cardset.cards))
    rows = []
    for code, cards in _sets(cardset).items():
        counts = _rarities(cards)
        shown = (str(counts.get(rarity, "")) for rarity in rarities)
        rows.append((code or "-", names.get(code, ""), str(len(cards)), *shown))
    print_table(out(), ("set", "name", "cards", *rarities), rows)


def _sets(cardset: CardSet) -> dict[str | None, list[Card]]:
    """Return the cards by the code of their set."""
    sets: dict[str | None, list[Card]] = {}
    for card in cardset.cards:
        sets.setdefault(card.set_code, []).append(card)
    return sets


def _show_packs(cardset: CardSet) -> None:
    from ..collation.rounds import set_label  # noqa: PLC0415 - help needs no packs

    console = out()
    if cardset.sheets:
        rows = [
            (each.name, str(len(each.entries)), str(each.total), type(each.collation).__name__)
            for each in cardset.sheets.values()
        ]
        print_table(console, ("sheet", "entries", "copies", "collation"), rows)
    for booster in cardset.boosters:
        alike = [each for each in cardset.boosters if each.name == booster.name]
        label = set_label(cardset, booster) or booster.id
        its_set = f" of {label}" if label and len(alike) > 1 else ""
        console.print(f"booster {booster.name}{its_set}", style="bold")
        print_lines(console, (line for each in booster.layouts for line in _layout_lines(each, 1)))
    for product in cardset.products:
        console.print(f"product {product.name}", style="bold")
        print_lines(console, _part_lines(product.contents, 1))


def _layout_lines(layout: Layout, depth: int) -> Iterator[str]:
    indent = "  " * depth
    yield f"{indent}{layout.name or 'layout'} (weight {layout.weight})"
    for part in layout.slots:
        if isinstance(part, Choice):
            yield f"{indent}  one of"
            for option in part.options:
                yield from _layout_lines(option, depth + 2)
        else:
            yield f"{indent}  {part}"


#: What parts of products are called before their names.
_KINDS = {BoosterRef: "pack ", CardRef: "", DeckList: "deck ", Item: "", ProductRef: "product "}


def _part_lines(parts: Iterable[ProductPart], depth: int) -> Iterator[str]:
    """Yield a line for each part of a product."""
    indent = "  " * depth
    for part in parts:
        what = part.what
        if isinstance(what, ProductChoice):
            yield f"{indent}{part.count} one of"
            for option in what.options:
                yield f"{indent}  (weight {option.weight})"
                yield from _part_lines(option.contents, depth + 2)
            continue
        name = str(what) if isinstance(what, CardRef) else what.name
        code = None if isinstance(what, (CardRef, Item)) else what.set_code
        more = (f" ({code})" if code else "") + (f", {part.finish}" if part.finish else "")
        yield f"{indent}{part.count} {_KINDS[type(what)]}{name}{more}"


def _show_cards(cardset: CardSet, names: tuple[str, ...], *, as_json: bool) -> None:
    cards: list[Card] = []
    catalog = CardCatalog(cardset.cards)
    for name in names:
        # cards of exactly this name, in the order of the set, precede all others
        printings = cardset.printings(name) or catalog.printings(name)
        if not printings:
            raise click.ClickException(no_card(catalog, name))
        cards += printings
    if as_json:
        from ..serde import make_converter  # noqa: PLC0415 - cattrs is slow to load

        print_json([make_converter().unstructure(card, Card) for card in cards])
    else:
        print_lines(out(), (line for card in cards for line in card_lines(card)))


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
    else:
        print_table(out(), [*rows[0]], [[_word(value) for value in row.values()] for row in rows])


def _word(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return " ".join(value) if isinstance(value, list) else str(value)
