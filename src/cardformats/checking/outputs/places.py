"""Where findings are, as services name positions."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from attrs import frozen

from ...source import Span
from ..baseline import relative


@frozen
class Region:
    """Lines and columns from 1, in code points; the end is after the last character."""

    line: int
    column: int
    end_line: int
    end_column: int


@frozen
class Location:
    """Where a finding is.

    Attributes:
        path: of the file, with slashes; relative to the working folder if it is in it.
        region: where in the file; None for all of it, or if it is a folder.
    """

    path: str
    region: Region | None


def location(span: Span) -> Location:
    """Return the location of a span."""
    source = span.source
    path = _path(source.name, Path.cwd())
    if not source.text:
        return Location(path, None)
    return Location(path, Region(*source.position(span.start), *source.position(span.end)))


@cache
def _path(name: str, folder: Path) -> str:
    path = relative(name, folder)
    return (folder / name).resolve().as_posix() if path.startswith("../") else path
