"""The packs of OCTGN: every pick from a full pool, and options by one random number each."""

from __future__ import annotations

from ...model import UNLIMITED, Booster, CardSet, Choice, Layout, Random, Slot
from ..compile import trees_of
from ..distinct import may_repeat
from ..rounds import check_slot
from .program import Rules


class OctgnRules(Rules):
    """The packs as OCTGN makes them, with the same probabilities as by the library's own rules.

    OCTGN puts the cards of picks without a limit after all others.
    """

    program = "OCTGN"

    def __init__(self, cardset: CardSet, booster: Booster) -> None:
        super().__init__(cardset, booster)
        layout = self.only_layout()
        if booster.distinct_scope != "slot":
            self.refuse(f"protection from duplicates within a {booster.distinct_scope}")
        self._refuse_protection(layout)
        self._check(layout)
        self.trees = trees_of(cardset, booster)

    def _check(self, layout: Layout) -> None:
        """Reject features of a layout and its options that OCTGN does not support."""
        for part in layout.slots:
            if isinstance(part, Choice):
                for option in part.options:
                    self._check(option)
            else:
                self._check_pick(part)

    def _check_pick(self, slot: Slot) -> None:
        if len(slot.sheets) > 1:
            self.refuse("picks among several sheets")
        sheet = self.sheet(slot.sheets[0].sheet)
        if sheet.collation != Random():
            self.refuse("sheets other than random ones without replacement")
        if slot.on_short not in {(), ("skip",)}:
            self.refuse(f"slots that {slot.on_short[0]} when a sheet is empty")
        count = slot.count if isinstance(slot.count, int) else 0
        check_slot(slot, sheet.total if slot.count is UNLIMITED else min(count, sheet.total))
        if not slot.on_short and count > sheet.total:
            self.refuse(f"error for a short sheet such as {sheet.name!r}")

    def _refuse_protection(self, layout: Layout) -> None:
        """Reject protection from duplicates if it affects packs."""
        by_name = self.booster.distinct == "name"
        for slot, _ in layout.walk():
            for choice in slot.sheets:
                sheet = self.sheet(choice.sheet)
                entries = () if may_repeat(self.booster, sheet) else sheet.entries
                cards = {(entry.card.name, None if by_name else entry.card) for entry in entries}
                if len(cards) < sum(entry.copies for entry in entries):
                    self.refuse("protection from duplicates among a sheet's copies")
