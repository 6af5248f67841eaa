"""What the texts of the cards of Conspiracy: Take the Crown say of the draft, card by card.

A test is named after its card and the clause of its text.
"""

from __future__ import annotations

import pytest

from tests.named_cards import Table, outcome

# Spire Phantasm


def phantasm():
    table = Table(["Spire Phantasm; Bear; Elf", "Ape; Sol; Bolt"])
    return table.picks("Spire Phantasm", "Ape").pick(1, "Bear")


def test_phantasm_guesses_before_the_card_is_seen():
    table = phantasm()
    assert table.duties() == "answer wait"
    assert "Bear" not in table.learned(0)
    assert "Bear" not in {card.name for card in table.state.view(0).offered.values()}


@pytest.mark.parametrize(("guess", "result"), [("Bear", "right"), ("Elf", "wrong")])
def test_phantasm_notes_the_guess_and_whether_it_was_right(guess, result):
    table = phantasm().answer(0, guess)
    assert table.notes("Spire Phantasm") == [guess, result]
    assert table.learned(0) >= {"Bear"}


def test_phantasm_guess_may_be_any_name():
    assert phantasm().answer(0, "Black Lotus").notes("Spire Phantasm")[0] == "Black Lotus"


def test_phantasm_has_the_card_revealed_to_all():
    table = Table(["Spire Phantasm; Bear; Elf", "Ape; Sol; Bolt", "Ape; Sol; Bolt"])
    table.picks("Spire Phantasm", "Ape", "Ape").pick(1, "Bear").answer(0, "Elf")
    assert "Bear" in table.learned(2)
    assert table.pool(1) == "Ape; Bear"


def test_phantasm_the_pick_cannot_be_changed_after_the_guess():
    table = phantasm()
    table.refuses("pick", 1, "Elf")
    table.answer(0, "Elf")
    assert table.pool(1) == "Ape; Bear"


def test_phantasm_drafted_last_of_its_pack_guesses_nothing():
    table = Table(["Spire Phantasm; Bear", "Ape; Sol"])
    table.picks("Bear", "Ape").pick(1, "Spire Phantasm")
    assert "answer" not in table.duties()


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


def informant(*, target="1"):
    table = Table(["Illusionary Informant; Bear; Elf", "Ape; Sol; Bolt"])
    return table.picks("Illusionary Informant", "Ape").use(0, "Illusionary Informant", target)


def test_informant_is_turned_face_down_and_looks_at_the_next_card_of_a_player():
    table = informant()
    assert table.face_up(0) == ""
    table.pick(1, "Elf")
    assert "Elf" in table.learned(0)
    table.pick(0, "Sol").pick(1, "Bolt")
    assert "Bolt" not in table.learned(0)


def test_informant_can_choose_its_own_player():
    table = informant(target="0").pick(1, "Elf")
    assert "Elf" not in table.learned(0)
    table.pick(0, "Sol")
    table.pick(1, "Bolt")
    assert "Bolt" not in table.learned(0)


def test_informant_looks_once():
    informant().refuses("use", 0, "Illusionary Informant", "1")


def test_informant_chooses_a_player_at_the_table():
    table = Table(["Illusionary Informant; Bear", "Ape; Sol"]).pick(0, "Illusionary Informant")
    table.refuses("use", 0, "Illusionary Informant", "2")
    table.refuses("use", 0, "Illusionary Informant", "")


def test_informant_looks_into_the_next_round():
    table = Table(["Illusionary Informant; Bear", "Ape; Sol"], ["Bolt", "Elf"])
    table.picks("Illusionary Informant", "Ape").pick(1, "Bear")
    table.use(0, "Illusionary Informant", "1").pick(0, "Sol").pick(1, "Elf")
    assert "Elf" in table.learned(0)


def test_informant_looks_at_the_first_of_two_cards():
    table = Table(["Illusionary Informant; Bear; Elf; Ape", "Ape; Sol; Bolt; Sol"], picks=2)
    table.pick(0, "Illusionary Informant; Bear").use(0, "Illusionary Informant", "1")
    table.pick(1, "Bolt; Sol")
    assert "Bolt" in table.learned(0)
    assert "Sol" not in table.learned(0)


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


# Leovold's Operative


def operative(*rounds):
    table = Table(*(rounds or (["Leovold's Operative; Bear; Elf", "Ape; Sol; Bolt"],)))
    table.picks("Leovold's Operative", "Ape")
    return table.pick(0, "Sol; Bolt", using="Leovold's Operative")


def test_operative_drafts_an_additional_card_and_is_turned_face_down():
    table = operative()
    assert table.pool(0) == "Leovold's Operative; Sol; Bolt"
    assert table.face_up(0) == ""


def test_operative_passes_the_next_pack_after_a_look_at_it():
    table = operative().pick(1, "Bear")
    assert table.duties() == "pass wait"
    assert table.pack(0) == "Elf"
    table.refuses("pick", 0, "Elf")
    table.pass_pack(0)
    assert table.duties() == "wait pick"
    table.pick(1, "Elf")
    assert table.state.is_over


def test_operative_passes_one_pack_only():
    table = Table(["Leovold's Operative; Bear; Elf; Ape", "Ape; Sol; Bolt; Elf"])
    table.picks("Leovold's Operative", "Ape").pick(0, "Sol; Bolt", using="Leovold's Operative")
    table.pick(1, "Bear").pass_pack(0).pick(1, "Elf").pick(1, "Elf")
    assert table.duties() == "pick wait"
    assert table.pack(0) == "Ape"


def test_operative_is_used_once():
    table = Table(["Leovold's Operative; Bear; Elf; Ape; Ape", "Ape; Sol; Bolt; Elf; Bear"])
    table.picks("Leovold's Operative", "Ape").pick(0, "Sol; Bolt", using="Leovold's Operative")
    assert table.state.view(0).usable == ()


def test_operative_passes_the_first_pack_of_the_next_round():
    table = Table(
        ["Leovold's Operative; Bear; Elf", "Ape; Sol; Bolt", "Ape; Sol; Bolt"], ["Elf"] * 3
    )
    table.picks("Leovold's Operative", "Ape", "Ape")
    table.pick(0, "Sol").pick(1, "Bear").pick(2, "Sol")
    assert table.state.view(0).usable == ()  # one card is left
    table = Table(["Bear; Elf; Ape", "Leovold's Operative; Sol; Bolt"], ["Elf; Bear", "Ape; Bear"])
    table.picks("Ape", "Leovold's Operative").pick(0, "Sol").pick(
        1, "Bear; Elf", using="Leovold's Operative"
    )
    assert table.duties() == "wait pass"
    assert table.pack(1) == "Bolt"
    table.pass_pack(1).pick(0, "Bolt")
    assert table.state.round == 1
    assert table.duties() == "pick pick"


def test_operative_needs_two_cards_in_the_pack():
    table = Table(["Leovold's Operative; Bear", "Ape; Sol"]).picks("Leovold's Operative", "Ape")
    table.refuses("pick", 0, "Sol", using="Leovold's Operative")


# Smuggler Captain, Noble Banneret and Paliano Vanguard


def holder(name):
    return Table([f"{name}; Bear; Bolt", "Ape; Sol; Elf; Ape"]).picks(name, "Ape")


def test_captain_reveals_any_card_notes_its_name_and_is_turned_face_down():
    table = holder("Smuggler Captain").pick(0, "Sol", using="Smuggler Captain")
    assert table.notes("Smuggler Captain") == ["Sol"]
    assert "Sol" in table.learned(1)
    assert table.face_up(0) == ""
    assert table.pool(0) == "Smuggler Captain; Sol"
    table.pick(1, "Bolt")
    table.refuses("pick", 0, "Bear", using="Smuggler Captain")


def test_banneret_notes_the_name_of_a_creature_card():
    table = holder("Noble Banneret")
    table.refuses("pick", 0, "Sol", using="Noble Banneret")
    table.pick(0, "Elf", using="Noble Banneret")
    assert table.notes("Noble Banneret") == ["Elf"]
    assert table.face_up(0) == ""
    assert "Elf" in table.learned(1)


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


def test_captain_not_used_stays_face_up():
    table = holder("Smuggler Captain").pick(0, "Sol")
    assert table.face_up(0) == "Smuggler Captain"
    assert table.notes("Smuggler Captain") == []


# Archdemon of Paliano


def archdemon():
    names = "Archdemon of Paliano; Bear; Elf; Ape; Bolt; Bolt"
    table = Table([names, "Ape; Sol; Bolt; Elf; Bear; Sol"])
    return table.picks("Archdemon of Paliano", "Ape")


def test_archdemon_its_player_cannot_look_at_packs_and_drafts_at_random():
    table = archdemon()
    assert table.pack(0) == ""
    assert table.state.view(0).is_blind
    table.refuses("pick", 0, "Sol")
    table.pick(0)
    assert len(table.state.pool(0)) == 2


def test_archdemon_a_card_may_be_looked_at_as_it_is_drafted():
    table = archdemon().pick(0)
    (card,) = outcome(table, 0, "Drafted").cards
    assert table.state.cards[card].name in table.learned(0)
    assert not table.learned(1)


def test_archdemon_is_turned_face_down_after_three_cards():
    table = archdemon()
    for count in range(3):
        assert table.face_up(0) == "Archdemon of Paliano", count
        table.pick(0).pick(1, table.pack(1).split("; ")[0])
    assert table.face_up(0) == ""
    assert table.pack(0)


def test_archdemon_goes_on_in_the_next_round():
    table = Table(["Archdemon of Paliano; Elf", "Ape; Sol"], ["Bear; Bear; Bear"] * 2)
    table.picks("Archdemon of Paliano", "Ape").pick(0).pick(1, "Elf")
    assert table.state.round == 1
    assert table.pack(0) == ""
    table.pick(0).pick(1, "Bear").pick(0).pick(1, "Bear")
    assert table.face_up(0) == ""
    assert table.pack(0) == "Bear"


def test_archdemon_a_second_one_counts_for_itself():
    table = Table(*[["Archdemon of Paliano", "Ape"]] * 2, ["Bear; Bear; Bear"] * 2)
    table.picks("Archdemon of Paliano", "Ape").pick(0).pick(1, "Ape")
    assert table.face_up(0) == "Archdemon of Paliano; Archdemon of Paliano"
    for _faces in (2, 1, 0):  # the second one's own draft was the first card of the first one
        table.pick(0).pick(1, "Bear")
    assert table.face_up(0) == ""


def test_archdemon_others_look_at_their_packs():
    assert archdemon().pack(1) == "Bear; Elf; Ape; Bolt; Bolt"
