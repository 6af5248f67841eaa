"""How often the tests of opened packs are wrong, and how often they find what is there.

``python benchmarks/inference.py [--runs N] [--only TEXT]`` prints, for each booster and number of
packs, the share of runs whose overall p-value is .05 or less, with its standard error: on packs
that are as they should be (``null``), where .05 is right, and on packs with a fault.  What each
test by itself finds at .05 stands beside it.  Every run has packs of its own; the same runs are the
same packs.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from math import sqrt
from time import perf_counter

import chance
from attrs import evolve

import cardformats as cf
from cardformats import stats

#: The overall p-value, or less, that counts as found.
ALPHA = 0.05


def with_rarities(cardset: cf.CardSet) -> cf.CardSet:
    """The same set with the rarity of every card."""
    colors = {card.faces[0].name: card.faces[0].colors for card in cardset.cards}
    names = dict.fromkeys(
        entry.card.name for sheet in cardset.sheets.values() for entry in sheet.entries
    )
    cards = [
        cf.Card.of(name, rarity=name.split()[0], colors=colors.get(name, ())) for name in names
    ]
    return evolve(cardset, cards=cards)


def mythics(one_in: int) -> cf.CardSet:
    """Ten commons, three uncommons, and a rare that is a mythic in one of so many packs."""
    rare = chance.slot("rare", 1, ("rare", one_in - 1), ("mythic", 1))
    made = chance.booster((1, [chance.slot("common", 10), chance.slot("uncommon", 3), rare]))
    return with_rarities(made)


def small_list() -> cf.CardSet:
    """A short list with weighted layouts, without any rarity."""
    return cf.loads(
        "[Layouts]\n- Usual (3)\n  3 Common\n  1 Rare\n- Foil (1)\n  2 Common\n  1 Rare\n  1 Foil\n"
        "[Common]\n"
        + "".join(f"1 Eel {n}\n" for n in range(12))
        + "[Rare]\n2 Bell\n1 Keeper\n1 Crane\n[Foil]\n1 Lantern\n1 Reed\n3 Ferry\n",
        "draftmancer",
    )


def next_in_order() -> cf.CardSet:
    """Commons of which some are followed by their neighbours."""
    made = mythics(8)
    run = evolve(made.sheets["common"], collation=cf.model.PrintRun())
    slots = [chance.slot("common", 8), cf.Slot("common", 2, "run"), *chance.PLAIN[1:]]
    booster = cf.Booster("pack", layouts=[cf.Layout("", 1, slots)])
    return evolve(made, sheets=[*made.sheets.values(), evolve(run, name="run")], boosters=[booster])


#: For each case the null, what the packs are of, and the numbers of packs.
CASES: dict[str, tuple[Callable[[], cf.CardSet], Callable[[], cf.CardSet] | None, list[int]]] = {
    "null: plain": (lambda: mythics(8), None, [20, 50, 100, 101, 300, 2000]),
    "null: two layouts": (lambda: with_rarities(chance.two_layouts()), None, [20, 100, 300]),
    "null: play booster": (lambda: with_rarities(chance.play_booster()), None, [20, 100, 300]),
    "null: small list": (small_list, None, [10, 20, 50, 100, 101, 500]),
    "null: foil shares commons": (chance.BOOSTERS["foil shares commons"], None, [50, 300]),
    "mythic 1 in 7, not 8": (lambda: mythics(8), lambda: mythics(7), [2000]),
    "balanced, not by chance": (
        lambda: mythics(8),
        lambda: with_rarities(chance.BOOSTERS["balanced"]()),
        [100, 300],
    ),
    "by chance, not balanced": (
        lambda: with_rarities(chance.BOOSTERS["balanced"]()),
        lambda: mythics(8),
        [100, 300],
    ),
    "two in order": (lambda: mythics(8), next_in_order, [100, 300]),
}


def sets_of_packs(gen: cf.Generator, packs: int, runs: int) -> Iterator[list[cf.Pack]]:
    """Packs for so many runs."""
    for run in range(runs):
        yield list(gen.packs(packs, run * packs))


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=200)
    parser.add_argument("--only", default="", help="cases whose names have this text")
    parser.add_argument("--packs", type=int, help="only this number of packs")
    args = parser.parse_args()
    for name, (null, true, numbers) in CASES.items():
        if args.only not in name:
            continue
        gen = cf.Generator(null(), seed="null")
        opened = cf.Generator((true or null)(), seed="opened")
        for packs in numbers if args.packs is None else [args.packs]:
            start = perf_counter()
            own: Counter[str] = Counter()
            hits = 0
            for its in sets_of_packs(opened, packs, args.runs):
                # where a card came from is not what opened packs show
                cards = its if true is None else [[card.card for card in p.cards] for p in its]
                fit = stats.test(gen, cards)
                hits += fit.p_value <= ALPHA
                own.update(test.name for test in fit.tests if test.p_value <= ALPHA)
            share = hits / args.runs
            error = sqrt(float(Fraction(1, args.runs)) * max(share * (1 - share), 1 / args.runs))
            seconds = perf_counter() - start
            print(
                f"{name:28}{packs:6} packs: {share:.3f} ± {error:.3f}   {seconds:5.0f} s",
                flush=True,
            )
            print(
                "    " + ", ".join(f"{k} {n / args.runs:.3f}" for k, n in sorted(own.items())),
                flush=True,
            )


if __name__ == "__main__":
    main()
