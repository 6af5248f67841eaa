"""The table of odds: exact if there is a closed form, otherwise counted in simulated packs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property, partial
from itertools import combinations
from math import sqrt
from typing import Protocol, TypeAlias, TypeVar

from attrs import evolve, frozen

from ...budget import Budget
from ...display import Displayed
from ...errors import CollationError
from ...model import Booster, CardRef, CardSet, Pack, PackCard
from ...tabular import Tabular, aligned
from ..compile import trees_of
from ..constraints import CardTests, Guarantees, Test
from ..effort import MAX_WORK, TooMuchWorkError, collected, limited, with_effort, within
from ..tree import Given, Node, OneOf
from ..words import Words
from .cards import Known, What, any_of, what_is
from .classes import ClassCounts, SheetClasses
from .pack import PackOdds, counts_of_rounds


class ExactOdds:
    """The exact odds of the packs of each round, computed on demand.

    Attributes:
        cardset, booster: The card set and the booster of the packs.
        guarantees: The guarantees of every pack.
        trees: The tree of each round's packs.
    """

    def __init__(self, cardset: CardSet, booster: Booster, trees: Sequence[Node]) -> None:
        """Create the odds of the tree of each round; a single one if rounds do not differ."""
        self.guarantees: Guarantees = Guarantees(cardset, booster)
        self.cardset = cardset
        self.booster = booster
        self.trees = trees

    @classmethod
    def of(cls, cardset: CardSet, booster: Booster) -> ExactOdds:
        """Return the odds of a booster.

        Raises:
            CollationError: If it cannot be made from the sheets.
        """
        return cls(cardset, booster, trees_of(cardset, booster))

    def __reduce__(self) -> tuple[object, ...]:
        return ExactOdds, (self.cardset, self.booster, self.trees)

    @property
    def packs(self) -> list[PackOdds]:
        """Return the odds of packs of each round."""
        return self._worked_out[0]

    @property
    def reasons(self) -> Sequence[TooMuchWorkError]:
        """Return the reasons why some of these are not known."""
        return self._worked_out[1]

    @cached_property
    def _worked_out(self) -> tuple[list[PackOdds], Sequence[TooMuchWorkError]]:
        with collected() as reasons, limited(kept=True):
            return [PackOdds(tree) for tree in self.trees], reasons

    def rounds(self, number: int | None) -> range:
        """Return the round of a pack with this *number*; all rounds if it is None."""
        count = len(self.trees)
        return range(count) if number is None else range(number % count, number % count + 1)

    def kept(self, round_: int) -> Fraction | None:
        """Return the share of a round's packs that meet the guarantees without being redrawn."""
        return self.packs[round_].kept if self.guarantees.limits else Fraction(1)

    def check_kept(self) -> None:
        """Reject a booster if no pack of some round meets its guarantees.

        Raises:
            CollationError: If there is no such pack, so that there are no odds.
        """
        for round_ in self.rounds(None):
            self.guarantees.check_kept(self.kept(round_))

    def layout(self, round_: int, name: str) -> tuple[Fraction | None, PackOdds] | None:
        """Return the probability of a layout in a round, and the odds of packs that have it.

        None if no pack of the round has it. The probability is None if it is not known.
        """
        root = self.trees[round_]
        packs = root.part if isinstance(root, Given) else root
        assert isinstance(packs, OneOf)  # noqa: S101 - as trees of packs are
        pairs = list(zip(packs.names, packs.shares, strict=True))
        if name not in packs.names:
            return None
        alone = PackOdds(root, name)
        share = sum((share for its, share in pairs if its == name), Fraction())
        whole = self.kept(round_)
        chance = None if alone.kept is None or not whole else share * alone.kept / whole
        return chance, alone


#: The maximum number of cards in a joint probability.
_MOST_TOGETHER = 10


@frozen
class OddsRow:
    """The frequency of a card with a finish in packs.

    Attributes:
        card: The card.
        finish: Its finish; None for the default finish.
        expected: The mean number of copies in a pack.
        at_least_one: The probability that a pack has at least one copy.
        exact: Whether both are exact; otherwise they were counted in simulated packs.
        error: The standard error of *expected*; 0.0 if it is exact.
        error_of_any: The standard error of *at_least_one*; 0.0 if it is exact.
    """

    card: CardRef
    finish: str | None
    expected: Fraction
    at_least_one: Fraction
    exact: bool
    error: float = 0.0
    error_of_any: float = 0.0

    def numbers(self) -> tuple[str, str, str]:
        """Return *expected*, *at_least_one* and the error as texts."""
        error = "exact" if self.exact else f"± {self.error:.4f}"
        return f"{float(self.expected):.4f}", f"{float(self.at_least_one):.2%}", error


def most_frequent_first(rows: Iterable[OddsRow]) -> list[OddsRow]:
    """Return *rows* in order of the mean number of copies, then by name."""
    return sorted(rows, key=lambda row: (-row.expected, row.card.name))


class Answers(Protocol):
    """The answers to queries about packs that concern more than a single card."""

    def counts(self, name: str, values: Collection[str]) -> Mapping[int, Fraction] | None:
        """Return the distribution of the number of cards with one of some values of a property.

        None if it is not known.
        """

    def none(self, cards: Collection[str | CardRef]) -> Fraction | None:
        """Return the probability that none of *cards* occurs; None if it is not known."""


class OddsTable(Displayed, Tabular):
    """The odds of packs, with one row for each possible card and finish.

    If the event of a set has several rounds with their own layouts, a pack is a pack of any round.

    Attributes:
        known: The source of answers beyond the rows.
        effort: The multiple of the standard work that queries may use.
        unknown: The reasons why some rows are not exact, with the effort required.
        words: The names and words that queries may use.
    """

    def __init__(
        self,
        rows: Sequence[OddsRow],
        known: Answers,
        words: Words,
        *,
        effort: int = 1,
        unknown: Iterable[str] = (),
    ) -> None:
        self._rows = tuple(rows)
        self.known = known
        self.effort = effort
        self.unknown: tuple[str, ...] = () if self.exact else tuple(dict.fromkeys(unknown))
        self.words = words

    def __iter__(self) -> Iterator[OddsRow]:
        """Yield the rows in the order of the sheets."""
        return iter(self._rows)

    def __len__(self) -> int:
        """Return the number of rows."""
        return len(self._rows)

    def __repr__(self) -> str:
        """Return a short form with the number of rows and of exact rows."""
        exact = sum(row.exact for row in self._rows)
        return f"<OddsTable: {len(self._rows)} rows, {exact} exact>"

    def __str__(self) -> str:
        """Return the rows, the most frequent first, and the reasons why some are not exact."""
        finishes = any(row.finish for row in self._rows)
        titles = ("card", *["finish"] * finishes, "per pack", "at least one", "")
        cells = (
            (str(row.card), *[row.finish or ""] * finishes, *row.numbers())
            for row in most_frequent_first(self._rows)
        )
        exact = sum(row.exact for row in self._rows)
        reasons = (f"  {each}" for each in self.unknown)
        return "\n".join((*aligned([titles, *cells]), f"{len(self)} rows, {exact} exact", *reasons))

    @property
    def exact(self) -> bool:
        """Return whether all rows are exact."""
        return all(row.exact for row in self._rows)

    def of(self, card: str | CardRef) -> tuple[OddsRow, ...]:
        """Return the rows of a card, by name or reference: one for each printing and finish.

        Names are not case-sensitive, as in a :class:`~cardformats.CardCatalog`.

        Returns:
            The rows; empty for a card of the set that packs do not have.

        Raises:
            CollationError: If the set has no such card.
        """
        meant = self.words.meant(card)
        return tuple(row for row in self._rows if row.card in meant or row.card.name in meant)

    def counts(self, name: str, value: str) -> dict[int, Fraction] | None:
        """Return the distribution of the number of cards with a property.

        Args:
            name: ``slot``, ``sheet``, ``name``, ``finish``, ``rarity``, ``color``, ``type``, or
                another property of cards.
            value: Its value. Values are not case-sensitive.

        Returns:
            The probability of each number of cards; None if there is no closed form.

        Raises:
            CollationError: If there is no such property, or if no card of the set has the value and
                it is neither well known (a colour, a rarity or a card type) nor a number.
        """
        its, values = self.words.values(name, value)
        with with_effort(self.effort), limited():
            counts = self.known.counts(its, values)
        return None if counts is None else dict(sorted(counts.items()))

    def class_counts(self, sheet: str, by: str | None = None) -> ClassCounts | None:
        """Return the joint distribution of the numbers of cards of each class from a sheet.

        Args:
            sheet: The name of the sheet.
            by: The property that defines the classes. The default is the property by which the
                sheet is balanced, or ``color``.

        Returns:
            The distribution; None if there is no closed form.

        Raises:
            CollationError: If there is no such sheet or property, or if a card has several classes.
        """
        its = self.words.sheet(sheet)
        by = None if by is None else self.words.property(by, of_entries=True)
        classes = SheetClasses(self.words.cardset, its, by)
        with with_effort(self.effort), limited():
            return classes.counts(self.known.packs if isinstance(self.known, _OfRounds) else ())

    def joint(self, *cards: str | CardRef) -> Fraction | None:
        """Return the probability that all of *cards* occur, by name or reference; None if unknown.

        Raises:
            CollationError: If there are more than ten cards, or the set does not have one of them.
        """
        if len(cards) > _MOST_TOGETHER:
            raise CollationError(
                f"joint odds are for up to {_MOST_TOGETHER} cards, not {len(cards)}"
            )
        together = Fraction()
        meant = [self.words.meant(card) for card in cards]
        with with_effort(self.effort), limited():
            for number in range(len(cards) + 1):
                for some in combinations(meant, number):
                    chance = self.known.none(frozenset[str | CardRef]().union(*some))
                    if chance is None:
                        return None
                    together += (-1) ** number * chance
        return together


def one_of(cards: Collection[str | CardRef]) -> Test:
    """Return a predicate: whether a card is one of *cards*, by name or reference."""
    return partial(_is_one_of, frozenset(cards))


def _is_one_of(cards: frozenset[str | CardRef], card: PackCard) -> bool:
    return card.card in cards or card.card.name in cards


@frozen
class _OfRounds:
    """The answers for a pack of any round; *packs* has the odds of each round."""

    packs: Sequence[PackOdds]
    tests: CardTests

    def counts(self, name: str, values: Collection[str]) -> Mapping[int, Fraction] | None:
        return self._counts(self.tests.test(name, *values))

    def none(self, cards: Collection[str | CardRef]) -> Fraction | None:
        test = one_of(cards)
        each = [packs.none(test) for packs in self.packs]
        known = [chance for chance in each if chance is not None]
        return sum(known, Fraction()) / len(each) if each and len(known) == len(each) else None

    def _counts(self, test: Test) -> Mapping[int, Fraction] | None:
        counts = counts_of_rounds(self.packs, [test])
        return None if counts is None else {number: chance for (number,), chance in counts.items()}


#: The maximum number of packs in a simulation, the maximum number of their cards, and the minimum
#: number of cards, which is simulated even if the work limit is reached.
_PACKS, _CARDS, _LEAST = 10_000, 500_000, 1_000


T = TypeVar("T")

#: A function that makes a number of packs, beginning with number 0.
MakePacks: TypeAlias = Callable[[int], Iterable[Pack]]

#: A function that returns a maker of packs with another seed.
Simulate: TypeAlias = Callable[[str], MakePacks]


def simulated(
    make: Callable[[int], Iterable[T]],
    number: int | None,
    size: Callable[[T], int] = lambda pack: len(pack.cards),  # type: ignore[attr-defined] # of packs
) -> Iterator[T]:
    """Yield *number* packs of *make*; if it is None, as many as the limits allow.

    Other objects than packs can be made. *size* returns the number of cards in one.
    """
    if number is not None:
        yield from make(number)
        return
    made, budget, cards = iter(make(_PACKS)), Budget(MAX_WORK), 0
    for _ in range(_PACKS):
        try:
            with within(budget if cards >= _LEAST else None):
                one = next(made)
        except (TooMuchWorkError, StopIteration):
            return
        yield one
        cards += size(one)
        if cards >= _CARDS:
            return


def odds_table(
    exact: ExactOdds,
    simulate: Callable[[], Iterable[Pack]],
    tests: CardTests,
    words: Words,
    effort: int,
) -> OddsTable:
    """Return the table for packs of any round of an event with the *exact* odds.

    If some odds are not known, packs of *simulate* are counted. *tests* provides the properties of
    cards, and *words* their names. Exact odds may use *effort* times the standard work.
    """
    with with_effort(effort):
        exact.check_kept()
        with collected() as reasons, limited():
            rounds = [each.cards() for each in exact.packs]
    facts = {what: odds.known for what, odds in any_of(rounds).items()}
    rows = rows_of(facts, lambda: ([pack.cards] for pack in simulate()), complete=True)
    answers = _OfRounds(exact.packs, tests)
    unknown = [each.in_words() for each in (*exact.reasons, *reasons)]
    return OddsTable(rows, answers, words, effort=effort, unknown=unknown)


#: Units of cards that can depend on one another.
Sample: TypeAlias = Sequence[Collection[PackCard]]


def rows_of(
    known: Mapping[What, Known], samples: Callable[[], Iterable[Sample]], *, complete: bool
) -> list[OddsRow]:
    """Return the rows of all cards from the *known* odds; the rest is counted in *samples*.

    If *known* is not *complete*, there can be other cards.
    """
    if complete and not any(None in its for its in known.values()):
        counts: Mapping[What, OddsRow] = {}
    else:
        counts = counted(samples())
    error = min((row.error for row in counts.values()), default=1.0)
    return [
        _row(known.get(what, (None, None)), counts.get(what) or _never(what, error))
        for what in dict.fromkeys([*known, *counts])
    ]


def _row(known: Known, row: OddsRow) -> OddsRow:
    """Return a counted row with its known numbers replaced."""
    expected, some = known
    if expected is not None:
        row = evolve(row, expected=expected, error=0.0)
    if some is not None:
        row = evolve(row, at_least_one=some, error_of_any=0.0)
    return evolve(row, exact=None not in known)


def _never(what: What, error: float) -> OddsRow:
    """Return the row of a card that never occurred, with the errors of one that occurred once."""
    return OddsRow(*what, Fraction(), Fraction(), False, error, error)  # noqa: FBT003 - as they are


def counted(samples: Iterable[Sample]) -> dict[What, OddsRow]:
    """Return the rows of cards in simulated *samples*, which have equal numbers of units.

    Units of one sample may depend on one another.
    """
    total = units = 0
    copies, having = _Sums(), _Sums()
    for sample in samples:
        total, units = total + 1, len(sample)
        numbers = [Counter(map(what_is, cards)) for cards in sample]
        copies.add(sum(numbers[1:], numbers[0]) if numbers[1:] else numbers[0])
        having.add(Counter(what for its in numbers for what in its))
    rows = {}
    for what in copies.sums:
        (mean, error), (some, error_of_any) = (
            each.mean(what, total, units) for each in (copies, having)
        )
        rows[what] = OddsRow(*what, mean, some, False, error, error_of_any)  # noqa: FBT003 - as they are
    return rows


class _Sums:
    """Sums of numbers and of their squares."""

    def __init__(self) -> None:
        self.sums: Counter[What] = Counter()
        self._squares: Counter[What] = Counter()

    def add(self, numbers: Mapping[What, int]) -> None:
        for what, number in numbers.items():
            self.sums[what] += number
            self._squares[what] += number * number

    def mean(self, what: What, total: int, units: int) -> tuple[Fraction, float]:
        """Return the mean in one unit, and its standard error.

        There are *total* samples, each of *units* units.
        """
        variance = self._squares[what] / total - (self.sums[what] / total) ** 2
        error = max(sqrt(max(variance, 0.0) / total), 1 / total) / units
        return Fraction(self.sums[what], total * units), error
