"""Packs: what a generator makes."""

from __future__ import annotations

from attrs import define, frozen

from .cards import CardRef


@frozen
class PackCard:
    """A card in a pack, and where it came from.

    Attributes:
        card: which card.
        slot: the name of the slot.
        sheet: the name of the sheet.
        finish: its finish; None for the usual.
    """

    card: CardRef
    slot: str
    sheet: str
    finish: str | None = None


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
