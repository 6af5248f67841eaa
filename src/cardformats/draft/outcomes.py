"""Outcomes: what an action brought about, as frozen records in the log."""

from __future__ import annotations

from typing import TypeAlias

from attrs import frozen

from .booster.state import Note


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
class Revealed:
    """A seat showed a card to all (CR 905.2b)."""

    seat: int
    card: int


@frozen
class TurnedUp:
    """A seat's card is face up (CR 905.2c)."""

    seat: int
    card: int


@frozen
class TurnedDown:
    """A seat's card is face down again."""

    seat: int
    card: int


@frozen
class Noted:
    """Something was noted on a seat's card (CR 905.2b)."""

    note: Note


@frozen
class Returned:
    """A seat put one of its cards into a pack."""

    seat: int
    card: int
    pack: int


@frozen
class Passed:
    """A pack with so many cards went from one seat to another."""

    pack: int
    seat: int
    to: int
    count: int


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
    | Revealed
    | TurnedUp
    | TurnedDown
    | Noted
    | Returned
    | Passed
    | Opened
    | Refused
    | RoundBegan
    | Ended
)
