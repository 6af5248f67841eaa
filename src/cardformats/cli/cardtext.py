"""The text of cards, as a person reads it in the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .. import draft
from ..model import Card, CardRef
from .output import err


def card_lines(card: Card) -> Iterator[str]:
    """All that a card says, face by face."""
    for face in card.faces:
        yield f"{face.name}  {face.mana_cost or ''}".rstrip()
        yield f"  {face.type_line}"
        yield from (f"  {line}" for line in face.text.split("\n") if line)
        if face.power is not None:
            yield f"  {face.power}/{face.toughness}"
        if face.loyalty is not None:
            yield f"  loyalty {face.loyalty}"
    yield f"  {card.set_code or '-'} {card.number or '-'}, {card.rarity or 'no rarity'}"


def show_asked(reply: str, listed: Sequence[CardRef], cards: draft.DraftCards) -> bool:
    """Show the card that a reply such as ``?3`` asks for, by its place in a list from 1 on.

    Returns:
        whether the reply asks for one.
    """
    if not reply.startswith("?"):
        return False
    place = reply.removeprefix("?").strip()
    if place.isdecimal() and 1 <= int(place) <= len(listed):
        ref = listed[int(place) - 1]
        known = cards.card(ref)
        for line in [f"{ref}: nothing is known of it"] if known is None else card_lines(known):
            err().print(f"  {line}", markup=False)
    else:
        message = f"there is no card {place!r} here; there are {len(listed)}, from 1 on"
        err().print(message, style="bold red", markup=False)
    return True
