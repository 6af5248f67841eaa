"""Files that are replaced whole or not at all, and what is no file, which is written to."""

from __future__ import annotations

import errno
import os
import re
import stat
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from attrs import field, mutable

#: Links of the system to what a process has open; ``/dev/stdout`` and ``/dev/fd/3`` lead to them.
_DESCRIPTOR = re.compile(r"/proc/([0-9]+)(?:/task/[0-9]+)?/fd/([0-9]+)")

#: Maximum number of consecutive links.
_MAX_LINKS = 40


@contextmanager
def naming(path: str | os.PathLike[str]) -> Iterator[None]:
    """Make errors of the system name *path*, and no temporary file or nothing.

    Raises:
        OSError: As the block raises it, but with the name *path*.
    """
    try:
        yield
    except OSError as error:
        if error.filename == str(path) and error.filename2 is None:
            raise
        raise OSError(error.errno, error.strerror or str(error), str(path)) from error


def write_stream(stream: BinaryIO, data: bytes) -> None:
    """Write all of *data* to a stream, which stays open."""
    with naming(str(getattr(stream, "name", "<stream>"))):
        stream.write(data)
        stream.flush()


def replace_files(files: Mapping[Path, bytes], *, make_folders: bool = False) -> None:
    """Write all *files* or, if that fails, leave everything as it was.

    What is written lies beside its target, and on the disk, before the first target is replaced.
    Folders that are missing are made if *make_folders* says so.  After a failure the targets that
    were replaced are put back, and new files and folders are removed.  (If the process is killed
    between two of several renames, some files are new and some old; none is half written.)

    A file that has its text already stays as it is.  Links are followed, also to what is not there
    yet.  What is no regular file (a FIFO, a device,
    what a process has open) is written to as it is.  A file keeps its mode and, where the system
    lets it, its owner and group; one that may not be written to is not replaced.  Further names
    of a file (hard links) keep the old text: backups and stores of versions are made of such
    links, and must not change with the file.

    Raises:
        OSError: If a file cannot be written, or two of the paths are one file. The error names the
            file.
    """
    replacement = _Replacement(make_folders=make_folders)
    try:
        for path, data in files.items():
            with naming(path):
                replacement.add(path, data)
        replacement.commit()
    except BaseException as error:
        replacement.undo(error)
        raise
    replacement.finish()


@contextmanager
def replaced_file(path: Path) -> Iterator[Path]:
    """Create a file next to *path*, which replaces *path* if the block succeeds.

    Folders that are missing are made; links are followed; the file keeps its mode and owner, as
    with :func:`replace_files`.

    Raises:
        OSError: If *path* cannot be written, or is no regular file. The error names the file.
    """
    made: list[Path] = []
    with naming(path):
        staged = _Staged(path, _followed(path))
        if _is_stream(staged.target):
            raise OSError(errno.EINVAL, "no regular file", str(path))
    try:
        with naming(path):
            _make_folder(staged.target.parent, made)
            staged.stage(b"")
        assert staged.temporary is not None  # noqa: S101 - it is staged
        yield staged.temporary
        with naming(path):
            with staged.temporary.open("r+b") as file:
                os.fsync(file.fileno())
            staged.replace()
            _sync_folder(staged.target.parent)
    except BaseException:
        staged.undo()
        for folder in reversed(made):
            with suppress(OSError):  # another process uses it
                folder.rmdir()
        raise


class _Replacement:
    """Files that are replaced together."""

    def __init__(self, *, make_folders: bool) -> None:
        self._make_folders = make_folders
        self._staged: list[_Staged] = []
        self._streams: list[tuple[Path, Path, bytes]] = []
        self._made: list[Path] = []
        self._paths: dict[Path, Path] = {}

    def add(self, path: Path, data: bytes) -> None:
        """Make ready to write *data* to *path*."""
        target = _followed(path)
        other = self._paths.setdefault(target, path)
        if other is not path:
            raise FileExistsError(errno.EEXIST, f"the same file as {other}", str(path))
        if _is_stream(target):
            self._streams.append((path, target, data))
            return
        if _is_there(target, data):
            return
        if self._make_folders:
            _make_folder(target.parent, self._made)
        self._staged.append(_Staged(path, target))
        self._staged[-1].stage(data)

    def commit(self) -> None:
        """Write to streams, which cannot be undone, and then rename, which seldom fails."""
        if len(self._staged) > 1:
            for each in self._staged:
                each.keep_old()
        for path, target, data in self._streams:
            with naming(path):
                _write_to(target, data)
        for each in self._staged:
            each.replace()
        for folder in {each.target.parent for each in self._staged}:
            _sync_folder(folder)

    def undo(self, error: BaseException) -> None:
        """Leave everything as it was; what is not possible is noted on *error*."""
        for each in reversed(self._staged):
            try:
                each.undo()
            except OSError as another:
                error.add_note(f"{each.path} could not be put back from {each.old}: {another}")
        for folder in reversed(self._made):
            with suppress(OSError):  # another process uses it
                folder.rmdir()

    def finish(self) -> None:
        """Forget what was there before."""
        for each in self._staged:
            each.forget()


@mutable
class _Staged:
    """A file that is about to be replaced.

    Attributes:
        path: what the caller calls it.
        target: where it is.
        temporary: the new text, until it is renamed.
        old: what was there, kept until all went well.
        is_replaced: whether the target is new.
    """

    path: Path
    target: Path
    temporary: Path | None = None
    old: Path | None = None
    is_replaced: bool = False
    _before: os.stat_result | None = field(default=None, init=False)

    def stage(self, data: bytes) -> None:
        """Write *data* beside the target, as the file that it is going to be."""
        with suppress(FileNotFoundError):
            self._before = self.target.stat()
        before = self._before
        if before is not None and not os.access(self.target, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(self.path))
        # the system takes the umask off the mode of a new file
        handle, self.temporary = _create_beside(self.target, 0o666 if before is None else 0o600)
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if before is not None:
            self.temporary.chmod(_keep_owner(self.temporary, before))

    def keep_old(self) -> None:
        """Give what is there a second name, or copy it where the file system has no links."""
        if self._before is None:
            return
        with naming(self.path):
            self.old = _beside(self.target)
            try:
                self.old.hardlink_to(self.target)
            except (OSError, NotImplementedError):
                import shutil  # noqa: PLC0415 - seldom used, and slow to load

                shutil.copy2(self.target, self.old)
                _keep_owner(self.old, self._before)

    def replace(self) -> None:
        """Put the new file in the place of the old."""
        with naming(self.path):
            assert self.temporary is not None  # noqa: S101 - it is staged
            self.temporary.replace(self.target)
            self.temporary = None
            self.is_replaced = True

    def undo(self) -> None:
        """Leave what was there before.

        Raises:
            OSError: If the old file cannot be restored. It then stays as ``old``.
        """
        if self.temporary is not None:
            self.temporary.unlink(missing_ok=True)
        if self.is_replaced and self._before is None:
            self.target.unlink()
        elif self.is_replaced and self.old is not None:
            self.old.replace(self.target)
        elif self.old is not None:
            self.old.unlink(missing_ok=True)

    def forget(self) -> None:
        """Remove what was there before."""
        if self.old is not None:
            with suppress(OSError):
                self.old.unlink()


def _followed(path: Path) -> Path:
    """Resolve the symbolic links at *path*; links to open file descriptors are not resolved.

    Raises:
        OSError: If the links form a circle.
    """
    for _ in range(_MAX_LINKS):
        path = Path(os.path.realpath(path.parent), path.name)
        if _DESCRIPTOR.fullmatch(str(path)) or not path.is_symlink():
            return path
        path = path.parent / path.readlink()
    raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))


def _is_stream(target: Path) -> bool:
    """Return whether *target* exists and is not a regular file.

    Raises:
        IsADirectoryError: If *target* is a folder.
    """
    if _DESCRIPTOR.fullmatch(str(target)):
        return True
    try:
        mode = target.stat().st_mode
    except FileNotFoundError:
        return False
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(target))
    return not stat.S_ISREG(mode)


def _is_there(target: Path, data: bytes) -> bool:
    """Return whether a file has *data* already, so that it and its times can stay."""
    try:
        return target.stat().st_size == len(data) and target.read_bytes() == data
    except OSError:
        return False


def _write_to(target: Path, data: bytes) -> None:
    """Write to what is no regular file."""
    link = _DESCRIPTOR.fullmatch(str(target))
    if link is not None and int(link[1]) == os.getpid():
        # opened again, it would be overwritten from its start
        with os.fdopen(os.dup(int(link[2])), "wb") as file:
            file.write(data)
    else:
        target.write_bytes(data)


def _make_folder(folder: Path, made: list[Path]) -> None:
    """Make *folder* and those above it that are missing, and add them to *made*."""
    missing = []
    while not folder.exists():
        missing.append(folder)
        folder = folder.parent
    for each in reversed(missing):
        with suppress(FileExistsError):  # another process was faster
            each.mkdir()
            made.append(each)


def _create_beside(target: Path, mode: int) -> tuple[int, Path]:
    """Create a file in the folder of *target*, open for writing, with a short name."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    while True:
        path = _beside(target)
        with suppress(FileExistsError):
            return os.open(path, flags, mode), path


def _beside(target: Path) -> Path:
    """Return an unused name in the folder of *target*."""
    return target.with_name(f".cf-{os.urandom(6).hex()}")


def _keep_owner(path: Path, before: os.stat_result) -> int:
    """Give *path* the owner and group of another file, if possible; the mode it can then have."""
    mode = before.st_mode & 0o777
    if hasattr(os, "chown"):
        with suppress(OSError):
            os.chown(path, -1, before.st_gid)
        with suppress(OSError):
            os.chown(path, before.st_uid, -1)
        if path.stat().st_gid != before.st_gid:
            # another group may do no more than everybody
            mode = mode & ~0o070 | (mode & 0o007) << 3
    return mode


def _sync_folder(folder: Path) -> None:
    """Have the names in *folder* on the disk, where folders can be opened for that."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
