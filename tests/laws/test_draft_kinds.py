"""Random drafts of every kind: no card is lost, nobody learns what it may not, all comes back."""

from __future__ import annotations

import pickle
import random
from zlib import crc32

import pytest
from attrs import evolve

import cardformats as cf
from cardformats import draft
from cardformats.bits import Bits, Source
from cardformats.draft.zones.game import ZoneDraft
from cardformats.draft.zones.kinds import begin, draft_kinds, packs_for

COLORS = "WUBRG"
CUBE = cf.CardSet.of(
    [
        cf.Card.of(f"Card {at:03}", mana_cost=f"{{{COLORS[at % 5]}}}", rarity="common")
        for at in range(600)
    ],
    pack={"common": 15},
)
ZONES = [name for name, kind in draft_kinds().items() if issubclass(kind.game, ZoneDraft)]


def started(name, seed, players=None, **settings):
    """A draft of that kind at its first turn, for any number of players that can hold it."""
    kind, chance = draft_kinds()[name], random.Random(seed)
    players = players or chance.randint(kind.least, min(kind.most, 4))
    dealer = cf.Generator(CUBE, seed=seed)
    packs = packs_for(kind, dealer, CUBE, players=players, **settings)
    return begin(kind, packs, CUBE, players=players, seed=seed, **settings)


def played(state, seed):
    """All states of a draft in which any seat that may act does anything."""
    chance, source = random.Random(seed), Source(seed, "bot")
    states = [state]
    while not state.is_over:
        assert len(states) < 5000, "the draft does not end"
        seat = chance.choice(state.actors)
        view, bits = state.view(seat), Bits(source, len(states))
        action = (
            view.random_action(bits)
            if chance.random() < 0.7
            else view.best_action(lambda card: crc32(card.name.encode()) % 7, bits)
        )
        assert all(state.can(choice.action) for choice in view.choices)
        states.append(state := state.do(action))
    return states


def seen_by(states, seat):
    """The numbers of the cards that a seat has seen in its views and its log until the last."""
    seen = {card for state in states for card in state.view(seat).cards}
    return seen.union(*[entry.cards for entry in states[-1].log_for(seat)])


@pytest.mark.parametrize("name", ZONES)
@pytest.mark.parametrize("seed", range(2))
def test_no_card_is_lost_and_all_comes_back(name, seed):
    states = played(started(name, seed), seed)
    for state in states:
        lying = [card for zone in state.zones.values() for card in zone.numbers]
        assert sorted(lying) == [*range(len(state.cards))]
    last = states[-1]
    assert type(last).replay(last.log) == last
    assert draft.loads(draft.dumps(last), type(last)) == last
    middle = states[len(states) // 2]
    assert pickle.loads(pickle.dumps(middle)) == middle
    assert draft.dumps(draft.loads(draft.dumps(middle), type(middle))) == draft.dumps(middle)


@pytest.mark.parametrize("name", ZONES)
@pytest.mark.parametrize("seed", range(2))
def test_a_seat_learns_nothing_of_cards_that_it_has_not_seen(name, seed):
    chance = random.Random(seed)
    states = played(started(name, seed), seed)
    until = chance.randrange(1, len(states) + 1)
    states = states[:until]
    for seat in states[0].seats:
        unseen = sorted({*range(len(states[0].cards))} - seen_by(states, seat))
        swapped, cards = chance.sample(unseen, len(unseen)), [*states[0].cards]
        for one, other in zip(unseen, swapped, strict=True):
            cards[one] = states[0].cards[other]
        other = type(states[0]).from_start(evolve(states[0].table, cards=cards))
        others = [other]
        for state in states[1:]:
            others.append(other := other.do(state.log[-1].action))
        for one, two in zip(states, others, strict=True):
            assert one.view(seat) == two.view(seat)
        assert states[-1].log_for(seat) == others[-1].log_for(seat)
