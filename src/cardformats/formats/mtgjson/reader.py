"""The reader of files of one set or many; large files are read one set at a time."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator
from decimal import Decimal
from functools import partial
from pathlib import Path
from typing import IO, Any, BinaryIO, cast

from attrs import evolve

from ...diagnostic_log import DiagnosticLog
from ...diagnostics import Code, Report, SharedCode
from ...model import CardSet
from ...source import SourceText, Span, open_file, read_bytes, stamp
from ..base import Input
from ..json_text import encode
from .codes import MtgjsonCode
from .documents import sets_in, source_of
from .format import GZIP, MtgjsonOptions, split
from .syntax import SetData, SetFile, ValuePositions
from .to_model import to_model

#: The maximum size in bytes of a file that is read as a whole.
_WHOLE = 2**25
_BLOCK = 2**16
_SMALL_BLOCK = 2**12
#: The maximum depth of nested brackets.
_DEPTH = 2000
#: The maximum number of codes of sets in a message.
_SHOWN = 8
_INSTALL = "pip install 'cardformats[data]'"


def read(input_: Input, options: MtgjsonOptions) -> Report[CardSet]:
    """Read the only set of *input*, or the set that the option ``set`` chooses."""
    log = DiagnosticLog(options.max_diagnostics)
    if options.set is not None and input_.path is not None and input_.path.is_dir():
        input_ = Input(input_.name, _file_of(input_.path, options.set) or input_.path)
    chosen: list[SetData] = []
    whole = options.max_size if options.set is None else _WHOLE
    for data in _sets(input_, options, log, whole):
        code = data.value.get("code")
        if options.set is None:
            chosen.append(data)
            if len(chosen) > _SHOWN:
                break
        elif isinstance(code, str) and code.upper() == options.set:
            chosen.append(data)
            break
    start = SourceText(input_.name, "").span(0)
    if len(chosen) > 1:
        codes = ", ".join(str(each.value.get("code"))[:_SHOWN] for each in chosen[:_SHOWN])
        more = ", …" if len(chosen) > _SHOWN else ""
        log.add(MtgjsonCode.MANY_SETS, start, codes=codes + more)
    elif chosen:
        (data,) = chosen
        if options.set is not None:  # the file is searched again for cards of other sets
            data = evolve(data, others=partial(_sets, input_, options, DiagnosticLog(0)))
        return _report(data, options, log)
    elif options.set is not None and not log.finish():
        log.add(MtgjsonCode.NO_SUCH_SET, start, set_code=options.set)
    return Report(CardSet(), log.finish())


def read_sets(input_: Input, options: MtgjsonOptions) -> Iterator[Report[CardSet]]:
    """Read each set of *input*. If it is one file, only one set is in memory at a time."""
    log = DiagnosticLog(options.max_diagnostics)
    for data in _sets(input_, options, log):
        code = data.value.get("code")
        if options.set is None or (isinstance(code, str) and code.upper() == options.set):
            yield _report(data, options, log)
            log = DiagnosticLog(options.max_diagnostics)
    if problems := log.finish():
        yield Report(CardSet(), problems)


def _report(data: SetData, options: MtgjsonOptions, log: DiagnosticLog) -> Report[CardSet]:
    cardset = to_model(data, options, log)
    if data.is_whole:
        text = data.places.text
        cardset = cardset.with_syntax(SetFile(text.source, data.path, options, data.file))
        text.report_lone_surrogates(log)
    return Report(cardset, log.finish())


def _file_of(folder: Path, code: str) -> Path | None:
    """Return the file in *folder* with the name of the set *code*."""
    names = (f"{code}{mark}.json{packed}" for mark in ("", "_") for packed in ("", ".gz"))
    return next((path for name in names if (path := folder / name).is_file()), None)


def _sets(
    input_: Input, options: MtgjsonOptions, log: DiagnosticLog, whole: int | None = None
) -> Iterator[SetData]:
    """Yield the sets of *input* as JSON, one after the other.

    A file larger than *whole* bytes is read one set at a time.
    """
    path = input_.path
    if path is not None and path.is_dir():
        for each in split(path):
            yield from _sets(Input(str(each), each), options, log, whole)
        return
    if input_.data is not None:
        source = source_of(input_, options.max_size, log)
        if source is not None:
            yield from sets_in(source, path, log)
        return
    assert path is not None  # noqa: S101 - an input without data has a path
    limit = min(_WHOLE if whole is None else whole, options.max_size)
    if stamp(path)[0] <= limit:
        source = source_of(evolve(input_, data=read_bytes(path, limit)), limit, None)
        if source is not None:
            yield from sets_in(source, path, log)
            return
    with open_file(path) as file:
        yield from _streamed(file, input_, options, log)


class _StreamProblem(Exception):  # noqa: N818 - never leaves this module
    """An error that a set is too large or nested too deeply."""

    def __init__(self, code: Code, **data: Any) -> None:
        super().__init__()
        self.code, self.data = code, data


class _Measured:
    """A file with limits on the size of a set and the depth of nesting.

    The incremental reader stores the path to every open bracket, which takes memory quadratic in
    the depth. Brackets in strings count too; they are usually balanced.
    """

    def __init__(self, file: IO[bytes], limit: int) -> None:
        self._file, self._limit = file, limit
        self.restart()

    def restart(self) -> None:
        """Reset the limits for a new set."""
        self._left, self._depth = self._limit, 0

    def read(self, size: int) -> bytes:
        """Return at most *size* bytes.

        Raises:
            _StreamProblem: If a limit is exceeded.
        """
        data = self._file.read(min(size, _SMALL_BLOCK))
        self._left -= len(data)
        if self._left < 0:
            raise _StreamProblem(SharedCode.TOO_LARGE, limit=self._limit)
        opened = data.count(b"[") + data.count(b"{")
        self._depth = max(0, self._depth + opened - data.count(b"]") - data.count(b"}"))
        if self._depth > _DEPTH:
            problem = f"nested more than {_DEPTH} levels deep"
            raise _StreamProblem(MtgjsonCode.NOT_JSON, problem=problem)
        return data


def _streamed(
    file: BinaryIO, input_: Input, options: MtgjsonOptions, log: DiagnosticLog
) -> Iterator[SetData]:
    """Yield the sets of a large file; only one is in memory at a time."""
    start = SourceText(input_.name, "").span(0)
    try:
        import ijson  # type: ignore[import-untyped] # it has no types  # noqa: PLC0415 - an extra
    except ImportError:
        limit = min(_WHOLE, options.max_size)
        log.add(MtgjsonCode.CANNOT_STREAM, start, limit=limit, install=_INSTALL)
        return
    try:
        unpacked: IO[bytes] = file
        if file.read(len(GZIP)) == GZIP:
            unpacked = cast("IO[bytes]", gzip.GzipFile(fileobj=file))
        file.seek(0)
        way = ("data",) if b'"data"' in unpacked.read(_BLOCK) else ()
        unpacked.seek(0)
        measured = _Measured(unpacked, options.max_size)
        pairs = ijson.kvitems(measured, ".".join(way))
        for value in _values(pairs, start, log):
            yield _in_memory(value, input_, is_old=not way)
            measured.restart()
    except _StreamProblem as problem:
        log.add(problem.code, start, **problem.data)
    except EOFError:
        log.add(MtgjsonCode.NOT_UNPACKED, start, problem="it is incomplete")
    except (zlib.error, gzip.BadGzipFile) as error:
        log.add(MtgjsonCode.NOT_UNPACKED, start, problem=str(error))
    except (ijson.JSONError, ValueError, OverflowError, RecursionError) as error:
        problem_ = str(error).removeprefix("b'").partition("\n")[0].partition("\\n")[0]
        log.add(MtgjsonCode.NOT_JSON, start, problem=problem_ or "it is incomplete")


def _values(
    pairs: Iterator[tuple[str, Any]], start: Span, log: DiagnosticLog
) -> Iterator[dict[str, Any]]:
    """Yield the sets among the members of an object, or the object if it is a set."""
    members: dict[str, Any] = {}
    has_sets = False
    for key, value in pairs:
        if isinstance(value, dict) and isinstance(value.get("cards"), list):
            has_sets = True
            yield value
        elif not has_sets:
            members[key] = value
        else:
            log.add(MtgjsonCode.NO_SET, start)
    if "cards" in members:
        yield members
    elif not has_sets:
        log.add(MtgjsonCode.NO_SET, start)


def _in_memory(value: dict[str, Any], input_: Input, *, is_old: bool) -> SetData:
    """Return a set whose text is not stored; its diagnostics refer to a new text."""

    def text() -> SourceText:
        name = f"{input_.name}: {value.get('code')}"
        try:
            return SourceText(name, encode(_plain(value), 1))
        except RecursionError:
            return SourceText(name, "")

    return SetData(
        value, (), ValuePositions(input_.name, text), input_.path, is_whole=False, is_old=is_old
    )


def _plain(value: Any) -> Any:
    """Return *value* with numbers as in JSON."""
    if isinstance(value, dict):
        return {key: _plain(each) for key, each in value.items()}
    if isinstance(value, list):
        return list(map(_plain, value))
    return float(value) if isinstance(value, Decimal) else value
