"""Likelihoods: of every pack of small boosters, against all numbers that a pack can come from."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import comb, inf, isclose, log

import pytest
from attrs import evolve

import cardformats as cf
from cardformats import stats
from cardformats.collation import Hands, Sampler, register
from cardformats.collation.likelihood import likelihood, log_likelihood
from tests.boosters import cardset
from tests.every_pack import every_pack

RETURNING = cf.model.Random(replacement=True)


def sheet(name, *cards, **fields):
    """Cards as ``name``, ``name*copies`` or ``name/finish``."""
    entries = []
    for card in cards:
        label, _, finish = card.partition("/")
        label, _, copies = label.partition("*")
        number = label[-1] if label[-1].isdigit() else None
        ref = cf.CardRef(label.rstrip("0123456789"), number=number)
        entries.append(cf.Entry(ref, int(copies or 1), finish=finish or None))
    return cf.Sheet(name, entries, **fields)


def slot(name, count, *sheets, **fields):
    choices = [cf.SheetChoice(each, n + 1) for n, each in enumerate(sheets or (name,))]
    return cf.Slot(name, count, choices, **fields)


def cards(sheets, *slots, colors="", **fields):
    pairs = zip("abcdefgh", colors, strict=False)
    known = [cf.Card([cf.Face(name, colors=[cf.model.Color(color)])]) for name, color in pairs]
    return cardset(sheets, *slots, cards=known, **fields)


BOOSTERS = {
    "pile": cards([sheet("A", *"abcde")], slot("A", 3)),
    "copies run out": cards([sheet("A", "a*2", "b*2", "c")], slot("A", 3), distinct="none"),
    "copies run out in two slots": cards(
        [sheet("A", "a*2", "b*2", "c")], slot("A", 2), slot("B", 1, "A"), distinct="none"
    ),
    "copies run out, replaced": cards(
        [sheet("A", "a*2", "b*2", "c")],
        slot("A", 2),
        constraints=[cf.model.Replace("A", "A", Fraction(1, 3))],
        distinct="none",
    ),
    "returning": cards(
        [sheet("A", "a*2", "b", "c", collation=RETURNING)], slot("A", 3), distinct="none"
    ),
    "weights": cards([sheet("A", "a*3", "b*2", "c", "d")], slot("A", 3)),
    "printings": cards([sheet("A", "a1*2", "a2", "b", "c")], slot("A", 2), distinct="name"),
    "spread": cards([sheet("A", "a*2", "b", collation=cf.model.Spread())], slot("A", 5)),
    "spread, few": cards([sheet("A", "a*2", "b", collation=cf.model.Spread())], slot("A", 2)),
    "run": cards([sheet("A", *"abcad", collation=cf.model.PrintRun())], slot("A", 2), slot("A", 1)),
    "runs": cards(
        [sheet("A", *"abcde", collation=cf.model.PrintRun(2, "slot"))], slot("A", 2), slot("A", 2)
    ),
    "fixed": cards([sheet("A", "a*2", "b", collation=cf.model.Fixed())], slot("A", 3)),
    "stripes": cards([sheet("A", *"abcdef", collation=cf.model.Striped(3, (1, 2)))], slot("A", 3)),
    "two sheets": cards([sheet("A", *"abc"), sheet("B", *"bcd")], slot("A", 2, "A", "B")),
    "each card chooses": cards(
        [sheet("A", "a*2", "b", collation=RETURNING), sheet("B", *"bc", collation=RETURNING)],
        slot("A", 3, "A", "B", choose="card"),
        distinct="none",
    ),
    "each card chooses, beside a run of the same cards": cards(
        [sheet("A", *"abc"), sheet("B", *"de"), sheet("R", *"afd", collation=cf.model.PrintRun())],
        slot("M", 2, "A", "B", choose="card"),
        slot("R", 2),
    ),
    "each card chooses, beside a run of others": cards(
        [sheet("A", *"abc"), sheet("B", *"de"), sheet("R", *"fgh", collation=cf.model.PrintRun())],
        slot("M", 2, "A", "B", choose="card"),
        slot("R", 2),
    ),
    "a run beside slots that look at it": cards(
        [sheet("A", *"abcd"), sheet("R", *"aef", collation=cf.model.PrintRun())],
        slot("R", 2),
        slot("A", 2),
        slot("B", 1, "A"),
    ),
    "slots share cards": cards(
        [sheet("A", *"abcd"), sheet("B", "b*2", *"ce")], slot("A", 2), slot("B", 1)
    ),
    "slots forget": cards(
        [sheet("A", *"abcd"), sheet("B", *"bce")], slot("A", 2), slot("B", 1), distinct_scope="slot"
    ),
    "foils": cards(
        [sheet("A", *"abc"), sheet("F", *"abc", finish="foil")], slot("A", 2), slot("F", 1)
    ),
    "choice": cards(
        [sheet("A", *"abc"), sheet("B", *"de")],
        slot("A", 1),
        cf.model.Choice(
            [cf.Layout("x", 3, [slot("B", 1)]), cf.Layout("y", 1, [slot("B", 2)]), cf.Layout()]
        ),
    ),
    "replaced": cards(
        [sheet("A", *"abcd"), sheet("B", *"ef")],
        slot("A", 2),
        constraints=[cf.model.Replace("A", "B", Fraction(1, 3))],
    ),
    "replaced, weights": cards(
        [sheet("A", "a*3", "b*2", *"cd"), sheet("B", "a", "e*2")],
        slot("A", 2),
        constraints=[cf.model.Replace("A", "B", Fraction(1, 3))],
    ),
    "replaced, returning": cards(
        [sheet("A", "a*3", "b", collation=RETURNING), sheet("B", "c")],
        slot("A", 2),
        constraints=[cf.model.Replace("A", "B", Fraction(1, 3))],
        distinct="none",
    ),
    "guaranteed": cards(
        [sheet("A", *"abcde")],
        slot("A", 3),
        colors="WWUUB",
        constraints=[cf.model.AtLeast(1, "color", "U"), cf.model.AtMost(1, "color", "W")],
    ),
    "balanced": cards(
        [sheet("A", *"abcdef", collation=cf.model.Balanced())], slot("A", 3), colors="WWWUUB"
    ),
    "balanced, weights": cards(
        [sheet("A", "a*2", *"bcdef", collation=cf.model.Balanced())], slot("A", 3), colors="WWWUUB"
    ),
    "balanced, with replacement": cards(
        [sheet("A", *"abcde", collation=cf.model.Balanced())],
        slot("A", 3),
        colors="WWUUB",
        distinct="none",
    ),
    "nothing": cards([sheet("A", *"abc")], slot("A", 0)),
    "layouts": cards(
        [sheet("A", *"abc"), sheet("B", *"cd")],
        layouts=[
            cf.Layout("x", 2, [slot("A", 1)]),
            cf.Layout("y", 1, [slot("A", 1), slot("B", 1)]),
        ],
    ),
    "same slot twice": cards([sheet("A", *"abcde")], slot("A", 1), slot("A", 2)),
}


@pytest.mark.parametrize("name", BOOSTERS)
def test_every_pack_has_its_exact_probability(name):
    """Packs that differ only in where their cards came from, which is hidden, count together."""
    gen = cf.Generator(BOOSTERS[name], seed=1)
    packs = every_pack(BOOSTERS[name])
    assert sum(packs.values()) == 1
    for (layout, drawn), chance in packs.items():
        assert likelihood(gen.exact, cf.Pack(0, "b", layout, drawn)) == chance
    for hidden in ("slot", "sheet"):
        alike = Counter()
        for (_, drawn), chance in packs.items():
            shown = [evolve(card, **{hidden: ""}) for card in drawn]
            alike[tuple(sorted(shown, key=repr))] += chance
        assert {drawn: likelihood(gen.exact, drawn) for drawn in alike} == alike


def test_what_cannot_come_has_no_likelihood():
    gen = cf.Generator(BOOSTERS["pile"], seed=1)
    a, b, c = (cf.PackCard(cf.CardRef(name), "A", "A") for name in "abc")
    assert gen.log_likelihood([a, b, c]) == -log(comb(5, 3))
    for impossible in (
        [a, b],
        [a, b, c, c],
        [a, a, b],
        [a, b, evolve(c, finish="foil")],
        [a, b, evolve(c, slot="B")],
        [],
    ):
        assert gen.log_likelihood(impossible) == -inf
    assert gen.log_likelihood(cf.Pack(0, "b", "other layout", (a, b, c))) == -inf
    for unknown in (evolve(c, card=cf.CardRef("z")), evolve(c, finish="fail")):
        with pytest.raises(cf.CollationError, match=r"there is no (card|finish)"):
            gen.log_likelihood([a, b, unknown])
    guaranteed = cf.Generator(BOOSTERS["guaranteed"], seed=1)
    d = cf.PackCard(cf.CardRef("d"), "A", "A")
    assert guaranteed.log_likelihood([a, b, d]) == -inf


def test_what_takes_too_long_is_not_known(monkeypatch):
    made = cards(
        [sheet("A", *"abcd"), sheet("B", *"abcd")], slot("A", 2), slot("B", 2), distinct="none"
    )
    gen = cf.Generator(made, seed=1)
    hidden = [evolve(card, slot="", sheet="") for card in gen.pack(0).cards]
    assert gen.log_likelihood(hidden) is not None
    monkeypatch.setattr("cardformats.collation.effort.MAX_WORK", 25)
    assert gen.log_likelihood(hidden) is None
    assert gen.log_likelihood(gen.pack(0)) == -2 * log(6)


def test_choices_that_matter_to_one_another_have_exact_odds():
    """However many outcomes they have together."""
    choice = cf.model.Choice([cf.Layout("x", 1, [slot("A", 1)]), cf.Layout()])
    layouts = [cf.Layout("L", 1, [choice] * 12)]
    gen = cf.Generator(cards([sheet("A", *"abcdefghijklm")], layouts=layouts), seed=1)
    for pack in gen.packs(20):
        count = len(pack.cards)
        assert likelihood(gen.exact, pack) == Fraction(comb(12, count), 2**12 * comb(13, count))
    assert stats.test(gen, gen.packs(50)).exact is True


def test_a_packs_number_says_its_round():
    layouts = [cf.Layout("x", 0, [slot("A", 1)]), cf.Layout("y", 1, [slot("A", 2)])]
    rounds = [cf.model.Round(layouts=[cf.model.LayoutChoice(name)]) for name in ("x", "y")]
    made = cards([sheet("A", *"abc")], layouts=layouts, event=cf.model.Event(rounds=rounds))
    gen = cf.Generator(made, seed=1)
    first, second = gen.pack(0), gen.pack(1)
    assert (likelihood(gen.exact, first), likelihood(gen.exact, second)) == (
        Fraction(1, 3),
        Fraction(1, 3),
    )
    assert likelihood(gen.exact, evolve(first, number=1)) == 0
    assert likelihood(gen.exact, first.cards) == Fraction(1, 6)


def test_a_large_pack_of_weights():
    """Successive sampling of 14 from 60 cards of four weights."""
    labels = [f"{chr(97 + n // 26)}{chr(97 + n % 26)}*{1 + n % 4}" for n in range(60)]
    gen = cf.Generator(cards([sheet("A", *labels)], slot("A", 14)), seed=1)
    found = [gen.log_likelihood(pack) for pack in gen.packs(10)]
    assert all(-40 < each < -20 for each in found)
    assert len(set(found)) > 1


def test_a_full_booster():
    commons = sheet("C", *(f"c{chr(97 + n // 26)}{chr(97 + n % 26)}" for n in range(101)))
    uncommons = sheet("U", *(f"u{chr(97 + n // 26)}{chr(97 + n % 26)}" for n in range(80)))
    gen = cf.Generator(cards([commons, uncommons], slot("C", 10), slot("U", 3)), seed=1)
    exact = -log(comb(101, 10)) - log(comb(80, 3))
    pack = gen.pack(5)
    assert isclose(gen.log_likelihood(pack), exact)
    assert isclose(
        log_likelihood(gen.exact, [evolve(card, slot="", sheet="") for card in pack.cards]), exact
    )


class _Thirds:
    """Draws entry 0 once, twice or never."""

    def __init__(self, known):
        self.known = known

    def compile(self, _sheet, count):
        if self.known:
            return Hands.of((1, [0] * number) for number in range(3))
        return Sampler(lambda bits: [0] * bits.below(3), count)


@pytest.mark.parametrize("known", [True, False])
def test_collators_of_others(known):
    """One that lists its hands has the odds of these; there are none of what a function gives."""
    register(f"thirds {known}", _Thirds(known))
    other = sheet("A", *"ab", collation=cf.model.Other(f"thirds {known}"))
    made = cards([other, sheet("B", *"cd")], slot("A", 2, on_short=("skip",)), slot("B", 1))
    gen = cf.Generator(made, seed=1)
    a, b, c = (cf.PackCard(cf.CardRef(n), s, s) for n, s in (("a", "A"), ("b", "A"), ("c", "B")))
    for number in range(3):
        assert likelihood(gen.exact, [a] * number + [c]) == (Fraction(1, 6) if known else None)
    assert likelihood(gen.exact, [b, c]) == (0 if known else None)
    assert likelihood(gen.exact, [a, a, c, c]) == 0


def test_packs_whose_slots_depend_on_others_have_none():
    event = cf.model.Event(supply="finite", color_balance=True)
    made = cards([sheet("A", *"abcdef")], slot("A", 1), slot("B", 2, "A"), colors="W" * 6)
    gen = cf.Generator(evolve(made, event=event), seed=1, rules="draftmancer")
    with pytest.raises(cf.CollationError, match="no exact odds by the rules 'draftmancer'"):
        gen.log_likelihood(gen.pack(0))


def test_what_is_no_card_of_a_pack_has_no_likelihood():
    generator = cf.Generator(BOOSTERS["pile"], seed=1)
    for pack in ("abc", ["a", "b", "c"], [cf.CardRef("a")]):
        with pytest.raises(cf.CollationError, match="cards of packs"):
            generator.log_likelihood(pack)


def test_a_property_may_be_a_number():
    strong = cf.Card.of("Eel", types=["Creature"], power="5", toughness="5", rarity="common")
    cardset = cf.CardSet.of([strong, cf.Card.of("Fen", rarity="common")], pack={"common": 1})
    odds = cf.Generator(cardset, seed=1).odds()
    assert (
        odds.counts("power", 5)
        == odds.counts("power", "5")
        == {0: Fraction(1, 2), 1: Fraction(1, 2)}
    )


def test_layouts_of_the_same_slots_have_their_odds_together():
    sheets = [sheet("A", *"abc"), sheet("B", *"de")]
    one, other = [slot("A", 2)], [slot("A", 1), slot("B", 1)]

    def odds(*weighted):
        layouts = [cf.Layout(f"L{n}", *each) for n, each in enumerate(weighted)]
        return cf.Generator(cards(sheets, layouts=layouts), seed=1).odds()

    apart, together = odds((2, one), (3, other), (5, one)), odds((7, one), (3, other))
    assert apart.exact
    assert [*apart] == [*together]
    assert apart.joint("a", "d") == together.joint("a", "d") == Fraction(3, 10) * Fraction(1, 6)
