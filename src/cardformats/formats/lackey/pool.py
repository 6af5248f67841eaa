"""The cards that satisfy criteria."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final

from .. import pools
from .syntax import CardRow, PackCriterion

#: Whether a value satisfies a test, by its name.
TESTS: Final[Mapping[str, Callable[[str, str], bool]]] = {
    "IS": lambda value, data: value == data,
    "CONTAINS": lambda value, data: data in value,
    "DOESNTCONTAIN": lambda value, data: data not in value,
}
IS: Final = "IS"


class CriteriaPool(pools.Pool[CardRow]):
    """Rows in order; finds those that satisfy criteria."""

    def __init__(self, rows: Sequence[CardRow]) -> None:
        """Choose among *rows*."""
        super().__init__(rows, str)
        self._satisfying: dict[PackCriterion, frozenset[int]] = {}

    def satisfying(self, criterion: PackCriterion) -> frozenset[int]:
        """Return the indices of the rows that satisfy a criterion."""
        if criterion not in self._satisfying:
            self._satisfying[criterion] = frozenset(self._numbers(criterion))
        return self._satisfying[criterion]

    def matching(self, criteria: Iterable[PackCriterion]) -> list[int]:
        """Return the indices of the rows that satisfy all criteria, in order."""
        sets = sorted(map(self.satisfying, criteria), key=len)
        if not sets:
            return [*range(len(self.cards))]
        return sorted(sets[0].intersection(*sets[1:]))

    def _numbers(self, criterion: PackCriterion) -> Iterator[int]:
        satisfies = TESTS.get(criterion.test)
        if satisfies is None:
            return
        by_value = self.by_value(criterion.column)
        for value, numbers in by_value.items():
            if satisfies(value, criterion.data):
                yield from numbers
        if satisfies("", criterion.data):
            having = {number for numbers in by_value.values() for number in numbers}
            yield from (number for number in range(len(self.cards)) if number not in having)
