"""What official cards do when they are removed from the draft as they are drafted.

They are drafted all the same: what they do as they are drafted happens first.
"""

from __future__ import annotations

import pytest

import cardformats as cf
from cardformats import draft
from cardformats.draft.official import OFFICIAL_EFFECTS
from tests.draft_tables import (
    OFFICIAL,
    face_up,
    learned,
    names,
    notes,
    outcomes,
    pick,
    picks,
    pool,
    step,
    table,
)

_S = cf.model.SimpleEffect
DOES = {
    **OFFICIAL,
    "Animus": OFFICIAL_EFFECTS["Animus of Predation"],
    "Automaton": OFFICIAL_EFFECTS["Lurking Automaton"],
    "Captain": OFFICIAL_EFFECTS["Smuggler Captain"],
    "Grinder": OFFICIAL_EFFECTS["Cogwork Grinder"],
    "Dredger": OFFICIAL_EFFECTS["Canal Dredger"],
    "Seeker": OFFICIAL_EFFECTS["Lore Seeker"],
    "Searcher": OFFICIAL_EFFECTS["Aether Searcher"],
    "Tracker": OFFICIAL_EFFECTS["Cogwork Tracker"],
    "Gone": [_S.REVEAL, _S.BURN_AFTER_PICKING],
}


def removing(name, by="Grinder"):
    """The draft after seat 0 removed a card from it that it drafted from the pack of seat 1."""
    state = table([f"{by} a b c", f"x {name} d e"], ["f g", "h i"], does=DOES)
    return pick(picks(state, by, "x"), 0, name, using=by)


def removed(state):
    return names(state, [each.card for each in state.removals])


@pytest.mark.parametrize("name", sorted({*OFFICIAL_EFFECTS}))
@pytest.mark.parametrize("by", ["Cogwork Grinder", "Animus of Predation"])
def test_a_removed_card_is_shown_as_it_is_drafted_and_then_gone(name, by):
    effects = {each: OFFICIAL_EFFECTS[each] for each in (name, by)}
    cards = [cf.Card(cf.Face(each), draft_effects=does) for each, does in effects.items()]
    packs = [["x0", by, "x1"], ["x2", name, "x3"]]
    dealt = [[cf.CardRef(each) for each in pack] for pack in packs]
    state = draft.start([dealt], cf.CardSet(cards=cards), seed=1).pick(0, 1).pick(1, 3)
    state = state.pick(0, 4, using=1)
    assert 4 in state.log_for(1)[-1].cards  # revealed, or turned face up
    assert state.seats[0].pool == (1,)
    assert removed(state) == name
    last = [type(each) for each in state.log[-1].outcomes]
    shown = {draft.outcomes.Revealed, draft.outcomes.TurnedUp}
    assert any(each in shown for each in last[: last.index(draft.outcomes.Removed)])
    needs_to_be_up = _S.FACE_UP in OFFICIAL_EFFECTS[name]
    assert not (needs_to_be_up and [each for each in state.standing if each.card == 4])
    assert draft.loads(draft.dumps(state)) == state
    assert draft.replay(state.log) == state


@pytest.mark.parametrize(
    ("name", "effect", "value"),
    [("Automaton", "NoteDraftedCards", 2), ("Tracker", "NotePassingPlayer", 1)],
)
def test_a_removed_card_has_its_note(name, effect, value):
    state = removing(name)
    assert notes(state, effect) == [(0, name, value)]
    assert notes(state, "CogworkGrinder") == [(0, "Grinder", 1)]
    assert [note.name for note in state.view(1).notes] == [name, "Grinder"]


def test_a_removed_cogwork_spy_looks():
    state = removing("Spy")
    state = pick(pick(state, 1, "a"), 1, "d")
    assert learned(state, 0) == "d"


def test_a_removed_aether_searcher_notes_the_next_card():
    state = pick(pick(removing("Searcher"), 1, "a"), 0, "b")
    assert notes(state, "AetherSearcher") == [(0, "Searcher", "b")]


def test_a_removed_spire_phantasm_guesses():
    state = pick(pick(removing("Phantasm"), 1, "a"), 1, "d")
    assert state.view(0).question.options == ("d", "e")
    state = state.answer(0, "d")
    assert [value for *_, value in notes(state, "SpirePhantasm")] == ["d", "right"]


def test_of_a_removed_card_that_asks_for_colours_they_are_chosen():
    state = removing("Hall")
    assert [each.seat for each in state.questions] == [1]
    state = state.answer(1, "W").answer(0, "U").answer(1, "B")
    assert [value for *_, value in notes(state, "ChooseColors")] == ["W", "U", "B"]


def test_a_removed_lore_seeker_adds_a_pack():
    state = removing("Seeker").answer(0, "yes")
    (order,) = state.orders
    state = state.add_pack(0, [draft.DraftCard(cf.CardRef("new"))])
    assert order.seat == 0
    assert names(state, state.view(0).pack) == "new"


def test_under_a_removed_archdemon_nothing_is_drafted_at_random():
    state = pick(removing("Demon"), 1, "a")
    assert not state.view(0).is_blind
    assert pool(pick(state, 0, "c"), 0) == "Grinder c"


def test_a_removed_canal_dredger_gets_no_cards():
    state = removing("Dredger")
    while not state.is_over:
        state = step(state)
        passed = outcomes(state, draft.outcomes.Passed)
        assert all(each.to != each.seat for each in passed)


@pytest.mark.parametrize("name", ["Librarian", "Agent", "Op", "Captain", "Informant", "Sneak"])
def test_a_removed_card_is_of_no_use(name):
    state = removing(name)
    assert face_up(state, 0) == "Grinder"
    view = pick(state, 1, "a").view(0)
    assert [view.pool[use.card].name for use in view.usable] == ["Grinder"]
    assert view.usable_anytime == ()


def test_a_removed_deal_broker_deals_nothing():
    state = removing("Broker")
    while not state.is_over:
        assert not state.questions
        state = step(state)


def test_a_removed_card_that_was_face_up_is_known_but_is_not_shown():
    state = removing("Agent")
    assert "Agent" in learned(state, 1).split()
    assert state.view(1).seats[0].removed_face_up == {}
    state = removing("Agent", by="Animus")
    assert names(state, state.view(1).seats[0].removed_face_up) == "Agent"


def test_of_several_cards_of_a_pick_one_may_be_removed():
    state = table(["Grinder a b c", "x y Demon d"], does=DOES, picks=[2])
    state = picks(state, "Grinder a", "x y")
    state = pick(state, 0, "Demon d", using="Grinder", removing="Demon")
    assert pool(state, 0) == "Grinder a d"
    assert state.standing == ()


def test_a_card_that_burns_itself_is_burned_and_not_removed():
    state = removing("Gone")
    assert removed(state) == ""
    assert names(state, state.burned) == "Gone"
    assert notes(state, "CogworkGrinder") == []
