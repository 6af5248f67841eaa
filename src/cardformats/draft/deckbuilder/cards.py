"""Cards of a Deckbuilder Draft: what they cost, what they are worth, and the cheapest trades."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from attrs import frozen

from ...errors import DraftError
from ...model import Card, CardRef, Color, PackCard
from ..cards import DraftCards
from .rules import DeckbuilderRules

#: Faces whose colours a card has wherever it is (CR 709.4); a back is not one of them.
_COUNTED = ("front", "split")


@frozen
class DeckbuilderCard:
    """What a Deckbuilder Draft knows of a card.

    Attributes:
        card: which card.
        rarity: the word for its rarity; a tariff says what it is worth.
        colors: the letters of its colours, in the order of the colour wheel.
        finish: its finish; None for the usual.
    """

    card: CardRef
    rarity: str
    colors: tuple[str, ...] = ()
    finish: str | None = None

    @property
    def name(self) -> str:
        """Return the card's name."""
        return self.card.name


def colors_of(card: Card) -> tuple[str, ...]:
    """Return the letters of a card's colours, those of both halves of a split card (CR 709.4)."""
    first, *rest = card.faces
    counted = (first, *(face for face in rest if face.kind in _COUNTED))
    colors = frozenset[Color]().union(*(face.colors for face in counted))
    return tuple([color.value for color in Color if color in colors])


def look_up(card: PackCard | CardRef, cards: DraftCards) -> DeckbuilderCard:
    """Look up the rarity and the colours of a card of a pack.

    Raises:
        DraftError: If *card* is not a card, is unknown, or has no rarity.
    """
    if not isinstance(card, (PackCard, CardRef)):
        raise DraftError(f"a pack holds PackCards or CardRefs, not {card!r}")
    ref, finish = (card.card, card.finish) if isinstance(card, PackCard) else (card, None)
    known = cards.card(ref)
    if known is None:
        raise DraftError(f"nothing is known of {ref}")
    if known.rarity is None:
        raise DraftError(f"the rarity of {ref} is not known, so it has no value")
    return DeckbuilderCard(ref, known.rarity, colors_of(known), finish or known.finish)


#: Cards by number.
Cards: TypeAlias = Mapping[int, DeckbuilderCard]

#: What a trade gives away: worth, how many cards, and their numbers, from the lowest.
_Trade: TypeAlias = tuple[int, int, tuple[int, ...]]


def price_of(card: DeckbuilderCard, rules: DeckbuilderRules) -> int:
    """Return the price of a card.

    Raises:
        DraftError: If cards of its rarity are not sold.
    """
    price = rules.tariff(card.rarity).price
    if price is None:
        raise DraftError(
            f"{card.name!r} has no price: cards that are {card.rarity} are not sold",
            rule="Buying a card",
        )
    return price


def worth_of(card: DeckbuilderCard, wanted: DeckbuilderCard, rules: DeckbuilderRules) -> int:
    """Return the worth of a card traded in for *wanted*: more for each colour they share."""
    tariff = rules.tariff(card.rarity)
    return tariff.worth + tariff.bonus * len({*card.colors} & {*wanted.colors})


def cheapest_trade(
    pool: Cards, wanted: DeckbuilderCard, rules: DeckbuilderRules, keeping: Iterable[int] = ()
) -> tuple[int, ...] | None:
    """Return the cards of a pool that buy *wanted* and give away least; None if nothing buys it.

    Least is the lowest sum of worths without bonuses; if several trades have that, the one of
    fewest cards; if these are several, the one with the lowest numbers.

    The time grows with the number of cards times the price.

    Args:
        pool: the buyer's cards by number.
        wanted: the card that is bought.
        rules: what cards cost and are worth.
        keeping: the numbers of cards that are not given away.

    Raises:
        DraftError: If cards like *wanted* are not sold.
    """
    price = price_of(wanted, rules)
    kept = frozenset(keeping)
    # the best trade of the cards looked at so far for each sum up to the price; from the highest
    # number down, so that the lowest of equal trades is the one that has the card looked at
    best: list[_Trade | None] = [(0, 0, ()), *[None] * price]
    for number in sorted(pool, reverse=True):
        if number in kept:
            continue
        card = pool[number]
        gain, loss = worth_of(card, wanted, rules), rules.tariff(card.rarity).worth
        for total in range(price, 0, -1):
            rest = best[max(total - gain, 0)]
            if rest is None:
                continue
            trade = rest[0] + loss, rest[1] + 1, (number, *rest[2])
            now = best[total]
            if now is None or trade < now:
                best[total] = trade
    cheapest = best[price]
    return None if cheapest is None else cheapest[2]


def affordable(
    pool: Cards, market: Cards, rules: DeckbuilderRules, keeping: Iterable[int] = ()
) -> dict[int, tuple[int, ...]]:
    """Return the cards of a market that a pool can buy, each with the cheapest trade.

    Raises:
        DraftError: If a card of the market has no price.
    """
    kept = tuple(keeping)
    trades = {number: cheapest_trade(pool, card, rules, kept) for number, card in market.items()}
    return {number: trade for number, trade in trades.items() if trade is not None}
