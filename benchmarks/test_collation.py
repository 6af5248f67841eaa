"""Packs: from the plan, beside bare sampling of the same counts."""

from __future__ import annotations

import random

import pytest

import cardformats as cf

PACKS = 1000

#: In bulk.
MANY = 200_000


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


def samples(count):
    commons, uncommons, rares = range(101), range(80), range(68)
    source = random.Random(1)
    for _ in range(count):
        yield source.sample(commons, 10) + source.sample(uncommons, 3) + [source.choice(rares)]


def test_random_sample(benchmark):
    benchmark.group = f"{PACKS} packs of 14"
    benchmark(lambda: list(samples(PACKS)))


def test_generator(benchmark):
    benchmark.group = f"{PACKS} packs of 14"
    made = cf.Generator(cardset(), seed=1)
    benchmark(lambda: list(made.packs(PACKS)))


def test_many_random_samples(benchmark):
    benchmark.group = f"{MANY} packs of 14"
    benchmark(lambda: sum(1 for _ in samples(MANY)))


def test_bulk(benchmark):
    bulk = pytest.importorskip("cardformats.collation.bulk")
    benchmark.group = f"{MANY} packs of 14"
    made = cf.Generator(cardset(), seed=1)
    inside = made._trees, made._source, "", made._open_carefully  # noqa: SLF001 - as the generator does
    benchmark(lambda: bulk.bulk_packs(*inside, MANY))
