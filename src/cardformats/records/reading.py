"""Draft logs read and written, whatever their format: of other programs, and stored drafts."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Literal, TypeAlias

from .. import draft
from ..diagnostic_log import DiagnosticLog
from ..diagnostics import Report, SharedCode
from ..draft.save import MARK
from ..errors import DraftError, UnknownFormatError
from ..files import replace_files
from ..formats.base import MAX_DIAGNOSTICS, MAX_SIZE
from ..garbage import paused_collector
from ..source import SourceText, read_bytes
from .codes import RecordCode
from .draftmancer_log import read_log, write_log
from .mtgo import read_mtgo, write_mtgo
from .of_draft import of_draft
from .record import DraftRecord

#: The formats of logs: Draftmancer's JSON, and the texts of Magic Online; and drafts that the
#: library has stored, which are only read.
LogFormat: TypeAlias = Literal["draftmancer", "mtgo", "cardformats"]


def _read_stored(source: SourceText, log: DiagnosticLog) -> DraftRecord | None:
    """Return the record of a stored draft; None if it cannot be played again."""
    try:
        return of_draft(draft.loads(source.text.lstrip("\ufeff"), draft.Game))
    except DraftError as error:
        log.add(RecordCode.NO_LOG, source.span(0), problem=str(error))
        return None


_READERS: Mapping[str, Callable[[SourceText, DiagnosticLog], DraftRecord | None]] = {
    "draftmancer": read_log,
    "mtgo": read_mtgo,
    "cardformats": _read_stored,
}


def read(path: str | os.PathLike[str], format: LogFormat | None = None) -> DraftRecord:  # noqa: A002 - the field's word
    """Read the record in a file; its format is detected if it is not given.

    Raises:
        ReadError: If the file is not a log. ``.report`` of the error has what was found.
        UnknownFormatError: If there is no such format.
        OSError: If the file cannot be read.
    """
    return read_report(path, format).raise_for_errors()


def read_report(
    path: str | os.PathLike[str],
    format: LogFormat | None = None,  # noqa: A002 - the field's word
    *,
    max_size: int = MAX_SIZE,
    max_diagnostics: int = MAX_DIAGNOSTICS,
) -> Report[DraftRecord]:
    """Read as :func:`read` does, with every diagnostic; never raise for errors in the data."""
    data = read_bytes(Path(path), max_size)
    return loads_report(
        data, format, name=str(path), max_size=max_size, max_diagnostics=max_diagnostics
    )


def loads(data: str | bytes, format: LogFormat | None = None) -> DraftRecord:  # noqa: A002 - the field's word
    """Read the record in *data*; see :func:`read`."""
    return loads_report(data, format).raise_for_errors()


def loads_report(
    data: str | bytes,
    format: LogFormat | None = None,  # noqa: A002 - the field's word
    *,
    name: str = "<data>",
    max_size: int = MAX_SIZE,
    max_diagnostics: int = MAX_DIAGNOSTICS,
) -> Report[DraftRecord]:
    """Read as :func:`loads` does, with every diagnostic; never raise for errors in the data.

    Args:
        data: the log.
        format: its format; detected if not given.
        name: what messages call it.
        max_size: larger data are not read, in bytes or characters.
        max_diagnostics: the maximum number of diagnostics to keep.
    """
    if len(data) > max_size:
        start = SourceText(name, "").span(0)
        return Report(_NOTHING, (SharedCode.TOO_LARGE.at(start, limit=max_size),))
    if isinstance(data, bytes):
        source = SourceText.from_bytes(name, data)
    else:
        source = SourceText(name, data)
    if format is None:
        format = _detected(source.text.lstrip("\ufeff \t\r\n"))  # noqa: A001 - the field's word
    log = DiagnosticLog(max_diagnostics)
    with paused_collector():
        record = _reader(format)(source, log)
    return Report(record or _NOTHING, log.finish())


#: What is read where there is no log.
_NOTHING = DraftRecord("booster", ())


def _detected(text: str) -> LogFormat:
    """Return the format of a text without spaces before it."""
    if not text.startswith(("{", "[")):
        return "mtgo"
    # the mark is the name of the first member
    return "cardformats" if f'"{MARK}"' in text[:40] else "draftmancer"


def _reader(format_: str) -> Callable[[SourceText, DiagnosticLog], DraftRecord | None]:
    if format_ not in _READERS:
        known = ", ".join(_READERS)
        raise UnknownFormatError(f"unknown format of logs {format_!r}; known are {known}")
    return _READERS[format_]


def dumps(record: DraftRecord, format: LogFormat, **options: Any) -> str:  # noqa: A002 - the field's word
    """Write *record* as text; see :func:`write`."""
    return dumps_report(record, format, **options).value


def dumps_report(record: DraftRecord, format: LogFormat, **options: Any) -> Report[str]:  # noqa: A002 - the field's word
    """Write as :func:`dumps` does, and report what could not be written of cards."""
    _reader(format)
    if format == "cardformats":
        raise DraftError("a record is not a stored draft; draft.dumps stores one")
    return write_mtgo(record, **options) if format == "mtgo" else write_log(record, **options)


def write(
    record: DraftRecord,
    path: str | os.PathLike[str],
    format: LogFormat = "draftmancer",  # noqa: A002 - the field's word
    **options: Any,
) -> Report[Path]:
    """Write *record*; an existing file is replaced only when all went well.

    Args:
        record: what to write.
        path: the file; folders that are missing are made.
        format: ``draftmancer``, a log that the site imports; or ``mtgo``, one player's picks.
        **options: of ``draftmancer``: ``indent``, what a level is indented by, or None; of
            ``mtgo``: ``seat``, whose picks they are, and ``printings``, for set and number behind
            names.

    Raises:
        DraftError: If the format cannot store such a draft.
        UnknownFormatError: If there is no such format.
        OSError: If the file cannot be written.
    """
    report = dumps_report(record, format, **options)
    target = Path(path)
    replace_files({target: report.value.encode("utf-8", "replace")}, make_folders=True)
    return Report(target, report.diagnostics)
