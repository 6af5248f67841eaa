"""Tables of drafts: when cards are picked, what was passed to whom, and the colours of picks."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import attrs
from attrs import frozen

from ..draft import KnowsCards
from ..model import CardRef, Color
from .record import DraftRecord, SeatRecord
from .replaying import TableOf


class _Row:
    """A row of a table."""

    __slots__ = ()

    def to_dict(self) -> dict[str, Any]:
        """A JSON-ready dictionary."""
        row: Any = self  # which is of attrs
        return {each.name: _plain(getattr(self, each.name)) for each in attrs.fields(type(row))}


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return [*map(str, value)]
    return str(value) if isinstance(value, CardRef) else value


@frozen
class CardOrder(_Row):
    """When a card is picked; picks of a round are counted from 1.

    Attributes:
        card: the card.
        seen: in how many of the packs that somebody drafted from it was, each time they were.
        taken: how many copies were taken.
        burned: how many copies left the draft with a pick.
        average_taken: at which pick it was taken, on average; None if it never was.
        average_last: at which pick of a round a player saw it for the last time, on average.
        may_wheel: how many copies a player passed who drafted from that pack again.
        wheeled: how many of those were still there then.
    """

    card: CardRef
    seen: int
    taken: int
    burned: int
    average_taken: float | None
    average_last: float
    may_wheel: int
    wheeled: int


def pick_orders(records: Iterable[DraftRecord]) -> tuple[CardOrder, ...]:
    """When each card of some drafts is picked, the earliest first; those never taken last."""
    seen, taken, burned = Counter[CardRef](), Counter[CardRef](), Counter[CardRef]()
    may_wheel, wheeled = Counter[CardRef](), Counter[CardRef]()
    taken_at: Counter[CardRef] = Counter()
    last: dict[CardRef, list[int]] = defaultdict(list)
    for record in records:
        for seat in record.seats:
            lasts: dict[tuple[int, CardRef], int] = {}
            for pick in seat.picks:
                seen.update(pick.seen)
                taken.update(pick.taken)
                burned.update(pick.pack[place] for place in pick.burned)
                for card in pick.taken:
                    taken_at[card] += pick.number + 1
                lasts |= {(pick.round, card): pick.number + 1 for card in pick.seen}
            for (_, card), number in lasts.items():
                last[card].append(number)
            if record.kind == "booster":
                _count_wheels(seat, len(record.seats), may_wheel, wheeled)
    orders = [
        CardOrder(
            card,
            seen[card],
            taken[card],
            burned[card],
            taken_at[card] / taken[card] if taken[card] else None,
            sum(numbers) / len(numbers),
            may_wheel[card],
            wheeled[card],
        )
        for card, numbers in last.items()
    ]
    return tuple(sorted(orders, key=_by_order))


def _by_order(order: CardOrder) -> tuple[bool, float, str]:
    return order.average_taken is None, order.average_taken or order.average_last, str(order.card)


def _count_wheels(
    seat: SeatRecord, seats: int, may_wheel: Counter[CardRef], wheeled: Counter[CardRef]
) -> None:
    """Count what a player passed and may see again: packs come back after *seats* picks."""
    turns = {(pick.round, pick.number): pick for pick in seat.picks}
    for (round_, number), pick in turns.items():
        again = turns.get((round_, number + seats))
        left = Counter(pick.left)
        # a pack that was added, or was passed another way, is another one
        if again is not None and not Counter(again.pack) - left:
            may_wheel.update(left)
            wheeled.update(again.pack)


@frozen
class Passed(_Row):
    """What a player passed to another with a pick.

    Attributes:
        seat, to: the seats of the two.
        round, number: which pick it was, from 0.
        cards: the cards that were left in the pack.
    """

    seat: int
    to: int
    round: int
    number: int
    cards: tuple[CardRef, ...]


def passed_cards(record: DraftRecord) -> tuple[Passed, ...]:
    """What was passed to whom in a booster draft, in the order of picks; else nothing.

    Which way packs went in a round is what the picks show, or as usual: left, right, left again.
    What a last pick left in a pack that was discarded was passed to nobody.
    """
    if record.kind != "booster":
        return ()
    table = TableOf(record)
    discard_at, steps = table.discard_at(), dict[int, int]()
    rows = []
    for number, seat in enumerate(record.seats):
        for pick in seat.picks:
            if len(pick.left) > discard_at:
                step = steps.setdefault(pick.round, table.step(pick.round))
                to = (number + step) % len(record.seats)
                rows.append(Passed(number, to, pick.round, pick.number, pick.left))
    return tuple(sorted(rows, key=lambda row: (row.round, row.number, row.seat)))


@frozen
class ColorsAt(_Row):
    """How many cards of each colour a player has after a pick.

    Attributes:
        seat: whose cards.
        round, number: after which pick, from 0.
        counts: how many cards by the letters W, U, B, R and G; a card of two colours counts twice.
        colorless: how many are known to have no colour.
        unknown: of how many nothing is known.
    """

    seat: int
    round: int
    number: int
    counts: Mapping[str, int]
    colorless: int
    unknown: int


def colors_over_picks(record: DraftRecord, cards: KnowsCards | None = None) -> tuple[ColorsAt, ...]:
    """The colours of each player's cards after each of the picks.

    A card of which only the name is known counts as unknown; *cards*, a card set or a catalog, may
    know more.
    """
    known: dict[CardRef, Sequence[str] | None] = {}
    rows = []
    for number, seat in enumerate(record.seats):
        counts = dict.fromkeys((color.value for color in Color), 0)
        colorless = unknown = 0
        for pick in seat.picks:
            for card in pick.taken:
                if card not in known:
                    known[card] = _colors(card, record, cards)
                colors = known[card]
                unknown += colors is None
                colorless += colors == ()
                for color in colors or ():
                    counts[color] += 1
            rows.append(ColorsAt(number, pick.round, pick.number, dict(counts), colorless, unknown))
    return tuple(rows)


def _colors(ref: CardRef, record: DraftRecord, cards: KnowsCards | None) -> tuple[str, ...] | None:
    """The letters of a card's colours; None if nothing is known of it but its name."""
    own = record.cards.card(ref)
    for card in (own, *(cards.printings(ref.name)[:1] if cards else ())):
        if card is not None and (card.types or card.mana_cost or card.colors):
            return tuple(color.value for color in Color if color in card.colors)
    return None
