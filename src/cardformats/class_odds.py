"""How many cards of a class packs have: the mythic rares, the white cards, those of a sheet.

A class is all cards with one value of a property.  Commands and pages show the same numbers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import fsum, sqrt
from typing import Final, TypeAlias

from attrs import field, frozen

from .collation import Generator, OddsTable
from .collation.constraints import CardTests
from .collation.odds.table import simulated
from .model import Pack, PackCard

#: What odds are of: a pack, a box, all packs that a seat of an event opens, or all of a round.
UNITS: Final = ("pack", "box", "seat", "round")

#: A property and one of its values.
Class: TypeAlias = tuple[str, str]
#: Units whose cards depend on one another; a pack or a box is one by itself.
_Sample: TypeAlias = Sequence[Sequence[PackCard]]


@frozen
class ClassOdds:
    """How many cards of a class a unit has.

    Attributes:
        name: The property, such as ``rarity``.
        value: Its value, such as ``mythic``.
        chances: The probability of each number of cards that is possible, in order.
        exact: Whether they are exact. Otherwise, they were counted in simulated units.
        error: The standard error of ``expected``; 0.0 if it is exact.
        error_of_any: The standard error of ``at_least_one``; 0.0 if it is exact.
    """

    name: str
    value: str
    chances: Mapping[int, Fraction] = field(repr=False)
    exact: bool = True
    error: float = 0.0
    error_of_any: float = 0.0

    @property
    def expected(self) -> Fraction:
        """The number of cards that a unit has on average."""
        return sum((number * chance for number, chance in self.chances.items()), Fraction())

    @property
    def at_least_one(self) -> Fraction:
        """The probability that a unit has a card of the class."""
        return 1 - self.chances.get(0, Fraction())


class UnitOdds:
    """The odds of packs of a generator, of its boxes, or of the packs of its event.

    Attributes:
        generator: The generator of the packs.
        of: One of ``UNITS``.
        players: The number of seats of the event.
    """

    def __init__(self, generator: Generator, of: str = "pack", players: int = 8) -> None:
        self.generator = generator
        self.of = of
        self.players = players

    def table(self, times: int | None = None) -> OddsTable:
        """Return the table of odds.

        Args:
            times: The number of simulated packs, boxes or deals in which rows are counted that
                have no closed form. The default is as many as make sense.

        Raises:
            CollationError: If the packs cannot be made as the card set describes them.
            EmptySheetError: If simulated packs cannot be filled.
        """
        if self.of == "pack":
            return self.generator.odds(packs=times)
        if self.of == "box":
            return self.generator.box_odds(boxes=times)
        return self.generator.deal_odds(self.players, of=self.of, deals=times)

    def classes(
        self,
        classes: Iterable[Class],
        *,
        table: OddsTable | None = None,
        times: int | None = None,
    ) -> list[ClassOdds]:
        """Return the odds of *classes*, in order.

        Args:
            classes: Properties with their values, as :meth:`OddsTable.counts` takes them.
            table: The table of odds, if it is known already.
            times: As for :meth:`table`.

        Raises:
            CollationError: If there is no such property or value, or the packs cannot be made as
                the card set describes them.
            EmptySheetError: If simulated packs cannot be filled.
        """
        pairs = list(classes)
        # the rows are not needed, so those without a closed form are hardly counted
        table = table or self.table(1)
        counts = {pair: table.counts(*pair) for pair in pairs}
        odds = {pair: ClassOdds(*pair, its) for pair, its in counts.items() if its is not None}
        if unknown := [pair for pair in counts if pair not in odds]:
            odds |= dict(zip(unknown, self._counted(unknown, times), strict=True))
        return [odds[pair] for pair in pairs]

    def _counted(self, classes: Sequence[Class], times: int | None) -> Iterator[ClassOdds]:
        """Estimate the odds of *classes* from simulated units."""
        tests = CardTests(self.generator.cardset)
        words = [self.generator.words.values(*each) for each in classes]
        passes = [tests.test(name, *values) for name, values in words]
        samples: list[Counter[tuple[int, ...]]] = [Counter() for _ in classes]
        for sample in simulated(self._samples, times, lambda units: sum(map(len, units))):
            for its, test in zip(samples, passes, strict=True):
                its[tuple(sum(map(test, cards)) for cards in sample)] += 1
        for (name, value), its in zip(classes, samples, strict=True):
            yield _of_samples(name, value, its)

    def _samples(self, times: int) -> Iterator[_Sample]:
        """Yield the units of packs, boxes or deals from number 0 on; the same each time."""
        its = self.generator
        other = Generator(its.cardset, its.booster, seed="odds", rules=its.rules)
        numbers = range(times)
        if self.of == "pack":
            yield from ([pack.cards] for pack in other.packs(times))
        elif self.of == "box":
            yield from ([_cards(other.box(number))] for number in numbers)
        else:
            for number in numbers:
                deal = other.deal(self.players, number=number)
                seats = map(deal.seat, range(self.players))
                yield [_cards(packs) for packs in (seats if self.of == "seat" else deal.rounds)]


def _cards(packs: Iterable[Pack]) -> list[PackCard]:
    return [card for pack in packs for card in pack.cards]


def _of_samples(name: str, value: str, samples: Mapping[tuple[int, ...], int]) -> ClassOdds:
    """Return the odds of a class, from the numbers of cards in the units of samples."""
    total = sum(samples.values())
    seen: Counter[int] = Counter()
    for numbers, times in samples.items():
        for number in numbers:
            seen[number] += times
    units = seen.total()
    chances = {number: Fraction(its, units) for number, its in sorted(seen.items())}
    means = {numbers: sum(numbers) / len(numbers) for numbers in samples}
    some = {numbers: sum(map(bool, numbers)) / len(numbers) for numbers in samples}
    errors = (_error(each, samples, total, units) for each in (means, some))
    return ClassOdds(name, value, chances, False, *errors)  # noqa: FBT003 - not exact


def _error(
    means: Mapping[tuple[int, ...], float],
    samples: Mapping[tuple[int, ...], int],
    total: int,
    units: int,
) -> float:
    """Return the standard error of a mean; at least the change that one more card would cause."""
    whole = fsum(means[each] * times for each, times in samples.items()) / total
    squares = fsum((means[each] - whole) ** 2 * times for each, times in samples.items())
    return max(sqrt(squares) / total, 1 / units)
