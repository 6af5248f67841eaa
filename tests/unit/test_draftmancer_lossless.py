"""A list that was read is written as it was, byte for byte, but for what has changed."""

from __future__ import annotations

import copy
import json
import pickle

import pytest
from attrs import evolve

import cardformats as cf

from .changes import with_front
from .draftmancer_lists import after_settings

TEXT = """\
# Cards of mine

[Settings]
{
  "name": "Moss",   "boostersPerPlayer": 4,
  # a comment
  "layouts": {"P": {"weight": 1, "slots": {"Any": 2,}}},
}
[ customcards ]
[{"name": "Moss Warden", "mana_cost": "1G", "type": "Creature", "nonsense": 1,},]

[Any]
  2\tMoss Warden  # a comment?
Forest (ANA) 60 F   \t
# another comment

"""

LISTS = {
    "empty": b"",
    "one card": b"Forest",
    "blank lines": b"\n\n  Forest\t\n\n",
    "line ends of Windows": TEXT.replace("\n", "\r\n").encode(),
    "mixed line ends": b"Forest\r\nIsland\nSwamp\rPlains\r\n",
    "comments and trailing commas": TEXT.encode(),
    "byte order mark": b"\xef\xbb\xbf[Any]\nForest\n",
    "accents": "Lórien Revealed\n".encode(),
    "accents in cp1252": b"L\xf3rien Revealed \x96 \x81\n",
    "UTF-16, little endian": "\ufeff2 Lórien Revealed\r\n".encode("utf-16-le"),
    "UTF-16, big endian": "\ufeff2 Lórien Revealed\r\n".encode("utf-16-be"),
    "other white space": "\xa0Forest\u2003(ANA)\xa0\u2028\n".encode(),
    "counts of all kinds": b"007 Forest\n0 Forest\n4x Forest\n",
    "a maybeboard": b"Forest\n# maybeboard\nIsland\n",
    "old layouts": b"[Layouts]\n- P (3)\n1 Any\n[Any]\nForest\n",
    "headers of all kinds": b'[ Any (2) { "collation":"random" } ]\nForest\n[[x]]\nIsland\n[Any]\n',
    "no header": b"[Settings]\n{}\nForest\n[Any]\nForest",
    "unclosed JSON": b"[Settings]\n{\n[Any]\nForest",
    "bad JSON": b"[CustomCards]\n[{name: 1}]\n[Any]\nForest",
    "text after JSON": b"[Settings]\n{} trailing\n[Any]\nForest",
    "wrong settings": b'[Settings]\n{"boostersPerPlayer": "x"}\n[Any]\nForest',
    "nothing but mistakes": b"[\n]\n{",
    "bytes of any kind": bytes(range(256)),
}


@pytest.fixture(params=LISTS.values(), ids=LISTS)
def path(request, tmp_path):
    """A list in a file."""
    path = tmp_path / "list.txt"
    path.write_bytes(request.param)
    return path


def read(path, **options):
    return cf.read_report(path, "draftmancer", **options).value


def test_a_list_comes_back_byte_for_byte(path, tmp_path):
    report = cf.write(read(path), tmp_path / "again.txt")
    assert (tmp_path / "again.txt").read_bytes() == path.read_bytes()
    assert report.diagnostics == ()


def test_a_list_comes_back_as_text(path):
    data = path.read_bytes()
    cardset = cf.loads_report(data, "draftmancer").value
    assert cf.dumps(cardset, "draftmancer") == cardset.syntax.source.text
    assert cf.dumps(cf.loads_report(TEXT, "draftmancer").value, "draftmancer") == TEXT


def test_a_list_is_converted_byte_for_byte(path, tmp_path):
    cf.convert(path, tmp_path / "again.txt", "draftmancer", "draftmancer")
    assert (tmp_path / "again.txt").read_bytes() == path.read_bytes()


def test_what_is_lost_on_reading_comes_back(tmp_path):
    """Limits cut what is read, not what is written."""
    path = tmp_path / "list.txt"
    path.write_bytes(b"5 Forest\n" + b"x" * 30)
    cf.write(read(path, max_copies=1, max_line=10), path)
    assert path.read_bytes() == b"5 Forest\n" + b"x" * 30


def test_a_file_that_is_too_large_is_not_read_and_not_written(tmp_path):
    path = tmp_path / "list.txt"
    path.write_bytes(b"5 Forest\n")
    cardset = read(path, max_size=3)
    assert cardset.syntax is None
    assert cf.dumps(cardset, "draftmancer") != "5 Forest\n"


def fewer(cardset):
    return evolve(cardset, sheets=[*cardset.sheets.values()][:1])


def with_entries(cardset, change):
    sheet = cardset.sheets["Any"]
    entries = tuple(change(list(sheet.entries)))
    return evolve(cardset, sheets=[evolve(sheet, entries=entries)])


WARDEN = "Moss Warden"
CHANGES = {
    "an empty change": (evolve, TEXT),
    "another name": (
        lambda cardset: evolve(
            cardset, name="Bog", boosters=[evolve(cardset.boosters[0], name="Bog")]
        ),
        TEXT.replace('"Moss",', '"Bog",'),
    ),
    "a card of another name": (
        lambda cardset: with_front(cardset, WARDEN, name="Bog Warden"),
        TEXT.replace('"Moss Warden"', '"Bog Warden"').replace("\tMoss Warden", "\tBog Warden"),
    ),
    "another cost": (
        lambda cardset: with_front(cardset, WARDEN, mana_cost="{2}{G}"),
        TEXT.replace('"1G"', '"{2}{G}"'),
    ),
    "more copies": (
        lambda cardset: with_entries(cardset, lambda its: [evolve(its[0], copies=3), its[1]]),
        TEXT.replace("  2\t", "  3\t"),
    ),
    "copies of what has no count": (
        lambda cardset: with_entries(cardset, lambda its: [its[0], evolve(its[1], copies=2)]),
        TEXT.replace("Forest (ANA)", "2 Forest (ANA)"),
    ),
    "another entry": (
        lambda cardset: with_entries(cardset, lambda its: [its[0], cf.Entry("Newt"), its[1]]),
        TEXT.replace("Forest (ANA)", "  1 Newt\nForest (ANA)"),
    ),
    "one entry less": (
        lambda cardset: with_entries(cardset, lambda its: its[:1]),
        TEXT.replace("Forest (ANA) 60 F   \t\n", ""),
    ),
}


@pytest.mark.parametrize(("change", "text"), CHANGES.values(), ids=CHANGES)
@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_only_what_has_changed_is_written_anew(change, text, line_end):
    original, expected = (each.replace("  # a comment?", "") for each in (TEXT, text))
    cardset = change(cf.loads_report(original.replace("\n", line_end), "draftmancer").value)
    written = cf.dumps(cardset, "draftmancer")
    assert written == expected.replace("\n", line_end)
    assert cf.loads_report(written, "draftmancer").value == cardset


def test_a_set_that_was_read_elsewhere_is_written_anew():
    cardset = cf.loads_report(TEXT, "draftmancer").value
    same = cf.CardSet(
        cardset.name, None, cardset.cards, cardset.sheets, cardset.boosters, cardset.event
    )
    assert same.syntax is None
    assert "#" not in cf.dumps(same, "draftmancer").replace("# a comment?", "")


@pytest.mark.parametrize(
    "options",
    [{"canonical": True}, {"cards": "names"}, {"image_url": "https://example.org/{name}"}],
)
def test_an_option_that_says_how_to_write_writes_anew(options):
    cardset = cf.loads_report(TEXT, "draftmancer").value
    anew = cf.dumps(evolve(cardset), "draftmancer", **options)
    assert cf.dumps(cardset, "draftmancer", **options) == anew != TEXT


def test_an_option_that_says_what_is_usual_does_not():
    cardset = cf.loads_report(TEXT, "draftmancer").value
    options = {"canonical": False, "cards": "custom", "image_url": None}
    assert cf.dumps(cardset, "draftmancer", **options) == TEXT


def test_a_list_that_was_written_anew_is_written_in_utf_8(tmp_path):
    path = tmp_path / "list.txt"
    path.write_bytes(LISTS["accents in cp1252"])
    cf.write(read(path), path, canonical=True)
    text = path.read_bytes().decode("utf-8")
    assert after_settings(text) == "[default]\n1 Lórien Revealed – \x81\n"


def test_a_canonical_list_is_written_as_it_was():
    once = cf.dumps(cf.loads_report(TEXT, "draftmancer").value, "draftmancer", canonical=True)
    again = cf.loads(once, "draftmancer")
    assert cf.dumps(again, "draftmancer", canonical=True) == once
    assert cf.dumps(again, "draftmancer") == once


def test_losses_are_reported_only_of_what_is_written_anew():
    text = '[CustomCards]\n[{"name": "Oaf", "mana_cost": "", "type": "Token"}]\n[Any]\nOaf F'
    cardset = cf.loads(text, "draftmancer")
    assert cf.dumps_report(cardset, "draftmancer", on_loss="error").diagnostics == ()
    with pytest.raises(cf.WriteError):
        cf.dumps(evolve(cardset, meta={"author": "nobody"}), "draftmancer", on_loss="error")


def test_names_that_a_catalog_resolved_are_written_as_they_were_or_as_they_are():
    catalog = cf.CardSet(cards=[cf.Card(cf.Face("Forest"), "ANA", "60")])
    cardset = cf.loads("2  FOREST (ana)\nforest", "draftmancer", catalog=catalog)
    assert cf.dumps(cardset, "draftmancer") == "2  FOREST (ana)\nforest"
    text = cf.dumps(cardset, "draftmancer", canonical=True)
    assert after_settings(text) == "[default]\n2 Forest (ANA) 60\n1 Forest\n"


def test_other_formats_write_the_value():
    cardset = cf.loads_report(TEXT, "draftmancer").value
    anew = evolve(cardset)
    for canonical in (False, True):
        text = cf.dumps(cardset, "json", canonical=canonical)
        assert text == cf.dumps(anew, "json", canonical=canonical)
        assert "a comment?" not in json.loads(text)
    assert cf.loads(cf.dumps(cardset, "json"), "json").syntax is None


def test_a_card_set_of_another_format_is_written_anew():
    cardset = cf.loads_report(TEXT, "draftmancer").value
    text = cf.dumps(cf.loads(cf.dumps(cardset, "json"), "json"), "draftmancer")
    assert text == cf.dumps(cardset, "draftmancer", canonical=True)


def test_a_syntax_that_is_not_the_formats_is_not_written():
    cardset = cf.CardSet(sheets=[cf.Sheet("Any", [cf.Entry(cf.CardRef("Forest"))])])
    assert cf.dumps(cardset.with_syntax("nonsense"), "draftmancer") == cf.dumps(
        cardset, "draftmancer"
    )


def test_the_syntax_is_no_part_of_the_value():
    first, second = (
        cf.loads(text, "draftmancer") for text in ("[Any]\nForest", "[Any]\n# c\n1 Forest\n")
    )
    assert first == second == evolve(first)
    assert hash(first) == hash(second) == hash(evolve(first))
    assert repr(first) == repr(second) == repr(evolve(first))
    assert "syntax" not in repr(first)
    assert first.syntax != second.syntax


def test_the_syntax_cannot_be_given_or_set():
    cardset = cf.loads(b"Forest", "draftmancer")
    with pytest.raises(TypeError):
        cf.CardSet(syntax=cardset.syntax)
    with pytest.raises(AttributeError):
        cardset.syntax = None


def test_with_syntax_is_the_same_card_set():
    cardset = cf.loads_report(TEXT, "draftmancer").value
    other = cardset.with_syntax(None)
    assert other == cardset
    assert (other.syntax, cardset.syntax is None) == (None, False)
    assert other.with_syntax(cardset.syntax).syntax is cardset.syntax


@pytest.mark.parametrize(
    "copied", [copy.copy, copy.deepcopy, lambda value: pickle.loads(pickle.dumps(value))]
)
def test_a_copy_of_a_card_set_is_written_as_it_was(copied):
    cardset = cf.loads_report(TEXT, "draftmancer").value
    again = copied(cardset)
    assert again == cardset
    assert cf.dumps(again, "draftmancer") == TEXT


def test_pickles_are_equal_and_can_be_used_as_the_original():
    cardset = cf.loads_report(TEXT, "draftmancer").value
    again = pickle.loads(pickle.dumps(cardset))
    assert (hash(again), repr(again)) == (hash(cardset), repr(cardset))
    assert again.printings("Moss Warden") == cardset.printings("Moss Warden")
    assert cf.dumps(again, "draftmancer", canonical=True) == cf.dumps(
        cardset, "draftmancer", canonical=True
    )
