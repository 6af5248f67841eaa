"""The initial draft: a booster draft of starter packs, by its own rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ...errors import DraftError
from ..actions import Start as DraftStart
from ..booster import BoosterDraft, begin
from ..cards import DraftCard
from ..table import DraftRound
from ..table import Table as DraftTable
from .actions import Drafting
from .cards import DeckbuilderCard
from .step import Step
from .table import Table

if TYPE_CHECKING:
    from .state import DeckbuilderDraft


def begin_draft(table: Table, cards: Sequence[DeckbuilderCard]) -> BoosterDraft:
    """The initial draft; its cards have the numbers that they have here.

    Packs go to the next player in the ring, always the same way round.  What cards do in a draft is
    no part of this one: there is no pack that could be added, nor a card.
    """
    count = sum(len(pack) for packs in table.starters for pack in packs)
    known = [DraftCard(card.card, card.finish) for card in cards[:count]]
    rounds = tuple([DraftRound(packs) for packs in table.starters])
    return begin(DraftStart(DraftTable(rounds, seed=table.seed), known))


def verify_drafting(state: DeckbuilderDraft, action: Drafting) -> None:
    """Refuse what the initial draft does not allow.

    Raises:
        DraftError: why, or that it is over.
    """
    seat = getattr(action.action, "seat", None)
    if state.phase != "draft":
        message = "the initial draft is over"
        raise DraftError(message, seat, "Protocol 2.1")
    state.draft.verify(action.action)


def apply_drafting(step: Step, action: Drafting, _: DeckbuilderDraft) -> None:
    """Do it."""
    step.draft = step.draft.do(action.action)
    step.outcomes += step.draft.log[-1].outcomes
