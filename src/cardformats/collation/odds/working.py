"""Working out a table of odds: what has a closed form exactly, the rest by simulated packs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import sqrt

from ...model import Pack
from ..constraints import CardTests
from .effort import limited
from .pack import CardOdds, PackOdds
from .slots import What, what_is
from .table import OddsRow, OddsTable

#: So many packs are simulated, or as many as have so many cards together.
_PACKS, _CARDS = 10_000, 500_000


def simulated(packs: Callable[[int], Iterable[Pack]], number: int | None) -> Iterator[Pack]:
    """So many of the packs that *packs* makes; if no number is given, as many as make sense."""
    if number is not None:
        yield from packs(number)
        return
    cards = 0
    for pack in packs(_PACKS):
        yield pack
        cards += len(pack.cards)
        if cards >= _CARDS:
            return


def odds_table(
    packs: Sequence[PackOdds], simulate: Callable[[], Iterable[Pack]], tests: CardTests
) -> OddsTable:
    """The table for *packs*, the odds for each round of an event.

    *simulate* gives packs where these odds are not all known; *tests* knows cards' properties.
    """
    with limited():
        rounds = [each.cards() for each in packs]
    known = [each for each in rounds if each is not None]
    together = _mixed(known) if len(known) == len(rounds) else {}
    rows = {
        what: OddsRow(*what, odds.expected, 1 - odds.none)
        for what, odds in together.items()
        if odds.exact
    }
    if len(known) < len(rounds) or len(rows) < len(together):
        counted = _counted(simulate())
        unknown = [*together, *(what for what in counted if what not in together)]
        rows = {what: rows.get(what) or counted.get(what) or _never(what) for what in unknown}
    return OddsTable(list(rows.values()), packs if len(known) == len(rounds) else (), tests)


def _mixed(rounds: Sequence[Mapping[What, CardOdds]]) -> dict[What, CardOdds]:
    """The odds of a pack that is one of any round."""
    if len(rounds) == 1:
        return dict(rounds[0])
    share = Fraction(1, len(rounds))
    never = CardOdds(Fraction(), Fraction(1))
    found = {}
    for what in dict.fromkeys(what for each in rounds for what in each):
        odds = [each.get(what, never) for each in rounds]
        found[what] = CardOdds(
            sum((share * each.expected for each in odds), Fraction()),
            sum((share * each.none for each in odds), Fraction()),
            all(each.exact for each in odds),
        )
    return found


def _never(what: What) -> OddsRow:
    """The row of a card that never came."""
    return OddsRow(*what, Fraction(), Fraction(), exact=False)


def _counted(packs: Iterable[Pack]) -> dict[What, OddsRow]:
    """The rows of cards that came in simulated *packs*."""
    total = 0
    copies: Counter[What] = Counter()
    squares: Counter[What] = Counter()
    having: Counter[What] = Counter()
    for pack in packs:
        total += 1
        for what, number in Counter(map(what_is, pack.cards)).items():
            copies[what] += number
            squares[what] += number * number
            having[what] += 1
    rows = {}
    for what, number in copies.items():
        variance = squares[what] / total - (number / total) ** 2
        error = max(sqrt(max(variance, 0.0) / total), 1 / total)
        shares = Fraction(number, total), Fraction(having[what], total)
        rows[what] = OddsRow(*what, *shares, exact=False, error=error)
    return rows
