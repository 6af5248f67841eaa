"""What ``definition.xml`` says of a game's cards: their properties, sizes, symbols and markers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from attrs import frozen

from ...diagnostics import DiagnosticLog
from ...model import FrozenDict
from ...source import SourceText
from ..xmltext import Document

#: The types of properties; ``GUID`` exists in the program only.
TYPES: Final = ("String", "Integer", "Char", "RichText")


@frozen
class PropertyDefinition:
    """A property that the cards of a game can have.

    Attributes:
        name: case counts.
        type: one of :data:`TYPES`.
        text_kind: ``Free``, ``Enum`` or ``Tokens``: how many different values there are.
        delimiter: what stands between tokens.
        hidden: players do not see it.
        ignore_text: it is not searched.
    """

    name: str
    type: str
    text_kind: str = "Free"
    delimiter: str = ""
    hidden: bool = False
    ignore_text: bool = False


@frozen
class Definition:
    """A game, as far as its sets depend on it.

    Attributes:
        id: its GUID as written.
        name: what it is called.
        version: four numbers.
        properties: by name, in order.
        sizes: the names of sizes of cards beside the usual one.
        symbols: the names of symbols by id.
        markers: the names of markers by id.
    """

    id: str
    name: str
    version: str
    properties: Mapping[str, PropertyDefinition]
    sizes: tuple[str, ...]
    symbols: Mapping[str, str]
    markers: Mapping[str, str]


def read_definition(source: SourceText, log: DiagnosticLog) -> Definition:
    """The game that *source* defines.

    Raises:
        XmlProblem: it is no XML.
    """
    del log  # what is wrong in definitions is not reported yet
    root = Document(source).root
    card = root.find("card")
    below = [] if card is None else list(card)
    properties = [_property(each) for each in below if each.tag == "property"]
    return Definition(
        root.get("id", ""),
        root.get("name", ""),
        root.get("version", ""),
        FrozenDict({each.name: each for each in properties}),
        tuple(each.get("name", "") for each in below if each.tag == "size"),
        FrozenDict({each.get("id", ""): each.get("name", "") for each in root.iter("symbol")}),
        FrozenDict({each.get("id", ""): each.get("name", "") for each in root.iter("marker")}),
    )


def _property(element: Any) -> PropertyDefinition:
    return PropertyDefinition(
        element.get("name", ""),
        element.get("type", "String"),
        element.get("textKind", "Free"),
        element.get("delimiter", ""),
        element.get("hidden", "").lower() == "true",
        element.get("ignoreText", "").lower() == "true",
    )
