"""The odds of a whole pack with all its layouts and guarantees."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property

from ...caching import Caching
from ...model import PackCard
from ..constraints import Test
from ..effort import TooMuchWorkError, effort, limited, note, spend, with_effort
from ..replaced import written_out
from ..tree import Given, Node, OneOf
from .cards import UNKNOWN, CardOdds, What, what_is
from .counts import Counts, mixed, summed
from .independent import Any, Form, cards_of, counts_of, independent, units

#: The number of cards that are examined in one step of work.
_CARDS_A_STEP = 32

#: The maximum number of kinds of cards that are counted together.
_MOST_MASKS = 10


class PackOdds(Caching):
    """The exact odds of the packs of a tree, as far as they are known.

    Attributes:
        root: The tree.
        layouts: The name, the probability and the parts of each layout; empty if the tree is not
            that of one pack.
    """

    def __init__(self, root: Node, name: str | None = None) -> None:
        """Prepare the odds of every layout of a tree, or of those called *name*."""
        self.root = root
        self._effort = effort()
        self._condition = root.condition if isinstance(root, Given) else None
        packs = root.part if isinstance(root, Given) else root
        self.layouts: list[tuple[str, Fraction, Form]] = []
        if not isinstance(packs, OneOf) or not packs.names:
            self._whole = independent(written_out(packs))
            return
        pairs = zip(packs.names, packs.weights, packs.parts, strict=True)
        own = [each for each in pairs if name in {None, each[0]}]
        total = sum(weight for _, weight, _ in own)
        written = OneOf([weight for _, weight, _ in own], tuple(part for *_, part in own))
        self._whole = independent(written_out(written))
        forms = self._whole.parts if isinstance(self._whole, Any) else (self._whole,)
        self.layouts = [
            (its, Fraction(weight, total), form)
            for (its, weight, _), form in zip(own, forms, strict=True)
        ]

    @cached_property
    def kept(self) -> Fraction | None:
        """Return the share of packs that meet the guarantees, before others are rejected."""
        condition = self._condition
        if condition is None:
            return Fraction(1)
        try:
            with with_effort(self._effort), limited(kept=True):
                counts = self._counts(condition.tests)
        except TooMuchWorkError:
            return None
        kept = (chance for numbers, chance in counts.items() if condition.hold(numbers))
        return sum(kept, Fraction())

    def cards(self) -> dict[What, CardOdds]:
        """Return the odds of every card that a pack can have; some may not be exact."""
        if self._condition is None:
            return cards_of(self._whole)
        return {what: self._card(what) for what in cards_of(self._whole)}

    def _card(self, what: What) -> CardOdds:
        """Return the odds of a card in packs that meet the guarantees."""
        counts = self.counts([lambda card: what_is(card) == what])
        if counts is None:
            return UNKNOWN
        expected = sum((number * chance for (number,), chance in counts.items()), Fraction())
        return CardOdds(expected, counts.get((0,), Fraction()))

    def counts(self, tests: Sequence[Test]) -> Counts | None:
        """Return the joint distribution of the numbers of cards that pass *tests*.

        None if it is not known; empty if no pack can meet the guarantees.
        """
        condition = self._condition
        try:
            with limited():
                if condition is None:
                    return self._counts(tests)
                counts = self._counts([*tests, *condition.tests])
        except TooMuchWorkError as error:
            note(error)
            return None
        own = len(tests)
        kept = summed((n[:own], chance) for n, chance in counts.items() if condition.hold(n[own:]))
        whole = sum(kept.values(), Fraction())
        return {numbers: chance / whole for numbers, chance in kept.items()} if whole else {}

    def none(self, test: Test) -> Fraction | None:
        """Return the probability that no card passes a test; None if it is not known."""
        if self._condition is not None:
            counts = self.counts([test])
            return None if counts is None else counts.get((0,), Fraction())
        try:
            with limited():
                counts = counts_of(self._whole, lambda card: 0 if test(card) else None, 1, (0,))
        except TooMuchWorkError as error:
            note(error)
            return None
        return counts.get((0,), Fraction())

    def _counts(self, tests: Sequence[Test]) -> Counts:
        """Return the distribution in packs that may not meet the guarantees.

        Raises:
            TooMuchWorkError: If it is not known.
        """
        known: dict[int, int] = {}
        masks: dict[int, int] = {}

        def label(card: PackCard) -> int | None:
            """Return the number of the set of tests that a card passes."""
            if id(card) not in known:
                known[id(card)] = sum(1 << at for at, test in enumerate(tests) if test(card))
            mask = known[id(card)]
            return masks[mask] if mask else None

        cards = self._all_cards
        spend(len(cards) // _CARDS_A_STEP)
        for card in cards:
            mask = sum(1 << at for at, test in enumerate(tests) if test(card))
            known[id(card)] = mask
            if mask:
                masks.setdefault(mask, len(masks))
        if len(masks) > _MOST_MASKS:
            raise TooMuchWorkError("there are too many kinds of cards to count together")
        counts = counts_of(self._whole, label, len(masks))

        def passing(numbers: Sequence[int]) -> tuple[int, ...]:
            """Return the number of cards that pass each test."""
            pairs = list(zip(numbers, masks, strict=True))
            return tuple(sum(n for n, mask in pairs if mask >> at & 1) for at in range(len(tests)))

        return summed((passing(numbers), chance) for numbers, chance in counts.items())

    @cached_property
    def _all_cards(self) -> list[PackCard]:
        cards: dict[int, PackCard] = {}
        for unit in units(self._whole).values():
            for its in unit.cards.values():
                cards |= {id(card): card for card in its}
        return list(cards.values())


def counts_of_rounds(rounds: Sequence[PackOdds], tests: Sequence[Test]) -> Counts | None:
    """Return :meth:`PackOdds.counts` for a pack of any of *rounds*; None if it is not known."""
    each = [packs.counts(tests) for packs in rounds]
    known = [(Fraction(1, len(rounds)), counts) for counts in each if counts is not None]
    return mixed(known) if known and len(known) == len(rounds) else None
