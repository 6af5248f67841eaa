"""What the text of Deal Broker says, clause by clause."""

from __future__ import annotations

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


def test_broker_each_other_player_may_offer_a_card():
    table = broker("Deal Broker; Bear", "Ape; Sol", "Elf; Bolt").answer_card(0, "Bear")
    assert "Bear" in table.learned(1)
    assert "Bear" in table.learned(2)
    assert table.duties() == "wait answer answer"
    while (seat := next((s for s in (1, 2) if table.state.duty(s) == "answer"), None)) is not None:
        assert set(table.state.view(seat).question.options) == {
            *map(str, table.state.view(seat).pool),
            "no",
        }
        table.answer_card(seat, {1: "Sol", 2: "Bolt"}[seat])
    for seat in range(3):
        shown = {card.name for card in table.state.view(seat).offered.values()}
        assert shown == {"Bear", "Sol", "Bolt"}
    table.answer_card(0, "Bolt")
    assert table.state.is_over
    assert (table.pool(0), table.pool(1)) == ("Deal Broker; Bolt", "Ape; Sol")
    assert sorted(listed(table.pool(2))) == ["Bear", "Elf"]


def test_broker_may_accept_no_offer():
    table = broker("Deal Broker; Bear", "Ape; Sol").answer_card(0, "Bear").answer_card(1, "Sol")
    table.answer(0, "no")
    assert table.state.is_over
    assert table.pool(0) == "Deal Broker; Bear"
    assert table.pool(1) == "Ape; Sol"


def test_broker_without_offers_keeps_its_cards():
    table = broker("Deal Broker; Bear", "Ape; Sol").answer_card(0, "Bear").answer(1, "no")
    assert table.state.is_over
    assert table.pool(0) == "Deal Broker; Bear"


def test_broker_may_be_traded_itself():
    table = broker("Deal Broker; Bear", "Ape; Sol").answer_card(0, "Deal Broker")
    table.answer_card(1, "Sol").answer_card(0, "Sol")
    assert table.state.is_over
    assert "Deal Broker" in table.pool(1)
    assert sorted(listed(table.pool(0))) == ["Bear", "Sol"]


def test_broker_an_offer_is_hidden_from_those_who_have_not_offered_yet():
    table = broker("Deal Broker; Bear", "Ape; Sol", "Elf; Bolt").answer_card(0, "Bear")
    table.answer_card(1, "Sol")
    assert "Sol" not in table.learned(2)


def test_broker_another_players_card_cannot_be_offered():
    table = broker("Deal Broker; Bear", "Ape; Sol", "Elf; Bolt").answer_card(0, "Bear")
    (other,) = table.numbers(table.state.seats[2].pool, "Bolt")
    table.refuses("answer", 1, str(other))


def test_brokers_of_two_players_deal_one_after_the_other():
    table = broker("Deal Broker; Bear", "Deal Broker; Sol")
    (first,) = [seat for seat in (0, 1) if table.state.duty(seat) == "answer"]
    table.answer(first, "no")
    assert table.state.duty(1 - first) == "answer"
    assert table.answer(1 - first, "no").state.is_over


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


def test_broker_removed_from_the_draft_deals_nothing():
    table = Table(["Cogwork Grinder; Bear", "Ape; Deal Broker"]).picks("Cogwork Grinder", "Ape")
    table.pick(0, "Deal Broker", using="Cogwork Grinder").pick(1, "Bear")
    assert table.state.is_over
