"""Hands: what a slot of a pack gets from one sheet of a finite supply."""

from __future__ import annotations

from attrs import define, field

from ..model import PackCard
from .leaf import Place


@define(eq=False)
class Hand:
    """What a slot of a pack gets from one sheet.

    Attributes:
        pack: the number of the pack in the deal.
        place: the slot.
        sheet: which of the slot's sheets.
        count: how many cards.
        entries: what it got of the sheet.
    """

    pack: int
    place: Place
    sheet: int
    count: int
    entries: list[int] = field(factory=list)

    @property
    def unit(self) -> tuple[int, Place | None]:
        """Within what its cards are not to come twice: its pack, or its slot."""
        return self.pack, self.place if self.place.step.forgets else None

    @property
    def name(self) -> str:
        """The sheet's name."""
        return self.place.step.sheets[self.sheet].name

    @property
    def cards(self) -> list[PackCard]:
        """The cards that it got."""
        cards = self.place.step.sheets[self.sheet].cards
        return [cards[entry] for entry in self.entries]
