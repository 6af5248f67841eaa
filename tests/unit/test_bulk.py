"""Packs in bulk: the same as those made one by one."""

from __future__ import annotations

import random
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from functools import partial
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cardformats as cf
from cardformats import testing
from cardformats.bits import MAX_NUMBER
from cardformats.collation import (
    Classes,
    Draw,
    Given,
    Hands,
    OneOf,
    Run,
    Sampler,
    Seq,
    arrays,
    register,
)
from tests.small_boosters import small_booster

from .test_packs_in_a_row import CARDS, cardsets

np = pytest.importorskip("numpy")


def sheet(name, copies, **fields):
    entries = [cf.Entry(cf.CardRef(f"{name}{number}"), n) for number, n in enumerate(copies)]
    return cf.Sheet(name, entries, **fields)


def slot(count, *names, **fields):
    choices = [cf.SheetChoice(name, weight) for weight, name in enumerate(names, 1)]
    return cf.Slot("+".join(names), count, choices, **fields)


def generator(sheets, *parts, seed=1, cards=(), event=None, rules="cardformats", **fields):
    fields.setdefault("layouts", [cf.Layout("L", 1, parts)])
    fields.setdefault("distinct_scope", "slot")
    cardset = cf.CardSet(
        cards=cards, sheets=sheets, boosters=[cf.Booster("b", **fields)], event=event
    )
    return cf.Generator(cardset, seed=seed, rules=rules)


def assert_same(generator, count=300, start=0):
    """The packs in bulk are those made one by one; how many of them arrays leave to be made so."""
    packs = [generator.pack(start + at) for at in range(count)]
    made = generator.bulk(count, start)
    assert [made.pack(at) for at in range(count)] == packs
    assert [*made] == packs
    assert len(made) == count
    assert len(set(made.cards)) == len(made.cards)
    left = []
    arrays = generator._opener.arrays().make(start, count, left)  # noqa: SLF001 - as the generator does
    assert left == sorted({*left})
    assert all(arrays.pack(at) == packs[at] for at in {*range(count)} - {*left})
    return len(left)


COLLATIONS = {
    "random": cf.model.Random(),
    "returning": cf.model.Random(replacement=True),
    "spread": cf.model.Spread(),
    "fixed": cf.model.Fixed(),
    "run": cf.model.PrintRun(),
    "groups": cf.model.PrintRun(4),
    "run of a slot": cf.model.PrintRun(continues="slot"),
    "striped": cf.model.Striped(3, [1, 2, 1]),
    "balanced": cf.model.Balanced("name"),
    "balanced in part": cf.model.Balanced("name", strength="1/3"),
}

#: Those of them that arrays know whatever the number of cards is.
CHANCE_AND_RUNS = {"random", "returning", "spread", "fixed", "run", "groups", "run of a slot"}

SIZES = {
    "few": [1] * 12,
    "copies": [3, 1, 0, 2, 1, 5],
    "256": [1] * 256,
    "over 256": [1, 3] * 129,
    "under 20,000": [95] * 200,
    "over 20,000": [1] * 300 + [30_001],
    "over 2**16": [7] * 41 + [65_000],
    "over 2**26": [0, 1, 2**17, 1, 2**26],
    "over 2**32": [2**32, 1, 2**33, 0],
    "over 2**63": [2**60, 2**70, 2**61],
}


@pytest.mark.part(4)
@pytest.mark.parametrize("distinct", ["printing", "none"])
@pytest.mark.parametrize("copies", SIZES)
@pytest.mark.parametrize("kind", COLLATIONS)
def test_every_collation_and_size(kind, copies, distinct):
    """Few packs are left to be made one by one, where copies are few and need not come again."""
    drawn = sheet("A", SIZES[copies], collation=COLLATIONS[kind])
    for count in (1, 2, 7):
        parts = [slot(1, "B"), slot(count, "A", on_short=("skip",)), slot(2, "B", "C")]
        others = [sheet("B", [1, 2]), sheet("C", [1] * 5)]
        left = assert_same(generator([drawn, *others], *parts, distinct=distinct), 60)
        usual = copies in {"few", "256", "over 256", "under 20,000"} and kind in CHANCE_AND_RUNS
        assert left < 10 or not usual


@pytest.mark.parametrize("copies", ["few", "over 2**63"])
def test_runs_of_groups_larger_than_arrays_count(copies):
    drawn = sheet("A", SIZES[copies], collation=cf.model.PrintRun(2**70))
    assert_same(generator([drawn], slot(3, "A")), 60)


@pytest.mark.part(2)
@pytest.mark.parametrize("count", [0, 30, 301])
@pytest.mark.parametrize("kind", COLLATIONS)
def test_many_cards_and_none(kind, count):
    drawn = sheet("A", [2, 1] * 110, collation=COLLATIONS[kind])
    made = generator([drawn, sheet("B", [1] * 5)], slot(count, "A"), slot(2, "B"), distinct="none")
    assert_same(made, 6)


@pytest.mark.parametrize("on_short", [("skip",), ("carry",), ("next", "skip"), ("refill",)])
@pytest.mark.parametrize("kind", COLLATIONS)
def test_few_copies_for_many_cards(kind, on_short):
    drawn = sheet("A", [2, 1], collation=COLLATIONS[kind])
    parts = [slot(7, "A", on_short=on_short), slot(1, "A", "B", on_short=("next", "skip"))]
    assert_same(generator([drawn, sheet("B", [1] * 30)], *parts, distinct="none"), 100)


def colored(sizes, copies=1):
    """So many cards of each colour, and of none at last, and their entries."""
    numbers = [color for color, size in enumerate(sizes) for _ in range(size)]
    cards = [cf.Card.of(f"A{n}", colors="WUBRG"[at : at + 1]) for n, at in enumerate(numbers)]
    copies = [copies] if isinstance(copies, int) else copies
    return cards, [cf.Entry(card.ref, copies[n % len(copies)]) for n, card in enumerate(cards)]


def balanced(*sizes, count, copies=1, rule="unbiased", strength=1, **fields):
    cards, entries = colored(sizes, copies)
    even = cf.Sheet("A", entries, cf.model.Balanced("color", rule, strength))
    others = [sheet("B", [1] * 9), sheet("C", [1] * 3)]
    return generator([even, *others], slot(count, "A"), slot(1, "B", "C"), cards=cards, **fields)


@pytest.mark.parametrize("strength", [1, "1/2", "1/1000003"])
def test_balance(strength):
    usual = balanced(22, 19, 19, 18, 17, 6, count=10, strength=strength)
    assert assert_same(usual, 800) < 80
    assert_same(balanced(5, 4, 3, count=7, strength=strength), 300)
    assert_same(balanced(5, 4, 1, count=2, strength=strength), 300)
    assert_same(balanced(9, 8, 7, count=24, strength=strength), 100)
    assert_same(balanced(9, 9, 9, 9, 9, 9, count=40, copies=70_000, strength=strength), 30)
    assert_same(balanced(20, 20, 20, 20, 20, 9, count=9, copies=[10**6, 10**6 + 7]), 60)
    assert_same(balanced(3, 2, count=4, copies=2, distinct="none", strength=strength), 500)


EVENT = {supply: cf.model.Event(supply=supply) for supply in ("infinite", "finite")}


@pytest.mark.part(2)
@pytest.mark.parametrize("supply", EVENT)
@pytest.mark.parametrize("rule", ["draftmancer", "taw", "reject"])
def test_rules_of_balance(rule, supply):
    fields = {"rule": rule, "event": EVENT[supply]}
    assert_same(balanced(22, 19, 19, 18, 17, 6, count=10, **fields), 40)
    assert_same(balanced(9, 260, 9, 9, 9, 40, count=50, **fields), 4)
    assert_same(balanced(2, 2, 2, 2, 2, 2, count=10, copies=3, **fields), 30)
    assert_same(balanced(5, 4, 3, count=7, **fields), 30)
    assert_same(balanced(30, 30, 30, 30, 30, 20, count=7, distinct="none", **fields), 40)
    if rule == "draftmancer":  # which may be sure of fewer colours than there are
        for sizes in ((20, 20, 20, 20, 20, 60), (20, 0, 20, 20, 20, 60), (1, 1, 1, 0, 0, 60)):
            assert_same(balanced(*sizes, count=3, **fields), 60)


@pytest.mark.part(2)
@pytest.mark.parametrize("scope", ["slot", "pack"])
@pytest.mark.parametrize("supply", EVENT)
@pytest.mark.parametrize("rule", ["unbiased", "draftmancer", "taw", "reject"])
def test_a_rule_of_balance_among_other_slots(rule, supply, scope):
    """Before and after it are cards of its sheet, and of another that has some of them."""
    cards, entries = colored([12, 9, 9, 9, 9, 5])
    even = cf.Sheet("A", entries, cf.model.Balanced("color", rule))
    foil = cf.Sheet("F", entries[:30], cf.model.Random(), finish="foil")
    parts = [slot(2, "F"), slot(8, "A"), slot(1, "F", "B"), slot(7, "A"), slot(2, "F")]
    fields = {"distinct_scope": scope, "event": EVENT[supply]}
    fields["constraints"] = [cf.model.AtMost(4, "sheet", "F")]
    assert_same(generator([even, foil, sheet("B", [2] * 300)], *parts, cards=cards, **fields), 80)


@pytest.mark.parametrize("supply", EVENT)
def test_an_event_that_balances(supply):
    cards, entries = colored([12, 9, 9, 9, 9, 5])
    sheets = [cf.Sheet("A", entries), cf.Sheet("F", entries[:9]), sheet("B", [2] * 300)]
    parts = [slot(1, "F"), slot(8, "A"), slot(2, "B", "A")]
    event = cf.model.Event(supply=supply, color_balance=True)
    assert_same(generator(sheets, *parts, cards=cards, event=event, distinct_scope="pack"), 200)


@pytest.mark.parametrize("balance", [True, False])
def test_packs_by_the_rules_of_draftmancer(balance):
    cards, entries = colored([20, 20, 19, 19, 18, 9], [1, 2])
    run = sheet("R", [1] * 9, collation=cf.model.PrintRun(continues="slot"))
    sheets = [cf.Sheet("A", entries), run, sheet("B", [2] * 300), sheet("E", [])]
    layouts = [
        cf.Layout("x", 2, [slot(3, "R"), slot(8, "A"), slot(2, "B", "A")]),
        cf.Layout("y", 3, [slot(2, "A"), slot(0, "B")]),
        cf.Layout("z", 3, []),
    ]
    fields = {"distinct_scope": "pack", "cards": cards, "rules": "draftmancer"}
    event = cf.model.Event(
        color_balance=balance, rounds=[cf.model.Round(layouts=[cf.model.LayoutChoice("x")])] * 2
    )
    for its in (event, cf.model.Event(color_balance=balance, supply="finite")):
        kept = layouts if its is event else layouts[1:]
        assert assert_same(generator(sheets, layouts=kept, event=its, **fields), 400, 3) < 40
    with pytest.raises(cf.EmptySheetError):
        generator(sheets, slot(2, "E", "B"), **fields).bulk(9)


COPIES = [[1], [2], [1, 3, 2], [3] + [1] * 40 + [2], [300], [300] * 30 + [1] * 200]


@pytest.mark.parametrize("distinct", ["printing", "none"])
@pytest.mark.parametrize("copies", COPIES)
@pytest.mark.parametrize("scope", ["slot", "pack"])
def test_two_balanced_slots(copies, distinct, scope):
    """And one slot that shares their cards."""
    cards, entries = colored([25, 20, 19, 18, 17, 9], copies)
    sheets = [
        cf.Sheet("A", entries, cf.model.Balanced("color")),
        cf.Sheet("B", entries[:60], cf.model.Balanced("color")),
        cf.Sheet("C", entries[30:70]),
    ]
    parts = [slot(7, "A"), slot(4, "B"), slot(2, "C")]
    fields = {"cards": cards, "distinct": distinct, "distinct_scope": scope}
    assert_same(generator(sheets, *parts, **fields), 250)


WEIGHTS = {card.ref: [1, 4, 40][n % 3] for n, card in enumerate(CARDS)}


@pytest.mark.part(2)
@pytest.mark.parametrize("scope", ["slot", "pack"])
@pytest.mark.parametrize(
    "collation", [cf.model.Random(replacement=True), cf.model.Balanced(), cf.model.Random()]
)
@pytest.mark.parametrize("distinct", ["printing", "none"])
def test_many_conflicts(scope, collation, distinct):
    """Ten of 24 cards of unequal weight, thrice: in nearly every pack some are drawn again."""
    its = cf.Sheet("X", WEIGHTS, collation)
    slots = [cf.Slot("a", 10, "X"), cf.Slot("b", 3, "X", finish="foil"), cf.Slot("c", 5, "X")]
    fields = {"cards": CARDS, "distinct": distinct, "distinct_scope": scope}
    made = generator([its], *slots, **fields)
    assert_same(made, 300)


def test_numbers_that_are_skipped():
    """Some of two bytes would make some numbers below 200 likelier; others are read instead."""
    for count in (1, 15, 17):
        assert assert_same(generator([sheet("A", [1] * 200)], slot(count, "A")), 5_000) < 50


@settings(deadline=None, max_examples=30)
@given(st.lists(st.integers(1, 9) | st.integers(1, 2**70), min_size=2, max_size=9))
def test_choices_among_any_numbers(weights):
    names = "ABCDEFGHI"[: len(weights)]
    sheets = [sheet(name, [1] * 5) for name in names]
    choices = [*map(cf.SheetChoice, names, weights)]
    layouts = [
        cf.Layout("x", weights[0], [cf.Slot("C", 2, choices)]),
        cf.Layout("y", weights[1], [cf.Slot("C", 1, choices), cf.Slot("D", 2, choices, "card")]),
    ]
    assert_same(generator(sheets, layouts=layouts), 60)


def test_many_choices():
    """More bytes of choices than a pack has at first, and choices between choices."""
    sheets = [sheet("A", [1] * 5), sheet("B", [1] * 7)]
    part = cf.model.Choice(
        [cf.Layout("x", 2, [slot(1, "A", "B")]), cf.Layout("y", Fraction(1, 3), [slot(2, "B")])]
    )
    assert assert_same(generator(sheets, *[part] * 3, distinct="none"), 1_000) < 100
    assert_same(generator(sheets, *[slot(1, "A", "B")] * 18, distinct="none"), 50)
    assert_same(generator(sheets, *[slot(2, "A", "B")] * 18, distinct="none"), 50)


def test_long_packs():
    """Numbers from the second block of bytes, and from later ones."""
    sheets = [sheet("A", [1] * 200), sheet("B", [2] * 300)]
    parts = [slot(40, "A"), slot(60, "B"), slot(1, "A", "B"), slot(3, "B")]
    assert assert_same(generator(sheets, *parts, distinct="none"), 400) < 100


def test_layouts_of_different_sizes():
    sheets = [sheet("A", [1] * 20), sheet("B", [1] * 9)]
    layouts = [
        cf.Layout("none", 1, []),
        cf.Layout("short", 5, [slot(2, "A")]),
        cf.Layout("long", 3, [slot(7, "A"), slot(2, "B")]),
    ]
    made = generator(sheets, layouts=layouts)
    assert assert_same(made, 500) < 50
    packs = made.bulk(500)
    assert packs.indices.shape == (500, 9)
    assert set(packs.layouts) == {"none", "short", "long"}


def test_rounds():
    sheets = [sheet("A", [1] * 20), sheet("B", [1] * 9)]
    layouts = [cf.Layout("x", 1, [slot(2, "A")]), cf.Layout("y", 3, [slot(7, "B")])]
    choices = [
        [cf.model.LayoutChoice("x")],
        [],
        [cf.model.LayoutChoice("y"), cf.model.LayoutChoice("x")],
    ]
    event = cf.model.Event(rounds=[cf.model.Round(layouts=each) for each in choices])
    made = generator(sheets, layouts=layouts, event=event)
    for start in (0, 1, 2, 5, 2**63 + 1):
        assert assert_same(made, 200, start) < 20
    assert_same(made, 2)


def test_replacements():
    sheets = [sheet("A", [1] * 9), sheet("B", [1] * 3), sheet("C", [1] * 4), sheet("E", [])]
    replaces = [
        cf.model.Replace("A", "B", Fraction(1, 4)),
        cf.model.Replace("C", "B", Fraction(2, 3), "foil"),
    ]
    made = generator(sheets, slot(3, "A"), slot(1, "C"), constraints=replaces)
    assert assert_same(made, 1_000) < 50
    twice = [cf.model.Replace("A", "B", Fraction(1, 2)), cf.model.Replace("A", "C", Fraction(1, 3))]
    assert assert_same(generator(sheets, slot(1, "A"), constraints=twice), 1_000) < 50
    for scope in ("slot", "pack"):
        wide = [
            cf.model.Replace("A", "A", Fraction(2**66, 2**68 + 1)),
            cf.model.Replace("C", "C", 1),
        ]
        fields = {"constraints": wide, "distinct_scope": scope}
        assert_same(generator(sheets, slot(3, "A"), slot(2, "C"), **fields), 200)


GUARANTEES = {
    "a third": [cf.model.AtLeast(1, "name", "A1")],
    "two": [cf.model.AtMost(1, "sheet", "B"), cf.model.AtLeast(1, "name", "A1")],
    "most": [cf.model.AtMost(0, "name", "A1")],
}


@pytest.mark.parametrize("scope", ["slot", "pack"])
@pytest.mark.parametrize("kept", GUARANTEES)
def test_guarantees(kept, scope):
    """Packs that break one are drawn again, from where their bytes are used."""
    sheets = [sheet("A", [1, 2, 3] * 4), sheet("B", [1] * 5), sheet("C", [1] * 300)]
    layouts = [
        cf.Layout("x", 1, [slot(4, "A"), slot(2, "A", "B"), slot(6, "C")]),
        cf.Layout("y", 2, [slot(9, "A"), slot(1, "B")]),
    ]
    fields = {"layouts": layouts, "constraints": GUARANTEES[kept], "distinct_scope": scope}
    assert assert_same(generator(sheets, **fields), 600, 3) < 240


def test_guarantees_that_few_packs_keep():
    made = generator(
        [sheet("A", [1] * 40)], slot(1, "A"), constraints=[cf.model.AtLeast(1, "name", "A1")]
    )
    assert assert_same(made, 1_000) < 200
    none = generator(
        [sheet("A", [1] * 4)], slot(1, "A"), constraints=[cf.model.AtLeast(2, "name", "A1")]
    )
    with pytest.raises(cf.CollationError, match="none of 10000 packs"):
        none.bulk(1)


class Early:
    """A condition: one of the first two cards of the sheet comes."""

    tests = (lambda card: card.card.name in {"A0", "A1"},)

    def hold(self, numbers):
        return sum(numbers) >= 1

    def message(self, tries):
        return f"none of {tries}"


def draws_of(copies, count):
    half = len(copies) // 2
    early = Draw([*copies[:half], *[0] * (len(copies) - half)], count)
    late = Draw([*[0] * half, *copies[half:]], count)
    return early, late


def sampled(most, bits):
    return [bits.below(5) for _ in range(bits.below(most + 1))]


#: What collators of others may make; each takes the copies of a sheet of twelve, and a count.
TREES = {
    "one after the other": lambda copies, n: Seq((draws_of(copies, 1) * n)[:n]),
    "shuffled": lambda copies, n: Seq([draws_of(copies, 1)[1], Run(copies, n - 1)], shuffled=True),
    "one of": lambda copies, n: OneOf.of(
        [(3, Seq(draws_of(copies, 1))), (2**20, Draw(copies, n)), (1, Seq([]))]
    ),
    "hands": lambda copies, n: Hands.of((w, [w, *range(n - 1)]) for w in copies if w),
    "wide hands": lambda copies, n: Hands.of([(2**70, [0, 0]), (2**69, copies[:n])]),
    "no cards": lambda _, n: Hands.of([(1, []), (n, [])]),
    "runs that go on": lambda copies, n: Seq([Run(copies, 1, continues="pack")] * n),
    "groups": lambda copies, n: Run(copies, n, 3),
    "runs that lose": lambda copies, n: Run(copies, n, 3, lost=1),
    "hands that lose": lambda _, n: Hands(((0, 1), (5, 2), tuple(range(n))), (1, 2, 3), lost=1),
    "classes": lambda copies, n: Classes(((n, 0), (n - 1, 1)), (1, 2), draws_of(copies, 0)),
    "classes that share": lambda copies, n: Classes(
        ((n, 0), (n - 1, 1)), (1, 2), (Draw(copies, 0), draws_of(copies, 0)[0])
    ),
    "classes that return": lambda copies, n: Classes(
        ((1, n - 1), (n, 0)),
        (5, 2),
        tuple(Draw(d.copies, 0, replacement=True) for d in draws_of(copies, 0)),
    ),
    "given": lambda copies, n: Given(Draw(copies, n, replacement=True), Early()),
    "given in a part": lambda copies, n: Seq(
        [Draw(copies, 1), Given(Draw(copies, n - 1, replacement=True), Early())]
    ),
    "a sampler": lambda _, n: Sampler(partial(sampled, n), n),
    "a sampler in a part": lambda copies, n: OneOf.of(
        [(30, Draw(copies, n)), (1, Sampler(partial(sampled, n), n))]
    ),
}


#: Those that may give fewer cards than they are asked for.
LESS = ("wide hands", "no cards", "runs that lose", "hands that lose", "a sampler")


@pytest.mark.part(2)
@pytest.mark.parametrize("distinct", ["printing", "none"])
@pytest.mark.parametrize("kind", TREES)
def test_collators_of_others(kind, distinct):
    class Collator:
        def compile(self, its, count):
            return TREES[kind]([entry.copies for entry in its.entries], count)

    register(f"bulk {kind}", Collator())
    its = sheet("A", [1, 3, 2] * 4, collation=cf.model.Other(f"bulk {kind}"))
    for scope, count, on_short in product(("slot", "pack"), (2, 3), ((), ("skip",))):
        parts = [slot(1, "B"), slot(count, "A", on_short=on_short), slot(2, "B")]
        made = generator(
            [its, sheet("B", [2] * 9)], *parts, distinct=distinct, distinct_scope=scope
        )
        try:
            made.bulk(100)
        except cf.EmptySheetError:
            assert kind.startswith(LESS)
            assert not on_short
        else:
            assert_same(made, 100)


@pytest.mark.parametrize("start", [1, 7, 2**32 - 3, MAX_NUMBER - 101, MAX_NUMBER - 100])
def test_any_start(start):
    made = generator([sheet("A", [1] * 30), sheet("B", [1] * 9)], slot(4, "A"), slot(2, "A", "B"))
    assert_same(made, 100, start)
    assert_same(made, 99, start)


@pytest.mark.parametrize("event", [None, cf.model.Event(rounds=[cf.model.Round()] * 3)])
def test_more_packs_than_are_made_together(event, monkeypatch):
    monkeypatch.setattr(arrays, "_TOGETHER", 2**9)
    sheets = [sheet("A", [1] * 30), sheet("B", [1] * 9)]
    made = generator(sheets, slot(4, "A"), slot(2, "A", "B"), event=event)
    assert assert_same(made, 1_500, 3) < 40


def test_packs_made_some_at_a_time():
    """A maker keeps what it prepared, and the numbers of cards and layouts."""
    sheets = [sheet("A", [1] * 30), sheet("B", [1] * 9), sheet("C", [2] * 900)]
    layouts = [cf.Layout("x", 1, [slot(4, "A", "B")]), cf.Layout("y", 1, [slot(2, "C")])]
    made = generator(sheets, layouts=layouts)
    its = made._opener.arrays()  # noqa: SLF001 - as the generator does
    before = its.make(0, 5)
    for start, count in ((5, 20), (25, 1), (26, 0), (100, 77), (7, 30)):
        packs = its.make(start, count)
        assert [packs.pack(at) for at in range(count)] == [*made.packs(count, start)]
        assert packs.cards[: len(before.cards)] == before.cards
        assert packs.layouts[: len(before.layouts)] == before.layouts
        before = packs


def test_threads_share_a_maker():
    made = generator([sheet("A", [1] * 30), sheet("B", [1] * 9)], slot(4, "A"), slot(2, "A", "B"))
    its, wanted = made._opener.arrays(), [*made.packs(800)]  # noqa: SLF001 - as the generator does
    with ThreadPoolExecutor(8) as threads:
        blocks = threads.map(lambda start: its.make(start, 40), range(0, 800, 40))
        assert [each.pack(at) for each in blocks for at in range(40)] == wanted


def test_numbers_that_no_pack_has():
    made = generator([sheet("A", [1] * 3)], slot(1, "A"))
    for start, count in ((-1, 1), (MAX_NUMBER, 1), (MAX_NUMBER - 1, 2)):
        with pytest.raises(cf.CollationError, match="packs are numbered"):
            made.bulk(count, start)
    with pytest.raises(cf.CollationError, match="an integer of at least 0, not -1"):
        made.bulk(-1)
    assert len(made.bulk(0)) == len(made.bulk(0, MAX_NUMBER)) == 0
    assert [*made.bulk(0)] == made.bulk(0).counts().tolist() == []
    assert made.bulk(5, 2).pack(-1).number == made.bulk(5, 2)[-1].number == 6
    assert made.bulk(5)[0] == made.pack(0)
    with pytest.raises(IndexError):
        made.bulk(5, 2).pack(5)


def test_an_empty_sheet():
    with pytest.raises(cf.EmptySheetError):
        generator([sheet("A", [1] * 3), sheet("B", [])], slot(1, "A"), slot(2, "B")).bulk(5)


def test_one_card():
    assert assert_same(generator([sheet("A", [1])], slot(1, "A")), 9) == 0


def test_more_cards_than_16_bits_can_name():
    assert_same(generator([sheet("A", [2] * 40_000)], slot(3, "A")), 60)
    halves = [sheet("A", [1] * 19_999), sheet("B", [1] * 19_999)]
    made = generator(halves, slot(3, "A"), slot(3, "B"))
    assert assert_same(made, 100) < 10
    assert made.bulk(9).indices.dtype == np.int32


def test_counts():
    sheets = [sheet("A", [1] * 4), sheet("B", [1] * 3)]
    parts = [slot(2, "A", on_short=("skip",)), slot(5, "A", "B", on_short=("skip",))]
    made = generator(sheets, *parts, distinct="none")
    packs = made.bulk(5_000)
    cards = [made.pack(number).cards for number in range(5_000)]
    copies = Counter(card for each in cards for card in each)
    containing = Counter(card for each in cards for card in set(each))
    assert packs.counts().tolist() == [copies[card] for card in packs.cards]
    assert packs.containing().tolist() == [containing[card] for card in packs.cards]


USUAL = {
    "one of each rarity": {"C": 10, "U": 3, "R": 1},
    "a slot of two sheets": {"C": 9, "U": 3, "R+M": 1, "F+C": 1, "L": 1},
}


@pytest.mark.part(2)
@pytest.mark.parametrize("scope", ["pack", "slot"])
@pytest.mark.parametrize(
    ("kind", "collation", "distinct"),
    [
        *(
            (kind, cf.model.Balanced(), distinct)
            for kind in USUAL
            for distinct in ("printing", "name")
        ),
        ("a slot of two sheets", cf.model.Balanced(strength="2/3"), "printing"),
        ("one of each rarity", cf.model.Random(replacement=True), "none"),
        ("one of each rarity", cf.model.Random(), "none"),
    ],
)
def test_nearly_all_packs_of_usual_boosters_come_from_arrays(kind, collation, distinct, scope):
    cards, entries = colored([22, 19, 19, 18, 17, 6])
    sheets = [
        cf.Sheet("C", entries, collation),
        *(sheet(name, [1] * n) for name, n in {"U": 80, "R": 60, "M": 20, "L": 10}.items()),
        cf.Sheet("F", [*entries, *(cf.Entry(f"R{n}", 2) for n in range(60))], finish="foil"),
    ]
    parts = [slot(count, *names.split("+")) for names, count in USUAL[kind].items()]
    fields = {"cards": cards, "distinct": distinct, "distinct_scope": scope}
    made = generator(sheets, *parts, constraints=[cf.model.Replace("L", "F", "1/4")], **fields)
    assert assert_same(made, 1_500) < 30


@st.composite
def any_cardsets(draw):
    sheets = [draw(testing.sheets(name)) for name in "AB"]
    layouts = st.lists(
        testing.layouts(["A", "B"]), min_size=1, max_size=2, unique_by=lambda each: each.name
    )
    scopes, distinct = st.sampled_from(("slot", "pack")), st.sampled_from(("printing", "none"))
    booster = draw(st.builds(cf.Booster, st.just("b"), st.none(), layouts, distinct, scopes))
    return cf.CardSet(sheets=sheets, boosters=[booster])


@settings(deadline=None)
@given(st.one_of(cardsets(), any_cardsets()), st.integers(0, MAX_NUMBER - 20))
def test_any_booster(cardset, start):
    made = cf.Generator(cardset, seed=start)
    try:
        made.bulk(20, start)
    except cf.EmptySheetError:
        with pytest.raises(cf.EmptySheetError):
            assert [made.pack(start + at) for at in range(20)]
        return
    assert_same(made, 20, start)


@settings(deadline=None)
@given(cardsets())
def test_many_packs_of_any_booster(cardset):
    made = cf.Generator(cardset, seed=5)
    assert_same(made, 60)


SEEDS = [*random.Random(1).sample(range(2600), 150)]  # noqa: S311 - no secret


@pytest.mark.part(5)
@pytest.mark.parametrize("first", [0, 30, 60, 90, 120])
def test_small_boosters_of_all_kinds(first):
    """Also those whose slots are short, in deals that are not infinite, and with guarantees."""
    made = 0
    for seed in SEEDS[first : first + 30]:
        its = cf.Generator(small_booster(seed), seed=seed)
        try:
            its.bulk(60)
        except cf.CollationError:
            with pytest.raises(cf.CollationError):
                assert [its.pack(at) for at in range(60)]
            continue
        made += assert_same(its, 60) < 60
    assert made > 10
