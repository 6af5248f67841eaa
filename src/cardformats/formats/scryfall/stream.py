"""The reader of files of any size, a few megabytes at a time."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any, BinaryIO, TypeAlias

from ...budget import Budget
from ...diagnostic_log import DiagnosticLog
from ...diagnostics import SharedCode
from ...source import SourceText, Span, open_file, stamp
from ..base import Input
from .codes import ScryfallCode
from .format import ScryfallOptions
from .reader import check_end, no_card, records_in
from .syntax import GRAMMAR, ScryfallCard

#: Cards, and the log of their diagnostics.
Chunk: TypeAlias = tuple[Iterator[ScryfallCard], DiagnosticLog]

#: The number of bytes of lines that are read at a time, and of cards in a file without lines.
_CHUNK = 4 * 2**20
_CARDS = 2000
_BLOCK = 64 * 2**10
_MARK = b"\xef\xbb\xbf"
_LINE = GRAMMAR.rule("LINE")


def chunks_of(input_: Input, options: ScryfallOptions) -> Iterator[Chunk]:
    """Yield the cards of *input* in chunks.

    If the file has one card on each line, only a few megabytes are held in memory. Otherwise, up to
    ``max_size`` bytes or a few thousand cards are held in memory.
    """
    if input_.path is None or input_.data is not None:
        yield _whole(input_.name, input_.data or b"", options)
        return
    with open_file(input_.path) as file:
        size = stamp(input_.path)[0]
        head = file.read(options.max_line)
        file.seek(0)
        if _LINE.match(head.decode("utf-8", "replace")):
            yield from _of_lines(input_.name, file, size, options)
        elif size <= options.max_size:
            yield _whole(input_.name, file.read(), options)
        else:
            file.seek(len(_MARK) if head.startswith(_MARK) else 0)
            yield from _of_values(input_.name, _Metered(file, options.max_size), head, options)


def _whole(name: str, data: str | bytes, options: ScryfallOptions) -> Chunk:
    log = DiagnosticLog(options.max_diagnostics)
    if len(data) > options.max_size:
        log.add(SharedCode.TOO_LARGE, _start_of(name), limit=options.max_size)
        return iter(()), log
    source = SourceText(name, data) if isinstance(data, str) else SourceText.from_bytes(name, data)
    return records_in(source, log, Budget(options.max_work)), log


def _of_lines(name: str, file: BinaryIO, size: int, options: ScryfallOptions) -> Iterator[Chunk]:
    """Yield the cards of a *file* of *size* bytes, in parts that end with a line."""
    budget = Budget(options.max_work)
    data, line, is_array = b"", 1, False
    while True:
        block = file.read(_CHUNK)
        data += block
        is_last = not block or file.tell() >= size
        end = len(data) if is_last else data.rfind(b"\n") + 1
        log = DiagnosticLog(options.max_diagnostics)
        if end == 0 and len(data) > options.max_size:
            log.add(SharedCode.TOO_LARGE, _start_of(name, line), limit=options.max_size)
            yield iter(()), log
            return
        if end:
            source = SourceText.from_bytes(_named(name, line), data[:end])
            if line == 1:
                is_array = source.text.lstrip("\ufeff \t\r\n").startswith("[")
            if is_last and is_array:
                check_end(source, log, "]")
            yield records_in(source, log, budget, is_whole=False), log
        if is_last:
            return
        line += data.count(b"\n", 0, end)
        data = data[end:]


class _Metered:
    """A file with a maximum number of bytes for a single card."""

    def __init__(self, file: BinaryIO, limit: int) -> None:
        self._file, self._limit = file, limit
        self.taken = 0

    def read(self, size: int) -> bytes:
        """Return the next bytes.

        Raises:
            ValueError: If a card is too large.
        """
        data = self._file.read(size)
        self.taken += len(data)
        if self.taken > self._limit:
            raise ValueError(f"a card of more than {self._limit} bytes")
        return data


def _of_values(name: str, file: _Metered, head: bytes, options: ScryfallOptions) -> Iterator[Chunk]:
    """Yield the cards of a *file* in any layout, with an incremental JSON reader."""
    log = DiagnosticLog(options.max_diagnostics)
    try:
        import ijson  # type: ignore[import-untyped,unused-ignore] # noqa: PLC0415 - an extra
    except ImportError:
        log.add(ScryfallCode.NEEDS_EXTRA, _start_of(name), limit=options.max_size)
        yield iter(()), log
        return
    is_array = head.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"[")
    values = ijson.items(
        file,
        "item" if is_array else "data.item",
        use_float=True,
        multiple_values=True,
        buf_size=max(1, min(_BLOCK, options.max_size // 4)),
    )
    count = _CARDS
    while count == _CARDS:
        log, cards = DiagnosticLog(options.max_diagnostics), []
        try:
            for value in islice(values, _CARDS):
                file.taken = 0
                cards.append(value)
        except (ijson.JSONError, ValueError, RecursionError) as error:
            problem = str(error).partition("\n")[0][:200]
            log.add(ScryfallCode.NOT_JSON, _start_of(name), problem=problem)
        count = len(cards)
        yield _records(cards, name, log), log


def _records(values: list[Any], name: str, log: DiagnosticLog) -> Iterator[ScryfallCard]:
    source = SourceText(name, "")
    for value in values:
        if problem := no_card(value):
            log.add(ScryfallCode.NO_CARD, source.span(0), problem=problem)
        else:
            yield ScryfallCard(value, source)


def _named(name: str, line: int) -> str:
    """Return the name in messages of the part of a file that starts with *line*."""
    return name if line == 1 else f"{name} from line {line} on"


def _start_of(name: str, line: int = 1) -> Span:
    return SourceText(_named(name, line), "").span(0)
