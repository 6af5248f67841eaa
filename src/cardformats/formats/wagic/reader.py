"""From text to syntax: finds the files, and scans card files to blocks and lines."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import accumulate
from pathlib import Path
from typing import Final, TypeAlias

from ...diagnostics import DiagnosticLog, SharedCode
from ...source import SourceText, read_bytes
from ..base import Options
from .codes import WagicCode
from .format import GRADES
from .macros import definitions
from .syntax import Block, CardFile, Field, kind_of

#: A grade, and where the line stands that sets it.
_Grade: TypeAlias = tuple[str | None, int]
#: Where blocks start, what each says, and the grade of the cards after it.
_Scanned: TypeAlias = tuple[list[int], list[str], _Grade]

#: A file with its size and the time of its last change.
Stamp: TypeAlias = tuple[Path, int, int]

_NO_GRADE: Final[_Grade] = (None, 0)
_OPENERS: Final = ("card]", "meta]")
_USUAL_OPENERS: Final = ("card]\r\n", "card]\n", "meta]\r\n", "meta]\n")
_MACRO_WORD = "AUTO_DEFINE "
_BRACKET_LINE = re.compile(r"\n\[[^\n]*")


def primitive_files(folder: Path) -> tuple[Path, ...]:
    """The files of a primitives folder, in the engine's order: by the bytes of their names."""
    files = (path for path in folder.iterdir() if path.is_file() and path.name[0] != ".")
    return tuple(sorted(files, key=lambda path: path.name.encode()))


def files_in(places: Iterable[Path]) -> list[Path]:
    """The files that *places* are; of a folder of primitives, those in it."""
    return [
        path
        for place in places
        for path in (primitive_files(place) if place.is_dir() else (place,))
    ]


def stamps_of(paths: Iterable[Path]) -> tuple[Stamp, ...]:
    """The *paths* with what changes when a file does."""
    states = ((path, path.stat()) for path in paths)
    return tuple((path, state.st_size, state.st_mtime_ns) for path, state in states)


def load_sources(
    paths: tuple[Path, ...], options: Options, log: DiagnosticLog
) -> Iterator[SourceText]:
    """The texts of *paths*; one that is too large is reported and left out."""
    for path in paths:
        data = read_bytes(path, options.max_size)
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
    starts, texts, grade = regular_blocks(source, log) or any_blocks(source, log)
    return CardFile(source, starts, texts, definitions(source, log), *grade)


def regular_blocks(source: SourceText, log: DiagnosticLog) -> _Scanned | None:
    """What :func:`any_blocks` finds, but faster; None if any bracket is not as it should be."""
    text = source.text
    first = 1 if text.startswith("\ufeff") else 0
    pieces = text.split("\n[")
    # as if the text began with a line end
    has_head = not text.startswith("[", first)
    head = pieces[0][first:]
    pieces[:1] = [f"\n{head}"] if has_head else ["", head[1:]]
    texts, closers = pieces[1::2], pieces[2::2]
    if len(texts) != len(closers) or {closer[:1] for closer in closers} - {"/"}:
        return None
    unusual = [opened for opened in texts if not opened.startswith(_USUAL_OPENERS)]
    if not all(opened.partition("\n")[0].rstrip() in _OPENERS for opened in unusual):
        return None
    ends = list(accumulate(map(len, pieces), initial=first))
    starts = [end + 4 * number for number, end in enumerate(ends[1:-1:2])]
    grade = _NO_GRADE
    if has_head:
        stop = starts[0] if starts else len(text)
        grade = _outside(source, first, text[first:stop], log) or grade
    for number, closer in enumerate(closers, 1):
        if "\n" in closer:
            stop = ends[2 * number + 1] + 4 * number
            start = stop - len(closer) + closer.index("\n")
            grade = _outside(source, start, text[start:stop], log) or grade
    return starts, texts, grade


def any_blocks(source: SourceText, log: DiagnosticLog) -> _Scanned:
    """Where the blocks of *source* start, what they say, and the grade that is set.

    What is wrong with its brackets is reported.
    """
    text = source.text
    starts: list[int] = []
    texts: list[str] = []
    grade = _NO_GRADE
    opened: tuple[int, int] | None = None
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
            if not closes:
                _report_unclosed(source, *opened, log)
            texts.append(text[starts[-1] + 1 : start - 1])
            position, opened = end, None
        if not closes:
            _check_opener(source, start, end, log)
            starts.append(start)
            opened = (start, end)
    if opened is not None:
        _report_unclosed(source, *opened, log)
        texts.append(text[starts[-1] + 1 :])
    elif position < len(text):
        grade = _outside(source, position, text[position:], log) or grade
    return starts, texts, grade


def _bracket_lines(text: str, position: int) -> Iterator[tuple[int, int]]:
    """Where the lines that begin with a bracket begin, and where the next lines do."""
    if text.startswith("[", position):
        yield position, _line_end(text, position)
    for match in _BRACKET_LINE.finditer(text, position):
        start, end = match.span()
        yield start + 1, end + 1


def _width(text: str, start: int, end: int) -> int:
    return len(text[start:end].rstrip())


def _check_opener(source: SourceText, start: int, end: int, log: DiagnosticLog) -> None:
    line = source.text[start:end].rstrip()
    if line not in ("[card]", "[meta]"):
        span = source.span(start, start + len(line))
        log.add(WagicCode.UNKNOWN_BLOCK, span, line=line[:40])


def _report_unclosed(source: SourceText, start: int, end: int, log: DiagnosticLog) -> None:
    span = source.span(start, start + _width(source.text, start, end))
    log.add(WagicCode.UNCLOSED, span, kind=kind_of(source.text[start + 1 : end]))


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
    end = text.find("\n", position)
    return len(text) if end < 0 else end + 1


def _outside(
    source: SourceText, start: int, text: str, log: DiagnosticLog
) -> tuple[str, int] | None:
    """Look at what stands between blocks; the grade and where it stands, if it sets one."""
    setting = None
    for line in text.split("\n"):
        content = line.rstrip()
        span = source.span(start, start + len(content))
        if content.startswith("grade="):
            grade = content.removeprefix("grade=").strip().lower()
            if grade in GRADES:
                setting = (grade, start)
            else:
                log.add(WagicCode.UNKNOWN_GRADE, span, grade=grade)
        elif content.strip() and not content.startswith("#"):
            notes = ("did you mean '#AUTO_DEFINE'?",) if _MACRO_WORD in content.upper() else ()
            log.add(WagicCode.STRAY_TEXT, span, notes=notes)
        start += len(line) + 1
    return setting
