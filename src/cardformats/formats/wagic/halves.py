"""Split cards: the lines of a primitive have both halves, with ``//`` between them."""

from __future__ import annotations

from typing import Final

from attrs import evolve

from ...model import Card, Face, ManaCost
from .costs import parse_cost, wagic_cost
from .primitives import Body

_SLASHES: Final = "//"
_BETWEEN: Final = f" {_SLASHES} "


def faces_of(body: Body) -> tuple[Face, ...]:
    """The faces that *body* is: its own, and the second half if its type line has two."""
    face = body.face
    if _SLASHES not in face.types or _BETWEEN not in face.name:
        return (face,)
    place, second = face.types.index(_SLASHES), face.name.partition(_BETWEEN)[2]
    text, _, more_text = face.text.partition(_SLASHES)
    written, _, more_mana = str(body.extras.get("mana", "")).partition(_SLASHES)
    costs = [parse_cost(each).mana for each in (written, more_mana)] if more_mana else []
    cost, more_cost = costs or (face.mana_cost, None)
    usual = face.mana_cost.colors if face.mana_cost is not None else frozenset()
    is_usual = face.colors == usual
    front = evolve(
        face,
        mana_cost=cost,
        colors=(cost.colors if cost else frozenset()) if is_usual else face.colors,
        types=face.types[:place],
        text=text.strip(),
    )
    types, text = face.types[place + 1 :], more_text.strip()
    return front, Face(second, mana_cost=more_cost, types=types, text=text, kind="split")


def as_one(card: Card) -> Card:
    """*card* whose first face has both halves, as the lines of a primitive have them."""
    if len(card.faces) == 1 or card.faces[1].kind != "split" or _BETWEEN not in card.name:
        return card
    front, half, *others = card.faces
    costs = [each.mana_cost for each in (front, half)]
    whole = evolve(
        front,
        mana_cost=ManaCost(tuple(symbol for cost in costs if cost for symbol in cost.symbols)),
        colors=front.colors | half.colors,
        types=(*front.types, _SLASHES, *half.types),
        text=f"{front.text}\n{_SLASHES}\n{half.text}",
    )
    own = card.extras.get("wagic", {})
    if None not in costs:
        own = {**own, "mana": _BETWEEN.join(wagic_cost(cost) for cost in costs if cost)}
    extras = {**card.extras, "wagic": own} if own else card.extras
    return evolve(card, faces=(whole, *others), extras=extras)
