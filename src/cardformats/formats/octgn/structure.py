"""The structure of a set: which elements and attributes stand where, and what they may say."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from ...diagnostics import DiagnosticLog
from ..xml_text import Document
from .codes import OctgnCode
from .definition import Definition
from .guids import guid, is_guid

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
        "set": "name id gameId shortName description releaseDate gameVersion version hidden",
        "pack": "name id",
        "include": "id set",
        "pick": "qty key value",
        "option": "probability",
        "marker": "name id",
        "card": "name id size",
        "alternate": "name type size",
    }.items()
}
SET_ATTRIBUTES: Final = _ATTRIBUTES["set"]
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
        given = root.attrib
        if hidden := given.get("hidden"):
            span = self.document.attribute_span(root, "hidden")
            word = hidden.strip().lower()
            if word not in ("true", "false"):
                self.log.add(OctgnCode.BAD_BOOLEAN, span, value=hidden)
            elif hidden != word:
                self.log.add(OctgnCode.BOOLEAN_CASE, span, value=hidden, read=word)
        date = given.get("releaseDate")
        if date is not None and not _DATE.match(date.strip()):
            span = self.document.attribute_span(root, "releaseDate")
            self.log.add(OctgnCode.BAD_DATE, span, value=date)
        game = given.get("gameId")
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
