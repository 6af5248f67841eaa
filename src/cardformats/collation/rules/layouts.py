"""Which layout each pack has, as Draftmancer chooses: by weight, from a bag, or by the round."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate
from math import lcm

from attrs import define, field, frozen

from ...bits import Bits
from ...errors import CollationError
from ...model import Booster, CardSet, Layout
from ..rounds import check_bag
from .balance import shuffle


@frozen
class Position:
    """The layouts that a pack may have.

    Attributes:
        layouts: in order.
        weights: theirs, as whole numbers; how often a bag has them.
    """

    layouts: tuple[Layout, ...]
    weights: tuple[int, ...]

    @classmethod
    def of(cls, layouts: Sequence[Layout], weights: Sequence[int | Fraction]) -> Position:
        """Layouts and their weights; these are not reduced, since a bag holds as many."""
        scale = lcm(*(Fraction(weight).denominator for weight in weights))
        return cls(tuple(layouts), tuple(int(weight * scale) for weight in weights))


def positions(cardset: CardSet, booster: Booster) -> tuple[Position, ...]:
    """The position of each round of the event; a single one if it says nothing of layouts.

    Raises:
        CollationError: a bag would be empty, or too large.
    """
    own = Position.of(booster.layouts, [layout.weight for layout in booster.layouts])
    by_name = {layout.name: layout for layout in booster.layouts}
    event = cardset.event
    found = [own]
    if event and booster in cardset.boosters and any(each.layouts for each in event.rounds):
        found = []
        for round_ in event.rounds:
            named = [each for each in round_.layouts if each.layout in by_name]
            layouts = [by_name[each.layout] for each in named]
            found.append(Position.of(layouts, [each.weight for each in named]) if named else own)
    if event and not event.layout_replacement and not all(any(each.weights) for each in found):
        message = f"booster {booster.name!r}: a bag of layouts has none, since all weights are 0"
        raise CollationError(message)
    if event and not event.layout_replacement:
        for each in found:
            check_bag(each.weights)
    return tuple(found)


@define
class LayoutChooser:
    """Chooses the layouts of the packs of one session.

    Attributes:
        positions: see :func:`positions`.
        players: so many packs in a row have the same position.
        replacement: False deals layouts from a bag, which is filled again when it is empty.
    """

    positions: tuple[Position, ...]
    players: int
    replacement: bool
    _bags: dict[int, list[Layout]] = field(init=False, factory=dict)

    def choose(self, bits: Bits, number: int) -> Layout:
        """The layout of pack *number* of the session."""
        at = number // self.players % len(self.positions)
        position = self.positions[at]
        if self.replacement:
            if not any(position.weights):
                return position.layouts[0]
            return position.layouts[bits.index(list(accumulate(position.weights)))]
        bag = self._bags.setdefault(at, [])
        if not bag:
            for layout, weight in zip(position.layouts, position.weights, strict=True):
                bag += [layout] * weight
            shuffle(bag, bits)
        return bag.pop()
