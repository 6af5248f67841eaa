"""Cards, odds and layouts in words, as editors show them."""

from __future__ import annotations

from fractions import Fraction
from threading import Event
from types import SimpleNamespace

import pytest

import cardformats as cf
from cardformats.diagnostics import Report
from cardformats.lsp import cards_shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a*b_c [d] <e> #f | ~g & `h` \\", r"a\*b\_c \[d\] \<e\> \#f \| \~g \& \`h\` \\"),
        ("a" * 2000, "a" * 2000),
        ("a" * 2001, "a" * 2000 + "…"),
    ],
)
def test_texts_are_shown_as_they_are(text, shown):
    assert cards_shown.escaped(text) == shown


def test_cards_are_shown_with_all_faces():
    walker = cf.Face(
        "Jun & Co", "{1}{W/U}", "WU", ("Legendary",), ("Planeswalker",), ("Jun",), "+1: *\n\n-1: x",
        loyalty="3", properties={"Lore": "a_b", "Empty": "", "None": None, "Level": "0"},
    )  # fmt: skip
    other = cf.Face("Fish", types=("Creature",), power="1", toughness="*")
    card = cf.Card((walker, other, cf.Face("Half", power="2")), "FEN", "7a", "rare", finish="foil")
    assert cards_shown.card_markdown(card) == (
        "**Jun \\& Co** {1}{W/U}  \nLegendary Planeswalker — Jun  \n+1: \\*  \n-1: x  \n"
        "Lore: a\\_b  \nLevel: 0  \n3\n\n**Fish**  \nCreature  \n1/\\*\n\n**Half**  \n2\n\n"
        "rare, FEN 7a, foil"
    )
    assert cards_shown.card_markdown(cf.Card(cf.Face("A"), number="1")) == "**A**\n\n1"
    assert cards_shown.card_markdown(cf.Card(cf.Face("A"))) == "**A**"


@pytest.mark.parametrize(
    ("value", "number", "share"),
    [
        (Fraction(1), "1", "all packs"),
        (Fraction(1, 3), "0.333", "33.3 % of packs"),
        (Fraction(2, 3000), "0.000667", "0.0667 % of packs"),
        (Fraction(0), "0", "0 % of packs"),
    ],
)
def test_shares_of_packs_have_three_digits(value, number, share):
    assert (cards_shown.number(value), cards_shown.percent(value)) == (number, share)


def test_odds_say_how_many_and_how_often():
    rows = [
        SimpleNamespace(exact=True, expected=1, at_least_one=Fraction(1), finish=None),
        SimpleNamespace(exact=False, expected=2, at_least_one=Fraction(1, 2), finish="foil"),
    ]
    odds = SimpleNamespace(of=lambda _: rows)
    assert cards_shown.odds_markdown(odds, "A") == (
        "A pack has 1 copy on average, and all packs one.  \n"
        "A pack has about 2 foil copies on average, and 50 % of packs one."
    )
    assert cards_shown.odds_markdown(None, "A") == ""
    assert cards_shown.odds_of(cf.CardSet()) is None


def test_slots_of_a_sheet_are_shown_by_layouts():
    mixed = cf.Slot("m*", 2, [cf.SheetChoice("a", 1), cf.SheetChoice("b", 3)])
    one, other = cf.Layout("One", 3, [cf.Slot("a", 10, "a"), mixed]), cf.Layout("Two_", 1, [mixed])
    assert cards_shown.slots_markdown(iter([one, other]), "a") == (
        "10 cards of the layout One in 75 % of packs: slot a  \n"
        "2 cards of the layout One in 18.8 % of packs: slot m\\*  \n"
        "2 cards of the layout Two\\_ in 6.25 % of packs: slot m\\*"
    )
    assert cards_shown.slots_markdown([one], "a").startswith("10 cards in all packs: slot a  \n")
    assert cards_shown.slots_markdown([one], "c") == ""
    for count, more in ((12, ""), (13, "  \nand 1 more")):
        lines = "  \n".join(["2 cards in 0 % of packs: slot m\\*"] * 12)
        never = cf.Layout("", 0, [mixed] * count)
        assert cards_shown.slots_markdown([never], "a") == lines + more
    assert cards_shown.layout_markdown(one, [one, other]) == (
        "**One**: 75 % of packs  \n10 × a  \n2 × m\\*: a, b"
    )
    assert cards_shown.layout_markdown(cf.Layout("Z", 0), []) == "**Z**: 0 % of packs"


def test_odds_of_what_nobody_looks_at_are_not_worked_out(monkeypatch):
    go_on, asked = Event(), []
    monkeypatch.setattr(cards_shown, "_PATIENCE", 0)
    monkeypatch.setattr(cards_shown, "odds_of", lambda *its: asked.append(its) or go_on.wait(5))
    known = cards_shown.KnownOdds()
    documents = [(cf.CardSet(each), Report(cf.CardSet(each), ())) for each in "abc"]
    for each, report in documents:
        assert known.of(each, report, [None]) == [None]
        assert known.of(each, report, [None]) == [None]
    go_on.set()
    known._worker.shutdown()  # noqa: SLF001 - when all that is asked is done
    assert [its.name for its, _ in asked] == ["a", "c"]
    assert known.of(*documents[2], [None]) == [True]
