"""Numbers of a draft: picks, burns, discarded cards, seats, rounds, and who waits for whom."""

from __future__ import annotations

import pytest
from attrs import evolve

import cardformats as cf
from cardformats import draft
from tests.draft_tables import (
    BOTH,
    added,
    burned,
    front,
    names,
    outcomes,
    pick,
    picks,
    play_out,
    pool,
    step,
    table,
)

_S = cf.model.SimpleEffect


def pack(name, size):
    """A pack of *size* cards, a0 a1 a2 …."""
    return " ".join(f"{name}{number}" for number in range(size))


def plan(*rounds):
    return cf.model.Event([cf.model.Round(picks=picks, burns=burns) for picks, burns in rounds])


def sequence(numbers, at):
    return numbers[min(at, len(numbers) - 1)]


def check_numbers(size, rounds, rules="cr"):
    """Play a draft of two seats, and compare what each pick is of with Draftmancer's formula."""
    dealt = [[pack("a", size), pack("b", size)]] * len(rounds)
    state = table(*dealt, event=plan(*rounds), rules=rules)
    turns = [[0, 0] for _ in rounds]
    while not state.is_over:
        seat = next(seat for seat in range(2) if state.duty(seat) == "pick")
        numbers, burns = rounds[state.round]
        at = turns[state.round][seat]
        left = len(front(state, seat).split())
        picked = min(left, sequence(numbers, at))
        burn = min(max(left - picked, 0), sequence(burns, at))
        view = state.view(seat)
        assert (view.to_pick, view.to_burn) == (picked, burn)
        refuse_other_numbers(state, seat, picked, burn)
        turns[state.round][seat] += 1
        state = step(state)
    total = len(state.seats[0].pool) + len(state.seats[1].pool) + len(state.burned)
    assert total == len(state.cards) == 2 * size * len(rounds)
    return turns


def refuse_other_numbers(state, seat, picked, burn):
    """One card more or less of either is refused."""
    cards = list(state.view(seat).pack)
    for more, other in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        count, burns = picked + more, burn + other
        if min(count, burns) >= 0 and count + burns <= len(cards):
            chosen = cards[:count], cards[count : count + burns]
            assert not state.can(draft.actions.Pick(seat, *chosen))


@pytest.mark.part(3)
@pytest.mark.parametrize("burns", range(5))
@pytest.mark.parametrize("number", range(1, 5))
@BOTH
def test_picks_and_burns_are_as_many_as_asked_for_while_there_are_cards(number, burns, rules):
    (turns,) = check_numbers(15, [([number], [burns])], rules)
    assert sum(turns) == 2 * -(-15 // (number + burns))


@pytest.mark.parametrize(
    "rounds",
    [
        [([2, 1], [0])],
        [([1, 2, 3], [0, 1])],
        [([1], [0, 0, 4])],
        [([3, 1], [2, 1, 0])],
        [([0, 2], [1])],
        [([0], [1])],
        [([1, 0], [0, 2])],
        [([100], [100])],
        [([2], [0]), ([1], [1])],
        [([2, 1], [0]), ([1], [2]), ([4], [4])],
    ],
)
@BOTH
def test_picks_and_burns_follow_a_sequence_whose_last_number_repeats(rounds, rules):
    check_numbers(9, rounds, rules)


def test_the_sequence_starts_anew_in_each_round_for_each_seat():
    state = table(*[[pack("a", 4), pack("b", 4)]] * 2, event=plan(([2, 1], [0])))
    for number in range(2):
        assert state.round == number
        assert [state.view(seat).to_pick for seat in range(2)] == [2, 2]
        state = pick(state, 0, "a0 a1")
        state = pick(state, 1, "b0 b1")
        assert [state.view(seat).to_pick for seat in range(2)] == [1, 1]
        state = picks(state, "b2", "a2")
        state = picks(state, "a3", "b3")
    assert state.is_over


def test_a_pick_of_no_card_still_passes_the_pack():
    state = table(["a b", "c d"], event=plan(([0, 1], [0])))
    state = picks(state, "", "")
    assert [front(state, seat) for seat in range(2)] == ["c d", "a b"]
    assert [each.picks for each in state.seats] == [1, 1]


def test_a_whole_pack_of_burns_leaves_nothing_to_draft():
    state = play_out(table(["a b", "c d"], event=plan(([0], [2]))))
    assert [pool(state, seat) for seat in range(2)] == ["", ""]
    assert burned(state) == "a b c d"


# events


def test_rounds_of_the_event_start_over_when_there_are_more_packs():
    plans = [
        cf.model.Round(picks=[2], direction="right"),
        cf.model.Round(burns=[1], direction="left"),
    ]
    packs = [["a b", "c d", "e f"]] * 5
    rounds = table(*packs, event=cf.model.Event(plans)).table.rounds
    assert [each.picks for each in rounds] == [(2,), (1,), (2,), (1,), (2,)]
    assert [each.burns for each in rounds] == [(0,), (1,), (0,), (1,), (0,)]
    assert [each.step for each in rounds] == [-1, 1, -1, 1, -1]


def test_the_event_is_the_set_s_own_if_none_is_given():
    refs = [[[cf.CardRef("a")] * 4] * 2]
    cardset = cf.CardSet(event=plan(([2], [1])))
    assert draft.start(refs, cardset, seed=1).table.rounds[0].picks == (2,)
    other = plan(([3], [0]))
    assert draft.start(refs, cardset, seed=1, event=other).table.rounds[0].picks == (3,)
    assert draft.start(refs, cf.CardSet(), seed=1).table.rounds[0].picks == (1,)


def test_a_round_is_of_one_card_to_the_left_if_nothing_else_is_said():
    made = draft.booster.state.DraftRound(((0,), (1,)))
    assert (made.picks, made.burns, made.step) == ((1,), (0,), 1)
    assert draft.booster.state.Table((made,)) == draft.booster.state.Table(
        (made,), "cr", "queue", 0, ""
    )


def test_cards_that_are_looked_up_elsewhere_bring_no_event():
    refs = [[[cf.CardRef("a")] * 4] * 2]
    cards = draft.DraftCards(cf.CardSet(event=plan(([2], [1]))))
    assert draft.start(refs, cards, seed=1).table.rounds[0].picks == (1,)
    event = plan(([3], [0]))
    assert draft.start(refs, cards, seed=1, event=event).table.rounds[0].picks == (3,)


def test_rounds_may_have_packs_of_any_size():
    state = play_out(table(["a", "b c d"], ["", ""], ["", "e f"]))
    assert [pool(state, seat) for seat in range(2)] == ["a c f", "b d e"]


def test_a_draft_of_empty_packs_is_over_at_once():
    state = table(["", ""], ["", ""])
    assert state.is_over
    assert [type(each) for each in state.log[0].outcomes] == [
        draft.outcomes.RoundBegan,
        draft.outcomes.RoundBegan,
        draft.outcomes.Ended,
    ]


# discarded cards


@pytest.mark.parametrize("pace", ["queue", "lockstep"])
@pytest.mark.parametrize("limit", range(7))
def test_a_pack_is_discarded_when_so_few_cards_are_left(limit, pace):
    state = play_out(table([pack("a", 5), pack("b", 5)], discard_at=limit, pace=pace))
    drafted = max(5 - limit, 1)  # never before the first pick
    assert [len(each.pool) for each in state.seats] == [drafted] * 2
    assert len(state.burned) == 2 * (5 - drafted)
    left = {
        each.count for r in state.log for each in r.outcomes if type(each) is draft.outcomes.Burned
    }
    assert left == ({5 - drafted} if limit else set())


def test_what_is_discarded_is_what_the_picks_and_burns_left():
    event = plan(([1], [1]))
    state = table([pack("a", 5), pack("b", 5)], event=event, discard_at=2)
    state = pick(pick(state, 0, "a0", "a1"), 1, "b0", "b1")
    assert [front(state, seat) for seat in range(2)] == ["b2 b3 b4", "a2 a3 a4"]
    state = pick(state, 0, "b2", "b3")
    assert burned(state) == "a1 b1 b3 b4"
    assert [each.seat for each in outcomes(state, draft.outcomes.Burned)] == [0, None]


# seats


@pytest.mark.part(4)
@pytest.mark.parametrize("pace", ["queue", "lockstep"])
@pytest.mark.parametrize("seats", range(2, 17))
def test_from_two_to_sixteen_seats_draft_the_same_number_of_cards(seats, pace):
    dealt = [[pack(f"{seat}-", 3) for seat in range(seats)]] * 3
    state = play_out(table(*dealt, pace=pace))
    assert [len(each.pool) for each in state.seats] == [9] * seats
    everything = sorted(number for each in state.seats for number in each.pool)
    assert everything == list(range(9 * seats))


@pytest.mark.parametrize("seats", range(2, 6))
def test_a_pack_comes_back_after_a_lap(seats):
    packs = [pack(f"{seat}-", seats + 1) for seat in range(seats)]
    state = table(packs)
    for _ in range(seats):
        state = picks(state, *[front(state, seat).split()[0] for seat in range(seats)])
    assert [front(state, seat) for seat in range(seats)] == [
        f"{seat}-{seats}" for seat in range(seats)
    ]


# pace


def test_in_a_queue_a_pack_is_there_for_the_next_seat_at_once():
    state = table(["a b c", "d e f", "g h i"])
    state = pick(pick(state, 0, "a"), 1, "d")
    assert state.duty(0) == "wait"
    assert front(state, 1) == "b c"
    state = pick(state, 1, "b")
    assert [len(each.packs) for each in state.seats] == [0, 0, 3]
    assert [names(state, each.cards) for each in state.seats[2].packs] == ["g h i", "e f", "c"]


def test_in_lock_step_all_packs_are_passed_together():
    state = table(["a b c", "d e f", "g h i"], pace="lockstep")
    state = pick(pick(state, 1, "d"), 0, "a")
    assert [state.duty(seat) for seat in range(3)] == ["wait", "wait", "pick"]
    assert [front(state, seat) for seat in range(3)] == [None, None, "g h i"]
    state = pick(state, 2, "g")
    assert [front(state, seat) for seat in range(3)] == ["h i", "b c", "e f"]
    assert [state.duty(seat) for seat in range(3)] == ["pick"] * 3


def test_in_lock_step_a_seat_without_a_pack_is_not_waited_for():
    state = table(["a b", "c", "d e"], pace="lockstep")
    state = picks(state, "a", "c", "d")
    assert [state.duty(seat) for seat in range(3)] == ["pick", "pick", "wait"]
    state = picks(state, "e", "b")
    assert state.is_over


def test_in_lock_step_a_question_is_waited_for():
    does = {"Hall": [_S.REVEAL, _S.CHOOSE_COLORS]}
    state = table(["Hall b", "c d", "e f"], does=does, pace="lockstep")
    state = pick(pick(pick(state, 1, "c"), 2, "e"), 0, "Hall")
    assert [state.duty(seat) for seat in range(3)] == ["wait", "wait", "answer"]
    state = state.answer(2).answer(0)
    assert [state.duty(seat) for seat in range(3)] == ["wait", "answer", "wait"]
    state = state.answer(1)
    assert [front(state, seat) for seat in range(3)] == ["f", "b", "d"]


def test_both_paces_give_the_same_draft_if_all_wait_for_one_another():
    dealt = [[pack(f"{seat}-", 5) for seat in range(4)]] * 3
    ends = []
    for pace in ("queue", "lockstep"):
        state = table(*dealt, pace=pace)
        while not state.is_over:
            for seat in range(4):
                state = pick(state, seat, front(state, seat).split()[-1])
        ends.append(state)
    queue, lockstep = ends
    assert [pool(queue, seat) for seat in range(4)] == [pool(lockstep, seat) for seat in range(4)]
    assert [each.action for each in queue.log[1:]] == [each.action for each in lockstep.log[1:]]


# ends


def test_a_question_holds_the_end_of_a_round():
    does = {"Hall": [_S.REVEAL, _S.CHOOSE_COLORS]}
    state = table(["Hall", "a"], ["b", "c"], does=does)
    state = pick(pick(state, 1, "a"), 0, "Hall")
    assert state.round == 0
    state = state.answer(1).answer(0)
    assert state.round == 0
    assert state.answer(1).round == 1


def test_an_order_holds_the_end_of_a_draft():
    state = table(["Seeker", "a"], does={"Seeker": [cf.model.AddBooster()]})
    state = pick(pick(state, 1, "a"), 0, "Seeker").answer(0, "yes")
    assert not state.is_over
    assert [state.duty(seat) for seat in range(2)] == ["wait", "wait"]
    assert state.add_pack(0).is_over


@pytest.mark.parametrize("pace", ["queue", "lockstep"])
def test_what_is_left_when_nobody_drafts_any_more_is_burned(pace):
    does = {"Agent": [_S.FACE_UP, _S.AGENT_OF_ACQUISITIONS], "Seeker": [cf.model.AddBooster()]}
    state = table(["Agent Seeker a", "Agent b c"], does=does, pace=pace)
    state = picks(state, "Agent", "Agent")
    state = pick(state, 1, "Seeker a", using="Agent").answer(1, "yes")
    state = added(state, 1, "x y")
    assert burned(state) == ""
    state = pick(state, 0, "b c", using="Agent")
    assert state.is_over
    assert burned(state) == "x y"
    assert [pool(state, seat) for seat in range(2)] == ["Agent b c", "Agent Seeker a"]


def test_packs_on_their_way_in_lock_step_are_burned_with_the_rest():
    """Seat 1 takes its pack as the last that drafts; one comes to it, and seat 2 has another."""
    does = {"Agent": [_S.FACE_UP, _S.AGENT_OF_ACQUISITIONS]}
    state = table(["a b", "Agent c", "d e"], does=does, pace="lockstep")
    agent, cards = 2, [pack.cards for seat in state.seats for pack in seat.packs]
    one, two, three = [
        draft.booster.state.TablePack(number, each) for number, each in enumerate(cards)
    ]
    mine = evolve(two, cards=(3,))
    seats = (
        draft.booster.state.Seat(is_out=True, has_stepped=True),
        draft.booster.state.Seat(packs=(mine,), coming=(one,), pool=(agent,), face_up=(agent,)),
        draft.booster.state.Seat(packs=(three,), is_out=True),
    )
    state = pick(evolve(state, seats=seats), 1, "c", using="Agent")
    assert state.is_over
    assert burned(state) == "a b d e"
    assert pool(state, 1) == "Agent c"
