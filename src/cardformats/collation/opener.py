"""Packs made one by one from their trees."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from ..bits import MAX_NUMBER, SHARE, Bits, Source
from ..caching import Caching
from ..errors import CollationError
from ..model import Booster, CardSet, Pack, PackCard
from .blocks import Blocks
from .compile import trees_of
from .rounds import check_number
from .rules.program import Rules
from .sample import State, Step, sampler
from .tree import Node

if TYPE_CHECKING:
    from .arrays import PackArrays


class PackOpener(Caching):
    """An opener of the packs of a booster.

    Attributes:
        trees: The tree of a pack for each round; empty if the rules of another program cannot be
            expressed as trees.
    """

    def __init__(
        self, cardset: CardSet, booster: Booster, source: Source, rules: Rules | None
    ) -> None:
        """Prepare to open packs by *rules*, or by the library's own; *source* has their bytes.

        Raises:
            CollationError: If the booster cannot be made from the sheets.
        """
        self._cardset = cardset
        self._booster = booster
        self._source = source
        self._rules = rules
        self.trees: Sequence[Node] = trees_of(cardset, booster) if rules is None else rules.trees
        self._name = booster.name

    @cached_property
    def _steps(self) -> list[Step]:
        """Return the samplers of the packs of each round."""
        return [sampler(tree) for tree in self.trees]

    def pack(self, number: int) -> Pack:
        """Return pack *number*; see :meth:`Generator.pack`."""
        check_number("packs", number)
        return self._open(number, self._source.start(number))

    def packs(self, start: int, end: int) -> Iterator[Pack]:
        """Yield the packs from number *start* to *end* - 1, made one by one."""
        source, open_ = self._source, self._open
        if start < end and (start & 1 or not 0 <= start < MAX_NUMBER):
            yield self.pack(start)
            start += 1
        last = min(end, MAX_NUMBER)
        for number in range(start, last - 1, 2):
            pair = source.pair(number >> 1)
            yield open_(number, pair[:SHARE])
            yield open_(number + 1, pair[SHARE:])
        if start < last and (last - start) & 1:
            yield self.pack(last - 1)
        if start <= last < end:
            self.pack(last)  # raises the error for a number out of range

    @cached_property
    def blocks(self) -> Blocks:
        """Return the maker of blocks of packs."""
        return Blocks(self._cardset, self._booster, self.arrays)

    def arrays(self) -> PackArrays:
        """Return a new maker of arrays of packs.

        Raises:
            CollationError: If numpy is not installed.
        """
        try:
            from .arrays import PackArrays  # noqa: PLC0415 - numpy is optional
        except ImportError as error:
            if error.name != "numpy":
                raise
            raise CollationError("packs in bulk need numpy: install cardformats[fast]") from error
        return PackArrays(self.trees, self._source, self._name, self.pack)

    def _open(self, number: int, data: bytes) -> Pack:
        """Return pack *number*, whose first random bytes are *data*."""
        bits = Bits(self._source, number, 0, data)
        if self._rules is not None and not self.trees:
            ((layout, drawn),) = self._rules.session(bits, 1, first=number)
            return Pack(number, self._name, layout, drawn)
        steps, state = self._steps, State()
        cards: list[PackCard] = []
        steps[number % len(steps)](bits, state, cards)
        return Pack(number, self._name, state.layout, tuple(cards))
