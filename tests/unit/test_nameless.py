"""Cards of which only an id is known: no writer gives out an id as a name."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cardformats as cf
from cardformats.formats.draftmancer.predetermined import text_of
from tests.conftest import SETTLED

from .mtgjson_sets import card

UNKNOWN = [f"14af08f1-c417-5c33-8f5f-{number:012}" for number in range(4)]
BY_ID = cf.CardRef(UNKNOWN[0], id=UNKNOWN[0])
#: The formats whose programs find cards by their names.
BY_NAME = [each.id for each in cf.formats() if each.writer and each.id not in ("json", "mtgjson")]


def set_file(path, cards, sheets=None):
    """Write a set of MTGJSON with *cards*, and with packs of one card of each of *sheets*."""
    code = path.name.partition(".")[0]
    names = dict.fromkeys(sheets or (), 1)
    booster = {
        "boosters": [{"contents": names, "weight": 1}],
        "sheets": {name: {"cards": own} for name, own in (sheets or {}).items()},
    }
    value = {"code": code, "name": code, "cards": cards, "booster": {"draft": booster}}
    path.write_text(json.dumps({"meta": {"version": "5.2.2"}, "data": value}))
    return path


@pytest.fixture
def fen(tmp_path):
    """A set whose packs have cards of other sets."""
    common = {"u-1": 3, "u-2": 2, UNKNOWN[0]: 5, UNKNOWN[1]: 1}
    cards = [card("Lantern Eel", 1), card("Reed Frog", 2)]
    return set_file(tmp_path / "FEN.json", cards, {"Common": common, "List": {UNKNOWN[2]: 1}})


def losses_of(report):
    """The subjects of what was lost, by code and kind."""
    return {(str(each.code), each.kind): each.subjects for each in report.losses}


NO_NAME = ("CF204", "cards of which only an id is known, and no name")
FEWER = (
    "CF238",
    "sheets with cards that have no name (now without them, so that the others come more often)",
)


def test_cards_that_only_sheets_name_are_left_out_by_a_format_without_sheets(fen):
    report = cf.dumps_report(cf.read(fen), "cockatrice")
    assert report.ok
    assert "14af08f1" not in report.value
    lost = losses_of(report)
    assert lost["CF210", NO_NAME[1]] == tuple(UNKNOWN[:3])
    assert NO_NAME not in lost


@pytest.mark.parametrize("format_id", [each for each in BY_NAME if each != "cockatrice"])
def test_a_card_that_has_no_name_is_refused_and_not_written_by_its_id(format_id, fen):
    report = cf.dumps_report(cf.read(fen), format_id)
    assert not report.ok
    assert "14af08f1" not in report.value
    lost = losses_of(report)
    assert lost[NO_NAME] == tuple(UNKNOWN[:3])
    assert lost[FEWER] == ("Common",)
    assert lost["CF204", "sheets of which no card has a name"] == ("List",)


def test_a_card_of_another_set_that_is_known_is_written_by_its_name(fen):
    others = [card(f"Moth {number}", 5 + number, uuid=UNKNOWN[number]) for number in range(3)]
    beside = set_file(fen.with_name("OTH.json"), others)
    for catalog in (cf.read(beside), cf.CardCatalog(cf.read(beside).cards)):
        report = cf.dumps_report(
            cf.loads(fen.read_text(), "mtgjson", catalog=catalog), "draftmancer"
        )
        assert report.ok
        assert "\n5 Moth 0" in report.value
    report = cf.dumps_report(cf.read(fen), "draftmancer")  # the file is beside
    assert report.ok
    assert "\n1 Moth 2" in report.value
    assert "14af08f1" not in report.value


def test_cards_of_sheets_that_are_not_written_are_not_refused():
    sheets = [cf.Sheet("A", [cf.Entry("Reed Frog")]), cf.Sheet("B", [cf.Entry(BY_ID)])]
    boosters = [
        cf.Booster(name, layouts=[cf.Layout("", 1, [cf.Slot(name, 1, [cf.SheetChoice(name)])])])
        for name in "AB"
    ]
    report = cf.dumps_report(cf.CardSet(sheets=sheets, boosters=boosters), "draftmancer")
    assert report.ok
    assert UNKNOWN[0] not in report.value


def test_what_is_converted_is_an_error(fen, tmp_path):
    report = cf.convert(fen, tmp_path / "list.txt", target_format="draftmancer")
    assert [str(each.code) for each in report.errors] == ["CF204", "CF204"]
    assert "14af08f1" not in (tmp_path / "list.txt").read_text()


def test_a_json_file_keeps_the_ids_and_they_are_no_names_after_it(fen):
    cardset = cf.read(fen)
    again = cf.loads(cf.dumps(cardset, "json"), "json")
    assert again.sheets == cardset.sheets
    assert "14af08f1" not in cf.dumps_report(again, "draftmancer").value


def test_packs_for_a_draft_have_no_ids_as_names():
    packs = [
        cf.Pack(0, "", "default", [cf.PackCard(cf.CardRef(name, id=UNKNOWN[0]), "", "", None)])
        for name in ("", UNKNOWN[0], "Reed Frog")
    ]
    report = text_of(packs, cf.CardSet(), cards="names")
    assert report.value.split() == ["1", "Reed", "Frog"]
    assert losses_of(report)[NO_NAME] == (UNKNOWN[0],) * 2


DEKS = {
    "dek": '<Deck><Cards CatID="4711" Quantity="2"/></Deck>',
    "octgn-deck": '<deck game="a21af4e8-be4b-4cda-a6b6-534f9717391f"><section name="Main">'
    '<card qty="2" id="70db6006-46fe-5dbd-badb-785eb21256c0"/></section></deck>',
}


@pytest.mark.parametrize(("format_id", "text"), DEKS.items())
def test_a_deck_that_has_only_ids_keeps_them_and_gives_none_as_a_name(format_id, text):
    deck = cf.loads(text, format_id)
    (entry,) = next(iter(deck.sheets.values())).entries
    for target in ("draftmancer", "decklist", "csv"):
        report = cf.dumps_report(deck, target)
        assert losses_of(report)[NO_NAME] == (entry.card.name,)
        assert entry.card.name not in report.value
    assert entry.card.name in cf.dumps(deck, format_id)
    assert cf.dumps_report(deck, format_id, canonical=True).ok


REFS = st.one_of(
    st.builds(cf.CardRef, st.sampled_from(["Lantern Eel", "Reed Frog"])),
    st.sampled_from([cf.CardRef(each, id=each) for each in UNKNOWN]),
)


@SETTLED
@given(st.lists(st.lists(REFS, max_size=4), min_size=1, max_size=3))
def test_what_is_written_is_what_the_named_cards_alone_would_be(sheets):
    def cardset(keep):
        own = enumerate([ref for ref in refs if keep(ref)] for refs in sheets)
        named = [cf.Sheet(f"Sheet {number}", map(cf.Entry, refs)) for number, refs in own]
        slots = [cf.Slot(sheet.name, 1, [cf.SheetChoice(sheet.name)]) for sheet in named]
        boosters = [cf.Booster(layouts=[cf.Layout("default", 1, slots)])]
        return cf.CardSet("Marsh", sheets=named, boosters=boosters)

    for format_id in BY_NAME:
        if format_id == "wagic-pack":
            continue
        report = cf.dumps_report(cardset(lambda _: True), format_id)
        assert report.value == cf.dumps_report(cardset(lambda ref: ref.id is None), format_id).value
        gone = {ref.name for refs in sheets for ref in refs if ref.id is not None}
        code = "CF210" if format_id == "cockatrice" else NO_NAME[0]
        assert set(losses_of(report).get((code, NO_NAME[1]), ())) == gone
