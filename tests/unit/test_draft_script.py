"""Scripts of turns: a state is a value that any number of games can go on from."""

from __future__ import annotations

import attrs
import pytest

import cardformats as cf
from cardformats import draft
from cardformats.bits import Bits, Source
from tests.properties.test_draft_kinds import CUBE, SMALL, THEMES

KINDS = [
    kind for kind, each in draft.draft_kinds().items() if issubclass(each.game, draft.ZoneDraft)
]


def played(kind, seed=1):
    """The states of a random draft."""
    cards = THEMES if kind.startswith("jump") else CUBE
    settings = {"offers": 2} if kind == "jumpstart" else SMALL.get(kind, {})
    packs = draft.packs_for(kind, cf.Generator(cards, seed=seed), cards, players=2, **settings)
    states = [draft.begin(kind, packs, cards, players=2, seed=seed, **settings)]
    bits = Bits(Source(seed, "play"), 0)
    while not states[-1].is_over:
        seat = bits.shuffled(states[-1].actors)[0]
        states.append(states[-1].do(states[-1].view(seat).random_action(bits)))
    return states


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_tried_from_a_state_does_not_disturb_it(kind):
    states = played(kind)
    for before, after in zip(states[-2::-1], states[:0:-1], strict=True):
        for seat in before.actors:
            for option in before.view(seat).options[:5]:
                assert before.do(option.action).log[:-1] == before.log
        again = before.do(after.log[-1].action)
        assert again == after
        assert again.log[-1] == after.log[-1]
        assert again.choices(0) == after.choices(0)
        assert again.view(1) == after.view(1)


@pytest.mark.parametrize("kind", KINDS)
def test_a_state_keeps_no_states_before_it(kind):
    for state in played(kind):
        assert len(state.base) == len(type(state).step.fields)
        assert not {"base", "questions", "since"} & {*type(state).step.fields}
        assert len(state.since) < 10  # the actions of one turn


@pytest.mark.parametrize("kind", KINDS)
def test_a_state_that_is_changed_by_hand_does_not_go_on_as_if_it_had_not_been(kind):
    before, after = played(kind)[:2]
    action = after.log[-1].action
    changed = attrs.evolve(before, turn=5)
    assert changed.view(0).turn == 5
    assert not changed.can(action)
    with pytest.raises(cf.DraftError, match="was changed by hand"):
        changed.do(action)
    assert type(changed).replay(changed.log).do(action) == after


def test_a_turn_of_several_questions_is_gone_on_with_from_each():
    first = played("winston")[0]
    looks = [first]
    while looks[-1].turn == 0:
        looks.append(looks[-1].skip_pile(0))
    assert [state.since for state in looks[:3]] == [
        tuple(record.action for record in state.log[1:]) for state in looks[:3]
    ]
    taken = [state.take_pile(0) for state in looks[2::-1]][::-1]
    for pile, (before, after) in enumerate(zip(looks, taken, strict=False)):
        assert before.view(0).pile == pile
        assert [*after.zone("pool", 0).numbers] == [*before.zone("pile", pile).numbers]
        assert (after.actors, after.since) == ((1,), ())


def test_those_who_are_asked_at_once_answer_in_any_order():
    first = played("jump-in")[0]
    assert first.actors == (0, 1)
    orders = [[0, 1, 1, 0], [1, 1, 0, 0], [1, 0, 0, 1]]
    pools = []
    for order in orders:
        state = first
        for seat in order:
            state = state.choose_pack(seat, 1)
        assert state.is_over
        pools.append([state.pool(seat) for seat in range(2)])
    assert pools[0] == pools[1] == pools[2]
