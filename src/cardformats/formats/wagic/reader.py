"""From text to syntax: finds the files, and scans card files to blocks and lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, TypeAlias

from ...diagnostic_log import DiagnosticLog
from ...diagnostics import SharedCode
from ...source import SourceText, stamp
from ..base import Input, Options
from ..folders import bounded_source
from .codes import WagicCode
from .format import GRADES
from .macros import definitions
from .repairs import closed, opener, respelt, unclosed
from .syntax import GRAMMAR, ITEMS, LINES, CardFile, Field, kind_of

#: A grade, and where the line stands that sets it.
_Setting: TypeAlias = tuple[str | None, int]
#: A file with its size and the time of its last change; see :func:`~cardformats.source.stamp`.
Stamp: TypeAlias = tuple[Path, int, int]

_NO_GRADE: Final[_Setting] = (None, 0)
_OPENERS: Final = ("[card]", "[meta]")
_USUAL_OPENERS: Final = ("card]\r\n", "card]\n", "meta]\r\n", "meta]\n")
_GRADE: Final = GRAMMAR.rule("grade")
_MACRO_WORD = "AUTO_DEFINE "


def primitive_files(folder: Path) -> tuple[Path, ...]:
    """Return the files of a primitives folder, in the engine's order: by bytes."""
    files = (path for path in folder.iterdir() if path.is_file() and path.name[0] != ".")
    return tuple(sorted(files, key=lambda path: path.name.encode()))


def files_in(places: Iterable[Path]) -> list[Path]:
    """Return the files that *places* are; of a folder of primitives, those in it."""
    return [
        path
        for place in places
        for path in (primitive_files(place) if place.is_dir() else (place,))
    ]


def stamps_of(paths: Iterable[Path]) -> tuple[Stamp, ...]:
    """Return the *paths* with what changes when a file does."""
    return tuple((path, *stamp(path)) for path in paths)


def load_sources(
    paths: tuple[Path, ...], options: Options, log: DiagnosticLog
) -> Iterator[SourceText]:
    """Yield the texts of *paths*; one that is too large is reported and left out."""
    for path in paths:
        source = bounded_source(Input(str(path), path), options.max_size, log)
        if source is not None:
            yield source


def scan(source: SourceText, log: DiagnosticLog, following: str = "") -> CardFile:
    """Return the records of *source*: blocks, macros, and a grade for the cards that follow it.

    A block that is not closed ends where the next one opens; of a part of a file, the *following*
    one.
    """
    text = source.text
    starts: list[int] = []
    texts: list[str] = []
    grade = _NO_GRADE
    before = ""
    for item in ITEMS.finditer(text, 1 if text.startswith("\ufeff") else 0):
        start = item.start()
        block, closer, stray = item.group("text", "CLOSER", "STRAY")
        if block is not None:
            starts.append(start)
            texts.append(block)
            if not block.startswith(_USUAL_OPENERS):
                _check_opener(source, start, block, log)
            if closer is None:
                after = ITEMS.match(text, item.end())
                other = after["text"].partition("\n[")[0] if after else following
                _report_unclosed(source, start, block, other, log)
            before = ""
        elif stray is not None:
            span = source.span(start, start + len(stray.rstrip()))
            log.add(WagicCode.STRAY_CLOSER, span, unclosed(source, start, stray, before))
            before = ""
        else:
            before = item[0]
            grade = _outside(source, start, before, log) or grade
    return CardFile(source, starts, texts, definitions(source, log), *grade)


def _check_opener(source: SourceText, start: int, text: str, log: DiagnosticLog) -> None:
    """Report the opening line at *start* of a block that says *text*, if it is not usual."""
    line = "[" + text.partition("\n")[0].rstrip()
    if line not in _OPENERS:
        span = source.span(start, start + len(line))
        log.add(WagicCode.UNKNOWN_BLOCK, span, opener(source, start, line), line=line[:40])


def _report_unclosed(
    source: SourceText, start: int, text: str, following: str, log: DiagnosticLog
) -> None:
    """Report a block that says *text*, and ends where another one, *following*, opens."""
    kind = kind_of(text)
    fix = closed(source, start, text, kind, following)
    span = source.span(start, start + 1 + len(text.partition("\n")[0].rstrip()))
    log.add(WagicCode.UNCLOSED, span, fix, kind=kind)


def fields(file: CardFile, number: int, log: DiagnosticLog, max_line: int) -> Iterator[Field]:
    """Yield the ``key=value`` lines of the block *number*, in order; other lines are reported."""
    text, first = file.texts[number], file.starts[number] + 1
    body = text.find("\n") + 1 or len(text)
    for line in LINES.finditer(text, body):
        start, end = first + line.start(), first + line.end()
        length = end - start - line[0].endswith("\n")
        key, value, other = line.group("KEY", "VALUE", "TEXT")
        if length > max_line:
            span = file.source.span(start, start + 1)
            log.add(SharedCode.LINE_TOO_LONG, span, length=length, limit=max_line)
        elif other is None:
            yield Field(key or "", value or "", start)
        elif other.strip() and not other.startswith("#"):
            end = start + len(other.removesuffix("\r"))
            log.add(WagicCode.NO_EQUALS, file.source.span(start, end))


def _outside(source: SourceText, start: int, text: str, log: DiagnosticLog) -> _Setting | None:
    """Look at what stands between blocks; the grade and where it stands, if it sets one."""
    setting = None
    for line in text.split("\n"):
        content = line.rstrip()
        if content and not content.startswith("#"):
            span = source.span(start, start + len(content))
            match = _GRADE.fullmatch(content)
            grade = match and (match["GRADE"] or "").strip().lower()
            if match is None or grade is None:
                notes = ("did you mean '#AUTO_DEFINE'?",) if _MACRO_WORD in content.upper() else ()
                log.add(WagicCode.STRAY_TEXT, span, notes=notes)
            elif grade in GRADES:
                setting = (grade, start)
            else:
                value = source.span(span.end - len(match["GRADE"] or ""), span.end)
                fix = respelt(value, grade, GRADES)
                log.add(WagicCode.UNKNOWN_GRADE, span, fix, grade=grade)
        start += len(line) + 1
    return setting
