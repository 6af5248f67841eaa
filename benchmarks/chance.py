"""How fast packs are, as ratios to ``random.sample`` drawing 10, 3 and 1 cards in the same rounds.

``python benchmarks/chance.py [--rounds N] [--only TEXT] [--without-numpy] [SET.json ...]`` prints,
for each booster (of MTGJSON's files too), packs a second beside those of ``random.sample``: in a
row (``packs``), as arrays (``bulk``) and in deals of 24.  A figure is the median of the rounds'
ratios; within a round all take their turns, so that what else the machine does matters little.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Callable, Iterator
from functools import partial
from gc import collect
from importlib import import_module
from statistics import median
from time import process_time

import cardformats as cf

#: So many packs a turn in a row, and as arrays.
PACKS, BULK = 20_000, 100_000

SIZES = {"common": 101, "uncommon": 80, "rare": 53, "mythic": 15}


def slot(name: str, count: int, *sheets: tuple[str, int]) -> cf.Slot:
    """A slot of the sheet of its name, or of *sheets* by weight."""
    return cf.Slot(name, count, [cf.SheetChoice(*each) for each in sheets or ((name, 1),)])


def entries(*names: str, weights: dict[str, int] | None = None) -> list[cf.Entry]:
    """The cards of some rarities."""
    copies = weights or {}
    return [
        cf.Entry(cf.CardRef(f"{name} {n}"), copies.get(name, 1))
        for name in names
        for n in range(SIZES[name])
    ]


#: Nineteen commons of each colour, and six without one.
COLORED = 95
COMMONS = [
    cf.Card(cf.Face(f"common {n}", colors=[list(cf.model.Color)[n % 5]] if n < COLORED else []))
    for n in range(SIZES["common"])
]
RARE = slot("rare", 1, ("rare", 7), ("mythic", 1))
PLAIN = [slot("common", 10), slot("uncommon", 3), RARE]


def booster(*layouts: tuple[int, list[cf.Slot]], **sheets: cf.Sheet) -> cf.CardSet:
    """A card set of these layouts by weight; *sheets* go before the plain ones."""
    plain = {name: cf.Sheet(name, entries(name)) for name in SIZES}
    return cf.CardSet(
        cards=COMMONS,
        sheets={**plain, **sheets}.values(),
        boosters=[
            cf.Booster("pack", layouts=[cf.Layout(f"{n}", *each) for n, each in enumerate(layouts)])
        ],
    )


def two_layouts() -> cf.CardSet:
    """Balanced commons, and in one of four packs a foil that is none of its other cards."""
    return booster(
        (3, PLAIN),
        (1, [slot("common", 9), slot("uncommon", 3), RARE, slot("foil", 1)]),
        common=cf.Sheet("common", entries("common"), cf.model.Balanced()),
        foil=cf.Sheet("foil", entries(*SIZES), finish="foil"),
    )


def play_booster() -> cf.CardSet:
    """Seven commons, three uncommons, a rare, a wildcard of any rarity, and a foil of any."""
    weights = {"common": 14, "uncommon": 10, "rare": 4, "mythic": 2}
    wild = entries(*SIZES, weights=weights)
    slots = [slot("common", 7), slot("uncommon", 3), RARE, slot("wildcard", 1), slot("foil", 1)]
    return booster(
        (1, slots),
        wildcard=cf.Sheet("wildcard", wild),
        foil=cf.Sheet("foil", wild, finish="foil"),
    )


def mixed_copies() -> cf.CardSet:
    """Packs of 15 of a list of 360 cards, of each one to four copies."""
    cards = [cf.Entry(cf.CardRef(f"card {n}"), 1 + n % 4) for n in range(360)]
    layouts = [cf.Layout("", 1, [slot("cube", 15)])]
    return cf.CardSet(
        sheets=[cf.Sheet("cube", cards)], boosters=[cf.Booster("pack", layouts=layouts)]
    )


BOOSTERS: dict[str, Callable[[], cf.CardSet]] = {
    "plain 10/3/1": lambda: booster((1, PLAIN)),
    "balanced": lambda: booster(
        (1, PLAIN), common=cf.Sheet("common", entries("common"), cf.model.Balanced())
    ),
    "two layouts, balanced, foil": two_layouts,
    "foil shares commons": lambda: booster(
        (1, [slot("common", 9), slot("uncommon", 3), RARE, slot("foil", 1)]),
        foil=cf.Sheet("foil", entries("common"), finish="foil"),
    ),
    "play booster, wildcards": play_booster,
    "mixed copies 1-4": mixed_copies,
    **{
        f"balanced as {rule}": lambda rule=rule: booster(  # type: ignore[misc] # a default keeps it
            (1, PLAIN), common=cf.Sheet("common", entries("common"), cf.model.Balanced(rule=rule))
        )
        for rule in ("draftmancer", "taw", "reject")
    },
    "rules draftmancer": lambda: booster((1, PLAIN)),
}

#: The rules that packs are made by, where they are those of another program.
RULES = {"rules draftmancer": "draftmancer"}


def samples(count: int) -> Iterator[list[int]]:
    """What all is compared with."""
    commons, uncommons, rares = range(101), range(80), range(68)
    source = random.Random(1)
    for _ in range(count):
        yield source.sample(commons, 10) + source.sample(uncommons, 3) + [source.choice(rares)]


def cases(paths: list[str]) -> dict[str, tuple[int, Callable[[], object]]]:
    """For each name how many packs a call makes, and the call."""
    made: dict[str, tuple[int, Callable[[], object]]] = {}
    sets = {name: make() for name, make in BOOSTERS.items()}
    for path in paths:
        cardset = cf.read_report(path).value
        for each in cardset.boosters:
            sets[f"{cardset.code} {each.name}"] = cf.CardSet(
                cards=cardset.cards, sheets=cardset.sheets, boosters=[each]
            )
    for name, cardset in sets.items():
        gen = cf.Generator(cardset, seed=1, rules=RULES.get(name, "cardformats"))
        made[f"packs  {name}"] = PACKS, lambda gen=gen: sum(1 for _ in gen.packs(PACKS))  # type: ignore[misc] # a default keeps the generator
        if sys.modules["numpy"] is not None:
            made[f"bulk   {name}"] = BULK, lambda gen=gen: gen.bulk(BULK)  # type: ignore[misc] # a default keeps the generator
    return made | deals()


#: So many deals a turn.
DEALS = 100


def deals() -> dict[str, tuple[int, Callable[[], object]]]:
    """The same for deals of 24 packs from a finite supply."""
    singles = {
        name: [cf.Entry(f"{name} {n}") for n in range(4 * size)] for name, size in SIZES.items()
    }
    fours = {name: entries(name, weights=dict.fromkeys(SIZES, 4)) for name in SIZES}
    plain = {name: cf.model.Random() for name in SIZES}
    sets = {
        "plain": (singles, plain),
        "plain, 4 copies": (fours, plain),
        "balanced, 4 copies": (fours, {**plain, "common": cf.model.Balanced()}),
    }
    known = {
        name: booster(
            (1, PLAIN), **{each: cf.Sheet(each, its, by[each]) for each, its in cards.items()}
        )
        for name, (cards, by) in sets.items()
    }
    event = cf.model.Event(supply="finite", boosters_per_player=3)
    made: dict[str, tuple[int, Callable[[], object]]] = {}
    for name, cardset in (*known.items(), ("mixed copies 1-4", mixed_copies())):
        gen = cf.Generator(cardset, seed=1)
        made[f"deals  {name}"] = 24 * DEALS, partial(_deal, gen, event)
    return made


def _deal(gen: cf.Generator, event: cf.model.Event) -> int:
    return sum(len(gen.deal(8, event, number=number).rounds) for number in range(DEALS))


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--only", default="", help="cases whose names have this text")
    parser.add_argument("paths", nargs="*", help="MTGJSON files of sets")
    parser.add_argument("--without-numpy", action="store_true", help="packs one by one")
    args = parser.parse_args()
    if args.without_numpy:
        sys.modules["numpy"] = None  # type: ignore[assignment] # so it cannot be imported
    else:
        import_module("numpy")  # what it takes to load is not measured
    known = {name: each for name, each in cases(args.paths).items() if args.only in name}
    for _, call in known.values():
        call()  # all is prepared
    ratios: dict[str, list[float]] = {name: [] for name in known}
    base: list[float] = []
    for _ in range(args.rounds):
        base.append(_rate(PACKS, lambda: sum(1 for _ in samples(PACKS))))
        for name, (count, call) in known.items():
            ratios[name].append(_rate(count, call) / base[-1])
    print(f"{'random.sample 10/3/1':40}{median(base) / 1000:10.0f} k packs/s")
    for name, its in ratios.items():
        print(f"{name:40}{median(its):10.2f} r")


def _rate(count: int, call: Callable[[], object]) -> float:
    collect()
    start = process_time()
    call()
    return count / (process_time() - start)


if __name__ == "__main__":
    main()
