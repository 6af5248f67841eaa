"""The supply: cards by rarity and class, copies that last, what is short, and what stands in."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

import cardformats as cf
from cardformats.draft import deckbuilder
from cardformats.draft.deckbuilder.cards import colors_of
from cardformats.flow import allot
from tests.deckbuilder_rules import part, shape

COLORS = {"white": "W", "blue": "U", "black": "B", "red": "R", "green": "G", "colorless": ""}
CLASSES = (*COLORS, "multicolor")
SIZE = {"players": 4, "rounds": 5}
MADE = "cards that are"


def card(name, colors, rarity, **fields):
    cost = cf.model.ManaCost(("1", *colors))
    return cf.Card(cf.Face(name, cost, cost.colors), rarity=rarity, **fields)


def cardset(**counts):
    """A card set with so many cards of each kind, such as ``common_white=9``."""
    cards = [
        card(f"{kind} {number}", COLORS.get(word, "WU"), rarity)
        for kind, count in counts.items()
        for rarity, word in [kind.split("_")]
        for number in range(count)
    ]
    return cf.CardSet("Test", cards=cards)


def full(**changes):
    """A card set that can supply everything: twelve cards of each kind."""
    counts = {f"{r}_{word}": 12 for r, word in product(("common", "uncommon", "rare"), CLASSES)}
    return cardset(**(counts | changes))


def messages(found):
    return [str(each) for each in found]


def deal(made, seed=1):
    return cf.Generator(made, seed=seed).deal(1).packs


def classes_of(made, pack):
    """How many cards of each class a pack has."""
    cards = [made.card(each.card) for each in pack.cards]
    return Counter(word_of(each) for each in cards)


def word_of(known):
    letters = "".join(color.value for color in known.colors)
    return {colors: word for word, colors in COLORS.items()}.get(letters, "multicolor")


def test_a_full_set_supplies_packs_of_their_shapes():
    made = deckbuilder.set_up(full(), **SIZE)
    packs = deal(made)
    assert Counter(pack.booster for pack in packs) == {
        "common starter": 12,
        "common booster": 20,
        "uncommon booster": 5,
        "rare booster": 5,
    }
    for pack in packs:
        found = classes_of(made, pack)
        rarities = {made.card(each.card).rarity for each in pack.cards}
        assert len({each.card.name for each in pack.cards}) == len(pack.cards)
        if pack.booster == "common starter":
            assert found == dict.fromkeys(CLASSES, 2) | {"multicolor": 3}
            assert rarities == {"common"}
        elif pack.booster == "rare booster":
            assert len(pack.cards) == 5
            assert rarities == {"rare"}
        else:
            assert [found[word] for word in CLASSES[:5]] == [1] * 5
            assert found["colorless"] + found["multicolor"] == 3
            assert rarities == {pack.booster.split()[0]}


def test_enough_copies_are_as_few_as_will_do():
    made = deckbuilder.set_up(full(), **SIZE)
    copies = {
        name: {entry.copies for entry in sheet.entries} for name, sheet in made.sheets.items()
    }
    # white: 44 of 12 cards; colourless and multicolour: 24, 36 and 60 of either, of 24 cards
    assert copies["common white"] == {4}
    assert copies["common colorless"] == copies["common multicolor"] == {5}
    assert copies["uncommon white"] == copies["uncommon multicolor"] == {1}
    assert copies["rare green"] == {1}


def test_the_deal_takes_each_copy_once():
    made = deckbuilder.set_up(full(), **SIZE)
    for seed in range(5):
        taken = Counter(each.card for pack in deal(made, seed) for each in pack.cards)
        there = {e.card: e.copies for sheet in made.sheets.values() for e in sheet.entries}
        assert all(count <= there[card_] for card_, count in taken.items())


def test_basic_lands_tokens_and_other_rarities_are_left_out():
    forest = cf.Card(cf.Face("Forest"), rarity="common")
    wastes = cf.Card(cf.Face("Wastes", supertypes=("Basic",), types=("Land",)), rarity="common")
    token = card("Goblin", "R", "token")
    special = card("Guest", "R", "special")
    some = full()
    more = evolve(some, cards=[*some.cards, forest, wastes, token, special])
    made = deckbuilder.set_up(more, **SIZE)
    assert {each.name for each in made.cards} == {each.name for each in some.cards}
    assert not deckbuilder.feasibility(more, **SIZE)


def test_a_card_that_the_set_has_twice_is_there_once():
    some = full()
    made = deckbuilder.set_up(evolve(some, cards=some.cards * 2), **SIZE)
    assert len(made.cards) == len(some.cards)


def test_a_split_card_has_the_colours_of_both_halves_and_not_of_its_back():
    white, red = (
        {"colors": frozenset({color})} for color in (cf.model.Color.WHITE, cf.model.Color.RED)
    )
    halves = cf.Card([cf.Face("A", **red, kind="split"), cf.Face("B", **white, kind="split")])
    two_faced = cf.Card([cf.Face("A", **red), cf.Face("B", **white, kind="back")])
    assert colors_of(halves) == ("W", "R")
    assert colors_of(two_faced) == ("R",)


def test_cards_that_a_list_only_names_are_looked_up_in_catalogs():
    some = full()
    names = "\n".join(f"1 {each.name}" for each in some.cards)
    listed = cf.loads(names, "draftmancer")
    assert any("DB004" in each for each in messages(deckbuilder.feasibility(listed, **SIZE)))
    assert not deckbuilder.feasibility(listed, **SIZE, catalogs=[cf.CardCatalog(some.cards)])
    made = deckbuilder.set_up(listed, **SIZE, catalogs=[some])
    assert {each.name for each in made.cards} == {each.name for each in some.cards}


# what is short


def test_a_class_without_cards_is_short_by_all_it_needs():
    found = deckbuilder.feasibility(full(common_multicolor=0), **SIZE)
    assert messages(found) == [
        f"error[DB001]: the packs need 36 {MADE} common, multicolor; 36 are missing"
    ]
    with pytest.raises(cf.DraftError, match="need 36 cards that are common, multicolor; 36 are"):
        deckbuilder.set_up(full(common_multicolor=0), **SIZE)


def test_a_class_with_too_few_copies_is_short_by_what_is_wanting():
    copies = {"common": 3, "uncommon": 1, "rare": 1}
    found = deckbuilder.feasibility(full(), **SIZE, copies=copies)
    # 36 copies of each class: mono colours lack 8; 24 + 36 of the others leave 12 of 60
    assert messages(found) == [
        *(
            f"error[DB001]: the packs need 44 {MADE} common, {word}; 8 are missing"
            for word in CLASSES[:5]
        ),
        f"error[DB001]: the packs need 60 {MADE} common, colorless or multicolor; 48 are missing",
    ]


def test_copies_of_a_rarity_that_is_not_named_are_enough():
    assert not deckbuilder.feasibility(full(), **SIZE, copies={"uncommon": 1})


def test_the_copies_that_are_given_are_those_of_the_sheets():
    copies = {"common": 8, "uncommon": 4, "rare": 3}
    made = deckbuilder.set_up(full(), **SIZE, copies=copies)
    for name, sheet in made.sheets.items():
        assert {entry.copies for entry in sheet.entries} == {copies[name.split()[0]]}


def test_a_rarity_that_a_set_does_not_have_is_short():
    some = full(**{f"rare_{word}": 0 for word in CLASSES})
    assert messages(deckbuilder.feasibility(some, **SIZE)) == [
        f"error[DB001]: the packs need 25 {MADE} rare or mythic; 25 are missing"
    ]


def test_mythic_rares_are_as_frequent_as_their_copies_say():
    some = full(mythic_white=42)
    few = {"rare": 40, "mythic": 10}
    made = deckbuilder.set_up(some, players=2, rounds=100, copies=few)
    rarities = Counter(
        made.card(each.card).rarity
        for seed in range(4)
        for pack in deal(made, seed)
        if pack.booster == "rare booster"
        for each in pack.cards
    )
    # 84 rare cards of 40 copies, 42 mythic ones of 10: one card in nine is mythic
    assert rarities["mythic"] / 2000 == pytest.approx(1 / 9, abs=0.03)


def test_packs_with_the_same_card_twice_are_warned_of():
    found = deckbuilder.feasibility(full(common_colorless=1), **SIZE)
    assert messages(found) == [
        "warning[DB003]: each common starter has 2 cards that are common, colorless; 1 of them must"
        " be duplicates"
    ]
    made = deckbuilder.set_up(full(common_colorless=1), **SIZE)
    starter = next(pack for pack in deal(made) if pack.booster == "common starter")
    assert [each.card.name for each in starter.cards].count("common_colorless 0") == 2


def test_cards_of_unknown_rarity_are_counted():
    some = full()
    unknown = [cf.Card(cf.Face(f"Blank {n}")) for n in range(5)]
    found = deckbuilder.feasibility(evolve(some, cards=[*some.cards, *unknown]), **SIZE)
    assert messages(found) == [
        "warning[DB004]: the rarity of 5 cards is unknown; they are in no pack:"
        " Blank 0, Blank 1, Blank 2, …"
    ]


# what stands in


def test_other_classes_stand_in_for_one_without_cards():
    some = full(common_multicolor=0)
    options = {"representative": "loose"}
    assert messages(deckbuilder.feasibility(some, **SIZE, **options)) == [
        f"note[DB002]: 36 of the 36 {MADE} common, multicolor are replaced by other cards"
    ]
    made = deckbuilder.set_up(some, **SIZE, **options)
    for pack in deal(made):
        found = classes_of(made, pack)
        if pack.booster == "common starter":
            assert len(pack.cards) == len({each.card for each in pack.cards}) == 15
            assert min(found[word] for word in CLASSES[:6]) >= 2


def test_other_classes_stand_in_for_copies_that_are_wanting():
    some, options = full(common_white=3), {"representative": "loose", "copies": {"common": 6}}
    assert messages(deckbuilder.feasibility(some, **SIZE, **options)) == [
        f"note[DB002]: 26 of the 44 {MADE} common, white are replaced by other cards"
    ]
    for seed in range(5):
        packs = deal(deckbuilder.set_up(some, **SIZE, **options), seed)
        assert Counter(len(pack.cards) for pack in packs) == {15: 12, 8: 25, 5: 5}


def test_what_a_whole_rarity_lacks_nothing_stands_in_for():
    options = {"representative": "loose", "copies": {"uncommon": 1}}
    counts = {f"uncommon_{word}": 5 for word in CLASSES}
    found = deckbuilder.feasibility(full(**counts), **SIZE, **options)
    # 40 of 35 cards; five of each colour are there, so the others are the ones that are missing
    assert messages(found) == [
        f"error[DB001]: the packs need 15 {MADE} uncommon, colorless or multicolor; 5 are missing"
    ]


def test_a_pack_does_not_repeat_a_card_if_others_can_stand_in():
    made = deckbuilder.set_up(full(common_colorless=1), **SIZE, representative="loose")
    for pack in deal(made):
        assert len({each.card for each in pack.cards}) == len(pack.cards)


def test_packs_of_any_colours_need_no_class():
    rules = deckbuilder.VARIANTS["any-colors"]
    some = cardset(common_white=30, uncommon_blue=20, rare_red=10)
    assert not deckbuilder.feasibility(some, **SIZE, rules=rules)
    packs = deal(deckbuilder.set_up(some, **SIZE, rules=rules))
    assert Counter(len(pack.cards) for pack in packs) == {15: 12, 8: 25, 5: 5}


def test_parts_that_overlap_leave_each_other_what_they_cannot_do_without():
    """Cards of either class are dealt before some that have to be white."""
    rules = deckbuilder.DeckbuilderRules(
        starter=shape("starter", "common", part(3, "white", "blue"), part(1, "white")),
        booster=shape("booster", "common", part(1, "white")),
    )
    some = full(common_white=4, common_blue=4)
    made = deckbuilder.set_up(some, **SIZE, rules=rules)
    for seed in range(30):
        assert len(deal(made, seed)) == 12 + 20 + 5 + 5


@pytest.mark.parametrize(
    "arguments",
    [
        {"players": True, "rounds": 5},
        {**SIZE, "copies": {"common": -1}},
        {**SIZE, "copies": {"common": "4"}},
        {**SIZE, "copies": 4},
        {**SIZE, "representative": "lose"},
    ],
)
def test_arguments_that_make_no_sense_are_refused(arguments):
    with pytest.raises(cf.DraftError):
        deckbuilder.set_up(full(), **arguments)


SOME = st.sampled_from([0, 1, 2, 3, 5, 8])
KINDS = [f"{r}_{word}" for r, word in product(("common", "uncommon", "rare", "mythic"), CLASSES)]
COPIES = st.one_of(
    st.just("enough"),
    st.fixed_dictionaries(
        {
            "common": st.integers(3, 12),
            "uncommon": st.integers(1, 3),
            "rare": st.integers(1, 3),
            "mythic": st.integers(0, 2),
        }
    ),
)


@given(
    counts=st.fixed_dictionaries(dict.fromkeys(KINDS, SOME)),
    copies=COPIES,
    size=st.sampled_from([(2, 1), (2, 3), (3, 2)]),
    representative=st.sampled_from(["strict", "loose", "loose"]),
    seed=st.integers(0, 99),
)
def test_what_is_not_found_short_can_be_dealt(counts, copies, size, representative, seed):
    some = cardset(**counts)
    players, rounds = size
    options = {"copies": copies, "representative": representative}
    found = deckbuilder.feasibility(some, players=players, rounds=rounds, **options)
    is_short = any(each.code == "DB001" for each in found)
    if is_short:
        with pytest.raises(cf.DraftError):
            deckbuilder.set_up(some, players=players, rounds=rounds, **options)
        return
    packs = deal(deckbuilder.set_up(some, players=players, rounds=rounds, **options), seed)
    sizes = {15: 3 * players, 8: rounds * players + rounds, 5: rounds}
    assert Counter(len(pack.cards) for pack in packs) == sizes


FEW = ("white", "blue", "black")
PARTS = st.lists(
    st.builds(
        deckbuilder.Part,
        st.integers(1, 2),
        st.sets(st.sampled_from(FEW), min_size=1).map(lambda some: tuple(sorted(some))),
    ),
    min_size=1,
    max_size=3,
)


@given(
    starter=PARTS,
    booster=PARTS,
    counts=st.fixed_dictionaries({f"common_{word}": st.integers(0, 3) for word in FEW}),
    copies=st.one_of(st.just("enough"), st.integers(1, 4)),
    representative=st.sampled_from(["strict", "loose"]),
)
def test_whether_shapes_of_all_sorts_can_be_dealt_is_said(
    starter, booster, counts, copies, representative
):
    """What has no error can be dealt, and what has no warning of chance either, with any seed."""
    rules = deckbuilder.DeckbuilderRules(
        starter=shape("S", "common", *starter),
        booster=shape("B", "common", *booster),
        market=(),
        starters=1,
    )
    options = {"copies": copies if copies == "enough" else {"common": copies}, "rules": rules}
    options |= {"players": 2, "rounds": 2, "representative": representative}
    codes = {each.code for each in deckbuilder.feasibility(cardset(**counts), **options)}
    if "DB001" in codes:
        with pytest.raises(cf.DraftError):
            deckbuilder.set_up(cardset(**counts), **options)
        return
    made = deckbuilder.set_up(cardset(**counts), **options)
    sizes = [sum(each.count for each in parts) for parts in (starter, booster)]
    for seed in range(20):
        try:
            packs = deal(made, seed)
        except cf.EmptySheetError:
            assert "DB005" in codes
        else:
            assert [len(pack.cards) for pack in packs] == [sizes[0]] * 2 + [sizes[1]] * 4


# allotting

GOODS = "abcd"
DEMANDS = st.lists(st.tuples(st.sets(st.sampled_from(GOODS)), st.integers(0, 6)), max_size=5)
SUPPLY = st.fixed_dictionaries({good: st.integers(0, 6) for good in GOODS})


def most(demands, supply):
    """How much of all demands can be met: the least that any choice of goods leaves (Hall)."""
    choices = [
        {g for g, bit in zip(GOODS, bits, strict=True) if bit} for bits in product((0, 1), repeat=4)
    ]
    return min(
        sum(supply[good] for good in chosen)
        + sum(count for goods, count in demands if not goods <= chosen)
        for chosen in choices
    )


@given(DEMANDS, SUPPLY)
def test_as_much_as_possible_is_allotted_and_earlier_demands_come_first(demands, supply):
    met = allot(demands, supply)
    for end in range(len(demands) + 1):
        assert sum(met[:end]) == most(demands[:end], supply)
    assert all(got <= wanted for got, (_, wanted) in zip(met, demands, strict=True))


def simple(name, *classes):
    return deckbuilder.PackShape(name, ["common"], [deckbuilder.Part(1, classes)])


@pytest.mark.parametrize("blue", [2, 3])
@pytest.mark.parametrize("black", [1, 2, 3])
@pytest.mark.parametrize(("starters", "rounds"), [(1, 1), (1, 2), (2, 1), (2, 2)])
def test_no_deal_fails_without_a_warning(blue, black, starters, rounds):
    counts = {"common_white": 3, "common_blue": blue, "common_black": black}
    rules = deckbuilder.DeckbuilderRules(
        starter=simple("starter", "white", "blue"),
        booster=simple("booster", "blue", "black"),
        market=[],
        starters=starters,
    )
    options = {"players": 2, "rounds": rounds, "rules": rules, "copies": {"common": 1}}
    found = messages(deckbuilder.feasibility(cardset(**counts), **options))
    if any("error" in each for each in found):
        with pytest.raises(cf.CardFormatsError):
            deckbuilder.set_up(cardset(**counts), **options)
        return
    made = deckbuilder.set_up(cardset(**counts), **options)
    fails = 0
    for seed in range(12):
        try:
            deal(made, seed)
        except cf.CollationError:
            fails += 1
    assert not fails or any("DB005" in each for each in found)
