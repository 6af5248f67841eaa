"""What the text of Deal Broker says, clause by clause."""

from __future__ import annotations

import pytest

from tests.draft_tables import official, picks
from tests.named_cards import Table, listed


def broker(*packs):
    """A draft of packs of one card each, which is over but for the Broker."""
    rounds = zip(*[listed(pack) for pack in packs], strict=True)
    table = Table(*rounds)
    for _ in range(len(listed(packs[0]))):
        table.picks(*[table.pack(seat) for seat in table.seats])
    return table


def test_broker_is_face_up_until_the_draft_is_over():
    table = Table(["Deal Broker; Bear", "Ape; Sol"]).pick(0, "Deal Broker")
    assert table.face_up(0) == "Deal Broker"


def test_broker_may_reveal_a_card_of_the_own_pool():
    table = broker("Deal Broker; Bear", "Ape; Sol")
    assert not table.state.is_over
    assert table.duties() == "answer wait"
    own = {str(card) for card in table.state.view(0).pool}
    assert set(table.state.view(0).question.options) == own | {"no"}
    assert table.answer(0, "no").state.is_over
    assert table.pool(0) == "Deal Broker; Bear"


def test_broker_another_players_card_cannot_be_offered():
    table = broker("Deal Broker; Bear", "Ape; Sol", "Elf; Bolt").answer_card(0, "Bear")
    (other,) = table.numbers(table.state.seats[2].pool, "Bolt")
    table.refuses("answer", 1, str(other))


def test_brokers_of_one_player_are_two():
    table = broker("Deal Broker; Deal Broker", "Ape; Sol").answer(0, "no")
    assert table.duties() == "answer wait"
    assert table.answer(0, "no").state.is_over


def test_broker_that_is_traded_away_before_its_deal():
    table = broker("Deal Broker; Bear", "Deal Broker; Sol")
    (first,) = [seat for seat in (0, 1) if table.state.duty(seat) == "answer"]
    own = {0: "Bear", 1: "Sol"}
    table.answer_card(first, own[first]).answer_card(1 - first, "Deal Broker")
    table.answer_card(first, "Deal Broker")
    # "Immediately after the draft, you": who drafted it may still deal, who has it now may not
    assert table.duties() == ("answer wait" if first else "wait answer")
    assert table.answer(1 - first, "no").state.is_over


@pytest.mark.parametrize("count", [2, 3])
def test_brokers_deal_in_any_order(count):
    packs = ["Broker"] * count
    ended = [picks(official(packs, seed=seed), *packs) for seed in range(20)]
    assert {state.questions[0].seat for state in ended} == {*range(count)}
