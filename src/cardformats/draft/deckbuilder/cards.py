"""Cards of a Deckbuilder Draft: what it has to know of them to tell what they cost."""

from __future__ import annotations

from attrs import frozen

from ...errors import DraftError
from ...model import Card, CardRef, Color, PackCard
from ..cards import DraftCards

#: Faces whose colours a card has wherever it is (CR 709.4); a back is not one of them.
_COUNTED = ("front", "split")


@frozen
class DeckbuilderCard:
    """What a Deckbuilder Draft knows of a card.

    Attributes:
        card: which card.
        rarity: the word for its rarity; a tariff says what it is worth.
        colors: the letters of its colours, in the order of the colour wheel.
        finish: its finish; None for the usual.
    """

    card: CardRef
    rarity: str
    colors: tuple[str, ...] = ()
    finish: str | None = None

    @property
    def name(self) -> str:
        """The card's name."""
        return self.card.name


def colors_of(card: Card) -> tuple[str, ...]:
    """The letters of a card's colours, those of both halves of a split card (CR 709.4)."""
    first, *rest = card.faces
    counted = (first, *(face for face in rest if face.kind in _COUNTED))
    found = frozenset[Color]().union(*(face.colors for face in counted))
    return tuple([color.value for color in Color if color in found])


def look_up(card: PackCard | CardRef, cards: DraftCards) -> DeckbuilderCard:
    """What is to be known of a card of a pack.

    Raises:
        DraftError: it is none, is not known, or has no rarity.
    """
    if not isinstance(card, (PackCard, CardRef)):
        message = f"a pack holds PackCards or CardRefs, not {card!r}"
        raise DraftError(message)
    ref, finish = (card.card, card.finish) if isinstance(card, PackCard) else (card, None)
    found = cards.card(ref)
    if found is None:
        message = f"nothing is known of {ref}"
        raise DraftError(message)
    if found.rarity is None:
        message = f"the rarity of {ref} is not known, so that nobody can say what it is worth"
        raise DraftError(message)
    return DeckbuilderCard(ref, found.rarity, colors_of(found), finish or found.finish)
