"""The odds of one of several things, of which each has a share."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from math import sqrt
from typing import Any, TypeAlias, TypeVar

from attrs import define, field

from ...model import CardRef
from ..words import Words
from .cards import What
from .counts import summed
from .table import Answers, OddsRow, OddsTable

T = TypeVar("T")

#: Answers, each with the probability of what it is of.
Shares: TypeAlias = Sequence[tuple[Fraction, T]]


def mixed(options: Sequence[tuple[Fraction, OddsTable]], words: Words) -> OddsTable:
    """The odds of what is one of *options*, each with its probability.

    A row is exact if it is so in all tables that have it.  *words* are asked
    for beside those of the options.
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
    """The standard error of a sum of shares of what has these standard errors."""
    return sqrt(sum((float(share) * error) ** 2 for share, error in errors))


@define(eq=False)
class _OfOptions:
    """What is known of one of several tables.

    Options can stand in many others, so that the last answer is kept: each is asked once then.
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
        """The answers of all tables together; None if one has none."""
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
