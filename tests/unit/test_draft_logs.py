"""Logs of drafts, a small one of each type: what a record has of them, and that nothing is lost."""

from __future__ import annotations

import hashlib
import json
from datetime import UTC, datetime

import attrs
import pytest

import cardformats as cf
from cardformats import records
from tests.conftest import ROOT

FOLDER = ROOT / "tests" / "data" / "draft_logs"
LOGS = sorted(path.stem for path in FOLDER.iterdir() if path.read_text("utf-8")[0] == "{")
#: What is found in the samples; nothing in the others.
FOUND = {
    "odd-picks": ["DR007", "DR007", "DR003", "DR003"],
    "silent-auction": ["DR005"],
    "stripped": ["DR008", "DR005"],
    "magic-online": ["DR011"],
}


def report_of(name):
    return records.read_report(FOLDER / f"{name}.txt")


def names(cards):
    return " ".join(card.name.replace(" ", "") for card in cards)


def picks_of(name, seat=0):
    return report_of(name).value.seats[seat].picks


def shown(pick):
    """Round, number, what was there and what was taken of it."""
    return pick.round, pick.number, names(pick.pack), names(pick.taken)


@pytest.mark.parametrize("name", LOGS)
def test_a_log_is_read_and_written_as_it_was(name):
    report = report_of(name)
    assert report.ok
    assert [str(each.code) for each in report.diagnostics] == FOUND.get(name, [])
    text = records.dumps(report.value, "draftmancer")
    again = records.loads(text)
    assert again == report.value
    assert records.dumps(again, "draftmancer") == text


@pytest.mark.parametrize("name", sorted({*LOGS} - {"draft-2.0", "draft"}))
def test_a_written_log_says_what_the_log_said(name):
    log = json.loads((FOLDER / f"{name}.txt").read_text("utf-8"))
    written = json.loads(records.dumps(report_of(name).value, "draftmancer"))
    assert written.pop("users") == log.pop("users")
    assert written == log


def test_a_draft_has_packs_picks_burns_and_decks():
    record = report_of("draft").value
    assert (record.kind, record.session) == ("booster", "pond")
    assert record.time == datetime(2023, 11, 22, 10, 0, 0, 123_000, UTC)
    assert [names(pack) for pack in record.packs] == [
        "Heron MarshEel Fen",
        "Wax//Wane Ferry Lantern",
        "Reed Otter Newt",
        "Crane Moss Egret",
    ]
    ann, bob = record.seats
    assert (ann.id, ann.name, ann.is_bot, bob.is_bot) == ("u1", "Ann", False, True)
    assert shown(ann.picks[1]) == (0, 1, "Wax//Wane Ferry", "Ferry")
    # a bot's picks are counted from 1
    assert [(pick.round, pick.number) for pick in bob.picks] == [
        (0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2),
    ]  # fmt: skip
    assert names(ann.deck.side) == "Reed"
    assert ann.deck.lands["U"] == 9
    heron = record.cards.card(ann.picks[0].taken[0])
    assert heron.ids["scryfall"].startswith("00000000-")
    assert heron.colors == {cf.model.Color.WHITE}
    assert record.extras == {"draftmancer": {"lastUpdated": 1700650000000}}


def test_picks_of_early_logs_get_numbers():
    picks = picks_of("draft-2.0")
    assert [(pick.round, pick.number) for pick in picks] == [(0, 0), (0, 1), (1, 0), (1, 1)]
    assert names(picks_of("draft-2.0", 1)[0].left) == "Lantern"
    assert picks_of("draft-2.0", 1)[0].burned == (1,)


def test_places_that_are_not_there_are_reported_and_kept():
    record = report_of("odd-picks").value
    first, second = record.seats[0].picks
    assert (first.picked, second.picked, second.burned) == ((0,), (1,), ())
    assert first.extras["draftmancer"]["pick"] == (0, 0)
    assert second.number == 2  # a turn without a pick is left out
    assert record.extras["draftmancer"]["colour"] == "blue"


FEN = {"name": "Fen", "set": "ana", "collector_number": "3"}


def test_a_card_of_a_log_has_its_draft_effects():
    effects = [{"type": "FaceUp"}, "CogworkLibrarian", {"type": "AddCards", "cards": ["Reed", "x"]}]
    card = {"name": "Clerk", "type": "Artifact", "mana_cost": "{2}", "draft_effects": effects}
    log = {"users": {}, "type": "Sealed", "carddata": {"Clerk_custom_": card, "x": FEN}}
    report = records.loads_report(json.dumps(log))
    assert report.diagnostics == ()
    clerk = report.value.cards.card("Clerk")
    assert clerk.draft_effects[:2] == (
        cf.model.SimpleEffect.FACE_UP,
        cf.model.SimpleEffect.COGWORK_LIBRARIAN,
    )
    assert clerk.draft_effects[2] == cf.model.AddCards(
        [cf.CardRef("Reed"), cf.CardRef("Fen", "ana", "3")]
    )


def test_a_log_for_one_player_lacks_cards():
    record = report_of("stripped").value
    unknown = record.seats[0].picks[1].taken[0]
    assert (unknown.name, unknown.id) == ("", "00000004-0000-4000-8000-000000000004")
    assert record.seats[1].deck.hashes["mws"] == "01234567"
    assert record.opened == (record.seats[0].picks[0].pack,)


def test_piles_are_taken_whole_and_a_blind_card_was_not_seen():
    taken, blind = picks_of("winston")
    assert shown(taken) == (0, 0, "Heron MarshEel Fen Wax//Wane Ferry", "Fen Wax//Wane")
    assert (taken.piles, taken.pile, taken.hidden) == ((2, 2, 1), 1, 1)  # the last was not seen
    assert names(blind.taken) == "Newt"
    assert (blind.piles, blind.pile, blind.hidden) == ((1, 0, 1), None, 1)
    assert names(blind.seen) == "Lantern Reed"
    assert names(picks_of("winchester")[0].taken) == "Wax//Wane"
    divided = picks_of("solomon")
    assert [(pick.pile, names(pick.taken)) for pick in divided] == [(1, "Wax//Wane"), (0, "")]


def test_a_hand_is_exchanged_for_what_lies_open():
    (pick,) = picks_of("housman")
    assert shown(pick) == (0, 0, "Heron MarshEel Fen", "Fen")
    assert (names(pick.hand), pick.replaced) == ("Wax//Wane Ferry", (0,))


def test_a_grid_has_empty_cells_and_a_reserve():
    first, last = picks_of("grid")
    assert first.hidden == 3
    assert (first.picked, names(first.taken)) == ((0, 3, 6), "Heron Wax//Wane Reed")
    assert (len(last.pack), names(last.taken), last.hidden) == (5, "MarshEel", 0)


def test_what_an_auctions_log_contains_of_bids_is_written_again():
    record = report_of("silent-auction").value
    assert [seat.picks for seat in record.seats] == [(), ()]
    stored = json.loads((FOLDER / "silent-auction.txt").read_text("utf-8"))
    log = json.loads(records.dumps(record, "draftmancer"))
    assert log["silentAuction"] == stored["silentAuction"]


def test_magic_onlines_texts_are_read_as_they_are():
    record = report_of("magic-online").value
    assert [seat.name for seat in record.seats] == ["Bob", "Ann", "Cid"]
    picks = record.seats[1].picks
    assert [shown(pick) for pick in picks] == [
        (0, 0, "Heron Wax//Wane MarshEel", "Wax//Wane"),
        (0, 1, "Ferry Otter", "Otter"),  # no arrow: the line below says it
        (1, 0, "Newt Crane Fen", "Newt"),
        (1, 1, "Moss Egret", "Moss Egret"),
    ]
    assert (record.session, record.time) == ("11053", datetime(2026, 9, 21, 16, 7, 52))  # noqa: DTZ001 - of some zone
    assert record.opened == (picks[0].pack, picks[2].pack)
    assert records.loads(records.dumps(record, "mtgo", seat=1)) == record


def test_a_text_with_printings_is_written_as_it_was():
    record = report_of("magicprotools").value
    assert record.session == "pond"
    assert str(record.seats[0].picks[1].taken[0]) == "Ferry (ANA) 5"
    text = (FOLDER / "magicprotools.txt").read_text("utf-8")
    assert records.dumps(record, "mtgo", printings=True) == text
    assert "--> Ferry\n" in records.dumps(record, "mtgo")


def test_a_text_may_begin_with_a_byte_order_mark():
    text = (FOLDER / "magic-online.txt").read_text("utf-8")
    assert records.loads("\ufeff" + text) == records.loads(text)


def test_a_log_becomes_a_text_with_the_set_in_its_headings():
    text = records.dumps(report_of("draft").value, "mtgo", seat=1)
    assert text.startswith("Event #: pond_1700647200123\nTime: Wed, 22 Nov 2023 10:00:00 GMT\n")
    assert "\n    Ann\n--> Bob\n\n------ ANA ------\n\nPack 1 pick 1:\n    Wax // Wane\n" in text
    for name, seat in (("winston", 0), ("draft", 2)):
        with pytest.raises(cf.DraftError):
            records.dumps(report_of(name).value, "mtgo", seat=seat)


def test_a_deck_has_the_hashes_of_two_programs():
    deck = records.DeckRecord(["Wax // Wane", "Reed (ANA) 7"], ["Ferry"], {"U": 1})
    digits = hashlib.sha1(b"SB:ferry;island;reed;wax", usedforsecurity=False).hexdigest()[:10]
    assert int(records.cockatrice_hash(deck), 32) == int(digits, 16)
    md5 = hashlib.md5(b"#FERRYISLANDREEDWAX", usedforsecurity=False).hexdigest()
    assert records.mws_hash(deck) == md5[:8]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("{", "DR001"),
        ("[]", "DR002"),
        ('{"users": 3}', "DR002"),
        ("", "DR002"),
        ("Players:\n--> Ann\n", "DR002"),
        ('{"users": {}, "version": "3.0"}', "DR004"),
        ('{"users": {"a": 1}, "time": "now", "boosters": [[1]]}', "DR003"),
        ('{"users": {"a": {"picks": true}}}', "DR003"),
        ('{"users": {}, "carddata": {"x": {"name": 1}}}', "DR006"),
        ("Players:\n    Ann\n\nPack 1 pick 1:\n    Reed\n", "DR010"),
        ("weather\nPack 1 pick 1:\n--> Reed\n", "DR012"),
    ],
)
def test_what_is_wrong_is_reported(text, code):
    report = records.loads_report(text)
    assert code in [str(each.code) for each in report.diagnostics]
    assert all(each.span for each in report.diagnostics)
    if report.ok:
        assert records.loads(records.dumps(report.value, "draftmancer")).kind == "booster"
    else:
        with pytest.raises(cf.ReadError):
            records.loads(text)


@pytest.mark.parametrize(
    "text",
    [
        '{"type": "Silent Auction Draft", "boosters": [["a"], ["b"]], "users": {"u": {}}}',
        '{"type": "Silent Auction Draft", "users": {"u": {"picks": [{"pick": [0], "burn": [],'
        ' "packNum": 0, "pickNum": 0, "booster": ["a"]}]}}}',
        '{"type": "Winston Draft", "users": {"u": {"picks": [{"randomCard": "f", "piles": []}]}}}',
    ],
    ids=["stripped auction", "auction with picks", "no piles"],
)
def test_what_a_log_lacks_is_not_made_up(text):
    record = records.loads_report(text).value
    assert records.loads_report(records.dumps(record, "draftmancer")).value == record


def test_a_second_event_is_no_part_of_the_first():
    text = (FOLDER / "magic-online.txt").read_text("utf-8")
    first, both = records.loads_report(text), records.loads_report(f"{text}\n\n{text}")
    assert both.value == first.value
    assert "DR012" in [each.code.value for each in both.diagnostics]


def test_a_log_is_read_from_a_file_that_was_written(tmp_path):
    record = report_of("winston").value
    report = records.write(record, tmp_path / "logs" / "winston.txt")
    assert records.read(report.value) == record
    assert records.read_report(report.value, max_size=10).diagnostics[0].code == "CF001"
    with pytest.raises(cf.UnknownFormatError):
        records.read(report.value, "arena")


def test_a_record_refuses_what_cannot_be():
    pick = records.PickRecord(0, 0, ["Reed", "Reed"], [1])
    for change in (
        {"picked": [2]}, {"picked": [1, 1]}, {"burned": [1]}, {"round": -1}, {"pile": 0},
        {"piles": [3]}, {"hidden": 3}, {"replaced": [0]}, {"pack": [1]},
    ):  # fmt: skip
        with pytest.raises(cf.ModelError):
            attrs.evolve(pick, **change)
    seat = records.SeatRecord("a", picks=[pick])
    for fields in (("booster", [seat, seat]), ("booster", [seat], [1]), (1, [])):
        with pytest.raises(cf.ModelError):
            records.DraftRecord(*fields)
    with pytest.raises(cf.ModelError):
        records.DeckRecord(lands={"W": 10**9})


def test_a_line_that_is_not_read_is_found_without_its_end():
    text = (FOLDER / "magic-online.txt").read_text("utf-8")
    report = records.loads_report(f"odd line\r\n{text}")
    assert [each.span.text for each in report.diagnostics if each.code == "DR012"] == ["odd line"]
