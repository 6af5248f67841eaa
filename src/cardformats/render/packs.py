"""A pack, or any cards, in rows as one drawing."""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil, sqrt

from ..errors import OptionError
from ..formats.xml_text import element
from ..model import Card, CardRef, CardSet, Face, Pack
from .cards import CARD_GAP, CARD_HEIGHT, CARD_WIDTH, Drawing, drawing, side_svg, sides


def pack_svg(
    pack: Pack | Iterable[Card], cardset: CardSet | None = None, *, columns: int | None = None
) -> Drawing:
    """Return the cards of a pack as one drawing, each with its front.

    Args:
        pack: a pack, whose cards are those of *cardset*; or cards themselves.
        cardset: what the pack was opened from; without it, cards have only names.
        columns: the number of cards in a row; by default, the picture is about twice as wide as
            high.

    Raises:
        OptionError: If *columns* is not a number from 1 on.
    """
    if columns is not None and columns < 1:
        raise OptionError(f"columns is a number from 1 on, not {columns}")
    if isinstance(pack, Pack):
        cards = [card_of(each.card, cardset) for each in pack.cards]
        title = pack.booster
    else:
        cards, title = list(pack), ""
    count = columns or max(1, ceil(sqrt(2 * len(cards) * CARD_HEIGHT / CARD_WIDTH)))
    rows = max(1, ceil(len(cards) / count))
    count = columns or max(1, ceil(len(cards) / rows))  # rows as even as they can be
    parts = [
        element(
            "g",
            {
                "transform": f"translate({number % count * (CARD_WIDTH + CARD_GAP)}"
                f" {number // count * (CARD_HEIGHT + CARD_GAP)})"
            },
            side_svg(card, sides(card)[0]),
        )
        for number, card in enumerate(cards)
    ]
    wide = count * (CARD_WIDTH + CARD_GAP) - CARD_GAP
    names = ", ".join(card.name for card in cards)
    title = f"{title}: {names}" if title else names
    return drawing(wide, rows * (CARD_HEIGHT + CARD_GAP) - CARD_GAP, title, parts)


def card_of(ref: CardRef, cardset: CardSet | None) -> Card:
    """Return the card of a reference; if it is missing, a card with that name only."""
    card = cardset.card(ref) if cardset is not None else None
    return card or Card(Face(ref.name), ref.set_code, ref.number)
