"""Packs that are added to those of a deal: from what these left of the supply."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations, islice, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cardformats as cf
from cardformats.bits import Bits, Source
from cardformats.collation.deals.dealer import BoosterDealer
from tests.unit.test_peer_rules import assert_frequencies

FINITE = cf.model.Event(supply="finite")
REFILL = cf.model.Event(supply="refill")
BOTH = pytest.mark.parametrize("rules", ["cardformats", "draftmancer"])


def sheet(name, *copies, **fields):
    entries = [cf.Entry(cf.CardRef(f"{name}{number}"), n) for number, n in enumerate(copies)]
    return cf.Sheet(name, entries, **fields)


def slot(name, count, **fields):
    return cf.Slot(name, count, [cf.SheetChoice(name)], **fields)


def layout(name, weight, *slots):
    return cf.Layout(name, weight, slots)


def generator(sheets, *layouts, event=FINITE, seed=1, rules="cardformats", **fields):
    booster = cf.Booster("b", layouts=layouts, **fields)
    cardset = cf.CardSet(sheets=sheets, boosters=[booster], event=event)
    return cf.Generator(cardset, seed=seed, rules=rules)


def names(pack):
    return [each.card.name for each in pack.cards]


def copies_of(packs):
    return Counter(name for pack in packs for name in names(pack))


def add(made, packs, count, *layouts):
    """*packs* and so many more."""
    packs = list(packs)
    for number in range(count):
        packs.append(made.more(packs, layouts, number=number))
    return packs


def pack_of(*cards, sheet="A", finish=None):
    drawn = [cf.PackCard(cf.CardRef(name), "A", sheet, finish) for name in cards]
    return cf.Pack(0, "b", "L", tuple(drawn))


@BOTH
def test_a_singleton_cube_stays_singleton(rules):
    cube = layout("L", 1, slot("A", 5))
    made = generator([sheet("A", *[1] * 60)], cube, rules=rules)
    packs = add(made, made.deal(3).packs, 3)
    assert set(copies_of(packs).values()) == {1}
    assert len(copies_of(packs)) == 60
    with pytest.raises(cf.EmptySheetError):
        made.more(packs)


@given(st.data())
def test_no_copy_comes_that_is_not_there(data):
    copies = data.draw(st.lists(st.integers(0, 4), min_size=3, max_size=8))
    part = slot("A", data.draw(st.integers(1, 3)), on_short=["skip"])
    made = generator([sheet("A", *copies)], layout("L", 1, part), seed=data.draw(st.integers()))
    packs = add(made, made.deal(1).packs, 3)
    counts = copies_of(packs)
    assert all(counts[f"A{at}"] <= number for at, number in enumerate(copies))
    assert sum(counts.values()) == min(sum(copies), 6 * part.count)


@BOTH
def test_added_packs_are_reproducible_and_the_order_of_the_others_does_not_matter(rules):
    cube = layout("L", 1, slot("A", 4))
    made = generator([sheet("A", *[2] * 30)], cube, rules=rules)
    packs = list(made.deal(2).packs)
    pack = made.more(packs, number=3)
    assert pack.number == 3
    assert (pack.booster, pack.layout) == ("b", "L")
    for order in islice(permutations(packs), 0, None, 97):
        assert made.more(iter(order), number=3) == pack
    again = generator([sheet("A", *[2] * 30)], cube, rules=rules)
    assert again.more(packs, number=3) == pack
    assert again.more(packs, number=4).cards != pack.cards
    assert generator(again.cardset.sheets.values(), cube, seed=2).more(packs) != pack


@BOTH
def test_every_pack_of_what_is_left_is_as_likely(rules):
    made = generator([sheet("A", 1, 1, 1, 1, 1)], layout("L", 1, slot("A", 2)), rules=rules)
    opened = [pack_of("A1")]
    counts = Counter(frozenset(names(made.more(opened, number=n))) for n in range(1_000))
    pairs = [frozenset(pair) for pair in combinations(["A0", "A2", "A3", "A4"], 2)]
    assert_frequencies(counts, dict.fromkeys(pairs, Fraction(1, 6)))


def test_copies_that_are_left_are_weights():
    made = generator([sheet("A", 3, 2)], layout("L", 1, slot("A", 1)))
    opened = [pack_of("A0"), pack_of("A1")]
    counts = Counter(name for n in range(1_000) for name in names(made.more(opened, number=n)))
    assert_frequencies(counts, {"A0": Fraction(2, 3), "A1": Fraction(1, 3)})


def test_an_infinite_supply_is_never_short():
    made = generator([sheet("A", 1, 1)], layout("L", 1, slot("A", 2)), event=None)
    packs = add(made, made.deal(2).packs, 5)
    assert all(sorted(names(pack)) == ["A0", "A1"] for pack in packs)


def test_guarantees_hold():
    cube = layout("L", 1, slot("A", 2))
    limits = [cf.model.AtLeast(1, "name", "A1")]
    made = generator([sheet("A", *[1] * 9)], cube, event=None, constraints=limits)
    assert all("A1" in names(made.more([], number=n)) for n in range(50))
    with pytest.raises(cf.CollationError, match="cannot be met by a finite supply"):
        made.more([], event=FINITE)


@pytest.mark.parametrize("event", [None, FINITE, REFILL])
def test_with_nothing_opened_it_is_the_pack_of_a_deal(event):
    layouts = [layout("L", 1, slot("A", 3), slot("B", 1)), layout("M", 2, slot("B", 2))]
    made = generator([sheet("A", *[2] * 9), sheet("B", 1, 1, 1)], *layouts, event=event)
    booster = made.booster
    single = cf.model.Event(supply=event.supply if event else "infinite", boosters_per_player=1)
    dealer = BoosterDealer(made.cardset, booster, single)
    for number in range(20):
        bits = Bits(Source(1, "more"), number)
        (pack,) = dealer.deal(0, 1, bits).packs
        assert made.more([], number=number).cards == pack.cards


@pytest.mark.parametrize("rules", ["cardformats", "draftmancer"])
def test_layouts_can_be_named(rules):
    layouts = [layout(name, int(name == "A"), slot(name, 1)) for name in "ABC"]
    sheets = [sheet(name, *[1] * 3) for name in "ABC"]
    rounds = [cf.model.Round(layouts=[cf.model.LayoutChoice("A")])]
    event = cf.model.Event(rounds, supply="finite")
    made = generator(sheets, *layouts, event=event, rules=rules)
    deal = made.deal(1).packs
    assert {pack.layout for pack in deal} == {"A"}
    packs = add(made, deal, 3, cf.model.LayoutChoice("B"))
    assert copies_of(packs[3:]) == {"B0": 1, "B1": 1, "B2": 1}
    with pytest.raises(cf.EmptySheetError):
        made.more(packs)
    choices = [cf.model.LayoutChoice("B", 1), cf.model.LayoutChoice("C", 3)]
    counts = Counter(made.more([], choices, number=n).layout for n in range(700))
    assert_frequencies(counts, {"B": Fraction(1, 4), "C": Fraction(3, 4)})
    with pytest.raises(cf.CollationError, match="the booster 'b' has no layout 'D'"):
        made.more([], [cf.model.LayoutChoice("D")])


def test_a_sheet_that_refills_starts_anew_when_it_is_empty():
    made = generator([sheet("A", *[1] * 5)], layout("L", 1, slot("A", 3)), event=REFILL)
    opened = [pack_of("A0", "A1", "A2")]
    for number in range(30):
        pack = made.more(opened, number=number)
        assert {"A3", "A4"} < set(names(pack))
        assert len(set(names(pack))) == 3
    packs = add(made, [], 5)
    assert copies_of(packs) == {f"A{number}": 3 for number in range(5)}


def test_a_sheet_that_refills_counts_the_cards_since_it_did():
    made = generator([sheet("A", 2, 1)], layout("L", 1, slot("A", 1)), event=REFILL)
    opened = [pack_of(*["A0"] * 4, "A1")]  # once whole, and then both of the first
    assert all(names(made.more(opened, number=n)) == ["A1"] for n in range(20))


def test_draftmancer_refills_with_all_cards():
    made = generator(
        [sheet("A", 1, 1, 1)], layout("L", 1, slot("A", 2)), event=REFILL, rules="draftmancer"
    )
    opened = [pack_of("A0", "A1"), pack_of("A0")]
    counts = Counter(tuple(names(made.more(opened, number=n))) for n in range(700))
    assert_frequencies(counts, {("A2", "A0"): Fraction(1, 2), ("A2", "A1"): Fraction(1, 2)})


def test_a_card_leaves_the_sheet_it_came_from_and_with_draftmancer_every_sheet():
    shared = [cf.Entry(cf.CardRef("Both"), 2), cf.Entry(cf.CardRef("Other"))]
    sheets = [cf.Sheet(name, shared) for name in "AB"]
    parts = layout("L", 1, slot("A", 1), slot("B", 1))
    packs = [pack_of("Both", "Other", sheet="A"), pack_of("Both", "Other", sheet="nowhere")]

    def drawn(rules):
        made = generator(sheets, parts, rules=rules, distinct="none")
        return {tuple(names(made.more(packs, number=n))) for n in range(100)}

    assert drawn("cardformats") == {("Both", "Both"), ("Both", "Other")}
    packs.append(pack_of("Both", sheet="A"))
    with pytest.raises(cf.EmptySheetError):
        drawn("cardformats")
    del packs[1:]
    assert drawn("draftmancer") == {("Both", "Both")}


def test_copies_of_a_card_are_told_apart_by_their_finish():
    card = cf.CardRef("A0")
    entries = [cf.Entry(card, finish="foil"), cf.Entry(card), cf.Entry(card, finish="etched")]
    made = generator([cf.Sheet("A", entries)], layout("L", 1, slot("A", 1)))

    def left(*finishes):
        opened = [pack_of("A0", finish=finish) for finish in finishes]
        return {made.more(opened, number=n).cards[0].finish for n in range(60)}

    assert left("foil") == {None, "etched"}
    assert left("etched", None) == {"foil"}
    assert left("glossy") == {"foil", "etched"}  # a slot's finish, so the entry has none
    assert left("glossy", "glossy") == {"etched"}
    assert left("unknown", None) == {"etched"}


def test_cards_that_are_not_used_up_stay():
    sheets = [
        sheet("A", 1, 1, collation=cf.model.Random(replacement=True)),
        sheet("B", 1, 1, collation=cf.model.PrintRun(1)),
        sheet("C", 1, 1, collation=cf.model.Balanced("rarity")),
    ]
    made = generator(sheets, layout("L", 1, slot("A", 1), slot("B", 2)))
    packs = add(made, made.deal(4).packs, 4)
    assert all(len(pack.cards) == 3 for pack in packs)
    balanced = generator(sheets, layout("L", 1, slot("C", 1)))
    packs = add(balanced, [], 2)
    assert copies_of(packs) == {"C0": 1, "C1": 1}
    with pytest.raises(cf.EmptySheetError):
        balanced.more(packs)


def test_cards_stay_distinct_in_a_pack_as_long_as_there_are_others():
    made = generator([sheet("A", 5, 5, 2)], layout("L", 1, slot("A", 2)))
    opened = [pack_of("A0", "A2"), pack_of("A1", "A2")]
    assert all(sorted(names(made.more(opened, number=n))) == ["A0", "A1"] for n in range(40))


def test_the_largest_slot_is_balanced_by_colour():
    colors = [cf.model.Color.WHITE] * 10 + [cf.model.Color.BLUE] * 10
    cards = [cf.Card(cf.Face(f"A{at}", colors=[color])) for at, color in enumerate(colors)]
    event = cf.model.Event(supply="finite", color_balance=True)
    booster = cf.Booster("b", layouts=[layout("L", 1, slot("A", 4))])
    cardset = cf.CardSet(cards=cards, sheets=[sheet("A", *[1] * 20)], boosters=[booster])
    made = cf.Generator(cardset, seed=1)
    opened = made.deal(1, event).packs
    for number in range(30):
        drawn = made.more(opened, event=event, number=number).cards
        assert {cardset.card(each.card).colors for each in drawn} == {
            frozenset([cf.model.Color.WHITE]),
            frozenset([cf.model.Color.BLUE]),
        }


@BOTH
def test_opened_packs_can_be_given_as_cards(rules):
    made = generator([sheet("A", *[1] * 9)], layout("L", 1, slot("A", 3)), rules=rules)
    packs = [made.more([])]
    assert made.more(packs[0].cards) == made.more(packs)
    assert not set(names(made.more(packs[0].cards))) & set(names(packs[0]))


def test_what_cannot_be_asked_for():
    made = generator([sheet("A", 1, 1)], layout("L", 1, slot("A", 1)))
    with pytest.raises(cf.CollationError, match="packs are numbered from 0"):
        made.more([], number=-1)
    with pytest.raises(cf.CollationError, match="packs are numbered from 0"):
        made.more([], number=2**64)
    with pytest.raises(cf.CollationError, match="deals are numbered from 0"):
        made.deal(1, number=-1)
    with pytest.raises(cf.CollationError, match="no layout has a positive weight"):
        made.more([], [cf.model.LayoutChoice("L", 0)])
    peer = generator([sheet("A", 1, 1)], layout("L", 1, slot("A", 1)), rules="draftmancer")
    with pytest.raises(cf.CollationError, match="only the card set's own event"):
        peer.more([], event=REFILL)


@pytest.mark.parametrize("rules", ["wagic", "octgn"])
def test_programs_whose_packs_stand_alone_add_packs_like_others(rules):
    collation = cf.model.Random(replacement=rules == "wagic")
    made = generator(
        [sheet("A", *[1] * 5, collation=collation)],
        layout("default", 1, slot("A", 2)),
        event=None,
        rules=rules,
        distinct="none",
        distinct_scope="slot" if rules == "octgn" else "pack",
    )
    packs = add(made, [made.pack(0)], 2)
    assert [len(pack.cards) for pack in packs] == [2, 2, 2]
