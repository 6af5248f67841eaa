"""Duplicates sheet by sheet: what a sheet says of its cards goes before what its booster says."""

from __future__ import annotations

from collections import Counter

import pytest
from attrs import evolve
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import cardformats as cf
from cardformats.collation.codes import CollationCode
from cardformats.stats.impossible import Possible
from cardformats.stats.opened import PackView
from tests.conftest import SETTLED

VALUES = (None, True, False)

ANY = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
FEW = settings(ANY, max_examples=SETTLED.max_examples)
COLORS = {"a": "W", "b": "U", "c": "W", "d": ""}


def cardset(sheets, slots, event=None, **booster):
    cards = [
        cf.Card.of(name, colors=[*map(cf.model.Color, color.upper())])
        for name, color in COLORS.items()
    ]
    slots = [cf.Slot(f"s{n}", count, [cf.SheetChoice(name)], on_short=short)
             for n, (name, count, *short) in enumerate(slots)]  # fmt: skip
    boosters = [cf.Booster("b", layouts=[cf.Layout("L", 1, slots)], **booster)]
    return cf.CardSet(cards=cards, sheets=sheets, boosters=boosters, event=event)


def sheet(name, cards, collation=None, **fields):
    return cf.Sheet(name, cards, collation or cf.model.Random(replacement=True), **fields)


COLLATIONS = [
    cf.model.Random(),
    cf.model.Random(replacement=True),
    cf.model.Balanced(),
    cf.model.Balanced(rule="draftmancer"),
    cf.model.PrintRun(1, "box"),
    cf.model.Striped(2, (1, 1)),
    cf.model.Spread(),
    cf.model.Fixed(),
]
SUPPLIES = ["infinite", "refill", "finite"]


@st.composite
def all_kinds(draw):
    """Boosters of every kind of sheet, none of which says anything of duplicates."""
    sheets = []
    for name in "XYZ":
        copies = {card: draw(st.integers(1, 3)) for card in draw(st.permutations("abcd"))}
        sheets.append(sheet(name, copies, draw(st.sampled_from(COLLATIONS))))
    slots = [(name, draw(st.integers(1, 4)), "skip") for name in draw(st.permutations("XYZX"))]
    event = cf.model.Event(supply=draw(st.sampled_from(SUPPLIES)))
    scope = draw(st.sampled_from(["slot", "pack", "box"]))
    return cardset(sheets, slots, event, distinct_scope=scope, box=cf.model.Box(3))


def saying(made, duplicates, distinct):
    sheets = [evolve(each, duplicates=duplicates) for each in made.sheets.values()]
    boosters = [evolve(each, distinct=distinct) for each in made.boosters]
    return evolve(made, sheets=sheets, boosters=boosters)


@FEW
@given(all_kinds(), st.booleans())
def test_sheets_that_all_say_the_same_are_a_booster_that_says_so(made, repeats):
    distinct, other = ("none", "printing") if repeats else ("printing", "none")
    one = cf.Generator(saying(made, None, distinct), seed=3)
    same = cf.Generator(saying(made, repeats, other), seed=3)
    assert [*one.packs(20)] == [*same.packs(20)]
    assert one.box(2) == same.box(2)
    assert one.deal(2).packs == same.deal(2).packs
    assert [*one.odds(packs=50)] == [*same.odds(packs=50)]
    assert {each.code for each in one.audit()} == {each.code for each in same.audit()}


@FEW
@given(all_kinds(), st.lists(st.sampled_from(VALUES), min_size=3, max_size=3))
def test_every_use_of_sheets_of_each_kind(made, values):
    """Packs, bulk, boxes and deals are made, and come from one another where they should."""
    sheets = [
        evolve(each, duplicates=value)
        for each, value in zip(made.sheets.values(), values, strict=True)
    ]
    made = evolve(made, sheets=sheets)
    generator = cf.Generator(made, seed=3)
    packs, bulk = [*generator.packs(30)], generator.bulk(30)
    assert [bulk.pack(at) for at in range(30)] == packs
    view = PackView("finish", layouts=False)
    possible = Possible(made, generator.exact, view, {})
    assert not possible.violations([list(map(view.key, pack.cards)) for pack in packs[:4]])
    for pack in packs[:5]:
        generator.explain(pack)
    generator.box(0)
    generator.deal(2)
    generator.audit()


def counted(made, number):
    """How often each card is in a pack, for so many packs."""
    return [Counter(card.card.name for card in pack.cards) for pack in made.packs(number)]


@pytest.mark.parametrize("scope", ["slot", "pack", "box"])
def test_a_sheet_that_repeats_neither_sees_nor_enters_what_was_drawn(scope):
    """Two sheets of one card each: kept apart they would be short."""
    sheets = [sheet("X", {"a": 1}, duplicates=True), sheet("Y", {"a": 1, "b": 1})]
    made = cardset(sheets, [("X", 3), ("Y", 2), ("X", 1)], distinct_scope=scope)
    packs = counted(cf.Generator(made, seed=1), 20)
    assert packs == [Counter(a=5, b=1)] * 20


def test_sheets_that_do_not_repeat_are_apart_in_a_booster_that_does():
    sheets = [
        sheet("X", {"a": 1, "b": 1}, duplicates=False),
        sheet("Y", {"a": 1, "b": 1, "c": 1}, duplicates=False),
        sheet("Z", {"d": 1}),
    ]
    made = cardset(sheets, [("X", 2), ("Z", 3), ("Y", 1)], distinct="none")
    assert counted(cf.Generator(made, seed=1), 9) == [Counter(a=1, b=1, c=1, d=3)] * 9


def test_a_finite_deal_swaps_only_what_may_not_come_twice():
    copies = {"a": 6, "b": 6, "c": 6}
    sheets = [
        sheet("X", copies, cf.model.Random(), duplicates=True),
        sheet("Y", copies, cf.model.Random()),
    ]
    made = cardset(sheets, [("X", 3), ("Y", 3)], cf.model.Event(supply="finite"))
    deals = [cf.Generator(made, seed=seed).deal(2) for seed in range(20)]
    packs = [pack for deal in deals for pack in deal.packs]
    each = [
        [Counter(c.card.name for c in p.cards if c.sheet == name) for p in packs] for name in "XY"
    ]
    assert all(len(pack) == 3 for pack in each[1])
    assert any(len(pack) < 3 for pack in each[0])
    assert all(len(deal.packs) == 6 for deal in deals)


@pytest.mark.parametrize("supply", ["infinite", "refill", "finite"])
def test_a_deal_forgets_between_slots_what_may_come_in_the_next(supply):
    """Sheets whose cards return are drawn by their own drawers in finite deals too."""
    sheets = [sheet("X", {"a": 9, "b": 1}), sheet("Y", {"a": 9, "b": 1})]
    made = cardset(
        sheets, [("X", 1), ("Y", 1)], cf.model.Event(supply=supply), distinct_scope="slot"
    )
    packs = cf.Generator(made, seed=1).deal(200).packs
    both = sum(len({card.card for card in pack.cards}) == 1 for pack in packs)
    assert 0.75 < both / len(packs) < 0.9  # 0.82; none if they were kept apart


def test_a_sheet_twice_in_a_slot_is_one_sheet():
    made = cardset([sheet("X", {"a": 1, "b": 1, "c": 1}, cf.model.Random())], [("X", 1)])
    slot = cf.Slot("s", 3, [cf.SheetChoice("X")] * 2, choose="card")
    booster = evolve(made.boosters[0], layouts=[cf.Layout("L", 1, [slot])])
    assert counted(cf.Generator(made, booster, seed=1), 9) == [Counter("abc")] * 9


def codes(made):
    return {each.code for each in cf.Generator(made, seed=1).audit()}


@pytest.mark.parametrize(("duplicates", "short"), [(None, True), (False, True), (True, False)])
def test_the_audit_asks_for_different_cards_where_there_have_to_be(duplicates, short):
    code = CollationCode.DUPLICATES
    sheets = [sheet("X", {"a": 5, "b": 5}, duplicates=duplicates)]
    for scope in ("slot", "pack"):
        assert (code in codes(cardset(sheets, [("X", 3)], distinct_scope=scope))) is short
    made = cardset(sheets, [("X", 3)], distinct="none")
    assert (code in codes(made)) is (duplicates is False)
    two = [sheet("X", {"a": 5}, duplicates=duplicates), sheet("Y", {"a": 5})]
    assert (code in codes(cardset(two, [("X", 1), ("Y", 1)]))) is short


def rules(name, values, **booster):
    collation = cf.model.Random(replacement=name == "wagic")
    sheets = [
        sheet(each, {"a": 2, "b": 2}, collation, duplicates=value)
        for each, value in zip("XY", values, strict=True)
    ]
    made = cardset(sheets, [("X", 1), ("Y", 1)], **booster)
    return cf.Generator(made, seed=1, rules=name)


UNSAID, YES, NO = ((value, value) for value in VALUES)


@pytest.mark.parametrize("name", ["draftmancer", "wagic"])
def test_other_programs_have_one_rule_for_all_sheets(name):
    with pytest.raises(cf.CollationError, match="only some of the sheets"):
        rules(name, (True, None))
    assert rules(name, YES).pack(0) == rules(name, UNSAID, distinct="none").pack(0)


def test_other_programs_take_what_all_sheets_say_for_what_the_booster_says():
    with pytest.raises(cf.CollationError, match="Wagic does not support protection"):
        rules("wagic", NO, distinct="none")
    same = rules("draftmancer", NO, distinct="none"), rules("draftmancer", UNSAID)
    assert [*same[0].packs(9)] == [*same[1].packs(9)]
    assert rules("octgn", YES, distinct_scope="slot").pack(0)
    with pytest.raises(cf.CollationError, match="a sheet's copies"):
        rules("octgn", (True, None), distinct_scope="slot")
