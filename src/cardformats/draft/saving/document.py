"""What is stored of a draft: its state, where a card that stands there more than once is said once.

The classes here stand for those of a draft that hold cards, and name them instead: by their number
in the draft, or by the place of their kind.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from attrs import frozen

from ...errors import DraftError
from ..actions import Action, AddPack, Answer, PassPack, Pick, Record, SeatAction, Start, Together
from ..booster import BoosterDraft
from ..cards import DraftCard
from ..outcomes import Outcome
from ..table import Note, PackOrder, Question, Removal, Seat, Standing, Table


@frozen
class SavedStart:
    """The start at the table of the draft, with so many cards, its first."""

    cards: int


@frozen
class SavedAddPack:
    """A pack was added; *cards* are the places of their kinds."""

    seat: int
    cards: tuple[int, ...] = ()


@frozen
class SavedTogether:
    """Actions at the same time."""

    actions: tuple[SavedSeatAction, ...]


SavedSeatAction: TypeAlias = Pick | PassPack | Answer | SavedAddPack
SavedAction: TypeAlias = SavedStart | SavedSeatAction | SavedTogether


@frozen
class SavedRecord:
    """A record of the log."""

    action: SavedAction
    outcomes: tuple[Outcome, ...] = ()


@frozen
class SavedDraft:
    """All that is stored of a draft.

    Attributes:
        kinds: the cards that are not the same.
        cards: for each card of the draft the place of its kind.

    The others are those of :class:`~cardformats.draft.BoosterDraft`.
    """

    table: Table
    round: int
    packs: int
    chances: int
    kinds: tuple[DraftCard, ...]
    cards: tuple[int, ...]
    seats: tuple[Seat, ...]
    standing: tuple[Standing, ...] = ()
    questions: tuple[Question, ...] = ()
    orders: tuple[PackOrder, ...] = ()
    notes: tuple[Note, ...] = ()
    removals: tuple[Removal, ...] = ()
    burned: tuple[int, ...] = ()
    log: tuple[SavedRecord, ...] = ()


class _Kinds:
    """Kinds of cards, by their places in the order they are first asked for."""

    def __init__(self) -> None:
        self._place: dict[DraftCard, int] = {}
        # cards are mostly the same objects, which is known faster than that they are equal
        self._place_of_id: dict[int, int] = {}

    def places(self, cards: Iterable[DraftCard]) -> tuple[int, ...]:
        known = self._place_of_id
        return tuple([known[id(c)] if id(c) in known else self._find(c) for c in cards])

    def _find(self, card: DraftCard) -> int:
        place = self._place.setdefault(card, len(self._place))
        self._place_of_id[id(card)] = place
        return place

    def cards(self) -> tuple[DraftCard, ...]:
        return tuple(self._place)


def document_of(state: BoosterDraft) -> SavedDraft:
    """What is stored of *state*.

    Raises:
        DraftError: it is nothing that a draft leads to.
    """
    kinds = _Kinds()
    cards = kinds.places(state.cards)
    log = tuple([SavedRecord(_saved(r.action, state, kinds), r.outcomes) for r in state.log])
    return SavedDraft(
        state.table,
        state.round,
        state.packs,
        state.chances,
        kinds.cards(),
        cards,
        state.seats,
        state.standing,
        state.questions,
        state.orders,
        state.notes,
        state.removals,
        state.burned,
        log,
    )


def _saved(action: Action, state: BoosterDraft, kinds: _Kinds) -> SavedAction:
    match action:
        case Start():
            count = len(action.cards)
            if action.table != state.table or action.cards != state.cards[:count]:
                message = "the draft cannot be stored: its log is that of another draft"
                raise DraftError(message)
            return SavedStart(count)
        case Together():
            return SavedTogether(tuple([_saved_of_seat(each, kinds) for each in action.actions]))
    return _saved_of_seat(action, kinds)


def _saved_of_seat(action: SeatAction, kinds: _Kinds) -> SavedSeatAction:
    if isinstance(action, AddPack):
        return SavedAddPack(action.seat, kinds.places(action.cards))
    return action


def state_of(document: SavedDraft) -> BoosterDraft:
    """The state that is stored, if it is possible."""
    kinds = document.kinds
    cards = _of_kinds(document.cards, kinds)
    log = []
    for record in document.log:
        saved = record.action
        if isinstance(saved, SavedStart):
            action: Action = Start(document.table, cards[: saved.cards])
        elif isinstance(saved, SavedTogether):
            action = Together([_loaded(each, kinds) for each in saved.actions])
        else:
            action = _loaded(saved, kinds)
        log.append(Record(action, record.outcomes))
    return BoosterDraft(
        document.table,
        cards,
        document.seats,
        document.round,
        document.standing,
        document.questions,
        document.orders,
        document.notes,
        document.removals,
        document.burned,
        document.packs,
        document.chances,
        tuple(log),
    )


def _loaded(action: SavedSeatAction, kinds: tuple[DraftCard, ...]) -> SeatAction:
    if isinstance(action, SavedAddPack):
        return AddPack(action.seat, _of_kinds(action.cards, kinds))
    return action


def _of_kinds(places: tuple[int, ...], kinds: tuple[DraftCard, ...]) -> tuple[DraftCard, ...]:
    return tuple([kinds[place] for place in places])
