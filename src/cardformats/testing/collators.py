"""The rules that collators must follow."""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from math import exp, inf, log
from typing import Any

from ..bits import Bits, Source
from ..collation import Collator, Generator, Node, Sampler, Seq, collator_for, register
from ..collation.bounds import size_of
from ..collation.collators import _COLLATORS
from ..collation.node_checks import check_node, entry_error, named, positions
from ..errors import CollationError
from ..model import Booster, CardRef, CardSet, Entry, Layout, Other, Pack, Sheet, SheetChoice, Slot

#: The copies of the entries of the default sheets.
_COPIES = ((1, 1, 1, 1, 1, 1), (3, 1, 2, 2, 1, 3), (1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2))

#: This number of packs is opened several times, to compare them.
_COMPARED = 100

#: At most this many entries, and different packs, have their odds compared with their frequency.
_MOST_ODDS = 12

#: A frequency is an error if its probability is below exp(-30), about 10**-13.
_LEAST_EXPONENT = 30.0

_SEED = "assert_collator"


def assert_collator(
    collator: Collator | str,
    *,
    sheets: Iterable[Sheet] | None = None,
    counts: Iterable[int] = (1, 2, 3),
    packs: int = 1000,
    may_be_short: bool = False,
) -> None:
    """Check that a collator follows the rules, for each of some sheets and counts.

    - ``compile`` returns a tree of nodes, or raises a :class:`~cardformats.CollationError`.  It
      does not reject everything.
    - All entries and copies in the tree fit the sheet.
    - Packs have exactly *count* cards, or fewer if the sheet does not have enough copies.
    - All randomness comes from the bits: the same pack of the same seed is the same again, after
      another ``compile``, after other packs, and after the tree was pickled.
    - The exact odds agree with the packs.  A :class:`~cardformats.collation.Sampler` has none.

    The packs are always the same, so that the result is, too.

    Args:
        collator: the collator, or the name under which it is registered or published.
        sheets: the sheets, with ``Other`` as their collation.  The default is three small sheets
            without parameters.
        counts: the numbers of cards.
        packs: the number of packs that are compared with the odds.
        may_be_short: the collator may give fewer cards although the sheet has enough copies.

    Raises:
        AssertionError: If the collator breaks a rule.  The message states the rule, the sheet, the
            count and, if it is known, the node.
    """
    made = collator_for(collator) if isinstance(collator, str) else collator
    _must(isinstance(made, Collator), f"the collator has no method compile: {made!r}")
    rejected: list[str] = []
    tried, counts = _default_sheets() if sheets is None else list(sheets), list(counts)
    cases = [(sheet, count) for sheet in tried for count in counts]
    _must(cases, "there is no sheet or no count to check")
    for sheet, count in cases:
        case = _Case(made, sheet, count, may_be_short=may_be_short)
        try:
            node = case.compiled()
        except CollationError as error:
            rejected.append(f"{case.name}: {error}")
            continue
        case.check(node, packs)
    _must(len(rejected) < len(cases), "compile rejects every sheet and count", *rejected)


def _default_sheets() -> list[Sheet]:
    return [
        Sheet(
            f"sheet {number}",
            [Entry(CardRef(f"card {at}"), copies) for at, copies in enumerate(its)],
            Other(_SEED),
        )
        for number, its in enumerate(_COPIES, 1)
    ]


def _must(holds: object, *message: str) -> None:
    if not holds:
        raise AssertionError("\n  ".join(message))


class _Case:
    """A collator with a sheet and a number of cards."""

    def __init__(self, collator: Collator, sheet: Sheet, count: int, *, may_be_short: bool) -> None:
        self._collator = collator
        self._sheet = sheet
        self._count = count
        self._size = len(sheet.entries)
        self._exactly = not may_be_short and sheet.total >= count
        self.name = f"sheet {sheet.name!r}, count {count}"

    def _must(self, holds: object, message: str) -> None:
        _must(holds, f"{self.name}: {message}")

    def compiled(self) -> Node:
        """Return what the collator compiles.

        Raises:
            CollationError: If the collator rejects the sheet and the count.
        """
        try:
            return self._collator.compile(self._sheet, self._count)
        except CollationError:
            raise
        except Exception as error:
            raise AssertionError(
                f"{self.name}: compile raises {error!r}; raise a CollationError if the sheet or the"
                " count is not suitable"
            ) from error

    def check(self, node: Node, packs: int) -> None:
        """Check a tree that was compiled."""
        self._check_tree(node)
        for position, one in positions(node):
            if isinstance(one, Sampler):
                self._check_sampler(one, named(one, position))
        again = self.compiled()
        self._check_tree(again)
        copy = self._pickled(node)
        for distinct in ("none", "printing"):
            with _generator(self._sheet, self._count, node, distinct) as generator:
                opened = [*map(self._opener(generator), range(_COMPARED))]
                for drawn in opened:
                    self._check_number(len(drawn))
                self._compare(opened, generator, "a pack depends on the packs that came before it")
                if distinct == "printing":
                    self._check_odds(generator, packs)
            for other, message in (
                (again, "the packs differ after the sheet is compiled again"),
                (copy, "the packs differ after the tree is pickled"),
            ):
                with _generator(self._sheet, self._count, other, distinct) as generator:
                    self._compare(opened, generator, message)

    def _check_tree(self, node: Node) -> None:
        try:
            check_node(node, self._size, self.name)
        except CollationError as error:
            raise AssertionError(str(error)) from None
        most = size_of(node)[1]
        self._must(most <= self._count, f"the tree gives up to {most} cards")

    def _check_sampler(self, node: Sampler, name: str) -> None:
        """Check what a sampler gives, without the rest of the tree."""
        for number in range(_COMPARED):
            entries, again = (self._sampled(node, name, number) for _ in range(2))
            self._must(
                isinstance(entries, Sequence) and not isinstance(entries, str),
                f"{name}: sample returns {entries!r:.200} instead of a list",
            )
            reason = entry_error(entries, self._size)
            self._must(reason is None, f"{name}: sample returns {entries!r:.200}: {reason}")
            self._must(
                len(entries) <= node.count,
                f"{name}: sample returns {len(entries)} cards, more than its count {node.count}",
            )
            self._must(
                list(entries) == list(again),
                f"{name}: sample returns {entries!r:.200}, then {again!r:.200}, from the same bits;"
                " take all randomness from the bits, and do not store anything",
            )

    def _sampled(self, node: Sampler, name: str, number: int) -> Any:
        try:
            return node.sample(Bits(Source(_SEED), number))
        except Exception as error:
            raise AssertionError(f"{self.name}: {name}: sample raises {error!r}") from error

    def _pickled(self, node: Node) -> Node:
        try:
            copy: Node = pickle.loads(pickle.dumps(node))  # noqa: S301 - its own
        except Exception as error:
            raise AssertionError(
                f"{self.name}: the tree cannot be pickled: {error!r}; if it has functions, they are"
                " to be methods, functions of a module, or partial() of them"
            ) from error
        return copy

    def _opener(self, generator: Generator) -> Callable[[int], Sequence[int]]:
        def opened(number: int) -> Sequence[int]:
            try:
                return _entries(generator.pack(number))
            except CollationError as error:
                raise AssertionError(f"{self.name}: a pack cannot be made: {error}") from error

        return opened

    def _check_number(self, number: int) -> None:
        self._must(number <= self._count, f"a pack has {number} cards")
        self._must(
            number == self._count or not self._exactly,
            f"a pack has {number} cards, although the sheet has {self._sheet.total} copies",
        )

    def _compare(self, opened: Sequence[Sequence[int]], generator: Generator, message: str) -> None:
        """Open the packs again, in another order."""
        again = self._opener(generator)
        for number in reversed(range(len(opened))):
            other = again(number)
            self._must(
                other == opened[number],
                f"{message}: entries {opened[number]}, then {other}; take all randomness from the"
                " bits, and do not store anything",
            )

    def _check_odds(self, generator: Generator, packs: int) -> None:
        """Compare exact odds, as far as there are some, with the frequencies in packs."""
        opened = [*generator.packs(packs)]
        drawn = [Counter(_entries(pack)) for pack in opened]
        table = generator.odds(packs=1)
        for row in table:
            if row.exact:
                entry = _entry(row.card)
                seen = sum(entry in each for each in drawn)
                self._check_share(f"entry {entry}", seen, packs, row.at_least_one)
        for entry in range(0, self._size, max(1, self._size // _MOST_ODDS)):
            chances = table.counts("name", _name(entry))
            numbers = Counter(each[entry] for each in drawn)
            for number in () if chances is None else {*numbers, *chances}:
                what = f"{number} cards of entry {entry}"
                self._check_share(what, numbers[number], packs, (chances or {}).get(number, 0))
        same = Counter(tuple(sorted(each.elements())) for each in drawn)
        one_of = {tuple(sorted(_entries(pack))): pack for pack in opened}
        for entries, seen in same.most_common(_MOST_ODDS):
            chance = generator.log_likelihood(one_of[entries])
            if chance is not None:
                what = f"the entries {[*entries]} in any order"
                self._check_share(what, seen, packs, exp(chance))

    def _check_share(self, what: str, seen: int, packs: int, chance: Fraction | float) -> None:
        share, expected = seen / packs, float(chance)
        exponent = packs * (_relative(share, expected) + _relative(1 - share, 1 - expected))
        self._must(
            exponent < _LEAST_EXPONENT,
            f"{seen} of {packs} packs have {what}, but by the odds it is {packs * expected:.1f}",
        )


def _relative(share: float, chance: float) -> float:
    """Return one of the two terms of the relative entropy of a frequency and a probability.

    The probability of a frequency that far from its expectation is below exp(-n * entropy), for
    each side of it (Chernoff).
    """
    if share <= 0:
        return 0.0
    return share * log(share / chance) if chance > 0 else inf


class _Known:
    """A collator with a tree that is known."""

    def __init__(self, count: int, node: Node) -> None:
        self._count = count
        self._node = node

    def compile(self, sheet: Sheet, count: int) -> Node:
        """Return the tree; for another number of cards, an empty one."""
        del sheet
        return self._node if count == self._count else Seq(())


@contextmanager
def _generator(sheet: Sheet, count: int, node: Node, distinct: str) -> Iterator[Generator]:
    """Make packs of a tree, whose cards have the numbers of entries as their names."""
    known = _Known(count, node)
    kind = f"{_SEED} {id(known)}"
    entries = [Entry(CardRef(_name(at)), each.copies) for at, each in enumerate(sheet.entries)]
    slot = Slot("slot", count, [SheetChoice("sheet")], on_short=("skip",))
    booster = Booster("booster", layouts=[Layout("layout", 1, [slot])], distinct=distinct)
    cardset = CardSet("set", sheets=[Sheet("sheet", entries, Other(kind))], boosters=[booster])
    register(kind, known)
    try:
        yield Generator(cardset, seed=_SEED)
    finally:
        _COLLATORS.remove(kind)


def _name(entry: int) -> str:
    return f"entry {entry}"


def _entry(card: CardRef) -> int:
    return int(card.name.removeprefix("entry "))


def _entries(pack: Pack) -> list[int]:
    """Return the numbers of the entries that a pack has."""
    return [_entry(each.card) for each in pack.cards]
