"""Solomon Draft: who divides and who chooses, what lies face down, and how bots do it."""

from __future__ import annotations

import pytest

import cardformats as cf
from cardformats.bits import Bits, Source
from cardformats.draft.zones.kinds import begin, draft_kind
from cardformats.draft.zones.solomon import ChoosePile, DivideCards

BITS = Bits(Source(1), 0)


def begun(cards=8, rounds=10, seed=1, count=None, **settings):
    if count is None:
        count = cards * rounds + settings.get("last", cards) - cards
    pack = [cf.CardRef(f"card {at:03}") for at in range(count)]
    settings = {"cards": cards, "rounds": rounds, **settings}
    return begin("solomon", [pack], cf.CardSet(), players=2, seed=seed, **settings)


def batch(state):
    return state.zone("batch").numbers


def piles(state):
    return [state.zone("pile", pile).numbers for pile in (0, 1)]


def divided(state, count=3):
    return state.divide_cards(state.actors[0], batch(state)[:count])


def round_played(state, count=3, pile=0):
    state = divided(state, count)
    return state.choose_pile(state.actors[0], pile)


@pytest.mark.parametrize(("cards", "rounds"), [(8, 10), (9, 9), (7, 11)])
def test_players_divide_and_choose_in_turn(cards, rounds):
    # as Draftmancer plays it: test/solomon.ts
    state = begun(cards, rounds)
    actors = []
    while not state.is_over:
        actors += state.actors
        assert len(batch(state)) == cards
        state = divided(state)
        actors += state.actors
        assert batch(state) == ()
        state = state.choose_pile(state.actors[0], 1)
    assert actors == ([0, 1, 1, 0] * rounds)[: 2 * rounds]
    assert sum(len(state.pool(seat)) for seat in (0, 1)) == cards * rounds


def test_cards_cannot_be_chosen_before_they_are_divided():
    with pytest.raises(cf.DraftError, match="cannot choose pile now, but divide cards"):
        begun().choose_pile(0, 0)
    with pytest.raises(cf.DraftError, match="cannot choose pile now; it is the turn of seat 0"):
        begun().choose_pile(1, 0)


def test_cards_cannot_be_divided_twice():
    state = divided(begun())
    with pytest.raises(cf.DraftError, match="cannot divide cards now, but choose pile"):
        state.divide_cards(1, [])
    with pytest.raises(cf.DraftError, match="cannot divide cards now; it is the turn of seat 1"):
        state.divide_cards(0, [])


def test_some_cards_of_each_pile_can_lie_face_down():
    state = begun(hidden=1)
    assert len(batch(state)) == 6
    face_down = [state.zone("hidden", pile).numbers for pile in (0, 1)]
    for seat in (0, 1):
        assert [state.view(seat).zone("hidden", pile).cards for pile in (0, 1)] == [(), ()]
    state = divided(state, 2)
    first, second = state.view(1).options
    assert (first.unseen, len(first.cards), first.text) == (1, 2, "take pile 1, 3 cards")
    assert (second.unseen, len(second.cards), second.text) == (1, 4, "take pile 2, 5 cards")
    both = piles(state)
    after = state.choose_pile(1, 0)
    assert after.zone("pool", 1).numbers == (*both[0], *face_down[0])
    assert after.zone("pool", 0).numbers == (*both[1], *face_down[1])
    assert {*after.view(1).pool} == {*both[0], *face_down[0]}
    assert after.view(1).zone("pool", 0).cards == ()
    known = {card for entry in after.log_for(0) for card in entry.cards}
    assert face_down[1][0] in known
    assert face_down[0][0] not in known


def test_the_last_round_can_have_more_cards():
    # six packs of 15: ten rounds of 8 and one of 10
    state = begun(8, 11, last=10)
    assert len(state.cards) == 90
    sizes = []
    while not state.is_over:
        sizes.append(len(batch(state)))
        state = round_played(state)
    assert sizes == [8] * 10 + [10]


@pytest.mark.parametrize("settings", [{"cards": 2}, {"last": 2}, {"cards": 4, "hidden": 2}])
def test_there_are_cards_to_divide(settings):
    with pytest.raises(cf.DraftError, match="none to divide"):
        draft_kind("solomon").settle({"hidden": 1, **settings})
    assert draft_kind("solomon").settle({"cards": 2, "rounds": 1, "last": 3, "hidden": 1}).last == 3


def test_it_takes_as_many_cards_as_are_dealt():
    with pytest.raises(cf.DraftError, match="80 cards; there are 79"):
        begun(count=79)
    assert len(begun(count=90).cards) == 80


@pytest.mark.parametrize("first", [[0, 0], [True], ["0"], None, 3, "01", [-1], [99]])
def test_piles_that_are_refused(first):
    state = begun(2, 1)
    assert not state.can(DivideCards(0, first))
    with pytest.raises(cf.DraftError):
        state.divide_cards(0, first)
    assert state.can(DivideCards(0, [1, 0]))


@pytest.mark.parametrize("pile", [2, -1, True, None, "0"])
def test_there_are_two_piles(pile):
    with pytest.raises(cf.DraftError, match="pile can be one of 0, 1, not"):
        divided(begun()).choose_pile(1, pile)


def worth(card):
    return int(card.name.split()[1])


def test_a_bot_divides_by_worth_and_chooses_the_better_pile():
    state = begun(8, 1)  # worth 0 to 7: 7 4 3 0 and 6 5 2 1
    action = state.view(0).best_action(worth, BITS)
    totals = [sum(action.first), 28 - sum(action.first)]
    assert totals == [14, 14]
    state = divided(begun(), 2)
    totals = [sum(map(worth, map(state.cards.__getitem__, pile))) for pile in piles(state)]
    assert state.view(1).best_action(worth, BITS) == ChoosePile(1, totals.index(max(totals)))


def test_a_bot_does_not_put_what_is_worth_most_on_one_pile():
    state = begun(5, 1)  # one card is worth as much as the others together
    action = state.view(0).best_action(lambda card: 8 if worth(card) == 4 else 2, BITS)
    assert {*action.first} in ({4}, {0, 1, 2, 3})


def test_a_person_names_the_first_pile_by_places():
    state = begun()
    view = state.view(0)
    assert "1 4 5" in view.question
    assert view.read("1, 4 5") == DivideCards(0, [batch(state)[at] for at in (0, 3, 4)])
    assert view.read("none") == DivideCards(0, [])
    for reply in ("", "9", "0", "x"):
        with pytest.raises(cf.DraftError):
            view.read(reply)
    view = divided(state).view(1)
    assert view.question == "which choice? 1 to 2"
    assert view.read("2") == ChoosePile(1, 1)


def test_who_waits_has_nothing_to_do():
    view = begun().view(1)
    for act in (view.random_action, lambda bits: view.best_action(worth, bits)):
        with pytest.raises(cf.DraftError, match="nothing"):
            act(BITS)
