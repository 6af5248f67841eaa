"""Bots: who plays in a Deckbuilder Draft without a person."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from itertools import combinations
from math import fsum
from typing import Protocol

from attrs import frozen

from ...bits import Seed
from ...errors import DraftError
from ...model import Card, CardRef, CardSet, Color
from ..bots import ColorBot, is_castable
from ..cards import DraftCard, DraftCards, KnowsCards
from .actions import Build, Buy, Drafting, Keep, PassTurn
from .cards import Cards, DeckbuilderCard, cheapest_trade
from .rules import BASICS, DeckbuilderRules
from .state import Deck
from .views import View

_LETTERS = tuple(color.value for color in Color)
_PAIRS = tuple(combinations(_LETTERS, 2))

#: Number of lands in a deck, and number of cards of that deck.
_LANDS, _OF = 17, 40

#: Creatures are better than what only helps them; what costs more than this is worse.
_CREATURE = 0.25
_DEAR, _LESS = 4, 0.15


@frozen
class Judgement:
    """What a card is good for.

    Attributes:
        strength: how good it is in a deck that can cast it.
        pairs: the places of the pairs of colours that can cast it; none for a land.
        symbols: how many symbols of each colour there are in its cost.
    """

    strength: float
    pairs: tuple[int, ...]
    symbols: tuple[int, ...]


@frozen
class ColorPairCards:
    """The best cards of two colours in a pool.

    Attributes:
        numbers: those of the cards, the best first.
        strength: that of all together.
        weakest: the strength of the last one; None if the deck is not full.
    """

    numbers: tuple[int, ...]
    strength: float
    weakest: float | None


class DeckMaker:
    """Makes decks of two colours; the same pool gives the same deck."""

    def __init__(
        self, known: Callable[[CardRef], Card | None], rating: Callable[[CardRef], float]
    ) -> None:
        """Take what tells what is known of a card, and how good it is, from 0 to 5."""
        self._known = known
        self._rating = rating
        self._judged: dict[CardRef, Judgement] = {}

    def judge(self, card: DeckbuilderCard) -> Judgement:
        """Judge a card."""
        if card.card not in self._judged:
            known, strength = self._known(card.card), self._rating(card.card)
            self._judged[card.card] = _judge(card, known, strength)
        return self._judged[card.card]

    def lines(self, pool: Cards, count: int) -> list[ColorPairCards]:
        """Return the *count* best cards for each pair of colours; fewer if the pool has no more."""
        judged = {number: self.judge(card) for number, card in pool.items()}
        best: list[list[int]] = [[] for _ in _PAIRS]
        for number in sorted(pool, key=lambda each: (-judged[each].strength, each)):
            for pair in judged[number].pairs:
                if len(best[pair]) < count:
                    best[pair].append(number)
        return [
            ColorPairCards(
                tuple(numbers),
                fsum(judged[number].strength for number in numbers),
                judged[numbers[-1]].strength if len(numbers) == count > 0 else None,
            )
            for numbers in best
        ]

    def deck(self, pool: Cards, rules: DeckbuilderRules) -> Deck:
        """Build a deck of the smallest size: the best spells of two colours, and basic lands.

        If there are no basic lands, other cards of the pool take their places.
        """
        spells = strongest(self.lines(pool, spell_count(rules))).numbers
        missing = rules.deck_size - len(spells)
        basics = self._basics([pool[number] for number in spells], missing, rules.basics)
        fill = [number for number in sorted(pool) if number not in spells]
        return Deck((*spells, *fill[: missing - len(basics)]), basics)

    def _basics(
        self, spells: Iterable[DeckbuilderCard], count: int, free: Collection[str]
    ) -> tuple[str, ...]:
        """Choose a number of basic lands in the proportion of the spells' costs."""
        costs = [self.judge(spell).symbols for spell in spells]
        wanted = {
            name: sum(symbols[place] for symbols in costs)
            for place, name in enumerate(BASICS)
            if name in free
        }
        if not wanted:
            return ()
        # each share is rounded down, and what is left goes to the largest
        total = max(sum(wanted.values()), 1)
        shares = {name: symbols * count // total for name, symbols in wanted.items()}
        largest = max(shares, key=lambda name: shares[name])
        shares[largest] += count - sum(shares.values())
        return tuple([name for name, number in shares.items() for _ in range(number)])


def _judge(card: DeckbuilderCard, known: Card | None, rating: float) -> Judgement:
    """Judge a card by its rating and what is known of it."""
    types, cost = ((), None) if known is None else (known.types, known.mana_cost)
    dear = 0 if cost is None else max(0, float(cost.mana_value) - _DEAR)
    strength = rating + _CREATURE * ("Creature" in types) - _LESS * dear
    costs = card.colors if cost is None else cost.symbols
    symbols = tuple([sum(letter in each for each in costs) for letter in _LETTERS])
    castable = [
        place
        for place, pair in enumerate(_PAIRS)
        if ({*card.colors} <= {*pair} if known is None else is_castable(known, pair))
    ]
    return Judgement(strength, () if "Land" in types else tuple(castable), symbols)


def strongest(lines: Iterable[ColorPairCards]) -> ColorPairCards:
    """Return the strongest line; the first of equal ones."""
    return max(lines, key=lambda line: line.strength)


def spell_count(rules: DeckbuilderRules) -> int:
    """Return how many cards of a deck of the smallest size are no lands."""
    return rules.deck_size - rules.deck_size * _LANDS // _OF


class Bot(Protocol):
    """Anything that acts for a seat, and sees no more than a view."""

    def act(self, view: View) -> Drafting | Build | Keep | Buy | PassTurn:
        """Return the action of the seat, which has something to do."""


class DeckbuilderBot:
    """Drafts for two colours, plays the best cards of two, and buys what makes its deck better.

    It buys first what does so most cheaply, as what is saved buys more, and trades in what it does
    not play.  It remembers nothing: what it does follows from the view.
    """

    def __init__(self, cards: CardSet | DraftCards | KnowsCards, seed: Seed) -> None:
        """Look cards up in *cards*; between equal picks chance decides, derived from *seed*.

        Raises:
            CollationError: If the seed is not an int, str or bytes.
        """
        self._drafter = ColorBot(cards, seed)
        self._maker = DeckMaker(self._known, self._rating)

    def act(self, view: View) -> Drafting | Build | Keep | Buy | PassTurn:
        """Return the action of the seat.

        Raises:
            DraftError: If the seat has nothing to do.
        """
        if view.duty == "pick" and view.draft is not None:
            return Drafting(self._drafter.act(view.draft))
        if view.duty == "build":
            deck = self._maker.deck(view.pool, view.rules)
            return Build(view.seat, deck.cards, deck.basics)
        if view.duty == "buy":
            return self._purchase(view)
        raise DraftError("has nothing to do", view.seat)

    def _purchase(self, view: View) -> Buy | PassTurn:
        """Choose the purchase that improves the deck most for its price, of cards not played.

        Each purchase makes the deck stronger, so that there is an end to them.
        """
        lines = self._maker.lines(view.pool, spell_count(view.rules))
        deck = strongest(lines).strength
        best, purchase = 0.0, None
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
            worth = sum(view.rules.tariff(view.pool[each].rarity).worth for each in trade)
            value = (strength - deck) / max(worth, 1)
            if value > best:
                best, purchase = value, Buy(view.seat, number, trade)
        return purchase or PassTurn(view.seat)

    def _known(self, card: CardRef) -> Card | None:
        return self._drafter.card(DraftCard(card))

    def _rating(self, card: CardRef) -> float:
        return self._drafter.rating(DraftCard(card))
