"""Validation of the trees that collators return."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import singledispatch
from typing import Any

from ..errors import CollationError
from .leaves import Draw, Hands, Run, Sampler, Walk
from .tree import NODES, Classes, Fill, Given, OneOf, OneOfEach, Replaced, Seq


def check_node(node: object, size: int, collator: str = "a collator") -> None:
    """Check that the result of a collator is a valid tree for a sheet with *size* entries.

    Args:
        node: the result.
        size: the number of entries of the sheet.
        collator: the name of the collator in messages.

    Raises:
        CollationError: If it is not a tree of nodes, or a node has an invalid attribute.  The
            message states the node, its position in the tree, and the reason.
    """
    for position, one in positions(node):
        if not isinstance(one, NODES):
            raise CollationError(
                f"{collator}: {position or 'the result'} is not a node of a tree but {one!r:.200}"
            )
        try:
            _check(one, size)
        except (_InvalidError, AttributeError, TypeError) as error:
            raise CollationError(f"{collator}: {named(one, position)}: {error}") from None


def positions(node: object) -> Iterator[tuple[str, Any]]:
    """Yield each different node of a tree with its position, each before the nodes below it."""
    seen: set[int] = set()
    stack: list[tuple[str, Any]] = [("", node)]
    while stack:
        position, one = stack.pop()
        if id(one) not in seen:
            seen.add(id(one))
            yield position, one
            start = f"{position}." if position else ""
            stack += [(start + name, child) for name, child in reversed(_below(one))]


def named(node: object, position: str) -> str:
    """Return the type of a node and its position in the tree, for messages."""
    return f"{type(node).__name__} at {position}" if position else type(node).__name__


def entry_error(entries: Iterable[object], size: int) -> str | None:
    """Return the reason why *entries* are not numbers of a sheet's entries; None if they are."""
    for entry in entries:
        if not isinstance(entry, int):
            return f"{entry!r:.200} is not the number of an entry"
        if not 0 <= entry < size:
            return f"there is no entry {entry}; the sheet has {size} entries, numbered from 0"
    return None


def _below(node: object) -> list[tuple[str, object]]:
    if isinstance(node, (Seq, OneOf, Classes)):
        return [(f"parts[{number}]", part) for number, part in enumerate(node.parts)]
    if isinstance(node, Replaced):
        return [("part", node.part), ("by", node.by)]
    return [("part", node.part)] if isinstance(node, Given) else []


class _InvalidError(Exception):
    """A node has an invalid attribute."""


@singledispatch
def _check(node: Any, size: int) -> None:
    """Check the attributes of a node; a Seq has none besides its parts.

    Raises:
        _InvalidError: If an attribute is invalid.
    """


@_check.register
def _of_draw(node: Draw, size: int) -> None:
    _check_copies(node.copies, size)
    _check_integer("count", node.count)
    if node.rates is not None:
        _check_copies(node.rates, size, "rates")


@_check.register
def _of_hands(node: Hands, size: int) -> None:
    _check_weights(node.weights, len(node.hands), "hands")
    for number, hand in enumerate(node.hands):
        _check_entries(f"hand {number}", hand, size)
    if node.lost is not None and not all(node.hands):
        raise _InvalidError("a hand without cards cannot lose a card")


@_check.register
def _of_run(node: Run, size: int) -> None:
    _check_copies(node.copies, size)
    _check_integer("count", node.count)
    _check_integer("group", node.group, least=1)
    _check_integer("lost", node.lost)


@_check.register
def _of_walk(node: Walk, size: int) -> None:
    _check_copies(node.copies, size)
    _check_integer("count", node.count)
    _check_integer("length", node.length, least=1)
    _check_integer("lost", node.lost)
    _check_weights(node.shares, len(node.shares), "widths")


@_check.register
def _of_sampler(node: Sampler, size: int) -> None:
    del size
    if not callable(node.sample):
        raise _InvalidError(f"sample is not a function but {node.sample!r:.200}")
    _check_integer("count", node.count)


@_check.register
def _of_one_of(node: OneOf, size: int) -> None:
    del size
    _check_weights(node.weights, len(node.parts), "parts")


@_check.register
def _of_classes(node: Classes, size: int) -> None:
    del size
    _check_weights(node.weights, len(node.ways), "ways")
    for number, way in enumerate(node.ways):
        if len(way) != len(node.parts):
            raise _InvalidError(f"way {number} has {len(way)} counts for {len(node.parts)} parts")
        for count in way:
            _check_integer(f"a count of way {number}", count)
        if sum(way) != node.count:
            raise _InvalidError(f"way 0 gives {node.count} cards, but way {number} {sum(way)}")
    for number, part in enumerate(node.parts):
        if not isinstance(part, Draw):
            raise _InvalidError(f"part {number} is not a Draw but {part!r:.200}")


@_check.register
def _of_replaced(node: Replaced, size: int) -> None:
    del size
    chance: Any = node.chance
    if not isinstance(chance, (int, Fraction)) or not 0 <= chance <= 1:
        raise _InvalidError(f"chance is not a Fraction from 0 to 1 but {chance!r:.200}")


@_check.register
def _of_given(node: Given, size: int) -> None:
    if isinstance(node.condition, OneOfEach):
        for number, entries in enumerate(node.condition.classes):
            _check_entries(f"class {number}", entries, size)


@_check.register
def _of_fill(node: Fill, size: int) -> None:
    del node, size
    raise _InvalidError("only the compiler makes this node, for a slot")


def _check_entries(name: str, entries: Iterable[object], size: int) -> None:
    if reason := entry_error(entries, size):
        raise _InvalidError(f"{name}: {reason}")


def _check_copies(copies: Sequence[object], size: int, name: str = "copies") -> None:
    if len(copies) != size:
        raise _InvalidError(f"{name} has length {len(copies)}, but the sheet has {size} entries")
    for entry, number in enumerate(copies):
        _check_integer(f"{name}[{entry}]", number)


def _check_weights(weights: Sequence[int], number: int, name: str) -> None:
    if len(weights) != number:
        raise _InvalidError(f"it has {len(weights)} weights for {number} {name}")
    for weight in weights:
        _check_integer("a weight", weight)
    if not any(weights):
        raise _InvalidError(f"none of its {name} has a positive weight")


def _check_integer(name: str, value: object, *, least: int = 0) -> None:
    if not isinstance(value, int) or value < least:
        raise _InvalidError(f"{name} is not an integer of at least {least} but {value!r:.200}")
