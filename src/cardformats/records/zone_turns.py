"""Turns of drafts of zones: what lies before a player, and what the player takes of it.

One rule holds for every kind of draft: what a seat sees lies before it, and what moves from there
to its pool or hand is what it took.  Kinds that show or give cards another way have a class here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate, pairwise
from typing import Any

from attrs import define, field, frozen

from ..draft import Record, pool_of
from ..draft.zones.state import DISCARD, Moved
from ..model import CardRef
from ..model.frozen import EMPTY
from .draftmancer_picks import cell_extras
from .record import PickRecord

_HAND = "hand"


@define
class Turn:
    """A turn of a seat, with cards by their numbers in the draft.

    Attributes:
        seat: whose turn it is.
        round, number: which it is.
        pack: the cards that lie there, in order.
        picked: those that were taken.
        piles: how many cards each pile has; empty if there are none.
        pile: which of them was taken, whole.
        hidden: so many of the last cards of *pack* lie face down.
        hand: the seat's hand.
        replaced: the cards of the hand that were laid down.
        bids: what the seat bids for each card.
        cells: in which cells of a grid the cards are; None if there is none.
        size: how many cells there are.
    """

    seat: int
    round: int
    number: int
    pack: list[int] = field(factory=list)
    picked: list[int] = field(factory=list)
    piles: list[int] = field(factory=list)
    pile: int | None = None
    hidden: int = 0
    hand: list[int] = field(factory=list)
    replaced: list[int] = field(factory=list)
    bids: Sequence[int] = ()
    cells: list[int] | None = None
    size: int = 0

    def record(self, refs: Sequence[CardRef]) -> PickRecord:
        """The record of the turn, with cards by their references."""
        places = {card: place for place, card in enumerate(self.pack)}
        in_hand = {card: place for place, card in enumerate(self.hand)}
        return PickRecord(
            self.round,
            self.number,
            [refs[card] for card in self.pack],
            [places[card] for card in self.picked],
            piles=self.piles,
            pile=self.pile,
            hidden=self.hidden,
            hand=[refs[card] for card in self.hand],
            replaced=[in_hand[card] for card in self.replaced],
            bids=self.bids,
            extras=EMPTY if self.cells is None else cell_extras(self.cells, self.size),
        )


@frozen
class Done:
    """An action that was taken.

    Attributes:
        record: the action, and what came of it.
        before, after: the draft before and after it.
    """

    record: Record[Any, Any]
    before: Any
    after: Any


class ZoneTurns:
    """How turns of a kind of draft are recorded; this is for kinds with nothing of their own."""

    def place(self, state: Any, seat: int, own: int) -> tuple[int, int]:  # noqa: ARG002 - of others
        """Round and number of a seat's turn, which is its *own*, from 0."""
        return 0, own

    def lay(self, state: Any, turn: Turn) -> None:
        """Put into *turn* what lies before its seat."""
        hand = (_HAND, turn.seat)
        for zone in state.zones.values():
            if zone.name in ("pool", _HAND) or zone.key == DISCARD:
                continue
            if zone.is_seen_by(turn.seat) or zone.name == "pile":
                turn.pack += zone.numbers
                turn.piles += [len(zone.numbers)] if zone.name == "pile" else []
        turn.hand += state.zone(*hand).numbers

    def begin(self, state: Any, seat: int, own: int) -> Turn:
        """The turn of a seat that has something to do, which is its *own*, from 0."""
        turn = Turn(seat, *self.place(state, seat, own))
        self.lay(state, turn)
        return turn

    def end(self, turns: Mapping[int, Turn], done: Done) -> Sequence[Turn]:
        """The turns that an action ends, of those that were begun, by seat."""
        turn = turns[done.record.action.seat]
        pool, hand = pool_of(turn.seat), (_HAND, turn.seat)
        there = {*turn.pack}
        for each in done.record.outcomes:
            if not isinstance(each, Moved):
                continue
            if each.target in (pool, hand) and each.source not in (pool, hand):
                unseen = [] if each.target == hand else [*each.cards]
                unseen = [card for card in unseen if card not in there]
                turn.pack += unseen
                turn.hidden += len(unseen)
                there.update(unseen)
                turn.picked += [card for card in each.cards if card in there]
            elif each.source == hand and each.target != pool:
                turn.replaced += each.cards
        starts = pairwise([0, *accumulate(turn.piles)])
        whole = [{*turn.pack[start:end]} for start, end in starts]
        if turn.picked and {*turn.picked} in whole:
            turn.pile = whole.index({*turn.picked})
        return [turn] if turn.picked or done.after.turn != done.before.turn else []


class _Winston(ZoneTurns):
    """Piles that are looked at one after the other; those after the one taken are not seen."""

    def end(self, turns: Mapping[int, Turn], done: Done) -> Sequence[Turn]:
        ended = super().end(turns, done)
        for turn in ended:
            if turn.pile is not None:
                turn.hidden = sum(turn.piles[turn.pile + 1 :])
        return ended


class _Rochester(ZoneTurns):
    """Packs, each drafted by all."""

    def place(self, state: Any, seat: int, own: int) -> tuple[int, int]:  # noqa: ARG002 - as others
        pack = next(zone for zone in state.several("pack") if zone.numbers)
        return pack.number, len(state.table.packs[pack.number]) - len(pack.numbers)


class _Rotisserie(ZoneTurns):
    """All cards: too many to be in each pick, which has the one that was taken."""

    def lay(self, state: Any, turn: Turn) -> None:
        pass

    def end(self, turns: Mapping[int, Turn], done: Done) -> Sequence[Turn]:
        ended = super().end(turns, done)
        for turn in ended:
            turn.hidden = 0
        return ended


class _Housman(ZoneTurns):
    """Exchanges, counted through each round."""

    def place(self, state: Any, seat: int, own: int) -> tuple[int, int]:  # noqa: ARG002 - as others
        round_, exchange = divmod(state.turn, state.settings.exchanges * len(state.seats))
        return round_, exchange


class _Grid(ZoneTurns):
    """Cells, and a reserve as long as nobody has taken cards."""

    def lay(self, state: Any, turn: Turn) -> None:
        grid, reserve = state.zone("grid").cards, state.zone("reserve").cards
        cells = dict(enumerate([*grid, *reserve]))
        turn.cells = [cell for cell, card in cells.items() if card is not None]
        turn.pack = [cells[cell] for cell in turn.cells]
        turn.size, turn.hidden = len(cells), len(reserve)


class _Minesweeper(_Grid):
    """Cells that lie open; each grid is drafted by all."""

    def place(self, state: Any, seat: int, own: int) -> tuple[int, int]:  # noqa: ARG002 - as others
        round_, number = divmod(state.turn, state.settings.picks * len(state.seats))
        return round_, number


class _Solomon(ZoneTurns):
    """Two piles, the chooser's first; both players have a turn when one is chosen."""

    def lay(self, state: Any, turn: Turn) -> None:
        pass

    def end(self, turns: Mapping[int, Turn], done: Done) -> Sequence[Turn]:
        chosen = getattr(done.record.action, "pile", None)
        if chosen is None:
            return []
        first = done.record.action.seat
        piles, hidden = [
            [done.before.zone(name, pile).numbers for pile in (chosen, 1 - chosen)]
            for name in ("pile", "hidden")
        ]
        ended = []
        for number, seat in enumerate((first, 1 - first)):
            turn = turns.get(seat) or self.begin(done.before, seat, done.before.turn // 2)
            turn.pack = [card for pile in (*piles, *hidden) for card in pile]
            turn.piles = [*map(len, piles)]
            turn.pile, turn.hidden = number, sum(map(len, hidden))
            turn.picked = [*piles[number], *hidden[number]]
            ended.append(turn)
        return ended


class _SilentAuction(ZoneTurns):
    """A pack for which all bid at once."""

    def place(self, state: Any, seat: int, own: int) -> tuple[int, int]:  # noqa: ARG002 - as others
        return own, 0

    def lay(self, state: Any, turn: Turn) -> None:
        turn.pack += state.open_pack.numbers

    def end(self, turns: Mapping[int, Turn], done: Done) -> Sequence[Turn]:
        turns[done.record.action.seat].bids = done.record.action.bids
        if done.after.turn == done.before.turn:
            return []
        for each in done.record.outcomes:
            if isinstance(each, Moved) and each.target != DISCARD:
                turns[each.target[1]].picked += each.cards
        return [*turns.values()]


class _Jumpstart(ZoneTurns):
    """Packs that are offered, as piles."""

    def lay(self, state: Any, turn: Turn) -> None:
        for number in state.offered(turn.seat):
            pack = state.zone("pack", number).numbers
            turn.pack += pack
            turn.piles.append(len(pack))


_TURNS: Mapping[str, ZoneTurns] = {
    "grid": _Grid(),
    "housman": _Housman(),
    "jumpstart": _Jumpstart(),
    "minesweeper": _Minesweeper(),
    "rochester": _Rochester(),
    "rotisserie": _Rotisserie(),
    "silent-auction": _SilentAuction(),
    "solomon": _Solomon(),
    "winston": _Winston(),
}
_ANY = ZoneTurns()


def turns_of(kind: str) -> ZoneTurns:
    """How the turns of drafts are recorded, by the word for their class."""
    return _TURNS.get(kind, _ANY)
