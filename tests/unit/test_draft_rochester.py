"""Rochester Draft: whose pick it is in each of the published orders, and what lies open."""

from __future__ import annotations

import pytest

import cardformats as cf
from cardformats.bits import Bits, Source
from cardformats.draft.zones.face_up import TakeCard
from tests.zone_tables import known, pack, seats_in_turn, table


def rochester(players, packs, size, **settings):
    made = [pack(size, at * size) for at in range(packs * players)]
    return table("rochester", made, players, packs=packs, **settings)


def orders(state, size):
    """The seats that draft each pack."""
    acting, _ = seats_in_turn(state)
    return [acting[at : at + size] for at in range(0, len(acting), size)]


def test_draftmancer_begins_each_group_at_seat_0_and_turns():
    assert orders(rochester(3, 2, 9), 9) == [
        "021120021",
        "102201102",
        "210012210",
        "012210012",
        "120021120",
        "201102201",
    ]


def test_in_tournaments_the_last_opener_of_a_group_opens_again():
    openers = [each[0] for each in orders(rochester(8, 3, 2, order="mtr"), 2)]
    assert "".join(openers) == "01234567" + "76543210" + "01234567"
    eight = orders(rochester(8, 2, 15, order="mtr"), 15)
    assert eight[0] == "01234567" + "7654321"
    assert eight[1] == "12345670" + "0765432"
    assert eight[8] == "76543210" + "0123456"
    assert eight[9] == "65432107" + "7012345"


def test_at_lucky_paper_the_opener_rotates_and_nothing_turns():
    packs = orders(rochester(3, 2, 4, order="lucky-paper"), 4)
    assert packs == ["0122", "1200", "2011"] * 2


def test_one_pack_lies_open_at_a_time_and_what_is_drafted_is_open():
    state = rochester(2, 1, 3)
    assert state.view(1).zone("pack", 0).cards == (0, 1, 2)
    assert (state.view(1).zone("pack", 1).size, state.view(1).zone("pack", 1).cards) == (3, ())
    texts = [option.text for option in state.view(0).options]
    assert texts == ["take card 0", "take card 1", "take card 2"]
    assert state.view(1).options == ()
    state = state.take_card(0, 1)
    assert state.view(1).zone("pool", 0).cards == (1,)
    assert known(state, 1) == {0, 1, 2}
    acting, state = seats_in_turn(state, 2)
    assert acting == "11"
    assert known(state, 0) == {0, 1, 2, 3, 4, 5}


def test_packs_of_other_sizes_and_empty_ones_are_drafted_as_they_are():
    packs = [pack(1), [], pack(3, 1), pack(2, 4)]
    acting, state = seats_in_turn(table("rochester", packs, 2, packs=2))
    # by hand: pack 0 from seat 0; pack 2 opens the second group, from seat 0 to seat 1; then pack 3
    assert acting == "0" + "011" + "10"
    assert state.is_over
    assert table("rochester", [[], []], 2, packs=1).is_over


@pytest.mark.parametrize("card", [3, 6, -1, True, None, "0"])
def test_only_a_card_that_lies_open_can_be_taken(card):
    with pytest.raises(cf.DraftError, match="card can be one of 0, 1, 2, not"):
        rochester(2, 1, 3).take_card(0, card)


def test_a_bot_takes_the_best_card():
    view = rochester(2, 1, 5).view(0)
    best = view.best_action(lambda card: card.name == "card 3", Bits(Source(1), 0))
    assert best == TakeCard(0, 3)


def test_too_few_packs():
    with pytest.raises(cf.DraftError, match="takes 6 packs"):
        table("rochester", [pack(3)], 2)
