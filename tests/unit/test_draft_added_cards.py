"""Effects that bring packs and cards into a draft: AddBooster and AddCards."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cardformats as cf
from cardformats import draft
from tests.draft_tables import (
    BOTH,
    added,
    card,
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

from .text_tables import rows

_S = cf.model.SimpleEffect
SEEKER = {"Seeker": [_S.REVEAL, cf.model.AddBooster()]}
PACE = pytest.mark.parametrize("pace", ["queue", "lockstep"])


# AddBooster


@PACE
@BOTH
def test_add_booster_puts_a_pack_in_front_which_is_passed_like_others(rules, pace):
    packs = ["Seeker a b", "c d e", "f g h"]
    state = table(packs, does=SEEKER, rules=rules, pace=pace)
    state = picks(state, "Seeker", "c", "f")
    assert state.duty(0) == "answer"
    state = state.answer(0, "yes")
    assert state.orders == (draft.PackOrder(0, 0),)
    assert state.duty(0) == "wait"
    state = added(state, 0, "x y z")
    assert state.orders == ()
    assert outcomes(state, draft.outcomes.Opened) == [draft.outcomes.Opened(0, 3, 3)]
    assert [each.packs for each in state.view(2).seats] == [(3, 2), (2,), (2,)]
    assert front(state, 0) == "x y z"
    state = picks(state, "y", "a", "d")
    assert names(state, state.seats[1].packs[-1].cards) == "x z"
    assert state.seats[1].packs[-1].passer == 0
    state = play_out(state)
    everything = sorted(" ".join(pool(state, seat) for seat in range(3)).split())
    assert everything == sorted(["Seeker", "a", "b", "c", "d", "e", "f", "g", "h", "x", "y", "z"])
    assert state.round == 1


@BOTH
def test_905_1c_the_next_pack_is_looked_at_when_the_question_is_answered(rules):
    state = table(["Seeker a", "b c"], does=SEEKER, rules=rules)
    state = pick(state, 1, "b")  # its pack waits in front of seat 0
    state = pick(state, 0, "Seeker")
    view = state.view(0)
    assert (view.duty, dict(view.pack), view.pack_size) == ("answer", {}, 0)
    assert [card.name for card in state.answer(0, "no").view(0).pack.values()] == ["c"]


@BOTH
def test_add_booster_is_optional(rules):
    state = pick(table(["Seeker a", "b c"], does=SEEKER, rules=rules), 0, "Seeker")
    (question,) = state.questions
    assert (question.seat, question.effect, question.options) == (0, "AddBooster", ("yes", "no"))
    state = state.answer(0, "no")
    assert (state.questions, state.orders) == ((), ())
    assert pool(state, 0) == "Seeker"


@BOTH
def test_add_booster_without_a_pack_to_add_the_pick_stands(rules):
    state = pick(table(["Seeker a", "b c"], does=SEEKER, rules=rules), 0, "Seeker")
    state = state.answer(0, "yes").add_pack(0)
    assert outcomes(state, draft.outcomes.Opened) == []
    assert state.packs == 2
    assert pool(state, 0) == "Seeker"
    state = pick(pick(state, 1, "b"), 0, "c")
    assert pool(state, 0) == "Seeker c"


@BOTH
def test_add_booster_hands_its_layouts_to_whoever_opens_the_pack(rules):
    layouts = (cf.model.LayoutChoice("Rare", 3), cf.model.LayoutChoice("Land", 1))
    state = table(["Seeker a", "b c"], does={"Seeker": [cf.model.AddBooster(layouts)]}, rules=rules)
    state = pick(state, 0, "Seeker").answer(0, "yes")
    assert state.orders == (draft.PackOrder(0, 0, layouts),)


@pytest.mark.parametrize(
    "answers",
    rows("""
    yes | no
    no  | yes
    yes | yes
    no  | no
"""),
)
@BOTH
def test_add_booster_twice_on_one_card_asks_for_each(rules, answers):
    both = [cf.model.AddBooster([cf.model.LayoutChoice(name)]) for name in ("Rare", "Land")]
    state = table(["Seeker a", "b c"], does={"Seeker": both}, rules=rules)
    state = pick(state, 0, "Seeker")
    for answer in answers:
        state = state.answer(0, answer)
    wanted = [
        name for name, answer in zip(("Rare", "Land"), answers, strict=True) if answer == "yes"
    ]
    assert [each.layouts[0].layout for each in state.orders] == wanted
    for name in wanted:
        state = added(state, 0, name)
    assert [names(state, each.cards) for each in state.seats[0].packs] == wanted[::-1]
    assert [each.number for each in state.seats[0].packs] == [3, 2][2 - len(wanted) :]


@PACE
@BOTH
def test_add_booster_with_the_last_pick_of_a_round_keeps_the_round_going(rules, pace):
    packs = ["Seeker", "a"], ["b", "c"]
    state = table(*packs, does=SEEKER, rules=rules, pace=pace)
    state = pick(pick(state, 1, "a"), 0, "Seeker").answer(0, "yes")
    state = added(state, 0, "x y")
    assert state.round == 0
    state = pick(pick(state, 0, "x"), 1, "y")
    assert state.round == 1


@BOTH
def test_add_booster_of_a_seat_that_is_out_is_passed(rules):
    does = {**SEEKER, "Agent": [_S.FACE_UP, _S.AGENT_OF_ACQUISITIONS]}
    state = table(["Agent a b", "c Seeker d"], does=does, rules=rules)
    state = pick(picks(state, "Agent", "c"), 0, "Seeker d", using="Agent")
    state = added(state.answer(0, "yes"), 0, "x y")
    assert state.duty(0) == "pass"
    assert names(state.pass_pack(0), state.pass_pack(0).seats[1].packs[-1].cards) == "x y"


@BOTH
def test_add_booster_a_pack_may_hold_another_seeker(rules):
    cards = draft.DraftCards(cf.CardSet(cards=[card("Seeker", SEEKER["Seeker"])]))
    state = pick(table(["Seeker", "a b"], does=SEEKER, rules=rules), 0, "Seeker")
    state = state.answer(0, "yes").add_pack(0, cards.of([cf.CardRef("Seeker"), cf.CardRef("x")]))
    state = added(pick(state, 0, "Seeker").answer(0, "yes"), 0, "y")
    assert front(state, 0) == "y"
    assert pool(state, 0) == "Seeker Seeker"


@BOTH
def test_cards_of_packs_are_told_so_that_another_pack_leaves_them_out(rules):
    packs = [[cf.Pack(0, "b", "l", [cf.PackCard(cf.CardRef(n), "s", "t", "foil")]) for n in "ab"]]
    state = draft.start(packs, cf.CardSet(), seed=1, rules=rules)
    assert [(each.card.name, each.slot, each.sheet, each.finish) for each in state.opened] == [
        ("a", "s", "t", "foil"),
        ("b", "s", "t", "foil"),
    ]


@pytest.mark.parametrize(
    ("of_pack", "of_card", "finish"),
    [
        (None, None, None),
        ("foil", None, "foil"),
        (None, "etched", "etched"),
        ("foil", "etched", "foil"),
    ],
)
def test_a_card_has_the_finish_of_the_pack_and_else_that_of_its_printing(of_pack, of_card, finish):
    cards = draft.DraftCards(cf.CardSet(cards=[cf.Card(cf.Face("Eel"), finish=of_card)]))
    (eel,) = cards.of([cf.PackCard(cf.CardRef("Eel"), "slot", "sheet", of_pack)])
    assert (eel.finish, eel.slot, eel.sheet) == (finish, "slot", "sheet")


# AddCards

HAWKS = [cf.CardRef(name) for name in ("Owl", "Kite", "Wren", "Rook", "Tern", "Ibis", "Crane")]


def squadron(effect, **options):
    """Seat 0 has drafted a card with the effect."""
    state = table(["Hawk a", "b c"], does={"Hawk": [effect]}, **options)
    return pick(state, 0, "Hawk")


@pytest.mark.parametrize("number", [1, 3])
@BOTH
def test_add_cards_adds_all_of_them(rules, number):
    state = squadron(cf.model.AddCards(HAWKS[:number]), rules=rules)
    assert pool(state, 0) == " ".join(["Hawk", *[each.name for each in HAWKS[:number]]])
    assert [each.count for each in outcomes(state, draft.outcomes.Added)] == [number]
    assert learned(state, 0) == pool(state, 0)
    assert learned(state, 1) == ""
    assert state.seats[0].drafted == 1


@BOTH
def test_add_cards_adds_some_at_random_each_as_likely(rules):
    seen = Counter()
    for seed in range(150):
        _, *found = pool(squadron(cf.model.AddCards(HAWKS, 3), seed=seed, rules=rules), 0).split()
        assert len(set(found)) == 3
        seen.update(found)
    assert seen.keys() == {each.name for each in HAWKS}
    assert all(abs(number - 150 * 3 / 7) < 5 * 6.1 for number in seen.values())


@BOTH
def test_add_cards_distinct_draws_no_card_twice_while_there_are_others(rules):
    listed = [cf.CardRef(name) for name in ("Owl", "Owl", "Owl", "Kite")]
    for seed in range(20):
        _, *found = pool(squadron(cf.model.AddCards(listed, 2), seed=seed, rules=rules), 0).split()
        assert sorted(found) == ["Kite", "Owl"]


@BOTH
@given(listed=st.lists(st.sampled_from(HAWKS), min_size=1, max_size=7), distinct=st.booleans())
def test_add_cards_adds_the_whole_list_if_it_counts_as_many_cards(rules, listed, distinct):
    effect = cf.model.AddCards(listed, len(listed), distinct=distinct)
    assert pool(squadron(effect, rules=rules), 0) == pool(
        squadron(cf.model.AddCards(listed), rules=rules), 0
    )


@BOTH
def test_add_cards_starts_the_list_again_when_it_is_used_up(rules):
    listed = [cf.CardRef(name) for name in ("Owl", "Owl", "Owl", "Owl", "Kite")]
    for seed in range(20):
        _, *found = pool(squadron(cf.model.AddCards(listed, 4), seed=seed, rules=rules), 0).split()
        assert sorted(found) == ["Kite", "Kite", "Owl", "Owl"]
        assert sorted(found[:2]) == ["Kite", "Owl"]


@BOTH
def test_add_cards_that_are_not_distinct_are_drawn_as_often_as_they_stand_there(rules):
    listed = [cf.CardRef(name) for name in ("Owl", "Owl", "Owl", "Kite")]
    effect, seen = cf.model.AddCards(listed, 2, distinct=False), Counter()
    for seed in range(150):
        seen[" ".join(sorted(pool(squadron(effect, seed=seed, rules=rules), 0).split()[1:]))] += 1
    assert seen.keys() == {"Owl Owl", "Kite Owl"}
    assert abs(seen["Owl Owl"] - 75) < 5 * 6.1


@BOTH
def test_add_cards_that_are_face_up_can_be_used(rules):
    does = {
        "Hawk": [cf.model.AddCards([cf.CardRef("Librarian")])],
        "Librarian": [_S.FACE_UP, _S.COGWORK_LIBRARIAN],
    }
    state = table(["Hawk a b", "c d e"], does=does, rules=rules)
    state = picks(state, "Hawk", "c")
    assert face_up(state, 0) == "Librarian"
    state = pick(state, 0, "d e", using="Librarian")
    assert names(state, state.seats[1].packs[-1].cards) == "Librarian"


@pytest.mark.parametrize(
    "effect",
    [
        _S.REVEAL,
        _S.NOTE_DRAFTED_CARDS,
        _S.NOTE_PASSING_PLAYER,
        _S.CHOOSE_COLORS,
        _S.AETHER_SEARCHER,
        _S.CANAL_DREDGER,
        _S.ARCHDEMON_OF_PALIANO,
        _S.BURN_AFTER_PICKING,
        cf.model.AddBooster(),
        cf.model.AddCards([cf.CardRef("Wren")]),
    ],
)
@BOTH
def test_add_cards_what_else_they_do_does_not_happen(rules, effect):
    does = {"Hawk": [cf.model.AddCards([cf.CardRef("Owl")])], "Owl": [_S.FACE_UP, effect]}
    state = pick(table(["Hawk a", "b c"], does=does, rules=rules), 0, "Hawk")
    assert (state.questions, state.orders, state.standing, state.notes) == ((), (), (), ())
    assert (pool(state, 0), face_up(state, 0)) == ("Hawk Owl", "Owl")
    assert outcomes(state, draft.outcomes.Revealed) == []


@BOTH
def test_add_cards_they_are_not_cards_of_packs(rules):
    state = squadron(cf.model.AddCards(HAWKS[:1]), rules=rules)
    assert state.opened == ()
    assert [each.sheet for each in state.cards] == [""] * 5


@BOTH
def test_add_cards_with_burn_after_picking_replaces_the_card(rules):
    does = {"Hawk": [_S.BURN_AFTER_PICKING, cf.model.AddCards(HAWKS[:2])]}
    state = pick(table(["Hawk a", "b c"], does=does, rules=rules), 0, "Hawk")
    assert pool(state, 0) == "Owl Kite"


@BOTH
def test_add_cards_are_noted_with_what_is_known_of_them(rules):
    does = {
        "Hawk": [cf.model.AddCards([cf.CardRef("Captain")])],
        "Captain": [_S.FACE_UP, _S.NOTE_CREATURE_TYPES],
    }
    kinds = {"c": "Creature - Elf"}
    state = table(["Hawk a", "b c d"], does=does, kinds=kinds, rules=rules)
    state = pick(picks(state, "Hawk", "b"), 0, "c", using="Captain")
    assert notes(state, "NoteCreatureTypes") == [(0, "Captain", "Elf")]


# at most up to the maximum


def crowd(count, effects):
    """A draft of two seats that has *count* cards; the first one, Crowd, does *effects*."""
    pack = " ".join(["a"] * (count // 2))
    rest = " ".join(["a"] * (count - count // 2 - 1))
    return table([f"Crowd {rest}", pack], does={"Crowd": effects})


def test_a_draft_has_up_to_ten_thousand_cards():
    assert len(crowd(10_000, ()).cards) == 10_000
    with pytest.raises(cf.DraftError, match="a draft has up to 10000 cards, not 10001"):
        crowd(10_001, ())


def test_a_pack_is_not_added_if_there_is_no_room_for_it():
    state = crowd(9_990, [cf.model.AddBooster()])
    state = pick(state, 0, "Crowd").answer(0, "yes")
    with pytest.raises(cf.DraftError, match="would have 10001 with this pack"):
        added(state, 0, " ".join("x" * 11))
    assert state.can(draft.actions.AddPack(0, []))

    class Maker:
        def more(self, *_, **__):
            return cf.Pack(0, "b", "L", [cf.PackCard(cf.CardRef("x"), "s", "s")] * self.size)

    for size, packs in ((10, 2), (11, 1)):
        Maker.size = size
        filled = draft.fill_orders(state, Maker(), cf.CardSet())
        assert filled.orders == ()
        assert len(filled.seats[0].packs) == packs - 1
        assert len(filled.cards) == 9_990 + 10 * (packs - 1)


def test_cards_are_added_up_to_the_maximum():
    state = crowd(9_998, [cf.model.AddCards([cf.CardRef(name) for name in "xyz"])])
    state = pick(state, 0, "Crowd")
    assert pool(state, 0) == "Crowd x y"
    assert draft.loads(draft.dumps(state)) == state
