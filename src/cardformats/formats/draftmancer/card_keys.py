"""The keys of custom cards and further faces: one table, by which they are read and written."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from attrs import evolve, frozen

from ...losses import Loss, LossLog
from ...model import Card, CardRef, Color, Face, ManaCost
from ...model.cards import split_types
from ..capabilities import lost_properties
from .codes import DraftmancerCode
from .effects import EFFECT, effect_from_model
from .faces import HALVES, back_of, further_faces, halves_of, printed
from .format import RARITIES, nearest_rarity
from .kinds import (
    BOOLEAN,
    NUMBER,
    NUMBER_OR_TEXT,
    TEXT,
    ValueKind,
    any_of,
    anything,
    array_of,
    fits,
    ignored,
    is_of_type,
    object_of,
    words_of,
)
from .lines import SCRYFALL_ID, parse_reference, reference_text
from .mana import corrected_cost, is_cost, mana_cost_from_model, parse_mana_cost
from .section_json import JsonNode, whole

#: The set that Draftmancer uses for custom cards without one.
DEFAULT_SET = "custom"
#: The key in the extras of a card that inherits type and cost from an official card.
INHERITS = "inherits"
#: The kind of a card's first face.
FRONT = "front"
#: The two forms of images.
IMAGES = frozenset(("image", "image_uris"))

#: The separator of the texts of several faces.
_BETWEEN_TEXTS = "\n//\n"
_COLORS = {color.value: color for color in Color}
#: Other names of colours, in lower case.
_COLOR_WORDS = {
    word: color.value for color in Color for word in (color.value.lower(), color.name.lower())
}

# -- kinds of values


def _letters_of(value: Any) -> list[str] | None:
    """Return the colours in a text of colour letters; None if it is not such a text."""
    return [*value] if isinstance(value, str) and set(value) <= _COLORS.keys() else None


def _color_of(value: Any) -> str | None:
    """Return the letter of a colour that is written as a word or in lower case; None otherwise."""
    return _COLOR_WORDS.get(value.lower()) if isinstance(value, str) else None


def _is_text(value: Any) -> bool:
    return is_of_type(value, "string")


def _is_not_null(value: Any) -> bool:
    return value is not None


_COLOR = ValueKind(
    "string",
    "A colour.",
    expected="one of W, U, B, R, G",
    test=lambda text: text in "WUBRG",
    words={f'"{color.value}"': color.name.capitalize() for color in Color},
    repair=_color_of,
)
_COST = ValueKind("string", expected="a mana cost", test=is_cost, repair=corrected_cost)
_TEXTS = array_of(TEXT, expected="an array of strings")
_NAMES = object_of(
    {"en": TEXT.but("The printed name, if it differs.")},
    any_member=TEXT,
    expected="an object of strings",
)
_IMAGES = object_of(
    {"en": TEXT.but("The URL of its English image.")},
    any_member=TEXT,
    test=lambda value: "en" in value,
    schema={"required": ["en"]},
    expected="an object with the member 'en'",
)
_LAYOUT = words_of(
    "The arrangement of its faces.",
    {
        "split": "Two halves.",
        "split-left": "Two halves, rotated left.",
        "flip": "Upside down.",
    },
)
_RARITY = words_of("Its rarity. Default: `rare`.", dict.fromkeys(RARITIES, ""))


# -- values of the model


def _number_text(value: Any) -> str:
    return value if isinstance(value, str) else str(value if (n := whole(value)) is None else n)


def _colors(value: Any) -> frozenset[Color]:
    return frozenset(_COLORS[letter] for letters in value for letter in letters)


def _related(value: Any) -> tuple[CardRef | Face, ...]:
    """Return the related cards: Scryfall ids, card lines, or faces."""
    return tuple(
        face_to_model(each, FRONT)
        if isinstance(each, dict)
        else CardRef("", id=each)
        if SCRYFALL_ID.fullmatch(each)
        else parse_reference(each)[1]
        for each in value
    )


@frozen
class Writing:
    """A face that is written. Its methods return the values of keys; None for omitted ones.

    Attributes:
        face: The face.
        card: The card of the face.
        losses: The log of values that cannot be written.
        in_texts: The properties from which texts were made.
        is_front: Whether the object is that of the card, and not that of another face.
    """

    face: Face
    card: Card
    losses: LossLog
    in_texts: frozenset[str] = frozenset()
    is_front: bool = True

    @property
    def halves(self) -> tuple[Face, ...]:
        """Return the faces whose costs and types are written: the halves of a split card."""
        return (halves_of(self.card) if self.is_front else ()) or (self.face,)

    @property
    def inherits(self) -> bool:
        """Return whether the card has no type and cost of its own."""
        return self.is_front and inherits_from_official(self.card)

    def set_code(self) -> str | None:
        """Return the set, or the default set if there is none.

        Otherwise the card would inherit missing values from the official card of its name.
        """
        return self.card.set_code or (None if self.inherits else DEFAULT_SET)

    def rarity(self) -> str:
        """Return the rarity, or the nearest valid one."""
        rarity = self.card.rarity
        return rarity if rarity in RARITIES else nearest_rarity(self.card)

    def mana_cost(self) -> str | None:
        """Return the cost. A card always has one, which may be empty."""
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
        """Return the colours, if they differ from those that Draftmancer derives from the cost."""
        cost = self.halves[0].mana_cost
        is_derived = self.face.colors == (cost.colors if cost else frozenset())
        return None if is_derived else letters(self.face)

    def type(self) -> str | None:
        """Return the type without the subtypes."""
        if self.inherits:
            return None
        text = HALVES.join(map(written_type, self.halves))
        if type_words(text)[:2] != (self.face.supertypes, self.face.types):
            kind = "types that are read as other words"
            self.losses.changed(Loss.TYPE, self.card.name, kind)
        return text

    def subtypes(self) -> list[str] | None:
        """Return the subtypes, without the separator between those of two halves."""
        return [word for word in self.face.subtypes if word != HALVES.strip()] or None

    def image_uris(self) -> dict[str, str] | None:
        """Return the images, if there are others than an English one."""
        images = self.face.images
        if not any(images.values()) or images.keys() == {"en"}:
            return None
        if "en" not in images:
            kind = "images without an English one"
            self.losses.changed(Loss.IMAGE, self.card.name, kind, "the first is that, too")
        return {"en": next(iter(images.values()))} | dict(images)

    def text(self) -> str | None:
        """Return the text. The text of a front includes faces that have no key of their own."""
        texts = [self.face.text]
        for face, is_in_front in further_faces(self.card) if self.is_front else ():
            kind = f"further faces of the kind {face.kind!r}"
            into = "parts of the front" if is_in_front else "texts"
            self.losses.changed(Loss.FACE, self.card.name, kind, into)
            if is_in_front:
                continue
            parts = printed(face)
            texts.append("\n".join(parts))
            for name in lost_properties(face, parts, self.in_texts):
                if face.properties[name] != self.face.properties.get(name):
                    self.losses.dropped(Loss.PROPERTY, self.card.name, f"the property {name!r}")
            if face.images and face.images != self.face.images:
                self.losses.dropped(Loss.IMAGE, self.card.name, "images of further faces")
        return _BETWEEN_TEXTS.join(filter(None, texts)) or None

    def back(self) -> dict[str, Any] | None:
        """Return the back face, if there is one."""
        face = back_of(self.card)
        return None if face is None else self.other(face)

    def related(self) -> list[Any] | None:
        """Return the related cards that can be written."""
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
        """Return the draft effects that can be written."""
        effects = (
            effect_from_model(each, self.card.name, self.losses) for each in self.card.draft_effects
        )
        return [each for each in effects if each is not None] or None

    def other(self, face: Face) -> dict[str, Any]:
        """Return the object of a *face* that is not the front."""
        writing = evolve(self, face=face, is_front=False)
        if writing.colors() is not None:
            kind = "the colours of a face that are not those of its cost"
            self.losses.dropped(Loss.COLOR, self.card.name, kind)
        return writing.members(FACE_KEYS)

    def members(self, keys: Mapping[str, Key]) -> dict[str, Any]:
        """Return the object with the *keys* that have a value."""
        output = {
            name: value for name, key in keys.items() if (value := key.write(self)) is not None
        }
        for name in lost_properties(self.face, output.values(), self.in_texts):
            if name != "layout":
                self.losses.dropped(Loss.PROPERTY, self.card.name, f"the property {name!r}")
        return output


def _same(value: Any) -> Any:
    return value


class Key(NamedTuple):
    """A key of a card, or of another face.

    Attributes:
        kind: The kind of its values.
        write: A function that returns the written value.
        convert: A function that converts a value to the model.
        nothing: The value of a card without any, if it would inherit one.
    """

    kind: ValueKind
    write: Callable[[Writing], Any]
    convert: Callable[[Any], Any] = _same
    nothing: Any = None


#: The keys that cards and faces have, in the order in which they are written.
_NAME = {"name": Key(TEXT.but("The name of the card."), lambda it: it.face.name)}
_COST_KEY = {"mana_cost": Key(_COST.but("Its mana cost, e.g. `{2}{W}{W}`."), Writing.mana_cost)}
_LAYOUT_KEY = {
    "layout": Key(
        evolve(TEXT, words=_LAYOUT.words, help=_LAYOUT.help),
        lambda it: None if it.is_front else it.face.properties.get("layout"),
    )
}
_PRINTED = {
    "type": Key(TEXT.but("Supertypes and types, e.g. `Legendary Creature`."), Writing.type),
    "subtypes": Key(_TEXTS.but("Its subtypes."), Writing.subtypes, nothing=[]),
    "oracle_text": Key(TEXT.but("Its rules text."), Writing.text, nothing=""),
    "power": Key(
        NUMBER_OR_TEXT.but("The power of a creature."),
        lambda it: it.face.power or None,
        _number_text,
        "",
    ),
    "toughness": Key(
        NUMBER_OR_TEXT.but("The toughness of a creature."),
        lambda it: it.face.toughness or None,
        _number_text,
        "",
    ),
    "loyalty": Key(
        NUMBER_OR_TEXT.but("The loyalty of a planeswalker."),
        lambda it: it.face.loyalty or None,
        _number_text,
        "",
    ),
    "image": Key(
        TEXT.but("The URL of its image. A card has this key or `image_uris`."),
        lambda it: it.face.images["en"] or None if it.face.images.keys() == {"en"} else None,
    ),
    "image_uris": Key(
        _IMAGES.but("The URLs of its images by language; `en` is required."),
        Writing.image_uris,
    ),
    "printed_names": Key(
        _NAMES.but("Its names by language."),
        lambda it: dict(it.face.printed_names) or None,
        nothing={},
    ),
}
_NOT_NULL = {"not": {"type": "null"}}
#: Further values that Draftmancer accepts and ignores for some keys of a face, with their schema.
_IGNORED: dict[str, tuple[Any, ...]] = {
    "mana_cost": (_is_text, {"type": "string"}),
    "subtypes": (anything,),
    "image": (anything,),
    "image_uris": (_is_not_null, _NOT_NULL),
    "printed_names": (_is_not_null, _NOT_NULL),
}
#: The keys of a face that is not a card.
FACE_KEYS = {
    name: key._replace(kind=ignored(key.kind, *_IGNORED[name])) if name in _IGNORED else key
    for name, key in (_NAME | _COST_KEY | _LAYOUT_KEY | _PRINTED).items()
}
_FACE = object_of({name: key.kind for name, key in FACE_KEYS.items()}, "name", "type")
_COLORS_KEY = {
    "colors": Key(
        array_of(_COLOR, "Its colours, if they differ from those of its cost.", repair=_letters_of),
        Writing.colors,
        _colors,
    )
}
#: The keys of a card whose values are not in the model and are stored in its extras.
KEPT = _LAYOUT_KEY | {
    "in_booster": Key(
        BOOLEAN.but("Whether it occurs in packs. Default: `true`."), lambda _: None, nothing=True
    )
}
#: The keys of a card.
CARD_KEYS = (
    {
        "name": Key(
            TEXT.but("The name of the card.", names="card", declares=True),
            lambda it: it.face.name,
        )
    }
    | {
        "set": Key(TEXT.but("Its set code. Default: `custom`."), Writing.set_code, nothing=""),
        "collector_number": Key(
            TEXT.but("Its collector number."), lambda it: it.card.number or None, nothing=""
        ),
        "rarity": Key(_RARITY, Writing.rarity),
    }
    | _COST_KEY
    | _COLORS_KEY
    | _PRINTED
    | {
        "back": Key(
            evolve(_FACE, help="Its back."),
            Writing.back,
            lambda value: face_to_model(value, "back"),
        ),
        "related_cards": Key(
            array_of(
                any_of(TEXT.but(names="card"), _FACE, expected="a string or an object"),
                "Cards that are shown next to it: names, Scryfall ids, or faces.",
            ),
            Writing.related,
            _related,
            [],
        ),
        "draft_effects": Key(
            array_of(EFFECT, "Its effects in a draft."), Writing.effects, nothing=[]
        ),
        "rating": Key(
            NUMBER.but("The rating that bots use, from 0 to 5."),
            lambda it: it.card.rating or None,
            nothing=0,
        ),
        "foil": Key(
            BOOLEAN.but("Whether it is foil. Default: `false`."),
            lambda it: it.card.finish == "foil" or None,
            nothing=False,
        ),
    }
    | KEPT
)
#: The keys that accept any text unchanged: most values of most cards.
_ANY_TEXT = frozenset(
    name
    for name, key in CARD_KEYS.items()
    if any(form.type == "string" and form.test is None for form in key.kind.all_forms)
)
#: A custom card.
CARD = object_of({name: key.kind for name, key in CARD_KEYS.items()}, "name", help_="A card.")


def read_members(owners: Mapping[str, JsonNode]) -> dict[str, Any]:
    """Return the values of a card's keys, each from its owner; wrong values are omitted."""
    if owners.keys() >= IMAGES:
        owners["image"].member("image").report(DraftmancerCode.IMAGE_TWICE)
        owners = {name: owner for name, owner in owners.items() if name != "image"}
    members: dict[str, Any] = {}
    for name, owner in owners.items():
        if (key := CARD_KEYS.get(name)) is None:
            continue
        value = owner.value[name]
        if value.__class__ is str and name in _ANY_TEXT:
            members[name] = value
            continue
        if name == "draft_effects":
            members[name] = owner.member(name)
            continue
        if name == "mana_cost" and isinstance(value, str):
            value = _checked_cost(value, owner)
        elif not fits(key.kind, value):
            value = owner.member(name).read(key.kind)
        elif name in ("back", "related_cards"):
            _report_faces(owner.member(name))
        if value is not None:
            members[name] = key.convert(value)
    return members


def _checked_cost(text: str, card: JsonNode) -> str | None:
    """Return the text of a card's cost; None if Draftmancer rejects it, which is reported."""
    cost = parse_mana_cost(text)
    if cost.problem is not None:
        node = card.member("mana_cost")
        node.report(DraftmancerCode.MANA_COST, node.corrected(_COST), problem=cost.problem)
        return None
    if cost.no_mana is not None:
        symbol = f"{{{cost.no_mana}}}"
        card.member("mana_cost").report(DraftmancerCode.SYMBOL, symbol=symbol)
    return text


def _report_faces(node: JsonNode) -> None:
    """Report the unknown keys of the faces in a value."""
    for each in node.items() if isinstance(node.value, list) else (node,):
        if isinstance(each.value, dict):
            each.unknown_keys(_FACE)


def face_to_model(value: Mapping[str, Any], kind: str) -> Face:
    """Return the face that a valid object describes."""
    keys = FACE_KEYS | _COLORS_KEY
    members = {
        name: key.convert(value[name])
        for name, key in keys.items()
        if name in value and fits(key.kind, value[name])
    }
    face = face_of(value["name"], members, kind)
    # the layout of a card is in its extras; a face has no extras
    layout = members.get("layout")
    return evolve(face, properties={"layout": layout}) if layout else face


def face_of(name: str, members: Mapping[str, Any], kind: str) -> Face:
    """Return the face that *members* describe."""
    supertypes, types, printed_subtypes = type_words(members.get("type") or "")
    mana = parse_mana_cost(members.get("mana_cost") or "").mana
    images = members.get("image_uris") or {"en": members.get("image")}
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
        images if any(images.values()) else {},
        members.get("printed_names") or {},
        kind=kind,
    )


@lru_cache(maxsize=1024)
def type_words(type_line: str) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """Return the supertypes, the types, and the subtypes (after a dash) of *type_line*."""
    halves = [half.partition("\N{EM DASH}") for half in type_line.split(HALVES)]
    types = (word for half, _, _ in halves for word in half.split())
    subtypes = (word for _, _, half in halves for word in half.split())
    if len(halves) > 1:
        return *split_types(dict.fromkeys(types)), tuple(dict.fromkeys(subtypes))
    return *split_types(types), tuple(subtypes)


def written_type(face: Face) -> str:
    """Return the type of *face* as custom cards have it: without the subtypes."""
    return " ".join((*face.supertypes, *face.types))


def letters(face: Face) -> list[str]:
    """Return the colours of *face* as custom cards have them."""
    return [color.value for color in Color if color in face.colors]


def inherits_from_official(card: Card) -> bool:
    """Return whether *card* inherits type and cost from an official card of its name."""
    face = card.faces[0]
    is_marked = card.extras.get("draftmancer", {}).get(INHERITS) is True
    return is_marked and not (face.types or face.supertypes or face.mana_cost)
