"""A step: the change that one action makes to a Deckbuilder Draft, while it is being made."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from attrs import evolve

from ...bits import Bits, Source
from .outcomes import Outcome

if TYPE_CHECKING:
    from .state import DeckbuilderDraft

#: The kind of thing that chance is here, for :class:`~cardformats.bits.Source`.
CHANCE = "sale"


class Step:
    """A Deckbuilder Draft that is being changed.

    Its attributes are those of :class:`DeckbuilderDraft`, and ``outcomes``, what came about so far.
    """

    def __init__(self, state: DeckbuilderDraft) -> None:
        """Start from *state*."""
        self.table = state.table
        self.cards = state.cards
        self.draft = state.draft
        self.seats = list(state.seats)
        self.phase = state.phase
        self.round = state.round
        self.matches = state.matches
        self.market = state.market
        self.order = state.order
        self.turn = state.turn
        self.passes = state.passes
        self.discarded = state.discarded
        self.chances = state.chances
        self.outcomes: list[Outcome] = []

    def tell(self, outcome: Outcome) -> None:
        """Put *outcome* into the record."""
        self.outcomes.append(outcome)

    def change(self, seat: int, **fields: Any) -> None:
        """Change fields of a seat."""
        self.seats[seat] = evolve(self.seats[seat], **fields)

    def shuffled(self, numbers: Iterable[int]) -> list[int]:
        """Numbers in a random order."""
        self.chances += 1
        bits = Bits(Source(self.table.seed, CHANCE), self.chances)
        return bits.shuffled(numbers)
