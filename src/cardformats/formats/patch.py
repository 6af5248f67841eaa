"""Texts that are changed in a few places, and stay as they are in all others.

What a changed card set says is compared with what it said as it was read, both in the words of the
format's writer.  Where these differ, and only there, the text that was read is changed: it may say
the same in other words, in another order, with comments and blanks, which all stay.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from difflib import SequenceMatcher
from itertools import zip_longest
from typing import NamedTuple

#: So many items of a sequence are compared with so many others; of more, all are taken for changed.
_MOST_COMPARED = 4_000


class CannotPatchError(Exception):
    """Something that has changed has no place of its own in the text."""


class Edit(NamedTuple):
    """``text[start:end]`` becomes *new*."""

    start: int
    end: int
    new: str


def patched(text: str, edits: Sequence[Edit]) -> str:
    """*text* with *edits*, which do not overlap; those at one place in their order."""
    parts: list[str] = []
    position = 0
    for start, end, new in sorted(edits, key=lambda edit: edit[:2]):
        parts += (text[position:start], new)
        position = end
    return "".join((*parts, text[position:]))


def aligned(
    before: Sequence[Hashable], after: Sequence[Hashable]
) -> Iterator[tuple[int | None, int | None]]:
    """Which item of *before* has become which of *after*, in the order of *after*.

    None stands for an item that is new, or for one that is gone.
    """
    same = 0
    while same < min(len(before), len(after)) and before[same] == after[same]:
        same += 1
    rest = 0
    while rest < min(len(before), len(after)) - same and before[-1 - rest] == after[-1 - rest]:
        rest += 1
    yield from zip(range(same), range(same), strict=True)
    old, new = before[same : len(before) - rest], after[same : len(after) - rest]
    opcodes: Sequence[tuple[str, int, int, int, int]]
    if max(len(old), len(new)) > _MOST_COMPARED:
        opcodes = [("replace", 0, len(old), 0, len(new))]
    else:
        opcodes = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    for _, first, last, start, stop in opcodes:
        changed = zip_longest(range(first, last), range(start, stop))
        for one, other in changed:
            yield None if one is None else same + one, None if other is None else same + other
    yield from zip(
        range(len(before) - rest, len(before)), range(len(after) - rest, len(after)), strict=True
    )
