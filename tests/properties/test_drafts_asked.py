"""All drafts and games: what is asked is allowed, and nothing else; no leaks."""

from __future__ import annotations

import pytest
from attrs import evolve, fields

import cardformats as cf
from cardformats import draft
from cardformats.bits import Bits, Source
from cardformats.draft.asking import seat_of
from cardformats.draft.engine import shown_in
from tests.properties.test_undo import GAMES as DRAFTS

SEEDS = [range(3), pytest.param(range(200), marks=pytest.mark.slow)]

#: What no member of an action is.
ODD = (-1, 10**9, True, 1.0, None, "x", (), (0, 0), (True,), [0])


def conspiracy(seed):
    """A game in which every player has conspiracies of several kinds."""
    bits, made = Bits(Source(seed, "deal"), 0), draft.conspiracy.Conspiracy
    known = {
        "Plot": made(1),
        "Pair": made(2),
        "Ploy": made(numbers=(1, 2, 3)),
        "Lead": made(starts=True),
    }
    own = [[f"Deck {seat} {at}" for at in range(40)] for seat in range(2 + seed % 3)]
    state = draft.start_conspiracy_game(
        [(deck, [*known, f"Side {at}"]) for at, deck in enumerate(own)], known=known, seed=seed
    )
    names = {"Plot": ["Eel"], "Pair": ["Eel", "Frog"]}
    for seat, mine in enumerate(state.seats):
        chosen = [card for card in mine.sideboard[:4] if bits.below(3)]
        state = state.place(seat, {card: names.get(state.cards[card].name, ()) for card in chosen})
    state = state.begin()
    while state.duties():
        seat = min(state.duties())
        card = next(each.card for each in state.unchosen() if each.owner == seat)
        state = state.choose(seat, card, 1 + bits.below(3))
    return state.reveal(bits.below(2))


def sealed(seed):
    """Two teams that take and release cards."""
    bits = Bits(Source(seed, "deal"), 0)
    packs = [
        [cf.PackCard(cf.CardRef(f"Card {seat} {at}"), "s", "S") for at in range(3)]
        for seat in range(4)
    ]
    state = draft.start_team_sealed([packs], [(0, 2), (1, 3)])
    for _ in range(12):
        seat = bits.below(4)
        asked = [action for ask in state.choices(seat) for action in ask.actions(seat)]
        state = state.do(asked[bits.below(len(asked))])
    return state


GAMES = {**DRAFTS, "conspiracy": conspiracy, "team_sealed": sealed}


def moments(name, seed):
    """A few states of a game, and chance for more."""
    bits, last = Bits(Source(seed, "law"), 0), GAMES[name](seed)
    ends = {1, len(last.log), *(1 + bits.below(len(last.log)) for _ in range(3))}
    return [type(last).replay(last.log[:end]) for end in sorted(ends)], bits


def asked(state):
    """All that is asked, by seat, or None."""
    return {seat: state.choices(seat) for seat in (None, *range(len(state.seats)))}


def value(choice, bits):
    """Any value of a member."""
    if isinstance(choice, draft.Some):
        return tuple(bits.shuffled(choice.cards)[: bits.below(4)])
    return choice[bits.below(len(choice))] if len(choice) else ODD[bits.below(len(ODD))]


def tries(state, asks, bits):
    """Actions that may be allowed: with the values that are asked for, and with odd ones."""
    for seat, ask in [(seat, ask) for seat, each in asks.items() for ask in each]:
        for _ in range(5):
            yield ask.made(seat, *[value(choice, bits) for choice in ask.choices])
    for action in {type(each.action): each.action for each in state.log[1:]}.values():
        for each in fields(type(action)):
            for odd in (*ODD, bits.below(len(state.cards))):
                if each.name not in ("actions", "action"):
                    try:
                        yield evolve(action, **{each.name: odd})
                    except (TypeError, ValueError, AttributeError):  # refused by the class
                        continue


def is_asked(asks, action):
    seat = seat_of(action)
    return type(seat) in (int, type(None)) and any(ask.allows(action) for ask in asks.get(seat, ()))


@pytest.mark.parametrize("seeds", SEEDS, ids=["few", "200"])
@pytest.mark.parametrize("name", GAMES)
def test_what_is_asked_is_allowed_and_nothing_else(name, seeds):
    allowed = refused = 0
    for seed in seeds:
        states, bits = moments(name, seed)
        for state in states:
            before, asks = type(state).replay(state.log), asked(state)
            for action in tries(state, asks, bits):
                if not state.can(action):
                    with pytest.raises(cf.DraftError) as caught:
                        state.do(action)
                    assert caught.value.reason
                    refused += 1
                else:
                    assert type(state.do(action)) is type(state)
                    allowed += 1
                assert state.can(action) == is_asked(asks, action), action
            assert state == before
            for seat, ask in [(seat, ask) for seat, each in asks.items() for ask in each]:
                assert all(map(state.can, list(ask.actions(seat))[:50]))
    assert allowed or name == "jumpstart"
    assert refused or name == "jumpstart"


@pytest.mark.parametrize("seeds", SEEDS, ids=["few", "200"])
@pytest.mark.parametrize("name", GAMES)
def test_no_hidden_name_is_in_a_view_a_log_or_a_refusal(name, seeds):
    for seed in seeds:
        states, bits = moments(name, seed)
        for state, known in zip(states, shown(states), strict=True):
            every = [card.card.name for card in state.cards]
            guessed = {note.value for note in getattr(state, "notes", ())}  # which may be right
            hidden = [{*every} - {every[card] for card in each} - guessed for each in known]
            for seat, names in enumerate(hidden):
                text = repr(state.view(seat)) + repr(state.log_for(seat))
                assert not [each for each in names if f"{each!r}" in text]
            for action in tries(state, asked(state), bits):
                if type(seat := seat_of(action)) is int and 0 <= seat < len(hidden):
                    said = refusal(state, action)
                    assert not [each for each in hidden[seat] if f"{each!r}" in said]


def shown(states):
    """For each of the states the cards that each seat has been shown until then."""
    last = states[-1]
    known = [set() for _ in range(len(last.seats))]
    again = type(last).replay(last.log[:1])
    by_moment = {}
    for record in (None, *last.log[1:]):
        again = again if record is None else again.do(record.action)
        for seat, cards in enumerate(known):
            cards.update(shown_in(again.view(seat)), again.log_for(seat)[-1].cards)
        by_moment[len(again.log)] = [set(cards) for cards in known]
    return [by_moment[len(state.log)] for state in states]


def refusal(state, action):
    try:
        state.verify(action)
    except cf.DraftError as error:
        return str(error)
    return ""
