"""Outcomes: what an action brought about, as frozen records in the log, and who learns what."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Generic, TypeAlias, TypeVar

from attrs import evolve, frozen

from ..model.frozen import FrozenDict
from .booster.state import Note
from .engine import Record

CardT = TypeVar("CardT")
OutcomeT = TypeVar("OutcomeT")


@frozen
class Secret:
    """What all know to have happened to so many cards, and one seat knows with which.

    Attributes:
        seat: the seat that knows; None if nobody does.
        cards: the numbers of the cards; empty for those who do not know.
        count: how many cards.
    """

    seat: int | None
    cards: tuple[int, ...]
    count: int


@frozen
class Witnessed:
    """What all know to have happened to so many cards, and some seats know with which.

    Attributes:
        seen_by: the seats that know; None if all do.
        cards: the numbers of the cards; empty for those who do not know.
        count: how many cards.
    """

    seen_by: tuple[int, ...] | None
    cards: tuple[int, ...]
    count: int


@frozen
class Drafted(Secret):
    """A seat drafted cards from a pack."""

    pack: int = 0
    at_random: bool = False


@frozen
class Burned(Secret):
    """Cards left the draft; nobody's if they were left in a pack."""


@frozen
class Removed(Secret):
    """A seat removed cards from the draft with one of its cards, *by*; all see them if face up."""

    by: int = 0
    is_face_up: bool = False


@frozen
class Added(Secret):
    """Cards from outside the draft were added to a seat's pool."""


@frozen
class Looked(Secret):
    """A seat looked at cards that others may not see."""


@frozen
class CardSeen:
    """Something that all see happen to a card of a seat."""

    seat: int
    card: int


@frozen
class Revealed(CardSeen):
    """A seat showed a card to all (CR 905.2b)."""


@frozen
class TurnedUp(CardSeen):
    """A seat's card is face up (CR 905.2c)."""


@frozen
class TurnedDown(CardSeen):
    """A seat's card is face down again."""


@frozen
class Used(CardSeen):
    """A seat used a card at any time, and chose something with it."""

    choice: str


@frozen
class Offered(CardSeen):
    """A seat offered a card to another, *to*; all offers are revealed at the same time."""

    to: int


@frozen
class Traded(Offered):
    """A seat's offer was accepted by another, *to*, for a card that it had revealed, *revealed*."""

    revealed: int


@frozen
class Returned(CardSeen):
    """A seat put one of its cards into a pack."""

    pack: int


@frozen
class Noted:
    """Something was noted on a seat's card (CR 905.2b)."""

    note: Note

    @property
    def card(self) -> int:
        """The number of the card."""
        return self.note.card


@frozen
class Passed:
    """A pack with so many cards went from one seat to another."""

    pack: int
    seat: int
    to: int
    count: int


@frozen
class Announced:
    """A seat will draft from a pack, and waits until others have answered what they are asked."""

    seat: int
    pack: int


@frozen
class Opened:
    """A seat opened a pack of so many cards that was added to the draft."""

    seat: int
    pack: int
    count: int


@frozen
class Refused:
    """Of actions taken together, this seat's could not be taken any more.

    Attributes:
        seat: whose action it was.
        reason: why not; empty for the other seats.
    """

    seat: int
    reason: str


@frozen
class RoundBegan:
    """Every seat opened its pack of that round, from 0."""

    round: int


@frozen
class Ended:
    """The draft is over."""


Outcome: TypeAlias = (
    Drafted
    | Burned
    | Removed
    | Added
    | Looked
    | Offered
    | Traded
    | Revealed
    | TurnedUp
    | TurnedDown
    | Used
    | Noted
    | Returned
    | Passed
    | Announced
    | Opened
    | Refused
    | RoundBegan
    | Ended
)


@frozen
class LogEntry(Generic[OutcomeT, CardT]):
    """What a seat has learned from an action.

    Attributes:
        outcomes: what came about; without the cards that the seat did not see.
        cards: the cards named in them.
    """

    outcomes: tuple[OutcomeT, ...]
    cards: Mapping[int, CardT]


#: The members in which outcomes name cards, besides ``card``.
_CARDS = ("cards", "trade", "discarded", "kept")


def log_of(
    state: Any, seat: int, log: Iterable[Record[Any, OutcomeT]]
) -> tuple[LogEntry[OutcomeT, Any], ...]:
    """What a seat has learned of a game, one entry for each record of its *log*."""
    entries = []
    for record in log:
        outcomes = tuple([_as_known(each, seat) for each in record.outcomes])
        named = [card for each in outcomes for card in _named(each)]
        cards = FrozenDict({card: state.cards[card] for card in named})
        entries.append(LogEntry(outcomes, cards))
    return tuple(entries)


def _as_known(outcome: Any, seat: int) -> Any:
    """An outcome without the cards that the seat did not see."""
    if isinstance(outcome, Removed) and outcome.is_face_up:
        return outcome
    if isinstance(outcome, Secret) and outcome.seat != seat:
        return evolve(outcome, cards=())
    if isinstance(outcome, Witnessed) and outcome.seen_by is not None:
        return outcome if seat in outcome.seen_by else evolve(outcome, cards=())
    if isinstance(outcome, Refused) and outcome.seat != seat:
        return evolve(outcome, reason="")  # which may name a card
    return outcome


def _named(outcome: Any) -> list[int]:
    """The numbers of the cards that an outcome names."""
    one = [getattr(outcome, member) for member in ("card", "revealed") if hasattr(outcome, member)]
    return one + [card for member in _CARDS for card in getattr(outcome, member, ())]
