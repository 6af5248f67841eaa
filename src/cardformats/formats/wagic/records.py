"""Scans card files: text to records, line by line."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from ...diagnostics import DiagnosticLog, SharedCode
from ...source import SourceText
from ..base import Options
from .codes import WagicCode
from .format import GRADES
from .macros import definitions
from .syntax import Block, CardFile, Field


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
    position = 1 if text.startswith("\ufeff") else 0
    while True:
        start = position if text.startswith("[", position) else _next_line(text, position, "[")
        outside = text[position : len(text) if start is None else start]
        if outside.strip():
            grade = _outside(source, position, outside, log) or grade
        if start is None:
            break
        body = _line_end(text, start)
        line = text[start:body].rstrip()
        if line.startswith("[/"):
            log.add(WagicCode.STRAY_CLOSER, source.span(start, start + len(line)))
            position = body
            continue
        kind = "meta" if line.startswith("[m") else "card"
        if line not in ("[card]", "[meta]"):
            span = source.span(start, start + len(line))
            log.add(WagicCode.UNKNOWN_BLOCK, span, line=line[:40])
        end = _next_line(text, body - 1, "[/", "[card", "[meta")
        closed = end is not None and text.startswith("[/", end)
        if not closed:
            log.add(WagicCode.UNCLOSED, source.span(start, start + len(line)), kind=kind)
        body_end = len(text) if end is None else end
        blocks.append(Block(kind, start, min(body, body_end), body_end))
        position = _line_end(text, body_end) if closed else body_end
    return CardFile(source, tuple(blocks), definitions(source, log), *grade)


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


def _next_line(text: str, position: int, *starts: str) -> int | None:
    """The offset of the next line that begins with one of *starts*, after *position*."""
    found = text.find("\n[", position)
    while found >= 0:
        if text.startswith(starts, found + 1):
            return found + 1
        found = text.find("\n[", found + 1)
    return None


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
