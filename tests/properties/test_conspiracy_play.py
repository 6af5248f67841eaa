"""Random Conspiracy games: whatever is done, no card is lost and nobody learns what is hidden."""

from __future__ import annotations

import pickle
from random import Random

import attrs
import pytest

import cardformats as cf
from cardformats import draft
from cardformats.draft import conspiracy as c

EXILE = (
    "Before you shuffle your deck to start the game, you may reveal this card from your deck and "
    "exile {} you drafted that isn't in your deck."
)
TEXTS = {
    "Conspiracy": [
        "",
        "You are the starting player.",
        "Draw an additional hand of seven cards as the game begins.",
        "Draw two additional hands of three cards as the game begins.",
        "Your deck can't have basic land cards and your starting hand size is five.",
        "Your starting hand size is two.",
        "Before drawing your opening hand, choose 1, 2, or 3.",
        "As long as every card in your card pool started the game in your library or in the "
        "command zone, you win.",
        "Your minimum deck size is reduced by five.",
        "Hidden agenda\nYou are the starting player.",
        "Hidden agenda\nBefore drawing your opening hand, choose 4 or 5.",
        *["Double agenda", "Hidden agenda"] * 3,
    ],
    "Creature": ["", EXILE.format("a creature card"), EXILE.format("two or more creature cards")],
    "Instant": ["", EXILE.format("an instant or sorcery card")],
    "Land": [""],
}
NAMES = ("Eel", "Otter", "Heron")


def a_card(chance, number, types):
    kind = chance.choice(types)
    basic = "Basic" if kind == "Land" and chance.random() < 0.2 else ()
    face = cf.Face(f"C{number}", supertypes=basic, types=kind, text=chance.choice(TEXTS[kind]))
    return cf.Card(face)


def begin(chance):
    """A game of random cards, each with a name of its own."""
    players, number = [], 0
    for _ in range(chance.randint(2, 5)):
        sizes = chance.randint(0, 24), chance.randint(0, 9)
        kinds = ["Creature", "Instant", "Land"], [*TEXTS, *["Conspiracy"] * 5]
        piles = []
        for size, types in zip(sizes, kinds, strict=True):
            piles.append([a_card(chance, number + at, types) for at in range(size)])
            number += size
        players.append(piles)
    seed = chance.choice([None, 1, "moss", b"fen"])
    return draft.start_conspiracy_game(players, minimum=chance.choice([0, 5, 12]), seed=seed)


def some(chance, values, most=None):
    values = list(values)
    return chance.sample(values, chance.randint(0, min(len(values), most or len(values))))


def due_action(chance, state):
    """An action that somebody has to take."""
    seat, duty = chance.choice([*state.duties().items()])
    mine = state.seats[seat]
    match duty:
        case "place":
            return c.PlaceConspiracies(seat, placement(chance, state, mine))
        case "number":
            there = chance.choice([each.card for each in state.unchosen() if each.owner == seat])
            return c.ChooseNumber(seat, there, chance.choice(state.cards[there].conspiracy.numbers))
    raise AssertionError(duty)


def placement(chance, state, mine):
    """Some conspiracies of a sideboard, with names."""
    those = [card for card in mine.sideboard if state.cards[card].conspiracy]
    return {
        card: chance.sample(NAMES, state.cards[card].conspiracy.names)
        for card in some(chance, those)
    }


def any_action(chance, state):
    """An action that may be allowed."""
    seat = chance.randrange(len(state.seats))
    mine = state.seats[seat]
    own = [*mine.deck, *mine.sideboard, 0]
    command = [each.card for each in state.command] or own
    able = [card for card in mine.deck if state.cards[card].exiles] or own
    return chance.choice(
        [
            c.PlaceConspiracies(seat, placement(chance, state, mine)),
            c.PlaceConspiracies(seat, some(chance, own, 2)),
            c.ExileCards(seat, chance.choice(able), some(chance, mine.sideboard, 3)),
            c.ExileCards(seat, chance.choice(able), some(chance, own, 1)),
            c.BeginGame(),
            c.BeginGame(seat),
            c.ChooseNumber(seat, chance.choice(command), chance.randint(1, 5)),
            c.TurnUpConspiracy(seat, chance.choice(command)),
            c.RevealConspiracies(seat),
        ]
    )


def steps_of(chance):
    """The moments of a game that is played by chance."""
    state = begin(chance)
    yield state
    for _ in range(chance.randint(20, 120)):
        is_due = state.duties() and chance.random() < 0.5
        action = (due_action if is_due else any_action)(chance, state)
        if isinstance(action, c.BeginGame) and chance.random() < 0.7:
            continue  # there is something to be done before
        before = pickle.dumps(state)
        if state.can(action):
            state.verify(action)
            after = state.do(action)
            assert after.log[:-1] == state.log
            assert after.log[-1].action == action
            assert pickle.dumps(state) == before
            state = after
            yield state
        else:
            for refuse in state.verify, state.do:
                with pytest.raises(cf.DraftError) as caught:
                    refuse(action)
                assert caught.value.reason


def check(state):
    """Check the properties of every state."""
    places = [card for seat in state.seats for card in (*seat.deck, *seat.sideboard)]
    places += [each.card for each in (*state.command, *state.exiled)]
    assert sorted(places) == [*range(len(state.cards))]
    for seat in range(len(state.seats)):
        view = state.view(seat)
        seats = state.seats
        mixed = attrs.evolve(seats[seat], deck=sorted(seats[seat].deck))
        other = attrs.evolve(state, seats=(*seats[:seat], mixed, *seats[seat + 1 :]))
        assert other.view(seat) == view
        assert [*other.view(seat).deck] == [*view.deck], "the order of a library is hidden"
        draft.as_json(view)


def known_to(state, seat):
    """The numbers of the cards that a seat has seen."""
    start = state.log[0].action
    known = {*start.seats[seat].deck, *start.seats[seat].sideboard}
    known |= {each.card for each in state.command if each.is_face_up}
    return known | {card for each in state.exiled for card in (each.card, each.by)}


def seen_by(game, seat):
    """All that a seat is shown from the start to the end of a game."""
    state = type(game).replay(game.log[:1])
    views = [state.view(seat)]
    for record in game.log[1:]:
        state = state.do(record.action)
        views.append(state.view(seat))
    return views, game.log_for(seat)


def otherwise(chance, game, seat):
    """The same game in which what a seat has not seen is otherwise; None if it cannot be."""
    start, *records = game.log
    unseen = sorted({*range(len(game.cards))} - known_to(game, seat))
    down = [each.card for each in game.command if each.card in unseen]
    cards = [*start.action.cards]
    if len(unseen) > 1:
        one, other = chance.choice(down or unseen), chance.choice(unseen)
        cards[one], cards[other] = cards[other], cards[one]
    start = attrs.evolve(start.action, cards=cards)
    up = {each.card for each in game.command if each.is_face_up}
    try:
        state = type(game).from_start(start)
        for record in records:
            action = record.action
            if getattr(action, "seat", seat) != seat:
                action = hidden_change(chance, state, action, up)
            state = state.do(action)
    except cf.DraftError:
        return None  # the rules do not allow it
    return state


def hidden_change(chance, state, action, up):
    """Another action of the same seat, which looks the same to others."""
    mine = state.seats[action.seat]
    if isinstance(action, c.PlaceConspiracies):
        placed = [each.card for each in action.cards]
        unused = [card for card in mine.sideboard if card not in placed and card not in up]
        others = []
        for each in action.cards:
            if each.card not in up:
                fitting = [
                    card
                    for card in unused
                    if (said := state.cards[card].conspiracy) and said.names == len(each.names)
                ]
                card = chance.choice([each.card, *fitting])
                each = c.Placement(card, chance.sample(NAMES, len(each.names)))  # noqa: PLW2901
                unused = [other for other in unused if other != card]
            others.append(each)
        return c.PlaceConspiracies(action.seat, others)
    return action


def play(number):
    """How far the game of that number came, and how often something hidden was otherwise."""
    chance = Random(number)  # noqa: S311 - reproducible
    for state in steps_of(chance):
        check(state)
    again = draft.loads(draft.dumps(state), draft.ConspiracyGame)
    assert again == state == draft.ConspiracyGame.replay(state.log)
    assert pickle.loads(pickle.dumps(state)) == state
    changes = 0
    for seat in range(len(state.seats)):
        assert again.log_for(seat) == state.log_for(seat)
        before = type(state).replay(state.log[: chance.randint(1, len(state.log))])
        other = otherwise(chance, before, seat)
        if other is not None:
            changes += other.log != before.log
            assert seen_by(other, seat) == seen_by(before, seat)
    return state.starting is not None and not state.duties(), changes


@pytest.mark.parametrize(
    ("games", "ended", "changed"),
    [(14, 4, 8), pytest.param(1000, 300, 1000, marks=pytest.mark.slow)],
)
def test_random_games_keep_all_cards_and_all_secrets(games, ended, changed):
    ends, changes = zip(*map(play, range(games)), strict=True)
    assert sum(ends) > ended
    assert sum(changes) > changed
