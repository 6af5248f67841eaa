"""The properties of a card that are fields of its faces: a row for each, read and written."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from attrs import asdict, frozen

from ...errors import ModelError
from ...model import Color, Face, ManaCost
from ...model.frozen import EMPTY
from .. import card_words
from .syntax import ADVENTURE, COLORS, NAMES, USUAL

_IN_BRACES: Final = str.maketrans("()", "{}")
_DASHES: Final = frozenset("—–~-")
#: The row of a table in which a card is put, by its types; of others the usual one.
_ROWS: Final = {"Creature": 2, "Land": 0, "Instant": 3, "Sorcery": 3}
_USUAL_ROW: Final = 1
#: The layout of a card with a face of a kind.
_LAYOUTS: Final = {"split": "split", "alternate": ADVENTURE, "back": "transform"}


@frozen
class Prop:
    """A property: the fields that its text says, and the text that a face gives."""

    read: Callable[[str], Mapping[str, Any] | None]
    written: Callable[[Face], str]


def _cost(text: str) -> Mapping[str, Any]:
    return {"mana_cost": card_words.mana_cost(text.translate(_IN_BRACES))}


def _written_cost(face: Face) -> str:
    """Return a cost without braces; only symbols of several characters have them."""
    symbols = face.mana_cost.symbols if face.mana_cost else ()
    return "".join(each if each.isdigit() or len(each) == 1 else f"{{{each}}}" for each in symbols)


def _types(text: str) -> Mapping[str, Any]:
    supertypes, types, words = card_words.type_line(text)
    subtypes = tuple(word for word in words if word not in _DASHES)
    return {"supertypes": supertypes, "types": types, "subtypes": subtypes}


def _colors(text: str) -> Mapping[str, Any] | None:
    colors = card_words.colors(text)
    return None if colors is None else {"colors": colors}


def _letters(face: Face) -> str:
    return "".join(each.value for each in Color if each in face.colors)


def _stats(text: str) -> Mapping[str, Any] | None:
    stats = card_words.stats(text)
    return stats and {"power": stats[0], "toughness": stats[1]}


def _written_stats(face: Face) -> str:
    has_both = face.power is not None and face.toughness is not None
    return f"{face.power}/{face.toughness}" if has_both else ""


PROPS: Final[Mapping[str, Prop]] = {
    "type": Prop(_types, lambda face: face.type_line),
    "manacost": Prop(_cost, _written_cost),
    COLORS: Prop(_colors, _letters),
    "pt": Prop(_stats, _written_stats),
    "loyalty": Prop(lambda text: {"loyalty": text}, lambda face: face.loyalty or ""),
}


@lru_cache(maxsize=2**14)
def meaning(key: str, text: str) -> tuple[Mapping[str, Any], bool]:
    """Return the fields of a property, and whether its text can be made from them again."""
    prop = PROPS.get(key)
    try:
        fields = prop.read(text) if prop else None
    except ModelError:
        fields = None
    if prop is None or fields is None:
        return EMPTY, False
    return fields, prop.written(Face("", **fields)) == text


def derived(cost: ManaCost | None, types: Sequence[str], kinds: Sequence[str]) -> dict[str, str]:
    """Return the properties that follow from a cost, types and the *kinds* of a card's faces."""
    props = {} if cost is None else {"cmc": str(cost.mana_value)}
    if types:
        props["maintype"] = types[-1]
    if len(kinds) > 1 or kinds[0] != "front":
        layouts = (layout for kind, layout in _LAYOUTS.items() if kind in kinds)
        props["layout"] = next(layouts, "")
        if "back" in kinds:
            props["side"] = kinds[0]
    return props


@lru_cache(maxsize=2**12)
def face_of(
    props: tuple[tuple[str, str], ...], kinds: tuple[str, ...], whole: Face | None = None
) -> Face:
    """Return a face with *props*, without a name, the first of the *kinds* of faces of a card.

    Fields that no property sets are those of *whole*, which is made of the halves of a card.
    A property that can be made from the fields of the face is not kept.
    """
    fields: dict[str, Any] = {"name": ""} if whole is None else asdict(whole, recurse=False)
    returned: dict[str, str] = {}
    for key, text in props:
        meant, is_returned = meaning(key, text)
        fields |= meant
        if is_returned:
            returned[key] = text
    implied = derived(fields.get("mana_cost"), fields.get("types", ()), kinds) | returned
    kept = {key: text for key, text in props if implied.get(key) != text}
    return Face(**{**fields, "properties": kept, "kind": kinds[0]})


@lru_cache(maxsize=1024)
def row_of(types: tuple[str, ...]) -> str:
    """Return the row of the table for a card of these types."""
    return str(next((row for each, row in _ROWS.items() if each in types), _USUAL_ROW))


def written_props(front: Face, halves: Sequence[Face], backs: int) -> dict[str, str]:
    """Return the properties of a card; those of its *halves* are joined."""
    kinds = (front.kind, *(each.kind for each in halves[1:]), *["back"] * backs)
    props = derived(front.mana_cost, front.types, kinds)
    is_split = "split" in kinds
    for key, prop in PROPS.items():
        texts = [prop.written(each) for each in halves if key != COLORS]
        is_joined = any(texts if is_split else texts[1:])
        props[key] = NAMES.join(texts) if is_joined else prop.written(front)
    for key, value in front.properties.items():
        fields, _ = meaning(key, str(value))
        if value is not None and all(
            getattr(front, name) == meant for name, meant in fields.items()
        ):
            props[key] = str(value)
    is_colored = front.mana_cost is not None and bool(front.mana_cost.colors)
    written = {key for key, text in props.items() if text or (key == COLORS and is_colored)}
    return {key: props[key] for key in (*USUAL, *props) if key in written}
