"""Packs: what a generator makes."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, field, frozen

from ..source import as_line
from .refs import CardRef, as_ref
from .shown import ShownInNotebooks
from .validate import check, instance_of, optional_string, string


@frozen(repr=False)
class PackCard(ShownInNotebooks):
    """A card in a pack, and where it came from.

    Attributes:
        card: The reference to the card; ``cardset.card(each.card)`` finds the card.
        slot: The name of the slot.
        sheet: The name of the sheet.
        finish: The finish; None for the usual one.
        rarity: The rarity of the card, if the card set defines the card.  It is not compared.
    """

    card: CardRef = field(converter=as_ref)
    slot: str
    sheet: str
    finish: str | None = None
    rarity: str | None = field(default=None, eq=False, repr=False)

    def __attrs_post_init__(self) -> None:
        """Reject values of other types."""
        if not (
            type(self.card) is CardRef
            and type(self.slot) is type(self.sheet) is str
            and (self.finish is None or type(self.finish) is str)
            and (self.rarity is None or type(self.rarity) is str)
        ):
            card, words = instance_of(CardRef), optional_string
            check(self, card=card, slot=string, sheet=string, finish=words, rarity=words)

    def __str__(self) -> str:
        """Return the reference, and the finish in parentheses."""
        return f"{self.card} ({self.finish})" if self.finish else str(self.card)

    @property
    def name(self) -> str:
        """The name of the card."""
        return self.card.name

    @property
    def set_code(self) -> str | None:
        """The code of the card's set, if the sheet names it."""
        return self.card.set_code

    @property
    def number(self) -> str | None:
        """The collector number of the card, if the sheet names it."""
        return self.card.number


@define(unsafe_hash=True, repr=False)
class Pack(ShownInNotebooks):
    """An opened pack; ``for card in pack`` and ``len(pack)`` use its cards.

    Attributes:
        number: The number of the pack of this seed, from 0.
        booster: The name of the booster.
        layout: The name of the layout.
        cards: The cards in the order of the slots.
    """

    number: int
    booster: str
    layout: str
    cards: tuple[PackCard, ...]

    def __repr__(self) -> str:
        """Return its number, and the names of its cards."""
        cards = ", ".join(each.card.name for each in self.cards)
        return f"<Pack {self.number} of {self.booster!r}: {as_line(cards)}>"

    def __str__(self) -> str:
        """Return the cards, one on each line."""
        return "\n".join(as_line(str(each)) for each in self.cards)

    def __iter__(self) -> Iterator[PackCard]:
        """Iterate over the cards."""
        return iter(self.cards)

    def __len__(self) -> int:
        """Return the number of cards."""
        return len(self.cards)
