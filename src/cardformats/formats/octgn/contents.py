"""What is in a card or an alternate: its properties, from their text where they are as usual.

To ask lxml for each value takes 1.6 times as long for a game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from sys import intern
from typing import Any, Final, TypeAlias

from ..grammar import Grammar
from ..near_words import near_word
from .codes import OctgnCode
from .definition import Definition
from .document import Reporter
from .fixes import closed_fix, without_element
from .format import OctgnOptions
from .identity import VALUES
from .rich_text import TextRun, plain, runs
from .structure import Structure

#: The name of a property, what it says, and its runs if they have styles.
Property: TypeAlias = tuple[str, str | None, tuple[TextRun, ...]]
_Values: TypeAlias = dict[str, str | None]
_Styled: TypeAlias = dict[str, tuple[TextRun, ...]]
#: What is in a card or an alternate: its properties, and its alternates as they are written.
Content: TypeAlias = tuple[_Values, _Styled, Sequence[tuple[Any, str]]]
#: Maximum number of cached properties before the cache is cleared; few texts occur often.
_KEPT: Final = 2**14
#: Longer properties, in characters, seldom occur on several cards, except those with elements.
_SHORT: Final = 2**6
_LONG: Final = 2**10
_SPACES: Final = " \t\r\n"
#: Between properties as almost all of them begin.
START: Final = "<property "
USUAL: Final = Grammar(__package__, "usual.lark")
_INTEGER: Final = VALUES.rule("INTEGER")
_PROPERTY: Final = USUAL.rule("property")
_ALTERNATE: Final = USUAL.rule("alternate")


class Contents:
    """Reads what is in cards and alternates."""

    def __init__(
        self,
        report: Reporter,
        definition: Definition | None,
        options: OctgnOptions,
        memo: dict[str, Property],
    ) -> None:
        """Read as *options* say, for the game of *definition* if that is known.

        The *memo*, empty at first, is for all sets of a game: what properties say by how they are
        written.
        """
        self.report = report
        self.memo = memo
        self.definition = definition
        self.structure: Structure = Structure(report, definition)
        self.is_exact: bool = options.rules == "octgn"
        self.thorough: bool = options.thorough
        self.known = definition.properties if definition else None

    def content(self, element: Any, written: str) -> Content:
        """Return the contents of a card or an alternate, which is *written* so if known."""
        content = self._usual_content(element, written) if written else None
        values, styled, alternates = content or self._content(element)
        if self.known is not None and not values.keys() <= self.known.keys():
            values = self._known_names(element, values)
            styled = {name: runs for name, runs in styled.items() if name in values}
        if self.thorough:
            self._check_values(element, values)
        return values, styled, alternates

    def _usual_content(self, element: Any, written: str) -> Content | None:
        """Return the contents of *element* from its text; None if it is unusual.

        Each piece of it has to be a whole child, so that the next one is the next child.
        """
        values: _Values = {}
        styled: _Styled = {}
        end = written.rfind("<")
        start = written.find("<alternate", 0, end)
        pieces = written[: end if start < 0 else start].split(START)
        others = _ALTERNATE.findall(written, start, end) if start >= 0 else ()
        first = len(pieces) - 1
        texts = element.text or "", *(each.tail or "" for each in element[first:])
        if first + len(others) != len(element) or "".join(texts).strip(_SPACES):
            return None
        known_as = self.memo.get
        for place, piece in enumerate(pieces[1:]):
            known = known_as(piece) or self._usual_property(element[place], piece)
            if known is None:
                return None
            values[known[0]] = known[1]
            if known[2]:
                styled[known[0]] = known[2]
        if len(values) != first or not all(each and _nests_none(each) for each in others):
            return None
        return values, styled, [*zip(element[first:], others, strict=True)]

    def _usual_property(self, child: Any, piece: str) -> Property | None:
        """Return the property that *child* is; None if it is not what a *piece* of the text says.

        What is written so, and has nothing to report, is known from then on.
        """
        match = _PROPERTY.fullmatch(piece)
        if match is None:
            return None
        name, value, text, other = match.groups()
        if name:
            value = value or ""
            if text:
                text = child.text if "&" in text or "\r" in text else text
                value = text if text.strip(_SPACES) else ""
            # the names are few, and many keep them
            known: Property = (intern(name), value, ())
            is_kept = len(piece) < _SHORT
        else:
            is_odd = "<!" in other or "<?" in other or "<property" in other
            if is_odd or child.tag != "property" or not child.get("name"):
                return None
            count = self.report.count
            known = self._property(child, other)
            is_kept = self.report.count == count and len(piece) < _LONG
        if is_kept:
            if len(self.memo) >= _KEPT:
                self.memo.clear()
            self.memo[piece] = known
        return known

    def _content(self, element: Any) -> Content:
        """Return the contents of any *element*."""
        values: _Values = {}
        styled: _Styled = {}
        for child in element.iterchildren("property"):
            name, value, runs = self._property(child)
            if not name:
                self.report(OctgnCode.MISSING_ATTRIBUTE, child, tag="property", name="name")
            elif name in values:
                what = f"the {element.tag} {element.get('name', '')!r}"
                fix = (
                    without_element
                    if (value, runs) == (values[name], styled.get(name, ()))
                    else None
                )
                self.report(OctgnCode.SAME_PROPERTY, child, "name", fix=fix, name=name, what=what)
            else:
                values[name] = value
                if runs:
                    styled[name] = runs
        self.structure.check_children(element)
        return values, styled, [(each, "") for each in element.iter("alternate")]

    def _property(self, element: Any, written: str = "") -> Property:
        """Return the property in *element*, which is *written* so if that is known."""
        return intern(element.get("name", "")), *self._value(element, written)

    def _value(self, element: Any, written: str) -> tuple[str | None, tuple[TextRun, ...]]:
        """Return the value of a property, and its runs if they have styles."""
        value: str | None = element.get("value")
        if len(element.attrib) != ("name" in element.attrib) + (value is not None):
            self.structure.check_names(element)
        text: str | None = element.text
        has_content = text is not None or len(element)
        if not has_content:
            places = self.report.document
            closed = written.endswith("/>") if written else places.is_empty_tag(element)
            if value is not None and not closed:
                self.report(OctgnCode.VALUE_IGNORED, element, "value", fix=closed_fix)
            if closed or (value is not None and not self.is_exact):
                return value, ()
            return "", ()
        if value is not None:
            self.report(OctgnCode.VALUE_IGNORED, element, "value", fix=closed_fix)
            if not self.is_exact and _says_nothing(element):
                return value, ()
        if text is not None and not len(element):
            return text if text.strip(_SPACES) else "", ()
        return self._rich(element)

    def _rich(self, element: Any) -> tuple[str | None, tuple[TextRun, ...]]:
        """Return the value of a property with elements in it, and its runs with styles."""
        defined = self.known.get(element.get("name", "")) if self.known else None
        is_rich = defined is None or defined.type == "RichText"
        rich = runs(
            element,
            keeps_spaces=not self.is_exact,
            symbols=self.definition.symbols if self.definition else None,
            faults=self.report if is_rich else None,
        )
        text = plain(rich)
        if is_rich and not rich:
            return None, ()
        if not text.strip(_SPACES):
            return "", ()
        return text, rich if is_rich and (len(rich) > 1 or rich != (TextRun(text),)) else ()

    # -- what is wrong with properties

    def _known_names(self, element: Any, values: dict[str, str | None]) -> dict[str, str | None]:
        """Return *values* by the names that the game defines, in any case; report others."""
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
                new = near_word(name, self.known.keys() - values.keys(), notes)
                self.report(
                    OctgnCode.UNKNOWN_PROPERTY, child, "name", notes=notes, new=new, name=name
                )
            meant = name if self.is_exact else lowered.get(name.lower(), name)
            names.setdefault(meant, values.get(name))
        return names

    def _check_values(self, element: Any, values: Mapping[str, str | None]) -> None:
        """Tell of texts where numbers should be."""
        for name, value in values.items():
            defined = self.known.get(name) if self.known else None
            is_number = defined is not None and defined.type == "Integer"
            if is_number and value and not _INTEGER.fullmatch(value):
                where = next(
                    each
                    for each in element.iterchildren("property")
                    if (each.get("name") or "").lower() == name.lower()
                )
                self.report(OctgnCode.NOT_INTEGER, where, "value", value=value, name=name)


def _nests_none(written: str) -> bool:
    """Return whether no alternate is in the one that is *written* so."""
    return "<alternate" not in written


def _says_nothing(element: Any) -> bool:
    """Return whether *element* has only whitespace, comments and processing instructions."""
    texts = (element.text, *(child.tail for child in element))
    has_elements = any(isinstance(child.tag, str) for child in element)
    return not has_elements and not any(text and text.strip(_SPACES) for text in texts)
