"""What a page shows of drafts: who drafted, when cards were picked, and what was passed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Final

from attrs import frozen

from ..model import CardRef, CardSet, Color
from ..records import (
    ORDERED,
    DraftRecord,
    PickRecord,
    colors_over_picks,
    named_as,
    passed_cards,
    pick_orders,
)

#: Maximum number of drafts shown pick by pick, and of cards; the page counts the rest.
_MOST_DRAFTS: Final = 8
_MOST_CARDS: Final = 5000


@frozen
class ReportCell:
    """A cell of a table: what it says, and what it is sorted by if that is a number."""

    text: str
    rank: float | None = None


@frozen
class TableView:
    """A table that readers sort and search.

    Attributes:
        title: what it shows.
        columns: the titles of its columns, and whether there are numbers in it.
        rows: its rows.
        more: the number of omitted rows.
    """

    title: str
    columns: tuple[tuple[str, bool], ...]
    rows: tuple[tuple[ReportCell, ...], ...]
    more: int = 0


@frozen
class DraftView:
    """A draft: what it was, and its tables."""

    title: str
    facts: str
    tables: tuple[TableView, ...]


@frozen
class DraftsView:
    """What a page shows of some drafts.

    Attributes:
        tables: those of all drafts together.
        note: what these tables do not say, and why.
        drafts: the drafts one by one.
        more: the number of drafts that are not shown one by one.
    """

    tables: tuple[TableView, ...]
    note: str
    drafts: tuple[DraftView, ...]
    more: int


def drafts_view(records: Iterable[DraftRecord], cardset: CardSet) -> DraftsView:
    """Return the view of drafts, with cards named as in the card set."""
    named = [named_as(record, cardset) for record in records]
    tables = [_orders(named)]
    shown = [_draft(record, cardset) for record in named[:_MOST_DRAFTS]]
    return DraftsView(
        tuple(each for each in tables if each.rows),
        _note(named),
        tuple(shown),
        len(named) - len(shown),
    )


def _note(records: Iterable[DraftRecord]) -> str:
    kinds = dict.fromkeys(_kind(each) for each in records if each.kind not in ORDERED)
    if not kinds:
        return ""
    return f"In drafts of the kind {', '.join(kinds)} no card is picked early or late."


def _kind(record: DraftRecord) -> str:
    return record.kind.replace("_", " ").replace("-", " ")


def _number(value: float | None, decimals: int = 2) -> ReportCell:
    if value is None:
        return ReportCell("–", -1.0)
    return ReportCell(f"{value:.{decimals}f}", float(value))


def _count(value: int) -> ReportCell:
    return _number(value, 0)


def _table(title: str, columns: str, rows: Iterable[Sequence[ReportCell]]) -> TableView:
    """Return a table without empty columns; ``#`` marks columns of numbers."""
    every = [tuple(row) for row in rows]
    titles = [each.strip() for each in columns.split(",")]
    shown = [
        at for at in range(len(titles)) if any(row[at].text not in ("", "–", "0") for row in every)
    ]
    kept = [tuple([row[at] for at in shown]) for row in every[:_MOST_CARDS]]
    heads = tuple([(titles[at].rstrip("#"), titles[at].endswith("#")) for at in shown])
    return TableView(title, heads, tuple(kept), len(every) - len(kept))


def _orders(records: Sequence[DraftRecord]) -> TableView:
    rows = []
    for each in pick_orders(records):
        share = 100 * each.taken / each.seen if each.seen else None
        wheeled = f"{each.wheeled} of {each.may_wheel}" if each.may_wheel else "–"
        rank = each.wheeled / each.may_wheel if each.may_wheel else -1.0
        numbers = (_number(each.average_taken), _number(each.average_last), _count(each.seen))
        counts = (
            _count(each.taken),
            _number(share, 1),
            _count(each.burned),
            ReportCell(wheeled, rank),
        )
        rows.append((ReportCell(str(each.card)), *numbers, *counts))
    columns = (
        "Card, Average pick#, Last seen at#, Seen#, Taken#, Taken of seen %#, Burned#, Wheeled#"
    )
    return _table("When cards were picked", columns, rows)


def _draft(record: DraftRecord, cardset: CardSet) -> DraftView:
    counts = ((len(record.seats), "players"), (len(record.opened), "packs"))
    facts = [f"{count} {what if count != 1 else what[:-1]}" for count, what in counts if count]
    if record.time is not None:
        facts.append(record.time.isoformat(" ", "minutes"))
    tables = [_players(record, cardset), _picks(record)]
    title = " ".join(filter(None, (_kind(record), record.session)))
    return DraftView(title, ", ".join(facts), tuple(each for each in tables if each.rows))


def _players(record: DraftRecord, cardset: CardSet) -> TableView:
    rows = []
    last = {
        seat: [*rows][-1]
        for seat, rows in groupby(colors_over_picks(record, cardset), key=lambda row: row.seat)
    }
    for number, seat in enumerate(record.seats):
        row = last.get(number)
        colors = [row.counts[color.value] if row else 0 for color in Color]
        others = [row.colorless, row.unknown] if row else [0, 0]
        who = (ReportCell(seat.name or seat.id), ReportCell("yes" if seat.is_bot else ""))
        rows.append((*who, _count(len(seat.cards)), *map(_count, [*colors, *others])))
    titles = ", ".join(f"{color.name.title()}#" for color in Color)
    return _table(
        "Players, and the colours of what they took",
        f"Player, Program, Cards#, {titles}, Colourless#, Not known#",
        rows,
    )


def _picks(record: DraftRecord) -> TableView:
    """Pick by pick what was taken, and what was left or passed, and to whom."""
    names = [seat.name or seat.id for seat in record.seats]
    passed = {(row.seat, row.round, row.number): names[row.to] for row in passed_cards(record)}
    picks = [(number, pick) for number, seat in enumerate(record.seats) for pick in seat.picks]
    rows = []
    for seat, pick in sorted(picks, key=lambda each: (each[1].round, each[1].number, each[0])):
        to = passed.get((seat, pick.round, pick.number), "")
        turn = (_count(pick.round + 1), _count(pick.number + 1), ReportCell(names[seat]))
        gone = ([pick.pack[at] for at in pick.burned], [pick.hand[at] for at in pick.replaced])
        cards = (pick.taken, *gone, _left(pick))
        rows.append((*turn, *[_cards(each) for each in cards], ReportCell(to)))
    columns = "Round#, Pick#, Player, Took, Burned, Laid down, Left, Passed to"
    return _table("Picks, and what was left", columns, rows)


def _left(pick: PickRecord) -> Sequence[CardRef]:
    """Return the visible cards that nobody took."""
    gone = {*pick.picked, *pick.burned}
    return [card for place, card in enumerate(pick.seen) if place not in gone]


def _cards(cards: Iterable[CardRef]) -> ReportCell:
    return ReportCell(", ".join(map(str, cards)))
