"""Files as they were at a revision of a git repository."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import IO, Final

from attrs import frozen

from ..repository import Repository, RevisionError, environment
from .inputs import may_be_read

#: Maximum total size of the files of a revision, in bytes.
_MAX_TOTAL: Final = 2**30
_LINK, _REGULAR = "120000", "100"


@contextmanager
def files_at(repository: Repository, commit: str) -> Iterator[Path]:
    """Create a temporary folder with the files of a commit that some format reads.

    Raises:
        RevisionError: If git fails, or the files are too large.
    """
    with TemporaryDirectory(prefix="cardformats-") as name:
        folder = Path(name).resolve()
        _put(repository, commit, folder)
        yield folder


def _put(repository: Repository, commit: str, folder: Path) -> None:
    entries = [each for each in _entries(repository, commit) if _is_read(each)]
    if sum(each.size for each in entries) > _MAX_TOTAL:
        raise RevisionError(f"the card files of {commit} have more than {_MAX_TOTAL} bytes")
    links: list[tuple[Path, bytes]] = []
    contents = _contents(repository, [each.id for each in entries])
    for entry, data in zip(entries, contents, strict=True):
        path = folder.joinpath(*entry.path.parts)
        path.parent.mkdir(parents=True, exist_ok=True)
        if entry.mode == _LINK:
            links.append((path, data))
        else:
            path.write_bytes(data)
    for path, data in links:
        _link(path, os.fsdecode(data), folder)


def _entries(repository: Repository, commit: str) -> Iterator[_Entry]:
    """Yield all files of a commit."""
    listed = repository.git("ls-tree", "-r", "-l", "-z", "--full-tree", commit)
    for line in listed.split(b"\0"):
        about, _, path = line.partition(b"\t")
        if about:
            mode, _, object_id, size = about.decode().split()
            length = int(size) if size.isdecimal() else 0
            yield _Entry(mode, object_id, length, PurePosixPath(os.fsdecode(path)))


def _contents(repository: Repository, ids: Sequence[str]) -> Iterator[bytes]:
    """Yield the contents of the objects with these ids."""
    command = repository.command("cat-file", "--batch")
    pipe = subprocess.PIPE
    with subprocess.Popen(  # noqa: S603 - git
        command, stdin=pipe, stdout=pipe, env=environment()
    ) as process:
        assert process.stdin is not None  # noqa: S101 - it is a pipe
        assert process.stdout is not None  # noqa: S101 - likewise
        for each in ids:
            process.stdin.write(f"{each}\n".encode())
            process.stdin.flush()
            yield _object(process.stdout, each)
        process.stdin.close()


@frozen
class _Entry:
    """A file of a commit."""

    mode: str
    id: str
    size: int
    path: PurePosixPath


def _is_read(entry: _Entry) -> bool:
    """Return whether a format may read a file, and its path stays in its folder."""
    parts = entry.path.parts
    is_inside = not entry.path.is_absolute() and ".." not in parts and ".git" not in parts
    is_file = entry.mode.startswith(_REGULAR) and may_be_read(entry.path)
    return is_inside and (is_file or entry.mode == _LINK)


def _link(path: Path, target: str, folder: Path) -> None:
    """Make a link, unless it leads out of *folder*."""
    with suppress(OSError, ValueError):  # another one is in its place; a name that cannot be
        real = Path(os.path.realpath(path.parent / target))
        if real.is_relative_to(folder) and not path.is_symlink():
            path.symlink_to(real)


def _object(stream: IO[bytes], object_id: str) -> bytes:
    head = stream.readline().split()
    if len(head) != 3:  # noqa: PLR2004 - id, kind and size
        raise RevisionError(f"git does not have the object {object_id}")
    size = int(head[2])
    data = stream.read(size)
    stream.read(1)
    return data
