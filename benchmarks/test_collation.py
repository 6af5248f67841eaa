"""Packs: from the plan, beside bare sampling of the same counts."""

from __future__ import annotations

import random

import cardformats as cf

PACKS = 1000


def cardset():
    """10 of 101 commons, 3 of 80 uncommons, 1 of 53 rares or 15 mythics."""
    sizes = {"common": 101, "uncommon": 80, "rare": 53, "mythic": 15}
    sheets = [
        cf.Sheet(name, [cf.Entry(cf.CardRef(f"{name} {number}")) for number in range(size)])
        for name, size in sizes.items()
    ]
    slots = [
        cf.Slot("common", 10, [cf.SheetChoice("common")]),
        cf.Slot("uncommon", 3, [cf.SheetChoice("uncommon")]),
        cf.Slot("rare", 1, [cf.SheetChoice("rare", 7), cf.SheetChoice("mythic", 1)]),
    ]
    return cf.CardSet(sheets=sheets, boosters=[cf.Booster(layouts=[cf.Layout("", 1, slots)])])


def test_random_sample(benchmark):
    benchmark.group = f"{PACKS} packs of 14"
    commons, uncommons, rares = range(101), range(80), range(68)
    source = random.Random(1)

    def packs():
        for _ in range(PACKS):
            yield source.sample(commons, 10) + source.sample(uncommons, 3) + [source.choice(rares)]

    benchmark(lambda: list(packs()))


def test_generator(benchmark):
    benchmark.group = f"{PACKS} packs of 14"
    made = cf.Generator(cardset(), seed=1)
    benchmark(lambda: list(made.packs(PACKS)))
