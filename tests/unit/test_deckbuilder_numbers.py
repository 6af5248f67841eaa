"""Every number of the document, each read off it by hand."""

from __future__ import annotations

import pytest

from cardformats.draft import deckbuilder
from tests import deckbuilder_rules as small

from .text_tables import rows

RULES = deckbuilder.DeckbuilderRules()
MONO = ("white", "blue", "black", "red", "green")
EITHER = ("colorless", "multicolor")


def parts(shape):
    return [(part.count, part.classes) for part in shape.parts]


@pytest.mark.parametrize(
    ("shape", "size", "rarities", "wanted"),
    [
        (
            RULES.starter,
            15,
            ("common",),
            [*[(2, (word,)) for word in MONO], (2, ("colorless",)), (3, ("multicolor",))],
        ),
        (RULES.booster, 8, ("common",), [*[(1, (word,)) for word in MONO], (3, EITHER)]),
        (RULES.market[0], 8, ("uncommon",), [*[(1, (word,)) for word in MONO], (3, EITHER)]),
        (RULES.market[1], 5, ("rare", "mythic"), [(5, (*MONO, *EITHER))]),
    ],
    ids=lambda value: getattr(value, "name", None),
)
def test_packs_have_the_cards_of_the_definitions(shape, size, rarities, wanted):
    assert shape.size == size
    assert shape.rarities == rarities
    assert parts(shape) == wanted


@pytest.mark.parametrize(
    ("rarity", "price", "worth", "bonus"),
    [("common", None, 1, 1), ("uncommon", 10, 8, 2), ("rare", 20, 14, 4), ("mythic", 20, 14, 4)],
)
def test_cards_cost_and_are_worth_what_buying_a_card_says(rarity, price, worth, bonus):
    tariff = RULES.tariff(rarity)
    assert (tariff.price, tariff.worth, tariff.bonus) == (price, worth, bonus)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("starters", 3),
        ("deck_size", 40),
        ("win_points", 2),
        ("tie_points", 1),
        ("loss_points", 0),
        ("matches", 1),
        ("old_rarities", ("rare", "mythic")),
        ("old_stays", 1),
        ("basics", ("Plains", "Island", "Swamp", "Mountain", "Forest")),
    ],
)
def test_rules_have_the_numbers_of_the_protocol(field, value):
    assert getattr(RULES, field) == value


@pytest.mark.part(5)
@pytest.mark.parametrize("players", range(2, 17))
@pytest.mark.parametrize("rounds", [1, 2, 5, 7, 10])
def test_requirements_are_those_of_the_document(players, rounds):
    needed = deckbuilder.requirements(players=players, rounds=rounds)
    assert needed.rarities == {
        "common": 45 * players + 8 * rounds * players,
        "uncommon": 8 * rounds,
        "rare or mythic": 5 * rounds,
    }
    assert needed.packs == {
        "common starter": 3 * players,
        "common booster": rounds * players,
        "uncommon booster": rounds,
        "rare booster": rounds,
    }
    assert needed.cards == sum(needed.rarities.values())


def test_requirements_by_colour_class_for_four_players_and_five_rounds():
    needed = deckbuilder.requirements(players=4, rounds=5)
    assert {need.kind: need.count for need in needed.needs} == {
        # 12 starter packs with two each, 20 boosters with one each
        **{f"common, {word}": 12 * 2 + 20 for word in MONO},
        "common, colorless": 12 * 2,
        "common, multicolor": 12 * 3,
        "common, colorless or multicolor": 20 * 3,
        **{f"uncommon, {word}": 5 for word in MONO},
        "uncommon, colorless or multicolor": 5 * 3,
        "rare or mythic": 5 * 5,
    }


@pytest.mark.parametrize(
    ("traded", "wanted", "worth"),
    rows("""
        c W 1     | r U 1     | 1
        c W 1     | r W 1     | 2
        c WU 1    | r WU 1    | 3
        c WUBRG 1 | r WUBRG 1 | 6
        c WUBRG 1 | r W 1     | 2
        c - 1     | r - 1     | 1
        u W 1     | r U 1     | 8
        u W 1     | r W 1     | 10
        u WU 1    | u WU 2    | 12
        u WUBRG 1 | r WUBRG 1 | 18
        r W 1     | r U 1     | 14
        r W 1     | r W 2     | 18
        r WU 1    | r WU 2    | 22
        m W 1     | m W 2     | 18
        m BG 1    | u BG 2    | 22
        r - 1     | m W 1     | 14
    """),
)
def test_a_card_is_worth_more_for_each_colour_it_shares(traded, wanted, worth):
    cards = [
        deckbuilder.DeckbuilderCard(
            small.CARDS.card(name).ref,
            small.CARDS.card(name).rarity,
            tuple(letter for letter in "WUBRG" if letter in name.split()[1]),
        )
        for name in (traded, wanted)
    ]
    assert deckbuilder.worth_of(*cards, RULES) == int(worth)


@pytest.mark.parametrize(
    ("name", "numbers"),
    [
        ("document", [(1, 1, None), (8, 2, 10), (14, 4, 20), (14, 4, 20)]),
        ("lower-prices", [(1, 1, None), (6, 2, 8), (11, 4, 16), (11, 4, 16)]),
        ("dear-mythics", [(1, 1, None), (8, 2, 10), (14, 4, 20), (21, 4, 30)]),
    ],
)
def test_variants_have_prices_of_their_own(name, numbers):
    tariffs = deckbuilder.VARIANTS[name].tariffs
    assert [(each.worth, each.bonus, each.price) for each in tariffs] == numbers


def test_the_variant_of_any_colours_has_packs_of_the_same_sizes_and_rarities():
    rules = deckbuilder.VARIANTS["any-colors"]
    assert [parts(shape) for shape in rules.shapes] == [
        [(size, deckbuilder.CLASSES)] for size in (15, 8, 8, 5)
    ]
    assert [shape.rarities for shape in rules.shapes] == [each.rarities for each in RULES.shapes]


def test_the_other_variants_differ_in_what_their_names_say():
    variants = deckbuilder.VARIANTS
    assert variants["document"] == RULES
    assert variants["sixteen-cards"].market_limit == 16
    assert variants["trade-to-market"].traded == "market"
    assert variants["lasting-rares"].old_stays is None
    assert len({id(rules) for rules in variants.values()}) == len(variants) == 7
