"""Drafts of each kind on zones, beside a small simulator of its published rules."""

from __future__ import annotations

import random

import pytest

from tests.zone_simulators import (
    Grid,
    Housman,
    Minesweeper,
    Rochester,
    Rotisserie,
    Solomon,
    Winchester,
    Winston,
)
from tests.zone_tables import known, pack, table


def any_draft(kind, chance):
    """Any number of players, packs and settings."""
    pick = chance.randint
    players = 2 if kind == "solomon" else pick(2, 4)
    settings, size, count = KINDS[kind][1](chance, players)
    return players, [pack(size, at * size) for at in range(count)], settings


def flag(chance):
    return chance.random() < 0.5


def any_piles(chance, players):
    settings = {"packs": chance.randint(1, 3), "piles": chance.randint(2, 5)}
    return settings, chance.randint(3, 6), players * settings["packs"]


def any_grid(chance, players):
    settings = {"grids": chance.randint(1, 9), "two_picks": players == TWO and flag(chance)}
    large = players > TWO or settings["two_picks"]
    return settings, 12 if large else 9, settings["grids"]


def any_rochester(chance, players):
    order = chance.choice(["draftmancer", "mtr", "lucky-paper"])
    settings = {"packs": chance.randint(1, 4), "order": order}
    return settings, chance.randint(1, 6), players * settings["packs"]


def any_rotisserie(chance, players):
    if flag(chance):
        settings = {"cards_from": "packs", "packs": chance.randint(1, 3)}
        return settings, chance.randint(1, 6), players * settings["packs"]
    settings = {"cards": chance.randint(1, 6), "exact": flag(chance)}
    return settings, players * settings["cards"] + chance.randint(0, 5), 1


def any_minesweeper(chance, players):
    width, height = chance.randint(3, 6), chance.randint(3, 6)
    settings = {"width": width, "height": height, "grids": chance.randint(1, 5)}
    settings["picks"] = chance.randint(1, min(4, width * height // players))
    up = {name: flag(chance) for name in ("center", "corners", "borders")}
    up["center"] = up["center"] or not any(up.values())
    return settings | up, width * height * settings["grids"], 1


def any_housman(chance, players):
    settings = {name: chance.randint(1, 4) for name in ("hand", "revealed", "exchanges", "rounds")}
    settings |= {"order": chance.choice(["classic", "snake"]), "may_keep": flag(chance)}
    dealt = players * settings["hand"] + settings["revealed"]
    return settings, settings["rounds"] * dealt + chance.randint(0, 2), 1


def any_solomon(chance, _players):
    settings = {"cards": chance.randint(5, 8), "rounds": chance.randint(1, 5)}
    settings |= {"hidden": chance.randint(0, 2), "last": chance.choice([0, 7])}
    return settings, 8 * settings["rounds"], 1


TWO = 2
#: Of each kind its simulator, and what gives settings.
KINDS = {
    "winston": (Winston, any_piles),
    "winchester": (Winchester, any_piles),
    "grid": (Grid, any_grid),
    "rochester": (Rochester, any_rochester),
    "rotisserie": (Rotisserie, any_rotisserie),
    "minesweeper": (Minesweeper, any_minesweeper),
    "housman": (Housman, any_housman),
    "solomon": (Solomon, any_solomon),
}


def laid(cards, key, game):
    """The cards of a zone; in order and with gaps where these matter."""
    cards = [card for card in cards if card is not None or not game.is_over]
    return sorted(cards) if key[0] in ("pool", "discard") else cards


def compare(game, simulator, chance):
    """All that both know."""
    assert (game.actors, game.is_over) == (simulator.actors, simulator.is_over)
    for key, cards in simulator.zones.items():
        assert laid(game.zone(*key).cards, key, game) == laid(cards, key, game), key
    for seat in game.seats:
        view = game.view(seat)
        assert {*view.cards} == simulator.sees(seat), seat
        assert known(game, seat) == simulator.seen[seat], seat
        assert view.actors == simulator.actors
    if simulator.is_over:
        return
    legal = {*simulator.legal()}
    if not isinstance(simulator, Solomon):  # who divides as it likes
        choices = {option.action for seat in game.seats for option in game.view(seat).options}
        assert choices == legal
    for action in legal:
        game.verify(action)
    for action in simulator.wrong(chance):
        assert game.can(action) == (action in legal), action


@pytest.mark.parametrize("kind", KINDS)
def test_a_kind_does_what_its_published_rules_say(kind, request):
    """Any draft with any actions, and actions that nobody may do."""
    for number in range(60 if request.config.getoption("--slow") else 8):
        chance = random.Random(number)  # noqa: S311 - reproducible
        players, packs, settings = any_draft(kind, chance)
        game = table(kind, packs, players, **settings)
        simulator = KINDS[kind][0](game, **settings)
        compare(game, simulator, chance)
        while not simulator.is_over:
            action = chance.choice([*simulator.legal()])
            game = game.do(action)
            simulator.play(action, game)
            compare(game, simulator, chance)
        cards = [card for zone in game.zones.values() for card in zone.numbers]
        assert sorted(cards) == [*range(len(game.cards))]
