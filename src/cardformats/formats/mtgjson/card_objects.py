"""Conversion from cards to the objects of their faces, with uuids.

A card keeps its uuid. A card without one gets a name-based uuid (version 5) of its name, set code
and number, so it is the same each time the card is written. If several cards have the same three
values, later ones are numbered. The uuids of further faces are made from that of the front and
their index.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from itertools import count
from typing import Any, Final
from uuid import NAMESPACE_URL, uuid5

from ...catalog import LANGUAGES
from ...losses import Loss, LossLog
from ...model import Card, CardRef, CardSet, Face, ManaCost
from ...model.cards import whole_of
from ...model.frozen import EMPTY, thaw
from ..capabilities import lost_properties
from .syntax import FACE_KINDS, FACES, FINISHES, IDENTIFIERS, KEPT, TOKEN

_NAMESPACE: Final = uuid5(NAMESPACE_URL, "cardformats/mtgjson")
_RARITIES: Final = ("common", "uncommon", "rare", "mythic", "special", "bonus")
#: The extras that are written under their own names. An unknown cost is written as the cost.
_WRITTEN: Final = tuple(name for name in KEPT if name != "unknownCost")
_LANGUAGES: Final = {code: language for language, code in LANGUAGES.items()}


def own_extras(extras: Mapping[str, Any]) -> dict[str, Any]:
    """Return the extras of this format."""
    own = extras.get("mtgjson", EMPTY)
    return dict(own) if isinstance(own, Mapping) else {}


class CardWriter:
    """A writer of the objects of a set's cards."""

    def __init__(self, cardset: CardSet, code: str, losses: LossLog) -> None:
        """Create a writer of the cards of *cardset*, which has this *code*, and of named cards."""
        self._cardset, self._code, self._losses = cardset, code, losses
        self._uuids: dict[int, str] = {}
        self._named: dict[CardRef, str] = {}
        self._taken: set[str] = set()
        self._uses: dict[tuple[str, ...], int] = {}
        self._numbers = {card.number for card in cardset.cards if card.number is not None}
        self._counted = map(str, count(1))
        for card in cardset.cards:
            self._uuids[id(card)] = self._uuid(card)

    @staticmethod
    def made_uuid(*parts: str) -> str:
        """Return the uuid of *parts*. The same parts always have the same uuid."""
        return str(uuid5(_NAMESPACE, json.dumps(parts)))

    def _uuid(self, card: Card) -> str:
        uuid = card.ids.get("mtgjson")
        while uuid is None or uuid in self._taken:
            own = (card.name, (card.set_code or self._code).upper(), card.number or "")
            self._uses[own] = uses = self._uses.get(own, 0) + 1
            uuid = self.made_uuid("card", *own, *([str(uses)] if uses > 1 else []))
        if card.ids.get("mtgjson", uuid) != uuid:
            what = "ids that an earlier card has"
            self._losses.changed(Loss.ID, card.name, what, "new ids")
        self._taken.add(uuid)
        return uuid

    def uuid_of(self, ref: CardRef) -> str:
        """Return the uuid of the card of *ref*; for a card of another set, that in its reference.

        A card that is known only by its reference is written with only these values.
        """
        card = self._cardset.card(ref)
        if card is not None:
            return self._uuids[id(card)]
        if ref.id is not None and ref.name == ref.id:
            return ref.id
        if ref not in self._named:
            self._named[ref] = self._uuid(self._stub(ref))
            kind, into = "cards that are only named", "without types and text"
            self._losses.changed(Loss.CARD, ref.name, kind, into)
        return self._named[ref]

    @staticmethod
    def _stub(ref: CardRef) -> Card:
        return Card(Face(ref.name), ref.set_code, ref.number)

    def objects(self) -> list[dict[str, Any]]:
        """Return the objects of all faces in order. A face of several cards occurs once."""
        objects: dict[str, dict[str, Any]] = {}
        pairs = [(card, self._uuids[id(card)]) for card in self._cardset.cards]
        for card, uuid in (*pairs, *((self._stub(ref), each) for ref, each in self._named.items())):
            for item in self._faces(card, uuid):
                known = objects.setdefault(item["uuid"], item)
                if known is not item:  # the meld result of two cards
                    others = (*known.get("otherFaceIds", ()), *item.get("otherFaceIds", ()))
                    known["otherFaceIds"] = list(dict.fromkeys(others))
        return list(objects.values())

    def _faces(self, card: Card, uuid: str) -> Iterator[dict[str, Any]]:
        """Yield the objects of the faces of a card."""
        kept = own_extras(card.extras)
        further = kept.get("faces")
        known = [each for each in further if isinstance(each, Mapping)] if further else []
        faces = self._written_faces(card)
        layout = kept.get("layout") or _layout(card, faces)
        self._report_faces(card, faces, layout)
        shared = self._shared(card, kept, layout, faces)
        uuids = [uuid]
        for place in range(1, len(faces)):
            uuid_ = known[place - 1].get("uuid") if place <= len(known) else None
            uuids.append(
                uuid_ if isinstance(uuid_, str) else self.made_uuid("face", uuid, str(place))
            )
        for place, face in enumerate(faces):
            about = known[place - 1] if 0 < place <= len(known) else EMPTY
            item = {**shared, **self._face(face, kept if place == 0 else about)}
            if foreign := _foreign(face, faces):
                item["foreignData"] = foreign
            of_it = (*_WRITTEN, "number", "rarity")
            item |= {name: thaw(about[name]) for name in of_it if name in about}
            item["uuid"] = uuids[place]
            if "multiverseId" in about:
                item["identifiers"] = {**item["identifiers"], "multiverseId": about["multiverseId"]}
            if len(faces) > 1:
                item["side"] = about.get("side") or chr(ord("a") + place)
                item["faceName"] = face.name
                item["otherFaceIds"] = [each for each in uuids if each != uuids[place]]
                item["faceManaValue"] = _value(face.mana_cost)
                if layout == "meld" and place:
                    item["name"] = face.name
            yield dict(sorted(item.items()))

    def _written_faces(self, card: Card) -> tuple[Face, ...]:
        """Return the faces that have objects: all faces, but only the halves of a split card."""
        halves = card.faces[1:]
        if halves and all(each.kind == "split" for each in halves):
            whole = whole_of(halves)
            if card.name == whole.name and len(halves) > 1:
                return halves
        return card.faces

    def _report_faces(self, card: Card, faces: tuple[Face, ...], layout: str) -> None:
        """Report faces that the layout cannot express, and other properties."""
        kind = FACE_KINDS.get(layout, "alternate")
        if len(faces) > 1 and any(each.kind != kind for each in faces[1:]):
            self._losses.changed(Loss.FACE, card.name, f"faces of the layout {layout!r}", kind)
        elif len(faces) > 1 and kind == "split" and card.faces[0] != whole_of(faces):
            what = "the whole of a split card"
            self._losses.changed(Loss.FACE, card.name, what, "both of its halves")
        for face in card.faces:
            texts = (face.name, face.text, face.power, face.toughness, face.loyalty)
            for name in lost_properties(face, texts):
                self._losses.dropped(Loss.PROPERTY, card.name, f"the property {name!r}")

    def _shared(
        self, card: Card, kept: Mapping[str, Any], layout: str, faces: tuple[Face, ...]
    ) -> dict[str, Any]:
        """Return the members that the objects of all faces of a card share."""
        own = {name: thaw(kept[name]) for name in _WRITTEN if name in kept}
        if kept.get("releaseDate") not in (None, self._cardset.meta.get("release_date")):
            own["originalReleaseDate"] = kept["releaseDate"]
        words = own.get("finishes")
        finishes = words.split() if isinstance(words, str) else FINISHES
        if card.finish is not None:
            finishes = [card.finish]
        elif len(finishes) == 1 and finishes != ["nonfoil"]:
            finishes = FINISHES
        is_split = FACE_KINDS.get(layout) == "split"
        cost = whole_of(faces).mana_cost if is_split and len(faces) > 1 else faces[0].mana_cost
        identifiers = {
            IDENTIFIERS[scheme]: value
            for scheme, value in card.ids.items()
            if scheme in IDENTIFIERS
        }
        return {
            "availability": ["paper"],
            "borderColor": "black",
            **own,
            "layout": layout,
            "finishes": list(finishes),
            "hasFoil": "foil" in finishes,
            "hasNonFoil": "nonfoil" in finishes,
            "identifiers": dict(sorted(identifiers.items())),
            "name": FACES.join(each.name for each in faces),
            "number": self._number(card),
            "rarity": self._rarity(card),
            "isToken": card.rarity == TOKEN,
            "setCode": (card.set_code or self._code).upper(),
            "colorIdentity": sorted(color.value for color in card.color_identity),
            "manaValue": _value(cost),
            "convertedManaCost": _value(cost),
        }

    @staticmethod
    def _face(face: Face, kept: Mapping[str, Any]) -> dict[str, Any]:
        """Return the members of a single face."""
        types = (*(TOKEN.title() for each in face.supertypes if each == "Token"), *face.types)
        item: dict[str, Any] = {
            "type": face.type_line,
            "supertypes": [each for each in face.supertypes if each != "Token"],
            "types": list(types),
            "subtypes": list(face.subtypes),
            "colors": sorted(color.value for color in face.colors),
        }
        cost = str(face.mana_cost) if face.mana_cost is not None else kept.get("unknownCost")
        texts = {"manaCost": cost, "text": face.text or None, "power": face.power}
        texts |= {"toughness": face.toughness, "loyalty": face.loyalty}
        return item | {name: text for name, text in texts.items() if text is not None}

    def _number(self, card: Card) -> str:
        """Return the number, or the first unused one."""
        if card.number is not None:
            return card.number
        number = next(each for each in self._counted if each not in self._numbers)
        self._losses.changed(Loss.NUMBER, card.name, "cards without a number", "counted")
        return number

    def _rarity(self, card: Card) -> str:
        """Return the rarity, or the nearest valid one."""
        if card.rarity in _RARITIES or card.rarity == TOKEN:
            return card.rarity
        nearest = "common" if card.rarity in (None, "land") else "special"
        what = f"the rarity {card.rarity!r}" if card.rarity else "cards without a rarity"
        self._losses.changed(Loss.RARITY, card.name, what, repr(nearest))
        return nearest


def _layout(card: Card, faces: tuple[Face, ...]) -> str:
    """Return the layout that matches the faces of a card."""
    if len(faces) == 1:
        return "token" if card.rarity == TOKEN else "normal"
    if faces[1].kind == "back":
        return "modal_dfc" if faces[1].mana_cost is not None else "transform"
    if faces[1].kind == "split":
        return "split"
    return "adventure" if "Adventure" in faces[1].subtypes else "flip"


def _value(cost: ManaCost | None) -> int | float:
    value = cost.mana_value if cost is not None else 0
    return value if isinstance(value, int) else float(value)


def _foreign(face: Face, faces: tuple[Face, ...]) -> list[dict[str, str]]:
    """Return the names of a face in other languages."""
    foreign = []
    for code, name in face.printed_names.items():
        item = {"language": _LANGUAGES.get(code, code), "name": name}
        if len(faces) > 1:
            item["faceName"] = name
            item["name"] = FACES.join(each.printed_names.get(code, each.name) for each in faces)
        foreign.append(item)
    return foreign
