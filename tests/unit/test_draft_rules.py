"""Booster drafts by the subrules of CR 905.1 and 905.2, each test named after its own."""

from __future__ import annotations

from collections import Counter

import attrs
import pytest

import cardformats as cf
from cardformats import draft
from tests.draft_tables import (
    BOTH,
    added,
    card,
    front,
    learned,
    named,
    names,
    outcomes,
    pick,
    picks,
    play_out,
    pool,
    table,
)

_S = cf.model.SimpleEffect
FACE_UP, REVEAL = _S.FACE_UP, _S.REVEAL

ROUND = ["Ash Bay Cob", "Dew Elm Fig", "Gum Hop Ivy"]


# 905.1a


def test_905_1a_each_player_opens_a_pack():
    state = table(ROUND)
    assert [front(state, seat) for seat in range(3)] == ROUND
    assert [state.duty(seat) for seat in range(3)] == ["pick"] * 3
    assert [each.packs[0].passer for each in state.seats] == [None] * 3


def test_905_1a_each_player_drafts_one_card_and_passes_the_rest_to_the_next():
    state = picks(table(ROUND), "Bay", "Elm", "Hop")
    assert [pool(state, seat) for seat in range(3)] == ["Bay", "Elm", "Hop"]
    assert [front(state, seat) for seat in range(3)] == ["Gum Ivy", "Ash Cob", "Dew Fig"]
    assert [each.packs[0].passer for each in state.seats] == [2, 0, 1]


def test_905_1a_a_round_goes_on_until_all_its_cards_are_drafted():
    state = table(ROUND, ["x", "y", "z"])
    for lap in (["Ash", "Dew", "Gum"], ["Hop", "Bay", "Elm"], ["Fig", "Ivy"]):
        state = picks(state, *lap)
        assert state.round == 0
    state = pick(state, 2, "Cob")
    assert state.round == 1
    assert [front(state, seat) for seat in range(3)] == ["x", "y", "z"]
    assert [pool(state, seat) for seat in range(3)] == ["Ash Hop Fig", "Dew Bay Ivy", "Gum Elm Cob"]


def test_905_1a_a_draft_of_three_rounds():
    state = table(["a b", "c d"], ["e f", "g h"], ["i j", "k l"])
    state = play_out(state)
    assert state.round == 3
    began = [
        each.round
        for r in state.log
        for each in r.outcomes
        if type(each) is draft.outcomes.RoundBegan
    ]
    assert began == [0, 1, 2]
    assert outcomes(state, draft.outcomes.Ended)
    assert sorted((pool(state, 0) + " " + pool(state, 1)).split()) == list("abcdefghijkl")


# 905.1b


@pytest.mark.parametrize("pace", ["queue", "lockstep"])
def test_905_1b_packs_are_passed_to_the_left_then_to_the_right_then_to_the_left(pace):
    state = table(*[["a a", "b b", "c c"]] * 3, pace=pace)
    for number, expected in enumerate((["c", "a", "b"], ["b", "c", "a"], ["c", "a", "b"])):
        assert state.round == number
        state = picks(state, "a", "b", "c")
        assert [front(state, seat) for seat in range(3)] == expected
        state = picks(state, *expected)
    assert state.is_over


@pytest.mark.parametrize(
    ("directions", "passers"),
    [
        (["left", "left"], [2, 2]),
        (["right", "right"], [1, 1]),
        (["right", "left"], [1, 2]),
        (["alternate", "alternate"], [2, 1]),
        (["right"], [1, 1]),
    ],
)
def test_905_1b_unless_the_event_says_otherwise(directions, passers):
    event = cf.model.Event([cf.model.Round(direction=each) for each in directions])
    state = table(*[["a a", "b b", "c c"]] * 2, event=event)
    for passer in passers:
        state = picks(state, "a", "b", "c")
        assert state.seats[0].packs[0].passer == passer
        state = picks(state, *[front(state, seat) for seat in range(3)])
    assert state.is_over


# 905.1c

SECRETS = ["Aspen Birch Cedar", "Drake Egret Finch", "Garnet Hyalite Iolite"]


def known(state, seat):
    """All names that a seat's view and its log say anything about."""
    everything = {each.name for each in state.cards}
    told = repr((state.view(seat), state.log_for(seat)))
    return {name for name in everything if f"'{name}'" in told}


def test_905_1c_a_player_sees_the_pack_in_front_of_it_and_its_own_cards_only():
    state = table(SECRETS)
    assert known(state, 0) == {"Aspen", "Birch", "Cedar"}
    state = picks(state, "Birch", "Egret", "Iolite")
    assert known(state, 0) == {"Birch", "Garnet", "Hyalite"}
    assert known(state, 1) == {"Egret", "Aspen", "Cedar"}
    assert known(state, 2) == {"Iolite", "Drake", "Finch"}


def test_905_1c_packs_further_back_in_the_queue_are_not_seen():
    state = pick(table(SECRETS), 0, "Aspen")
    assert len(state.seats[1].packs) == 2
    assert known(state, 1) == {"Drake", "Egret", "Finch"}
    assert state.view(0).seats[1].packs == (3, 2)  # all see how many there are, and how large


def test_905_1c_in_lock_step_a_pack_is_seen_when_it_is_passed():
    state = pick(table(SECRETS, pace="lockstep"), 0, "Aspen")
    assert known(state, 0) == {"Aspen"}
    assert known(state, 1) == {"Drake", "Egret", "Finch"}


def test_905_1c_burned_cards_are_known_to_who_burned_them():
    state = table(SECRETS, burns=[1])
    state = pick(state, 0, "Aspen", burns="Cedar")
    assert known(state, 0) == {"Aspen", "Cedar"}
    assert known(state, 1) == {"Drake", "Egret", "Finch"}
    assert known(state, 2) == {"Garnet", "Hyalite", "Iolite"}


def test_905_1c_cards_discarded_from_a_pack_are_known_to_nobody():
    state = pick(table(SECRETS, discard_at=2), 0, "Aspen")
    assert names(state, state.burned) == "Birch Cedar"
    assert known(state, 0) == {"Aspen"}


def test_905_1c_revealed_and_face_up_cards_are_seen_by_all():
    does = {"Birch": [FACE_UP], "Egret": [REVEAL]}
    state = picks(table(SECRETS, does=does), "Birch", "Egret", "Iolite")
    assert known(state, 2) == {"Birch", "Egret", "Iolite", "Drake", "Finch"}


# 905.1d


@BOTH
def test_905_1d_the_pool_is_what_was_drafted_and_is_still_there(rules):
    does = {
        "Librarian": [FACE_UP, _S.COGWORK_LIBRARIAN],
        "Grinder": [FACE_UP, _S.REMOVE_DRAFT_CARD],
        "Firework": [_S.BURN_AFTER_PICKING, cf.model.AddCards([cf.CardRef("Gift")])],
    }
    packs = ["Librarian x y a", "Firework b c d"], ["Grinder e", "f g"]
    state = table(*packs, does=does, rules=rules)
    state = picks(state, "Librarian", "Firework")
    state = pick(state, 0, "b c", using="Librarian")
    for lap in (["y", "x"], ["d", "Librarian"]):
        state = picks(pick(state, 1, lap[1]), lap[0])
    state = picks(pick(state, 1, "a"), "Grinder", "f")
    state = pick(pick(state, 0, "g", using="Grinder"), 1, "e")
    assert state.is_over
    assert [each.name for each in state.pool(0)] == ["b", "c", "y", "d", "Grinder"]
    assert [each.name for each in state.pool(1)] == ["Gift", "x", "Librarian", "a", "f", "e"]


# 905.2


def test_905_2_another_card_of_an_official_name_does_nothing_unless_it_says_so():
    def effects(*own, name="Regicide"):
        return draft.DraftCards(cf.CardSet(cards=own)).of([cf.CardRef(name)])[0].effects

    official = (REVEAL, cf.model.SimpleEffect.CHOOSE_COLORS)
    other = cf.Face("Regicide", "{1}{B}", types="Sorcery", text="Destroy target creature.")
    assert effects() == official
    assert effects(cf.Card(other)) == ()
    assert effects(cf.Card(other, draft_effects=[FACE_UP])) == (FACE_UP,)
    # formats without draft effects have the card, with its text, or only its name
    same = attrs.evolve(other, text="Reveal this card as you draft it.")
    assert effects(cf.Card(same)) == official
    assert effects(cf.Card(cf.Face("Regicide"))) == official


def test_905_2_what_a_card_does_is_said_by_the_set_or_by_the_official_card_of_its_name():
    own = cf.CardSet(cards=[card("Regicide", [FACE_UP]), card("Lore Seeker")])
    refs = [cf.CardRef(name) for name in ("Regicide", "Lore Seeker", "Cogwork Spy", "Marsh Eel")]
    effects = [each.effects for each in draft.DraftCards(own).of(refs)]
    spy = (REVEAL, cf.model.OtherEffect("CogworkSpy"))
    assert effects == [(FACE_UP,), (REVEAL, cf.model.AddBooster()), spy, ()]
    effects = [each.effects for each in draft.DraftCards(own, official=False).of(refs)]
    assert effects == [(FACE_UP,), (), (), ()]


def test_905_2_what_a_card_is_comes_from_the_set_and_then_from_a_catalog():
    own = cf.CardSet(cards=[card("Elf", kind="Creature - Elf")])
    others = [card("Elf", kind="Land"), card("Ogre", kind="Creature - Ogre Rogue")]
    catalog = cf.CardSet(cards=others)
    refs = [cf.CardRef("Elf"), cf.CardRef("Ogre"), cf.CardRef("Eel")]
    elf, ogre, eel = draft.DraftCards(own, catalog).of(refs)
    assert (elf.types, elf.subtypes) == (("Creature",), ("Elf",))
    assert (ogre.types, ogre.subtypes) == (("Creature",), ("Ogre", "Rogue"))
    assert (eel.types, eel.subtypes) == (None, ())


# 905.2a


def last_cards_at_once(seed):
    """Seats 0 and 1 pass a last card each, at the same time, to seat 2, which drafted a Dredger."""
    does = {"Dredger": [FACE_UP, _S.CANAL_DREDGER]}
    state = table(["a b", "c d", "Dredger e"], does=does, seed=seed)
    state = pick(state, 2, "Dredger")
    return state.together([named(state, 0, "a"), named(state, 1, "c")])


def test_905_2a_actions_at_the_same_time_are_taken_in_a_random_order():
    seen = Counter()
    for seed in range(200):
        packs = last_cards_at_once(seed).seats[2].packs
        seen[" ".join(str(pack.number) for pack in packs)] += 1
    assert seen.keys() == {"2 0 1", "2 1 0"}
    assert abs(seen["2 0 1"] - 100) < 5 * 7.1


def test_905_2a_the_order_is_part_of_the_draft():
    state = last_cards_at_once(1)
    assert last_cards_at_once(1) == state
    assert draft.replay(state.log) == state
    assert len(state.log) == 3


def test_905_2a_of_three_actions_every_order_comes_up():
    seen = Counter()
    for seed in range(240):
        state = table(ROUND, seed=seed)
        state = state.together([named(state, s, each.split()[0]) for s, each in enumerate(ROUND)])
        seen[tuple(each.seat for each in outcomes(state, draft.outcomes.Drafted))] += 1
    assert len(seen) == 6
    assert all(abs(number - 40) < 5 * 5.8 for number in seen.values())


def test_905_2a_what_the_first_action_forbids_the_second_is_left_out():
    """Seat 1 has to name a colour before it drafts, if seat 2 has drafted by then."""
    does = {"Gum": [REVEAL, _S.CHOOSE_COLORS]}
    refused = 0
    for seed in range(20):
        state = table(ROUND, does=does, seed=seed)
        state = state.together([named(state, 1, "Elm"), named(state, 2, "Gum")])
        assert pool(state, 2) == "Gum"
        if pool(state, 1):
            assert not outcomes(state, draft.outcomes.Refused)
        else:
            refused += 1
            (told,) = outcomes(state, draft.outcomes.Refused)
            assert told.seat == 1
            assert told.reason == "seat 1: has to answer what 'Gum' asks first (CR 905.2)"
            assert told in state.log_for(1)[-1].outcomes
            assert draft.outcomes.Refused(1, "") in state.log_for(0)[-1].outcomes
        assert draft.replay(state.log) == state
    assert 0 < refused < 20


# 905.2b


@BOTH
def test_905_2b_a_card_is_revealed_its_information_noted_and_it_lies_face_down(rules):
    does = {"Drake": [REVEAL, _S.NOTE_DRAFTED_CARDS]}
    state = pick(table(SECRETS, does=does, rules=rules), 1, "Drake")
    for seat in range(3):
        assert learned(state, seat).split()[-1] == "Drake"
        assert state.view(seat).seats[1].face_up == {}
    assert pool(state, 1) == "Drake"
    (noted,) = outcomes(state, draft.outcomes.Noted)
    assert noted.note == draft.Note(1, 3, "NoteDraftedCards", 1)


@BOTH
def test_905_2b_all_may_look_at_what_was_noted_at_any_time(rules):
    does = {"Drake": [REVEAL, _S.NOTE_DRAFTED_CARDS]}
    state = pick(table(SECRETS, does=does, rules=rules), 1, "Drake")
    expected = (draft.PublicNote(1, "Drake", "NoteDraftedCards", 1),)
    for later in (state, play_out(state)):
        assert [later.view(seat).notes for seat in range(3)] == [expected] * 3


# 905.2c


@BOTH
def test_905_2c_a_card_drafted_face_up_is_so_until_the_draft_is_complete(rules):
    state = table(*[SECRETS] * 2, does={"Drake": [FACE_UP]}, rules=rules)
    state = pick(state, 1, "Drake")
    (number,) = state.seats[1].face_up
    while not state.is_over:
        for seat in range(3):
            shown = state.view(seat).seats[1].face_up
            assert shown[number].name == "Drake"
        state = picks_one(state)
    assert all(state.view(seat).seats[1].face_up == {} for seat in range(3))
    assert "Drake" in pool(state, 1)


def picks_one(state):
    """The state after one more pick, of the first card."""
    seat = next(seat for seat in range(len(state.seats)) if state.duty(seat) == "pick")
    return state.pick(seat, state.seats[seat].packs[0].cards[0])


def test_905_2c_an_added_pack_is_seen_by_the_seat_that_adds_it_first():
    state = table(["Seeker a", "b c"], does={"Seeker": [cf.model.AddBooster()]})
    state = added(pick(state, 0, "Seeker").answer(0, "yes"), 0, "Quartz Topaz")
    assert {"Quartz", "Topaz"} <= known(state, 0)
    assert not {"Quartz", "Topaz"} & known(state, 1)
