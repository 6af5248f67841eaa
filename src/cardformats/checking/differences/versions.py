"""Which two versions are meant by words: paths, revisions of git, and paths at revisions."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Final

from attrs import frozen

from ..repository import Repository, RevisionError
from .revisions import files_at

#: What separates the revisions of a range; the longer one begins where they have gone apart.
_RANGES: Final = ("...", "..")


@frozen
class VersionFiles:
    """Where a version is, for as long as it is needed.

    Attributes:
        path: a file or a folder; None if it is not there in that version.
        label: what the version is called.
        origin: where it is, or was, in the working tree.
        left_out: files and folders in it that are not the repository's.
    """

    path: Path | None
    label: str
    origin: Path
    left_out: frozenset[Path] = frozenset()


@frozen
class _Wanted:
    """A version that is meant: a path, at a revision or as it is now.

    Attributes:
        path: of the file or the folder; as it is below the root of the repository at a revision.
        label: what it is called.
        repository: of the revision, or that a path is compared in.
        commit: the id of the revision; None for what is there now.
    """

    path: Path
    label: str
    repository: Repository | None = None
    commit: str | None = None


@contextmanager
def versions(
    words: Sequence[str], folder: Path | None = None
) -> Iterator[tuple[VersionFiles, VersionFiles]]:
    """Provide the old and the new version that words on the command line name.

    Two paths, ``REV:path`` among them; a revision, and what is there now; ``REV1..REV2`` or two
    revisions; each of these with a path behind it, else the whole repository.  A single path is
    compared with what it was at ``HEAD``, and nothing at all with the whole of that.

    Args:
        words: as they are written.
        folder: what paths are below, and whose repository it is; else the current one.

    Raises:
        RevisionError: If they mean nothing, or git fails.
    """
    wanted = _wanted([*words], (folder or Path()).absolute())
    with ExitStack() as stack:
        roots: dict[str, Path] = {}
        places: list[VersionFiles] = []
        for each in wanted:
            path, origin, left_out = each.path, each.path, frozenset[Path]()
            if each.repository is not None and each.commit is not None:
                if each.commit not in roots:
                    roots[each.commit] = stack.enter_context(files_at(each.repository, each.commit))
                origin = each.repository.root / each.path
                path = roots[each.commit] / each.path
            elif each.repository is not None:
                left_out = each.repository.left_out()
            places.append(
                VersionFiles(path if path.exists() else None, each.label, origin, left_out)
            )
        if not any(each.path for each in places):
            raise RevisionError(f"nothing is at {' or '.join(each.label for each in places)}")
        yield places[0], places[1]


def _wanted(words: list[str], folder: Path) -> tuple[_Wanted, _Wanted]:
    alone = [_alone(word, folder) for word in words]
    if len(words) == 2 and alone[0] is not None and alone[1] is not None:  # noqa: PLR2004 - two
        return alone[0], alone[1]
    repository = _repository(words, alone, folder)
    if len(words) == 1 and alone[0] is not None and alone[0].commit is not None:
        return alone[0], _now(repository, alone[0].path)
    if words and alone[0] is not None:
        if len(words) == 2:  # noqa: PLR2004 - two
            raise RevisionError(f"{words[1]!r} is not a file or folder, or one at a revision")
        words = ["HEAD", *words]
    elif len(words) == 1 and _is_gone(repository, words[0], folder):
        words = ["HEAD", *words]
    first, second, rest = _revisions(words or ["HEAD"], repository)
    if len(rest) > 1:
        raise RevisionError(f"one path is compared at a time, not {', '.join(rest)}")
    path = _below(repository, folder / rest[0]) if rest else Path()
    new = _at(repository, second, path) if second else _now(repository, path)
    return _at(repository, first, path), new


def _repository(words: Sequence[str], alone: Sequence[_Wanted | None], folder: Path) -> Repository:
    """Return the repository of the last word, if that is a path, or of the folder."""
    with suppress(RevisionError):
        return Repository.of(folder / words[-1] if words else folder)
    try:
        return Repository.of(folder)
    except RevisionError as error:
        absent = [word for word, each in zip(words, alone, strict=True) if each is None]
        what = f"{absent[0]!r} is not a file or folder, and " if absent else ""
        raise RevisionError(f"{what}there are no revisions: {error}") from error


def _is_gone(repository: Repository, word: str, folder: Path) -> bool:
    """Return whether a word is not a revision but a path that exists at ``HEAD``."""
    if repository.commit(word) is not None:
        return False
    with suppress(RevisionError):  # it is in another place
        return repository.has("HEAD", _below(repository, folder / word))
    return False


def _revisions(words: list[str], repository: Repository) -> tuple[str, str | None, list[str]]:
    """Return the old revision, the new one (None: the working tree), and the remaining words."""
    first, *rest = words
    for dots in _RANGES:
        before, separator, after = first.partition(dots)
        if separator:
            before, after = before or "HEAD", after or "HEAD"
            if dots == _RANGES[0]:
                before = repository.merge_base(before, after)
            return before, after, rest
    second = rest[0] if rest and not Path(rest[0]).exists() else None
    if second is not None and repository.commit(second) is not None:
        return first, second, rest[1:]
    return first, None, rest


def _alone(word: str, folder: Path) -> _Wanted | None:
    """Return the version that a single word names: a path, or a path at a revision."""
    path = folder / word
    if os.path.lexists(path):
        return _Wanted(path, word)
    revision, colon, inner = word.partition(":")
    try:
        repository = Repository.of(folder)
    except RevisionError:
        return None
    commit = repository.commit(revision) if colon and revision else None
    if commit is None:
        return None
    # as in git, a path is below the root, unless it begins with a dot
    is_relative = inner.startswith(".")
    below = _below(repository, folder / inner) if is_relative else Path(inner)
    return _Wanted(below, word, repository, commit)


def _at(repository: Repository, revision: str, path: Path) -> _Wanted:
    commit = repository.commit(revision)
    if commit is None:
        raise RevisionError(f"{revision!r} is not a file, a folder or a revision")
    label = f"{revision}:{path.as_posix()}" if path.parts else revision
    return _Wanted(path, label, repository, commit)


def _now(repository: Repository, path: Path) -> _Wanted:
    label = path.as_posix() if path.parts else "the working tree"
    return _Wanted(repository.root / path, label, repository)


def _below(repository: Repository, path: Path) -> Path:
    """Return a path relative to the root of the repository."""
    real = Path(os.path.realpath(path))
    if not real.is_relative_to(os.path.realpath(repository.root)):
        raise RevisionError(f"{path} is not in the repository {repository.root}")
    return real.relative_to(os.path.realpath(repository.root))
