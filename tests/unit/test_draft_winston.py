"""Winston Draft: what grows, who looks at what, and how it ends."""

from __future__ import annotations

import pytest

import cardformats as cf
from cardformats.draft import as_json
from cardformats.draft.zones.kinds import begin
from cardformats.draft.zones.winston import SkipPile, TakePile
from tests.draft_tables import names

CARDS = cf.CardSet()


def begun(cards="a b c d e f g h", players=2, **settings):
    pack = [cf.CardRef(name) for name in cards.split()]
    packs = [pack, *[[]] * (players * settings.get("packs", 3) - 1)]
    return begin("winston", packs, CARDS, players=players, seed=1, **settings)


def piles(state):
    return [state.zone("pile", pile).numbers for pile in range(state.settings.piles)]


def stack(state):
    return state.zone("stack").numbers


def sizes(state):
    return [len(pile) for pile in piles(state)]


def skipped(state, times):
    for _ in range(times):
        state = state.skip_pile(state.actors[0])
    return state


def test_after_the_last_pile_the_player_gets_the_top_card():
    state = begun()
    order = stack(state)
    after = skipped(state, 3)
    assert sizes(after) == [2, 2, 2]
    assert after.zone("pool", 0).numbers == (order[3],)
    assert (after.actors, after.pile) == ((1,), 0)
    entries = after.log_for(1)
    assert not any(order[3] in entry.cards for entry in entries)


def test_the_last_card_of_the_stack_is_the_blind_one():
    state = begun("a b c d")
    state = state.take_pile(0)  # the pile begins again with the last card
    assert stack(state) == ()
    state = begun("a b c d e f")
    state = skipped(state, 2)
    last = stack(state)
    assert len(last) == 1
    after = skipped(state, 1)
    assert sizes(after) == [2, 2, 1]
    assert after.zone("pool", 0).numbers == last


def test_a_single_card_makes_a_pile_grow_that_is_not_the_last():
    state = begun("a b c d")
    after = skipped(state, 1)
    assert sizes(after) == [2, 1, 1]
    after = skipped(after, 1)
    assert sizes(after) == [2, 1, 1]
    assert after.pile == 2
    assert not after.can(SkipPile(0))
    with pytest.raises(cf.DraftError, match="cannot skip pile now, but take pile"):
        after.skip_pile(0)


def test_empty_piles_are_passed_over_and_the_last_must_be_taken():
    state = begun("a b c").take_pile(0)
    assert sizes(state) == [0, 1, 1]
    assert (state.actors, state.pile) == ((1,), 1)
    state = state.skip_pile(1)
    assert sizes(state) == [0, 1, 1]
    assert not state.can(SkipPile(1))
    state = state.take_pile(1)
    assert (state.actors, state.pile) == ((0,), 1)
    assert not state.can(SkipPile(0))
    state = state.take_pile(0)
    assert state.is_over
    assert [len(state.pool(seat)) for seat in (0, 1)] == [2, 1]
    with pytest.raises(cf.DraftError, match="over"):
        state.take_pile(1)


def test_seats_take_turns():
    state = begun(players=3)
    actors = []
    while not state.is_over:
        actors += state.actors
        state = state.take_pile(*state.actors)
    assert actors == [0, 1, 2, 0, 1, 2, 0, 1]
    with pytest.raises(cf.DraftError, match="it is the turn of seat 0"):
        begun().take_pile(1)


def test_without_a_card_for_each_pile_it_ends_at_once():
    state = begun("a b")
    assert state.is_over
    assert sizes(state) == [0, 0, 0]
    assert len(state.zone("discard").cards) == 2


def test_basic_lands_are_left_out_unless_they_are_wanted():
    assert names(begun("a Forest b Wastes c"), range(4)) == "a b Wastes c"
    assert len(begun("a Forest b Wastes c", remove_basics=False).cards) == 5


def test_what_can_be_chosen_says_how_much_is_unseen():
    state = skipped(begun(), 3)
    take, skip = state.view(1).options
    assert take.action == TakePile(1)
    assert take.cards == piles(state)[0]
    assert take.text == "take pile 1, 2 cards"
    assert (skip.action, skip.unseen) == (SkipPile(1), 2)
    assert skip.text == "look at pile 2, 2 cards"
    last = skipped(begun(), 2).view(0).options[1]
    assert (last.text, last.unseen) == ("get the top card of the stack, unseen", 1)
    assert as_json(state.view(0))["pile"] == 0
