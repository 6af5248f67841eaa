"""Inputs: what is at a path, which format it has, and reading it."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import NoneType
from typing import Any, BinaryIO, TypeAlias

from attrs import evolve, frozen

from .catalog import as_catalog
from .diagnostic_log import DiagnosticLog
from .diagnostics import Report, SharedCode
from .errors import OptionError, UnknownFormatError
from .files import naming
from .formats.base import MAX_SIZE, Confidence, Format, Input, Options
from .formats.limits import Limits
from .formats.other_data import kind_of_data
from .formats.registry import REGISTRY
from .garbage import paused_collector
from .model import CardSet
from .model.frozen import EMPTY
from .source import STANDARD_INPUT, SourceText, is_file, open_file, read_bytes

StrPath: TypeAlias = str | os.PathLike[str]
#: What is read from or written to: a path, or a stream of bytes.
Place: TypeAlias = StrPath | BinaryIO

#: The number of bytes that formats are detected by.
_HEAD = 64 * 1024
#: The name of data that is not in a file, in messages.
IN_MEMORY = "<data>"


@frozen
class Detection:
    """A format that an input may have, and how sure the format is."""

    format: Format
    confidence: Confidence


def formats() -> tuple[Format, ...]:
    """Return all known formats, including those of other distributions."""
    return REGISTRY.all()


def detect(path: StrPath) -> tuple[Detection, ...]:
    """Return the formats that *path* (a file or a folder) may have, the most probable first.

    Detection consumes the start of a pipe; :func:`read` of a pipe detects by itself.

    Raises:
        OSError: If the path cannot be read.
    """
    path = Path(path)
    return _detect(_head_of(path), path)


def _head_of(path: Path) -> bytes:
    """Return the first bytes of a file; none of a folder."""
    if path.is_dir():
        return b""
    with naming(path), open_file(path) as file:
        return file.read(_HEAD)


def _detect(head: bytes, path: Path | None) -> tuple[Detection, ...]:
    named = None if path == STANDARD_INPUT else path
    detections = (Detection(known, known.load("sniff")(head, named)) for known in formats())
    likely = [detection for detection in detections if detection.confidence]
    return tuple(sorted(likely, key=lambda detection: -detection.confidence))


def check_type(name: str, value: object, *kinds: type) -> None:
    """Check that an argument of a caller is of one of these classes.

    Raises:
        OptionError: If it is not.
    """
    if not isinstance(value, kinds):
        classes = " or ".join("None" if each is NoneType else each.__name__ for each in kinds)
        raise OptionError(f"{name} has to be {classes}, not {value!r:.80}")


def input_at(place: Place, limits: Limits | None, options: Mapping[str, Any]) -> Input:
    """Return what is at *place*; with its bytes if they can be read only once.

    Raises:
        OptionError: If it is neither a path nor a stream, or *limits* are of another class.
        OSError: If it does not exist, or cannot be read.
    """
    check_type("limits", limits, Limits, NoneType)
    max_size = options.get("max_size", limits.max_size if limits else MAX_SIZE)
    max_size = max_size if isinstance(max_size, int) else MAX_SIZE
    if not isinstance(place, (str, os.PathLike)):
        if not hasattr(place, "read"):
            raise OptionError(f"a path or a stream of bytes is read, not {place!r:.80}")
        return _drained(place, max_size)
    path = Path(place)
    if path.is_dir() or is_file(path):
        return Input(str(path), path)
    with path.open("rb") as stream:
        return _drained(stream, max_size)


def _drained(stream: BinaryIO, max_size: int) -> Input:
    """Return the bytes of a stream, or one more than *max_size*."""
    name = str(getattr(stream, "name", "<stream>"))
    data = bytearray()
    with naming(name):
        while len(data) <= max_size and (
            block := stream.read(min(_HEAD, max_size + 1 - len(data)))
        ):
            data += block
    return Input(name, None, bytes(data))


def format_of(input_: Input) -> Format:
    """Return the format that most probably fits an input.

    Raises:
        UnknownFormatError: If no format recognises it, or several do equally.
    """
    if input_.path is not None and input_.data is None:
        head = _head_of(input_.path)
    elif isinstance(input_.data, str):
        head = input_.data[:_HEAD].encode("utf-8", "surrogatepass")
    else:
        head = (input_.data or b"")[:_HEAD]
    detections = _detect(head, input_.path)
    if not detections:
        source = SourceText.from_bytes(input_.name, head)
        kind = kind_of_data(source)
        what = f", which seems to be {kind}" if kind else ""
        if not source.text.lstrip("\ufeff").strip() and not (input_.path and input_.path.is_dir()):
            what = ", which is empty"
        raise UnknownFormatError(f"no format recognises {input_.name}{what}; specify the format")
    best = [each.format for each in detections if each.confidence == detections[0].confidence]
    if len(best) > 1:
        ids = " or ".join(each.id for each in best)
        raise UnknownFormatError(f"{input_.name} may be {ids}; specify the format")
    return best[0]


@frozen
class ReadRequest:
    """A request to read an input, with its format and options."""

    format: Format
    input: Input
    options: Options
    limits: Limits | None

    @classmethod
    def of(
        cls,
        input_: Input,
        format_id: str | None,
        limits: Limits | None = None,
        options: Mapping[str, Any] = EMPTY,
    ) -> ReadRequest:
        """Prepare to read *input_* in the given or detected format.

        An option that *options* does not name is as *limits* has it.

        Raises:
            UnknownFormatError: If the format is unknown or cannot be detected.
            OptionError: If an option is unknown, or has a bad value.
        """
        check_type("limits", limits, Limits, NoneType)
        chosen = REGISTRY.get(format_id) if format_id else format_of(input_)
        if limits is not None:
            options = {**limits.options_for(chosen.options), **options}
        return cls(chosen, input_, chosen.options.make(chosen.id, "read", options), limits)

    def report(self) -> Report[CardSet]:
        """Read the input as one set."""
        input_, limit = self.input, self.options.max_size
        start = SourceText(input_.name, "").span(0)
        if input_.data is None and input_.path is not None and not self.options.streams:
            if not input_.path.is_dir():
                input_ = evolve(input_, data=read_bytes(input_.path, limit))
            elif not self.format.reads_folders:
                return Report(CardSet(), (SharedCode.NOTHING_TO_READ.at(start),))
        if input_.data is not None and len(input_.data) > limit:
            return Report(CardSet(), (SharedCode.TOO_LARGE.at(start, limit=limit),))
        with paused_collector():
            report = self._complete(self.format.load("reader")(input_, self._options_of_reader()))
        return _with_lone_surrogates(report, input_) if isinstance(input_.data, str) else report

    def sets(self) -> Iterator[Report[CardSet]]:
        """Read the sets of the input, one at a time."""
        if self.format.sets_reader:
            reads = self.format.load("sets_reader")
            reports = _each(reads(self.input, self._options_of_reader()))
            return (self._complete(report) for report in reports)
        path = self.input.path
        split = self.format.load("split") if path is not None else None
        inputs = [Input(str(part), part) for part in (split(path) if split else ())]
        return (evolve(self, input=each).report() for each in inputs or [self.input])

    def checked(self) -> Report[CardSet]:
        """Read the input, and check it with the format's checker, if it has one."""
        report = self.report()
        checker = self.format.load("checker")
        if checker is None:
            return report
        log = DiagnosticLog(self.options.max_diagnostics)
        with paused_collector():
            log.extend(report.diagnostics)
            log.extend(checker(self.input, report, self.options))
        return Report(report.value, log.finish())

    def _options_of_reader(self) -> Options:
        """Return the options for the reader; what is read remembers them, but no unused catalog."""
        if self.options.catalog is None or self.options.reads_with_catalog:
            return self.options
        return evolve(self.options, catalog=None)

    def _complete(self, report: Report[CardSet]) -> Report[CardSet]:
        """Add what the catalog knows of the cards, and errors for packs that are too large."""
        catalog = self.options.catalog
        if catalog is not None and not self.options.reads_with_catalog:
            resolved = report.value.resolved_report(
                as_catalog(catalog),
                set_codes=self.format.load("set_codes") or {},
                max_diagnostics=self.options.max_diagnostics,
            )
            report = Report(resolved.value, (*report.diagnostics, *resolved.diagnostics))
        breaches = tuple(self.limits.breaches(report.value)) if self.limits else ()
        return Report(report.value, report.diagnostics + breaches) if breaches else report


def _each(reports: Iterator[Report[CardSet]]) -> Iterator[Report[CardSet]]:
    """Yield *reports*, each made without the garbage collector."""
    while True:
        with paused_collector():
            report = next(reports, None)
        if report is None:
            return
        yield report


def _with_lone_surrogates(report: Report[CardSet], input_: Input) -> Report[CardSet]:
    """Add a diagnostic if the text has an unpaired surrogate; bytes cannot have one."""
    source = input_.source()
    try:
        source.text.encode("utf-8")  # much faster than a pattern
    except UnicodeEncodeError as error:
        span = source.span(error.start, error.start + 1)
        diagnostic = SharedCode.LONE_SURROGATE.at(span, escape=f"\\u{ord(span.text):04x}")
        return Report(report.value, (*report.diagnostics, diagnostic))
    return report
