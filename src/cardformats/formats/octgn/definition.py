"""``definition.xml``: what it says of a game, of its cards, and of the files beside it."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from posixpath import normpath
from typing import Any, Final

from attrs import evolve, frozen

from ...diagnostic_log import DiagnosticLog
from ...model import FrozenDict
from ...source import SourceText, open_file
from ..near_words import near_word
from .codes import OctgnCode
from .document import Reporter, read_xml
from .files import definition_in
from .format import DEFINITION_FILE, METADATA, OctgnOptions

#: The types of properties; ``GUID`` exists in the program only.
TYPES: Final = ("String", "Integer", "Char", "RichText", "GUID")
#: How many different values the texts of a property have.
KINDS: Final = ("Free", "Enum", "Tokens")
#: The attributes that name files, whatever the element.
_FILES: Final = (
    *("src", "icon", "image", "font", "definitionsrc"),
    *("front", "back", "background", "board"),
)
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
        description: what it is; its name if that is not known.
        authors: their names, with commas between.
        tags: words, separated by spaces.
        game_url, icon_url: of the page of the game, and of a picture.
    """

    id: str = ""
    name: str = ""
    version: str = ""
    properties: Mapping[str, PropertyDefinition] = FrozenDict()
    sizes: Mapping[str, SizeDefinition] = FrozenDict()
    symbols: Mapping[str, str] = FrozenDict()
    markers: Mapping[str, str] = FrozenDict()
    description: str = ""
    authors: str = ""
    tags: str = ""
    game_url: str = ""
    icon_url: str = ""


def described(definition: Definition) -> Definition:
    """Return *definition* with a default for each description that it lacks."""
    return evolve(
        definition,
        version=definition.version or "1.0.0.0",
        authors=definition.authors or "unknown",
        description=definition.description or definition.name,
    )


def with_metadata(definition: Definition, options: OctgnOptions) -> Definition:
    """Return *definition* with the version, the authors, … that the options say."""
    values = {name: getattr(options, name) for name in METADATA}
    return evolve(definition, **{name: each for name, each in values.items() if each is not None})


def read_definition(
    source: SourceText, log: DiagnosticLog, *, thorough: bool = False
) -> Definition | None:
    """Return the game that *source* defines; None if it defines none.

    If *thorough*, also report names that only the program that builds packages rejects.
    """
    xml = read_xml(source, "game", log)
    if xml is None:
        return None
    report, root = xml[0], xml[0].document.root
    card = root.find("card")
    properties: dict[str, PropertyDefinition] = {}
    sizes: dict[str, SizeDefinition] = {}
    if card is not None:
        sizes[""] = _read_size(card)
        for each in card.iterchildren("property"):
            property_ = _read_property(each, report)
            problem = ""
            if property_.name in properties:
                problem = "is defined twice; the first definition is used"
            elif thorough and property_.name.lower() in RESERVED:
                problem = "has a name that is reserved"
            if problem:
                report(
                    OctgnCode.DEFINITION_NAME, each, "name", name=property_.name, problem=problem
                )
            properties.setdefault(property_.name, property_)
        for each in card.iterchildren("size"):
            sizes[each.get("name", "")] = _read_size(each)
    return Definition(
        root.get("id", ""),
        root.get("name", ""),
        root.get("version", ""),
        FrozenDict(properties),
        FrozenDict(sizes),
        FrozenDict({each.get("id", ""): each.get("name", "") for each in root.iter("symbol")}),
        FrozenDict({each.get("id", ""): each.get("name", "") for each in root.iter("marker")}),
        *(root.get(name, "") for name in ("description", "authors", "tags", "gameurl", "iconurl")),
    )


def _read_size(element: Any) -> SizeDefinition:
    """Return the size in *element*; the element of the cards specifies the usual one."""
    values = (element.get(each, "") for each in ("name", "width", "height", "front", "back"))
    return SizeDefinition(*values)


def _read_property(element: Any, report: Reporter) -> PropertyDefinition:
    def one_of(name: str, known: Sequence[str], usual: str, what: str) -> str:
        value: str = element.get(name, usual)
        if value in known:
            return value
        new = near_word(value, known, report.log.did_you_mean(value, known))
        data: dict[str, Any] = {"value": value, "what": what, "expected": ", ".join(known)}
        report(OctgnCode.DEFINITION_TYPE, element, name, new=new, **data)
        return usual

    if element.get("name") is None:
        report(OctgnCode.MISSING_ATTRIBUTE, element, tag="property", name="name")
    return PropertyDefinition(
        element.get("name", ""),
        one_of("type", TYPES, "String", "type of a property"),
        one_of("textKind", KINDS, "Free", "kind of text"),
        element.get("delimiter", ""),
        element.get("hidden", "").lower() == "true",
        element.get("ignoreText", "").lower() == "true",
    )


def definition_at(path: Path | None, log: DiagnosticLog) -> Definition | None:
    """Return the definition in a file, or in the folder of a game; None if no *path* is given.

    Raises:
        OSError: If the file cannot be read.
    """
    if path is None:
        return None
    if path.is_dir():
        name = definition_in(path)
        if name is None:
            where = str(path / DEFINITION_FILE)
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), where)
        path /= name
    with open_file(path) as file:
        return read_definition(SourceText.from_bytes(str(path), file.read()), log)


def named_files(root: Any) -> Iterator[tuple[Any, str, str]]:
    """Yield the files that elements in *root* name: element, attribute and path."""
    for element in root.iter():
        for name in _FILES:
            path = element.get(name) if isinstance(element.tag, str) else None
            if path and path.strip() and "://" not in path:
                yield element, name, path


def normal_path(path: str) -> str:
    """Return a *path* that a definition names, as those of a game's files are written."""
    return normpath(path.strip().replace("\\", "/"))
