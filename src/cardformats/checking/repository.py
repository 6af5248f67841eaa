"""A git repository, as git says what is in it."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, TypeAlias

from attrs import frozen

from ..errors import CardFormatsError

#: Variables by which a hook of git says where its own repository is.
_PLACES: Final = frozenset(("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX"))


#: How a submodule begins among the files that git knows.
_MODULE: Final = b"160000 "


#: A run of lines, counted from 1, and what is in its place now; one of them may be empty.
Hunk: TypeAlias = tuple[range, range]

#: How git prints the patches that :func:`hunks_of` reads, whatever is configured.
PATCH: Final = ("--patch", "--unified=0", "--inter-hunk-context=0")

_HUNK: Final = re.compile(rb"@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@")
_TO_FILE: Final = b"+++ "
_ESCAPE: Final = re.compile(rb"\\(?:([0-7]{3})|(.))", re.DOTALL)
_CHARACTERS: Final = {
    b"a": b"\a", b"b": b"\b", b"t": b"\t", b"n": b"\n", b"v": b"\v", b"f": b"\f", b"r": b"\r",
}  # fmt: skip


class RevisionError(CardFormatsError, ValueError):
    """There is no such repository or revision, or git cannot be run."""


@frozen
class Repository:
    """A git repository with a working tree.

    Attributes:
        root: the folder of the working tree.
    """

    root: Path

    @classmethod
    def of(cls, place: Path) -> Repository:
        """Return the repository that contains a path.

        Raises:
            RevisionError: If it is in none, or git cannot be run.
        """
        folder = place if place.is_dir() else place.parent
        return cls(Path(_line(cls(folder).git("rev-parse", "--show-toplevel"))))

    def commit(self, revision: str) -> str | None:
        """Return the id of a revision's commit; None if there is none."""
        known = ("rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
        try:
            return _line(self.git(*known)) or None
        except RevisionError:
            return None

    def merge_base(self, first: str, second: str) -> str:
        """Return the id of the last common commit of two others.

        Raises:
            RevisionError: If there is none.
        """
        try:
            return _line(self.git("merge-base", first, second))
        except RevisionError as error:
            raise RevisionError(f"{first} and {second} have no commit in common") from error

    def untracked(self, *kinds: str) -> list[str]:
        """Return the untracked files; *kinds* are options of ``git ls-files``.

        Raises:
            RevisionError: If git fails.
        """
        listed = self.git("ls-files", "--others", "--exclude-standard", "-z", *kinds)
        return [os.fsdecode(each) for each in listed.split(b"\0") if each]

    def has(self, revision: str, path: Path) -> bool:
        """Return whether a path, relative to the root, exists at a revision."""
        try:
            self.git("rev-parse", "--verify", "--quiet", f"{revision}:{path.as_posix()}")
        except RevisionError:
            return False
        return True

    def left_out(self) -> frozenset[Path]:
        """Return the files and folders of the working tree that are not part of the repository.

        These are what git is to ignore, and repositories of their own, such as submodules.

        Raises:
            RevisionError: If git fails.
        """
        staged = self.git("ls-files", "--stage", "-z").split(b"\0")
        modules = [
            os.fsdecode(each.partition(b"\t")[2]) for each in staged if each.startswith(_MODULE)
        ]
        # of what it does not know, git names no folders but those that are repositories
        inner = [each for each in self.untracked() if each.endswith("/")]
        ignored = self.untracked("--ignored", "--directory")
        return frozenset(self.root / each for each in (*ignored, *modules, *inner))

    def hunks(self, old: str, new: str) -> list[Hunk]:
        """Return the lines of a text that are others in a new one, in order.

        Raises:
            RevisionError: If git fails.
        """
        if old == new:
            return []
        options = ("--no-index", "--no-ext-diff", "--no-textconv", "--no-color", *PATCH)
        with TemporaryDirectory(prefix="cardformats-") as name:
            paths = [Path(name, each) for each in ("old", "new")]
            for path, text in zip(paths, (old, new), strict=True):
                path.write_bytes(text.encode("utf-8", "surrogatepass"))
            as_it_is = ("-c", "core.autocrlf=false")
            patch = self.git(*as_it_is, "diff", *options, "--text", "--", *map(str, paths), worst=1)
        return [hunk for _, its in hunks_of(patch) for hunk in its]

    def git(self, *arguments: str, worst: int = 0) -> bytes:
        """Return what git prints.

        Args:
            arguments: Those of git.
            worst: The largest exit status that is not a failure.

        Raises:
            RevisionError: If it fails, or cannot be run.
        """
        try:
            done = subprocess.run(  # noqa: S603 - git
                self.command(*arguments),
                env=environment(),
                stdin=subprocess.DEVNULL,
                capture_output=True,
                check=False,
            )
        except OSError as error:
            raise RevisionError(f"git cannot be run: {error}") from error
        if done.returncode > worst:
            message = done.stderr.decode(errors="replace").strip()
            raise RevisionError(f"git {arguments[0]}: {message}")
        return done.stdout

    def command(self, *arguments: str) -> Sequence[str]:
        """Return the command line of git that runs no programs which the repository configures.

        Nothing is written, and names have no quotes.
        """
        own = ("--no-optional-locks", "-c", "core.fsmonitor=false", "-c", "core.quotePath=false")
        return ["git", "-C", str(self.root), *own, *arguments]


def environment() -> dict[str, str]:
    """Return the environment without the variables that a git hook sets."""
    others = {name: value for name, value in os.environ.items() if name not in _PLACES}
    return {**others, "LC_ALL": "C"}


def _line(printed: bytes) -> str:
    return os.fsdecode(printed).rstrip("\n")


def hunks_of(patch: bytes) -> Iterator[tuple[str, list[Hunk]]]:
    """Yield the path of each file of a patch without context, and its changed lines."""
    lines = iter(patch.split(b"\n"))
    name, hunks = "", list[Hunk]()
    for line in lines:
        if line.startswith(_TO_FILE):
            if hunks:
                yield name, hunks
            quoted = line.removeprefix(_TO_FILE).removesuffix(b"\t")
            name, hunks = os.fsdecode(_unquoted(quoted).removeprefix(b"b/")), []
        elif match := _HUNK.match(line):
            numbers = [1 if part is None else int(part) for part in match.groups()]
            old, new = (_lines(*numbers[:2]), _lines(*numbers[2:]))
            _skip(lines, len(old) + len(new))
            hunks.append((old, new))
    if hunks:
        yield name, hunks


def _lines(start: int, count: int) -> range:
    """Return the lines that a patch counts; of none it has the line before them."""
    return range(start, start + count) if count else range(start + 1, start + 1)


def _unquoted(name: bytes) -> bytes:
    """Return the name of a file, which a patch quotes as in C if a character of it is unusual."""
    if not name.startswith(b'"'):
        return name
    return _ESCAPE.sub(
        lambda match: (
            bytes([int(match[1], 8)]) if match[1] else _CHARACTERS.get(match[2], match[2])
        ),
        name[1:-1],
    )


def _skip(lines: Iterator[bytes], count: int) -> None:
    """Pass over the lines of a hunk, which may look like its head."""
    while count:
        count -= not next(lines, b"").startswith(b"\\")
