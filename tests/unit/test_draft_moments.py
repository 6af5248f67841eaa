"""Effects of third parties before picks, after the draft and at any time; what cards are about."""

from __future__ import annotations

import pytest

import cardformats as cf
from cardformats import draft
from cardformats.draft.booster import effects
from tests.draft_tables import notes, outcomes, pick, picks, pool, table

_S = cf.model.SimpleEffect


@pytest.fixture(autouse=True)
def _registry(monkeypatch):
    """What a test registers is forgotten after it."""
    rules = vars(effects)["_RULES"]
    monkeypatch.setattr(rules, "_known", dict(rules.known()))


class Guard(draft.EffectRule):
    """Its drafter is asked before each pick; its answer turns what would be used face down."""

    comes_before = True

    def drafted(self, step, held, pick):  # noqa: ARG002 - the rule has no use for the pick
        step.stand(draft.Standing("Guard", held.seat, held.card))

    def announced(self, step, standing, pick):
        assert pick.cards == ()
        step.ask(draft.Question(standing.seat, "Guard", standing.card, ("pass", "halt"), pick.seat))
        step.end(standing)

    def answered(self, step, question, answer):
        for card in step.seats[question.about].face_up if answer == "halt" else ():
            step.turn_down(question.about, card)


@pytest.mark.parametrize("answer", ["pass", "halt"])
def test_what_cannot_be_done_when_it_is_no_longer_awaited_is_refused(answer):
    draft.register_effect("Guard", Guard())
    does = {
        "Guard": [cf.model.OtherEffect("Guard")],
        "Agent": [_S.FACE_UP, _S.AGENT_OF_ACQUISITIONS],
    }
    state = pick(table(["x y z", "Agent b c", "Guard e f"], does=does), 1, "Agent")
    state = pick(pick(state, 0, "x"), 2, "Guard")
    state = pick(state, 1, "y z", using="Agent")
    assert state.duty(1) == "wait"
    state = state.answer(2, answer)
    refused = outcomes(state, draft.outcomes.Refused)
    assert pool(state, 1) == ("Agent" if answer == "halt" else "Agent y z")
    assert [each.seat for each in refused] == ([1] if answer == "halt" else [])
    assert all(not each.reason for each in state.log_for(0)[-1].outcomes if each in refused)
    if answer == "halt":
        assert "face down" in refused[0].reason
        assert state.duty(1) == "pick"


class Echo(draft.EffectRule):
    """After the draft its owner gets a card like it."""

    comes_after = True

    def drafted(self, step, held, pick):  # noqa: ARG002 - the rule has no use for the pick
        step.stand(draft.Standing("Echo", held.seat, held.card))

    def after_draft(self, step, standing):
        step.add_to_pool(standing.seat, [step.cards[standing.card]])


def test_an_effect_comes_after_the_last_pack():
    draft.register_effect("Echo", Echo())
    does = {"Echo": [cf.model.OtherEffect("Echo")]}
    state = picks(table(["Echo", "a"], ["b", "c"], does=does), "Echo", "a")
    assert pool(state, 0) == "Echo"
    state = picks(state, "b", "c")
    assert state.is_over
    assert pool(state, 0) == "Echo b Echo"


class Bell(draft.EffectRule):
    """It is used at any time and as often as its owner likes, face up or not."""

    is_usable_anytime = True

    def choices(self, step, held):  # noqa: ARG002 - there is always the same to choose
        return ("ring",)

    def chosen(self, step, held, choice):
        step.note(held.seat, held.card, "Bell", choice)


def test_a_card_is_used_as_often_as_it_leaves_a_choice():
    draft.register_effect("Bell", Bell())
    does = {"Bell": [cf.model.OtherEffect("Bell")]}
    state = pick(table(["Bell a", "b c"], does=does), 0, "Bell")
    state = state.use_card(0, 0).use_card(0, 0, "ring")
    assert notes(state, "Bell") == [(0, "Bell", "ring")] * 2
    assert draft.loads(draft.dumps(state)) == state
    for seat, card in ((1, 0), (0, 1), (0, True), (0, "Bell"), (2, 0)):
        with pytest.raises(cf.DraftError):
            state.use_card(seat, card)
    over = draft.play(state, [draft.RandomBot(1)] * 2)
    with pytest.raises(cf.DraftError, match="the draft is over"):
        over.use_card(0, 0)


# what a used card is about


def test_note_card_name_and_its_like_note_the_card_that_is_named():
    """Each card's own words: of the cards drafted any may be revealed, by each another."""
    does = {
        "Captain": [_S.FACE_UP, _S.NOTE_CARD_NAME],
        "Banneret": [_S.FACE_UP, _S.NOTE_CREATURE_NAME],
    }
    kinds = {"Elf": "Creature - Elf", "Rock": "Artifact"}
    state = table(
        ["Captain c", "a b"],
        ["Banneret c", "a b"],
        ["Rock Elf", "z w"],
        does=does,
        kinds=kinds,
        picks=[2],
    )
    state = state.pick(0, [0, 1]).pick(1, [2, 3]).pick(0, [4, 5]).pick(1, [6, 7])
    with pytest.raises(cf.DraftError, match="'Rock' is not a creature"):
        state.pick(0, [8, 9], using=[0, 4])
    for about in ([9, 1], [8, 9, 9]):
        with pytest.raises(cf.DraftError):
            state.pick(0, [8, 9], using=[0, 4], about=about)
    state = state.pick(0, [8, 9], using=[0, 4], about=[8, 9])
    assert notes(state, "NoteCardName") == [(0, "Captain", "Rock")]
    assert notes(state, "NoteCreatureName") == [(0, "Banneret", "Elf")]


def test_note_card_name_in_draftmancer_notes_the_first_card():
    does = {"Captain": [_S.FACE_UP, _S.NOTE_CARD_NAME]}
    packs = ["Captain c", "a b"], ["Rock Elf", "z w"]
    state = table(*packs, does=does, picks=[2], rules="draftmancer")
    state = state.pick(0, [0, 1]).pick(1, [2, 3])
    with pytest.raises(cf.DraftError, match="first of a pick"):
        state.pick(0, [4, 5], using=[0], about=[5])
    assert state.can(draft.actions.Pick(0, [4, 5], using=[0], about=[4]))
