"""The odds of several independent packs together with fixed cards."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from math import fsum, prod, sqrt
from typing import TypeAlias

from attrs import evolve, frozen

from ...errors import CollationError
from ...model import CardRef, CardSet, PackCard
from ..constraints import CardTests
from ..distinct import Spelling
from ..effort import TooMuchWorkError, limited, with_effort
from ..words import Words
from .cards import What
from .counts import Counts, added, repeated
from .table import OddsRow, OddsTable, one_of

#: A distribution: the probability of each number.
Distribution: TypeAlias = Mapping[int, Fraction]


def together(
    parts: Sequence[tuple[OddsTable, int]], fixed: Mapping[What, int], cardset: CardSet
) -> OddsTable:
    """Return the odds of independent packs of several tables, together with *fixed* cards.

    A row is exact if it is exact in all tables that have it.

    Args:
        parts: The tables, each with its number of packs.
        fixed: The numbers of copies of cards that are always included.
        cardset: The set in which the fixed cards, and cards by name, are looked up.

    Raises:
        CollationError: If a number is negative.
    """
    if min([number for _, number in parts] + [*fixed.values()], default=0) < 0:
        raise CollationError("the numbers of packs and cards must not be negative")
    spelling = Spelling(cardset)
    always = {(spelling.of(card), its): n for (card, its), n in fixed.items() if n}
    rows: dict[What, list[tuple[OddsRow, int]]] = {}
    for table, number in parts:
        for row in table if number else ():
            rows.setdefault((row.card, row.finish), []).append((row, number))
    known: dict[tuple[object, ...], OddsRow] = {}
    whole = []
    for what in [*rows, *(what for what in always if what not in rows)]:
        its, copies = rows.get(what, []), always.get(what, 0)
        alike = (copies, *((row.expected, row.at_least_one, row.exact, n) for row, n in its))
        if alike not in known:
            known[alike] = _row(what, its, copies)
        whole.append(evolve(known[alike], card=what[0], finish=what[1]))
    answers = _OfParts(parts, always, CardTests(spelling.cardset))
    known_words = (table.words for table, _ in parts)
    words = Words.joined([Words([spelling]), *known_words], [card for card, _ in always])
    effort = max((table.effort for table, _ in parts), default=1)
    unknown = [reason for table, number in parts if number for reason in table.unknown]
    return OddsTable(whole, answers, words, effort=effort, unknown=unknown)


def _row(what: What, its: Sequence[tuple[OddsRow, int]], copies: int) -> OddsRow:
    """Return the row of a card with *copies* fixed copies, from its rows in tables."""
    expected = copies + sum((number * row.expected for row, number in its), Fraction())
    none = prod(((1 - row.at_least_one) ** number for row, number in its), start=Fraction(1))
    exact = all(row.exact for row, _ in its)
    error = sqrt(fsum((number * row.error) ** 2 for row, number in its))
    some = Fraction(1) if copies else 1 - none
    # the contribution of each pack's error to the error of the probability of none
    slopes = (n * row.error_of_any / (1 - float(row.at_least_one) or 1) for row, n in its)
    error_of_any = 0.0 if copies else float(none) * sqrt(fsum(slope**2 for slope in slopes))
    return OddsRow(*what, expected, some, exact, error, error_of_any)


@frozen
class _OfParts:
    """The answers for several packs of each table, and *fixed* cards."""

    parts: Sequence[tuple[OddsTable, int]]
    fixed: Mapping[What, int]
    tests: CardTests

    def counts(self, name: str, values: Collection[str]) -> Distribution | None:
        test = self.tests.test(name, *values)
        own = sum(copies for card, copies in self._fixed if test(card))
        each: list[Distribution] = [{own: Fraction(1)}]
        try:
            for table, number in self.parts:
                counts = _counts(table, name, values) if number else {0: Fraction(1)}
                if counts is None:
                    return None
                each.append(repeated(counts, number))
            return convolved(each)
        except TooMuchWorkError:
            return None

    def none(self, cards: Collection[str | CardRef]) -> Fraction | None:
        if any(map(one_of(cards), (card for card, _ in self._fixed))):
            return Fraction()
        chances = [(table.known.none(cards), number) for table, number in self.parts if number]
        known = [chance**number for chance, number in chances if chance is not None]
        return prod(known, start=Fraction(1)) if len(known) == len(chances) else None

    @property
    def _fixed(self) -> list[tuple[PackCard, int]]:
        return [(PackCard(card, "", "", its), n) for (card, its), n in self.fixed.items()]


def _counts(table: OddsTable, name: str, values: Collection[str]) -> Distribution | None:
    """Return the counts of a table for values that need not occur in its own set."""
    with with_effort(table.effort), limited():
        return table.known.counts(name, values)


def convolved(parts: Iterable[Distribution]) -> Distribution:
    """Return the distribution of the sum of independent numbers."""
    counts: list[Counts] = [{(n,): chance for n, chance in part.items()} for part in parts]
    return {number: chance for (number,), chance in added(counts, 1).items()}
