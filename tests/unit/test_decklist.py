"""Deck lists of every kind: sections, sets, marks; changed in place."""

from __future__ import annotations

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cardformats as cf
from cardformats.formats.decklist.reader import GRAMMAR
from tests.conftest import ROOT
from tests.grammars import check_agrees

from .changes import lines_changed
from .text_tables import rows

ARENA = """\
About
Name Frogs of the Marsh

Commander
1 Grey Heron (MSH) 7

Deck
4 Lantern Eel (MSH) 46
2 Wax // Wane (INV) 296 *F*
1x Marsh Ferry
Island

Sideboard
3 Drowned Shrine (MSH) 44 #against lands
"""
DEK = """\
<?xml version="1.0" encoding="utf-8"?>
<Deck xmlns:xsd="http://www.w3.org/2001/XMLSchema">
  <NetDeckID>0</NetDeckID>
  <!-- the best -->
  <Cards CatID="11" Quantity="4" Sideboard="false" Name="Lantern Eel" Annotation="0" />
  <Cards CatID="12" Quantity="2" Sideboard="true" Name="Marsh Ferry" Annotation="0" />
  <Cards CatID="13" Quantity="3" Sideboard="true" Name="Marsh Ferry" Annotation="0" />
</Deck>
"""


def sections(cardset):
    return {
        name: [(str(each.card), each.copies) for each in sheet.entries]
        for name, sheet in cardset.sheets.items()
    }


#: What Python's patterns take for white space, but for the ends of lines.
SPACES = [each for each in map(chr, range(2**16)) if each.isspace() and each not in "\r\n"]


@pytest.mark.parametrize("text", ["{0}2{0}Bolt{0}\n", "{0}2\n", "Bolt{0}\n", "{0}SB: {0}2 Bolt"])
def test_white_space_around_a_line_is_never_part_of_its_name(text):
    for space in SPACES:
        cardset = cf.loads(text.format(space), "decklist")
        ((name, _),) = next(iter(sections(cardset).values()))
        assert name in {"Bolt", "2"}, ascii(space)
        again = cf.loads(cf.dumps(cardset, "decklist", canonical=True), "decklist")
        assert sections(again) == sections(cardset), ascii(space)


def test_a_deck_has_a_sheet_for_each_section():
    cardset = cf.loads(ARENA, "decklist")
    assert cardset.name == "Frogs of the Marsh"
    assert sections(cardset) == {
        "Commander": [("Grey Heron (MSH) 7", 1)],
        "Deck": [
            ("Lantern Eel (MSH) 46", 4),
            ("Wax // Wane (INV) 296", 2),
            ("Marsh Ferry", 1),
            ("Island", 1),
        ],
        "Sideboard": [("Drowned Shrine (MSH) 44", 3)],
    }
    assert cardset.sheets["Deck"].entries[1].finish == "foil"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("4 A\n3 B\n\n2 C\n", "Deck: 4 A, 3 B; Sideboard: 2 C"),
        ("4 A\n\n3 B\n\n2 C\n", "Deck: 4 A, 3 B, 2 C"),
        ("4 A\nSB: 2 B\nsb:1 C\n", "Deck: 4 A; Sideboard: 2 B, 1 C"),
        ("3 A [M10] 3\n2 B (SET:12)\n", "Deck: 3 A (M10) 3, 2 B (SET) 12"),
        ("3 A [M10:3]\n2 B [Main,SET:1]\n", "Deck: 3 A (M10) 3, 2 B"),
        ("Creatures (4)\n4 A\nLands\n2 B", "Deck: 4 A, 2 B"),
        ("// a remark\n# another\n1 A\n// Sideboard\n1 B", "Deck: 1 A; Sideboard: 1 B"),
        ("1 A\r\n2 A\r\n", "Deck: 3 A"),
        ("Maindeck (2):\n1 A\n1 B (x) y z", "Deck: 1 A, 1 B (x) y z"),
    ],
)
def test_any_usual_text_is_a_deck(text, expected):
    cardset = cf.loads(text, "decklist")
    shown = [
        f"{name}: {', '.join(f'{copies} {card}' for card, copies in own)}"
        for name, own in sections(cardset).items()
    ]
    assert "; ".join(shown) == expected
    assert cf.dumps(cardset, "decklist") == text
    again = cf.loads(cf.dumps(cardset, "decklist", canonical=True), "decklist")
    assert again.sheets == cardset.sheets


def test_titles_of_sections_tell_a_deck_from_a_list(tmp_path):
    for text, format_id in ((ARENA, "decklist"), ("1 A\n\n1 B\n", "draftmancer"), (DEK, "dek")):
        path = tmp_path / "deck.txt"
        path.write_text(text)
        assert cf.detect(path)[0].format.id == format_id


def test_a_card_without_a_name_is_called_by_its_number_or_left_out():
    rows = '<Cards CatID="46" Name=""/><Cards Quantity="4"/><Cards Quantity="2" Name=" "/>'
    report = cf.loads_report(f"<Deck>{rows}</Deck>", "dek")
    assert report.counts() == {"DL009": 2}
    assert report.left_out == 2
    assert sections(report.value) == {"Deck": [("46", 1)]}


@pytest.mark.parametrize("format_id", ["decklist", "dek"])
def test_a_deck_without_cards_is_refused(format_id):
    empty = cf.CardSet("Fen", cards=[cf.Card.of("Eel")], sheets=[cf.Sheet("Deck", [])])
    report = cf.dumps_report(empty, format_id)
    assert [each.subjects for each in report.errors] == [("Fen",)]
    assert not cf.loads_report(report.value, format_id).ok


def test_a_dek_file_tells_printings_apart():
    cardset = cf.loads(DEK, "dek")
    assert cardset.card("Lantern Eel").ids == {"mtgo": "11"}
    side = cardset.sheets["Sideboard"].entries
    assert [(each.card.id, each.copies) for each in side] == [("12", 2), ("13", 3)]
    anew = cf.loads(cf.dumps(cardset, "dek", canonical=True), "dek")
    assert (anew.cards, anew.sheets) == (cardset.cards, cardset.sheets)


def _edited(cardset, section, change):
    sheet = cardset.sheets[section]
    entries = change(list(sheet.entries))
    return attrs.evolve(
        cardset,
        sheets={**cardset.sheets, section: attrs.evolve(sheet, entries=entries)},
    )


CHANGES = {
    "a count": (lambda own: [attrs.evolve(own[0], copies=9), *own[1:]], 2),
    "a name": (lambda own: [cf.Entry("Newt", own[0].copies), *own[1:]], 2),
    "one more": (lambda own: [*own, cf.Entry("Newt", 2)], 1),
    "one less": (lambda own: own[1:], 1),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
@pytest.mark.parametrize(
    ("text", "format_id", "section"),
    [
        (ARENA, "decklist", "Deck"),
        (ARENA.replace("\n", "\r\n"), "decklist", "Deck"),
        ("1 A\n2 B\nSB: 1 C\nSB: 4 D\n", "decklist", "Sideboard"),
        (DEK, "dek", "Sideboard"),
    ],
)
def test_a_change_is_one_line(text, format_id, section, change):
    make, count = change
    cardset = cf.loads(text, format_id)
    assert cf.dumps(cardset, format_id) == text
    edited = _edited(cardset, section, make)
    after = cf.dumps(edited, format_id)
    assert sections(cf.loads(after, format_id)) == sections(edited)
    assert len(lines_changed(text, after)) == count


def test_marks_and_tags_stay_where_a_count_changes():
    cardset = cf.loads(ARENA, "decklist")
    edited = _edited(cardset, "Sideboard", lambda own: [attrs.evolve(own[0], copies=1)])
    assert "1 Drowned Shrine (MSH) 44 #against lands\n" in cf.dumps(edited, "decklist")


def test_a_set_becomes_a_deck_and_a_list():
    deck = cf.loads(ARENA, "decklist")
    report = cf.dumps_report(deck, "octgn-deck")
    assert 'qty="4"' in report.value
    cards = [cf.Card.of("Newt"), cf.Card.of("Marsh Ferry")]
    assert cf.dumps(cf.CardSet("x", cards=cards), "decklist") == (
        "About\nName x\n\nDeck\n1 Newt\n1 Marsh Ferry\n"
    )


def test_what_a_line_cannot_say_is_reported():
    sheet = cf.Sheet(
        "Deck", [cf.Entry(cf.CardRef("A (X) 1")), cf.Entry(cf.CardRef("B\nC"))], cf.model.Fixed()
    )
    report = cf.dumps_report(cf.CardSet(sheets=[sheet]), "decklist")
    assert {name for loss in report.losses for name in loss.subjects} >= {"A (X) 1", "B\nC"}


@given(st.one_of(st.text(), st.text("4 xABC([])#*F:/\n\r\t-"), st.binary()))
def test_any_text_is_read_and_written_again(data):
    for format_id in ("decklist", "dek"):
        report = cf.loads_report(data, format_id)
        if isinstance(data, str):
            assert cf.dumps(report.value, format_id) == data or not report.ok


#: Pieces of lines, in any order.
PIECES = st.lists(st.sampled_from([
    "4", "4x", "2×", "SB:", "SB: ", "A", "Ab", "A-b", "//", " ", "  ", "\t", "(X)", "(X:1)", "[X]",
    "[X:1]", "[Side]", "[A,B]", "12a", "*F*", "*", "#t", "^t", "(", "]", ":", "(4)", "#", "[",
]), max_size=9).map("".join)  # fmt: skip


@settings(deadline=None)
@given(st.one_of(PIECES, st.text("4 xABC([])#*F:/e-", max_size=12)).map(str.strip))
@pytest.mark.parametrize("rule", ["card_line", "title", "marks"])
def test_a_line_is_read_as_the_grammar_says(rule, text):
    check_agrees(GRAMMAR, rule, text)


def test_hostile_texts_take_linear_time():
    for text in (
        "1 A\n" * 20_000,
        "1 " + "a " * 20_000,
        "1 A" + " (X)" * 10_000,
        "*F*" * 10_000,
        "1 A" + " *F*" * 10_000 + " x",
        "1 A" + " " * 40_000 + "(",
        "A" * 10**5 + "(",
    ):
        cf.loads_report(text, "decklist")
    deck = cf.loads("".join(f"S{n}:\n1 A\n" for n in range(2_000)), "decklist")
    assert len(deck.sheets) == 2_000
    sheets = [*deck.sheets.values()]
    sheets[-1] = attrs.evolve(sheets[-1], entries=[cf.Entry(cf.CardRef("A"), 2)])
    assert cf.dumps(attrs.evolve(deck, sheets=sheets), "decklist").endswith("S1999:\n2 A\n")


def test_a_deck_gets_the_ids_that_cards_have_in_a_game():
    game = ROOT / "examples" / "octgn" / "Marsh"
    deck = cf.loads("Deck\n4 Marsh Wren\n2 grey heron\n\nSideboard\n1 Island\n", "decklist")
    report = cf.dumps_report(deck, "octgn-deck", game=str(game))
    assert report.losses == ()
    again = cf.loads(report.value, "octgn-deck", game=str(game))
    assert {
        name: [(each.card.name, each.copies) for each in sheet.entries]
        for name, sheet in again.sheets.items()
    } == {"Main": [("Marsh Wren", 4), ("Grey Heron", 2)], "Sideboard": [("Island", 1)]}
    wrens = {card.ids["octgn"] for card in cf.read(game).cards if card.name == "Marsh Wren"}
    assert again.card("Marsh Wren").ids["octgn"] in wrens


def test_what_a_game_has_not_is_refused():
    game = str(ROOT / "examples" / "octgn" / "Marsh")
    deck = cf.loads("Deck\n4 Nobody\n\nStickers\n1 Island\n", "decklist")
    losses = cf.dumps_report(deck, "octgn-deck", game=game).losses
    assert {(str(each.code), each.subjects) for each in losses} == {
        ("CF204", ("Nobody",)),
        ("CF204", ("Stickers",)),
    }


ODD_LINES = rows("""
    1x Sol Ring (c21) 263 [Ramp]       | Deck       | Sol Ring (C21) 263       |
    1x Signet (eld) 331 *F* [Artifact{noPrice},Ramp] ^Have,#37d67a^ | Deck | Signet (ELD) 331 | foil
    1x Fable (neo) 141 [Maybeboard{noDeck}{noPrice},Creature] | Maybeboard | Fable (NEO) 141 |
    1x Fable (neo) 141 [Later{noDeck}] | Maybeboard | Fable (NEO) 141          |
    1 Mountain [LEA] [R]               | Deck       | Mountain (LEA)           |
    4 [M10:146] Lightning Bolt         | Deck       | Lightning Bolt (M10) 146 |
    1 Atraxa (C16) 28 *CMDR*           | Commander  | Atraxa (C16) 28          |
    4× Zed                             | Deck       | Zed                      |
""")


@pytest.mark.parametrize(("line", "section", "card", "finish"), ODD_LINES)
def test_lines_of_other_programs_mean_their_cards(line, section, card, finish):
    text = f"Deck\n{line}\n"
    report = cf.loads_report(text, "decklist")
    (entry,) = report.value.sheets[section].entries
    assert (str(entry.card), entry.finish) == (card, finish or None)
    assert report.diagnostics == ()
    assert cf.dumps(report.value, "decklist") == text


@pytest.mark.parametrize("line", ["4 Lightning Bolt|M10|1", "-1 X", "Name=Test", "1 Island {ISD}"])
def test_what_is_no_name_of_a_card_is_remarked(line):
    assert "DL008" in cf.loads_report(f"Deck\n{line}\n", "decklist").counts()


def test_brackets_may_stand_around_a_title():
    cardset = cf.loads("[Deck]\n1 A\n[Sideboard]\n1 B\n", "decklist")
    assert [*cardset.sheets] == ["Deck", "Sideboard"]


TAGGED = (
    "// my deck\nDeck\n2 Island\n4x Opt (DOM) 60 *F* #tag\n3 Island\n\nSideboard\n1 Duress [M10]\n"
)


def test_a_card_of_several_lines_keeps_them():
    cardset = cf.loads(TAGGED, "decklist")
    for copies, line in ((6, "4 Island"), (3, "1 Island"), (1, None)):
        edited = _edited(
            cardset, "Deck", lambda own, n=copies: [attrs.evolve(own[0], copies=n), own[1]]
        )
        after = cf.dumps(edited, "decklist")
        assert sections(cf.loads(after, "decklist")) == sections(edited)
        assert "4x Opt (DOM) 60 *F* #tag\n" in after
        assert line is None or line in after


def test_a_new_section_goes_to_the_end():
    cardset = cf.loads(TAGGED, "decklist")
    sheet = cf.Sheet("Commander", [cf.Entry("Atraxa")], cf.model.Fixed())
    after = cf.dumps(attrs.evolve(cardset, sheets=[*cardset.sheets.values(), sheet]), "decklist")
    assert after == f"{TAGGED}\nCommander\n1 Atraxa\n"


def test_a_new_name_stands_where_the_old_one_was_or_all_is_written_anew_and_that_is_reported():
    named = cf.loads(ARENA, "decklist")
    after = cf.dumps(attrs.evolve(named, name="Newts"), "decklist")
    assert lines_changed(ARENA, after) == ["-Name Frogs of the Marsh", "+Name Newts"]
    report = cf.dumps_report(attrs.evolve(cf.loads(TAGGED, "decklist"), name="Newts"), "decklist")
    assert [str(loss.code) for loss in report.losses] == ["CF259"]


def test_sections_of_a_dek_may_alternate():
    row = '  <Cards CatID="{}" Quantity="2" Sideboard="{}" Name="{}" Annotation="0" />\r\n'
    rows = [row.format(1, "false", "A"), row.format(2, "true", "S"), row.format(3, "false", "B")]
    text = f"<Deck>\r\n  <NetDeckID>0</NetDeckID>\r\n{''.join(rows)}</Deck>"
    cardset = cf.loads(text, "dek")
    edited = _edited(cardset, "Sideboard", lambda own: [attrs.evolve(own[0], copies=1)])
    after = cf.dumps(edited, "dek")
    assert after == text.replace('"2" Quantity="2"', '"2" Quantity="1"')


def test_what_decks_cannot_say_of_cards_is_reported():
    card = cf.Card.of("Eel", rarity="rare", number="5", set_code="ABC")
    cardset = cf.CardSet("My", "ABC", [card])
    codes = {str(loss.code) for loss in cf.dumps_report(cardset, "decklist").losses}
    assert codes == {"CF221", "CF254"}
    codes = {str(loss.code) for loss in cf.dumps_report(cardset, "dek").losses}
    assert codes == {"CF221", "CF253", "CF254"}


def test_a_changed_dek_reports_what_its_new_cards_lose():
    new = cf.Entry(cf.CardRef("Newt", "MSH", "9"), 2)
    edited = _edited(cf.loads(DEK, "dek"), "Deck", lambda own: [*own, new])
    report = cf.dumps_report(edited, "dek")
    assert "<!-- the best -->" in report.value
    assert {str(each.code) for each in report.losses} == {"CF253", "CF254"}


@pytest.mark.parametrize("format_id", ["decklist", "dek"])
def test_no_more_copies_are_written_than_are_read(format_id):
    sheet = cf.Sheet("Deck", [cf.Entry(cf.CardRef("Fen"), 100_000)], cf.model.Fixed())
    report = cf.dumps_report(cf.CardSet("", None, [], [sheet]), format_id)
    again = cf.loads_report(report.value, format_id)
    assert not again.errors
    (entry,) = again.value.sheets["Deck"].entries
    assert entry.copies == 10_000
    assert [(str(loss.code), loss.subjects) for loss in report.losses] == [("CF231", ("Fen",))]


LINES = "Deck\n4 A\n2x B (MAR) 7 *F*\nC\n\nSideboard\n1 D\n"


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
@pytest.mark.parametrize(
    ("entries", "expected"),
    [
        (["4 N", "4 A", "2 B", "1 C"], "Deck\n4 N\n4 A\n2x B (MAR) 7 *F*\nC\n"),
        (["1 N", "2 O", "4 A", "2 B", "1 C"], "Deck\n1 N\n2 O\n4 A\n2x B (MAR) 7 *F*\nC\n"),
        (["4 A", "1 N", "2 B", "1 C"], "Deck\n4 A\n1 N\n2x B (MAR) 7 *F*\nC\n"),
        (["4 A", "2 B", "1 C", "1 N", "2 O"], "Deck\n4 A\n2x B (MAR) 7 *F*\nC\n1 N\n2 O\n"),
        (["3 A", "2 B", "2 C"], "Deck\n3 A\n2x B (MAR) 7 *F*\n2 C\n"),
        (["4 A", "9 B", "1 C"], "Deck\n4 A\n9 B (MAR) 7 *F*\nC\n"),
        (["1 C"], "Deck\nC\n"),
        (["1 A", "2 B", "1 C"], "Deck\n1 A\n2x B (MAR) 7 *F*\nC\n"),
    ],
)
def test_each_change_of_a_section_has_its_line(line_end, entries, expected):
    text = LINES.replace("\n", line_end)
    cardset = cf.loads(text, "decklist")
    known = {each.card.name: each for each in cardset.sheets["Deck"].entries}
    made = []
    for each in entries:
        copies, name = each.split()
        made.append(attrs.evolve(known.get(name, cf.Entry(name)), copies=int(copies)))
    after = cf.dumps(_edited(cardset, "Deck", lambda _: made), "decklist")
    assert after == (expected + "\nSideboard\n1 D\n").replace("\n", line_end)
