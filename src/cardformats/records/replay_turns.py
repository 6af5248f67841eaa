"""A draft played again turn by turn, until its turns are those of a record; of whatever kind."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from ..errors import DraftError
from ..model import CardRef
from ..model.frozen import EMPTY
from .codes import listed
from .of_draft import KnownCards
from .record import DraftRecord, PickRecord
from .turns import Followed, Turn

#: Maximum number of actions that are tried for a turn.
_MOST_TRIED = 400

_NOBODY = "no player can take these cards"

#: The known cards of a draft, by number.
Known = Mapping[int, CardRef]


def where(pick: PickRecord) -> str:
    """Return the round and number of a pick in words, counted from 1."""
    return f"pick {pick.number + 1} of round {pick.round + 1}"


class Replay(ABC):
    """A draft while it is played by a record.

    Attributes:
        record: the record.
        ref: returns the reference of the record for that of a card in the draft.
        draft: the draft so far.
        cards: the cards that are known so far.
        tried: how many actions were tried for the next turn.
        refusal: why one of them did not lead to it.
    """

    draft: Followed
    cards: Known = EMPTY
    tried: int = 0
    refusal: DraftError | None = None

    def __init__(self, record: DraftRecord) -> None:
        self.record = record
        self.ref = KnownCards(record.cards).ref

    @abstractmethod
    def actors(self, draft: Followed) -> Sequence[int]:
        """Return the seats that can act, in the order in which they do it."""

    @abstractmethod
    def actions(self, draft: Followed, seat: int) -> Iterator[Any]:
        """Return the actions of a seat that may lead to its next pick."""

    def known(self, draft: Followed, ended: Sequence[Turn]) -> Known:  # noqa: ARG002 - for subclasses
        """Return the cards that are known of turns that have ended."""
        return self.cards

    def finished(self) -> Any:
        """Return the draft when nothing is left to be done."""
        return self.draft.state

    def to_the_end(self) -> Any:
        """Do what the record contains, as long as it contains something.

        Raises:
            DraftError: If the record and the rules part.
        """
        while ready := [
            seat
            for seat in self.actors(self.draft)
            if self.draft.state.duty(seat) != "act" or self.next(self.draft, seat)
        ]:
            self.turn(ready[0])
        state, seats = self.draft.state, range(len(self.record.seats))
        idle = [seat for seat in seats if state.duty(seat) in ("act", "pick")]
        of = f"of seat {' and '.join(map(str, idle))} the record has no pick"
        for seat in seats:
            if self.next(self.draft, seat):
                raise self.cannot(self.draft, seat, "the draft is over" if state.is_over else of)
        game = self.finished()
        for seat in seats:
            own = Counter([self.ref(card.card) for card in game.pool(seat)])
            needed = Counter(map(self.ref, self.record.seats[seat].cards))
            if needed and own != needed:
                missing, more = listed(needed - own), listed(own - needed)
                raise DraftError(f"by the rules its pool has not {missing}, but {more}", seat)
        return game

    def next(self, draft: Followed, seat: int) -> PickRecord | None:
        """Return the next pick of a seat; None if the record has no further one."""
        picks, at = self.record.seats[seat].picks, draft.counts[seat]
        return picks[at] if at < len(picks) else None

    def turn(self, seat: int) -> None:
        """Go on until a turn has ended as in the record.

        Raises:
            DraftError: If no action of the seat leads to that.
        """
        self.tried, self.refusal = 0, None
        for draft, ended in self.ways(self.draft, seat):
            known = self.known(draft, ended)
            try:
                for turn in ended:
                    if pick := self.next(self.draft, turn.seat):
                        known = _matched(turn, pick, known)
            except DraftError as error:
                self.refusal = self.refusal or error
            else:
                self.draft, self.cards = draft, known
                return
        raise self.refusal or self.cannot(self.draft, seat, _NOBODY)

    def ways(self, draft: Followed, seat: int) -> Iterator[tuple[Followed, list[Turn]]]:
        """Yield the ways to end a turn: each with the draft after it, and the ended turns."""
        for action in self.actions(draft, seat):
            self.tried += 1
            if self.tried > _MOST_TRIED:
                return
            try:
                after, ended = draft.do(action)
            except DraftError as error:
                self.refusal = self.refusal or self.cannot(draft, seat, error.reason)
                continue
            following = self.actors(after)
            if ended or not following:
                yield after, ended
            else:  # the turn goes on, or another player ends it
                yield from self.ways(after, following[0])

    def cannot(self, draft: Followed, seat: int, reason: str) -> DraftError:
        """Return the error that a seat cannot make its next pick."""
        pick = self.next(draft, seat)
        return DraftError(f"{where(pick)} cannot be made: {reason}" if pick else reason, seat)


def _matched(turn: Turn, pick: PickRecord, known: Known) -> Known:
    """Return the known cards, with those that a pick shows of a turn.

    Raises:
        DraftError: If the pick shows another turn.
    """
    pack, bound = _without_lost(turn, pick), dict(known)
    for numbers, refs in ((pack, pick.pack), (turn.hand, pick.hand)):
        if len(numbers) != len(refs):
            raise _other(turn, pick, f"{listed(refs)}, and by the rules there are {len(numbers)}")
        for number, ref in zip(numbers, refs, strict=True):
            if (card := bound.setdefault(number, ref)) != ref:
                raise _other(
                    turn, pick, f"{listed(refs)}, and by the rules {card} is where {ref} is"
                )
    taken = {pack[place] for place in pick.picked}
    laid_down = {turn.hand[place] for place in pick.replaced}
    if taken != {*turn.picked} or laid_down != {*turn.replaced}:
        raise DraftError(f"{where(pick)} cannot be made: {_NOBODY}", turn.seat)
    return bound


def _without_lost(turn: Turn, pick: PickRecord) -> list[int]:
    """Return the cards that are laid out, without those that a log of Draftmancer lacks.

    These are the last cards of piles that were left and did not grow.

    Raises:
        DraftError: If the piles are of other sizes.
    """
    sizes, pack, kept = [*turn.piles.values()], iter(turn.pack), list[int]()
    left = len(sizes) if pick.pile is None else pick.pile
    piles = [*zip(sizes, pick.piles, strict=False)]
    fit = [own in (size, size - (at < left)) for at, (size, own) in enumerate(piles)]
    if len(sizes) != len(pick.piles) or not all(fit):
        words = f"piles of {pick.piles} cards, and by the rules there are {tuple(sizes)}"
        raise _other(turn, pick, words)
    for size, own in piles:
        kept += [*islice(pack, size)][:own]
    return [*kept, *pack]


def _other(turn: Turn, pick: PickRecord, words: str) -> DraftError:
    return DraftError(f"at {where(pick)} the record has {words}", turn.seat)
