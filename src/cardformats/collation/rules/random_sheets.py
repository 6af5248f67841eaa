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
    """The cards of a balanced sheet.

    Attributes:
        each: take one of each colour, of those with a single one.
        both: take one of a single colour, and one of the others.
    """

    each: tuple[Draw, ...]
    both: tuple[Draw, Draw]


@frozen(eq=False, slots=False)
class RandomSheet(Caching):
    """What a slot takes from a random sheet.

    Attributes:
        slot: the slot's name.
        plain: takes the cards without balance.
        colors: of a slot that is balanced.
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
    def filled(self) -> Node:
        """What takes the cards without balance, although the sheet may run out."""
        return Fill(
            self.slot,
            self.plain.count,
            weights=(1,),
            sources=(Source(partial(_of_count, self.plain), self.place.supply),),
            sheets=(self.place.sheet,),
            each=False,
            on_short=("refill",) if self.refills else (),
            unlimited=False,
        )

    @cached_property
    def whole(self) -> Node | None:
        """What takes the cards of a whole sheet; None if it refills in a balanced slot."""
        if self._suffices({}):
            return self._take({})
        return None if self.refills and self._refills_by_color({}) else self.filled

    def node(self, used: Used) -> Node | None:
        """What takes the cards where some copies are used; None as for a whole sheet.

        Raises:
            EmptySheetError: the sheet has too few cards.
        """
        if not used and self._suffices(used):
            return self.whole
        if self._suffices(used):
            return self._take(used)
        if not self.refills:
            raise self._empty()
        return None if self._refills_by_color(used) else self.filled

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
        each, both = self._sides(used)
        ways = forced_classes(each, both, self.plain.count)
        chosen = bits.index([*accumulate(ways.values())]) if len(ways) > 1 else 0
        drawn = len([*ways][chosen])
        yes, no = class_odds(both, self.plain.count - drawn, drawn)
        if not yes and not no:
            no = 1
        left = _left(self.plain, used)
        yield evolve(self.plain, count=left)
        _, both = self._sides({})
        if not both[0].copies:
            raise self._empty()
        more, most = self.plain.count - left, both[0].copies + both[1].copies
        for before in range(0, more, most):
            count = min(more - before, most) - 1
            rooms = both[0].copies - 1, both[1].copies
            yield Seq((both[0].one, until_empty(yes, no, both, rooms, count)))

    def _suffices(self, used: Used) -> bool:
        """Whether the sheet has all the cards."""
        left = _left(self.plain, used)
        return left >= self.plain.count or (self.plain.replacement and left > 0)

    def _take(self, used: Used) -> Node:
        if self.colors is None:
            return self.plain
        return as_draftmancer(*self._sides(used), self.plain, self.plain.count)

    def _sides(self, used: Used) -> tuple[Sequence[Side], tuple[Side, Side]]:
        """The cards of each colour, and of both sides, as far as they are left."""
        assert self.colors is not None  # noqa: S101 - the slot is balanced
        every = (*self.colors.both, *self.colors.each)
        one, other, *each = [Side(draw, left, left) for draw in every
                             for left in (_left(draw, used),)]  # fmt: skip
        return each, (one, other)

    def _refills_by_color(self, used: Used) -> bool:
        """Whether it matters for the balance that the sheet refills."""
        if self.colors is None:
            return False
        return not _left(self.plain, used) or any(
            forced_classes(*self._sides(used), self.plain.count)
        )

    def _empty(self) -> EmptySheetError:
        return EmptySheetError(f"sheet {self.place.sheet!r} has no card left to draw")


def _of_count(plain: Draw, count: int) -> Draw:
    return evolve(plain, count=count)


def _left(draw: Draw, used: Used) -> int:
    """How many copies are left to a draw."""
    return draw.total - sum(len(gone) for entry, gone in used.items() if draw.copies[entry])
