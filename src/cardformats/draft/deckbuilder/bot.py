"""Bots: who plays in a Deckbuilder Draft without a person."""

from __future__ import annotations

from typing import Protocol

from ...bits import Seed
from ...errors import DraftError
from ...model import Card, CardRef, CardSet
from ..bots import ColorBot
from ..cards import DraftCard, DraftCards, KnowsCards
from .actions import Build, Buy, Drafting, Keep, PassTurn
from .deckmaking import DeckMaker, spell_count, strongest
from .trading import cheapest_trade
from .views import View


class Bot(Protocol):
    """Anything that acts for a seat, and sees no more than a view."""

    def act(self, view: View) -> Drafting | Build | Keep | Buy | PassTurn:
        """What the seat does; it has something to do."""


class DeckbuilderBot:
    """Drafts for two colours, plays the best cards of two, and buys what makes its deck better.

    It buys first what does so most cheaply, as what is saved buys more, and trades in what it does
    not play.  It remembers nothing: what it does follows from the view.
    """

    def __init__(self, cards: CardSet | DraftCards | KnowsCards, seed: Seed) -> None:
        """Look cards up in *cards*; between equal picks chance decides, derived from *seed*.

        Raises:
            CollationError: the seed is no int, str or bytes.
        """
        self._drafter = ColorBot(cards, seed)
        self._maker = DeckMaker(self._known, self._rating)

    def act(self, view: View) -> Drafting | Build | Keep | Buy | PassTurn:
        """What the seat does.

        Raises:
            DraftError: it has nothing to do.
        """
        if view.duty == "pick" and view.draft is not None:
            return Drafting(self._drafter.act(view.draft))
        if view.duty == "build":
            deck = self._maker.deck(view.pool, view.rules)
            return Build(view.seat, deck.cards, deck.basics)
        if view.duty == "buy":
            return self._purchase(view)
        message = "has nothing to do"
        raise DraftError(message, view.seat)

    def _purchase(self, view: View) -> Buy | PassTurn:
        """The card that makes the deck better by most for what it takes, of cards it does not play.

        Each purchase makes the deck stronger, so that there is an end to them.
        """
        lines = self._maker.lines(view.pool, spell_count(view.rules))
        deck = strongest(lines).strength
        best, found = 0.0, None
        for number, card in view.market.items():
            judged = self._maker.judge(card)
            gains = [
                (lines[pair].strength + judged.strength - (lines[pair].weakest or 0), pair)
                for pair in judged.pairs
            ]
            strength, pair = max(gains, default=(0, 0))
            if strength <= deck:
                continue
            line = lines[pair]
            kept = line.numbers if line.weakest is None else line.numbers[:-1]
            trade = cheapest_trade(view.pool, card, view.rules, keeping=kept)
            if trade is None:
                continue
            given = sum(view.rules.tariff(view.pool[each].rarity).worth for each in trade)
            value = (strength - deck) / max(given, 1)
            if value > best:
                best, found = value, Buy(view.seat, number, trade)
        return found or PassTurn(view.seat)

    def _known(self, card: CardRef) -> Card | None:
        return self._drafter.card(DraftCard(card))

    def _rating(self, card: CardRef) -> float:
        return self._drafter.rating(DraftCard(card))
