"""What a seat has not seen makes no difference to it: it is swapped, and all is played again."""

from __future__ import annotations

import random

from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

import cardformats as cf
from cardformats import draft
from cardformats.draft.official import OFFICIAL_EFFECTS
from tests import draft_rules as rules
from tests.conftest import SETTLED
from tests.properties.test_draft_play import Given

HIDDEN = [
    OFFICIAL_EFFECTS[name]
    for name in (
        *("Cogwork Spy", "Illusionary Informant", "Whispergear Sneak", "Spire Phantasm"),
        *("Deal Broker", "Cogwork Librarian", "Leovold's Operative", "Archdemon of Paliano"),
        *("Cogwork Grinder", "Animus of Predation", "Aether Searcher", "Canal Dredger"),
    )
]


def begun(chance):
    """A draft full of cards that look, guess and trade; every card has a name of its own."""
    seats, size = chance.randint(2, 4), chance.randint(3, 6)
    count = iter(range(10_000))
    packs = [
        [
            [
                draft.DraftCard(
                    cf.CardRef(f"C{next(count):04}"),
                    effects=chance.choice(HIDDEN) if chance.random() < 0.5 else (),
                )
                for _ in range(size)
            ]
            for _ in range(seats)
        ]
        for _ in range(2)
    ]
    return draft.start(
        packs,
        Given(),
        seed=chance.getrandbits(32),
        event=cf.model.Event([cf.model.Round(picks=chance.choice([[1], [2]]))]),
        pace=chance.choice(["queue", "lockstep"]),
        rules=chance.choice(["cr", "cr", "draftmancer"]),
    )


def played(state, chance):
    """Each moment of a draft by bots, some of whose actions are taken together."""
    bot, moments = draft.RandomBot(chance.getrandbits(32)), [state]
    while not state.is_over:
        seats = [seat for seat in range(len(state.seats)) if state.duty(seat) != "wait"]
        actions = [bot.act(state.view(seat)) for seat in seats]
        together = len(actions) > 1 and chance.random() < 0.3
        state = state.together(actions) if together else state.do(chance.choice(actions))
        moments.append(state)
    return moments


def known_to(moments):
    """The cards that each seat has learned of."""
    knowledge = rules.Knowledge(moments[0])
    for state in moments[1:]:
        knowledge.follow(state)
    return [knowledge.of(seat) for seat in range(len(moments[0].seats))]


@settings(max_examples=SETTLED.max_examples // 2)
@given(st.integers(0, 2**32))
def test_what_a_seat_has_not_seen_makes_no_difference_to_it(seed):
    chance = random.Random(seed)  # noqa: S311 - no secret of the outside world
    moments = played(begun(chance), chance)
    moments = moments[: chance.randint(1, len(moments))]  # what is seen later is not seen yet
    start = moments[0].log[0].action
    for seat, known in enumerate(known_to(moments)):
        hidden = [n for n, card in enumerate(start.cards) if n not in known and not card.effects]
        if len(hidden) < 2:
            continue
        names = dict(zip(hidden, chance.sample(hidden, len(hidden)), strict=True))
        cards = [start.cards[names.get(number, number)] for number in range(len(start.cards))]
        state = draft.BoosterDraft.from_start(evolve(start, cards=cards))
        assert state.view(seat) == moments[0].view(seat)
        for moment in moments[1:]:
            state = state.do(moment.log[-1].action)
            assert state.view(seat) == moment.view(seat)
        assert state.log_for(seat) == moments[-1].log_for(seat)
