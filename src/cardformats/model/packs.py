"""Packs: what a generator makes."""

from __future__ import annotations

from attrs import define, field, frozen

from ..source import as_line
from .refs import CardRef, as_ref
from .shown import Shown
from .validate import check, instance_of, optional_string, string


@frozen(repr=False)
class PackCard(Shown):
    """A card in a pack, and where it came from.

    Attributes:
        card: which card.
        slot: the name of the slot.
        sheet: the name of the sheet.
        finish: its finish; None for the usual.
    """

    card: CardRef = field(converter=as_ref)
    slot: str
    sheet: str
    finish: str | None = None

    def __attrs_post_init__(self) -> None:
        """Refuse what is of another type."""
        if not (
            type(self.card) is CardRef
            and type(self.slot) is type(self.sheet) is str
            and (self.finish is None or type(self.finish) is str)
        ):
            card, finish = instance_of(CardRef), optional_string
            check(self, card=card, slot=string, sheet=string, finish=finish)


@define(unsafe_hash=True, repr=False)
class Pack(Shown):
    """An opened pack.

    Attributes:
        number: its number under the seed, from 0.
        booster: the name of the booster.
        layout: the name of the layout.
        cards: the cards in the order of the slots.
    """

    number: int
    booster: str
    layout: str
    cards: tuple[PackCard, ...]

    def __repr__(self) -> str:
        """Its number, and its cards by name."""
        cards = ", ".join(each.card.name for each in self.cards)
        return f"<Pack {self.number} of {self.booster!r}: {as_line(cards)}>"
