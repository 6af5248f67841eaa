"""What the engine would make of the files that were written: it lacks a card, or misreads it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

from ...budget import Budget
from ...losses import LossLog
from ...model import Card, Face, ManaCost, Value
from ...model.frozen import EMPTY
from .card_lines import card_name, texts_of
from .engine.loader import Engine, card_of
from .engine.macros import EngineMacros, lower
from .engine.primitive import ANY_ZONE, engine_keywords, number
from .fields import loyalty
from .format import GRADES, WagicOptions
from .halves import as_one
from .keys import SCRIPT_KEYS
from .syntax import CardFile

#: What the engine has not.
ABSENT: Final = "cards that it does not find"


def loaded(
    macros: EngineMacros, files: Iterable[tuple[str | None, bytes]], options: WagicOptions
) -> Engine:
    """Return the engine with *macros* after it has loaded *files*, by codes of sets."""
    engine = Engine(GRADES.index(options.max_grade), macros.fork())
    for code, data in files:
        engine.load(data, code, "")
    return engine


def blocks_of(file: CardFile) -> bytes:
    """Return the blocks of *file* alone, as the engine reads them."""
    return b"".join(file.source.encode(f"[{text}\n[/card]\n") for text in file.texts)


def check(
    cards: Iterable[Card],
    engine: Engine,
    losses: LossLog,
    before: Mapping[str, frozenset[str]] = EMPTY,
) -> None:
    """Report which of *cards* the *engine* lacks or has as others.

    What was wrong *before* with the card of a key is not the matter, nor are cards that lose
    something anyway.
    """
    budget = Budget(engine.macros.options.max_work)
    lost = {name for each in losses.finish() for name in each.subjects}
    for card in cards:
        # a primitive that is only named may be elsewhere
        if card.name in lost or card.faces == (Face(card.name),):
            continue
        known = before.get(key_of(card), frozenset())
        for fault in sorted(faults(card, engine, budget) - known):
            if fault == ABSENT:
                losses.refused(fault, card.name)
            else:
                losses.mistaken(fault, card.name)


def key_of(card: Card) -> str:
    """Return the key of *card* in the engine: its id, or the name of a primitive."""
    return card.ids.get("wagic", card.name)


def faults(card: Card, engine: Engine, budget: Budget) -> frozenset[str]:
    """Return the fields of *card* that differ in *engine*."""
    name = card_name(card)
    if "wagic" in card.ids:
        printing = engine.cards.get(number(card.ids["wagic"]))
        data = printing.data if printing is not None else None
    else:
        spellings = (name.encode(each, "replace").decode("latin-1") for each in ("utf-8", "cp1252"))
        printing = None
        data = next(filter(None, map(engine.primitives.get, spellings)), None)
    if data is None:
        return frozenset({ABSENT})
    own = card_of(data, engine.macros, budget, printing)
    is_expanded = "expanded" in card.extras.get("wagic", EMPTY)
    meant, made = (_seen(each, is_expanded=is_expanded) for each in (card, own))
    if printing is None:
        meant["rarities"] = made["rarities"]
    return frozenset(key for key in meant if meant[key] != made[key])


def _seen(card: Card, *, is_expanded: bool) -> dict[str, object]:
    """Return the fields of a card that the engine uses, most of them in lower case."""
    card = as_one(card)
    face, kept = card.faces[0], card.extras.get("wagic", EMPTY)
    keywords = (engine_keywords(lower(line)) for line in texts_of(kept.get("abilities", ())))
    return {
        "names": card_name(card),
        "rarities": card.rarity,
        "costs": _mana(face.mana_cost, kept.get("extra_costs")),
        "colours": face.colors,
        "types": {*face.supertypes, *face.types, *face.subtypes},
        "texts": face.text.split(),
        "power and toughness": (number(face.power or ""), number(face.toughness or "")),
        "abilities": frozenset().union(*keywords),
        "scripts": _scripts(kept, is_expanded=is_expanded),
    }


def _mana(cost: ManaCost | None, others: Value) -> Counter[str]:
    """Return the symbols of *cost* in any order, with one number; several X are one.

    An X may be one of the *others*, such as ``{X:black}``.
    """
    symbols = Counter(cost.symbols if cost is not None else ())
    generic = [symbol for symbol in symbols if symbol.isdecimal()]
    total = sum(int(symbol) * symbols.pop(symbol) for symbol in generic)
    symbols["X"] = 0 if others else min(symbols["X"], 1)
    return symbols + Counter(generic=total)


def _scripts(kept: Mapping[str, Value], *, is_expanded: bool) -> dict[str, Counter[str]]:
    """Return the scripts by zone, without the loyalty, which may be elsewhere."""
    expanded = kept.get("expanded") if is_expanded else None
    made = expanded if isinstance(expanded, Mapping) else EMPTY
    scripts: dict[str, Counter[str]] = {}
    for key in SCRIPT_KEYS & kept.keys() - {"abilities"}:
        lines = [lower(line) for line in texts_of(made.get(key, kept[key]))]
        zones = [f"auto{zone}" for zone in ("", *ANY_ZONE)] if key == "anyzone" else [key]
        for zone in zones:
            own = (line for line in lines if line and loyalty([line]) is None)
            scripts.setdefault(zone, Counter()).update(own)
    return {zone: lines for zone, lines in scripts.items() if lines}
