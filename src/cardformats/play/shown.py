"""Cards as lines and as JSON has them, and numbers of things in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..model import Card, CardRef


def counted(count: int, word: str, plural: str = "") -> str:
    """Return a number of things in words."""
    return f"{count} {word if count == 1 else plural or f'{word}s'}"


def card_dict(card: CardRef, **more: Any) -> dict[str, Any]:
    """Return a card as JSON has it, and *more* that is known of it."""
    return {"name": card.name, "set_code": card.set_code, "number": card.number, **more}


def card_lines(card: Card) -> Iterator[str]:
    """Yield all lines of a card, face by face."""
    for face in card.faces:
        yield f"{face.name}  {face.mana_cost or ''}".rstrip()
        yield f"  {face.type_line}"
        yield from (f"  {line}" for line in face.text.split("\n") if line)
        if size := "/".join(filter(None, (face.power, face.toughness))):
            yield f"  {size}"
        if face.loyalty is not None:
            yield f"  loyalty {face.loyalty}"
    yield f"  {card.set_code or '-'} {card.number or '-'}, {card.rarity or 'no rarity'}"
