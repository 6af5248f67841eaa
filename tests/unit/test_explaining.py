"""Explanations: the chances they give are those of all packs that can come."""

from __future__ import annotations

from fractions import Fraction

import pytest
from attrs import evolve

import cardformats as cf
from cardformats.collation import Sampler, register
from tests.every_pack import every_pack


def sheet(name, cards, **fields):
    entries = [cf.Entry(cf.CardRef(card), 1 + n % 2) for n, card in enumerate(cards)]
    return cf.Sheet(name, entries, **fields)


def slot(name, count, *sheets, **fields):
    choices = [cf.SheetChoice(each, n + 1) for n, each in enumerate(sheets or (name,))]
    return cf.Slot(name, count, choices, **fields)


def cardset(**fields):
    sheets = [
        sheet("C", "abcde"),
        sheet("R", "rs"),
        sheet("M", "m"),
        sheet("F", "abc", finish="foil", collation=cf.model.Random(replacement=True)),
        sheet("E", "cde", collation=cf.model.Random(replacement=True)),
    ]
    choice = cf.model.Choice(
        [
            cf.Layout("one", 2, [slot("rare", 1, "R", "M")]),
            cf.Layout("two", 1, [slot("rare", 2, "M", "R", on_short=("skip",))]),
            cf.Layout("never", 0, [slot("rare", 1, "C")]),
        ]
    )
    layouts = [
        cf.Layout("plain", 3, [slot("C", 2), choice]),
        cf.Layout("foil", 1, [slot("C", 1), slot("any", 2, "F", "E", choose="card")]),
    ]
    replace = cf.model.Replace("C", "F", Fraction(1, 4))
    extras = fields.pop("constraints", [])
    booster = cf.Booster("b", layouts=layouts, constraints=[replace, *extras], distinct="none")
    cards = [
        cf.Card([cf.Face(name)], rarity="common" if name in "abcde" else "rare")
        for name in "abcdersm"
    ]
    return cf.CardSet(sheets=sheets, boosters=[booster], cards=cards, **fields)


@pytest.mark.parametrize("constraints", [[], [cf.model.AtLeast(1, "finish", "foil")]])
def test_chances_are_those_of_all_packs(constraints):
    made = cardset(constraints=constraints)
    gen = cf.Generator(made, seed=5)
    packs = every_pack(made)
    for number in range(12):
        pack = gen.pack(number)
        found = gen.explain(pack)
        alike = {cards: n for (layout, cards), n in packs.items() if layout == pack.layout}
        whole = sum(alike.values())
        assert found.layout_chance == whole
        assert found.chance == alike[tuple(sorted(pack.cards, key=repr))]
        explained = [card for each in found.slots for card in each.cards]
        assert found.size == len(explained) == len(pack.cards)
        for card, its in zip(pack.cards, explained, strict=True):
            assert (its.card, its.finish, its.sheet) == (card.card, card.finish, card.sheet)
            assert its.chance == sum(n for cards, n in alike.items() if card in cards) / whole


def pack_of(layout, *cards):
    drawn = [cf.PackCard(cf.CardRef(name), *rest) for name, *rest in cards]
    return cf.Pack(0, "b", layout, tuple(drawn))


def test_sheets_copies_and_replacements_are_told():
    gen = cf.Generator(cardset(), seed=5)
    pack = pack_of("plain", ("b", "C", "C"), ("a", "C", "F", "foil"), ("s", "rare", "R"))
    commons, rare = gen.explain(pack).slots
    assert [(card.copies, card.of, card.replaces) for card in commons.cards] == [
        (2, 7, None),
        (1, 4, Fraction(1, 4)),
    ]
    assert dict(commons.sheets) == {"C": 1}
    assert dict(rare.sheets) == {"R": Fraction(4, 9), "M": Fraction(5, 9)}
    assert not rare.each
    mixed = pack_of("foil", ("a", "C", "C"), ("e", "any", "E"), ("a", "any", "F", "foil"))
    assert gen.explain(mixed).slots[1].each


def test_it_reads_well():
    gen = cf.Generator(cardset(), seed=5)
    pack = pack_of("plain", ("b", "C", "C"), ("a", "C", "F", "foil"), ("m", "rare", "M"))
    assert str(gen.explain(pack)).splitlines() == TEXT


TEXT = """\
Pack 0 of 'b': 3 cards
layout 'plain': 3/4 (75 %)
C: 2 cards from 'C'
  b: 2 of 7 in 'C', there with 13/28 (46.4 %)
  a (foil): 1 of 4 in 'F', there with 1/16 (6.25 %), as a replacement with 1/4 (25 %)
rare: 1 card from 'R' with 4/9 (44.4 %), 'M' with 5/9 (55.6 %)
  m: 1 of 1 in 'M', there with 5/9 (55.6 %)
these cards in these slots: 5/672 (0.744 %)
""".splitlines()


def test_a_small_chance_is_one_in_many():
    commons = cf.Sheet("C", [cf.Entry(cf.CardRef(f"c{n}")) for n in range(101)])
    booster = cf.Booster("b", layouts=[cf.Layout("L", 1, [slot("C", 10)])])
    gen = cf.Generator(cf.CardSet(sheets=[commons], boosters=[booster]), seed=1)
    assert str(gen.explain(gen.pack(0))).endswith("in these slots: 1 in 1.92e+13")


class _Unknown:
    def compile(self, _sheet, count):
        return Sampler(lambda _bits: [0], count)


def test_what_has_no_closed_form_is_said():
    register("unknown to all", _Unknown())
    strange = sheet("S", "x", collation=cf.model.Other("unknown to all"))
    booster = cf.Booster(
        "b",
        layouts=[cf.Layout("L", 1, [slot("S", 1)])],
        constraints=[cf.model.AtLeast(1, "finish", "foil")],
    )
    gen = cf.Generator(cf.CardSet(sheets=[strange], boosters=[booster]), seed=1)
    found = gen.explain(pack_of("L", ("x", "S", "S")))
    assert found.layout_chance is None
    assert found.slots[0].cards[0].chance is None
    assert "there with an unknown probability" in str(found)


@pytest.mark.parametrize(
    ("layout", "card", "message"),
    [
        ("other", ("a", "C", "C"), "no pack of this round has 'other'"),
        ("plain", ("a", "any", "C"), "has no slot 'any' in such a layout"),
        ("plain", ("a", "C", "R"), "has no cards of the sheet 'R'"),
        ("plain", ("z", "C", "C"), "there is no card 'z'"),
        ("plain", ("r", "C", "C"), "no pack has 'r' of 'C' in 'C'"),
        ("plain", ("a", "C", "C", "etched"), "no pack has 'a' of 'C' in 'C'"),
        ("plain", ("a", "rare", "C"), "has no cards of the sheet 'C'"),
    ],
)
def test_packs_of_others_are_refused(layout, card, message):
    gen = cf.Generator(cardset(), seed=5)
    with pytest.raises(cf.CollationError, match=message):
        gen.explain(pack_of(layout, card))


def test_a_round_has_its_own_layouts():
    rounds = [cf.model.Round(layouts=[cf.model.LayoutChoice(name)]) for name in ("plain", "foil")]
    gen = cf.Generator(cardset(event=cf.model.Event(rounds=rounds)), seed=5)
    pack = gen.pack(1)
    assert gen.explain(pack).layout_chance == 1
    with pytest.raises(cf.CollationError, match="no pack of this round has 'foil'"):
        gen.explain(evolve(pack, number=2))
