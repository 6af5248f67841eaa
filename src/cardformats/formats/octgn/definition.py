"""What ``definition.xml`` says of a game's cards: their properties, sizes, symbols and markers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from attrs import frozen

from ...diagnostics import DiagnosticLog
from ...model import FrozenDict
from ...source import SourceText
from ..xml_text import Document
from ..xml_text import XmlProblem
from .codes import OctgnCode

#: The types of properties; ``GUID`` exists in the program only.
TYPES: Final = ("String", "Integer", "Char", "RichText", "GUID")
#: How many different values the texts of a property have.
KINDS: Final = ("Free", "Enum", "Tokens")
#: Names that the program that builds packages refuses, in lower case.
RESERVED: Final = ("name", "id", "alternate", "size", "type", "set")


@frozen
class PropertyDefinition:
    """A property that the cards of a game can have.

    Attributes:
        name: case counts.
        type: ``String``, ``Integer``, ``Char``, ``RichText`` or ``GUID``.
        text_kind: ``Free``, ``Enum`` or ``Tokens``: how many different texts it has.
        delimiter: what stands between tokens.
        hidden: players do not see it.
        ignore_text: it is not searched.
    """

    name: str
    type: str = "String"
    text_kind: str = "Free"
    delimiter: str = ""
    hidden: bool = False
    ignore_text: bool = False


@frozen
class SizeDefinition:
    """A size of cards beside the usual one, in millimetres or the game's own unit.

    Attributes:
        name: case counts; the usual size has none.
        width, height: of the front, as written.
        front, back: the files of the pictures of its sides.
    """

    name: str
    width: str = ""
    height: str = ""
    front: str = ""
    back: str = ""


@frozen
class Definition:
    """A game, as far as its sets depend on it.

    Attributes:
        id: its GUID as written.
        name: what it is called.
        version: four numbers.
        properties: by name, in order.
        sizes: by name; the usual one is under the empty name.
        symbols: the names of symbols by id.
        markers: the names of markers by id.
    """

    id: str = ""
    name: str = ""
    version: str = ""
    properties: Mapping[str, PropertyDefinition] = FrozenDict()
    sizes: Mapping[str, SizeDefinition] = FrozenDict()
    symbols: Mapping[str, str] = FrozenDict()
    markers: Mapping[str, str] = FrozenDict()


def read_definition(
    source: SourceText, log: DiagnosticLog, *, thorough: bool = False
) -> Definition | None:
    """The game that *source* defines; None if it defines none.

    If *thorough*, names that only the program that builds packages refuses are told too.
    """
    try:
        document = Document(source)
    except XmlProblem as error:
        span = source.span(error.offset, error.offset + 1)
        log.add(OctgnCode.BAD_XML, span, problem=error.message)
        return None
    root = document.root
    if root.tag != "game":
        span = document.span(root)
        log.add(OctgnCode.WRONG_ROOT, span, found=document.shown(root), expected="game")
        return None
    card = root.find("card")
    properties: dict[str, PropertyDefinition] = {}
    sizes: dict[str, SizeDefinition] = {}
    if card is not None:
        sizes[""] = _size(card)
        for each in card.iterchildren("property"):
            found = _property(each, document, log)
            if found.name in properties:
                problem = "is defined twice; the first definition counts"
            elif thorough and found.name.lower() in RESERVED:
                problem = "has a name that is reserved"
            else:
                problem = ""
            if problem:
                span = document.attribute_span(each, "name")
                log.add(OctgnCode.DEFINITION_NAME, span, name=found.name, problem=problem)
            properties.setdefault(found.name, found)
        for each in card.iterchildren("size"):
            sizes[each.get("name", "")] = _size(each)
    return Definition(
        root.get("id", ""),
        root.get("name", ""),
        root.get("version", ""),
        FrozenDict(properties),
        FrozenDict(sizes),
        FrozenDict({each.get("id", ""): each.get("name", "") for each in root.iter("symbol")}),
        FrozenDict({each.get("id", ""): each.get("name", "") for each in root.iter("marker")}),
    )


def _size(element: Any) -> SizeDefinition:
    """The size that *element* says; the usual one is said by the element of the cards."""
    given = (element.get(each, "") for each in ("name", "width", "height", "front", "back"))
    return SizeDefinition(*given)


def _property(element: Any, document: Document, log: DiagnosticLog) -> PropertyDefinition:
    def one_of(name: str, known: Sequence[str], usual: str, what: str) -> str:
        value: str = element.get(name, usual)
        if value in known:
            return value
        span = document.attribute_span(element, name)
        words = ", ".join(known)
        log.add(OctgnCode.DEFINITION_TYPE, span, value=value, what=what, expected=words)
        return usual

    if element.get("name") is None:
        span = document.span(element)
        log.add(OctgnCode.MISSING_ATTRIBUTE, span, tag="property", name="name")
    return PropertyDefinition(
        element.get("name", ""),
        one_of("type", TYPES, "String", "type of a property"),
        one_of("textKind", KINDS, "Free", "kind of text"),
        element.get("delimiter", ""),
        element.get("hidden", "").lower() == "true",
        element.get("ignoreText", "").lower() == "true",
    )
