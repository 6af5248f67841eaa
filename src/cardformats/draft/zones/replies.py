"""Replies of persons: whole numbers, and cards named by their places in a zone."""

from __future__ import annotations

from collections.abc import Sequence

from ...errors import DraftError

#: Maximum number of digits of a number in a reply.
_DIGITS = 9


def words_of(reply: str) -> list[str]:
    """Return the words of a reply, which spaces or commas separate."""
    return reply.replace(",", " ").split()


def whole_number(word: str) -> int:
    """Return the number that a word is.

    Raises:
        DraftError: If the word is not a number.
    """
    if not word.isdecimal() or len(word) > _DIGITS:
        raise DraftError(f"{word!r} is not a whole number of at most {_DIGITS} digits")
    return int(word)


def card_at(cards: Sequence[int | None], word: str) -> int:
    """Return the card at the place that a word says, from 1 on.

    Raises:
        DraftError: If there is no card at that place.
    """
    place = whole_number(word)
    card = cards[place - 1] if 1 <= place <= len(cards) else None
    if card is None:
        raise DraftError(f"there is no card {place} here; there are {len(cards)}, from 1 on")
    return card
