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

from ...errors import CardFormatsError
from .inputs import may_be_read

#: So many bytes of files of a revision are looked at.
_MAX_TOTAL: Final = 2**30
_PLACES: Final = frozenset(("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX"))
_LINK, _REGULAR, _MODULE = "120000", "100", b"160000 "


class RevisionError(CardFormatsError, ValueError):
    """There is no such revision, or git cannot be run."""


@frozen
class Repository:
    """A git repository with a working tree.

    Attributes:
        root: the folder of the working tree.
    """

    root: Path

    @classmethod
    def of(cls, place: Path) -> Repository | None:
        """The repository that *place* is in; None if it is in none, or git is not installed."""
        folder = place if place.is_dir() else place.parent
        root = _output(folder, "rev-parse", "--show-toplevel")
        return cls(Path(root)) if root else None

    def commit(self, revision: str) -> str | None:
        """The id of the commit that *revision* means; None if there is none."""
        return _output(
            self.root,
            "rev-parse",
            "--verify",
            "--quiet",
            "--end-of-options",
            f"{revision}^{{commit}}",
        )

    def merge_base(self, first: str, second: str) -> str:
        """The short id of the commit from which two others have gone apart.

        Raises:
            RevisionError: there is none.
        """
        base = _output(self.root, "merge-base", first, second)
        short = _output(self.root, "rev-parse", "--short", base) if base else None
        if not short:
            raise RevisionError(f"{first} and {second} have no commit in common")
        return short

    def has(self, revision: str, path: Path) -> bool:
        """Whether there is something at *path*, from the root on, at a revision."""
        name = f"{revision}:{path.as_posix()}"
        return _output(self.root, "rev-parse", "--verify", "--quiet", name) is not None

    def left_out(self) -> frozenset[Path]:
        """The files and folders of the working tree that are not the repository's.

        These are what git is to ignore, and repositories of their own, such as submodules.

        Raises:
            RevisionError: git fails.
        """
        kinds = ("--others", "--ignored", "--exclude-standard", "--directory")
        ignored = _run(self.root, "ls-files", *kinds, "-z").split(b"\0")
        others = _run(self.root, "ls-files", "--others", "--exclude-standard", "-z").split(b"\0")
        staged = _run(self.root, "ls-files", "--stage", "-z").split(b"\0")
        modules = (each.partition(b"\t")[2] for each in staged if each.startswith(_MODULE))
        # of what it does not know, git names no folders but those that are repositories
        inner = (each for each in others if each.endswith(b"/"))
        every = (*ignored, *modules, *inner)
        return frozenset(self.root / os.fsdecode(each) for each in every if each)

    @contextmanager
    def at(self, commit: str) -> Iterator[Path]:
        """The files of a commit that some format reads, in a folder that is there for a while.

        Raises:
            RevisionError: git fails, or the files are too large.
        """
        with TemporaryDirectory(prefix="cardformats-") as name:
            folder = Path(name).resolve()
            self._put(commit, folder)
            yield folder

    def _put(self, commit: str, folder: Path) -> None:
        entries = [each for each in self._entries(commit) if _is_read(each)]
        if sum(each.size for each in entries) > _MAX_TOTAL:
            raise RevisionError(f"the card files of {commit} have more than {_MAX_TOTAL} bytes")
        links: list[tuple[Path, bytes]] = []
        for entry, data in zip(entries, self._contents([each.id for each in entries]), strict=True):
            path = folder.joinpath(*entry.path.parts)
            path.parent.mkdir(parents=True, exist_ok=True)
            if entry.mode == _LINK:
                links.append((path, data))
            else:
                path.write_bytes(data)
        for path, data in links:
            _link(path, os.fsdecode(data), folder)

    def _entries(self, commit: str) -> Iterator[_Entry]:
        """All files of a commit."""
        listed = _run(self.root, "ls-tree", "-r", "-l", "-z", "--full-tree", commit)
        for line in listed.split(b"\0"):
            about, _, path = line.partition(b"\t")
            if about:
                mode, _, object_id, size = about.decode().split()
                length = int(size) if size.isdecimal() else 0
                yield _Entry(mode, object_id, length, PurePosixPath(os.fsdecode(path)))

    def _contents(self, ids: Sequence[str]) -> Iterator[bytes]:
        """What the objects of these ids hold, one after the other."""
        command = _command(self.root, "cat-file", "--batch")
        pipe = subprocess.PIPE
        with subprocess.Popen(  # noqa: S603 - git
            command, stdin=pipe, stdout=pipe, env=_environment()
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
    """Whether a file may be read by a format, and has a path that stays in its folder."""
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


def _command(folder: Path, *arguments: str) -> list[str]:
    # what a repository says of programs to be run is not followed
    return [
        "git",
        "-C",
        str(folder),
        "--no-optional-locks",
        "-c",
        "core.fsmonitor=false",
        *arguments,
    ]


def _environment() -> dict[str, str]:
    """That of the process without what a hook of git says of its own repository."""
    return {name: value for name, value in os.environ.items() if name not in _PLACES}


def _run(folder: Path, *arguments: str) -> bytes:
    """What git prints.

    Raises:
        RevisionError: it fails.
    """
    try:
        command = _command(folder, *arguments)
        done = subprocess.run(  # noqa: S603 - git
            command, capture_output=True, check=False, env=_environment()
        )
    except OSError as error:
        raise RevisionError(f"git cannot be run: {error}") from error
    if done.returncode:
        message = done.stderr.decode(errors="replace").strip()
        raise RevisionError(f"git {arguments[0]}: {message}")
    return done.stdout


def _output(folder: Path, *arguments: str) -> str | None:
    """The line that git prints; None if it fails."""
    try:
        return os.fsdecode(_run(folder, *arguments)).rstrip("\n") or None
    except RevisionError:
        return None
