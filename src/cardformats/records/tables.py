"""Tables of drafts: when cards are picked, what was passed to whom, and the colours of picks."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, partial
from operator import attrgetter
from typing import Any, Final

from attrs import fields, frozen

from ..draft import KnowsCards
from ..model import CardRef, Color
from .record import DraftRecord, PickRecord, SeatRecord


class _TableRow:
    """A row of a table."""

    __slots__ = ()

    def to_dict(self) -> dict[str, Any]:
        """Return a JSON-ready dictionary."""
        row: Any = self  # which is of attrs
        return {each.name: _plain(getattr(row, each.name)) for each in fields(type(row))}


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return [*map(str, value)]
    return str(value) if isinstance(value, CardRef) else value


@frozen
class CardOrder(_TableRow):
    """When a card is picked; picks of a round are counted from 1.

    Attributes:
        card: the card.
        seen: in how many of the packs that somebody drafted from it was, each time they were.
        taken: how many copies were taken.
        burned: how many copies left the draft with a pick.
        average_taken: at which pick it was taken, on average; None if it never was, or in drafts of
            ``ORDERED`` kinds only.
        average_last: at which pick of a round a player saw it for the last time, on average; None
            as above.
        may_wheel: how many copies a player passed who drafted from that pack again.
        wheeled: how many of those were still there then.
    """

    card: CardRef
    seen: int
    taken: int
    burned: int
    average_taken: float | None
    average_last: float | None
    may_wheel: int
    wheeled: int


#: The kinds in which the number of a pick says how much a card was wanted: of what lay there before
#: some was left.  In others, such as a Winston Draft, it says when the card came up.
ORDERED: Final = ("booster", "housman", "minesweeper", "rochester", "rotisserie")


def pick_orders(records: Iterable[DraftRecord]) -> tuple[CardOrder, ...]:
    """Count when each card is picked, the earliest first; those never taken last.

    In kinds other than ``ORDERED`` cards are not picked early or late: it is counted how often
    they were seen and taken, and those taken most often come first.
    """
    seen, taken, burned = Counter[CardRef](), Counter[CardRef](), Counter[CardRef]()
    may_wheel, wheeled = Counter[CardRef](), Counter[CardRef]()
    taken_at: dict[CardRef, list[int]] = defaultdict(list)
    last: dict[CardRef, list[int]] = defaultdict(list)
    for record in records:
        is_ordered = record.kind in ORDERED
        for seat in record.seats:
            lasts: dict[tuple[int, CardRef], int] = {}
            for pick in seat.picks:
                seen.update(pick.seen)
                taken.update(pick.taken)
                burned.update(pick.pack[place] for place in pick.burned)
                if is_ordered:
                    for card in pick.taken:
                        taken_at[card].append(pick.number + 1)
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
            _average(taken_at.get(card)),
            _average(last.get(card)),
            may_wheel[card],
            wheeled[card],
        )
        for card in {**seen, **taken}
    ]
    return tuple(sorted(orders, key=_by_order))


def _average(numbers: Sequence[int] | None) -> float | None:
    return sum(numbers) / len(numbers) if numbers else None


def _by_order(order: CardOrder) -> tuple[bool, float, float, str]:
    at = order.average_taken or order.average_last or 0.0
    share = order.taken / order.seen if order.seen else 1.0  # the top of a stack is not seen
    return order.average_taken is None, at, -share, str(order.card)


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
class PassedCards(_TableRow):
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


def passed_cards(record: DraftRecord) -> tuple[PassedCards, ...]:
    """Return what was passed to whom in a booster draft, in the order of picks; else nothing.

    It was passed to the player who drafted from it next, or by whose log this cannot be known, as
    usual: left, right, left again.  What nobody drafted from was passed to nobody.
    """
    if record.kind != "booster":
        return ()
    seats, rows = len(record.seats), []
    turns = [{(pick.round, pick.number): pick for pick in seat.picks} for seat in record.seats]
    for number, seat in enumerate(record.seats):
        for pick in seat.picks:
            usual = (number + (-1 if pick.round % 2 else 1)) % seats
            for to in (usual, (2 * number - usual) % seats, *range(seats)) if pick.left else ():
                taker = record.seats[to]
                # a log without packs is of one player
                is_unknown = not taker.picks and (taker.cards or not record.packs)
                following = turns[to].get((pick.round, pick.number + 1))
                if is_unknown or _goes_on(taker, following, pick.left):
                    rows.append(PassedCards(number, to, pick.round, pick.number, pick.left))
                    break
    return tuple(sorted(rows, key=attrgetter("round", "number", "seat")))


def _goes_on(seat: SeatRecord, following: PickRecord | None, left: tuple[CardRef, ...]) -> bool:
    """Return whether the next pick is from what is left, perhaps with own cards added."""
    if following is None or following.pack[: len(left)] != left:
        return False
    added = following.pack[len(left) :]
    return not added or {*added} <= {card for pick in seat.picks for card in pick.taken}


@frozen
class ColorsAt(_TableRow):
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
    """Return the colours of each player's cards after each of the picks.

    A card of which only the name is known counts as unknown; *cards*, a card set or a catalog, may
    know more.  In a draft of hands these are the cards of the hand after an exchange, and of the
    hands of the rounds before.
    """
    colors = cache(partial(_colors, record, cards))
    rows = []
    for at, seat in enumerate(record.seats):
        counts = Counter[str | None]()
        rounds = set()
        for pick in seat.picks:
            for card in (*pick.taken, *(() if pick.round in rounds else pick.hand)):
                counts.update(colors(card))
            rounds.add(pick.round)
            for place in pick.replaced:
                counts.subtract(colors(pick.hand[place]))
            own = {color.value: counts[color.value] for color in Color}
            rows.append(ColorsAt(at, pick.round, pick.number, own, counts[""], counts[None]))
    return tuple(rows)


def _colors(
    record: DraftRecord, cards: KnowsCards | None, ref: CardRef
) -> Sequence[str] | Sequence[None]:
    """Return the letters of a card's colours; an empty one if it has none.

    None stands for what is not known: nothing is known but the name.
    """
    own = record.cards.card(ref)
    for card in (own, *(cards.printings(ref.name)[:1] if cards else ())):
        if card is not None and (card.types or card.mana_cost or card.colors):
            return [color.value for color in Color if color in card.colors] or [""]
    return [None]
