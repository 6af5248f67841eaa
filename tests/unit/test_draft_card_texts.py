"""What the texts of the cards of Conspiracy say of the draft, card by card.

A test is named after its card and the clause of its text.
"""

from __future__ import annotations

import pytest

import cardformats as cf
from cardformats import draft
from tests.named_cards import CARDS, Table, listed, outcome

# The draft itself (CR 905.1)


def test_rounds_pass_left_then_right_then_left():
    table = Table(*[["Bear; Elf", "Ape; Elf", "Sol; Elf"]] * 3)
    for to in (0, 1, 0):
        table.picks("Bear", "Ape", "Sol")
        assert table.pack(0) == "Elf"
        assert outcome(table, 2, "Passed").to == to
        table.picks("Elf", "Elf", "Elf")
    assert table.state.is_over


def test_a_player_sees_no_more_than_the_own_pack_and_cards():
    table = Table(["Bear; Elf", "Ape; Sol"])
    table.pick(0, "Bear")
    view = table.state.view(1)
    assert {card.name for card in view.pack.values()} == {"Ape", "Sol"}
    assert not view.pool
    assert not view.seats[0].face_up
    assert "Bear" not in table.learned(1)


# Cogwork Spy


def test_spy_looks_at_the_next_card_drafted_from_this_pack():
    table = Table(["Cogwork Spy; Bear; Elf", "Ape; Sol; Bolt", "Ape; Sol; Bolt"])
    table.picks("Cogwork Spy", "Ape", "Ape")
    table.pick(0, "Sol").pick(2, "Sol")
    assert "Bear" not in table.learned(0)
    table.pick(1, "Bear")
    assert "Bear" in table.learned(0)
    assert "Bear" not in table.learned(2)
    table.pick(2, "Elf")
    assert "Elf" not in table.learned(0)


def test_spy_is_revealed_as_it_is_drafted():
    table = Table(["Cogwork Spy; Bear", "Ape; Sol"]).pick(0, "Cogwork Spy")
    assert table.learned(1) == {"Cogwork Spy"}
    assert table.face_up(0) == ""


def test_spy_drafted_last_of_its_pack_looks_at_nothing():
    table = Table(["Cogwork Spy; Bear", "Ape; Sol"])
    table.picks("Bear", "Ape").pick(1, "Cogwork Spy").pick(0, "Sol")
    assert table.learned(1) <= {"Cogwork Spy"}
    assert table.state.is_over


def test_spy_with_a_pick_of_two_cards_looks_at_the_own_second_card():
    table = Table(["Cogwork Spy; Elf; Bear; Ape", "Sol; Sol; Bolt; Bolt"], picks=2)
    table.pick(0, "Cogwork Spy; Elf").pick(1, "Sol; Sol").pick(1, "Bear; Ape")
    assert not table.learned(0) & {"Bear", "Ape"}


def test_spy_drafted_as_the_second_of_two_cards_looks_at_the_next_players_first():
    table = Table(["Cogwork Spy; Elf; Bear; Ape", "Sol; Sol; Bolt; Bolt"], picks=2)
    table.pick(0, "Elf; Cogwork Spy").pick(1, "Sol; Sol").pick(1, "Bear; Ape")
    assert table.learned(0) == {"Bear"}


def test_two_spies_of_one_pick_look_at_each_others_next():
    table = Table(["Cogwork Spy; Cogwork Spy; Bear; Ape", "Sol; Sol; Bolt; Bolt"], picks=2)
    table.pick(0, "Cogwork Spy; Cogwork Spy").pick(1, "Sol; Sol").pick(1, "Bear; Ape")
    assert table.learned(0) == {"Bear"}


def test_spies_of_one_pack_are_two():
    table = Table(["Cogwork Spy; Cogwork Spy; Bear", "Ape; Sol; Bolt", "Ape; Sol; Bolt"])
    table.picks("Cogwork Spy", "Ape", "Ape").pick(1, "Cogwork Spy")
    table.pick(0, "Sol").pick(2, "Sol").pick(2, "Bear")
    assert "Bear" in table.learned(1)
    assert "Bear" not in table.learned(0)


def test_spy_looks_at_the_first_of_the_cards_drafted_with_a_librarian():
    table = Table(["Cogwork Spy; Bear; Elf; Ape", "Cogwork Librarian; Ape; Sol; Sol"])
    table.picks("Cogwork Spy", "Cogwork Librarian")
    table.pick(1, "Elf; Bear", using="Cogwork Librarian")
    assert "Elf" in table.learned(0)
    assert "Bear" not in table.learned(0)


def test_spy_looks_at_the_own_additional_card_of_a_librarian():
    table = Table(["Cogwork Librarian; Ape; Sol", "Cogwork Spy; Elf; Bear; Bolt"])
    table.picks("Cogwork Librarian", "Bolt")
    table.pick(0, "Cogwork Spy; Elf", using="Cogwork Librarian").pick(1, "Ape")
    table.pick(1, "Bear")
    assert "Bear" not in table.learned(0)


def test_spy_looks_at_the_first_card_of_an_agent():
    table = Table(["Cogwork Spy; Bear; Elf; Ape", "Agent of Acquisitions; Ape; Sol; Sol"])
    table.picks("Cogwork Spy", "Agent of Acquisitions")
    table.pick(1, "Elf; Ape; Bear", using="Agent of Acquisitions")
    assert {"Elf"} <= table.learned(0)
    assert not table.learned(0) & {"Ape", "Bear"}


def test_spy_waits_for_a_pack_that_is_passed_without_drafting():
    table = Table(
        [
            "Cogwork Spy; Bear; Elf; Bolt",
            "Ape; Sol; Bolt; Sol",
            "Leovold's Operative; Ape; Sol; Bolt",
        ]
    )
    table.picks("Cogwork Spy", "Ape", "Leovold's Operative")
    table.pick(2, "Sol; Bolt", using="Leovold's Operative")
    table.pick(1, "Elf")
    assert "Elf" in table.learned(0)


# Whispergear Sneak


def test_sneak_is_drafted_face_up_and_turned_face_down():
    table = Table(["Whispergear Sneak; Bear", "Ape; Sol"], ["Bolt; Elf", "Bolt; Sol"])
    table.pick(0, "Whispergear Sneak")
    assert table.face_up(0) == "Whispergear Sneak"
    table.use(0, "Whispergear Sneak", "round 1 seat 1")
    assert table.face_up(0) == ""
    assert "Whispergear Sneak" in table.pool(0)
    table.refuses("use", 0, "Whispergear Sneak", "round 1 seat 0")


def test_sneak_looks_at_an_unopened_pack_and_nobody_else_does():
    table = Table(["Whispergear Sneak; Bear", "Ape; Sol"], ["Bolt; Elf", "Bolt; Sol"])
    table.pick(0, "Whispergear Sneak").use(0, "Whispergear Sneak", "round 1 seat 1")
    assert table.learned(0) >= {"Bolt", "Sol"}
    assert not table.learned(1) & {"Bolt", "Sol"}


def test_sneak_looks_at_no_pack_that_another_player_looks_at():
    table = Table(["Whispergear Sneak; Bear; Elf", "Ape; Sol; Elf", "Bolt; Sol; Elf"])
    table.pick(0, "Whispergear Sneak")
    assert not [each for each in table.choices(0) if each.startswith("pack 1")]
    table.refuses("use", 0, "Whispergear Sneak", "pack 1")


def test_sneak_looks_at_a_pack_that_waits_for_another_player():
    table = Table(["Whispergear Sneak; Bear; Elf", "Ape; Sol; Elf", "Bolt; Sol; Elf"])
    table.pick(0, "Whispergear Sneak")
    assert table.choices(0) == ["pack 0"]  # it waits behind the pack that seat 1 looks at
    table.use(0, "Whispergear Sneak", "pack 0")
    assert table.learned(0) == {"Whispergear Sneak", "Bear", "Elf"}


def test_sneak_at_the_last_pick_of_the_draft_has_nothing_to_look_at():
    table = Table(["Whispergear Sneak; Bear", "Ape; Sol"])
    table.picks("Whispergear Sneak", "Ape")
    assert table.choices(0) == []
    table.refuses("use", 0, "Whispergear Sneak", "pack 0")
    table.picks("Sol", "Bear")
    assert table.state.is_over
    table.refuses("use", 0, "Whispergear Sneak")


def test_sneak_is_used_by_its_owner_alone():
    table = Table(["Whispergear Sneak; Bear", "Ape; Sol"], ["Bolt; Elf", "Bolt; Sol"])
    table.pick(0, "Whispergear Sneak")
    assert table.choices(1) == []
    assert not table.state.can(draft.actions.UseCard(1, 0, "round 1 seat 0"))


def test_sneak_looks_at_no_pack_under_an_archdemon():
    rounds = ["Whispergear Sneak; Archdemon of Paliano", "Ape; Sol"], ["Bolt; Elf", "Bolt; Sol"]
    table = Table(*rounds, picks=2)
    table.pick(0, "Whispergear Sneak; Archdemon of Paliano")
    assert table.choices(0) == []  # "you can't look at booster packs"


def test_sneak_looks_at_a_pack_that_its_player_may_not_look_at():
    rounds = ["Whispergear Sneak; Bear; Elf", "Archdemon of Paliano; Sol; Elf"], ["Bolt"] * 2
    table = Table(*rounds).picks("Whispergear Sneak", "Archdemon of Paliano")
    assert "pack 0" in table.choices(0)


# Cogwork Librarian


def librarian():
    table = Table(["Cogwork Librarian; Bear; Elf", "Ape; Sol; Bolt"])
    return table.picks("Cogwork Librarian", "Ape")


def test_librarian_drafts_an_additional_card_and_goes_into_the_pack():
    table = librarian().pick(0, "Sol; Bolt", using="Cogwork Librarian")
    assert table.pool(0) == "Sol; Bolt"
    assert table.face_up(0) == ""
    table.pick(1, "Elf").pick(1, "Cogwork Librarian")
    assert table.face_up(1) == "Cogwork Librarian"


def test_librarian_needs_two_cards_in_the_pack():
    table = librarian().picks("Sol", "Elf")
    table.refuses("pick", 0, "Bear", using="Cogwork Librarian")
    assert table.state.view(0).usable == ()


def test_librarian_drafts_one_more_and_no_other_number():
    table = librarian()
    table.refuses("pick", 0, "Sol", using="Cogwork Librarian")
    table.refuses("pick", 0, "Sol; Bolt")


def test_librarian_two_draft_two_additional_cards():
    names = "Cogwork Librarian; Cogwork Librarian; Bear; Elf"
    table = Table([names, "Ape; Sol; Bolt; Elf; Bear"], picks=2)
    table.pick(0, "Cogwork Librarian; Cogwork Librarian").pick(1, "Ape; Elf")
    table.refuses("pick", 0, "Sol; Bolt; Bear", using="Cogwork Librarian; Cogwork Librarian")
    table = Table([names, "Ape; Sol; Bolt; Elf; Bear; Bear"], picks=2)
    table.pick(0, "Cogwork Librarian; Cogwork Librarian").pick(1, "Ape; Elf")
    table.pick(0, "Sol; Bolt; Bear; Bear", using="Cogwork Librarian; Cogwork Librarian")
    assert table.pool(0) == "Sol; Bolt; Bear; Bear"
    table.pick(1, "Bear; Elf")
    assert table.pack(1) == "Cogwork Librarian; Cogwork Librarian"


def test_librarian_drafts_at_random_under_an_archdemon():
    names = "Cogwork Librarian; Archdemon of Paliano; Elf; Elf; Elf"
    table = Table([names, "Ape; Sol; Bolt; Bear; Bear"], picks=2)
    table.pick(0, "Cogwork Librarian; Archdemon of Paliano").pick(1, "Ape; Sol")
    table.pick(0, using="Cogwork Librarian")
    assert table.pool(0).count(";") == 3
    assert table.pack(1) == "Elf; Elf; Elf"
    assert table.face_up(0) == ""  # three cards were drafted at random


# Agent of Acquisitions


def agent(*rounds):
    table = Table(*(rounds or (["Agent of Acquisitions; Bear; Elf", "Ape; Sol; Bolt"],)))
    table.picks("Agent of Acquisitions", "Ape")
    return table.pick(0, "Sol; Bolt", using="Agent of Acquisitions")


def test_agent_drafts_each_card_and_is_turned_face_down():
    table = agent()
    assert table.pool(0) == "Agent of Acquisitions; Sol; Bolt"
    assert table.face_up(0) == ""


def test_agent_drafts_no_more_in_this_round():
    table = agent().pick(1, "Bear")
    assert table.duties().split()[0] != "pick"
    table.refuses("pick", 0, "Elf")
    if table.state.duty(0) == "pass":
        table.pass_pack(0)
    table.pick(1, "Elf")
    assert table.state.is_over
    assert table.pool(1) == "Ape; Bear; Elf"


def test_agent_may_look_at_packs_passed_to_it():
    table = Table(["Agent of Acquisitions; Bear; Elf; Ape", "Ape; Sol; Bolt; Elf"])
    table.picks("Agent of Acquisitions", "Ape")
    table.pick(0, "Sol; Bolt; Elf", using="Agent of Acquisitions").pick(1, "Bear")
    assert table.pack(0) == "Elf; Ape"


def test_agent_drafts_again_in_the_next_round():
    table = agent(["Agent of Acquisitions; Bear", "Ape; Sol; Bolt"], ["Elf", "Elf"])
    table.pick(1, "Bear")
    assert table.state.round == 1
    assert table.duties() == "pick pick"


def test_agent_drafts_the_whole_pack_or_not_at_all():
    table = Table(["Agent of Acquisitions; Bear; Elf", "Ape; Sol; Bolt"])
    table.picks("Agent of Acquisitions", "Ape")
    table.refuses("pick", 0, "Sol", using="Agent of Acquisitions")


def test_agent_drafts_one_at_a_time_so_that_a_later_automaton_counts_all():
    table = Table(["Agent of Acquisitions; Bear", "Ape; Sol; Lurking Automaton; Bolt"])
    table.picks("Agent of Acquisitions", "Ape")
    table.pick(0, "Sol; Lurking Automaton; Bolt", using="Agent of Acquisitions")
    assert table.notes("Lurking Automaton") == [3]


def test_agent_reveals_what_is_revealed_as_it_is_drafted():
    table = Table(["Agent of Acquisitions; Bear", "Ape; Aether Searcher; Sol; Bolt"])
    table.picks("Agent of Acquisitions", "Ape")
    table.pick(0, "Aether Searcher; Sol; Bolt", using="Agent of Acquisitions")
    assert table.notes("Aether Searcher") == ["Sol"]
    assert {"Aether Searcher", "Sol"} <= table.learned(1)
    assert "Bolt" not in table.learned(1)


def test_agent_used_by_all_leaves_cards_that_nobody_drafts():
    table = Table(
        ["Agent of Acquisitions; Bear; Elf; Ape", "Agent of Acquisitions; Sol; Bolt; Elf"]
    )
    table.picks("Agent of Acquisitions", "Agent of Acquisitions")
    table.pick(0, "Sol; Bolt; Elf", using="Agent of Acquisitions")
    table.pick(1, "Bear; Elf; Ape", using="Agent of Acquisitions")
    assert table.state.is_over


def test_agent_removes_some_of_its_cards_with_a_grinder():
    table = Table(
        ["Agent of Acquisitions; Cogwork Grinder; Bear; Elf", "Ape; Sol; Bolt; Elf"], picks=2
    )
    table.pick(0, "Agent of Acquisitions; Cogwork Grinder").pick(1, "Ape; Elf")
    table.pick(0, "Sol; Bolt", using="Agent of Acquisitions; Cogwork Grinder", removing="Bolt")
    assert table.pool(0) == "Agent of Acquisitions; Cogwork Grinder; Sol"


# Aether Searcher


def test_searcher_reveals_the_next_card_and_notes_its_name():
    table = Table(["Aether Searcher; Bear; Elf", "Ape; Sol; Bolt"])
    table.picks("Aether Searcher", "Ape")
    assert table.notes("Aether Searcher") == []
    table.pick(0, "Sol")
    assert table.notes("Aether Searcher") == ["Sol"]
    assert "Sol" in table.learned(1)
    table.pick(1, "Elf").pick(0, "Bear")
    assert table.notes("Aether Searcher") == ["Sol"]
    assert "Bear" not in table.learned(1)


def test_searcher_notes_the_first_card_of_the_next_round():
    table = Table(["Aether Searcher", "Ape"], ["Bear", "Elf"]).picks("Aether Searcher", "Ape")
    table.picks("Bear", "Elf")
    assert table.notes("Aether Searcher") == ["Bear"]


def test_searcher_notes_another_searcher_and_that_one_goes_on():
    table = Table(["Aether Searcher; Bear; Elf", "Ape; Aether Searcher; Bolt"])
    table.picks("Aether Searcher", "Ape").pick(0, "Aether Searcher").pick(1, "Bear").pick(0, "Elf")
    assert table.notes("Aether Searcher") == ["Aether Searcher", "Elf"]


def test_searcher_as_the_last_card_of_the_draft_notes_nothing():
    table = Table(["Aether Searcher", "Ape"]).picks("Aether Searcher", "Ape")
    assert table.state.is_over
    assert table.notes("Aether Searcher") == []


def test_searcher_notes_the_second_card_of_the_same_pick():
    table = Table(["Aether Searcher; Bear; Elf", "Ape; Sol; Bolt"], picks=2)
    table.pick(0, "Aether Searcher; Bear")
    assert table.notes("Aether Searcher") == ["Bear"]


def test_searcher_reveals_a_card_that_a_grinder_removes():
    table = Table(["Cogwork Grinder; Aether Searcher; Bear", "Ape; Sol; Bolt"], picks=2)
    table.pick(0, "Cogwork Grinder; Aether Searcher").pick(1, "Ape; Bolt")
    table.pick(0, "Sol", using="Cogwork Grinder")
    assert table.notes("Aether Searcher") == ["Sol"]


# Cogwork Grinder and Animus of Predation


def grinder(name="Cogwork Grinder"):
    table = Table([f"{name}; Bear; Elf; Bolt", "Ape; Sol; Bolt; Elf"])
    return table.picks(name, "Ape")


def test_grinder_removes_a_card_from_the_draft_face_down():
    table = grinder().pick(0, "Sol", using="Cogwork Grinder")
    assert table.pool(0) == "Cogwork Grinder"
    assert table.face_up(0) == "Cogwork Grinder"
    assert table.state.view(1).seats[0].removed == 1
    assert "Sol" not in table.learned(1)
    assert [card.name for card in table.state.view(0).removed.values()] == ["Sol"]
    assert not table.state.view(1).seats[0].removed_face_up


def test_grinder_removes_as_many_cards_as_its_player_likes():
    table = grinder().pick(0, "Sol", using="Cogwork Grinder").pick(1, "Bolt")
    table.pick(0, "Bear", using="Cogwork Grinder").pick(1, "Elf").pick(0, "Bolt")
    assert table.state.view(1).seats[0].removed == 2
    assert table.pool(0) == "Cogwork Grinder; Bolt"


def test_grinder_does_not_remove_itself():
    table = Table(["Cogwork Grinder; Bear", "Ape; Sol"])
    assert table.state.view(0).usable == ()


def test_grinder_belongs_to_its_drafter():
    table = grinder()
    assert not table.state.can(draft.actions.Pick(1, 1, using=[0]))


def test_animus_removes_a_card_face_up():
    table = grinder("Animus of Predation").pick(0, "Sol", using="Animus of Predation")
    assert "Sol" in table.learned(1)
    removed = table.state.view(1).seats[0].removed_face_up
    assert [card.name for card in removed.values()] == ["Sol"]
    assert table.pool(0) == "Animus of Predation"


def test_grinder_removes_a_card_that_counts_as_drafted():
    table = Table(["Cogwork Grinder; Bear; Elf; Lurking Automaton", "Ape; Sol; Bolt; Elf"])
    table.picks("Cogwork Grinder", "Ape").pick(0, "Sol", using="Cogwork Grinder").pick(1, "Bear")
    table.pick(0, "Lurking Automaton")
    assert table.notes("Lurking Automaton") == [3]


# Canal Dredger


def test_dredger_gets_the_last_card_of_each_pack():
    table = Table(["Canal Dredger; Bear; Elf", "Ape; Sol; Bolt", "Ape; Sol; Bolt"])
    table.picks("Canal Dredger", "Ape", "Ape").pick(1, "Bear").pick(2, "Sol").pick(0, "Sol")
    assert table.duties() == "pick wait wait"
    for _ in range(3):
        table.pick(0, table.pack(0))
    assert table.state.is_over
    assert len(table.state.pool(0)) == 5
    assert len(table.state.pool(1)) == 2


def test_dredger_in_the_next_rounds():
    table = Table(["Canal Dredger", "Ape"], ["Bear; Elf", "Bolt; Sol"])
    table.picks("Canal Dredger", "Ape").pick(0, "Bear").pick(1, "Bolt")
    assert table.duties() == "pick wait"
    table.pick(0, table.pack(0)).pick(0, table.pack(0))
    assert table.state.is_over
    assert len(table.state.pool(0)) == 4


def test_dredgers_of_two_players_the_passer_chooses():
    table = Table(["Canal Dredger; Bear", "Ape; Canal Dredger", "Bolt; Sol"])
    table.picks("Canal Dredger", "Canal Dredger", "Bolt")
    assert table.duties().split()[2] == "answer"
    assert set(table.state.view(2).question.options) == {"0", "1"}
    table.answer(2, "1")
    assert "2" not in table.duties()


def test_dredger_drafted_before_the_last_card_of_its_pack():
    table = Table(["Canal Dredger; Bear", "Ape; Sol"]).pick(0, "Canal Dredger")
    assert table.state.seats[0].packs
    assert table.pack(0) == "Bear"


# Cogwork Tracker


def test_tracker_notes_the_player_who_passed_it():
    table = Table(["Ape; Cogwork Tracker", "Bear; Sol", "Bolt; Elf"]).picks("Ape", "Bear", "Bolt")
    table.pick(1, "Cogwork Tracker")
    assert [note.value for note in table.state.notes] == [0]
    assert table.learned(2) == {"Cogwork Tracker"}


def test_tracker_from_the_own_pack_notes_nobody():
    table = Table(["Cogwork Tracker; Ape", "Bear; Sol"]).pick(0, "Cogwork Tracker")
    assert table.notes("Cogwork Tracker") == []


def test_tracker_notes_who_passed_and_not_who_drafted_last():
    table = Table(
        [
            "Ape; Cogwork Tracker; Bear; Elf",
            "Leovold's Operative; Sol; Bolt; Elf",
            "Bolt; Elf; Sol; Ape",
        ]
    )
    table.picks("Elf", "Leovold's Operative", "Bolt")
    table.pick(1, "Bear; Ape", using="Leovold's Operative").pick(0, "Elf").pass_pack(1)
    table.pick(2, "Bolt")
    assert table.pack(2) == "Cogwork Tracker"
    table.pick(2, "Cogwork Tracker")
    assert table.notes("Cogwork Tracker") == [1]


# Lore Seeker


def seeker():
    return Table(["Lore Seeker; Bear", "Ape; Sol", "Bolt; Elf"]).pick(0, "Lore Seeker")


def test_seeker_may_add_a_pack():
    table = seeker()
    if table.state.duty(0) == "answer":
        table.answer(0, "no")
    table.pick(1, "Ape").pick(2, "Elf")
    assert table.state.orders == ()
    assert table.pack(0) == "Bolt"


def added(cards):
    table = seeker()
    if table.state.duty(0) == "answer":
        table.answer(0, "yes")
    (order,) = table.state.orders
    assert order.seat == 0
    known = draft.DraftCards(CARDS).of([cf.CardRef(name) for name in listed(cards)])
    table.state = table.state.add_pack(0, known)
    return table


def test_seeker_the_next_pick_is_from_that_pack():
    table = added("Elf; Elf; Bolt")
    table.pick(1, "Ape").pick(2, "Elf")
    assert table.pack(0) == "Elf; Elf; Bolt"
    table.pick(0, "Bolt")
    assert table.pack(0) == "Bolt"


def test_seeker_the_pack_is_drafted_this_round():
    table = added("Elf; Elf; Bolt").pick(1, "Ape").pick(2, "Elf").pick(0, "Bolt").pick(0, "Bolt")
    table.pick(1, "Bear").pick(1, "Elf").pick(2, "Sol").pick(2, "Elf")
    assert table.state.is_over
    assert sum(len(table.state.pool(seat)) for seat in table.seats) == 9


def test_seeker_a_tracker_of_the_added_pack_notes_nobody():
    table = added("Cogwork Tracker; Elf; Bolt").pick(0, "Cogwork Tracker")
    assert table.notes("Cogwork Tracker") == []


def test_seeker_is_asked_of_no_other_player():
    table = added("Elf")
    assert all(table.state.view(seat).question is None for seat in table.seats)


# Lurking Automaton, Pyretic Hunter, Garbage Fire, Custodi Peacekeeper

COUNTING = ["Lurking Automaton", "Pyretic Hunter", "Garbage Fire", "Custodi Peacekeeper"]


@pytest.mark.parametrize("name", COUNTING)
def test_automaton_and_others_note_the_cards_of_the_round_and_themselves(name):
    table = Table([f"Bear; {name}", f"Ape; {name}"], [f"{name}; Elf", "Sol; Bolt"])
    table.picks("Bear", "Ape").picks(name, name)
    assert table.notes(name) == [2, 2]
    assert name in table.learned(0)
    table.pick(0, name)
    assert sorted(table.notes(name)) == [1, 2, 2]


def test_automaton_counts_additional_cards():
    table = Table(["Cogwork Librarian; Bear", "Ape; Lurking Automaton; Sol"])
    table.picks("Cogwork Librarian", "Ape")
    table.pick(0, "Sol; Lurking Automaton", using="Cogwork Librarian")
    assert table.notes("Lurking Automaton") == [3]


def test_automaton_two_of_one_pick_count_themselves():
    table = Table(["Lurking Automaton; Lurking Automaton; Bear", "Ape; Elf; Sol"], picks=2)
    table.pick(0, "Lurking Automaton; Lurking Automaton")
    assert table.notes("Lurking Automaton") == [1, 2]


def test_automaton_does_not_count_a_pack_passed_without_drafting():
    table = Table(["Leovold's Operative; Bear; Elf; Ape", "Ape; Sol; Bolt; Elf"])
    table.picks("Leovold's Operative", "Ape").pick(0, "Sol; Bolt", using="Leovold's Operative")
    table.pick(1, "Bear").pass_pack(0).pick(1, "Elf")
    table = Table(["Leovold's Operative; Bear; Elf; Lurking Automaton", "Ape; Sol; Bolt; Elf"])
    table.picks("Leovold's Operative", "Ape").pick(0, "Sol; Bolt", using="Leovold's Operative")
    table.pick(1, "Bear").pass_pack(0).pick(1, "Elf").pick(1, "Elf").pick(0, "Lurking Automaton")
    assert table.notes("Lurking Automaton") == [4]


# Paliano, the High City and Regicide


@pytest.mark.parametrize("name", ["Paliano, the High City", "Regicide"])
def test_paliano_the_right_the_own_and_the_left_player_choose_colors(name):
    table = Table([f"{name}; Bear", "Ape; Sol", "Bolt; Elf", "Bolt; Elf"]).pick(0, name)
    assert table.duties().split()[3] == "answer"  # seat 1 is to the left, seat 3 to the right
    table.answer(3, "R")
    table.refuses("answer", 0, "R")
    table.answer(0, "G")
    table.refuses("answer", 1, "G")
    table.refuses("answer", 1, "R")
    table.refuses("answer", 1, "purple")
    table.answer(1, "U")
    assert table.notes(name) == ["R", "G", "U"]


def test_paliano_the_sides_are_the_same_in_the_second_round():
    table = Table(["Ape"] * 3, ["Regicide; Bear", "Elf; Ape", "Elf; Ape"]).picks(
        "Ape", "Ape", "Ape"
    )
    table.pick(0, "Regicide")
    assert [seat for seat in table.seats if table.state.duty(seat) == "answer"] == [2]


def test_paliano_of_two_players_the_other_one_chooses_twice():
    table = Table(["Regicide; Bear", "Elf; Ape"]).pick(0, "Regicide")
    table.answer(1, "W").answer(0, "B").answer(1, "G")
    assert table.notes("Regicide") == ["W", "B", "G"]
