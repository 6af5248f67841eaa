"""Made lists with one change: what else they have stays, in every manner of writing."""

from __future__ import annotations

import copy
import pickle

import pytest
from attrs import evolve

import cardformats as cf
from cardformats.diagnostics import SharedCode

from .changes import with_front


def read(data, **options):
    return cf.loads_report(data, "draftmancer", **options).value


def written(cardset, **options):
    return cf.dumps(cardset, "draftmancer", **options)


def with_entries(cardset, change, name=None):
    sheet = cardset.sheets[name or next(iter(cardset.sheets))]
    sheets = cardset.sheets | {sheet.name: evolve(sheet, entries=change(list(sheet.entries)))}
    return evolve(cardset, sheets=[*sheets.values()])


def with_setting(cardset, **changes):
    return evolve(cardset, event=evolve(cardset.event, **changes))


def without(number):
    return lambda its: its[:number] + its[number + 1 :]


def put(number, name):
    return lambda its: [*its[:number], cf.Entry(name), *its[number:]]


LINES = {
    "a comment of its own": ("# mine\nA\n\nB\nC\n", without(0), "\nB\nC\n"),
    "a comment of a group": ("# all of these\nA\nB\nC\n", without(0), "# all of these\nB\nC\n"),
    "the last of a group": ("A\n# one\nB\n\n# two\nC\n", without(2), "A\n# one\nB\n\n"),
    "blanks": ("\tA  \n  B\n", without(0), "  B\n"),
    "no line end": ("A\nB", put(2, "C"), "A\nB\nC"),
    "a line before all": ("# title\n\nA\nB\n", put(0, "C"), "# title\n\nC\nA\nB\n"),
    "counts": ("2  A\n1  B\n", put(1, "C"), "2  A\n1 C\n1  B\n"),
    "no counts": ("A\nB\n", put(1, "C"), "A\nC\nB\n"),
    "a name with a number": ("A\nB\n", put(1, "2 C"), "A\n1 2 C\nB\n"),
    "mixed line ends": ("A\r\nB\nC\n", put(1, "D"), "A\r\nD\r\nB\nC\n"),
    "two at one place": ("A\nB\n", lambda its: [*put(1, "C")(put(1, "D")(its))], "A\nC\nD\nB\n"),
    "one for another": ("A\nB\n", lambda its: [its[0], cf.Entry("C")], "A\nC\n"),
    "indented": ("A\n\t\tB\n", put(2, "C"), "A\n\t\tB\n\t\tC\n"),
    "reversed": ("1 A\n  B\n3 C\n", lambda its: its[::-1], "3 C\nB\n1 A\n"),
    "all": ("# of all\nA\nB\n", lambda _: [], "# of all\n[default]\n"),
    "all of a sheet": ("[X]\nA\nB\n[Y]\nC\n", lambda _: [], "[X]\n[Y]\nC\n"),
    "a byte order mark": ("\ufeffA\n", put(0, "C"), "\ufeffC\nA\n"),
    "nothing": ("", put(0, "C"), None),
    "a comment": ("# nothing yet\n", put(0, "C"), None),
}


@pytest.mark.parametrize(("text", "change", "expected"), LINES.values(), ids=LINES)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16-le"])
def test_lines(text, change, expected, encoding):
    if encoding == "utf-16-le" and not text.startswith("\ufeff"):
        text, expected = f"\ufeff{text}", expected and f"\ufeff{expected}"
    cardset = read(text.encode(encoding))
    if not cardset.sheets:
        cardset = evolve(cardset, sheets=[cf.Sheet("default", [])])
    changed = with_entries(cardset, change)
    report = cf.dumps_report(changed, "draftmancer")
    assert "".join(map(str, report.diagnostics)).count("CF201") == 0
    if expected is not None:
        lines = [line.rstrip() for line in report.value.split("\n")]
        assert lines == [line.rstrip() for line in expected.split("\n")] or report.value == expected
    assert read(report.value).sheets == changed.sheets


def test_what_the_encoding_lacks_is_written_in_utf_8():
    data = b"L\xf3rien Revealed\nForest\n"
    cardset = read(data)
    for name, encoding in (("Caf\xe9", "cp1252"), ("Ōkami", "utf-8")):
        changed = with_entries(cardset, put(2, name))
        report = cf.dumps_report(changed, "draftmancer")
        assert report.value == f"Lórien Revealed\nForest\n{name}\n"
        assert [each.subjects for each in report.diagnostics] == (
            [] if encoding == "cp1252" else [("Ō",)]
        )


def test_a_list_that_would_be_taken_for_utf_8_becomes_utf_8(tmp_path):
    """Its odd bytes are gone, and two others look like a character."""
    path = tmp_path / "list.txt"
    path.write_bytes(b"\xc3\xa9\n\xf3\n")
    cardset = cf.read(path, "draftmancer")
    report = cf.write(with_entries(cardset, without(1)), path, "draftmancer")
    assert path.read_text("utf-8") == "Ã©\n"
    assert report.diagnostics
    assert [each.card.name for each in cf.read(path, "draftmancer").sheets["default"].entries] == [
        "Ã©"
    ]


CARDS = """[CustomCards]
[
{I}{{
{I}{I}"name": "Moss",
{I}{I}"mana_cost": "G",
{I}{I}"type": "Creature"
{I}}},
{I}{{
{I}{I}"name": "Fen",
{I}{I}"mana_cost": "B",
{I}{I}"type": "Instant",
{I}}}
]
[Any]
Moss
Fen
"""


@pytest.mark.parametrize("indentation", ["\t", "    ", " "])
@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_custom_cards_keep_their_indentation(indentation, line_end):
    text = CARDS.format(I=indentation) if indentation else ""
    text = text.replace("\n", line_end)
    cardset = read(text)
    tab = line_end + 2 * indentation
    changed = written(with_front(cardset, "Moss", text="Grow."))
    assert changed == text.replace(
        '"type": "Creature"', f'"type": "Creature",{tab}"oracle_text": "Grow."'
    )
    changed = written(with_front(cardset, "Fen", text="Sink."))
    assert changed == text.replace('"Instant",', f'"Instant",{tab}"oracle_text": "Sink.",')
    bog = cf.Card.of("Bog", mana_cost="{B}", types=["Land"], rarity="rare")
    added = written(cardset.adding(bog, sheet="Any"))
    assert added.startswith(text[: text.index("]")].rstrip())
    assert f'{tab}"name": "Bog",' in added
    assert added.count(line_end) == added.count("\n")
    assert read(added) == cardset.adding(bog, sheet="Any")
    assert written(read(added).without("Bog")) == text
    gone = written(cardset.without("Fen"))
    start, end = text.index("," + line_end + indentation + "{"), text.index(line_end + "]")
    assert gone == (text[:start] + text[end:]).replace(f"Fen{line_end}", "")


def test_compact_custom_cards_stay_compact():
    text = (
        '[CustomCards]\n[{"name":"Moss","mana_cost":"G","type":"Creature"},'
        '{"type":"Instant","name":"Fen","mana_cost":"B"}]\n[Any]\nMoss\nFen\n'
    )
    changed = written(with_front(read(text), "Fen", text="Sink."))
    assert changed.replace(',"oracle_text":"Sink."', "") == text
    assert written(read(text).without("Moss")) == (
        '[CustomCards]\n[{"type":"Instant","name":"Fen","mana_cost":"B"}]\n[Any]\nFen\n'
    )
    bog = cf.Card.of("Bog", mana_cost="{B}", types=["Land"], rarity="rare")
    added = written(read(text).adding(bog, sheet="Any"))
    assert '"mana_cost":"B"},{"name":"Bog",' in added


TWICE = """[CustomCards]
[{"name": "Moss", "mana_cost": "G", "type": "Creature"}]
[CustomCards]
[
  # the second part
  {"name": "Fen", "mana_cost": "B", "type": "Instant"},
  {"name": "Fen", "mana_cost": "BB", "type": "Instant"},
  "no card",
  {"name": "Moss", "collector_number": "2", "image": "m2"},
]
[Any]
Moss
Fen
Moss (custom) 2
[Any]
Moss
Fen
Moss (custom) 2
"""


def test_several_sections_of_custom_cards_and_objects_that_are_none():
    cardset = read(TWICE)
    changed = with_front(cardset, "Fen", text="Sink.")
    text = written(changed)
    assert text == TWICE.replace('"Instant"}', '"Instant", "oracle_text": "Sink."}', 1)
    assert read(text) == changed


def test_what_an_official_card_says_is_not_written():
    """A custom card begins with what the catalog says of the card of its name."""
    official = cf.Card.of("Forest Bear", mana_cost="{1}{G}", types=["Creature"], rarity="common")
    text = '[CustomCards]\n[{"name": "Forest Bear", "image": "b"}]\n[Any]\nForest Bear\n'
    cardset = read(text, catalog=cf.CardSet(cards=[official]))
    changed = with_front(cardset, "Forest Bear", text="Roar.")
    assert written(changed) == text.replace('Bear",', 'Bear", "oracle_text": "Roar.",')


def test_a_printing_that_inherits_says_itself_what_the_first_no_longer_says():
    cardset = read(TWICE)
    first, second = cardset.printings("Moss")
    cost = evolve(first, faces=[evolve(first.faces[0], mana_cost="{7}")])
    for changed in (cardset.replacing(first, cost), cardset.without(first)):
        text = written(changed)
        assert read(text) == changed
        assert "# the second part" in text
        assert '"image": "m2"' in text
    assert read(text).card("Moss") == second


def test_a_further_object_of_a_card_that_goes_goes_too():
    text = written(read(TWICE).without("Fen"))
    assert "Fen" not in text.replace("[Any]\nMoss\nFen", "", 1)
    assert "# the second part" not in text
    assert read(text) == read(TWICE).without("Fen")


def test_a_sheet_that_replaces_another_one():
    cardset = read(TWICE)
    text = written(with_entries(cardset, put(3, "Newt")))
    assert text == TWICE + "Newt\n"
    text = written(evolve(cardset, sheets=[cf.Sheet("Other", cardset.sheets["Any"].entries)]))
    assert list(read(text).sheets) == ["Other"]


def test_a_plain_list_gets_sections_below_its_title():
    text = "# My cube\n\nForest\n2 Island\n# maybeboard\n\nSwamp\n# no\n"
    changed = with_setting(read(text), color_balance=False)
    expected = text.replace(
        "Forest", '[Settings]\n{\n  "colorBalance": false\n}\n[default]\nForest'
    ).replace("Swamp", "# Swamp")
    assert written(changed) == expected
    assert read(expected) == changed


def test_a_sheet_of_another_name_keeps_its_lines():
    text = "[Any (2)]\n# of mine\n  2  Forest\n[Other(1)]\nIsland\n"
    cardset = read(text)
    sheets = [evolve(cardset.sheets["Any"], name="Some"), cardset.sheets["Other"]]
    booster = cardset.boosters[0]
    first, second = booster.layouts[0].slots
    first = evolve(first, name="Some", count=3, sheets=[cf.SheetChoice("Some")])
    layout = evolve(booster.layouts[0], slots=[first, second])
    changed = evolve(cardset, sheets=sheets, boosters=[evolve(booster, layouts=[layout])])
    assert written(changed) == text.replace("Any (2)", "Some (3)")


HEADERS = """[ Any (2) { "collation": "striped",  "weights": [1, 2], "length": 2 } ]
Forest
Island
Swamp
[Other (1)]
Plains
"""


@pytest.mark.parametrize(
    ("collation", "header"),
    [
        (cf.model.Striped(1, (1, 2)), HEADERS.replace('"length": 2', '"length": 1')),
        (
            cf.model.Random(),
            HEADERS.replace('{ "collation": "striped",  "weights": [1, 2], "length": 2 }', ""),
        ),
    ],
)
def test_headers_keep_their_manner(collation, header):
    cardset = read(HEADERS)
    sheets = [evolve(cardset.sheets["Any"], collation=collation), cardset.sheets["Other"]]
    changed = evolve(cardset, sheets=sheets)
    assert written(changed) == header
    assert read(header) == changed


OLD = """[Layouts]
 - Normal (3)
   10 Common
   1 Rare
 - Lucky (1)
   9 Common
   2 Rare
[Common]
Forest
[Rare]
Island
"""


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_old_layouts_stay_old(line_end):
    cardset = read(OLD.replace("\n", line_end))
    booster = cardset.boosters[0]
    normal, lucky = booster.layouts
    more = evolve(lucky, weight=5, slots=[lucky.slots[0], evolve(lucky.slots[1], count=4)])
    third = evolve(normal, name="Third", slots=normal.slots[1:])

    def become(*layouts):
        text = written(evolve(cardset, boosters=[evolve(booster, layouts=layouts)]))
        assert text.count("\n") == text.count(line_end)
        return text.replace(line_end, "\n")

    assert become(normal, more) == OLD.replace("(1)", "(5)").replace("2 Rare", "4 Rare")
    assert become(normal) == OLD.replace(" - Lucky (1)\n   9 Common\n   2 Rare\n", "")
    assert become(normal, lucky, third) == OLD.replace(
        "2 Rare\n", "2 Rare\n - Third (3)\n   1 Rare\n"
    )


def test_a_list_with_a_catalog_keeps_its_words():
    catalog = cf.CardSet(
        cards=[cf.Card(cf.Face("Forest"), "ANA", "60"), cf.Card(cf.Face("Island"), "ANA", "61")]
    )
    text = "# lands\n2  FOREST (ana)\nisland\n"
    cardset = read(text, catalog=catalog)
    changed = with_entries(cardset, lambda its: [its[0], evolve(its[1], copies=3)])
    assert written(changed) == text.replace("island", "3 island")
    changed = with_entries(cardset, without(1))
    assert written(changed).startswith("# lands\n2  FOREST (ana)\n")


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda value: pickle.loads(pickle.dumps(value))])
def test_a_copied_list_is_changed_as_the_original(copied):
    cardset = read(TWICE)
    changed = with_front(cardset, "Fen", text="Sink.")
    assert written(copied(changed)) == written(changed)
    assert written(with_front(copied(cardset), "Fen", text="Sink.")) == written(changed)


def test_limits_of_reading_are_those_of_writing():
    text = "[A]\n5 Forest\nIsland\n[B]\n" + "x" * 90 + "\nSwamp\n"
    cardset = read(text, max_line=80, max_copies=4)
    changed = with_entries(cardset, put(0, "Newt"), "B")
    assert "5 Forest\n" in written(changed)
    assert "x" * 90 in written(changed)


def test_what_draftmancer_would_refuse_is_looked_for_unless_verify_is_off():
    cardset = cf.CardSet(sheets=[cf.Sheet("Any", [cf.Entry("(")]), cf.Sheet("Other", ["A"])])
    for canonical in (False, True):
        made = read(cf.dumps(cardset, "draftmancer"))
        made = with_entries(made, lambda _: [])
        report = cf.dumps_report(made, "draftmancer", canonical=canonical)
        assert SharedCode.REFUSED in {each.code for each in report.diagnostics}
        report = cf.dumps_report(made, "draftmancer", canonical=canonical, verify=False)
        assert SharedCode.REFUSED not in {each.code for each in report.diagnostics}


def test_an_edit_that_a_list_has_no_place_for_is_not_lost_in_silence():
    cardset = cf.loads("[Common]\n3 Eel\n2 Newt\n", "draftmancer")
    foil = evolve(cardset.sheets["Common"], finish="foil")
    report = cf.dumps_report(evolve(cardset, sheets=[foil]), "draftmancer")
    assert [loss.examples for loss in report.losses] == [("Common",)]
    assert cf.dumps_report(evolve(cardset), "draftmancer").losses == ()
