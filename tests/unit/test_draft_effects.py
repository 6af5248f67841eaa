"""Effects that show or note as a card is drafted: each test is named after its effect."""

from __future__ import annotations

from collections import Counter

import pytest

import cardformats as cf
from cardformats import draft
from tests.draft_tables import (
    BOTH,
    burned,
    face_up,
    front,
    learned,
    names,
    notes,
    outcomes,
    pick,
    picks,
    pool,
    table,
)

_S = cf.model.SimpleEffect
FACE_UP, REVEAL = _S.FACE_UP, _S.REVEAL


# FaceUp, Reveal


@BOTH
def test_face_up_shows_the_card_to_all(rules):
    state = table(["Spy a", "b c"], does={"Spy": [FACE_UP]}, rules=rules)
    state = pick(state, 0, "Spy")
    assert outcomes(state, draft.outcomes.TurnedUp) == [draft.outcomes.TurnedUp(0, 0)]
    for seat in range(2):
        assert names(state, state.view(seat).seats[0].face_up) == "Spy"
        assert "Spy" in learned(state, seat)


@BOTH
def test_reveal_tells_all_once(rules):
    state = table(["Spy a", "b c"], does={"Spy": [REVEAL]}, rules=rules)
    state = pick(state, 0, "Spy")
    assert outcomes(state, draft.outcomes.Revealed) == [draft.outcomes.Revealed(0, 0)]
    for seat in range(2):
        assert state.view(seat).seats[0].face_up == {}
        assert "Spy" in learned(state, seat)


@BOTH
def test_a_card_without_effects_is_not_told(rules):
    state = pick(table(["a b", "c d"], rules=rules), 0, "a")
    assert learned(state, 0) == "a"
    assert learned(state, 1) == ""
    assert state.log_for(1)[-1].outcomes[0] == draft.outcomes.Drafted(0, (), 1, 0)


@BOTH
def test_the_same_effect_twice_is_as_one(rules):
    does = {"Spy": [FACE_UP, FACE_UP], "Firework": [_S.BURN_AFTER_PICKING] * 2}
    state = picks(table(["Spy a", "Firework b"], does=does, rules=rules), "Spy", "Firework")
    assert face_up(state, 0) == "Spy"
    assert burned(state) == "Firework"


# NotePassingPlayer


@BOTH
def test_note_passing_player_notes_nothing_on_the_first_pick(rules):
    does = {"Tracker": [REVEAL, _S.NOTE_PASSING_PLAYER]}
    state = pick(table(["Tracker a", "b c", "d e"], does=does, rules=rules), 0, "Tracker")
    assert notes(state, "NotePassingPlayer") == []


@BOTH
def test_note_passing_player_shows_the_card_that_it_is_noted_on(rules):
    does = {"Tracker": [_S.NOTE_PASSING_PLAYER]}
    state = picks(table(["a b", "c Tracker"], does=does, rules=rules), "a", "c")
    state = pick(state, 0, "Tracker")
    assert learned(state, 1) == "Tracker"


@BOTH
def test_note_passing_player_notes_who_passed_the_pack_in_both_directions(rules):
    does = {"Tracker": [REVEAL, _S.NOTE_PASSING_PLAYER]}
    packs = ["a Tracker", "b Tracker", "c Tracker"]
    state = table(packs, packs, does=does, rules=rules)
    for _ in range(2):
        state = picks(picks(state, "a", "b", "c"), *["Tracker"] * 3)
    noted = notes(state, "NotePassingPlayer")
    assert noted[:3] == [(0, "Tracker", 2), (1, "Tracker", 0), (2, "Tracker", 1)]
    assert noted[3:] == [(0, "Tracker", 1), (1, "Tracker", 2), (2, "Tracker", 0)]


def test_note_passing_player_notes_nothing_from_a_pack_that_was_added():
    """It was passed by nobody, though the seat has drafted before."""
    does = {"Seeker": [cf.model.AddBooster()], "Tracker": [_S.NOTE_PASSING_PLAYER]}
    seeker = cf.CardSet(cards=[cf.Card(cf.Face("Tracker"), draft_effects=does["Tracker"])])
    state = pick(table(["Seeker a", "b c"], does=does), 0, "Seeker").answer(0, "yes")
    state = state.add_pack(0, draft.DraftCards(seeker).of([cf.CardRef("Tracker")] * 2))
    state = pick(state, 0, "Tracker")
    assert notes(state, "NotePassingPlayer") == []
    state = pick(pick(pick(state, 1, "b"), 1, "a"), 1, "Tracker")
    assert notes(state, "NotePassingPlayer") == [(1, "Tracker", 0)]


@BOTH
def test_note_passing_player_notes_who_passed_without_drafting(rules):
    does = {"Op": [FACE_UP, _S.LEOVOLDS_OPERATIVE], "Tracker": [_S.NOTE_PASSING_PLAYER]}
    state = table(["Op a b c", "d e f g", "h Tracker i j"], does=does, rules=rules)
    state = picks(state, "Op", "d", "h")
    state = pick(state, 0, "i j", using="Op")  # Tracker is left, and goes to seat 1
    state = pick(pick(state, 1, "a"), 1, "Tracker")
    assert notes(state, "NotePassingPlayer") == [(1, "Tracker", 0)]


# NoteDraftedCards


@BOTH
def test_note_drafted_cards_notes_one_two_three(rules):
    does = {"Fire": [REVEAL, _S.NOTE_DRAFTED_CARDS]}
    packs = ["Fire Fire Fire", "Fire Fire Fire"]
    state = table(packs, packs, does=does, rules=rules)
    while not state.is_over:
        state = picks(state, "Fire", "Fire")
    values = [value for seat, _, value in notes(state, "NoteDraftedCards") if seat == 0]
    assert values == [1, 2, 3, 1, 2, 3]


@pytest.mark.parametrize(
    ("rules", "values"), [("cr", [1, 2, 3, 4, 1]), ("draftmancer", [1, 1, 2, 2, 1])]
)
def test_note_drafted_cards_counts_cards_by_the_rules_and_picks_in_draftmancer(rules, values):
    does = {"Fire": [_S.NOTE_DRAFTED_CARDS]}
    packs = ["Fire Fire a b", "c d Fire Fire"], ["Fire e", "f g"]
    state = table(*packs, does=does, rules=rules, picks=[2])
    state = picks(picks(state, "Fire Fire", "c d"), "Fire Fire", "a b")
    state = pick(state, 0, "Fire e")
    assert [value for *_, value in notes(state, "NoteDraftedCards")] == values


@BOTH
def test_note_drafted_cards_counts_additional_cards_or_the_pack_that_was_passed(rules):
    """By the rules three cards and this one, in Draftmancer two picks, a pack passed, and this."""
    does = {"Op": [FACE_UP, _S.LEOVOLDS_OPERATIVE], "Fire": [_S.NOTE_DRAFTED_CARDS]}
    state = table(["Op a b Fire", "c d e f"], does=does, rules=rules)
    state = picks(state, "Op", "c")
    state = pick(state, 0, "d e", using="Op")
    state = pick(state, 1, "a").pass_pack(0)
    state = pick(pick(state, 1, "f"), 1, "b")
    assert front(state, 0) == "Fire"
    state = pick(state, 0, "Fire")
    assert notes(state, "NoteDraftedCards") == [(0, "Fire", 4)]


@BOTH
def test_note_drafted_cards_counts_cards_that_left_the_draft(rules):
    does = {
        "Fire": [_S.NOTE_DRAFTED_CARDS],
        "Firework": [_S.BURN_AFTER_PICKING],
        "Grinder": [FACE_UP, _S.REMOVE_DRAFT_CARD],
    }
    state = table(["Firework a b x", "c Grinder d Fire"], does=does, rules=rules)
    state = picks(picks(state, "Firework", "c"), "Grinder", "a")
    state = pick(pick(state, 0, "b", using="Grinder"), 1, "d")
    state = pick(state, 0, "Fire")
    assert pool(state, 0) == "Grinder Fire"
    assert notes(state, "NoteDraftedCards") == [(0, "Fire", 4)]


# ChooseColors

HALL = {"Hall": [REVEAL, _S.CHOOSE_COLORS]}


def hall(seats=4, **options):
    """A draft in which seat 1 has drafted the Hall."""
    packs = ["a b c", "Hall d e", "f g h", "i j k"][:seats]
    return pick(table(packs, does=HALL, **options), 1, "Hall")


@BOTH
def test_choose_colors_asks_the_right_neighbour_then_the_drafter_then_the_left_one(rules):
    state = hall(rules=rules)
    for seat, color in ((0, "B"), (1, "W"), (2, "G")):
        (question,) = state.questions
        assert (question.seat, question.effect) == (seat, "ChooseColors")
        assert [state.duty(each) == "answer" for each in range(4)] == [s == seat for s in range(4)]
        assert state.view(seat).question == question
        assert state.view(seat).asked_by == "Hall"
        assert state.view(3).question is None
        state = state.answer(seat, color)
    assert state.questions == ()
    assert notes(state, "ChooseColors") == [(1, "Hall", "B"), (1, "Hall", "W"), (1, "Hall", "G")]


def test_choose_colors_offers_colours_that_are_left():
    state = hall()
    assert state.questions[0].options == ("W", "U", "B", "R", "G")
    state = state.answer(0, "B")
    assert state.questions[0].options == ("W", "U", "R", "G")
    state = state.answer(1, "G")
    assert state.questions[0].options == ("W", "U", "R")


def test_choose_colors_the_neighbours_are_those_at_the_table_in_every_round():
    packs = ["a", "b", "c"], ["d", "Hall", "e"]
    state = picks(table(*packs, does=HALL), "a", "b", "c")
    state = pick(state, 1, "Hall")
    assert state.questions[0].seat == 0
    assert state.answer(0).questions[0].seat == 1


def test_choose_colors_at_a_table_of_two_the_neighbour_chooses_twice():
    state = hall(2)
    seats = []
    while state.questions:
        seats.append(state.questions[0].seat)
        state = state.answer(seats[-1])
    assert seats == [0, 1, 0]


@BOTH
def test_choose_colors_leaves_an_answer_that_is_not_given_to_chance(rules):
    seen = Counter()
    for seed in range(150):
        state = hall(seed=seed, rules=rules).answer(0).answer(1).answer(2)
        colors = [value for *_, value in notes(state, "ChooseColors")]
        assert len(set(colors)) == 3
        seen.update(colors)
    assert seen.keys() == set("WUBRG")
    assert all(abs(number - 90) < 5 * 6 for number in seen.values())


def test_choose_colors_by_the_rules_a_colour_is_not_chosen_again():
    state = hall().answer(0, "B")
    message = "seat 1: the answer to ChooseColors can be one of W, U, R, G, not 'B' (CR 905.2)"
    with pytest.raises(cf.DraftError) as caught:
        state.answer(1, "B")
    assert str(caught.value) == message


def test_choose_colors_in_draftmancer_chance_replaces_a_colour_that_is_chosen_again():
    seen = set()
    for seed in range(40):
        state = hall(rules="draftmancer", seed=seed).answer(0, "B").answer(1, "B").answer(2, "B")
        first, *others = [value for *_, value in notes(state, "ChooseColors")]
        assert first == "B"
        assert len({"B", *others}) == 3
        seen |= set(others)
    assert seen == set("WURG")
    assert not hall(rules="draftmancer").can(draft.actions.Answer(0, "purple"))


@BOTH
def test_choose_colors_holds_up_only_the_seat_that_is_asked(rules):
    state = hall(rules=rules)
    assert not state.can(draft.actions.Pick(0, 0))
    state = pick(state, 2, "f")
    assert pool(state, 2) == "f"
    state = pick(state.answer(0, "R"), 0, "a")
    assert pool(state, 0) == "a"


@BOTH
def test_choose_colors_several_at_once_are_answered_in_order(rules):
    state = table(["Hall a", "Hall b", "Hall c"], does=HALL, rules=rules)
    state = pick(pick(state, 0, "Hall"), 1, "Hall")
    assert [(each.seat, each.about) for each in state.questions] == [(2, 0), (0, 1)]
    while state.questions:
        state = state.answer(state.questions[0].seat)
    by_card = Counter(each.card for each in state.notes)
    assert list(by_card.values()) == [3, 3]


# AetherSearcher

SEARCHER = {"Searcher": [REVEAL, _S.AETHER_SEARCHER]}


@BOTH
def test_aether_searcher_reveals_the_next_card_and_notes_its_name(rules):
    state = table(["Searcher a b", "c d e"], does=SEARCHER, rules=rules)
    state = picks(state, "Searcher", "c")
    assert notes(state, "AetherSearcher") == []
    assert learned(state, 0) == ""
    state = pick(state, 0, "e")
    assert notes(state, "AetherSearcher") == [(0, "Searcher", "e")]
    assert "e" in learned(state, 1).split()
    state = pick(pick(state, 1, "a"), 0, "b")
    assert len(notes(state, "AetherSearcher")) == 1


@pytest.mark.parametrize(("rules", "name"), [("cr", "a"), ("draftmancer", "d")])
def test_aether_searcher_the_next_card_of_the_same_pick_counts_by_the_rules(rules, name):
    state = table(["Searcher a b", "c d e f"], does=SEARCHER, rules=rules, picks=[2])
    state = picks(state, "Searcher a", "c f")
    state = pick(state, 0, "d e")
    assert notes(state, "AetherSearcher") == [(0, "Searcher", name)]


@pytest.mark.parametrize("rules", ["cr", "draftmancer"])
def test_aether_searcher_drafted_before_the_card_that_counts(rules):
    state = table(["Searcher a b", "c d e f"], does=SEARCHER, rules=rules, picks=[2])
    state = picks(state, "a Searcher", "c f")
    assert notes(state, "AetherSearcher") == []
    state = pick(state, 0, "e d")
    assert notes(state, "AetherSearcher") == [(0, "Searcher", "e")]


@BOTH
def test_aether_searcher_waits_beyond_a_round(rules):
    state = table(["Searcher", "a"], ["b", "c"], does=SEARCHER, rules=rules)
    state = picks(picks(state, "Searcher", "a"), "b", "c")
    assert notes(state, "AetherSearcher") == [(0, "Searcher", "b")]


@BOTH
def test_aether_searcher_may_find_another_which_waits_in_turn(rules):
    state = table(["Searcher a b", "Searcher c d"], does=SEARCHER, rules=rules)
    state = picks(state, "Searcher", "c")
    state = picks(pick(state, 1, "a"), "Searcher")
    state = pick(state, 0, "b")
    assert notes(state, "AetherSearcher") == [(0, "Searcher", "Searcher"), (0, "Searcher", "b")]
    assert [each.card for each in state.notes] == [0, 3]


@BOTH
def test_aether_searcher_sees_a_card_that_leaves_the_draft(rules):
    does = {**SEARCHER, "Grinder": [FACE_UP, _S.REMOVE_DRAFT_CARD]}
    state = table(["Grinder a b", "Searcher c d"], does=does, rules=rules)
    state = picks(state, "Grinder", "c")
    state = picks(pick(state, 1, "a"), "Searcher")
    state = pick(state, 0, "b", using="Grinder")
    assert notes(state, "AetherSearcher") == [(0, "Searcher", "b")]
    assert pool(state, 0) == "Grinder Searcher"
