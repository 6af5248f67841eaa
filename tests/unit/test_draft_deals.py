"""Deal Broker: what comes after the last pack, before the draft is over."""

from __future__ import annotations

import pytest

import cardformats as cf
from cardformats import draft
from tests.draft_tables import (
    can_use,
    face_up,
    learned,
    names,
    numbers,
    official,
    outcomes,
    pick,
    picks,
    pool,
    use,
)


def dealt(*seats, **options):
    """A draft of one round that is over but for what comes after it; what each seat has drafted."""
    rounds = [*zip(*map(str.split, seats), strict=True)]
    state = official(*rounds, **options)
    for each in rounds:
        state = picks(state, *each)
    return state


def deal_answer(state, seat, name):
    """The state after a seat answered with a card of that name, which it sees."""
    view = state.view(seat)
    known = {**view.pool, **view.offered}
    return state.answer(
        seat,
        next(o for o in view.question.options if o != "no" and known[int(o)].name == name),
    )


def test_deal_broker_reveals_a_card_takes_offers_and_accepts_one():
    state = dealt("Broker a", "b c", "d e")
    assert not state.is_over
    assert [state.duty(seat) for seat in range(3)] == ["answer", "wait", "wait"]
    assert face_up(state, 0) == "Broker"
    state = deal_answer(state, 0, "a")
    assert [state.duty(seat) for seat in range(3)] == ["wait", "answer", "answer"]
    for seat in (1, 2):
        assert learned(state, seat) == "a"
        assert names(state, state.view(seat).offered) == "a"
    state = deal_answer(state, 1, "c")
    for seat in range(3):
        assert learned(state, seat) == ""  # offers are revealed at the same time
        assert names(state, state.view(seat).offered) == "a"
    state = deal_answer(state, 2, "d")
    for seat in range(3):
        assert learned(state, seat) == "c d"
        assert names(state, state.view(seat).offered) == "a c d"
    state = deal_answer(state, 0, "d")
    assert state.is_over
    assert [sorted(pool(state, seat).split()) for seat in range(3)] == [
        ["Broker", "d"],
        ["b", "c"],
        ["a", "e"],
    ]
    assert outcomes(state, draft.outcomes.Ended)
    (a,), (d,) = (numbers(state, range(6), name) for name in "ad")
    for seat in range(3):
        assert draft.outcomes.Traded(2, d, 0, a) in state.log_for(seat)[-1].outcomes
        assert {*learned(state, seat).split()} >= {"a", "d"}


def test_deal_broker_nobody_learns_who_offers_before_all_have_answered():
    state = deal_answer(dealt("Broker a", "b c", "d e"), 0, "a")
    for answered in (deal_answer(state, 1, "c"), state.answer(1, "no")):
        for seat in (0, 2):
            assert answered.log_for(seat)[-1].outcomes == ()
            assert answered.view(seat).offered == state.view(seat).offered
    state = deal_answer(state.answer(1, "no"), 2, "d")
    assert [each.seat for each in outcomes(state, draft.outcomes.Offered)] == [2]


def test_deal_broker_may_reveal_nothing_and_accept_nothing():
    state = dealt("Broker a", "b c")
    assert state.answer(0, "no").is_over
    assert pool(state.answer(0, "no"), 0) == "Broker a"
    state = deal_answer(state, 0, "a")
    assert state.answer(1, "no").is_over
    state = deal_answer(state, 1, "b").answer(0, "no")
    assert state.is_over
    assert (pool(state, 0), pool(state, 1)) == ("Broker a", "b c")


def test_deal_broker_gives_itself_away():
    state = deal_answer(deal_answer(dealt("Broker", "b"), 0, "Broker"), 1, "b")
    state = deal_answer(state, 0, "b")
    assert (pool(state, 0), pool(state, 1)) == ("b", "Broker")


def test_several_deal_brokers_deal_in_turn():
    first = set()
    for seed in range(8):
        state = dealt("Broker a", "Broker c", "d e", seed=seed)
        (question,) = state.questions
        first.add(question.seat)
        state = state.answer(question.seat, "no")
        (question,) = state.questions
        first.add(question.seat)
        assert state.answer(question.seat, "no").is_over
    assert first == {0, 1}


def test_deal_broker_that_left_the_draft_comes_to_nothing():
    state = picks(official(["Grinder", "x"], ["Broker", "y"]), "Grinder", "x")
    state = pick(pick(state, 0, "Broker", using="Grinder"), 1, "y")
    assert state.is_over


def test_after_the_last_pack_no_card_is_used():
    state = pick(pick(official(["Informant", "Broker"]), 0, "Informant"), 1, "Broker")
    assert state.duty(1) == "answer"
    assert can_use(state, 0, "Informant") == ()
    with pytest.raises(cf.DraftError, match="all packs are drafted"):
        use(state, 0, "Informant")


def test_deals_are_stored_and_played_by_bots():
    state = dealt("Broker a", "Broker c", "d e")
    for bot in (
        draft.RandomBot(1),
        draft.RatedBot(cf.CardSet(), 1),
        draft.ColorBot(cf.CardSet(), 1),
    ):
        over = draft.play(state, [bot] * 3)
        assert over.is_over
        assert draft.loads(draft.dumps(over)) == over


def rated(**ratings):
    """A bot that rates cards so."""
    cards = [cf.Card(cf.Face(name), rating=rating) for name, rating in ratings.items()]
    return draft.RatedBot(cf.CardSet(cards=cards), 1)


def test_a_bot_by_rating_gives_its_worst_card_for_a_better_one():
    bots = [rated(Broker=3, a=1, b=4, c=2), rated(Broker=3, a=3, b=4, c=2), rated()]
    state = dealt("Broker a", "b c", "d e")
    state = draft.play(state, bots)
    assert sorted(pool(state, 0).split()) == ["Broker", "c"]
    assert sorted(pool(state, 1).split()) == ["a", "b"]


def test_views_of_deals_are_sent_as_json():
    state = deal_answer(dealt("Broker a", "b c"), 0, "a")
    view = draft.as_json(state.view(1))
    assert view["offered"] == {"2": {"card": {"name": "a"}}}
    assert view["question"]["options"] == ["no", "1", "3"]
