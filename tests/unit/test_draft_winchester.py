"""Winchester Draft: what lies open, what grows, and how it ends."""

from __future__ import annotations

from zlib import crc32

import pytest

import cardformats as cf
from cardformats.bits import Bits, Source
from cardformats.draft.zones.kinds import begin
from cardformats.draft.zones.winchester import TakeOpenPile


def begun(count=10, players=2, **settings):
    pack = [cf.CardRef(f"card {at}") for at in range(count)]
    packs = [pack, *[[]] * (players * settings.get("packs", 3) - 1)]
    return begin("winchester", packs, cf.CardSet(), players=players, seed=1, **settings)


def piles(state):
    return [pile.numbers for pile in state.several("pile")]


def sizes(state):
    return [len(pile) for pile in piles(state)]


def played(state, *taken):
    for pile in taken:
        state = state.take_open_pile(state.actors[0], pile)
    return state


def test_the_last_piles_are_drafted_too():
    # by hand: 10 cards, 4 on piles; 2 1 2 2 after a turn, and then the last 2 of the stack
    state = played(begun(), 1, 0)
    assert sizes(state) == [1, 2, 2, 2]
    assert not state.zone("stack").cards
    state = played(state, 3, 2)
    assert sizes(state) == [1, 2, 0, 0]
    assert [option.action.pile for option in state.view(0).options] == [0, 1]
    state = played(state, 0, 1)
    assert state.is_over
    assert [len(state.pool(seat)) for seat in (0, 1)] == [4, 6]
    with pytest.raises(cf.DraftError, match="over"):
        state.take_open_pile(0, 0)


def test_fewer_cards_than_piles_are_drafted_as_well():
    state = begun(3, players=3)
    assert sizes(state) == [1, 1, 1, 0]
    actors = []
    while not state.is_over:
        actors += state.actors
        state = state.do(state.view(*state.actors).random_action(Bits(Source(1), 0)))
    assert actors == [0, 1, 2]
    assert begun(0).is_over


@pytest.mark.parametrize("pile", [2, 4, -1, True, None, "0"])
def test_only_a_pile_with_cards_can_be_taken(pile):
    state = played(begun(4), 2)
    with pytest.raises(cf.DraftError, match="pile can be one of 0, 1, 3, not"):
        state.take_open_pile(1, pile)


def test_a_bot_takes_the_pile_that_is_worth_most():
    state = played(begun(40), 3, 3, 3)
    view = state.view(1)

    def worth(card):
        return crc32(card.name.encode()) % 10

    def total(pile):
        return sum(worth(state.cards[number]) for number in piles(state)[pile])

    best = view.best_action(worth, Bits(Source(1), 0))
    assert best == TakeOpenPile(1, max(range(4), key=total))
    assert view.options[0].text == "take pile 1, 4 cards"
    assert view.options[3].text == "take pile 4, 1 card"


def test_the_number_of_piles_is_a_setting():
    assert sizes(begun(piles=6)) == [1] * 6
