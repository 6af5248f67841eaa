"""Deckbuilder Drafts by bots, with the sample set, and the cheapest trade beside a greedy one."""

from __future__ import annotations

from pathlib import Path

import pytest

import cardformats as cf
from cardformats.draft import deckbuilder

SIZE = {"players": 4, "rounds": 10}
SAMPLE = Path(__file__).parents[1] / "examples" / "wagic" / "sets" / "LAN"
DRAFT = "a Deckbuilder Draft of {players} players and {rounds} rounds".format(**SIZE)
TRADE = "a trade for a rare card of a pool of 100"


def set_up():
    return deckbuilder.set_up(cf.read(SAMPLE), **SIZE)


def begun(made):
    return deckbuilder.start(cf.Generator(made, seed=7).deal(1).packs, made, **SIZE, seed=7)


def played(state, made):
    bots = [deckbuilder.DeckbuilderBot(made, seed=7)] * SIZE["players"]
    return deckbuilder.play(state, bots, lambda now: deckbuilder.by_chance(now, 7))


@pytest.fixture(scope="module")
def over():
    """A draft that bots have played."""
    made = set_up()
    return played(begun(made), made)


def test_set_up_and_deal(benchmark):
    benchmark.group = DRAFT
    cardset = cf.read(SAMPLE)
    made = benchmark(lambda: begun(deckbuilder.set_up(cardset, **SIZE)))
    assert made.phase == "draft"


def test_bots(benchmark):
    benchmark.group = DRAFT
    made = set_up()
    state = begun(made)
    assert benchmark(lambda: played(state, made)).is_over


def test_dumps(benchmark, over):
    benchmark.group = DRAFT
    assert benchmark(lambda: deckbuilder.dumps(over))


def test_loads(benchmark, over):
    benchmark.group = DRAFT
    text = deckbuilder.dumps(over)
    assert benchmark(lambda: deckbuilder.loads(text)) == over


RULES = deckbuilder.DeckbuilderRules()
WANTED = deckbuilder.DeckbuilderCard(cf.CardRef("R"), "rare", ("W", "U"))
POOL = {
    number: deckbuilder.DeckbuilderCard(
        cf.CardRef(f"C{number}"), "uncommon" if number % 12 == 0 else "common", (color,)
    )
    for number, color in zip(range(100), "WUBRG" * 20, strict=True)
}


def greedy():
    """Cards from the one that gains most by its bonus, until they are worth enough."""

    def worth(card):
        return deckbuilder.worth_of(card, WANTED, RULES)

    total, trade = 0, []
    for number in sorted(POOL, key=lambda n: RULES.tariff(POOL[n].rarity).worth / worth(POOL[n])):
        trade.append(number)
        total += worth(POOL[number])
        if total >= deckbuilder.price_of(WANTED, RULES):
            return trade
    return None


def test_a_greedy_trade(benchmark):
    benchmark.group = TRADE
    assert benchmark(greedy)


def test_the_cheapest_trade(benchmark):
    benchmark.group = TRADE
    assert benchmark(lambda: deckbuilder.cheapest_trade(POOL, WANTED, RULES))
