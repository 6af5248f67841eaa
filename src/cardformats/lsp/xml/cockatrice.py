"""The elements of Cockatrice's card databases, for editors."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Final

from attrs import evolve

from ...formats.cockatrice.format import ROOT
from ...formats.cockatrice.syntax import (
    FLAGS,
    OF_SETS,
    ORDER,
    PROPERTIES,
    RELATED,
    SPELLINGS,
    USUAL,
)
from ...model import FrozenDict
from .language import XmlLanguage
from .markup import Tag
from .shapes import CONTENT, ElementShape, Shapes, attribute_values, contents
from .text import XmlText

_HELP: Final[Mapping[str, str]] = {
    "author": "Who made the file.",
    "createdAt": "When it was made.",
    "sourceUrl": "Where it can be had.",
    "sourceVersion": "The version of what it was made from.",
    "name": "The name, by which other cards refer to it. A file has one card of each name.",
    "text": "The rules text.",
    "prop": "The properties of the card. A game can have elements of its own in it.",
    "layout": "The layout, such as `normal`, `split` or `transform`.",
    "side": "`back` for the back of another card.",
    "type": "The type line.",
    "maintype": "The type by which decks are sorted.",
    "manacost": "The mana cost without braces, such as `2WU`.",
    "cmc": "The mana value.",
    "color": "A color. There is one element for each.",
    "colors": "The letters of the colors.",
    "pt": "Power and toughness, as `2/2`.",
    "loyalty": "The loyalty.",
    "related": "A card that this one creates or becomes.",
    "reverse-related": "A card that creates this one.",
    "token": "Whether the card is a token.",
    "tablerow": "The row of the table: 0 lands, 1 other permanents, 2 creatures, 3 spells.",
    "cipt": "Whether the card comes into play tapped.",
    "upsidedown": "Whether the card is shown upside down.",
}
_OF_SETS: Final[Mapping[str, str]] = {
    "name": "The code, by which cards refer to the set.",
    "longname": "The name.",
    "settype": "What kind of set it is.",
    "releasedate": "When it came out, as `2026-08-22`.",
    "priority": "A whole number by which sets are sorted.",
}
_PRINTING: Final[Mapping[str, str]] = {
    "rarity": "The rarity in this set.",
    "num": "The collector number in this set.",
    "uuid": "The id of the printing at Scryfall.",
    "muid": "The number of the printing at Gatherer.",
    "picurl": "The address of the picture.",
}
_RELATION: Final[Mapping[str, str]] = {
    "count": "The number of copies that are created, or `x` if the player chooses it.",
    "exclude": "If it is there, the card is not created with all others.",
    "attach": "`attach` or `transform`, if the other card is attached or replaces this one.",
    "persistent": "If it is there, the other card stays when it leaves the table.",
}
_REFERENCE: Final = ElementShape(
    "", _RELATION, words={CONTENT: contents("name", "card"), "attach": ("attach", "transform")},
    is_card=True,
)  # fmt: skip
_BOOLEANS: Final = {name: ("0", "1") for name, flag in FLAGS.items() if flag.is_valid("true")}
_WORDS: Final[Mapping[str, tuple[str, ...]]] = {**_BOOLEANS, "tablerow": tuple("0123")}
#: Texts that several cards have.
_SHARED: Final = frozenset(("type", "maintype", "layout", "side", "color", "colors", "manacost"))


def _shape(name: str) -> ElementShape:
    """Return the row of an element of a card."""
    help_ = _HELP[name]
    if name in RELATED:
        return evolve(_REFERENCE, help=help_)
    words = _WORDS.get(name) or (contents(name) if name in _SHARED else None)
    return ElementShape(help_, words=FrozenDict({CONTENT: words}) if words else FrozenDict())


def _shapes(version: int) -> Shapes:
    """Return the elements of a version of the format."""
    of_card = tuple(dict.fromkeys((*ORDER[version], *RELATED)))
    of_prop = USUAL if "prop" in of_card else ()
    spellings = SPELLINGS if version < max(ORDER) else {}
    printing = {spellings.get(name, name): help_ for name, help_ in _PRINTING.items()}
    names = dict.fromkeys((*of_card, *of_prop, *PROPERTIES))
    own = {name: _shape(name) for name in names if name not in ("set", "prop", "name")}
    return {
        ROOT: ElementShape(
            "A card database.", {"version": "The version of the format."},
            ("info", "sets", "cards"), ("version",), {"version": tuple(map(str, sorted(ORDER)))},
        ),
        "info": ElementShape("Where the file is from.", children=tuple(_HELP)[:4]),
        **{name: ElementShape(_HELP[name]) for name in tuple(_HELP)[:4]},
        "sets": ElementShape("The sets that cards refer to.", children=("set",)),
        "set of sets": ElementShape("A set.", children=OF_SETS, symbol="set"),
        **{f"{name} of set": ElementShape(_OF_SETS[name]) for name in OF_SETS},
        "cards": ElementShape("The cards.", children=("card",)),
        "card": ElementShape("A card.", children=of_card, symbol="card"),
        "name": ElementShape(_HELP["name"], is_card=True),
        "prop": ElementShape(_HELP["prop"], children=of_prop),
        "set": ElementShape(
            "The code of a set that has the card.",
            printing,
            needed=("rarity",),
            words={CONTENT: contents("name", "set"), "rarity": attribute_values("set", "rarity")},
        ),
        **own,
    }  # fmt: skip


SHAPES: Final = {version: _shapes(version) for version in ORDER}


def shapes_of(root: Tag | None) -> Shapes:
    """Return the elements of the version of a document."""
    if root is not None and root.name != ROOT:
        return {}
    version = root.values().get("version") if root else None
    return SHAPES[3 if version == "3" else 4]


#: Makes the language of card databases.
LANGUAGE: Final = partial(XmlLanguage[XmlText], partial(XmlText, shapes_of))
