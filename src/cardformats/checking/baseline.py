"""Baselines: the findings that are known, so that only new ones count."""

from __future__ import annotations

import json
import os
from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from hashlib import blake2b
from pathlib import Path, PurePosixPath
from typing import Any

from attrs import field, frozen

from ..diagnostics import Diagnostic
from ..errors import OptionError
from ..files import replace_files
from ..model import FrozenDict

_VERSION = 2


def fingerprints(diagnostics: Iterable[Diagnostic], folder: Path) -> Iterator[str]:
    """Yield sixteen hexadecimal digits for each finding, also the same after lines have moved.

    They are made of the path relative to *folder*, the rest of the finding's identity, and the
    number of findings before it that are the same in all that.
    """
    paths: dict[str, str] = {}
    counts: Counter[tuple[str, ...]] = Counter()
    for diagnostic in diagnostics:
        name, *rest = diagnostic.identity
        if name not in paths:
            paths[name] = relative(name, folder)
        parts = (paths[name], *rest)
        text = "\0".join((*parts, str(counts[parts])))
        counts[parts] += 1
        yield blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


def relative(name: str, folder: Path) -> str:
    """Return the path of a file relative to a folder, with ``/`` between its parts."""
    if not name or name.startswith("<"):
        return name
    try:
        return os.path.relpath(name, folder).replace(os.sep, "/")
    except ValueError:  # it is on another drive
        return name


@frozen
class Baseline:
    """The findings that are known.

    Attributes:
        path: the file with them; paths of others are relative to its folder.
        known: the fingerprints of findings, by the path of their file and by their code.
        beyond: how many of each code are too many to be kept.
    """

    path: Path
    known: Mapping[str, Mapping[str, Sequence[str]]] = field(default=FrozenDict(), repr=False)
    beyond: Mapping[str, int] = FrozenDict()

    @classmethod
    def load(cls, path: Path) -> Baseline:
        """Read a baseline from a file.

        Raises:
            OptionError: If it is no baseline.
            OSError: If it cannot be read.
        """
        try:
            data = path.read_bytes()
        except FileNotFoundError as error:
            message = f"there is no baseline {path}; --write-baseline creates it"
            raise OptionError(message) from error
        try:
            document = json.loads(data)
            known = {
                file: {code: _texts(its) for code, its in codes.items()}
                for file, codes in document["findings"].items()
            }
            beyond = {str(code): int(count) for code, count in document["beyond"].items()}
            version = document["version"]
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
            message = f"{path} is not a baseline; --write-baseline creates one"
            raise OptionError(message) from error
        if version != _VERSION:
            message = f"{path} is a baseline of version {version}; this program knows {_VERSION}"
            raise OptionError(message)
        return cls(path, known, beyond)

    def new(self, diagnostics: Sequence[Diagnostic]) -> list[Diagnostic]:
        """Return the diagnostics that are not known."""
        known = {each for codes in self.known.values() for its in codes.values() for each in its}
        every = zip(diagnostics, fingerprints(diagnostics, self.path.parent), strict=True)
        return [diagnostic for diagnostic, mark in every if mark not in known]

    def gone(
        self, diagnostics: Iterable[Diagnostic], places: Iterable[str | os.PathLike[str]]
    ) -> int:
        """Return the number of known diagnostics that a check of *places* no longer finds."""
        checked = self._relative(places)
        expected = {
            each
            for file, codes in self.known.items()
            if _is_in(file, checked)
            for its in codes.values()
            for each in its
        }
        return len(expected.difference(fingerprints(diagnostics, self.path.parent)))

    def with_findings(
        self,
        diagnostics: Sequence[Diagnostic],
        beyond: Mapping[str, int],
        places: Iterable[str | os.PathLike[str]],
    ) -> Baseline:
        """Return the baseline after a check of *places*; other files keep their entries.

        Args:
            diagnostics: all that count.
            beyond: how many more of each code there are.
            places: the inputs that were checked.
        """
        folder, checked = self.path.parent, self._relative(places)
        known: defaultdict[str, defaultdict[str, list[str]]] = defaultdict(
            lambda: defaultdict(list)
        )
        for diagnostic, mark in zip(diagnostics, fingerprints(diagnostics, folder), strict=True):
            span = diagnostic.place
            file = "" if span is None else relative(span.source.name, folder)
            known[file][str(diagnostic.code)].append(mark)
        others = {
            file: codes
            for file, codes in self.known.items()
            if file not in known and (folder / file).exists() and not _is_in(file, checked)
        }
        return Baseline(self.path, {**others, **known}, beyond)

    def _relative(self, places: Iterable[str | os.PathLike[str]]) -> frozenset[str]:
        return frozenset(relative(os.fspath(each), self.path.parent) for each in places)

    def write(self) -> None:
        """Write the file: a line for each finding, sorted, so that its versions can be compared.

        Raises:
            OSError: If it cannot be written.
        """
        findings = {
            file: {code: sorted(its) for code, its in sorted(codes.items())}
            for file, codes in sorted(self.known.items())
        }
        document = {
            "version": _VERSION,
            "findings": findings,
            "beyond": dict(sorted(self.beyond.items())),
        }
        text = json.dumps(document, ensure_ascii=False, indent=1)
        data = f"{text}\n".encode("utf-8", "surrogatepass")
        replace_files({self.path: data}, make_folders=True)


def _texts(values: Any) -> tuple[str, ...]:
    """Return a list of strings as a tuple.

    Raises:
        TypeError: If they are not.
    """
    if not isinstance(values, list) or not all(isinstance(each, str) for each in values):
        raise TypeError(values)
    return tuple(values)


def _is_in(file: str, places: Container[str]) -> bool:
    """Return whether a file is one of the places or in one of them."""
    path = PurePosixPath(file)
    folders = path.parents if path.parts[:1] != ("..",) else path.parents[:-1]
    return any(str(each) in places for each in (path, *folders))
