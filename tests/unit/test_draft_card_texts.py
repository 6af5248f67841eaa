"""What the texts of the cards of Conspiracy and Conspiracy: Take the Crown say, card by card.

A test is named after its card and the clause of its text.
"""

from __future__ import annotations

import pytest

import cardformats as cf
from cardformats import draft

TYPES = {
    "Bear": "Creature - Bear",
    "Elf": "Creature - Elf Druid",
    "Ape": "Creature - Ape",
    "Bolt": "Instant",
    "Sol": "Artifact",
}


def described(name, line):
    types, _, subtypes = line.partition(" - ")
    return cf.Card(cf.Face(name, types=types.split(), subtypes=subtypes.split()))


CARDS = cf.CardSet(cards=[described(name, line) for name, line in TYPES.items()])


class Table:
    """A draft at which cards are called by name; rounds are lists of packs, ``"Bear; Elf"``."""

    def __init__(self, *rounds, picks=1, seed=1, **options):
        packs = [[[cf.CardRef(name) for name in listed(pack)] for pack in each] for each in rounds]
        event = cf.Event(rounds=[cf.Round(picks=[picks])]) if picks > 1 else None
        self.state = draft.start(packs, CARDS, seed=seed, event=event, **options)
        self.seats = range(len(rounds[0]))

    def numbers(self, among, names):
        left, those = list(among), []
        for name in listed(names):
            those.append(next(card for card in left if self.state.cards[card].name == name))
            left.remove(those[-1])
        return those

    def pick(self, seat, names="", using="", removing=""):
        pack = self.state.seats[seat].packs[:1]
        cards = self.numbers(pack[0].cards, names) if pack else [0]
        used = self.numbers(self.state.seats[seat].pool, using)
        self.state = self.state.pick(
            seat, cards, using=used, removing=self.numbers(cards, removing)
        )
        return self

    def picks(self, *names):
        """Seats pick in order, one card each."""
        for seat, name in enumerate(names):
            self.pick(seat, name)
        return self

    def use(self, seat, name, choice=None):
        (card,) = self.numbers(self.state.seats[seat].pool, name)
        self.state = self.state.use_card(seat, card, choice)
        return self

    def answer(self, seat, answer=None):
        self.state = self.state.answer(seat, answer)
        return self

    def answer_card(self, seat, name):
        """Answer with the number of a card, of the options."""
        options = [int(each) for each in self.state.view(seat).question.options if each.isdigit()]
        return self.answer(seat, str(self.numbers(options, name)[0]))

    def pass_pack(self, seat):
        self.state = self.state.pass_pack(seat)
        return self

    def refuses(self, method, *arguments, **more):
        before = self.state
        with pytest.raises(cf.DraftError):
            getattr(self, method)(*arguments, **more)
        self.state = before

    def choices(self, seat):
        return [choice for each in self.state.view(seat).usable_anytime for choice in each.choices]

    def pool(self, seat):
        return "; ".join(card.name for card in self.state.pool(seat))

    def pack(self, seat):
        return "; ".join(card.name for card in self.state.view(seat).pack.values())

    def face_up(self, seat):
        return "; ".join(each.name for each in self.state.view(0).seats[seat].face_up.values())

    def duties(self):
        return " ".join(self.state.duty(seat) for seat in self.seats)

    def notes(self, name):
        notes = self.state.view(0).notes
        return [note.value for note in notes if note.name == name]

    def learned(self, seat):
        """The cards that a seat has learned of from the last action."""
        return {card.name for card in self.state.log_for(seat)[-1].cards.values()}


def listed(names):
    return [name.strip() for name in names.split(";") if name.strip()]


def outcome(table, seat, kind):
    """The last outcome of a kind that a seat was told of by the last action."""
    outcomes = table.state.log_for(seat)[-1].outcomes
    return next((each for each in reversed(outcomes) if type(each).__name__ == kind), None)


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


# Deal Broker


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
    assert table.duties() == "wait answer answer" or "answer" in table.duties()
    while (seat := next((s for s in (1, 2) if table.state.duty(s) == "answer"), None)) is not None:
        assert set(table.state.view(seat).question.options) == {
            *map(str, table.state.view(seat).pool),
            "no",
        }
        table.answer_card(seat, {1: "Sol", 2: "Bolt"}[seat])
    assert {"Sol", "Bolt"} == {card.name for card in table.state.view(0).offered.values()}
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


def test_broker_an_offer_is_known_to_its_two_players_alone():
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
