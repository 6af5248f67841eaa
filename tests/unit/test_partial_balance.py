"""Slots that are balanced in a share of packs: from not at all to always."""

from __future__ import annotations

import json
import pickle
from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb, prod

import pytest
from attrs import evolve

import cardformats as cf
from cardformats import stats
from cardformats.bits import number_size
from cardformats.collation.balance import class_counts
from cardformats.collation.leaves import Draw
from cardformats.collation.likelihood import likelihood
from cardformats.collation.odds.classes import SheetClasses
from cardformats.collation.tree import Classes, OneOf, nodes_of
from cardformats.diagnostics import Concern
from tests.boosters import by_function

HALF, THIRD = Fraction(1, 2), Fraction(1, 3)
STRENGTHS = (Fraction(0), THIRD, HALF, Fraction(99, 100), Fraction(1))


def cards_of(classes):
    """A card for each letter of *classes*, a space for one without a colour."""
    return [
        cf.Card.of(f"{at}{color.strip() or '-'}", colors=[*map(cf.model.Color, color.strip())])
        for at, color in enumerate(classes)
    ]


def made(classes, slots, strength, copies=1, *, others=(), collation=None, **booster):
    """A balanced sheet "s" and sheets of *others*; slots are numbers of cards of "s", or slots."""
    cards = cards_of(classes)
    copies = [copies] * len(cards) if isinstance(copies, int) else copies
    entries = [cf.Entry(card.ref, n) for card, n in zip(cards, copies, strict=True)]
    sheet = cf.Sheet("s", entries, collation or cf.model.Balanced(strength=strength))
    slots = [
        cf.Slot(f"slot {at}", each, [cf.SheetChoice("s")]) if isinstance(each, int) else each
        for at, each in enumerate(slots)
    ]
    its = cf.Booster("b", layouts=[cf.Layout("L", 1, slots)], **booster)
    return cf.CardSet("S", cards=cards, sheets=[sheet, *others], boosters=[its])


def generator(*args, seed=1, **options):
    return cf.Generator(made(*args, **options), seed=seed)


def foil(count=1, slot="f"):
    return cf.Slot(slot, count, [cf.SheetChoice("foils")], finish="foil")


def by_definition(classes, count, strength):
    """The probability of every set of *count* of the cards, each of which is there once.

    Balanced are the class counts of the page on randomness, of the classes that have a card or more
    on average, and of all other cards; each way to have them is as likely.
    """
    names = sorted({*classes} - {" "})
    sure = [each for each in names if count * classes.count(each) >= len(classes)]
    groups = [[n for n, each in enumerate(classes) if each == one] for one in sure]
    groups.append([n for n, each in enumerate(classes) if each not in sure])
    groups = [each for each in groups if each]
    sizes = [len(each) for each in groups]
    share = {}
    if len(groups) > 1:
        ways = class_counts(sizes, sizes, count)
        total = sum(weight for weight, _ in ways)
        for weight, way in ways:
            share[way] = Fraction(weight, total * prod(map(comb, sizes, way)))
    packs = {}
    for pack in combinations(range(len(classes)), count):
        random = Fraction(1, comb(len(classes), count))
        balanced = random
        if share:
            way = tuple(len({*pack} & {*each}) for each in groups)
            balanced = share.get(way, Fraction())
        packs[pack] = strength * balanced + (1 - strength) * random
    return packs


SHEETS = {
    "two and a rest": ("WWWUUU  ", 4),
    "five": ("WWUUBBRRGG ", 5),
    "uneven": ("WWWWUB", 3),
    "a class that gives all": ("WUUU", 3),
    "one card": ("WWUU", 1),
    "nothing to balance": ("WWWW", 2),
    "too rare": ("WUBRG", 2),
}


@pytest.mark.parametrize("strength", STRENGTHS)
@pytest.mark.parametrize("name", SHEETS)
def test_every_pack_of_small_sheets(name, strength):
    """Shares, class counts and whole packs beside all sets of cards there are."""
    classes, count = SHEETS[name]
    gen = generator(classes, [count], strength)
    packs = by_definition(classes, count, strength)
    assert sum(packs.values()) == 1
    cards = [card.ref for card in gen.cardset.cards]
    for pack, share in packs.items():
        assert likelihood(gen.exact, [cf.PackCard(cards[n], "", "") for n in pack]) == share
    odds = gen.odds()
    assert odds.exact
    for row in odds:
        at = cards.index(row.card)
        assert row.expected == Fraction(count, len(classes))
        assert row.at_least_one == sum(share for pack, share in packs.items() if at in pack)
    counts = odds.class_counts("s")
    names = [None if each is None else each.upper() for each in counts.classes]
    assert names == [*sorted({*classes} - {" "}), *([None] if " " in classes else [])]
    expected = Counter()
    for pack, share in packs.items():
        came = [classes[n] for n in pack]
        expected[tuple(came.count(each or " ") for each in names)] += share
    assert counts.chances == {numbers: share for numbers, share in expected.items() if share}
    one = names[0]
    assert odds.counts("color", one or "x") == (
        {n: s for n in range(count + 1) if (s := sum(v for k, v in expected.items() if k[0] == n))}
        if one
        else {0: 1}
    )
    without = sum(share for pack, share in packs.items() if one not in {classes[n] for n in pack})
    assert counts.none_of(one and one.lower()) == without


#: Boosters in which exactly one slot is balanced, by the strength.
FIVE = "WUBRG" * 19 + " " * 6


def opened(cardset, number=60):
    return [*cf.Generator(cardset, seed=3).packs(number)]


@pytest.mark.parametrize("distinct", ["printing", "none"])
@pytest.mark.parametrize("copies", [1, 2, [1, 3, 2] * 3 + [1]])
def test_without_strength_packs_are_the_random_ones_and_with_all_the_balanced(copies, distinct):
    """Not only as often: the same packs."""
    its = ("WUBWU  WUB", [6, 2])
    packs = {
        strength: opened(made(*its, strength, copies, distinct=distinct))
        for strength in (0, HALF, 1)
    }
    assert packs[0] == opened(made(*its, 0, copies, collation=cf.model.Random(), distinct=distinct))
    assert packs[1] == opened(
        made(*its, 1, copies, collation=cf.model.Balanced(), distinct=distinct)
    )
    assert packs[0] != packs[HALF] != packs[1]


@pytest.mark.parametrize("strength", ["1/2", "1/3", "255/256", "1/1000003", Fraction(1, 2**40)])
def test_bulk_gives_the_same_packs(strength):
    pytest.importorskip("numpy")
    for its in (
        generator(FIVE, [10], strength),
        generator("WUBWU  WUB", [6, 2], strength, 3),
        generator("WUBWU  WUB", [4, foil()], strength, others=[cf.Sheet("foils", ["0W", "x"])]),
    ):
        bulk = its.bulk(400)
        assert [bulk.pack(at) for at in range(400)] == [*its.packs(400)]


def balancing(*args, **options):
    """The only choice of the tree, and the only classes."""
    nodes = [*nodes_of(generator(*args, **options).trees[0])]
    choice, *others = (each for each in nodes if isinstance(each, OneOf) and not each.names)
    (classes,) = (each for each in nodes if isinstance(each, Classes))
    assert not others
    return choice, classes


def test_the_slot_is_first_balanced_or_not_and_then_as_ever():
    """The choice is one of its own, before that of the class counts."""
    choice, classes = balancing("WWUU", [2], Fraction(1, 4))
    assert choice.weights == (3, 1)
    random, balanced = choice.parts
    assert isinstance(random, Draw)
    assert balanced is classes


@pytest.mark.parametrize("supply", ["finite", "refill"])
def test_a_deal_balances_as_often_as_the_sheet_says(supply):
    """Every class keeps its share of the first pack and the last; some packs lack a colour."""
    lacking = {}
    for strength in (0, HALF, 1):
        its = made(FIVE, [10], strength, 4)
        its = evolve(its, event=cf.model.Event(supply=supply, boosters_per_player=1))
        gen = cf.Generator(its, seed=5)
        deals, others, without = 100, Counter(), 0
        for number in range(deals):
            packs = gen.deal(8, number=number).packs
            for at, pack in enumerate(packs):
                colors = [card.card.name[-1] for card in pack.cards]
                assert len({card.card for card in pack.cards}) == 10
                others[at] += colors.count("-")
                without += not {*colors} >= {*"WUBRG"}
        fair = deals * 10 * 6 / 101
        assert all(abs(others[at] - fair) < 4 * fair**0.5 for at in (0, 7))
        lacking[strength] = without / deals / 8
    random = 1 - float(Fraction(508, 1000))
    assert lacking[1] == 0
    assert abs(lacking[0] - random) < 0.06
    assert abs(lacking[HALF] - random / 2) < 0.06


@pytest.mark.parametrize("supply", ["finite", "refill"])
def test_a_deal_without_strength_is_that_of_a_random_sheet(supply):
    event = cf.model.Event(supply=supply)
    one, other = (
        cf.Generator(evolve(each, event=event), seed=1)
        for each in (made(FIVE, [10], 0, 3), made(FIVE, [10], 0, 3, collation=cf.model.Random()))
    )
    assert one.deal(8) == other.deal(8)
    opened = [*one.deal(8).packs]
    assert one.more(opened[:4]) == other.more(opened[:4])
    always, never = (made(FIVE, [10], strength, 3) for strength in (1, 0))
    for its in (always, never, made(FIVE, [10], HALF, 3)):
        gen = cf.Generator(evolve(its, event=event), seed=1)
        assert gen.deal(8).packs != gen.deal(8, number=1).packs
        assert len(gen.more(opened).cards) == 10


def test_a_box_has_the_same_packs():
    its = made(FIVE, [10, 2], HALF, 3, box=cf.model.Box(36))
    gen = cf.Generator(its, seed=1)
    assert list(gen.box(0)) == [*gen.packs(36)]
    its = made(FIVE, [10], HALF, 4, distinct_scope="box", box=cf.model.Box(6))
    box = cf.Generator(its, seed=1).box(0)
    cards = [card.card for pack in box for card in pack.cards]
    assert len({*cards}) == len(cards) == 60


def test_an_event_balances_random_sheets_only():
    its = evolve(made(FIVE, [10], 0), event=cf.model.Event(color_balance=True))
    lacking = [
        pack for pack in cf.Generator(its, seed=1).packs(50)
        if not {card.card.name[-1] for card in pack.cards} >= {*"WUBRG"}
    ]  # fmt: skip
    assert lacking


def test_more_classes_than_can_be_written_out():
    """Their numbers are rounded where a slot is balanced; shares stay, and weights stay small."""
    letters = "abcdefghijkl"
    cards = [cf.Card.of(f"{each}{at}", rarity=each) for each in letters for at in range(4)]
    sheet = cf.Sheet("s", [each.ref for each in cards], cf.model.Balanced("rarity", strength="2/3"))
    slot = cf.Slot("s", 20, "s")
    booster = cf.Booster(layouts=[cf.Layout("", 1, [slot])])
    gen = cf.Generator(cf.CardSet(cards=cards, sheets=[sheet], boosters=[booster]), seed=1)
    assert {row.expected for row in gen.odds()} == {Fraction(20, 48)}
    random = Fraction(comb(44, 20), comb(48, 20))
    assert gen.odds().counts("rarity", "a")[0] == random / 3
    bulk = gen.bulk(200)
    assert [bulk.pack(at) for at in range(200)] == [*gen.packs(200)]


def test_the_weights_of_a_pack_are_no_larger_for_a_strength():
    """The choice is one of its own: arrays read numbers of eight bytes or less."""
    choice, classes = balancing(FIVE, [10], Fraction(12345, 67891))
    (whole,) = (
        each for each in nodes_of(generator(FIVE, [10], 1).trees[0]) if isinstance(each, Classes)
    )
    assert (classes.ways, classes.weights) == (whole.ways, whole.weights)
    assert choice.weights == (67891 - 12345, 12345)
    assert number_size(classes.ends[-1]) <= 8


# the model, and formats


@pytest.mark.parametrize("strength", [0, 1, HALF, "1/2", "0", "3/4"])
def test_a_strength_is_exact(strength):
    balanced = cf.model.Balanced(strength=strength)
    assert type(balanced.strength) is Fraction
    assert balanced.strength == Fraction(strength)
    assert pickle.loads(pickle.dumps(balanced)) == balanced
    its = made("WU", [1], strength)
    text = cf.dumps(its, "json")
    assert ('"strength"' in text) == (balanced.strength != 1)
    again = cf.loads(text, "json")
    assert again.sheets["s"].collation == balanced
    assert opened(again) == opened(its)


@pytest.mark.parametrize("strength", [0.5, True, None, -1, 2, "3/2", "1/0", "half", "1e-9", "-1/2"])
def test_what_is_no_strength_is_refused(strength):
    with pytest.raises(cf.ModelError, match=r"Balanced\.strength"):
        cf.model.Balanced(strength=strength)


@pytest.mark.parametrize("rule", ["draftmancer", "taw", "reject"])
def test_rules_of_others_always_balance(rule):
    assert cf.model.Balanced(rule=rule, strength=1) == cf.model.Balanced(rule=rule)
    with pytest.raises(cf.ModelError, match="always balances"):
        cf.model.Balanced(rule=rule, strength="1/2")


@pytest.mark.parametrize("strength", ["3/2", -1, 2, "a", True, "1/0"])
def test_json_with_another_strength_is_refused(strength):
    text = cf.dumps(made("WU", [1], "1/2"), "json")
    text = text.replace('"1/2"', json.dumps(strength))
    with pytest.raises(cf.CardFormatsError):
        cf.loads(text, "json")


@pytest.mark.parametrize("format", ["draftmancer", "mtgjson", "octgn", "wagic-pack"])
def test_a_format_that_cannot_say_it_reports_it(format):  # noqa: A002 - the field's word
    report = cf.dumps_report(made("WU", [2], "1/2"), format)
    (loss,) = [each for each in report.losses if each.code == "CF230"]
    assert "a balance of the strength 1/2" in loss.message
    assert loss.concern is Concern.ODDS
    read = cf.loads(report.value, format)
    assert not [
        each for each in read.sheets.values() if isinstance(each.collation, cf.model.Balanced)
    ]


@pytest.mark.parametrize(
    "collation",
    [cf.model.Balanced(strength="1/2"), cf.model.Balanced("rarity"), cf.model.Balanced(rule="taw")],
)
def test_mtgjson_balances_what_it_can_say_only(collation):
    """What is written is what was reported."""
    its = made("WU", [2], 1, collation=collation)
    assert "balanceColors" not in cf.dumps(its, "mtgjson")
    assert "balanceColors" in cf.dumps(made("WU", [2], 1), "mtgjson")
    assert not cf.dumps_report(made("WU", [2], 1), "json").losses


def test_audit_says_that_a_balance_has_no_effect():
    """A slot that is never balanced lacks nothing that it should have."""
    codes = {each.code: each for each in generator("WWWU", [2], 0).audit()}
    assert "strength 0" in codes["CL044"].message
    assert not {"CL020", "CL021"} & set(codes)
    for strength in ("1/2", 1):
        assert "CL044" not in {each.code for each in generator("WWUU", [2], strength).audit()}
        assert "CL020" in {each.code for each in generator("WWWU", [2], strength).audit()}


@pytest.mark.parametrize("rules", ["draftmancer", "wagic", "octgn"])
def test_other_programs_do_not_know_it(rules):
    with pytest.raises(cf.CollationError, match="does not support"):
        cf.Generator(made(FIVE, [10], "1/2"), seed=1, rules=rules)


# fits


@pytest.mark.parametrize("strength", [0, Fraction(2, 3), 1])
def test_a_fit_finds_the_strength(strength):
    gen = generator(FIVE, [10, foil()], strength, others=[cf.Sheet("foils", ["0W", "7B", "x"])])
    packs = [*gen.packs(400)]
    fit = stats.fit_strength(gen, packs)
    assert (fit.sheet, fit.packs, fit.confidence) == ("s", 400, 0.95)
    assert fit.low <= strength <= fit.high
    assert 0 <= fit.low <= fit.strength <= fit.high <= 1
    assert fit.high - fit.low < 0.2
    assert pickle.loads(pickle.dumps(fit)) == fit
    assert "400 packs" in str(fit)


@pytest.mark.parametrize("tell", ["cards", "names"])
def test_a_fit_to_cards_that_do_not_tell_their_sheet(tell):
    """Foils of the sheet's cards count, too, here and in what is expected."""
    gen = generator(
        "WUB" * 8, [5, foil(2)], HALF, others=[cf.Sheet("foils", ["0W", "5B", "x"])],
        distinct_scope="slot",
    )  # fmt: skip
    packs = [
        [card.card if tell == "cards" else card.card.name for card in pack.cards]
        for pack in gen.packs(600)
    ]
    fit = stats.fit_strength(gen, packs, "s")
    assert fit.low < HALF < fit.high
    assert fit.high - fit.low < 0.4


def test_a_fit_is_the_greatest_likelihood():
    """Beside the likelihood of whole packs, which says the same of cards of equal copies."""
    packs = [*generator("WWWUUU  ", [4], HALF).packs(60)]
    fit = stats.fit_strength(generator("WWWUUU  ", [4], 0), packs)

    def value(strength):
        gen = generator("WWWUUU  ", [4], Fraction(strength).limit_denominator(10**6))
        return sum(map(gen.log_likelihood, packs))

    best = value(fit.strength)
    for other in (fit.strength - 0.01, fit.strength + 0.01, 0.01, 0.99):
        assert value(other) <= best
    for end in (fit.low, fit.high):
        assert abs(2 * (best - value(end)) - 1.959964**2) < 1e-3 or end in {0, 1}


@pytest.mark.parametrize("strength", [THIRD, Fraction(9, 10)])
def test_a_fit_of_several_slots(strength):
    """The likelihood of a pack with two balanced slots is of the second degree."""
    gen = generator("WUB" * 12, [3, 4], strength, distinct_scope="slot")
    fit = stats.fit_strength(gen, gen.packs(600))
    assert fit.low < strength < fit.high
    assert fit.high - fit.low < 0.3


def test_class_counts_without_a_closed_form_are_not_fitted(monkeypatch):
    gen = generator("WUB" * 8, [5], HALF)
    monkeypatch.setattr(SheetClasses, "counts", lambda *_: None)
    with pytest.raises(cf.CollationError, match="no closed form"):
        stats.fit_strength(gen, gen.packs(5))


@pytest.mark.slow
def test_a_fit_to_cards_of_several_copies():
    """Cards of a class come as often as their copies say, if it is balanced or not."""
    gen = generator(FIVE, [10], HALF, [1, 4, 5, 2, 1] * 20 + [1])
    assert sum(gen.odds().class_counts("s").chances.values()) == 1
    fit = stats.fit_strength(gen, gen.packs(300))
    assert fit.low < HALF < fit.high
    assert fit.high - fit.low < 0.3


def test_a_fit_without_anything_to_fit():
    """Four cards of five colours are sure of none."""
    gen = generator("WUBRG" * 4, [4], HALF)
    with pytest.raises(cf.CollationError, match="equally probable at every strength of 's'"):
        stats.fit_strength(gen, gen.packs(10))
    with pytest.raises(cf.CollationError, match="between 0 and 1"):
        stats.fit_strength(gen, gen.packs(10), confidence=1)


def test_a_wider_interval_is_surer():
    gen = generator("WUB" * 8, [5], HALF)
    packs = [*gen.packs(100)]
    narrow, wide = (stats.fit_strength(gen, packs, confidence=share) for share in (0.5, 0.99))
    assert wide.low < narrow.low < narrow.strength < narrow.high < wide.high


@pytest.mark.slow
def test_intervals_have_the_strength_as_often_as_they_say():
    inside = 0
    for seed in range(200):
        gen = generator("WUB" * 8, [5], HALF, seed=seed)
        fit = stats.fit_strength(gen, gen.packs(200))
        inside += fit.low <= HALF <= fit.high
    assert 178 <= inside <= 199  # 190 on average


def test_what_cannot_be_fitted():
    unknown = by_function(cf.Sheet("foils", ["0W", "x"]))
    gen = generator("WWUU", [2, 1], HALF, others=[cf.Sheet("foils", ["0W"])])
    packs = [*gen.packs(5)]
    never = [cf.CardRef("0W"), cf.CardRef("2U"), cf.CardRef("3U")]
    for its, observed, sheet, message in [
        (gen, [], None, "there are no packs"),
        (gen, packs, "x", "no balanced sheet 'x'"),
        (gen, packs, "foils", "no balanced sheet 'foils'"),
        (gen, [*packs, [*never, never[0]]], "s", "pack 5 is impossible at every strength"),
        (
            generator(FIVE, [9, foil()], HALF, others=[unknown]),
            [["0W"]], None, "packs whose cards have sheets",
        ),
        (generator("WWUU", [1, 1], HALF), packs, None, "no slot of several cards"),
        (generator("WWUU", [2], 1, collation=cf.model.Random()), packs, None, "sheets are: none"),
        (
            generator("WWUU", [2], HALF, constraints=[cf.model.AtLeast(1, "color", "W")]),
            packs, None, "guarantees",
        ),
    ]:  # fmt: skip
        with pytest.raises(cf.CollationError, match=message):
            stats.fit_strength(its, observed, sheet)


def test_class_counts():
    counts = generator(FIVE, [10], HALF).odds().class_counts("s")
    assert counts.classes == ("b", "g", "r", "u", "w", None)
    assert sum(counts.chances.values()) == 1
    assert len(counts.chances) < 3003 < len(repr(counts)) + 3003
    ways = comb(101, 10)
    random = sum((-1) ** n * comb(5, n) * comb(101 - 19 * n, 10) for n in range(6))
    all_five = sum(share for numbers, share in counts.chances.items() if all(numbers[:5]))
    assert all_five == HALF + HALF * Fraction(random, ways)
    assert counts.none_of("w") == HALF * Fraction(comb(82, 10), ways)
    assert pickle.loads(pickle.dumps(counts)) == counts
    by_name = generator(FIVE, [10], HALF).odds().class_counts("s", "name")
    assert by_name is None  # too many classes
    with pytest.raises(cf.CollationError, match="no sheet 'x'"):
        generator(FIVE, [10], HALF).odds().class_counts("x")


def test_a_card_of_several_classes_has_no_class_counts():
    entries = [cf.Entry("a", overrides={"rarity": "x"}), cf.Entry("a", overrides={"rarity": "y"})]
    slot = cf.Slot("s", 1, [cf.SheetChoice("s")])
    its = cf.CardSet(
        sheets=[cf.Sheet("s", entries, cf.model.Balanced("rarity", strength="1/2"))],
        boosters=[cf.Booster(layouts=[cf.Layout("", 1, [slot])])],
    )
    with pytest.raises(cf.CollationError, match="several classes"):
        cf.Generator(its, seed=1).odds().class_counts("s")
