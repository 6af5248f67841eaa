"""The odds of one of several things, of which each has a share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from fractions import Fraction
from math import sqrt

from attrs import frozen

from ...model import CardRef
from ..distinct import Spelling
from .slots import What
from .table import OddsRow, OddsTable


def mixed(options: Sequence[tuple[Fraction, OddsTable]], spelling: Spelling) -> OddsTable:
    """The odds of what is one of *options*, each with its probability.

    A row is exact if it is so in all tables that have it.  *spelling* knows by what reference cards
    are named.
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
            error=sqrt(sum((float(share) * row.error) ** 2 for share, row in its)),
        )
        for what, its in rows.items()
    ]
    return OddsTable(whole, _OfOptions(options), spelling)


@frozen
class _OfOptions:
    """What is known of one of several tables."""

    options: Sequence[tuple[Fraction, OddsTable]]

    def counts(self, name: str, value: str) -> dict[int, Fraction] | None:
        mixture: Counter[int] = Counter()
        for share, table in self.options:
            counts = table.known.counts(name, value)
            if counts is None:
                return None
            for number, chance in counts.items():
                mixture[number] += share * chance  # type: ignore[assignment] # a share of one
        return dict(mixture)  # type: ignore[arg-type] # likewise

    def none(self, cards: Collection[str | CardRef]) -> Fraction | None:
        chances = [(share, table.known.none(cards)) for share, table in self.options]
        known = [share * chance for share, chance in chances if chance is not None]
        return sum(known, Fraction()) if len(known) == len(chances) else None
