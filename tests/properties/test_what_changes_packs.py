"""What says nothing of a pack's cards changes no pack, and each rule of balance keeps its odds."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from math import sqrt
from random import Random

import pytest
from attrs import evolve

import cardformats as cf
from cardformats.collation import Draw, Hands, OneOf, register
from tests.small_boosters import CARDS, REFS, small_booster

#: Boosters by seed, in parts that have each kind of them.
SEEDS = [[*range(first, 160, 6), *range(2000 + first, 2080, 6)] for first in range(6)]
PARTS = [f"part {number}" for number in range(6)]

RULES = ["draftmancer", "taw", "reject"]


@cache
def packs_of(cardset, count=12):
    """The cards of packs; what is said of one that cannot be made."""
    try:
        generator = cf.Generator(cardset, seed=3)
        return [(pack.layout, pack.cards) for pack in generator.packs(count)]
    except cf.CollationError as error:
        return str(error)


def changed(cardset, change):
    """The set with layouts whose parts are changed, those of choices too."""

    def of(parts):
        return [
            each
            for part in parts
            for each in (
                [cf.model.Choice([evolve(its, slots=of(its.slots)) for its in part.options])]
                if isinstance(part, cf.model.Choice)
                else change(part)
            )
        ]

    booster = cardset.boosters[0]
    layouts = [evolve(layout, slots=of(layout.slots)) for layout in booster.layouts]
    return evolve(cardset, boosters=[evolve(booster, layouts=layouts)])


def with_idle_slots(made, _seed):
    """The set with slots without cards; as it is if a slot carries on to the one after it."""
    if any("carry" in slot.on_short for slot, _ in made.boosters[0].walk()):
        return made
    idle = cf.Slot("idle", 0, [cf.SheetChoice(name) for name in made.sheets])
    return changed(made, lambda slot: [idle, slot, idle])


def with_idle_entries(made, seed):
    """The set with a card without copies on each sheet."""
    chance = Random(seed)  # noqa: S311 - no secret
    sheets = [
        evolve(sheet, entries=[*sheet.entries, cf.Entry(chance.choice(REFS), 0)])
        for sheet in made.sheets.values()
    ]
    return evolve(made, sheets=sheets)


@pytest.mark.part(6)
@pytest.mark.parametrize("seeds", SEEDS, ids=PARTS)
@pytest.mark.parametrize("change", [with_idle_slots, with_idle_entries])
def test_what_has_no_cards_or_no_copies_changes_no_pack(seeds, change):
    seen = 0
    for seed in seeds:
        made = small_booster(seed)
        packs, again = packs_of(made), change(made, seed)
        seen += not isinstance(packs, str) and again is not made
        assert again is made or packs_of(again) == packs, seed
    assert seen > 15


@pytest.mark.parametrize(
    "seeds",
    [range(8), *(pytest.param(its, marks=pytest.mark.slow) for its in SEEDS)],
    ids=["few", *PARTS],
)
def test_entries_without_copies_change_no_odds(seeds):
    """Nor do they end questions about several cards, of packs, boxes and deals."""
    seen = 0
    for seed in seeds:
        made = small_booster(seed)
        answers = [*map(answers_of, (made, with_idle_entries(made, seed)))]
        assert answers[0] == answers[1]
        seen += not isinstance(answers[0], str)
    assert seen > len(seeds) / 3


def answers_of(cardset):
    """What is known exactly; what is said of packs that cannot be made."""
    event = cf.model.Event(boosters_per_player=2)
    try:
        generator = cf.Generator(cardset, seed=3)
        tables = [
            generator.odds(packs=2),
            generator.box_odds(boxes=1),
            generator.deal_odds(2, event, of="seat", deals=1),
        ]
    except cf.CollationError as error:
        return str(error)
    names = sorted({row.card.name for row in tables[0] if row.expected})[:3]
    return [
        (
            {(row.card, row.finish): row.expected for row in table if row.exact and row.expected},
            table.joint(*names),
            [table.counts("sheet", name) for name in cardset.sheets],
        )
        for table in tables
    ]


@pytest.mark.part(6)
@pytest.mark.parametrize("seeds", SEEDS, ids=PARTS)
@pytest.mark.parametrize("more", ["skip", "refill", "next"])
def test_what_a_slot_would_do_if_it_were_short_changes_no_pack(seeds, more):
    """A pack without shortage is the same whatever is known of slots that may run short."""
    seen = 0
    for seed in seeds:
        made = small_booster(seed)
        made = changed(made, lambda slot: [evolve(slot, on_short=())])
        packs = packs_of(made)
        if isinstance(packs, str):
            continue
        seen += 1
        assert packs_of(changed(made, lambda slot: [evolve(slot, on_short=(more,))])) == packs, seed
    assert seen > 10


@pytest.mark.part(6)
@pytest.mark.parametrize("seeds", SEEDS, ids=PARTS)
def test_other_rounds_change_no_pack(seeds):
    seen = 0
    for seed in seeds:
        made = small_booster(seed)
        names = [layout.name for layout in made.boosters[0].layouts]
        if len(names) < 2:
            continue
        event = made.event or cf.model.Event()
        first, *others = [cf.model.Round(layouts=[cf.model.LayoutChoice(name)]) for name in names]
        alone = packs_of(evolve(made, event=evolve(event, rounds=[first, first])))
        for other in others:
            packs = packs_of(evolve(made, event=evolve(event, rounds=[first, other])))
            if not isinstance(packs, str) and not isinstance(alone, str):
                seen += 1
                assert packs[::2] == alone[::2], seed
    assert seen > 5


def with_rule(made, rule, chance):
    """The set with that rule of balance on a sheet that several slots draw from."""
    sheets = []
    for sheet in made.sheets.values():
        entries = [
            cf.Entry(card.ref, 1 + at // 4, overrides={"rarity": "cu"[at % 2]})
            for at, card in enumerate(chance.sample(CARDS, 6))
        ]
        collation = cf.model.Balanced("rarity", rule)
        sheets.append(evolve(sheet, entries=entries, collation=collation, finish=None))
    return evolve(made, sheets=sheets)


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("supply", ["infinite", "refill"])
def test_rules_of_other_programs_keep_their_odds(rule, supply):
    """In slots that may be short, sheets that are shared, and cards that may come twice."""
    pytest.importorskip("numpy")
    count, rows, wrong = 1500, 0, []
    for seed in range(5):
        chance = Random(f"{rule} {supply} {seed}")  # noqa: S311 - no secret
        made = with_rule(small_booster(seed), rule, chance)
        made = changed(made, lambda slot: [evolve(slot, count=slot.count + 1, on_short=["skip"])])
        event = cf.model.Event(supply=supply)
        made = evolve(made, event=event, boosters=[evolve(made.boosters[0], constraints=[])])
        try:
            generator = cf.Generator(made, seed=seed)
            packs = [*generator.bulk(count)]
            table = generator.odds(packs=10)
        except cf.CollationError:  # the rule demands more than a slot has
            continue
        assert [*generator.packs(40)] == packs[:40]
        having: Counter[object] = Counter()
        for pack in packs:
            having.update({(card.card, card.finish) for card in pack.cards})
        for row in table:
            if not row.exact or row.at_least_one is None:
                continue
            rows += 1
            share = row.at_least_one
            error = sqrt(count * share * (1 - share))
            away = having[row.card, row.finish] - count * share
            if abs(away) > 5 * error + Fraction(1, 10**9):
                wrong.append((seed, row, float(away / (error or 1))))
    assert not wrong
    assert rows > 20


class _Choosing:
    """Chooses between the first card and the others."""

    def compile(self, sheet, count):
        copies = [entry.copies for entry in sheet.entries]
        first, rest = [copies[0], *[0] * (len(copies) - 1)], [0, *copies[1:]]
        return OneOf.of([(1, Draw(first, count)), (1, Draw(rest, count))])


@pytest.mark.parametrize("choose", ["slot", "card"])
@pytest.mark.parametrize("on_short", [["skip"], ["next", "skip"], ["skip", "refill"]])
@pytest.mark.parametrize("distinct", ["printing", "none"])
def test_choices_of_collators_take_copies_as_others_do(choose, on_short, distinct):
    """Also where a slot asks for one card after the other."""
    register("choosing", _Choosing())
    sheets = [
        cf.Sheet("X", [cf.Entry("a"), cf.Entry("b", 3), cf.Entry("c")], cf.model.Other("choosing")),
        cf.Sheet("Y", ["a", "b", "d"]),
    ]
    choices = [cf.SheetChoice("X"), cf.SheetChoice("Y")]
    layout = cf.Layout(slots=[cf.Slot("s", 3, choices, choose, on_short=on_short)])
    booster = cf.Booster("b", layouts=[layout], distinct=distinct)
    generator = cf.Generator(cf.CardSet(sheets=sheets, boosters=[booster]), seed=5)
    count = 2000
    packs = [*generator.packs(count)]
    having: Counter[object] = Counter()
    for pack in packs:
        having.update({card.card for card in pack.cards})
    table = generator.odds(packs=10)
    assert table.exact
    for row in table:
        share = row.at_least_one
        assert abs(having[row.card] - count * share) <= 5 * sqrt(count * share * (1 - share))


class _Last:
    """Gives the last card of a sheet, however many copies it has."""

    def compile(self, sheet, count):
        return Hands.of([(1, [len(sheet.entries) - 1] * count)])


def test_collators_give_cards_without_copies():
    register("last", _Last())
    sheet = cf.Sheet("S", [cf.Entry("a"), cf.Entry("b", 0)], cf.model.Other("last"))
    layout = cf.Layout(slots=[cf.Slot("s", 1, [cf.SheetChoice("S")])])
    booster = cf.Booster("b", layouts=[layout])
    generator = cf.Generator(cf.CardSet(sheets=[sheet], boosters=[booster]), seed=5)
    pack = generator.pack(0)
    assert [card.card.name for card in pack.cards] == ["b"]
    assert generator.explain(pack).chance == 1
    assert generator.audit() == ()


class _Rated:
    """Never gives the first card, of which there are very many."""

    def compile(self, sheet, count):  # noqa: ARG002 - as the library calls it
        return Draw([10**12, 2, 3], count, rates=[0, 1, 2])


def test_very_many_copies_that_never_come_take_no_time():
    pytest.importorskip("numpy")
    register("rated", _Rated())
    layout = cf.Layout(slots=[cf.Slot("s", 3, [cf.SheetChoice("S")])])
    booster = cf.Booster("b", layouts=[layout], distinct="none")
    sheet = cf.Sheet("S", ["a", "b", "c"], cf.model.Other("rated"))
    generator = cf.Generator(cf.CardSet(sheets=[sheet], boosters=[booster]), seed=5)
    packs = [*generator.packs(50)]
    assert {card.card.name for pack in packs for card in pack.cards} == {"b", "c"}
    assert [*generator.bulk(50)] == packs
