"""What opened packs say: which test finds what, two hypotheses, power, and fitted weights."""

from __future__ import annotations

import re
import sys
from fractions import Fraction
from math import inf, log, sqrt
from statistics import NormalDist

import pytest
from attrs import evolve

import cardformats as cf
from cardformats import stats
from tests.conftest import ROOT

COLORS = list(cf.model.Color)


@pytest.fixture(autouse=True)
def _fewer(monkeypatch):
    """Fewer simulated packs, and samples of them."""
    monkeypatch.setattr("cardformats.stats.moments._SIMULATED", 800)
    monkeypatch.setattr("cardformats.stats.hypothesis._SAMPLES", 200)
    monkeypatch.setattr("cardformats.stats.sample_size._LOOKED_AT", 300)


def sheet(name, size, **fields):
    return cf.Sheet(name, [cf.Entry(f"{name} {n}") for n in range(size)], **fields)


def slot(name, count, *sheets):
    return cf.Slot(name, count, [cf.SheetChoice(*each) for each in sheets or [(name, 1)]])


def cardset(sheets, *layouts, **fields):
    """Cards of five colours in turn, whose rarity is the first word of their names."""
    names = dict.fromkeys(entry.card.name for each in sheets for entry in each.entries)
    cards = [
        cf.Card.of(name, rarity=name.split()[0], colors=[COLORS[at % 5]])
        for at, name in enumerate(names)
    ]
    made = [cf.Layout(f"L{at}", *each) for at, each in enumerate(layouts)]
    return cf.CardSet(
        cards=cards, sheets=sheets, boosters=[cf.Booster("b", layouts=made, **fields)]
    )


def mythics(one_in, commons=1, collation=cf.model.Random()):  # noqa: B008 - it is frozen
    sheets = [sheet("common", 20, collation=collation), sheet("rare", 6), sheet("mythic", 3)]
    rare = slot("rare", 1, ("rare", one_in - 1), ("mythic", 1))
    return cf.Generator(cardset(sheets, (1, [slot("common", commons), rare])), seed=one_in)


def untold(one_in):
    """The same with three commons, by Draftmancer's rules; two depend on the first one's colour."""
    made = mythics(one_in, 3)
    _, rare = made.booster.layouts[0].slots
    slots = [slot("common", 1), slot("more", 2, ("common", 1)), rare]
    event = cf.model.Event(supply="finite", color_balance=True)
    boosters = [cf.Booster("b", layouts=[cf.Layout("L0", 1, slots)])]
    cardset = evolve(made.cardset, boosters=boosters, event=event)
    return cf.Generator(cardset, seed=1, rules="draftmancer")


#: What is asked of opened packs.
EVERY_QUESTION = {
    "test": stats.test,
    "fit_weights": stats.fit_weights,
    "fit_strength": stats.fit_strength,
    "compare": lambda gen, packs: stats.compare(packs, gen, gen),
}


def refs(packs):
    """Just the cards, as openings show them."""
    return [[card.card for card in pack.cards] for pack in packs]


def p_values(null, true, packs, runs):
    return [stats.test(null, refs(true.packs(packs, at * packs))).p_value for at in range(runs)]


def test_a_mythic_in_one_of_seven_packs_is_told_from_one_in_eight():
    """A z-test finds it in 67 of 100 runs of 2,000 packs, and a test of all cards in 12."""
    values = p_values(mythics(8), mythics(7), 2_000, 12)
    assert 5 <= sum(value <= 0.05 for value in values) <= 11


@pytest.mark.parametrize("packs", [10, 40])
def test_what_is_not_there_is_seldom_found_in_few_packs(packs):
    values = p_values(mythics(8, 3), mythics(8, 3), packs, 100)
    assert 1 <= sum(value <= 0.05 for value in values) <= 11
    assert 0.35 < sum(values) / 100 < 0.65


def first(null, packs):
    """The most striking test, and its corrected p-value."""
    fit = stats.test(null, packs)
    assert fit.p_value == fit.tests[0].corrected
    return fit.tests[0].name, fit.p_value


def test_packs_that_are_balanced_are_told_from_those_that_are_not():
    plain, balanced = mythics(8, 8), mythics(8, 8, cf.model.Balanced())
    assert first(plain, refs(balanced.packs(150))) == ("balance", pytest.approx(0, abs=0.01))
    assert first(balanced, refs(balanced.packs(150)))[1] > 0.05
    fit = stats.test(balanced, refs(plain.packs(150)))
    assert fit.p_value == 0  # some have no card of some colour
    assert fit.of("balance").p_value < 1e-4


def test_cards_that_follow_their_neighbours_are_found():
    """A draw that takes the next card where one came already, as print sheets do."""
    null = mythics(8, 4)
    packs = []
    for pack in null.packs(150):
        numbers = [int(card.card.name.split()[1]) for card in pack.cards[:4]]
        numbers[3] = next(n % 20 for n in range(numbers[0] + 1, 40) if n % 20 not in numbers[:3])
        packs.append([f"common {n}" for n in numbers] + [pack.cards[4].card.name])
    fit = stats.test(null, packs)
    assert fit.of("neighbours").corrected < 0.001
    assert fit.of("neighbours").cells[0].name == "common"
    assert fit.of("cards").p_value > 0.001


def test_a_few_decks_again_and_again_are_found():
    """Each card comes often enough, but always with the same others."""
    null = mythics(8, 4)
    decks = [[f"common {(n * 7 + k * 3) % 20}" for k in range(4)] for n in range(20)]
    rares = [pack.cards[4].card.name for pack in null.packs(200)]
    fit = stats.test(null, [[*decks[at % 20], rare] for at, rare in enumerate(rares)])
    assert fit.of("pairs").p_value < 1e-6
    assert " + " in fit.of("pairs").cells[0].name
    assert fit.of("cards").p_value > 0.5


def layouts(foils):
    foil = cf.Sheet("foil", sheet("common", 20).entries, finish="foil")
    sheets = [sheet("common", 20), sheet("rare", 5), foil]
    usual = [slot("common", 3), slot("rare", 1)]
    other = [slot("common", 2), slot("rare", 1), slot("foil", 1)]
    return cf.Generator(cardset(sheets, (6 - foils, usual), (foils, other)), seed=foils)


def test_layouts_and_finishes_are_tested_where_packs_tell_them():
    null, true = layouts(1), layouts(2)
    packs = list(true.packs(200))
    told = stats.test(null, packs)
    assert told.of("layout").corrected < 0.001
    cells = {cell.name: cell for cell in told.of("layout").cells}
    assert cells["L1"].observed == sum(pack.layout == "L1" for pack in packs)
    assert cells["L1"].expected == pytest.approx(200 / 6)
    seen = stats.test(null, [[evolve(card, slot="", sheet="") for card in p.cards] for p in packs])
    assert seen.of("layout") is None
    assert seen.of("finish").corrected < 0.001
    just = stats.test(null, refs(packs))
    assert (just.of("layout"), just.of("finish")) == (None, None)
    assert just.p_value > 0.01  # without finishes they are common cards


def test_what_says_the_same_is_asked_once():
    """Sheets of one rarity each; layouts, finishes and rarities that come and go together."""
    names = [test.name for test in stats.test(layouts(1), layouts(1).packs(200)).tests]
    assert len({"layout", "finish", "sheet", "rarity"} & {*names}) == 1
    assert {"cards", "pairs"} <= {*names}


def test_other_names_of_layouts_and_sheets_are_not_looked_at():
    packs = [evolve(pack, layout="elsewhere") for pack in layouts(1).packs(50)]
    assert stats.test(layouts(1), packs).of("layout") is None


def test_a_fit_reads_well():
    text = str(stats.test(mythics(8), refs(mythics(4).packs(400))))
    head, best = text.splitlines()[:2]
    assert re.fullmatch(r"400 packs: p = \S+, adjusted for \d+ tests", head)
    found = r"observed \d+, expected [\d.]+, z = [+-][\d.]+"
    result = r"chi-square = [\d.]+, df = 1, p = \S+, adjusted p = \S+"
    assert re.fullmatch(rf"  rarity: {result}; (mythic|rare): {found}", best)


def test_what_comes_seldom_by_other_rules_makes_no_test_impossible():
    null = untold(8)
    fit = stats.test(null, refs(null.packs(120)))
    assert not fit.exact
    assert all(test.statistic < inf for test in fit.tests)
    assert fit.p_value > 0.001


def test_the_ratio_is_that_of_exact_probabilities():
    one, other = mythics(8), mythics(4)
    packs = list(other.packs(60))
    comparison = stats.compare(refs(packs), one, other)
    mythic = sum(pack.cards[1].card.name.startswith("mythic") for pack in packs)
    expected = mythic * log(4 / 8) + (60 - mythic) * log((7 / 8) / (3 / 4))
    assert comparison.log_ratio == pytest.approx(expected)
    posterior = 1 / (1 + 2.718281828459045**-expected)
    assert comparison.posterior == pytest.approx(posterior)
    assert stats.compare(packs, other, one).log_ratio == pytest.approx(-expected)
    assert "as probable" in comparison.verdict
    assert str(comparison).startswith("60 packs: the packs")
    assert f"log likelihood ratio = {expected:.4g}, posterior probability" in str(comparison)
    assert [row["log_ratio"] for row in comparison.rows()] == list(comparison.log_ratios)


def test_packs_that_a_hypothesis_cannot_make_decide():
    one, other = mythics(8), mythics(8, 2)
    known = evolve(one.cardset, cards=[*one.cardset.cards, cf.Card.of("Elsewhere")])
    one = cf.Generator(known, seed=one.seed)
    packs = refs(one.packs(5))
    comparison = stats.compare(packs, one, other)
    assert (comparison.posterior, comparison.log_ratio) == (1, inf)
    assert comparison.impossible == ((), (0, 1, 2, 3, 4))
    assert comparison.verdict == "only the first hypothesis can make all of the packs"
    comparison = stats.compare(packs, other, one)
    assert comparison.posterior == 0
    assert comparison.verdict == "only the second hypothesis can make all of the packs"
    neither = stats.compare([*packs, ["Elsewhere"]], one, other)
    assert neither.posterior is None
    assert "neither" in neither.verdict
    assert neither.log_ratios[5] == 0


def test_where_probabilities_are_not_known_there_is_no_comparison():
    one = mythics(2, 3)
    other = untold(12)
    with pytest.raises(cf.CollationError, match="the probability of some is not known"):
        stats.compare(refs(one.packs(15)), one, other)
    power = stats.power(other, one, packs=100)
    assert power.of("likelihood") is None
    assert power.of("rarity").power > 0.9


def test_nothing_cannot_be_compared():
    with pytest.raises(cf.CollationError, match="there are no packs"):
        stats.compare([], mythics(8), mythics(7))


def test_power_is_that_of_simulated_tests():
    null, true = mythics(8), mythics(5)
    power = stats.power(null, true, packs=150)
    rarity, likelihood = power.of("rarity"), power.of("likelihood")
    runs = 100
    hits = ratios = 0
    mythic = [pack.cards[1].card.name.startswith("mythic") for pack in true.packs(150 * runs)]
    limit = NormalDist().inv_cdf(1 - rarity.alpha / 2)
    for run in range(runs):
        n = sum(mythic[150 * run : 150 * run + 150])
        hits += abs(n - 150 / 8) > limit * sqrt(150 * 7 / 64)
        ratios += n - 150 / 8 > 1.645 * sqrt(150 * 7 / 64)
    assert rarity.power == pytest.approx(hits / runs, abs=0.12)
    assert likelihood.power == pytest.approx(ratios / runs, abs=0.12)
    assert rarity.needed > likelihood.needed == power.needed
    again = stats.power(null, true, packs=rarity.needed)
    assert 0.8 <= again.of("rarity").power < 0.81
    assert str(power).splitlines()[1].startswith("  likelihood: needs ")


def test_packs_that_cannot_come_are_found_at_once():
    power = stats.power(mythics(8), mythics(8, 2), packs=1)
    assert power.needed == 1
    assert power.of("likelihood").power == 1


def test_power_of_several_degrees_needs_scipy(monkeypatch):
    sheets = [sheet("common", 9), sheet("rare", 6), sheet("mythic", 3)]

    def three(*weights):
        parts = zip(("common", "rare", "mythic"), weights, strict=True)
        return cf.Generator(cardset(sheets, (1, [slot("any", 1, *parts)])), seed=str(weights))

    null, true = three(6, 3, 1), three(5, 3, 2)
    pytest.importorskip("scipy")
    rarity = stats.power(null, true, packs=120).of("rarity")
    power, share = rarity.power, rarity.alpha
    runs, hits = 100, 0
    for run in range(runs):
        fit = stats.test(null, refs(true.packs(120, 120 * run)))
        hits += fit.of("rarity").p_value <= share
    assert power == pytest.approx(hits / runs, abs=0.12)
    monkeypatch.setitem(sys.modules, "scipy.stats", None)
    with pytest.raises(cf.CollationError, match=r"install cardformats\[stats\]"):
        stats.power(null, true)


@pytest.mark.parametrize("options", [{"alpha": 0}, {"alpha": 1.5}, {"power": 1}, {"packs": 0}])
def test_power_refuses_what_is_no_probability(options):
    with pytest.raises(cf.CollationError):
        stats.power(mythics(8), mythics(7), **options)


def test_weights_that_packs_tell_are_counted():
    packs = list(mythics(5).packs(400))
    fit = stats.fit_weights(mythics(8), packs)
    mythic, rare = fit.of("mythic")[0], fit.of("rare")[0]
    assert mythic.count == sum(pack.cards[1].sheet == "mythic" for pack in packs)
    assert mythic.share == mythic.count / 400 == pytest.approx(1 - rare.share)
    assert mythic.assumed == 1 / 8
    # Wilson's interval: the shares whose z-test has the count at its bound
    for end in (mythic.low, mythic.high):
        z = (mythic.share - end) / sqrt(end * (1 - end) / 400)
        assert abs(z) == pytest.approx(NormalDist().inv_cdf(0.975))
    assert "assumed 0.125 !" in str(fit)


def test_weights_that_packs_do_not_tell_are_those_that_make_them_most_probable():
    """Cards of one sheet each tell as much as the sheet's name does, but for the interval."""
    packs = list(mythics(5).packs(400))
    told, latent = stats.fit_weights(mythics(8), packs), stats.fit_weights(mythics(8), refs(packs))
    for one, other in zip(told.weights, latent.weights, strict=True):
        assert other.share == pytest.approx(one.share, abs=1e-6)
        assert (other.low, other.high) == pytest.approx((one.low, one.high), abs=0.003)
        assert other.count is None


def test_weights_of_options_that_share_cards_are_found():
    """Two layouts that differ by which of two overlapping sheets they have."""
    one = sheet("common", 10)
    other = cf.Sheet("late", [cf.Entry(f"common {n}") for n in range(5, 15)])

    def made(weight):
        parts = (weight, [slot("common", 3)]), (10 - weight, [slot("late", 3)])
        return cf.Generator(cardset([one, other], *parts), seed=1)

    fit = stats.fit_weights(made(5), refs(made(8).packs(600)))
    early = fit.of("L0")[0]
    assert early.low < 0.8 < early.high
    assert 0.03 < early.high - early.low < 0.12
    again = cf.Generator(made(5).cardset, fit.booster, seed=1)
    (weight,) = stats.fit_weights(again, again.packs(50)).of("L0")
    assert weight.assumed == pytest.approx(early.share)


def test_several_choices_are_fitted_together():
    sheets = [sheet("common", 20), sheet("rare", 6), sheet("mythic", 3), sheet("foil", 5)]

    def made(foil, mythic):
        rare = slot("rare", 1, ("rare", 10 - mythic), ("mythic", mythic))
        usual, other = [slot("common", 3), rare], [slot("common", 2), rare, slot("foil", 1)]
        return cf.Generator(cardset(sheets, (10 - foil, usual), (foil, other)), seed=1)

    packs = list(made(4, 3).packs(300))
    latent, told = stats.fit_weights(made(1, 1), refs(packs)), stats.fit_weights(made(1, 1), packs)
    assert [each.share for each in latent.weights] == pytest.approx(
        [each.share for each in told.weights], abs=1e-4
    )
    assert [each.of for each in told.weights] == ["layouts"] * 2 + ["slot rare"] * 2


def test_intervals_of_weights_hold_as_often_as_they_should():
    true = mythics(8)
    held = 0
    for run in range(60):
        weight = stats.fit_weights(true, true.packs(100, 100 * run), confidence=0.8).of("mythic")[0]
        held += weight.low <= 1 / 8 <= weight.high
    assert 40 <= held <= 56


def test_what_cannot_be_fitted_is_refused():
    plain = cf.Generator(cardset([sheet("common", 9)], (1, [slot("common", 2)])), seed=1)
    with pytest.raises(cf.CollationError, match="has no weights"):
        stats.fit_weights(plain, plain.packs(3))
    with pytest.raises(cf.CollationError, match="is impossible, whatever the weights"):
        stats.fit_weights(mythics(8), [["common 1", "common 2"]])
    with pytest.raises(cf.CollationError, match="between 0 and 1"):
        stats.fit_weights(mythics(8), mythics(8).packs(3), confidence=95)
    with pytest.raises(cf.CollationError, match="cannot be fitted"):
        stats.fit_weights(untold(8), refs(untold(8).packs(3)))


def test_a_card_that_is_missing_is_found_by_itself():
    null = cf.Generator(cardset([sheet("common", 60)], (1, [slot("common", 10)])), seed=1)
    few = cardset([sheet("common", 59)], (1, [slot("common", 10)]))
    fit = stats.test(null, refs(cf.Generator(few, seed=2).packs(150)))
    assert fit.tests[0].name == "single"
    assert fit.p_value < 1e-6
    assert fit.tests[0].cells[0].name == "common 59"
    assert fit.of("cards").corrected > fit.of("single").corrected
    alarms = p_values(null, null, 101, 20)
    assert sum(p <= 0.05 for p in alarms) <= 3


def test_packs_that_are_none_are_refused():
    null = mythics(8)
    for packs, message in [
        ("common 1", "a list of packs is needed, not the text 'common 1'"),
        (next(null.packs(1)), "a list of packs is needed, not a Pack"),
        (None, "a list of packs is needed, not a NoneType"),
        (["common 1", "rare 1"], "pack 0 must be a list of its cards, not the text 'common 1'"),
        ([["common 1"], {"rare 1": 1}], "pack 1 must be a list of its cards, not a dict"),
        ([["common 1", 1]], "pack 0 contains something that is not a card: a int"),
    ]:
        for ask in EVERY_QUESTION.values():
            with pytest.raises(cf.CollationError, match=message):
                ask(null, packs)


def test_a_pack_without_cards_cannot_come():
    null = mythics(8)
    fit = stats.test(null, [["common 1", "rare 1"], []])
    assert (fit.p_value, fit.impossible_packs, fit.impossible) == (0, (1,), ())
    assert "1 pack impossible (1)" in str(fit)
    assert stats.compare([[]], null, mythics(4)).impossible == ((0,), (0,))
    with pytest.raises(cf.CollationError, match="is impossible, whatever the weights"):
        stats.fit_weights(null, [[]])


def test_equal_hypotheses_are_as_probable():
    comparison = stats.compare(refs(mythics(8).packs(10)), mythics(8), mythics(8))
    assert (
        comparison.verdict == "the packs do not decide: both hypotheses give the same probability"
    )


def test_power_is_a_number_where_a_shift_is_beyond_the_covariance():
    pytest.importorskip("scipy")
    power = stats.power(mythics(8, commons=2), mythics(8), packs=3)
    assert all(0 <= each.power <= 1 for each in power.tests)
    assert "needs 1 pack;" in str(power)


# -- whole answers, in `tests/data/fits`; `--accept` writes them


def shown(answer):
    """Return an answer with six digits of its numbers, and a line for each object in it."""
    digits = re.sub(r"\d+\.\d+(e-\d+)?", lambda match: f"{float(match[0]):.6g}", repr(answer))
    return f"{re.sub(r', (?=[A-Z])', chr(10), digits)}\n{answer}\n"


def repeated(packs, copies):
    """Packs of which every third has its first card instead of some others."""
    packs = refs(packs)
    return [p if n % 3 else [*p[:1] * copies, *p[copies:]] for n, p in enumerate(packs)]


def names(packs):
    return [[str(card.card.name) for card in pack.cards] for pack in packs]


def weighted(weight, **about):
    """Cards of different weights, a few of them balanced."""
    few = sheet("few", 10, collation=cf.model.Balanced(strength=Fraction(1, 2)))
    many = cf.Sheet("many", {f"many {at}": 1 + at % weight for at in range(30)})
    made = cardset([few, many], (2, [slot("many", 3), slot("few", 6)]), (1, [slot("few", 6)]))
    return cf.Generator(evolve(made, boosters=[evolve(made.boosters[0], **about)]), seed=weight)


ANSWERS = {
    "test of few": lambda: stats.test(mythics(8), mythics(7).packs(12)),
    "test of references": lambda: stats.test(mythics(8, 3), refs(mythics(4, 3).packs(90))),
    "test of names": lambda: stats.test(layouts(1), names(layouts(3).packs(70))),
    "test of layouts": lambda: stats.test(layouts(1), layouts(2).packs(80)),
    "test of balance": lambda: stats.test(
        mythics(8, 8, cf.model.Balanced()), refs(mythics(8, 8).packs(20))
    ),
    "test of what is not exact": lambda: stats.test(untold(8), refs(untold(5).packs(60))),
    "test of the impossible": lambda: stats.test(
        mythics(8, 3), repeated(mythics(8, 3).packs(30), 2)
    ),
    "test of weights": lambda: stats.test(weighted(3), weighted(4).packs(60)),
    "test of duplicates": lambda: stats.test(
        weighted(30, distinct="none"), repeated(weighted(20).packs(36), 2)
    ),
    "comparison": lambda: stats.compare(refs(mythics(4).packs(60)), mythics(8), mythics(4)),
    "comparison of the impossible": lambda: stats.compare(
        repeated(mythics(4, 2).packs(5), 2), mythics(8, 2), mythics(8, 1)
    ),
    "power": lambda: stats.power(mythics(8), mythics(5), packs=150, alpha=0.02, power=0.7),
    "power of layouts": lambda: stats.power(layouts(1), layouts(2)),
    "weights": lambda: stats.fit_weights(layouts(1), layouts(2).packs(70), confidence=0.9),
    "weights of references": lambda: stats.fit_weights(mythics(8), refs(mythics(5).packs(60))),
    "strength": lambda: stats.fit_strength(weighted(2), weighted(3).packs(50)),
    "strength of references": lambda: stats.fit_strength(
        weighted(2), refs(weighted(3).packs(50)), "few", confidence=0.5
    ),
}


@pytest.mark.parametrize("name", ANSWERS)
def test_an_answer_is_what_it_was(name, request, monkeypatch):
    if "power" in name:
        pytest.importorskip("scipy")
    monkeypatch.setattr("cardformats.stats.moments._SIMULATED", 300)
    monkeypatch.setattr("cardformats.stats.hypothesis._SAMPLES", 40)
    monkeypatch.setattr("cardformats.stats.sample_size._LOOKED_AT", 50)
    text = shown(ANSWERS[name]())
    file = ROOT / "tests" / "data" / "fits" / f"{name}.txt"
    if request.config.getoption("--accept"):
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, "utf-8")
    assert text == file.read_text("utf-8")
