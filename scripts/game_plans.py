"""The games that are stored: five of each kind, with other rules or settings each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import game_cards
from attrs import frozen
from game_players import Drafters, Player, at_a_game, building, in_zones, sharing
from tests.stored_games import dealt_for, opened

import cardformats as cf
from cardformats import draft
from cardformats.bits import Bits, Source
from cardformats.draft import deckbuilder


@frozen
class Plan:
    """A game before it is played.

    Attributes:
        setup: what it is begun with, as it is stored.
        player: who acts.
        stop: it is stored after so many actions, if it is not over before.
        every: what it shows is stored after each so many actions.
    """

    setup: dict[str, Any]
    player: Player
    stop: int = 400
    every: int = 1


#: The card set of a file, and its five games.
File = tuple[cf.CardSet, list[Plan]]


# booster drafts


def _packs(
    name: str, seats: int, sizes: Sequence[int], special: Sequence[str], share: int
) -> list[list[list[Any]]]:
    """Packs of these sizes for each round; *share* cards of each pack are special.

    Special cards come in turn, so that each comes as often as another, in any order.
    """
    bits = Bits(Source(name, "bot"), 1)
    plain = [str(card.ref) for card in game_cards.plain_cards()]
    refs = {card.name: str(card.ref) for card in _DRAFT.cards}
    wanted = seats * len(sizes) * share
    turns: list[str] = []
    while len(turns) < wanted and special:
        turns += bits.shuffled(special)
    rounds = []
    for size in sizes:
        packs = []
        for _ in range(seats):
            cards: list[Any] = [refs[turns.pop()] for _ in range(min(share, size))]
            while len(cards) < size:
                card = plain[bits.below(len(plain))]
                cards.append(card if bits.below(5) else [card, "foil", "any", "plain"])
            packs.append(bits.shuffled(cards))
        rounds.append(packs)
    return rounds


_DRAFT = game_cards.with_packs(
    [*game_cards.plain_cards(), *game_cards.effect_cards(), *game_cards.conspiracy_cards()]
)


def _booster(name: str, **setup: Any) -> dict[str, Any]:
    return {"kind": "booster", "seed": name, **setup}


def _with_effects(rules: str) -> File:
    """Drafts in which cards do all that cards can do, by one of the two rules."""
    plans = []
    for at, (seats, sizes, share, pace, together) in enumerate(
        [
            (4, (8, 8, 7), 4, "queue", 0),
            (3, (9, 8, 8), 5, "lockstep", 2),
            (5, (7, 7), 4, "queue", 5),
            (2, (12, 10, 9), 6, "queue", 0),
            (6, (6, 5), 3, "lockstep", 0),
        ]
    ):
        name = f"effects {rules} {at}"
        packs = _packs(name, seats, sizes, [*game_cards.EFFECTS], share)
        setup = _booster(name, rules=rules, pace=pace, packs=packs)
        stop = 45 if at == 2 else 400  # noqa: PLR2004 - one is stored before it is over
        plans.append(Plan(setup, Drafters(_DRAFT, name, together), stop))
    return _DRAFT, plans


def _round(picks: list[int], burns: list[int], direction: str = "alternate") -> dict[str, Any]:
    return {"picks": picks, "burns": burns, "direction": direction}


def _booster_settings() -> File:
    """Booster drafts with other picks, burns, directions, sizes and paces; one that bots play."""
    two = [_round([2, 1], [0, 1], "right"), _round([1], [0], "right")]
    three = [_round([1, 2, 3], [0]), _round([2], [1, 2], "left"), _round([1], [0], "left")]
    bots = {0: ["random", 3], 1: ["rated", "a"], 2: ["color", "b"], 3: ["color", 9]}
    each: list[tuple[dict[str, Any], tuple[int, Sequence[int]], int]] = [
        ({"event": two, "discard_at": 2, "pace": "lockstep"}, (3, (9, 9, 9)), 2),
        ({"event": three, "rules": "draftmancer"}, (2, (14, 11, 7)), 0),
        ({"bots": bots, "event": [_round([1], [0])]}, (4, (9, 9, 8)), 0),
        (
            {"event": [_round([1], [1], "right")], "discard_at": 3, "pace": "lockstep"},
            (8, (7, 6)),
            0,
        ),
        ({"event": [_round([2], [0], "left")]}, (16, (5, 5)), 4),
    ]
    plans = []
    for at, (setup, (seats, sizes), together) in enumerate(each):
        name = f"settings {at}"
        packs = _packs(name, seats, sizes, [*game_cards.EFFECTS], (1, 2, 4, 1, 1)[at])
        if at == 3:  # noqa: PLR2004 - of this draft
            packs[1][2], packs[1][3] = [], packs[1][3][:2]  # packs of all sizes
        stop, every = (40, 2) if seats > 8 else (400, 1 if seats < 8 else 2)  # noqa: PLR2004
        plans.append(
            Plan(
                _booster(name, packs=packs, **setup), Drafters(_DRAFT, name, together), stop, every
            )
        )
    return _DRAFT, plans


def _conspiracy_draft() -> File:
    """Conspiracy Drafts: three rounds by the comprehensive rules, with conspiracies in packs."""
    special = [*game_cards.CONSPIRACIES, *game_cards.EXILES, *game_cards.EFFECTS]
    plans = []
    for at, seats in enumerate((4, 3, 5, 2, 6)):
        name = f"conspiracies {at}"
        packs = _packs(name, seats, (6,) * 3 if seats < 6 else (5,) * 3, special, 3)  # noqa: PLR2004
        plans.append(Plan(_booster(name, rules="cr", packs=packs), Drafters(_DRAFT, name)))
    return _DRAFT, plans


# kinds of draft by name


def _kind(kind: str, cards: cf.CardSet, *games: tuple[int, dict[str, Any]]) -> File:
    """Drafts of a kind: for each its players, and settings, and what else its plan says."""
    plans = []
    for at, (players, given) in enumerate(games):
        settings = dict(given)
        name = f"{kind} {at}"
        stop, every = settings.pop("stop", 400), settings.pop("every", 1)
        more = {key: settings.pop(key) for key in ("bots", "event") if key in settings}
        setup = {"kind": kind, "players": players, "seed": name, "settings": settings, **more}
        setup["opened"] = f"{name} packs"
        player = Drafters(cards, name) if kind in ("glimpse", "supreme") else in_zones
        setup["packs"] = opened(setup, cards)
        plans.append(Plan(setup, player, stop, every))
    return cards, plans


_PLAIN = game_cards.with_packs(game_cards.plain_cards())
_FEW = game_cards.with_packs(game_cards.plain_cards(8, pairs=1))
_THEMES = game_cards.themes()
_BOTS = {"0": ["color", 4], "1": ["rated", "z"]}


def _zones() -> dict[str, Callable[[], File]]:
    """The kinds of draft by name, with settings that change much."""
    borders = {"center": False, "corners": False, "borders": True}
    small = {"grids": 2, "width": 5, "height": 4}
    games: dict[str, tuple[cf.CardSet, list[tuple[int, dict[str, Any]]]]] = {
        "winston": (
            _PLAIN,
            [
                (2, {"packs": 2}),
                (3, {"packs": 2, "piles": 2}),
                (2, {"packs": 3, "piles": 5, "remove_basics": False}),
                (4, {"packs": 1, "bots": _BOTS}),
                (2, {"packs": 3, "stop": 14}),
            ],
        ),
        "winchester": (
            _PLAIN,
            [
                (2, {"packs": 3}),
                (3, {"packs": 2, "piles": 2}),
                (2, {"packs": 4, "piles": 6, "remove_basics": False}),
                (4, {"packs": 2, "piles": 3, "bots": _BOTS}),
                (2, {"packs": 3, "stop": 8}),
            ],
        ),
        "grid": (
            game_cards.with_packs(game_cards.plain_cards(), more=5),
            [
                (2, {"grids": 6}),
                (3, {"grids": 6}),
                (4, {"grids": 8}),
                (2, {"grids": 4, "two_picks": True, "bots": _BOTS}),
                (3, {"grids": 4, "cards_from": "packs", "stop": 10}),
            ],
        ),
        "rochester": (
            _PLAIN,
            [
                (3, {"packs": 2}),
                (2, {"packs": 3, "order": "mtr"}),
                (3, {"packs": 2, "order": "lucky-paper", "bots": _BOTS}),
                (4, {"packs": 2, "order": "mtr", "every": 2}),
                (2, {"packs": 3, "stop": 25}),
            ],
        ),
        "rotisserie": (
            _FEW,
            [
                (3, {"cards": 5}),
                (2, {"cards": 6, "exact": True}),
                (4, {"cards": 4, "bots": _BOTS}),
                (3, {"cards_from": "packs", "packs": 1}),
                (5, {"cards": 5, "stop": 9}),
            ],
        ),
        "minesweeper": (
            _PLAIN,
            [
                (2, {**small, "picks": 4}),
                (3, {**small, "picks": 3, **borders}),
                (2, {"grids": 3, "width": 3, "height": 3, "picks": 3, "corners": False}),
                (4, {"grids": 5, "width": 4, "height": 4, "picks": 2, "bots": _BOTS}),
                (2, {**small, "picks": 6, "stop": 9}),
            ],
        ),
        "housman": (
            _PLAIN,
            [
                (2, {"hand": 3, "revealed": 4, "exchanges": 2, "rounds": 4}),
                (3, {"hand": 3, "revealed": 5, "rounds": 3, "order": "snake"}),
                (2, {"hand": 2, "revealed": 3, "rounds": 4, "may_keep": True}),
                (4, {"hand": 2, "revealed": 4, "exchanges": 2, "rounds": 3, "bots": _BOTS}),
                (2, {"hand": 4, "revealed": 4, "remove_basics": False, "rounds": 3, "stop": 8}),
            ],
        ),
        "solomon": (
            _PLAIN,
            [
                (2, {"cards": 6, "rounds": 5}),
                (2, {"cards": 5, "rounds": 4, "last": 9}),
                (2, {"cards": 7, "rounds": 4, "hidden": 2}),
                (2, {"rounds": 4, "hidden": 1, "remove_basics": False, "bots": _BOTS}),
                (2, {"rounds": 5, "stop": 5}),
            ],
        ),
        "jumpstart": (
            _THEMES,
            [
                (3, {}),
                (2, {"offers": 3}),
                (4, {"offers": 3, "second": "colors"}),
                (3, {"offers": 2, "second": "colors", "bots": _BOTS}),
                (5, {"offers": 6, "stop": 5}),
            ],
        ),
        "jump-in": (
            _THEMES,
            [(2, {}), (1, {}), (4, {}), (3, {"bots": _BOTS}), (6, {"stop": 7})],
        ),
        "glimpse": (
            _DRAFT,
            [
                (3, {"packs": 4}),
                (2, {"packs": 4, "picks": 2, "burns": 1}),
                (4, {"packs": 3, "burns": 1, "bots": _BOTS}),
                (3, {"packs": 2, "event": [_round([1], [0])]}),
                (5, {"packs": 2, "event": [_round([2], [1])], "stop": 20}),
            ],
        ),
        "supreme": (
            _DRAFT,
            [
                (1, {"packs": 10}),
                (1, {"packs": 7, "picks": 1}),
                (1, {"packs": 8, "picks": 3, "bots": {"0": ["color", 5]}}),
                (1, {"packs": 6, "event": [_round([1], [0])]}),
                (1, {"packs": 6, "event": [_round([2], [1])], "stop": 4}),
            ],
        ),
    }
    return {
        kind: (lambda kind=kind, cards=cards, each=each: _kind(kind, cards, *each))
        for kind, (cards, each) in games.items()
    }


# sealed pools, Conspiracy games, Deckbuilder Drafts


def _team_sealed() -> File:
    teams = [[[0, 2], [1, 3]], [[0, 1, 2], [3]], [[1], [0]], [[0, 1], [2, 3], [5, 4]], [[2, 1, 0]]]
    plans = []
    for at, each in enumerate(teams):
        name, seats = f"teams {at}", sum(map(len, each))
        packs = _packs(name, seats, (7, 5) if at % 2 else (9,), [*game_cards.EFFECTS], 1)
        full = [[[_full(card) for card in pack] for pack in round_] for round_ in packs]
        setup = {"kind": "team_sealed", "packs": full, "teams": each}
        plans.append(Plan(setup, sharing, 40))
    return _DRAFT, plans


def _full(card: Any) -> list[Any]:
    """A card of a pack, with all that a pack says of it."""
    return card if isinstance(card, list) else [card, None, "slot", "sheet"]


#: For each player of each Conspiracy game the conspiracies and the cards that exile others, how
#: many other cards are in the deck and in the sideboard, and whether basic lands are in the deck.
_PLAYERS: list[tuple[int, str | None, list[tuple[str, int, int, bool]]]] = [
    (
        12,
        "one",
        [
            ("Hidden Plan+Double Plan+Learned Toad", 12, 6, True),
            ("Open Plan+Tiny Plan", 13, 3, True),
        ],
    ),
    (
        14,
        "two",
        [
            ("Lean Plan+Spare Plan+Calling Crane", 10, 5, True),
            ("Small Plan+Number Plan", 14, 2, False),
            ("Whole Plan+Hidden Plan", 15, 0, True),
        ],
    ),
    (
        10,
        "three",
        [
            ("First Plan+Patchwork Stoat", 12, 8, True),
            ("First Plan+Spare Half+Number Plan", 12, 1, True),
            ("", 10, 0, True),
            ("Small Plan+Spare Half", 11, 1, True),
        ],
    ),
    (
        40,
        "four",
        [
            ("Whole Plan+Number Plan+Lean Plan", 35, 0, True),
            ("Hidden Plan+First Plan+Tiny Plan", 41, 4, True),
        ],
    ),
    (12, None, [("Hidden Plan+Calling Crane", 13, 4, True), ("Double Plan+Lean Plan", 8, 2, True)]),
]


def _conspiracy() -> File:
    """Games with each thing that conspiracies say, one of them without chance."""
    plans = []
    refs = {card.name: str(card.ref) for card in _DRAFT.cards}
    for at, (minimum, seed, players) in enumerate(_PLAYERS):
        bits = Bits(Source(f"decks {at}", "bot"), 0)
        given = []
        for names, size, spare, has_lands in players:
            plain = bits.shuffled([str(card.ref) for card in game_cards.plain_cards()])
            special = [name for name in names.split("+") if name]
            exiling = [refs[name] for name in special if name in game_cards.EXILES]
            lands = [refs["Island"], refs["Forest"]] * (size // 5) if has_lands else []
            deck = [*exiling, *lands, *plain][:size]
            plots = [refs[name] for name in special if name in game_cards.CONSPIRACIES]
            given.append([bits.shuffled(deck), [*plots, *plain[-spare or len(plain) :]]])
        setup = {
            "kind": "conspiracy",
            "players": given,
            "minimum": minimum,
            "seed": seed,
            "known": game_cards.CONSPIRACIES,
        }
        plans.append(Plan(setup, at_a_game))
    return _DRAFT, plans


_TINY: dict[str, Any] = {
    "starter": ["starter", ["common"], [[2, ["white", "blue"]], [3, list(deckbuilder.CLASSES)]]],
    "booster": ["booster", ["common"], [[2, list(deckbuilder.CLASSES)]]],
    "market": [
        ["uncommons", ["uncommon"], [[3, list(deckbuilder.CLASSES)]]],
        ["rares", ["rare", "mythic"], [[2, list(deckbuilder.CLASSES)]]],
    ],
    "starters": 2,
    "deck_size": 10,
}
_CHEAP = [["common", 3, 2, 4], ["uncommon", 4, 2, 6], ["rare", 6, 3, 8], ["mythic", 7, 3, 9]]


def _deckbuilder() -> File:
    """Deckbuilder Drafts by several rules, whose packs are dealt of what is set up for them."""
    cards = game_cards.for_decks()
    limited = {"old_stays": None, "market_limit": 6, "order_ties": ["seat"]}
    points = {"win_points": 5, "tie_points": 2, "loss_points": 1, "bye_points": 3, "matches": 2}
    games: list[tuple[int, int, dict[str, Any], dict[str, Any]]] = [
        (2, 2, {"variant": "document"}, {}),
        (3, 3, {**_TINY, "tariffs": _CHEAP}, {"bots": {"0": ["deckbuilder", 7]}}),
        (4, 3, {"variant": "trade-to-market", **_TINY, "tariffs": _CHEAP, **limited}, {}),
        (5, 2, {**_TINY, "tariffs": _CHEAP, **points}, {}),
        (2, 3, {"variant": "lasting-rares", **_TINY, "deck_size": 8}, {"stop": 26}),
    ]
    plans = []
    for at, (players, rounds, rules, more) in enumerate(games):
        name = f"decks {at}"
        setup = {
            "kind": "deckbuilder",
            "players": players,
            "rounds": rounds,
            "rules": rules,
            "seed": name,
            "opened": f"{name} packs",
            "bots": more.get("bots", {}),
        }
        setup["packs"] = dealt_for(setup, cards)
        plans.append(Plan(setup, building, more.get("stop", 400)))
    return cards, plans


#: What stands in the way of Deckbuilder Drafts is stored of these: players, rounds, copies, what
#: stands in for a class, the rarities and colours of the cards that there are, and rules.
SET_UPS: list[dict[str, Any]] = [
    {"players": 2, "rounds": 2},
    {"players": 4, "rounds": 3, "representative": "loose", "without": ["colorless"]},
    {"players": 4, "rounds": 3, "without": ["colorless", "red"]},
    {"players": 3, "rounds": 2, "copies": {"common": 2, "uncommon": 1, "rare": 1, "mythic": 1}},
    {"players": 2, "rounds": 2, "copies": {"common": 4, "uncommon": 1, "rare": 1, "mythic": 1}},
    {"players": 2, "rounds": 2, "rules": {"variant": "any-colors"}},
    {
        "players": 2,
        "rounds": 2,
        "representative": "loose",
        "copies": {"common": 4, "uncommon": 1, "rare": 1, "mythic": 1},
        "without": ["green"],
    },
    {"players": 2, "rounds": 2, "rules": _TINY, "copies": {"common": 1}},
    {
        "players": 3,
        "rounds": 3,
        "rules": _TINY,
        "copies": {"common": 2, "uncommon": 1, "rare": 1, "mythic": 1},
        "without": ["red", "green"],
    },
]


#: What makes each file.
FILES: dict[str, Callable[[], File]] = {
    "booster-cr": lambda: _with_effects("cr"),
    "booster-draftmancer": lambda: _with_effects("draftmancer"),
    "booster-settings": _booster_settings,
    "conspiracy-draft": _conspiracy_draft,
    "conspiracy-game": _conspiracy,
    "deckbuilder": _deckbuilder,
    "team-sealed": _team_sealed,
    **_zones(),
}
assert {*draft.draft_kinds()} <= {*FILES}, "every kind of draft has stored games"  # noqa: S101
