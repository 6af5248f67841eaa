"""Packs in bulk: the same as those made one by one."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from itertools import accumulate

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cardformats as cf
from cardformats import testing
from cardformats.bits import MAX_NUMBER
from cardformats.collation.plan.tree import Fork, Path

np = pytest.importorskip("numpy")
columns = pytest.importorskip("cardformats.collation.drawers.columns")
maker = pytest.importorskip("cardformats.collation.bulk.maker")
plan = pytest.importorskip("cardformats.collation.bulk.bulk_plan")
streams = pytest.importorskip("cardformats.collation.bulk.streams")
tree = pytest.importorskip("cardformats.collation.bulk.bulk_tree")


@pytest.fixture(autouse=True)
def _all_in_arrays(monkeypatch):
    """Few packs of a leaf would be made by themselves."""
    monkeypatch.setattr(tree, "_FEW", 1)


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


def make(generator, count, start=0):
    """The packs in bulk, and how many of them were made by themselves."""
    by_itself = []
    opener = generator._opener  # noqa: SLF001 - as the generator does

    def alone(number):
        by_itself.append(number)
        return opener._carefully(number)  # noqa: SLF001 - whatever its bytes are

    bulk = opener.bulk_maker()
    bulk.open_carefully = alone
    return bulk.make(start, count), len(by_itself)


def assert_same(generator, count=300, start=0):
    """The packs in bulk are those made one by one; how many of them were made by themselves."""
    made, by_itself = make(generator, count, start)
    assert len(made) == count
    assert len(set(made.cards)) == len(made.cards)
    for index in range(count):
        assert made.pack(index) == generator.pack(start + index)
    return by_itself


COLLATIONS = {
    "random": {},
    "returning": {"collation": cf.Random(replacement=True)},
    "spread": {"collation": cf.Spread()},
    "fixed": {"collation": cf.Fixed()},
    "run": {"collation": cf.PrintRun()},
    "groups": {"collation": cf.PrintRun(4)},
    "run of a slot": {"collation": cf.PrintRun(continues="slot")},
    "striped": {"collation": cf.Striped(3, [1, 2, 1])},
}

SIZES = {
    "few": [1] * 12,
    "copies": [3, 1, 0, 2, 1, 5],
    "256": [1] * 256,
    "over 256": [1, 3] * 129,
    "many": [7] * 41 + [65_000],
    "over 20,000": [1] * 300 + [30_001],
}

LARGE_SIZES = {
    "over 2**26": [0, 1, 2**17, 1, 2**26],
    "over 2**32": [2**32, 1, 2**33, 0],
    "over 2**63": [2**60, 2**70, 2**61],
}


@pytest.mark.parametrize("count", [1, 2, 3, 7])
@pytest.mark.parametrize("copies", SIZES)
@pytest.mark.parametrize("kind", COLLATIONS)
def test_every_drawer(kind, copies, count):
    drawn = sheet("A", SIZES[copies], **COLLATIONS[kind])
    parts = [slot(1, "B"), slot(count, "A"), slot(1, "B")]
    made = generator([drawn, sheet("B", [1, 2])], *parts, distinct="none")
    assert assert_same(made, 60) < 30


@pytest.mark.parametrize("copies", LARGE_SIZES)
@pytest.mark.parametrize("kind", sorted({*COLLATIONS} - {"spread"}))
def test_every_drawer_from_many_copies(kind, copies):
    drawn = sheet("A", LARGE_SIZES[copies], **COLLATIONS[kind])
    made = generator([drawn, sheet("B", [1, 2])], slot(1, "B"), slot(3, "A"), distinct="none")
    wide = copies == "over 2**63" and kind != "fixed"
    assert assert_same(made, 60) == (60 if wide else 0)


def test_a_run_of_groups_larger_than_arrays_count():
    groups = cf.PrintRun(2**70)
    made = generator([sheet("A", [2**60, 2**71, 5], collation=groups)], slot(3, "A"))
    assert assert_same(made, 60) == 0


@pytest.mark.parametrize("count", [0, 30, 401])
@pytest.mark.parametrize("kind", COLLATIONS)
def test_many_cards_and_none(kind, count):
    drawn = sheet("A", [2, 1] * 150, **COLLATIONS[kind])
    made = generator([drawn, sheet("B", [1] * 5)], slot(count, "A"), slot(2, "B"), distinct="none")
    assert_same(made, 40)


@pytest.mark.parametrize("kind", COLLATIONS)
def test_few_copies_for_many_cards(kind):
    drawn = sheet("A", [2, 1], **COLLATIONS[kind])
    on_short = ("skip",)
    assert_same(generator([drawn], slot(7, "A", on_short=on_short), distinct="none"))


def colored(count, color, first=0):
    face = lambda number: cf.Face(f"A{number}", colors=color)  # noqa: E731 - for the next line
    return [cf.Card([face(number)]) for number in range(first, first + count)]


def balanced(*sizes, count, copies=1, distinct="printing", rule="unbiased", **fields):
    cards = []
    for size, color in zip(sizes, ["W", "U", "B", "R", "G", ""], strict=False):
        cards += colored(size, frozenset(map(cf.Color, color)), len(cards))
    even = sheet("A", [copies] * len(cards), collation=cf.Balanced("color", rule))
    parts = [slot(count, "A"), slot(1, "B", "C")]
    others = [sheet("B", [1] * 9), sheet("C", [1] * 3)]
    return generator([even, *others], *parts, cards=cards, distinct=distinct, **fields)


def test_balance():
    assert_same(balanced(22, 19, 19, 18, 17, 6, count=10), 2_000)
    assert_same(balanced(5, 4, 3, count=7), 500)
    assert_same(balanced(5, 4, 1, count=2), 500)
    assert_same(balanced(3, 2, count=4, copies=2, distinct="none"), 500)


EVENT = {supply: cf.Event(supply=supply) for supply in ("infinite", "finite")}


@pytest.mark.parametrize("supply", EVENT)
@pytest.mark.parametrize("rule", ["draftmancer", "taw", "reject"])
def test_rules_of_balance(rule, supply):
    fields = {"rule": rule, "event": EVENT[supply]}
    assert assert_same(balanced(22, 19, 19, 18, 17, 6, count=10, **fields), 80) == 0
    assert assert_same(balanced(9, 300, 9, 9, 9, 70, count=99, **fields), 6) < 6
    assert_same(balanced(2, 2, 2, 2, 2, 2, count=10, copies=3, **fields), 30)
    assert_same(balanced(5, 4, 3, count=7, **fields), 30)
    assert_same(balanced(30, 30, 30, 30, 30, 20, count=7, distinct="none", **fields), 40)


def test_fewer_sure_colours_than_there_are():
    for sizes in ((20, 20, 20, 20, 20, 60), (20, 0, 20, 20, 20, 60), (1, 1, 1, 0, 0, 60)):
        made = balanced(*sizes, count=3, rule="draftmancer")
        assert assert_same(made, 60) == (0 if all(sizes) or sum(sizes) == 63 else 60)


@pytest.mark.parametrize("scope", ["slot", "pack"])
@pytest.mark.parametrize("supply", EVENT)
@pytest.mark.parametrize("rule", ["draftmancer", "taw", "reject"])
def test_a_rule_of_balance_among_other_slots(rule, supply, scope):
    """Before and after it are cards of its sheet, and of another that has some of them."""
    sizes = [12, 9, 9, 9, 9, 5]
    cards = [card for n, size in enumerate(sizes) for card in colored(size, _color(n), 50 * n)]
    entries = [cf.Entry(card.ref) for card in cards]
    even = cf.Sheet("A", entries, cf.Balanced("color", rule))
    foil = cf.Sheet("F", entries[:30], cf.Random(), finish="foil")
    parts = [slot(2, "F"), slot(8, "A"), slot(1, "F", "B"), slot(7, "A"), slot(2, "F")]
    fields = {"distinct_scope": scope, "event": EVENT[supply]}
    fields["constraints"] = [cf.AtMost(4, "sheet", "F")]
    made = generator([even, foil, sheet("B", [2] * 300)], *parts, cards=cards, **fields)
    counted = rule == "draftmancer" and supply == "finite" and scope == "pack"
    assert assert_same(made, 25) <= (25 if counted else 8)


@pytest.mark.parametrize("sizes", [(12, 9, 9, 9, 9, 5), (9, 0, 4, 0, 0, 3), (0, 0, 0, 0, 0, 60)])
@pytest.mark.parametrize("distinct", ["printing", "none"])
@pytest.mark.parametrize("balance", [True, False])
def test_rules_of_draftmancer(balance, distinct, sizes):
    cards = [card for n, size in enumerate(sizes) for card in colored(size, _color(n), 50 * n)]
    entries = [cf.Entry(card.ref, 1 + at % 2) for at, card in enumerate(cards)]
    sheets = [cf.Sheet("A", entries), cf.Sheet("F", entries[:9]), sheet("B", [2] * 300)]
    layouts = [
        cf.Layout("x", 2, [slot(1, "F"), slot(8, "A"), slot(2, "B", "A")]),
        cf.Layout("y", 3, [slot(2, "A"), slot(0, "F")]),
        cf.Layout("z", 3, []),
    ]
    rounds = [cf.Round(layouts=[cf.LayoutChoice("x")]), cf.Round()]
    fields = {"distinct": distinct, "distinct_scope": "pack", "layouts": layouts, "cards": cards}
    for event in (None, cf.Event(color_balance=balance, rounds=rounds)):
        made = generator(sheets, rules="draftmancer", event=event, **fields)
        assert assert_same(made, 40, 3) < 30
    finite = cf.Event(supply="finite", color_balance=balance)
    assert assert_same(generator(sheets, rules="draftmancer", event=finite, **fields), 9) == 9


def test_print_runs_with_the_rules_of_draftmancer():
    sheets = [sheet("A", [1] * 9, collation=cf.PrintRun(continues="slot")), sheet("B", [1] * 9)]
    fields = {"rules": "draftmancer", "distinct_scope": "pack"}
    assert assert_same(generator(sheets, slot(2, "B"), slot(3, "A"), **fields), 9) == 9
    empty = [sheet("A", []), sheet("B", [1] * 9)]
    with pytest.raises(cf.EmptySheetError):
        make(generator(empty, slot(2, "A", "B"), **fields), 9)
    wide = cf.Slot("C", 1, [cf.SheetChoice("A", 1), cf.SheetChoice("B", 2**70)])
    assert assert_same(generator([sheet("A", [1]), sheets[1]], wide, **fields), 9) == 9


COPIES = {
    "1": [1],
    "2": [2],
    "1-3": [1, 3, 2],
    "1-3 of the first colour": [3] + [1] * 40 + [2],
    "300": [300],
    "some 300": [300] * 30 + [1] * 200,
}


@pytest.mark.parametrize("distinct", ["printing", "none"])
@pytest.mark.parametrize("copies", COPIES)
@pytest.mark.parametrize("scope", ["slot", "pack"])
def test_two_balanced_slots(copies, distinct, scope):
    """And one slot that shares their cards; how many bytes numbers take differs by colour."""
    sizes = [25, 20, 19, 18, 17, 9]
    cards = [card for n, size in enumerate(sizes) for card in colored(size, _color(n), 50 * n)]
    counts = COPIES[copies] * len(cards)
    even = [
        cf.Sheet(name, [cf.Entry(card.ref, n) for card, n in zip(its, counts, strict=False)], rule)
        for name, its, rule in (
            ("A", cards, cf.Balanced("color")),
            ("B", cards[:60], cf.Balanced("color")),
            ("C", cards[30:70], cf.Random()),
        )
    ]
    made = generator(
        even,
        slot(7, "A"),
        slot(4, "B"),
        slot(2, "C"),
        cards=cards,
        distinct=distinct,
        distinct_scope=scope,
    )
    assert assert_same(made, 700) < 350


def _color(number):
    return frozenset(map(cf.Color, "WUBRG"[number : number + 1]))


def test_balance_by_more_bytes_than_arrays_count():
    cards = [card for n in range(6) for card in colored(20, _color(n), 50 * n)]
    counts = [10**6 + 7 * n for n in range(len(cards))]
    entries = [cf.Entry(card.ref, n) for card, n in zip(cards, counts, strict=True)]
    even = cf.Sheet("A", entries, cf.Balanced("color"))
    made = generator([even, sheet("B", [1] * 9)], slot(9, "A"), slot(1, "B"), cards=cards)
    fork = made.trees[0].root
    assert fork.size > 8
    assert_same(made, 60)


def test_balance_of_more_cards_than_are_folded(monkeypatch):
    monkeypatch.setattr(columns, "_FOLDED", 3)
    assert_same(balanced(9, 8, 7, count=6))


def test_numbers_that_are_skipped():
    """15 numbers below 200 leave room for one that is skipped; 16 leave none."""
    sheets = [sheet("A", [1] * 200)]
    assert 0 < assert_same(generator(sheets, slot(15, "A")), 20_000) < 20
    assert assert_same(generator(sheets, slot(16, "A")), 20_000) > 200


def test_choices_that_are_skipped():
    parts = [slot(1, "A", "B")] * 3
    weights = [cf.SheetChoice("A", 101), cf.SheetChoice("B", 99)]
    parts.append(cf.Slot("C", 1, weights))
    sheets = [sheet("A", [1] * 5), sheet("B", [1] * 7)]
    assert assert_same(generator(sheets, *parts, distinct="none"), 5_000) > 0


@pytest.mark.parametrize("total", [2**20, 2**40, 2**70])
def test_choices_among_large_numbers(total):
    choices = [cf.SheetChoice("A", total), cf.SheetChoice("B", total // 3)]
    sheets = [sheet("A", [1] * 5), sheet("B", [1] * 7)]
    assert_same(generator(sheets, cf.Slot("C", 2, choices)))


WEIGHTS = st.lists(st.integers(1, 9) | st.integers(1, 2**70), min_size=2, max_size=9)


@given(WEIGHTS, st.data())
def test_a_choice_of_many_packs_is_that_of_each(weights, data):
    fork = Fork([(weight, Path("", ())) for weight in weights], None)
    ends = [*accumulate(weights)]
    near = st.sampled_from([end + more for end in ends for more in (-1, 0, fork.bound - ends[-1])])
    values = data.draw(st.lists(near | st.integers(0, 256**fork.size - 1), min_size=1))
    values = [value % 256**fork.size for value in values]
    packs = b"".join(value.to_bytes(fork.size, "little") for value in values)
    rows = np.array(data.draw(st.permutations(range(len(values)))))
    its = np.frombuffer(packs, np.uint8).reshape(len(values), fork.size)
    chosen, skipped = tree._Choice(fork).of(rows, its)  # noqa: SLF001 - what it makes of bytes
    own = [values[row] for row in rows]
    assert skipped.tolist() == [value >= fork.bound for value in own]
    assert chosen.tolist() == [bisect_right(ends, value % fork.limit) for value in own]


def test_many_choices():
    """More bytes of choices than a pack has at first, and choices between choices."""
    sheets = [sheet("A", [1] * 5), sheet("B", [1] * 7)]
    part = cf.Choice(
        [cf.Layout("x", 2, [slot(1, "A", "B")]), cf.Layout("y", Fraction(1, 3), [slot(2, "B")])]
    )
    assert_same(generator(sheets, *[part] * 3, distinct="none"), 1_000)
    assert assert_same(generator(sheets, *[slot(1, "A", "B")] * 18, distinct="none"), 50) == 50


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
    assert_same(made, 500)
    packs, _ = make(made, 500)
    assert packs.indices.shape == (500, 9)
    assert set(packs.layouts) == {"none", "short", "long"}


def test_rounds():
    sheets = [sheet("A", [1] * 20), sheet("B", [1] * 9)]
    layouts = [cf.Layout("x", 1, [slot(2, "A")]), cf.Layout("y", 3, [slot(7, "B")])]
    choices = [[cf.LayoutChoice("x")], [], [cf.LayoutChoice("y"), cf.LayoutChoice("x")]]
    event = cf.Event(rounds=[cf.Round(layouts=each) for each in choices])
    made = generator(sheets, layouts=layouts, event=event)
    for start in (0, 1, 2, 5, 2**63 + 1):
        assert_same(made, 200, start)
    assert_same(made, 2)


def test_replacements():
    sheets = [sheet("A", [1] * 9), sheet("B", [1] * 3), sheet("C", [1] * 4)]
    replaces = [cf.Replace("A", "B", Fraction(1, 4)), cf.Replace("C", "B", Fraction(2, 3), "foil")]
    made = generator(sheets, slot(3, "A"), slot(1, "C"), constraints=replaces)
    assert assert_same(made, 1_000) < 50
    twice = [cf.Replace("A", "B", Fraction(1, 2)), cf.Replace("A", "C", Fraction(1, 3))]
    assert assert_same(generator(sheets, slot(1, "A"), constraints=twice), 1_000) < 50


def test_packs_whose_cards_depend_on_one_another():
    sheets = [sheet("A", [3, 2, 1, 1]), sheet("B", [1] * 4)]
    for parts, by_itself in (
        ([slot(1, "B"), slot(2, "A", "B", choose="card")], 50),
        ([slot(2, "A"), slot(1, "A")], 0),
    ):
        made = generator(sheets, *parts, distinct_scope="pack")
        assert assert_same(made, 50) == by_itself


GUARANTEES = {
    "a third": [cf.AtLeast(1, "name", "A1")],
    "two": [cf.AtMost(1, "sheet", "B"), cf.AtLeast(1, "name", "A1")],
    "most": [cf.AtMost(0, "name", "A1")],
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
    assert assert_same(generator(sheets, **fields), 1_500, 3) < 150


def test_guarantees_that_few_packs_keep():
    made = generator(
        [sheet("A", [1] * 40)], slot(1, "A"), constraints=[cf.AtLeast(1, "name", "A1")]
    )
    assert 0 < assert_same(made, 1_000) < 200
    none = generator([sheet("A", [1] * 4)], slot(1, "A"), constraints=[cf.AtLeast(2, "name", "A1")])
    with pytest.raises(cf.CollationError, match="none of 10000 packs"):
        make(none, 1)


def test_leaves_with_few_packs(monkeypatch):
    monkeypatch.setattr(tree, "_FEW", 75)
    sheets = [sheet("A", [1] * 9), sheet("B", [1] * 3)]
    by_itself = assert_same(generator(sheets, slot(1, "A", "B")), 150)
    assert 25 < by_itself < 75


@pytest.mark.parametrize("start", [1, 7, 2**32 - 3, MAX_NUMBER - 101, MAX_NUMBER - 100])
def test_any_start(start):
    made = generator([sheet("A", [1] * 30), sheet("B", [1] * 9)], slot(4, "A"), slot(2, "A", "B"))
    assert_same(made, 100, start)
    assert_same(made, 99, start)


def test_many_blocks(monkeypatch):
    monkeypatch.setattr(maker, "_TOGETHER", 100)
    monkeypatch.setattr(maker, "_OF_A_PLAN", 70)
    monkeypatch.setattr(streams, "_HASHED", 3)
    monkeypatch.setattr(plan, "_MOST", 7)
    made = generator([sheet("A", [1] * 30), sheet("B", [1] * 9)], slot(4, "A"), slot(2, "A", "B"))
    assert_same(made, 950, 3)


def test_packs_made_some_at_a_time(monkeypatch):
    """A maker keeps what it prepared, and the numbers of cards and layouts."""
    monkeypatch.setattr(tree, "_MOST_PLANS", 2)
    sheets = [sheet("A", [1] * 30), sheet("B", [1] * 9), sheet("C", [2] * 900)]
    layouts = [cf.Layout("x", 1, [slot(4, "A", "B")]), cf.Layout("y", 1, [slot(2, "C")])]
    made = generator(sheets, layouts=layouts)
    its = made._opener.bulk_maker()  # noqa: SLF001 - as the generator does
    before = its.make(0, 5)
    for start, count in ((5, 20), (25, 1), (26, 0), (100, 77), (7, 30)):
        packs = its.make(start, count)
        assert [packs.pack(at) for at in range(count)] == [*made.packs(count, start)]
        assert packs.cards[: len(before.cards)] == before.cards
        assert packs.layouts[: len(before.layouts)] == before.layouts
        before = packs


def test_threads_share_a_maker():
    made = generator([sheet("A", [1] * 30), sheet("B", [1] * 9)], slot(4, "A"), slot(2, "A", "B"))
    its, wanted = made._opener.bulk_maker(), [*made.packs(800)]  # noqa: SLF001 - as the generator does
    with ThreadPoolExecutor(8) as threads:
        blocks = threads.map(lambda start: its.make(start, 40), range(0, 800, 40))
        assert [each.pack(at) for each in blocks for at in range(40)] == wanted


def test_numbers_that_no_pack_has():
    made = generator([sheet("A", [1] * 3)], slot(1, "A"))
    for start, count in ((-1, 1), (MAX_NUMBER, 1), (MAX_NUMBER - 1, 2)):
        with pytest.raises(cf.CollationError, match="packs are numbered"):
            make(made, count, start)
    assert len(make(made, 0)[0]) == len(make(made, -1)[0]) == 0
    assert len(make(made, 0, MAX_NUMBER)[0]) == 0


def test_a_pack_that_is_not_there():
    packs, _ = make(generator([sheet("A", [1] * 3)], slot(1, "A")), 5, 2)
    assert packs.pack(-1).number == 6
    with pytest.raises(IndexError):
        packs.pack(5)


def test_an_empty_sheet():
    with pytest.raises(cf.EmptySheetError):
        make(generator([sheet("A", [1] * 3), sheet("B", [])], slot(1, "A"), slot(2, "B")), 5)


def test_more_cards_than_16_bits_can_name():
    made = generator([sheet("A", [1] * 40_000)], slot(3, "A"))
    assert_same(made, 100)
    assert make(made, 9)[0].indices.dtype == np.int32


def test_counts():
    sheets = [sheet("A", [1] * 4), sheet("B", [1] * 3)]
    parts = [slot(2, "A", on_short=("skip",)), slot(5, "A", "B", on_short=("skip",))]
    made = generator(sheets, *parts, distinct="none")
    packs, _ = make(made, 20_000)
    cards = [made.pack(number).cards for number in range(20_000)]
    copies = Counter(card for each in cards for card in each)
    containing = Counter(card for each in cards for card in set(each))
    assert packs.counts().tolist() == [copies[card] for card in packs.cards]
    assert packs.containing().tolist() == [containing[card] for card in packs.cards]


@given(st.data())
def test_the_fold_is_the_shuffle_of_fisher_and_yates(data):
    total = data.draw(st.integers(1, 12))
    limits = range(total, total - data.draw(st.integers(1, total)), -1)
    number = st.tuples(*[st.integers(0, limit - 1) for limit in limits])
    packs = data.draw(st.lists(number, min_size=1, max_size=8))
    drawn = []
    for numbers in packs:
        pile = list(range(total))
        for last, at in zip(range(total - 1, -1, -1), numbers, strict=False):
            pile[at], pile[last] = pile[last], pile[at]
        drawn.append(pile[: -len(numbers) - 1 : -1])
    numbers = np.array(packs, np.uint8).T
    folded = columns.folded(numbers, columns.lasts_of(total, numbers))
    assert folded.T.tolist() == drawn


@st.composite
def cardsets(draw):
    sheets = [draw(testing.sheets(name)) for name in "AB"]
    layouts = st.lists(
        testing.layouts(["A", "B"]), min_size=1, max_size=2, unique_by=lambda each: each.name
    )
    scopes, distinct = st.sampled_from(("slot", "pack")), st.sampled_from(("printing", "none"))
    booster = draw(st.builds(cf.Booster, st.just("b"), st.none(), layouts, distinct, scopes))
    return cf.CardSet(sheets=sheets, boosters=[booster])


@settings(max_examples=50)
@given(cardsets(), st.integers(0, MAX_NUMBER - 20))
def test_any_booster(cardset, start):
    made = cf.Generator(cardset, seed=start)
    try:
        packs = [made.pack(start + index) for index in range(20)]
    except cf.EmptySheetError:
        return
    found, _ = make(made, 20, start)
    assert [found.pack(index) for index in range(20)] == packs


def test_less_than_no_packs_are_refused():
    cardset = cf.CardSet.of([cf.Card.of("Eel")], pack=1)
    with pytest.raises(cf.CollationError, match="0 packs or more, not -1"):
        cf.Generator(cardset, seed=7).bulk(-1)
