"""The reader of lists: from text to sections and lines, then to a card set."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from ...diagnostic_log import DiagnosticLog
from ...diagnostics import Fix, Report
from ...model import CardSet
from ...source import SourceText, Span
from ..base import Input
from ..json_fix import fix_of
from ..json_text import JsonProblem, JsonText, closing_bracket, open_brackets, strict_value
from ..other_data import is_other_data
from .codes import DraftmancerCode
from .format import DraftmancerOptions
from .headers import header, header_fix
from .lines import GRAMMAR, OLD_LAYOUT, OLD_SLOT, TYPOS, whole_number
from .section_json import otherwise
from .syntax import (
    WHITE_SPACE,
    CardList,
    Header,
    JsonSection,
    LayoutsSection,
    OldLayout,
    SheetSection,
)
from .to_model import to_model
from .typos import meant_section

_BRACKETS = {"settings": "{", "customcards": "["}
#: The first character of the text below the header of a section.
_BEGINNINGS = {"[Settings]": "{", "[CustomCards]": "[", "[Layouts]": "-"}
#: Characters that occur after the JSON of a section by mistake.
_MARKS = ",; \t]}"
_NEAR_LAYOUT, _NEAR_SLOT = TYPOS.rule("near_layout"), TYPOS.rule("near_slot")
_MAYBEBOARD = "# maybeboard"
#: The maximum length of a line that is checked for typing errors.
_LONGEST_TYPO = 200
#: The maximum number of failed attempts at strict JSON; each failure scans the preceding text.
_STRICT_TRIES = 8
_LIKE_MAYBEBOARD = TYPOS.rule("MAYBEBOARD")
_LIKE_HEADER, _NEXT_BRACKET = GRAMMAR.rule("LIKE_HEADER"), GRAMMAR.rule("NEXT_BRACKET")


def read(input_: Input, options: DraftmancerOptions) -> Report[CardSet]:
    """Read *input* as a custom card list."""
    log, source = DiagnosticLog(options.max_diagnostics), input_.source()
    if is_other_data(source, "draftmancer", log):
        return Report(CardSet().with_syntax(CardList((), source, options)), log.finish())
    syntax = parse(source, options, log)
    return Report(to_model(syntax, options, log).with_syntax(syntax), log.finish())


def parse(source: SourceText, options: DraftmancerOptions, log: DiagnosticLog) -> CardList:
    """Return the sections of *source*; invalid parts are reported and omitted."""
    return CardList(_Parser(source, options, log).sections(), source, options)


class _TextLine(NamedTuple):
    """A line without white space around it: ``text[start:end]``; ``next`` starts the next line."""

    start: int
    end: int
    next: int


class _Parser:
    """A parser of the lines of a source."""

    def __init__(self, source: SourceText, options: DraftmancerOptions, log: DiagnosticLog) -> None:
        self.source, self.text = source, source.text
        self.options, self.log = options, log
        self.position = 0
        #: The end of the text without trailing white space; computed once, because it needs a copy.
        self.last_shown = len(source.text.rstrip(WHITE_SPACE))
        self.unclosed = False
        self.tries_left = _STRICT_TRIES

    def sections(self) -> Iterator[SheetSection | JsonSection | LayoutsSection]:
        """Yield the sections in order; a list that does not start with a header is one sheet."""
        line = self.peek()
        if line is None:
            return
        if not self.text.startswith("[", line.start):
            yield self.plain()
            return
        while (line := self.peek()) is not None:
            self.position = line.next
            if not self.text.startswith("[", line.start) or self.text[line.end - 1] != "]":
                self.report(DraftmancerCode.EXPECTED_HEADER, line, header_fix(self.span(line)))
                self.skip_to_bracket()
                continue
            kind = self.text[line.start + 1 : line.end - 1].strip(WHITE_SPACE).lower()
            if kind in _BRACKETS:
                if section := self.json_section(kind, line):
                    yield section
            elif kind == "layouts":
                yield self.old_layouts(line)
            else:
                yield self.sheet(line)

    def report(
        self, code: DraftmancerCode, line: _TextLine, fix: Fix | None = None, /, **data: Any
    ) -> None:
        self.log.add(code, self.span(line), fix, **data)

    def span(self, line: _TextLine) -> Span:
        return self.source.span(line.start, line.end)

    def peek(self) -> _TextLine | None:
        """Return the next line that is neither empty nor a comment, without consuming it."""
        while self.position < len(self.text):
            line = self.line_at(self.position)
            if line.start < line.end and self.text[line.start] != "#":
                return line
            self.position = line.next
        return None

    def line_at(self, position: int) -> _TextLine:
        end = self.text.find("\n", position)
        end = len(self.text) if end < 0 else end
        raw = self.text[position:end]
        start = position + len(raw) - len(raw.lstrip(WHITE_SPACE))
        return _TextLine(start, max(start, position + len(raw.rstrip(WHITE_SPACE))), end + 1)

    def sheet(self, line: _TextLine) -> SheetSection:
        """Return the sheet with the header on *line*, with the lines up to the next header."""
        head = header(self.source, line.start, line.end, self.log)
        section = meant_section(head.name) if head.count is None else None
        if section is not None:
            note, first = f"did you mean {section}?", self.peek()
            is_safe = first is not None and self.text[first.start] == _BEGINNINGS[section]
            fix = Fix.replace(self.span(line), section, is_safe=is_safe)
            self.report(DraftmancerCode.LIKE_A_SECTION, line, fix, notes=(note,), name=head.name)
        if head.json is not None:
            head.json.report_lone_surrogates(self.log)
        start = self.position
        bracket = _NEXT_BRACKET.search(self.text, max(0, start - 1))
        self.position = len(self.text) if bracket is None else bracket.start() + 1
        return SheetSection(head, start=start, end=self.position)

    def plain(self) -> SheetSection:
        """Return the whole list as one sheet, up to the line that starts its maybeboard."""
        for match in _LIKE_MAYBEBOARD.finditer(self.text):
            line = self.line_at(self.text.rfind("\n", 0, match.start()) + 1)
            span = self.source.span(line.start, line.end)
            if span.text == _MAYBEBOARD:
                self.log.add(DraftmancerCode.MAYBEBOARD, span)
                return SheetSection(Header(), end=line.start)
            if span.text.startswith("#"):
                fix = Fix.replace(span, _MAYBEBOARD, is_safe=False)
                self.log.add(DraftmancerCode.LIKE_MAYBEBOARD, span, fix)
        return SheetSection(Header(), end=len(self.text))

    def json_section(self, kind: str, line: _TextLine) -> JsonSection | None:
        """Return the section with the header on *line*; None if its JSON cannot be read."""
        bracket = _BRACKETS[kind]
        first = self.peek()
        if first is None or self.text[first.start] != bracket:
            section = self.text[line.start + 1 : line.end - 1].strip(WHITE_SPACE)
            data = {"bracket": bracket, "section": section}
            self.report(DraftmancerCode.EXPECTED_JSON, first or line, **data)
            self.skip_to_bracket()
            return None
        strict = self.strict_json(first.start)
        if strict is None:
            # the whole text is searched only once for a bracket that is never closed
            stop = self.next_header(first.next) if self.unclosed else len(self.text)
            end = closing_bracket(self.text, first.start, stop)
        else:
            value, end = strict
        if end is None:
            self.unclosed = True
            span = self.source.span(first.start, first.start + 1)
            self.position = self.next_header(first.next)
            fix = self.closed(first.start, self.position)
            self.log.add(DraftmancerCode.UNCLOSED_JSON, span, fix, bracket=bracket)
            return None
        self.after_json(end)
        json = JsonText(self.source, first.start, end, forgiving=True)
        try:
            value = json.decode() if strict is None else value
        except JsonProblem as problem:
            span = self.source.span(problem.offset, min(problem.offset + 1, end))
            fix = fix_of(json, problem)
            self.log.add(DraftmancerCode.BAD_JSON, span, fix, problem=problem.message)
            return None
        if (problem_ := otherwise(json)) is not None:
            code, span, problem_text, fix = problem_
            self.log.add(code, span, fix, problem=problem_text)
        json.report_lone_surrogates(self.log)
        return JsonSection(kind, value, json, line.start, line.end)

    def strict_json(self, start: int) -> tuple[Any, int] | None:
        """Return the strict JSON at *start* and its end; None if it is not strict JSON.

        After too many failures, it is not tried.
        """
        if not self.tries_left:
            return None
        strict = strict_value(self.source, start)
        self.tries_left -= strict is None
        return strict

    def after_json(self, end: int) -> None:
        """Move to the line after that on which a section's JSON ends; report other text on it."""
        rest = self.line_at(end)
        self.position = rest.next
        if rest.start < rest.end:
            self.report(DraftmancerCode.AFTER_JSON, rest, self.beside_json(end, rest))

    def beside_json(self, end: int, rest: _TextLine) -> Fix | None:
        """Return the fix of the *rest* of the line on which a section's JSON ends."""
        text = self.text[rest.start : rest.end]
        if not text.strip(_MARKS):
            following = self.peek()
            if following is not None and self.text[following.start] != "[":
                return None  # the JSON continues: a bracket closes it too early
            return Fix.replace(self.source.span(end, rest.end), "", f"delete {text!r}")
        if not (text.startswith(("#", "//")) or _LIKE_HEADER.fullmatch(text)):
            return None
        own = text if text[0] in "#[" else f"# {text.strip('/ ')}"
        return Fix.replace(self.source.span(end, rest.end), f"\n{own}", "put it on its own line")

    def closed(self, start: int, stop: int) -> Fix | None:
        """Return the fix that closes the JSON from *start* before *stop*, which is a guess."""
        end = start + len(self.text[start:stop].rstrip())
        closers = open_brackets(self.text, start, end)
        text = self.text[start:end] + closers
        try:
            JsonText(SourceText("", text), 0, len(text), forgiving=True).decode()
        except JsonProblem:
            return None
        new = "\n" + closers
        return Fix.replace(self.source.span(end), new, f"write {closers!r}", is_safe=False)

    def skip_to_bracket(self) -> None:
        """Move to the next line that starts with a bracket; one report is enough."""
        while (line := self.peek()) is not None and self.text[line.start] != "[":
            self.position = line.next

    def next_header(self, position: int) -> int:
        """Return the start of the next line that looks like a header, or the end of the text."""
        while position < len(self.text):
            line = self.line_at(position)
            if _LIKE_HEADER.fullmatch(self.text, line.start, line.end):
                return position
            position = line.next
        return len(self.text)

    def old_layouts(self, header: _TextLine) -> LayoutsSection:
        layouts: list[list[Any]] = []
        is_broken = False
        # the line end of the last line begins another one
        end = len(self.text) + self.text.endswith("\n")
        while self.position < end:
            line = self.line_at(self.position)
            text = self.text[line.start : line.end]
            if text.startswith("["):
                break
            self.position = line.next
            # in a layout, the first character determines the kind of line
            is_layout = not layouts or text.startswith("-")
            match = (OLD_LAYOUT if is_layout else OLD_SLOT).search(text)
            if match is not None:
                if match[0] != text:
                    fix = Fix.replace(self.span(line), match[0], is_safe=False)
                    self.report(DraftmancerCode.LAYOUT_LINE, line, fix, reading=match[0])
                if match.re is OLD_LAYOUT:
                    weight = whole_number(match["OLD_NUMBER"])
                    layouts.append([match["WORD"], weight, [], line.start, line.end])
                else:
                    layouts[-1][2].append((match["WORD"], whole_number(match["OLD_NUMBER"])))
                    layouts[-1][-1] = line.end
            elif not text and not layouts and not is_broken and self.position < self.last_shown:
                self.report(DraftmancerCode.LAYOUT_LINE, line, self.layout_fix(line), reading="")
            elif not text and self.position >= self.last_shown:
                last = len(self.text.rstrip())
                span = self.source.span(last, len(self.text))
                fix = Fix.replace(span, "", "delete the empty lines at the end")
                self.report(DraftmancerCode.BLANK_LINE_AFTER_LAYOUTS, line, fix)
                self.position = end
            else:
                is_broken = True
                expected = "«count Sheet»" if layouts else "«- Name (weight)»"
                better = self.layout_fix(line)
                self.report(DraftmancerCode.BAD_LAYOUT_LINE, line, better, expected=expected)
        old = (OldLayout(*each) for each in layouts)
        return LayoutsSection(old, header.start, header.end)

    def layout_fix(self, line: _TextLine) -> Fix | None:
        """Return the fix of an empty line, or one with a count, in the old section of layouts."""
        if line.start == line.end:
            start = self.text.rfind("\n", 0, line.start) + 1
            return Fix.replace(self.source.span(start, line.next), "", "delete the empty line")
        text = self.text[line.start : line.end]
        if len(text) > _LONGEST_TYPO:
            return None
        if match := _NEAR_LAYOUT.fullmatch(text):
            return Fix.replace(self.span(line), f"- {match[1]} ({match[2]})")
        match = _NEAR_SLOT.fullmatch(text)
        new = f"{match[1]} {match[2]}" if match else text
        return None if new == text else Fix.replace(self.span(line), new)
