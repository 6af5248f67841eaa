"""Packs that are drawn straight, as if no card were drawn again, are those drawn step by step."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cardformats as cf
from cardformats.bits import Bits, Source
from cardformats.collation.drawers.drawer import State

CARDS = [cf.Card.of(f"c{n}", colors=[[*cf.Color][n % 4]] if n % 5 else []) for n in range(24)]
COLLATIONS = [
    cf.Random(),
    cf.Random(replacement=True),
    cf.Balanced(),
    cf.Balanced(strength="1/2"),
    cf.PrintRun(1, "slot"),
    cf.PrintRun(1, "pack"),
    cf.Fixed(),
]


@st.composite
def sheets(draw, name):
    size = draw(st.integers(3, 24))
    first = draw(st.integers(0, 24 - size))
    copies = draw(st.sampled_from([[1], [1, 2, 3], [1, 400], [70_000], [0, 1, 1, 1]]))
    entries = {CARDS[first + n].ref: copies[n % len(copies)] for n in range(size)}
    duplicates = draw(st.sampled_from([None, None, True, False]))
    return cf.Sheet(name, entries, draw(st.sampled_from(COLLATIONS)), duplicates=duplicates)


@st.composite
def cardsets(draw):
    made = [draw(sheets(name)) for name in "XYZ"]
    slots = [
        cf.Slot(f"s{n}", draw(st.integers(0, 6)), draw(st.sampled_from("XYZ")), on_short=("skip",))
        for n in range(draw(st.integers(1, 4)))
    ]
    replace = cf.Replace("s0", draw(st.sampled_from("XYZ")), draw(st.sampled_from([0, 1])))
    booster = cf.Booster(
        "b",
        layouts=[cf.Layout("L", 1, slots)],
        distinct=draw(st.sampled_from(["printing", "none"])),
        distinct_scope=draw(st.sampled_from(["slot", "pack"])),
        constraints=[replace] if draw(st.booleans()) else [],
    )
    return cf.CardSet(cards=CARDS, sheets=made, boosters=[booster])


def step_by_step(generator, number):
    bits = Bits(Source(generator.seed), number)
    return generator.trees[0].pack_plan(bits).draw(bits, State())


@settings(deadline=None)
@given(cardsets())
def test_packs_and_bulk_are_what_is_drawn_step_by_step(cardset):
    generator = cf.Generator(cardset, seed=5)
    packs, bulk = [*generator.packs(150)], generator.bulk(150)
    for number, pack in enumerate(packs):
        assert list(pack.cards) == step_by_step(generator, number)
        assert bulk.pack(number) == pack


WEIGHTS = {card.ref: [1, 4, 40][n % 3] for n, card in enumerate(CARDS)}


@pytest.mark.parametrize("scope", ["slot", "pack"])
@pytest.mark.parametrize("collation", [cf.Random(replacement=True), cf.Balanced(), cf.Random()])
@pytest.mark.parametrize("distinct", ["printing", "none"])
def test_many_conflicts(scope, collation, distinct):
    """Ten of 24 cards of unequal weight, thrice: in nearly every pack some are drawn again."""
    sheet = cf.Sheet("X", WEIGHTS, collation)
    slots = [cf.Slot("a", 10, "X"), cf.Slot("b", 3, "X", finish="foil"), cf.Slot("c", 5, "X")]
    booster = cf.Booster(
        "b", layouts=[cf.Layout("L", 1, slots)], distinct=distinct, distinct_scope=scope
    )
    generator = cf.Generator(cf.CardSet(cards=CARDS, sheets=[sheet], boosters=[booster]), seed=5)
    bulk = generator.bulk(600)
    for number, pack in enumerate(generator.packs(600)):
        assert list(pack.cards) == step_by_step(generator, number)
        assert bulk.pack(number) == pack
