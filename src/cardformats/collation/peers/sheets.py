"""The sheets of Draftmancer: pools, what is kept out of a pack, balance, runs and stripes."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping, Sequence
from itertools import accumulate

from attrs import frozen

from ...bits import Bits
from ...errors import EmptySheetError
from ...model import CardRef, CardSet, Entry, Sheet, Striped
from ..constraints import balance_class
from ..drawers.chance import in_random_order
from .balance import class_share, sure_classes


class Pool:
    """The copies of entries, in an order; any stretch of them can be drawn from.

    A draw and a removal take time with the logarithm of the number of entries: the counts are kept
    as the sums of a tree (Fenwick's), however many copies there are.
    """

    def __init__(self, counts: Sequence[int]) -> None:
        """Take the copies of each entry."""
        self._counts = counts
        self._top = 1 << (len(counts).bit_length() - 1) if counts else 0
        self.whole = range(len(counts))
        self.refill()

    def refill(self) -> None:
        """All copies are there again."""
        self._left = list(self._counts)
        self._sums = [0, *self._left]
        for at in range(1, len(self._sums)):
            above = at + (at & -at)
            if above < len(self._sums):
                self._sums[above] += self._sums[at]

    def size(self, part: range) -> int:
        """How many copies of the entries *part* are left."""
        return self._before(part.stop) - self._before(part.start)

    def draw(self, bits: Bits, part: range) -> int:
        """An entry of *part*, each copy of which is as likely; it stays there."""
        before = self._before(part.start)
        copy = before + bits.below(self._before(part.stop) - before)
        at, step = 0, self._top
        while step:
            if at + step < len(self._sums) and self._sums[at + step] <= copy:
                at += step
                copy -= self._sums[at]
            step >>= 1
        return at

    def draw_other(
        self, bits: Bits, part: range, keys: Sequence[Hashable], taken: Collection[Hashable]
    ) -> int | None:
        """The same of those entries only whose key is not *taken*; None if there are none."""
        left = [0 if keys[at] in taken else self._left[at] for at in part]
        return part[bits.index(list(accumulate(left)))] if any(left) else None

    def remove(self, entry: int) -> None:
        """A copy of *entry* is gone."""
        self._left[entry] -= 1
        at = entry + 1
        while at < len(self._sums):
            self._sums[at] -= 1
            at += at & -at

    def _before(self, entry: int) -> int:
        """How many copies are left of the entries before *entry*."""
        total = 0
        while entry:
            total += self._sums[entry]
            entry &= entry - 1
        return total


#: The colours that are balanced; cards of several or none are the others.
_COLORS = "wubrg"
#: How often another card is drawn before the doubles are left out.
REDRAWS = 3


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
    def of(
        cls, sheet: Sheet, keys: Sequence[Hashable], cardset: CardSet, *, balances: bool
    ) -> RandomSheet:
        """Prepare *sheet*; if it is never balanced, cards stay as they are."""
        ranks = [_rank(cardset, entry) if balances else 0 for entry in sheet.entries]
        order = sorted(range(len(ranks)), key=ranks.__getitem__)
        ends = [sum(other <= rank for other in ranks) for rank in range(len(_COLORS) + 1)]
        return cls(
            sheet.name,
            tuple(order),
            tuple(sheet.entries[at].copies for at in order),
            tuple(keys[at] for at in order),
            range(ends[0]),
            range(ends[0], ends[-1]),
            tuple(map(range, ends, ends[1:])),
        )


def printing(ref: CardRef, cardset: CardSet) -> Hashable:
    """What tells the printing that *ref* names apart."""
    card = cardset.card(ref)
    return ref if card is None else card.ref


def _rank(cardset: CardSet, entry: Entry) -> int:
    """Which colour an entry has, from 1; 0 for none or several."""
    color = balance_class(cardset.card(entry.card), entry, "color")
    return 0 if color is None else _COLORS.find(color) + 1


class SheetPool(Pool):
    """The cards of a random sheet in the packs of one session."""

    def __init__(self, sheet: RandomSheet, supply: str, *, is_protected: bool) -> None:
        """Draw from *sheet* under the event's *supply*; if protected, not twice in a pack."""
        super().__init__(sheet.counts)
        self.sheet = sheet
        self._supply = supply
        self._is_protected = is_protected

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
                self.remove(at)
            if number:
                left[key] -= number

    def pick(self, bits: Bits, part: range, taken: set[Hashable]) -> int:
        """The number of an entry of *part*, for a pack that has the printings *taken*."""
        if self._supply == "refill" and not self.size(part):
            self.refill()
        if not self.size(part):
            raise EmptySheetError(f"sheet {self.sheet.name!r} has no card left to draw")
        at = self.draw(bits, part)
        if self._is_protected:
            at = self._another(bits, part, taken, at)
        if self._supply != "infinite":
            self.remove(at)
        taken.add(self.sheet.keys[at])
        return self.sheet.entries[at]

    def plain(self, bits: Bits, count: int, taken: set[Hashable]) -> list[int]:
        """The numbers of *count* entries, one after the other."""
        return [self.pick(bits, self.whole, taken) for _ in range(count)]

    def _another(self, bits: Bits, part: range, taken: set[Hashable], at: int) -> int:
        """*at*, or another if its printing is taken; the last of all if there is no other."""
        keys = self.sheet.keys
        for _ in range(REDRAWS):
            if keys[at] not in taken:
                return at
            at = self.draw(bits, part)
        if keys[at] not in taken:
            return at
        other = self.draw_other(bits, part, keys, taken)
        return at if other is None else other


def balanced(pool: SheetPool, bits: Bits, count: int, taken: set[Hashable]) -> list[int]:
    """The numbers of *count* entries of which some are sure to be of each colour.

    As many colours as the slot has cards of a single one on average are sure of a card, if the
    sheet still has any of theirs.  Each of the other cards is of a single colour by a chance that
    makes up for those.  Where cards stay in the sheet, it counts the sure ones twice, so that cards
    without a single colour are a little too rare; the original does so, too.

    A slot that is sure of no colour is drawn as if there were no balance.  But where a sheet that
    refills is empty as its slot begins, the share of colours is 0 / 0, which the original does not
    take for less than one card: the first card, for which the sheet refills, is then of a single
    colour, and the others are not as long as there are such.
    """
    mono, others = pool.sheet.mono, pool.sheet.others
    sizes = pool.size(mono), pool.size(others)
    sure = sure_classes(count, *sizes)
    if not sure and any(sizes):
        return pool.plain(bits, count, taken)
    colors = list(pool.sheet.colors)
    if sure < len(colors):
        in_random_order(colors, bits)
        del colors[sure:]
    drawn = [pool.pick(bits, part, taken) for part in colors if pool.size(part)]
    rest = count - len(drawn)
    yes, whole = class_share(rest, len(drawn), pool.size(mono), sizes[1])
    for _ in range(rest):
        is_mono = whole > 0 and bits.below(whole) < yes
        part = mono if (is_mono and pool.size(mono)) or not pool.size(others) else others
        drawn.append(pool.pick(bits, part, taken))
    return in_random_order(drawn, bits)


def stripes(collation: Striped, total: int, count: int, bits: Bits) -> list[int]:
    """*count* of *total* cells in rows, stripe by stripe; see :class:`~cardformats.Striped`.

    The start is a cell, and a place in a stripe: a wide stripe has more of them.  The way goes up
    in a stripe, then to the foot of the next on the left.  From the left edge it goes on at the
    right of the row above, in a stripe of a new width.
    """
    if not count:
        return []
    weights = list(accumulate(collation.weights))
    places = list(accumulate(width * each for width, each in enumerate(collation.weights, 1)))
    cell = bits.below(total)
    width = 1 + bits.index(places)
    depth = 1 + bits.below(width)
    cells = [cell]
    while len(cells) < count:
        if depth < width:
            cell, depth = cell - collation.length, depth + 1
        elif cell % collation.length:
            cell, depth = cell - 1 + (width - 1) * collation.length, 1
        else:
            width, depth = 1 + bits.index(weights), 1
            cell -= 1
        cell %= total
        cells.append(cell)
    return cells
