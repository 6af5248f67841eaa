"""Turns of drafts of zones: what is laid out before a player, and what the player takes of it.

One rule holds for every kind of draft: the zones that its class names, or those that a seat sees,
are laid out before it, and a turn ends when cards move from there to its pool or hand.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Self

from attrs import evolve, field, frozen

from ..draft import DISCARD, pool_of
from ..draft.zones.state import Moved, Zone, ZoneKey
from ..model import CardRef
from ..model.frozen import EMPTY, FrozenDict
from .draftmancer_picks import cell_extras
from .record import PickRecord

_HAND = "hand"


@frozen
class Turn:
    """A turn of a seat, with cards by their numbers in the draft.

    Attributes:
        seat: the seat.
        round, number: the place of the turn in the draft.
        pack: the cards that are laid out, in order.
        piles: for each pile the key of its zone, and its size.
        hand: the seat's hand.
        cells: the cells of a grid with a card; None if there is no grid.
        size: the number of cells.
        seen: the cards that the seat has seen.
        picked: the cards that were taken.
        replaced: the cards of the hand that were laid down.
        pile: the pile that was taken.
    """

    seat: int
    round: int
    number: int
    pack: tuple[int, ...] = ()
    piles: Mapping[ZoneKey, int] = EMPTY
    hand: tuple[int, ...] = ()
    cells: tuple[int, ...] | None = None
    size: int = 0
    seen: frozenset[int] = frozenset()
    picked: tuple[int, ...] = ()
    replaced: tuple[int, ...] = ()
    pile: int | None = None

    def record(self, refs: Sequence[CardRef]) -> PickRecord:
        """Return the record of the turn, with cards by their references."""
        hidden = next(
            (at for at, card in enumerate(self.pack[::-1]) if card in self.seen), len(self.pack)
        )
        return PickRecord(
            self.round,
            self.number,
            [refs[card] for card in self.pack],
            [self.pack.index(card) for card in self.picked],
            piles=self.piles.values(),
            pile=self.pile,
            hidden=hidden,
            hand=[refs[card] for card in self.hand],
            replaced=[self.hand.index(card) for card in self.replaced],
            extras=EMPTY if self.cells is None else cell_extras(self.cells, self.size),
        )


@frozen
class Followed:
    """A draft of zones, and the turns of seats in it.

    Attributes:
        state: the draft.
        begun: the turns that have begun, by seat.
        counts: for each seat the number of its turns that are over.
    """

    state: Any
    begun: Mapping[int, Turn] = EMPTY
    counts: tuple[int, ...] = field()

    @counts.default
    def _no_turns(self) -> tuple[int, ...]:
        return (0,) * len(self.state.seats)

    def do(self, action: Any) -> tuple[Self, list[Turn]]:
        """Return the draft after an action, and the turns that it ended."""
        before, after, begun = self.state, self.state.do(action), dict(self.begun)
        moves = [each for each in after.log[-1].outcomes if isinstance(each, Moved)]
        first, seats = 0, [action.seat]
        if before.shares_turns and any(each.target[0] == "pool" for each in moves):
            # the piles are numbered from the one that was chosen
            first, begun = action.pile, {}
            seats += [seat for seat in before.seats if seat != action.seat]
        ended = []
        for seat in seats:
            turn = begun.get(seat) or self.laid(seat, first)
            turn = evolve(turn, seen=turn.seen | _visible(before, seat))
            last = _ended(turn, moves)
            kept_hand = bool(turn.hand) and after.turn != before.turn
            if last.picked or kept_hand or len(seats) > 1:
                ended.append(last)
                begun.pop(seat, None)
            elif seat in after.actors:
                begun[seat] = turn
        over = [turn.seat for turn in ended]
        counts = tuple([count + over.count(seat) for seat, count in enumerate(self.counts)])
        return type(self)(after, FrozenDict(begun), counts), ended

    def laid(self, seat: int, first: int = 0) -> Turn:
        """Begin a turn of a seat; the pile of number *first* is laid out first."""
        state = self.state
        zones = [*_zones(state, seat)]
        if state.shares_turns:
            zones.sort(key=lambda zone: (state.laid.index(zone.name), zone.number != first))
        round_, number = state.place(self.counts[seat])
        turn = Turn(
            seat,
            round_,
            number,
            pack=tuple([card for zone in zones for card in zone.numbers]),
            piles=FrozenDict({z.key: len(z.numbers) for z in zones if z.name == state.piles}),
            hand=state.zone(_HAND, seat).numbers,
        )
        if not any(zone.has_places for zone in zones):
            return turn
        cells = [card for zone in zones for card in zone.cards]
        taken = tuple([cell for cell, card in enumerate(cells) if card is not None])
        return evolve(turn, cells=taken, size=len(cells))


def _zones(state: Any, seat: int) -> Iterator[Zone]:
    """Return the zones that are laid out before a seat."""
    for zone in state.zones.values():
        if state.laid is not None:
            if zone.name in state.laid:
                yield zone
        elif zone.cards and zone.is_seen_by(seat) and zone.name not in ("pool", _HAND, DISCARD[0]):
            yield zone


def _visible(state: Any, seat: int) -> frozenset[int]:
    zones = [zone for zone in state.zones.values() if zone.is_seen_by(seat)]
    return frozenset([card for zone in zones for card in zone.numbers])


def _ended(turn: Turn, moves: Sequence[Moved]) -> Turn:
    """Return a turn with what its seat got and laid down."""
    pool, hand = pool_of(turn.seat), (_HAND, turn.seat)
    pack, picked, replaced, pile = [*turn.pack], list[int](), list[int](), None
    for each in moves:
        if each.target in (pool, hand) and each.source not in (pool, hand):
            if each.target == pool:  # the top of a stack was laid out nowhere
                pack += [card for card in each.cards if card not in pack]
            picked += [card for card in each.cards if card in pack]
            if each.source in turn.piles:
                pile = [*turn.piles].index(each.source)
        elif each.source == hand and each.target != pool:
            replaced += each.cards
    gone = {each.source for each in moves} & {*turn.piles}
    if pile is None and 0 < len(gone) == len(turn.piles) - 1:  # an empty pile is left
        pile = next(at for at, key in enumerate(turn.piles) if key not in gone)
    return evolve(turn, pack=tuple(pack), picked=tuple(picked), replaced=tuple(replaced), pile=pile)
