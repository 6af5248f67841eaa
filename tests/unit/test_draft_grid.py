"""Grid Draft: who takes of which grid, what a row and a column hold, and when a grid is filled."""

from __future__ import annotations

import pytest

import cardformats as cf
from cardformats.bits import Bits, Source
from cardformats.draft.zones.grid import TakeColumn, TakeRow
from cardformats.draft.zones.kinds import packs_for
from tests.zone_tables import known, pack, seats_in_turn, table


def grid(players=2, grids=2, **settings):
    count = grids * (9 if players == 2 and not settings.get("two_picks") else 12)
    return table("grid", [pack(count)], players, grids=grids, **settings)


def cells(state):
    return state.view(0).zone("grid").cards


def test_a_grid_of_two_players():
    state = grid()
    a, b, c, d, e, f, g, h, i = cells(state)
    assert state.view(0).zone("grid").columns == 3
    texts = [f"take {line} {number}" for line in ("row", "column") for number in (1, 2, 3)]
    assert [option.text for option in state.view(0).options] == texts
    assert [option.cards for option in state.view(0).options] == [
        *[(a, b, c), (d, e, f), (g, h, i)],
        *[(a, d, g), (b, e, h), (c, f, i)],
    ]
    state = state.take_row(0, 1)
    assert state.view(1).zone("pool", 0).cards == (d, e, f)
    assert cells(state) == (a, b, c, None, None, None, g, h, i)
    with pytest.raises(cf.DraftError, match="row can be one of 0, 2, not 1"):
        state.take_row(1, 1)
    assert [option.text for option in state.view(1).options] == [
        text for text in texts if text != "take row 2"
    ]
    second = state.take_column(1, 2)
    assert second.view(0).zone("pool", 1).cards == (c, i)
    assert {a, b, g, h} == {*second.zone("discard").cards}
    assert second.actors == (1,)
    assert not {*cells(second)} & {a, b, c, d, e, f, g, h, i}
    assert known(second, 0) == {*range(18)}
    assert known(state, 0) == {a, b, c, d, e, f, g, h, i}


def test_a_pack_can_be_a_grid():
    packs = [pack(12), pack(10, 12), pack(5, 22)]
    state = table("grid", packs, 2, grids=2, cards_from="packs")
    first = cells(state)
    assert sorted(first) == [*range(9)] != [*first]
    _, second = seats_in_turn(state, 2)
    assert sorted(cells(second)) == [*range(12, 21)]
    _, last = seats_in_turn(second)
    assert last.is_over
    assert known(last, 0) == {*range(9), *range(12, 21)}
    with pytest.raises(cf.DraftError, match="a grid takes 12 cards; there is a pack of 10"):
        table("grid", packs, 3, grids=2, cards_from="packs")
    with pytest.raises(cf.DraftError, match="takes 18 packs"):
        table("grid", packs, 2, cards_from="packs")


def test_so_many_cards_are_opened():
    commons = [cf.Card.of(f"card {at}", rarity="common") for at in range(10)]
    cards = cf.CardSet.of(commons, pack={"common": 10})
    dealer = cf.Generator(cards, seed=1)
    # 18 grids of 9 are 162 cards, 18 of 12 are 216
    assert sum(len(each.cards) for each in packs_for("grid", dealer, cards, players=2)) == 170
    assert sum(len(each.cards) for each in packs_for("grid", dealer, cards, players=3)) == 220
    assert len(packs_for("grid", dealer, cards, players=2, cards_from="packs")) == 18


@pytest.mark.parametrize("number", [3, -1, True, None, "0", 1.0])
def test_what_is_no_row_and_no_column(number):
    with pytest.raises(cf.DraftError, match="row can be one of 0, 1, 2, not"):
        grid().take_row(0, number)
    with pytest.raises(cf.DraftError, match="column can be one of 0, 1, 2, not"):
        grid().take_column(0, number)


def test_what_cannot_be_settled_so():
    with pytest.raises(cf.DraftError, match="with two_picks has 2 players, not 3"):
        grid(3, two_picks=True)
    with pytest.raises(cf.DraftError, match="takes 162 cards; there are 9"):
        table("grid", [pack(9)], 2)


def test_a_bot_takes_the_line_that_is_worth_most():
    state = grid()
    a, _, _, d, _, _, g, _, _ = cells(state)
    column = [f"card {number}" for number in (a, d, g)]
    view = state.view(0)
    assert view.best_action(lambda card: card.name in column, Bits(Source(1), 0)) == TakeColumn(
        0, 0
    )
    state = state.take_column(0, 0)
    last = f"card {cells(state)[8]}"
    view = state.view(1)
    chosen = view.best_action(lambda card: card.name == last, Bits(Source(1), 0))
    assert chosen in (TakeRow(1, 2), TakeColumn(1, 2))
