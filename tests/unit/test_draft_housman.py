"""Housman Draft: who exchanges when, what is seen of it, and what is kept."""

from __future__ import annotations

import pytest

import cardformats as cf
from cardformats.bits import Bits, Source
from cardformats.draft.zones.housman import Exchange, KeepHand
from cardformats.draft.zones.kinds import begin

BITS = Bits(Source(1), 0)


def begun(players=2, **settings):
    settings = {"hand": 2, "revealed": 3, "exchanges": 2, "rounds": 2, **settings}
    count = settings["rounds"] * (settings["hand"] * players + settings["revealed"])
    pack = [cf.CardRef(f"card {at:03}") for at in range(count)]
    return begin("housman", [pack], cf.CardSet(), players=players, seed=1, **settings)


def hand(state, seat):
    return state.zone("hand", seat).numbers


def face_up(state):
    return state.zone("face up").numbers


def exchanged(state, times=1, gives=0, takes=0):
    """The actor exchanges the cards at these places."""
    for _ in range(times):
        seat = state.actors[0]
        state = state.exchange(seat, hand(state, seat)[gives], face_up(state)[takes])
    return state


def actors(state):
    """Who acts, in each round as a string."""
    rounds = []
    while not state.is_over:
        view = state.view(0)
        rounds += [""] * (view.round + 1 - len(rounds))
        rounds[-1] += str(state.actors[0])
        state = exchanged(state)
    return rounds


def test_each_round_is_begun_by_the_next_player():
    assert actors(begun(2, exchanges=3, rounds=3)) == ["010101", "101010", "010101"]
    assert actors(begun(3, rounds=4)) == ["012012", "120120", "201201", "012012"]


@pytest.mark.parametrize(
    ("players", "cycles"),
    [
        (2, "01 10 01 10"),
        (3, "012 102 201 021 120 210"),
        (4, "0123 1032 2301 3210"),
    ],
)
def test_there_and_back_again(players, cycles):
    count = len(cycles.split())
    order = "".join(actors(begun(players, exchanges=1, rounds=count, order="snake")))
    assert order == cycles.replace(" ", "")
    # it goes on where it was, whatever the rounds are
    rounds = actors(begun(players, exchanges=2, rounds=count // 2, order="snake"))
    assert "".join(rounds) == order


def test_the_usual_draft_gives_45_cards_to_each_of_two():
    pack = [cf.CardRef(f"card {at}") for at in range(9 * 19)]
    state = begin("housman", [pack], cf.CardSet(), players=2, seed=1)
    turns = 0
    while not state.is_over:
        state, turns = exchanged(state), turns + 1
    assert turns == 9 * 6
    assert [len(state.pool(seat)) for seat in (0, 1)] == [45, 45]
    assert len(state.zone("discard").cards) == 81


def test_hands_are_kept_and_the_rest_is_discarded():
    state = exchanged(begun(), 3)
    last = exchanged(state)
    kept = {*hand(state, 0)}
    assert {*last.zone("pool", 0).numbers} == kept
    assert len(last.zone("pool", 1).numbers) == 2
    assert len(last.zone("discard").numbers) == 3
    assert (len(hand(last, 0)), len(hand(last, 1)), len(face_up(last))) == (2, 2, 3)
    assert (last.view(0).round, last.view(0).exchanges_left) == (1, 4)
    over = exchanged(last, 4)
    assert over.is_over
    assert [len(over.pool(seat)) for seat in (0, 1)] == [4, 4]


def test_nobody_learns_what_others_keep_of_the_hands_that_were_dealt():
    state = begun(exchanges=1, rounds=1)
    kept = {hand(state, 0)[1], hand(state, 1)[1]}
    over = exchanged(state, 2)
    known = [{card for entry in over.log_for(seat) for card in entry.cards} for seat in (0, 1)]
    assert kept & known[0] == {hand(state, 0)[1]}
    assert kept & known[1] == {hand(state, 1)[1]}
    assert len(known[0]) == len(over.cards) - 1


def test_nobody_passes_and_nothing_else_can_be_exchanged():
    state = begun()
    own, others, open_card = hand(state, 0), hand(state, 1), face_up(state)[0]
    stack = state.zone("stack").numbers[0]
    for gives, takes in [
        (others[0], open_card), (open_card, open_card), (own[0], own[1]), (own[0], stack),
        (own[0], None), (None, open_card), (own[0], others[0]),
    ]:  # fmt: skip
        with pytest.raises(cf.DraftError, match=r"(gives|takes) can be one of "):
            state.exchange(0, gives, takes)
    with pytest.raises(cf.DraftError, match="cannot exchange now; it is the turn of seat 0"):
        state.exchange(1, others[0], open_card)


def test_a_player_may_keep_the_hand_if_it_was_settled_so():
    with pytest.raises(cf.DraftError, match="cannot keep hand now, but exchange; it is the turn"):
        begun().keep_hand(0)
    state = begun(may_keep=True)
    after = state.keep_hand(0)
    assert (hand(after, 0), face_up(after)) == (hand(state, 0), face_up(state))
    assert (after.actors, after.turn) == ((1,), 1)
    view = state.view(0)
    assert view.options[-1].action == view.read("none") == KeepHand(0)
    assert view.question.endswith(", or none?")
    assert "none" not in begun().view(0).question
    liked = {state.cards[card].name for card in hand(state, 0)}
    assert view.best_action(lambda card: card.name in liked, BITS) == KeepHand(0)
    for _ in range(7):
        after = after.keep_hand(*after.actors)
    assert after.is_over


def test_the_choices_are_all_exchanges_and_a_bot_makes_the_best():
    state = begun()
    view = state.view(0)
    assert len(view.options) == 6
    assert state.view(1).options == ()
    assert all(state.can(option.action) for option in view.options)

    def worth(card):
        return int(card.name.split()[1])

    best = view.best_action(worth, BITS)
    assert best == Exchange(0, min(hand(state, 0)), max(face_up(state)))
    assert view.options[0].text == (
        f"{state.cards[hand(state, 0)[0]].name} for {state.cards[face_up(state)[0]].name}"
    )


def test_a_person_names_two_places():
    state = begun()
    view = state.view(0)
    assert view.question == (
        "which card of your hand (1 to 2) for which one face up (3 to 5), as in 1 5?"
    )
    exchange = Exchange(0, hand(state, 0)[1], face_up(state)[2])
    assert view.read("2 5") == view.read(" 2, 5 ") == exchange
    for reply in ("", "2", "1 2 3", "1 6", "3 1", "1 1", "0 3", "x y", "-1 1", "1" * 5000):
        with pytest.raises(cf.DraftError):
            view.read(reply)


def test_it_takes_as_many_cards_as_are_dealt():
    with pytest.raises(cf.DraftError, match="171 cards"):
        begin("housman", [[cf.CardRef("a")] * 170], cf.CardSet(), players=2, seed=1)
    start = begun().table
    with pytest.raises(cf.DraftError, match=r"a pack of 14 cards; there are packs of \[13\]"):
        type(begun()).from_start(
            type(start)(cards=start.cards[:13], packs=[range(13)], seats=2, seed=start.seed,
                        settings=start.settings)
        )  # fmt: skip
