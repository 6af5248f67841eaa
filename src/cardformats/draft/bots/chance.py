"""A bot that does anything that is allowed."""

from __future__ import annotations

from ...bits import Bits
from ..views import Usable, View
from .preferring import PreferringBot

#: With one of so many picks a usable card is used.
_ONE_IN = 3


class RandomBot(PreferringBot):
    """Drafts any cards, and now and then uses any card that it can use."""

    def order(self, view: View, bits: Bits) -> list[int]:
        """Any order."""
        return bits.shuffled(view.pack)

    def using(self, view: View, order: list[int], bits: Bits) -> Usable | None:
        """Any card, in one of three picks."""
        if bits.below(_ONE_IN):
            return None
        return view.usable[bits.below(len(view.usable))]
