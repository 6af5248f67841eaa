"""Sealed pools, and teams that share theirs."""

from __future__ import annotations

import json
import pickle

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cardformats as cf
from cardformats import draft

LIST = "[Common(4)]\n" + "".join(f"4 Eel {number}\n" for number in range(9))


def pack(*names):
    return tuple(cf.PackCard(cf.CardRef(name), "Common", "Common") for name in names)


ROUNDS = [
    [pack("A", "B"), pack("C"), pack("D"), pack("E")],
    [pack("F"), pack("G", "G"), pack(), pack("H")],
]


def teams(rounds=ROUNDS, teams=((0, 2), (3, 1))):
    return draft.start_team_sealed(rounds, teams)


def names(cards):
    return [card.card.name for card in cards]


def refusal(call, *args):
    """The error that an action gives."""
    with pytest.raises(cf.DraftError) as caught:
        call(*args)
    return str(caught.value)


def test_a_sealed_pool_is_what_is_in_all_packs_of_a_seat():
    assert [names(pool) for pool in draft.sealed_pools(ROUNDS)] == [
        ["A", "B", "F"],
        ["C", "G", "G"],
        ["D"],
        ["E", "H"],
    ]


def test_sealed_pools_come_from_a_deal():
    deal = cf.Generator(cf.loads(LIST, "draftmancer", catalog=None), seed=5).deal(players=3)
    pools = draft.sealed_pools(deal.rounds)
    assert pools == tuple(
        tuple(card for pack in deal.seat(seat) for card in pack.cards) for seat in range(3)
    )
    assert all(len(pool) == 4 * len(deal.rounds) for pool in pools)


@pytest.mark.parametrize(
    "rounds", [[], [[pack("A")], [pack("A"), pack("B")]], [[["A"]]], [[[cf.CardRef("A")]]]]
)
def test_what_is_no_deal_is_refused(rounds):
    with pytest.raises(cf.DraftError):
        draft.sealed_pools(rounds)


def test_a_team_shares_the_packs_of_its_seats():
    state = teams()
    assert [team.seats for team in state.teams] == [(0, 2), (3, 1)]
    assert names(state.untaken(0)) == names(state.untaken(2)) == ["A", "B", "F", "D"]
    assert names(state.untaken(1)) == ["E", "H", "C", "G", "G"]
    assert all(state.pool(seat) == () for seat in range(4))


def test_a_card_is_taken_by_one_player_and_released_by_that_player_only():
    state = teams().take(0, 1)
    assert names(state.pool(0)) == ["B"]
    assert names(state.untaken(2)) == ["A", "F", "D"]
    for seat in 0, 2:
        text = f"seat {seat}: card 1 is not a card of its team's pool that nobody has"
        assert refusal(state.take, seat, 1) == text
    assert refusal(state.release, 2, 1) == "seat 2: card 1 is not a card that it has"
    assert refusal(state.release, 0, 2) == "seat 0: card 2 is not a card that it has"
    take, release = state.choices(0)
    assert [action.card for action in take.actions(0)] == [0, 2, 3]
    assert [*release.actions(0)] == [draft.sealed.ReleaseCard(0, 1)]
    state = state.release(0, 1)
    assert state.pool(0) == ()
    assert names(state.take(2, 1).pool(2)) == ["B"]


def test_nobody_takes_a_card_of_another_team():
    text = "is not a card of its team's pool that nobody has"
    assert refusal(teams().take, 1, 0) == f"seat 1: card 0 {text}"
    assert refusal(teams().take, 0, 8) == f"seat 0: card 8 {text}"
    assert teams().can(draft.sealed.TakeCard(1, 8))


def test_a_view_shows_the_own_team_everything_and_nothing_of_another():
    state = teams().take(0, 0).take(3, 4).take(2, 3)
    view = state.view(2)
    assert (view.seat, view.moment, view.team, view.others) == (2, 4, (0, 2), ((3, 1),))
    assert names(view.pool.values()) == ["A", "B", "F", "D"]
    assert list(view.pool) == [0, 1, 2, 3]
    assert view.owners == {0: 0, 3: 2}
    assert state.view(1).owners == {4: 3}
    assert names(state.view(1).pool.values()) == ["E", "H", "C", "G", "G"]


@pytest.mark.parametrize(
    "sharing",
    [
        [],
        [(0, 1)],
        [(0, 1, 2, 3), ()],
        [(0, 1), (1, 2, 3)],
        [(0, 1), (2, 3, 3)],
        [(0, 1), (2, 3, 4)],
        [(0, 1), (2, "3")],
        [(0, True), (2, 3)],
    ],
)
def test_every_seat_is_in_one_team(sharing):
    with pytest.raises(cf.DraftError):
        teams(teams=sharing)


def test_a_seat_without_a_team_is_named():
    with pytest.raises(cf.DraftError) as caught:
        teams(teams=[(3, 0)])
    assert str(caught.value) == "seat 1: is in no team"


@pytest.mark.parametrize("card", [-1, 9, True, "0", 0.0, None, []])
def test_what_is_no_card_is_refused(card):
    text = refusal(teams().take, 0, card)
    assert "is not a card of its team's pool" in text or "number" in text


def start_with(state, **changes):
    """The record of a start that differs from that of *state*."""
    return draft.Record(attrs.evolve(state.log[0].action, **changes))


@pytest.mark.parametrize(
    "log",
    [
        [*teams().log, draft.Record(draft.sealed.ReleaseCard(0, 0))],
        [start_with(teams(), cards=())],
        [start_with(teams(), teams=teams().teams[:1])],
    ],
)
def test_a_log_that_cannot_be_is_refused(log):
    with pytest.raises(cf.DraftError):
        draft.TeamSealed.replay(log)


actions = st.builds(
    lambda kind, seat, card: kind(seat, card),
    st.sampled_from((draft.sealed.TakeCard, draft.sealed.ReleaseCard)),
    st.integers(-1, 4),
    st.integers(-1, 9),
)


@given(st.lists(actions, max_size=40))
def test_laws_of_the_machine(tried):
    state = teams()
    for action in tried:
        before = pickle.dumps(state)
        try:
            state.verify(action)
        except cf.DraftError:
            assert not state.can(action)
            with pytest.raises(cf.DraftError):
                state.do(action)
            continue
        assert state.can(action)
        after = state.do(action)
        assert pickle.dumps(state) == before
        assert after.log == (*state.log, draft.Record(action))
        state = after
        for team in state.teams:
            cards = [card for seat in team.seats for card in state.pool(seat)]
            cards += state.untaken(team.seats[0])
            assert sorted(names(cards)) == sorted(state.cards[n].card.name for n in team.pool)
    assert draft.TeamSealed.replay(state.log) == state
    assert pickle.loads(pickle.dumps(state)) == state
    json.loads(draft.dumps(state))


@given(st.lists(actions, max_size=40))
def test_a_view_does_not_depend_on_another_team(tried):
    state = everything = teams()
    for action in tried:
        if everything.can(action):
            everything = everything.do(action)
        if action.seat in {0, 2} and state.can(action):
            state = state.do(action)
    for seat in 0, 2:
        one, other = state.view(seat), everything.view(seat)
        assert (one.pool, one.owners, one.others) == (other.pool, other.owners, other.others)
