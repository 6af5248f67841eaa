"""Drawing at random where a card may be out of the question: another one is drawn instead."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from itertools import accumulate

from ...bits import Bits
from .drawer import Copies, State
from .odds import HandOdds, JointOdds, Odds, PileOdds, ReturningOdds
from .successive import Draw, SuccessiveOdds

#: After so many cards in a row that may not be drawn, the rest is weighed exactly.
_REDRAWS = 16


class RedrawDrawer:
    """Cards at random, by copies; see :class:`~cardformats.Random`.

    A card whose key is taken is not drawn as long as there is another one.
    """

    def __init__(
        self,
        name: str,
        copies: Copies,
        keys: Sequence[Hashable] | None,
        count: int,
        *,
        replacement: bool,
    ) -> None:
        """Draw *count* of the *copies* of the sheet *name*.

        *keys* are those of its entries, if cards should not come twice.
        """
        self.name = name
        self.copies = copies
        self.keys = keys
        self.count = count
        self.replacement = replacement

    def draw(self, bits: Bits, state: State) -> Sequence[int]:
        used = {} if self.replacement else dict(state.used.get(self.name, {}))
        drawn: list[int] = []
        while len(drawn) < self.count:
            entry = self._draw_one(bits, state, used)
            if entry is None:
                break
            drawn.append(entry)
            if not self.replacement:
                used[entry] = used.get(entry, 0) + 1
            if self.keys is not None:
                state.taken.add(self.keys[entry])
        return drawn

    def _draw_one(self, bits: Bits, state: State, used: dict[int, int]) -> int | None:
        """The number of an entry; None if there is none left."""
        copies, keys = self.copies, self.keys
        for _ in range(_REDRAWS if copies.total else 0):
            copy = bits.below(copies.total)
            entry = copies.entry(copy)
            if copies.ends[entry] - copy <= used.get(entry, 0):
                continue
            if keys is None or keys[entry] not in state.taken:
                return entry
        return self._weigh_the_rest(bits, state, used)

    def _weigh_the_rest(self, bits: Bits, state: State, used: dict[int, int]) -> int | None:
        """An entry of those that may be drawn; of all that are left if no other may."""
        # Entries of another class of the sheet have no copies here, but may have been used.
        counts = enumerate(self.copies.counts)
        left = [max(count - used.get(entry, 0), 0) for entry, count in counts]
        if self.keys is not None:
            pairs = zip(self.keys, left, strict=True)
            free = [0 if key in state.taken else count for key, count in pairs]
            left = free if any(free) else left
        return bits.index(list(accumulate(left))) if any(left) else None

    def odds(self) -> Odds | None:
        there = [entry for entry, count in enumerate(self.copies.counts) if count]
        more = self.count - len(there)
        keys = self.keys
        if more <= 0 or keys is None or len({keys[entry] for entry in there}) < len(there):
            return SuccessiveOdds.of([self.as_draw(self.count)])
        # all cards come once, and then any of what is left
        once = HandOdds([(1, there)])
        if self.replacement:
            return JointOdds([once, ReturningOdds(self.copies.counts, more)]) if there else None
        left = [max(count - 1, 0) for count in self.copies.counts]
        return JointOdds([once, PileOdds(left, more)]) if more <= sum(left) else None

    def as_draw(self, count: int, *, kept: bool = True) -> Draw:
        """What it does, for odds together with other draws."""
        return Draw(self.name, self.copies.counts, self.keys, count, kept)
