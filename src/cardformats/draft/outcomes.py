"""Outcomes: what an action brought about, as frozen records in the log, and who learns what."""

from __future__ import annotations

from typing import Self, TypeAlias

from attrs import evolve, frozen

from .booster.state import Note


@frozen
class Secret:
    """An event whose number of cards is public, and whose cards one seat knows.

    Attributes:
        seat: the seat that knows; None if nobody does.
        cards: the numbers of the cards; empty for those who do not know.
        count: how many cards.
    """

    seat: int | None
    cards: tuple[int, ...]
    count: int

    def known_to(self, seat: int) -> Self:
        """Return the outcome, without the cards if a seat does not know them."""
        return self if seat == self.seat else evolve(self, cards=())


@frozen
class Witnessed:
    """An event whose number of cards is public, and whose cards some seats know.

    Attributes:
        seen_by: the seats that know; None if all do.
        cards: the numbers of the cards; empty for those who do not know.
        count: how many cards.
    """

    seen_by: tuple[int, ...] | None
    cards: tuple[int, ...]
    count: int

    def known_to(self, seat: int) -> Self:
        """Return the outcome, without the cards if a seat does not know them."""
        is_known = self.seen_by is None or seat in self.seen_by
        return self if is_known else evolve(self, cards=())


@frozen
class Drafted(Secret):
    """A seat drafted cards from a pack."""

    tag = "drafted"

    pack: int = 0
    at_random: bool = False


@frozen
class Burned(Secret):
    """Cards left the draft; nobody's if they were left in a pack."""

    tag = "burned"


@frozen
class Removed(Secret):
    """A seat removed cards from the draft with one of its cards, *by*; all see them if face up."""

    tag = "removed"

    by: int = 0
    is_face_up: bool = False

    def known_to(self, seat: int) -> Self:
        """Return the outcome, without the cards if a seat does not know them."""
        return self if self.is_face_up else super().known_to(seat)


@frozen
class Added(Secret):
    """Cards from outside the draft were added to a seat's pool."""

    tag = "added"


@frozen
class Looked(Secret):
    """A seat looked at cards that others may not see."""

    tag = "looked"


@frozen
class CardSeen:
    """Something that all see happen to a card of a seat."""

    seat: int
    card: int


@frozen
class Revealed(CardSeen):
    """A seat showed a card to all (CR 905.2b)."""

    tag = "revealed"


@frozen
class TurnedUp(CardSeen):
    """A seat's card is face up (CR 905.2c)."""

    tag = "turned_up"


@frozen
class TurnedDown(CardSeen):
    """A seat's card is face down again."""

    tag = "turned_down"


@frozen
class Used(CardSeen):
    """A seat used a card at any time, and chose something with it."""

    tag = "used"

    choice: str


@frozen
class Offered(CardSeen):
    """A seat offered a card to another, *to*; all offers are revealed at the same time."""

    tag = "offered"

    to: int


@frozen
class Traded(Offered):
    """A seat's offer was accepted by another, *to*, for a card that it had revealed, *revealed*."""

    tag = "traded"

    revealed: int


@frozen
class Returned(CardSeen):
    """A seat put one of its cards into a pack."""

    tag = "returned"

    pack: int


@frozen
class Noted:
    """Something was noted on a seat's card (CR 905.2b)."""

    tag = "noted"

    note: Note

    @property
    def card(self) -> int:
        """Return the number of the card."""
        return self.note.card


@frozen
class Passed:
    """A pack with this number of cards was passed from one seat to another."""

    tag = "passed"

    pack: int
    seat: int
    to: int
    count: int


@frozen
class Announced:
    """A seat will draft from a pack, and waits until others have answered what they are asked."""

    tag = "announced"

    seat: int
    pack: int


@frozen
class Opened:
    """A seat opened a pack of this number of cards that was added to the draft."""

    tag = "opened"

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

    tag = "refused"

    seat: int
    reason: str

    def known_to(self, seat: int) -> Self:
        """Return the outcome, without a reason if it is another's, which may name a card."""
        return self if seat == self.seat else evolve(self, reason="")


@frozen
class RoundBegan:
    """Every seat opened its pack of that round, from 0."""

    tag = "round_began"

    round: int


@frozen
class Ended:
    """The draft is over."""

    tag = "ended"


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
