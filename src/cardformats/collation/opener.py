"""Packs one by one: by the library's own trees, or by the rules of another program."""

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
from .peers.peer import PeerRules
from .rounds import check_number
from .sample import State, Step, sampler
from .tree import Node

if TYPE_CHECKING:
    from .arrays import PackArrays


class PackOpener(Caching):
    """Opens the packs of a booster.

    Attributes:
        trees: for each round the tree of a pack; none if another program's rules are followed.
    """

    def __init__(
        self, cardset: CardSet, booster: Booster, source: Source, peer: PeerRules | None
    ) -> None:
        """Prepare to open packs, whose bytes come from *source*, as *peer* does, if there is one.

        Raises:
            CollationError: the booster cannot be made from the sheets.
        """
        self._cardset = cardset
        self._booster = booster
        self._source = source
        self._peer = peer
        self.trees: Sequence[Node] = trees_of(cardset, booster) if peer is None else ()
        self._name = booster.name

    @cached_property
    def _steps(self) -> list[Step]:
        """What makes the packs of each round."""
        return [sampler(tree) for tree in self.trees]

    def pack(self, number: int) -> Pack:
        """The pack of that number; see :meth:`Generator.pack`."""
        check_number("packs", number)
        return self._open(number, self._source.start(number))

    def packs(self, start: int, end: int) -> Iterator[Pack]:
        """The packs from number *start* to *end* - 1, one by one."""
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
            self.pack(last)  # there is none

    @cached_property
    def blocks(self) -> Blocks:
        """Opens packs some at a time."""
        return Blocks(self._cardset, self._booster, self.arrays)

    def arrays(self) -> PackArrays:
        """What opens packs as arrays, as often as needed.

        Raises:
            CollationError: numpy is not installed.
        """
        try:
            from .arrays import PackArrays  # noqa: PLC0415 - numpy is optional
        except ImportError as error:
            if error.name != "numpy":
                raise
            raise CollationError("packs in bulk need numpy: install cardformats[fast]") from error
        return PackArrays(self.trees, self._source, self._name, self.pack)

    def _open(self, number: int, data: bytes) -> Pack:
        """The pack of that number, whose first bytes are *data*."""
        bits = Bits(self._source, number, 0, data)
        if self._peer is not None:
            ((layout, drawn),) = self._peer.session(bits, 1, first=number)
            return Pack(number, self._name, layout, drawn)
        steps, state = self._steps, State()
        cards: list[PackCard] = []
        steps[number % len(steps)](bits, state, cards)
        return Pack(number, self._name, state.layout, tuple(cards))
