"""What a card loses that was written: what its text reads as is compared with what it was."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Final

from ..losses import Loss, LossLog
from ..model import Card
from .capabilities import FIELDS, NONE, Capabilities

#: For each field of a card: its loss, and the capability that says whether it is supported.
_OF_CARDS: Final[Mapping[str, tuple[Loss, str]]] = {
    "set_code": (Loss.SET, "codes"),
    "number": (Loss.NUMBER, "numbers"),
    "rarity": (Loss.RARITY, "rarities"),
    "rating": (Loss.RATING, "ratings"),
}
_OF_FACES: Final[Mapping[str, Loss]] = {
    "name": Loss.NAME,
    **{name: code for name, (code, _) in FIELDS.items()},
    "properties": Loss.PROPERTY,
}


def report_changes(card: Card, again: Card | None, can: Capabilities, losses: LossLog) -> None:
    """Report what *card* loses that is read as *again*; all of it if that is None.

    Losses that the capabilities *can* declare are not reported here.
    """
    if again is None:
        losses.dropped(Loss.CARD, card.name)
        return
    for name, (code, row) in _OF_CARDS.items():
        is_supported = getattr(can, row) not in (False, NONE)
        if is_supported and getattr(card, name) != getattr(again, name):
            losses.changed(code, card.name)
    for scheme in can.ids or ():
        if scheme in card.ids and card.ids[scheme] != again.ids.get(scheme):
            losses.changed(Loss.ID, card.name, f"the id {scheme!r}")
    if can.related and card.related and not set(card.related) <= set(again.related):
        losses.changed(Loss.RELATED, card.name)
    _report_faces(card, again, can, losses)


def _report_faces(card: Card, again: Card, can: Capabilities, losses: LossLog) -> None:
    """Report what the faces of *card* lose, also if halves are read with the whole card of them."""
    others = again.faces
    surplus = len(others) - len(card.faces)
    if card.name != again.name and surplus > 0 and others[surplus].kind == "split":
        losses.changed(Loss.NAME, card.name)
        others = others[surplus:]
    own, read = (Counter(each.kind for each in faces[1:]) for faces in (card.faces, others))
    if any(can.faces is None or kind in can.faces for kind in own - read):
        are_fewer = len(others) < len(card.faces)
        (losses.dropped if are_fewer else losses.changed)(Loss.FACE, card.name)
    for place, (face, other) in enumerate(zip(card.faces, others, strict=False)):
        for name, code in _OF_FACES.items():
            if getattr(face, name) != getattr(other, name):
                losses.changed(code, card.name)
        images = (other if place else again).images
        if can.images and (
            face.images.keys() - {"en"} or face.images.get("en") != images.get("en")
        ):
            losses.dropped(Loss.IMAGE, card.name, "images without an English one, or further ones")
