"""Which printing a bare name stands for."""

from __future__ import annotations

import itertools
import json
import random

import pytest

import cardformats as cf
from cardformats.catalog.preference import number_order

from .text_tables import rows


def printing(number="1", scheme="scryfall", **facts):
    return cf.Card.of("Elf", set_code="ANA", number=number, extras={scheme: facts})


def printings(scheme, table):
    """The printings of a table: numbers, and what the card data say."""
    return [printing(number, scheme, **json.loads(facts)) for number, facts in rows(table)]


#: From the most to the least preferred.
SCRYFALL = printings(
    "scryfall",
    """
    9   | {"lang": "en", "released_at": "2020-01-01", "games": ["paper", "mtgo"]}
    10  | {"lang": "en", "released_at": "2020-01-01"}
    10a | {"lang": "en", "released_at": "2020-01-01"}
    ★   | {"lang": "en", "released_at": "2020-01-01"}
    1   | {"lang": "en", "released_at": "2019-12-31"}
    1   | {"lang": "en"}
    1   | {"lang": "en", "released_at": "2021-01-01", "set_type": "funny"}
    1   | {"lang": "en", "released_at": "2024-01-01", "layout": "token"}
    1   | {"lang": "en", "released_at": "2024-01-01", "oversized": true}
    1   | {"lang": "en", "released_at": "2024-01-01", "promo": true}
    1   | {"lang": "en", "released_at": "2024-01-01", "digital": true}
    1   | {"lang": "fr", "released_at": "2024-01-01"}
""",
)
MTGJSON = printings(
    "mtgjson",
    """
    9 | {"releaseDate": "2020-01-01", "language": "English"}
    1 | {"releaseDate": "2019-01-01", "layout": "normal"}
    1 | {"releaseDate": "2019-01-01", "isFunny": true}
    1 | {"releaseDate": "2019-01-01", "layout": "planar"}
    1 | {"releaseDate": "2020-01-01", "isOversized": true}
    1 | {"releaseDate": "2020-01-01", "isPromo": true}
    1 | {"releaseDate": "2020-01-01", "availability": ["arena"]}
    1 | {"releaseDate": "2020-01-01", "language": "French"}
""",
)


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
