"""Hands: the entries that ordered leaves supply, independently of other draws."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import singledispatch
from typing import Any, TypeAlias

from ..bits import Bits
from ..errors import CollationError
from .draws import State
from .leaves import Hands, Run, Sampler, Walk
from .node_checks import entry_error

#: A function that returns the entries of a leaf.
Hand: TypeAlias = Callable[[Bits, State], Sequence[int]]


@singledispatch
def hand_of(node: Any) -> Hand:
    """Return the function that returns the entries of a leaf in order.

    Raises:
        CollationError: If *node* is not such a leaf.
    """
    raise CollationError(f"not a leaf that supplies cards in order: {node!r:.200}")


@hand_of.register
def _(node: Hands) -> Hand:
    hands, ends = node.hands, node.ends
    if len(hands) == 1:
        return lambda bits, state: hands[0]  # noqa: ARG005 - there is no choice
    return lambda bits, state: hands[bits.index(ends)]  # noqa: ARG005 - it looks at nothing


@hand_of.register
def _(node: Run) -> Hand:
    key, starts = node.key, node.starts

    def next_cards(bits: Bits, state: State) -> Sequence[int]:
        if not starts:
            return ()
        start = None if key is None else state.positions.get(key)
        if start is None:
            start = node.group * bits.below(starts)
        if key is not None:
            state.positions[key] = start + node.count
        return node.hand(start)

    return next_cards


@hand_of.register
def _(node: Walk) -> Hand:
    total, entry = node.pile.total, node.pile.entry

    def width_of(bits: Bits, ends: Sequence[int]) -> int:
        return node.widths[bits.index(ends) if len(ends) > 1 else 0]

    def walk(bits: Bits, state: State) -> Sequence[int]:  # noqa: ARG001 - it looks at nothing
        if not total or not node.count:
            return ()
        cell = bits.below(total)
        width = width_of(bits, node.first_ends)
        depth = 1 + bits.below(width) if width > 1 else 1
        cells = [cell]
        for _ in range(node.count - 1):
            if node.is_at_edge(cell, width, depth):
                width = width_of(bits, node.ends)
                cell, depth = (cell - 1) % total, 1
            else:
                cell, depth = node.inside(cell, width, depth)
            cells.append(cell)
        return [*map(entry, cells)]

    return walk


@hand_of.register
def _(node: Sampler) -> Hand:
    assert node.place is not None  # noqa: S101 - collators' nodes get one
    sheet, size = node.place.sheet, len(node.place.cards)

    def sample(bits: Bits, state: State) -> Sequence[int]:  # noqa: ARG001 - it looks at nothing
        entries = node.sample(bits)
        error = entry_error(entries, size)
        if len(entries) > node.count:
            error = f"it supplies {len(entries)} cards, but at most {node.count} are allowed"
        if error is not None:
            raise CollationError(f"a Sampler of the sheet {sheet!r}: {error}")
        return entries

    return sample
