"""What can be done at the start of a Conspiracy game and with conspiracies later, and outcomes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from attrs import field, frozen

from ..engine import several
from ..outcomes import CardSeen, Revealed, Secret


def _names(names: str | Iterable[str]) -> tuple[str, ...]:
    return several(names)


@frozen
class Placement:
    """A conspiracy that is put into the command zone.

    Attributes:
        card: its number.
        names: the card names that are secretly chosen for it.
    """

    card: int
    names: tuple[str, ...] = field(default=(), converter=_names)


def _placements(
    cards: int | Mapping[int, str | Iterable[str]] | Iterable[int | Placement],
) -> tuple[Placement, ...]:
    if isinstance(cards, Mapping):
        return tuple([Placement(card, names) for card, names in cards.items()])
    return tuple(
        [each if isinstance(each, Placement) else Placement(each) for each in several(cards)]
    )


@frozen
class PlaceConspiracies:
    """A player puts conspiracies from the sideboard into the command zone (CR 905.4).

    Attributes:
        seat: whose they are.
        cards: which, and the names chosen for them.
    """

    tag = "place_conspiracies"
    rule = "CR 905.4"

    seat: int
    cards: tuple[Placement, ...] = field(default=(), converter=_placements)


@frozen
class ExileCards:
    """A player reveals a card of the deck, and exiles cards of the sideboard with it.

    Attributes:
        seat: whose they are.
        by: the number of the card that is revealed.
        cards: the numbers of those that are exiled.
    """

    tag = "exile_cards"
    rule = "CR 101.1"

    seat: int
    by: int
    cards: tuple[int, ...] = field(converter=several)


@frozen
class BeginGame:
    """Decks are shuffled, and the starting player is determined (CR 103.1).

    Attributes:
        starting: the seat of the starting player; None to leave that to conspiracies, or else to
            chance.
    """

    tag = "begin_game"
    rule = "CR 905.6"

    starting: int | None = None


@frozen
class ChooseNumber:
    """A player chooses a number for a conspiracy before opening hands are drawn.

    Attributes:
        seat: whose conspiracy it is.
        card: its number.
        chosen: the number that is chosen.
    """

    tag = "choose_number"
    rule = "CR 101.1"

    seat: int
    card: int
    chosen: int


@frozen
class TurnUpConspiracy:
    """A player with priority turns a conspiracy face up (CR 905.4a)."""

    tag = "turn_up_conspiracy"
    rule = "CR 905.4a"

    seat: int
    card: int


@frozen
class RevealConspiracies:
    """A player leaves the game, or the game is over: the conspiracies are turned face up."""

    tag = "reveal_conspiracies"
    rule = "CR 702.106e"

    seat: int


#: What can be done at the start of a game, and with conspiracies during it.
GameAction: TypeAlias = (
    PlaceConspiracies
    | ExileCards
    | BeginGame
    | ChooseNumber
    | TurnUpConspiracy
    | RevealConspiracies
)


# outcomes


@frozen
class PutFaceUp(CardSeen):
    """A seat put a conspiracy into the command zone face up."""

    tag = "put_face_up"


@frozen
class PutFaceDown(Secret):
    """A seat put a conspiracy into the command zone face down (CR 905.4a)."""

    tag = "put_face_down"


@frozen
class Exiled(CardSeen):
    """A card of a seat's sideboard was exiled with a card of its deck, *by*."""

    tag = "exiled"

    by: int


@frozen
class Began:
    """It was determined who is the starting player, and decks were shuffled."""

    tag = "began"

    starting: int
    at_random: bool = False


@frozen
class NumberChosen(CardSeen):
    """A number was chosen for a seat's conspiracy."""

    tag = "number_chosen"

    chosen: int


@frozen
class ConspiracyTurnedUp(CardSeen):
    """A seat's conspiracy was turned face up, and the names chosen for it are revealed."""

    tag = "conspiracy_turned_up"

    names: tuple[str, ...] = ()


#: What an action brought about; Revealed is that of :mod:`cardformats.draft.outcomes`.
GameOutcome: TypeAlias = (
    PutFaceUp | PutFaceDown | Revealed | Exiled | Began | NumberChosen | ConspiracyTurnedUp
)
