"""The identity of cards: keys that determine duplicates, and one reference for each card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from typing import Any, TypeAlias, TypeVar

from attrs import evolve

from ..model import Booster, CardRef, CardSet, Entry, Pack, PackCard, Sheet

T = TypeVar("T")

#: A function that returns the key of the card of an entry, or of a card in a pack.
Key: TypeAlias = Callable[[Entry | PackCard], Hashable]


def key_of(booster: Booster) -> Key:
    """Return the key function for the sheets of *booster* that allow no duplicates."""
    return _name if booster.distinct == "name" else _printing


def _name(entry: Entry | PackCard) -> Hashable:
    return entry.card.name


def _printing(entry: Entry | PackCard) -> Hashable:
    return entry.card


def may_repeat(booster: Booster, sheet: Sheet) -> bool:
    """Return whether packs of *booster* may have a card of *sheet* twice.

    :attr:`Sheet.duplicates` takes precedence over the setting of the booster.
    """
    return booster.distinct == "none" if sheet.duplicates is None else sheet.duplicates


class Spelling:
    """A map from the references of a set's sheets to one reference for each card, the first.

    Two references name the same card if the set finds the same card by them. For cards that the set
    does not define, each reference is a separate printing.

    Attributes:
        cardset: The set, with replaced references in its sheets.
        references: For each reference of its sheets, the first one of the same card.
    """

    def __init__(self, cardset: CardSet) -> None:
        """Read all sheets of *cardset*."""
        every = (entry.card for sheet in cardset.sheets.values() for entry in sheet.entries)
        refs = dict.fromkeys(every)
        uses = Counter(ref.name for ref in refs)
        first: dict[int, CardRef] = {}
        self.references: dict[CardRef, CardRef] = {ref: ref for ref in refs}
        self._changes: dict[CardRef, CardRef] = {}
        for ref in refs:
            card = cardset.card(ref) if uses[ref.name] > 1 else None
            if card is not None and (one := first.setdefault(id(card), ref)) is not ref:
                self.references[ref] = self._changes[ref] = one
        self.cardset: CardSet = cardset
        if self._changes:
            sheets = [
                evolve(sheet, entries=map(self.of, sheet.entries))
                for sheet in cardset.sheets.values()
            ]
            self.cardset = evolve(cardset, sheets=sheets)

    def of(self, value: T) -> T:
        """Return *value* with the first reference of each card.

        It is a reference, an entry, a card of a pack, a pack, or an iterable of any of these.
        Strings are not changed.
        """
        if not self._changes:
            return value
        spelt: Any = value
        if isinstance(value, CardRef):
            spelt = self._changes.get(value, value)
        elif isinstance(value, (Entry, PackCard)):
            spelt = evolve(value, card=self.of(value.card))
        elif isinstance(value, Pack):
            spelt = evolve(value, cards=self.of(value.cards))
        elif isinstance(value, Iterable) and not isinstance(value, str):
            spelt = tuple(map(self.of, value))
        return spelt  # type: ignore[no-any-return] # of the same type, or a tuple
