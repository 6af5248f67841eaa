"""Lines that nearly name a custom card, and names that Draftmancer takes apart."""

from __future__ import annotations

import json

import pytest

import cardformats as cf
from cardformats.catalog import NearNames
from cardformats.checking import run

from .draftmancer_lists import WARDEN, found, with_cards
from .text_tables import cells, rows

NAMES = [
    *("Lantern Eel", "Reed Frog", "Salt Spy", "Elf", "Koba // Boba", "Æther Moth", "Playtest 1"),
    *("Zaba F", "12 Zaba", "Moss (Elf)", "Moss (AAA) 1", "Foil", "Foil F"),
]


def read(*lines, names=NAMES, **options):
    cards = [{"name": name, "mana_cost": "", "type": "Land"} for name in names]
    cards.append({"name": "Day", "mana_cost": "", "type": "Land", "back": DUSK})
    text = "\n".join(["[CustomCards]", json.dumps(cards), "[A(1)]", *lines])
    return cf.loads_report(text, "draftmancer", **options)


DUSK = {"name": "Nightfall", "type": "Land"}
SLIPS = rows("""
    1 Lantern Eell     | Lantern Eel
    1 Lantren Eel      | Lantern Eel
    Lanten Eel (LAN) 4 | Lantern Eel
    1 Reed  Frog       | Reed Frog
    1 Reed-Frog        | Reed Frog
    2 Rred Frog F      | Reed Frog
    1 Salt Spy (LAN    | Salt Spy
    1 Reed Frog [ASH   | Reed Frog
    1 Koba             | Koba // Boba
    1 Boba             | Koba // Boba
    1 Koba / Boba      | Koba // Boba
    Aether Moth        | Æther Moth
    Nightfall          | Day
""")


def test_a_line_that_nearly_names_a_custom_card_is_a_typo():
    for line, name in SLIPS:
        (slip,) = read(line).diagnostics
        assert (slip.code, slip.span.text) == ("DM025", line)
        assert name in slip.notes[0], line


@pytest.mark.parametrize("end", [" ", "\t", "\xa0", "\r", "\n", "\r\n", "\ufeff", "\u2028"])
@pytest.mark.parametrize("line", ["1 Foo", "1 foo", "foo"])
def test_a_custom_name_that_ends_in_white_space_is_named_by_no_line(end, line, tmp_path):
    report = read(line, names=[f"Foo{end}"])
    (slip,) = report.diagnostics
    assert (slip.code, slip.span.text, slip.fix) == ("DM025", line, None)
    assert report.value.sheets["A"].entries[0].card == cf.CardRef(line.removeprefix("1 "))
    path = tmp_path / "list.txt"
    path.write_text(with_cards(WARDEN | {"name": f"Foo{end}"}, lines=line))
    assert "DM025" in [str(each.code) for each in run([path], format="draftmancer").diagnostics]


@pytest.mark.parametrize("name", ["#Lantern Eel", "Lantern\u2028Eel"])
def test_a_fix_writes_no_line_that_is_no_card_line_of_that_name(name):
    (slip,) = read("Lanternn Eel", names=[name]).diagnostics
    assert (slip.code, slip.fix) == ("DM025", None)
    assert repr(name) in slip.notes[0]


def test_another_name_is_none():
    for line in cells(
        "Forest | Lantern Eel | Elk | Playtest 2 | Playtest 12 | Lantern Elk | Moss (Elf)"
    ):
        assert read(line).diagnostics == (), line


def test_a_copy_behind_the_name_is_a_count():
    (slip,) = read("Lantern Eel ×2").diagnostics
    assert slip.notes == ("did you mean '2 Lantern Eel'?",)
    (slip,) = read("1 Lantern Eel ×2").diagnostics
    assert slip.notes == ("did you mean 'Lantern Eel'?",)


def test_a_name_in_a_catalog_is_no_typo():
    catalog = cf.CardCatalog([cf.Card(cf.Face("Lantern Eels"))])
    assert read("Lantern Eels", catalog=catalog).diagnostics == ()
    (slip,) = read("Lantern Eeel", catalog=catalog).diagnostics
    assert (slip.code, slip.notes) == ("DM026", ("did you mean 'Lantern Eel'?",))


def test_names_in_json_are_looked_at_too():
    moth = WARDEN | {"name": "Moth", "related_cards": ["Lantern Eell", " "]}
    text = with_cards(moth, WARDEN | {"name": "Lantern Eel"}, lines="Moth")
    assert found(text) == [("DM025", '"Lantern Eell"'), ("DM030", '" "')]


READINGS = rows("""
    1 Zaba F | 1  | Zaba | foil | 1 Zaba F (custom)
    12 Zaba  | 12 | Zaba |      | 1 12 Zaba
    3 Foil F | 3  | Foil | foil | 3 Foil F (custom)
""")


@pytest.mark.parametrize(("line", "copies", "name", "finish", "better"), READINGS)
def test_a_name_that_is_taken_apart_is_read_as_draftmancer_reads_it(
    line, copies, name, finish, better
):
    report = read(line)
    (slip,) = report.diagnostics
    (entry,) = report.value.sheets["A"].entries
    assert (slip.code, slip.notes) == ("DM029", (f"write {better!r}",))
    assert entry == cf.Entry(name, int(copies), finish or None)
    report = read(better)
    assert report.diagnostics == ()
    assert report.value.card(report.value.sheets["A"].entries[0].card) is not None


def test_a_foil_card_beside_one_whose_name_ends_like_a_foil_mark_is_not_fixed():
    (slip,) = read("1 Foil F").diagnostics
    assert (slip.code, slip.fix.is_safe) == ("DM029", False)


#: With the names "Foo (Bar)" and another: how many of which card, of which finish, and codes.
WHOLE = rows("""
    2 Foo (Bar)           |              | 2 | Foo (Bar)    |      |
    2 Foo (Bar) F         |              | 2 | Foo (Bar)    | foil |
    2 Foo (Bar) +F        |              | 2 | Foo (Bar)    | foil |
    Foo (Bar) (custom) +F |              | 1 | Foo (Bar)    | foil |
    2 Foo (Bar) F         | Foo          | 2 | Foo (Bar)    | foil |
    2 Foo (Bar)           | Foo          | 2 | Foo          |      | DM029
    2 Foo (Bar) +F        | Foo          | 2 | Foo          | foil | DM029
    2 Foo (Bar) 12        |              | 2 | Foo          |      | DM025
    2 Foo (Bar) 12 F      |              | 2 | Foo          | foil | DM025
    2 Foo (Bar) 12        | Foo          | 2 | Foo          |      | DM023
    2 Foo (Bar) 12        | Foo (Bar) 12 | 2 | Foo (Bar) 12 |      |
    2 Foo (Bar) 12 F      | Foo (Bar) 12 | 2 | Foo (Bar) 12 | foil |
    2 Foo (Bar) F         | Foo (Bar) F  | 2 | Foo (Bar)    | foil | DM029
""")


def test_parentheses_belong_to_a_custom_name_if_no_card_has_the_set():
    for line, other, *expected in WHOLE:
        report = read(line, names=["Foo (Bar)", *([other] if other else [])])
        (entry,) = report.value.sheets["A"].entries
        codes = " ".join(str(each.code) for each in report.diagnostics)
        made = [str(entry.copies), entry.card.name, entry.finish or "", codes]
        assert made == expected, (line, other)


@pytest.mark.parametrize("line", ["2 Foo (Bar)", "2 Foo (Bar) F"])
def test_an_official_printing_goes_before_a_custom_name_in_parentheses(line):
    catalog = cf.CardCatalog([cf.Card.of("Foo", set_code="BAR", number="F")])
    report = read(line, names=["Foo (Bar)"], catalog=catalog)
    assert report.ok
    (entry,) = report.value.sheets["A"].entries
    assert (entry.copies, entry.card.name, entry.finish) == (2, "Foo", None)
    report = read(line, names=["Foo (Bar)"], catalog=cf.CardCatalog([]))
    assert report.ok
    assert report.value.sheets["A"].entries[0].card == cf.CardRef("Foo (Bar)")


def test_the_fix_of_a_line_that_is_read_as_another_card_keeps_its_count_and_its_foil_mark():
    (slip,) = read("2 Foo (Bar) +F", names=["Foo", "Foo (Bar)"]).diagnostics
    assert slip.fix.title == "write '2 Foo (Bar) (custom) +F'"
    (slip,) = read("3 Zaba F").diagnostics
    assert slip.fix.title == "write '3 Zaba F (custom)'"


def test_one_typo_anywhere_in_a_name_is_found():
    name, letters = "Lantern Eel", "lanterneel"
    near = NearNames({name: name})
    for place in range(len(letters)):
        before, letter, behind = letters[:place], letters[place], letters[place + 1 :]
        exchanged = before + behind[:1] + letter + behind[1:]
        for typo in (
            before + behind,
            f"{before}q{letter}{behind}",
            f"{before}q{behind}",
            exchanged,
        ):
            assert near.near(typo) == name, typo
    assert near.near("lqnterneql") is None


def test_names_are_compared_with_few_others(monkeypatch):
    numbered = [f"Lantern {number} Eel" for number in range(1000)]
    near = NearNames({name: name for name in numbered})
    compared = []
    monkeypatch.setattr(
        "cardformats.catalog.near._is_one_typo", lambda *names: compared.append(names)
    )
    assert near.near("Lantern q Ell") is None
    assert 0 < len(compared) < 100


def test_names_of_official_printings_keep_their_numbers():
    deck = cf.loads("Deck\n2 Island (ISD) 255\n3 Island (ISD) 253\n", "decklist")
    text = cf.dumps(deck, "draftmancer", cards="names")
    assert "2 Island (ISD) 255\n3 Island (ISD) 253\n" in text
    known = cf.Card.of("Island", set_code="ISD", number="250", ids={"scryfall": "x"})
    other = cf.Card.of("Swamp", set_code="ISD", number="9000", ids={"wagic": "9000"})
    text = cf.dumps(cf.CardSet.of([known, other], pack=2), "draftmancer", cards="names")
    assert "1 Island (ISD) 250\n1 Swamp (ISD)\n" in text
