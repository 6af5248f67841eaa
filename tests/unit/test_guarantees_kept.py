"""Guarantees that no pack, or hardly any, can keep: the odds say so, and the audit finds them."""

from __future__ import annotations

from fractions import Fraction
from math import comb, inf

import pytest

import cardformats as cf
from cardformats import stats

WHITE, BLUE = 6, 14


def cards(*constraints, count=4, event=None, colors="W" * WHITE + "U" * BLUE, **sheet):
    """A slot of cards of these colours; the first three are mythics."""
    known = [
        cf.Card(
            cf.Face(f"C{number}", colors=[cf.model.Color(color)]),
            rarity="mythic" if number < 3 else "common",
        )
        for number, color in enumerate(colors)
    ]
    made = cf.Sheet("A", [cf.Entry(card.ref) for card in known], **sheet)
    slot = cf.Slot("A", count, [cf.SheetChoice("A")])
    layouts = [cf.Layout("L", 1, [slot])]
    booster = cf.Booster("B", layouts=layouts, constraints=constraints)
    return cf.CardSet(cards=known, sheets=[made], boosters=[booster], event=event)


IMPOSSIBLE = {
    "there is none": [cf.model.AtLeast(1, "rarity", "rare")],
    "too many": [cf.model.AtLeast(4, "rarity", "mythic")],
    "contradiction": [cf.model.AtLeast(2, "color", "W"), cf.model.AtMost(1, "color", "w")],
    "together": [cf.model.AtLeast(3, "color", "W"), cf.model.AtLeast(2, "color", "U")],
    "of other properties": [
        cf.model.AtLeast(2, "rarity", "mythic"),
        cf.model.AtMost(1, "color", "W"),
    ],
}


def codes(made):
    return {each.code.value for each in cf.Generator(made, seed=1).audit()}


@pytest.mark.parametrize("name", IMPOSSIBLE)
def test_there_are_no_odds_of_what_cannot_be(name):
    gen = cf.Generator(cards(*IMPOSSIBLE[name]), seed=1)
    with pytest.raises(cf.CollationError, match="no pack of 'B' meets its constraints: at least"):
        gen.odds()
    with pytest.raises(cf.CollationError, match="no pack of 'B' meets its constraints"):
        stats.test(gen, [[cf.CardRef("C1")]])
    without = cf.Generator(cards(), seed=1).pack(0)
    assert gen.log_likelihood(without) == -inf


def test_the_message_has_every_constraint_in_words():
    limits = [
        *(cf.model.AtLeast(count, "rarity", "rare") for count in (1, 2)),
        *(cf.model.AtMost(count, "color", "w") for count in (0, 1, 2)),
    ]
    with pytest.raises(cf.CollationError) as caught:
        cf.Generator(cards(*limits), seed=1).odds()
    assert str(caught.value) == (
        "no pack of 'B' meets its constraints: "
        "at least 1 card whose rarity is 'rare'; at least 2 cards whose rarity is 'rare'; "
        "at most 0 cards whose color is 'w'; "
        "at most 1 card whose color is 'w'; at most 2 cards whose color is 'w'"
    )


@pytest.mark.parametrize("name", IMPOSSIBLE)
def test_the_audit_finds_what_cannot_be(name):
    assert codes(cards(*IMPOSSIBLE[name])) & {"CL024", "CL036"}


def test_a_contradiction_is_found_where_odds_are_not_known(monkeypatch):
    monkeypatch.setattr("cardformats.collation.effort.MAX_WORK", 0)
    assert "CL036" in codes(cards(*IMPOSSIBLE["contradiction"]))


@pytest.mark.parametrize(("mythics", "found"), [(1, False), (2, False), (3, True)])
def test_guarantees_that_hardly_any_pack_keeps(mythics, found):
    """Three of the three mythics among four of sixty cards are in 57 of 487,635 packs."""
    made = cards(cf.model.AtLeast(mythics, "rarity", "mythic"), colors="W" * 60)
    share = Fraction(sum(comb(3, n) * comb(57, 4 - n) for n in range(mythics, 4)), comb(60, 4))
    assert (share < Fraction(1, 1_000)) is found
    (*said,) = [e.message for e in cf.Generator(made, seed=1).audit() if e.code.value == "CL037"]
    assert len(said) == found
    assert all(f"1 in {round(1 / share):,} packs" in each for each in said)


@pytest.mark.parametrize("supply", ["infinite", "finite", "refill"])
def test_guarantees_of_a_finite_supply(supply):
    """The audit says it if and only if a deal is refused."""
    event = cf.model.Event(supply=supply, boosters_per_player=1)
    made = cards(cf.model.AtLeast(1, "color", "U"), event=event)
    found = "CL038" in codes(made)
    assert found is (supply != "infinite")
    gen = cf.Generator(made, seed=1)
    if found:
        with pytest.raises(cf.CollationError, match="cannot be met"):
            gen.deal(1)
    else:
        gen.deal(1)


@pytest.mark.parametrize(
    ("colors", "lacks"), [("WUBRG", ""), ("WUBR", "green"), ("WUB", "red or green"), ("WU", "")]
)
def test_a_balance_without_a_colour(colors, lacks):
    """A sheet of one or two colours is not meant to have all."""
    balanced = cards(colors=colors * 5, count=5, collation=cf.model.Balanced())
    by_event = cards(colors=colors * 5, count=5, event=cf.model.Event(color_balance=True))
    plain = cards(colors=colors * 5, count=5)
    for made, code in ((balanced, "CL039"), (by_event, "CL040"), (plain, "")):
        found = [
            each
            for each in cf.Generator(made, seed=1).audit()
            if each.code.value in {"CL039", "CL040"}
        ]
        assert [each.code.value for each in found] == ([code] if lacks and code else [])
        assert all(each.message.endswith(f"is {lacks}") for each in found)


def test_cards_on_no_sheet():
    token = cf.Card(cf.Face("Token"))
    brought = cf.Card(cf.Face("Brought"))
    lost = cf.Card(cf.Face("Lost"))
    effects = [cf.model.AddCards([brought.ref])]
    first = cf.Card(cf.Face("First"), related=[token.ref], draft_effects=effects)
    sheet = cf.Sheet("A", [cf.Entry(first.ref)])
    booster = cf.Booster("B", layouts=[cf.Layout("L", 1, [cf.Slot("A", 1, [cf.SheetChoice("A")])])])
    made = cf.CardSet(cards=[first, token, brought, lost], sheets=[sheet], boosters=[booster])
    (found,) = [e for e in cf.Generator(made, seed=1).audit() if e.code.value == "CL041"]
    assert found.message == "cards on no sheet: 1 of 4 (Lost)"


@pytest.mark.parametrize(
    "collation", [cf.model.Random(), cf.model.Spread(), cf.model.PrintRun(), cf.model.Fixed()]
)
def test_a_card_with_several_entries(collation):
    """Where the order counts, a card may well stand twice."""
    refs = [cf.CardRef(name) for name in "aab"]
    sheet = cf.Sheet(
        "A", [cf.Entry(refs[0]), *map(cf.Entry, refs), cf.Entry(refs[2], 1, "foil")], collation
    )
    booster = cf.Booster("B", layouts=[cf.Layout("L", 1, [cf.Slot("A", 1, [cf.SheetChoice("A")])])])
    found = codes(cf.CardSet(sheets=[sheet], boosters=[booster]))
    assert ("CL042" in found) is isinstance(collation, (cf.model.Random, cf.model.Spread))
