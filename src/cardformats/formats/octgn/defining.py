"""Writes ``definition.xml``: what a game's sets need, with the least that a game has to have."""

from __future__ import annotations

from collections.abc import Iterator

from .definition import Definition, PropertyDefinition, SizeDefinition
from .rendering import attribute, attributes, document

_STEP = "  "
#: The size of a card, in millimetres, where none is said.
_WIDTH, _HEIGHT = "63", "88"
_BACK, _FRONT = "cards/back.png", "cards/front.png"


def render_definition(definition: Definition) -> str:
    """The text of ``definition.xml``; pictures and the table are left to whoever makes the game."""
    return document(_game(definition))


def _game(definition: Definition) -> Iterator[str]:
    given = {
        "name": definition.name,
        "id": definition.id,
        "version": definition.version,
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
    if definition.symbols:
        yield f"{_STEP}<symbols>"
        for number, name in definition.symbols.items():
            said = attributes({"name": name, "id": number, "src": f"symbols/{number}.png"})
            yield f"{_STEP * 2}<symbol{said}/>"
        yield f"{_STEP}</symbols>"
    usual = definition.sizes.get("", SizeDefinition(""))
    yield f"{_STEP}<card{_size(usual)}>"
    for each in definition.properties.values():
        yield f"{_STEP * 2}<property{_property(each)}/>"
    for size in definition.sizes.values():
        if size.name:
            yield f"{_STEP * 2}<size{attribute('name', size.name)}{_size(size)}/>"
    yield f"{_STEP}</card>"
    table = {"name": "Table", "width": "1000", "height": "600", "background": "cards/table.png"}
    yield f"{_STEP}<table{attributes(table)}/>"
    yield f"{_STEP}<player>"
    yield f"{_STEP * 2}<hand{attributes({'name': 'Hand'})}/>"
    yield f"{_STEP * 2}<group{attributes({'name': 'Library'})}/>"
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
            "front": size.front or _FRONT,
            "back": size.back or _BACK,
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
