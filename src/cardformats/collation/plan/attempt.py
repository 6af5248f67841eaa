"""Packs as they are if no card has to be drawn again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import frozen

from ...model import PackCard, Random
from ..collators import Drawers
from ..drawers.balanced import ClassesDrawer
from ..drawers.chance import RedrawDrawer, ReturningDrawer, ShuffledDrawer
from ..drawers.drawer import Drawer, StraightDrawer
from ..drawers.joint import run_on
from .steps import Fill, Limits, StraightFill

#: In larger packs some cards are drawn again as a rule.
_MOST_CARDS = 60


class UndisturbedDrawer(ReturningDrawer):
    """The cards of a :class:`~..drawers.chance.RedrawDrawer` that draws none again."""


@frozen(eq=False)
class Stretch:
    """The cards of a slot in a pack.

    Attributes:
        start, end: where they are.
        cards: those of the entries that it may draw.
        numbers: for each of them one that two have in common if one may keep the other away.
    """

    start: int
    end: int
    cards: Sequence[PackCard]
    numbers: Sequence[int]


class Attempt:
    """A pack whose cards are all drawn straight.

    It is the pack that comes if no two cards of a group of slots may keep each other away: then
    none was drawn again.  Of other packs nothing is known.

    Attributes:
        straight: all slots, in order.
        limits: those of their numbers.
        groups: the slots whose cards may keep each other away.
        by_copies: not only cards but copies may.
    """

    def __init__(
        self, straight: Sequence[StraightFill], limits: Limits, groups: Sequence[Sequence[Stretch]]
    ) -> None:
        self.straight = straight
        self.limits = limits
        self.groups = groups
        self.by_copies = any(min(each.numbers, default=0) < 0 for its in groups for each in its)
        self._picks = [fill.drawer.bound(fill.cards, fill.start) for fill in straight]
        self._spans = [_spans(group) for group in groups]
        #: By the identity of the cards, which live as long as the slots.
        self._number_of = {
            id(card): number
            for group in groups
            for each in group
            for card, number in zip(each.cards, each.numbers, strict=True)
        }

    def cards(self, numbers: Sequence[int]) -> list[PackCard]:
        """The cards that *numbers* stand for."""
        cards: list[PackCard] = []
        for pick in self._picks:
            pick(numbers, cards)
        return cards

    def clash(self, cards: Sequence[PackCard]) -> bool:
        """Whether some of *cards* may keep others away."""
        number_of = self._number_of
        for spans, size in self._spans:
            its = {number_of[id(card)] for start, end in spans for card in cards[start:end]}
            if len(its) < size:
                return True
        return False


def _spans(group: Sequence[Stretch]) -> tuple[list[tuple[int, int]], int]:
    """Where the cards of a group are, as few slices, and how many they are."""
    spans: list[tuple[int, int]] = []
    for each in group:
        start = spans.pop()[0] if spans and spans[-1][1] == each.start else each.start
        spans.append((start, each.end))
    return spans, sum(end - start for start, end in spans)


def attempt_of(
    straight: Sequence[StraightFill], fills: Sequence[Fill], limits: Limits, drawers: Drawers
) -> Attempt | None:
    """The attempt at a pack; None if there is none, or nothing to gain from it.

    Args:
        straight: its first slots, which look at nothing.
        fills: the other slots.
        limits: those of the numbers of the first slots.
        drawers: knows the sheets.
    """
    if not fills or any(fill.step.replaces for fill in straight):
        return None
    slots, numbers = list(straight), list(limits.limits)
    for fill in fills:
        drawer, step = undisturbed(fill.drawer), fill.step
        if drawer is None or step.replaces or drawer.count != step.count:
            return None
        slots.append(StraightFill(step, fill.others, drawer, len(numbers)))
        numbers += drawer.limits
    if sum(fill.drawer.count for fill in slots) > _MOST_CARDS:
        return None
    groups = list(_groups([*straight, *fills], slots, len(straight), drawers))
    return Attempt(slots, Limits(numbers, limits.start), groups)


def undisturbed(drawer: Drawer | None) -> StraightDrawer | None:
    """What draws the same cards as long as none is drawn again; None if nothing is known to."""
    if isinstance(drawer, RedrawDrawer):
        return UndisturbedDrawer(drawer.copies, drawer.count)
    if isinstance(drawer, ClassesDrawer):
        parts = [part for each in drawer.drawers if (part := undisturbed(each)) is not None]
        known = parts and len(parts) == len(drawer.drawers)
        return ShuffledDrawer(parts, parts[0].size) if known else None
    return drawer if isinstance(drawer, StraightDrawer) and run_on(drawer) is None else None


def _groups(
    fills: Sequence[Fill], slots: Sequence[StraightFill], straight: int, drawers: Drawers
) -> Iterator[list[Stretch]]:
    """The slots whose cards may keep each other away, of *fills* that became *slots*.

    The first so many are *straight*: of these only distinct cards keep others away.
    """
    group: list[Stretch] = []
    at = 0
    first_of: dict[str, int] = {}
    for number, (fill, slot) in enumerate(zip(fills, slots, strict=True)):
        start, at = at, at + slot.drawer.count
        name = slot.step.sheets[slot.step.chosen or 0].name
        keys = drawers.key_numbers(name)
        returns = drawers.sheet(name).collation == Random(replacement=True)
        if start == at or (keys is None and (number < straight or returns)):
            continue
        if keys is None:  # copies can be gone
            first = first_of.setdefault(name, sum(len(each.numbers) for each in group))
            keys = [-1 - first - entry for entry in range(slot.drawer.size)]
        stretch = Stretch(start, at, slot.cards, keys)
        if not slot.step.forgets:
            group.append(stretch)
        elif not isinstance(fill.drawer, StraightDrawer):
            yield [stretch]
    if group:
        yield group
