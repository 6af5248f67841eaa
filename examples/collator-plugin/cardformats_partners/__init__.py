"""Cards that come with their partners: whole pairs, or larger groups, of neighbours on a sheet."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from fractions import Fraction
from typing import TypeVar

from cardformats import CollationError, Other, Sheet
from cardformats.collation import (
    Copies,
    Counts,
    Entries,
    Odds,
    Pick,
    PileDrawer,
    StraightDrawer,
)

__all__ = ["Partners", "PartnersDrawer", "PartnersOdds"]

T = TypeVar("T")


class Partners:
    """The collator of ``Other("partners", {"size": 2})``."""

    def compile(self, sheet: Sheet, count: int) -> PartnersDrawer:
        """A drawer of *count* cards from *sheet*.

        Raises:
            CollationError: the size is no number of cards, or the sheet does not consist of groups.
        """
        size = sheet.collation.params.get("size", 2) if isinstance(sheet.collation, Other) else 2
        if not isinstance(size, int) or size < 1:
            message = f"sheet {sheet.name!r}: partners come in groups of 1 or more, not {size!r}"
            raise CollationError(message)
        if len(sheet.entries) % size:
            message = f"sheet {sheet.name!r}: its last entries are no group of {size}"
            raise CollationError(message)
        groups = [sheet.entries[at : at + size] for at in range(0, len(sheet.entries), size)]
        for group in groups:
            if len({entry.copies for entry in group}) > 1:
                names = ", ".join(repr(str(entry.card)) for entry in group)
                message = f"sheet {sheet.name!r}: the partners {names} differ in their copies"
                raise CollationError(message)
        return PartnersDrawer([group[0].copies for group in groups], size, count)


class PartnersDrawer(StraightDrawer):
    """Groups from the top of a shuffled pile of groups."""

    def __init__(self, copies: Sequence[int], group_size: int, count: int) -> None:
        """Draw up to *count* cards in whole groups, which have so many *copies*."""
        self.group_size = group_size
        self.pile = PileDrawer(Copies(copies), count // group_size)
        self.limits = self.pile.limits
        self.size = len(copies) * group_size
        self.count = self.pile.count * group_size

    def bind(self, values: Sequence[T], start: int = 0) -> Pick[T]:
        """What turns numbers into cards; see ``StraightDrawer``."""
        size = self.group_size
        groups = [values[at : at + size] for at in range(0, len(values), size)]
        take = self.pile.bind(groups, start)

        def pick(numbers: Sequence[int], cards: list[T]) -> None:
            drawn: list[Sequence[T]] = []
            take(numbers, drawn)
            for group in drawn:
                cards.extend(group)

        return pick

    def odds(self) -> PartnersOdds:
        """The exact odds; see ``Drawer``."""
        return PartnersOdds(self.pile.odds(), self.group_size)


class PartnersOdds(Odds):
    """What is known of groups, for their single cards."""

    def __init__(self, groups: Odds, group_size: int) -> None:
        """Take the odds of the *groups*, each of so many cards."""
        self.groups = groups
        self.group_size = group_size

    def counts(self, groups: Sequence[Entries]) -> Counts:
        """The joint distribution of the numbers of cards from *groups* of entries."""
        shares: dict[int, list[int]] = {}
        for at, group in enumerate(groups):
            for entry in group:
                shares.setdefault(entry // self.group_size, [0] * len(groups))[at] += 1
        alike: dict[tuple[int, ...], list[int]] = {}
        for partners, share in shares.items():
            alike.setdefault(tuple(share), []).append(partners)
        together: dict[tuple[int, ...], Fraction] = {}
        for drawn, chance in self.groups.counts(list(alike.values())).items():
            numbers = tuple(
                sum(times * share[at] for times, share in zip(drawn, alike, strict=True))
                for at in range(len(groups))
            )
            together[numbers] = together.get(numbers, Fraction()) + chance
        return together

    def kind(self, entry: int) -> Hashable:
        """Cards of groups with equally many copies have the same odds."""
        return self.groups.kind(entry // self.group_size)
