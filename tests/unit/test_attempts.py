"""Packs that are drawn straight, as if no card were drawn again, are those drawn step by step."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cardformats as cf
from cardformats.bits import Bits, Source
from cardformats.collation.drawers.chance import RedrawDrawer
from cardformats.collation.drawers.drawer import Copies, State

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


def drawn_in_turn(copies, keys, count, bits, taken, used, *, replacement):
    """What a drawer that draws again should draw, by its documentation: a number at a time."""
    pile = [entry for entry, number in enumerate(copies) for _ in range(number)]
    above = [sum(copies[: entry + 1]) for entry in range(len(copies))]
    drawn = []
    while len(drawn) < count:
        for _ in range(16 if pile else 0):
            copy = bits.below(len(pile))
            entry = pile[copy]
            gone = not replacement and copy >= above[entry] - used.get(entry, 0)
            if not gone and not (keys and keys[entry] in taken):
                break
        else:
            left = [
                max(number - (0 if replacement else used.get(entry, 0)), 0)
                for entry, number in enumerate(copies)
            ]
            free = [0 if keys and keys[n] in taken else number for n, number in enumerate(left)]
            left = free if any(free) else left
            if not any(left):
                break
            rest = [entry for entry, number in enumerate(left) for _ in range(number)]
            entry = rest[bits.below(len(rest))]
        drawn.append(entry)
        used[entry] = used.get(entry, 0) + 1
        if keys:
            taken.add(keys[entry])
    return drawn


@settings(deadline=None, max_examples=200)
@given(
    st.lists(st.sampled_from([0, 1, 1, 2, 3, 30, 230]), max_size=8),
    st.integers(0, 24),
    st.booleans(),
    st.booleans(),
    st.sets(st.integers(0, 5)),
    st.dictionaries(st.integers(0, 7), st.integers(1, 3)),
    st.integers(0, 10),
)
def test_cards_are_drawn_again_one_by_one(copies, count, distinct, replacement, taken, gone, seed):
    """Numbers that are read together are the same as one after the other."""
    keys = [n % 6 for n in range(len(copies))] if distinct else None
    used = {n: number for n, number in gone.items() if n < len(copies)}
    drawer = RedrawDrawer("X", Copies(copies), keys, count, replacement=replacement)
    one, other = Bits(Source(seed), 3, 5), Bits(Source(seed), 3, 5)
    state = State(set(taken), {"X": dict(used)})
    drawn = drawer.draw(one, state)
    assert drawn == drawn_in_turn(
        copies, keys, count, other, set(taken), used, replacement=replacement
    )
    assert one.take(8) == other.take(8)


@pytest.mark.parametrize("limit", [1, 200, 256, 257, 2**24, 2**55, 2**56, 3 * 2**60, 2**100])
@pytest.mark.parametrize("known", [0, 32, 96, 160])
def test_numbers_read_together(limit, known):
    source = Source("together")
    for number in range(40):
        one = Bits(source, number, 7)
        data = source.longer(number, source.start(number), known)[:known]
        other = Bits(source, number, 7, data)
        for count in (0, 1, 5, 40, 3):
            assert other.several(limit, count) == [one.below(limit) for _ in range(count)]
