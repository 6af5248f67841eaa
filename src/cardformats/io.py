"""Reading, writing, converting and detecting, whatever the format."""

from __future__ import annotations

import errno
import os
import tempfile
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Literal

from attrs import frozen

from .diagnostics import Report, SharedCode
from .errors import AmbiguousFormatError, OptionError, UnknownFormatError, WriteError
from .formats.base import Confidence, Format, Input, Options
from .formats.registry import REGISTRY
from .model import CardSet
from .source import SourceText, read_bytes

OnLoss = Literal["report", "error"]
StrPath = str | os.PathLike[str]

_HEAD = 64 * 1024


@frozen
class Detection:
    """A format that an input may be of, and how sure the format is."""

    format: Format
    confidence: Confidence


def formats() -> tuple[Format, ...]:
    """Every known format, those of other distributions included."""
    return REGISTRY.all()


def detect(path: StrPath) -> tuple[Detection, ...]:
    """The formats that *path* (a file or a folder) may be of, the likeliest first.

    Raises:
        OSError: the path cannot be read.
    """
    path = Path(path)
    head = b""
    if not path.is_dir():
        with path.open("rb") as file:
            head = file.read(_HEAD)
    return _detect(head, path)


def _detect(head: bytes, path: Path | None) -> tuple[Detection, ...]:
    found = (Detection(known, known.load_sniffer()(head, path)) for known in formats())
    likely = [detection for detection in found if detection.confidence]
    return tuple(sorted(likely, key=lambda detection: -detection.confidence))


def read(path: StrPath, format: str | None = None, **options: Any) -> CardSet:  # noqa: A002 - the field's word
    """The card set in a file or folder.

    Args:
        path: a file, or a folder if the format reads folders.
        format: its id; detected if not given.
        **options: the format's options, by name.

    Raises:
        ReadError: the data has errors; ``.report`` holds them and what could be read.
        UnknownFormatError, AmbiguousFormatError: the format is unknown or cannot be told.
        OptionError: an option is unknown or has a bad value.
        OSError: the path cannot be read.
    """
    return read_report(path, format, **options).raise_for_errors()


def read_report(path: StrPath, format: str | None = None, **options: Any) -> Report[CardSet]:  # noqa: A002 - the field's word
    """As :func:`read`, with every diagnostic; never raises for what is wrong with the data."""
    path = Path(path)
    chosen = REGISTRY.get(format) if format else _best(detect(path), str(path))
    made = chosen.options.make(chosen.id, "read", options)
    if path.is_dir():
        if not chosen.reads_folders:
            start = SourceText(str(path), "").span(0)
            return Report(CardSet(), (SharedCode.NOTHING_TO_READ.at(start),))
        return chosen.load_reader()(Input(str(path), path), made)
    return _read(chosen, Input(str(path), path, read_bytes(path, made.max_size)), made)


def loads(data: str | bytes, format: str, **options: Any) -> CardSet:  # noqa: A002 - the field's word
    """The card set in *data*; see :func:`read`."""
    return loads_report(data, format, **options).raise_for_errors()


def loads_report(data: str | bytes, format: str, **options: Any) -> Report[CardSet]:  # noqa: A002 - the field's word
    """As :func:`loads`, with every diagnostic; never raises for what is wrong with the data."""
    chosen = REGISTRY.get(format)
    made = chosen.options.make(chosen.id, "read", options)
    return _read(chosen, Input("<data>", None, data), made)


def _read(chosen: Format, given: Input, options: Options) -> Report[CardSet]:
    if given.data is not None and len(given.data) > options.max_size:
        start = SourceText(given.name, "").span(0)
        return Report(CardSet(), (SharedCode.TOO_LARGE.at(start, limit=options.max_size),))
    return chosen.load_reader()(given, options)


def dumps(cardset: CardSet, format: str, *, on_loss: OnLoss = "report", **options: Any) -> str:  # noqa: A002 - the field's word
    """*cardset* as text; see :func:`write`."""
    return dumps_report(cardset, format, on_loss=on_loss, **options).value


def dumps_report(
    cardset: CardSet,
    format: str,  # noqa: A002 - the field's word
    *,
    on_loss: OnLoss = "report",
    **options: Any,
) -> Report[str]:
    """As :func:`dumps`, with what the format could not say."""
    chosen = REGISTRY.get(format)
    report = _checked(chosen.load_writer(), cardset, chosen, on_loss, options)
    return Report(report.value.text, report.diagnostics)


def write(
    cardset: CardSet,
    path: StrPath,
    format: str | None = None,  # noqa: A002 - the field's word
    *,
    on_loss: OnLoss = "report",
    **options: Any,
) -> Report[Path]:
    """Write *cardset*; existing files are replaced only when all went well.

    Args:
        cardset: what to write.
        path: the file; or a folder (one that is there, or a name without an extension) if the
            format writes folders. Other files in it stay.
        format: its id; by the extension of *path* if not given.
        on_loss: ``report`` writes what the format can say and reports the rest; ``error`` raises
            before anything is written.
        **options: the format's options, by name.

    Raises:
        WriteError: something would be lost and ``on_loss`` is ``error``.
        UnknownFormatError, AmbiguousFormatError: the format is unknown or cannot be told.
        OptionError: an option is unknown or has a bad value.
        OSError: the file cannot be written.
    """
    path = Path(path)
    chosen = REGISTRY.get(format) if format else _by_extension(path)
    report: Report[Any]
    if chosen.writes_folder(path):
        writes = chosen.load_folder_writer()
        into = partial(writes, folder=path) if writes else None
        report = _checked(into, cardset, chosen, on_loss, options)
        files = {path / name: file.encode() for name, file in report.value.items()}
        for folder in {file.parent for file in files}:
            folder.mkdir(parents=True, exist_ok=True)
        replace_files(files)
    elif chosen.writes_archive(path):
        report = _checked(chosen.load_archive_writer(), cardset, chosen, on_loss, options)
        replace_files({path: report.value})
    else:
        report = _checked(chosen.load_writer(), cardset, chosen, on_loss, options)
        replace_files({path: report.value.encode()})
    return Report(path, report.diagnostics)


def convert(
    source: StrPath,
    target: StrPath,
    source_format: str | None = None,
    target_format: str | None = None,
    *,
    on_loss: OnLoss = "report",
    **options: Any,
) -> Report[Path]:
    """Read *source* and write *target*; the report holds what both found.

    Each option goes to the format that knows it: the source's for reading, the target's for
    writing.  The target is written even if the source has errors, from what could be read.
    What only has to be known of cards whose names alone are written need not be there.

    Raises:
        WriteError, UnknownFormatError, AmbiguousFormatError, OptionError, OSError: as
            :func:`read_report` and :func:`write` do.
    """
    source, target = Path(source), Path(target)
    reads = REGISTRY.get(source_format) if source_format else _best(detect(source), str(source))
    writes = REGISTRY.get(target_format) if target_format else _by_extension(target)
    for_reading, for_writing = route_options(reads, writes, options)
    if writes.options.make(writes.id, "write", for_writing).writes_only_names:
        for_reading = {**reads.options.for_names(), **for_reading}
    before = read_report(source, reads.id, **for_reading)
    after = write(before.value, target, writes.id, on_loss=on_loss, **for_writing)
    return Report(target, before.diagnostics + after.diagnostics)


def route_options(
    reads: Format, writes: Format, options: dict[str, Any]
) -> tuple[dict[str, Any], dict[str, Any]]:
    """*options* for the reader and for the writer of a conversion, by who knows them.

    Raises:
        OptionError: an option belongs to neither.
    """
    for_reading = {name: options[name] for name in options if name in reads.options.names("read")}
    for_writing = {name: options[name] for name in options if name in writes.options.names("write")}
    unknown = set(options) - set(for_reading) - set(for_writing)
    if unknown:
        message = (
            f"{', '.join(map(repr, sorted(unknown)))}: no option to read {reads.id} "
            f"({', '.join(reads.options.names('read'))}) or to write {writes.id} "
            f"({', '.join(writes.options.names('write')) or 'none'}) with"
        )
        raise OptionError(message)
    return for_reading, for_writing


def _checked(
    writer: Callable[[CardSet, Any], Report[Any]] | None,
    cardset: CardSet,
    chosen: Format,
    on_loss: OnLoss,
    options: dict[str, Any],
) -> Report[Any]:
    """What *writer* gives, unless something is lost that may not be."""
    if writer is None:
        message = f"the format {chosen.id!r} can be read but not written"
        raise UnknownFormatError(message)
    report = writer(cardset, chosen.options.make(chosen.id, "write", options))
    if on_loss == "error" and report.losses:
        raise WriteError(report)
    return report


def _best(detections: Sequence[Detection], name: str) -> Format:
    if not detections:
        message = f"no format recognises {name}; say which it is (format=, or --from)"
        raise UnknownFormatError(message)
    top = [found for found in detections if found.confidence == detections[0].confidence]
    if len(top) > 1:
        ids = " or ".join(found.format.id for found in top)
        message = f"{name} may be {ids}; say which it is (format=, or --from)"
        raise AmbiguousFormatError(message)
    return top[0].format


def _by_extension(path: Path) -> Format:
    fitting = [
        known
        for known in formats()
        if known.writer
        and known.by_extension
        and path.suffix.lower() in (*known.extensions, *known.archives)
    ]
    if len(fitting) != 1:
        ids = " and ".join(known.id for known in fitting) or "no format"
        message = f"{ids} can write {path.name}; say which it is to be (format=, or --to)"
        raise (AmbiguousFormatError if fitting else UnknownFormatError)(message)
    return fitting[0]


def replace_files(files: Mapping[Path, bytes]) -> None:
    """Write beside the paths of *files* and rename, so that a failure loses nothing."""
    for path in filter(Path.is_dir, files):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    temporaries: dict[Path, Path] = {}
    try:
        for path, data in files.items():
            handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
            temporaries[path] = Path(name)
            with os.fdopen(handle, "wb") as file:
                file.write(data)
            Path(name).chmod(path.stat().st_mode if path.exists() else 0o666 & ~_umask())
        for path, temporary in temporaries.items():
            temporary.replace(path)
    except BaseException:
        for temporary in temporaries.values():
            temporary.unlink(missing_ok=True)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
