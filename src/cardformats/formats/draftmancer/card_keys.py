"""The keys of custom cards and further faces: one table, by which they are read and written."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache, partial
from typing import Any, NamedTuple

from attrs import evolve, frozen

from ...diagnostic_log import DiagnosticLog
from ...losses import Loss, LossLog
from ...model import Card, CardRef, Color, Face, ManaCost
from ...model.cards import split_types
from ..capabilities import lost_properties
from .codes import DraftmancerCode
from .effects import effect_from_model
from .faces import HALVES, back_of, further_faces, halves_of, printed
from .format import RARITIES, nearest_rarity
from .lines import parse_reference, reference_text
from .mana import corrected_cost, mana_cost_from_model, parse_mana_cost
from .section_json import Node, whole

#: The set of custom cards that have none, to Draftmancer.
DEFAULT_SET = "custom"
#: The mark in the extras of a card whose type and cost are those of an official one.
INHERITS = "inherits"
#: The kind of a card's first face.
FRONT = "front"
#: The two forms of images.
IMAGES = frozenset(("image", "image_uris"))
SCRYFALL_ID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")

#: Between the texts of several faces.
_BETWEEN_TEXTS = "\n//\n"
_TEXT = {str}
_COLORS = {color.value: color for color in Color}
#: What else colours are called, in lower case.
_COLOR_WORDS = {
    word: color.value for color in Color for word in (color.value.lower(), color.name.lower())
}

#: Makes the node of a value, which takes longer than to look at one that is as it should be.
_At = Callable[[], Node]

# How values are read, of a card or of a face that is none: None if a value is wrong.  Of faces,
# Draftmancer ignores wrong images and costs.


def _text(value: Any, at: _At) -> str | None:
    return value if value.__class__ is str else at().text()


def _unchecked_text(value: Any, at: _At) -> str | None:
    if value is None or isinstance(value, str):
        return value
    at().ignored("a string")
    return None


def _unchecked_texts(value: Any, at: _At) -> list[str] | None:
    if isinstance(value, list) and _are_texts(value):
        return value
    node = at()
    node.ignored("an array of strings", node.rewritten([value]) if value.__class__ is str else None)
    return None


def _unchecked_members(value: Any, at: _At) -> dict[str, str] | None:
    if isinstance(value, dict) and _are_texts(value.values()):
        return value
    at().ignored("an object of strings")
    return None


def _are_texts(values: Iterable[object]) -> bool:
    return set(map(type, values)) <= _TEXT


def _boolean(_value: Any, at: _At) -> bool | None:
    return at().boolean()


def _number_text(value: Any, at: _At) -> str | None:
    if isinstance(value, str):
        return value
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        at().wrong("a number or a string")
        return None
    return str(value if (number := whole(value)) is None else number)


def _cost(value: Any, at: _At) -> str | None:
    """The text of a cost, also of one that cannot be understood."""
    text = _text(value, at)
    cost = parse_mana_cost(text or "")
    if cost.problem:
        node = at()
        better = corrected_cost(text or "")
        fix = node.rewritten(better) if better else None
        node.report(DraftmancerCode.MANA_COST, fix, problem=cost.problem)
    elif cost.unusual:
        symbol, instead = cost.unusual
        node, better = at(), f"; it is {instead} there" if instead else ""
        fix = node.rewritten(text.replace(symbol, instead)) if instead and text else None
        node.report(DraftmancerCode.SYMBOL, fix, symbol=symbol, instead=better)
    return text


def _face_cost(value: Any, at: _At) -> str | None:
    text = _text(value, at)
    if parse_mana_cost(text or "").problem:
        at().ignored("a mana cost")
    return text


def _images(value: Any, at: _At) -> dict[str, str]:
    if isinstance(value, dict) and "en" in value and _are_texts(value.values()):
        return value
    if isinstance(value, str):
        at().wrong("an object", at().rewritten({"en": value}))
        return {}
    members = at().members() or {}
    images = {name: text for name, each in members.items() if (text := each.text()) is not None}
    if images == value and "en" not in images:
        at().wrong("an object with the member 'en'")
    return images


def _face_images(value: Any, at: _At) -> dict[str, str]:
    images = _unchecked_members(value, at)
    if images is None or "en" in images:
        return images or {}
    at().ignored("an object with the member 'en'")
    return {}


def _colors(value: Any, at: _At) -> frozenset[Color]:
    colors: set[Color] = set()
    if isinstance(value, str) and set(value) <= _COLORS.keys():
        at().wrong("an array", at().rewritten([*value]))
        return frozenset()
    for each in at().items("a colour"):
        if isinstance(each.value, str) and each.value and each.value in "WUBRG":
            colors |= {_COLORS[letter] for letter in each.value}
        else:
            word = each.value.lower() if isinstance(each.value, str) else ""
            letter = _COLOR_WORDS.get(word)
            each.wrong("one of W, U, B, R, G", each.rewritten(letter) if letter else None)
    return frozenset(colors)


def _rarity(value: Any, at: _At) -> str | None:
    text = _text(value, at)
    if text is None or text in RARITIES:
        return text
    at().wrong("one of " + ", ".join(RARITIES), at().nearest(RARITIES, (text,)))
    return None


def _related(_value: Any, at: _At) -> tuple[CardRef | Face, ...]:
    """The related cards: Scryfall ids, card lines, or faces."""
    related: list[CardRef | Face] = []
    for each in at().items("a related card"):
        if isinstance(each.value, dict):
            related += filter(None, (face_to_model(each, FRONT),))
        elif not isinstance(each.value, str):
            each.wrong("a string or an object")
        elif SCRYFALL_ID.fullmatch(each.value):
            related.append(CardRef("", id=each.value))
        else:
            related.append(parse_reference(each.value)[1])
    return tuple(related)


@frozen
class Writing:
    """A face that is written, and how its values are: None for those that are left out.

    Attributes:
        face: the face.
        card: the card that it is of.
        losses: where that goes which cannot be written.
        in_texts: the properties that texts were made of.
        is_front: whether the object is the card's, and not that of another face.
    """

    face: Face
    card: Card
    losses: LossLog
    in_texts: frozenset[str] = frozenset()
    is_front: bool = True

    @property
    def halves(self) -> tuple[Face, ...]:
        """The faces whose costs and types are written: of a split card the halves."""
        return (halves_of(self.card) if self.is_front else ()) or (self.face,)

    @property
    def inherits(self) -> bool:
        """Whether this has no type and cost of its own."""
        return self.is_front and inherits_from_official(self.card)

    def set_code(self) -> str | None:
        """The set, also if there is none.

        Else the card would inherit what it does not say from the official card of its name.
        """
        return self.card.set_code or (None if self.inherits else DEFAULT_SET)

    def rarity(self) -> str:
        """The rarity, or the nearest that there is."""
        rarity = self.card.rarity
        return rarity if rarity in RARITIES else nearest_rarity(self.card)

    def mana_cost(self) -> str | None:
        """The cost; a card has one, if it is empty."""
        if self.inherits or (self.face.mana_cost is None and not self.is_front):
            return None
        costs = [
            mana_cost_from_model(each.mana_cost, self.card.name, self.losses)
            for each in self.halves
        ]
        if self.face.mana_cost == ManaCost():
            self.losses.changed(Loss.COST, self.card.name, "costs without a symbol", "none")
        return HALVES.join(costs) if any(costs) else ""

    def colors(self) -> list[str] | None:
        """The colours, where they are not those that Draftmancer takes from the (first) cost."""
        cost = self.halves[0].mana_cost
        is_derived = self.face.colors == (cost.colors if cost else frozenset())
        return None if is_derived else letters(self.face)

    def type(self) -> str | None:
        """The type, without the subtypes."""
        if self.inherits:
            return None
        text = HALVES.join(map(written_type, self.halves))
        if type_words(text)[:2] != (self.face.supertypes, self.face.types):
            kind = "types that are read as other words"
            self.losses.changed(Loss.TYPE, self.card.name, kind)
        return text

    def subtypes(self) -> list[str] | None:
        """The subtypes, without the mark that stands between those of two halves."""
        return [word for word in self.face.subtypes if word != HALVES.strip()] or None

    def image_uris(self) -> dict[str, str] | None:
        """The images, if there are others than an English one."""
        images = self.face.images
        if not images or images.keys() == {"en"}:
            return None
        if "en" not in images:
            kind = "images without an English one"
            self.losses.changed(Loss.IMAGE, self.card.name, kind, "the first is that, too")
        return {"en": next(iter(images.values()))} | dict(images)

    def text(self) -> str | None:
        """The text; of a front, with those of the faces that have no place of their own."""
        texts = [self.face.text]
        for face in further_faces(self.card) if self.is_front else ():
            self.losses.changed(
                Loss.FACE, self.card.name, f"further faces of the kind {face.kind!r}", "texts"
            )
            parts = printed(face)
            texts.append("\n".join(parts))
            for name in lost_properties(face, parts, self.in_texts):
                if face.properties[name] != self.face.properties.get(name):
                    self.losses.dropped(Loss.PROPERTY, self.card.name, f"the property {name!r}")
            if face.images and face.images != self.face.images:
                self.losses.dropped(Loss.IMAGE, self.card.name, "images of further faces")
        return _BETWEEN_TEXTS.join(filter(None, texts)) or None

    def back(self) -> dict[str, Any] | None:
        """The back face, if there is one."""
        face = back_of(self.card)
        return None if face is None else self.other(face)

    def related(self) -> list[Any] | None:
        """The related cards that can be written."""
        output: list[Any] = []
        for each in self.card.related:
            if isinstance(each, Face):
                output.append(self.other(each))
            elif text := reference_text(each) if each.name else each.id:
                output.append(text)
            else:
                kind = "a related card whose name reads as something else"
                self.losses.dropped(Loss.RELATED, self.card.name, kind)
        return output or None

    def effects(self) -> list[Any] | None:
        """The draft effects that can be written."""
        effects = (
            effect_from_model(each, self.card.name, self.losses) for each in self.card.draft_effects
        )
        return [each for each in effects if each is not None] or None

    def other(self, face: Face) -> dict[str, Any]:
        """The object of a *face* that is not the front."""
        writing = evolve(self, face=face, is_front=False)
        if writing.colors() is not None:
            kind = "the colours of a face that are not those of its cost"
            self.losses.dropped(Loss.COLOR, self.card.name, kind)
        return writing.members(FACE_KEYS)

    def members(self, keys: Mapping[str, Key]) -> dict[str, Any]:
        """The object with those of the *keys* that there is something to say of."""
        output = {
            name: value for name, key in keys.items() if (value := key.write(self)) is not None
        }
        for name in lost_properties(self.face, output.values(), self.in_texts):
            if name != "layout":
                self.losses.dropped(Loss.PROPERTY, self.card.name, f"the property {name!r}")
        return output


#: What these read of a string is the string.
_TEXTS = frozenset((_text, _unchecked_text, _number_text))


class Key(NamedTuple):
    """A key.

    Attributes:
        read: its value in the model's words.
        write: the value that is written.
        nothing: how a card says that it has nothing of the kind, where it would inherit something.
    """

    read: Callable[[Any, _At], Any]
    write: Callable[[Writing], Any]
    nothing: Any = None


#: The keys that cards and faces have, in the order in which they are written.
_NAME = {"name": Key(_text, lambda it: it.face.name)}
_COST = {"mana_cost": Key(_cost, Writing.mana_cost)}
_LAYOUT = {
    "layout": Key(
        _unchecked_text, lambda it: None if it.is_front else it.face.properties.get("layout")
    )
}
_PRINTED = {
    "type": Key(_text, Writing.type),
    "subtypes": Key(_unchecked_texts, Writing.subtypes, []),
    "oracle_text": Key(_unchecked_text, Writing.text, ""),
    "power": Key(_number_text, lambda it: it.face.power or None, ""),
    "toughness": Key(_number_text, lambda it: it.face.toughness or None, ""),
    "loyalty": Key(_number_text, lambda it: it.face.loyalty or None, ""),
    "image": Key(
        _text, lambda it: it.face.images["en"] if it.face.images.keys() == {"en"} else None
    ),
    "image_uris": Key(_images, Writing.image_uris),
    "printed_names": Key(_unchecked_members, lambda it: dict(it.face.printed_names) or None, {}),
}
#: The keys of a face that is no card.
FACE_KEYS = (
    _NAME
    | _COST
    | _LAYOUT
    | _PRINTED
    | {
        "mana_cost": Key(_face_cost, Writing.mana_cost),
        "image_uris": Key(_face_images, Writing.image_uris),
    }
)
_COLORS_KEY = {"colors": Key(_colors, Writing.colors)}
#: The keys of a card whose values have no place in the model: they are among its extras.
KEPT = _LAYOUT | {"in_booster": Key(_boolean, lambda _: None, nothing=True)}
#: The keys of a card.
CARD_KEYS = (
    _NAME
    | {
        "set": Key(_text, Writing.set_code, ""),
        "collector_number": Key(_text, lambda it: it.card.number or None, ""),
        "rarity": Key(_rarity, Writing.rarity),
    }
    | _COST
    | _COLORS_KEY
    | _PRINTED
    | {
        "back": Key(lambda _, at: face_to_model(at(), "back"), Writing.back),
        "related_cards": Key(_related, Writing.related, []),
        "draft_effects": Key(lambda _, at: at(), Writing.effects, []),
        "rating": Key(lambda _, at: at().number(), lambda it: it.card.rating or None, 0),
        "foil": Key(_boolean, lambda it: it.card.finish == "foil" or None, nothing=False),
    }
    | KEPT
)


def read_members(owners: Mapping[str, Node], keys: Mapping[str, Key]) -> dict[str, Any]:
    """The values of *keys*, each in the object that has it; None where one is wrong."""
    if owners.keys() >= IMAGES:
        owners["image"].member("image").report(DraftmancerCode.IMAGE_TWICE)
        owners = {name: owner for name, owner in owners.items() if name != "image"}
    members = {}
    for name, owner in owners.items():
        if (key := keys.get(name)) is not None:
            value = owner.value[name]
            is_plain = value.__class__ is str and key.read in _TEXTS
            members[name] = value if is_plain else key.read(value, partial(owner.member, name))
    return members


def fits_key(member: Node, key: str) -> bool:
    """Whether *member* of a card can be that of another *key*, or can be made so."""
    log = DiagnosticLog(1)
    tried = evolve(member, log=log)
    CARD_KEYS[key].read(member.value, lambda: tried)
    return all(each.fix for each in log.finish())


def face_to_model(node: Node, kind: str) -> Face | None:
    """The face in *node*."""
    if not node.is_object():
        return None
    node.unknown_keys(FACE_KEYS.keys(), fits_key)
    name = node.required_text("name")
    if name is None or node.required_text("type") is None:
        return None
    owners = dict.fromkeys(node.value, node)
    members = read_members(owners, FACE_KEYS | _COLORS_KEY)
    face = face_of(name, members, kind)
    # a card's own layout is in its extras; a face has none
    layout = members.get("layout")
    return evolve(face, properties={"layout": layout}) if layout else face


def face_of(name: str, members: Mapping[str, Any], kind: str) -> Face:
    """The face that *members* describe."""
    supertypes, types, printed_subtypes = type_words(members.get("type") or "")
    mana = parse_mana_cost(members.get("mana_cost") or "").mana
    images, image = members.get("image_uris"), members.get("image")
    if images is None:
        images = {"en": image} if image else {}
    return Face(
        name,
        mana,
        members.get("colors", mana.colors if mana else frozenset()),
        supertypes,
        types,
        members.get("subtypes") or printed_subtypes,
        members.get("oracle_text") or "",
        members.get("power") or None,
        members.get("toughness") or None,
        members.get("loyalty") or None,
        images,
        members.get("printed_names") or {},
        kind=kind,
    )


@lru_cache(maxsize=1024)
def type_words(type_line: str) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """The supertypes, the types, and the subtypes (after a dash) of *type_line*."""
    halves = [half.partition("\N{EM DASH}") for half in type_line.split(HALVES)]
    types = (word for half, _, _ in halves for word in half.split())
    subtypes = (word for _, _, half in halves for word in half.split())
    if len(halves) > 1:
        return *split_types(dict.fromkeys(types)), tuple(dict.fromkeys(subtypes))
    return *split_types(types), tuple(subtypes)


def written_type(face: Face) -> str:
    """The type of *face* as custom cards have it: without the subtypes."""
    return " ".join((*face.supertypes, *face.types))


def letters(face: Face) -> list[str]:
    """The colours of *face* as custom cards have them."""
    return [color.value for color in Color if color in face.colors]


def inherits_from_official(card: Card) -> bool:
    """Whether the type and cost of *card* are those of an official card of its name."""
    face = card.faces[0]
    is_marked = card.extras.get("draftmancer", {}).get(INHERITS) is True
    return is_marked and not (face.types or face.supertypes or face.mana_cost)
