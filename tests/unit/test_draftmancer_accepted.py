"""Repairs that make Draftmancer accept a list, and reports where that is impossible."""

from __future__ import annotations

import json

import pytest

import cardformats as cf
from cardformats.formats.draftmancer.acceptance import Accepted, AcceptedLine, ListRejection, accept
from cardformats.formats.draftmancer.names import CODES
from cardformats.formats.wagic.format import OFFICIAL_CODES


def card(name="Zorblax", set_code=None, number=None, **face):
    return cf.Card(cf.Face(name, **({"types": ("Creature",)} | face)), set_code, number)


def of(*cards, entries=None, **options):
    """What is written of *cards*, once each, or of *entries*: the report, and what is accepted."""
    sheets = [] if entries is None else [cf.Sheet("A", entries)]
    cardset = cf.CardSet(cards=cards, sheets=sheets)
    report = cf.dumps_report(cardset, "draftmancer", **options)
    return report, accept(report.value)


def losses(report):
    return {(str(each.code), each.kind): each.count for each in report.losses}


def test_a_number_that_no_line_can_hold_stays_where_no_line_needs_it():
    report, made = of(card(number="L1/L2 (Secret Card)"))
    assert report.value.endswith("[default]\n1 Zorblax (custom)\n")
    assert list(made.cards) == ["Zorblax_custom_L1/L2 (Secret Card)"]
    assert report.ok


def test_printings_get_numbers_that_lines_can_hold():
    report, made = of(card(number="1 (a)"), card(number="1-a"), card(), card(number="+"))
    assert report.value.endswith(
        "[default]\n1 Zorblax (custom) 1-a-2\n1 Zorblax (custom) 1-a\n"
        "1 Zorblax (custom) 2\n1 Zorblax (custom) 3\n"
    )
    assert [line.custom for line in made.sheets["default"]["cards"]] == list(made.cards)
    kinds = losses(report)
    assert (
        kinds["CF253", "collector numbers that card lines cannot contain (now similar ones)"] == 2
    )
    assert kinds["CF253", "cards without a number (now a number)"] == 3


def test_printings_get_sets_that_lines_can_hold():
    report, made = of(card(set_code="A-B"), card(set_code="A_B"), card(set_code="é"), card())
    assert [line.custom for line in made.sheets["default"]["cards"]] == list(made.cards)
    assert [each["set"] for each in made.cards.values()] == ["a_b", "a_b", "custom", "custom"]
    assert losses(report)["CF254", "sets that card lines cannot contain (now similar ones)"] == 2


def test_names_that_become_the_same_stay_two_cards():
    cards = [card("Moss "), card("Moss"), card(" Moss"), card("Moss 2"), card(""), card(" ")]
    report, made = of(*cards, entries=[cf.Entry(each.ref) for each in reversed(cards)])
    assert len(made.cards) == len(cards)
    assert [line.custom for line in made.sheets["A"]["cards"]] == list(reversed(made.cards))
    assert report.ok


def test_effects_and_related_cards_follow_a_printing_that_was_renamed():
    first, second = card(set_code="AAA", number="1"), card(set_code="AAA", number="1 b")
    adder = cf.Card(
        cf.Face("Adder", types=("Artifact",)),
        related=[second.ref],
        draft_effects=[cf.model.AddCards([second.ref, first.ref])],
    )
    report, made = of(first, second, adder)
    assert report.ok
    written = made.cards["Adder_custom_"]
    assert written["related_cards"] == ["Zorblax (AAA) 1-b"]
    assert written["draft_effects"][0]["cards"] == ["Zorblax (AAA) 1-b", "Zorblax (AAA) 1"]


def test_a_card_without_a_set_has_nothing_of_an_official_card_of_its_name():
    report, _ = of(card("Gravedigger", types=("Artifact",)))

    def printed(_name, set_code, _number):
        return {} if set_code else {"colors": ["B"], "subtypes": ["Zombie"], "set": "mb1"}

    made = accept(report.value, printed=printed)
    assert list(made.cards) == ["Gravedigger_custom_"]
    assert not made.cards["Gravedigger_custom_"].keys() & {"colors", "subtypes"}


@pytest.mark.parametrize("code", ["custom", "CUSTOM", ""])
def test_the_set_custom_is_none(code):
    text = json.dumps([{"name": "Elf", "set": code, "mana_cost": "", "type": "Land"}])
    assert cf.loads(f"[CustomCards]\n{text}\n[A]\nElf", "draftmancer").cards[0].set_code is None


def test_the_set_custom_tells_printings_apart_when_read():
    cards = [
        {"name": "Elf", "set": "AAA", "collector_number": "1", "mana_cost": "", "type": "Land"},
        {"name": "Elf", "set": "custom"},
    ]
    text = f"[CustomCards]\n{json.dumps(cards)}\n[A]\n1 Elf\n2 Elf (custom)\n"
    cardset = cf.loads(text, "draftmancer")
    meant = [cardset.card(entry.card) for entry in cardset.sheets["A"].entries]
    assert [each.set_code for each in meant] == ["AAA", "custom"]


def test_a_card_of_which_only_the_name_is_known_is_a_custom_card():
    report, made = of(cf.Card(cf.Face("On Your Turn")))
    assert [loss.kind for loss in report.losses] == ["cards without a rarity (now 'rare')"]
    assert made.cards["On Your Turn_custom_"]["type"] == ""
    assert isinstance(accept(report.value, lambda *_: False), Accepted)


def test_an_official_card_that_no_line_can_name_is_an_error():
    report, _ = of(entries=[cf.Entry(cf.CardRef("Vitamin F"))])
    assert ("CF204", "card lines that read as something else") in losses(report)
    assert isinstance(accept(report.value, lambda name, *_: name == "Vitamin F"), ListRejection)
    both = [cf.Entry(cf.CardRef("Vitamin")), cf.Entry(cf.CardRef("Vitamin F"))]
    assert ("CF205", "card lines") in losses(of(entries=both)[0])


def test_an_official_printing_that_no_line_can_name_is_any_printing():
    report, made = of(entries=[cf.Entry(cf.CardRef("Forest", "A-NA", "60"))])
    assert made.sheets["A"]["cards"] == [AcceptedLine(1, "Forest", None, None, None)]
    assert (
        losses(report)[
            "CF254", "sets and numbers that card lines cannot contain (now any printing)"
        ]
        == 1
    )


def test_an_official_name_in_parentheses_may_be_foil():
    entry = cf.Entry(cf.CardRef("Suit (Used)"), 1, "foil")
    report, _ = of(entries=[entry])
    assert report.ok
    made = accept(report.value, lambda name, *_: name == "Suit (Used)")
    assert made.sheets["A"]["cards"][0].name == "Suit (Used)"


def test_a_list_without_cards_is_an_error():
    report = cf.dumps_report(cf.CardSet(), "draftmancer")
    assert [str(each.code) for each in report.errors] == ["CF204"]


def test_a_list_that_is_given_back_is_not_judged():
    report = cf.loads_report("[A]\n", "draftmancer")
    assert cf.dumps_report(report.value, "draftmancer").losses == ()


def wagic_card(name, code):
    return cf.Card(cf.Face(name), code, "7", ids={"wagic": "7"})


@pytest.mark.parametrize(
    ("code", "official"),
    [("CFX", "CON"), ("med", "ME1"), ("RV", "3ED"), ("M10", "M10"), ("XYZ", None)],
)
def test_sets_of_wagic_get_their_official_codes(code, official):
    card = wagic_card("Forest", code)
    report, made = of(card, entries=[cf.Entry(card.ref)], cards="names")
    assert [line.set for line in made.sheets["A"]["cards"]] == [official]
    is_lost = ("CF254", "sets that Draftmancer does not know (now any printing)") in losses(report)
    assert is_lost == (official is None)


def test_the_codes_of_other_sets_are_not_those_of_wagic():
    (line,) = of(entries=[cf.Entry(cf.CardRef("Forest", "MED"))], cards="names")[1].sheets["A"][
        "cards"
    ]
    assert line.set == "MED"


def test_every_code_of_wagic_becomes_an_official_one():
    assert {code.lower() for code in OFFICIAL_CODES.values()} <= CODES


@pytest.mark.parametrize("name", ["__proto__", "__PROTO__"])
def test_a_sheet_has_no_name_that_breaks_draftmancer(name):
    cardset = cf.CardSet(sheets=[cf.Sheet(name, [cf.Entry(cf.CardRef("Forest"))])])
    assert list(accept(cf.dumps(cardset, "draftmancer")).sheets) == [f"{name} sheet"]


def test_the_rules_take_large_lists():
    """In proportion to their size: these would take hours if they took the square of it."""
    blanks = " " * 200_000
    many = "[Settings]\n{}\n" * 1_000 + "[A]\n" + "1 Forest\n" * 10_000
    assert accept(f"1 Elf{blanks}x").sheets["default"]["cards"][0].name == f"Elf{blanks}x"
    assert isinstance(accept("[Settings]\n" + "{\n" * 20_000), ListRejection)
    assert len(accept(many).sheets["A"]["cards"]) == 10_000


@pytest.mark.parametrize("end", ["\n", "\r", "\u2028", "\nB"])
@pytest.mark.parametrize("name", ["Eel", "Eel F", "Eel +F"])
def test_a_set_with_a_line_end_does_not_end_the_line(name, end):
    ref = cf.CardRef(name, f"LAN{end}", f"1{end}")
    cardset = cf.CardSet(sheets=[cf.Sheet("S", [cf.Entry(ref), cf.Entry("Heron")])])
    report = cf.dumps_report(cardset, "draftmancer")
    assert report.value.splitlines()[-2:] == [f"1 {name}", "1 Heron"]
    assert any("card lines cannot contain" in loss.message for loss in report.losses)
    assert [loss.subjects for loss in report.errors] == [(name,)] * (name != "Eel")
