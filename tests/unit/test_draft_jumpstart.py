"""Jumpstart and Jump In!: which packs are offered, and what players get."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest

import cardformats as cf
from cardformats import draft
from cardformats.bits import Bits, Source
from cardformats.draft.zones.jumpstart import JUMP_IN, JUMPSTART
from cardformats.draft.zones.kinds import begin, packs_for

#: Themes by their colours: each has a card of every one of them, and a land.
THEMES = ("W", "U", "B", "R", "G", "W2", "U2", "WU", "UB", "BR", "RG", "GW", "WUB", "WUBRG")


def colors_of(theme):
    return frozenset(theme) & frozenset("WUBRG")


def booster(*themes):
    """A card set whose booster has a layout for each theme."""
    cards = [
        cf.Card.of(f"{theme} {color}", mana_cost=f"{{{color}}}")
        for theme in themes
        for color in sorted(colors_of(theme))
    ]
    sheets = [
        cf.Sheet(theme, [cf.Entry(card.ref) for card in cards if card.name.startswith(f"{theme} ")])
        for theme in themes
    ]
    layouts = [
        cf.Layout(theme, 1, [cf.Slot("cards", len(colors_of(theme)), [cf.SheetChoice(theme)])])
        for theme in themes
    ]
    return cf.CardSet(cards=cards, sheets=sheets, boosters=[cf.Booster("themes", layouts=layouts)])


CARDS = booster(*THEMES)


def started(kind, seed, players=1, cards=CARDS, **settings):
    generator = cf.Generator(cards, seed=seed)
    packs = packs_for(kind, generator, cards, players=players, **settings)
    return begin(kind, packs, cards, players=players, seed=seed, **settings)


def offered(game, seat=0):
    """The themes that a seat chooses among."""
    return [*game.view(seat).themes.values()]


def test_two_packs_at_random_are_no_choice():
    counts = Counter()
    for seed in range(30):
        game = started(JUMPSTART, seed, players=2)
        assert game.is_over
        for seat in range(2):
            first, second = {card.name.split()[0] for card in game.pool(seat)}, game.table.themes
            assert first == {*second[2 * seat : 2 * seat + 2]}
        counts.update(game.table.themes)
    assert {*counts} == {*THEMES}
    mean = 120 / len(THEMES)
    assert all(abs(count - mean) < 5 * mean**0.5 for count in counts.values())


@pytest.mark.parametrize("seed", range(12))
def test_what_goes_with_the_first_theme(seed):
    game = started(JUMPSTART, seed, offers=3, second="colors")
    assert len({*offered(game)}) == 3
    taken = offered(game)[1]
    game = game.choose_pack(0, 1)
    first, second = colors_of(taken), offered(game)
    assert taken not in second
    fitting = {"WUBRG"}
    for theme in THEMES:
        colors = colors_of(theme)
        if len(first) == 1 and first <= colors:
            fitting.add(theme)
        if len(first) == 2 and (colors == first or (len(colors) == 1 and colors <= first)):
            fitting.add(theme)
    fitting.discard(taken)
    if len(first) < 3 and len(fitting) >= 3:
        assert {*second} <= fitting
    game = game.choose_pack(0, 0)
    assert game.is_over
    assert {card.name.split()[0] for card in game.pool(0)} == {taken, second[0]}


def orders_of(game):
    """The colours of the three themes that are offered, in any order."""
    return permutations(map(colors_of, offered(game)))


@pytest.mark.parametrize("seed", range(12))
def test_jump_in(seed):
    game = started(JUMP_IN, seed)
    assert any(
        len(one) == 1 < len(more)
        and not third <= one
        and (not third <= more or more == colors_of("WUBRG"))
        for one, more, third in orders_of(game)
    )
    first = colors_of(offered(game)[seed % 3])
    game = game.choose_pack(0, seed % 3)
    if len(first) == 1:
        assert any(len(one) == 1 < len(more) and first <= more for one, more, _ in orders_of(game))
    elif len(first) < 5:
        assert any(
            len(one) == len(other) == 1 and one != other and one | other <= first
            for one, other, _ in orders_of(game)
        )


def test_only_the_own_offer_is_seen():
    game = started(JUMPSTART, 1, players=2, offers=2)
    for seat in range(2):
        view = game.view(seat)
        packs = [(zone.number, bool(zone.cards)) for zone in view.zones if zone.name == "pack"]
        assert [number for number, is_seen in packs if is_seen] == [*game.view(seat).themes]
    game = game.choose_pack(1, 0)
    assert game.log_for(0)[-1].cards == {}
    with pytest.raises(cf.DraftError, match="seat 0: pack can be one of 0, 1, not 2"):
        game.choose_pack(0, 2)
    game = game.choose_pack(1, 1)
    with pytest.raises(cf.DraftError, match="cannot choose pack now; it is the turn of seat 0"):
        game.choose_pack(1, 0)


def test_it_is_stored():
    game = started(JUMP_IN, 5, players=3)
    moment = 0
    while not game.is_over:
        seat = game.actors[-1]
        game = game.do(game.view(seat).random_action(Bits(Source("any", "bot"), moment)))
        moment += 1
        assert draft.loads(draft.dumps(game), type(game)) == game
    assert moment == 6


def test_too_few_themes():
    with pytest.raises(cf.DraftError, match="3 themes are offered; the booster has 2"):
        started(JUMP_IN, 1, cards=booster("W", "WU"))


def test_weights_count():
    weighted = cf.model.CardSet(
        cards=CARDS.cards,
        sheets=[*CARDS.sheets.values()],
        boosters=[
            cf.Booster("themes", layouts=[
                cf.Layout(layout.name, 99 if layout.name == "W" else 1, layout.slots)
                for layout in CARDS.boosters[0].layouts
            ])
        ],
    )  # fmt: skip
    counts = Counter(
        theme
        for seed in range(10)
        for theme in started(JUMPSTART, seed, cards=weighted).table.themes
    )
    assert counts["W"] > 15


def test_the_place_of_a_pack_does_not_tell_what_it_is():
    # all players see at which place the pack was that another takes
    several = {chosen: [0, 0, 0] for chosen in (None, 0, 1, 2)}
    for seed in range(40):
        begun = started(JUMP_IN, seed)
        for chosen, counts in several.items():
            game = begun if chosen is None else begun.choose_pack(0, chosen)
            for place, theme in enumerate(offered(game)):
                counts[place] += len(colors_of(theme)) > 1
    assert all(max(counts) - min(counts) < 23 for counts in several.values())
