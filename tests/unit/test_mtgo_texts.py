"""Texts of Magic Online's drafts: times, events, cards, and what is said about other lines."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

import cardformats as cf
from cardformats import records
from cardformats.records import DraftRecord

from .text_tables import rows

PICK = "Pack 1 pick 1:\n    Heron\n--> Wax/Wane\n"


def text_of(time="9/21/2026 4:07:52 PM", event="11053", body=PICK):
    return f"Event #: {event}\nTime: {time}\nPlayers:\n    Bob\n--> Ann\n\n{body}\n"


def head(record):
    """The event and the time of a record as they are written."""
    first, second = records.dumps(record, "mtgo", seat=1).split("\n")[:2]
    return first.removeprefix("Event #: "), second.removeprefix("Time: ")


def local(*numbers):
    return datetime(*numbers)  # noqa: DTZ001 - of some zone


@pytest.mark.parametrize(
    ("text", "time"),
    [
        ("9/21/2026 4:07:52 PM", local(2026, 9, 21, 16, 7, 52)),
        ("9/21/2026 12:07:52 AM", local(2026, 9, 21, 0, 7, 52)),
        ("9/21/2026 12:07:52 PM", local(2026, 9, 21, 12, 7, 52)),
        ("1/2/2026 11:59:59 AM", local(2026, 1, 2, 11, 59, 59)),
        ("1/2/0026 1:00:00 AM", local(26, 1, 2, 1, 0, 0)),
        ("Wed, 22 Nov 2023 10:00:00 GMT", datetime(2023, 11, 22, 10, tzinfo=UTC)),
    ],
)
def test_a_time_is_read_and_written(text, time):
    record = records.loads(text_of(text))
    assert (record.time, record.extras) == (time, {})
    assert head(record)[1] == text


@pytest.mark.parametrize(
    ("text", "written"),
    [("1/2/2026 13:00:00", "1/2/2026 1:00:00 PM"), ("1/2/2026 0:00:00", "1/2/2026 12:00:00 AM")],
)
def test_a_time_of_24_hours_is_written_with_halves(text, written):
    assert head(records.loads(text_of(text)))[1] == written


@pytest.mark.parametrize("text", ["2/31/2026 1:00:00 AM", "Wed, 22 Nov 2023", "yesterday", "GMT"])
def test_what_is_no_time_is_kept_and_reported(text):
    report = records.loads_report(text_of(text))
    assert report.value.time is None
    assert head(report.value)[1] == text
    assert [str(each) for each in report.diagnostics] == [
        "<data>:2:1: warning[DR003]: the time is not date and time of Magic Online or Draftmancer"
    ]


def test_no_time_is_no_finding():
    report = records.loads_report(text_of(""))
    assert (report.value.time, report.value.extras, report.diagnostics) == (None, {}, ())


@pytest.mark.parametrize(
    ("event", "session", "microsecond"),
    [
        ("pond_1700647200123", "pond", 123_000),
        ("a_b_1700647200999", "a_b", 999_000),
        ("pond_1700647201123", "pond_1700647201123", 0),
        ("pond_1700647200", "pond_1700647200", 0),
        ("pond", "pond", 0),
    ],
)
def test_an_event_ends_with_its_time_only_if_it_is_the_same(event, session, microsecond):
    record = records.loads(text_of("Wed, 22 Nov 2023 10:00:00 GMT", event))
    time = datetime(2023, 11, 22, 10, 0, 0, microsecond, tzinfo=UTC)
    assert (record.session, record.time) == (session, time)
    of_zone = records.loads(text_of("11/22/2023 10:00:00 AM", event))
    assert (of_zone.session, head(of_zone)[0]) == (event, event)


LONG = """\
Pack 1 pick 1:
\tHeron
--> A (fen) 7
    B (FEN_2) 8★
    C / D
    E // F
    G/H (ABC) 1
    G (too many words)
    I (ABCDEFGHI) 1

stray
stray 2
Pack 0 pick 1:
--> A
Pack 1 pick 2:
--> B
------ Pack 2: Pond ------
Pack 12 pick 1:
    B
    A
Picked: A
Event #: 2
Pack 1 pick 3:
--> B
"""


def test_cards_have_printings_and_halves():
    report = records.loads_report(text_of(body=LONG))
    picks = report.value.seats[1].picks
    assert [(pick.round, pick.number, [*pick.picked]) for pick in picks] == [
        (0, 0, [1]), (0, 1, [0]), (0, 2, [0]), (11, 0, [1]),
    ]  # fmt: skip
    assert [(card.name, card.set_code, card.number) for card in picks[0].pack] == [
        ("Heron", None, None), ("A", "fen", "7"), ("B", "FEN_2", "8★"), ("C // D", None, None),
        ("E // F", None, None), ("G // H", "ABC", "1"), ("G (too many words)", None, None),
        ("I (ABCDEFGHI) 1", None, None),
    ]  # fmt: skip
    assert [str(card) for card in report.value.seats[1].cards] == ["A (fen) 7", "A", "B", "A"]
    assert [str(each) for each in report.diagnostics] == [
        "<data>:17:1: note[DR012]: lines that were ignored: 5; this is the first"
    ]


@pytest.mark.parametrize(
    ("body", "picked", "findings"),
    [
        ("Pack 1 pick 1:\n    A\n    B\nPicked: B\n", [1], []),
        ("Pack 1 pick 1:\n--> A\n    B\nPicked: A\n", [0], []),
        ("Pack 1 pick 1:\n--> A\n--> B\nPicked: B\n", [0, 1], []),
        (
            "Pack 1 pick 1:\n--> A\n    B\nPicked: B\n",
            [0],
            [
                "<data>:10:1: warning[DR011]: the line specifies 'B' as the picked card, but the "
                "arrow marks another"
            ],
        ),
        (
            "Picked: A\nPack 1 pick 1:\n--> A\n",
            [0],
            ["<data>:7:1: note[DR012]: lines that were ignored: 1; this is the first"],
        ),
        (
            "Pack 1 pick 1:\n    A\n",
            [],
            ["<data>:7:1: warning[DR010]: no card of this pick is marked with an arrow"],
        ),
    ],
)
def test_the_line_below_a_pack_says_what_was_picked(body, picked, findings):
    report = records.loads_report(text_of(body=body))
    assert [*report.value.seats[1].picks[0].picked] == picked
    assert [str(each) for each in report.diagnostics] == findings


NO_OWNER = "<data>:1:1: warning[DR010]: no player, or more than one, is marked with an arrow"


@pytest.mark.parametrize(
    ("text", "seats", "findings"),
    [
        (f"Players:\n    Bob\n    Ann\n\n{PICK}", [("Bob", 1), ("Ann", 0)], [NO_OWNER]),
        (f"Players:\n    Bob\n--> Ann\n--> Cid\n\n{PICK}", [("Bob", 0), ("Ann", 1), ("Cid", 0)],
         [NO_OWNER]),
        (PICK, [("", 1)], []),
    ],
)  # fmt: skip
def test_the_picks_are_those_of_the_marked_player(text, seats, findings):
    report = records.loads_report(text)
    assert [(each.name, len(each.picks)) for each in report.value.seats] == seats
    assert [str(each) for each in report.diagnostics] == findings
    assert [each.id for each in report.value.seats] == [f"seat{at}" for at in range(len(seats))]


def test_a_text_without_a_pick_is_no_log():
    report = records.loads_report("Event #: 1\n", "mtgo")
    assert report.value == DraftRecord("booster", ())
    (found,) = report.diagnostics
    assert found.message.endswith("there is no line 'Pack 1 pick 1:'")


def test_the_whole_text_that_is_written():
    body = LONG[: LONG.index("stray")] + "Pack 2 pick 1:\n--> Newt\n"
    record = records.loads(text_of(body=body))
    cards = ["    Heron", "--> A", "    B", "    C // D", "    E // F", "    G // H"]
    cards += ["    G (too many words)", "    I (ABCDEFGHI) 1"]
    head = ["Event #: 11053", "Time: 9/21/2026 4:07:52 PM", "Players:", "    Bob", "--> Ann", ""]
    whole = [*head, "------ Cube ------", "", "Pack 1 pick 1:", *cards, "", "------ Cube ------"]
    whole += ["", "Pack 2 pick 1:", "--> Newt", "", ""]
    assert records.dumps(record, "mtgo", seat=1) == "\n".join(whole)
    assert records.dumps(record, "mtgo") == "\n".join(whole)  # the first that has picks
    shown = records.dumps(record, "mtgo", printings=True)
    assert "--> A (FEN) 7\n    B (FEN_2) 8★\n    C // D\n" in shown


@pytest.mark.parametrize(
    ("cards", "heading"),
    rows("""
        A (fen) 1/B (FEN) 2 | FEN
        A (fen) 1/B         | FEN
        A (fen) 1/B/C       | Cube
        A (fen) 1/B (MOR) 1 | Cube
        A/B                 | Cube
    """),
)  # fmt: skip
def test_a_heading_has_the_set_of_most_cards(cards, heading):
    lines = "".join(f"--> {each}\n" for each in cards.split("/"))
    record = records.loads(text_of(body=f"Pack 1 pick 1:\n{lines}"))
    assert f"\n------ {heading} ------\n" in records.dumps(record, "mtgo")


def test_only_seats_of_booster_drafts_are_written():
    record = records.loads(text_of())
    with pytest.raises(cf.DraftError, match="there is no such seat; there are 2, from 0 on"):
        records.dumps(record, "mtgo", seat=2)
    with pytest.raises(cf.DraftError, match="there is no such seat"):
        records.dumps(record, "mtgo", seat=-1)
    assert "Pack" not in records.dumps(record, "mtgo", seat=0)
    grid = DraftRecord("grid", record.seats)
    with pytest.raises(cf.DraftError, match="such texts are of booster drafts, not of 'grid'"):
        records.dumps(grid, "mtgo")
