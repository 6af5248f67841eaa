"""Trading in: what cards are worth towards another one, and the trade that gives away least."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from ...errors import DraftError
from .cards import DeckbuilderCard
from .rules import DeckbuilderRules

#: Cards by number.
Cards: TypeAlias = Mapping[int, DeckbuilderCard]

#: What a trade gives away: worth, how many cards, and their numbers, from the lowest.
_Trade: TypeAlias = tuple[int, int, tuple[int, ...]]


def price_of(card: DeckbuilderCard, rules: DeckbuilderRules) -> int:
    """What a card costs.

    Raises:
        DraftError: cards of its rarity are not sold.
    """
    price = rules.tariff(card.rarity).price
    if price is None:
        message = f"{card.name!r} has no price: cards that are {card.rarity} are not sold"
        raise DraftError(message, rule="Buying a card")
    return price


def worth_of(card: DeckbuilderCard, wanted: DeckbuilderCard, rules: DeckbuilderRules) -> int:
    """What a card is worth that is traded in for *wanted*: more for each colour they share."""
    tariff = rules.tariff(card.rarity)
    return tariff.worth + tariff.bonus * len({*card.colors} & {*wanted.colors})


def cheapest_trade(
    pool: Cards, wanted: DeckbuilderCard, rules: DeckbuilderRules, keeping: Iterable[int] = ()
) -> tuple[int, ...] | None:
    """The cards of a pool that buy *wanted* and give away least; None if nothing buys it.

    Least is the lowest sum of worths without bonuses; if several trades have that, the one of
    fewest cards; if these are several, the one with the lowest numbers.

    The time grows with the number of cards times the price.

    Args:
        pool: the buyer's cards by number.
        wanted: the card that is bought.
        rules: what cards cost and are worth.
        keeping: the numbers of cards that are not given away.

    Raises:
        DraftError: such cards are not sold.
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
    found = best[price]
    return None if found is None else found[2]


def affordable(
    pool: Cards, market: Cards, rules: DeckbuilderRules, keeping: Iterable[int] = ()
) -> dict[int, tuple[int, ...]]:
    """The cards of a market that a pool can buy, each with the trade that gives away least.

    Raises:
        DraftError: there is a card in the market that has no price.
    """
    kept = tuple(keeping)
    trades = {number: cheapest_trade(pool, card, rules, kept) for number, card in market.items()}
    return {number: trade for number, trade in trades.items() if trade is not None}
