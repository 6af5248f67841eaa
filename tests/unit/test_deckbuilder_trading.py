"""Trading in: the trade that gives away least, compared with all trades there are."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cardformats as cf
from cardformats.draft import deckbuilder
from tests import deckbuilder_rules as small

RULES = deckbuilder.DeckbuilderRules()
ANY_COLORS = st.sets(st.sampled_from("WUBRG")).map(
    lambda some: tuple(sorted(some, key="WUBRG".index))
)
CARD = st.builds(
    deckbuilder.DeckbuilderCard,
    st.just(cf.CardRef("A")),
    st.sampled_from(["common", "common", "uncommon", "rare", "mythic"]),
    ANY_COLORS,
)
WANTED = CARD.filter(lambda card: card.rarity != "common")
POOL = st.dictionaries(st.integers(0, 99), CARD, max_size=9)


@st.composite
def any_rules(draw):
    """Rules with tariffs of all kinds, where cards can be worth more than they cost, or nothing."""
    number = st.integers(0, 9)
    tariffs = [
        deckbuilder.Tariff(word, draw(number), draw(number), draw(st.integers(0, 30)))
        for word in ("common", "uncommon", "rare", "mythic")
    ]
    return deckbuilder.DeckbuilderRules(tariffs=tariffs)


@given(POOL, WANTED, st.one_of(st.just(RULES), any_rules()))
def test_no_trade_gives_away_less_than_the_cheapest(pool, wanted, rules):
    assert deckbuilder.cheapest_trade(pool, wanted, rules) == small.best_trade(pool, wanted, rules)


@given(POOL, WANTED, st.sets(st.integers(0, 99)))
def test_cards_that_are_kept_are_not_given_away(pool, wanted, kept):
    rest = {number: card for number, card in pool.items() if number not in kept}
    found = deckbuilder.cheapest_trade(pool, wanted, RULES, keeping=kept)
    assert found == small.best_trade(rest, wanted, RULES)


@given(POOL, st.dictionaries(st.integers(100, 120), WANTED, max_size=4))
def test_what_is_affordable_has_a_trade_and_the_rest_has_none(pool, market):
    found = deckbuilder.affordable(pool, market, RULES)
    assert found == {
        number: trade
        for number, card in market.items()
        if (trade := small.best_trade(pool, card, RULES)) is not None
    }


def test_a_large_pool_takes_no_longer_than_it_has_to():
    """150 cards have more than 10**45 trades; nobody lives to see all of them tried."""
    card, wanted = (
        deckbuilder.DeckbuilderCard(cf.CardRef("A"), rarity, ("W",))
        for rarity in ("common", "rare")
    )
    found = deckbuilder.cheapest_trade(dict.fromkeys(range(150), card), wanted, RULES)
    assert found == tuple(range(10))


def test_a_card_without_a_price_is_not_sold():
    card = deckbuilder.DeckbuilderCard(cf.CardRef("A"), "common")
    with pytest.raises(cf.DraftError, match="'A' has no price"):
        deckbuilder.cheapest_trade({}, card, RULES)


def test_a_card_of_a_rarity_without_tariff_has_no_worth():
    card = deckbuilder.DeckbuilderCard(cf.CardRef("A"), "special")
    with pytest.raises(cf.DraftError, match="no tariff for cards that are 'special'"):
        deckbuilder.worth_of(card, card, RULES)
