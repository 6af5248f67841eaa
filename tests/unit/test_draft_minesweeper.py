"""Minesweeper Draft: what is face up when, whose pick it is, and that nothing else is seen."""

from __future__ import annotations

import pytest

import cardformats as cf
from cardformats.bits import Bits, Source
from cardformats.draft.zones.face_up import TakeCard
from cardformats.draft.zones.minesweeper import MinesweeperSettings
from tests.zone_tables import pack, seats_in_turn, table

#: The borders alone.
BORDERS = {"center": False, "corners": False, "borders": True}


def minesweeper(width=4, height=3, players=2, grids=1, picks=2, **settings):
    size = {"width": width, "height": height, "grids": grids, "picks": picks}
    return table("minesweeper", [pack(width * height * grids)], players, **size, **settings)


def picture(state):
    """The grid as lines: + is face up, ? is face down, . was taken."""
    view = state.view(0)
    up, down = view.zone("grid"), view.zone("hidden")
    cells = [
        "+" if card is not None else "." if at in down.gaps else "?"
        for at, card in enumerate(up.cards)
    ]
    lines = range(0, len(cells), up.columns)
    return ["".join(cells[at : at + up.columns]) for at in lines]


def at(state, row, column):
    """The number of the card in a place, from 0."""
    grid = state.view(0).zone("grid")
    return grid.cards[row * grid.columns + column]


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ({}, "+????????+ ?????????? ?????????? ?????????? ????++????"),
        ({"width": 5, "height": 5}, "+???+ ??+?? ?+++?"),
        ({"width": 4, "height": 4}, "+??+ ?++?"),
        ({"width": 3, "height": 4}, "+?+ ?+?"),
        ({"width": 3, "height": 1}, "+++"),
        ({"width": 4, "height": 3, "center": False}, "+??+ ????"),
        (
            {"width": 5, "height": 3, "center": False, "corners": False, "borders": True},
            "?+++? +???+",
        ),
        ({"width": 5, "height": 3, "center": False, "borders": True}, "+++++ +???+"),
        ({"width": 5, "height": 1, **BORDERS}, "?+++?"),
        ({"width": 1, "height": 1, "corners": False}, "+"),
    ],
)
def test_what_is_face_up_at_first(settings, expected):
    made = MinesweeperSettings(**settings)
    cells = ["+" if at in made.open_places else "?" for at in range(made.size)]
    lines = ["".join(cells[at : at + made.width]) for at in range(0, made.size, made.width)]
    upper = expected.split()
    assert lines[: len(upper)] == upper
    assert lines == lines[::-1]  # below as above


def test_the_cards_beside_a_pick_turn_up():
    state = minesweeper(5, 4, center=False)
    assert picture(state) == ["+???+", "?????", "?????", "+???+"]
    state = state.take_card(0, at(state, 0, 0))
    assert picture(state) == [".+??+", "+????", "?????", "+???+"]
    state = state.take_card(1, at(state, 1, 0))
    assert picture(state) == [".+??+", ".+???", "+????", "+???+"]
    state = state.take_card(1, at(state, 1, 1))
    assert picture(state) == [".+??+", "..+??", "++???", "+???+"]


def test_the_published_orders():
    acting, state = seats_in_turn(minesweeper(4, 3, 3, 7, picks=3))
    grids = [acting[first : first + 9] for first in range(0, len(acting), 9)]
    # of g0, g1 and g3 it is published; the others by the same rule: g6 begins the third group
    assert grids == [
        "012210012",
        "120021120",
        "201102201",
        "021120021",
        "102201102",
        "210012210",
        "012210012",
    ]
    assert state.is_over
    assert [len(state.pool(seat)) for seat in range(3)] == [21, 21, 21]


def test_the_rest_of_a_grid_is_discarded_and_the_next_is_laid():
    state = minesweeper(4, 3, grids=2)
    _, state = seats_in_turn(state, 4)
    assert picture(state) == ["+??+", "?++?", "+??+"]
    assert len(state.zone("discard").cards) == 8
    assert {*state.zone("discard").cards} | {
        card for seat in (0, 1) for card in state.zone("pool", seat).cards
    } == {*range(12)}


def test_a_grid_can_be_drafted_to_its_last_card():
    state = minesweeper(4, 3, picks=6, center=False)
    acting, state = seats_in_turn(state)
    assert len(acting) == 12
    assert state.zone("discard").cards == ()


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"center": False, "corners": False}, "no card of a grid is face up"),
        ({"width": 2, "height": 2, **BORDERS}, "no card"),
        ({"picks": 46}, "a grid of 90 cards is not enough for 92 picks"),
        ({}, "this takes 360 cards; there are 3"),
    ],
)
def test_what_cannot_be_settled_so(settings, message):
    with pytest.raises(cf.DraftError, match=message):
        table("minesweeper", [pack(3)], 2, **settings)


def test_basic_lands_are_left_out():
    lands = [cf.CardRef("Forest"), *pack(3), cf.CardRef("Island"), *pack(9, 3)]
    size = {"width": 4, "height": 3, "grids": 1, "picks": 6}
    _, state = seats_in_turn(table("minesweeper", [lands], 2, **size))
    assert not {"Forest", "Island"} & {card.name for card in state.cards}
    assert len(state.cards) == 12


def test_a_bot_takes_the_best_card_and_a_person_sees_where_it_is():
    state = minesweeper(4, 3)
    option = state.view(0).options[3]
    assert option.text == f"take row 2, column 3: card {at(state, 1, 2)}"
    best = state.view(0).best_action(
        lambda card: card.name == f"card {at(state, 1, 2)}", Bits(Source(1), 0)
    )
    assert best == option.action == TakeCard(0, at(state, 1, 2))


def test_places_beside_a_place():
    settings = MinesweeperSettings(width=4, height=3)
    assert [settings.neighbours(place) for place in (0, 5, 11)] == [[1, 4], [1, 4, 6, 9], [7, 10]]
