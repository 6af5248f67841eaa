"""Trees of packs without their last card, and the odds of packs in which it is replaced."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest
from attrs import evolve

import cardformats as cf
from cardformats.collation.bounds import size_of
from cardformats.collation.leaves import Draw
from cardformats.collation.replaced import UncertainError, without_last
from cardformats.collation.tree import OneOf, Seq
from tests.boosters import cardset, sheet, slot
from tests.every_pack import every_pack

TWO, NONE = Draw((1, 1, 1), 2), Draw((1,), 0)


def test_the_last_card_is_that_of_the_last_part_that_has_one():
    node = without_last(Seq((TWO, NONE)))
    assert size_of(node) == (1, 1)
    first, last = node.parts
    assert (size_of(first), last) == ((1, 1), NONE)


@pytest.mark.parametrize("end", [NONE, OneOf((1, 1), (NONE, TWO))])
def test_a_part_that_may_have_no_card_leaves_it_open_which_is_the_last(end):
    with pytest.raises(UncertainError):
        without_last(Seq((TWO, OneOf((1, 1), (NONE, TWO)), end)))


def some(name, *cards, **fields):
    return cf.Sheet(name, cards, **fields)


A, B = sheet("A", 1, 1, 1), sheet("B", 1, 2)
MIXED = some("M", "A0", "A1", "B0")
BALANCED = cf.model.Balanced("clan")
BY_CLAN = {"A0": "x", "A1": "x", "A2": "y", "A3": "y", "B0": "x", "B1": "y"}
FOUR, MORE = sheet("A", 1, 1, 1, 1), sheet("D", 1, 1, 1)

COLLATIONS = {
    "with replacement": cf.model.Random(replacement=True),
    "a print run": cf.model.PrintRun(),
    "stripes": cf.model.Striped(2, (1, 2)),
    "fixed": cf.model.Fixed(),
    "balanced": BALANCED,
    "balanced, draftmancer": evolve(BALANCED, rule="draftmancer"),
    "balanced, taw": evolve(BALANCED, rule="taw"),
}

#: Sheets, and the parts of a pack; a card of slot ``s`` is replaced by one of the last sheet.
REPLACED = {
    "a draw": ([A, B], [slot("s", 2, ("A",))]),
    "by a card of its sheet": ([A], [slot("s", 2, ("A",))]),
    "by one that may be there": ([A, MIXED], [slot("s", 2, ("A",))]),
    "the only card": ([A, MIXED], [slot("s", 1, ("A",)), slot("A", 1)]),
    "each card of a sheet of its own": (
        [A, B, MIXED],
        [slot("s", 2, ("A", 2), ("B", 1), choose="card")],
    ),
    "cards are carried to it": (
        [A, MIXED, MORE, B],
        [slot("A", 2), slot("M", 2, on_short=["carry"]), slot("s", 1, ("D", 2), ("B",))],
    ),
    "each of the cards that are carried to it": (
        [A, MIXED, MORE, B],
        [
            slot("A", 2),
            slot("M", 2, on_short=["carry"]),
            slot("s", 1, ("D", 2), ("B",), choose="card"),
        ],
    ),
    "spread": ([evolve(A, collation=cf.model.Spread()), B], [slot("s", 4, ("A",))]),
    "by one of a print run": (
        [A, evolve(MIXED, collation=cf.model.PrintRun())],
        [slot("s", 2, ("A",))],
    ),
    **{
        name: ([evolve(FOUR, collation=collation), B], [slot("s", 3, ("A",))])
        for name, collation in COLLATIONS.items()
    },
}
#: With a second replacement, or with duplicates, every pack would not be known.
ONCE = {"by a card of its sheet", "balanced, draftmancer", "balanced, taw"}
#: No closed form: it is known only from packs.
UNCERTAIN = {
    "what is short is of another sheet": (
        [sheet("B", 1), A],
        [slot("s", 2, ("B",), ("A",), on_short=["next"])],
    ),
    "of one that is filled again": (
        [sheet("B", 1, 1), A],
        [slot("s", 3, ("B",), on_short=["refill"])],
    ),
    "balanced, reject": (
        [evolve(FOUR, collation=evolve(BALANCED, rule="reject")), B],
        [slot("s", 3, ("A",))],
    ),
}


def with_replacement(sheets, parts, distinct="printing", times=1):
    cards = [cf.Card(cf.Face(card, properties={"clan": clan})) for card, clan in BY_CLAN.items()]
    by = [sheets[-1].name, sheets[0].name][:times]
    constraints = [cf.model.Replace("s", name, Fraction(1, 3)) for name in by]
    how = {"distinct_scope": "slot"} if distinct == "slot" else {"distinct": distinct}
    return cardset(sheets, *parts, cards=cards, constraints=constraints, **how)


CASES = [
    *((name, "printing", 1) for name in REPLACED),
    *((name, "printing", 2) for name in REPLACED if name not in ONCE),
    *((name, "none", 1) for name in REPLACED if name not in ONCE),
    *((name, "slot", 2) for name in REPLACED if name not in ONCE),
]


@pytest.mark.parametrize(("name", "distinct", "times"), CASES)
def test_the_odds_of_a_replaced_card_are_those_of_all_packs(name, distinct, times):
    made = with_replacement(*REPLACED[name], distinct, times)
    expected, at_least_one = Counter(), Counter()
    for (_, pack), chance in every_pack(made).items():
        for card, count in Counter(each.card.name for each in pack).items():
            expected[card] += count * chance
            at_least_one[card] += chance
    table = cf.Generator(made, seed=1).odds()
    assert table.exact
    assert {row.card.name: row.expected for row in table if row.expected} == expected
    assert {row.card.name: row.at_least_one for row in table if row.expected} == at_least_one


@pytest.mark.parametrize("name", UNCERTAIN)
def test_the_odds_of_a_card_that_may_not_be_the_last_are_not_known(name):
    table = cf.Generator(with_replacement(*UNCERTAIN[name]), seed=1).odds(packs=20)
    assert not table.exact
    is_short = "can be" if "balanced" in name else "is"
    assert table.unknown == (f"a replacement in a slot that {is_short} short: no closed form",)
