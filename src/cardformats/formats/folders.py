"""Folders of files, and those below them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Final

from attrs import evolve

from ..diagnostic_log import DiagnosticLog
from ..diagnostics import SharedCode
from ..source import SourceText, read_bytes
from .base import Input

#: Maximum number of files below a folder that are separate inputs.
MAX_FILES: Final = 100_000


def walk(
    folder: Path, *, follows_links: bool = False, hidden: bool = True
) -> Iterator[tuple[Path, list[str], list[str]]]:
    """Yield *folder* and each folder below it, with the names of its folders and files, in order.

    What is taken out of the names of folders is not gone through.  Links may lead in circles, so
    each folder is gone through but once; what cannot be read, or is no regular file, is left out.

    Args:
        folder: where to begin.
        follows_links: whether folders that are links are gone through.
        hidden: whether those below are whose names begin with a dot.
    """
    entered: set[tuple[int, int]] = set()
    for name, inside, files in os.walk(folder, followlinks=follows_links):
        place = Path(name)
        try:
            about = place.stat()
        except OSError:  # it has just gone
            inside.clear()
            continue
        if (about.st_dev, about.st_ino) in entered:
            inside.clear()
            continue
        entered.add((about.st_dev, about.st_ino))
        inside[:] = sorted(each for each in inside if hidden or not each.startswith("."))
        yield place, inside, sorted(each for each in files if (place / each).is_file())


def files_below(folder: Path) -> tuple[Path, ...]:
    """Return the files in and below *folder*, in the order of their paths.

    Folders that cannot be read, and links to folders, are left out.
    """
    files = (place / name for place, _, names in walk(folder) for name in names)
    return tuple(sorted(islice(files, MAX_FILES)))


def bounded_source(input_: Input, limit: int, log: DiagnosticLog) -> SourceText | None:
    """Return the text of a file; None, and reported, if it has more than *limit* bytes.

    Raises:
        OSError: If the file cannot be read.
    """
    if input_.data is None and input_.path is not None:
        input_ = evolve(input_, data=read_bytes(input_.path, limit))
    if len(input_.data or b"") > limit:
        log.add(SharedCode.TOO_LARGE, SourceText(input_.name, "").span(0), limit=limit)
        return None
    return input_.source()


def entry(folder: Path, name: str) -> Path | None:
    """Return the regular file in *folder* of a *name* in lower case, in whatever case it is.

    None if there is none: a pipe or a device of that name may block a reader for ever.

    Raises:
        OSError: If the folder cannot be read.
    """
    own = sorted(each for each in os.listdir(folder) if each.lower() == name)  # noqa: PTH208 - names
    return next((folder / each for each in own if (folder / each).is_file()), None)


def around(folder: Path) -> Path:
    """Return the folder that *folder* is in, by its path; that of a link is not followed."""
    return folder.parent if folder.name not in ("", "..") else folder / ".."


def folders_in(folder: Path) -> list[Path]:
    """Return the folders in *folder*, in order.

    Raises:
        OSError: If *folder* cannot be read.
    """
    return [each for each in sorted(folder.iterdir()) if each.is_dir()]
