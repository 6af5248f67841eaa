"""JSON documents in memory: decompressed, decoded, and divided into sets."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from attrs import evolve

from ...diagnostic_log import DiagnosticLog
from ...diagnostics import SharedCode
from ...source import SourceText
from ..base import Input
from ..json_text import JsonProblem, JsonText
from ..other_data import is_other_data
from .codes import MtgjsonCode
from .format import GZIP
from .syntax import SetData, ValuePositions


def source_of(input_: Input, limit: int, log: DiagnosticLog | None) -> SourceText | None:
    """Return the decompressed text of *input*; None if it is too large or damaged.

    If there is a *log*, the reason is reported.
    """
    data = input_.data
    if not isinstance(data, bytes) or not data.startswith(GZIP):
        return input_.source()
    start = SourceText(input_.name, "").span(0)
    unpacking = zlib.decompressobj(zlib.MAX_WBITS | 16)
    try:
        unpacked = unpacking.decompress(data, limit + 1)
    except zlib.error as error:
        if log is not None:
            log.add(MtgjsonCode.NOT_UNPACKED, start, problem=str(error))
        return None
    if len(unpacked) > limit:
        if log is not None:
            log.add(SharedCode.TOO_LARGE, start, limit=limit)
        return None
    if not unpacking.eof:
        if log is not None:
            log.add(MtgjsonCode.NOT_UNPACKED, start, problem="it is incomplete")
        return None
    return SourceText.from_bytes(input_.name, unpacked)


def sets_in(source: SourceText, path: Path | None, log: DiagnosticLog) -> Iterator[SetData]:
    """Yield the sets of a JSON text."""
    text = JsonText.whole(source)
    try:
        value = text.decode_any()
    except JsonProblem as problem:
        if not is_other_data(source, "mtgjson", log, "JSON"):
            log.add(MtgjsonCode.NOT_JSON, source.span(problem.offset), problem=problem.message)
        return
    places = ValuePositions(source.name, lambda: source, text)
    way: tuple[str, ...] = ()
    about: Any = {}
    inner = value
    if isinstance(value, dict) and isinstance(value.get("data"), dict):
        inner, way, about = value["data"], ("data",), value.get("meta")
    about = about if isinstance(about, dict) else {}
    data = SetData({}, way, places, path, about, is_old=not way)
    if isinstance(inner, dict) and "cards" in inner:
        yield evolve(data, value=inner)
        return
    is_empty = True
    for code, each in inner.items() if isinstance(inner, dict) else ():
        if isinstance(each, dict) and "cards" in each:
            is_empty = False
            yield evolve(data, value=each, path=(*way, code))
        elif not is_empty:
            log.add(MtgjsonCode.NO_SET, places.span((*way, code)))
    if is_empty:
        log.add(MtgjsonCode.NO_SET, places.span(way))
