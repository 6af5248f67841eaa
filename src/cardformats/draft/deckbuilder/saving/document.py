"""What is stored of a Deckbuilder Draft: its state, where what is there twice is said once.

Cards are named by the places of their kinds, and what was done in the initial draft is told in the
log of that draft only.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from attrs import frozen

from ....errors import DraftError
from ...actions import Record as DraftRecord
from ...saving.document import SavedDraft
from ...saving.document import document_of as document_of_draft
from ...saving.document import state_of as state_of_draft
from ..actions import Action, Build, Buy, Drafting, Keep, PassTurn, Record, Report, Start
from ..cards import DeckbuilderCard
from ..outcomes import (
    Bought,
    BuildingBegan,
    Built,
    MarketClosed,
    MarketOpened,
    Outcome,
    Played,
    Ranked,
    Received,
    TurnPassed,
)
from ..state import DeckbuilderDraft
from ..table import Match, Offer, Phase, Seat, Table


@frozen
class SavedStart:
    """The start at the table of the draft, with its cards."""


@frozen
class SavedDrafting:
    """The next action in the log of the initial draft."""


SavedAction: TypeAlias = SavedStart | SavedDrafting | Build | Keep | Report | Buy | PassTurn
SavedOutcome: TypeAlias = (
    BuildingBegan
    | Built
    | Played
    | Received
    | MarketOpened
    | Bought
    | TurnPassed
    | MarketClosed
    | Ranked
)


@frozen
class SavedRecord:
    """A record of the log, without what the log of the initial draft has of it."""

    action: SavedAction
    outcomes: tuple[SavedOutcome, ...] = ()


@frozen
class SavedDeckbuilder:
    """All that is stored of a Deckbuilder Draft.

    Attributes:
        kinds: the cards that are not the same.
        cards: for each card of the draft the place of its kind.

    The others are those of :class:`~cardformats.draft.deckbuilder.DeckbuilderDraft`.
    """

    table: Table
    phase: Phase
    round: int
    chances: int
    kinds: tuple[DeckbuilderCard, ...]
    cards: tuple[int, ...]
    draft: SavedDraft
    seats: tuple[Seat, ...]
    matches: tuple[Match, ...] = ()
    market: tuple[Offer, ...] = ()
    order: tuple[int, ...] = ()
    turn: int = 0
    passes: int = 0
    discarded: tuple[int, ...] = ()
    log: tuple[SavedRecord, ...] = ()


def document_of(state: DeckbuilderDraft) -> SavedDeckbuilder:
    """What is stored of *state*.

    Raises:
        DraftError: its log is that of another draft.
    """
    places: dict[DeckbuilderCard, int] = {}
    cards = tuple([places.setdefault(card, len(places)) for card in state.cards])
    return SavedDeckbuilder(
        state.table,
        state.phase,
        state.round,
        state.chances,
        tuple(places),
        cards,
        document_of_draft(state.draft),
        state.seats,
        state.matches,
        state.market,
        state.order,
        state.turn,
        state.passes,
        state.discarded,
        tuple(_saved_log(state)),
    )


def _saved_log(state: DeckbuilderDraft) -> Iterator[SavedRecord]:
    drafted = iter(state.draft.log)
    for record in state.log:
        action: SavedAction
        known: tuple[object, ...] = ()
        match record.action:
            case Start():
                first = next(drafted, None)
                is_same = record.action == Start(state.table, state.cards)
                action, known = SavedStart(), first.outcomes if first else ()
            case Drafting():
                next_one = next(drafted, None)
                is_same = next_one is not None and next_one.action == record.action.action
                action, known = SavedDrafting(), next_one.outcomes if next_one else ()
            case _:
                is_same, action = True, record.action
        if not is_same or record.outcomes[: len(known)] != known:
            message = "the draft cannot be stored: its log is that of another draft"
            raise DraftError(message)
        yield SavedRecord(action, record.outcomes[len(known) :])  # type: ignore[arg-type] # the rest is not of the initial draft


def state_of(document: SavedDeckbuilder) -> DeckbuilderDraft:
    """The state that is stored; whatever is named is there."""
    cards = tuple([document.kinds[place] for place in document.cards])
    draft = state_of_draft(document.draft)
    drafted = iter(draft.log)
    log = [_loaded(record, document.table, cards, drafted) for record in document.log]
    return DeckbuilderDraft(
        document.table,
        cards,
        draft,
        document.seats,
        document.phase,
        document.round,
        document.matches,
        document.market,
        document.order,
        document.turn,
        document.passes,
        document.discarded,
        document.chances,
        tuple(log),
    )


def _loaded(
    record: SavedRecord,
    table: Table,
    cards: tuple[DeckbuilderCard, ...],
    drafted: Iterator[DraftRecord],
) -> Record:
    action: Action
    known: tuple[Outcome, ...] = ()
    match record.action:
        case SavedStart():
            action, known = Start(table, cards), next(drafted).outcomes
        case SavedDrafting():
            next_one = next(drafted)
            action, known = Drafting(next_one.action), next_one.outcomes  # type: ignore[arg-type] # the first alone is a start
        case _:
            action = record.action
    return Record(action, (*known, *record.outcomes))
