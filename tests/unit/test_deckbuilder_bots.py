"""Bots in Deckbuilder Drafts: what they draft, build and buy, and the loop in which they play."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cardformats as cf
from cardformats.draft import deckbuilder
from cardformats.draft.deckbuilder.bots import DeckMaker
from cardformats.draft.deckbuilder.cards import look_up
from tests.deckbuilder_rules import CARDS, at_market, begin, names_of, refs, small_rules

KNOWN = cf.draft.DraftCards(CARDS)
PLENTY = [[["u W 1"], ["u W 2"]]]


def bot(seed=1):
    return deckbuilder.DeckbuilderBot(CARDS, seed)


def pool_of(names, cards=KNOWN):
    return {number: look_up(ref, cards) for number, ref in enumerate(refs(names))}


def maker(ratings=None):
    def rating(ref):
        return (ratings or {}).get(ref.name, 2.0)

    return DeckMaker(KNOWN.card, rating)


def played(state, seed=1):
    bots = [bot(seed) for _ in state.seats]
    return deckbuilder.play(state, bots, lambda now: deckbuilder.by_chance(now, seed))


def table(players=3, rounds=3, seed=1):
    """A draft of larger packs, by the document's rules but for shorter packs."""
    rules = small_rules(starters=2, deck_size=20)
    names = {"starter": "c", "booster": "c", "uncommons": "u", "rares": "r"}
    counts = {"starter": 2 * players, "booster": players * rounds}
    packs = {
        shape: [
            refs(f"{rarity} {color} {1 + number % 8}" for color in "WUBRG-")
            for number in range(counts.get(shape, rounds))
        ]
        for shape, rarity in names.items()
    }
    return deckbuilder.start(packs, CARDS, players=players, rounds=rounds, seed=seed, rules=rules)


# decks


def test_a_deck_has_the_colours_whose_cards_are_best():
    names = [f"c {color} {n}" for color in "WUBRG" for n in range(1, 9)]
    ratings = {f"c {color} {n}": 3.0 for color in "UG" for n in range(1, 9)}
    rules = deckbuilder.DeckbuilderRules()
    pool = pool_of(names)
    deck = maker(ratings).deck(pool, rules)
    assert {pool[number].name.split()[1] for number in deck.cards} == {"U", "G"}
    assert len(deck.cards) == 16
    assert Counter(deck.basics) == {"Island": 12, "Forest": 12}


def test_a_deck_of_forty_cards_has_seventeen_lands_if_there_are_spells_enough():
    pool = pool_of([f"c {color} {n}" for color in ("W", "-", "WU") for n in range(1, 9)] * 2)
    deck = maker().deck(pool, deckbuilder.DeckbuilderRules())
    assert (len(deck.cards), len(deck.basics)) == (23, 17)
    assert deck.size == 40


def test_lands_are_in_the_proportion_of_the_costs():
    pool = pool_of([*[f"c W {n}" for n in range(1, 4)], "c U 1"])
    deck = maker().deck(pool, small_rules(deck_size=12))
    assert Counter(deck.basics) == {"Plains": 6, "Island": 2}


def test_without_basic_lands_a_deck_is_filled_with_other_cards():
    pool = pool_of(["c W 1", "c U 1", "c B 1", "c R 1"])
    deck = maker({"c W 1": 3.0, "c R 1": 3.0}).deck(pool, small_rules(deck_size=3, basics=()))
    assert sorted(deck.cards) == [0, 1, 3]
    assert deck.basics == ()


def test_colourless_decks_have_lands_too():
    deck = maker().deck(pool_of(["c - 1"]), small_rules(deck_size=3, basics=("Swamp",)))
    assert deck.basics == ("Swamp",) * 2


def test_strong_cards_are_creatures_and_not_too_dear():
    def card(cost, *types):
        return cf.Card(cf.Face("A", cf.model.ManaCost.parse(cost), types=types), rarity="common")

    def strength(known):
        its = DeckMaker(lambda _: known, lambda _: 2.0)
        return its.judge(deckbuilder.DeckbuilderCard(cf.CardRef("A"), "common")).strength

    assert strength(card("{2}", "Creature")) > strength(card("{2}", "Instant"))
    assert strength(card("{4}", "Instant")) == strength(card("{2}", "Instant"))
    assert strength(card("{9}", "Instant")) < strength(card("{4}", "Instant"))
    assert strength(None) == 2.0


def test_lands_are_no_spells_and_unknown_cards_are_castable_by_their_colours():
    land = cf.Card(cf.Face("A", types=("Land",)), rarity="common")
    card = deckbuilder.DeckbuilderCard(cf.CardRef("A"), "common", ("W", "U"))
    assert DeckMaker(lambda _: land, lambda _: 2.0).judge(card).pairs == ()
    assert len(DeckMaker(lambda _: None, lambda _: 2.0).judge(card).pairs) == 1


@given(
    st.lists(st.sampled_from([card.name for card in CARDS.cards]), max_size=60),
    st.integers(0, 60),
    st.sampled_from([("Plains", "Island", "Swamp", "Mountain", "Forest"), ("Island",), ()]),
)
def test_decks_are_of_the_smallest_size_if_there_are_cards_enough(names, size, basics):
    pool = pool_of(names)
    deck = maker().deck(pool, small_rules(deck_size=size, basics=basics))
    assert len({*deck.cards}) == len(deck.cards)
    assert {*deck.cards} <= {*pool}
    assert {*deck.basics} <= {*basics}
    assert deck.size == (size if basics else min(size, len(pool)))


# purchases


def market_of(hand, names, deck_size=5):
    """A market in which seat 0 buys first, and has these cards besides its first one, ``c W 1``."""
    return at_market([[hand, []]], [names], winner=1, deck_size=deck_size)


def test_a_bot_buys_what_makes_its_deck_better_for_what_it_does_not_play():
    # of a deck of 5, 3 are spells: now u B 1 and two white ones, then u W 1 for one of these
    state = market_of(["c W 3", "c W 4", "u U 1", "u B 1"], ["u W 1", "u G 1", "r W 1"])
    action = bot().act(state.view(0))
    assert names_of(state, [action.card]) == ["u W 1"]
    assert names_of(state, action.trade) == ["c W 3", "u U 1"]
    state = state.do(action)
    assert state.buyer == 1


def test_a_bot_buys_first_what_makes_its_deck_better_most_cheaply():
    state = market_of(["c W 3", "c W 4", "u B 1", "u U 1", "u R 1"], ["u W 1", "r W 1", "u W 2"])
    action = bot().act(state.view(0))
    # half as much better as the rare card, for less than half of what that takes
    assert names_of(state, [action.card]) == ["u W 1"]
    assert names_of(state, action.trade) == ["c W 3", "u B 1"]


def test_of_cards_for_the_same_price_a_bot_buys_the_best():
    state = market_of(["c W 3", "c W 4", "u B 1", "u U 1", "u R 1"], ["r W 1", "m W 1", "r W 2"])
    action = bot().act(state.view(0))
    assert names_of(state, [action.card]) == ["m W 1"]


def test_a_bot_passes_if_nothing_makes_its_deck_better():
    state = market_of(["r W 1", "r W 2", "r W 3", "u B 1", "u B 2"], ["u W 1", "u U 1"])
    assert bot().act(state.view(0)) == deckbuilder.PassTurn(0)


def test_a_bot_passes_if_it_would_have_to_give_what_it_plays():
    state = market_of(["u W 3", "u W 4"], ["r W 1"], deck_size=20)
    assert state.affordable(0) != {}
    assert bot().act(state.view(0)) == deckbuilder.PassTurn(0)


def test_a_bot_has_to_have_something_to_do():
    state = market_of([], ["u W 1"])
    with pytest.raises(cf.DraftError, match="seat 1: has nothing to do"):
        bot().act(state.view(1))


def test_bots_remember_nothing():
    state = table(players=2, rounds=1)
    while not state.is_over:
        before = len(state.log)
        again = deckbuilder.loads(deckbuilder.dumps(state))
        one, other = (
            deckbuilder.play(
                each,
                [bot()] * 2,
                lambda now: deckbuilder.by_chance(now, 1),
                until=lambda now, before=before: len(now.log) > before,
            )
            for each in (state, again)
        )
        assert one == other
        state = one


# the loop


def test_bots_play_to_a_ranking():
    state = played(table())
    assert state.is_over
    assert sum(each.points for each in state.ranking) == 3 * 2 + 3 * 2  # a match and a bye each
    assert deckbuilder.replay(state.log) == state


def test_the_draft_stops_where_results_are_awaited():
    state = deckbuilder.play(table(), [bot()] * 3)
    assert state.phase == "match"
    assert deckbuilder.play(state, [bot()] * 3, lambda _: None) == state


def test_the_draft_stops_for_seats_without_a_bot():
    state = deckbuilder.play(table(), [None, bot(), bot()])
    assert state.duty(0) == "pick"
    assert all(state.duty(seat) == "wait" for seat in (1, 2))


def test_there_is_a_bot_or_none_for_every_seat():
    with pytest.raises(cf.DraftError, match="there are 3 seats, and bots or None for 2"):
        deckbuilder.play(table(), [None, None])


def test_a_bot_acts_for_its_own_seat():
    class Thief:
        def act(self, view):
            return deckbuilder.Build(1 - view.seat, (), ["Forest"] * 3)

    with pytest.raises(cf.DraftError, match="seat 0: its bot returned an action of seat 1"):
        deckbuilder.play(begin(PLENTY, [["u W 3"]]), [Thief()] * 2)
