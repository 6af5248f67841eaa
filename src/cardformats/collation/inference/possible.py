"""Which opened packs cannot come, and for the sake of which cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property

from ...model import Booster, CardRef, CardSet, PackCard
from ..audit.target import Target, layout_bounds
from ..constraints import Test
from ..effort import TooMuchWorkError, limited
from ..likelihood import Cards
from ..odds.table import ExactOdds
from .observed import Key, View

#: For each pack so many steps more than one question about odds has.
_STEPS = 1_000

#: So many kinds of packs are kept in mind.
_KEPT = 50_000

#: Properties of cards that opened packs do not tell.
_UNTOLD = ("slot", "sheet")


class Possible:
    """Tells packs of a booster that can come from those that cannot.

    A pack cannot come if its exact probability is 0.  Where that is not known, single cards are
    looked at: those of no sheet, and those that come too often.
    """

    def __init__(
        self,
        cardset: CardSet,
        booster: Booster,
        exact: ExactOdds | None,
        view: View,
        kinds: Mapping[Key, Hashable],
    ) -> None:
        """Judge packs of *booster* by what a *view* tells.

        Args:
            cardset: its sheets.
            booster: what was opened.
            exact: the odds; None if they are those of another program's rules.
            view: how much is known of the cards.
            kinds: for each card what it has in common with those that could take its place.
        """
        self._cardset = cardset
        self._booster = booster
        self._exact = exact
        self._view = view
        self._kinds = kinds
        self._can_come: set[Hashable] = set()
        self._known: dict[Hashable, Fraction | None] = {}
        self._may_come: dict[tuple[Key, int], bool] = {}

    def faults(self, packs: Sequence[Sequence[Key]]) -> dict[int, list[Key]]:
        """The numbers of the packs that cannot come, each with the keys that are to blame."""
        known: dict[frozenset[tuple[Key, int]], list[Key] | None] = {}
        faulty: dict[int, list[Key]] = {}
        with limited(_STEPS * len(packs)):
            for number, pack in enumerate(packs):
                copies = Counter(pack)
                shape = self._shape(copies)
                if shape in self._can_come:
                    continue
                alike = frozenset(copies.items())
                if alike not in known:
                    known[alike] = self._faults(copies)
                faults = known[alike]
                if faults is None:
                    self._can_come.add(shape)
                else:
                    faulty[number] = faults
        if len(self._can_come) > _KEPT:
            self._can_come.clear()
        return faulty

    def _shape(self, copies: Counter[Key]) -> Hashable:
        """What a pack has in common with those that come as often as it."""
        kinds = [(self._kinds.get(key, key), number) for key, number in copies.items()]
        names = {self._name(key) for key in copies}
        if len(names) < len(copies):  # cards that may look at one another
            return frozenset(copies.items())
        return frozenset(Counter(kinds).items())

    @staticmethod
    def _name(key: Key) -> str:
        return key[0] if isinstance(key[0], str) else key[0].name

    @property
    def _tells_finish(self) -> bool:
        return self._view.cards in {"place", "finish"}

    def _faults(self, copies: Counter[Key]) -> list[Key] | None:
        """The keys to blame, none of a pack without cards; None if the pack can come."""
        is_known, can_come = self._judged(copies)
        if is_known and can_come:
            return None
        single = [key for key, number in copies.items() if not self._may(key, number)]
        return single or (list(copies) if is_known else None)

    def _judged(self, copies: Counter[Key]) -> tuple[bool, bool]:
        """Whether it is known if these cards can come together, and if they can."""
        if self._exact is None:
            return False, True
        if not self._keeps_guarantees(copies):
            return True, False
        chances = [chance for _, chance in self._chances(copies)]
        return None not in chances or any(chances), any(chances)

    def _chances(self, copies: Counter[Key]) -> list[tuple[Fraction, Fraction | None]]:
        """For each layout of each round its share, and the probability of such cards there."""
        assert self._exact is not None  # noqa: S101 - the callers know
        cards = Cards({key: number for key, number in copies.items()}, self._view.key)  # noqa: C416 - of wider keys
        chances: list[tuple[Fraction, Fraction | None]] = []
        for packs in self._exact.packs:
            for _, share, form in packs.layouts:
                try:
                    chance: Fraction | None = cards.chance(form)
                except TooMuchWorkError:
                    chance = None
                chances.append((share / len(self._exact.packs), chance))
        return chances

    def chance(self, pack: Sequence[Key]) -> Fraction | None:
        """The probability of a pack with these cards in any order; None if it is not known."""
        copies = Counter(pack)
        shape = self._shape(copies)
        if shape in self._known:
            return self._known[shape]
        with limited():
            chance = self._chance(copies)
        if len(self._known) >= _KEPT:
            self._known.clear()
        self._known[shape] = chance
        return chance

    def _chance(self, copies: Counter[Key]) -> Fraction | None:
        if self._exact is None:
            return None
        if not self._keeps_guarantees(copies):
            return Fraction()
        kept = [self._exact.kept(round_) for round_ in self._exact.rounds(None)]
        if self._exact.guarantees.limits and (len(kept) > 1 or kept == [None]):
            return None
        total = Fraction()
        for share, chance in self._chances(copies):
            if chance is None:
                return None
            total += share * chance
        return total / (kept[0] or 1)

    def _keeps_guarantees(self, copies: Counter[Key]) -> bool:
        """Whether the cards keep those guarantees about which they tell enough."""
        assert self._exact is not None  # noqa: S101 - the only caller knows
        guarantees = self._exact.guarantees
        if self._view.cards == "name" or not guarantees.limits:
            return True
        untold = _UNTOLD if self._tells_finish else (*_UNTOLD, "finish")
        cards = [
            PackCard(card, "", "", finish)
            for (card, finish), number in copies.items()
            if isinstance(card, CardRef)
            for _ in range(number)
        ]
        return all(
            limit.property.lower() in untold or guarantees.holds(limit, sum(map(test, cards)))
            for limit, test in zip(guarantees.limits, guarantees.tests, strict=True)
        )

    def _may(self, key: Key, number: int) -> bool:
        """Whether a pack may have just so many cards with a key."""
        if (key, number) not in self._may_come:
            self._may_come[key, number] = self._may_have(key, number)
        return self._may_come[key, number]

    def _may_have(self, key: Key, number: int) -> bool:
        if self._exact is None:
            return key[0] in self._on_sheets
        counts = [packs.counts([self._test(key)]) for packs in self._exact.packs]
        if None not in counts:
            return any(each.get((number,)) for each in counts if each)
        if number > 1 and self._come_once:
            return False
        target = self._subject
        most = (layout_bounds(target, each, self._test(key))[1] for each in target.layouts)
        return number <= max(most, default=0)

    def _test(self, key: Key) -> Test:
        return lambda card: self._view.key(card) == key

    @cached_property
    def _subject(self) -> Target:
        return Target(self._cardset, self._booster, 1)

    @cached_property
    def _on_sheets(self) -> set[CardRef | str]:
        """The cards of all sheets of the card set, as keys have them."""
        sheets = self._cardset.sheets.values()
        return {self._view.key(entry.card)[0] for sheet in sheets for entry in sheet.entries}

    @cached_property
    def _come_once(self) -> bool:
        """Whether surely no card comes twice, since there is always another."""
        booster = self._booster
        is_vague = self._view.cards == "name" and booster.distinct != "name"
        if booster.distinct_scope != "pack" or is_vague:
            return False
        target = self._subject
        sheets = [sheet for each in target.drawn for sheet in target.sheets(each.slot)]
        sheets += [
            self._cardset.sheets[each.sheet]
            for each in target.replacements
            if each.sheet in self._cardset.sheets
        ]
        if not all(map(target.by_chance, sheets)) or any(map(target.may_repeat, sheets)):
            return False
        sizes = [layout_bounds(target, layout, lambda _: True)[1] for layout in target.layouts]
        least = min((len(target.different(sheet)) for sheet in sheets), default=0)
        return least >= max(sizes, default=0)
