"""Reading, writing, converting and detecting, whatever the format."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO, Literal, TypeAlias

from attrs import evolve, frozen

from .catalog import as_catalog
from .diagnostic_log import DiagnosticLog
from .diagnostics import How, Report, SharedCode
from .errors import (
    AmbiguousFormatError,
    OptionError,
    OverwriteError,
    UnknownFormatError,
    WriteError,
)
from .files import naming, replace_files, write_stream
from .formats.base import MAX_SIZE, Confidence, Format, Input, Options
from .formats.places import with_places
from .formats.registry import REGISTRY
from .garbage import paused_collector
from .model import CardSet
from .source import SourceText, is_file, open_file, read_bytes

OnLoss = Literal["report", "error"]
StrPath: TypeAlias = str | os.PathLike[str]
#: What is read from or written to: a path, or a stream of bytes.
Place: TypeAlias = StrPath | BinaryIO

_HEAD = 64 * 1024
#: What messages call data that is in no file.
_IN_MEMORY = "<data>"


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

    What is read from a pipe is gone; :func:`read` of a pipe detects by itself.

    Raises:
        OSError: the path cannot be read.
    """
    path = Path(path)
    head = b""
    if not path.is_dir():
        with naming(path), open_file(path) as file:
            head = file.read(_HEAD)
    return _detect(head, path)


def _detect(head: bytes, path: Path | None) -> tuple[Detection, ...]:
    detections = (Detection(known, known.load("sniff")(head, path)) for known in formats())
    likely = [detection for detection in detections if detection.confidence]
    return tuple(sorted(likely, key=lambda detection: -detection.confidence))


def read(path: Place, format: str | None = None, **options: Any) -> CardSet:  # noqa: A002 - the field's word
    """The card set in a file or folder.

    Args:
        path: a file, or a folder if the format reads folders; or a stream of bytes, which is read
            to its end.
        format: its id; detected if not given.
        **options: the format's options, by name.

    Raises:
        ReadError: the data has errors; ``.report`` holds them and what could be read.
        UnknownFormatError, AmbiguousFormatError: the format is unknown or cannot be told.
        OptionError: an option is unknown or has a bad value.
        OSError: the path cannot be read.
    """
    return read_report(path, format, **options).raise_for_errors()


def read_report(path: Place, format: str | None = None, **options: Any) -> Report[CardSet]:  # noqa: A002 - the field's word
    """As :func:`read`, with every diagnostic; never raises for what is wrong with the data."""
    chosen, input_ = open_input(path, format, options)
    return _read(chosen, input_, chosen.options.make(chosen.id, "read", options))


def read_sets(path: Place, format: str | None = None, **options: Any) -> Iterator[Report[CardSet]]:  # noqa: A002 - the field's word
    """Each set in a file or a folder that may hold many, with every diagnostic, one at a time.

    Where the format can, no more than one set is in memory, and only a set is limited in size, not
    the file.

    Raises:
        UnknownFormatError, AmbiguousFormatError, OptionError, OSError: as :func:`read` does.
    """
    chosen, input_ = open_input(path, format, options)
    made = chosen.options.make(chosen.id, "read", options)
    if chosen.sets_reader:
        reports = _each(chosen.load("sets_reader")(input_, _for_reader(made)))
        return (_resolved(report, chosen, made) for report in reports)
    split = chosen.load("split") if input_.path is not None else None
    parts = split(input_.path) if split else ()
    inputs = [Input(str(part), part) for part in parts] or [input_]
    return (_read(chosen, each, made) for each in inputs)


def _each(reports: Iterator[Report[CardSet]]) -> Iterator[Report[CardSet]]:
    """*reports*, each made without the garbage collector."""
    while True:
        with paused_collector():
            report = next(reports, None)
        if report is None:
            return
        yield report


def check_report(path: Place, format: str | None = None, **options: Any) -> Report[CardSet]:  # noqa: A002 - the field's word
    """As :func:`read_report`, with what the format's checker finds besides, if it has one."""
    chosen, input_ = open_input(path, format, options)
    made = chosen.options.make(chosen.id, "read", options)
    report = _read(chosen, input_, made)
    checker = chosen.load("checker")
    if checker is None:
        return report
    log = DiagnosticLog(made.max_diagnostics)
    with paused_collector():
        log.extend(report.diagnostics)
        log.extend(checker(input_, report, made))
    return Report(report.value, log.finish())


def open_input(
    place: Place, format_id: str | None, options: Mapping[str, Any]
) -> tuple[Format, Input]:
    """What is at *place*, and its format, which is detected if none is named.

    Raises:
        UnknownFormatError, AmbiguousFormatError, OSError: as :func:`read` does.
    """
    chosen = REGISTRY.get(format_id) if format_id else None
    input_ = _input(place, options)
    return chosen or _best_for(input_), input_


def _input(place: Place, options: Mapping[str, Any]) -> Input:
    """What is at *place*; with its bytes if they can be read but once.

    Raises:
        OSError: it is not there, or cannot be read.
    """
    if not isinstance(place, (str, os.PathLike)):
        return _drained(place, options)
    path = Path(place)
    if path.is_dir() or is_file(path):
        return Input(str(path), path)
    with path.open("rb") as stream:
        return _drained(stream, options)


def _drained(stream: BinaryIO, options: Mapping[str, Any]) -> Input:
    """What a stream has, or so much that it is seen to have too much."""
    limit = options.get("max_size", MAX_SIZE)
    limit = limit if isinstance(limit, int) else MAX_SIZE
    name = str(getattr(stream, "name", "<stream>"))
    data = bytearray()
    with naming(name):
        while len(data) <= limit and (block := stream.read(min(_HEAD, limit + 1 - len(data)))):
            data += block
    return Input(name, None, bytes(data))


def _best_for(input_: Input) -> Format:
    """The format that an input is surest to be of."""
    if input_.path is not None:
        return _best(detect(input_.path), input_.name)
    head = input_.data[:_HEAD] if isinstance(input_.data, bytes) else b""
    return _best(_detect(head, None), input_.name)


def loads(data: str | bytes, format: str, **options: Any) -> CardSet:  # noqa: A002 - the field's word
    """The card set in *data*; see :func:`read`."""
    return loads_report(data, format, **options).raise_for_errors()


def loads_report(data: str | bytes, format: str, **options: Any) -> Report[CardSet]:  # noqa: A002 - the field's word
    """As :func:`loads`, with every diagnostic; never raises for what is wrong with the data."""
    chosen = REGISTRY.get(format)
    made = chosen.options.make(chosen.id, "read", options)
    return _read(chosen, Input(_IN_MEMORY, None, data), made)


def _read(chosen: Format, input_: Input, options: Options) -> Report[CardSet]:
    if input_.data is None and input_.path is not None and not options.streams:
        if not input_.path.is_dir():
            input_ = evolve(input_, data=read_bytes(input_.path, options.max_size))
        elif not chosen.reads_folders:
            start = SourceText(input_.name, "").span(0)
            return Report(CardSet(), (SharedCode.NOTHING_TO_READ.at(start),))
    if input_.data is not None and len(input_.data) > options.max_size:
        start = SourceText(input_.name, "").span(0)
        return Report(CardSet(), (SharedCode.TOO_LARGE.at(start, limit=options.max_size),))
    with paused_collector():
        report = chosen.load("reader")(input_, _for_reader(options))
        report = _resolved(report, chosen, options)
    return _with_lone_surrogates(report, input_) if isinstance(input_.data, str) else report


def _for_reader(options: Options) -> Options:
    """*options* as a reader gets them: what is read remembers them, but no catalog in vain."""
    if options.catalog is None or options.reads_with_catalog:
        return options
    return evolve(options, catalog=None)


def _resolved(report: Report[CardSet], chosen: Format, options: Options) -> Report[CardSet]:
    """*report* with what the catalog knows of the cards, unless the reader has asked it."""
    if options.catalog is None or options.reads_with_catalog:
        return report
    resolved = report.value.resolved_report(
        as_catalog(options.catalog),
        set_codes=chosen.load("set_codes") or {},
        max_diagnostics=options.max_diagnostics,
    )
    return Report(resolved.value, (*report.diagnostics, *resolved.diagnostics))


def _with_lone_surrogates(report: Report[CardSet], input_: Input) -> Report[CardSet]:
    """*report*, which also tells where the text has half of a character; bytes cannot have it."""
    source = input_.source()
    try:
        source.text.encode("utf-8")  # much faster than a pattern
    except UnicodeEncodeError as error:
        span = source.span(error.start, error.start + 1)
        diagnostic = SharedCode.LONE_SURROGATE.at(span, escape=f"\\u{ord(span.text):04x}")
        return Report(report.value, (*report.diagnostics, diagnostic))
    return report


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
    options = _with_name(chosen, cardset, None, options)
    report = _checked(chosen.load("writer"), cardset, chosen, on_loss, options)
    return Report(report.value.text, report.diagnostics)


def write(
    cardset: CardSet,
    path: Place,
    format: str | None = None,  # noqa: A002 - the field's word
    *,
    on_loss: OnLoss = "report",
    **options: Any,
) -> Report[Path]:
    """Write *cardset*; existing files are replaced only when all went well.

    Folders that are missing are made.  Links are followed, pipes and devices are written to as
    they are, several files are written all or none; see
    :func:`~cardformats.files.replace_files`.

    Args:
        cardset: what to write.
        path: the file; or a folder (one that is there, or a name without an extension) if the
            format writes folders, whose other files stay; or a stream of bytes.
        format: its id; by the extension of *path* if not given.
        on_loss: ``report`` writes what the format can say and reports the rest; ``error`` raises
            before anything is written.
        **options: the format's options, by name.

    Returns:
        The path, or the name of the stream as one, and the losses.

    Raises:
        WriteError: something would be lost and ``on_loss`` is ``error``.
        UnknownFormatError, AmbiguousFormatError: the format is unknown or cannot be told.
        OptionError: an option is unknown or has a bad value.
        OSError: the file cannot be written.
    """
    chosen = _target_format(path, format)
    report = _contents(cardset, path, chosen, on_loss, options)
    _put(path, report.value)
    return Report(_path_of(path), report.diagnostics)


def convert(
    source: Place,
    target: Place,
    source_format: str | None = None,
    target_format: str | None = None,
    *,
    on_loss: OnLoss = "report",
    force: bool = False,
    **options: Any,
) -> Report[Path]:
    """Read *source* and write *target*; the report holds what both found.

    Each option goes to the format that knows it: the source's for reading, the target's for
    writing.  The target is written even if the source has errors, from what could be read; but
    not over the source itself, and not over sets of a folder that have cards which would be gone,
    unless that is *forced*.
    What only has to be known of cards whose names alone are written need not be there.

    Raises:
        OverwriteError: a file that was read has errors, and what could not be read would be lost
            in it; or a file in the target has cards that would be gone.
        WriteError, UnknownFormatError, AmbiguousFormatError, OptionError, OSError: as
            :func:`read_report` and :func:`write` do.
    """
    reads = REGISTRY.get(source_format) if source_format else None
    writes = _target_format(target, target_format)
    input_ = _input(source, options)
    reads = reads or _best_for(input_)
    for_reading, for_writing = route_options(reads, writes, options)
    if writes.options.make(writes.id, "write", for_writing).writes_only_names:
        for_reading = {**reads.options.for_names(), **for_reading}
    before = _read(reads, input_, reads.options.make(reads.id, "read", for_reading))
    for_writing = _with_name(writes, before.value, source, for_writing)
    after = _contents(before.value, target, writes, on_loss, for_writing)
    if not force:
        _refuse_to_lose(source, before, after.value)
        _refuse_to_replace(target, after)
    _put(target, after.value)
    return Report(_path_of(target), before.diagnostics + after.diagnostics)


def _target_format(place: Place, format_id: str | None) -> Format:
    """The format of that id, or that of the extension of *place*."""
    return REGISTRY.get(format_id) if format_id else _by_extension(_path_of(place))


def _path_of(place: Place) -> Path:
    """A path as such; for a stream, its name."""
    if isinstance(place, (str, os.PathLike)):
        return Path(place)
    return Path(str(getattr(place, "name", "<stream>")))


def _contents(
    cardset: CardSet, place: Place, chosen: Format, on_loss: OnLoss, options: dict[str, Any]
) -> Report[Mapping[Path, bytes]]:
    """What is to be written at *place*: each file, or what goes to the stream."""
    path = _path_of(place)
    options = _with_name(chosen, cardset, place, options)
    report: Report[Any]
    files: dict[Path, bytes]
    home = chosen.load("home")
    folder = path if chosen.writes_folder(path) else home(cardset, path) if home else None
    if isinstance(place, (str, os.PathLike)) and folder is not None:
        writes = chosen.load("folder_writer")
        into = partial(writes, folder=folder) if writes else None
        report = _checked(into, cardset, chosen, on_loss, options)
        files = {folder / name: file.encode() for name, file in report.value.items()}
    elif chosen.writes_archive(path):
        report = _checked(chosen.load("archive_writer"), cardset, chosen, on_loss, options)
        files = {path: report.value}
    else:
        report = _checked(chosen.load("writer"), cardset, chosen, on_loss, options)
        files = {path: report.value.encode()}
    return Report(files, report.diagnostics)


def _put(place: Place, files: Mapping[Path, bytes]) -> None:
    if isinstance(place, (str, os.PathLike)):
        replace_files(files, make_folders=True)
    else:
        for data in files.values():
            write_stream(place, data)


def _refuse_to_lose(source: Place, before: Report[CardSet], files: Mapping[Path, bytes]) -> None:
    """Refuse to change a file that could not be read as a whole.

    Raises:
        OverwriteError: one of *files* is the source, in it, or another file with errors.
    """
    if before.ok:
        return
    faulty = {diagnostic.span.source.name for diagnostic in before.errors if diagnostic.span}
    read = {_identity(each) for each in (source, *faulty)} - {None}
    for path, data in files.items():
        real = Path(os.path.realpath(path))
        is_read = not read.isdisjoint(_identity(each) for each in (real, *real.parents))
        if is_read and real.is_file() and real.read_bytes() != data:
            raise OverwriteError(before, str(path))


def _refuse_to_replace(target: Place, after: Report[Mapping[Path, bytes]]) -> None:
    """Refuse to replace files by others that have less.

    Raises:
        OverwriteError: a file in *target* has what would be gone.
    """
    gone = tuple(each for each in after.losses if each.how is How.REPLACED)
    if gone:
        raise OverwriteError(Report(after.value, gone), str(_path_of(target)))


def _identity(place: Place) -> tuple[int, int] | None:
    """What tells a file from all others, however its path is written; None if there is none."""
    try:
        if isinstance(place, (str, os.PathLike)):
            status = os.stat(place)  # noqa: PTH116 - the name of a source need not be a path
        else:
            status = os.fstat(place.fileno())
    except (AttributeError, OSError, ValueError):  # a stream need not be of a file
        return None
    return status.st_dev, status.st_ino


def _with_name(
    writes: Format, cardset: CardSet, place: Place | None, options: dict[str, Any]
) -> dict[str, Any]:
    """*options* with the name of a file, where the format names what has no name by it.

    The file is the one that *cardset* was read from, if that is known, else *place*.
    """
    if "name" not in writes.options.names("write"):
        return options
    source = getattr(cardset.syntax, "source", None)
    if isinstance(source, SourceText) and source.name != _IN_MEMORY:
        place = source.name
    if not isinstance(place, (str, os.PathLike)):
        return options
    return {"name": Path(place).stem, **options}


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
    made = chosen.options.make(chosen.id, "write", options)
    with paused_collector():
        report = writer(cardset, made)
        report = Report(report.value, with_places(report.diagnostics, cardset))
    if on_loss == "error" and report.losses:
        raise WriteError(report)
    return report


def _best(detections: Sequence[Detection], name: str) -> Format:
    if not detections:
        message = f"no format recognises {name}; specify the format"
        raise UnknownFormatError(message)
    top = [
        detection for detection in detections if detection.confidence == detections[0].confidence
    ]
    if len(top) > 1:
        ids = " or ".join(detection.format.id for detection in top)
        message = f"{name} may be {ids}; specify the format"
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
        message = f"{ids} can write {path.name}; specify the format"
        raise (AmbiguousFormatError if fitting else UnknownFormatError)(message)
    return fitting[0]
