"""What tells cards from one another: those that should not come twice, and whose odds are one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from typing import Any, TypeAlias, TypeVar

from attrs import evolve

from ..model import Booster, CardRef, CardSet, Entry, Pack, PackCard, Sheet

T = TypeVar("T")

#: Gives what tells the card of an entry, or of a pack, from others.
Key: TypeAlias = Callable[[Entry | PackCard], Hashable]


def key_of(booster: Booster) -> Key:
    """What tells cards apart of those sheets of *booster* that give none twice."""
    return _name if booster.distinct == "name" else _printing


def _name(entry: Entry | PackCard) -> Hashable:
    return entry.card.name


def _printing(entry: Entry | PackCard) -> Hashable:
    return entry.card


def may_repeat(booster: Booster, sheet: Sheet) -> bool:
    """Whether *booster* may have a card of *sheet* twice.

    What :attr:`Sheet.duplicates` says goes before what the booster says.
    """
    return booster.distinct == "none" if sheet.duplicates is None else sheet.duplicates


class Spelling:
    """Names each card of a set in one way, the first, however the set's sheets name it.

    A card is what the set finds by a reference.  Of what it does not define, each reference is a
    printing.

    Attributes:
        cardset: the set, in whose sheets this is so.
        references: for each reference of its sheets the one of the same card.
    """

    def __init__(self, cardset: CardSet) -> None:
        """Look at all sheets of *cardset*."""
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
        """*value* with the one name of each card.

        It is a reference, an entry, a card of a pack, a pack, or an iterable of any of these; just
        a name stays.
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
