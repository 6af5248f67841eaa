"""Faces and mana costs: between the members of custom cards or further faces, and the model."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from attrs import evolve

from ...diagnostics import LossLog
from ...errors import ModelError
from ...model import Card, Color, Face, ManaCost
from ...model.types import split_types
from ..unsaid import lost_properties
from .codes import DraftmancerCode
from .section_json import Node, whole

#: The kind of a card's first face.
FRONT = "front"

#: Between the halves of a split card, in its name, its cost and its type.
_HALVES = " // "

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
_TEXT = {str}
_COLORS = {color.value: color for color in Color}


class Members:
    """The members of a custom card's or face's object.

    A node is made only of a member that is reported, or has a structure of its own.
    """

    def __init__(self, node: Node, *, is_face: bool = False) -> None:
        """Take the members of *node*; that it is no object is reported.

        Of what *is a face* and no card, Draftmancer ignores wrong images, names and subtypes.
        """
        self.node, self.is_face = node, is_face
        self.values: Mapping[str, Any] = node.value if isinstance(node.value, dict) else {}
        if self.values is not node.value:
            node.wrong("an object")

    def member(self, key: str) -> Node:
        """The member *key*, which is there."""
        return self.node.child(key, repr(key))

    def required_text(self, key: str) -> str | None:
        """A string that has to be there."""
        if key not in self.values:
            what = self.node.what
            self.node.log.add(DraftmancerCode.MISSING, self.node.span, what=what, name=key)
        return self.text(key)

    def text(self, key: str) -> str | None:
        """A string that may be absent."""
        value = self.values.get(key)
        if isinstance(value, str):
            return value
        return self.member(key).text() if key in self.values else None

    def unchecked_text(self, key: str) -> str | None:
        """A string that may be absent, and that Draftmancer does not look at."""
        value = self.values.get(key)
        if value is None or isinstance(value, str):
            return value
        self.member(key).ignored("a string")
        return None

    def number_text(self, key: str) -> str | None:
        """A number or a string, as a string; it may be absent."""
        value = self.values.get(key)
        if isinstance(value, str):
            return value or None
        if value is None and key not in self.values:
            return None
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            self.member(key).wrong("a number or a string")
            return None
        return str(value if (number := whole(value)) is None else number)

    def texts(self, key: str) -> dict[str, str]:
        """An object of strings that may be absent, and that Draftmancer does not look at."""
        value = self.values.get(key, {})
        if isinstance(value, dict) and _are_texts(value.values()):
            return value
        self.member(key).ignored("an object of strings")
        return {}

    def items(self, key: str, what: str) -> Iterable[Node]:
        """The items of an array that may be absent."""
        return self.member(key).items(what) if key in self.values else ()

    def face(self, name: str, kind: str) -> Face | None:
        """The face that these members describe."""
        type_line = self.text("type")
        if type_line is None and "type" in self.values:
            return None
        supertypes, types, printed_subtypes = type_words(type_line or "")
        mana = self.mana_cost()
        return Face(
            name,
            mana,
            self.colors(mana),
            supertypes,
            types,
            self.subtypes() or printed_subtypes,
            self.unchecked_text("oracle_text") or "",
            self.number_text("power"),
            self.number_text("toughness"),
            self.number_text("loyalty"),
            self.images(),
            self.texts("printed_names"),
            kind=kind,
        )

    def subtypes(self) -> tuple[str, ...]:
        """The subtypes, which Draftmancer does not look at."""
        value = self.values.get("subtypes", [])
        if isinstance(value, list) and _are_texts(value):
            return tuple(value)
        self.member("subtypes").ignored("an array of strings")
        return ()

    def images(self) -> dict[str, str]:
        """The images by language."""
        if "image_uris" not in self.values:
            image = self.text("image")
            return {"en": image} if image else {}
        if "image" in self.values:
            self.node.log.add(DraftmancerCode.IMAGE_TWICE, self.member("image").span)
        uris = self.member("image_uris")
        if isinstance(uris.value, dict) and _are_texts(uris.value.values()):
            if "en" in uris.value:
                return uris.value
            (uris.ignored if self.is_face else uris.wrong)("an object with the member 'en'")
            return {} if self.is_face else uris.value
        if self.is_face:
            uris.ignored("an object of strings")
            return {}
        pairs = ((name, member.text()) for name, member in (uris.members() or {}).items())
        return {name: text for name, text in pairs if text is not None}

    def mana_cost(self) -> ManaCost | None:
        """The mana cost."""
        text = self.text("mana_cost")
        cost = parse_mana_cost(text) if text else None
        if isinstance(cost, str) and self.is_face:
            self.member("mana_cost").ignored("a mana cost")
            return None
        if isinstance(cost, str):
            span = self.member("mana_cost").span
            self.node.log.add(DraftmancerCode.MANA_COST, span, problem=cost)
            return None
        if cost is not None and text and not self.is_face and (unusual := unusual_symbol(text)):
            symbol, instead = unusual
            better = f"; it is {instead} there" if instead else ""
            span = self.member("mana_cost").span
            self.node.log.add(DraftmancerCode.SYMBOL, span, symbol=symbol, instead=better)
        return cost

    def colors(self, mana: ManaCost | None) -> frozenset[Color]:
        """The colours: those given, else those of the mana cost."""
        if "colors" not in self.values:
            return mana.colors if mana else frozenset()
        colors: set[Color] = set()
        for node in self.items("colors", "a colour"):
            if isinstance(node.value, str) and node.value and node.value in "WUBRG":
                colors |= {_COLORS[letter] for letter in node.value}
            else:
                node.wrong("one of W, U, B, R, G")
        return frozenset(colors)


def _are_texts(values: Iterable[object]) -> bool:
    return set(map(type, values)) <= _TEXT


@lru_cache(maxsize=1024)
def type_words(type_line: str) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """The supertypes, the types, and the subtypes (after a dash) of *type_line*."""
    halves = [half.partition("\N{EM DASH}") for half in type_line.split(_HALVES)]
    types = (word for half, _, _ in halves for word in half.split())
    subtypes = (word for _, _, half in halves for word in half.split())
    if len(halves) > 1:
        return *split_types(dict.fromkeys(types)), tuple(dict.fromkeys(subtypes))
    return *split_types(types), tuple(subtypes)


def face_to_model(node: Node, kind: str) -> Face | None:
    """The face in *node*."""
    face = Members(node, is_face=True)
    name = face.required_text("name") if isinstance(node.value, dict) else None
    if name is None or face.required_text("type") is None:
        return None
    node.unknown_keys(FACE_KEYS)
    made, layout = face.face(name, kind), face.unchecked_text("layout")
    # a card's own layout is in its extras; a face has none
    return evolve(made, properties={"layout": layout}) if made and layout else made


def halves_of(card: Card) -> tuple[Face, ...]:
    """The halves of a split card, if its front is both of them, as ``Wax // Wane``."""
    halves = tuple(face for face in card.faces[1:] if face.kind == "split")
    is_split = len(halves) > 1 and card.name == _HALVES.join(half.name for half in halves)
    return halves if is_split else ()


def is_in_front(half: Face, card: Card) -> bool:
    """Whether all that a *half* of a split card says stands in what is written of its front."""
    front = card.faces[0]
    numbers = (half.power, half.toughness, half.loyalty)
    return half in halves_of(card) and half.text in front.text and not any(numbers)


def written_cost(card: Card, losses: LossLog) -> str:
    """The cost of *card* as custom cards have it: of a split card, those of its halves."""
    faces = halves_of(card) or card.faces[:1]
    costs = [mana_cost_from_model(face.mana_cost, card.name, losses) for face in faces]
    return _HALVES.join(costs) if any(costs) else ""


def derived_colors(card: Card) -> frozenset[Color]:
    """The colours that Draftmancer takes from the cost of *card*, of whose halves the first."""
    cost = (halves_of(card) or card.faces)[0].mana_cost
    return cost.colors if cost else frozenset()


def front_from_model(
    card: Card, images: Mapping[str, str], written: Mapping[str, Any], losses: LossLog
) -> dict[str, Any]:
    """The members of the front of *card*, of which some are *written* already."""
    output = face_from_model(card.faces[0], card.name, images, losses)
    if halves := halves_of(card):
        output["type"] = _HALVES.join(map(written_type, halves))
    report_properties(card.faces[0], card.name, {**written, **output}, losses)
    return output


def report_properties(face: Face, card: str, written: Mapping[str, Any], losses: LossLog) -> None:
    """Tell of the properties that nothing that is *written* says."""
    for name in lost_properties(face, written.values()):
        if name != "layout":
            losses.dropped(f"the property {name!r}", card)


def face_from_model(
    face: Face, card: str, images: Mapping[str, str], losses: LossLog
) -> dict[str, Any]:
    """The members that faces and cards have in common, after the name and the cost."""
    output: dict[str, Any] = {"type": written_type(face)}
    if face.subtypes:
        output["subtypes"] = list(face.subtypes)
    if face.text:
        output["oracle_text"] = face.text
    for key in ("power", "toughness", "loyalty"):
        if value := getattr(face, key):
            output[key] = value
    if images.keys() == {"en"}:
        output["image"] = images["en"]
    elif images:
        if "en" not in images:
            losses.changed("images without an English one (now the first is that, too)", card)
        output["image_uris"] = {"en": next(iter(images.values()))} | dict(images)
    if face.printed_names:
        output["printed_names"] = dict(face.printed_names)
    return output


def other_face_from_model(
    face: Face, card: str, losses: LossLog, images: Mapping[str, str] | None = None
) -> dict[str, Any]:
    """The object of a face that is not the front, with *images* if it has none."""
    output: dict[str, Any] = {"name": face.name}
    if face.mana_cost is not None:
        output["mana_cost"] = mana_cost_from_model(face.mana_cost, card, losses)
    if face.colors != (face.mana_cost.colors if face.mana_cost else frozenset()):
        losses.dropped("the colours of a face that are not those of its cost", card)
    if "layout" in face.properties:
        output["layout"] = face.properties["layout"]
    output |= face_from_model(face, card, face.images or images or {}, losses)
    report_properties(face, card, output, losses)
    return output


def written_type(face: Face) -> str:
    """The type of *face* as custom cards have it: without the subtypes."""
    return " ".join((*face.supertypes, *face.types))


#: The numbers that are symbols.
_NUMBERS = frozenset(map(str, (*range(21), 100, 1_000_000)))
_LARGEST = 20
#: Longer ones would take too many symbols.
_LONGEST_NUMBER = 3
#: Half mana of the other colours has no symbol.
_NO_HALVES = ("HU", "HB", "HG")

#: The longest symbol wins; case counts.
_SYMBOL = re.compile(
    r"\{([^{}]*)\}|([WUBRG]/[WUBRG]/P|[2CWUBRG]/[WUBRGP]|H[WUBRG]|1000000|100|20|1[0-9]|[0-9]|PW|[WUBRGCSXYZP½])"
)


#: Scryfall's symbols of mana, which are Draftmancer's.
_USUAL = re.compile(
    "(?:W/U|W/B|B/R|B/G|U/B|U/R|R/G|R/W|G/W|G/U)(?:/P)?|[2C]/[WUBRG]|[WUBRGC]/P|HW|HR"
    "|1000000|100|1[0-9]|20|[0-9]|[WUBRGCSXYZP½]"
)


#: Longer texts are rare and not worth keeping.
_CACHED = 200


def parse_mana_cost(text: str) -> ManaCost | str | None:
    """The cost written as *text*: None if it is empty, a sentence if it cannot be understood.

    Of a split card's cost only what stands before ``//`` counts.
    """
    return _parse(text) if len(text) <= _CACHED else _parse.__wrapped__(text)


@lru_cache(maxsize=4096)
def _parse(text: str) -> ManaCost | str | None:
    first = text.partition("//")[0].strip()
    symbols, position = [], 0
    while position < len(first):
        match = _SYMBOL.match(first, position)
        if match is None:
            if first[position] == "{":
                return f"a brace in the mana cost {text!r} is never closed"
            return f"{first[position]!r} begins no mana symbol in the mana cost {text!r}"
        symbol = match[1] if match[1] is not None else match[2]
        if symbol != symbol.upper() or not _has_symbol(symbol):
            return f"{match[0]} is no mana symbol; they are upper-case, numbers up to 20"
        symbols.append(symbol)
        position = match.end()
    if not symbols:
        return None
    try:
        return ManaCost(tuple(symbols))
    except ModelError as error:
        return str(error)


def unusual_symbol(text: str) -> tuple[str, str | None] | None:
    """A symbol of the cost *text* that Draftmancer refuses, and how it is written there, if it is.

    *text* is a cost that can be understood.
    """
    return _unusual(text) if len(text) <= _CACHED else _unusual.__wrapped__(text)


@lru_cache(maxsize=4096)
def _unusual(text: str) -> tuple[str, str | None] | None:
    for match in _SYMBOL.finditer(text.partition("//")[0]):
        symbol = match[1] if match[1] is not None else match[2]
        if not _USUAL.fullmatch(symbol):
            first, slash, rest = symbol.partition("/")
            second, slash_again, phyrexian = rest.partition("/")
            other = f"{second}{slash}{first}{slash_again}{phyrexian}"
            return match[0], f"{{{other}}}" if _USUAL.fullmatch(other) else None
    return None


def _has_symbol(symbol: str) -> bool:
    return symbol not in _NO_HALVES and (not symbol.isdigit() or symbol in _NUMBERS)


def mana_cost_from_model(cost: ManaCost | None, card: str, losses: LossLog) -> str:
    """The text of *cost*, which belongs to *card*, in symbols that Draftmancer has."""
    if cost is None:
        return ""
    symbols: list[str] = []
    for symbol in cost.symbols:
        if _has_symbol(symbol):
            symbols.append(symbol)
        elif symbol.isdigit() and len(symbol) <= _LONGEST_NUMBER:
            losses.changed("a number in a cost that has no symbol (now several)", card)
            twenties, rest = divmod(int(symbol), _LARGEST)
            symbols += [str(_LARGEST)] * twenties + [str(rest)]
        else:
            losses.changed(f"the symbol {{{symbol}}} in a cost (now a whole one)", card)
            symbols.append(symbol[1:] if symbol in _NO_HALVES else "1000000")
    return "".join(f"{{{symbol}}}" for symbol in symbols)
