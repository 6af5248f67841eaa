"""Cards that are named in one way or another: by a value of the library, or by name alone."""

from __future__ import annotations

from typing import TypeAlias

from ..errors import DraftError
from ..model import Card, CardRef, PackCard
from .cards import DraftCard

#: Whatever names a card.
Named: TypeAlias = str | CardRef | Card | PackCard | DraftCard


def ref_of(card: Named) -> CardRef:
    """The reference to a card.

    Raises:
        DraftError: it names no card.
    """
    if isinstance(card, CardRef):
        return card
    if isinstance(card, str):
        return CardRef(card)
    if isinstance(card, Card):
        return card.ref
    if isinstance(card, (PackCard, DraftCard)):
        return card.card
    message = f"this names no card: {card!r}"
    raise DraftError(message)


def agree(one: CardRef, other: CardRef) -> bool:
    """Whether two references can mean the same printing: what both of them give is the same.

    Set codes compare without regard to case.
    """
    return (
        one.name == other.name
        and _agree(one.set_code and one.set_code.lower(), other.set_code and other.set_code.lower())
        and _agree(one.number, other.number)
        and _agree(one.id, other.id)
    )


def exactness(ref: CardRef) -> int:
    """How many parts of a printing a reference gives, from 0 to 3."""
    return sum(part is not None for part in (ref.set_code, ref.number, ref.id))


def _agree(one: str | None, other: str | None) -> bool:
    return one is None or other is None or one == other
