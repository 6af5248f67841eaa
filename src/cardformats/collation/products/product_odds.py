"""The odds of products: sums of independent parts, and mixtures of options."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import TypeAlias

from ...errors import CollationError
from ...model import PackCard
from ..odds.cards import What, what_is
from ..odds.mixed import mixed
from ..odds.table import OddsTable
from ..odds.together import together
from ..words import Words
from .product_plan import PackOf, PlannedChoice, ProductPlan

#: The maximum number of packs and choices in a product; above it, fractions have too many digits.
MAX_TOGETHER = 10_000

#: Tables by their ids with their numbers, and the fixed cards.
Independent: TypeAlias = tuple[dict[int, tuple[OddsTable, int]], Counter[What]]


class ProductOdds:
    """The odds of the products of a set."""

    def __init__(
        self, words: Words, odds_of: Callable[[PackOf, int], tuple[OddsTable, int]]
    ) -> None:
        """Create the odds from a function that returns the table of packs, and its count.

        *words* are the words of the set.
        """
        self._words, self._odds_of = words, odds_of
        # by ids of plans and choices, which their planner keeps
        self._parts: dict[int, Independent] = {}
        self._mixtures: dict[int, OddsTable] = {}

    def table(self, plan: ProductPlan) -> OddsTable:
        """Return the odds of all cards of a product together.

        Raises:
            CollationError: If it has more than :data:`MAX_TOGETHER` packs.
        """
        tables, fixed = self._independent(plan)
        most = max(plan.packs, sum(number for _, number in tables.values()))
        if most > MAX_TOGETHER:
            raise CollationError(
                f"odds support at most {MAX_TOGETHER} packs and choices together; {plan.name!r} has"
                f" {most}"
            )
        return together([*tables.values()], fixed, self._words.cardset)

    def _independent(self, plan: ProductPlan) -> Independent:
        """Return the tables of a product's parts with their numbers, and its fixed cards.

        Inner products have no table of their own, so each part has one table, however often it
        occurs in nested products.
        """
        if id(plan) in self._parts:
            return self._parts[id(plan)]
        tables: dict[int, tuple[OddsTable, int]] = {}
        fixed: Counter[What] = Counter()

        def add(table: OddsTable, number: int) -> None:
            tables[id(table)] = table, number + tables.get(id(table), (table, 0))[1]

        for what, count in plan.parts:
            if isinstance(what, PackOf):
                add(*self._odds_of(what, count))
            elif isinstance(what, PackCard):
                fixed[what_is(what)] += count
            elif isinstance(what, PlannedChoice):
                add(self._mixed(what), count)
            elif isinstance(what, ProductPlan):
                inner, cards = self._independent(what)
                for table, number in inner.values():
                    add(table, number * count)
                for card, number in cards.items():
                    fixed[card] += number * count
        self._parts[id(plan)] = tables, fixed
        return tables, fixed

    def _mixed(self, choice: PlannedChoice) -> OddsTable:
        """Return the odds of one of the options."""
        if id(choice) not in self._mixtures:
            total = sum(choice.weights)
            shares = [Fraction(weight, total) for weight in choice.weights]
            tables = map(self.table, choice.options)
            self._mixtures[id(choice)] = mixed([*zip(shares, tables, strict=True)], self._words)
        return self._mixtures[id(choice)]
