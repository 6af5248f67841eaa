"""The random sheets of Draftmancer: what is drawn from them, and what is kept out of a pack."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence

from attrs import frozen

from ...bits import Bits
from ...errors import EmptySheetError
from ...model import CardRef, CardSet, Entry, Sheet
from ..properties import balance_class
from .pool import Pool

#: The colours that are balanced; cards of several or none are the others.
_COLORS = "wubrg"
#: How often another card is drawn before the doubles are left out.
_REDRAWS = 3


@frozen
class RandomSheet:
    """A sheet with its entries in an order in which those of a colour stand together.

    Attributes:
        name: the sheet's name.
        entries: the numbers of its entries: first those without a single colour, then by colour.
        counts: their copies.
        keys: what tells their printings apart.
        others, mono: where those without and with a single colour stand.
        colors: where those of each colour stand.
    """

    name: str
    entries: tuple[int, ...]
    counts: tuple[int, ...]
    keys: tuple[Hashable, ...]
    others: range
    mono: range
    colors: tuple[range, ...]

    @classmethod
    def of(cls, sheet: Sheet, cardset: CardSet, *, balances: bool) -> RandomSheet:
        """Prepare *sheet*; if it is never balanced, cards stay as they are."""
        ranks = [_rank(cardset, entry) if balances else 0 for entry in sheet.entries]
        order = sorted(range(len(ranks)), key=ranks.__getitem__)
        ends = [sum(other <= rank for other in ranks) for rank in range(len(_COLORS) + 1)]
        keys = printings(sheet, cardset)
        return cls(
            sheet.name,
            tuple(order),
            tuple(sheet.entries[at].copies for at in order),
            tuple(keys[at] for at in order),
            range(ends[0]),
            range(ends[0], ends[-1]),
            tuple(map(range, ends, ends[1:])),
        )


def printings(sheet: Sheet, cardset: CardSet) -> list[Hashable]:
    """What tells the printings of *sheet* apart: two ways to name a card are the same to it."""
    return [printing(entry.card, cardset) for entry in sheet.entries]


def printing(ref: CardRef, cardset: CardSet) -> Hashable:
    """What tells the printing that *ref* names apart."""
    card = cardset.card(ref)
    return ref if card is None else card.ref


def _rank(cardset: CardSet, entry: Entry) -> int:
    """Which colour an entry has, from 1; 0 for none or several."""
    color = balance_class(cardset.card(entry.card), entry, "color")
    return 0 if color is None else _COLORS.find(color) + 1


class SheetPool:
    """The cards of a random sheet in the packs of one session."""

    def __init__(self, sheet: RandomSheet, supply: str, *, is_protected: bool) -> None:
        """Draw from *sheet* under the event's *supply*; if protected, not twice in a pack."""
        self.sheet = sheet
        self._supply = supply
        self._is_protected = is_protected
        self._pool = Pool(sheet.counts)
        self.whole = self._pool.whole
        self.size = self._pool.size

    def take_out(self, gone: Mapping[Hashable, int]) -> None:
        """Remove as many copies of the printings as are *gone*, or all there are.

        The program does not know which sheet a card was drawn from, so each sheet loses it.  From
        an infinite supply nothing goes.
        """
        if self._supply == "infinite":
            return
        left = dict(gone)
        for at, key in enumerate(self.sheet.keys):
            number = min(left.get(key, 0), self.sheet.counts[at])
            for _ in range(number):
                self._pool.remove(at)
            if number:
                left[key] -= number

    def pick(self, bits: Bits, part: range, taken: set[Hashable]) -> int:
        """The number of an entry of *part*, for a pack that has the printings *taken*.

        Raises:
            EmptySheetError: there is none.
        """
        pool, keys = self._pool, self.sheet.keys
        if self._supply == "refill" and not pool.size(part):
            pool.refill()
        if not pool.size(part):
            message = f"sheet {self.sheet.name!r} has no card left to draw"
            raise EmptySheetError(message)
        at = pool.draw(bits, part)
        if self._is_protected:
            at = self._another(bits, part, taken, at)
        if self._supply != "infinite":
            pool.remove(at)
        taken.add(keys[at])
        return self.sheet.entries[at]

    def plain(self, bits: Bits, count: int, taken: set[Hashable]) -> list[int]:
        """The numbers of *count* entries, one after the other."""
        return [self.pick(bits, self.whole, taken) for _ in range(count)]

    def _another(self, bits: Bits, part: range, taken: set[Hashable], at: int) -> int:
        """*at*, or another if its printing is taken; the last of all if there is no other."""
        keys: Sequence[Hashable] = self.sheet.keys
        for _ in range(_REDRAWS):
            if keys[at] not in taken:
                return at
            at = self._pool.draw(bits, part)
        if keys[at] not in taken:
            return at
        other = self._pool.draw_other(bits, part, keys, taken)
        return at if other is None else other
