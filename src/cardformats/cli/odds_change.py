"""``cardformats convert --odds``: whether packs of what was written are as those of the source."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeAlias

from attrs import frozen

from ..errors import CardFormatsError
from ..model import CardSet
from .output import err, print_table

if TYPE_CHECKING:
    from ..collation import OddsRow

#: How many cards with other odds are listed.
_LISTED = 10

#: For a name of cards: the copies of a pack on average, and the probability of one or more where
#: one row of the odds says it; None if either is not known exactly.
_Odds: TypeAlias = dict[str, tuple[Fraction, Fraction | None] | None]


@frozen
class OddsChange:
    """How the odds of the first booster changed.

    Attributes:
        changed: by the names of cards whose odds changed, the copies of a pack on average, before
            and after.
        same, unknown: the numbers of names whose odds are the same, or are not known exactly.
        problem: why there are no odds; None if there are.
    """

    changed: dict[str, tuple[Fraction, Fraction]]
    same: int = 0
    unknown: int = 0
    problem: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """A JSON-ready dictionary; numbers are exact, as texts."""
        changed = {name: [str(each) for each in pair] for name, pair in self.changed.items()}
        counts = {"same": self.same, "unknown": self.unknown, "problem": self.problem}
        return {"changed": changed, **counts}


def odds_change(before: CardSet, after: CardSet) -> OddsChange:
    """Compare the exact odds of the first booster of two sets, whose cards are told by names."""
    try:
        first, second = _odds(before), _odds(after)
    except CardFormatsError as error:
        return OddsChange({}, problem=str(error))
    changed: dict[str, tuple[Fraction, Fraction]] = {}
    unknown = 0
    never: tuple[Fraction, Fraction | None] = (Fraction(0), Fraction(0))
    names = {**first, **second}
    for name in names:
        old, new = first.get(name, never), second.get(name, never)
        if old is None or new is None:
            unknown += 1
        elif old[0] != new[0] or (old[1] != new[1] and None not in (old[1], new[1])):
            changed[name] = old[0], new[0]
    return OddsChange(changed, len(names) - len(changed) - unknown, unknown)


def _odds(cardset: CardSet) -> _Odds:
    from ..collation import Generator  # noqa: PLC0415 - conversions are without odds as a rule

    rows: defaultdict[str, list[OddsRow]] = defaultdict(list)
    # rows without a closed form are counted in packs, which is of no use here: one is enough
    for row in Generator(cardset, seed="odds").odds(packs=1):
        rows[row.card.name].append(row)
    return {name: _of_rows(its) for name, its in rows.items()}


def _of_rows(rows: Sequence[OddsRow]) -> tuple[Fraction, Fraction | None] | None:
    """The odds of cards of one name, each of which has a row for each finish."""
    if not all(row.exact for row in rows):
        return None
    copies = sum((row.expected for row in rows), Fraction(0))
    return copies, rows[0].at_least_one if len(rows) == 1 else None


def print_odds_change(name: str, change: OddsChange) -> None:
    """What became of the odds of the file *name*."""
    console = err()
    if change.problem is not None:
        console.print(f"odds of {name}: not known ({change.problem})")
        return
    counts = {"changed": len(change.changed), "the same": change.same, "unknown": change.unknown}
    words = ", ".join(f"{count} {word}" for word, count in counts.items() if count)
    console.print(f"odds of {name}: {words or 'no cards'}")
    if change.changed:
        largest = sorted(change.changed.items(), key=lambda item: -abs(item[1][1] - item[1][0]))
        rows = [(name, *map(_shown, pair)) for name, pair in largest[:_LISTED]]
        print_table(console, ("card", "a pack had", "a pack has"), rows)
    if len(change.changed) > _LISTED:
        console.print(f"and {len(change.changed) - _LISTED} more")


def _shown(copies: Fraction) -> str:
    return f"{float(copies):.6f}"
