"""Small card sets that a seed makes, with boosters of all kinds that the model has."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, Final

import cardformats as cf

from .chances import observe_boosters
from .edits import BOOSTER_EDITS, collation, edited, new_card
from .readings import observe_written
from .records import Observations

#: How many card sets are made.
_SETS: Final = 240
#: Of so many sets one is asked all questions about its odds.
_ASKED: Final = 6
_RARITIES: Final = ("common", "common", "common", "uncommon", "rare")
#: Maximum number of edits of the booster of a set.
_EDITS: Final = 9


def _cards(chance: random.Random) -> list[Any]:
    kinds = ("back", "split", "alternate")
    odd = [new_card(chance, kinds) for _ in range(chance.randrange(3))]
    plain = [
        cf.Card.of(
            f"Card {number}",
            mana_cost=f"{{{number % 3}}}{{{'WUBRG'[number % 5]}}}",
            types=["Creature" if number % 3 else "Instant"],
            rarity=_RARITIES[number % 5],
            set_code="LAN",
            number=str(number),
        )
        for number in range(chance.randrange(4, 16))
    ]
    return [*plain, *odd]


def _sheet(name: str, cards: list[Any], chance: random.Random) -> Any:
    some = chance.sample(cards, chance.randrange(1, len(cards) + 1))
    entries = [cf.Entry(card, chance.choice((1, 1, 2, 3))) for card in some]
    made = collation(chance) if chance.random() < 0.4 else cf.model.Random()  # noqa: PLR2004 - a share
    finish = chance.choice((None, None, None, "foil"))
    return cf.Sheet(name, entries, made, finish, duplicates=chance.choice((None, None, True)))


def made_set(seed: str) -> Any:
    """Return a small card set with one booster."""
    chance = random.Random(seed)  # noqa: S311 - of tests
    cards = _cards(chance)
    names = ["common", "rare", "bonus"][: chance.randrange(1, 4)]
    sheets = [_sheet(name, cards, chance) for name in names]
    booster = cf.Booster.of({name: chance.randrange(1, 4) for name in names}, "Draft")
    code = chance.choice(("LAN", "MIR", None))
    cardset = cf.CardSet(name="Lantern", code=code, cards=cards, sheets=sheets,
                         boosters=[booster])  # fmt: skip
    for _ in range(chance.randrange(_EDITS)):
        with suppress(cf.CardFormatsError):
            cardset = edited(cardset, chance, BOOSTER_EDITS)
    return cardset


def observe_made(observed: Observations) -> Iterator[str]:
    """Observe boosters of made sets, and what all formats say of these sets."""
    for number in range(_SETS):
        key = f"made {number}"
        sets: list[Any] = []
        observed.add("made set", key, _made, key, sets)
        for cardset in sets:
            for _ in observe_boosters(observed, key, cardset, small=number % _ASKED != 0):
                pass
            observe_written(observed, key, cardset)
            yield key


def _made(key: str, sets: list[Any]) -> str:
    sets.append(made_set(key))
    return cf.dumps(sets[0], "json", canonical=True)
