"""What the texts of official cards say of the draft in rarer cases, card by card.

A test is named after its card.  What a card usually does is tested by its effects, and all of them
together are compared with a simulator that is written from the texts.
"""

from __future__ import annotations

import pytest

from cardformats import draft
from tests.named_cards import Table

# Cogwork Spy


def test_spy_is_revealed_as_it_is_drafted():
    table = Table(["Cogwork Spy; Bear", "Ape; Sol"]).pick(0, "Cogwork Spy")
    assert table.learned(1) == {"Cogwork Spy"}
    assert table.face_up(0) == ""


def test_spy_drafted_last_of_its_pack_looks_at_nothing():
    table = Table(["Cogwork Spy; Bear", "Ape; Sol"])
    table.picks("Bear", "Ape").pick(1, "Cogwork Spy").pick(0, "Sol")
    assert table.learned(1) <= {"Cogwork Spy"}
    assert table.state.is_over


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


# Whispergear Sneak


def test_sneak_is_drafted_face_up_and_turned_face_down():
    table = Table(["Whispergear Sneak; Bear", "Ape; Sol"], ["Bolt; Elf", "Bolt; Sol"])
    table.pick(0, "Whispergear Sneak")
    assert table.face_up(0) == "Whispergear Sneak"
    table.use(0, "Whispergear Sneak", "round 1 seat 1")
    assert table.face_up(0) == ""
    assert "Whispergear Sneak" in table.pool(0)
    table.refuses("use", 0, "Whispergear Sneak", "round 1 seat 0")


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


# Cogwork Librarian


def librarian():
    table = Table(["Cogwork Librarian; Bear; Elf", "Ape; Sol; Bolt"])
    return table.picks("Cogwork Librarian", "Ape")


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


# Agent of Acquisitions


def test_agent_drafts_the_whole_pack_or_not_at_all():
    table = Table(["Agent of Acquisitions; Bear; Elf", "Ape; Sol; Bolt"])
    table.picks("Agent of Acquisitions", "Ape")
    table.refuses("pick", 0, "Sol", using="Agent of Acquisitions")


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


def test_searcher_as_the_last_card_of_the_draft_notes_nothing():
    table = Table(["Aether Searcher", "Ape"]).picks("Aether Searcher", "Ape")
    assert table.state.is_over
    assert table.notes("Aether Searcher") == []


# Cogwork Grinder and Animus of Predation


def test_grinder_does_not_remove_itself():
    table = Table(["Cogwork Grinder; Bear", "Ape; Sol"])
    assert table.state.view(0).usable == ()


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


# Spire Phantasm


def test_phantasm_guesses_the_first_card_of_an_agent_only():
    table = Table(["Spire Phantasm; Bear; Elf; Ape", "Agent of Acquisitions; Ape; Sol; Sol"])
    table.picks("Spire Phantasm", "Agent of Acquisitions")
    table.pick(1, "Elf; Ape; Bear", using="Agent of Acquisitions").answer(0, "Elf")
    assert table.notes("Spire Phantasm") == ["Elf", "right"]
    assert table.learned(0) >= {"Elf"}
    assert not table.learned(0) & {"Ape", "Bear"}
    assert table.pool(1) == "Agent of Acquisitions; Elf; Ape; Bear"


def test_phantasm_two_of_one_pack_guess_one_after_the_other():
    table = Table(["Spire Phantasm; Spire Phantasm; Bear", "Ape; Sol; Bolt"])
    table.picks("Spire Phantasm", "Ape").pick(1, "Spire Phantasm").answer(0, "Bear")
    assert table.notes("Spire Phantasm") == ["Bear", "wrong"]
    table.pick(0, "Sol").pick(0, "Bear")
    assert table.duties().split()[1] == "answer"
    table.answer(1, "Bear")
    assert table.notes("Spire Phantasm")[-2:] == ["Bear", "right"]


def test_phantasm_guesses_a_card_that_is_drafted_at_random():
    table = Table(["Spire Phantasm; Bear; Elf", "Archdemon of Paliano; Sol; Bolt"])
    table.picks("Spire Phantasm", "Archdemon of Paliano").pick(1)
    table.answer(0, "Bear")
    assert table.notes("Spire Phantasm")[1] == ("right" if "Bear" in table.pool(1) else "wrong")


# Illusionary Informant


def test_informant_two_look_at_the_same_card():
    names = "Illusionary Informant; Illusionary Informant; Bear; Elf"
    table = Table([names, "Ape; Sol; Bolt; Sol"], picks=2)
    table.pick(0, "Illusionary Informant; Illusionary Informant")
    table.use(0, "Illusionary Informant", "1")
    card = table.state.view(0).usable_anytime[0].card
    table.state = table.state.use_card(0, card, "1")
    table.pick(1, "Bolt; Sol")
    assert "Bolt" in table.learned(0)
    assert "Sol" not in table.learned(0)


def test_informant_is_no_use_after_the_draft():
    table = Table(["Illusionary Informant", "Ape"]).picks("Illusionary Informant", "Ape")
    assert table.state.is_over
    table.refuses("use", 0, "Illusionary Informant", "1")


# Smuggler Captain, Noble Banneret and Paliano Vanguard


def holder(name):
    return Table([f"{name}; Bear; Bolt", "Ape; Sol; Elf; Ape"]).picks(name, "Ape")


def test_vanguard_notes_the_creature_types_of_a_creature_card():
    table = holder("Paliano Vanguard")
    table.refuses("pick", 0, "Sol", using="Paliano Vanguard")
    table.pick(0, "Elf", using="Paliano Vanguard")
    assert sorted(table.notes("Paliano Vanguard")) == ["Druid", "Elf"]
    assert table.face_up(0) == ""


def test_banneret_and_captain_note_the_same_card():
    table = Table(["Noble Banneret; Smuggler Captain; Bear", "Ape; Sol; Elf; Bolt"], picks=2)
    table.pick(0, "Noble Banneret; Smuggler Captain").pick(1, "Ape; Sol")
    table.pick(0, "Elf; Bolt", using="Noble Banneret; Smuggler Captain")
    assert table.notes("Noble Banneret") == ["Elf"]
    assert table.notes("Smuggler Captain")[0] in ("Elf", "Bolt")
