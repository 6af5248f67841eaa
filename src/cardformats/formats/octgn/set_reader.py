"""Reads one set: from its XML to a record of it, with whatever is wrong."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from sys import intern
from typing import Any, Final, TypeAlias

from attrs import frozen

from ...diagnostics import DiagnosticLog
from ...model import FrozenDict
from ...source import SourceText
from ..xml_text import Document, Places, XmlProblem
from .codes import OctgnCode
from .definition import Definition
from .document import Reporter, read_xml, report_no_xml
from .format import OctgnOptions
from .identity import guid, is_guid
from .misplaced import report_stranger
from .packs import PackReader
from .rich_text import Run, plain, runs
from .syntax import SET_ATTRIBUTES, AlternateRecord, CardRecord, ReadSet

#: The name of a property, what it says, and its runs if they have styles.
Property: TypeAlias = tuple[str, str | None, tuple[Run, ...]]
_Values: TypeAlias = dict[str, str | None]
_Styled: TypeAlias = dict[str, tuple[Run, ...]]
#: What is in a card or an alternate: its properties, and its alternates as they are written.
_Content: TypeAlias = tuple[_Values, _Styled, Sequence[tuple[Any, str]]]
#: So many properties are known by their text; a game has fewer costs and texts with symbols.
_KEPT: Final = 2**14
#: Texts of so many characters are seldom those of several cards.
_LONG: Final = 2**10


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
    """A rule: ``!`` is behind attributes that have to be there, ``#`` behind those and GUIDs."""
    words = attributes.split()
    return _Rule(
        tuple(children.split()),
        frozenset(word.rstrip("!#") for word in words),
        tuple(word[:-1] for word in words if word[-1] in "!#"),
        frozenset(word[:-1] for word in words if word[-1] == "#"),
    )


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
_DATE: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}\Z")
_BLANKS: Final = " \t\r\n"
#: So many attributes has a card of the usual size.
_BOTH: Final = 2
#: What stands in a card: a property with a value that is what it says, or with a text; a property
#: or an alternate that is otherwise (all but its ``<``); or what is neither (an empty match).
_IN_CARD: Final = re.compile(
    r"""<(?:
        property[ \t\r\n]++name="([^"&\t\n\r]++)"
        (?: [ \t\r\n]++value="([^"&\t\n\r]*+)"[ \t\r\n]*+/> | >([^<]++)</property> )
    |   ( (property|alternate)[ \t\r\n](?: [^<>"'/]++ | "[^"]*+" | '[^']*+' )*+
          (?: /> | >[^<]*+(?: (?!</\5[ \t\r\n>])<[^<]*+ )*+</\5[^>]*+> ) )
    )?""",
    re.VERBOSE,
)


def _rule_of(element: Any) -> _Rule:
    is_of_pick = element.tag == "property" and element.getparent().tag == "pick"
    return _RULES["property of a pick" if is_of_pick else element.tag]


def read_set(
    source: SourceText,
    definition: Definition | None,
    log: DiagnosticLog,
    options: OctgnOptions,
    memo: dict[str, Property],
) -> ReadSet | None:
    """The set that the text of a ``set.xml`` describes; None, and reported, if it describes none.

    What is checked against the game's *definition* is only checked if that is known. The *memo*,
    empty at first, is for all sets of a game: what properties say by how they are written.
    """
    xml = read_xml(source, "set", log, apart="card")
    if xml is None:
        return None
    report, parts = xml
    reader = _SetReader(report, definition, options, memo)
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
        self.memo = memo
        self.definition = definition
        self.is_exact = options.rules == "octgn"
        self.thorough = options.thorough
        self.known = definition.properties if definition else None
        self.sizes = definition.sizes.keys() if definition else {"": None}.keys()
        # lxml takes long for all of many
        values = ((name, report.document.root.get(name)) for name in SET_ATTRIBUTES)
        attributes = FrozenDict({name: value for name, value in values if value is not None})
        self.record = ReadSet(attributes, document=report.document)

    def read_rest(self) -> None:
        """Read all but the cards."""
        root, record = self.report.document.root, self.record
        self._check_tree(root)
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
                self.report(OctgnCode.UNKNOWN_PROPERTY, child, "name", notes=notes, name=name)

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

    # -- which elements and attributes may be there

    def _check_set(self, root: Any) -> None:
        """Check the values of the attributes of the set."""
        if hidden := root.get("hidden"):
            word = hidden.strip().lower()
            if word not in ("true", "false"):
                self.report(OctgnCode.BAD_BOOLEAN, root, "hidden", value=hidden)
            elif hidden != word:
                self.report(OctgnCode.BOOLEAN_CASE, root, "hidden", value=hidden, read=word)
        released = root.get("releaseDate")
        if released is not None and not _is_date(released.strip()):
            self.report(OctgnCode.BAD_DATE, root, "releaseDate", value=released)
        game, own = root.get("gameId"), self.definition.id if self.definition else None
        if own is not None and game and guid(game) != guid(own):
            self.report(OctgnCode.WRONG_GAME, root, "gameId", value=game, game=own)
        markers = root.find("markers")
        if markers is not None:
            self.report(OctgnCode.OLD_MARKERS, markers)

    def _check_tree(self, element: Any) -> None:
        """Check *element* and what is in it; cards are checked as they are read."""
        self._check_attributes(element)
        self._check_children(element)
        for child in element:
            if child.tag != "card" and child.tag in _RULES[element.tag].children:
                self._check_tree(child)

    def _check_children(self, element: Any) -> None:
        """Check which elements stand in *element*, and in which order."""
        tag, places = element.tag, _RULES[element.tag].children
        latest = ""
        for child in element:
            if not isinstance(child.tag, str):
                if tag in ("card", "alternate"):
                    self.report(OctgnCode.COMMENT_IN_CARD, element, tag=tag)
            elif child.tag not in places:
                report_stranger(self.report, child, tag)
            elif tag in _ORDERED:
                if latest and places.index(child.tag) < places.index(latest):
                    self.report(OctgnCode.ORDER, child, tag=child.tag, before=latest)
                else:
                    latest = child.tag

    def _check_attributes(self, element: Any) -> None:
        """Check the attributes of any element but a property of a card."""
        rule = _rule_of(element)
        for name in rule.needed:
            value = element.get(name)
            if value is None:
                self.report(OctgnCode.MISSING_ATTRIBUTE, element, tag=element.tag, name=name)
            elif name in rule.guids and not is_guid(value):
                self.report(OctgnCode.BAD_GUID, element, name, value=value)
        self._check_names(element, rule)
        size = element.get("size") if "size" in rule.attributes else None
        if size and self.definition and size not in self.definition.sizes:
            known = self.definition.sizes
            self.report(OctgnCode.UNKNOWN_SIZE, element, "size", known=known, name=size)

    def _check_names(self, element: Any, rule: _Rule) -> None:
        """Tell of attributes that no *rule* has; those of other namespaces are not OCTGN's."""
        known, names = rule.attributes, element.attrib.keys()
        unknown = [name for name in names if name not in known and not name.startswith("{")]
        spans = self.report.document.attribute_spans(element) if unknown else {}
        for name in unknown:
            notes = self.report.log.did_you_mean(name, known)
            data = {"tag": element.tag, "name": name}
            self.report.log.add(OctgnCode.UNKNOWN_ATTRIBUTE, spans.get(name), notes=notes, **data)
        self.report.count += len(unknown)

    # -- cards

    def _card(self, element: Any, written: str = "") -> CardRecord:
        """The card that *element* is, which is *written* so if that is known."""
        attributes = dict(element.items())
        name, number = attributes.get("name"), attributes.get("id", "")
        size = attributes.get("size", "")
        has_all = len(attributes) == _BOTH + (size != "") and name is not None
        is_usual = _USUAL.match(number)
        if not has_all or not is_usual or size not in self.sizes:
            self._check_attributes(element)
        values, styled, alternates = self._properties(element, written)
        card = CardRecord(name or "", size, values, styled, number if is_usual else guid(number))
        if alternates:
            card.alternates = tuple(self._alternate(*each) for each in alternates)
            self._check_types(each for each, _ in alternates)
        return card

    def _alternate(self, element: Any, written: str) -> AlternateRecord:
        self._check_attributes(element)
        values, styled, _ = self._properties(element, written)
        name, size, kind = (element.get(each, "") for each in ("name", "size", "type"))
        return AlternateRecord(name, size, values, styled, kind)

    def _properties(self, element: Any, written: str) -> _Content:
        """What is in a card or an alternate."""
        content = self._usual_content(element, written) if written else None
        values, styled, alternates = content or self._content(element)
        if self.known is not None and not values.keys() <= self.known.keys():
            values = self._known_names(element, values)
            styled = {name: runs for name, runs in styled.items() if name in values}
        if self.thorough:
            self._check_values(element, values)
        return values, styled, alternates

    def _usual_content(self, element: Any, written: str) -> _Content | None:
        """What is in *element*, from its text; None if there is anything but what is usual.

        Each match has to be a whole child, so that the next one is the next child.
        """
        values: _Values = {}
        styled: _Styled = {}
        alternates: list[tuple[Any, str]] = []
        children = _IN_CARD.findall(written, 1, written.rfind("<"))
        first = len(children)
        for place, (name, value, text, other, kind) in enumerate(children):
            if name:
                says = value
                if text:
                    says = element[place].text if "&" in text or "\r" in text else text
                    says = says if says.strip(_BLANKS) else ""
                # the names are few, and many keep them
                values[intern(name)] = says
            elif kind == "alternate" and "<alternate" not in other:
                first = min(first, place)
                alternates.append((element[place], other))
            elif known := self.memo.get(other) or self._usual_property(element, place, other):
                values[known[0]] = known[1]
                if known[2]:
                    styled[known[0]] = known[2]
            else:
                return None
        is_all = len(children) == len(element) == len(values) + len(alternates)
        return (values, styled, alternates) if is_all and first == len(values) else None

    def _usual_property(self, parent: Any, place: int, written: str) -> Property | None:
        """The property at a *place* of its *parent*; None if it is not what is *written*.

        What is written so, and has nothing to report, is known from then on.
        """
        if not written or "<!" in written or "<?" in written or "<property" in written:
            return None
        child = parent[place]
        if child.tag != "property" or not child.get("name"):
            return None
        count = self.report.count
        known = self._property(child, written)
        if self.report.count == count and len(self.memo) < _KEPT and len(written) < _LONG:
            self.memo[written] = known
        return known

    def _content(self, element: Any) -> _Content:
        """What is in *element*, whatever it is."""
        values: _Values = {}
        styled: _Styled = {}
        for child in element.iterchildren("property"):
            name, value, runs = self._property(child)
            if not name:
                self.report(OctgnCode.MISSING_ATTRIBUTE, child, tag="property", name="name")
            elif name in values:
                what = f"the {element.tag} {element.get('name', '')!r}"
                self.report(OctgnCode.SAME_PROPERTY, child, "name", name=name, what=what)
            else:
                values[name] = value
                if runs:
                    styled[name] = runs
        self._check_children(element)
        return values, styled, [(each, "") for each in element.iter("alternate")]

    def _property(self, element: Any, written: str = "") -> Property:
        """What a property says, which is *written* so if that is known."""
        return intern(element.get("name", "")), *self._value(element, written)

    def _value(self, element: Any, written: str) -> tuple[str | None, tuple[Run, ...]]:
        """What a property says, and its runs if they have styles."""
        value: str | None = element.get("value")
        if len(element.attrib) != ("name" in element.attrib) + (value is not None):
            self._check_names(element, _RULES["property"])
        text: str | None = element.text
        has_content = text is not None or len(element)
        if not has_content:
            places = self.report.document
            closed = written.endswith("/>") if written else places.is_empty_tag(element)
            if value is not None and not closed:
                self.report(OctgnCode.VALUE_IGNORED, element, "value")
            if closed or (value is not None and not self.is_exact):
                return value, ()
            return "", ()
        if value is not None:
            self.report(OctgnCode.VALUE_IGNORED, element, "value")
            if not self.is_exact and _says_nothing(element):
                return value, ()
        if text is not None and not len(element):
            return text if text.strip(_BLANKS) else "", ()
        return self._rich(element)

    def _rich(self, element: Any) -> tuple[str | None, tuple[Run, ...]]:
        """What a property says that has elements in it, and its runs if they have styles."""
        defined = self.known.get(element.get("name", "")) if self.known else None
        is_rich = defined is None or defined.type == "RichText"
        rich = runs(
            element,
            keeps_blanks=not self.is_exact,
            symbols=self.definition.symbols if self.definition else None,
            faults=self.report if is_rich else None,
        )
        text = plain(rich)
        if is_rich and not rich:
            return None, ()
        if not text.strip(_BLANKS):
            return "", ()
        return text, rich if is_rich and (len(rich) > 1 or rich != (Run(text),)) else ()

    # -- what is wrong with properties

    def _known_names(self, element: Any, values: dict[str, str | None]) -> dict[str, str | None]:
        """*values* by the names that the game defines, whatever their case; others are reported."""
        assert self.known is not None  # noqa: S101 - it is the caller who compares with it
        lowered = {name.lower(): name for name in self.known}
        names: dict[str, str | None] = {}
        for child in element.iterchildren("property"):
            name = child.get("name")
            if not name or name in names:
                continue
            if name not in self.known:
                notes = self.report.log.did_you_mean(name, self.known)
                if name.lower() in lowered:
                    notes = (f"did you mean {lowered[name.lower()]!r}? Case counts",)
                self.report(OctgnCode.UNKNOWN_PROPERTY, child, "name", notes=notes, name=name)
            meant = name if self.is_exact else lowered.get(name.lower(), name)
            names.setdefault(meant, values.get(name))
        return names

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
                self.report(OctgnCode.NOT_INTEGER, where, "value", value=value, name=name)


def _is_date(text: str) -> bool:
    try:
        return bool(_DATE.match(text) and date.fromisoformat(text))
    except ValueError:
        return False


def _says_nothing(element: Any) -> bool:
    """Whether there are only blanks, comments and instructions in *element*."""
    texts = (element.text, *(child.tail for child in element))
    has_elements = any(isinstance(child.tag, str) for child in element)
    return not has_elements and not any(text and text.strip(_BLANKS) for text in texts)


_USUAL: Final = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\Z")


def _usual(written: str) -> str:
    """A GUID in its usual form, which most have already."""
    return written if _USUAL.match(written) else guid(written)
