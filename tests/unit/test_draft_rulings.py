"""Cards whose published rulings say more than their text: Cogwork Grinder and Deal Broker."""

from __future__ import annotations

import pytest

from tests.named_cards import Table
from tests.unit.test_draft_deal_broker import broker


@pytest.mark.parametrize(("name", "notes"), [("Lurking Automaton", [2]), ("Cogwork Tracker", [1])])
def test_grinder_removes_a_card_after_its_instructions(name, notes):
    table = Table(["Cogwork Grinder; Bear; Elf", f"Ape; {name}; Sol"])
    table.picks("Cogwork Grinder", "Ape").pick(0, name, using="Cogwork Grinder")
    assert table.notes(name) == notes
    assert name in table.learned(1)  # it was revealed
    assert table.pool(0) == "Cogwork Grinder"


def test_grinder_that_removes_a_spy_lets_its_player_look():
    table = Table(["Cogwork Grinder; Bear; Elf", "Ape; Cogwork Spy; Sol"])
    table.picks("Cogwork Grinder", "Ape").pick(0, "Cogwork Spy", using="Cogwork Grinder")
    table.pick(1, "Bear").pick(1, "Sol")
    assert "Sol" in table.learned(0)


def test_broker_offers_are_revealed_at_the_same_time():
    table = broker("Deal Broker; Bear", "Ape; Sol", "Elf; Bolt").answer_card(0, "Bear")
    table.answer_card(1, "Sol")
    assert "Sol" not in table.learned(0) | table.learned(2)
    table.answer_card(2, "Bolt")
    for seat in range(3):
        assert {"Sol", "Bolt"} <= {
            card.name for entry in table.state.log_for(seat) for card in entry.cards.values()
        }
