"""Layouts keep their odds when they are simplified, and when their choices are multiplied out.

What a layout gives is worked out here by following every choice: which sheets give how many cards,
in order.  Cards come from that alone, so equal outcomes are equal odds of every pack.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

from hypothesis import given
from hypothesis import strategies as st

import cardformats as cf
from cardformats.model.simplify import flattened, simplified, single_draws
from tests.conftest import SETTLED

NAMES = "ABC"
MANY = 10**9


def weights(least):
    return st.one_of(st.integers(least, 4), st.fractions(Fraction(1, 3), 3, max_denominator=3))


SHEETS = st.lists(
    st.builds(cf.SheetChoice, st.sampled_from(NAMES), weights(1)), min_size=1, max_size=2
)
SLOTS = st.builds(
    cf.Slot,
    st.sampled_from(("x", "y", "z")),
    st.integers(1, 2),
    SHEETS,
    st.sampled_from(("slot", "card")),
    st.sampled_from((None, "foil")),
    st.sampled_from(((), (), ("skip",), ("next",))),
)


def choices(parts):
    option = st.builds(cf.Layout, st.just(""), weights(0), st.lists(parts, max_size=2))
    options = st.lists(option, min_size=1, max_size=3)
    return options.filter(lambda each: any(one.weight for one in each)).map(cf.model.Choice)


PARTS = st.recursive(SLOTS, lambda parts: st.one_of(choices(parts), SLOTS), max_leaves=5)
LAYOUTS = st.builds(cf.Layout, st.just("P"), weights(1), st.lists(PARTS, min_size=1, max_size=3))


def outcomes(parts):
    """How likely *parts* are to draw from which sheets: by the draws in order."""
    found = {(): Fraction(1)}
    for part in parts:
        own = Counter()
        if isinstance(part, cf.model.Choice):
            total = sum(Fraction(option.weight) for option in part.options)
            for option in part.options if total else ():
                for draws, share in outcomes(option.slots).items():
                    own[draws] += share * option.weight / total
        else:
            own.update(of_slot(part))
        both = Counter()
        for before, share in found.items():
            for draws, of_part in own.items():
                both[before + draws] += share * of_part
        found = {draws: share for draws, share in both.items() if share}
    return found


def of_slot(slot):
    """What a slot draws; one that goes on to its other sheets is told by all of them."""
    own = Counter()
    for each in slot.sheets:
        own[each.sheet] += Fraction(each.weight)
    total = sum(own.values())
    turns, each = (slot.count, 1) if slot.choose == "card" else (1, slot.count)
    rest = frozenset(name for name in own if own[name]) if "next" in slot.on_short else None
    found = {(): Fraction(1)}
    for _ in range(turns):
        found = {
            (*before, (name, each, slot.finish, slot.on_short, rest)): share * weight / total
            for before, share in found.items()
            for name, weight in own.items()
        }
    return {in_short(draws): share for draws, share in found.items()}


def in_short(draws):
    """Neighbouring draws of the same kind from one sheet within a slot, as one."""
    merged = []
    for sheet, count, *how in draws:
        if merged and merged[-1][0] == sheet:
            merged[-1] = (sheet, merged[-1][1] + count, *how)
        else:
            merged.append((sheet, count, *how))
    return tuple(merged)


def of_all(layouts):
    """The outcomes of one of *layouts* by weight, and their weight."""
    total = sum(Fraction(each.weight) for each in layouts)
    found = Counter()
    for layout in layouts:
        for draws, share in outcomes(layout.slots).items():
            found[draws] += share * layout.weight / total
    return found, total


def combinations(layout):
    """How many layouts there are if all choices of *layout* are simply multiplied out."""
    size = 1
    for part in layout.slots:
        if isinstance(part, cf.model.Choice):
            size *= sum(combinations(option) for option in part.options if option.weight)
    return size


def options_of(layout):
    choices = [part for part in layout.slots if isinstance(part, cf.model.Choice)]
    inner = [option for choice in choices for option in choice.options]
    return len(inner) + sum(map(options_of, inner))


def cards_by_sheet(found):
    """The expected number of cards of each sheet and finish."""
    expected = Counter()
    for draws, share in found.items():
        for sheet, count, finish, *_ in draws:
            expected[sheet, finish] += share * count
    return expected


@given(LAYOUTS)
def test_a_simplified_layout_draws_what_it_drew(layout):
    simple = simplified(layout)
    assert outcomes(simple.slots) == outcomes(layout.slots)
    assert combinations(simple) <= combinations(layout)
    assert simplified(simple) == simple


@given(LAYOUTS)
def test_a_flat_layout_draws_what_it_drew_in_no_more_layouts(layout):
    flat, is_exact = flattened(layout, MANY)
    assert is_exact
    assert of_all(flat) == (outcomes(layout.slots), layout.weight)
    assert len(flat) <= combinations(layout)
    assert not any(isinstance(part, cf.model.Choice) for each in flat for part in each.slots)


@given(LAYOUTS, st.integers(1, 5))
def test_beyond_the_limit_each_sheet_gives_as_many_cards_as_before(layout, limit):
    flat, is_exact = flattened(layout, limit)
    found, weight = of_all(flat)
    assert weight == layout.weight
    assert cards_by_sheet(found) == cards_by_sheet(outcomes(layout.slots))
    assert len(flat) <= limit + options_of(layout)
    if is_exact:
        assert found == outcomes(layout.slots)


def with_booster(layouts):
    sheets = [
        cf.Sheet(name, [cf.Entry(cf.CardRef(f"{name}{n}"), n) for n in range(1, 5)])
        for name in NAMES
    ]
    return cf.CardSet(sheets=sheets, boosters=[cf.Booster(layouts=layouts, distinct="none")])


def exact_rows(layouts):
    """The exact odds of each card and finish; zero odds are no row."""
    rows = cf.Generator(with_booster(layouts), seed=1).odds(packs=1)
    return {(row.card, row.finish): (row.expected, row.at_least_one) for row in rows if row.exact}


def any_on_short(layout):
    """Whether a slot may be short, of which exact odds are not known."""
    return any(
        any(map(any_on_short, part.options)) if isinstance(part, cf.model.Choice) else part.on_short
        for part in layout.slots
    )


@SETTLED
@given(LAYOUTS)
def test_exact_odds_of_cards_stay_the_same(layout):
    before = exact_rows([layout])
    flat, _ = flattened(layout, MANY)
    for layouts in ([simplified(layout)], flat):
        after = exact_rows(layouts)
        both = before.keys() & after.keys()
        assert {key: after[key] for key in both} == {key: before[key] for key in both}
        assert len(both) == len(before) or any_on_short(layout)


@given(
    st.lists(st.integers(1, 5), min_size=1, max_size=3),
    st.integers(0, 5),
    st.integers(1, 300),
    st.booleans(),
)
def test_cards_with_a_sheet_each_are_drawn_in_all_ways(weights, number, limit, is_ordered):
    shares = {f"s{n}": Fraction(weight, sum(weights)) for n, weight in enumerate(weights)}
    ways = Counter()
    for names in product(shares, repeat=number):
        chance = Fraction(1)
        for name in names:
            chance *= shares[name]
        ways[names if is_ordered else tuple(sorted(names))] += chance
    draws = single_draws(shares, number, limit, is_ordered=is_ordered)
    if draws is None:
        assert len(ways) > limit or number > limit
        return
    assert len(draws) <= limit
    assert {
        tuple(name for name, count in runs for _ in range(count)): chance for chance, runs in draws
    } == ways
