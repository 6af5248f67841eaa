"""Goodness of fit: true packs pass as often as they should, wrong odds are found."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import erfc, exp, inf, sqrt

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

import cardformats as cf
from cardformats import stats
from cardformats.stats.distributions import (
    Quadratic,
    upper_gamma,
    upper_tail,
    upper_tail_like,
)
from tests.boosters import cardset, sheet, slot


@pytest.fixture(autouse=True)
def _fewer(request, monkeypatch):
    """Fewer simulated packs, and samples of them, but in slow tests."""
    if "slow" not in request.keywords:
        monkeypatch.setattr("cardformats.stats.moments._SIMULATED", 800)
        monkeypatch.setattr("cardformats.stats.hypothesis._SAMPLES", 100)


def cards(sheets, *slots, colors=None, **fields):
    known = [
        cf.Card([cf.Face(entry.card.name, colors=[cf.model.Color(c)] if c in "WUBRG" else [])])
        for entry, c in zip(sheets[0].entries, colors or "", strict=False)
    ]
    return cardset(sheets, *slots, cards=known, **fields)


def usual(rare=2):
    """10/3/1 with rares and mythics."""
    sheets = [sheet("C", *[1] * 40), sheet("U", *[1] * 20), sheet("R", *[rare] * 12, *[1] * 6)]
    return cards(sheets, slot("C", 10), slot("U", 3), slot("R", 1))


@cache
def opened(rare=2, seed=4):
    """A generator of them."""
    return cf.Generator(usual(rare), seed=seed)


def dependent(size=40, count=10, copies=1, rare=1):
    """By Draftmancer's rules a slot is balanced by what an earlier one left: that has no tree.

    Of the last card there are other copies than of the others.
    """
    commons = sheet("C", *[copies] * (size - 1), rare)
    first = cf.Slot("first", 1, [cf.SheetChoice("C")])
    event = cf.model.Event(supply="finite", color_balance=True)
    return cards([commons], first, slot("C", count - 1), colors="W" * size, event=event)


BOOSTERS = {
    "10/3/1": usual(),
    "weights": cards([sheet("C", *[1, 2, 5] * 6)], slot("C", 6)),
    "copies": cards([sheet("C", *[1, 2, 5] * 6)], slot("C", 6), distinct="none"),
    "again": cards(
        [sheet("C", *[1, 3] * 6, collation=cf.model.Random(replacement=True))],
        slot("C", 6),
        distinct="none",
    ),
    "run": cards([sheet("C", *[1] * 33, collation=cf.model.PrintRun())], slot("C", 6)),
    "short run": cards([sheet("C", *[1] * 11, collation=cf.model.PrintRun())], slot("C", 4)),
    "foils": cards(
        [sheet("C", *[1] * 20), sheet("F", *[1] * 9, finish="foil")],
        slot("C", 4),
        constraints=[cf.model.Replace("C", "F", Fraction(1, 3))],
    ),
    "balanced": cards(
        [sheet("C", *[1] * 30, collation=cf.model.Balanced())],
        slot("C", 8),
        colors="WUBRG" * 5 + "WWWC",
    ),
    "guaranteed": cards(
        [sheet("C", *[1] * 20)],
        slot("C", 4),
        colors="WUBRG" * 4,
        constraints=[cf.model.AtLeast(1, "color", "W")],
    ),
}


def p_values(made, times, packs):
    gen = cf.Generator(made, seed="fit")
    fits = [stats.test(gen, gen.packs(packs, at * packs)) for at in range(times)]
    assert not any(fit.impossible or fit.impossible_packs for fit in fits)
    return [fit.p_value for fit in fits]


def distance(values):
    """The greatest distance of a sample from the uniform distribution (Kolmogorov, Smirnov)."""
    values = sorted(values)
    whole = len(values)
    return max(max(v - at / whole, (at + 1) / whole - v) for at, v in enumerate(values))


@pytest.mark.parametrize("name", BOOSTERS)
def test_true_packs_pass_as_often_as_they_should(name):
    """The bound is passed by one in a thousand samples of uniform numbers."""
    assert distance(p_values(BOOSTERS[name], 20, 120)) < 1.95 / sqrt(20)


@pytest.mark.slow
@pytest.mark.parametrize("name", BOOSTERS)
def test_true_packs_pass_as_often_as_they_should_in_many_tests(name):
    assert distance(p_values(BOOSTERS[name], 400, 400)) < 1.95 / sqrt(400)


def test_a_wrong_weight_is_found():
    """Packs in which mythics are as frequent as rares."""
    packs = list(opened(1, 2).packs(1_000))
    fit = stats.test(opened(), packs)
    assert fit.p_value < 1e-4
    assert {card.card.name for card in fit.cards[:3]} <= {f"R{n}" for n in range(12, 18)}
    assert stats.test(opened(1), packs).p_value > 0.01


def test_a_single_card_that_is_too_frequent_sticks_out():
    commons = sheet("C", *[1] * 7, 3, *[1] * 32)
    packs = list(cf.Generator(cards([commons], slot("C", 10)), seed=2).packs(200))
    fit = stats.test(cf.Generator(cards([sheet("C", *[1] * 40)], slot("C", 10)), seed=3), packs)
    assert fit.p_value < 1e-6
    assert fit.cards[0].card.name == "C7"
    assert fit.cards[0].z > 5


def test_the_bias_of_draftmancers_balance_is_found():
    colors = "W" * 12 + "U" * 9 + "B" * 9 + "R" * 8 + "G" * 6 + "C" * 4
    event = cf.model.Event(color_balance=True)
    made = cards([sheet("C", *[1] * len(colors))], slot("C", 8), colors=colors, event=event)
    gen = cf.Generator(made, seed=4)
    packs = list(cf.Generator(made, seed=4, rules="draftmancer").packs(1_000))
    assert stats.test(gen, packs).p_value < 1e-4
    assert stats.test(gen, gen.packs(200)).p_value > 0.01


def test_other_rules_are_estimated_from_simulated_packs():
    gen = cf.Generator(dependent(), seed=4, rules="draftmancer")
    fit = stats.test(gen, gen.packs(400))
    assert not fit.exact
    assert fit.p_value > 0.01
    assert "estimated" in str(fit)
    others = cf.Generator(dependent(rare=4), seed=2, rules="draftmancer")
    assert stats.test(gen, others.packs(400)).p_value < 1e-4


def test_other_rules_have_exact_odds():
    gen = cf.Generator(usual(), seed=4, rules="draftmancer")
    fit = stats.test(gen, gen.packs(400))
    assert fit.exact
    assert fit.p_value > 0.01
    assert stats.test(gen, opened(1, 2).packs(1_000)).p_value < 1e-4


@pytest.mark.slow
def test_the_simulated_null_is_calibrated(monkeypatch):
    """Without exact odds as with them; the means are estimated from few packs, which counts too."""
    monkeypatch.setattr("cardformats.stats.moments._SIMULATED", 1_000)
    made = dependent(15, 4)
    values = {"cards": [], "neighbours": []}
    for seed in range(50):
        monkeypatch.setattr("cardformats.stats.hypothesis._SEED", f"moments {seed}")
        gen = cf.Generator(made, seed=seed, rules="draftmancer")
        fit = stats.test(gen, gen.packs(300))
        for name, its in values.items():
            its.append(fit.of(name).p_value)
    assert max(map(distance, values.values())) < 1.95 / sqrt(50)


def test_cards_that_cannot_come_are_told():
    gen = opened()
    packs = [list(pack.cards) for pack in gen.packs(30)]
    packs[3][0] = evolve(packs[3][0], finish="foil")
    fit = stats.test(gen, packs)
    assert fit.p_value == 0
    assert [(each.finish, each.observed, each.z) for each in fit.impossible] == [("foil", 1, inf)]


def test_packs_of_the_wrong_size_cannot_come():
    gen = opened()
    packs = [pack.cards[:-1] if pack.number == 7 else pack.cards for pack in gen.packs(60)]
    fit = stats.test(gen, packs)
    assert (fit.p_value, fit.impossible_packs) == (0, (7,))


def twice(pack):
    """A pack with its first card in place of its second."""
    return (pack.cards[0], *pack.cards[:1], *pack.cards[2:])


@pytest.mark.parametrize("read", [lambda card: card, lambda card: card.card, lambda c: c.card.name])
def test_packs_with_a_card_twice_cannot_come(read):
    """Totals of cards do not show it."""
    gen = opened()
    packs = [twice(each) if each.number % 3 == 1 else each.cards for each in gen.packs(90)]
    fit = stats.test(gen, [[read(card) for card in pack] for pack in packs])
    assert fit.p_value == 0
    assert fit.impossible_packs == tuple(range(1, 90, 3))
    assert {each.name for each in fit.impossible} == {pack[0].card.name for pack in packs[1::3]}
    assert "30 packs impossible" in str(fit)


def test_a_card_of_no_sheet_is_found_where_the_odds_are_not_known(monkeypatch):
    """Cards of so many different weights would take too long."""
    monkeypatch.setattr("cardformats.collation.effort.MAX_WORK", 100)
    monkeypatch.setattr("cardformats.stats.impossible._STEPS", 0)
    sheets = [sheet("A", *range(1, 41)), sheet("B", *[1] * 30)]
    slots = cf.Slot("S", 6, [cf.SheetChoice("A"), cf.SheetChoice("B")], "card")
    gen = cf.Generator(with_other_card(cards(sheets, slots)), seed=4)
    packs = list(gen.packs(50))
    assert gen.log_likelihood(packs[0]) is None
    assert stats.test(gen, packs).impossible_packs == ()
    fit = stats.test(gen, [*packs, [*packs[1].cards[1:], other_card()]])
    assert (fit.p_value, fit.impossible_packs) == (0, (50,))
    assert {each.name for each in fit.impossible} == {"Elsewhere"}


def with_other_card(made):
    return evolve(made, cards=[*made.cards, cf.Card.of("Elsewhere")])


def other_card():
    return cf.PackCard(cf.CardRef("Elsewhere"), "S", "A")


def test_cards_that_cannot_come_together_are_found():
    """Each of the cards can come, and as often, but a run has its cards in order."""
    gen = cf.Generator(BOOSTERS["run"], seed=1)
    packs = [pack.cards for pack in gen.packs(40)]
    packs[5] = (*packs[5][:-1], next(c for pack in packs for c in pack if c not in packs[5]))
    fit = stats.test(gen, packs)
    assert (fit.p_value, fit.impossible_packs) == (0, (5,))
    assert {each.card for each in fit.impossible} == {card.card for card in packs[5]}


def test_packs_that_break_a_guarantee_cannot_come():
    made = BOOSTERS["guaranteed"]
    without = cf.Generator(made, evolve(made.boosters[0], constraints=()), seed=1)
    gen = cf.Generator(made, seed=1)
    packs = list(without.packs(60))
    white = {cf.model.Color.WHITE}
    bare = [p.number for p in packs if all(made.card(c.card).colors != white for c in p.cards)]
    assert bare
    assert list(stats.test(gen, packs).impossible_packs) == bare


def test_what_seldom_comes_is_possible_by_other_rules():
    """A card that no simulated pack had, but that is on a sheet."""
    made = with_other_card(dependent(31, 3, copies=30_000))
    gen = cf.Generator(made, seed=1, rules="draftmancer")
    refs = [cf.CardRef(f"C{n % 31}") for n in range(33)]
    packs = [refs[n : n + 3] for n in range(31)]
    fit = stats.test(gen, packs)
    assert not fit.exact
    assert fit.impossible_packs == ()
    assert fit.p_value > 0
    assert stats.test(gen, [*packs, [cf.CardRef("Elsewhere"), *refs[:2]]]).p_value == 0


def test_what_always_comes_has_no_freedom():
    gen = cf.Generator(cards([sheet("C", 1, 1, collation=cf.model.Fixed())], slot("C", 2)), seed=1)
    fit = stats.test(gen, gen.packs(9))
    assert (fit.p_value, fit.tests) == (1, ())
    assert [card.z for card in fit.cards] == [0, 0]
    both = cf.Generator(cards([sheet("C", 1, 1)], slot("C", 2)), seed=1)
    assert stats.test(both, both.packs(9)).tests == ()
    first = gen.pack(0).cards[0]
    assert stats.test(gen, [[first, first]] * 9).p_value == 0


def test_names_and_references_tell_less():
    """A reference has no finish, a name no set; one of them among the cards is enough."""
    made = cards(
        [sheet("C", *[1] * 20), cf.Sheet("F", sheet("C", *[1] * 20).entries, finish="foil")],
        slot("C", 4),
        slot("F", 1),
        distinct="none",
    )
    gen = cf.Generator(made, seed=1)
    packs = list(gen.packs(300))
    whole = stats.test(gen, packs)
    refs = stats.test(gen, ([card.card for card in pack.cards] for pack in packs))
    names = stats.test(gen, ([card.card.name for card in pack.cards] for pack in packs))
    mixed = stats.test(gen, ([pack.cards[0].card, *pack.cards[1:]] for pack in packs))
    assert len(whole.cards) == 40
    assert mixed == refs
    assert len(refs.cards) == len(names.cards) == 20
    assert refs.p_value == names.p_value > 0.01
    assert isinstance(names.cards[0].card, str)
    assert names.of("finish") is None
    with pytest.raises(cf.CollationError, match="no test 'finnish'; did you mean 'finish'"):
        names.of("finnish")
    assert str(whole).splitlines()[0].startswith("300 packs: p = ")
    assert any("(foil)" in str(card) for card in whole.cards)


def test_few_packs_make_few_cells():
    gen = opened()
    run = cf.Generator(BOOSTERS["run"], seed=1)
    freedom = [stats.test(gen, gen.packs(number)).of("cards").freedom for number in (1, 30, 1_000)]
    assert freedom[0] < freedom[1] < freedom[2] == 39 + 19 + 11 + 6
    assert 5 <= stats.test(run, run.packs(10)).of("cards").freedom <= 11


def test_too_many_kinds_of_cards_are_simulated():
    """Guarantees on many overlapping properties cannot be counted together."""
    limits = [cf.model.AtMost(4, "color", color) for color in "WUBRG"]
    made = cards([sheet("C", *[1] * 25)], slot("C", 4), colors="WUBRG" * 5, constraints=limits)
    gen = cf.Generator(made, seed=1)
    assert stats.test(gen, gen.packs(100)).p_value > 0.01


def test_nothing_cannot_be_tested():
    with pytest.raises(cf.CollationError, match="there are no packs"):
        stats.test(opened(), [])


@pytest.mark.parametrize(
    ("freedom", "value", "tail"),
    [
        (1, 3.841458820694124, 0.05),
        (2, 9.210340371976182, 0.01),
        (10, 18.307038053275146, 0.05),
        (10, 3.9402991361190605, 0.95),
        (100, 124.34211340400407, 0.05),
        (1000, 1074.679446, 0.05),
    ],
)
def test_known_quantiles(freedom, value, tail):
    assert upper_tail(value, freedom) == pytest.approx(tail, rel=1e-6)


@given(st.floats(0, 300))
def test_closed_forms(x):
    """Q(1, x) and Q(3, x) are of Poisson's, Q(1/2, x) is that of the normal distribution."""
    assert upper_gamma(1, x) == pytest.approx(exp(-x), rel=1e-9, abs=1e-13)
    assert upper_gamma(3, x) == pytest.approx(exp(-x) * (1 + x + x * x / 2), rel=1e-9, abs=1e-13)
    assert upper_gamma(0.5, x) == pytest.approx(erfc(sqrt(x)), rel=1e-9, abs=1e-13)


def test_the_ends_of_the_tail():
    assert upper_tail(0, 5) == 1
    assert upper_tail(0, 0) == 1
    assert upper_tail(inf, 0) == upper_tail(inf, 7) == 0
    assert upper_tail(1e4, 3) == 0


def test_statistics_of_correlated_counts():
    """Two of three cards, uniformly: the statistic is Pearson's, corrected by (n - 1) / (n - k)."""
    chance = Fraction(2, 3)
    same, other = chance * (1 - chance), -chance * (1 - chance) / 2
    test = Quadratic([[60 * (same if a == b else other) for a in range(3)] for b in range(3)])
    off = [3, -5, 2]
    pearson = sum(d * d for d in off) / 40
    assert (test.value(off), test.freedom) == (pytest.approx(pearson * 2), 2)
    assert test.value([1, 0, 0]) == inf


@pytest.mark.parametrize("freedom", [10, 100, 3000])
@pytest.mark.parametrize("far", [-1, 0, 1, 2, 3])
def test_the_tail_of_a_statistic_that_is_like_chi_square(freedom, far):
    value = freedom + far * sqrt(2 * freedom)
    exact, near = upper_tail(value, freedom), upper_tail_like(3 * value, 3 * freedom, 18 * freedom)
    assert near == pytest.approx(exact, abs=1e-3)
