"""A person at a table: what they can type at any question, and where they see it."""

from __future__ import annotations

from functools import partial

import pytest
from click.testing import CliRunner

import cardformats as cf
from cardformats import draft
from cardformats.cli.app import app
from cardformats.play.booster import BoosterSession
from cardformats.play.deckbuilder import DeckbuilderSession
from cardformats.play.kinds import session_of
from cardformats.play.table import CannotStartError, Heading, Quit, Screen, SettingError

CARDS = [cf.Card.of(f"Heron {n}", mana_cost="{W}", rarity="common") for n in range(200)]
CARDSET = cf.CardSet.of(CARDS, pack={"common": 5})
OPTIONS = {
    "players": 2, "rounds": 2, "booster": None, "of_set": None, "rules": "cr", "pace": "queue",
    "discard_at": 0, "bot": "color", "ratings": None, "seat": 0, "resume": None, "setting": (),
    "variant": "document", "representative": "strict", "copies": (),
}  # fmt: skip


class Paper(Screen):
    """A screen that keeps what it shows, on which replies are typed ahead."""

    def __init__(self, *replies):
        self.replies = [*replies]
        self.shown = []
        self.refusals = []
        self.questions = []

    def ask(self, question):
        self.questions.append(question)
        if not self.replies:
            raise Quit
        return self.replies.pop(0)

    def line(self, text="", *, is_refusal=False):
        (self.refusals if is_refusal else self.shown).append(text)

    def table(self, columns, rows):
        self.shown += [" ".join(row) for row in (columns, *rows)]

    def report(self, diagnostics):
        self.shown += map(str, diagnostics)


def played(make, *replies, **options):
    """The session and its states after the replies; the draft is not over then."""
    screen, states = Paper(*replies), []
    session = make(CARDSET, [], {**OPTIONS, **options}, screen, lambda: 7)
    with pytest.raises(Quit):
        session.play(states.append)
    return session, states


KINDS = {
    "booster": (BoosterSession, {}),
    "winston": (partial(session_of, "winston"), {"setting": ("packs=2",)}),
    "rotisserie": (partial(session_of, "rotisserie"), {"setting": ("cards_from=packs",)}),
}


def maker(kind):
    make, options = KINDS[kind]
    return (make() if isinstance(make, partial) else make), options


@pytest.mark.parametrize("kind", KINDS)
def test_undo_goes_back_to_before_the_last_choice(kind):
    make, options = maker(kind)
    before, _ = played(make, "1", **options)
    once, _ = played(make, **options)
    undone, states = played(make, "1", "undo", **options)
    assert undone.state == once.state != before.state
    assert states[-1] == undone.state
    assert undone.screen.questions[0] == undone.screen.questions[-1]
    twice, _ = played(make, "1", "1", "undo", "undo", **options)
    assert twice.state == once.state
    again, _ = played(make, "1", "undo", "1", **options)
    assert again.state == before.state


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_can_be_undone_before_the_first_choice(kind):
    make, options = maker(kind)
    session, _ = played(make, "undo", **options)
    assert session.screen.refusals == ["you have chosen nothing yet"]


@pytest.mark.parametrize("kind", KINDS)
def test_help_lists_what_can_be_typed(kind):
    make, options = maker(kind)
    session, _ = played(make, "help", **options)
    assert session.screen.shown[0] == "help: shows what you can type"
    words = [each.strip().partition(":")[0] for each in session.screen.shown if ": " in each]
    assert words[-5:] in (
        ["?3", "cards", "undo", "quit", "help"],
        ["cards", "choices", "undo", "quit", "help"],
    )
    assert not session.screen.refusals


def test_quit_ends_and_the_draft_goes_on_later(tmp_path):
    session, _ = played(BoosterSession, "1", "quit", "1")
    assert session.screen.replies == ["1"]
    log = tmp_path / "log.json"
    log.write_text(draft.dumps(session.state), "utf-8")
    resumed, _ = played(BoosterSession, resume=log)
    assert resumed.state == session.state
    back, _ = played(BoosterSession, "undo", resume=log)
    begun, _ = played(BoosterSession)
    assert back.state == begun.state


def test_what_each_seat_has_is_told_below_a_heading():
    screen = Paper()
    session = BoosterSession(CARDSET, [], {**OPTIONS, "seat": None}, screen, lambda: 7)
    session.play(lambda _: None)
    lines = [*session.lines()]
    assert [each for each in lines if isinstance(each, Heading)] == [
        "seat 0, 10 cards",
        "seat 1, 10 cards",
    ]
    assert [len(each["cards"]) for each in session.as_dicts()] == [10, 10]
    assert screen.questions == []


@pytest.mark.parametrize(
    ("make", "options", "message"),
    [
        (BoosterSession, {"seat": 2}, "--seat: there are seats from 0 to 1"),
        (DeckbuilderSession, {"copies": ("common",)}, "--copies: expected a rarity"),
        (session_of("winston"), {"setting": ("packs",)}, "--setting packs: a setting is given as"),
    ],
)
def test_an_option_that_makes_no_sense_is_named(make, options, message):
    with pytest.raises(SettingError, match=message):
        make(CARDSET, [], {**OPTIONS, **options}, Paper(), lambda: 7)


def test_what_keeps_a_draft_from_starting_is_reported():
    screen = Paper()
    with pytest.raises(CannotStartError):
        DeckbuilderSession(CARDSET, [], {**OPTIONS, "players": 8}, screen, lambda: 7)
    assert any("error" in each for each in screen.shown)


def test_the_command_takes_back_and_ends(tmp_path):
    path = tmp_path / "list.txt"
    path.write_text("[Common(5)]\n" + "".join(f"1 Heron {n}\n" for n in range(100)), "utf-8")
    log = tmp_path / "log.json"
    words = ["draft", str(path), "--seed", "1", "--seat", "0", "--players", "2", "--log", str(log)]
    result = CliRunner().invoke(app, words, input="1\nundo\nhelp\nquit\n")
    assert result.exit_code == 1
    assert "  undo: goes back to before your last choice\n" in result.stderr
    assert "go on with: cardformats draft" in result.stderr
    stored = draft.loads(log.read_bytes())
    assert not [each for each in stored.log if getattr(each.action, "seat", None) == 0]
