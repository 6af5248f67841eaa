"""Drafts that bots play, and logs of drafts of other programs."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import cardformats as cf
from cardformats import draft, records
from cardformats.draft import deckbuilder

from .readings import diagnostics, model
from .records import Observations

_COLORS: Final = "WUBRG"
#: Settings that keep drafts short, by kind.
_SHORT: Final[dict[str, dict[str, Any]]] = {
    "glimpse": {"packs": 3},
    "grid": {"grids": 3},
    "housman": {"rounds": 3},
    "minesweeper": {"grids": 2, "width": 5, "height": 4, "picks": 4},
    "rochester": {"packs": 1},
    "rotisserie": {"cards": 5, "exact": True},
    "solomon": {"rounds": 4},
    "supreme": {"packs": 6},
    "winchester": {"packs": 1},
    "winston": {"packs": 1},
}
#: Views are observed after each so many actions, and at the end.
_EVERY: Final = 9
#: The formats of logs of drafts.
_RECORDS: Final = ("draftmancer", "mtgo")
#: How many Deckbuilder Drafts are set up; of so many one is played.
_TABLES: Final = 300
_PLAYED: Final = 6
#: How many copies there are of the cards of a Deckbuilder Draft; the first has enough of each.
_COPIES: Final[tuple[dict[str, Any], ...]] = (
    {}, {}, {"copies": {"common": 3, "uncommon": 2, "rare": 1}}, {"copies": {"common": 9}},
)  # fmt: skip
#: Maximum number of actions of a draft.
_ACTIONS: Final = 2_000


def _card(number: int, effects: list[Any]) -> Any:
    color = _COLORS[number % 5]
    rarity = ("common", "common", "common", "uncommon", "rare")[number % 7 % 5]
    effect = effects[number // 9 % len(effects)] if effects and number % 9 == 0 else None
    return cf.Card.of(
        f"Card {number:03}",
        mana_cost=f"{{{number % 4}}}{{{color}}}",
        types=["Creature" if number % 3 else "Instant"],
        rarity=rarity,
        rating=number * 37 % 50,
        draft_effects=[effect] if effect else (),
    )


def _cube(effects: list[Any]) -> Any:
    return cf.CardSet.of([_card(number, effects) for number in range(400)], pack={"common": 15})


def _packs(count: int, size: int, seed: str) -> list[list[Any]]:
    """Return packs that depend on nothing in the library."""
    chance = random.Random(seed)  # noqa: S311 - of tests
    names = [f"Card {number:03}" for number in range(400)]
    chance.shuffle(names)
    return [[cf.CardRef(names[(size * at + n) % 400]) for n in range(size)] for at in range(count)]


def _views(state: Any) -> list[Any]:
    return [draft.as_json(state.view(seat)) for seat in range(len(state.seats))]


def _log(state: Any) -> list[Any]:
    return [draft.as_json(each) for each in state.log]


def _record(state: Any, cards: Any, format_: Any) -> str:
    return records.dumps(records.of_draft(state, cards), format_)


def _play(observed: Observations, key: str, state: Any, cards: Any) -> None:
    """Play a draft; observe views on the way, and everything at the end."""
    bots: tuple[Any, ...]
    bots = draft.RandomBot("a"), draft.RatedBot(cards, "b"), draft.ColorBot(cards, "c")
    for count in range(_ACTIONS):
        if count % _EVERY == 0:
            observed.add("draft: views", f"{key} after {count}", _views, state)
        acting = next(_actors(state), None)
        if acting is None:
            break
        state = state.do(bots[acting % len(bots)].act(state.view(acting)))
    observed.add("draft: last views", key, _views, state)
    observed.add("draft: log", key, _log, state)
    observed.add("draft: stored", key, draft.dumps, state)
    for each in _RECORDS:
        observed.add(f"draft: record as {each}", key, _record, state, cards, each)


def _actors(state: Any) -> Iterator[int]:
    """Yield the seats that have something to do."""
    if hasattr(state, "actors"):
        yield from state.actors
    elif not state.is_over:
        yield from (seat for seat in range(len(state.seats)) if state.duty(seat) != "wait")


def observe_drafts(observed: Observations) -> None:
    """Observe booster drafts by both rules, and every other kind of draft."""
    plain, special = _cube([]), _cube(list(cf.model.SimpleEffect))
    for rules in ("cr", "draftmancer"):
        for number, cards in enumerate((plain, special, special, special)):
            key = f"booster {rules} {number}"
            observed.add("draft: played", key, _booster, observed, key, cards, rules, number)
    for kind in draft.draft_kinds():
        for number in range(3):
            if kind != "booster" and not kind.startswith("jump"):
                key = f"{kind} {number}"
                observed.add("draft: played", key, _kind, observed, key, plain, kind, number)


def _booster(observed: Observations, key: str, cards: Any, rules: Any, number: int) -> None:
    players = 2 + 3 * number % 7
    rounds = [_packs(players, 9, f"{rules} {number} {at}") for at in range(3)]
    _play(observed, key, draft.start(rounds, cards, seed=11, rules=rules), cards)


def _kind(observed: Observations, key: str, cards: Any, kind: str, number: int) -> None:
    made = draft.draft_kind(kind)
    players = min(made.least + number, made.most)
    settings = _SHORT.get(kind, {})
    packs = _packs(60, 15, key)
    begun = draft.begin(kind, packs, cards, players=players, seed=number, **settings)
    _play(observed, key, begun, cards)


def observe_deckbuilder(observed: Observations) -> None:
    """Observe Deckbuilder Drafts by all rules, of card sets that have enough cards or too few."""
    for number in range(_TABLES):
        chance = random.Random(f"deckbuilder {number}")  # noqa: S311 - of tests
        variant, rules = chance.choice(sorted(deckbuilder.VARIANTS.items()))
        options = {"representative": chance.choice(("strict", "loose")), **chance.choice(_COPIES)}
        table = {"players": chance.randrange(2, 7), "rounds": chance.randrange(1, 4)}
        key = f"{number} {variant} {table} {options}"
        cards = _uneven(chance.choice((30, 60, 90, 150, 400)), chance)
        given = {**table, "rules": rules}
        observed.add("deckbuilder: feasible", key, _feasible, cards, {**given, **options})
        observed.add("deckbuilder: set", key, _set_up, cards, {**given, **options})
        if number % _PLAYED == 0:
            observed.add("deckbuilder: played", key, _deckbuilder, cards, given, options)


def _uneven(size: int, chance: random.Random) -> Any:
    """Return a card set with more cards of some colours and rarities than of others."""
    symbols = ("{W}", "{U}", "{B}", "{R}", "{G}", "{W}{U}", "{2}", "", "{B/R}")
    weights = [chance.choice((0, 1, 2, 3, 5)) + (place < len(_COLORS)) for place in range(9)]
    rarities = ("common", "uncommon", "rare", "mythic")
    shares = [chance.choice((1, 2, 4, 9)) for _ in rarities]
    return cf.CardSet(cards=[
        cf.Card.of(f"Card {number:03}", mana_cost=chance.choices(symbols, weights)[0],
                   types=[chance.choice(("Creature", "Land"))],
                   rarity=chance.choices(rarities, shares)[0])
        for number in range(size)
    ])  # fmt: skip


def _feasible(cards: Any, options: dict[str, Any]) -> Any:
    return diagnostics(deckbuilder.feasibility(cards, **options))


def _set_up(cards: Any, options: dict[str, Any]) -> Any:
    return model(deckbuilder.set_up(cards, **options))


def _deckbuilder(cards: Any, table: dict[str, Any], options: dict[str, Any]) -> str:
    """Return the stored game of a Deckbuilder Draft that bots play."""
    made = deckbuilder.set_up(cards, **table, **options)
    packs = cf.Generator(made, seed=5).deal(1).packs
    begun = deckbuilder.start(packs, made, **table, seed=5)
    bots = [deckbuilder.DeckbuilderBot(made, str(seat)) for seat in range(table["players"])]
    over = deckbuilder.play(begun, bots, lambda state: deckbuilder.by_chance(state, 5))
    return draft.dumps(over)


def observe_records(observed: Observations, folder: Path) -> None:
    """Observe what is read of logs of other programs."""
    for path in sorted(folder.iterdir()):
        reports: list[Any] = []
        observed.add("log: diagnostics", path.name, _read, path, reports)
        for report in reports:
            observed.add("log: value", path.name, repr, report.value)
            for each in _RECORDS:
                kind = f"log: written as {each}"
                observed.add(kind, path.name, records.dumps, report.value, each)


def _read(path: Path, reports: list[Any]) -> list[str]:
    reports.append(records.read_report(path))
    return diagnostics(reports[0].diagnostics)
