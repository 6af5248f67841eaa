"""The random sheets of Draftmancer, whole or partly used."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property, partial
from itertools import accumulate

from attrs import evolve, frozen

from ...bits import Bits
from ...caching import Caching
from ...errors import EmptySheetError
from ..balance import Side, as_draftmancer, class_odds, forced_classes, until_empty
from ..draws import Used
from ..leaves import Draw, LeafPlace
from ..tree import Fill, Node, Seq, SheetSource


@frozen(eq=False)
class BalancedColors:
    """The cards of a balanced sheet by colour.

    Attributes:
        of: The number of the single colour of each entry, from 1; 0 for other cards.
        each: The draw of one card of each colour.
        both: The draw of a card of any single colour, and the draw of one of the others.
    """

    of: Sequence[int]
    each: tuple[Draw, ...]
    both: tuple[Draw, Draw]

    def sides(self, left: Sequence[int]) -> tuple[Sequence[Side], tuple[Side, Side]]:
        """Return the cards of each colour, and of any colour and none, with the copies *left*."""
        others, *single = left
        both = zip(self.both, (sum(single), others), strict=True)
        one, other = (Side(draw, number, number) for draw, number in both)
        pairs = zip(self.each, single, strict=True)
        return [Side(draw, number, number) for draw, number in pairs], (one, other)


@frozen(eq=False, slots=False)
class RandomSheet(Caching):
    """The cards that a slot takes from a random sheet.

    Attributes:
        slot: The name of the slot.
        plain: The draw without balance.
        colors: The colours of a balanced slot.
        refills: Whether an empty sheet is refilled when a card is taken from it.
    """

    slot: str
    plain: Draw
    colors: BalancedColors | None
    refills: bool

    @property
    def place(self) -> LeafPlace:
        """Return the cards of its entries in a pack."""
        assert self.plain.place is not None  # noqa: S101 - it has one
        return self.plain.place

    @cached_property
    def whole(self) -> Node | None:
        """Return the node for a whole sheet; None if it refills in a balanced slot."""
        return self._of(self._left({}))

    def node(self, used: Used) -> Node | None:
        """Return the node for a partly used sheet; None as for a whole sheet."""
        return self._of(self._left(used)) if used else self.whole

    def tree(self, before: int, drawn: int) -> Node | None:
        """Return the node in a pack's tree; None if it depends on earlier cards.

        Args:
            before: The number of cards before it in the pack.
            drawn: The number of these that can be from this sheet.
        """
        node, count, endless = self.whole, self.plain.count, self.plain.replacement
        if drawn and self.colors is not None and not endless:
            return None
        lasts = endless or drawn + count <= self.plain.total
        if self.plain.tokens is not None:  # no card may be forced to occur twice
            takes = [(self.plain, count)]
            if self.colors is not None:
                takes = [(draw, count) for draw in self.colors.both]
                takes += [(draw, min(count, len(self.colors.each))) for draw in self.colors.each]
            lasts = lasts and all(
                before + number <= (draw.capacity or 0) for draw, number in takes if draw.total
            )
        return node if lasts or node is None else self._filled(node)

    def _filled(self, node: Node) -> Node:
        """Return *node* as a slot whose sheet may become empty, or whose cards may occur twice."""
        if isinstance(node, Fill):
            return node
        return Fill(
            self.slot,
            self.plain.count,
            weights=(1,),
            sources=(
                SheetSource(
                    self.place.sheet, partial(_of_count, node, self.plain), self.place.supply
                ),
            ),
            sheets=(self.place.sheet,),
            each=False,
            on_short=("refill",) if self.refills else (),
            unlimited=False,
        )

    def starts(self, used: Used, bits: Bits) -> Iterator[Node]:
        """Yield the nodes of a balanced slot in which the sheet is refilled: before and after.

        All remaining cards are drawn first. The card for which the sheet is refilled has a single
        colour: the program takes a card from this side if both sides are empty. The other cards
        have a single colour with the probability computed before the refill. If the sheet is empty
        when the slot begins, the share of colours is 0 / 0. Then no other card has a single colour
        while there are others.

        Raises:
            EmptySheetError: If the sheet has no card of a single colour.
        """
        assert self.colors is not None  # noqa: S101 - the slot is balanced
        count, left = self.plain.count, self._left(used)
        each, both = self.colors.sides(left)
        ways = forced_classes(each, both, count)
        chosen = bits.index([*accumulate(ways.values())]) if len(ways) > 1 else 0
        drawn = len([*ways][chosen])
        yes, no = class_odds(both, count - drawn, drawn)
        yield evolve(self.plain, count=sum(left))
        _, both = self.colors.sides(self._left({}))
        if not both[0].copies:
            raise EmptySheetError(f"sheet {self.place.sheet!r} has no card of a single colour")
        capacities = both[0].copies - 1, both[1].copies
        for before in range(sum(left), count, self.plain.total):
            further = min(count - before, self.plain.total) - 1
            others = until_empty(yes, no if yes or no else 1, both, capacities, further)
            yield Seq((both[0].one, others))

    def _left(self, used: Used) -> Sequence[int]:
        """Return the copies left: for a balanced sheet of other cards, then of each colour."""
        if self.colors is None:
            return (self.plain.total - sum(map(len, used.values())),)
        left = [self.colors.both[1].total, *(draw.total for draw in self.colors.each)]
        for entry, gone in used.items():
            left[self.colors.of[entry]] -= len(gone)
        return left

    def _of(self, left: Sequence[int]) -> Node | None:
        """Return the node for the copies left, as returned by :meth:`_left`."""
        total, count = sum(left), self.plain.count
        sides = None if self.colors is None else self.colors.sides(left)
        if total >= count or (self.plain.replacement and total):
            return self.plain if sides is None else as_draftmancer(*sides, self.plain, count)
        by_color = sides is not None and (not total or any(forced_classes(*sides, count)))
        return None if self.refills and by_color else self._filled(self.plain)


def _of_count(node: Node, plain: Draw, count: int) -> Node:
    """Return *node* if it takes *count* cards; otherwise a draw of *count* without balance."""
    return node if count == plain.count else evolve(plain, count=count)
