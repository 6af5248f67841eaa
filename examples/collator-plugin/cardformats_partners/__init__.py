"""Cards that come with their partners: whole pairs, or larger groups, of neighbours on a sheet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial
from itertools import chain, combinations
from math import comb

from cardformats import CollationError, Sheet
from cardformats.bits import Bits
from cardformats.collation import Hands, Node, Sampler
from cardformats.model import Other

__all__ = ["Partners"]

#: If there are more combinations of groups than this, they are not listed.
MOST_COMBINATIONS = 10_000


class Partners:
    """The collator of ``Other("partners", {"size": 2})``."""

    def compile(self, sheet: Sheet, count: int) -> Node:
        """Return the tree that takes up to *count* cards in whole groups, each copy at most once.

        Raises:
            CollationError: If the size is not a positive integer, or the sheet does not consist of
                groups.
        """
        params = sheet.collation.params if isinstance(sheet.collation, Other) else {}
        size = params.get("size", 2)
        if not isinstance(size, int) or size < 1:
            message = f"sheet {sheet.name!r}: the size of a group is 1 or more, not {size!r}"
            raise CollationError(message)
        copies = [entry.copies for entry in sheet.entries]
        if len(copies) % size:
            message = f"sheet {sheet.name!r}: its last entries are not a group of {size}"
            raise CollationError(message)
        groups = [range(at, at + size) for at in range(0, len(copies), size)]
        for group in groups:
            if len({copies[entry] for entry in group}) > 1:
                names = ", ".join(repr(str(sheet.entries[entry].card)) for entry in group)
                message = f"sheet {sheet.name!r}: the partners {names} differ in their copies"
                raise CollationError(message)
        pile = [group for group in groups for _ in range(copies[group.start])]
        number = min(count // size, len(pile))
        if comb(len(pile), number) > MOST_COMBINATIONS:
            return Sampler(partial(_sampled, pile, number), number * size)
        hands = Counter(combinations(pile, number))
        return Hands.of((weight, chain(*hand)) for hand, weight in hands.items())


def _sampled(pile: Sequence[range], number: int, bits: Bits) -> list[int]:
    """Return the entries of so many groups of a pile, at random."""
    left = list(pile)
    return [entry for _ in range(number) for entry in left.pop(bits.below(len(left)))]
