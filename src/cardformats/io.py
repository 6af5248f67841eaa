"""Reading, writing and converting, whatever the format."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from operator import itemgetter
from pathlib import Path
from typing import Any, Literal, get_args

from .diagnostics import How, Report
from .errors import OptionError, OverwriteError, ReadError, UnknownFormatError, WriteError
from .files import replace_files, write_stream
from .formats.base import Format, Input
from .formats.limits import Limits
from .formats.places import with_places
from .formats.registry import REGISTRY
from .garbage import paused_collector
from .losses import Loss, LossLog
from .model import CardSet
from .reading import IN_MEMORY, Place, ReadRequest, check_type, format_of, formats, input_at
from .source import SourceText

OnLoss = Literal["report", "error"]


def read(
    path: Place,
    format: str | None = None,  # noqa: A002 - the field's word
    *,
    limits: Limits | None = None,
    **options: Any,
) -> CardSet:
    """Read a file or folder, and return its card set.

    Args:
        path: A file, or a folder if the format reads folders; or a stream of bytes, which is read
            to its end.
        format: The id of the format. It is detected if it is not given.
        limits: Limits for a file from a stranger.
        **options: The options of the format, by name.

    Raises:
        ReadError: If the data has errors; ``.report`` holds them and what could be read.
        UnknownFormatError: If the format is unknown or cannot be detected.
        OptionError: If an option is unknown or has a bad value.
        OSError: If the path cannot be read.
    """
    return read_report(path, format, limits=limits, **options).raise_for_errors()


def read_report(
    path: Place,
    format: str | None = None,  # noqa: A002 - the field's word
    *,
    limits: Limits | None = None,
    **options: Any,
) -> Report[CardSet]:
    """Read as :func:`read` does, and return the card set with all diagnostics.

    Errors of the data do not raise an exception.
    """
    return _reading(path, format, limits, options).report()


def read_sets(
    path: Place,
    format: str | None = None,  # noqa: A002 - the field's word
    *,
    limits: Limits | None = None,
    **options: Any,
) -> Iterator[Report[CardSet]]:
    """Read a file or a folder with several sets, and yield each with its diagnostics.

    If the format supports it, only one set is in memory at a time, and the size limit applies to a
    set instead of the file.

    Raises:
        UnknownFormatError, OptionError, OSError: As for :func:`read`.
    """
    return _reading(path, format, limits, options).sets()


def check_report(
    path: Place,
    format: str | None = None,  # noqa: A002 - the field's word
    *,
    limits: Limits | None = None,
    **options: Any,
) -> Report[CardSet]:
    """Read as :func:`read_report` does, and add the diagnostics of the format's checker."""
    return _reading(path, format, limits, options).checked()


def loads(
    data: str | bytes,
    format: str | None = None,  # noqa: A002 - the field's word
    *,
    limits: Limits | None = None,
    **options: Any,
) -> CardSet:
    """Read *data*, and return its card set; the arguments are those of :func:`read`."""
    return loads_report(data, format, limits=limits, **options).raise_for_errors()


def loads_report(
    data: str | bytes,
    format: str | None = None,  # noqa: A002 - the field's word
    *,
    limits: Limits | None = None,
    **options: Any,
) -> Report[CardSet]:
    """Read *data* as :func:`loads` does, and return the card set with all diagnostics."""
    check_type("data", data, str, bytes, bytearray)
    return ReadRequest.of(Input(IN_MEMORY, None, data), format, limits, options).report()


def _reading(
    place: Place, format_id: str | None, limits: Limits | None, options: Mapping[str, Any]
) -> ReadRequest:
    """Prepare to read *place*."""
    if format_id:
        REGISTRY.get(format_id)  # an unknown format is an error even if the path does not exist
    return ReadRequest.of(input_at(place, limits, options), format_id, limits, options)


def dumps(cardset: CardSet, format: str, *, on_loss: OnLoss = "report", **options: Any) -> str:  # noqa: A002 - the field's word
    """Write *cardset* as text, and return it; see :func:`write`."""
    return dumps_report(cardset, format, on_loss=on_loss, **options).value


def dumps_report(
    cardset: CardSet,
    format: str,  # noqa: A002 - the field's word
    *,
    on_loss: OnLoss = "report",
    **options: Any,
) -> Report[str]:
    """Write as :func:`dumps` does, and return the text with the losses."""
    check_type("cardset", cardset, CardSet)
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
    """Write *cardset* to a file, a folder or a stream.

    A set that was read from *path* is written to its own files, in which only the changed lines
    change. Missing folders are created. Links are followed. If anything fails, no file is changed;
    see :func:`~cardformats.files.replace_files`.

    Args:
        cardset: The card set.
        path: A file or a stream of bytes. If the format writes folders, also an existing folder, or
            a name without an extension; other files of the folder are kept.
        format: The id of the format. The default is that of the extension of *path*. If the set was
            read from *path*, or *path* is a folder in the format that the set was read in, it is
            that format.
        on_loss: ``report`` writes what the format can store, and reports the rest. ``error`` raises
            an exception before anything is written.
        **options: The options of the format, by name.

    Returns:
        A report with the path, or the name of the stream, and the losses.

    Raises:
        WriteError: If something would be lost and *on_loss* is ``error``.
        OverwriteError: If only some sets of the file *path* were read, since the others would be
            lost.
        UnknownFormatError: If the format is unknown, or neither given nor clear from *path*.
        OptionError: If an option is unknown or has a bad value.
        OSError: If a file cannot be written.
    """
    check_type("cardset", cardset, CardSet)
    chosen = _target_format(path, format) if format else _format_at(cardset, path)
    report = _contents(cardset, path, chosen, on_loss, options)
    _refuse_part(cardset, path)
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
    limits: Limits | None = None,
    **options: Any,
) -> Report[Path]:
    """Read *source*, write *target*, and return a report with the diagnostics of both.

    Each option goes to the format that has it: the source's for reading, the target's for writing.
    If the source has errors, the target is written from what could be read; if that is nothing, no
    target is written.  Two cases need *force*: the target is the source itself, and the source has
    errors; or the target has cards that would be lost.  If the target has only the names of cards,
    the data that reading would need for other fields may be missing.

    Args:
        source: A file, a folder or a stream of bytes.
        target: A file, a folder or a stream of bytes.
        source_format: The id of its format. It is detected if it is not given.
        target_format: The id of its format. The default is that of its extension, and that of the
            source if the target is the same file.
        on_loss: See :func:`write`.
        force: Write even if something in the target would be lost.
        limits: Limits for a file from a stranger.
        **options: The options of both formats, by name.

    Raises:
        OverwriteError: If a file that was read has errors, and what could not be read would be lost
            in it; or if a file in the target has cards that would be lost.
        ReadError: If the source has errors, and nothing could be read.
        WriteError, UnknownFormatError, OptionError, OSError: As for :func:`read_report` and
            :func:`write`.
    """
    if source_format:
        REGISTRY.get(source_format)
    # a file that is converted to itself stays of its format
    is_same = not target_format and _path_of(target).is_file() and _is_same(source, target)
    writes = None if is_same else _target_format(target, target_format)
    input_ = input_at(source, limits, options)
    reads = ReadRequest.of(input_, source_format, limits).format
    if writes is None:
        writes = reads if reads.writer else _target_format(target, None)
    for_reading, for_writing = route_options(reads, writes, options)
    if writes.options.make(writes.id, "write", for_writing).writes_only_names:
        for_reading = {**reads.options.for_names(), **for_reading}
    before = ReadRequest.of(input_, reads.id, limits, for_reading).report()
    if not before.ok and not _has_content(before.value, reads, writes):
        raise ReadError(before)
    return write_read(before, source, target, writes, on_loss, for_writing, force=force)


def write_read(
    before: Report[CardSet],
    source: Place,
    target: Place,
    writes: Format,
    on_loss: OnLoss,
    options: dict[str, Any],
    *,
    force: bool,
) -> Report[Path]:
    """Write a set that was read of *source*, and return a report with the diagnostics of both.

    Raises:
        OverwriteError, WriteError, OptionError, OSError: As for :func:`convert`.
    """
    options = _with_name(writes, before.value, source, options)
    after = _contents(before.value, target, writes, on_loss, options)
    if not force:
        _refuse_part(before.value, target)
        _refuse_to_lose(source, before, after.value)
        _refuse_to_replace(target, after)
    _put(target, after.value)
    return Report(_path_of(target), before.diagnostics + after.diagnostics)


def _has_content(cardset: CardSet, reads: Format, writes: Format) -> bool:
    """Return whether there is anything to write: the same format can write the text again."""
    is_kept = reads is writes and cardset.syntax is not None
    return is_kept or any((cardset.cards, cardset.sheets, cardset.boosters, cardset.products))


def _format_at(cardset: CardSet, place: Place) -> Format:
    """Return the format of what *cardset* is written over, if it was read in that format.

    That is the file that it was read from, or a folder. For all other places, the extension
    determines the format.
    """
    if isinstance(place, (str, os.PathLike)) and cardset.syntax is not None:
        is_own = _is_own(cardset, place)
        if is_own or Path(place).is_dir():
            fitting = _formats_read(cardset, Path(place))
            try:
                known = format_of(input_at(place, None, {}))
                if known in fitting or (is_own and known.writer and not fitting):
                    return known
            except UnknownFormatError:
                if not (is_own and fitting):
                    raise
            if is_own and fitting:  # it was read in a format that was named
                return fitting[0]
    return _target_format(place, None)


def _formats_read(cardset: CardSet, path: Path) -> list[Format]:
    """Return the formats that *cardset* can have been read in, those of the extension first."""
    module, extension = type(cardset.syntax).__module__, path.suffix.lower()
    fitting = []
    for known in formats():
        package = known.reader.partition(":")[0].rpartition(".")[0]
        if known.writer and module.startswith(f"{package}."):
            fitting.append((-len(package), extension not in known.extensions, known))
    return [known for *_, known in sorted(fitting, key=itemgetter(0, 1))]


def _is_own(cardset: CardSet, place: Place) -> bool:
    """Return whether *place* is the file that *cardset* was read from."""
    source = getattr(cardset.syntax, "source", cardset.syntax)
    return isinstance(source, SourceText) and _is_same(source.name, place)


def _target_format(place: Place, format_id: str | None) -> Format:
    """Return the format of that id, or that of the extension of *place*."""
    return REGISTRY.get(format_id) if format_id else _by_extension(_path_of(place))


def _path_of(place: Place) -> Path:
    """Return a path as such; for a stream, its name."""
    if isinstance(place, (str, os.PathLike)):
        return Path(place)
    return Path(str(getattr(place, "name", "<stream>")))


def _contents(
    cardset: CardSet, place: Place, chosen: Format, on_loss: OnLoss, options: dict[str, Any]
) -> Report[Mapping[Path, bytes]]:
    """Return the files to write at *place*, or the data for a stream."""
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
        OverwriteError: If one of *files* is the source, in the source, or another file with errors.
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


def _refuse_part(cardset: CardSet, place: Place) -> None:
    """Refuse to write a set over the file of several sets that it was read from.

    Raises:
        OverwriteError: If other sets of the file would be lost.
    """
    if not getattr(cardset.syntax, "is_whole", True) and _is_own(cardset, place):
        losses = LossLog("")
        losses.replaced(Loss.SET, cardset.code or cardset.name, "the other sets")
        raise OverwriteError(Report(None, losses.finish()), str(_path_of(place)))


def _refuse_to_replace(target: Place, after: Report[Mapping[Path, bytes]]) -> None:
    """Refuse to replace files by others that have less.

    Raises:
        OverwriteError: If a file in *target* has contents that would be lost.
    """
    gone = tuple(each for each in after.losses if each.how is How.REPLACED)
    if gone:
        raise OverwriteError(Report(after.value, gone), str(_path_of(target)))


def _identity(place: Place) -> tuple[int, int] | None:
    """Return the identity of a file, however its path is written; None if there is none."""
    try:
        if isinstance(place, (str, os.PathLike)):
            status = os.stat(place)  # noqa: PTH116 - the name of a source need not be a path
        else:
            status = os.fstat(place.fileno())
    except (AttributeError, OSError, ValueError):  # a stream need not be of a file
        return None
    return status.st_dev, status.st_ino


def _is_same(one: Place, other: Place) -> bool:
    """Return whether two places are the same file."""
    return (identity := _identity(one)) is not None and identity == _identity(other)


def _with_name(
    writes: Format, cardset: CardSet, place: Place | None, options: dict[str, Any]
) -> dict[str, Any]:
    """Add the name of the file to *options*, if the format names sets without a name by it.

    The file is the one that *cardset* was read from, if that is known, else *place*.
    """
    if "name" not in writes.options.names("write"):
        return options
    source = getattr(cardset.syntax, "source", None)
    if isinstance(source, SourceText) and source.name != IN_MEMORY:
        place = source.name
    if not isinstance(place, (str, os.PathLike)):
        return options
    return {"name": Path(place).stem, **options}


def route_options(
    reads: Format, writes: Format, options: dict[str, Any]
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Divide *options* between the reader and the writer of a conversion.

    Raises:
        OptionError: If an option belongs to neither of them.
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
    """Call *writer*, and raise an exception if a loss is not allowed."""
    if writer is None:
        message = f"the format {chosen.id!r} can be read but not written"
        raise UnknownFormatError(message)
    if on_loss not in get_args(OnLoss):
        raise OptionError(f"on_loss is {' or '.join(map(repr, get_args(OnLoss)))}, not {on_loss!r}")
    made = chosen.options.make(chosen.id, "write", options)
    with paused_collector():
        report = writer(cardset, made)
        report = Report(report.value, with_places(report.diagnostics, cardset))
    if on_loss == "error" and report.losses:
        raise WriteError(report)
    return report


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
        raise UnknownFormatError(message)
    return fitting[0]
