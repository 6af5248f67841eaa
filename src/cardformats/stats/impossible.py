"""Which opened packs are impossible, and because of which cards."""

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
from .opened import Key, View

#: Additional steps for each pack, beyond those of one question about odds.
_STEPS = 1_000

#: Maximum number of kinds of packs whose probability is kept.
_KEPT = 50_000

#: Properties of cards that opened packs do not show.
_NOT_SHOWN = ("slot", "sheet")


class Possible:
    """Separates packs of a booster that are possible from packs that are not.

    A pack is impossible if its exact probability is 0.  Where that is not known, single cards are
    looked at: those that no sheet has, and those that come too often.
    """

    def __init__(
        self,
        cardset: CardSet,
        exact: ExactOdds | None,
        view: View,
        kinds: Mapping[Key, Hashable],
    ) -> None:
        """Judge packs by what a *view* shows.

        Args:
            cardset: Its sheets.
            exact: The odds; None if packs have no tree.
            view: How much is known of the cards.
            kinds: For each card what it has in common with cards that could take its place.
        """
        self._cardset = cardset
        self._exact = exact
        self._view = view
        self._kinds = kinds
        self._known: dict[Hashable, Fraction] = {}
        self._counts: dict[Key, Counts | None] = {}

    def faults(self, packs: Sequence[Sequence[Key]]) -> dict[int, list[Key]]:
        """Return the numbers of the impossible packs, each with the keys that are to blame."""
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
        if chance is not None:  # there may be more steps for it the next time
            self._known[shape] = chance
        return chance

    def _shape(self, copies: Counter[Key]) -> Hashable:
        """What a pack has in common with packs of the same probability."""
        if len({*map(name_of, copies)}) < len(copies):  # cards that may look at one another
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
        """For each layout of each round its share, and the probability of such cards there.

        There are no layouts for cards that break a guarantee.
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
        """Whether the cards keep those guarantees about which they show enough."""
        assert self._exact is not None  # noqa: S101 - the only caller knows
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
        """Whether a pack may have just so many cards with a key."""
        if key not in self._counts:
            odds = self._exact.packs if self._exact else ()
            self._counts[key] = counts_of_rounds(odds, [lambda card: self._view.key(card) == key])
        counts = self._counts[key]
        return key[0] in self._on_sheets if counts is None else bool(counts.get((number,)))

    @cached_property
    def _on_sheets(self) -> set[CardRef | str]:
        """The cards of all sheets of the card set, as keys have them."""
        sheets = self._cardset.sheets.values()
        return {self._view.key(entry.card)[0] for sheet in sheets for entry in sheet.entries}
