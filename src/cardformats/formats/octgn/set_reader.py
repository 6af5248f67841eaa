"""Reads one set: from its XML to a record of it, with whatever is wrong."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Any, Final

from ...diagnostic_log import DiagnosticLog
from ...model import FrozenDict
from ...source import SourceText
from ..guids import guid
from ..near_words import near_word
from ..xml_tags import Places, XmlProblem
from ..xml_text import Document
from . import fixes
from .codes import OctgnCode
from .contents import USUAL, Contents, Property
from .definition import Definition
from .document import Reporter, read_xml, report_no_xml
from .format import OctgnOptions
from .identity import VALUES
from .packs import PackReader
from .structure import Structure
from .syntax import SET_ATTRIBUTES, AlternateRecord, OctgnCardRecord, ReadSet

_DATE: Final = VALUES.rule("DATE")
#: Number of attributes of a card of the usual size.
_BOTH: Final = 2
_GUID: Final = USUAL.rule("GUID")
#: The start tag of a card as almost all are written.
_CARD: Final = USUAL.rule("card")


def read_set(
    source: SourceText,
    definition: Definition | None,
    log: DiagnosticLog,
    options: OctgnOptions,
    memo: dict[str, Property] | None = None,
) -> ReadSet | None:
    """Return the set in the text of a ``set.xml``; if there is none, report it: None.

    What is checked against the game's *definition* is only checked if that is known. The *memo*,
    empty at first, is for all sets of a game: what properties say by how they are written.
    """
    xml = read_xml(source, "set", log, apart="card")
    if xml is None:
        return None
    report, parts = xml
    reader = _SetReader(report, definition, options, {} if memo is None else memo)
    reader.read_rest()
    try:
        try:
            reader.read_cards(parts)
        except XmlProblem:
            reader.record.cards.clear()
            reader.read_cards(((Document(source), ()),))
    except XmlProblem as problem:
        report_no_xml(source, problem, log)
        return None
    return reader.record


class _SetReader:
    """Reads one set."""

    def __init__(
        self,
        report: Reporter,
        definition: Definition | None,
        options: OctgnOptions,
        memo: dict[str, Property],
    ) -> None:
        self.report = report
        self.definition = definition
        self.structure = Structure(report, definition)
        self.contents = Contents(report, definition, options, memo)
        self.known = definition.properties if definition else None
        self.sizes = definition.sizes.keys() if definition else {"": None}.keys()
        # lxml takes long for all of many
        values = ((name, report.document.root.get(name)) for name in SET_ATTRIBUTES)
        attributes = FrozenDict({name: value for name, value in values if value is not None})
        self.record = ReadSet(attributes, document=report.document)

    def read_rest(self) -> None:
        """Read all but the cards."""
        root, record = self.report.document.root, self.record
        self.structure.check_tree(root)
        self._check_set(root)
        record.packs += map(PackReader(self.report).pack, root.iter("pack"))
        self._check_includes(root)
        for element in root.iter("marker"):
            record.markers[element.get("id", "")] = element.get("name", "")

    def _check_includes(self, root: Any) -> None:
        """Check that the game has what is otherwise of included cards; a name has its own code."""
        if (known := self.known) is None:
            return
        for child in root.iterfind(".//include/property"):
            name = child.get("name", "")
            if name not in known and name.lower() != "name":
                notes = self.report.log.did_you_mean(name, known)
                new = near_word(name, known, notes)
                self.report(
                    OctgnCode.UNKNOWN_PROPERTY, child, "name", notes=notes, new=new, name=name
                )

    def read_cards(self, parts: Iterable[tuple[Document, Places]]) -> None:
        """Read the cards, which are in *parts*; where they stand, if that is known."""
        for document, places in parts:
            self.report.document = document
            elements, text = list(document.root.iter("card")), document.source.text
            if len(elements) == len(places):
                written = (text[start:end] for start, end in places)
                self.record.cards += map(self._card, elements, written)
            else:
                self.record.cards += map(self._card, elements)

    def _check_set(self, root: Any) -> None:
        """Check the values of the attributes of the set."""
        if hidden := root.get("hidden"):
            word = hidden.strip().lower()
            if word not in ("true", "false"):
                new = fixes.boolean(word)
                self.report(OctgnCode.BAD_BOOLEAN, root, "hidden", new=new, value=hidden)
            elif hidden != word:
                data = {"new": word, "value": hidden, "read": word}
                self.report(OctgnCode.BOOLEAN_CASE, root, "hidden", **data)
        released = root.get("releaseDate")
        if released is not None and not _is_date(released.strip()):
            new = fixes.released(released)
            self.report(OctgnCode.BAD_DATE, root, "releaseDate", new=new, value=released)
        game, own = root.get("gameId"), self.definition.id if self.definition else None
        if own is not None and game and guid(game) != guid(own):
            self.report(OctgnCode.WRONG_GAME, root, "gameId", value=game, game=own)
        markers = root.find("markers")
        if markers is not None:
            self.report(OctgnCode.OLD_MARKERS, markers)

    # -- cards

    def _card(self, element: Any, written: str = "") -> OctgnCardRecord:
        """Return the card that *element* is, which is *written* so if that is known."""
        if usual := _CARD.match(written):
            first, number, other, last, size = usual.groups()
            name, number = (last or "", other) if other else (first or "", number)
            size = size or ""
            if size not in self.sizes:
                self.structure.check_attributes(element)
        else:
            name, number, size = self._attributes(element)
        values, styled, alternates = self.contents.content(element, written)
        card = OctgnCardRecord(name, size, values, styled, number)
        if alternates:
            card.alternates = tuple(self._alternate(*each) for each in alternates)
            self._check_types(each for each, _ in alternates)
        return card

    def _attributes(self, element: Any) -> tuple[str, str, str]:
        """Return the name of a card, its GUID and its size, whatever else there is."""
        # `items` takes quadratic time
        name, number = element.get("name"), element.get("id", "")
        size = element.get("size", "")
        has_all = len(element.attrib) == _BOTH + (size != "") and name is not None
        is_usual = _GUID.fullmatch(number)
        if not has_all or not is_usual or size not in self.sizes:
            self.structure.check_attributes(element)
        return name or "", number if is_usual else guid(number), size

    def _alternate(self, element: Any, written: str) -> AlternateRecord:
        self.structure.check_attributes(element)
        values, styled, _ = self.contents.content(element, written)
        name, size, kind = (element.get(each, "") for each in ("name", "size", "type"))
        return AlternateRecord(name, size, values, styled, kind)

    def _check_types(self, alternates: Iterable[Any]) -> None:
        seen: set[str] = set()
        for each in alternates:
            kind, problem = each.get("type", ""), ""
            if not kind:
                problem = "an alternate without a type"
            elif kind in seen:
                problem = f"the card has two alternates of the type {kind!r}"
            if problem:
                self.report(OctgnCode.ALTERNATE_TYPE, each, "type", problem=problem)
            seen.add(kind)


def _is_date(text: str) -> bool:
    try:
        return bool(_DATE.fullmatch(text) and date.fromisoformat(text))
    except ValueError:
        return False
