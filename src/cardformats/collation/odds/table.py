"""The table of odds: exact where there is a closed form, the rest by simulated packs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property, partial
from itertools import combinations
from math import sqrt
from typing import TypeAlias

from attrs import frozen

from ...display import Displayed
from ...errors import CollationError
from ...model import Booster, CardRef, CardSet, Pack, PackCard
from ..constraints import CardTests, Guarantees
from ..distinct import Spelling
from ..effort import limited
from ..plan.tree import Tree
from .classes import ClassCounts, SheetClasses
from .pack import PackOdds, cards_of, counts_of
from .slots import What, what_is


class ExactOdds:
    """The exact odds of the packs of each round, worked out when they are asked for.

    Attributes:
        cardset, booster: what the packs are of.
        guarantees: what is promised for every pack.
    """

    def __init__(self, cardset: CardSet, booster: Booster, trees: Sequence[Tree]) -> None:
        """Take the tree of each round of an event; a single one if rounds do not differ."""
        self.guarantees = Guarantees(cardset, booster)
        self.cardset = cardset
        self.booster = booster
        self._trees = trees

    def __reduce__(self) -> tuple[object, ...]:
        return ExactOdds, (self.cardset, self.booster, self._trees)

    @cached_property
    def packs(self) -> list[PackOdds]:
        """The odds of packs of each round."""
        with limited(kept=True):
            return [PackOdds(tree, self.guarantees) for tree in self._trees]

    def rounds(self, number: int | None) -> range:
        """The round that a pack of this *number* is of; all if it has none."""
        count = len(self._trees)
        return range(count) if number is None else range(number % count, number % count + 1)

    def kept(self, round_: int) -> Fraction | None:
        """The share of a round's packs that keep the guarantees, before others are left out."""
        return self.packs[round_].kept if self.guarantees.limits else Fraction(1)

    def check_kept(self) -> None:
        """Refuse a booster whose guarantees no pack of some round keeps.

        Raises:
            CollationError: there is no such pack, so that there are no odds.
        """
        for round_ in self.rounds(None):
            self.guarantees.check_kept(self.kept(round_))

    def layout(self, round_: int, name: str) -> tuple[Fraction | None, PackOdds] | None:
        """The probability of a layout in a round, and the odds of packs that have it.

        None if no pack of the round has it; the probability is None if it is not known.
        """
        tree = self._trees[round_]
        own = sum(weight for weight, layout in tree.layouts if layout.name == name)
        if not own:
            return None
        alone = PackOdds(tree, self.guarantees, name)
        share = Fraction(own, sum(weight for weight, _ in tree.layouts))
        whole = self.kept(round_)
        chance = None if alone.kept is None or not whole else share * alone.kept / whole
        return chance, alone


#: The probability of more cards together is not worked out.
_MOST_TOGETHER = 10


@frozen
class OddsRow:
    """How often packs have a card in a finish.

    Attributes:
        card: the card.
        finish: its finish; None for the usual.
        expected: how many copies a pack has on average.
        at_least_one: the probability that a pack has one.
        exact: both are exact; otherwise they were counted in simulated packs.
        error: the standard error of *expected*; 0.0 if it is exact.
    """

    card: CardRef
    finish: str | None
    expected: Fraction
    at_least_one: Fraction
    exact: bool = True
    error: float = 0.0


class OddsTable(Displayed):
    """The odds of a booster's packs: rows, one for each card and finish that a pack can have.

    Where a set's event has several rounds with layouts of their own, a pack is one of any round.
    """

    def __init__(
        self,
        rows: Sequence[OddsRow],
        packs: Sequence[PackOdds],
        tests: CardTests,
        spelling: Spelling,
    ) -> None:
        self.rows = tuple(rows)
        self._packs = packs
        self._tests = tests
        self._spelling = spelling

    def __iter__(self) -> Iterator[OddsRow]:
        """The rows, in the order of the sheets."""
        return iter(self.rows)

    def __len__(self) -> int:
        """How many rows there are."""
        return len(self.rows)

    def __repr__(self) -> str:
        """How many rows there are, and how many of them are exact."""
        exact = sum(row.exact for row in self.rows)
        return f"<OddsTable: {len(self.rows)} rows, {exact} exact>"

    @property
    def exact(self) -> bool:
        """Whether all rows are."""
        return all(row.exact for row in self.rows)

    def of(self, card: str | CardRef) -> tuple[OddsRow, ...]:
        """The rows of a card, by name or reference: one for each printing and finish."""
        card = self._spelling.of(card)
        return tuple(row for row in self.rows if card in (row.card, row.card.name))

    def counts(self, name: str, value: str) -> dict[int, Fraction] | None:
        """The distribution of how many cards of a pack have a property.

        Args:
            name: ``slot``, ``sheet``, ``name``, ``finish``, ``rarity``, ``color``, ``type``, or
                another property of cards.
            value: what it is, or has; upper and lower case are the same.

        Returns:
            for each number of cards its probability; None if it has no closed form.
        """
        counts = counts_of(self._packs, [self._tests.test(name, value)])
        if counts is None:
            return None
        return {number: chance for (number,), chance in sorted(counts.items())}

    def class_counts(self, sheet: str, by: str | None = None) -> ClassCounts | None:
        """The joint distribution of how many cards of each class packs have from a sheet.

        Args:
            sheet: its name.
            by: the property that makes the classes; if not given, that by which the sheet is
                balanced, or ``color``.

        Returns:
            None if it has no closed form.

        Raises:
            CollationError: there is no such sheet, or a card of it is of several classes.
        """
        return SheetClasses(self._tests.cardset, sheet, by).counts(self._packs)

    def joint(self, *cards: str | CardRef) -> Fraction | None:
        """The probability that a pack has all of *cards*, by name or reference; None if unknown.

        Raises:
            CollationError: these are more than ten cards.
        """
        if len(cards) > _MOST_TOGETHER:
            raise CollationError(
                f"joint odds are for up to {_MOST_TOGETHER} cards, not {len(cards)}"
            )
        together = Fraction()
        cards = self._spelling.of(cards)
        with limited():
            for number in range(len(cards) + 1):
                for some in combinations(cards, number):
                    counts = counts_of(self._packs, [partial(_is_one_of, frozenset(some))])
                    if counts is None:
                        return None
                    together += (-1) ** number * counts.get((0,), Fraction())
        return together


def _is_one_of(cards: frozenset[str | CardRef], card: PackCard) -> bool:
    return card.card in cards or card.card.name in cards


#: So many packs are simulated, or as many as have so many cards together.
_PACKS, _CARDS = 10_000, 500_000


#: Makes packs: so many, from number 0 on.
Packs: TypeAlias = Callable[[int], Iterable[Pack]]

#: Gives what makes packs of another seed.
Simulate: TypeAlias = Callable[[str], Packs]


def simulated(packs: Packs, number: int | None) -> Iterator[Pack]:
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
    packs: Sequence[PackOdds],
    simulate: Callable[[], Iterable[Pack]],
    tests: CardTests,
    spelling: Spelling,
) -> OddsTable:
    """The table for *packs*, the odds for each round of an event.

    *simulate* gives packs where these odds are not all known; *tests* knows cards' properties,
    *spelling* by what reference packs have a card.
    """
    with limited():
        rounds = [each.cards() for each in packs]
    known = [each for each in rounds if each is not None]
    shares = [(Fraction(1, len(rounds)), [each]) for each in known]
    together = cards_of(shares) if len(known) == len(rounds) else {}
    rows = {
        what: OddsRow(*what, odds.expected, 1 - odds.none)
        for what, odds in together.items()
        if odds.exact
    }
    if len(known) < len(rounds) or len(rows) < len(together):
        counted = _counted(simulate())
        unknown = [*together, *(what for what in counted if what not in together)]
        rows = {what: rows.get(what) or counted.get(what) or _never(what) for what in unknown}
    packs = packs if len(known) == len(rounds) else ()
    return OddsTable(list(rows.values()), packs, tests, spelling)


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
