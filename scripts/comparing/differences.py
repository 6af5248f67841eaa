"""Where two values of an observation differ, and how often each kind of difference occurs."""

from __future__ import annotations

import json
import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from difflib import unified_diff
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, Final

from .records import Stored

#: Maximum number of characters of each value in an example.
_SHOWN: Final = 300
#: Maximum number of kinds of difference that are counted for one observation.
_KINDS: Final = 30
_ABSENT: Final = "(absent)"
#: A key that the library gives; another one is data.
_KEY: Final = re.compile(r"[a-z][a-z_]*$")
_DIAGNOSTIC: Final = re.compile(r"([A-Z]+\d+) \w+")


@dataclass(frozen=True)
class Difference:
    """A place where two values differ.

    Attributes:
        kind: which values, and where in them.
        old, new: the values there, shortened.
        size: how many characters the whole values have; the smallest example is shown.
    """

    kind: str
    old: str
    new: str
    size: int


def _shown(value: Any) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _SHOWN else text[:_SHOWN] + " …"


def _text_pair(old: str, new: str) -> tuple[str, str]:
    """Return the lines that differ first in two texts."""
    lines = list(unified_diff(old.splitlines(), new.splitlines(), lineterm="", n=0))[2:20]
    gone = [line for line in lines if line.startswith("-")]
    come = [line for line in lines if line.startswith("+")]
    return _shown("\n".join(gone) or "(line ends)"), _shown("\n".join(come) or "(line ends)")


def _of_diagnostics(old: list[str], new: list[str]) -> Iterator[tuple[str, Any, Any]]:
    """Yield the diagnostics that only one list has: code by code."""
    gone, come = Counter(old) - Counter(new), Counter(new) - Counter(old)
    codes = sorted({line.split()[0] for line in (*gone, *come)})
    for code in codes:
        before = [line for line in gone.elements() if line.split()[0] == code]
        after = [line for line in come.elements() if line.split()[0] == code]
        how = "elsewhere" if before and after else "missing" if before else "new"
        yield f" · {code} {how}", before or _ABSENT, after or _ABSENT


def _are_diagnostics(value: Any) -> bool:
    return isinstance(value, list) and all(
        isinstance(each, str) and _DIAGNOSTIC.match(each) for each in value
    )


def _places(old: Any, new: Any, path: str = "") -> Iterator[tuple[str, Any, Any]]:
    """Yield where two values of JSON differ: a path without numbers, and what is there."""
    if isinstance(old, dict) and isinstance(new, dict):
        for key in sorted(old.keys() | new.keys()):
            name = key if _KEY.match(key) else "*"
            yield from _places(old.get(key, _ABSENT), new.get(key, _ABSENT), f"{path}.{name}")
    elif _are_diagnostics(old) and _are_diagnostics(new):
        for where, before, after in _of_diagnostics(old, new):
            yield path + where, before, after
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for before, after in zip(old, new, strict=True):
            yield from _places(before, after, f"{path}[]")
    elif isinstance(old, list) and isinstance(new, list):
        yield f"{path} length", f"{len(old)}: {_shown(old)}", f"{len(new)}: {_shown(new)}"
    elif old != new or type(old) is not type(new):
        yield path, old, new


def differences(kind: str, old: Any, new: Any, size: int) -> Iterator[Difference]:
    """Yield where the values of an observation of that *kind* differ, each kind of place once."""
    seen = set()
    for path, before, after in _places(old, new):
        if path in seen:
            continue
        seen.add(path)
        if len(seen) > _KINDS:
            return
        texts = isinstance(before, str) and isinstance(after, str) and "\n" in before + after
        pair = _text_pair(before, after) if texts else (_shown(before), _shown(after))
        yield Difference(kind + path, *pair, size)


@dataclass(frozen=True)
class Expected:
    """A kind of difference that is meant.

    Attributes:
        kind: a pattern of kinds, as of file names.
        reason: why it is right.
    """

    kind: str
    reason: str

    @classmethod
    def read(cls, path: Path) -> tuple[Expected, ...]:
        """Return what a file of TOML expects: a list ``expected``, with ``kind`` and ``reason``."""
        rows = tomllib.loads(path.read_text("utf-8")).get("expected", ())
        return tuple(cls(row["kind"], row["reason"]) for row in rows)

    def fits(self, kind: str) -> bool:
        """Return whether a kind of difference is of this pattern."""
        return fnmatchcase(kind, self.kind.replace("[", "[[]"))


@dataclass
class _Kind:
    count: int = 0
    key: str = ""
    smallest: Difference | None = None

    def add(self, key: str, found: Difference) -> None:
        self.count += 1
        if self.smallest is None or found.size < self.smallest.size:
            self.key, self.smallest = key, found


@dataclass
class Comparison:
    """The differences of two files of observations, by kind.

    Attributes:
        compared: how many observations both files have.
        kinds: the differences, by kind.
    """

    compared: int = 0
    kinds: dict[str, _Kind] = field(default_factory=dict)

    @classmethod
    def of(cls, old: Stored, new: Stored) -> Comparison:
        """Compare two files of observations."""
        self = cls()
        self.add(old, new)
        return self

    def add(self, old: Stored, new: Stored) -> None:
        """Compare two more files of observations."""
        for name in old:
            if name not in new:
                self._add(name, Difference(f"{name[0]} (only in the old version)", "", "", 0))
                continue
            self.compared += 1
            if old.differs(name, new):
                size = old.size(name) + new.size(name)
                for each in differences(name[0], old.value(name), new.value(name), size):
                    self._add(name, each)
        for name in new:
            if name not in old:
                self._add(name, Difference(f"{name[0]} (only in the new version)", "", "", 0))

    def _add(self, name: tuple[str, str], found: Difference) -> None:
        self.kinds.setdefault(found.kind, _Kind()).add(name[1], found)

    def unexpected(self, expected: Iterable[Expected]) -> list[str]:
        """Return the kinds of difference that no pattern fits."""
        known = tuple(expected)
        return [kind for kind in self.kinds if not any(each.fits(kind) for each in known)]

    def lines(self, expected: Iterable[Expected]) -> Iterator[str]:
        """Yield a report: unexpected kinds with their smallest examples, then expected ones."""
        known = tuple(expected)
        wrong = set(self.unexpected(known))
        yield f"{self.compared:,} observations compared, {len(self.kinds)} kinds of difference"
        for kind in sorted(wrong, key=lambda kind: (-self.kinds[kind].count, kind)):
            yield from self._shown(kind)
        for each in known:
            fitting = [kind for kind in sorted(self.kinds) if kind not in wrong and each.fits(kind)]
            if fitting:
                yield f"\nexpected: {each.reason}"
                for kind in fitting:
                    yield f"  {self.kinds[kind].count:>6,} × {kind}"

    def _shown(self, kind: str) -> Iterator[str]:
        row = self.kinds[kind]
        yield f"\n{row.count:,} × {kind}"
        yield f"  smallest: {row.key}"
        if row.smallest is not None:
            for sign, text in (("old", row.smallest.old), ("new", row.smallest.new)):
                head, *rest = (text or '""').splitlines()
                yield f"    {sign}: {head}"
                yield from (f"         {line}" for line in rest)
