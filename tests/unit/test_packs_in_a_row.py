"""Packs in a row are those one by one, whether they are made as arrays or not."""

from __future__ import annotations

import pickle
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cardformats as cf
from cardformats.bits import MAX_NUMBER
from cardformats.collation import blocks

CARDS = [cf.Card.of(f"c{n}", colors=[[*cf.model.Color][n % 4]] if n % 5 else []) for n in range(24)]
COLLATIONS = [
    cf.model.Random(),
    cf.model.Random(replacement=True),
    cf.model.Balanced(),
    cf.model.Balanced(strength="1/2"),
    cf.model.PrintRun(1, "slot"),
    cf.model.PrintRun(1, "pack"),
    cf.model.Fixed(),
]


@pytest.fixture(autouse=True)
def _small_blocks(monkeypatch):
    """Where numpy is there, all packs but the first three are made as arrays, 40 at most."""
    monkeypatch.setattr(blocks, "_FIRST", 3)
    monkeypatch.setattr(blocks, "_BEFORE_NUMPY", 3)
    monkeypatch.setattr(blocks, "_MOST", 40)


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
    """Boosters of cards that often come from several slots."""
    made = [draw(sheets(name)) for name in "XYZ"]
    slots = [
        cf.Slot(f"s{n}", draw(st.integers(0, 6)), draw(st.sampled_from("XYZ")), on_short=("skip",))
        for n in range(draw(st.integers(1, 4)))
    ]
    replace = cf.model.Replace("s0", draw(st.sampled_from("XYZ")), draw(st.sampled_from([0, 1])))
    booster = cf.Booster(
        "b",
        layouts=[cf.Layout("L", 1, slots)],
        distinct=draw(st.sampled_from(["printing", "none"])),
        distinct_scope=draw(st.sampled_from(["slot", "pack"])),
        constraints=[replace] if draw(st.booleans()) else [],
    )
    return cf.CardSet(cards=CARDS, sheets=made, boosters=[booster])


def sheet(name, first, last, copies=1, **fields):
    return cf.Sheet(name, {card.ref: copies for card in CARDS[first:last]}, **fields)


def slot(name, count, **fields):
    return cf.Slot(name, count, name, **fields)


SHEETS = [
    sheet("X", 0, 20),
    sheet("Y", 5, 15, 3),
    sheet("Z", 20, 24, collation=cf.model.PrintRun()),
]
PARTS = [slot("Z", 2), slot("X", 4), slot("Y", 2)]


def cardset(*layouts, sheets=SHEETS, event=None, **fields):
    booster = cf.Booster("b", layouts=layouts or [cf.Layout("L", 1, PARTS)], **fields)
    return cf.CardSet(cards=CARDS, sheets=sheets, boosters=[booster], event=event)


def until_it_fails(packs):
    """The packs that come, and what ends them."""
    made = []
    try:
        made.extend(packs)
    except cf.CollationError as error:
        return made, str(error)
    return made, None


def assert_same(generator, count=150, start=0):
    packs, error = until_it_fails(generator.packs(count, start))
    assert (packs, error) == until_it_fails(generator.pack(start + at) for at in range(count))
    assert all(type(pack.number) is int for pack in packs)


@settings(deadline=None)
@given(cardsets(), st.integers(0, MAX_NUMBER - 151))
def test_any_booster(cardset, start):
    assert_same(cf.Generator(cardset, seed=5), start=start)


ROUNDS = [cf.model.Round(layouts=[cf.model.LayoutChoice(name)]) for name in "ABA"]
LAYOUTS = [cf.Layout("A", 1, PARTS[:2]), cf.Layout("B", 2, PARTS[1:])]
CASES = {
    "one layout": cardset(),
    "layouts of several lengths": cardset(*LAYOUTS, cf.Layout("none", 1, [])),
    "rounds": cardset(*LAYOUTS, event=cf.model.Event(rounds=ROUNDS)),
    "guarantees": cardset(constraints=[cf.model.AtLeast(2, "color", "W")]),
    "replacements": cardset(constraints=[cf.model.Replace("X", "Y", Fraction(1, 3))]),
    "balance": cardset(sheets=[sheet("X", 0, 20, collation=cf.model.Balanced()), *SHEETS[1:]]),
    "a choice": cardset(cf.Layout("L", 1, [cf.model.Choice([*LAYOUTS])])),
    "each card chooses": cardset(
        cf.Layout("L", 1, [cf.Slot("W", 5, [*map(cf.SheetChoice, "XY")], choose="card")])
    ),
}


@pytest.mark.parametrize("start", [0, 1, 6, 2**32 - 7, MAX_NUMBER - 150, MAX_NUMBER - 151])
@pytest.mark.parametrize("case", CASES)
def test_every_shape(case, start):
    assert_same(cf.Generator(CASES[case], seed=case), start=start)


@pytest.mark.parametrize(("rules", "scope"), [("draftmancer", "pack"), ("octgn", "slot")])
def test_the_rules_of_others(rules, scope):
    made = cardset(cf.Layout("L", 1, PARTS[1:2]), distinct_scope=scope)
    assert_same(cf.Generator(made, seed=1, rules=rules), 20, 3)


def test_numbers_that_no_pack_has():
    generator = cf.Generator(cardset(), seed=1)
    for start in (-1, -20, MAX_NUMBER, MAX_NUMBER + 7, MAX_NUMBER - 1, MAX_NUMBER - 90):
        assert_same(generator, 150, start)
    assert [*generator.packs(0)] == [*generator.packs(0, -1)] == []
    for count in (-3, 1.5, "3"):
        for make in (generator.packs, generator.bulk):
            with pytest.raises(cf.CollationError, match="an integer of at least 0, not"):
                make(count)
    for number in (1.0, "1", None):
        with pytest.raises(cf.CollationError, match=r"packs are numbered from 0 to .*, not by"):
            generator.pack(number)


def test_packs_that_fail_do_so_when_their_turn_comes():
    """One of two layouts cannot be filled; too many cards are refused at once."""
    for bad in (slot("E", 1), cf.Slot("X", 30, "X")):
        layouts = [cf.Layout("good", 40, PARTS), cf.Layout("bad", 1, [bad])]
        made = cardset(*layouts, sheets=[*SHEETS, cf.Sheet("E", [])])
        assert_same(cf.Generator(made, seed=1), 400)
        packs, error = until_it_fails(cf.Generator(made, seed=1).packs(400))
        assert 3 < len(packs) < 400
        assert "can be drawn" in error
    layouts[1:] = [cf.Layout("bad", 1, [cf.Slot("X", 10**7, "X", on_short=("skip",))])]
    with pytest.raises(cf.CollationError, match="at most 100000 are allowed"):
        cf.Generator(cardset(*layouts), seed=1)


def test_cards_are_the_same_objects():
    generator = cf.Generator(cardset(), seed=1)
    for at, pack in enumerate(generator.packs(150)):
        alone = generator.pack(at)
        assert all(a is b for a, b in zip(pack.cards, alone.cards, strict=True))
        assert pickle.loads(pickle.dumps(pack)) == alone


def test_packs_are_made_some_at_a_time(monkeypatch):
    """Blocks grow with what came, up to a size; where most are no arrays, all come singly."""
    arrays = pytest.importorskip("cardformats.collation.arrays")
    sizes, singly = [], False
    make = arrays.PackArrays.make

    def noted(self, start, count, later=None):
        sizes.append(count)
        made = make(self, start, count, later)
        if singly:
            later[:] = range(count // 4, count)
        return made

    monkeypatch.setattr(arrays.PackArrays, "make", noted)
    generator = cf.Generator(cardset(), seed=1)
    assert len([*islice(generator.packs(10**15), 200)]) == 200
    assert sizes == [3, 6, 12, 24, 40, 40, 40, 40]
    sizes.clear()
    packs = [*generator.packs(300)]
    assert sizes == [3, 6, 12, 24, *[40] * 6, 12]
    sizes.clear()
    singly = True
    assert [*generator.packs(300)] == packs
    assert sizes == [3, 6, 12, 24, 40]


def test_threads_iterate_at_once():
    generator = cf.Generator(CASES["layouts of several lengths"], seed=1)
    singly = [generator.pack(at) for at in range(300)]
    with ThreadPoolExecutor(6) as threads:
        for packs in threads.map(lambda _: [*generator.packs(300)], range(12)):
            assert packs == singly


SCRIPT = """
import sys
{first}
import cardformats as cf
cardset = cf.CardSet.of([cf.Card.of(f"c{{n}}") for n in range(30)], pack=5)
generator = cf.Generator(cardset, seed=1)
next(generator.packs(10**15)), sum(1 for _ in generator.packs(5_000))
print(bool(sys.modules.get("numpy")))
packs = [*generator.packs(9_000)]
print(bool(sys.modules.get("numpy")), packs == [generator.pack(at) for at in range(9_000)])
"""


@pytest.mark.parametrize("hidden", [False, True])
def test_numpy_is_loaded_for_many_packs_only_and_not_needed(hidden):
    first = "sys.modules['numpy'] = None" if hidden else ""
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT.format(first=first)],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split() == ["False", str(not hidden), "True"]
