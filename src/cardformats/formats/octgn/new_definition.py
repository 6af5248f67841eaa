"""A new ``definition.xml`` with the files that it names: the least that a game has to have.

Its pictures are plain rectangles, there so that the game opens; cards without a picture of their
own are drawn by the template for proxies, which shows what they say.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import chain
from struct import pack
from typing import Final

from attrs import frozen

from ..base import Binary, Written
from ..mapping.roles import Roles
from ..xml_text import block, document, element
from .definition import Definition, PropertyDefinition, SizeDefinition, described
from .format import DEFINITION_FILE

#: The attributes of a property, and its fields.
_PROPERTY: Final = {
    "name": "name",
    "type": "type",
    "textKind": "text_kind",
    "delimiter": "delimiter",
    "hidden": "hidden",
    "ignoreText": "ignore_text",
}
#: The size of a card, in millimetres, where none is given.
_WIDTH, _HEIGHT = "63", "88"
_FRONT, _BACK = "cards/front.png", "cards/back.png"
_TABLE, _ICON = "cards/table.png", "cards/group.png"
_PROXIES: Final = "proxies/proxies.xml"

RGB = tuple[int, int, int]
_EDGE: Final = (40, 40, 40)
#: The sections of decks, all of them in the library.
SECTIONS: Final = ("Main", "Sideboard")
#: Width and height in pixels, and the colour inside the edge.
_PICTURES: Final[Mapping[str, tuple[int, int, RGB]]] = {
    _FRONT: (315, 440, (236, 232, 222)),
    _BACK: (315, 440, (92, 84, 76)),
    _TABLE: (64, 64, (72, 96, 84)),
    _ICON: (32, 32, (160, 160, 160)),
}
_SYMBOL: Final = (16, 16, (200, 200, 200))


@frozen
class _ElementBlock:
    """A place on a proxy, in pixels, and the role of what stands there; a name has no role."""

    role: str
    x: int
    y: int
    width: int
    height: int
    size: int = 14


_BLOCKS: Final = (
    _ElementBlock("name", 14, 12, 200, 24, 16),
    _ElementBlock("mana_cost", 218, 14, 86, 20),
    _ElementBlock("types", 14, 44, 288, 20),
    _ElementBlock("subtypes", 14, 66, 288, 20),
    _ElementBlock("text", 14, 96, 288, 290),
    _ElementBlock("rarity", 14, 410, 120, 20, 12),
    _ElementBlock("power", 216, 406, 40, 24),
    _ElementBlock("toughness", 262, 406, 40, 24),
    _ElementBlock("loyalty", 262, 382, 40, 24),
)


def game_files(definition: Definition, roles: Roles) -> dict[str, Written | Binary]:
    """Return the definition and the files that it names, by their paths."""
    files: dict[str, Written | Binary] = {
        DEFINITION_FILE: Written(render_definition(definition)),
        _PROXIES: Written(document(_proxies(definition, roles))),
    }
    files |= {name: Binary(_picture(*values)) for name, values in _PICTURES.items()}
    return files | {name: Binary(_picture(*_SYMBOL)) for name in _symbols(definition).values()}


def render_definition(definition: Definition) -> str:
    """Return the text of ``definition.xml``."""
    return document(_game(described(definition)))


def _symbols(definition: Definition) -> dict[str, str]:
    """Return the files of the symbols by their ids, which need not be names that files can have."""
    return {symbol: f"symbols/{number}.png" for number, symbol in enumerate(definition.symbols, 1)}


def _game(definition: Definition) -> Iterator[str]:
    values = {
        "name": definition.name,
        "id": definition.id,
        "version": definition.version,
        "octgnVersion": "3.4.0.0",
        "scriptVersion": "3.1.0.2",
        "description": definition.description,
        "authors": definition.authors,
        "tags": definition.tags,
        "gameurl": definition.game_url,
        "setsurl": "",
        "iconurl": definition.icon_url,
        "markersize": "20",
    }
    symbols = [
        element("symbol", {"name": definition.symbols[symbol], "id": symbol, "src": file})
        for symbol, file in _symbols(definition).items()
    ]
    usual = _size_attributes(definition.sizes.get("", SizeDefinition("")))
    properties = map(_property, definition.properties.values())
    sizes = (
        element("size", {"name": size.name, **_size_attributes(size)})
        for size in definition.sizes.values()
        if size.name
    )
    table = {"name": "Table", "width": "1000", "height": "600", "background": _TABLE}
    groups = [
        element("hand", {"name": "Hand", "icon": _ICON}),
        element("group", {"name": "Library", "icon": _ICON}),
    ]
    sections = [element("section", {"name": name, "group": "Library"}) for name in SECTIONS]
    parts = [
        # the program that builds packages looks for it, even if there are none
        [element("scripts", {})],
        block("symbols", {}, symbols) if symbols else (),
        [element("proxygen", {"definitionsrc": _PROXIES})],
        block("card", usual, chain(properties, sizes)),
        [element("table", table)],
        block("player", {}, groups),
        block("deck", {}, sections),
    ]
    return block("game", values, chain.from_iterable(parts))


def _size_attributes(size: SizeDefinition) -> dict[str, str]:
    return {
        "width": size.width or _WIDTH,
        "height": size.height or _HEIGHT,
        "front": _FRONT,
        "back": _BACK,
        "cornerRadius": "3",
    }


def _property(each: PropertyDefinition) -> str:
    usual = PropertyDefinition("", "")
    values = {key: (getattr(each, name), getattr(usual, name)) for key, name in _PROPERTY.items()}
    return element("property", {k: str(own) for k, (own, other) in values.items() if own != other})


def _proxies(definition: Definition, roles: Roles) -> Iterator[str]:
    """Return the template by which cards without pictures are drawn."""
    shown = {each: _shown(each, definition, roles) for each in _BLOCKS}
    blocks = [
        block("block", {"type": "text", "id": each.role}, _place(each))
        for each, name in shown.items()
        if name
    ]
    links = [
        element("link", {"block": each.role}, element("property", {"name": name}))
        for each, name in shown.items()
        if name
    ]
    # a template has to match something; the default is taken where nothing does
    match = element("matches", {}, element("match", {"name": "Name", "value": ""}))
    template = {"src": _FRONT, "default": "True"}
    parts = [
        block("blocks", {}, chain.from_iterable(blocks)),
        block("template", template, (match, *block("textblocks", {}, links))),
    ]
    return block("templates", {}, chain.from_iterable(parts))


def _place(each: _ElementBlock) -> Iterator[str]:
    yield element("location", {"x": str(each.x), "y": str(each.y)})
    yield element("text", {"color": "#000000", "size": str(each.size)})
    yield element("wordwrap", {"height": str(each.height), "width": str(each.width)})


def _shown(block: _ElementBlock, definition: Definition, roles: Roles) -> str:
    """Return the property that stands in *block*; empty if the game has none."""
    if block.role == "name":
        return "Name"
    name: str = getattr(roles, block.role)
    return name if name in definition.properties else ""


@lru_cache
def _picture(width: int, height: int, color: RGB) -> bytes:
    """Return a rectangle with an edge, as PNG."""
    edge = max(1, width // 40)
    inner = bytes(color) * (width - 2 * edge)
    full, row = bytes(_EDGE) * width, bytes(_EDGE) * edge + inner + bytes(_EDGE) * edge
    rows = [full] * edge + [row] * (height - 2 * edge) + [full] * edge
    header = pack(">2I5B", width, height, 8, 2, 0, 0, 0)
    data = zlib.compress(b"".join(b"\0" + each for each in rows), 9)
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        pack(">I", len(body)) + kind + body + pack(">I", zlib.crc32(kind + body))
        for kind, body in ((b"IHDR", header), (b"IDAT", data), (b"IEND", b""))
    )
