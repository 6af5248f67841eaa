"""A bot that settles on two colours."""

from __future__ import annotations

from collections.abc import Collection

from ...bits import Bits
from ...model import Card, Color
from ..cards import DraftCard
from ..table import Question
from ..views import View
from .rated import RatedBot, Worth

#: How much more a card is worth that can be cast, once there are so many cards to say by what.
_BONUS = 2.0
_SETTLED = 15
_COLORS = 2

_LETTERS = frozenset(color.value for color in Color)


class ColorBot(RatedBot):
    """Drafts by rating and for two colours: the more cards it has, the more these count.

    The colours are those of its cards; a better card counts for more.
    """

    def worth(self, view: View) -> Worth:
        """The rating, and more if the card can be cast with the bot's colours."""
        colors = self._liked(view)[:_COLORS]
        bonus = _BONUS * min(len(view.pool), _SETTLED) / _SETTLED

        def worth(card: DraftCard) -> float:
            known = self.card(card)
            castable = known is not None and is_castable(known, colors)
            return self.rating(card) + (bonus if castable else 0)

        return worth

    def answer(self, view: View, question: Question, bits: Bits) -> str:
        """Its own colours, if it is asked for a colour."""
        for color in self._liked(view):
            if color in question.options:
                return color
        return super().answer(view, question, bits)

    def _liked(self, view: View) -> list[str]:
        """The letters of the colours of its cards, the one it has most of first."""
        counts: dict[str, float] = {}
        for card in view.pool.values():
            known = self.card(card)
            for color in known.colors if known else ():
                counts[color.value] = counts.get(color.value, 0) + self.rating(card)
        return sorted(counts, key=lambda color: (-counts[color], color))


def is_castable(card: Card, colors: Collection[str]) -> bool:
    """Whether a card can be cast with lands of these colours (CR 107.4)."""
    if card.mana_cost is None:
        return {color.value for color in card.colors} <= {*colors}
    return all(_is_payable(symbol, colors) for symbol in card.mana_cost.symbols)


def _is_payable(symbol: str, colors: Collection[str]) -> bool:
    """Whether a symbol has a half that needs no other colour than these."""
    halves = symbol.split("/")
    return any(half in colors or half not in _LETTERS for half in halves)
