"""Write ``tests/data/vectors.json``: keys, numbers, packs, odds, boxes, deals and products.

What the file once says about a seed does not change: packs of a release stay as they are.  With
``--check`` nothing is written; the exit status is 1 if the file is not what would be written.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from attrs import evolve
from generated import Generated

import cardformats as cf
from cardformats import collation
from cardformats.bits import Bits, Seed, Source, seed_key

ROOT = Path(__file__).parent.parent
PATH = ROOT / "tests" / "data" / "vectors.json"

SEEDS: list[Seed] = [7, 0, -12, 10**30, "lanterns", "7", "", "Märsch \U0001f0a1", b"7", b"\x00\xff"]
LIMITS = [1, 2, 6, 200, 255, 256, 257, 10**6, 2**24, 2**24 + 1, 10**12, 2**56, 2**56 + 1, 10**40]

#: The packs that are listed; 2**64 - 1 is the last one.
NUMBERS = [0, 1, 2, 3, 2**40 + 1, 2**64 - 1]

#: How many players there are in deals.
SEATS = 3

#: Numbers that not every reader of JSON keeps exactly are written as text.
_EXACT = 2**53


def sheet(name: str, *copies: int, first: int = 0, **fields: Any) -> cf.Sheet:
    """A sheet of cards that are called ``name`` and a number, from *first* on."""
    entries = [cf.Entry(cf.CardRef(f"{name} {at}"), n) for at, n in enumerate(copies, first)]
    return cf.Sheet(name, entries, **fields)


def slot(
    name: str, count: int | cf.model.Unlimited, *sheets: tuple[str, Any], **fields: Any
) -> cf.Slot:
    """A slot with one sheet of its name, or with several by weight."""
    choices = [cf.SheetChoice(*each) for each in sheets or [(name, 1)]]
    return cf.Slot(name, count, choices, **fields)


def cardset(
    name: str, sheets: Sequence[cf.Sheet], *parts: cf.Slot | cf.model.Choice, **booster: Any
) -> cf.CardSet:
    """A set whose booster has one layout."""
    made = cf.Booster(name, layouts=[cf.Layout("only", 1, parts)], **booster)
    return cf.CardSet(name, sheets=sheets, boosters=[made])


def classed(
    name: str, classes: str, copies: Sequence[int], collation: cf.model.Collation
) -> cf.Sheet:
    """A sheet of cards whose rarities are the letters of *classes*."""
    entries = [
        cf.Entry(cf.CardRef(f"{name} {at}"), number, overrides={"rarity": class_})
        for at, (class_, number) in enumerate(zip(classes, copies, strict=True))
    ]
    return cf.Sheet(name, entries, collation)


def cardsets() -> Iterator[cf.CardSet]:
    """The card sets that packs are listed of."""
    again = cf.model.Random(replacement=True)
    ones = [1] * 12
    yield cardset("a pile", [sheet("c", *ones), sheet("r", 2, 2, 1)], slot("c", 5), slot("r", 1))
    yield cardset("every copy once", [sheet("c", 3, 1, 0, 4)], slot("c", 6), distinct="none")
    yield cardset(
        "copies return", [sheet("c", 3, 1, 2, collation=again)], slot("c", 5), distinct="none"
    )
    yield cardset("copies are weights", [sheet("c", 3, 1, 2, 9, 1)], slot("c", 3))
    yield cardset(
        "a card that is nearly alone",
        [sheet("c", 10**12, 1, 2, 3, collation=again)],
        slot("c", 4),
    )
    yield from _sets_with_shared_cards()
    yield cardset(
        "over 256 copies",
        [sheet("c", *[40] * 10), sheet("r", 10**6, 3), sheet("m", 1, 2**24), sheet("x", 2**70, 1)],
        *(slot(name, 1) for name in "crmx"),
    )
    yield cardset("several blocks", [sheet("c", *[1] * 200)], slot("c", 90))
    yield cardset(
        "more copies than are listed",
        [sheet("c", 9_000, 8_000, 3_001, 2), sheet("d", 20_000, 1)],
        *(slot("c", 3), slot("d", 1)),
    )
    several = [cf.Entry("s 0"), cf.Entry("s 1", 2), cf.Entry("s 0"), cf.Entry("s 0", 1, "foil")]
    yield cardset("equal entries", [cf.Sheet("s", several)], slot("s", 3), distinct="none")
    yield cardset(
        "guarantees",
        [sheet("c", *ones), sheet("r", 1, 1)],
        *(slot("c", 4), slot("m", 1, ("r", 1), ("c", 2))),
        constraints=[cf.model.AtLeast(1, "name", "c 3"), cf.model.AtMost(0, "name", "r 1")],
    )
    yield cardset(
        "print runs",
        [
            sheet("a", *ones, collation=cf.model.PrintRun(4)),
            sheet("b", *[2] * 5, collation=cf.model.PrintRun(1, "slot")),
            sheet("d", *ones, collation=cf.model.PrintRun(3, "box")),
        ],
        *(slot("a", 3), slot("b", 2), slot("a", 2), slot("b", 2), slot("d", 4)),
    )
    yield cardset(
        "stripes",
        [
            sheet("a", *ones, collation=cf.model.Striped(4, (0, 2, 1))),
            sheet("b", *[1] * 11, collation=cf.model.Striped(4, (1, 1, 3))),
        ],
        *(slot("a", 6), slot("b", 6)),
    )
    yield cardset(
        "all cards",
        [sheet("f", 2, 1, collation=cf.model.Fixed()), sheet("u", 3, 1, 1)],
        *(slot("f", 2), slot("u", cf.model.UNLIMITED)),
        distinct="none",
    )
    yield cardset("spread", [sheet("s", 2, 1, 1, collation=cf.model.Spread())], slot("s", 10))
    yield from _balanced_sets()
    yield from _sets_with_choices()
    yield _short_set()


def _sets_with_shared_cards() -> Iterator[cf.CardSet]:
    """Sets in which it matters what was drawn before."""
    shared = [cf.Entry(cf.CardRef("s", "SET", str(at)), 1 + at % 3) for at in range(8)]
    foils = [cf.Entry(cf.CardRef("t", "SET", "9"), finish="etched"), *shared[2:6]]
    sheets = [cf.Sheet("a", shared), cf.Sheet("b", foils, cf.model.Random(replacement=True))]
    parts = (slot("a", 3), slot("b", 2, finish="foil"), slot("a", 2))
    yield cardset("distinct printings", sheets, *parts)
    yield cardset("printings within a slot", sheets, *parts, distinct_scope="slot")
    named = [cf.Entry(cf.CardRef(f"n {at // 3}", "SET", str(at))) for at in range(12)]
    yield cardset("distinct names", [cf.Sheet("n", named)], slot("n", 4), distinct="name")


def _balanced_sets() -> Iterator[cf.CardSet]:
    by = cf.model.Balanced("rarity")
    yield cardset(
        "balanced",
        [
            classed("a", "uvuvwuvxuvwu", [1] * 12, by),
            classed("b", "uuvvvvww", [2, 1, 1, 3, 1, 1, 1, 2], by),
            classed("c", "uvvvvvvvvv", [1] * 10, by),
        ],
        *(slot("a", 6), slot("b", 4), slot("c", 9)),
    )
    white, blue = [cf.model.Color.WHITE], [cf.model.Color.BLUE]
    colors = [white, blue, white, [], blue, white, white + blue, white, blue]
    cards = [cf.Card(cf.Face(f"c {at}", colors=each)) for at, each in enumerate(colors)]
    parts = (slot("r", 1), slot("c", 5))
    layout = cf.Layout("only", 1, parts)
    yield cf.CardSet(
        "balanced by colour",
        cards=cards,
        sheets=[sheet("c", *[1] * 9), sheet("r", 1, 1)],
        boosters=[cf.Booster("b", layouts=[layout])],
        event=cf.model.Event(color_balance=True),
    )


def _sets_with_choices() -> Iterator[cf.CardSet]:
    names = "abcd"
    sheets = [sheet(name, *[1] * (3 + at)) for at, name in enumerate(names)]
    inner = cf.model.Choice([cf.Layout("p", 1, [slot("c", 1)]), cf.Layout("q", 3, [slot("d", 2)])])
    outer = cf.model.Choice([cf.Layout("", Fraction(1, 2)), cf.Layout("", Fraction(5, 6), [inner])])
    rare = slot("r", 1, ("a", Fraction(1, 3)), ("b", Fraction(3, 10)), ("c", 0))
    layouts = [
        cf.Layout("x", Fraction(2, 7), [outer, rare]),
        cf.Layout("y", Fraction(1, 5), [rare, slot("d", 3)]),
        cf.Layout("never", 0, [rare]),
        cf.Layout("z", 1, [slot("a", 1), outer]),
    ]
    booster = cf.Booster("choices", layouts=layouts)
    yield cf.CardSet("choices", sheets=sheets, boosters=[booster])
    rounds = [
        cf.model.Round(layouts=[cf.model.LayoutChoice("never")]),
        cf.model.Round(layouts=[cf.model.LayoutChoice("x", 3), cf.model.LayoutChoice("y", 2)]),
        cf.model.Round(),
    ]
    yield cf.CardSet("rounds", sheets=sheets, boosters=[booster], event=cf.model.Event(rounds))
    again = cf.model.Random(replacement=True)
    mixed = slot("m", 3, ("a", 7), ("b", Fraction(3, 2)), choose="card")
    returning = [sheet(name, 2, 1, 4, collation=again) for name in "ab"]
    yield cardset("each card chooses a sheet", sheets, mixed)
    yield cardset("each card chooses, copies return", returning, mixed, distinct="none")
    replaces = [
        cf.model.Replace("a", "d", Fraction(1, 3), "foil"),
        cf.model.Replace("c", "d", 1),
        cf.model.Replace("a", "b", Fraction(2, 5)),
        cf.model.Replace("nowhere", "d", 1),
    ]
    parts = (slot("a", 2), slot("c", 2), slot("a", 1))
    yield cardset("replaced cards", sheets, *parts, constraints=replaces)


def _short_set() -> cf.CardSet:
    """A set whose slots ask for more than there is."""
    return cardset(
        "slots that run short",
        [sheet("a", 1, 1), sheet("b", 1, 1, 1, first=2), sheet("c", *[1] * 9, first=5)],
        slot("next", 4, ("a", 1), ("b", 2), on_short=("next",)),
        slot("a", 3, on_short=("carry",)),
        slot("c", 2),
        slot("b", 5, on_short=("refill",)),
        slot("b", 2, on_short=("skip",)),
        distinct="none",
    )


def document() -> dict[str, Any]:
    """What the file says."""
    return {
        "keys": [
            {"seed": _seed(seed), "kind": kind, "key": seed_key(seed, kind).hex()}
            for seed in SEEDS
            for kind in ("pack", "box", "deal", "more", "prod")
        ],
        "bytes": [
            {"seed": _seed(seed), "number": _whole(number), "bytes": _bytes(seed, number)}
            for seed in (7, "lanterns")
            for number in NUMBERS
        ],
        "numbers": [
            {
                "seed": _seed(seed),
                "number": number,
                "limit": _whole(limit),
                "numbers": _numbers(seed, number, limit),
            }
            for seed, number in ((7, 0), ("lanterns", 3))
            for limit in LIMITS
        ],
        "packs": [
            {
                "seed": _seed(seed),
                "cardset": json.loads(cf.dumps(each, "json")),
                "packs": _packs(each, seed),
            }
            for each in cardsets()
            for seed in (7, "lanterns")
        ],
        "odds": [{"cardset": each.name, "odds": odds_records(each)} for each in cardsets()],
        "boxes": [
            {
                "seed": _seed(seed),
                "cardset": json.loads(cf.dumps(each, "json")),
                "boxes": [
                    [*map(pack_record, cf.Generator(each, seed=seed).box(number))]
                    for number in (0, 1, 2**40 + 1)
                ],
            }
            for each in boxed_sets()
            for seed in (7, "lanterns")
        ],
        "deals": [
            {
                "seed": _seed(seed),
                "cardset": json.loads(cf.dumps(each, "json")),
                "deals": [
                    [
                        *map(
                            pack_record,
                            cf.Generator(each, seed=seed).deal(SEATS, number=number).packs,
                        )
                    ]
                    for number in NUMBERS
                ],
            }
            for each in dealt_sets()
            for seed in (7, "lanterns")
        ],
        "products": [
            {
                "seed": _seed(seed),
                "cardset": json.loads(cf.dumps(product_set(), "json")),
                "products": [
                    product_record(cf.Generator(product_set(), seed=seed).product(name, number))
                    for name in ("Kit", "Display", "Märsch")
                    for number in (0, 1, 2**40 + 1)
                ],
            }
            for seed in (7, "lanterns")
        ],
    }


def boxed_sets() -> Iterator[cf.CardSet]:
    """The sets whose boxes are in the file."""
    rare = slot("r", 1, ("r", 3), ("m", 1))
    quotas = [cf.model.Quota("m", [cf.model.QuotaCount(1), cf.model.QuotaCount(2, Fraction(1, 2))])]
    sheets = [sheet("c", *[1] * 12), sheet("r", 2, 1, 1), sheet("m", 1, 1)]
    yield cardset("quotas", sheets, slot("c", 3), rare, box=cf.model.Box(4, quotas))
    run = cf.model.PrintRun(2, "box")
    sheets = [sheet("c", *[1] * 9, collation=run), sheet("r", *[1] * 8)]
    yield cardset(
        "what lasts", sheets, slot("c", 2), slot("r", 1), box=cf.model.Box(4), distinct_scope="box"
    )


def dealt_sets() -> Iterator[cf.CardSet]:
    """The sets whose deals are in the file."""
    plain = cardset("deals", [sheet("c", *[4, 1, 2] * 6), sheet("r", *[3] * 8)], slot("c", 4),
                    slot("r", 1, ("r", 3), ("c", 1)))  # fmt: skip
    for supply in ("infinite", "finite", "refill"):
        yield evolve(plain, event=cf.model.Event(supply=supply, boosters_per_player=2))
    by = cf.model.Balanced("rarity")
    sheets = [classed("c", "uvwuvwuvxy" * 3, [1, 2, 4] * 10, by)]
    for supply in ("finite", "refill"):
        event = cf.model.Event(supply=supply, boosters_per_player=2)
        yield evolve(cardset("balanced deals", sheets, slot("c", 7)), event=event)
    layouts = [
        cf.Layout("a", 2, [slot("c", 3)]),
        cf.Layout("b", 1, [slot("c", 2), slot("r", 1)]),
    ]
    event = cf.model.Event(layout_replacement=False, boosters_per_player=2)
    boosters = [cf.Booster("bag", layouts=layouts)]
    yield cf.CardSet("a bag", sheets=[*plain.sheets.values()], boosters=boosters, event=event)


def product_set() -> cf.CardSet:
    """The card set that products are listed of."""
    quota = cf.model.Quota("r", [cf.model.QuotaCount(1), cf.model.QuotaCount(2, Fraction(1, 2))])
    rare = slot("r", 1, ("r", 1), ("c", 3))
    of_display = cf.Booster(
        "draft", box=cf.model.Box(4, [quota]), layouts=[_only(slot("c", 2), rare)]
    )
    plain = cf.Booster("plain", layouts=[_only(slot("c", 3))])
    pack, other = cf.model.BoosterRef("draft"), cf.model.BoosterRef("plain")
    part, option, promo = cf.model.ProductPart, cf.model.ProductOption, cf.CardRef("promo")
    inner = cf.model.ProductChoice([option([promo], 2), option([other], 1)])
    seeded = cf.model.ProductChoice(
        [option([part(other, 2)], Fraction(1, 3)), option([promo]), option([inner]), option((), 0)]
    )
    contents = {
        "Display": [part(pack, 4)],
        "Kit": [part(other), part(seeded, 3), part(promo, 1, "foil"), part(other)],
        "Märsch": [
            part(pack),
            part(cf.model.ProductRef("Display"), 2),
            part(seeded),
            cf.model.DeckList("deck", [part(promo, 2)]),
            cf.model.Item("die"),
            part(other, 2),
        ],
    }
    return cf.CardSet(
        "products",
        sheets=[sheet("c", *[1] * 12), sheet("r", 2, 1, 1)],
        boosters=[of_display, plain],
        products=[cf.model.Product(name, parts) for name, parts in contents.items()],
    )


def _only(*parts: cf.Slot | cf.model.Choice) -> cf.Layout:
    return cf.Layout("only", 1, parts)


def product_record(product: collation.OpenedProduct) -> dict[str, Any]:
    """A product as the file has it, without the products in it but for their own records."""
    return {
        "name": product.name,
        "number": _whole(product.number),
        "packs": [{"booster": each.booster, **pack_record(each)} for each in product.packs],
        "cards": [
            [str(each.card), *([each.finish] if each.finish else [])] for each in product.cards
        ],
        "items": [*product.items],
        "products": [*map(product_record, product.products)],
    }


def _seed(seed: Seed) -> dict[str, str]:
    if isinstance(seed, bytes):
        return {"bytes": seed.hex()}
    return {"str": seed} if isinstance(seed, str) else {"int": str(seed)}


def _whole(number: int) -> int | str:
    return number if number < _EXACT else str(number)


def _bytes(seed: Seed, number: int) -> str:
    bits = Bits(Source(seed), number)
    return bytes(bits.take(1) for _ in range(200)).hex()


def _numbers(seed: Seed, number: int, limit: int) -> list[int | str]:
    bits = Bits(Source(seed), number)
    return [_whole(bits.below(limit)) for _ in range(20)]


def _packs(cardset: cf.CardSet, seed: Seed) -> list[dict[str, Any]]:
    generator = cf.Generator(cardset, seed=seed)
    return [pack_record(generator.pack(number)) for number in NUMBERS]


def pack_record(pack: cf.Pack) -> dict[str, Any]:
    """A pack as the file has it."""
    cards = [
        [*(str(each.card), each.slot, each.sheet), *([each.finish] if each.finish else [])]
        for each in pack.cards
    ]
    return {"number": _whole(pack.number), "layout": pack.layout, "cards": cards}


def odds_records(cardset: cf.CardSet) -> list[list[str]]:
    """Return the exact odds of a card set's first booster, as the file has them.

    A row has a card, its finish, the copies that a pack has on average, and the probability of at
    least one, both as fractions.
    """
    return [
        [str(row.card), row.finish or "", str(row.expected), str(row.at_least_one)]
        for row in cf.Generator(cardset, seed=SEEDS[0]).odds()
        if row.exact
    ]


def text() -> str:
    """The file: each vector, each pack and each product on a line of its own."""
    whole = document()
    parts = []
    for name, vectors in whole.items():
        if name in ("packs", "boxes", "deals", "products"):
            lines = [
                f'{{"seed": {_line(each["seed"])},\n'
                f'   "cardset": {_line(each["cardset"])},\n'
                f'   "{name}": [\n    ' + ",\n    ".join(map(_line, each[name])) + "]}"
                for each in vectors
            ]
        else:
            lines = [_line(each) for each in vectors]
        parts.append(f' "{name}": [\n  ' + ",\n  ".join(lines) + "]")
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _line(value: object) -> str:
    return json.dumps(value)


FILE = Generated(PATH, text)

if __name__ == "__main__":
    sys.exit(FILE.main())
