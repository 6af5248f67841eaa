"""Which printing a bare name stands for."""

from __future__ import annotations

import itertools
import random

import pytest

import cardformats as cf
from cardformats.catalog.preference import number_order


def printing(number="1", scheme="scryfall", **facts):
    return cf.Card.of("Elf", set_code="ANA", number=number, extras={scheme: facts})


#: From the most to the least preferred.
SCRYFALL = [
    printing("9", lang="en", released_at="2020-01-01", games=["paper", "mtgo"]),
    printing("10", lang="en", released_at="2020-01-01"),
    printing("10a", lang="en", released_at="2020-01-01"),
    printing("★", lang="en", released_at="2020-01-01"),
    printing(lang="en", released_at="2019-12-31"),
    printing(lang="en"),
    printing(lang="en", released_at="2021-01-01", set_type="funny"),
    printing(lang="en", released_at="2024-01-01", layout="token"),
    printing(lang="en", released_at="2024-01-01", oversized=True),
    printing(lang="en", released_at="2024-01-01", promo=True),
    printing(lang="en", released_at="2024-01-01", digital=True),
    printing(lang="fr", released_at="2024-01-01"),
]
MTGJSON = [
    printing("9", "mtgjson", releaseDate="2020-01-01", language="English"),
    printing("1", "mtgjson", releaseDate="2019-01-01", layout="normal"),
    printing("1", "mtgjson", releaseDate="2019-01-01", isFunny=True),
    printing("1", "mtgjson", releaseDate="2019-01-01", layout="planar"),
    printing("1", "mtgjson", releaseDate="2020-01-01", isOversized=True),
    printing("1", "mtgjson", releaseDate="2020-01-01", isPromo=True),
    printing("1", "mtgjson", releaseDate="2020-01-01", availability=["arena"]),
    printing("1", "mtgjson", releaseDate="2020-01-01", language="French"),
]


@pytest.mark.parametrize("order", [SCRYFALL, MTGJSON])
def test_printings_have_one_order_whatever_order_they_come_in(order):
    for seed in range(20):
        mixed = random.Random(seed).sample(order, len(order))  # noqa: S311 - any order
        assert list(cf.CardCatalog(mixed).printings("elf")) == order


def test_another_language_can_be_preferred():
    assert cf.CardCatalog(SCRYFALL, language="fr").printings("elf")[0] is SCRYFALL[-1]
    assert cf.CardCatalog(MTGJSON, language="fr").printings("elf")[0] is MTGJSON[-1]


def test_cards_without_card_data_keep_their_order_behind_those_with():
    cards = [cf.Card.of("Elf", number=str(number)) for number in (3, 1, 2)]
    for order in itertools.permutations(cards):
        assert cf.CardCatalog(order).printings("elf") == order
    mixed = cf.CardCatalog([*cards, SCRYFALL[0], SCRYFALL[6]]).printings("elf")
    assert mixed == (SCRYFALL[0], *cards, SCRYFALL[6])


def test_collector_numbers_are_ordered_as_numbers():
    numbers = ["1", "2", "10", "10†", "184s", "", "ELD-265", "★"]
    backwards = numbers[::-1]
    assert sorted(backwards, key=number_order) == numbers
    assert number_order(None) == number_order("")


@pytest.mark.parametrize("facts", [{"lang": ["en"]}, {"released_at": {"a": 1}}, {"layout": ["x"]}])
def test_wrong_facts_do_no_harm(facts):
    wrong = printing(**facts)
    assert set(cf.CardCatalog([wrong, SCRYFALL[0]]).printings("elf")) == {wrong, SCRYFALL[0]}
