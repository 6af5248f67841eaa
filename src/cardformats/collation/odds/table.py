"""The table of odds: exact where there is a closed form, the rest by simulated packs."""

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
from ...tabular import Tabular
from ..compile import trees_of
from ..constraints import CardTests, Guarantees, Test
from ..effort import MAX_WORK, TooMuchWorkError, collected, limited, with_effort, within
from ..tree import Given, Node, OneOf
from ..words import Words
from .cards import Known, What, any_of, what_is
from .classes import ClassCounts, SheetClasses
from .pack import PackOdds, counts_of_rounds


class ExactOdds:
    """The exact odds of the packs of each round, worked out when they are asked for.

    Attributes:
        cardset, booster: what the packs are of.
        guarantees: what is promised for every pack.
        trees: the tree of each round's packs.
    """

    def __init__(self, cardset: CardSet, booster: Booster, trees: Sequence[Node]) -> None:
        """Take the tree of each round of an event; a single one if rounds do not differ."""
        self.guarantees: Guarantees = Guarantees(cardset, booster)
        self.cardset = cardset
        self.booster = booster
        self.trees = trees

    @classmethod
    def of(cls, cardset: CardSet, booster: Booster) -> ExactOdds:
        """The odds of a booster.

        Raises:
            CollationError: it cannot be made from the sheets.
        """
        return cls(cardset, booster, trees_of(cardset, booster))

    def __reduce__(self) -> tuple[object, ...]:
        return ExactOdds, (self.cardset, self.booster, self.trees)

    @property
    def packs(self) -> list[PackOdds]:
        """The odds of packs of each round."""
        return self._worked_out[0]

    @property
    def reasons(self) -> Sequence[TooMuchWorkError]:
        """Why some of these are not known."""
        return self._worked_out[1]

    @cached_property
    def _worked_out(self) -> tuple[list[PackOdds], Sequence[TooMuchWorkError]]:
        with collected() as reasons, limited(kept=True):
            return [PackOdds(tree) for tree in self.trees], reasons

    def rounds(self, number: int | None) -> range:
        """The round that a pack of this *number* is of; all if it has none."""
        count = len(self.trees)
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
        error_of_any: the standard error of *at_least_one*; 0.0 if it is exact.
    """

    card: CardRef
    finish: str | None
    expected: Fraction
    at_least_one: Fraction
    exact: bool = True
    error: float = 0.0
    error_of_any: float = 0.0


class Answers(Protocol):
    """What answers questions about packs beyond the single cards."""

    def counts(self, name: str, values: Collection[str]) -> Mapping[int, Fraction] | None:
        """The distribution of the number of cards that have one of some values of a property.

        None if it is not known.
        """

    def none(self, cards: Collection[str | CardRef]) -> Fraction | None:
        """The probability that there are none of *cards*; None if it is not known."""


class OddsTable(Displayed, Tabular):
    """The odds of packs: rows, one for each card and finish that they can have.

    Where a set's event has several rounds with layouts of their own, a pack is one of any round.

    Attributes:
        known: what is known beyond the rows.
        effort: how many times the usual work its questions may take.
        unknown: why some rows are not exact, and with what effort they could be.
        words: the names and words that its questions may have.
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
        """The rows, in the order of the sheets."""
        return iter(self._rows)

    def __len__(self) -> int:
        """How many rows there are."""
        return len(self._rows)

    def __repr__(self) -> str:
        """How many rows there are, and how many of them are exact."""
        exact = sum(row.exact for row in self._rows)
        return f"<OddsTable: {len(self._rows)} rows, {exact} exact>"

    def __str__(self) -> str:
        """The same, and why some are not."""
        exact = sum(row.exact for row in self._rows)
        return "\n  ".join([f"{len(self._rows)} rows, {exact} exact", *self.unknown])

    @property
    def exact(self) -> bool:
        """Whether all rows are."""
        return all(row.exact for row in self._rows)

    def of(self, card: str | CardRef) -> tuple[OddsRow, ...]:
        """The rows of a card, by name or reference: one for each printing and finish.

        Names are compared without case, as in a :class:`~cardformats.CardCatalog`.

        Returns:
            no row for a card of the set that packs do not have.

        Raises:
            CollationError: the set has no such card.
        """
        meant = self.words.meant(card)
        return tuple(row for row in self._rows if row.card in meant or row.card.name in meant)

    def counts(self, name: str, value: str) -> dict[int, Fraction] | None:
        """The distribution of how many cards have a property.

        Args:
            name: ``slot``, ``sheet``, ``name``, ``finish``, ``rarity``, ``color``, ``type``, or
                another property of cards.
            value: what it is, or has; upper and lower case are the same.

        Returns:
            for each number of cards its probability; None if it has no closed form.

        Raises:
            CollationError: there is no such property; or no card of the set has the value, and it
                is neither well known, as a colour, a rarity or a card type is, nor a number.
        """
        its, values = self.words.values(name, value)
        with with_effort(self.effort), limited():
            counts = self.known.counts(its, values)
        return None if counts is None else dict(sorted(counts.items()))

    def class_counts(self, sheet: str, by: str | None = None) -> ClassCounts | None:
        """The joint distribution of how many cards of each class packs have from a sheet.

        Args:
            sheet: its name.
            by: the property that makes the classes; if not given, that by which the sheet is
                balanced, or ``color``.

        Returns:
            None if it has no closed form.

        Raises:
            CollationError: there is no such sheet or property, or a card is of several classes.
        """
        its = self.words.sheet(sheet)
        by = None if by is None else self.words.property(by, of_entries=True)
        classes = SheetClasses(self.words.cardset, its, by)
        with with_effort(self.effort), limited():
            return classes.counts(self.known.packs if isinstance(self.known, _OfRounds) else ())

    def joint(self, *cards: str | CardRef) -> Fraction | None:
        """The probability of having all of *cards*, by name or reference; None if unknown.

        Raises:
            CollationError: these are more than ten cards, or the set does not have one of them.
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
    """Whether a card is one of *cards*, by name or reference."""
    return partial(_is_one_of, frozenset(cards))


def _is_one_of(cards: frozenset[str | CardRef], card: PackCard) -> bool:
    return card.card in cards or card.card.name in cards


@frozen
class _OfRounds:
    """What is known of a pack of any round, of which *packs* has the odds; nothing without any."""

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


#: So many packs are simulated, or as many as have so many cards together, or as can be drawn in
#: the time of one question; but those with so many cards at least.
_PACKS, _CARDS, _LEAST = 10_000, 500_000, 1_000


T = TypeVar("T")

#: Makes packs: so many, from number 0 on.
MakePacks: TypeAlias = Callable[[int], Iterable[Pack]]

#: Gives what makes packs of another seed.
Simulate: TypeAlias = Callable[[str], MakePacks]


def simulated(
    make: Callable[[int], Iterable[T]],
    number: int | None,
    size: Callable[[T], int] = lambda pack: len(pack.cards),  # type: ignore[attr-defined] # of packs
) -> Iterator[T]:
    """So many of the packs that *make* makes; if no number is given, as many as make sense.

    They can be other things than packs: *size* says how many cards are in one.
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
    """The table for packs of any round of an event, of which *exact* has the odds.

    *simulate* gives packs where these odds are not all known; *tests* knows cards' properties,
    *words* their names.  Exact odds may take *effort* times the usual
    work.
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


#: Units of cards that have to do with one another.
Sample: TypeAlias = Sequence[Collection[PackCard]]


def rows_of(
    known: Mapping[What, Known], samples: Callable[[], Iterable[Sample]], *, complete: bool
) -> list[OddsRow]:
    """The rows of all cards, by what is *known* of them; the rest is counted in *samples*.

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
    """A row that was counted, with what is known instead."""
    expected, some = known
    if expected is not None:
        row = evolve(row, expected=expected, error=0.0)
    if some is not None:
        row = evolve(row, at_least_one=some, error_of_any=0.0)
    return evolve(row, exact=None not in known)


def _never(what: What, error: float) -> OddsRow:
    """The row of a card that never came; the errors are those of what came once."""
    return OddsRow(*what, Fraction(), Fraction(), False, error, error)  # noqa: FBT003 - as they are


def counted(samples: Iterable[Sample]) -> dict[What, OddsRow]:
    """The rows of cards that came in simulated *samples*, each of as many units of cards.

    Units of one sample may have to do with one another.
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
    """Sums of numbers and their squares."""

    def __init__(self) -> None:
        self.sums: Counter[What] = Counter()
        self._squares: Counter[What] = Counter()

    def add(self, numbers: Mapping[What, int]) -> None:
        for what, number in numbers.items():
            self.sums[what] += number
            self._squares[what] += number * number

    def mean(self, what: What, total: int, units: int) -> tuple[Fraction, float]:
        """The average in one of so many units of each of a *total* of samples, and its error."""
        variance = self._squares[what] / total - (self.sums[what] / total) ** 2
        error = max(sqrt(max(variance, 0.0) / total), 1 / total) / units
        return Fraction(self.sums[what], total * units), error
