"""Packs: reproducible, of the right make, and as often as the weights say."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cardformats as cf
from cardformats.bits import Bits, Source, seed_key
from cardformats.collation.tree import nodes_of
from tests.boosters import generator, sheet, slot


def names(pack):
    return [each.card.name for each in pack.cards]


def assert_frequencies(counts, expected, total):
    """Each count is within five standard deviations of its exact expectation."""
    for key, share in expected.items():
        mean = total * share
        assert abs(counts[key] - mean) <= 5 * float(mean * (1 - share)) ** 0.5 + 1e-9, key
    assert set(counts) <= set(expected)


@given(st.integers(1, 2**80), st.integers(0, 2**64 - 1))
def test_a_number_is_below_its_limit(limit, pack):
    assert 0 <= Bits(Source("x"), pack).below(limit) < limit


@pytest.mark.parametrize("limit", [1, 2, 3, 6, 7])
def test_numbers_are_uniform(limit):
    bits = Bits(Source(b"uniform"), 1)
    counts = Counter(bits.below(limit) for _ in range(20_000))
    assert_frequencies(counts, dict.fromkeys(range(limit), Fraction(1, limit)), 20_000)


def test_seeds_of_different_kinds_differ():
    assert len({seed_key(seed, "pack") for seed in (7, "7", b"7", -7)}) == 4


def test_the_same_seed_gives_the_same_packs_and_each_stands_alone():
    make = lambda seed: generator([sheet("A", *[1] * 9)], slot("A", 3), seed=seed)  # noqa: E731 - three uses
    packs = list(make(5).packs(10))
    assert [make(5).pack(number) for number in range(10)] == packs
    assert list(make(5).packs(4, start=6)) == packs[6:]
    assert list(make(6).packs(10)) != packs


def test_a_card_knows_where_it_came_from():
    foils = cf.Sheet("A", [cf.Entry(cf.CardRef("B"), finish="etched"), cf.Entry(cf.CardRef("C"))])
    pack = generator([foils], slot("A", 2, finish="foil")).pack(0)
    assert {(each.card.name, each.slot, each.sheet, each.finish) for each in pack.cards} == {
        ("B", "A", "A", "etched"),
        ("C", "A", "A", "foil"),
    }


def test_a_heavy_card_does_not_make_the_others_endless():
    """Nearly every redraw would hit the taken card; the rest is weighed instead."""
    random = cf.model.Random(replacement=True)
    made = generator([sheet("A", 10**12, 1, 1, collation=random)], slot("A", 3))
    counts = Counter(tuple(names(pack)[1:]) for pack in made.packs(2_000))
    assert_frequencies(counts, {("A1", "A2"): Fraction(1, 2), ("A2", "A1"): Fraction(1, 2)}, 2_000)


def test_a_repeat_is_taken_when_nothing_else_is_left():
    made = generator([sheet("A", 5)], slot("A", 3))
    assert names(made.pack(0)) == ["A0"] * 3


@pytest.mark.parametrize(("choose", "mixed"), [("slot", False), ("card", True)])
def test_a_sheet_is_chosen_for_the_slot_or_for_each_card(choose, mixed):
    sheets = [sheet("Ax", *[1] * 9), sheet("Ay", *[1] * 9)]
    made = generator(sheets, slot("A", 3, ("Ax", 7), ("Ay", 1), choose=choose))
    packs = [{each.sheet for each in pack.cards} for pack in made.packs(500)]
    assert any(len(each) == 2 for each in packs) is mixed


def test_each_card_of_a_slot_chooses_though_a_sheet_is_short():
    sheets = [sheet("Ax", 1, 1), sheet("Ay", *[1] * 9)]
    made = generator(
        sheets, slot("A", 5, ("Ax",), ("Ay",), choose="card", on_short=("next", "skip"))
    )
    numbers = [Counter(card.sheet for card in pack.cards) for pack in made.packs(50)]
    assert {each.total() for each in numbers} == {5}
    assert {each["Ax"] for each in numbers} == {0, 1, 2}


def test_choices_nest():
    inner = cf.model.Choice([cf.Layout("p", 1, [slot("A", 1)]), cf.Layout("q", 3, [slot("B", 2)])])
    outer = cf.model.Choice([cf.Layout("nothing", 1), cf.Layout("something", 1, [inner])])
    made = generator([sheet("A", 1), sheet("B", 1, 1)], outer)
    counts = Counter(len(pack.cards) for pack in made.packs(20_000))
    assert_frequencies(counts, {0: Fraction(1, 2), 1: Fraction(1, 8), 2: Fraction(3, 8)}, 20_000)


def test_an_unlimited_slot_takes_the_whole_sheet():
    made = generator([sheet("A", 2, 1)], slot("A", cf.model.UNLIMITED), distinct="none")
    assert sorted(names(made.pack(0))) == ["A0", "A0", "A1"]


def test_a_print_run_goes_on_from_a_multiple_of_its_group():
    run = cf.model.PrintRun(4, "slot")
    made = generator([sheet("A", *[1] * 10, collation=run)], slot("A", 3))
    counts = Counter(tuple(names(pack)) for pack in made.packs(9_000))
    starts = {("A0", "A1", "A2"), ("A4", "A5", "A6"), ("A8", "A9", "A0")}
    assert_frequencies(counts, dict.fromkeys(starts, Fraction(1, 3)), 9_000)


@pytest.mark.parametrize(("continues", "follows"), [("slot", False), ("pack", True)])
def test_a_print_run_is_shared_by_the_slots_of_a_pack_if_it_says_so(continues, follows):
    run = cf.model.PrintRun(1, continues)
    sheets = [sheet("A", *[1] * 50, collation=run)]
    again = cf.Slot("again", 2, [cf.SheetChoice("A")])
    made = generator(sheets, slot("A", 2), again)
    numbers = [[int(name[1:]) for name in names(pack)] for pack in made.packs(60)]
    assert all((each[1] + 1) % 50 == each[2] for each in numbers) is follows


def test_stripes_go_up_then_left():
    """Width 2 of a sheet of 3 columns: up one cell, then to the column on the left, lower row."""
    striped = cf.model.Striped(3, (0, 1))
    made = generator([sheet("A", *[1] * 9, collation=striped)], slot("A", 4))
    walks = {tuple(int(name[1:]) for name in names(pack)) for pack in made.packs(500)}
    assert (8, 5, 7, 4) in walks
    assert (5, 7, 4, 6) in walks
    assert len(walks) == 18


def test_rounds_of_an_event_give_their_layouts_in_turn():
    layouts = [cf.Layout(name, 0, [slot("A", 1)]) for name in "pqr"]
    rounds = [cf.model.Round(layouts=[cf.model.LayoutChoice(name)]) for name in "rq"]
    cardset = cf.CardSet(
        sheets=[sheet("A", 1)], boosters=[cf.Booster(layouts=layouts)], event=cf.model.Event(rounds)
    )
    assert [pack.layout for pack in cf.Generator(cardset, seed=1).packs(4)] == ["r", "q", "r", "q"]


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: generator([sheet("A", 1)], slot("A", 1), rules="dice"), "there are no rules"),
        (lambda: generator([], slot("A", 1)), "there is no such sheet"),
        (
            lambda: generator([sheet("A", 1)], layouts=[cf.Layout("L", 0, [slot("A", 1)])]),
            "no layout has a positive",
        ),
        (
            lambda: generator([sheet("A", 0)], slot("A", 1)).pack(0),
            "1 card, but none can be drawn",
        ),
        (
            lambda: generator([sheet("A")], slot("A", 1)).pack(0),
            "1 card, but none can be drawn",
        ),
    ],
)
def test_a_booster_that_cannot_be_made_says_why(make, message):
    with pytest.raises(cf.CollationError, match=message):
        make()


@pytest.mark.parametrize("seed", [1.5, None, ["7"]])
def test_a_seed_is_an_int_a_str_or_bytes(seed):
    with pytest.raises(cf.CollationError, match="the seed must be"):
        generator([sheet("A", 1)], slot("A", 1), seed=seed)


def test_there_is_a_last_pack():
    made = generator([sheet("A", 1)], slot("A", 1))
    assert len(made.pack(2**64 - 1).cards) == 1
    with pytest.raises(cf.CollationError, match="packs are numbered from 0"):
        made.pack(2**64)


def test_a_generator_of_many_choices_does_not_grow_without_end():
    """Packs of 40 choices, which have a trillion outcomes."""
    choice = cf.model.Choice([cf.Layout("p", 1, [slot("A", 1)]), cf.Layout("q", 3, [slot("B", 2)])])
    random = cf.model.Random(replacement=True)
    sheets = [sheet("A", 1, 1, collation=random), sheet("B", 1, 1, collation=random)]
    made = generator(sheets, *[choice] * 40, distinct="none")
    assert sum(1 for _ in nodes_of(made.trees[0])) < 500
    sizes = [len(pack.cards) for pack in made.packs(200)]
    assert all(40 <= size <= 80 for size in sizes)
    assert abs(sum(sizes) / 200 - 70) < 5 * (40 * 3 / 16 / 200) ** 0.5


def test_a_slot_can_be_too_large():
    with pytest.raises(
        cf.CollationError, match="slot 'A' has 1000000 cards; at most 100000 are allowed"
    ):
        generator([sheet("A", 1)], slot("A", 10**6)).pack(0)
    with pytest.raises(cf.CollationError, match="at most 100000 are allowed"):
        generator([sheet("A", 10**12)], slot("A", cf.model.UNLIMITED)).pack(0)


@pytest.mark.parametrize(
    "collation",
    [
        cf.model.Random(),
        cf.model.Random(replacement=True),
        cf.model.PrintRun(),
        cf.model.Spread(),
        cf.model.Fixed(),
    ],
)
def test_large_slots_and_sheets_take_no_more_than_their_cards(collation):
    large = sheet("A", *[10**9] * 5, collation=collation)
    made = generator([large], slot("A", 6_000), distinct="none")
    assert len(made.pack(0).cards) == 6_000
    odds = made.odds(packs=1)
    if collation == cf.model.PrintRun():  # which can start at any copy
        assert not odds.exact
        assert sum(row.expected for row in odds) == 6_000
        return
    assert odds.exact
    first = [6_000] + [0] * 4
    assert [row.expected for row in odds] == (
        first if collation == cf.model.Fixed() else [1_200] * 5
    )
