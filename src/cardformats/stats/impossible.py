"""Impossible packs among opened packs, and the cards that make them impossible."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property

from ..collation.effort import TooMuchWorkError, limited
from ..collation.likelihood import Cards
from ..collation.odds.counts import Counts
from ..collation.odds.pack import counts_of_rounds
from ..collation.odds.table import ExactOdds
from ..model import CardRef, CardSet, PackCard
from .moments import name_of
from .opened import Key, PackView

#: The number of additional steps for each pack, beyond those of one query of odds.
_STEPS = 1_000

#: Maximum number of kinds of packs whose probability is kept.
_KEPT = 50_000

#: Properties of cards that opened packs do not show.
_NOT_SHOWN = ("slot", "sheet")


class Possible:
    """A check that separates possible packs of a booster from impossible ones.

    A pack is impossible if its exact probability is 0. If the probability is not known, single
    cards are examined: those that no sheet has, and those that occur too often.
    """

    def __init__(
        self,
        cardset: CardSet,
        exact: ExactOdds | None,
        view: PackView,
        kinds: Mapping[Key, Hashable],
    ) -> None:
        """Create a check of packs by the information that a *view* shows.

        Args:
            cardset: The set with the sheets.
            exact: The odds; None if packs have no tree.
            view: The information that is known of the cards.
            kinds: For each card, a common key of interchangeable cards.
        """
        self._cardset = cardset
        self._exact = exact
        self._view = view
        self._kinds = kinds
        self._known: dict[Hashable, Fraction] = {}
        self._counts: dict[Key, Counts | None] = {}

    def violations(self, packs: Sequence[Sequence[Key]]) -> dict[int, list[Key]]:
        """Return the numbers of the impossible packs, each with the responsible keys."""
        faulty: dict[int, list[Key]] = {}
        with limited(_STEPS * len(packs)):
            for number, pack in enumerate(packs):
                chance = self.chance(pack)
                if chance:
                    continue
                copies = Counter(pack)
                single = [key for key, count in copies.items() if not self._may_come(key, count)]
                if single or chance is not None:
                    faulty[number] = single or list(copies)
        return faulty

    def chance(self, pack: Sequence[Key]) -> Fraction | None:
        """Return the probability of a pack with these cards in any order; None if unknown."""
        copies = Counter(pack)
        shape = self._shape(copies)
        if shape in self._known:
            return self._known[shape]
        with limited():
            chance = self._chance(copies)
        if len(self._known) >= _KEPT:
            self._known.clear()
        if chance is not None:  # a later call may have more steps available
            self._known[shape] = chance
        return chance

    def _shape(self, copies: Counter[Key]) -> Hashable:
        """Return a common key of packs with the same probability."""
        if len({*map(name_of, copies)}) < len(copies):  # cards that may depend on one another
            return frozenset(copies.items())
        kinds = ((self._kinds.get(key, key), number) for key, number in copies.items())
        return frozenset(Counter(kinds).items())

    def _chance(self, copies: Counter[Key]) -> Fraction | None:
        total = Fraction()
        for share, chance in self._chances(copies):
            if chance is None:
                return None
            total += share * chance
        if self._exact is None or not self._exact.guarantees.limits:
            return total
        kept = [self._exact.kept(round_) for round_ in self._exact.rounds(None)]
        if total and (len(kept) > 1 or kept[0] is None):
            return None
        return total / (kept[0] or 1)

    def _chances(self, copies: Counter[Key]) -> Iterator[tuple[Fraction, Fraction | None]]:
        """Yield the share of each layout of each round, and the probability of such cards in it.

        If cards break a guarantee, no layout is yielded.
        """
        if self._exact is None:
            yield Fraction(1), None
        elif self._keeps_guarantees(copies):
            cards = Cards({key: number for key, number in copies.items()}, self._view.key)  # noqa: C416 - of wider keys
            for packs in self._exact.packs:
                for _, share, form in packs.layouts:
                    try:
                        chance: Fraction | None = cards.chance(form)
                    except TooMuchWorkError:
                        chance = None
                    yield share / len(self._exact.packs), chance

    def _keeps_guarantees(self, copies: Counter[Key]) -> bool:
        """Return whether the cards meet the guarantees for which they show enough."""
        assert self._exact is not None  # noqa: S101 - the only caller has checked it
        guarantees = self._exact.guarantees
        if self._view.cards == "name" or not guarantees.limits:
            return True
        hidden = _NOT_SHOWN if self._view.has_finishes else (*_NOT_SHOWN, "finish")
        cards = [PackCard(card, "", "", finish) for card, finish in copies.elements()]
        return all(
            limit.property.lower() in hidden or guarantees.holds(limit, sum(map(test, cards)))
            for limit, test in zip(guarantees.limits, guarantees.tests, strict=True)
        )

    def _may_come(self, key: Key, number: int) -> bool:
        """Return whether a pack may have exactly *number* cards with a key."""
        if key not in self._counts:
            odds = self._exact.packs if self._exact else ()
            self._counts[key] = counts_of_rounds(odds, [lambda card: self._view.key(card) == key])
        counts = self._counts[key]
        return key[0] in self._on_sheets if counts is None else bool(counts.get((number,)))

    @cached_property
    def _on_sheets(self) -> set[CardRef | str]:
        """Return the cards of all sheets of the card set, in the form of keys."""
        sheets = self._cardset.sheets.values()
        return {self._view.key(entry.card)[0] for sheet in sheets for entry in sheet.entries}
