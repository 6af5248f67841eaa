"""Random sheets of Draftmancer: what a slot takes from them, whole or after others."""

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
from ..leaves import Draw, Place
from ..tree import Fill, Node, Seq, Source


@frozen(eq=False)
class Colors:
    """The cards of a balanced sheet by their colours.

    Attributes:
        of: for each entry the number of its single colour, from 1; 0 for the others.
        each: take one card of each colour.
        both: take one of any single colour, and one of the others.
    """

    of: Sequence[int]
    each: tuple[Draw, ...]
    both: tuple[Draw, Draw]

    def sides(self, left: Sequence[int]) -> tuple[Sequence[Side], tuple[Side, Side]]:
        """The cards of each colour, and of any or none, of which so many copies are *left*."""
        others, *single = left
        both = zip(self.both, (sum(single), others), strict=True)
        one, other = (Side(draw, number, number) for draw, number in both)
        pairs = zip(self.each, single, strict=True)
        return [Side(draw, number, number) for draw, number in pairs], (one, other)


@frozen(eq=False, slots=False)
class RandomSheet(Caching):
    """What a slot takes from a random sheet.

    Attributes:
        slot: the slot's name.
        plain: takes the cards without balance.
        colors: those of a slot that is balanced.
        refills: the sheet is whole again when a card is taken from it and there is none.
    """

    slot: str
    plain: Draw
    colors: Colors | None
    refills: bool

    @property
    def place(self) -> Place:
        """What its entries are."""
        assert self.plain.place is not None  # noqa: S101 - it has one
        return self.plain.place

    @cached_property
    def whole(self) -> Node | None:
        """What takes the cards of a whole sheet; None if it refills in a balanced slot."""
        return self._of(self._left({}))

    def node(self, used: Used) -> Node | None:
        """What takes the cards where some copies are used; None as for a whole sheet."""
        return self._of(self._left(used)) if used else self.whole

    def tree(self, before: int, drawn: int) -> Node | None:
        """What takes the cards in a pack's tree; None if that depends on what came before.

        Args:
            before: how many cards come before.
            drawn: how many of these can be of this sheet.
        """
        node, count, endless = self.whole, self.plain.count, self.plain.replacement
        if drawn and self.colors is not None and not endless:
            return None
        lasts = endless or drawn + count <= self.plain.total
        if self.plain.tokens is not None:  # no card has to come twice
            takes = [(self.plain, count)]
            if self.colors is not None:
                takes = [(draw, count) for draw in self.colors.both]
                takes += [(draw, min(count, len(self.colors.each))) for draw in self.colors.each]
            lasts = lasts and all(
                before + number <= (draw.room or 0) for draw, number in takes if draw.total
            )
        return node if lasts or node is None else self._filled(node)

    def _filled(self, node: Node) -> Node:
        """What *node* takes, although the sheet may run out, or a card come twice."""
        if isinstance(node, Fill):
            return node
        return Fill(
            self.slot,
            self.plain.count,
            weights=(1,),
            sources=(
                Source(self.place.sheet, partial(_of_count, node, self.plain), self.place.supply),
            ),
            sheets=(self.place.sheet,),
            each=False,
            on_short=("refill",) if self.refills else (),
            unlimited=False,
        )

    def starts(self, used: Used, bits: Bits) -> Iterator[Node]:
        """What takes the cards of a balanced slot in which the sheet refills: before and after.

        All that was left comes first.  The card for which the sheet refills is of a single colour;
        by the program's rule, that is where a card comes from if none is left on either side.  The
        others have a single colour by the odds from before.  A sheet that was empty as the slot
        began has a share of colours of 0 / 0: then no other card is of a single one as long as
        there are others.

        Raises:
            EmptySheetError: it has no card of a single colour.
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
        rooms = both[0].copies - 1, both[1].copies
        for before in range(sum(left), count, self.plain.total):
            further = min(count - before, self.plain.total) - 1
            others = until_empty(yes, no if yes or no else 1, both, rooms, further)
            yield Seq((both[0].one, others))

    def _left(self, used: Used) -> Sequence[int]:
        """How many copies are left: of a balanced sheet of the others, then of each colour."""
        if self.colors is None:
            return (self.plain.total - sum(map(len, used.values())),)
        left = [self.colors.both[1].total, *(draw.total for draw in self.colors.each)]
        for entry, gone in used.items():
            left[self.colors.of[entry]] -= len(gone)
        return left

    def _of(self, left: Sequence[int]) -> Node | None:
        """What takes the cards where so many copies are left, as :meth:`_left` has them."""
        total, count = sum(left), self.plain.count
        sides = None if self.colors is None else self.colors.sides(left)
        if total >= count or (self.plain.replacement and total):
            return self.plain if sides is None else as_draftmancer(*sides, self.plain, count)
        by_color = sides is not None and (not total or any(forced_classes(*sides, count)))
        return None if self.refills and by_color else self._filled(self.plain)


def _of_count(node: Node, plain: Draw, count: int) -> Node:
    """What takes so many cards: all by *node*, others without balance."""
    return node if count == plain.count else evolve(plain, count=count)
