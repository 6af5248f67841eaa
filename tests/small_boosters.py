"""Small boosters at random, of everything that a booster can have."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from attrs import evolve

import cardformats as cf

COLORS = {"a": "W", "b": "W", "c": "U", "d": "U", "e": "B", "f": "", "g": "WU"}
CARDS = [
    cf.Card.of(name, colors=[cf.model.Color(each) for each in colors])
    for name, colors in COLORS.items()
]
#: What sheets name: cards by name, printings of two cards that the set does not define.
REFS = [*map(cf.CardRef, COLORS), *(cf.CardRef(n, number=m) for n in "yz" for m in "12")]

SCOPES = ["pack", "pack", "pack", "slot", "box"]
DISTINCT = ["printing", "printing", "name", "none"]
ON_SHORT = [(), (), (), ("skip",), ("carry",), ("refill",), ("next", "skip"), ("next", "refill")]


def collation(chance: Random) -> cf.Collation:
    """Any of the library's own; most are random."""
    if chance.random() < 0.5:
        return cf.model.Random(replacement=chance.random() < 0.3)
    return chance.choice(
        [
            cf.model.Balanced("color"),
            cf.model.Balanced("color"),
            cf.model.Balanced("rarity"),
            cf.model.PrintRun(chance.choice([1, 2]), chance.choice(["slot", "pack", "box"])),
            cf.model.Striped(chance.choice([2, 3]), chance.choice([[1], [1, 2], [0, 1]])),
            cf.model.Spread(),
            cf.model.Fixed(),
        ]
    )


def sheet(chance: Random, name: str) -> cf.Sheet:
    """A sheet of two to five cards, and seldom one of them twice."""
    refs = chance.sample(REFS, chance.choice([2, 3, 3, 4, 5]))
    refs += refs[:1] if chance.random() < 0.1 else []
    most = chance.choice([1, 1, 2, 3])
    entries = [
        cf.Entry(
            ref,
            chance.randint(1, most),
            chance.choice([None] * 9 + ["foil"]),
            {"rarity": chance.choice("cu")},
        )
        for ref in refs
    ]
    duplicates = chance.choice([None, None, None, True, False])
    finish = chance.choice([None, None, None, "foil"])
    return cf.Sheet(name, entries, collation(chance), finish, duplicates=duplicates)


def with_strength(its: cf.Sheet, chance: Random) -> cf.Sheet:
    """The sheet, often balanced in part, if it is balanced."""
    if not isinstance(its.collation, cf.model.Balanced):
        return its
    strength = chance.choice([1, 1, 0, Fraction(1, 2), Fraction(3, 4)])
    return evolve(its, collation=cf.model.Balanced(its.collation.by, strength=strength))


def slot(chance: Random, number: int, names: list[str], most: int) -> cf.Slot:
    """A slot of up to *most* cards."""
    count = chance.randint(1, most) if chance.random() < 0.97 else 0
    several = chance.random() < 0.3
    chosen = chance.sample(names, min(2, len(names))) if several else [chance.choice(names)]
    choices = [cf.SheetChoice(each, chance.choice([1, 2, Fraction(1, 3)])) for each in chosen]
    choose = chance.choice(["slot", "card"])
    finish = chance.choice([None] * 5 + ["etched"])
    name = chance.choice([f"s{number}", f"s{number}", "s0"])
    return cf.Slot(name, count, choices, choose, finish, chance.choice(ON_SHORT))


def layout(chance: Random, number: int, names: list[str]) -> cf.Layout:
    """A layout of one to three slots, and seldom a choice."""
    size = chance.choice([1, 2, 2, 3])
    most = 4 - size if size > 1 else 4
    parts: list[cf.Slot | cf.model.Choice] = [slot(chance, at, names, most) for at in range(size)]
    if chance.random() < 0.15:
        options = [cf.Layout("x", 2, [slot(chance, 7, names, 1)]), cf.Layout("y", 1)]
        parts.insert(chance.randint(0, size), cf.model.Choice(options))
    return cf.Layout(f"L{number}", chance.choice([1, 2, Fraction(1, 2)]), parts)


def with_box(made: cf.CardSet, chance: Random) -> cf.CardSet:
    """The set with a box of two or three packs, and perhaps a quota."""
    booster = made.boosters[0]
    names = sorted({each.sheet for slot, _ in booster.walk() for each in slot.sheets})
    names += [layout.name for layout in booster.layouts]
    size = chance.choice([2, 2, 3])
    quotas = []
    if chance.random() < 0.6:
        numbers = chance.sample(range(size + 1), 2)
        counts = [cf.model.QuotaCount(each, chance.choice([1, 2])) for each in numbers]
        quotas.append(cf.model.Quota(chance.choice(names), counts))
    box = cf.model.Box(size, quotas)
    scope = chance.choice(["pack", "box", "box"])
    booster = evolve(booster, box=box, distinct_scope=scope)
    return evolve(made, boosters=[booster], event=None)


def with_supply(made: cf.CardSet, chance: Random) -> tuple[cf.CardSet, int]:
    """The set for a tiny event of a finite supply in which cards may come twice; its seats."""
    booster = made.boosters[0]
    booster = evolve(
        booster, layouts=[evolve(each, slots=strict(each.slots)) for each in booster.layouts]
    )
    return with_small_supply(evolve(made, boosters=[booster]), chance, chance.choice([3, 5]))


def with_small_supply(made: cf.CardSet, chance: Random, more: int) -> tuple[cf.CardSet, int]:
    """The same, whose slots may be short, with *more* times the copies."""
    booster = evolve(made.boosters[0], constraints=[], distinct="none", distinct_scope="pack")
    sheets = [
        evolve(
            each,
            collation=cf.model.Random(),
            duplicates=None,
            entries=[evolve(entry, copies=entry.copies * more) for entry in each.entries],
        )
        for each in made.sheets.values()
    ]
    event = cf.model.Event(supply="finite", boosters_per_player=chance.choice([1, 2]))
    return evolve(made, sheets=sheets, boosters=[booster], event=event), chance.choice([1, 2])


def with_fair_supply(made: cf.CardSet, chance: Random) -> tuple[cf.CardSet, int]:
    """The set for a tiny event of a finite supply of which much is balanced or distinct."""
    its, players = with_supply(made, chance)
    by = [
        cf.model.Random(),
        cf.model.Balanced("color"),
        cf.model.Balanced("color", strength=Fraction(1, 2)),
    ]
    sheets = [
        evolve(each, collation=chance.choice(by), duplicates=made.sheets[each.name].duplicates)
        for each in its.sheets.values()
    ]
    booster = evolve(its.boosters[0], distinct=made.boosters[0].distinct)
    return evolve(its, sheets=sheets, boosters=[booster]), players


def strict(parts: tuple[cf.Slot | cf.model.Choice, ...]) -> list[cf.Slot | cf.model.Choice]:
    """Parts of a layout whose slots are never short."""
    return [
        evolve(part, on_short=())
        if isinstance(part, cf.Slot)
        else cf.model.Choice(
            [evolve(option, slots=strict(option.slots)) for option in part.options]
        )
        for part in parts
    ]


def constraint(
    chance: Random, names: list[str]
) -> cf.model.Replace | cf.model.AtLeast | cf.model.AtMost:
    """A replacement, or seldom a guarantee."""
    kind = chance.random()
    if kind < 0.7:
        probability = chance.choice([Fraction(1, 3), Fraction(1, 2), Fraction(1)])
        return cf.model.Replace(chance.choice(["s0", "s1"]), chance.choice(names), probability)
    if kind < 0.85:
        return cf.model.AtLeast(1, "name", chance.choice("abc"))
    return cf.model.AtMost(1, "sheet", chance.choice(names))


def with_choices(made: cf.CardSet, chance: Random) -> cf.CardSet:
    """The set with slots whose cards choose their sheets, some of them balanced in part."""
    names = [*made.sheets]

    def choosing(part: cf.Slot | cf.model.Choice) -> cf.Slot | cf.model.Choice:
        if isinstance(part, cf.model.Choice) or chance.random() < 0.4:
            return part
        choices = [cf.SheetChoice(each, chance.choice([1, 2])) for each in names[:2]]
        return evolve(part, count=max(part.count, 2), sheets=choices, choose="card")

    def in_part(its: cf.Sheet) -> cf.Sheet:
        if (
            not isinstance(its.collation, cf.model.Random | cf.model.Balanced)
            or chance.random() < 0.6
        ):
            return its
        strength = chance.choice([Fraction(1, 3), Fraction(2, 3), 1])
        return evolve(its, collation=cf.model.Balanced("color", strength=strength))

    booster = made.boosters[0]
    layouts = [evolve(each, slots=[*map(choosing, each.slots[:2])]) for each in booster.layouts]
    sheets = [*map(in_part, made.sheets.values())]
    return evolve(made, sheets=sheets, boosters=[evolve(booster, layouts=layouts)])


def small_booster(seed: int) -> cf.CardSet:
    """A card set with one small booster; the same for the same seed.

    From seed 2,000 on, cards often choose their sheets, and these are often balanced in part.
    """
    made = any_booster(seed)
    return with_choices(made, Random(f"{seed}")) if seed >= 2000 else made  # noqa: S311 - no secret


def any_booster(seed: int) -> cf.CardSet:
    """A card set with one small booster of any kind."""
    chance = Random(seed)  # noqa: S311 - no secret
    names = ["X", "Y", "Z"][: chance.choice([1, 2, 2, 3])]
    sheets = [sheet(chance, name) for name in names]
    sheets = [with_strength(each, Random(f"{seed} {each.name}")) for each in sheets]  # noqa: S311 - no secret
    layouts = [layout(chance, at, names) for at in range(chance.choice([1, 1, 2]))]
    constraints = [constraint(chance, names) for _ in range(chance.choice([0, 0, 0, 1, 1, 2]))]
    event = None
    if chance.random() < 0.2:
        balance = chance.random() < 0.6
        event = cf.model.Event(supply=chance.choice(["infinite", "refill"]), color_balance=balance)
    booster = cf.Booster(
        "b",
        layouts=layouts,
        distinct=chance.choice(DISTINCT),
        distinct_scope=chance.choice(SCOPES),
        constraints=constraints,
    )
    return cf.CardSet(cards=CARDS, sheets=sheets, boosters=[booster], event=event)
