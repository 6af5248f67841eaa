"""Opens packs by their numbers: from the first bytes of each, or in bulk."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING

from ..bits import MAX_NUMBER, SHARE, SHORT, Bits, Source
from ..errors import CollationError
from ..model import Booster, CardSet, Pack
from .blocks import Blocks
from .constraints import Guarantees
from .drawers.drawer import State
from .peers.peer import PeerRules
from .plan.pack_plan import drawn_plan
from .plan.tree import Fork, Tree
from .rounds import check_number, layouts_by_round

if TYPE_CHECKING:
    from .bulk.maker import BulkMaker, Rooted


class PackOpener:
    """Opens the packs of a booster.

    Attributes:
        trees: for each round the choices of a pack; none if another program's rules are followed.
        guarantees: what is promised for every pack.
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
        self.guarantees = Guarantees(cardset, booster)
        by_round = layouts_by_round(cardset, booster) if peer is None else []
        self.trees = [Tree(cardset, booster, layouts) for layouts in by_round]
        self._root = self.trees[0].root if len(self.trees) == 1 else None
        self._careful = bool(self.guarantees.limits) or peer is not None
        self._name = booster.name

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
        return Blocks(self._cardset, self._booster, self.bulk_maker)

    def bulk_maker(self) -> BulkMaker:
        """What opens packs in bulk, as often as needed.

        Raises:
            CollationError: numpy is not installed.
        """
        try:
            from .bulk.maker import BulkMaker  # noqa: PLC0415 - numpy is optional
            from .peers.draftmancer_columns import layout_forks  # noqa: PLC0415 - so too
        except ImportError as error:
            raise CollationError("packs in bulk need numpy: install cardformats[fast]") from error
        trees: Sequence[Rooted] = layout_forks(self._peer) if self._peer else self.trees
        return BulkMaker(trees, self._source, self._name, self.guarantees, self.pack)

    def _open(self, number: int, data: bytes) -> Pack:
        """The pack of that number, whose first bytes are *data*."""
        if self._careful:
            return self._carefully(number)
        node = self._root or self.trees[number % len(self.trees)].root
        while isinstance(node, Fork):
            at, size = node.start, node.size
            if at + size > SHARE:
                return self._carefully(number)
            if size == SHORT:
                value = data[at] | data[at + 1] << 8
            else:
                value = int.from_bytes(data[at : at + size], "little")
            if value >= node.bound:
                return self._carefully(number)
            value %= node.limit
            node = (node.table[value] if node.table else None) or node.child(value)
        plan = node.attempt or node
        limits = plan.limits
        if limits.end > SHARE:
            data = self._source.longer(number, data, limits.end)
        numbers = limits.numbers(data)
        if numbers is None:
            return self._carefully(number)
        cards = plan.cards(numbers)
        if node.fills and (node.attempt is None or node.attempt.clash(cards)):
            cards = node.cards(numbers)
            node.finish(Bits(self._source, number, node.limits.end, data), State(), cards)
        return Pack(number, self._name, node.layout, tuple(cards))

    def _carefully(self, number: int) -> Pack:
        """The pack of that number, whose bytes may not all be used as they come."""
        bits = Bits(self._source, number)
        if self._peer is not None:
            ((layout, cards),) = self._peer.session(bits, 1, first=number)
            return Pack(number, self._name, layout, cards)
        next_plan = partial(self.trees[number % len(self.trees)].pack_plan, bits)
        pack_plan, kept = self.guarantees.first_kept(partial(drawn_plan, next_plan, bits))
        return Pack(number, self._name, pack_plan.layout, tuple(kept))
