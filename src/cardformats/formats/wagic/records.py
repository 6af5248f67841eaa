"""Scans card files: text to records, line by line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from ...diagnostics import DiagnosticLog, SharedCode
from ...source import SourceText
from ..base import Options
from .codes import WagicCode
from .format import GRADES
from .macros import definitions
from .syntax import Block, CardFile, Field

_BRACKET_LINE = re.compile(r"\n\[[^\n]*")


def primitive_files(folder: Path) -> tuple[Path, ...]:
    """The files of a primitives folder, in the engine's order: by the bytes of their names."""
    files = (path for path in folder.iterdir() if path.is_file() and path.name[0] != ".")
    return tuple(sorted(files, key=lambda path: path.name.encode()))


def load_sources(
    paths: tuple[Path, ...], options: Options, log: DiagnosticLog
) -> Iterator[SourceText]:
    """The texts of *paths*; one that is too large is reported and left out."""
    for path in paths:
        with path.open("rb") as file:
            data = file.read(options.max_size + 1)
        if len(data) > options.max_size:
            start = SourceText(str(path), "").span(0)
            log.add(SharedCode.TOO_LARGE, start, limit=options.max_size)
        else:
            yield SourceText.from_bytes(str(path), data)


def scan(source: SourceText, log: DiagnosticLog) -> CardFile:
    """The records of *source*: blocks, macros, and a grade for the cards that follow it.

    A block opens with a line that begins with ``[`` and closes with one that begins with ``[/``;
    a block that is not closed ends where the next one opens.
    """
    text = source.text
    blocks: list[Block] = []
    grade: tuple[str | None, int] = (None, 0)
    opened: tuple[str, int, int] | None = None
    position = 1 if text.startswith("\ufeff") else 0
    for start, end in _bracket_lines(text, position):
        closes = text.startswith("[/", start)
        if opened is None:
            if position < start:
                grade = _outside(source, position, text[position:start], log) or grade
            position = end
            if closes:
                log.add(
                    WagicCode.STRAY_CLOSER, source.span(start, start + _width(text, start, end))
                )
                continue
        elif not closes and not text.startswith(("[card", "[meta"), start):
            continue
        else:
            kind, opening, body = opened
            if not closes:
                _report_unclosed(source, kind, opening, body, log)
            blocks.append(Block(kind, opening, min(body, start), start))
            position, opened = end, None
        if not closes:
            opened = (_opened(source, start, end, log), start, end)
    if opened is not None:
        kind, opening, body = opened
        _report_unclosed(source, kind, opening, body, log)
        blocks.append(Block(kind, opening, min(body, len(text)), len(text)))
    elif position < len(text):
        grade = _outside(source, position, text[position:], log) or grade
    return CardFile(source, tuple(blocks), definitions(source, log), *grade)


def _bracket_lines(text: str, position: int) -> Iterator[tuple[int, int]]:
    """Where the lines that begin with a bracket begin, and where the next lines do."""
    if text.startswith("[", position):
        yield position, _line_end(text, position)
    for match in _BRACKET_LINE.finditer(text, position):
        start, end = match.span()
        yield start + 1, end + 1


def _width(text: str, start: int, end: int) -> int:
    return len(text[start:end].rstrip())


def _opened(source: SourceText, start: int, end: int, log: DiagnosticLog) -> str:
    """The kind of the block that a line opens."""
    line = source.text[start:end].rstrip()
    if line not in ("[card]", "[meta]"):
        span = source.span(start, start + len(line))
        log.add(WagicCode.UNKNOWN_BLOCK, span, line=line[:40])
    return "meta" if line.startswith("[m") else "card"


def _report_unclosed(
    source: SourceText, kind: str, start: int, end: int, log: DiagnosticLog
) -> None:
    span = source.span(start, start + _width(source.text, start, end))
    log.add(WagicCode.UNCLOSED, span, kind=kind)


def fields(file: CardFile, block: Block, log: DiagnosticLog, max_line: int) -> Iterator[Field]:
    """The ``key=value`` lines of *block*, in order; other lines are reported."""
    offset = block.body
    for line in file.source.text[block.body : block.body_end].split("\n"):
        key, equals, value = line.removesuffix("\r").partition("=")
        if len(line) > max_line:
            span = file.source.span(offset, offset + 1)
            log.add(SharedCode.LINE_TOO_LONG, span, length=len(line), limit=max_line)
        elif key.startswith("#"):
            pass
        elif equals:
            yield Field(key, value, offset)
        elif key.strip():
            log.add(WagicCode.NO_EQUALS, file.source.span(offset, offset + len(key)))
        offset += len(line) + 1


def _line_end(text: str, position: int) -> int:
    """The offset after the line end that follows *position*."""
    found = text.find("\n", position)
    return len(text) if found < 0 else found + 1


def _outside(
    source: SourceText, start: int, text: str, log: DiagnosticLog
) -> tuple[str, int] | None:
    """Look at what stands between blocks; the grade and where it stands, if it sets one."""
    found = None
    for line in text.split("\n"):
        content = line.rstrip()
        span = source.span(start, start + len(content))
        if content.startswith("grade="):
            grade = content.removeprefix("grade=").strip().lower()
            if grade in GRADES:
                found = (grade, start)
            else:
                log.add(WagicCode.UNKNOWN_GRADE, span, grade=grade)
        elif content.strip() and not content.startswith("#"):
            log.add(WagicCode.STRAY_TEXT, span)
        start += len(line) + 1
    return found
