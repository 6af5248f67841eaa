"""A bot that drafts the strongest cards, as far as the card set says which they are."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from ...bits import Bits, Seed
from ...model import Card, CardRef, CardSet
from ..cards import DraftCard, DraftCards, KnowsCards
from ..table import Question
from ..views import Usable, View
from .preferring import PreferringBot

#: How much a bot wants a card.
Worth: TypeAlias = Callable[[DraftCard], float]

#: Ratings are from 0 to 5; these are for cards that have none.
_BY_RARITY = {"mythic": 3.5, "special": 3.0, "rare": 3.0, "uncommon": 2.5, "land": 0.5, "token": 0}
_ANY_OTHER = 2.0


class RatedBot(PreferringBot):
    """Drafts the cards with the highest rating; those without one count by their rarity."""

    def __init__(
        self, cards: CardSet | DraftCards | KnowsCards, seed: Seed, *, uses: bool = True
    ) -> None:
        """Look ratings up in *cards*: a card set, a catalog, or both as :class:`DraftCards`.

        Between equal cards chance decides, which is derived from *seed*.  If *uses* is False, the
        bot does not use cards while it drafts.

        Raises:
            CollationError: the seed is no int, str or bytes.
        """
        super().__init__(seed, uses=uses)
        if isinstance(cards, CardSet):
            cards = DraftCards(cards)
        elif not isinstance(cards, DraftCards):
            cards = DraftCards(CardSet(), cards)
        self._cards = cards
        self._known: dict[CardRef, Card | None] = {}

    def order(self, view: View, bits: Bits) -> list[int]:
        """By worth, the highest first."""
        worth = self.worth(view)
        ranks = {number: -worth(card) for number, card in view.pack.items()}
        return sorted(bits.shuffled(view.pack), key=ranks.__getitem__)

    def using(self, view: View, order: list[int], bits: Bits) -> Usable | None:
        """What is worth it, measured by the middle one of the cards it has.

        Another card is drafted if it is at least as good, a whole pack if it is better on average,
        and cards are removed from the draft if all of the pack are worse.  Whatever costs nothing
        is used if it goes with the best card.
        """
        worth = self.worth(view)
        wanted = [worth(view.pack[number]) for number in order]
        middle = sorted(map(worth, view.pool.values()))[len(view.pool) // 2]
        for usable in view.usable:
            if usable.takes_pack:
                is_worth_it = sum(wanted) > middle * len(wanted)
            elif usable.removes:
                is_worth_it = wanted[0] < middle
            elif usable.extra_cards:
                is_worth_it = wanted[view.to_pick + usable.extra_cards - 1] >= middle
            else:
                is_worth_it = order[0] in usable.first
            if is_worth_it:
                return usable
        return None

    def answer(self, view: View, question: Question, bits: Bits) -> str:
        """Yes to a pack, the own seat for a last card, and any other option at random."""
        for liked in ("yes", str(view.seat)):
            if liked in question.options:
                return liked
        return super().answer(view, question, bits)

    def worth(self, view: View) -> Worth:
        """How much cards are wanted now."""
        return self.rating

    def rating(self, card: DraftCard) -> float:
        """The rating of a card, from 0 to 5."""
        known = self.card(card)
        if known is not None and known.rating is not None:
            return known.rating
        return _BY_RARITY.get((known and known.rarity) or "", _ANY_OTHER)

    def card(self, card: DraftCard) -> Card | None:
        """What is known of a card."""
        ref = card.card
        if ref not in self._known:
            self._known[ref] = self._cards.card(ref)
        return self._known[ref]
