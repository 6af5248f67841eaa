"""Where findings are, as services name positions."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TypeAlias

from ...source import Span
from ..baseline import relative

#: A first line and column and a last ones, from 1 and in code points; the end is excluded.
Region: TypeAlias = tuple[int, int, int, int]


def location(span: Span) -> tuple[str, Region | None]:
    """Return the path of a span, relative to the working folder if in it, and its region.

    The region is None for a whole file, or a folder.
    """
    source = span.source
    path = _path(source.name, Path.cwd())
    is_whole = not source.text
    region = None if is_whole else (*source.position(span.start), *source.position(span.end))
    return path, region


@cache
def _path(name: str, folder: Path) -> str:
    path = relative(name, folder)
    return (folder / name).resolve().as_posix() if path.startswith("../") else path
