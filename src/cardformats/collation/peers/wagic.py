"""The packs of Wagic: cards from a pool that stays whole, and entries tried in random order."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from attrs import frozen

from ...bits import Bits
from ...errors import CollationError
from ...model import Booster, CardSet, Choice, Layout, PackCard, Random, Slot
from ...model.weights import whole_weights
from ..drawers.drawer import Copies
from ..rounds import check_pack
from .peer import LonePacks

#: What Wagic does when an entry has no card: the slot's next entry, then the next slot.
_REMEDIES = frozenset(("next", "carry"))


@frozen(eq=False)
class _Outcome:
    """What an entry of a slot gives.

    Attributes:
        count: how many cards, each drawn from all of the sheet.
        copies: those of the sheet; None gives nothing, and that is no failure.
        cards: for each of its entries the card in a pack.
    """

    count: int
    copies: Copies | None
    cards: tuple[PackCard, ...] = ()


@frozen(eq=False)
class _Turns:
    """A slot: for each of its *turns* one of the *outcomes*, as many of each as *weights* say."""

    turns: int
    outcomes: tuple[_Outcome, ...]
    weights: tuple[int, ...]


class WagicRules(LonePacks):
    """Packs as Wagic makes them.

    Wagic shuffles its pool first, which changes nothing: cards are drawn uniformly from all of it
    that passes a filter, and stay there.
    """

    program = "Wagic"

    def __init__(self, cardset: CardSet, booster: Booster) -> None:
        super().__init__(cardset, booster)
        if self.is_protected:
            self.refuse("protection from duplicates")
        self._slots = tuple(self._turns(part) for part in self.layout.slots)
        outcomes = [each for slot in self._slots for each in slot.outcomes if each.copies]
        if outcomes and not any(each.copies and each.copies.total for each in outcomes):
            raise CollationError(
                f"booster {booster.name!r}: no sheet has a card; which there are is not known"
            )

    def pack(self, bits: Bits) -> Sequence[PackCard]:
        cards: list[PackCard] = []
        carried = 0
        for slot in self._slots:
            turns = slot.turns + carried
            carried = sum(not _take_turn(slot, bits, cards) for _ in range(turns))
        return cards

    def _turns(self, part: Slot | Choice) -> _Turns:
        if isinstance(part, Choice):
            options = [option for option in part.options if option.weight]
            weights = whole_weights(option.weight for option in options)
            return _Turns(1, tuple(map(self._option, options)), tuple(weights))
        if part.choose == "slot" and len(part.sheets) > 1 and part.count != 1:
            self.refuse("slots that choose one sheet for all of their cards")
        choices = [each for each in part.sheets if each.weight]
        outcomes = tuple(self._outcome(part, each.sheet, 1) for each in choices)
        return _Turns(self._count(part), outcomes, tuple(whole_weights(e.weight for e in choices)))

    def _option(self, option: Layout) -> _Outcome:
        """What an option gives: cards of one sheet, or nothing."""
        if not option.slots:
            return _Outcome(0, None)
        slot = option.slots[0]
        if len(option.slots) > 1 or isinstance(slot, Choice) or len(slot.sheets) > 1:
            self.refuse("options of more than one sheet")
        return self._outcome(slot, slot.sheets[0].sheet, self._count(slot))

    def _outcome(self, slot: Slot, name: str, count: int) -> _Outcome:
        sheet = self.sheet(name)
        if sheet.collation != Random(replacement=True):
            self.refuse("sheets but those whose cards are drawn with replacement")
        return _Outcome(count, *self.cards(slot, sheet))

    def _count(self, slot: Slot) -> int:
        count = self.count(slot)
        self.refuse_remedies(slot, _REMEDIES)
        return count


def _take_turn(slot: _Turns, bits: Bits, cards: list[PackCard]) -> bool:
    """Add the cards of the first entry that has any, in random order; whether there is one.

    The order is drawn as far as it is needed.
    """
    weights = list(slot.weights)
    while any(weights):
        number = bits.index(list(accumulate(weights)))
        outcome = slot.outcomes[number]
        if outcome.copies is None:
            return True
        if outcome.copies.total:
            for _ in range(outcome.count):
                copy = bits.below(outcome.copies.total)
                cards.append(outcome.cards[outcome.copies.entry(copy)])
            check_pack(len(cards))
            return True
        weights[number] -= 1
    return False
