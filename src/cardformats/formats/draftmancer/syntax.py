"""What a list says that was read: its sections, with offsets into the source; nothing is lost."""

from __future__ import annotations

import re
from typing import Any, Final

from attrs import evolve, field, frozen

from ...model import Card, CardRef
from ...model.frozen import as_tuple
from ...source import SourceText, Span
from ..json_text import JsonText
from .format import DraftmancerOptions

#: What is trimmed from both ends of a line: the white space of JavaScript.
BLANKS: Final = (
    " \t\r\n\f\v\ufeff\xa0\u1680\u2028\u2029\u202f\u205f\u3000"
    "\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
)

#: The sheet of a list without sections, and the layout that counts in headers make.
DEFAULT: Final = "default"


@frozen
class CardLine:
    """A line ``[count] name [(SET) [number]] [F]``.

    Attributes:
        count: how many copies; None if the line has no count.
        name: the card's name.
        set_code, number: as written; None if absent.
        foil: the line ends in ``F`` or ``+F``.
        text: all of the line after the count.
    """

    count: int | None
    name: str
    set_code: str | None = None
    number: str | None = None
    foil: bool = False
    text: str = ""

    @property
    def ref(self) -> CardRef:
        """The card that the line names."""
        return CardRef(self.name, self.set_code, self.number)


@frozen
class Header:
    """A line ``[Name(count) {options}]``; a list without sections has one of no length.

    Attributes:
        name: the sheet's name.
        count: cards per booster; None if not given.
        options: the decoded options, or None.
        json: where the options stand, or None.
        start, end: offsets of the brackets, the closing one included.
    """

    name: str = DEFAULT
    count: int | None = None
    options: dict[str, Any] | None = None
    json: JsonText | None = None
    start: int = 0
    end: int = 0


@frozen
class SheetSection:
    """A sheet: its header, and where its lines stand, comments and blank lines too."""

    header: Header
    start: int = 0
    end: int = 0


@frozen
class JsonSection:
    """``[Settings]`` or ``[CustomCards]``.

    Attributes:
        kind: ``settings`` or ``customcards``.
        value: the decoded JSON.
        json: where it stands.
        start, end: offsets of the header.
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
    """The old ``[Layouts]`` section: its layouts, and where its header stands."""

    layouts: tuple[OldLayout, ...] = field(converter=as_tuple)
    start: int = 0
    end: int = 0


@frozen
class CardList:
    """A whole list.

    Attributes:
        sections: in the order of the file.
        source: the text it was read from.
        options: how it was read, so that what is written can be read again in the same way; a
            pickled list forgets its catalog.
    """

    sections: tuple[SheetSection | JsonSection | LayoutsSection, ...] = field(converter=as_tuple)
    source: SourceText
    options: DraftmancerOptions = field(factory=DraftmancerOptions, eq=False)

    def place_of(self, name: str, _number: int | None, card: Card | None) -> Span | None:
        """Where a name stands; see :data:`~cardformats.formats.places.PlaceOf`.

        That is in its custom card, in the header of its sheet, or in the only line that has it.
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
        """The sections that are sheets."""
        return [each for each in self.sections if isinstance(each, SheetSection)]

    def json_sections(self, kind: str) -> list[JsonSection]:
        """The sections of a kind."""
        sections = [each for each in self.sections if isinstance(each, JsonSection)]
        return [each for each in sections if each.kind == kind]

    def __getstate__(self) -> tuple[Any, ...]:
        """All but the catalog, which may be large, or no data at all."""
        return self.sections, self.source, evolve(self.options, catalog=None)

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        for name, value in zip(("sections", "source", "options"), state, strict=True):
            object.__setattr__(self, name, value)
