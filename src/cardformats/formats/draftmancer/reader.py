"""Reads a list: text to sections and lines, then to a card set."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from attrs import evolve

from ...diagnostics import DiagnosticLog, Report, SharedCode
from ...model import CardSet
from ...source import SourceText
from ..base import Input
from ..jsontext import JsonProblem, JsonText, closing_bracket
from .codes import DraftmancerCode
from .format import DraftmancerOptions
from .lines import card_line, header
from .lower import lower
from .syntax import CardLine, CardList, JsonSection, LayoutsSection, OldLayout, SheetSection

_BRACKETS = {"settings": "{", "customcards": "["}
_MAYBEBOARD = "# maybeboard"
_LIKE_HEADER = re.compile(r"\[[^\[\]\",]+\]")
_OLD_LAYOUT = re.compile(r"-\s*([A-Za-z]+)\s*\(([0-9]{1,9})\)")
_OLD_SLOT = re.compile(r"([0-9]{1,9})\s+([A-Za-z]+)")
#: What is trimmed from both ends of a line: the white space of JavaScript.
_BLANKS = (
    " \t\r\n\f\v\ufeff\xa0\u1680\u2028\u2029\u202f\u205f\u3000"
    "\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
)


def read(given: Input, options: DraftmancerOptions) -> Report[CardSet]:
    """Read *given* as a custom card list."""
    log = DiagnosticLog(options.max_diagnostics)
    return Report(lower(parse(given.source(), options, log), options, log), log.finish())


def parse(source: SourceText, options: DraftmancerOptions, log: DiagnosticLog) -> CardList:
    """The sections of *source*; whatever cannot be understood is reported and left out."""
    return CardList(_Parser(source, options, log).sections(), source)


class _Line(NamedTuple):
    """A line without the white space around it: ``text[start:end]``; ``next`` begins the next."""

    start: int
    end: int
    next: int


class _Parser:
    """Walks over the lines of a source."""

    def __init__(self, source: SourceText, options: DraftmancerOptions, log: DiagnosticLog) -> None:
        self.source, self.text = source, source.text
        self.options, self.log = options, log
        self.position = 0
        self.unclosed = False

    def sections(self) -> Iterator[SheetSection | JsonSection | LayoutsSection]:
        """The sections in order; a list that does not begin with a header is one sheet."""
        line = self.peek()
        if line is None:
            return
        if not self.text.startswith("[", line.start):
            yield SheetSection(None, self.card_lines(plain=True))
            return
        while (line := self.peek()) is not None:
            self.position = line.next
            if not self.text.startswith("[", line.start) or self.text[line.end - 1] != "]":
                self.log.add(
                    DraftmancerCode.EXPECTED_HEADER, self.source.span(line.start, line.end)
                )
                self.skip_to_bracket()
                continue
            kind = self.text[line.start + 1 : line.end - 1].strip().lower()
            if kind in _BRACKETS:
                if section := self.json_section(kind, line):
                    yield section
            elif kind == "layouts":
                yield self.old_layouts()
            else:
                sheet = header(self.source, line.start, line.end, self.log)
                yield SheetSection(sheet, self.card_lines(plain=False))

    def peek(self) -> _Line | None:
        """The next line that is neither blank nor a comment, without taking it."""
        while self.position < len(self.text):
            line = self.line_at(self.position)
            if line.start < line.end and self.text[line.start] != "#":
                return line
            self.position = line.next
        return None

    def line_at(self, position: int) -> _Line:
        """The line that begins at *position*."""
        end = self.text.find("\n", position)
        end = len(self.text) if end < 0 else end
        raw = self.text[position:end]
        start = position + len(raw) - len(raw.lstrip(_BLANKS))
        return _Line(start, max(start, position + len(raw.rstrip(_BLANKS))), end + 1)

    def card_lines(self, *, plain: bool) -> Iterator[CardLine]:
        """The card lines up to the next header, or to the end of a *plain* list."""
        while self.position < len(self.text):
            line = self.line_at(self.position)
            first = self.text[line.start : line.start + 1]
            if first == "[" and line.start < line.end and not plain:
                return
            self.position = line.next
            if line.start == line.end:
                continue
            if first == "#":
                if plain and self.text[line.start : line.end] == _MAYBEBOARD:
                    span = self.source.span(line.start, line.end)
                    self.log.add(DraftmancerCode.MAYBEBOARD, span)
                    return
                continue
            if line.end - line.start > self.options.max_line:
                span = self.source.span(line.start, line.start + 1)
                length, limit = line.end - line.start, self.options.max_line
                self.log.add(SharedCode.LINE_TOO_LONG, span, length=length, limit=limit)
                continue
            yield card_line(self.source, line.start, line.end)

    def json_section(self, kind: str, line: _Line) -> JsonSection | None:
        """The JSON after the header on *line*."""
        bracket = _BRACKETS[kind]
        first = self.peek()
        if first is None or self.text[first.start] != bracket:
            span = self.source.span(*(first or line)[:2])
            section = self.text[line.start + 1 : line.end - 1].strip()
            self.log.add(DraftmancerCode.EXPECTED_JSON, span, bracket=bracket, section=section)
            self.skip_to_bracket()
            return None
        # a bracket that is never closed is looked for to the end of the text only once
        stop = self.next_header(first.next) if self.unclosed else len(self.text)
        end = closing_bracket(self.text, first.start, stop)
        if end is None:
            self.unclosed = True
            span = self.source.span(first.start, first.start + 1)
            self.log.add(DraftmancerCode.UNCLOSED_JSON, span, bracket=bracket)
            self.position = self.next_header(first.next)
            return None
        rest = self.line_at(end)
        self.position = rest.next
        if rest.start < rest.end:
            self.log.add(DraftmancerCode.AFTER_JSON, self.source.span(rest.start, rest.end))
        json = JsonText(self.source, first.start, end, forgiving=True)
        try:
            value = json.decode()
        except JsonProblem as problem:
            span = self.source.span(problem.offset, min(problem.offset + 1, end))
            self.log.add(DraftmancerCode.BAD_JSON, span, problem=problem.message)
            return None
        return JsonSection(kind, value, json, line.start, line.end)

    def skip_to_bracket(self) -> None:
        """Go on at the next line that begins with a bracket; one report is enough."""
        while (line := self.peek()) is not None and self.text[line.start] != "[":
            self.position = line.next

    def next_header(self, position: int) -> int:
        """Where the next line that looks like a header begins; the end if there is none."""
        while position < len(self.text):
            line = self.line_at(position)
            if _LIKE_HEADER.fullmatch(self.text, line.start, line.end):
                return position
            position = line.next
        return len(self.text)

    def old_layouts(self) -> LayoutsSection:
        """The lines of the old ``[Layouts]`` section."""
        layouts: list[OldLayout] = []
        slots: list[list[tuple[str, int]]] = []
        ends: list[int] = []
        while self.position < len(self.text):
            line = self.line_at(self.position)
            text = self.text[line.start : line.end]
            if text.startswith("["):
                break
            self.position = line.next
            if match := _OLD_LAYOUT.fullmatch(text):
                layouts.append(OldLayout(match[1], int(match[2]), (), line.start, line.end))
                slots.append([])
                ends.append(line.end)
            elif (match := _OLD_SLOT.fullmatch(text)) and layouts:
                slots[-1].append((match[2], int(match[1])))
                ends[-1] = line.end
            elif text or self.position < len(self.text):
                expected = "«count Sheet»" if layouts else "«- Name (weight)»"
                span = self.source.span(line.start, line.end)
                self.log.add(DraftmancerCode.BAD_LAYOUT_LINE, span, expected=expected)
        parts = zip(layouts, slots, ends, strict=True)
        return LayoutsSection(
            tuple(evolve(layout, slots=tuple(own), end=end) for layout, own, end in parts)
        )
