"""Packs made in bulk: tables of card numbers.

numpy is imported when it is used, so that the names can be imported without it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import repeat
from operator import getitem
from typing import TYPE_CHECKING, Any, TypeAlias

from attrs import frozen

from ..model import Pack, PackCard

if TYPE_CHECKING:
    from numpy.typing import NDArray

Array: TypeAlias = "NDArray[Any]"

#: The index where a pack has no card.
NO_CARD = -1

#: The number of packs that are counted at a time, and that are listed at a time.
_COUNTED, _LISTED = 16_384, 512


@frozen(eq=False)
class BulkPacks:
    """Packs made in bulk.

    Attributes:
        start: The number of the first pack.
        booster: The name of their booster.
        cards: The distinct cards of the sheets that the packs were drawn from.
        indices: One row for each pack: the indices of its cards in *cards*, in order. Rows of
            smaller packs are padded with -1.
        layouts: The names of the layouts.
        layout: The index in *layouts* of the layout of each pack.
    """

    start: int
    booster: str
    cards: tuple[PackCard, ...]
    indices: Array
    layouts: tuple[str, ...]
    layout: Array

    def __len__(self) -> int:
        return len(self.indices)

    def pack(self, index: int) -> Pack:
        """Return the pack at *index*, which has the number ``start + index``.

        Raises:
            IndexError: If *index* is out of range.
        """
        at = range(len(self))[index]
        cards = tuple(self.cards[card] for card in self.indices[at].tolist() if card != NO_CARD)
        return Pack(self.start + at, self.booster, self.layouts[self.layout[at]], cards)

    __getitem__ = pack

    def __iter__(self) -> Iterator[Pack]:
        """Yield the packs in order."""
        import numpy as np  # noqa: PLC0415 - numpy is optional

        cards = np.empty(len(self.cards) + 1, object)
        cards[:-1] = self.cards
        sizes = (self.indices != NO_CARD).sum(axis=1)
        for at in range(0, len(self), _LISTED):
            own = slice(at, at + _LISTED)
            rows = cards[self.indices[own]].tolist()
            if sizes[own].min() < self.indices.shape[1]:
                rows = map(getitem, rows, map(slice, sizes[own].tolist()))
            layouts = map(self.layouts.__getitem__, self.layout[own].tolist())
            numbers = range(self.start + at, self.start + len(self))
            yield from map(Pack, numbers, repeat(self.booster), layouts, map(tuple, rows))

    def counts(self) -> Array:
        """Return the total number of copies of each of *cards* in all packs."""
        return self._counted(self._blocks())

    def containing(self) -> Array:
        """Return the number of packs that contain each of *cards* at least once."""
        return self._counted(map(_once, self._blocks()))

    def _blocks(self) -> Iterator[Array]:
        """Yield the rows of some packs at a time."""
        for at in range(0, len(self), _COUNTED):
            yield self.indices[at : at + _COUNTED]

    def _counted(self, blocks: Iterator[Array]) -> Array:
        import numpy as np  # noqa: PLC0415 - numpy is optional

        size = len(self.cards) + 1
        totals = np.zeros(size, np.int64)
        for block in blocks:
            totals += np.bincount(block.ravel() + 1, minlength=size)
        return totals[1:]


def _once(block: Array) -> Array:
    """Return the rows sorted, without duplicates of a card within a pack."""
    import numpy as np  # noqa: PLC0415 - numpy is optional

    ordered = np.sort(block, axis=1)
    again = ordered[:, 1:] == ordered[:, :-1]
    ordered[:, 1:][again] = NO_CARD
    return ordered
