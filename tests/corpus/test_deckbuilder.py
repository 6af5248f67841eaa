"""Deckbuilder Drafts with real sets: what they lack, and whole drafts by bots."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

import cardformats as cf
from cardformats.draft import deckbuilder

SETS = ("10E", "ZEN", "Dominaria")
SIZES = [(2, 5), (2, 10), (4, 5), (4, 10)]
DOMINARIA = "be1daba3-51c9-4e7e-9212-36e68addc26c"


@cache
def read(folder, name):
    """One of the sets."""
    if name == "Dominaria":
        return cf.read(folder / "octgn" / "mtg" / "Sets" / DOMINARIA / "set.xml")
    return cf.read(folder / "wagic" / "2016" / "sets" / name)


@pytest.fixture(params=SETS)
def name(request):
    return request.param


@pytest.fixture
def cardset(corpus, name):
    return read(corpus / "corpus", name)


def found(cardset, code, **options):
    """The messages of a code, for four players and five rounds."""
    all_found = deckbuilder.feasibility(cardset, players=4, rounds=5, **options)
    return [each.message for each in all_found if each.code == code]


def needs(kind, wanted, short):
    return f"the packs need {wanted} cards that are {kind}; {short} are missing"


#: How many common cards each set has of each mono colour, and without colours; none has
#: multicoloured ones.  Counted in the files.
COMMONS = {
    "10E": ({"white": 24, "blue": 24, "black": 24, "red": 24, "green": 24}, 1),
    "ZEN": ({"white": 18, "blue": 18, "black": 18, "red": 18, "green": 18}, 11),
    "Dominaria": ({"white": 18, "blue": 19, "black": 18, "red": 19, "green": 18}, 13),
}


@pytest.mark.parametrize("copies", [1, 2, 3, 4, 11])
def test_each_class_is_short_by_what_its_copies_lack(cardset, name, copies):
    mono, colorless = COMMONS[name]
    lacks = {f"common, {word}": max(0, 44 - copies * count) for word, count in mono.items()}
    there = copies * colorless
    lacks["common, colorless"] = max(0, 24 - there)
    lacks["common, multicolor"] = 36
    lacks["common, colorless or multicolor"] = max(0, 60 - max(0, there - 24))
    wanted = [44] * 5 + [24, 36, 60]
    assert found(cardset, "DB001", copies={"common": copies}) == [
        needs(kind, number, short)
        for (kind, short), number in zip(lacks.items(), wanted, strict=True)
        if short
    ]


def test_packs_of_any_colours_can_be_made_of_every_set(cardset):
    rules = deckbuilder.VARIANTS["any-colors"]
    assert deckbuilder.feasibility(cardset, players=4, rounds=10, rules=rules) == ()


def test_packs_have_the_cards_of_their_rarities_and_none_twice(cardset):
    made = deckbuilder.set_up(cardset, players=4, rounds=5, representative="loose")
    rarities = {shape.name: {*shape.rarities} for shape in deckbuilder.DeckbuilderRules().shapes}
    taken = Counter()
    for pack in cf.Generator(made, seed=7).deal(1).packs:
        cards = [made.card(each.card) for each in pack.cards]
        assert {card.rarity for card in cards} <= rarities[pack.booster]
        assert len({card.name for card in cards}) == len(cards)
        assert not any("Basic" in card.supertypes for card in cards)
        taken.update(each.card for each in pack.cards)
    copies = {e.card: e.copies for sheet in made.sheets.values() for e in sheet.entries}
    assert all(count <= copies[card] for card, count in taken.items())


@pytest.mark.part(3)
@pytest.mark.parametrize(("players", "rounds"), SIZES)
def test_bots_play_to_a_ranking(cardset, players, rounds, step):
    size = {"players": players, "rounds": rounds}
    made = deckbuilder.set_up(cardset, **size, representative="loose")
    bot = deckbuilder.DeckbuilderBot(made, seed=7)
    purchases = Counter()
    for seed in range(100 if step == 1 else 1):
        packs = cf.Generator(made, seed=seed).deal(1).packs
        state = deckbuilder.start(packs, made, **size, seed=seed)
        state = deckbuilder.play(
            state, [bot] * players, lambda now, seed=seed: deckbuilder.by_chance(now, seed)
        )
        check_end(state, players, rounds)
        purchases[seed] = sum(isinstance(each.action, deckbuilder.Buy) for each in state.log)
    # bots that never buy, or for whom there is never anything to buy, would be no players
    assert min(purchases.values()) >= rounds // 2


def check_end(state, players, rounds):
    assert state.is_over
    assert state.round == rounds
    # every match gives two points, however it ends
    assert sum(place.points for place in state.ranking) == 2 * rounds * players // 2
    assert state.ranking[0].place == 1
    places = [*state.discarded, *(offer.card for offer in state.market)]
    places += [number for seat in state.seats for number in seat.pool]
    assert sorted(places) == list(range(len(state.cards)))
    commons = 45 * players + 8 * rounds * players
    assert len(state.cards) == commons + 8 * rounds + 5 * rounds
    for record in state.log:
        if isinstance(record.action, deckbuilder.Build):
            assert len(record.action.cards) + len(record.action.basics) >= 40
        for each in record.outcomes:
            if isinstance(each, deckbuilder.Bought):
                assert each.worth >= (10 if state.cards[each.card].rarity == "uncommon" else 20)
    assert deckbuilder.replay(state.log) == state
    assert deckbuilder.loads(deckbuilder.dumps(state)) == state
