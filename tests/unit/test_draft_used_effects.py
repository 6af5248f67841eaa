"""Effects that a seat uses while it drafts: each test is named after its effect."""

from __future__ import annotations

import pytest

import cardformats as cf
from cardformats import draft
from tests.draft_tables import (
    BOTH,
    burned,
    card,
    face_up,
    front,
    learned,
    named,
    names,
    notes,
    outcomes,
    pick,
    picks,
    play_out,
    pool,
    table,
)

_S = cf.model.SimpleEffect
FACE_UP = _S.FACE_UP
LIBRARIAN = {"Librarian": [FACE_UP, _S.COGWORK_LIBRARIAN]}
AGENT = {"Agent": [FACE_UP, _S.AGENT_OF_ACQUISITIONS]}
OPERATIVE = {"Operative": [FACE_UP, _S.LEOVOLDS_OPERATIVE]}
GRINDER = {"Grinder": [FACE_UP, _S.REMOVE_DRAFT_CARD]}


def refusal(state, seat, *what, **more):
    """Why a pick is refused."""
    with pytest.raises(cf.DraftError) as caught:
        pick(state, seat, *what, **more)
    assert not state.can(named(state, seat, *what, **more))
    return str(caught.value)


# RemoveDraftCard


@BOTH
def test_remove_draft_card_removes_the_picks_and_stays_as_it_is(rules):
    state = table(["Grinder a b", "c d e"], does=GRINDER, rules=rules)
    state = picks(state, "Grinder", "c")
    state = pick(state, 0, "d", using="Grinder")
    assert pool(state, 0) == "Grinder"
    assert face_up(state, 0) == "Grinder"
    assert [(names(state, [r.card]), r.by, r.seat) for r in state.removals] == [("d", 0, 0)]
    assert outcomes(state, draft.outcomes.Removed) == [draft.outcomes.Removed(0, (4,), 1, by=0)]
    state = pick(pick(state, 1, "a"), 0, "b", using="Grinder")
    assert names(state, state.view(0).removed) == "d b"
    assert state.view(1).seats[0].removed == 2


@BOTH
def test_remove_draft_card_is_face_down_for_the_others(rules):
    state = table(["Grinder a b", "c d e"], does=GRINDER, rules=rules)
    state = pick(picks(state, "Grinder", "c"), 0, "d", using="Grinder")
    assert learned(state, 0) == "d"
    assert learned(state, 1) == ""
    assert state.view(1).removed == {}


def test_remove_draft_card_by_draftmancers_rules_removes_all_cards_of_the_pick():
    state = table(["Grinder a b", "c d e"], does=GRINDER, rules="draftmancer", picks=[1, 2])
    state = picks(state, "Grinder", "c")
    for removing in "", "d e":
        after = pick(state, 0, "d e", using="Grinder", removing=removing)
        assert names(after, after.view(0).removed) == "d e"
    assert refusal(state, 0, "d e", using="Grinder", removing="d") == (
        "seat 0: by Draftmancer's rules a pick is removed as a whole"
    )


@pytest.mark.parametrize(
    ("removing", "kept", "removed"), [("", "e", "d"), ("d", "e", "d"), ("e", "d", "e")]
)
def test_remove_draft_card_removes_one_card_of_the_pick_or_those_that_are_named(
    removing, kept, removed
):
    does = {**GRINDER, **LIBRARIAN}
    state = table(["Grinder a d e", "Librarian c b f"], does=does)
    state = picks(state, "Grinder", "c")
    state = picks(state, "Librarian", "a")
    state = pick(state, 0, "d e", using="Grinder Librarian", removing=removing)
    assert names(state, state.view(0).removed) == removed
    assert pool(state, 0) == f"Grinder {kept}"


def test_what_is_removed_is_drafted_with_a_card_that_removes():
    state = picks(table(["Grinder a b c", "d e f g"], does=GRINDER, picks=[1, 2]), "Grinder", "d")
    front_card = state.seats[0].packs[0].cards
    e, f, g = front_card
    tried = {
        draft.actions.Pick(
            0, [e, f], removing=[e]
        ): "uses no card that removes others from the draft",
        draft.actions.Pick(0, [e, f], (), [0], [e, e]): "the same card is named twice",
        draft.actions.Pick(0, [e, f], (), [0], [g]): "removes a card that is not drafted",
        draft.actions.Pick(0, [e, f], (), [0], [True]): "a card is named by its number, not True",
    }
    for action, reason in tried.items():
        with pytest.raises(cf.DraftError) as caught:
            state.do(action)
        assert caught.value.reason == reason
    after = state.do(draft.actions.Pick(0, [e, f], (), [0], [e, f]))
    assert names(after, after.view(0).removed) == "e f"


HALL = {
    "Hall": [
        _S.REVEAL,
        _S.CHOOSE_COLORS,
        cf.model.AddCards([cf.CardRef("Gift")]),
        cf.model.AddBooster(),
    ]
}


def test_remove_draft_card_by_draftmancers_rules_keeps_what_the_card_would_do_from_happening():
    state = table(["Grinder a b", "c Hall d"], does={**GRINDER, **HALL}, rules="draftmancer")
    state = pick(picks(state, "Grinder", "c"), 0, "Hall", using="Grinder")
    assert (state.questions, state.orders, pool(state, 0)) == ((), (), "Grinder")
    assert outcomes(state, draft.outcomes.Revealed) == []


# TrackRemovedCardsNames, TrackRemovedCardsSubtypes, CogworkGrinder


@BOTH
def test_track_removed_cards_names_shows_them_to_all(rules):
    does = {"Animus": [FACE_UP, _S.REMOVE_DRAFT_CARD, _S.TRACK_REMOVED_CARDS_NAMES]}
    state = table(["Animus a b", "c d e"], does=does, rules=rules)
    state = pick(picks(state, "Animus", "c"), 0, "d", using="Animus")
    state = pick(pick(state, 1, "a"), 0, "b", using="Animus")
    assert notes(state, "TrackRemovedCardsNames") == [(0, "Animus", "d"), (0, "Animus", "b")]
    assert [each.value for each in state.view(1).notes] == ["d", "b"]
    assert outcomes(state, draft.outcomes.Removed) == [
        draft.outcomes.Removed(0, (2,), 1, by=0, is_face_up=True)
    ]
    for seat in 0, 1:
        assert names(state, state.view(seat).seats[0].removed_face_up) == "d b"
        assert learned(state, seat).split()[0] == "b"


def test_of_what_is_removed_face_up_all_know_the_printing_and_the_finish():
    does = {"Animus": [FACE_UP, _S.REMOVE_DRAFT_CARD, _S.TRACK_REMOVED_CARDS_NAMES]}
    known = cf.CardSet(cards=[card(name, effects) for name, effects in does.items()])
    eel = cf.PackCard(cf.CardRef("Eel", "LAN", "7"), "slot", "sheet", "foil")
    packs = [[[cf.CardRef("Animus"), cf.CardRef("a")], [cf.CardRef("b"), eel]]]
    state = draft.start(packs, known, seed=1)
    state = pick(picks(state, "Animus", "b"), 0, "Eel", using="Animus")
    (shown,) = state.view(1).seats[0].removed_face_up.values()
    assert (shown.card, shown.finish) == (eel.card, "foil")
    (learned_of,) = [each for each in state.log_for(1)[-1].cards.values() if each.name == "Eel"]
    assert (learned_of.card, learned_of.finish) == (eel.card, "foil")


@BOTH
def test_track_removed_cards_subtypes_shows_each_once(rules):
    does = {"Animus": [FACE_UP, _S.REMOVE_DRAFT_CARD, _S.TRACK_REMOVED_CARDS_SUBTYPES]}
    kinds = {"d": "Creature - Elf Rogue", "b": "Creature - Human Rogue"}
    state = table(["Animus a b", "c d e"], does=does, kinds=kinds, rules=rules)
    state = pick(picks(state, "Animus", "c"), 0, "d", using="Animus")
    state = pick(pick(state, 1, "a"), 0, "b", using="Animus")
    values = [value for *_, value in notes(state, "TrackRemovedCardsSubtypes")]
    assert values == ["Elf", "Rogue", "Human"]


@BOTH
def test_track_removed_cards_subtypes_each_card_has_its_own(rules):
    does = {"Animus": [FACE_UP, _S.REMOVE_DRAFT_CARD, _S.TRACK_REMOVED_CARDS_SUBTYPES]}
    kinds = dict.fromkeys("ad", "Creature - Elf")
    state = table(["Animus a b", "Animus d e"], does=does, kinds=kinds, rules=rules)
    state = picks(state, "Animus", "Animus")
    state = pick(pick(state, 0, "d", using="Animus"), 1, "a", using="Animus")
    noted = notes(state, "TrackRemovedCardsSubtypes")
    assert noted == [(0, "Animus", "Elf"), (1, "Animus", "Elf")]


@BOTH
def test_cogwork_grinder_shows_how_many_cards_it_removed(rules):
    does = {"Grinder": [FACE_UP, _S.REMOVE_DRAFT_CARD, _S.COGWORK_GRINDER]}
    packs = ["Grinder a b c d", "e f g h i"]
    state = picks(table(packs, does=does, rules=rules, picks=[1, 2, 1]), "Grinder", "e")
    state = pick(state, 0, "f g", using="Grinder", removing="f g")
    assert notes(state, "CogworkGrinder") == [(0, "Grinder", 2)]
    state = pick(pick(state, 1, "a b"), 0, "c", using="Grinder")
    assert notes(state, "CogworkGrinder") == [(0, "Grinder", 3)]


@BOTH
def test_cogwork_grinder_each_counts_its_own(rules):
    does = {"Grinder": [FACE_UP, _S.REMOVE_DRAFT_CARD, _S.COGWORK_GRINDER]}
    state = table(["Grinder a b", "Grinder d e"], does=does, rules=rules)
    state = picks(state, "Grinder", "Grinder")
    state = pick(state, 0, "d", using="Grinder")
    state = pick(state, 1, "a", using="Grinder")
    assert notes(state, "CogworkGrinder") == [(0, "Grinder", 1), (1, "Grinder", 1)]


@pytest.mark.parametrize(
    "effect", [_S.TRACK_REMOVED_CARDS_NAMES, _S.TRACK_REMOVED_CARDS_SUBTYPES, _S.COGWORK_GRINDER]
)
def test_what_only_shows_cannot_be_used(effect):
    state = table(["Animus a b", "c d e"], does={"Animus": [FACE_UP, effect]})
    state = picks(state, "Animus", "c")
    assert state.view(0).usable == ()
    assert refusal(state, 0, "d", using="Animus") == (
        "seat 0: 'Animus' has no effect to use (CR 905.2c)"
    )


# CogworkLibrarian


@BOTH
def test_cogwork_librarian_drafts_one_card_more_and_goes_into_the_pack(rules):
    state = table(["Librarian a b", "c d e"], does=LIBRARIAN, rules=rules)
    state = pick(picks(state, "Librarian", "c"), 0, "d e", using="Librarian")
    assert pool(state, 0) == "d e"
    assert [names(state, each.cards) for each in state.seats[1].packs] == ["a b", "Librarian"]
    assert outcomes(state, draft.outcomes.Returned) == [draft.outcomes.Returned(0, 0, 1)]
    assert learned(state, 1) == "Librarian"
    state = pick(pick(state, 1, "a"), 1, "Librarian")
    assert face_up(state, 1) == "Librarian"
    assert state.can(named(state, 0, "b"))


def two_librarians(**options):
    """Seat 0 has two Librarians, and a pack of four."""
    does = {**LIBRARIAN, "Second": LIBRARIAN["Librarian"]}
    state = table(["Librarian a b c d e", "f Second g h i j"], does=does, **options)
    return picks(picks(state, "Librarian", "f"), "Second", "a")


@BOTH
def test_cogwork_librarian_two_at_once(rules):
    state = two_librarians(rules=rules)
    state = pick(state, 0, "b c d", using="Second Librarian")
    assert pool(state, 0) == "b c d"
    assert names(state, state.seats[1].packs[-1].cards) == "e Second Librarian"


@BOTH
def test_cogwork_librarian_leaves_fewer_cards_to_burn(rules):
    state = table(["Librarian a b c d", "e f g h i"], does=LIBRARIAN, rules=rules, burns=[2])
    state = pick(pick(state, 0, "Librarian", "a b"), 1, "e", "f g")
    state = pick(state, 0, "h i", using="Librarian")
    assert burned(state) == "a b f g"
    assert names(state, state.seats[1].packs[-1].cards) == "Librarian"


@BOTH
def test_cogwork_librarian_can_be_the_last_card_that_a_dredger_gets(rules):
    does = {**LIBRARIAN, "Dredger": [FACE_UP, _S.CANAL_DREDGER]}
    state = table(["Librarian a b", "c d e", "Dredger f g"], does=does, rules=rules)
    state = pick(picks(state, "Librarian", "c", "Dredger"), 0, "f g", using="Librarian")
    assert names(state, state.seats[2].packs[-1].cards) == "Librarian"


def test_cogwork_librarian_twice_on_one_card_goes_into_the_pack_once():
    does = {"Librarian": [FACE_UP, *[_S.COGWORK_LIBRARIAN] * 2]}
    state = picks(table(["Librarian a b", "c d e f"], does=does), "Librarian", "c")
    state = pick(state, 0, "d e f", using="Librarian")
    assert names(state, state.seats[1].packs[-1].cards) == "Librarian"


# AgentOfAcquisitions


@pytest.mark.parametrize("pace", ["queue", "lockstep"])
@BOTH
def test_agent_of_acquisitions_drafts_the_whole_pack_and_no_more_in_the_round(rules, pace):
    packs = ["Agent a b", "c d e", "f g h"], ["i", "j", "k"]
    state = table(*packs, does=AGENT, rules=rules, pace=pace)
    state = picks(state, "Agent", "c", "f")
    state = pick(state, 0, "h g", using="Agent")
    assert pool(state, 0) == "Agent h g"
    assert face_up(state, 0) == ""
    assert state.seats[0].is_out
    state = pick(pick(state, 1, "a"), 2, "d")
    assert front(state, 0) == "e"
    assert state.duty(0) == "pass"
    assert names(state, state.view(0).pack) == "e"  # it may look at what it passes
    assert refusal(state, 0, "e") == "seat 0: drafts no more cards in this round (CR 905.2)"
    state = play_out(state)
    assert pool(state, 0) == "Agent h g i"


@BOTH
def test_agent_of_acquisitions_burns_nothing(rules):
    state = table(["Agent a b", "c d e"], does=AGENT, rules=rules, burns=[1])
    state = pick(pick(state, 0, "Agent", "a"), 1, "c", "d")
    state = pick(state, 0, "e", using="Agent")
    assert burned(state) == "a d"


@pytest.mark.parametrize("other", ["Librarian", "Operative", "Second"])
@BOTH
def test_agent_of_acquisitions_does_not_go_with_additional_cards(rules, other):
    does = {**AGENT, **LIBRARIAN, **OPERATIVE, "Second": AGENT["Agent"]}
    state = table([f"Agent {other} a b", "c d e f"], does=does, rules=rules)
    state = picks(picks(state, "Agent", "c"), "d", "a")
    state = picks(state, other, "e")
    assert refusal(state, 0, "f", using=f"Agent {other}") == (
        "seat 0: the whole pack and additional cards do not go together (CR 905.2)"
    )


@BOTH
def test_agent_of_acquisitions_lets_each_card_do_what_it_does(rules):
    does = {**AGENT, "Fire": [_S.NOTE_DRAFTED_CARDS], "Elf": [FACE_UP]}
    state = table(["Agent a b", "c Fire Elf"], does=does, rules=rules)
    state = pick(picks(state, "Agent", "c"), 0, "Elf Fire", using="Agent")
    assert face_up(state, 0) == "Elf"
    value = {"cr": 3, "draftmancer": 2}[rules]
    assert notes(state, "NoteDraftedCards") == [(0, "Fire", value)]


@BOTH
def test_agent_of_acquisitions_with_a_grinder_can_remove_the_whole_pack(rules):
    does = {**AGENT, **GRINDER}
    state = table(["Agent a b c", "d Grinder e f"], does=does, rules=rules)
    state = picks(picks(state, "Agent", "d"), "Grinder", "a")
    state = pick(state, 0, "c b", using="Agent Grinder", removing="c b")
    assert pool(state, 0) == "Agent Grinder"
    assert names(state, state.view(0).removed) == "c b"
    assert state.seats[0].is_out


# LeovoldsOperative


@pytest.mark.parametrize("pace", ["queue", "lockstep"])
@BOTH
def test_leovolds_operative_drafts_one_card_more_and_passes_the_next_pack(rules, pace):
    state = table(["Operative a b c", "d e f g"], does=OPERATIVE, rules=rules, pace=pace)
    state = picks(state, "Operative", "d")
    state = pick(state, 0, "e f", using="Operative")
    assert pool(state, 0) == "Operative e f"
    assert face_up(state, 0) == ""
    state = pick(state, 1, "a")
    assert state.duty(0) == "pass"
    assert refusal(state, 0, "b") == (
        "seat 0: has to pass this pack without drafting from it (CR 905.2)"
    )
    assert names(state, state.view(0).pack) == "b c"
    state = state.pass_pack(0)
    assert outcomes(state, draft.outcomes.Passed)[0].to == 1
    state = pick(pick(state, 1, "g"), 1, "b")
    assert front(state, 0) == "c"
    assert state.duty(0) == "pick"


@BOTH
def test_leovolds_operative_several_pass_as_many_packs(rules):
    packs = ["Operative a b c d e", "f g Operative h i j"]
    state = picks(table(packs, does=OPERATIVE, rules=rules), "Operative", "f")
    state = picks(state, "Operative", "a")
    state = pick(state, 0, "b c d", using="Operative Operative")
    assert state.seats[0].skips == 2
    state = pick(state, 1, "g").pass_pack(0)
    assert state.seats[0].skips == 1
    state = pick(pick(state, 1, "e"), 1, "h").pass_pack(0)
    assert state.seats[0].skips == 0


@BOTH
def test_leovolds_operative_at_the_end_of_a_round_passes_the_first_pack_of_the_next(rules):
    packs = ["Operative a", "b c d"], ["e f", "g h"]
    state = picks(table(*packs, does=OPERATIVE, rules=rules), "Operative", "b")
    state = pick(pick(state, 1, "a"), 0, "c d", using="Operative")
    assert state.round == 1
    assert [state.duty(seat) for seat in range(2)] == ["pass", "pick"]
    state = state.pass_pack(0)
    assert state.duty(0) == "wait"
    assert state.seats[0].skips == 0


@BOTH
def test_leovolds_operative_with_a_librarian_drafts_two_cards_more(rules):
    does = {**OPERATIVE, **LIBRARIAN}
    state = table(["Operative a b c d", "e Librarian f g h"], does=does, rules=rules)
    state = picks(picks(state, "Operative", "e"), "Librarian", "a")
    state = pick(state, 0, "b c d", using="Librarian Operative")
    assert pool(state, 0) == "Operative b c d"
    assert state.seats[0].skips == 1
    assert names(state, state.seats[1].packs[-1].cards) == "Librarian"


# NoteCardName, NoteCreatureName, NoteCreatureTypes

NOTERS = {
    "NoteCardName": _S.NOTE_CARD_NAME,
    "NoteCreatureName": _S.NOTE_CREATURE_NAME,
    "NoteCreatureTypes": _S.NOTE_CREATURE_TYPES,
}
KINDS = {"Elf": "Creature - Elf Rogue", "Bolt": "Instant", "Ogre": "Creature - Ogre"}


def noting(effect, **options):
    """Seat 0 has a Captain with the effect, and the pack Elf Bolt Mystery."""
    does = {"Captain": [FACE_UP, NOTERS[effect]]}
    packs = ["Captain a b Ogre", "c Elf Bolt Mystery"]
    return picks(table(packs, does=does, kinds=KINDS, **options), "Captain", "c")


@pytest.mark.parametrize(
    ("effect", "card", "values"),
    [
        ("NoteCardName", "Elf", ["Elf"]),
        ("NoteCardName", "Bolt", ["Bolt"]),
        ("NoteCreatureName", "Elf", ["Elf"]),
        ("NoteCreatureName", "Mystery", ["Mystery"]),
        ("NoteCreatureTypes", "Elf", ["Elf", "Rogue"]),
        ("NoteCreatureTypes", "Mystery", []),
    ],
)
@BOTH
def test_note_card_name_and_its_like_reveal_the_card_and_note(rules, effect, card, values):
    state = pick(noting(effect, rules=rules), 0, card, using="Captain")
    assert notes(state, effect) == [(0, "Captain", value) for value in values]
    assert names(state, [each.card for each in outcomes(state, draft.outcomes.Revealed)]) == card
    assert card in learned(state, 1)
    assert face_up(state, 0) == ""
    assert pool(state, 0) == f"Captain {card}"


@pytest.mark.parametrize("effect", ["NoteCreatureName", "NoteCreatureTypes"])
@BOTH
def test_note_creature_name_and_types_demand_a_creature(rules, effect):
    state = noting(effect, rules=rules)
    why = refusal(state, 0, "Bolt", using="Captain")
    assert why == "seat 0: 'Bolt' is not a creature (CR 905.2)"
    (use,) = state.view(0).usable
    assert names(state, use.first) == "Elf Mystery"


@pytest.mark.parametrize("effect", NOTERS)
@BOTH
def test_note_card_name_and_its_like_are_not_used_twice(rules, effect):
    state = pick(noting(effect, rules=rules), 0, "Elf", using="Captain")
    state = pick(state, 1, "a")
    assert refusal(state, 0, "Ogre", using="Captain") == (
        "seat 0: 'Captain' is face down (CR 905.2c)"
    )
    assert state.view(0).usable == ()


@pytest.mark.parametrize("effect", NOTERS)
@BOTH
def test_note_card_name_and_its_like_may_wait(rules, effect):
    state = pick(noting(effect, rules=rules), 0, "Bolt")
    assert face_up(state, 0) == "Captain"
    state = pick(pick(state, 1, "a"), 0, "Ogre", using="Captain")
    assert [value for *_, value in notes(state, effect)] == ["Ogre"]


@pytest.mark.parametrize("effect", NOTERS)
@BOTH
def test_note_card_name_and_its_like_note_the_first_of_several_cards(rules, effect):
    state = noting(effect, rules=rules, picks=[1, 2])
    state = pick(state, 0, "Elf Bolt", using="Captain")
    assert names(state, [each.card for each in outcomes(state, draft.outcomes.Revealed)]) == "Elf"
    assert {value for *_, value in notes(state, effect)} <= {"Elf", "Rogue"}


@pytest.mark.parametrize("effect", NOTERS)
@BOTH
def test_note_card_name_and_its_like_need_a_card(rules, effect):
    state = noting(effect, rules=rules, picks=[1, 0, 1])
    assert refusal(state, 0, "", using="Captain") == "seat 0: no card is drafted (CR 905.2)"
    assert state.view(0).usable == ()


@pytest.mark.parametrize("effect", ["NoteCreatureName", "NoteCreatureTypes"])
@BOTH
def test_note_creature_name_and_types_find_no_creature_at_random(rules, effect):
    does = {
        "Captain": [FACE_UP, NOTERS[effect]],
        "Archdemon": [FACE_UP, _S.ARCHDEMON_OF_PALIANO],
    }
    packs = ["Captain Bolt Bolt", "Archdemon Bolt Bolt"]
    state = picks(table(packs, does=does, kinds=KINDS, rules=rules), "Captain", "Bolt")
    state = picks(state, "Archdemon", "Bolt")
    state = state.pick(0, using=state.seats[0].pool[0])
    assert notes(state, effect) == []
    assert "Captain" in face_up(state, 0)
