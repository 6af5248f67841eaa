"""Packs with certain sheets or layouts, and packs without them: the requirement of box quotas."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fractions import Fraction
from functools import singledispatchmethod
from typing import Any, TypeAlias

from attrs import evolve

from ..errors import CollationError
from .leaves import weighted
from .tree import NOTHING, Fill, Given, Node, OneOf, Replaced, Seq, leaves, nodes_of

#: The names that a pack has.
Having: TypeAlias = frozenset[str]

#: The probability and the tree of packs with exactly these names, for each set of names.
Parted: TypeAlias = dict[Having, tuple[Fraction, Node]]


def names_of(root: Node) -> set[str]:
    """Return the names of the layouts and sheets that packs of a tree can have."""
    names = {leaf.place.sheet for leaf in leaves(root) if leaf.place is not None}
    for node in nodes_of(root):
        if isinstance(node, OneOf):
            names.update(node.names)
        elif isinstance(node, Fill):
            names.update(node.chosen)
    return names


def parted(root: Node, names: Collection[str]) -> Parted:
    """Divide the packs of a tree by the sheets and layouts in *names* that they have.

    A pack has a sheet if a slot chooses it. If each card of a slot chooses a sheet, one card is
    enough.

    Raises:
        CollationError: If each card of a slot that can carry cards on chooses a sheet.
    """
    return _Parting(frozenset(names)).of(root)


class _Parting:
    def __init__(self, names: frozenset[str]) -> None:
        self._names = names
        self._known: dict[int, tuple[Node, Parted]] = {}

    def of(self, node: Node) -> Parted:
        """Return the parts of a node. The same node has the same parts."""
        if id(node) not in self._known:
            self._known[id(node)] = node, self._of(node)
        return self._known[id(node)][1]

    @singledispatchmethod
    def _of(self, node: Any) -> Parted:
        """Return the parts of any other node, which draws from one sheet."""
        return self._of_sheet(node)

    def _of_sheet(self, node: Node) -> Parted:
        its = {leaf.place.sheet for leaf in leaves(node) if leaf.place is not None}
        return {self._names & its: (Fraction(1), node)}

    @_of.register
    def _of_given(self, node: Given) -> Parted:
        return {
            having: (chance, Given(part, node.condition))
            for having, (chance, part) in self.of(node.part).items()
        }

    @_of.register
    def _of_one(self, node: OneOf) -> Parted:
        options: dict[Having, list[tuple[Fraction, Node, str]]] = {}
        names = node.names or ("",) * len(node.parts)
        for share, part, name in zip(node.shares, node.parts, names, strict=True):
            for having, (chance, its) in self.of(part).items():
                own = having | ({name} & self._names)
                options.setdefault(own, []).append((share * chance, its, name))
        return {having: _one_of(node, its) for having, its in options.items()}

    @_of.register
    def _of_seq(self, node: Seq) -> Parted:
        if node.shuffled:  # the cards of one sheet
            return self._of_sheet(node)
        whole: Parted = {frozenset(): (Fraction(1), NOTHING)}
        for part in node.parts:
            options: dict[Having, list[tuple[Fraction, Node]]] = {}
            for before, (share, parts) in whole.items():
                for having, (chance, its) in self._after(before, part).items():
                    options.setdefault(having, []).append((share * chance, _longer(parts, its)))
            whole = {having: _any_of(its) for having, its in options.items()}
        return whole

    def _after(self, before: Having, part: Node) -> Parted:
        """Return the parts of a node by the names that a pack has with it, given those *before*."""
        options: dict[Having, list[tuple[Fraction, Node]]] = {}
        for having, its in self.of(part).items():
            options.setdefault(before | having, []).append(its)
        if len(options) == 1:
            return {having: (Fraction(1), part) for having in options}
        return {having: _any_of(its) for having, its in options.items()}

    @_of.register
    def _of_replaced(self, node: Replaced) -> Parted:
        options: dict[Having, list[tuple[Fraction, Node]]] = {}
        for having, (share, part) in self.of(node.part).items():
            options.setdefault(having, []).append((share * (1 - node.chance), part))
            for other, (chance, by) in self.of(node.by).items():
                its = Replaced(part, by, Fraction(1))
                happens = share * node.chance * chance
                options.setdefault(having | other, []).append((happens, its))
        every = {having: [each for each in its if each[0]] for having, its in options.items()}
        return {having: _any_of(its) for having, its in every.items() if its}

    @_of.register
    def _of_fill(self, node: Fill) -> Parted:
        chosen: dict[Having, list[int]] = {}
        for number, name in enumerate(node.chosen):
            chosen.setdefault(self._names & {name}, []).append(number)
        if node.each and node.count > 1 and len(chosen) > 1:
            if node.most_carried or "carry" in node.on_short:
                raise CollationError(
                    f"box quotas cannot be met: each card of slot {node.name!r}, which can carry"
                    " cards on, chooses a sheet"
                )
            return self.of(Seq((evolve(node, count=1),) * node.count))
        total = node.ends[-1]
        return {
            having: (
                Fraction(sum(node.weights[number] for number in numbers), total),
                evolve(
                    node,
                    weights=tuple(
                        weight if number in numbers else 0
                        for number, weight in enumerate(node.weights)
                    ),
                ),
            )
            for having, numbers in chosen.items()
        }


def _any_of(options: Sequence[tuple[Fraction, Node]]) -> tuple[Fraction, Node]:
    """Return the choice between several parts, and its probability."""
    return sum((share for share, _ in options), Fraction()), OneOf.of(options)


def _one_of(node: OneOf, options: Sequence[tuple[Fraction, Node, str]]) -> tuple[Fraction, Node]:
    """Return a choice restricted to some options; if it names layouts, it remains a choice."""
    share, its = _any_of([(share, part) for share, part, _ in options])
    if node.names:
        whole = weighted((share, (part, name)) for share, part, name in options)
        parts, names = zip(*(each for _, each in whole), strict=True)
        its = OneOf([weight for weight, _ in whole], parts, names)
    elif isinstance(its, OneOf) and its is not options[0][1]:
        its = evolve(its, is_slot=node.is_slot)
    return share, its


def _longer(parts: Node, part: Node) -> Node:
    """Return a sequence with one more part."""
    if isinstance(parts, Seq) and not parts.shuffled:
        return Seq((*parts.parts, part))
    return Seq((parts, part))
