"""What the texts of official cards come to together."""

from __future__ import annotations

import pytest

import cardformats as cf
from cardformats import draft
from tests.named_cards import Table
from tests.unit.test_draft_deal_broker import broker

# Cards together


def test_spy_phantasm_and_informant_see_a_card_that_a_grinder_removes():
    for name in ("Cogwork Spy", "Spire Phantasm", "Illusionary Informant"):
        table = Table([f"{name}; Elf; Bear", "Cogwork Grinder; Ape; Sol; Bolt"])
        table.picks(name, "Cogwork Grinder")
        if name == "Illusionary Informant":
            table.use(0, name, "1")
        table.pick(1, "Bear", using="Cogwork Grinder")
        if name == "Spire Phantasm":
            table.answer(0, "Elf")
        assert "Bear" in table.learned(0), name
        assert table.pool(1) == "Cogwork Grinder"


def test_phantasms_of_two_players_guess_each_others_card():
    table = Table(["Spire Phantasm; Elf; Bear", "Spire Phantasm; Ape; Sol"])
    table.picks("Spire Phantasm", "Spire Phantasm").pick(0, "Ape")
    assert table.duties() == "wait answer"
    table.refuses("pick", 1, "Elf")
    table.answer(1, "Sol").pick(1, "Elf").answer(0, "Elf")
    assert [note.value for note in table.state.notes] == ["Sol", "wrong", "Elf", "right"]
    assert (table.pool(0), table.pool(1)) == ("Spire Phantasm; Ape", "Spire Phantasm; Elf")


def test_phantasm_of_a_pack_that_an_operative_passes():
    packs = ["Spire Phantasm; Bear; Elf; Bolt", "Leovold's Operative; Sol; Bolt; Sol", "Ape; Sol"]
    table = Table([packs[0], packs[1], packs[2] + "; Bolt; Ape"])
    table.picks("Spire Phantasm", "Leovold's Operative", "Ape")
    table.pick(1, "Bear; Elf", using="Leovold's Operative").answer(0, "Elf")
    assert table.notes("Spire Phantasm") == ["Elf", "wrong"]


def test_agent_under_an_archdemon_drafts_the_whole_pack():
    names = "Archdemon of Paliano; Agent of Acquisitions; Elf; Elf; Elf; Elf"
    table = Table([names, "Ape; Bolt; Sol; Sol; Bear; Bear"], picks=2)
    table.pick(0, "Archdemon of Paliano; Agent of Acquisitions").pick(1, "Ape; Bolt")
    table.pick(0, using="Agent of Acquisitions")
    assert len(table.state.pool(0)) == 6
    assert table.face_up(0) == ""


def test_operative_passes_a_pack_unseen_under_an_archdemon():
    names = "Archdemon of Paliano; Leovold's Operative; Elf; Elf; Elf; Elf; Elf; Elf"
    table = Table([names, "Ape; Bolt; Sol; Sol; Bear; Bear; Ape; Ape"])
    table.picks("Leovold's Operative", "Ape").pick(0, "Sol; Sol", using="Leovold's Operative")
    table.pick(1, "Archdemon of Paliano").pass_pack(0)
    assert table.pack(1) == ""
    assert table.duties() == "wait pick"


def test_librarian_with_an_archdemon_first_counts_no_card_that_was_chosen():
    names = "Archdemon of Paliano; Bear; Elf; Elf; Elf; Elf; Elf"
    table = Table(["Cogwork Librarian; Ape; Ape; Ape; Ape; Ape; Ape", names])
    table.picks("Cogwork Librarian", "Elf")
    table.pick(0, "Archdemon of Paliano; Bear", using="Cogwork Librarian")
    assert [each.left for each in table.state.standing] == [3]


def agent_with_two_removers():
    """Seat 0 has an Agent, a Grinder and an Animus, and a pack of Bear, Elf and Sol."""
    packs = ["Agent of Acquisitions", "Ape"], ["Cogwork Grinder", "Ape"]
    table = Table(*packs, ["Animus of Predation", "Ape"], ["Bear; Elf; Sol", "Ape; Ape; Ape"])
    for name in ("Agent of Acquisitions", "Cogwork Grinder", "Animus of Predation"):
        table.picks(name, "Ape")
    state = table.state
    called = {state.cards[card].name: card for card in state.seats[0].pool}
    used = [called[name] for name in ("Agent of Acquisitions", *REMOVERS)]
    return table, state.seats[0].packs[0].cards, used


REMOVERS = ("Cogwork Grinder", "Animus of Predation")


def test_agent_drafts_cards_one_at_a_time_each_of_two_cards_removes_others():
    table, (bear, elf, sol), used = agent_with_two_removers()
    _, grinder, animus = used
    pick = draft.actions.Pick(
        0, (bear, elf, sol), (), used, removing=(sol, bear), removers=(animus, grinder)
    )
    state = table.state.do(pick)
    assert [(each.card, each.by) for each in state.removals] == [(bear, grinder), (sol, animus)]
    assert elf in state.seats[0].pool
    assert draft.loads(draft.dumps(state)) == state


@pytest.mark.parametrize("removers", [(), (1, 1), (0, 2), (1,), (2, 1, 1)])
def test_agent_with_two_cards_that_remove_others_says_which_removes_which(removers):
    table, (bear, elf, sol), used = agent_with_two_removers()
    by = [used[each] for each in removers]
    pick = draft.actions.Pick(0, (bear, elf, sol), (), used, removing=(sol, bear), removers=by)
    with pytest.raises(cf.DraftError, match="with removing and removers"):
        table.state.verify(pick)


def test_a_card_that_removes_nothing_is_named_as_what_removes():
    table = Table(["Cogwork Grinder; Bear", "Ape; Sol"]).picks("Cogwork Grinder", "Ape")
    (sol,) = table.state.seats[0].packs[0].cards
    (grinder,) = table.state.seats[0].pool
    pick = draft.actions.Pick(0, sol, (), grinder, (), (), removers=(sol,))
    with pytest.raises(cf.DraftError, match="is not used to remove others"):
        table.state.verify(pick)


def test_librarian_that_was_put_into_a_pack_is_seen_by_a_sneak():
    rounds = ["Cogwork Librarian; Bear; Elf; Ape", "Whispergear Sneak; Sol; Bolt; Elf"]
    table = Table(rounds).picks("Cogwork Librarian", "Whispergear Sneak")
    table.pick(0, "Sol; Bolt", using="Cogwork Librarian").use(1, "Whispergear Sneak", "pack 1")
    assert table.learned(1) >= {"Elf", "Cogwork Librarian"}


def test_banneret_notes_the_additional_card_of_a_librarian():
    names = "Cogwork Librarian; Noble Banneret; Elf; Elf; Elf"
    table = Table([names, "Ape; Bolt; Sol; Sol; Bear"], picks=2)
    table.pick(0, "Cogwork Librarian; Noble Banneret").pick(1, "Ape; Sol")
    table.pick(0, "Bear; Bolt; Sol", using="Cogwork Librarian; Noble Banneret")
    assert table.notes("Noble Banneret") == ["Bear"]


@pytest.mark.parametrize("pace", ["queue", "lockstep"])
def test_tracker_and_spy_at_either_pace(pace):
    packs = ["Cogwork Spy; Cogwork Tracker; Elf", "Ape; Sol; Bolt", "Bear; Sol; Bolt"]
    table = Table(packs, pace=pace).picks("Cogwork Spy", "Ape", "Bear")
    table.pick(1, "Cogwork Tracker")
    assert table.notes("Cogwork Tracker") == [0]
    assert "Cogwork Tracker" in table.learned(0)


def test_brokers_card_may_be_one_that_was_noted_of():
    table = broker("Deal Broker; Lurking Automaton", "Ape; Sol").answer_card(0, "Lurking Automaton")
    table.answer_card(1, "Ape").answer_card(0, "Ape")
    assert table.state.is_over
    assert "Lurking Automaton" in table.pool(1)
    assert [note.seat for note in table.state.notes] == [0]  # "you noted"
