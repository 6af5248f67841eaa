"""Addresses of images from a template, for fronts and backs that have none."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import quote

from attrs import evolve

from ...losses import Loss, LossLog
from ...model import Card, CardSet
from ...model.frozen import EMPTY
from .format import PLACEHOLDERS

#: A placeholder. The mark before ``{type}`` is removed together with an empty type.
_PLACEHOLDER: Final = re.compile(
    "|".join([r"[._-]?\{type\}", *(re.escape(each) for each in PLACEHOLDERS)])
)
#: The placeholders that differ between the front and the back.
_OF_FACES: Final = ("{name}", "{face}", "{type}")


def with_images(cardset: CardSet, template: str, losses: LossLog) -> CardSet:
    """Return *cardset* with addresses by *template* for cards without images."""
    sets = _mappings(cardset.extras.get("octgn", EMPTY).get("sets"))
    set_id = _text(sets[0].get("id")) if sets else ""
    cards = [_with_images(card, template, set_id, losses) for card in cardset.cards]
    return evolve(cardset, cards=cards)


def _with_images(card: Card, template: str, set_id: str, losses: LossLog) -> Card:
    back = next((place for place, face in enumerate(card.faces) if face.kind == "back"), 0)
    faces = list(card.faces)
    for place in {0, back}:
        if not faces[place].images:
            values = _values(card, place, set_id)
            if address := _address(card, template, values, losses):
                faces[place] = evolve(faces[place], images={"en": address})
    return evolve(card, faces=faces)


def _unpadded(number: str) -> str:
    """Return a number without leading zeros."""
    rest = number.lstrip("0")
    return rest if rest[:1].isdigit() else number[-len(rest) - 1 :]


def _values(card: Card, place: int, set_id: str) -> dict[str, str]:
    """Return the values of the placeholders for the face at index *place*; empty if missing."""
    kept = card.extras.get("octgn", EMPTY)
    # alternates with a name are texts and not faces
    alternates = [each for each in _mappings(kept.get("alternates")) if "name" not in each]
    about = alternates[place - 1] if 0 < place <= len(alternates) else {}
    number = card.number or ""
    return {
        "{set}": card.set_code or "",
        "{set_id}": _text(kept.get("set")) or set_id,
        "{id}": next(iter(card.ids.values()), number),
        "{number}": number,
        "{number:unpadded}": _unpadded(number),
        "{name}": card.faces[place].name,
        "{face}": "back" if place else "front",
        "{type}": _text(about.get("type")) if place else "",
    }


def _mappings(value: object) -> list[Mapping[str, Any]]:
    """Return the mappings in a stored value, which may have been changed by anyone."""
    items = value if isinstance(value, tuple) else ()
    return [each for each in items if isinstance(each, Mapping)]


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _address(card: Card, template: str, values: Mapping[str, str], losses: LossLog) -> str:
    """Return the address by *template*; empty if *card* lacks a value that it needs."""
    is_back = values["{face}"] == "back"
    for placeholder in PLACEHOLDERS:
        is_optional = placeholder == "{type}" and not is_back
        if placeholder in template and not (values[placeholder] or is_optional):
            losses.dropped(Loss.IMAGE, card.name, f"images of cards without {placeholder}")
            return ""
    if is_back and not any(each in template for each in _OF_FACES):
        kind = "images of backs, where the address has neither {face} nor {name} nor {type}"
        losses.dropped(Loss.IMAGE, card.name, kind)
        return ""

    def filled(match: re.Match[str]) -> str:
        mark, brace, rest = match[0].partition("{")
        value = values[brace + rest]
        return mark + quote(value, safe="", errors="replace") if value else ""

    return _PLACEHOLDER.sub(filled, template)
