"""Packs: what a generator makes."""

from __future__ import annotations

from attrs import define, field, frozen

from .refs import CardRef, as_ref
from .validate import instance_of, optional_string, string


@frozen
class PackCard:
    """A card in a pack, and where it came from.

    Attributes:
        card: which card.
        slot: the name of the slot.
        sheet: the name of the sheet.
        finish: its finish; None for the usual.
    """

    card: CardRef = field(converter=as_ref, validator=instance_of(CardRef))
    slot: str = field(validator=string)
    sheet: str = field(validator=string)
    finish: str | None = field(default=None, validator=optional_string)


@define(unsafe_hash=True)
class Pack:
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
