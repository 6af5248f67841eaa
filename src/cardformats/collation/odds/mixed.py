"""The odds of one of several options with given probabilities."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from math import fsum, sqrt
from typing import Any, TypeAlias, TypeVar

from attrs import define, field

from ...model import CardRef
from ..words import Words
from .cards import What
from .counts import summed
from .table import Answers, OddsRow, OddsTable

T = TypeVar("T")

#: Answers of options, each with the probability of its option.
Shares: TypeAlias = Sequence[tuple[Fraction, T]]


def mixed(options: Sequence[tuple[Fraction, OddsTable]], words: Words) -> OddsTable:
    """Return the odds of one of *options*, which are given with probabilities.

    A row is exact if it is exact in all tables that have it. *words* are allowed in queries in
    addition to the words of the options.
    """
    rows: dict[What, list[tuple[Fraction, OddsRow]]] = {}
    for share, table in options:
        for row in table:
            rows.setdefault((row.card, row.finish), []).append((share, row))
    whole = [
        OddsRow(
            *what,
            sum((share * row.expected for share, row in its), Fraction()),
            sum((share * row.at_least_one for share, row in its), Fraction()),
            exact=all(row.exact for _, row in its),
            error=_error((share, row.error) for share, row in its),
            error_of_any=_error((share, row.error_of_any) for share, row in its),
        )
        for what, its in rows.items()
    ]
    effort = max(table.effort for _, table in options)
    every = Words.joined([words, *(table.words for _, table in options)])
    unknown = [reason for _, table in options for reason in table.unknown]
    return OddsTable(whole, _OfOptions(options), every, effort=effort, unknown=unknown)


def _error(errors: Iterable[tuple[Fraction, float]]) -> float:
    """Return the standard error of a weighted sum, from shares and standard errors."""
    return sqrt(fsum((float(share) * error) ** 2 for share, error in errors))


@define(eq=False)
class _OfOptions:
    """The answers of one of several tables.

    An option can occur in many other tables, so the last answer is cached: each table is queried
    once.
    """

    options: Sequence[tuple[Fraction, OddsTable]]
    _last: tuple[object, Any] = field(default=(None, None), init=False)

    def __reduce__(self) -> tuple[object, ...]:
        return _OfOptions, (self.options,)

    def counts(self, name: str, values: Collection[str]) -> Mapping[int, Fraction] | None:
        question = name, frozenset(values)
        return self._answered(question, lambda known: known.counts(name, values), _mixture)

    def none(self, cards: Collection[str | CardRef]) -> Fraction | None:
        return self._answered(frozenset(cards), lambda known: known.none(cards), _average)

    def _answered(
        self,
        question: object,
        ask: Callable[[Answers], T | None],
        together: Callable[[Shares[T]], T],
    ) -> T | None:
        """Return the combined answer of all tables; None if one of them has none."""
        last, answer = self._last
        if last == question:
            return answer  # type: ignore[no-any-return] # to the same question
        answers = []
        for share, table in self.options:
            if (each := ask(table.known)) is None:
                return None
            answers.append((share, each))
        whole = together(answers)
        self._last = question, whole
        return whole


def _mixture(counts: Shares[Mapping[int, Fraction]]) -> Mapping[int, Fraction]:
    return summed((n, share * chance) for share, each in counts for n, chance in each.items())


def _average(chances: Shares[Fraction]) -> Fraction:
    return sum((share * chance for share, chance in chances), Fraction())
