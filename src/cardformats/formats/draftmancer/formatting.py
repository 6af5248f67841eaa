"""The formatter of custom card lists: spaces, indents of JSON, counts, and lines by name.

Invalid parts, and the old section of layouts, are not changed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Final

from attrs import define, evolve

from ...diagnostic_log import DiagnosticLog
from ...source import SourceText
from ..json_text import brackets
from ..styles import Formatted, line_end_of, usual_indents
from .format import DraftmancerOptions, DraftmancerStyle
from .lines import GRAMMAR, card_line, is_usual
from .reader import parse
from .syntax import WHITE_SPACE, JsonSection, LayoutsSection, SheetSection

_LINE_SPACE: Final = " \t\r"
_CLOSING: Final = GRAMMAR.rule("CLOSING")
_HEADER, _JSON, _SHEET, _SORTED_SHEET = "header", "json", "sheet", "sorted sheet"


@define
class _FormattedLine:
    """A line with its kind (None if it must not change), and its depth in JSON."""

    text: str
    kind: str | None = None
    depth: int = 0


def format_list(source: SourceText, style: DraftmancerStyle) -> Formatted:
    """Format a list, and sort its sheets if the *style* requires it."""
    text = source.text
    lines = [_FormattedLine(line) for line in text.removesuffix("\n").split("\n")]
    for section in parse(source, DraftmancerOptions(), DiagnosticLog(0)).sections:
        if not isinstance(section, LayoutsSection):
            _mark(source, lines, section)
    _indent(lines, style)
    sheets = [line for line in lines if line.kind in (_SHEET, _SORTED_SHEET)]
    for line in sheets:
        line.text = _counted(line.text, style.counts)
    for alike in (sheets, [line for line in lines if line.kind == _HEADER]):
        _align([line for line in alike if line.text.strip(_LINE_SPACE)], style)
    spaced = list(_spaced(_sorted(lines) if style.sort else lines, style.blank_lines))
    line_end = line_end_of(text)
    texts = (each.text.rstrip("\r") for each in spaced)
    return Formatted(line_end.join(texts) + line_end * text.endswith("\n"))


def _mark(
    source: SourceText, lines: list[_FormattedLine], section: SheetSection | JsonSection
) -> None:
    """Set the kinds of the *lines* of a *section*."""
    head = section.header if isinstance(section, SheetSection) else section
    if head.end:
        lines[source.position(head.start)[0] - 1].kind = _HEADER
    if isinstance(section, JsonSection):
        _mark_json(source, lines, section.json.start, section.json.end)
    elif section.end > section.start:
        kind = _SHEET if "collation" in (section.header.options or ()) else _SORTED_SHEET
        first = source.position(section.start)[0] - 1
        for line in lines[first : source.position(section.end - 1)[0]]:
            line.kind = kind


def _mark_json(source: SourceText, lines: list[_FormattedLine], start: int, end: int) -> None:
    """Set the bracket depth of the lines from *start* to *end*."""
    first, last = source.position(start)[0] - 1, source.position(end - 1)[0]
    changes = Counter[int]()
    for place, _, bracket in brackets(source.text, start, end):
        changes[source.position(place)[0]] += 1 if bracket in "[{" else -1
    depth = 0
    for number, line in enumerate(lines[first:last], first + 1):
        closed = 0
        position = 0
        while closing := _CLOSING.match(line.text, position):
            closed, position = closed + 1, closing.end()
        line.kind, line.depth = _JSON, depth - closed
        depth += changes[number]


def _indent(lines: Sequence[_FormattedLine], style: DraftmancerStyle) -> None:
    """Indent each line of JSON like other lines of its depth, section by section."""
    for kind, run in groupby(lines, key=lambda line: line.kind):
        if kind == _JSON:
            _align([line for line in run if line.text.strip(_LINE_SPACE)], style)


def _align(lines: Sequence[_FormattedLine], style: DraftmancerStyle) -> None:
    """Indent *lines* like other lines of their depth, and remove trailing spaces."""
    bare = [line.text.lstrip(_LINE_SPACE) for line in lines]
    begins = [line.text[: -len(text)] for line, text in zip(lines, bare, strict=True)]
    depths = [line.depth for line in lines]
    indents = usual_indents(zip(depths, begins, strict=True), style.indent)
    for line, text in zip(lines, bare, strict=True):
        line.text = indents[line.depth] + text.rstrip(_LINE_SPACE)


def _counted(text: str, counts: str | None) -> str:
    """Return a line of a sheet with a count, or without one that is not needed.

    Unusual lines are returned unchanged.
    """
    content = text.strip(_LINE_SPACE)
    if counts is None or not content:
        return text
    line = card_line(content)
    if line.foil or content[0] == "#" or not is_usual(line.name, line.set_code or ""):
        return text
    if counts == "always" and line.count is None:
        return text.replace(content, f"1 {content}")
    is_alone = line.count == 1 and card_line(line.text) == evolve(line, count=None)
    if counts == "needed" and is_alone and content[0] == "1":
        return text.replace(content, line.text)
    return text


def _sorted(lines: Iterable[_FormattedLine]) -> Iterator[_FormattedLine]:
    """Yield the *lines*; lines of random sheets are sorted by name between comments."""
    for can_move, run in groupby(lines, key=_can_move):
        some = list(run)
        yield from sorted(some, key=_by_name) if can_move else some


def _can_move(line: _FormattedLine) -> bool:
    return line.kind == _SORTED_SHEET and line.text.strip(WHITE_SPACE)[:1] not in ("", "#", "[")


def _by_name(line: _FormattedLine) -> tuple[str, str]:
    content = line.text.strip(WHITE_SPACE)
    name = card_line(content).name
    return name.casefold(), name


def _spaced(lines: Iterable[_FormattedLine], blank_lines: int | None) -> Iterator[_FormattedLine]:
    """Yield the *lines* with *blank_lines* empty lines before sections, at most one elsewhere."""
    empty_lines: list[_FormattedLine] = []
    runs: list[tuple[_FormattedLine | None, list[_FormattedLine], _FormattedLine | None]] = []
    before: _FormattedLine | None = None
    for line in lines:
        if line.text.strip(_LINE_SPACE):
            runs.append((before, empty_lines, line))
            before, empty_lines = line, []
        else:
            empty_lines.append(line)
    runs.append((before, empty_lines, None))
    if blank_lines is None:
        gaps = Counter(min(len(gap), 1) for above, gap, line in runs if _begins(line, above))
        blank_lines = gaps.most_common(1)[0][0] if gaps else 0
    for above, gap, below in runs:
        beside = [each for each in (above, below) if each is not None]
        if _begins(below, above):
            yield from [_FormattedLine("")] * blank_lines
        elif not beside or None in [each.kind for each in beside]:
            yield from gap
        elif len(beside) > 1:
            yield from gap[:1]
        if below is not None:
            yield below


def _begins(line: _FormattedLine | None, above: _FormattedLine | None) -> bool:
    """Return whether *line* starts a section and *above* is neither invalid nor a comment."""
    if above is None or line is None or above.kind is None or line.kind != _HEADER:
        return False
    return not above.text.lstrip(_LINE_SPACE).startswith("#")
