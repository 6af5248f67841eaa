"""Official cards that show or guess what others may not see; each test is named after its card."""

from __future__ import annotations

import pytest

import cardformats as cf
from cardformats import draft
from tests.draft_tables import (
    OFFICIAL,
    can_use,
    card,
    face_up,
    front,
    learned,
    names,
    notes,
    official,
    outcomes,
    pick,
    picks,
    play_out,
    pool,
    use,
)

PACES = pytest.mark.parametrize("pace", ["queue", "lockstep"])


def looked(state, seat):
    """The names of what the last action let a seat look at."""
    entry = state.log_for(seat)[-1]
    return " ".join(
        entry.cards[card].name
        for each in entry.outcomes
        if isinstance(each, draft.outcomes.Looked) and each.seat == seat
        for card in each.cards
    )


# Cogwork Spy


@PACES
def test_cogwork_spy_looks_at_the_next_card_drafted_from_its_pack(pace):
    state = official(["Spy a b", "c d e", "f g h"], pace=pace)
    state = picks(state, "Spy", "c", "f")
    assert outcomes(state, draft.outcomes.Looked) == []
    state = pick(state, 1, "a")
    assert looked(state, 0) == "a"
    assert learned(state, 2) == ""  # that seat 0 looked, but not at what
    state = pick(pick(state, 0, "g"), 2, "d")
    assert looked(pick(state, 2, "b"), 0) == ""


def test_cogwork_spy_looks_at_the_next_card_of_its_own_pick():
    """Each card of a pick is drafted in turn: the next from the pack is its drafter's own."""
    state = pick(official(["Spy a b", "c d e"], picks=[2]), 0, "Spy a")
    assert looked(state, 0) == "a"
    assert looked(pick(pick(state, 1, "c d"), 1, "b"), 0) == ""


def test_cogwork_spy_looks_at_one_card_of_a_pick():
    state = picks(official(["Spy a b c", "d e f g"], picks=[2]), "a Spy", "d e")
    assert looked(pick(state, 1, "c b"), 0) == "c"


def test_cogwork_spy_looks_at_a_card_that_is_removed_as_it_is_drafted():
    state = picks(official(["Spy a b", "Grinder c d"]), "Spy", "Grinder")
    state = pick(state, 1, "a", using="Grinder")
    assert looked(state, 0) == "a"


def test_cogwork_spy_waits_while_its_pack_is_passed_without_drafting():
    state = picks(official(["x a b c", "Op d e f", "g Spy i j"]), "x", "Op", "g")
    state = pick(state, 1, "a b", using="Op")
    state = pick(pick(state, 0, "Spy"), 2, "d")
    state = pick(state.pass_pack(1), 2, "c")
    assert looked(state, 0) == ""
    assert looked(pick(state, 2, "j"), 0) == "j"


# Illusionary Informant


@PACES
def test_illusionary_informant_looks_at_the_next_card_of_a_player_of_choice(pace):
    state = official(["Informant a b", "c d e", "f g h"], pace=pace)
    state = pick(state, 0, "Informant")
    assert can_use(state, 0, "Informant") == ("0", "1", "2")
    assert can_use(pick(state, 1, "c"), 0, "Informant")  # while others draft
    state = use(state, 0, "Informant", "2")
    assert face_up(state, 0) == ""
    for seat in range(3):
        shown = state.log_for(seat)[-1].outcomes
        assert draft.outcomes.Used(0, 0, "2") in shown
        assert draft.outcomes.TurnedDown(0, 0) in shown
    assert looked(pick(state, 1, "c"), 0) == ""
    state = pick(state, 2, "g")
    assert looked(state, 0) == "g"
    assert learned(state, 1) == ""
    state = pick(state, 1, "c")
    assert looked(pick(state, 0, "f"), 0) == ""


def test_illusionary_informant_is_used_once_and_only_face_up():
    state = pick(official(["Informant a", "c d"]), 0, "Informant")
    state = use(state, 0, "Informant", "1")
    assert can_use(state, 0, "Informant") == ()
    with pytest.raises(cf.DraftError, match="face down"):
        use(state, 0, "Informant", "1")


def test_illusionary_informant_goes_on_in_the_next_round():
    state = picks(official(["Informant", "a"], ["b", "c"]), "Informant")
    state = pick(use(state, 0, "Informant", "1"), 1, "a")
    assert looked(state, 0) == "a"
    state = pick(pick(official(["Informant", "a"], ["b", "c"]), 1, "a"), 0, "Informant")
    state = pick(use(state, 0, "Informant", "1"), 1, "c")
    assert looked(state, 0) == "c"


def test_illusionary_informant_looks_at_the_first_card_of_a_pick():
    state = use(
        pick(official(["Informant a b", "c d e"], picks=[2]), 0, "Informant a"), 0, "Informant", "1"
    )
    assert looked(pick(state, 1, "d c"), 0) == "d"


def test_illusionary_informant_needs_a_choice_that_there_is():
    state = pick(official(["Informant a", "c d"]), 0, "Informant")
    for choice in ("2", "", "left", 1):
        with pytest.raises(cf.DraftError, match="one of 0, 1"):
            use(state, 0, "Informant", choice)
    assert outcomes(use(state, 0, "Informant"), draft.outcomes.Used)[0].choice in ("0", "1")


# Whispergear Sneak


def test_whispergear_sneak_looks_at_an_unopened_pack_of_a_later_round():
    state = pick(official(["Sneak a", "c d"], ["e f", "g h"], ["i j", "k l"]), 0, "Sneak")
    state = use(state, 0, "Sneak", "round 2 seat 1")
    assert looked(state, 0) == "k l"
    assert learned(state, 1) == "Sneak"
    assert face_up(state, 0) == ""
    assert can_use(state, 0, "Sneak") == ()


def test_whispergear_sneak_looks_at_a_pack_that_nobody_looks_at():
    state = official(["Sneak a b", "c d e", "f g h"])
    state = pick(state, 0, "Sneak")  # a b waits for seat 1, which looks at c d e
    assert can_use(state, 0, "Sneak") == ("pack 0",)
    assert looked(use(state, 0, "Sneak", "pack 0"), 0) == "a b"
    state = pick(state, 1, "c")
    assert can_use(state, 0, "Sneak") == ("pack 1",)
    state = pick(state, 2, "f")
    assert can_use(state, 0, "Sneak") == ()  # all packs are in front of somebody
    with pytest.raises(cf.DraftError, match="nothing to choose"):
        use(state, 0, "Sneak")


def test_whispergear_sneak_looks_at_packs_that_come_in_lock_step():
    state = pick(official(["Sneak a", "c d", "f g"], pace="lockstep"), 0, "Sneak")
    assert can_use(state, 0, "Sneak") == ("pack 0",)
    state = pick(state, 2, "f")
    assert can_use(state, 0, "Sneak") == ("pack 2", "pack 0")


def test_whispergear_sneak_looks_at_the_pack_of_a_seat_that_drafts_at_random():
    state = official(["Sneak a b", "Demon c d"], pace="lockstep")
    state = picks(state, "Sneak", "Demon")
    assert can_use(state, 0, "Sneak") == ("pack 0",)


def test_whispergear_sneak_shows_no_packs_to_a_seat_that_cannot_look_at_them():
    state = picks(official(["Sneak a b", "c Demon d"], ["e f", "g h"]), "Sneak", "c")
    state = pick(state, 0, "Demon")
    assert can_use(state, 0, "Sneak") == ()
    with pytest.raises(cf.DraftError, match="nothing to choose"):
        use(state, 0, "Sneak", "round 1 seat 0")


def test_whispergear_sneak_may_look_while_its_seat_waits_and_at_its_own_next_pack():
    state = picks(official(["Sneak a b", "c d e"]), "Sneak")
    state = pick(state, 1, "c")
    state = pick(state, 1, "a")
    assert front(state, 0) == "d e"
    assert can_use(state, 0, "Sneak") == ("pack 0",)
    assert looked(use(state, 0, "Sneak", "pack 0"), 0) == "b"


# Spire Phantasm


@PACES
def test_spire_phantasm_guesses_before_the_next_card_is_drafted_from_its_pack(pace):
    state = official(["Phantasm a b c", "d e f g"], pace=pace)
    state = picks(state, "Phantasm", "d")
    assert state.duty(0) == "pick"  # nothing is asked before somebody drafts from the pack
    state = pick(state, 1, "b")
    assert outcomes(state, draft.outcomes.Announced) == [draft.outcomes.Announced(1, 0)]
    assert pool(state, 1) == "d"
    assert [state.duty(seat) for seat in range(2)] == ["answer", "wait"]
    assert names(state, state.view(1).pack) == "a b c"  # it still looks at the pack
    view = state.view(0)
    assert view.question.options == ("a", "b", "c")
    assert view.question.about == 1
    assert learned(state, 0) == ""
    state = state.answer(0, "b")
    assert notes(state, "SpirePhantasm") == [(0, "Phantasm", "b"), (0, "Phantasm", "right")]
    assert pool(state, 1) == "d b"
    for seat in range(2):
        assert "b" in learned(state, seat).split()
    state = pick(state, 0, "e")
    if pace == "queue":
        assert state.duty(1) == "pick"
    assert not outcomes(pick(state, 1, "f"), draft.outcomes.Announced)


def test_spire_phantasm_may_be_wrong_with_any_name():
    state = pick(picks(official(["Phantasm a b", "d e f"]), "Phantasm", "d"), 1, "a")
    wrong = state.answer(0, "Lantern Eel")
    assert [value for *_, value in notes(wrong, "SpirePhantasm")] == ["Lantern Eel", "wrong"]
    assert [value for *_, value in notes(state.answer(0, "A"), "SpirePhantasm")] == ["A", "right"]
    by_chance = state.answer(0)  # a name of the pack would tell all that it is there
    assert [value for *_, value in notes(by_chance, "SpirePhantasm")] == ["Phantasm", "wrong"]
    for answer in ("", "x" * 201):
        with pytest.raises(cf.DraftError, match="the answer to SpirePhantasm can be one of a, b"):
            state.answer(0, answer)


def test_spire_phantasm_guesses_a_card_that_would_show_itself():
    """It is revealed, or lies face up, only when the guess is made."""
    state = pick(picks(official(["Phantasm Spy Agent", "d e f"]), "Phantasm", "d"), 1, "Agent")
    assert face_up(state, 1) == ""
    assert learned(state, 0) == ""
    state = state.answer(0, "Spy")
    assert face_up(state, 1) == "Agent"
    assert [value for *_, value in notes(state, "SpirePhantasm")] == ["Spy", "wrong"]


def test_spire_phantasm_takes_a_face_of_a_card_for_its_name():
    packs = [[["Phantasm", "Ice // Fire"], ["d", "e"]]]
    dealt = [[[cf.CardRef(name) for name in pack] for pack in each] for each in packs]
    cards = cf.CardSet(cards=[card("Phantasm", OFFICIAL["Phantasm"])])
    state = draft.start(dealt, cards, seed=1).pick(0, 0).pick(1, 2).pick(1, 1)
    assert [note.value for note in state.answer(0, "fire").notes] == ["fire", "right"]


def test_spire_phantasm_knows_the_next_card_of_its_own_pick():
    state = pick(official(["Phantasm a b", "d e f"], picks=[2]), 0, "Phantasm a")
    assert state.questions == ()
    assert [value for *_, value in notes(state, "SpirePhantasm")] == ["a", "right"]
    assert "a" in learned(state, 1).split()


def test_spire_phantasm_guesses_the_first_card_of_a_pick():
    state = picks(official(["Phantasm x a b", "d e f g"], picks=[2]), "x Phantasm", "d e")
    state = pick(state, 1, "b a").answer(0, "a")
    assert [value for *_, value in notes(state, "SpirePhantasm")] == ["a", "wrong"]
    assert learned(state, 0).split().count("b") == 1
    assert "a" not in learned(state, 0).split()


def test_spire_phantasm_drafted_at_random_does_not_know_what_is_in_its_pack():
    state = picks(official(["Demon a b c", "d Phantasm Phantasm Phantasm"]), "Demon", "d")
    state = pick(pick(state, 0), 1, "a")
    state = pick(state, 1, "Phantasm")
    assert state.view(0).question.options == ("Phantasm",)  # all that it knows of
    assert [value for *_, value in notes(state.answer(0), "SpirePhantasm")][1] == "right"


@pytest.mark.parametrize(("second", "outcome"), [("Phantasm", "right"), ("e", "wrong")])
def test_spire_phantasm_does_not_know_what_its_own_pick_draws_at_random(second, outcome):
    for seed in range(20):
        packs = ["Demon a b c", f"d x Phantasm {second}"]
        state = picks(official(packs, picks=[2], seed=seed), "Demon a", "d x")
        state = pick(state, 0)
        if pool(state, 0).split()[2] == "Phantasm":
            break
    assert state.questions == ()
    assert [value for *_, value in notes(state, "SpirePhantasm")] == ["Phantasm", outcome]


def test_spire_phantasm_has_nothing_to_guess_if_its_pack_is_empty():
    state = play_out(official(["Phantasm", "a"], ["b", "c"]))
    assert notes(state, "SpirePhantasm") == []


def test_what_waits_for_a_guess_cannot_be_changed():
    state = pick(picks(official(["Phantasm a b", "d e f"]), "Phantasm", "d"), 1, "a")
    for action in (draft.actions.Pick(1, [1]), draft.actions.Pick(1, [2])):
        with pytest.raises(cf.DraftError, match="waits for what others"):
            state.do(action)
    assert draft.loads(draft.dumps(state)) == state


def test_what_waits_for_a_guess_is_drafted_whatever_its_drafter_is_asked():
    state = official(["Phantasm a b", "d e f", "Hall h i"])
    state = picks(state, "Phantasm", "d")
    state = pick(pick(state, 1, "a"), 2, "Hall")  # its right neighbour, seat 1, is asked first
    assert [state.duty(seat) for seat in (0, 1)] == ["answer", "answer"]
    state = state.answer(0, "a")
    assert outcomes(state, draft.outcomes.Refused) == []
    assert pool(state, 1) == "d a"


def test_who_is_to_guess_first_cannot_draft_before_it_has():
    """Of picks at the same time the one that has to be guessed may come before the guesser's."""
    pools = set()
    for seed in range(6):
        state = picks(official(["Phantasm a b", "d e f"], seed=seed), "Phantasm", "d")
        state = state.together([draft.actions.Pick(0, [4]), draft.actions.Pick(1, [1])])
        assert outcomes(state, draft.outcomes.Announced) == [draft.outcomes.Announced(1, 0)]
        assert len(outcomes(state, draft.outcomes.Refused)) == (pool(state, 0) == "Phantasm")
        pools.add(pool(state, 0))
        assert pool(state.answer(0), 1) == "d a"
    assert pools == {"Phantasm", "Phantasm e"}


def test_a_bot_by_rating_guesses_the_best_card():
    cards = [
        cf.Card(cf.Face(name), rating=rating) for name, rating in zip("abc", (1, 3, 2), strict=True)
    ]
    bot = draft.RatedBot(cf.CardSet(cards=cards), 1)
    state = pick(picks(official(["Phantasm a b c", "d e f g"]), "Phantasm", "d"), 1, "c")
    assert bot.act(state.view(0)).answer == "b"


# for clients, and beside others


def test_views_and_logs_are_sent_as_json():
    state = pick(official(["Informant a", "c d"]), 0, "Informant")
    assert draft.as_json(state.view(0))["usable_anytime"] == [{"card": 0, "choices": ["0", "1"]}]
    state = use(state, 0, "Informant", "1")
    told = [draft.as_json(entry)["outcomes"] for entry in state.log_for(1)][-1]
    assert {"type": "used", "seat": 0, "card": 0, "choice": "1"} in told
    assert draft.as_json(state.log[-1])["action"] == {
        "type": "use_card",
        "seat": 0,
        "card": 0,
        "choice": "1",
    }


def test_a_card_is_not_used_before_a_question_is_answered():
    state = picks(official(["Informant b c", "Hall d e", "f g h"]), "Informant", "Hall")
    assert state.duty(0) == "answer"
    assert can_use(state, 0, "Informant") == ()
    with pytest.raises(cf.DraftError, match="has to answer what 'Hall' asks first"):
        use(state, 0, "Informant", "1")
    assert can_use(state.answer(0), 0, "Informant")


def test_of_actions_at_the_same_time_a_look_may_come_too_late():
    """When the seat to the left has passed its pack, it looks at the one that waited behind it."""
    refused = 0
    for seed in range(6):
        state = pick(official(["Sneak a b", "c d e", "f g h"], seed=seed), 0, "Sneak")
        look = draft.actions.UseCard(0, 0, "pack 0")
        state = state.together([look, draft.actions.Pick(1, [3])])
        refused += bool(outcomes(state, draft.outcomes.Refused))
    assert 0 < refused < 6


# by Draftmancer's rules


def test_draftmancer_has_no_such_effects():
    """There the cards are revealed or face up, and that is all."""
    packs = ["Spy Informant Sneak Phantasm Broker", "a b c d e"]
    state = official(packs, ["f", "g"], rules="draftmancer")
    state = pick(state, 0, "Spy")
    state = pick(state, 1, "a")
    state = pick(state, 1, "Phantasm")
    while not state.is_over:
        assert not state.standing
        assert not state.questions
        assert not any(state.view(seat).usable_anytime for seat in range(2))
        seat = next(seat for seat in range(2) if state.duty(seat) == "pick")
        state = pick(state, seat, front(state, seat).split()[0])
    assert not notes(state, "SpirePhantasm")
