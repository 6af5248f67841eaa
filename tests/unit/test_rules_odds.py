"""The packs of other programs: their odds, likelihoods and arrays, against the programs' steps."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

import cardformats as cf
from cardformats.bits import Bits, Source
from cardformats.collation.likelihood import likelihood
from cardformats.collation.rules.program import rules_for
from tests.draftmancer_oracle import Draftmancer

COLORS = ["", "", "W", "W", "U", "UR"]


def small(seed, supply=None, most=3):
    """A list of up to two sheets, one of them a print run now and then."""
    chance = Random(seed)  # noqa: S311 - small cases, the same each time
    cards = [
        cf.Card.of(f"c{n}", colors=[cf.model.Color(each) for each in chance.choice(COLORS)])
        for n in range(chance.randint(3, 4))
    ]

    def sheet(name, collation):
        its = chance.sample(cards, chance.randint(2, len(cards)))
        return cf.Sheet(
            name, [cf.Entry(each.ref, chance.choice([1, 1, 2])) for each in its], collation
        )

    runs = chance.random() < 0.2
    sheets = [
        sheet("A", cf.model.Random()),
        sheet("B", cf.model.PrintRun(2, "slot") if runs else cf.model.Random()),
    ]

    def slot(name):
        choices = [cf.SheetChoice(each, chance.randint(1, 2))
                   for each in chance.sample("AB", chance.choice([1, 1, 2]))]  # fmt: skip
        return cf.Slot(name, chance.randint(1, most), choices)

    layouts = [
        cf.Layout(name, chance.randint(1, 2), [slot(each) for each in "xy"[: chance.randint(1, 2)]])
        for name in "LM"[: chance.choice([1, 1, 2])]
    ]
    supply = supply or chance.choice(["infinite", "infinite", "finite", "refill"])
    event = cf.model.Event(supply=supply, color_balance=chance.random() < 0.8)
    booster = cf.Booster("b", layouts=layouts, distinct=chance.choice(["printing", "none"]))
    return cf.CardSet(cards=cards, sheets=sheets, boosters=[booster], event=event)


def shown(pack):
    return tuple(sorted((card.slot, card.sheet, card.card.name) for card in pack.cards))


def pack_of(layout, cards):
    drawn = [cf.PackCard(cf.CardRef(name), slot, sheet) for slot, sheet, name in cards]
    return cf.Pack(0, "b", layout, tuple(drawn))


@given(st.integers(0, 10**6))
def test_packs_of_draftmancer_have_the_odds_of_its_steps(seed):
    cardset = small(seed)
    gen = cf.Generator(cardset, seed=1, rules="draftmancer")
    oracle = Draftmancer(cardset)
    chances = Counter()
    for state, chance in oracle.packs(oracle.first()).items():
        chances[state and state[:2]] += chance
    if None in chances or not gen.trees:
        return
    for (layout, cards), chance in chances.items():
        assert likelihood(gen.exact, pack_of(layout, cards)) == chance
    table = gen.odds(packs=1)
    assert table.exact
    for row in table:
        numbers = [(sum(card == row.card.name for *_, card in cards), chance)
                   for (_, cards), chance in chances.items()]  # fmt: skip
        assert row.expected == sum(number * chance for number, chance in numbers)
        assert row.at_least_one == sum(chance for number, chance in numbers if number)


@pytest.mark.part(3)
@pytest.mark.parametrize("supply", ["infinite", "finite", "refill"])
@pytest.mark.parametrize("seed", range(12))
def test_sessions_of_draftmancer_are_as_often_as_its_steps_say(seed, supply):
    """The packs of each number, and how often a session fails."""
    cardset = small(seed, supply, most=2)
    oracle = Draftmancer(cardset)
    rules = rules_for("draftmancer")(cardset, cardset.boosters[0])
    times, packs = 1_000, 3
    seen = [Counter() for _ in range(packs)]
    for number in range(times):
        session = rules.session(Bits(Source(f"session {seed}"), number), packs)
        for each in seen:
            try:
                layout, cards = next(session)
            except cf.EmptySheetError:
                each[None] += 1
                break
            each[layout, shown(cf.Pack(0, "b", layout, cards))] += 1
    pools = Counter({oracle.first(): Fraction(1)})
    for each in seen:
        chances, after = Counter(), Counter()
        for before, chance in pools.items():
            for state, share in oracle.packs(before).items():
                chances[state and state[:2]] += chance * share
                if state is not None:
                    after[state[2]] += chance * share
        assert set(each) <= set(chances)
        for what, chance in chances.items():
            mean = times * float(chance)
            assert abs(each[what] - mean) <= 5 * (mean * (1 - float(chance))) ** 0.5 + 1e-9
        pools = after


def wagic(seed):
    """A pack of entries with and without cards, of which some give several or nothing."""
    chance = Random(seed)  # noqa: S311 - small cases, the same each time
    sheets = [
        cf.Sheet(name, [cf.Entry(f"{name}{n}", n + 1) for n in range(chance.randint(0, 2))],
                 cf.model.Random(replacement=True))
        for name in "ABC"
    ] + [cf.Sheet("D", ["D0"], cf.model.Random(replacement=True))]  # fmt: skip

    def part(name):
        some = chance.sample("ABCD", chance.randint(1, 3))
        weights = [chance.randint(1, 3) for _ in some]
        if chance.random() < 0.7:
            choices = [cf.SheetChoice(*pair) for pair in zip(some, weights, strict=True)]
            return cf.Slot(name, chance.randint(0, 2), choices, "card")
        options = [
            cf.Layout(each, weight, [cf.Slot(each, chance.randint(0, 2), each)])
            for each, weight in zip(some, weights, strict=True)
        ]
        return cf.model.Choice([*options, *[cf.Layout("nothing", 1)] * chance.randint(0, 1)])

    layout = cf.Layout("L", 1, [part("x"), part("y"), cf.Slot("z", 1, "D")])
    return cf.CardSet(sheets=sheets, boosters=[cf.Booster("b", layouts=[layout], distinct="none")])


def of_wagic(cardset):
    """The packs of Wagic by its steps: entries in random order until one gives cards or nothing."""
    whole = {name: sheet.total for name, sheet in cardset.sheets.items()}
    packs, carried = {(): Fraction(1)}, 0
    for part in cardset.boosters[0].layouts[0].slots:
        if isinstance(part, cf.Slot):
            turns = part.count
            entries = [(each.sheet, 1, part.name, each.weight) for each in part.sheets]
        else:
            turns, entries = 1, []
            for option in part.options:
                own = [(each.sheets[0].sheet, each.count, each.name) for each in option.slots]
                entries.append((*(own[0] if own else (None, 0, "")), option.weight))
        turns, carried = turns + carried, 0
        sure = [each for each in entries if each[0] is None or whole[each[0]]]
        if not sure:
            carried = turns
            continue
        total = sum(Fraction(each[-1]) for each in sure)
        for _ in range(turns):
            after = Counter()
            for pack, chance in packs.items():
                for name, count, slot, weight in sure:
                    hands = {(): chance * weight / total}
                    for _ in range(count):
                        hands = {
                            (*hand, (slot, name, entry.card.name)): its * entry.copies / whole[name]
                            for hand, its in hands.items()
                            for entry in cardset.sheets[name].entries
                        }
                    for hand, its in hands.items():
                        after[tuple(sorted(pack + hand))] += its
            packs = after
    return packs


@given(st.integers(0, 10**6))
def test_packs_of_wagic_have_the_odds_of_its_steps(seed):
    cardset = wagic(seed)
    gen = cf.Generator(cardset, seed=1, rules="wagic")
    packs = of_wagic(cardset)
    assert sum(packs.values()) == 1
    for cards, chance in packs.items():
        assert likelihood(gen.exact, pack_of("L", cards)) == chance


def octgn(seed):
    chance = Random(seed)  # noqa: S311 - small cases, the same each time
    cards = [cf.Entry(f"c{n}", chance.randint(1, 2)) for n in range(4)]
    parts = [
        cf.Slot("x", chance.randint(1, 5), "A", on_short=["skip"]),
        cf.model.Choice([cf.Layout("one", 1, [cf.Slot("y", 1, "A")]), cf.Layout("none", 2)]),
    ]
    booster = cf.Booster(
        "b", layouts=[cf.Layout("L", 1, parts)], distinct="none", distinct_scope="slot"
    )
    return cf.CardSet(sheets=[cf.Sheet("A", cards)], boosters=[booster])


def test_odds_of_octgn_are_the_librarys():
    cardset = octgn(1)
    own, other = (cf.Generator(cardset, seed=1, rules=each) for each in ("cardformats", "octgn"))
    assert own.odds().rows() == other.odds().rows()
    assert own.odds().exact
    assert [*own.packs(20)] == [*other.packs(20)]


MAKE = {"draftmancer": small, "wagic": wagic, "octgn": octgn}


@pytest.mark.parametrize("rules", MAKE)
@pytest.mark.parametrize("seed", range(10))
def test_arrays_are_the_packs_one_by_one(rules, seed):
    pytest.importorskip("numpy")
    gen = cf.Generator(MAKE[rules](seed), seed=seed, rules=rules)
    packs = []
    try:
        packs += map(gen.pack, range(60))
    except cf.EmptySheetError:
        with pytest.raises(cf.EmptySheetError):
            gen.bulk(60)
    assert [*gen.bulk(len(packs))] == packs


def test_packs_are_explained_by_the_rules_of_a_program():
    cardset = evolve(small(3), event=cf.model.Event(color_balance=True))
    gen = cf.Generator(cardset, seed=1, rules="draftmancer")
    pack = gen.pack(0)
    assert gen.explain(pack).chance == likelihood(gen.exact, pack)
