"""Effects that change who drafts what, or burn the card: tests named after their effects."""

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

_S = cf.model.SimpleEffect
FACE_UP, REVEAL = _S.FACE_UP, _S.REVEAL


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
    assert [each.to for each in outcomes(state, draft.outcomes.Passed)] == [0]


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
    assert not state.can(draft.actions.Answer(2, "2"))
    assert not state.can(draft.actions.Pick(2, 0))
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
    for seed in range(100):
        state = pick(two_dredgers(rules=rules, seed=seed), 2, "c").answer(2)
        seen.update(each.to for each in outcomes(state, draft.outcomes.Passed))
    assert seen.keys() == {0, 1}
    assert abs(seen[0] - 50) < 5 * 5


@BOTH
def test_canal_dredger_two_of_one_seat_are_as_one(rules):
    state = table(["Dredger a b c", "Dredger d e f"], does=DREDGER, rules=rules)
    state = picks(state, "Dredger", "d")
    state = picks(state, "Dredger", "a")
    state = picks(state, "b", "e")
    assert state.questions == ()
    assert [len(each.packs) for each in state.seats] == [2, 0]


@BOTH
def test_canal_dredger_of_a_seat_that_is_out_gets_last_cards_and_passes_them_on(rules):
    does = {**DREDGER, "Agent": [FACE_UP, _S.AGENT_OF_ACQUISITIONS]}
    state = table(["Dredger a b c", "d e f g", "Agent h i j"], does=does, rules=rules)
    state = picks(picks(state, "Dredger", "d", "h"), "Agent", "a", "e")
    state = pick(state, 0, "f g", using="Agent")
    state = pick(pick(state, 1, "i"), 2, "b")
    assert [front(state, seat) for seat in range(3)] == ["j", None, None]
    state = state.pass_pack(0)
    assert [front(state, seat) for seat in range(3)] == ["c", "j", None]
    assert outcomes(state.pass_pack(0), draft.outcomes.Passed)[0].to == 1


@BOTH
def test_canal_dredger_a_card_that_is_discarded_goes_to_nobody(rules):
    state = table(["Dredger a b", "c d e"], does=DREDGER, rules=rules, discard_at=1)
    state = play_out(state)
    assert burned(state) == "e b"
    assert [pool(state, seat) for seat in range(2)] == ["Dredger d", "c a"]


def test_canal_dredger_says_who_gets_the_card_before_a_pack_is_added():
    """Else the added pack would be in front, and be passed for the last card."""
    does = {**DREDGER, "Seeker": [cf.model.AddBooster()]}
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
        message = "is not to be chosen, since its seat drafts at random (CR 905.2)"
        with pytest.raises(cf.DraftError) as caught:
            state.pick(0, state.seats[0].packs[0].cards[0])
        assert str(caught.value).endswith(message)
        state = state.pick(0)
        (drafted,) = outcomes(state, draft.outcomes.Drafted)
        assert (drafted.at_random, drafted.count) == (True, 1)
        assert learned(state, 0).split()[0] == pool(state, 0).split()[-1]
        state = pick(state, 1, front(state, 1).split()[0])
        assert len(state.seats[0].pool) == number + 2
    assert face_up(state, 0) == ""
    assert not state.view(0).is_blind
    assert not state.can(draft.actions.Pick(0))
    state = pick(state, 0, front(state, 0).split()[-1])
    assert not outcomes(state, draft.outcomes.Drafted)[0].at_random


@BOTH
def test_archdemon_of_paliano_every_card_is_as_likely(rules):
    seen = Counter(pool(archdemon(seed=s, rules=rules).pick(0), 0).split()[1] for s in range(200))
    assert seen.keys() == set("klmno")
    assert all(abs(number - 40) < 5 * 5.7 for number in seen.values())


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
    seen = Counter()
    for seed in range(120):
        packs = ["Archdemon b c", "d e f g"]
        state = table(packs, does=ARCHDEMON, burns=[1], seed=seed, rules=rules)
        state = pick(pick(state, 1, "d", "e"), 0, "Archdemon", "b").pick(0)
        seen[pool(state, 0).split()[1], burned(state).split()[-1]] += 1
    assert seen.keys() == {("f", "g"), ("g", "f")}
    assert abs(seen["f", "g"] - 60) < 5 * 5.5


@BOTH
def test_archdemon_of_paliano_counts_cards_that_are_drafted_at_random(rules):
    """The second card of its own pick was chosen, and does not count."""
    packs = ["Archdemon a b c d e f g", "h i j k l m n o"]
    state = table(packs, does=ARCHDEMON, rules=rules, picks=[2])
    state = picks(state, "Archdemon a", "h i")
    for _ in range(2):
        assert state.view(0).is_blind
        state = state.pick(0)
        assert outcomes(state, draft.outcomes.Drafted)[0].count == 2
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
    assert outcomes(state, draft.outcomes.Drafted) == [draft.outcomes.Drafted(0, (0,), 1, 0)]
    assert outcomes(state, draft.outcomes.Burned) == [draft.outcomes.Burned(0, (0,), 1)]
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
