"""Checks whether the sheets of a booster are sufficient for a pack, whatever is drawn first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, singledispatchmethod
from itertools import accumulate, chain
from typing import Any

from ..errors import CollationError
from ..model import Booster, CardSet, Replace
from .bounds import size_of
from .distinct import key_of, may_repeat
from .leaves import Draw, Hands, Leaf, Ordered, Run, Walk
from .rounds import MAX_PACK
from .tree import Classes, Given, Node, OneOf, Seq, leaves

#: The maximum number of slots that drew from a sheet and are examined one by one.
_MOST_LOOKS = 1_000

#: The maximum number of sheets, summed over all cards of a sheet, that are examined one by one.
_MOST_PAIRS = 20_000


class DrawnAtMost:
    """The maximum number of cards of each sheet that the parts of a pack can have drawn.

    Attributes:
        total: The maximum for all sheets together.
        sums: The maximum for each sheet. Slots that may draw from several sheets count for each.
        carried: The maximum number of additional cards that the next slot must draw.
    """

    def __init__(self, before: DrawnAtMost | None = None) -> None:
        """Continue after the parts *before*."""
        self._before = before
        self._parts: list[dict[str, int] | Sequence[DrawnAtMost]] = []
        self._where: dict[str, list[int]] = {}
        self._own = 0
        self.sums: Counter[str] = Counter()
        self.carried: int = before.carried if before is not None else 0

    @property
    def total(self) -> int:
        return self._own + (self._before.total if self._before else 0)

    def add(self, sheets: dict[str, int]) -> None:
        """Add a slot that draws up to these numbers of cards of one or more of the sheets."""
        for name, count in sheets.items():
            self._where.setdefault(name, []).append(len(self._parts))
            self.sums[name] += count
        self._parts.append(sheets)
        self._own += max(sheets.values(), default=0)

    def one_of(self, options: Sequence[DrawnAtMost]) -> None:
        """Add one of several options. Each was created with this instance as its predecessor."""
        most: dict[str, int] = {}
        for each in options:
            for name, count in each.sums.items():
                most[name] = max(most.get(name, 0), count)
        for name, count in most.items():
            self._where.setdefault(name, []).append(len(self._parts))
            self.sums[name] += count
        self._parts.append(options)
        self._own += max((each._own for each in options), default=0)  # noqa: SLF001 - its own
        self.carried = max((each.carried for each in options), default=self.carried)

    def is_within(self, most: Mapping[str, int], left: int) -> bool:
        """Return whether at most *left* cards of some sheets were drawn.

        Args:
            most: The sheets, with the maximum number of cards of each that a slot can have drawn.
            left: The number of cards.
        """
        drawn = [*self._chain()]
        if not _exceeds(chain(*(each._summed(most) for each in drawn)), left):  # noqa: SLF001 - its own
            return True
        if _exceeds(chain(*(each._looks(most) for each in drawn)), _MOST_LOOKS):  # noqa: SLF001 - its own
            return False
        return not _exceeds(chain(*(each._of(most) for each in drawn)), left)  # noqa: SLF001 - its own

    def _chain(self) -> Iterator[DrawnAtMost]:
        drawn: DrawnAtMost | None = self
        while drawn is not None:
            yield drawn
            drawn = drawn._before  # noqa: SLF001 - its own

    def _shared(self, most: Mapping[str, int]) -> Iterator[str]:
        """Yield the sheets of *most* that parts added to this instance draw from."""
        fewer, more = sorted((most, self._where), key=len)
        return (name for name in fewer if name in more)

    def _summed(self, most: Mapping[str, int]) -> Iterator[int]:
        """Yield numbers whose sum is an upper bound of the number of cards."""
        return (self.sums[name] for name in self._shared(most))

    def _looks(self, most: Mapping[str, int]) -> Iterator[int]:
        return (len(self._where[name]) for name in self._shared(most))

    def _of(self, most: Mapping[str, int]) -> Iterator[int]:
        """Yield the number of cards in each part added to this instance that has any."""
        seen: set[int] = set()
        for at in (at for name in self._shared(most) for at in self._where[name]):
            if at not in seen:
                seen.add(at)
                part = self._parts[at]
                if isinstance(part, dict):
                    yield max(min(n, most.get(name, 0)) for name, n in part.items())
                else:
                    yield max(sum(each._of(most)) for each in part)  # noqa: SLF001 - its own


def _exceeds(numbers: Iterable[int], limit: int) -> bool:
    """Return whether the sum of *numbers*, none of them negative, is larger than *limit*.

    Numbers that do not matter for the answer are not computed.
    """
    return any(total > limit for total in accumulate(numbers))


class Lasting:
    """A checker of the number of cards for which the sheets of a booster are sufficient."""

    def __init__(self, cardset: CardSet, booster: Booster) -> None:
        """Create a checker."""
        self._cardset = cardset
        self._booster = booster
        self._key = key_of(booster)
        self._touching: dict[frozenset[Hashable], Mapping[str, int] | None] = {}
        self._keys_of: dict[str, frozenset[Hashable]] = {}

    def is_sure(
        self, nodes: Sequence[Node], own: int, count: int, drawn: DrawnAtMost, *, may_be_short: bool
    ) -> bool:
        """Return whether each of *nodes* supplies *own* of the *count* cards of a slot, none twice.

        Raises:
            CollationError: If a node supplies more cards.
        """
        sizes = list(map(size_of, nodes))
        if max((most for _, most in sizes), default=0) > own:
            raise CollationError(f"a collator supplies more than the requested {own} cards")
        if not all(least == own or (may_be_short and least == most) for least, most in sizes):
            return False
        others = DrawnAtMost(drawn)
        others.add({_sheet(leaf): count - own for node in nodes for leaf in leaves(node)})
        return all(self._fits(node, DrawnAtMost(others)) for node in nodes)

    @singledispatchmethod
    def _fits(self, node: Any, drawn: DrawnAtMost) -> bool:
        """Return whether no sheet becomes empty in *node*; its cards are added to *drawn*."""
        del node, drawn  # nothing is known of other nodes
        return False

    @_fits.register
    def _of_draw(self, node: Draw, drawn: DrawnAtMost) -> bool:
        fits = node.capacity is None or node.count <= node.capacity
        if fits and node.capacity is not None and not node.fresh:
            left = node.capacity - node.count
            fits = drawn.total <= left
            sharing = None if fits else self._sharing(node)
            fits = fits or (sharing is not None and drawn.is_within(sharing, left))
        drawn.add({_sheet(node): node.count})
        return fits

    @_fits.register(Hands)
    @_fits.register(Run)
    @_fits.register(Walk)
    def _of_order(self, node: Ordered, drawn: DrawnAtMost) -> bool:
        drawn.add({_sheet(node): size_of(node)[1]})
        return True

    @_fits.register
    def _of_seq(self, node: Seq, drawn: DrawnAtMost) -> bool:
        fit = [self._fits(part, drawn) for part in node.parts]
        return all(fit)

    @_fits.register
    def _of_one(self, node: OneOf, drawn: DrawnAtMost) -> bool:
        options = [DrawnAtMost(drawn) for _ in node.parts]
        fit = [self._fits(*each) for each in zip(node.parts, options, strict=True)]
        drawn.one_of(options)
        return all(fit)

    @_fits.register
    def _of_classes(self, node: Classes, drawn: DrawnAtMost) -> bool:
        for number in range(len(node.parts)):
            count = max(way[number] for way in node.ways)
            its = DrawnAtMost(drawn)
            if not node.apart:
                its.add({_sheet(node.parts[number]): node.count - count})
            if not self._fits(node.draw(number, count), its):
                return False
        drawn.add({_sheet(node.parts[0]): node.count})
        return True

    @_fits.register
    def _of_given(self, node: Given, drawn: DrawnAtMost) -> bool:
        return bool(self._fits(node.part, drawn))

    def _sharing(self, node: Draw) -> Mapping[str, int] | None:
        """Return the sheets that can take cards of a draw, with the maximum number of each.

        None if there is no limit.
        """
        name = _sheet(node)
        return {name: node.count * MAX_PACK} if node.tokens is None else self._touching_of(name)

    def _touching_of(self, name: str) -> Mapping[str, int] | None:
        """Return the sheets that share cards with a sheet, with the number of shared cards.

        None if they are too many to examine.
        """
        keys = self._keys(name)
        if keys not in self._touching:
            sharing = [self._sheets_of.get(key, ()) for key in keys]
            if sum(map(len, sharing)) > _MOST_PAIRS:
                self._touching[keys] = None
            else:
                self._touching[keys] = Counter(each for names in sharing for each in names)
        return self._touching[keys]

    @cached_property
    def _sheets_of(self) -> Mapping[Hashable, Sequence[str]]:
        """Return the sheets of the booster from which each card is drawn at most once."""
        names = dict.fromkeys(
            each.sheet for slot, _ in self._booster.walk() for each in slot.sheets
        )
        names |= dict.fromkeys(
            each.sheet for each in self._booster.constraints if isinstance(each, Replace)
        )
        sheets_of: dict[Hashable, list[str]] = {}
        for name in names:
            sheet = self._cardset.sheets.get(name)
            if sheet is not None and not may_repeat(self._booster, sheet):
                for key in self._keys(name):
                    sheets_of.setdefault(key, []).append(name)
        return sheets_of

    def _keys(self, name: str) -> frozenset[Hashable]:
        if name not in self._keys_of:
            entries = self._cardset.sheets[name].entries
            self._keys_of[name] = frozenset(self._key(each) for each in entries if each.copies)
        return self._keys_of[name]


def _sheet(leaf: Leaf) -> str:
    """Return the name of a leaf's sheet."""
    return leaf.place.sheet if leaf.place is not None else ""
