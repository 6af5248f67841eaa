"""Packs, deals and odds, beside bare sampling of the same counts in the same run."""

from __future__ import annotations

import random

import pytest

import cardformats as cf

PACKS = 1000

#: In bulk.
MANY = 200_000

SIZES = {"common": 101, "uncommon": 80, "rare": 53, "mythic": 15}


def slot(name, count, *sheets):
    return cf.Slot(name, count, [cf.SheetChoice(*each) for each in sheets or ((name,),)])


def sheet(name, copies=1, **fields):
    refs = [cf.CardRef(f"{name} {number}") for number in range(SIZES[name])]
    return cf.Sheet(name, [cf.Entry(ref, copies) for ref in refs], **fields)


RARE = slot("rare", 1, ("rare", 7), ("mythic", 1))


def cardset(copies=1, event=None):
    """10 of 101 commons, 3 of 80 uncommons, 1 of 53 rares or 15 mythics."""
    slots = [slot("common", 10), slot("uncommon", 3), RARE]
    sheets = [sheet(name, copies) for name in SIZES]
    return cf.CardSet(
        sheets=sheets, boosters=[cf.Booster(layouts=[cf.Layout("", 1, slots)])], event=event
    )


def balanced_with_foils(scope="slot"):
    """The same with commons balanced by colour, and a foil of any sheet in one of four packs."""
    colors = list(cf.model.Color) * 19
    commons = [cf.Face(f"common {n}", colors=colors[n : n + 1]) for n in range(SIZES["common"])]
    sheets = [sheet("common", collation=cf.model.Balanced())]
    sheets += [sheet(name) for name in ("uncommon", "rare", "mythic")]
    entries = [entry for each in sheets for entry in each.entries]
    layouts = [
        cf.Layout("plain", 3, [slot("common", 10), slot("uncommon", 3), RARE]),
        cf.Layout("foil", 1, [slot("common", 9), slot("uncommon", 3), RARE, slot("foil", 1)]),
    ]
    return cf.CardSet(
        cards=[cf.Card(face) for face in commons],
        sheets=[*sheets, cf.Sheet("foil", entries, finish="foil")],
        boosters=[cf.Booster(layouts=layouts, distinct_scope=scope)],
    )


def print_runs():
    slots = [slot("common", 10), slot("uncommon", 3), slot("rare", 1)]
    sheets = [sheet(name, collation=cf.model.PrintRun()) for name in ("common", "uncommon", "rare")]
    return cf.CardSet(sheets=sheets, boosters=[cf.Booster(layouts=[cf.Layout("", 1, slots)])])


def samples(count):
    commons, uncommons, rares = range(101), range(80), range(68)
    source = random.Random(1)
    for _ in range(count):
        yield source.sample(commons, 10) + source.sample(uncommons, 3) + [source.choice(rares)]


@pytest.mark.reference("random.sample of 10, 3 and 1 cards")
def test_random_sample(benchmark):
    benchmark.group = f"{PACKS} packs of 14"
    benchmark(lambda: list(samples(PACKS)))


@pytest.mark.parametrize("make", [cardset, balanced_with_foils, print_runs])
def test_packs(benchmark, make, measured):
    benchmark.group = f"{PACKS} packs of 14"
    made = cf.Generator(make(), seed=1)
    list(made.packs(20 * PACKS if measured else 1))  # packs of every kind, so that all is prepared
    benchmark(lambda: list(made.packs(PACKS)))


def test_packs_by_number(benchmark):
    benchmark.group = f"{PACKS} packs of 14"
    made = cf.Generator(cardset(), seed=1)
    numbers = random.Random(1).sample(range(10**9), PACKS)
    benchmark(lambda: [made.pack(number) for number in numbers])


@pytest.mark.parametrize("copies", [1, 4])
def test_finite_deals(benchmark, copies):
    """Deals of 24 packs; sheets of four times as many cards, or of four copies of each."""
    benchmark.group = f"{PACKS} packs of 14"
    event = cf.model.Event(supply="finite", boosters_per_player=3)
    base = cardset(copies, event)
    if copies == 1:
        wide = [
            cf.Sheet(
                each.name,
                [cf.Entry(cf.CardRef(f"{e.card.name} {n}")) for e in each.entries for n in "abcd"],
            )
            for each in base.sheets.values()
        ]
        base = cf.CardSet(sheets=wide, boosters=base.boosters, event=event)
    made = cf.Generator(base, seed=1)
    deals = -(-PACKS // 24)
    benchmark(lambda: [made.deal(8, number=number) for number in range(deals)])


@pytest.mark.reference("random.sample of 10, 3 and 1 cards")
def test_many_random_samples(benchmark, measured):
    benchmark.group = f"{MANY} packs of 14"
    many = MANY if measured else PACKS
    benchmark(lambda: sum(1 for _ in samples(many)))


def test_bulk(benchmark):
    pytest.importorskip("numpy")
    benchmark.group = f"{MANY} packs of 14"
    made = cf.Generator(cardset(), seed=1)
    benchmark(lambda: made.bulk(MANY))


@pytest.mark.parametrize("scope", ["slot", "pack"])
def test_odds(benchmark, scope):
    """All odds of two layouts; in a pack, the foil is none of its other cards."""
    benchmark.group = "exact odds"
    made = balanced_with_foils(scope)
    benchmark(lambda: cf.Generator(made, seed=1).odds())


def test_generator_of_a_large_list(benchmark):
    benchmark.group = "a generator"
    lines = "\n".join(f"4 Card Number {number}" for number in range(800))
    made = cf.loads(f"[Card(15)]\n{lines}\n", "draftmancer")
    benchmark(lambda: cf.Generator(made, seed=1).pack(0))
