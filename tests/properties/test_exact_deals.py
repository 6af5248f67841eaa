"""The exact odds of tiny deals: all packs have the same odds, and each card has its share.

All sequences of numbers are tried, so that every chance is exact.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, permutations
from math import exp

import pytest

import cardformats as cf
from tests.every_deal import chances, every_deal, expected

NAMES = "ABCDEFGH"


def sheet(name, copies, cards=NAMES, **fields):
    entries = [cf.Entry(cf.CardRef(card), n) for card, n in zip(cards, copies, strict=False)]
    return cf.Sheet(name, entries, **fields)


def classed(*classes, **balance):
    """A sheet that is balanced by rarity: the copies of each class's cards."""
    names = iter(NAMES)
    entries = [
        cf.Entry(cf.CardRef(next(names)), copies, overrides={"rarity": str(number)})
        for number, each in enumerate(classes)
        for copies in each
    ]
    return cf.Sheet("s", entries, cf.model.Balanced("rarity", **balance))


def event(sheets, packs, *slots, supply="finite", **fields):
    """A set whose event has so many packs; a slot is a sheet's name and how many cards."""
    parts = [
        cf.Slot(str(at), count, [cf.SheetChoice(name)]) for at, (name, count) in enumerate(slots)
    ]
    booster = cf.Booster(layouts=[cf.Layout("", 1, parts)], **fields)
    its = cf.model.Event(supply=supply, boosters_per_player=packs)
    return cf.CardSet(sheets=sheets, boosters=[booster], event=its)


#: Events whose packs are all alike, and how many packs they have.
EVENTS = {
    "all is dealt": (event([sheet("s", [2, 2, 1, 1])], 3, ("s", 2)), 3),
    "a copy is left": (event([sheet("s", [2, 1, 1, 1])], 2, ("s", 2)), 2),
    "two are left": (event([sheet("s", [2, 2, 1])], 3, ("s", 1)), 3),
    "two slots": (event([sheet("s", [2, 2, 1])], 2, ("s", 1), ("s", 1)), 2),
    "sheets share a card": (
        event([sheet("s", [1, 1, 1]), sheet("t", [1, 1], "AD")], 2, ("s", 1), ("t", 1)),
        2,
    ),
    "slots are apart": (
        event([sheet("s", [2, 2, 1])], 1, ("s", 2), ("s", 2), distinct_scope="slot"),
        1,
    ),
    "a sheet starts anew": (event([sheet("s", [1, 1, 1])], 3, ("s", 2), supply="refill"), 3),
    "classes": (event([classed([2], [1, 1])], 2, ("s", 2)), 2),
    "balanced in part": (event([classed([2], [1, 1], strength="1/2")], 2, ("s", 2)), 2),
    "a class is left": (event([classed([2], [1, 1], [1])], 2, ("s", 1)), 2),
}
#: The same, but with more numbers.
MANY = {
    "a sheet starts anew within a pack": (
        event([sheet("s", [2, 1, 1, 1])], 3, ("s", 2), supply="refill"),
        3,
    ),
    "two classes, and twins": (event([classed([2, 1], [1, 1])], 2, ("s", 2)), 2),
    "two classes, and a copy is left": (event([classed([2, 1], [2])], 2, ("s", 2)), 2),
}


def shares(cardset):
    """How often each card should come in a pack."""
    found = dict.fromkeys(NAMES, Fraction(0))
    for slot in cardset.boosters[0].layouts[0].slots:
        its = cardset.sheets[slot.sheets[0].sheet]
        for entry in its.entries:
            found[entry.card.name] += Fraction(slot.count * entry.copies, its.total)
    return {name: share for name, share in found.items() if share}


@pytest.mark.parametrize(
    ("cardset", "packs"),
    [
        *(pytest.param(*each, id=name) for name, each in EVENTS.items()),
        *(pytest.param(*each, id=name, marks=pytest.mark.slow) for name, each in MANY.items()),
    ],
)
def test_each_pack_is_like_any_other_and_each_card_has_its_share(monkeypatch, cardset, packs):
    deals = every_deal(monkeypatch, cardset, 1)
    for at in range(packs):
        assert expected(deals, at) == shares(cardset)
    for places in permutations(range(packs)):
        assert chances(deals, *places) == deals


@pytest.mark.parametrize(
    ("copies", "packs", "supply"),
    [(2, 2, "finite"), (1, 2, "refill"), (1, 3, "refill")],
)
def test_cards_of_equal_copies_make_all_packs_with_the_same_chances(
    monkeypatch, copies, packs, supply
):
    """Wherever a pack lies, and whatever is left: also where a sheet starts anew within it."""
    cardset = event([sheet("s", [copies] * 3)], packs, ("s", 2), supply=supply)
    deals = every_deal(monkeypatch, cardset, 1)
    alike = dict.fromkeys(((pair,) for pair in combinations("ABC", 2)), Fraction(1, 3))
    assert all(chances(deals, at) == alike for at in range(packs))


@pytest.mark.parametrize(
    ("opened", "left"),
    [((), (3, 2, 1, 1)), (("A",), (2, 2, 1, 1)), (("A", "A", "C"), (1, 2, 0, 1))],
)
def test_a_single_pack_is_drawn_by_the_copies_that_are_left(monkeypatch, opened, left):
    """What comes twice gives way to what is left, as if it were drawn again."""
    cardset = event([sheet("s", (3, 2, 1, 1))], 1, ("s", 2))
    gone = [cf.PackCard(cf.CardRef(name), "0", "s") for name in opened]
    deals = every_deal(monkeypatch, cardset, 1, gone)
    drawn = cf.Generator(event([sheet("s", left)], 1, ("s", 2), supply="infinite"), seed=1)
    for names, chance in chances(deals, 0).items():
        cards = [cf.PackCard(cf.CardRef(name), "0", "s") for name in names[0]]
        assert float(chance) == pytest.approx(exp(drawn.log_likelihood(cards)))
