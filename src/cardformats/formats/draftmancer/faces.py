"""Faces: between the members that custom cards and their further faces share, and the model."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import evolve

from ...diagnostics import LossLog
from ...model import Color, Face, ManaCost
from ...model.types import split_types
from .codes import DraftmancerCode
from .mana import parse_mana_cost
from .values import Node, whole

#: The kind of a card's first face.
FRONT = "front"

FACE_KEYS = frozenset(
    [
        "name",
        "type",
        "subtypes",
        "mana_cost",
        "image",
        "image_uris",
        "printed_names",
        "oracle_text",
        "power",
        "toughness",
        "loyalty",
        "layout",
    ]
)
_COLORS = {color.value: color for color in Color}


class Members:
    """The members of a custom card's or face's object."""

    def __init__(self, node: Node) -> None:
        """Take the members of *node*; that it is no object is reported."""
        self.node = node
        self.members = node.members() or {}

    def required_text(self, key: str) -> str | None:
        """A string that has to be there."""
        if key not in self.members:
            what = self.node.what
            self.node.log.add(DraftmancerCode.MISSING, self.node.span, what=what, name=key)
            return None
        return self.members[key].text()

    def text(self, key: str) -> str | None:
        """A string that may be absent."""
        return self.members[key].text() if key in self.members else None

    def number_text(self, key: str) -> str | None:
        """A number or a string, as a string; it may be absent."""
        node = self.members.get(key)
        if node is None:
            return None
        if isinstance(node.value, bool) or not isinstance(node.value, (int, float, str)):
            node.wrong("a number or a string")
            return None
        return str(node.value if (number := whole(node.value)) is None else number) or None

    def texts(self, key: str) -> dict[str, str]:
        """An object of strings that may be absent."""
        node = self.members.get(key)
        members = node.members() if node is not None else None
        pairs = ((name, member.text()) for name, member in (members or {}).items())
        return {name: text for name, text in pairs if text is not None}

    def face(self, name: str, kind: str) -> Face | None:
        """The face that these members describe."""
        type_line = self.text("type")
        if type_line is None and "type" in self.members:
            return None
        supertypes, types = split_types((type_line or "").split())
        images = self.images()
        subtypes = self.members["subtypes"].items("a subtype") if "subtypes" in self.members else ()
        mana = self.mana_cost()
        return Face(
            name,
            mana,
            self.colors(mana),
            supertypes,
            types,
            [text for node in subtypes if (text := node.text()) is not None],
            self.text("oracle_text") or "",
            self.number_text("power"),
            self.number_text("toughness"),
            self.number_text("loyalty"),
            images,
            self.texts("printed_names"),
            kind=kind,
        )

    def images(self) -> dict[str, str]:
        """The images by language."""
        if "image_uris" in self.members:
            images = self.texts("image_uris")
            given = self.members["image_uris"]
            if isinstance(given.value, dict) and "en" not in given.value:
                given.wrong("an object with the member 'en'")
            if "image" in self.members:
                self.node.log.add(DraftmancerCode.IMAGE_TWICE, self.members["image"].span)
            return images
        image = self.text("image")
        return {"en": image} if image else {}

    def mana_cost(self) -> ManaCost | None:
        """The mana cost."""
        text = self.text("mana_cost")
        cost = parse_mana_cost(text) if text else None
        if isinstance(cost, str):
            span = self.members["mana_cost"].span
            self.node.log.add(DraftmancerCode.MANA_COST, span, problem=cost)
            return None
        return cost

    def colors(self, mana: ManaCost | None) -> frozenset[Color]:
        """The colours: those given, else those of the mana cost."""
        if "colors" not in self.members:
            return mana.colors if mana else frozenset()
        colors: set[Color] = set()
        for node in self.members["colors"].items("a colour"):
            if isinstance(node.value, str) and node.value and node.value in "WUBRG":
                colors |= {_COLORS[letter] for letter in node.value}
            else:
                node.wrong("one of W, U, B, R, G")
        return frozenset(colors)


def lower_face(node: Node, kind: str) -> Face | None:
    """The face in *node*."""
    face = Members(node)
    name = face.required_text("name") if isinstance(node.value, dict) else None
    if name is None or face.required_text("type") is None:
        return None
    node.unknown_keys(FACE_KEYS)
    made, layout = face.face(name, kind), face.text("layout")
    # a card's own layout is in its extras; a face has none
    return evolve(made, properties={"layout": layout}) if made and layout else made


def raise_face(face: Face, card: str, images: Mapping[str, str], losses: LossLog) -> dict[str, Any]:
    """The members that faces and cards have in common, after the name and the cost."""
    raised: dict[str, Any] = {"type": type_words(face)}
    if face.subtypes:
        raised["subtypes"] = list(face.subtypes)
    if face.text:
        raised["oracle_text"] = face.text
    for key in ("power", "toughness", "loyalty"):
        if value := getattr(face, key):
            raised[key] = value
    if images.keys() == {"en"}:
        raised["image"] = images["en"]
    elif images:
        raised["image_uris"] = dict(images)
    if face.printed_names:
        raised["printed_names"] = dict(face.printed_names)
    for name in face.properties.keys() - {"layout"}:
        losses.dropped(f"the property {name!r}", card)
    return raised


def raise_other_face(face: Face, card: str, losses: LossLog) -> dict[str, Any]:
    """The object of a face that is not the front."""
    raised: dict[str, Any] = {"name": face.name}
    if face.mana_cost is not None:
        raised["mana_cost"] = str(face.mana_cost)
    if face.colors != (face.mana_cost.colors if face.mana_cost else frozenset()):
        losses.dropped("the colours of a face that are not those of its cost", card)
    if "layout" in face.properties:
        raised["layout"] = face.properties["layout"]
    return raised | raise_face(face, card, face.images, losses)


def type_words(face: Face) -> str:
    """The type of *face* as custom cards have it: without the subtypes."""
    return " ".join((*face.supertypes, *face.types))
