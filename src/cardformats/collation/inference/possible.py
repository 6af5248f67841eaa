"""Which opened packs cannot come, and for the sake of which cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property

from ...model import Booster, CardRef, CardSet, PackCard
from ..constraints import Test
from ..effort import TooMuchWorkError, limited
from ..odds.likelihood import Cards
from ..odds.slots import SlotOdds
from ..odds.table import ExactOdds
from ..plan.target import Target, layout_bounds
from .moments import Key, KeyOf, by_card, by_finish, by_name

#: For each pack so many steps more than one question about odds has.
_STEPS = 1_000

#: Properties of cards that opened packs do not tell.
_UNTOLD = ("slot", "sheet")


class Possible:
    """Tells packs of a booster that can come from those that cannot.

    A pack cannot come if its exact probability is 0.  Where that is not known, single cards are
    looked at: those of no sheet, and those that come too often.
    """

    def __init__(
        self, cardset: CardSet, booster: Booster, exact: ExactOdds | None, key_of: KeyOf
    ) -> None:
        self._cardset = cardset
        self._booster = booster
        self._exact = exact
        self._key_of = key_of
        self._entries: dict[int, Mapping[Key, list[int]]] = {}
        self._may_come: dict[tuple[Key, int], bool] = {}

    def faults(self, packs: Sequence[Sequence[Key]]) -> dict[int, list[Key]]:
        """The numbers of the packs that cannot come, each with the keys that are to blame."""
        known: dict[frozenset[tuple[Key, int]], list[Key]] = {}
        faulty = {}
        with limited(_STEPS * len(packs)):
            for number, pack in enumerate(packs):
                copies = Counter(pack)
                alike = frozenset(copies.items())
                if alike not in known:
                    known[alike] = self._faults(copies)
                if known[alike]:
                    faulty[number] = known[alike]
        return faulty

    def _faults(self, copies: Counter[Key]) -> list[Key]:
        is_known, can_come = self._judged(copies)
        if is_known and can_come:
            return []
        single = [key for key, number in copies.items() if not self._may(key, number)]
        return single if single or not is_known else list(copies)

    def _judged(self, copies: Counter[Key]) -> tuple[bool, bool]:
        """Whether it is known if these cards can come together, and if they can."""
        if self._exact is None:
            return False, True
        if not self._keeps_guarantees(copies):
            return True, False
        cards = Cards(copies, self._entries_of)
        try:
            chances = [
                cards.chance(groups)
                for packs in self._exact.packs
                for _, share, groups in packs.layouts
                if share
            ]
        except TooMuchWorkError:
            return False, True
        return None not in chances or any(chances), any(chances)

    def _entries_of(self, slot: SlotOdds) -> Mapping[Key, list[int]]:
        if self._key_of is by_finish:
            return slot.entries  # type: ignore[return-value] # what tells cards apart there is such a key
        if id(slot) not in self._entries:
            entries: dict[Key, list[int]] = {}
            for entry, card in enumerate(slot.entry_cards):
                entries.setdefault(self._key_of(card), []).append(entry)
            self._entries[id(slot)] = entries
        return self._entries[id(slot)]

    def _keeps_guarantees(self, copies: Counter[Key]) -> bool:
        """Whether the cards keep those guarantees about which they tell enough."""
        assert self._exact is not None  # noqa: S101 - the only caller knows
        guarantees = self._exact.guarantees
        if self._key_of is by_name or not guarantees.limits:
            return True
        untold = _UNTOLD if self._key_of is by_finish else (*_UNTOLD, "finish")
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
        return lambda card: self._key_of(card) == key

    @cached_property
    def _subject(self) -> Target:
        return Target(self._cardset, self._booster, 1)

    @cached_property
    def _on_sheets(self) -> set[CardRef | str]:
        """The cards of all sheets of the card set, as keys have them."""
        sheets = self._cardset.sheets.values()
        return {self._key_of(entry.card)[0] for sheet in sheets for entry in sheet.entries}

    @cached_property
    def _come_once(self) -> bool:
        """Whether surely no card comes twice, since there is always another."""
        booster = self._booster
        telling = (by_card, by_finish, *((by_name,) if booster.distinct == "name" else ()))
        if booster.distinct_scope != "pack" or self._key_of not in telling:
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
