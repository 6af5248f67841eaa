"""Decks: building them before the matches of a round."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ...errors import DraftError
from ..decks import verify_deck
from .actions import Build, Keep
from .outcomes import Built
from .step import Step
from .table import Deck

if TYPE_CHECKING:
    from .state import DeckbuilderDraft

#: What of the document says how decks are built.
RULE = "Protocol 2.2"


def verify_build(state: DeckbuilderDraft, action: Build) -> None:
    """Refuse a deck that cannot be built.

    Raises:
        DraftError: all that is wrong.
    """
    check_phase(state, action.seat, "build", "decks are built after the initial draft and markets")
    check_owned(state, action.seat, action.cards, RULE)
    pool, rules = state.seats[action.seat].pool, state.table.rules
    for name in action.basics:
        if name not in rules.basics:
            message = f"{name!r} is not free: that are {', '.join(rules.basics)}"
            raise DraftError(message, action.seat, RULE)
    verify_deck(
        [state.cards[number].card for number in pool],
        [*(state.cards[number].card for number in action.cards), *action.basics],
        minimum=rules.deck_size,
        free=rules.basics,
        seat=action.seat,
    )


def apply_build(step: Step, action: Build, _: DeckbuilderDraft) -> None:
    """Let a deck stand."""
    deck = Deck(tuple(sorted(action.cards)), tuple(sorted(action.basics)))
    step.change(action.seat, deck=deck, is_ready=True)
    step.tell(Built(action.seat, deck.size))


def verify_keep(state: DeckbuilderDraft, action: Keep) -> None:
    """Refuse to play with a deck that there is not, or that is too small now.

    Raises:
        DraftError: all that is wrong.
    """
    check_phase(state, action.seat, "build", "decks are built after the initial draft and markets")
    deck = state.seats[action.seat].deck
    if deck is None:
        message = "has no deck yet"
        raise DraftError(message, action.seat, RULE)
    verify_build(state, Build(action.seat, deck.cards, deck.basics))


def apply_keep(step: Step, action: Keep, _: DeckbuilderDraft) -> None:
    """Let the deck stand."""
    deck = step.seats[action.seat].deck
    step.change(action.seat, is_ready=True)
    step.tell(Built(action.seat, deck.size if deck else 0))


def check_owned(state: DeckbuilderDraft, seat: int, cards: Sequence[int], rule: str) -> None:
    """Refuse cards that a seat does not have, or that are named twice.

    Raises:
        DraftError: which, by *rule*.
    """
    pool = state.seats[seat].pool
    for number in cards:
        if type(number) is not int or number not in pool:  # True is equal to 1, but names no card
            message = f"card {number!r} is not in its pool"
            raise DraftError(message, seat, rule)
    if len(set(cards)) < len(cards):
        message = "the same card is named twice"
        raise DraftError(message, seat, rule)


def check_phase(state: DeckbuilderDraft, seat: int, phase: str, reason: str) -> None:
    """Refuse what is not done now, or by nobody.

    Raises:
        DraftError: there is no such seat, or something else is going on.
    """
    state.check_seat(seat)
    if state.phase != phase:
        message = f"{reason}, not while the phase is {state.phase!r}"
        raise DraftError(message, seat, RULE if phase == "build" else "Protocol 3.4")
