"""Bags of layouts: the copies of a layout are its weight, and an empty bag is refilled."""

from __future__ import annotations

from collections.abc import Iterator

from ..bits import Bits
from ..model import Layout
from ..model.weights import as_copies
from .leaves import Draw
from .piles import in_turn
from .rounds import Layouts

#: Maximum number of layouts in a bag that is shuffled as a whole, before the first one is drawn.
MOST_SHUFFLED = 100_000


class Bag:
    """The layouts that the packs of some rounds take, one after the other.

    Attributes:
        layouts: The layouts in the bag.
        copies: The number of copies of each layout in the full bag.
    """

    def __init__(self, layouts: Layouts) -> None:
        """Fill the bag: one copy of a layout for each unit of its weight.

        If weights are fractions, all are multiplied by their least common denominator.
        """
        self.layouts: list[Layout] = [layout for layout, _ in layouts]
        self.copies: Draw = Draw(as_copies(weight for _, weight in layouts), 0)

    def draw(self, bits: Bits, least: int = 1) -> Iterator[Layout]:
        """Yield layouts in random order. The bag is refilled when it is empty.

        A shuffle takes a random number below each limit from the total down to *least*.
        """
        while self.copies.total:
            total = self.copies.total
            order = in_turn(
                self.copies, (bits.below(n) if n >= least else 0 for n in range(total, 0, -1))
            )
            for number in [*order] if total <= MOST_SHUFFLED else order:
                yield self.layouts[number]
