"""What the elements of OCTGN's files can have: a sentence on each element and attribute."""

from __future__ import annotations

from typing import Final

from ..xml.markup import Tag
from ..xml.shapes import ElementShape, Shapes, attribute_values

_NAME: Final = "What it is called."
_GUID: Final = "Its GUID, as `01234567-89ab-cdef-0123-456789abcdef`."
_FILTER: Final = {
    "key": "The property that cards are chosen by, or `name`.",
    "value": "The value that they have. Case does not count; an empty one is of cards without any.",
}
_RUN: Final = ("s", "b", "i", "u", "c", "t")
_FACE: Final = {"name": _NAME, "size": "The name of its size, if it is not the usual one."}
#: The elements of a set; a property is one of a card, an alternate or an include.
SET: Final[Shapes] = {
    "set": ElementShape(
        "A set of a game.",
        {
            "name": _NAME,
            "id": _GUID,
            "gameId": "The GUID of the game.",
            "shortName": "Its code.",
            "description": "What it is.",
            "releaseDate": "When it came out, as `2026-08-22`.",
            "hidden": "`true` if players do not see it where they choose cards.",
            "gameVersion": "The version of the game; not used any more.",
            "version": "Its version; not used any more.",
        },
        ("packaging", "markers", "cards"),
        ("name", "id", "gameId"),
        {"hidden": ("true", "false")},
        "set",
    ),
    "packaging": ElementShape("The packs of the set.", children=("pack",)),
    "pack": ElementShape(
        "A pack that players can open.",
        {"name": "What players choose it by.", "id": _GUID},
        ("include", "pick", "options"),
        ("name", "id"),
        symbol="pack",
    ),
    "include": ElementShape(
        "A card of another set that packs can have.",
        {"id": "The GUID of the card.", "set": "The GUID of its set."},
        ("property",),
        ("id", "set"),
    ),
    "pick": ElementShape(
        "Cards that are drawn from those that match.",
        {"qty": "How many; `unlimited` for all that match.", **_FILTER},
        ("property",),
        ("qty", "key", "value"),
        {"qty": ("unlimited",)},
    ),
    "options": ElementShape("One of several outcomes.", children=("option",)),
    "option": ElementShape(
        "An outcome.",
        {"probability": "Its probability, from 0 to 1; what the others leave if it has none."},
        ("pick", "options", "include"),
        ("probability",),
    ),
    "markers": ElementShape("The markers of the set.", children=("marker",)),
    "marker": ElementShape(
        "A marker.",
        {"name": _NAME, "id": _GUID},
        needed=("name", "id"),
        symbol="setting",
        is_empty=True,
    ),
    "cards": ElementShape("The cards of the set.", children=("card",)),
    "card": ElementShape(
        "A card.",
        {"name": _NAME, "id": _GUID, "size": _FACE["size"]},
        ("property", "alternate"),
        ("name", "id"),
        symbol="card",
    ),
    "alternate": ElementShape(
        "Another face of a card; what it does not say is as on the card.",
        {"name": _NAME, "type": "What tells it from the others.", "size": _FACE["size"]},
        ("property",),
        ("name", "type"),
        {"type": attribute_values("alternate", "type")},
        "card",
        detail="type",
    ),
    "property": ElementShape(
        "A property of the card.",
        {"name": "One of those that the game defines.", "value": "What it is."},
        _RUN,
        ("name", "value"),
        is_empty=True,
    ),
    "property of pick": ElementShape(
        "What else the cards have to have.", _FILTER, needed=("key", "value"), is_empty=True
    ),
    "s": ElementShape(
        "A symbol, with its text.", {"value": "The id of the symbol."}, needed=("value",)
    ),
    "b": ElementShape("Bold text.", children=("i", "u", "c", "s", "t")),
    "i": ElementShape("Italic text.", children=("b", "u", "c", "s", "t")),
    "u": ElementShape("Underlined text.", children=("b", "i", "c", "s", "t")),
    "c": ElementShape("Text in a color.", {"value": "The color, as `#ff0000`."}, _RUN, ("value",)),
    "t": ElementShape("Plain text."),
}
#: The elements of a deck.
DECK: Final[Shapes] = {
    "deck": ElementShape(
        "A deck.",
        {"game": "The GUID of the game.", "sleeveid": "The number of the sleeves."},
        ("section", "notes", "sleeve"),
        ("game",),
        symbol="set",
    ),
    "section": ElementShape(
        "A part of the deck.",
        {"name": "One of those that the game defines.", "shared": "`True` if players share it."},
        ("card",),
        ("name", "shared"),
        {"shared": ("True", "False")},
        "sheet",
    ),
    "card": ElementShape(
        "A card, with its name as text.",
        {"qty": "How many.", "id": "The GUID of the card."},
        (),
        ("qty", "id"),
        symbol="card",
        name="",
        detail="qty",
    ),
    "notes": ElementShape("Notes on the deck."),
    "sleeve": ElementShape("The picture of its sleeves."),
}


def shapes_of(root: Tag | None) -> Shapes:
    """Return the elements of a set, or of a deck."""
    return DECK if root is not None and root.name == "deck" else SET
