"""Odds of products, beside an enumeration of all that can be in them and beside openings."""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from fractions import Fraction
from itertools import combinations, product

import pytest

import cardformats as cf
from cardformats.model import (
    BoosterRef,
    DeckList,
    Item,
    ProductChoice,
    ProductOption,
    ProductPart,
    ProductRef,
)
from tests.boosters import by_function

CARDS = ["A0", "A1", "A2", "B0", "B1", "B2", "promo"]
RARITIES = dict(
    zip(CARDS, ["common", "common", "rare", "rare", "mythic", "rare", "promo"], strict=True)
)


def part(what, count=1, finish=None):
    return ProductPart(what, count, finish)


def cardset(contents):
    """Two boosters: two of A0, A1, A2; and B0 or B1 or a foil A0, with weights 1, 2, 3."""
    cards = [cf.Card(cf.Face(name), rarity=rarity) for name, rarity in RARITIES.items()]
    sheets = [
        cf.Sheet("A", [cf.Entry(cf.CardRef(name)) for name in CARDS[:3]]),
        cf.Sheet("B", [cf.Entry(cf.CardRef("B0"), 1), cf.Entry(cf.CardRef("B1"), 2)]),
        cf.Sheet("F", [cf.Entry(cf.CardRef("A0"))], finish="foil"),
    ]
    other = cf.Slot("other", 1, [cf.SheetChoice("B", 1), cf.SheetChoice("F", 1)])
    boosters = [
        cf.Booster("draft", layouts=[cf.Layout("L", 1, [cf.Slot("A", 2, "A")])]),
        cf.Booster("other", layouts=[cf.Layout("L", 1, [other])]),
    ]
    products = [cf.model.Product(name, parts) for name, parts in contents.items()]
    return cf.CardSet("S", "S", cards, sheets, boosters, products=products)


#: What a pack of each booster can be, with its probability.
PACKS = {
    "draft": [
        (Fraction(1, 3), [(one, None), (two, None)]) for one, two in combinations(CARDS[:3], 2)
    ],
    "other": [
        (Fraction(1, 6), [("B0", None)]),
        (Fraction(2, 6), [("B1", None)]),
        (Fraction(3, 6), [("A0", "foil")]),
    ],
}


def times(one, other):
    """The distribution of the cards of two independent things together."""
    both = defaultdict(Fraction)
    for (left, p), (right, q) in product(one.items(), other.items()):
        both[tuple(sorted(left + right, key=str))] += p * q
    return both


def ways(contents, parts):
    """All that can be in *parts*: the probability of each sorted tuple of cards."""
    whole = {(): Fraction(1)}
    for each in [own if isinstance(own, ProductPart) else part(own) for own in parts]:
        one = ways_of(contents, each.what, each.finish)
        for _ in range(each.count):
            whole = times(whole, one)
    return whole


def ways_of(contents, what, finish):
    """All that can be in one part."""
    if isinstance(what, cf.CardRef):
        return {((what.name, finish),): Fraction(1)}
    if isinstance(what, DeckList):
        return ways(contents, what.cards)
    if isinstance(what, ProductRef):
        return ways(contents, contents[what.name])
    found = defaultdict(Fraction)
    if isinstance(what, BoosterRef):
        for chance, cards in PACKS[what.name]:
            found[tuple(cards)] += chance
    elif isinstance(what, ProductChoice):
        total = sum(option.weight for option in what.options)
        for option in filter(lambda option: option.weight, what.options):
            for cards, chance in ways(contents, option.contents).items():
                found[cards] += chance * option.weight / total
    return found or {(): Fraction(1)}


PROMO = cf.CardRef("promo")
SEEDED = ProductChoice(
    [
        ProductOption([BoosterRef("other"), part(cf.CardRef("A0"), 1, "foil")], 2),
        ProductOption([ProductRef("Pack"), PROMO], Fraction(1, 2)),
        ProductOption([], 1),
        ProductOption([cf.CardRef("B2")], 0),
    ]
)
NESTED = ProductChoice([ProductOption([part(SEEDED)]), ProductOption([DeckList("D", [PROMO])])])
CONTENTS = {
    "Pack": [part(BoosterRef("draft"))],
    "Display": [part(ProductRef("Pack"), 3)],
    "Bundle": [part(BoosterRef("draft"), 2), part(BoosterRef("other")), part(Item("die")), PROMO],
    "Prerelease": [part(ProductRef("Pack"), 2), part(SEEDED), part(PROMO, 1, "foil")],
    "Two choices": [part(SEEDED, 2), part(ProductRef("Pack"))],
    "Nested": [part(NESTED, 2), part(ProductRef("Bundle"))],
    "Topper": [part(ProductRef("Display"), 1), part(BoosterRef("other"), 2)],
    "Deck": [part(DeckList("D", [part(PROMO, 3), part(cf.CardRef("A1"), 2, "foil")]), 2)],
}


@pytest.mark.parametrize("name", CONTENTS)
def test_odds_of_a_product_are_those_of_all_that_can_be_in_it(name):
    assert_odds(CONTENTS, name)


def assert_odds(contents, name):
    """The odds of a product are those of the enumeration, fraction for fraction."""
    odds = cf.Generator(cardset(contents), seed=1).product_odds(name)
    every = ways(contents, contents[name])
    assert sum(every.values()) == 1
    expected, having = defaultdict(Fraction), defaultdict(Fraction)
    for cards, chance in every.items():
        for what, number in Counter(cards).items():
            expected[what] += number * chance
            having[what] += chance
    assert odds.exact
    assert {(row.card.name, row.finish): row.expected for row in odds} == expected
    assert {(row.card.name, row.finish): row.at_least_one for row in odds} == having
    for property_, values in (
        ("rarity", {*RARITIES.values()}),
        ("name", CARDS),
        ("finish", ["foil"]),
    ):
        for value in values:
            counts = defaultdict(Fraction)
            for cards, chance in every.items():
                has = {"rarity": lambda c: RARITIES[c[0]], "name": lambda c: c[0]}
                test = has.get(property_, lambda c: c[1])
                counts[sum(test(card) == value for card in cards)] += chance
            assert odds.counts(property_, value) == counts, (property_, value)
    for some in [*combinations(CARDS, 1), *combinations(CARDS, 2), ("A0", "B0", "promo")]:
        joint = sum(
            chance for cards, chance in every.items() if {*some} <= {card for card, _ in cards}
        )
        assert odds.joint(*some) == joint, some


def quota_set():
    """A box of 3 packs of a card: in one of them, or one time in three in two, a rare."""
    rare = cf.Slot("card", 1, [cf.SheetChoice("R", 1), cf.SheetChoice("A", 5)])
    quota = cf.model.Quota("R", [cf.model.QuotaCount(1, 2), cf.model.QuotaCount(2, 1)])
    booster = cf.Booster("b", layouts=[cf.Layout(slots=[rare])], box=cf.model.Box(3, [quota]))
    sheets = [cf.Sheet("R", {"R0": 1, "R1": 1}), cf.Sheet("A", {"A0": 1, "A1": 2})]
    pack, topper = (
        BoosterRef("b"),
        ProductChoice([ProductOption([cf.CardRef("R0")]), ProductOption()]),
    )
    products = [
        cf.model.Product("Display", [part(pack, 3)]),
        cf.model.Product("Loose packs", [part(pack, 2), part(pack)]),
        cf.model.Product("Case", [part(ProductRef("Display"), 2), part(topper)]),
    ]
    return cf.CardSet("S", sheets=sheets, boosters=[booster], products=products)


def test_a_display_has_the_odds_of_a_box():
    gen = cf.Generator(quota_set(), seed=1)
    third, half = Fraction(1, 3), Fraction(1, 2)
    none = 2 * third * half + third * half**2  # no R0 among one, or two, rares
    display, case = gen.product_odds("Display"), gen.product_odds("Case")
    assert display.counts("sheet", "R") == {1: 2 * third, 2: third}
    assert [(row.expected, row.at_least_one) for row in display.of("R0")] == [(2 * third, 1 - none)]
    assert [row.at_least_one for row in case.of("R0")] == [1 - none**2 * half]
    assert [row.expected for row in case.of("R0")] == [4 * third + half]
    assert case.counts("sheet", "R") == {2: 4 * third**2, 3: 4 * third**2, 4: third**2}
    assert case.joint("R0", "R1") == 1 - none**2 * half - none**2  # and none without both
    loose = gen.product_odds("Loose packs")
    assert loose.counts("sheet", "R") == {
        number: Fraction([125, 75, 15, 1][number], 216) for number in range(4)
    }


def test_products_that_share_their_parts_many_times_have_odds_at_once():
    doubled = {"P0": [part(BoosterRef("draft"))]}
    doubled |= {f"P{at}": [part(ProductRef(f"P{at - 1}"))] * 2 for at in range(1, 14)}
    start = time.process_time()
    odds = cf.Generator(cardset(doubled), seed=1).product_odds("P13")
    assert [row.expected for row in odds.of("A0")] == [2**13 * Fraction(2, 3)]
    assert odds.joint("A0", "A1") is not None
    assert time.process_time() - start < 2


def test_choices_of_the_same_choices_end():
    chosen = {"P0": [part(BoosterRef("draft"))], "Q0": [part(BoosterRef("other"))]}
    for at in range(1, 40):
        inner = [ProductOption([ProductRef(f"{name}{at - 1}")]) for name in "PQ"]
        chosen |= {
            f"P{at}": [part(ProductChoice(inner))],
            f"Q{at}": [part(ProductChoice(inner), 1)],
        }
    start = time.process_time()
    odds = cf.Generator(cardset(chosen), seed=1).product_odds("P39")
    assert [row.expected for row in odds.of("A2")] == [Fraction(1, 3)]
    assert odds.counts("name", "A2") == {0: Fraction(2, 3), 1: Fraction(1, 3)}
    assert odds.joint("A0", "A1") == Fraction(1, 6)
    assert time.process_time() - start < 2


@pytest.mark.parametrize("what", [BoosterRef("draft"), SEEDED, ProductRef("Display")])
def test_odds_are_of_ten_thousand_packs_and_choices_at_most(what):
    contents = {**CONTENTS, "Pallet": [part(what, 10_001)]}
    with pytest.raises(
        cf.CollationError, match=r"odds support at most 10000 packs .* 'Pallet' has"
    ):
        cf.Generator(cardset(contents), seed=1).product_odds("Pallet")


def test_what_is_counted_in_simulated_packs_says_so():
    sheets = [by_function(cf.Sheet("C", ["Eel", "Reed"])), cf.Sheet("F", ["Bog"])]
    booster = cf.Booster.of({"C": 2, "F": 1}, "pack")
    pack = BoosterRef("pack")
    choice = ProductChoice([ProductOption([part(pack, 2)], 3), ProductOption([PROMO])])
    sold = cf.CardSet(
        sheets=sheets, boosters=[booster], products=[cf.model.Product("Kit", [part(choice)])]
    )
    gen = cf.Generator(sold, seed=1)
    one = gen.odds()
    kit = gen.product_odds("Kit")
    assert not one.exact
    assert not kit.exact
    assert kit.unknown == one.unknown
    for row in kit:
        if row.card == PROMO:
            assert (row.exact, row.expected) == (True, Fraction(1, 4))
            continue
        (alone,) = one.of(row.card)
        assert row.exact is alone.exact
        assert row.expected == Fraction(3, 4) * 2 * alone.expected
        assert row.error == pytest.approx(0.75 * 2 * alone.error)
