"""Split cards: the lines of a primitive have both halves, with ``//`` between them.

The engine takes that for a type, and for no mana: only cards that were read so are written so.
"""

from __future__ import annotations

from typing import Final

from attrs import evolve

from ...model import Card, Face
from ...model.cards import whole_of
from .costs import parse_cost, wagic_cost
from .primitives import Body

_SLASHES: Final = "//"
_BETWEEN: Final = f" {_SLASHES} "


def faces_of(body: Body) -> tuple[Face, ...]:
    """Return the face that *body* is; of a split card the whole card, then its halves."""
    face = body.face
    if _SLASHES not in face.types or _BETWEEN not in face.name:
        return (face,)
    written = str(body.extras.get("mana", ""))
    if _SLASHES not in written:
        return (face,)
    place = face.types.index(_SLASHES)
    names, texts = face.name.partition(_BETWEEN), face.text.partition(_SLASHES)
    costs = written.partition(_SLASHES)
    halves = tuple(
        Face(
            names[part],
            mana_cost=parse_cost(costs[part]).mana if costs[part].strip() else None,
            types=types,
            text=texts[part].strip(),
            kind="split",
        )
        for part, types in ((0, face.types[:place]), (2, face.types[place + 1 :]))
    )
    whole = evolve(
        whole_of(halves),
        supertypes=face.supertypes,
        subtypes=face.subtypes,
        mana_cost=face.mana_cost,
        colors=face.colors,
        power=face.power,
        toughness=face.toughness,
    )
    return whole, *halves


def as_one(card: Card) -> Card:
    """Return *card* whose first face is as the lines of a primitive say two halves.

    What the first face says otherwise than its halves is what counts.
    """
    own = card.extras.get("wagic", {})
    halves = tuple(face for face in card.faces[1:] if face.kind == "split")
    if _SLASHES not in str(own.get("mana", "")) or len(halves) != 2:  # noqa: PLR2004 - two halves
        return card
    front, (first, second), whole = card.faces[0], halves, whole_of(halves)
    one = front
    if front.types == whole.types:
        one = evolve(one, types=(*first.types, _SLASHES, *second.types))
    if front.text == whole.text and whole.text:
        one = evolve(one, text=f"{first.text}\n{_SLASHES}\n{second.text}")
    if front.mana_cost == whole.mana_cost and first.mana_cost and second.mana_cost:
        costs = (wagic_cost(first.mana_cost), wagic_cost(second.mana_cost))
        own = {**own, "mana": _BETWEEN.join(costs)}
    others = [face for face in card.faces[1:] if face.kind != "split"]
    return evolve(card, faces=(one, *others), extras={**card.extras, "wagic": own})
