"""From text to syntax: finds the files, and scans card files to blocks and lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, TypeAlias

from ...diagnostic_log import DiagnosticLog
from ...diagnostics import Fix, SharedCode
from ...source import SourceText, read_bytes, stamp
from ..base import Options
from .codes import WagicCode
from .format import GRADES
from .macros import definitions
from .repairs import closed, opener, respelt, unclosed
from .syntax import CardFile, Field, kind_of

#: A grade, and where the line stands that sets it.
_Grade: TypeAlias = tuple[str | None, int]
#: A file with its size and the time of its last change; see :func:`~cardformats.source.stamp`.
Stamp: TypeAlias = tuple[Path, int, int]

_NO_GRADE: Final[_Grade] = (None, 0)
_OPENERS: Final = ("card]", "meta]")
_USUAL_OPENERS: Final = ("card]\r\n", "card]\n", "meta]\r\n", "meta]\n")
_MACRO_WORD = "AUTO_DEFINE "


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
    return tuple((path, *stamp(path)) for path in paths)


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


def scan(source: SourceText, log: DiagnosticLog, following: str = "") -> CardFile:
    """The records of *source*: blocks, macros, and a grade for the cards that follow it.

    A block opens with a line that begins with ``[`` and closes with one that begins with ``[/``;
    a block that is not closed ends where the next one opens; of a part of a file, the *following*
    one.
    """
    text = source.text
    starts: list[int] = []
    texts: list[str] = []
    first = 1 if text.startswith("\ufeff") else 0
    head, *pieces = text.split("\n[")
    start = len(head) + 1
    if head.startswith("[", first):
        pieces.insert(0, head[first + 1 :])
        start, head = first, ""
    grade = _outside(source, first, head[first:], log) or _NO_GRADE
    block: list[str] = []  # what stands behind each bracket of the block that is open
    before = head
    for piece in pieces:
        if piece.startswith("/"):
            if block:
                texts.append("\n[".join(block))
                block = []
            else:
                fix = unclosed(source, start, piece, before)
                _report(WagicCode.STRAY_CLOSER, source, start, piece, log, fix)
            before = piece.partition("\n")[2]
            if "\n" in piece:
                after = piece.index("\n") + 1
                grade = _outside(source, start + 1 + after, piece[after:], log) or grade
        elif block and not piece.startswith(("card", "meta")):
            block.append(piece)
        else:
            if block:
                texts.append("\n[".join(block))
                _report_unclosed(source, starts[-1], texts[-1], piece, log)
            block = [piece]
            starts.append(start)
            if not piece.startswith(_USUAL_OPENERS) and _line(piece) not in _OPENERS:
                fix = opener(source, start, f"[{_line(piece)}")
                line = f"[{_line(piece)}"[:40]
                _report(WagicCode.UNKNOWN_BLOCK, source, start, piece, log, fix, line=line)
        start += len(piece) + 2
    if block:
        texts.append("\n[".join(block))
        _report_unclosed(source, starts[-1], texts[-1], following, log)
    return CardFile(source, starts, texts, definitions(source, log), *grade)


def _line(piece: str) -> str:
    """The first line of what follows a bracket."""
    return piece.partition("\n")[0].rstrip()


def _report(
    code: WagicCode,
    source: SourceText,
    start: int,
    piece: str,
    log: DiagnosticLog,
    fix: Fix | None = None,
    **data: str,
) -> None:
    """Report the line that begins with a bracket at *start*, behind which *piece* follows."""
    log.add(code, source.span(start, start + 1 + len(_line(piece))), fix, **data)


def _report_unclosed(
    source: SourceText, start: int, text: str, following: str, log: DiagnosticLog
) -> None:
    """Report a block that says *text*, and ends where another one, *following*, opens."""
    kind = kind_of(text)
    fix = closed(source, start, text, kind, following)
    _report(WagicCode.UNCLOSED, source, start, text, log, fix, kind=kind)


def fields(file: CardFile, number: int, log: DiagnosticLog, max_line: int) -> Iterator[Field]:
    """The ``key=value`` lines of the block *number*, in order; other lines are reported."""
    opener, *lines = file.texts[number].split("\n")
    offset = file.starts[number] + len(f"[{opener}\n")
    for line in lines:
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


def _outside(
    source: SourceText, start: int, text: str, log: DiagnosticLog
) -> tuple[str, int] | None:
    """Look at what stands between blocks; the grade and where it stands, if it sets one."""
    setting = None
    for line in text.split("\n"):
        content = line.rstrip()
        if content and not content.startswith("#"):
            span = source.span(start, start + len(content))
            grade = content.removeprefix("grade=").strip().lower()
            if not content.startswith("grade="):
                notes = ("did you mean '#AUTO_DEFINE'?",) if _MACRO_WORD in content.upper() else ()
                log.add(WagicCode.STRAY_TEXT, span, notes=notes)
            elif grade in GRADES:
                setting = (grade, start)
            else:
                value = source.span(start + len("grade="), span.end)
                fix = respelt(value, grade, GRADES)
                log.add(WagicCode.UNKNOWN_GRADE, span, fix, grade=grade)
        start += len(line) + 1
    return setting
