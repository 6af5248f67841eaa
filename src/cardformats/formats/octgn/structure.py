"""The elements and attributes that a set may have, and the diagnostics about them.

Some elements that have no place where they stand OCTGN reads all the same.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import partial
from textwrap import shorten
from typing import Any, Final

from attrs import define, frozen

from ..guids import is_guid
from ..near_words import near_word
from ..xml_tags import WHITE_SPACE
from .codes import OctgnCode
from .definition import Definition
from .document import Reporter
from .fixes import name_fix, tag_fix
from .syntax import SET_ATTRIBUTES


@frozen
class _Rule:
    """What may stand in an element.

    Attributes:
        children: the elements, in the order in which some have to be.
        attributes: all that may be there.
        needed: those that have to be there.
        guids: those that are GUIDs.
    """

    children: tuple[str, ...]
    attributes: frozenset[str]
    needed: tuple[str, ...]
    guids: frozenset[str]


def _rule(attributes: str = "", children: str = "") -> _Rule:
    """Return a rule; ``!`` marks required attributes, ``#`` marks required GUIDs."""
    words = attributes.split()
    return _Rule(
        tuple(children.split()),
        frozenset(word.rstrip("!#") for word in words),
        tuple(word[:-1] for word in words if word[-1] in "!#"),
        frozenset(word[:-1] for word in words if word[-1] == "#"),
    )


#: What is looked for at any depth, and where its place is.
_PLACES: Final[Mapping[str, str]] = {"card": "cards", "pack": "packaging", "marker": "markers"}
#: What is looked for at any depth in a card, likewise.
_IN_CARD: Final[Mapping[str, str]] = {"alternate": "card"}
#: By element; the properties of picks differ from others.
_RULES: Final[Mapping[str, _Rule]] = {
    "set": _rule(f"name! id# gameId# {' '.join(SET_ATTRIBUTES[3:])}", "packaging markers cards"),
    "packaging": _rule("", "pack"),
    "pack": _rule("name! id#", "include pick options"),
    "include": _rule("id# set#", "property"),
    "pick": _rule("key! value! qty", "property"),
    "property of a pick": _rule("key! value!"),
    "options": _rule("", "option"),
    "option": _rule("probability", "pick options include"),
    "markers": _rule("", "marker"),
    "marker": _rule("name! id#"),
    "cards": _rule("", "card"),
    "card": _rule("name! id# size", "property alternate"),
    "alternate": _rule("name! type! size", "property"),
    "property": _rule("name! value"),
}
_ORDERED: Final = ("set", "card")
#: The maximum number of characters of a text in a message.
_SHOWN: Final = 40


def _rule_of(element: Any) -> _Rule:
    is_of_pick = element.tag == "property" and element.getparent().tag == "pick"
    return _RULES["property of a pick" if is_of_pick else element.tag]


@define
class Structure:
    """Checks the elements of a set, and their attributes.

    Attributes:
        report: told of what is wrong.
        definition: that of the game, if it is known.
    """

    report: Reporter
    definition: Definition | None

    def check_tree(self, element: Any) -> None:
        """Check *element* and what is in it; cards are checked as they are read."""
        self.check_attributes(element)
        self.check_children(element)
        for child in element:
            if child.tag != "card" and child.tag in _RULES[element.tag].children:
                self.check_tree(child)

    def check_children(self, element: Any) -> None:
        """Check which elements stand in *element*, in which order, and for text between them."""
        tag, places = element.tag, _RULES[element.tag].children
        report_stray_text(self.report, element)
        latest = ""
        for child in element:
            if not isinstance(child.tag, str):
                if tag in ("card", "alternate"):
                    self.report(OctgnCode.COMMENT_IN_CARD, element, tag=tag)
            elif child.tag not in places:
                report_stranger(self.report, child, tag, places)
            elif tag in _ORDERED:
                if latest and places.index(child.tag) < places.index(latest):
                    self.report(OctgnCode.ORDER, child, tag=child.tag, before=latest)
                else:
                    latest = child.tag

    def check_attributes(self, element: Any) -> None:
        """Check the attributes of any element but a property of a card."""
        rule = _rule_of(element)
        for name in rule.needed:
            value = element.get(name)
            if value is None:
                self.report(OctgnCode.MISSING_ATTRIBUTE, element, tag=element.tag, name=name)
            elif name in rule.guids and not is_guid(value):
                self.report(OctgnCode.BAD_GUID, element, name, value=value)
        self.check_names(element)
        size = element.get("size") if "size" in rule.attributes else None
        if size and self.definition and size not in self.definition.sizes:
            known = self.definition.sizes
            self.report(OctgnCode.UNKNOWN_SIZE, element, "size", known=known, name=size)

    def check_names(self, element: Any) -> None:
        """Tell of attributes that may not be there; those of other namespaces are not OCTGN's."""
        known, names = _rule_of(element).attributes, element.attrib.keys()
        unknown = [name for name in names if name not in known and not name.startswith("{")]
        spans = self.report.document.attribute_spans(element) if unknown else {}
        free = known.difference(names) if unknown else known
        for name in unknown:
            notes, span = self.report.log.did_you_mean(name, known), spans.get(name)
            near = near_word(name, free, notes)
            fix = None if span is None else name_fix(span, near)
            data = {"notes": notes, "tag": element.tag, "name": name}
            self.report.log.add(OctgnCode.UNKNOWN_ATTRIBUTE, span, fix, **data)
        self.report.count += len(unknown)


def report_stray_text(report: Reporter, element: Any) -> None:
    """Report text in *element*, which can only have elements, at what is before the text."""
    is_property = element.tag == "property" and element.getparent().tag != "pick"
    for before, text in ((element, element.text), *((child, child.tail) for child in element)):
        if text and text.strip(WHITE_SPACE) and not is_property:
            where = before if isinstance(before.tag, str) else element
            shown = shorten(text, _SHOWN, placeholder="…")
            report(OctgnCode.STRAY_TEXT, where, text=shown, tag=element.tag)


def report_stranger(
    report: Reporter, element: Any, parent: str, known: Collection[str] = ()
) -> None:
    """Report an *element* that has no place in its *parent*, or what OCTGN reads of it.

    *Known* are the elements that have their place there.
    """
    places = {**_PLACES, **_IN_CARD} if parent in ("card", "alternate") else _PLACES
    local = element.tag.rpartition("}")[2]
    if place := places.get(element.tag):
        report(OctgnCode.MISPLACED, element, tag=local, parent=parent, place=place)
        return
    notes = report.log.did_you_mean(local, known)
    near = near_word(local, known, notes) if local == element.tag else None
    fix = partial(tag_fix, new=near)
    report(OctgnCode.UNKNOWN_ELEMENT, element, notes=notes, fix=fix, tag=local, parent=parent)
    for each in element.iter(*places):
        # what is in another one is reported where that one is read
        inner = each.getparent()
        while inner is not element and inner.tag not in places:
            inner = inner.getparent()
        if inner is element:
            data = {"tag": each.tag, "parent": local, "place": places[each.tag]}
            report(OctgnCode.MISPLACED, each, **data)
