"""Sheets by rarity, and the usual pack of them, for formats that say nothing of packs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, TypeVar

from ..model import Booster, Card, Entry, Layout, Sheet, SheetChoice, Slot
from .card_words import RARITIES

T = TypeVar("T")

#: The sheet of cards without a rarity, where the others have one.
NO_RARITY: Final = "no rarity"
#: The order of sheets that are called like rarities.
ORDER: Final = (*RARITIES, NO_RARITY)
_USUAL_PACK: Final = {"common": 10, "uncommon": 3, "rare": 1}
#: The average number of packs in which a mythic rare replaces the rare once.
_MYTHIC: Final = 8


def in_order(sheets: Mapping[str, T]) -> Mapping[str, T]:
    """Return *sheets* in the order of their rarities; unchanged if some have other names."""
    if not sheets.keys() <= {*ORDER}:
        return sheets
    return dict(sorted(sheets.items(), key=lambda each: ORDER.index(each[0])))


def sheets_by_rarity(cards: Iterable[Card]) -> list[Sheet]:
    """Return a sheet for each rarity of *cards*; none if no card has one."""
    entries: dict[str, list[Entry]] = {}
    for card in cards:
        entries.setdefault(card.rarity or NO_RARITY, []).append(Entry(card.ref))
    if not entries.keys() - {NO_RARITY}:
        return []
    return [Sheet(name, own) for name, own in in_order(entries).items()]


def usual_counts(sheets: Mapping[str, Sheet]) -> dict[str, int]:
    """Return the number of cards from each of *sheets* in a usual pack; none if a sheet is missing.

    The sheets are by their names in lower case.
    """
    if not sheets.keys() >= _USUAL_PACK.keys():
        return {}
    return {name: min(count, len(sheets[name].entries)) for name, count in _USUAL_PACK.items()}


def booster_of(
    sheets: Mapping[str, Sheet], counts: Mapping[str, int], higher: Iterable[str] = ("mythic",)
) -> Booster:
    """Return a booster with these *counts* of cards from *sheets* by name in lower case.

    Cards of *higher* rarities share the slot of the rares, if they have none of their own.
    """
    rarer = [name for name in higher if name in sheets and name not in counts]
    slots = [_slot(name, count, sheets, rarer) for name, count in counts.items()]
    return Booster(layouts=[Layout("default", 1, slots)])


def _slot(name: str, count: int, sheets: Mapping[str, Sheet], rarer: Sequence[str]) -> Slot:
    choices = [SheetChoice(sheets[name].name)]
    if name == "rare" and rarer:
        choices = [SheetChoice(sheets[name].name, (_MYTHIC - 1) * len(rarer))]
        choices += [SheetChoice(sheets[each].name) for each in rarer]
    return Slot(sheets[name].name, count, choices)


def described(booster: Booster) -> str:
    """Describe a plain booster, as ``10 common, 3 uncommon, 1 rare``."""
    return ", ".join(f"{slot.count} {slot.name}" for slot, _ in booster.walk())
