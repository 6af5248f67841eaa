"""Writes ``definition.xml``, and the files that it names: the least that a game has to have.

The pictures are plain rectangles, there so that the game opens; cards without a picture of their
own are drawn by the template for proxies, which shows what they say.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Mapping
from functools import lru_cache
from struct import pack
from typing import Final

from attrs import frozen

from ..base import Binary, Written
from .definition import Definition, PropertyDefinition, SizeDefinition
from .format import DEFINITION_FILE
from .mapping import Roles
from .rendering import attribute, attributes, document

_STEP: Final = "  "
#: The size of a card, in millimetres, where none is said.
_WIDTH, _HEIGHT = "63", "88"
_FRONT, _BACK = "cards/front.png", "cards/back.png"
_TABLE, _ICON = "cards/table.png", "cards/group.png"
_PROXIES: Final = "proxies/proxies.xml"

RGB = tuple[int, int, int]
_EDGE: Final = (40, 40, 40)
#: Width and height in pixels, and the colour inside the edge.
_PICTURES: Final[Mapping[str, tuple[int, int, RGB]]] = {
    _FRONT: (315, 440, (236, 232, 222)),
    _BACK: (315, 440, (92, 84, 76)),
    _TABLE: (64, 64, (72, 96, 84)),
    _ICON: (32, 32, (160, 160, 160)),
}
_SYMBOL: Final = (16, 16, (200, 200, 200))


@frozen
class _Block:
    """A place on a proxy, in pixels, and the role of what stands there; a name has no role."""

    role: str
    x: int
    y: int
    width: int
    height: int
    size: int = 14


_BLOCKS: Final = (
    _Block("name", 14, 12, 200, 24, 16),
    _Block("mana_cost", 218, 14, 86, 20),
    _Block("types", 14, 44, 288, 20),
    _Block("subtypes", 14, 66, 288, 20),
    _Block("text", 14, 96, 288, 290),
    _Block("rarity", 14, 410, 120, 20, 12),
    _Block("power", 216, 406, 40, 24),
    _Block("toughness", 262, 406, 40, 24),
    _Block("loyalty", 262, 382, 40, 24),
)


def game_files(definition: Definition, roles: Roles) -> dict[str, Written | Binary]:
    """The definition and the files that it names, by their paths."""
    files: dict[str, Written | Binary] = {
        DEFINITION_FILE: Written(render_definition(definition)),
        _PROXIES: Written(document(_proxies(definition, roles))),
    }
    files |= {name: Binary(_picture(*given)) for name, given in _PICTURES.items()}
    return files | {name: Binary(_picture(*_SYMBOL)) for name in _symbols(definition).values()}


def render_definition(definition: Definition) -> str:
    """The text of ``definition.xml``."""
    return document(_game(definition))


def _symbols(definition: Definition) -> dict[str, str]:
    """The files of the symbols by their ids, which need not be names that files can have."""
    return {symbol: f"symbols/{number}.png" for number, symbol in enumerate(definition.symbols, 1)}


def _game(definition: Definition) -> Iterator[str]:
    given = {
        "name": definition.name,
        "id": definition.id,
        "version": definition.version or "1.0.0.0",
        "octgnVersion": "3.4.0.0",
        "scriptVersion": "3.1.0.2",
        "description": definition.name,
        "authors": "unknown",
        "tags": "",
        "gameurl": "",
        "setsurl": "",
        "iconurl": "",
        "markersize": "20",
    }
    yield f"<game{attributes(given)}>"
    # the program that builds packages looks for it, even if there are none
    yield f"{_STEP}<scripts/>"
    if definition.symbols:
        yield f"{_STEP}<symbols>"
        for symbol, file in _symbols(definition).items():
            said = attributes({"name": definition.symbols[symbol], "id": symbol, "src": file})
            yield f"{_STEP * 2}<symbol{said}/>"
        yield f"{_STEP}</symbols>"
    yield f"{_STEP}<proxygen{attribute('definitionsrc', _PROXIES)}/>"
    usual = definition.sizes.get("", SizeDefinition(""))
    yield f"{_STEP}<card{_size(usual)}>"
    for each in definition.properties.values():
        yield f"{_STEP * 2}<property{_property(each)}/>"
    for size in definition.sizes.values():
        if size.name:
            yield f"{_STEP * 2}<size{attribute('name', size.name)}{_size(size)}/>"
    yield f"{_STEP}</card>"
    table = {"name": "Table", "width": "1000", "height": "600", "background": _TABLE}
    yield f"{_STEP}<table{attributes(table)}/>"
    yield f"{_STEP}<player>"
    yield f"{_STEP * 2}<hand{attributes({'name': 'Hand', 'icon': _ICON})}/>"
    yield f"{_STEP * 2}<group{attributes({'name': 'Library', 'icon': _ICON})}/>"
    yield f"{_STEP}</player>"
    yield f"{_STEP}<deck>"
    for section in ("Main", "Sideboard"):
        yield f"{_STEP * 2}<section{attributes({'name': section, 'group': 'Library'})}/>"
    yield f"{_STEP}</deck>"
    yield "</game>"


def _size(size: SizeDefinition) -> str:
    return attributes(
        {
            "width": size.width or _WIDTH,
            "height": size.height or _HEIGHT,
            "front": _FRONT,
            "back": _BACK,
            "cornerRadius": "3",
        }
    )


def _property(each: PropertyDefinition) -> str:
    given = {"name": each.name, "type": each.type}
    if each.text_kind != "Free":
        given["textKind"] = each.text_kind
    if each.delimiter:
        given["delimiter"] = each.delimiter
    if each.hidden:
        given["hidden"] = "True"
    if each.ignore_text:
        given["ignoreText"] = "True"
    return attributes(given)


def _proxies(definition: Definition, roles: Roles) -> Iterator[str]:
    """The template by which cards without pictures are drawn."""
    shown = [(each, _shown(each, definition, roles)) for each in _BLOCKS]
    shown = [(each, name) for each, name in shown if name]
    yield "<templates>"
    yield f"{_STEP}<blocks>"
    for each, _ in shown:
        yield f"{_STEP * 2}<block{attributes({'type': 'text', 'id': each.role})}>"
        place = {"x": str(each.x), "y": str(each.y)}
        area = {"height": str(each.height), "width": str(each.width)}
        text = {"color": "#000000", "size": str(each.size)}
        yield f"{_STEP * 3}<location{attributes(place)}/>"
        yield f"{_STEP * 3}<text{attributes(text)}/>"
        yield f"{_STEP * 3}<wordwrap{attributes(area)}/>"
        yield f"{_STEP * 2}</block>"
    yield f"{_STEP}</blocks>"
    yield f"{_STEP}<template{attributes({'src': _FRONT, 'default': 'True'})}>"
    # a template has to match something; the default is taken where nothing does
    yield f"{_STEP * 2}<matches><match{attributes({'name': 'Name', 'value': ''})}/></matches>"
    yield f"{_STEP * 2}<textblocks>"
    for each, name in shown:
        said = attribute("name", name)
        yield f"{_STEP * 3}<link{attribute('block', each.role)}><property{said}/></link>"
    yield f"{_STEP * 2}</textblocks>"
    yield f"{_STEP}</template>"
    yield "</templates>"


def _shown(block: _Block, definition: Definition, roles: Roles) -> str:
    """The property that stands in *block*; empty if the game has none."""
    if block.role == "name":
        return "Name"
    name: str = getattr(roles, block.role)
    return name if name in definition.properties else ""


@lru_cache
def _picture(width: int, height: int, color: RGB) -> bytes:
    """A rectangle with an edge, as PNG."""
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
