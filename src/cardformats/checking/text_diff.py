"""What changes in a text, as git shows it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import unified_diff
from itertools import groupby, pairwise
from pathlib import Path
from typing import Final

from ..source import SourceText

#: Number of context lines around a change.
_CONTEXT: Final = 3
#: What a name cannot have in a line of a diff without quotes.
_ODD: Final = re.compile(r'[\x00-\x1f"\\\x7f]')


def text_diff(path: Path, before: SourceText, after: SourceText) -> Iterator[str]:
    """Yield the lines of a unified diff of a file, which ``git apply`` accepts.

    It takes linear time where no line is new or gone, as is usual.
    """
    name = path.as_posix().lstrip("/")
    old, new = (_quoted(f"{letter}/{name}") for letter in "ab")
    yield from _hunks((old, new), _lines(before), _lines(after))
    if before.encoding != after.encoding:
        yield f"# {_quoted(name)}: its encoding was {before.encoding}, and is {after.encoding}"


def _quoted(name: str) -> str:
    """Return the name of a file, as git quotes one that would not be one line of a diff."""
    if not _ODD.search(name):
        return name
    return '"' + _ODD.sub(lambda match: f"\\{ord(match[0]):03o}", name) + '"'


def _hunks(names: tuple[str, str], old: list[str], new: list[str]) -> Iterator[str]:
    if len(old) != len(new):
        yield from unified_diff(old, new, *names, lineterm="")
        return
    changed = [number for number, pair in enumerate(zip(old, new, strict=True)) if len({*pair}) > 1]
    if changed:
        yield from (f"--- {names[0]}", f"+++ {names[1]}")
    far = [0, *(n for n, (a, b) in enumerate(pairwise(changed), 1) if b - a > 2 * _CONTEXT)]
    for first, last in pairwise((*far, len(changed)) if changed else ()):
        start = max(0, changed[first] - _CONTEXT)
        stop = min(len(old), changed[last - 1] + 1 + _CONTEXT)
        yield f"@@ -{start + 1},{stop - start} +{start + 1},{stop - start} @@"
        pairs = zip(old[start:stop], new[start:stop], strict=True)
        for is_same, group in groupby(pairs, lambda pair: pair[0] == pair[1]):
            run = [*group]
            yield from (f" {before}" if is_same else f"-{before}" for before, _ in run)
            yield from (f"+{after}" for _, after in run if not is_same)


def _lines(source: SourceText) -> list[str]:
    """Return the lines of a text with carriage returns; the last may have no end, as in git."""
    *lines, last = source.text.split("\n")
    return [*lines, f"{last}\n\\ No newline at end of file"] if last else lines
