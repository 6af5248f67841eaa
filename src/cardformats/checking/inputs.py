"""The inputs at a path, each read and looked at by the checker of its format."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import Any

from attrs import frozen

from ..diagnostics import Report
from ..formats.base import Format
from ..formats.registry import REGISTRY
from ..io import Place, check_report, detect, formats
from ..model import CardSet


@frozen
class Checked:
    """What was found in one input.

    Attributes:
        path: where it is, or the stream.
        format: the id of its format; None if it was not looked for in a folder, but is read as
            what it is detected to be.
        report: what was read, and all that was found in it and in what belongs to it.
    """

    path: Place
    format: str | None
    report: Report[CardSet]


def check(path: Place, format: str | None = None, **options: Any) -> Iterator[Checked]:  # noqa: A002 - the field's word
    """Check the inputs at *path*, one after the other: a file, or all that a folder holds.

    What is looked for in a folder are inputs of the formats that say how (``Format.roots``), at any
    depth; any other folder is an input itself, or is split if its format reads no folders.

    Args:
        path: a file, a folder, or a stream of bytes.
        format: the id of the only format that is looked for.
        **options: those of the formats for reading, by name; of several formats each gets its own.
            ``thorough`` is True if it is not among them.

    Raises:
        UnknownFormatError, AmbiguousFormatError, OptionError, OSError: as
            :func:`~cardformats.read` does; where inputs were looked for, when it is their turn.
    """
    inputs = _inputs(path, format)
    several = list({known.id: known for _, known in inputs if known is not None}.values())
    options = {"thorough": True, **options}
    return (
        Checked(place, known.id if known else format, _report(place, known, format, own))
        for place, known in inputs
        for own in [_options_of(known, several, options)]
    )


def _inputs(path: Place, format_id: str | None) -> Sequence[tuple[Place, Format | None]]:
    """The inputs at *path*, with their formats where those had to be known to find them."""
    if not isinstance(path, (str, PathLike)) or not Path(path).is_dir():
        return [(path, None)]
    path = Path(path)
    known = (REGISTRY.get(format_id),) if format_id else formats()
    inputs: list[tuple[Place, Format | None]] = [
        (root, each) for each in known for root in (each.load("roots") or _none)(path)
    ]
    own = known[0] if format_id else next((each.format for each in detect(path)), None)
    if not inputs or (own is not None and own.roots is None):
        is_split = own is not None and own.split is not None and not own.reads_folders
        parts = own.load("split")(path) if own is not None and is_split else ()
        inputs[:0] = [(each, own) for each in parts or (path,)]
    return inputs


def _none(_path: Path) -> tuple[Path, ...]:
    """The inputs of a format that does not say how they are found."""
    return ()


def _options_of(
    known: Format | None, several: Sequence[Format], options: Mapping[str, Any]
) -> Mapping[str, Any]:
    """Those of *options* that a format knows, and those that none of *several* formats knows."""
    others = {
        name
        for each in several
        if each is not known
        for name in each.options.names("read")
        if known is not None and name not in known.options.names("read")
    }
    return {name: value for name, value in options.items() if name not in others}


def _report(
    place: Place, known: Format | None, format_id: str | None, options: Mapping[str, Any]
) -> Report[CardSet]:
    """What is found in an input, and in what belongs to it."""
    report = check_report(place, known.id if known else format_id, **options)
    if known is None or known.companions is None or not isinstance(place, Path):
        return report
    beside = (check_report(each, known.id, **options) for each in known.load("companions")(place))
    more = (diagnostic for each in beside for diagnostic in each.diagnostics)
    return Report(report.value, (*report.diagnostics, *more))
