"""However sheets name a card of the set, it is that card: for odds, packs, deals and audits."""

from __future__ import annotations

import pickle
import time
from fractions import Fraction

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

import cardformats as cf
from cardformats.model.edits import CardIndex

ONE = cf.CardRef("Eel", "AAA", "1")
SPELLINGS = [
    cf.CardRef("Eel"),
    cf.CardRef("Eel", "aaa", "1"),
    cf.CardRef("Eel", "AAA"),
    cf.CardRef("Eel", None, "1"),
    cf.CardRef("Eel", id="eel-1"),
]


def card(name, set_code=None, number=None, **ids):
    return cf.Card(faces=[cf.Face(name)], set_code=set_code, number=number, ids=ids)


CARDS = card("Eel", "AAA", "1", own="eel-1"), card("Newt")


def cardset(spelling, *, cards=CARDS, **fields):
    """A common, and a rare that may be the same card."""
    sheets = [
        cf.Sheet("common", [cf.Entry(ONE)]),
        cf.Sheet("rare", [cf.Entry(spelling), cf.Entry(cf.CardRef("Newt"))]),
    ]
    slots = [cf.Slot(each.name, 1, [cf.SheetChoice(each.name)]) for each in sheets]
    booster = cf.Booster("b", layouts=[cf.Layout("only", 1, slots)], **fields)
    return cf.CardSet(cards=cards, sheets=sheets, boosters=[booster])


def generator(spelling, rules="cardformats", **fields):
    return cf.Generator(cardset(spelling, **fields), seed=3, rules=rules)


@pytest.mark.parametrize("spelling", SPELLINGS, ids=str)
def test_a_card_of_two_spellings_does_not_come_twice(spelling):
    its, same = generator(spelling), generator(ONE)
    rows = [(row.card, row.expected, row.exact) for row in its.odds()]
    assert rows == [(ONE, 1, True), (cf.CardRef("Newt"), 1, True)]
    assert list(its.packs(40)) == list(same.packs(40))
    assert its.deal(4).packs == same.deal(4).packs
    assert its.box(0) == same.box(0)
    assert its.audit() == same.audit()
    assert its.requirements(4) == same.requirements(4)


@pytest.mark.parametrize("spelling", SPELLINGS, ids=str)
def test_bulk_packs_are_those_packs(spelling):
    pytest.importorskip("numpy")
    its = generator(spelling)
    bulk = its.bulk(40)
    assert list(map(bulk.pack, range(40))) == list(generator(ONE).packs(40))


def test_copies_are_added_up_where_a_card_may_come_twice():
    (row,) = generator(cf.CardRef("Eel"), distinct="none").odds().of("Eel")
    assert (row.expected, row.at_least_one) == (Fraction(3, 2), 1)


@pytest.mark.parametrize("rules", ["draftmancer", "octgn"])
def test_the_rules_of_programs_see_one_card_too(rules):
    scope = {"distinct_scope": "slot"} if rules == "octgn" else {}
    its, same = (generator(each, rules, **scope) for each in (cf.CardRef("Eel"), ONE))
    assert list(its.packs(40)) == list(same.packs(40))


def test_any_spelling_of_a_sheet_asks_for_the_card():
    its = pickle.loads(pickle.dumps(generator(cf.CardRef("Eel"))))
    odds = its.odds()
    assert odds.of(cf.CardRef("Eel")) == odds.of(ONE) == odds.of("Eel")
    assert odds.joint(cf.CardRef("Eel"), "Newt") == 1
    other = cf.CardRef("Eel"), cf.CardRef("Newt")
    pairs = [other] * 50, [(ONE, cf.CardRef("Newt"))] * 50
    assert cf.stats.test(its, pairs[0]) == cf.stats.test(its, pairs[1])
    cards = its.pack(0).cards
    respelt = [evolve(each, card=cf.CardRef(each.card.name)) for each in cards]
    assert its.log_likelihood(respelt) == its.log_likelihood(cards) == 0
    pack = evolve(its.pack(0), cards=respelt)
    assert its.explain(pack) == its.explain(its.pack(0))
    supply = cf.model.Event(supply="finite")
    assert its.more(respelt[1:], event=supply) == its.more(cards[1:], event=supply)


def test_what_the_set_does_not_define_is_told_apart_by_its_spelling():
    its = generator(cf.CardRef("Eel"), cards=())
    assert {str(row.card): row.expected for row in its.odds()} == {
        "Eel (AAA) 1": 1,
        "Eel": Fraction(1, 2),
        "Newt": Fraction(1, 2),
    }


def test_two_printings_stay_two():
    cards = card("Eel", "AAA", "1"), card("Eel", "BBB", "2"), card("Newt")
    its = generator(cf.CardRef("Eel", "BBB"), cards=cards)
    assert [row.expected for row in its.odds().of("Eel")] == [1, Fraction(1, 2)]


def test_the_set_of_a_generator_keeps_its_spellings():
    its = cardset(cf.CardRef("Eel"))
    assert cf.Generator(its, seed=1).cardset is its


PARTS = st.sampled_from([None, "", "A", "a", "1"])


@given(
    st.lists(st.tuples(PARTS, PARTS, st.lists(st.sampled_from("A1x"), max_size=2)), max_size=14),
    st.tuples(PARTS, PARTS, PARTS),
)
def test_references_fit_the_cards_that_agree_and_mean_the_first(cards, ref):
    index = CardIndex(card("Eel", *own, **dict(zip("pq", ids))) for *own, ids in cards)  # noqa: B905
    ref = cf.CardRef("Eel", *ref)
    code = None if ref.set_code is None else ref.set_code.lower()
    fitting = [
        id(each)
        for each in index.cards
        if code in (None, (each.set_code or "").lower())
        and ref.number in (None, each.number)
        and ref.id in (None, *each.ids.values())
    ]
    assert [*map(id, index.fitting(ref))] == fitting
    assert index.card(ref) is next((each for each in index.cards if id(each) in fitting), None)


def test_many_cards_of_a_name_take_no_longer_each():
    ids = [str(number) for number in range(5_000)]
    cards = [card("Eel", "AAA", each, own=f"i{each}") for each in ids]
    entries = [cf.Entry(cf.CardRef("Eel", id=f"i{each}")) for each in ids]
    slot = cf.Slot("a", 1, [cf.SheetChoice("a")])
    booster = cf.Booster("b", layouts=[cf.Layout("only", 1, [slot])])
    its = cf.CardSet(cards=cards, sheets=[cf.Sheet("a", entries)], boosters=[booster])
    start = time.process_time()
    assert cf.Generator(its, seed=1).pack(0).cards
    assert time.process_time() - start < 1  # quadratic time would be 1.2 s at least
