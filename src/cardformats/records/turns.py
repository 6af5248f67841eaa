"""Turns of drafts: what a player can take of, and what the player takes of it.

A draft is followed action by action, whatever its kind.  One class knows the turns of booster
drafts, and another one those of drafts of zones.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise, takewhile
from typing import Any, Self

from attrs import evolve, frozen

from ..draft import DISCARD, BoosterDraft, actions, outcomes
from ..model import CardRef
from ..model.frozen import EMPTY, FrozenDict, Value
from .draftmancer_picks import words_of_cells
from .draftmancer_values import OWN
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
        seen: the cards that the seat has seen.
        picked: the cards that were taken.
        burned: the cards that left the draft with them.
        replaced: the cards of the hand that were laid down.
        pile: the pile that was taken.
        extras: the cells of a grid with a card, and the number of cells.
    """

    seat: int
    round: int
    number: int
    pack: tuple[int, ...] = ()
    piles: Mapping[tuple[str, int], int] = EMPTY
    hand: tuple[int, ...] = ()
    seen: frozenset[int] = frozenset()
    picked: tuple[int, ...] = ()
    burned: tuple[int, ...] = ()
    replaced: tuple[int, ...] = ()
    pile: int | None = None
    extras: Mapping[str, Mapping[str, Value]] = EMPTY

    def record(self, refs: Sequence[CardRef]) -> PickRecord:
        """Return the record of the turn, with cards by their references."""
        hidden = [*takewhile(lambda card: card not in self.seen, reversed(self.pack))]
        return PickRecord(
            self.round,
            self.number,
            [refs[card] for card in self.pack],
            [self.pack.index(card) for card in self.picked],
            [self.pack.index(card) for card in self.burned],
            piles=self.piles.values(),
            pile=self.pile,
            hidden=len(hidden),
            hand=[refs[card] for card in self.hand],
            replaced=[self.hand.index(card) for card in self.replaced],
            extras=self.extras,
        )


@frozen
class Followed:
    """A draft, and the turns of seats in it.

    Attributes:
        state: the draft.
        begun: by seat what its next turn is so far, see the subclasses.
        counts: for each seat the number of its turns that are over.
    """

    state: Any
    begun: Mapping[int, Any]
    counts: tuple[int, ...]

    def do(self, action: Any) -> tuple[Self, list[Turn]]:
        """Return the draft after an action, and the turns that it ended."""
        raise NotImplementedError

    def after(self, state: Any, begun: Mapping[int, Any], ended: Sequence[Turn]) -> Self:
        """Return a later state, when some turns have ended."""
        over = [turn.seat for turn in ended]
        counts = [count + over.count(seat) for seat, count in enumerate(self.counts)]
        return type(self)(state, FrozenDict(begun), tuple(counts))


class BoosterFollowed(Followed):
    """A booster draft, in which every drafting from a pack is a turn.

    By seat there is the number of turns that it has had in the round, with those in which it only
    passed a pack.
    """

    def do(self, action: Any) -> tuple[Self, list[Turn]]:
        """Return the draft after an action, and the turns that it ended."""
        before, after, begun = self.state, self.state.do(action), dict(self.begun)
        brought, ended = after.log[-1].outcomes, []
        starts = [at for at, each in enumerate(brought) if isinstance(each, outcomes.Drafted)]
        for start, end in pairwise([*starts, len(brought)]):
            seat = brought[start].seat
            ended.append(_drafted(before, begun.get(seat, 0), brought[start:end]))
            begun[seat] = ended[-1].number + 1
        for each in flat([action]):
            if isinstance(each, actions.PassPack):
                begun[each.seat] = begun.get(each.seat, 0) + 1
        if any(isinstance(each, outcomes.RoundBegan) for each in brought):
            begun = {}
        return self.after(after, begun, ended), ended


def flat(taken: Iterable[Any]) -> Iterator[Any]:
    """Yield the actions, those that are taken at the same time one by one."""
    for action in taken:
        yield from getattr(action, "actions", (action,))


def _drafted(before: BoosterDraft, number: int, brought: Sequence[Any]) -> Turn:
    """Return the turn whose first outcome is that cards were drafted; others follow from that."""
    drafted, gone = brought[0], list[int]()
    seat, packs = drafted.seat, before.seats[drafted.seat].packs
    pack = [*next(each.cards for each in packs if each.number == drafted.pack)]
    for each in brought:
        if isinstance(each, outcomes.Returned) and each.pack == drafted.pack:
            pack.append(each.card)
        elif isinstance(each, (outcomes.Burned, outcomes.Removed)) and each.seat == seat:
            gone += [card for card in each.cards if card in pack]
    return Turn(
        seat,
        before.round,
        number,
        tuple(pack),
        seen=frozenset(pack),
        picked=tuple([card for card in drafted.cards if card not in gone]),
        burned=tuple(gone),
    )


class ZonesFollowed(Followed):
    """A draft of zones, in which a turn ends when a seat gets cards that are laid out before it.

    By seat there is the turn that has begun.  What is laid out are the zones that the kind of draft
    names, or those that the seat sees.
    """

    def do(self, action: Any) -> tuple[Self, list[Turn]]:
        """Return the draft after an action, and the turns that it ended."""
        before, after, begun = self.state, self.state.do(action), dict(self.begun)
        chosen = getattr(action, "pile", None) if before.shares_turns else None
        seats, ended = [action.seat], []
        if chosen is not None:  # all seats have a turn, with the chosen pile first
            seats += sorted({*before.seats} - {action.seat})
        for place, seat in enumerate(seats):
            turn = self.turn(seat, chosen or 0)
            seen = [each.numbers for each in before.zones.values() if each.is_seen_by(seat)]
            turn = evolve(turn, seen=turn.seen.union(*seen))
            last = _ended(turn, before, after)
            if chosen is not None:
                last = evolve(last, pile=place)
            kept_hand = turn.hand and after.turn != before.turn
            if last.picked or kept_hand or chosen is not None:
                ended.append(last)
                begun.pop(seat, None)
            elif seat in after.actors:
                begun[seat] = turn
        return self.after(after, begun, ended), ended

    def turn(self, seat: int, first: int = 0) -> Any:
        """Return the turn of a seat; the pile of number *first* is laid out first."""
        if seat in self.begun:
            return self.begun[seat]
        state = self.state
        # without names of what is laid out it is what the seat sees
        zones = [
            zone
            for zone in state.zones.values()
            if (
                zone.cards
                and zone.is_seen_by(seat)
                and zone.name not in ("pool", _HAND, DISCARD[0])
                if state.laid is None
                else zone.name in state.laid
            )
        ]
        if state.shares_turns:
            zones.sort(key=lambda zone: (state.laid.index(zone.name), zone.number != first))
        cells = [card for zone in zones for card in zone.cards]
        taken = tuple([cell for cell, card in enumerate(cells) if card is not None])
        words = words_of_cells(taken, len(cells))
        round_, number = state.place(self.counts[seat])
        return Turn(
            seat,
            round_,
            number,
            pack=tuple([cells[cell] for cell in taken]),
            piles=FrozenDict({z.key: len(z.numbers) for z in zones if z.name == state.piles}),
            hand=state.zone(_HAND, seat).numbers,
            extras={OWN: words} if words else EMPTY,
        )


def _ended(turn: Turn, before: Any, after: Any) -> Turn:
    """Return a turn with what its seat has got and laid down by an action."""
    owned, now = [
        [card for name in ("pool", _HAND) for card in state.zone(name, turn.seat).numbers]
        for state in (before, after)
    ]
    got = [card for card in now if card not in owned]
    # the top of a stack was laid out nowhere; a hand for the next round is not taken
    drawn = [card for card in after.zone("pool", turn.seat).numbers if card in got]
    pack = dict.fromkeys([*turn.pack, *drawn])
    picked = tuple([card for card in got if card in pack])
    taken = [not {*picked}.isdisjoint(before.zone(*key).numbers) for key in turn.piles]
    return evolve(
        turn,
        pack=tuple(pack),
        picked=picked,
        replaced=tuple([card for card in turn.hand if card not in now]),
        pile=taken.index(True) if True in taken else None,
    )


def followed(game: Any) -> Followed:
    """Return a draft at its beginning, whose turns can be followed."""
    follow = BoosterFollowed if isinstance(game, BoosterDraft) else ZonesFollowed
    return follow(type(game).replay(game.log[:1]), EMPTY, (0,) * len(game.seats))
