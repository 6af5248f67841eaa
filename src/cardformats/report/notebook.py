"""Values as notebooks show them: small tables, and cards as they are drawn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import singledispatch
from itertools import islice
from typing import Any, Final

from attrs import fields, has

from ..collation import OddsTable
from ..collation.odds.table import most_frequent_first
from ..diagnostics import Report
from ..display import Displayed
from ..draft import Game
from ..formats.xml_text import content, element
from ..model import Booster, Card, CardRef, CardSet, Choice, Face, Layout, Pack, PackCard, Sheet
from ..render import svg
from .boosters import share
from .charts import charts

#: Maximum number of rows of a table to show; the total is shown, too.
_MOST: Final = 60
#: Maximum number of characters of another value.
_LONG: Final = 300


@singledispatch
def html(value: object) -> str:
    """Return a value as HTML; other values by their fields."""
    kind = type(value)
    if not has(kind):
        return content(repr(value))
    rows = [
        (each.name, _Cell(_field(getattr(value, each.name)))) for each in fields(kind) if each.repr
    ]
    return _table((kind.__name__, ""), rows)


class _Cell(str):
    """What stands in a cell, as HTML."""

    __slots__ = ()


def _field(value: object) -> str:
    """Return the content of a field; cards by name."""
    if isinstance(value, PackCard):
        return content(str(value.card) + (f" ({value.finish})" if value.finish else ""))
    if isinstance(value, Mapping):
        values: Iterable[object] = value.values()
    elif isinstance(value, tuple | list | frozenset):
        values = value
    else:
        return content(str(value))
    shown = [_field(each) for each in islice(values, _MOST)]
    more = len(value) - len(shown)
    return element("br", {}).join([*shown, *[f"… {more} more"] * bool(more)])


@html.register
def _card(card: Card) -> str:
    return svg(card)


@html.register
def _face(face: Face) -> str:
    return svg(Card(face))


@html.register
def _ref(ref: CardRef) -> str:
    return content(str(ref))


@html.register
def _pack(pack: Pack) -> str:
    rows = [
        (each.slot, each.card.name, each.card.set_code, each.card.number, each.finish)
        for each in pack.cards
    ]
    of = f" of {pack.booster}" if pack.booster else ""
    title = f"pack {pack.number}{of}, {len(rows)} card{'s' if len(rows) != 1 else ''}"
    return _table(("slot", "card", "set", "number", "finish"), rows, title)


@html.register
def _sheet(sheet: Sheet) -> str:
    rows = [
        (each.copies, each.card.name, each.card.set_code, each.card.number, each.finish)
        for each in sheet.entries[:_MOST]
    ]
    title = f"{sheet.name}: {len(sheet.entries)} entries, {sheet.collation}"
    columns = ("copies", "card", "set", "number", "finish")
    return _table(columns, rows, title, len(sheet.entries))


@html.register
def _booster(booster: Booster) -> str:
    total = sum(layout.weight for layout in booster.layouts)
    shown = islice(booster.layouts, _MOST)
    lists = "".join(_layout(each, share(each.weight, total)) for each in shown)
    more = len(booster.layouts) - _MOST
    rest = element("p", {}, f"… {more} layouts more") if more > 0 else ""
    return element("b", {}, content(booster.name or "Booster")) + element("ul", {}, lists) + rest


def _layout(layout: Layout, part: str) -> str:
    """Return a layout as a list item, with its slots as a list in it."""
    items = []
    for each in layout.slots:
        if isinstance(each, Choice):
            total = sum(option.weight for option in each.options)
            options = "".join(_layout(o, share(o.weight, total)) for o in each.options)
            items.append(element("li", {}, "one of" + element("ul", {}, options)))
        else:
            items.append(element("li", {}, content(str(each))))
    name = " ".join(filter(None, (layout.name, part))) or "layout"
    return element("li", {}, content(name) + element("ul", {}, "".join(items) or "nothing"))


@html.register
def _cardset(cardset: CardSet) -> str:
    title = " ".join(filter(None, (cardset.name, cardset.code and f"({cardset.code})")))
    counts = [
        (what, len(values))
        for what, values in (
            ("cards", cardset.cards),
            ("sheets", cardset.sheets),
            ("boosters", cardset.boosters),
            ("products", cardset.products),
        )
        if values
    ]
    parts = [_table((title or "card set", ""), counts)]
    for chart in charts(cardset.cards):
        rows = [(bar.label, bar.count) for bar in chart.bars]
        parts.append(_table((chart.title.lower(), "cards"), rows))
    columns = element("div", {"style": "display:flex;flex-wrap:wrap;gap:1em"}, "".join(parts))
    if not cardset.sheets:
        return columns
    sheets = [
        (each.name, len(each.entries), each.total, str(each.collation))
        for each in islice(cardset.sheets.values(), _MOST)
    ]
    titles = ("sheet", "entries", "copies", "collation")
    return columns + _table(titles, sheets, count=len(cardset.sheets))


@html.register
def _odds(odds: OddsTable) -> str:
    ordered = most_frequent_first(odds)
    rows = [(str(row.card), row.finish, *row.numbers()) for row in ordered[:_MOST]]
    return _table(("card", "finish", "per pack", "at least one", ""), rows, count=len(ordered))


@html.register
def _game(game: Game) -> str:
    """Show what each seat has to do, and its cards; whoever holds the state may see them."""
    own: Any = game  # not all games have pools, or duties
    titles = ["seat", *["has to"] * hasattr(game, "duty"), *["cards", ""] * hasattr(game, "pool")]
    rows = []
    for seat in range(len(game.seats)):
        duties = [own.duty(seat)] if hasattr(game, "duty") else []
        pool = own.pool(seat) if hasattr(game, "pool") else ()
        names = ", ".join(str(card.name) for card in pool)
        rows.append([seat, *duties, *[len(pool), names] * hasattr(game, "pool")])
    count = len(game.log)
    return _table(titles, rows, f"{game.title}, {count} record{'s' if count != 1 else ''}")


@html.register
def _report(report: Report) -> str:  # type: ignore[type-arg] # of any value
    lines = [str(each) for each in islice(report.diagnostics, _MOST)]
    more = len(report.diagnostics) - len(lines)
    lines += [f"… {more} more"] * bool(more)
    own = (
        html(report.value) if isinstance(report.value, Displayed) else content(repr(report)[:_LONG])
    )
    return own + (element("pre", {}, content("\n".join(lines))) if lines else "")


def _table(
    columns: Sequence[str],
    rows: Iterable[Sequence[object]],
    title: str = "",
    count: int | None = None,
) -> str:
    """Return a table; if it has fewer rows than *count*, it notes that."""
    cells = list(rows)
    head = _row(columns, "th")
    body = "".join(_row(row, "td") for row in cells)
    rest = ""
    if count is not None and count > len(cells):
        rest = element("p", {}, f"{len(cells)} of {count}")
    caption = element("caption", {}, content(title)) if title else ""
    whole = caption + element("thead", {}, head) + element("tbody", {}, body)
    return element("table", {}, whole) + rest


def _row(cells: Iterable[object], tag: str) -> str:
    return element("tr", {}, "".join(element(tag, {}, each) for each in _cells(cells)))


def _cells(cells: Iterable[object]) -> Iterator[Any]:
    for cell in cells:
        if isinstance(cell, _Cell):
            yield str(cell)
        else:
            yield "" if cell is None else content(str(cell))
