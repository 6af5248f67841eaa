"""Taking back an action: the same choice then gives the same state; nothing is learned by it."""

from __future__ import annotations

import pytest

import cardformats as cf
from cardformats import draft
from cardformats.bits import Bits, Source
from cardformats.draft import deckbuilder
from tests.draft_tables import OFFICIAL, official
from tests.properties.test_draft_kinds import CUBE, SMALL, THEMES

SEEDS = [range(4), pytest.param(range(4, 200), marks=pytest.mark.slow)]


def zones(name, seed, settings):
    """A random draft of a kind."""
    cards = THEMES if name.startswith("jump") else CUBE
    kind = draft.draft_kind(name)
    players = min(kind.least + seed % 3, kind.most)
    packs = draft.packs_for(
        name, cf.Generator(cards, seed=seed), cards, players=players, **settings
    )
    begun = draft.begin(name, packs, cards, players=players, seed=seed, **settings)
    return draft.play(begun, [draft.RandomBot(f"{seed} {seat}") for seat in range(players)])


def boosters(seed):
    bits = Bits(Source(seed, "deal"), 0)
    names = [*OFFICIAL, *(f"Card{at}" for at in range(len(OFFICIAL)))]
    packs = [[" ".join(bits.shuffled(names)[:5]) for _ in range(3)] for _ in range(2)]
    state = official(*packs, pace=("queue", "lockstep")[seed % 2])
    return draft.play(state, [draft.RandomBot(f"{seed} {seat}") for seat in range(3)])


def decks(seed):
    cards = [
        cf.Card.of(f"Card {at}", colors=["W", "U", "B", "R", "G"][at % 5 : at % 5 + 1 + at % 2],
                   rarity=("common", "uncommon", "rare")[at // 5 % 3])
        for at in range(150)
    ]  # fmt: skip
    cardset = cf.CardSet(cards=cards)
    rules = deckbuilder.VARIANTS["any-colors"]
    made = deckbuilder.set_up(cardset, players=2, rounds=1, rules=rules)
    packs = cf.Generator(made, seed=seed).deal(1).packs
    state = deckbuilder.start(packs, cardset, players=2, rounds=1, seed=seed, rules=rules)
    bots = [deckbuilder.DeckbuilderBot(cardset, seed=seed + seat) for seat in range(2)]
    return deckbuilder.play(state, bots, lambda game: deckbuilder.by_chance(game, seed))


GAMES = {
    "booster": boosters,
    "deckbuilder": decks,
    **{
        name: lambda seed, name=name: zones(name, seed, SMALL.get(name, {}))
        for name in draft.draft_kinds()
    },
}
#: All lies open there until something is turned up or laid out again.
OPEN = ("rotisserie", "rochester", "solomon", "grid")


@pytest.mark.parametrize("seeds", SEEDS, ids=["few", "200"])
@pytest.mark.parametrize("name", GAMES)
def test_the_same_choice_after_undoing_it_gives_the_same_state(name, seeds):
    undone = 0
    for seed in seeds:
        last, bits = GAMES[name](seed), Bits(Source(seed, "law"), 0)
        state = type(last).replay(last.log[: 1 + bits.below(len(last.log))])
        for seat in range(len(state.seats)):
            try:
                before = state.undo(seat)
            except cf.DraftError:
                continue
            undone += 1
            assert before.log == state.log[: len(before.log)]
            again = before
            for record in state.log[len(before.log) :]:
                again = again.do(record.action)
            assert again == state
            assert draft.loads(draft.dumps(before)) == before
    assert undone or name not in OPEN


def two():
    return draft.start(
        [[[cf.CardRef(name) for name in pack] for pack in (("a", "b"), ("c", "d"))]],
        cf.CardSet(),
        seed=1,
    )


def test_a_pick_is_undone_until_somebody_sees_another_card():
    begun = two()
    one = begun.pick(0, 0)
    assert one.undo(0) == begun
    both = one.pick(1, 2)
    for seat in (0, 1):
        with pytest.raises(cf.DraftError, match=r"cannot undo: .* has been shown a card since"):
            both.undo(seat)


def test_who_has_done_nothing_undoes_nothing():
    begun = two()
    with pytest.raises(cf.DraftError, match="seat 1: has done nothing that could be undone"):
        begun.pick(0, 0).undo(1)
    with pytest.raises(cf.DraftError, match="there is no such seat"):
        begun.undo(2)


def test_a_card_that_was_looked_at_is_not_forgotten():
    state = official(["Sneak a", "b c"], ["d", "e"])
    state = state.pick(0, 0)
    state = state.use_card(0, 0, "round 1 seat 1")
    with pytest.raises(cf.DraftError, match="cannot undo: it has been shown a card since"):
        state.undo(0)


def test_team_sealed_cards_are_put_back():
    packs = [[cf.PackCard("A", "s", "s")], [cf.PackCard("B", "s", "s")]]
    begun = draft.start_team_sealed([packs], [(0, 1)])
    assert begun.take(0, 1).take(1, 0).undo(0) == begun
