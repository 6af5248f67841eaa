"""Making decks: the best cards of a pool that go together in two colours, and basic lands."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from itertools import combinations

from attrs import frozen

from ...model import Card, CardRef, Color
from ..bots.colors import is_castable
from .cards import DeckbuilderCard
from .rules import DeckbuilderRules
from .table import Deck
from .trading import Cards

_LETTERS = tuple(color.value for color in Color)
_PAIRS = tuple(combinations(_LETTERS, 2))
_BASIC_OF = dict(zip(_LETTERS, ("Plains", "Island", "Swamp", "Mountain", "Forest"), strict=True))

#: So many cards of a deck of 40 are lands.
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
class Line:
    """The best cards of two colours in a pool.

    Attributes:
        numbers: those of the cards, the best first.
        strength: that of all together.
        weakest: the strength of the last one; None if there is room for one more.
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
        """What a card is good for."""
        if card.card not in self._judged:
            self._judged[card.card] = self._judge(card, self._known(card.card))
        return self._judged[card.card]

    def _judge(self, card: DeckbuilderCard, known: Card | None) -> Judgement:
        strength = self._rating(card.card)
        cost = None if known is None else known.mana_cost
        if known is not None:
            strength += _CREATURE * ("Creature" in known.types)
        if cost is not None:
            strength -= _LESS * max(0, float(cost.mana_value) - _DEAR)
        colors = {*card.colors}
        castable = [
            place
            for place, pair in enumerate(_PAIRS)
            if (colors <= {*pair} if known is None else is_castable(known, pair))
        ]
        is_land = known is not None and "Land" in known.types
        symbols = [
            letter in colors if cost is None else sum(letter in each for each in cost.symbols)
            for letter in _LETTERS
        ]
        pairs = () if is_land else tuple(castable)
        return Judgement(strength, pairs, tuple(map(int, symbols)))

    def lines(self, pool: Cards, count: int) -> list[Line]:
        """For each pair of colours the *count* best cards; fewer if the pool has no more."""
        judged = {number: self.judge(card) for number, card in pool.items()}
        best: list[list[int]] = [[] for _ in _PAIRS]
        for number in sorted(pool, key=lambda each: (-judged[each].strength, each)):
            for pair in judged[number].pairs:
                if len(best[pair]) < count:
                    best[pair].append(number)
        return [
            Line(
                tuple(numbers),
                sum(judged[number].strength for number in numbers),
                judged[numbers[-1]].strength if len(numbers) == count > 0 else None,
            )
            for numbers in best
        ]

    def deck(self, pool: Cards, rules: DeckbuilderRules) -> Deck:
        """A deck of the smallest size: the best spells of two colours, and basic lands for them.

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
        """So many basic lands, in the proportion of what the spells cost."""
        costs = [self.judge(spell).symbols for spell in spells]
        wanted = {
            name: sum(symbols[place] for symbols in costs)
            for place, name in enumerate(_BASIC_OF.values())
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


def strongest(lines: Iterable[Line]) -> Line:
    """The strongest line; the first of equal ones."""
    return max(lines, key=lambda line: line.strength)


def spell_count(rules: DeckbuilderRules) -> int:
    """How many cards of a deck of the smallest size are no lands."""
    return rules.deck_size - rules.deck_size * _LANDS // _OF
