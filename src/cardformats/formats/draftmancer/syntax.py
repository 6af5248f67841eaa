"""The syntax of a list that was read: its sections, with offsets into the source."""

from __future__ import annotations

import re
from typing import Any, Final

from attrs import evolve, field, frozen

from ...model import Card, CardRef
from ...model.frozen import as_tuple
from ...source import SourceText, Span
from ..json_text import JsonText
from .format import DraftmancerOptions

#: The white space of JavaScript, which is removed from both ends of a line.
WHITE_SPACE: Final = (
    " \t\r\n\f\v\ufeff\xa0\u1680\u2028\u2029\u202f\u205f\u3000"
    "\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
)

#: The sheet of a list without sections, and the layout that counts in headers make.
DEFAULT: Final = "default"


@frozen
class DraftmancerCardLine:
    """A line ``[count] name [(SET) [number]] [F]``.

    Attributes:
        count: The number of copies; None if the line has no count.
        name: The name of the card.
        set_code, number: The set and number as written; None if absent.
        foil: Whether the line ends with ``F`` or ``+F``.
        text: The whole line after the count.
    """

    count: int | None
    name: str
    set_code: str | None = None
    number: str | None = None
    foil: bool = False
    text: str = ""

    @property
    def ref(self) -> CardRef:
        """Return the card that the line names."""
        return CardRef(self.name, self.set_code, self.number)


@frozen
class Header:
    """A line ``[Name(count) {options}]``; a list without sections has an empty one.

    Attributes:
        name: The name of the sheet.
        count: The number of cards in a booster; None if not given.
        options: The decoded options, or None.
        json: The text of the options, or None.
        start, end: The offsets of the brackets, including the closing one.
    """

    name: str = DEFAULT
    count: int | None = None
    options: dict[str, Any] | None = None
    json: JsonText | None = None
    start: int = 0
    end: int = 0


@frozen
class SheetSection:
    """A sheet: its header, and the range of its lines, including comments and empty lines."""

    header: Header
    start: int = 0
    end: int = 0


@frozen
class JsonSection:
    """A section ``[Settings]`` or ``[CustomCards]``.

    Attributes:
        kind: ``settings`` or ``customcards``.
        value: The decoded JSON.
        json: The text of the JSON.
        start, end: The offsets of the header.
    """

    kind: str
    value: Any
    json: JsonText
    start: int
    end: int


@frozen
class OldLayout:
    """A layout of the old ``[Layouts]`` section: its name, weight, and slots with counts."""

    name: str
    weight: int
    slots: tuple[tuple[str, int], ...] = field(converter=as_tuple)
    start: int
    end: int


@frozen
class LayoutsSection:
    """The old ``[Layouts]`` section: its layouts, and the offsets of its header."""

    layouts: tuple[OldLayout, ...] = field(converter=as_tuple)
    start: int = 0
    end: int = 0


@frozen
class CardList:
    """A whole list.

    Attributes:
        sections: The sections in the order of the file.
        source: The text of the list.
        options: The options of the reader, so that a written list can be read in the same way. A
            pickled list discards its catalog.
    """

    sections: tuple[SheetSection | JsonSection | LayoutsSection, ...] = field(converter=as_tuple)
    source: SourceText
    options: DraftmancerOptions = field(factory=DraftmancerOptions, eq=False)

    def place_of(self, name: str, _number: int | None, card: Card | None) -> Span | None:
        """Return the position of a name; see :data:`~cardformats.formats.places.PlaceOf`.

        It is in its custom card, in the header of its sheet, or in the only line that has it.
        """
        lines = []
        line = re.compile(rf"(?m)^\s*(?:[0-9]+\s+)?({re.escape(name)})\s*?(?:\(|(?:\+?F)?$)")
        for each in self.sections:
            if isinstance(each, JsonSection) and each.kind == "customcards":
                for number, value in enumerate(each.value if card is not None else ()):
                    if isinstance(value, dict) and value.get("name") == name:
                        return each.json.span((number, "name"))
            elif isinstance(each, SheetSection) and each.header.name == name and each.header.end:
                return self.source.span(each.header.start, each.header.end)
            elif isinstance(each, SheetSection):
                lines += [*line.finditer(self.source.text, each.start, each.end)]
        return self.source.span(*lines[0].span(1)) if len(lines) == 1 else None

    @property
    def sheets(self) -> list[SheetSection]:
        """Return the sections that are sheets."""
        return [each for each in self.sections if isinstance(each, SheetSection)]

    def json_sections(self, kind: str) -> list[JsonSection]:
        """Return the sections of a kind."""
        sections = [each for each in self.sections if isinstance(each, JsonSection)]
        return [each for each in sections if each.kind == kind]

    def __getstate__(self) -> tuple[Any, ...]:
        """Return the state without the catalog, which may be large or not picklable."""
        return self.sections, self.source, evolve(self.options, catalog=None)

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        for name, value in zip(("sections", "source", "options"), state, strict=True):
            object.__setattr__(self, name, value)
