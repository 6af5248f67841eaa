"""Chance in drafts: what a seed gives, which never changes, and what it is derived from."""

from __future__ import annotations

import pytest

import cardformats as cf
from cardformats import draft
from cardformats.bits import Bits, Source
from tests.draft_tables import front, named, notes, outcomes, pick, picks, pool, table

_S = cf.model.SimpleEffect


def archdemon(seed):
    """Three cards drafted at random from packs of five, four and three."""
    packs = ["Archdemon a b c d e", "j k l m n o"]
    does = {"Archdemon": [_S.FACE_UP, _S.ARCHDEMON_OF_PALIANO]}
    state = picks(table(packs, does=does, seed=seed), "Archdemon", "j")
    for _ in range(3):
        state = state.pick(0)
        state = pick(state, 1, front(state, 1).split()[0])
    return pool(state, 0)


def colors(seed):
    """Three colours, one after the other."""
    state = table(["a b", "Hall d", "f g"], does={"Hall": [_S.CHOOSE_COLORS]}, seed=seed)
    state = pick(state, 1, "Hall").answer(0).answer(1).answer(2)
    return " ".join(value for *_, value in notes(state, "ChooseColors"))


def hawks(seed):
    """Three of seven cards."""
    effect = cf.model.AddCards([cf.CardRef(name) for name in "ABCDEFG"], 3)
    return pool(pick(table(["Hawk a", "b c"], does={"Hawk": [effect]}, seed=seed), 0, "Hawk"), 0)


def order(seed):
    """In which order the seats drafted."""
    state = table(["a b", "c d", "e f"], seed=seed)
    state = state.together([named(state, seat, "ace"[seat]) for seat in range(3)])
    return " ".join(str(each.seat) for each in outcomes(state, draft.outcomes.Drafted))


@pytest.mark.parametrize(
    ("draw", "seed", "expected"),
    [
        (archdemon, 7, "Archdemon k e n"),
        (archdemon, "seven", "Archdemon k e n"),
        (colors, 7, "W G B"),
        (colors, "seven", "W G B"),
        (hawks, 7, "Hawk A C E"),
        (hawks, b"7", "Hawk E A D"),
        (order, 7, "0 2 1"),
        (order, b"7", "0 1 2"),
    ],
)
def test_a_seed_gives_the_same_for_ever(draw, seed, expected):
    assert draw(seed) == expected


def test_chance_is_drawn_from_streams_that_are_counted():
    state = table(["a b", "Hall d", "f g"], does={"Hall": [_S.CHOOSE_COLORS]}, seed=5)
    source = Source(state.table.seed, "turn")
    state = pick(state, 1, "Hall")
    for number in (1, 2, 3):
        (question,) = state.questions
        expected = question.options[Bits(source, number).below(len(question.options))]
        state = state.answer(question.seat)
        assert state.notes[-1].value == expected
        assert state.chances == number


def test_what_is_not_left_to_chance_does_not_change_what_is():
    state = table(["a b", "Hall d", "f g"], does={"Hall": [_S.CHOOSE_COLORS]}, seed="seven")
    asked = pick(state, 1, "Hall")
    later = pick(asked, 2, "f")
    assert asked.answer(0).notes == later.answer(0).notes
    assert asked.answer(0, "U").chances == 0
