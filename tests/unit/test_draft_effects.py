"""Effects as a card is drafted: each test is named after its effect."""

from __future__ import annotations

from collections import Counter

import pytest

import cardformats as cf
from cardformats import draft
from tests.draft_tables import (
    BOTH,
    added,
    burned,
    face_up,
    front,
    learned,
    names,
    notes,
    outcomes,
    pick,
    picks,
    play_out,
    pool,
    table,
)

_S = cf.SimpleEffect
FACE_UP, REVEAL = _S.FACE_UP, _S.REVEAL
TWO_PICKS = cf.Event([cf.Round(picks=[2])])


# FaceUp, Reveal


@BOTH
def test_face_up_shows_the_card_to_all(rules):
    state = table(["Spy a", "b c"], does={"Spy": [FACE_UP]}, rules=rules)
    state = pick(state, 0, "Spy")
    assert outcomes(state, draft.TurnedUp) == [draft.TurnedUp(0, 0)]
    for seat in range(2):
        assert names(state, state.view(seat).seats[0].face_up) == "Spy"
        assert "Spy" in learned(state, seat)


@BOTH
def test_reveal_tells_all_once(rules):
    state = table(["Spy a", "b c"], does={"Spy": [REVEAL]}, rules=rules)
    state = pick(state, 0, "Spy")
    assert outcomes(state, draft.Revealed) == [draft.Revealed(0, 0)]
    for seat in range(2):
        assert state.view(seat).seats[0].face_up == {}
        assert "Spy" in learned(state, seat)


@BOTH
def test_a_card_without_effects_is_not_told(rules):
    state = pick(table(["a b", "c d"], rules=rules), 0, "a")
    assert learned(state, 0) == "a"
    assert learned(state, 1) == ""
    assert state.log_for(1)[-1].outcomes[0] == draft.Drafted(0, (), 1, 0)


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
    does = {"Seeker": [cf.AddBooster()], "Tracker": [_S.NOTE_PASSING_PLAYER]}
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
    state = table(*packs, does=does, rules=rules, event=TWO_PICKS)
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
    for seed in range(300):
        state = hall(seed=seed, rules=rules).answer(0).answer(1).answer(2)
        colors = [value for *_, value in notes(state, "ChooseColors")]
        assert len(set(colors)) == 3
        seen.update(colors)
    assert seen.keys() == set("WUBRG")
    assert all(abs(number - 180) < 5 * 8.5 for number in seen.values())


def test_choose_colors_by_the_rules_a_colour_is_not_chosen_again():
    state = hall().answer(0, "B")
    message = "seat 1: ChooseColors is answered by one of W, U, R, G, not 'B' (CR 905.2)"
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
    assert not hall(rules="draftmancer").can_answer(0, "purple")


@BOTH
def test_choose_colors_holds_up_only_the_seat_that_is_asked(rules):
    state = hall(rules=rules)
    assert not state.can_pick(0, 0)
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
    state = table(["Searcher a b", "c d e f"], does=SEARCHER, rules=rules, event=TWO_PICKS)
    state = picks(state, "Searcher a", "c f")
    state = pick(state, 0, "d e")
    assert notes(state, "AetherSearcher") == [(0, "Searcher", name)]


@pytest.mark.parametrize("rules", ["cr", "draftmancer"])
def test_aether_searcher_drafted_before_the_card_that_counts(rules):
    state = table(["Searcher a b", "c d e f"], does=SEARCHER, rules=rules, event=TWO_PICKS)
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


# CanalDredger

DREDGER = {"Dredger": [FACE_UP, _S.CANAL_DREDGER]}


@pytest.mark.parametrize("pace", ["queue", "lockstep"])
@BOTH
def test_canal_dredger_gets_the_last_card_of_every_pack(rules, pace):
    state = table(["Dredger a b", "c d e", "f g h"], does=DREDGER, rules=rules, pace=pace)
    state = picks(state, "Dredger", "c", "f")
    state = picks(state, "g", "a", "d")
    assert [front(state, seat) for seat in range(3)] == ["h", None, None]
    assert [len(each.packs) for each in state.seats] == [3, 0, 0]
    state = play_out(state)
    assert sorted(pool(state, 0).split()) == ["Dredger", "b", "e", "g", "h"]


@BOTH
def test_canal_dredger_goes_on_in_later_rounds(rules):
    state = table(["Dredger", "a"], ["b c", "d e"], does=DREDGER, rules=rules)
    state = play_out(state)
    assert pool(state, 0) == "Dredger b c e"
    assert pool(state, 1) == "a d"


@BOTH
def test_canal_dredger_counts_from_the_pick_on(rules):
    """The pick that takes it may leave the last card, which its seat keeps."""
    state = pick(table(["Dredger a", "b c"], does=DREDGER, rules=rules), 0, "Dredger")
    assert front(state, 0) == "a"
    assert [each.to for each in outcomes(state, draft.Passed)] == [0]


def two_dredgers(**options):
    """Seats 0 and 1 have drafted a Dredger; seat 2 has drafted, and seat 1 has the pack a b."""
    packs = ["Dredger a b", "Dredger c d", "e f g"]
    return picks(table(packs, does=DREDGER, **options), "Dredger", "Dredger", "e")


@pytest.mark.parametrize("pace", ["queue", "lockstep"])
@pytest.mark.parametrize("to", [0, 1])
@BOTH
def test_canal_dredger_of_several_the_passer_chooses(rules, to, pace):
    state = two_dredgers(rules=rules, pace=pace)
    state = pick(state, 2, "c")
    (question,) = state.questions
    assert (question.seat, question.effect, question.options) == (2, "CanalDredger", ("0", "1"))
    assert front(state, 2) == "d"
    assert not state.can_answer(2, "2")
    assert not state.can_pick(2, 0)
    state = state.answer(2, str(to))
    assert front(state, 2) is None
    seat = state.seats[to]
    assert names(state, (*seat.packs, *seat.coming)[-1].cards) == "d"


@BOTH
def test_canal_dredger_an_owner_that_passes_may_keep_the_card(rules):
    state = pick(two_dredgers(rules=rules), 1, "a")
    state = state.answer(1, "1")
    assert front(state, 1) == "b"
    state = pick(state, 1, "b")
    assert pool(state, 1) == "Dredger a b"


@BOTH
def test_canal_dredger_chance_chooses_when_nobody_does(rules):
    seen = Counter()
    for seed in range(200):
        state = pick(two_dredgers(rules=rules, seed=seed), 2, "c").answer(2)
        seen.update(each.to for each in outcomes(state, draft.Passed))
    assert seen.keys() == {0, 1}
    assert abs(seen[0] - 100) < 5 * 7.1


@BOTH
def test_canal_dredger_two_of_one_seat_are_as_one(rules):
    state = table(["Dredger a b c", "Dredger d e f"], does=DREDGER, rules=rules)
    state = picks(state, "Dredger", "d")
    state = picks(state, "Dredger", "a")
    state = picks(state, "b", "e")
    assert state.questions == ()
    assert [len(each.packs) for each in state.seats] == [2, 0]


@BOTH
def test_canal_dredger_of_a_seat_that_is_out_gets_no_last_card(rules):
    does = {**DREDGER, "Agent": [FACE_UP, _S.AGENT_OF_ACQUISITIONS]}
    state = table(["Dredger a b c", "d e f g", "Agent h i j"], does=does, rules=rules)
    state = picks(picks(state, "Dredger", "d", "h"), "Agent", "a", "e")
    state = pick(state, 0, "f g", using="Agent")
    state = pick(pick(state, 1, "i"), 2, "b")
    assert [front(state, seat) for seat in range(3)] == ["c", None, "j"]
    assert front(state.pass_pack(0), 1) == "c"


@BOTH
def test_canal_dredger_a_card_that_is_discarded_goes_to_nobody(rules):
    state = table(["Dredger a b", "c d e"], does=DREDGER, rules=rules, discard_at=1)
    state = play_out(state)
    assert burned(state) == "e b"
    assert [pool(state, seat) for seat in range(2)] == ["Dredger d", "c a"]


def test_canal_dredger_says_who_gets_the_card_before_a_pack_is_added():
    """Else the added pack would be in front, and be passed for the last card."""
    does = {**DREDGER, "Seeker": [cf.AddBooster()]}
    state = table(["Dredger a b", "Dredger c Seeker"], does=does)
    state = picks(state, "Dredger", "Dredger")
    state = pick(state, 0, "Seeker")
    assert [each.effect for each in state.questions] == ["CanalDredger", "AddBooster"]
    state = added(state.answer(0, "1").answer(0, "yes"), 0, "x y")
    assert front(state, 0) == "x y"
    assert [names(state, each.cards) for each in state.seats[1].packs] == ["a b", "c"]


# ArchdemonOfPaliano

ARCHDEMON = {"Archdemon": [FACE_UP, _S.ARCHDEMON_OF_PALIANO]}


def archdemon(size=6, **options):
    """Seat 0 has drafted the Archdemon; every seat has a pack of *size* - 1 cards."""
    packs = ["Archdemon " + " ".join("abcdefghi"[: size - 1]), " ".join("jklmnopqr"[:size])]
    return picks(table(packs, does=ARCHDEMON, **options), "Archdemon", "j")


@BOTH
def test_archdemon_of_paliano_hides_the_pack(rules):
    state = archdemon(rules=rules)
    view = state.view(0)
    assert (view.is_blind, view.pack, view.pack_size, view.to_pick) == (True, {}, 5, 1)
    assert not any(f"'{name}'" in repr(view) for name in "klmno")
    assert state.view(1).is_blind is False


@BOTH
def test_archdemon_of_paliano_makes_three_cards_random_and_is_turned_down(rules):
    state = archdemon(rules=rules)
    for number in range(3):
        assert state.view(0).is_blind
        assert face_up(state, 0) == "Archdemon"
        message = "seat 0: drafts at random and cannot choose (CR 905.2)"
        with pytest.raises(cf.DraftError) as caught:
            state.pick(0, state.seats[0].packs[0].cards[0])
        assert str(caught.value) == message
        state = state.pick(0)
        (drafted,) = outcomes(state, draft.Drafted)
        assert (drafted.at_random, drafted.count) == (True, 1)
        assert learned(state, 0).split()[0] == pool(state, 0).split()[-1]
        state = pick(state, 1, front(state, 1).split()[0])
        assert len(state.seats[0].pool) == number + 2
    assert face_up(state, 0) == ""
    assert not state.view(0).is_blind
    assert not state.can_pick(0)
    state = pick(state, 0, front(state, 0).split()[-1])
    assert not outcomes(state, draft.Drafted)[0].at_random


@BOTH
def test_archdemon_of_paliano_every_card_is_as_likely(rules):
    seen = Counter(pool(archdemon(seed=s, rules=rules).pick(0), 0).split()[1] for s in range(500))
    assert seen.keys() == set("klmno")
    assert all(abs(number - 100) < 5 * 9 for number in seen.values())


@BOTH
def test_archdemon_of_paliano_hides_the_last_card_that_its_seat_passes(rules):
    does = {**ARCHDEMON, **DREDGER}
    state = table(["Archdemon x", "Dredger a b", "Dredger c d"], does=does, rules=rules)
    state = picks(state, "Archdemon", "Dredger", "Dredger")
    state = pick(state.pick(0), 2, "a")
    blind, seeing = (state.view(seat).question for seat in (0, 2))
    assert (blind.options, blind.about) == (("1", "2"), None)
    assert names(state, [seeing.about]) == "b"
    assert state.view(0).pack == {}
    assert names(state, state.view(2).pack) == "b"


@BOTH
def test_archdemon_of_paliano_burns_at_random_too(rules):
    event = cf.Event([cf.Round(burns=[1])])
    seen = Counter()
    for seed in range(300):
        packs = ["Archdemon b c", "d e f g"]
        state = table(packs, does=ARCHDEMON, event=event, seed=seed, rules=rules)
        state = pick(pick(state, 1, "d", "e"), 0, "Archdemon", "b").pick(0)
        seen[pool(state, 0).split()[1], burned(state).split()[-1]] += 1
    assert seen.keys() == {("f", "g"), ("g", "f")}
    assert abs(seen["f", "g"] - 150) < 5 * 8.7


@pytest.mark.parametrize(("rules", "at_random"), [("cr", [2]), ("draftmancer", [2, 2])])
def test_archdemon_of_paliano_counts_cards_not_picks(rules, at_random):
    """By the rules the second card of its own pick counts, which was chosen before."""
    packs = ["Archdemon a b c d e f g", "h i j k l m n o"]
    state = table(packs, does=ARCHDEMON, rules=rules, event=TWO_PICKS)
    state = picks(state, "Archdemon a", "h i")
    for _ in at_random:
        assert state.view(0).is_blind
        state = state.pick(0)
        assert outcomes(state, draft.Drafted)[0].count == 2
        state = pick(state, 1, " ".join(front(state, 1).split()[:2]))
    assert not state.view(0).is_blind


@BOTH
def test_archdemon_of_paliano_two_count_each_for_itself(rules):
    state = table(["Archdemon a", "b Archdemon"], ["c d e", "f g h"], does=ARCHDEMON, rules=rules)
    state = pick(picks(state, "Archdemon", "b"), 1, "a").pick(0)
    assert pool(state, 0) == "Archdemon Archdemon"
    assert [each.left for each in state.standing] == [2, 3]
    state = pick(state.pick(0), 1, "f").pick(0)
    assert face_up(state, 0) == "Archdemon"
    assert state.seats[0].face_up == (3,)
    assert state.view(0).is_blind


@BOTH
def test_archdemon_of_paliano_goes_on_in_the_next_round(rules):
    packs = ["Archdemon", "a"], ["b c d e", "f g h i"]
    state = picks(table(*packs, does=ARCHDEMON, rules=rules), "Archdemon", "a")
    assert state.round == 1
    assert state.view(0).is_blind
    assert state.view(0).pack == {}


@BOTH
def test_archdemon_of_paliano_with_a_librarian_drafts_two_cards_at_random(rules):
    does = {**ARCHDEMON, "Librarian": [FACE_UP, _S.COGWORK_LIBRARIAN]}
    state = table(["Librarian a b c", "Archdemon d e f"], does=does, rules=rules)
    state = picks(state, "Librarian", "d")
    state = picks(pick(state, 1, "a"), "Archdemon")
    state = state.pick(0, using=state.seats[0].pool[0])
    assert sorted(pool(state, 0).split()) == ["Archdemon", "b", "c"]
    assert [each.left for each in state.standing] == [1]


@BOTH
def test_archdemon_of_paliano_lets_use_what_does_not_need_to_see_the_pack(rules):
    """Whether the card that chance brings is a creature is known when it is drafted."""
    does = {**ARCHDEMON, "Captain": [FACE_UP, _S.NOTE_CREATURE_NAME]}
    packs = ["Captain a b", "Archdemon c d"]
    kinds = {"a": "Land", "b": "Creature - Elf"}
    state = table(packs, does=does, kinds=kinds, rules=rules)
    state = picks(picks(state, "Captain", "c"), "Archdemon", "a")
    (use,) = state.view(0).usable
    assert (use.card, use.first) == (0, ())
    state = state.pick(0, using=0)
    assert notes(state, "NoteCreatureName") == [(0, "Captain", "b")]


# BurnAfterPicking


@BOTH
def test_burn_after_picking_takes_the_card_away_and_it_was_drafted_all_the_same(rules):
    does = {"Firework": [_S.BURN_AFTER_PICKING]}
    state = pick(table(["Firework a", "b c"], does=does, rules=rules), 0, "Firework")
    assert pool(state, 0) == ""
    assert burned(state) == "Firework"
    assert outcomes(state, draft.Drafted) == [draft.Drafted(0, (0,), 1, 0)]
    assert outcomes(state, draft.Burned) == [draft.Burned(0, (0,), 1)]
    assert (state.seats[0].picks, state.seats[0].drafted) == (1, 1)
    assert learned(state, 1) == ""


@pytest.mark.parametrize("at_end", [True, False])
@pytest.mark.parametrize("effect", ["FaceUp", "CanalDredger", "ArchdemonOfPaliano"])
@BOTH
def test_burn_after_picking_leaves_what_goes_on_but_not_the_card(rules, effect, at_end):
    effects = [_S(effect), _S.BURN_AFTER_PICKING]
    does = {"Firework": effects if at_end else effects[::-1]}
    state = table(["Firework a", "b c"], does=does, rules=rules)
    state = pick(state, 0, "Firework")
    assert face_up(state, 0) == ""
    assert burned(state) == "Firework"
    assert [each.effect for each in state.standing] == ([effect] if effect != "FaceUp" else [])
    assert state.view(0).is_blind == (effect == "ArchdemonOfPaliano")


@BOTH
def test_burn_after_picking_on_a_librarian_leaves_nothing_to_use(rules):
    does = {"Librarian": [FACE_UP, _S.COGWORK_LIBRARIAN, _S.BURN_AFTER_PICKING]}
    state = table(["Librarian a b", "c d e"], does=does, rules=rules)
    state = picks(state, "Librarian", "c")
    assert state.view(0).usable == ()
    with pytest.raises(cf.DraftError) as caught:
        state.pick(0, [4, 5], using=0)
    assert str(caught.value) == "seat 0: card 0 is not in its pool (CR 905.2)"
