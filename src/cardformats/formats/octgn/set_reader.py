"""Reads one set: from its XML to a record of it, with whatever is wrong."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cached_property
from sys import intern
from typing import Any, Final

from ...diagnostics import DiagnosticLog
from ...model import FrozenDict
from ...source import SourceText
from ..xml_text import Document, XmlProblem, split
from .codes import OctgnCode
from .definition import Definition
from .identity import guid, is_guid
from .packs import PackReader
from .rich_text import Run, plain, runs
from .syntax import SET_ATTRIBUTES, AlternateRecord, CardRecord, SetRecord

#: What may stand in what, in the order in which it has to, and the attributes: those that have to
#: be there first (``*`` behind a GUID), then the others.
_CHILDREN: Final[Mapping[str, tuple[str, ...]]] = {
    "set": ("packaging", "markers", "cards"),
    "packaging": ("pack",),
    "pack": ("include", "pick", "options"),
    "include": ("property",),
    "pick": ("property",),
    "options": ("option",),
    "option": ("pick", "options", "include"),
    "markers": ("marker",),
    "cards": ("card",),
    "card": ("property", "alternate"),
    "alternate": ("property",),
}
_NEEDED: Final[Mapping[str, tuple[str, ...]]] = {
    "set": ("name", "id*", "gameId*"),
    "pack": ("name", "id*"),
    "include": ("id*", "set*"),
    "pick": ("key", "value"),
    "marker": ("name", "id*"),
    "card": ("name", "id*"),
    "alternate": ("name", "type"),
}
_ATTRIBUTES: Final[Mapping[str, frozenset[str]]] = {
    tag: frozenset(names.split())
    for tag, names in {
        "set": " ".join(SET_ATTRIBUTES),
        "pack": "name id",
        "include": "id set",
        "pick": "qty key value",
        "option": "probability",
        "marker": "name id",
        "card": "name id size",
        "alternate": "name type size",
    }.items()
}
_ORDERED: Final = ("set", "card")
_DATE: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}\Z")


class Structure:
    """Checks the elements of a set; what a card says is not looked at.

    Attributes:
        document: where the elements that are checked stand.
    """

    def __init__(
        self, document: Document, definition: Definition | None, log: DiagnosticLog
    ) -> None:
        """Check elements of *document*, a set of the game that is defined, if it is known."""
        self.document = document
        self.definition = definition
        self.log = log

    def set(self, root: Any) -> None:
        """Check all but the cards, which are checked as they are read."""
        self._tree(root)
        self._attributes_of_set(root)

    def _attributes_of_set(self, root: Any) -> None:
        attributes = root.attrib
        if hidden := attributes.get("hidden"):
            span = self.document.attribute_span(root, "hidden")
            word = hidden.strip().lower()
            if word not in ("true", "false"):
                self.log.add(OctgnCode.BAD_BOOLEAN, span, value=hidden)
            elif hidden != word:
                self.log.add(OctgnCode.BOOLEAN_CASE, span, value=hidden, read=word)
        date = attributes.get("releaseDate")
        if date is not None and not _DATE.match(date.strip()):
            span = self.document.attribute_span(root, "releaseDate")
            self.log.add(OctgnCode.BAD_DATE, span, value=date)
        game = attributes.get("gameId")
        if self.definition and game and guid(game) != guid(self.definition.id):
            span = self.document.attribute_span(root, "gameId")
            self.log.add(OctgnCode.WRONG_GAME, span, value=game, game=self.definition.id)
        markers = root.find("markers")
        if markers is not None:
            self.log.add(OctgnCode.OLD_MARKERS, self.document.span(markers))

    def _tree(self, element: Any) -> None:
        self.attributes(element)
        self.children(element)
        for child in element:
            if child.tag != "card" and child.tag in _CHILDREN.get(element.tag, ()):
                self._tree(child)

    def children(self, element: Any) -> None:
        """Check which elements stand in *element*, and in which order."""
        allowed = _CHILDREN.get(element.tag, ())
        latest = ""
        for child in element:
            if not isinstance(child.tag, str):
                if element.tag in ("card", "alternate"):
                    span = self.document.span(element)
                    self.log.add(OctgnCode.COMMENT_IN_CARD, span, tag=element.tag)
            elif child.tag not in allowed:
                span = self.document.span(child)
                self.log.add(
                    OctgnCode.UNKNOWN_ELEMENT, span, tag=_local(child.tag), parent=element.tag
                )
            elif element.tag in _ORDERED:
                if latest and allowed.index(child.tag) < allowed.index(latest):
                    span = self.document.span(child)
                    self.log.add(OctgnCode.ORDER, span, tag=child.tag, before=latest)
                else:
                    latest = child.tag

    def attributes(self, element: Any) -> None:
        """Check the attributes of any element but a property of a card."""
        tag = element.tag
        for name in _NEEDED.get(tag, _needed_of_property(element)):
            value = element.get(name.rstrip("*"))
            if value is None:
                span = self.document.span(element)
                self.log.add(OctgnCode.MISSING_ATTRIBUTE, span, tag=tag, name=name.rstrip("*"))
            elif name.endswith("*") and not is_guid(value):
                span = self.document.attribute_span(element, name.rstrip("*"))
                self.log.add(OctgnCode.BAD_GUID, span, value=value)
        usual = frozenset((*_needed_of_property(element), "value")) if tag == "property" else ()
        self.names(element, _ATTRIBUTES.get(tag, frozenset(usual)))
        size = element.get("size") if tag in ("card", "alternate") else None
        if size and self.definition and size not in self.definition.sizes:
            span = self.document.attribute_span(element, "size")
            notes = self.log.did_you_mean(size, self.definition.sizes)
            self.log.add(OctgnCode.UNKNOWN_SIZE, span, notes=notes, name=size)

    def names(self, element: Any, known: frozenset[str]) -> None:
        """Tell of attributes that are not *known*; those of other namespaces are not OCTGN's."""
        names = element.attrib.keys()
        unknown = [name for name in names if name not in known and not name.startswith("{")]
        spans = self.document.attribute_spans(element) if unknown else {}
        for name in unknown:
            notes = self.log.did_you_mean(name, known)
            self.log.add(
                OctgnCode.UNKNOWN_ATTRIBUTE,
                spans.get(name),
                notes=notes,
                tag=element.tag,
                name=name,
            )


def _needed_of_property(element: Any) -> tuple[str, ...]:
    """What a property of a pick or an include has to have; without a value it removes one."""
    if element.tag != "property":
        return ()
    parent = element.getparent()
    return ("key", "value") if parent is not None and parent.tag == "pick" else ("name",)


def _local(tag: str) -> str:
    """A tag without its namespace."""
    return tag.rpartition("}")[2]


_BLANKS: Final = " \t\r\n"
_NAME_ONLY: Final = re.compile(r"<property\s+name\s*=\s*(?:\"[^\"]*\"|'[^']*')\s*(/>|></property)")
#: So many attributes has a property that has all that it can have, and a card of the usual size.
_BOTH: Final = 2
_CLOSER: Final = "></property"


def read_set(
    source: SourceText,
    definition: Definition | None,
    log: DiagnosticLog,
    *,
    rules: str = "cardformats",
    thorough: bool = False,
) -> SetRecord | None:
    """The set that *source* describes; None if it describes none.

    Args:
        source: the text of a ``set.xml``.
        definition: the game, if it is known.
        log: where problems go.
        rules: as the option of that name.
        thorough: look also for what only the linter tells.
    """
    try:
        return _read(source, definition, log, is_exact=rules == "octgn", thorough=thorough)
    except XmlProblem as problem:
        span = source.span(problem.offset, problem.offset + 1)
        log.add(OctgnCode.BAD_XML, span, problem=problem.message)
        return None


def _read(
    source: SourceText,
    definition: Definition | None,
    log: DiagnosticLog,
    *,
    is_exact: bool,
    thorough: bool,
) -> SetRecord | None:
    document, parts = split(source, "card")
    root = document.root
    if root.tag != "set":
        span = document.span(root)
        log.add(OctgnCode.WRONG_ROOT, span, found=document.shown(root), expected="set")
        return None
    reader = _SetReader(document, definition, log, is_exact=is_exact, thorough=thorough)
    reader.read_rest()
    try:
        reader.read_cards(parts)
    except XmlProblem:
        reader.record.cards.clear()
        reader.read_cards((Document(source),))
    return reader.record


def _of_set(root: Any) -> FrozenDict[str, str]:
    """The attributes of a set; lxml takes long for all of many."""
    found = {name: root.get(name) for name in SET_ATTRIBUTES}
    return FrozenDict({name: value for name, value in found.items() if value is not None})


class _SetReader:
    """Reads one set."""

    def __init__(
        self,
        document: Document,
        definition: Definition | None,
        log: DiagnosticLog,
        *,
        is_exact: bool,
        thorough: bool,
    ) -> None:
        self.document = document
        self.definition = definition
        self.log = log
        self.is_exact = is_exact
        self.thorough = thorough
        self.known = definition.properties if definition else None
        self.sizes = definition.sizes.keys() if definition else {"": None}.keys()
        root = document.root
        self.structure = Structure(document, definition, log)
        self.record = SetRecord(document, guid(root.get("id", "")), _of_set(root))

    def read_rest(self) -> None:
        """Read all but the cards."""
        root, record = self.document.root, self.record
        self.structure.set(root)
        packs = PackReader(record, self.log)
        for element in root.iter("pack"):
            record.packs.append((packs.pack(element), element))
        for element in root.iter("marker"):
            record.markers[element.get("id", "")] = element.get("name", "")

    def read_cards(self, documents: Iterable[Document]) -> None:
        """Read the cards, which are in *documents*."""
        for document in documents:
            self.document = self.structure.document = document
            self.record.cards += map(self._card, document.root.iter("card"))

    # -- cards

    def _card(self, element: Any) -> CardRecord:
        name, written, size = element.get("name"), element.get("id"), element.get("size", "")
        is_usual = name is not None and _USUAL.match(written or "") and size in self.sizes
        if not is_usual or len(element.attrib) != _BOTH + (size != ""):
            self.structure.attributes(element)
        values, styled, others = self._properties(element)
        card = CardRecord(name or "", size, values, styled, _usual(written or ""))
        if others:
            alternates = list(element.iter("alternate"))
            card.alternates = tuple(map(self._alternate, alternates))
            self._check_types(alternates)
        return card

    def _alternate(self, element: Any) -> AlternateRecord:
        self.structure.attributes(element)
        values, styled, _ = self._properties(element)
        name, size, kind = (element.get(each, "") for each in ("name", "size", "type"))
        return AlternateRecord(name, size, values, styled, kind)

    def _properties(
        self, element: Any
    ) -> tuple[dict[str, str | None], dict[str, tuple[Run, ...]], bool]:
        """The properties in a card or an alternate, and whether there is more in it."""
        values: dict[str, str | None] = {}
        styled: dict[str, tuple[Run, ...]] = {}
        count = 0
        for child in element.iterchildren("property"):
            count += 1
            value = child.get("value")
            is_usual = value is not None and child.text is None and len(child.attrib) == _BOTH
            if not is_usual or len(child) or self.has_loose_values:
                value = self._value(child, value, styled)
            # the names are few, and many keep them
            values[intern(child.get("name", ""))] = value
        if len(values) != count or "" in values:
            values = self._distinct(element, styled)
        others = count != len(element)
        if others:
            self.structure.children(element)
        if self.known is not None and not values.keys() <= self.known.keys():
            values = self._known_names(element, values)
            styled = {name: found for name, found in styled.items() if name in values}
        if self.thorough:
            self._check_values(element, values)
        return values, styled, others

    def _distinct(self, element: Any, styled: dict[str, tuple[Run, ...]]) -> dict[str, str | None]:
        """The properties in *element*, some of which have no name or that of another."""
        values: dict[str, str | None] = {}
        styled.clear()
        for child in element.iterchildren("property"):
            name = child.get("name")
            if not name:
                span = self.document.span(child)
                self.log.add(OctgnCode.MISSING_ATTRIBUTE, span, tag="property", name="name")
            elif name in values:
                what = f"the {element.tag} {element.get('name', '')!r}"
                span = self.document.attribute_span(child, "name")
                self.log.add(OctgnCode.SAME_PROPERTY, span, name=name, what=what)
            else:
                values[name] = self._value(child, child.get("value"), styled)
        return values

    def _value(
        self, element: Any, value: str | None, styled: dict[str, tuple[Run, ...]]
    ) -> str | None:
        """What a property says that is not as most are."""
        name = element.get("name", "")
        if len(element.attrib) != ("name" in element.attrib) + (value is not None):
            self.structure.names(element, frozenset(("name", "value")))
        text: str | None = element.text
        has_content = text is not None or len(element)
        if value is not None:
            if not has_content and self.document.is_empty_tag(element):
                return value
            span = self.document.attribute_span(element, "value")
            self.log.add(OctgnCode.VALUE_IGNORED, span)
            if not has_content:
                return "" if self.is_exact else value
            if not self.is_exact and _says_nothing(element):
                return value
        elif not has_content:
            return None if self._is_null(element) else ""
        if text is not None and not len(element):
            return text if text.strip(_BLANKS) else ""
        return self._rich(element, name, styled)

    def _rich(self, element: Any, name: str, styled: dict[str, tuple[Run, ...]]) -> str | None:
        """What a property says that has elements in it."""
        defined = self.known.get(name) if self.known else None
        is_rich = defined is None or defined.type == "RichText"
        found = runs(
            element,
            keeps_blanks=not self.is_exact,
            symbols=self.definition.symbols if self.definition else None,
            faults=self._fault if is_rich else None,
        )
        text = plain(found)
        if is_rich and text.strip(_BLANKS) and found != (Run(text),):
            styled[name] = found
        if is_rich and not found:
            return None
        return text if text.strip(_BLANKS) else ""

    def _is_null(self, element: Any) -> bool:
        """Whether a property without a value is none, and not an empty text."""
        if len(self.without_value) == len(element.attrib) == 1:
            return "/>" in self.without_value
        return self.document.is_empty_tag(element)

    @cached_property
    def without_value(self) -> Counter[str]:
        """How the properties end that have only a name and no content, and how many."""
        return Counter(found[1] for found in _NAME_ONLY.finditer(self.record.document.source.text))

    @cached_property
    def has_loose_values(self) -> bool:
        """Whether some property has a value, no content, and yet does not close itself."""
        text = self.record.document.source.text
        if text.count(_CLOSER) == self.without_value[_CLOSER]:
            return False
        closed = sum(text.count(before + _CLOSER) for before in "\"' \t\r\n")
        return closed > self.without_value[_CLOSER]

    # -- what is wrong

    def _fault(self, code: OctgnCode, element: Any, data: dict[str, str]) -> None:
        self.log.add(code, self.document.span(element), **data)

    def _known_names(self, element: Any, values: dict[str, str | None]) -> dict[str, str | None]:
        """*values* by the names that the game defines, whatever their case; others are reported."""
        assert self.known is not None  # noqa: S101 - it is the caller who compares with it
        lowered = {name.lower(): name for name in self.known}
        found: dict[str, str | None] = {}
        for child in element.iterchildren("property"):
            name = child.get("name")
            if not name or name in found:
                continue
            if name not in self.known:
                notes = self.log.did_you_mean(name, self.known)
                if name.lower() in lowered:
                    notes = (f"did you mean {lowered[name.lower()]!r}? Case counts",)
                span = self.document.attribute_span(child, "name")
                self.log.add(OctgnCode.UNKNOWN_PROPERTY, span, notes=notes, name=name)
            meant = name if self.is_exact else lowered.get(name.lower(), name)
            found.setdefault(meant, values.get(name))
        return found

    def _check_types(self, alternates: Iterable[Any]) -> None:
        seen: set[str] = set()
        for each in alternates:
            kind, problem = each.get("type", ""), ""
            if not kind:
                problem = "an alternate without a type"
            elif kind in seen:
                problem = f"the card has two alternates of the type {kind!r}"
            if problem:
                span = self.document.attribute_span(each, "type")
                self.log.add(OctgnCode.ALTERNATE_TYPE, span, problem=problem)
            seen.add(kind)

    def _check_values(self, element: Any, values: Mapping[str, str | None]) -> None:
        """Tell of texts where numbers should be."""
        for name, value in values.items():
            defined = self.known.get(name) if self.known else None
            is_number = defined is not None and defined.type == "Integer"
            if is_number and value and not re.fullmatch(r"\s*[+-]?\d+\s*", value):
                where = next(
                    each
                    for each in element.iterchildren("property")
                    if (each.get("name") or "").lower() == name.lower()
                )
                span = self.document.attribute_span(where, "value")
                self.log.add(OctgnCode.NOT_INTEGER, span, value=value, name=name)


def _says_nothing(element: Any) -> bool:
    """Whether there are only blanks, comments and instructions in *element*."""
    texts = (element.text, *(child.tail for child in element))
    has_elements = any(isinstance(child.tag, str) for child in element)
    return not has_elements and not any(text and text.strip(_BLANKS) for text in texts)


_USUAL: Final = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\Z")


def _usual(written: str) -> str:
    """A GUID in its usual form, which most have already."""
    return written if _USUAL.match(written) else guid(written)
