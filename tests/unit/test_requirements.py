"""How many cards an event needs: against deals, and against counting by hand."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cardformats as cf
from cardformats import (
    Booster,
    Card,
    CardRef,
    CardSet,
    Entry,
    Face,
    Layout,
    Sheet,
    SheetChoice,
    Slot,
)
from cardformats.model import Choice, Event, LayoutChoice, Random, Replace, Round

RARITIES = {"C": "common", "R": "rare", "M": "mythic"}
CARDS = [Card(Face(f"{word}{n}"), rarity=r) for word, r in RARITIES.items() for n in range(40)]


def sheet(name, words):
    entries = [Entry(CardRef(f"{word}{n}")) for n, word in enumerate(words)]
    return Sheet(name, entries, Random(replacement=True))


SHEETS = [sheet("A", "C" * 10), sheet("B", "R" * 7 + "M"), sheet("F", "CCCR")]


def slot(name, count, *sheets, **fields):
    choices = [
        SheetChoice(*each) if isinstance(each, tuple) else SheetChoice(each) for each in sheets
    ]
    return Slot(name, count, choices or [SheetChoice(name)], **fields)


def made(*layouts, event=None, constraints=()):
    booster = Booster("P", layouts=layouts, constraints=constraints, distinct="none")
    return CardSet("S", cards=CARDS, sheets=SHEETS, boosters=[booster], event=event)


def need(cardset, players=8, event=None):
    return cf.Generator(cardset, seed=1).requirements(players, event)


def numbers(need):
    return need.least, need.expected, need.most


def test_a_simple_booster_needs_its_counts_times_its_packs():
    found = need(made(Layout(slots=[slot("A", 10), slot("B", 1)])))
    assert found.packs == 24
    assert numbers(found.cards) == (264, 264, 264)
    assert numbers(found.sheet("A")) == (240, 240, 240)
    assert numbers(found.rarity("common")) == (240, 240, 240)
    assert numbers(found.rarity("mythic")) == (0, 3, 24)
    assert numbers(found.rarity("special")) == (0, 0, 0)
    assert [each.name for each in found.sheets] == ["A", "B"]


def test_layouts_and_choices_are_mixed_by_weight():
    choice = Choice([Layout(weight=3), Layout(weight=1, slots=[slot("F", 1)])])
    cardset = made(
        Layout("P", weight=2, slots=[slot("A", 10), choice]),
        Layout("Q", weight=1, slots=[slot("A", 9), slot("X", 1, ("B", 1), ("F", 2))]),
    )
    found = need(cardset, 1)
    assert numbers(found.sheet("A")) == (27, 29, 30)
    assert numbers(found.sheet("F")) == (0, 3 * (Fraction(2, 3) / 4 + Fraction(2, 9)), 3)
    assert numbers(found.sheet("B")) == (0, Fraction(1, 3), 3)


def test_rounds_have_their_layouts():
    rounds = [Round(layouts=[LayoutChoice("P")]), Round(layouts=[LayoutChoice("Q", 5)])]
    layouts = Layout("P", slots=[slot("A", 4)]), Layout("Q", slots=[slot("B", 2)])
    found = need(made(*layouts, event=Event(rounds=rounds)), 2)
    assert numbers(found.sheet("A")) == (16, 16, 16)
    assert numbers(found.sheet("B")) == (4, 4, 4)
    other = need(made(*layouts), 2, Event(rounds=rounds, boosters_per_player=1))
    assert (other.packs, numbers(other.cards)) == (2, (8, 8, 8))


def test_a_bag_of_layouts_has_each_as_often_as_it_weighs():
    layouts = Layout("P", weight=3, slots=[slot("A", 1)]), Layout("Q", slots=[slot("B", 1)])
    event = Event(layout_replacement=False, boosters_per_player=1)
    assert numbers(need(made(*layouts, event=event), 6).sheet("B")) == (1, Fraction(3, 2), 2)
    assert numbers(need(made(*layouts, event=event), 8).sheet("B")) == (2, 2, 2)


def test_a_replacement_takes_the_last_card_of_the_last_slot_of_its_name():
    constraints = [Replace("A", "F", Fraction(1, 3)), Replace("A", "B", Fraction(1, 2))]
    found = need(made(Layout(slots=[slot("A", 3), slot("A", 2)]), constraints=constraints), 1)
    assert numbers(found.sheet("A")) == (12, 12 + 3 * Fraction(1, 3), 15)
    assert numbers(found.sheet("F")) == (0, 3 * Fraction(1, 6), 3)
    assert numbers(found.sheet("B")) == (0, 3 * Fraction(1, 2), 3)
    sure = need(made(Layout(slots=[slot("A", 3)]), constraints=[Replace("A", "B", 1)]), 1)
    assert numbers(sure.sheet("A")) == (6, 6, 6)
    assert numbers(sure.sheet("B")) == (3, 3, 3)


def test_there_is_at_least_one_player():
    with pytest.raises(cf.CollationError, match="players must be at least 1"):
        need(made(Layout(slots=[slot("A", 1)])), 0)


def parts():
    slots = st.builds(
        lambda name, count, sheets, choose: slot(name, count, *sheets, choose=choose),
        st.sampled_from("XY"),
        st.integers(1, 3),
        st.sampled_from(["A", "B", "AF", "AB"]),
        st.sampled_from(["slot", "card"]),
    )
    inner = st.builds(Layout, st.just("o"), st.integers(1, 3), st.lists(slots, max_size=2))
    choices = st.builds(Choice, st.lists(inner, min_size=1, max_size=2))
    return st.lists(st.one_of(slots, choices), max_size=3)


CHANCES = st.sampled_from([Fraction(1, 3), Fraction(1)])


@given(
    layouts=st.lists(parts(), min_size=1, max_size=2),
    replaces=st.lists(
        st.builds(Replace, st.sampled_from("XY"), st.sampled_from("BF"), CHANCES), max_size=2
    ),
)
def test_expected_cards_are_those_of_the_odds_and_deals_are_within_the_bounds(layouts, replaces):
    cardset = made(*(Layout(str(n), slots=each) for n, each in enumerate(layouts)),
                   constraints=replaces)  # fmt: skip
    generator = cf.Generator(cardset, seed=3)
    found = generator.requirements(2)
    table = generator.odds(packs=1)
    if table.exact:
        for each in found.rarities:
            rows = [row for row in table if RARITIES[row.card.name[0]] == each.name]
            assert sum(row.expected for row in rows) * found.packs == each.expected
        assert sum(row.expected for row in table) * found.packs == found.cards.expected
    for number in range(10):
        packs = generator.deal(2, number=number).packs
        cards = [card for pack in packs for card in pack.cards]
        by_sheet = Counter(card.sheet for card in cards)
        by_rarity = Counter(RARITIES[card.card.name[0]] for card in cards)
        assert found.cards.least <= len(cards) <= found.cards.most
        for name, count in by_sheet.items():
            assert count <= found.sheet(name).most
        for each in found.sheets:
            assert each.least <= by_sheet[each.name] <= each.most
        for each in found.rarities:
            assert each.least <= by_rarity[each.name] <= each.most
        assert by_rarity.keys() <= {each.name for each in found.rarities}
