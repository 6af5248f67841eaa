"""The example of a draft table: it plays, waits for nobody, and goes on after a restart."""

from __future__ import annotations

import asyncio
import runpy
import subprocess
import sys

import pytest

import cardformats as cf
from cardformats import draft
from tests.conftest import ROOT

SCRIPT = ROOT / "examples" / "draft-table" / "table.py"


@pytest.fixture(scope="module")
def example():
    return runpy.run_path(str(SCRIPT))


@pytest.fixture(scope="module")
def begun(example):
    """A draft of four seats, where its packs come from, and its cards."""
    cardset = cf.loads(example["LIST"], "draftmancer")
    packs = cf.Generator(cardset, seed=1)
    cards = draft.DraftCards(cardset)
    return draft.start(packs.deal(4).rounds, cards, seed=1), packs, cards


def run(example, begun, players, seconds, changed=lambda _: None):
    """The draft with these players, by seat; the others never answer."""

    async def evening():
        table = example["DraftTable"](*begun, seconds=seconds, changed=changed)
        return await example["play"](table, players)

    return asyncio.run(asyncio.wait_for(evening(), 60))


def assert_over(state):
    assert state.is_over
    assert sum(len(seat.pool) for seat in state.seats) == len(state.cards)
    assert draft.replay(state.log) == state


def quick(example, bot):
    return lambda chair: example["bot_player"](chair, bot)


def test_players_who_answer_play_as_they_like(example, begun):
    refused = []

    async def listening(chair):
        """Drafts the last card, and never uses any."""
        while True:
            shown = await chair.shown.get()
            if isinstance(shown, cf.DraftError):
                refused.append(shown)
            elif shown.duty == "answer":
                chair.actions.put_nowait(
                    draft.actions.Answer(shown.seat, shown.question.options[-1])
                )
            else:
                chair.actions.put_nowait(draft.actions.Pick(shown.seat, list(shown.pack)[-1:]))

    state = run(example, begun, dict.fromkeys(range(4), listening), seconds=30)
    assert_over(state)
    # a neighbour's question may come before a pick arrives
    assert all("has to answer" in each.reason for each in refused)
    actions = [each.action for each in state.log]
    assert not any(each.using for each in actions if isinstance(each, draft.actions.Pick))
    answers = {each.answer for each in actions if isinstance(each, draft.actions.Answer)}
    assert answers == {"G", "R", "B", "no"}


def test_for_those_who_never_answer_a_bot_picks_and_chance_answers(example, begun):
    states = []
    players = {0: quick(example, draft.RandomBot(1))}
    state = run(example, begun, players, 0.003, states.append)
    assert_over(state)
    assert states[-1] == state
    actions = [each.action for each in state.log[1:]]
    assert {each.seat for each in actions} == {0, 1, 2, 3}
    answers = [
        each.answer for each in actions if isinstance(each, draft.actions.Answer) and each.seat
    ]
    assert answers
    assert set(answers) == {None}


def test_what_is_not_allowed_is_refused_and_asked_again(example, begun):
    bot = draft.RatedBot(begun[2], 1)
    players = dict.fromkeys(range(4), lambda chair: example["clumsy_player"](chair, bot))
    state = run(example, begun, players, seconds=30)
    assert_over(state)
    # the bot's own answers, so nobody's time was up
    answers = [
        each.action.answer for each in state.log if isinstance(each.action, draft.actions.Answer)
    ]
    assert answers
    assert None not in answers


def test_nobody_acts_for_another(example, begun):
    refused = []

    async def cheat(chair):
        while True:
            shown = await chair.shown.get()
            if isinstance(shown, cf.DraftError):
                refused.append(shown)
            else:
                chair.actions.put_nowait(draft.actions.Pick(1, list(shown.pack)[:1]))

    state = run(example, begun, {0: cheat}, seconds=0.003)
    assert_over(state)
    assert any("another player's seat" in str(each) for each in refused)


def test_a_table_goes_on_after_a_restart(example, begun):
    stored = []
    bots = [quick(example, draft.RandomBot(seat)) for seat in range(4)]
    state, *rest = begun
    run(example, begun, dict(enumerate(bots)), 30, lambda now: stored.append(draft.dumps(now)))
    half = draft.loads(stored[len(stored) // 2])
    assert not half.is_over
    over = run(example, (half, *rest), dict(enumerate(bots)), 30)
    assert_over(over)
    assert over.log[: len(half.log)] == half.log
    assert len(state.log) == 1


def test_the_script_prints_the_pools():
    done = subprocess.run(
        [sys.executable, str(SCRIPT)], capture_output=True, text=True, check=True, timeout=60
    )
    lines = done.stdout.splitlines()
    assert [line.split(":")[0] for line in lines] == [f"seat {seat}" for seat in range(4)]
    assert sum(len(line.split(", ")) for line in lines) >= 4 * 3 * 7
