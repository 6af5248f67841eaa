"""Texts that are changed in a few places, and stay as they are in all others.

What a changed card set says is compared with what it said as it was read, both in the words of the
format's writer.  Where these differ, and only there, the text that was read is changed: it may say
the same in other words, in another order, with comments and spaces, which all stay.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import NamedTuple

from attrs import evolve

from ..losses import Loss, LossLog
from ..source import SourceText, spliced


class CannotPatchError(Exception):
    """Something that has changed has no place of its own in the text."""


class Edit(NamedTuple):
    """``text[start:end]`` becomes *new*."""

    start: int
    end: int
    new: str


def patched(text: str, edits: Sequence[Edit]) -> str:
    """Return *text* with *edits*; those at one place in their order.

    Raises:
        CannotPatchError: If edits overlap.
    """
    try:
        return spliced(text, edits)
    except ValueError as error:
        raise CannotPatchError from error


def patched_source(
    source: SourceText,
    edits: Iterable[Edit],
    is_right: Callable[[SourceText], bool],
    losses: LossLog,
    what: str,
) -> SourceText | None:
    """Return *source* with *edits*; if that is not possible, report it of *what* and return None.

    It cannot be if something has no place, if the encoding has not all characters, or if what
    comes of it is not right.
    """
    try:
        changed = evolve(source, text=patched(source.text, [*edits]))
    except CannotPatchError:
        changed = None
    if changed is not None and not changed.is_decoded_again():
        changed = changed.in_utf8()
    if changed is None or not changed.is_decoded_again() or not is_right(changed):
        losses.changed(Loss.FILE, source.name, what, "rewritten")
        return None
    return changed


def line_edits(
    places: Sequence[tuple[int, int]],
    before: Sequence[Hashable],
    after: Sequence[str],
    line_end: str,
) -> Iterator[Edit]:
    """Yield the edits of lines that stand at *places*, said *before*, and are to say *after*.

    The first line stays the first one.
    """
    end = 0
    for was, now in aligned(before, after):
        if was is None:
            yield Edit(end, end, f"{line_end}{after[now or 0]}")
            continue
        start, end = places[was]
        if now is None:
            yield Edit(start - len(line_end), end, "")
        elif before[was] != after[now]:
            yield Edit(start, end, after[now])


def aligned(
    before: Sequence[Hashable], after: Sequence[Hashable]
) -> Iterator[tuple[int | None, int | None]]:
    """Yield pairs of indices: which item of *before* has become which of *after*.

    Pairs of indices, None for an item that is new or gone, in the order of both.  Items that both
    have once, in the same order, are fixed points; what lies between these is paired one by one.
    """
    head = common(before, after)
    tail = common(before[head:][::-1], after[head:][::-1])
    ends = (len(before) - tail, len(after) - tail)
    yield from zip(range(head), range(head), strict=True)
    start, stop = head, head
    middle = before[head : ends[0]], after[head : ends[1]]
    for was, now in (*((one + head, other + head) for one, other in _fixed_points(*middle)), ends):
        first = common(before[start:was], after[stop:now])
        rest = common(before[start + first : was][::-1], after[stop + first : now][::-1])
        yield from zip(range(start, start + first), range(stop, stop + first), strict=True)
        yield from zip_longest(range(start + first, was - rest), range(stop + first, now - rest))
        yield from zip(range(was - rest, was), range(now - rest, now), strict=True)
        if (was, now) != ends:
            yield was, now
        start, stop = was + 1, now + 1
    yield from zip(range(ends[0], len(before)), range(ends[1], len(after)), strict=True)


def moved(
    before: Sequence[Hashable], after: Sequence[Hashable]
) -> Iterator[tuple[int | None, int | None]]:
    """Yield as :func:`aligned`, but an item that both have never becomes another one."""
    sides = set(before), set(after)
    for was, now in aligned(before, after):
        if (
            was is not None
            and now is not None
            and before[was] != after[now]
            and (before[was] in sides[1] or after[now] in sides[0])
        ):
            yield was, None
            yield None, now
        else:
            yield was, now


def common(before: Sequence[Hashable], after: Sequence[Hashable]) -> int:
    """Return the number of items that both begin with."""
    pairs = enumerate(zip(before, after, strict=False))
    differing = (n for n, (one, other) in pairs if one is not other and one != other)
    return next(differing, min(len(before), len(after)))


def _fixed_points(before: Sequence[Hashable], after: Sequence[Hashable]) -> list[tuple[int, int]]:
    """Return the longest sequence of pairs of equal items that are unique on both sides."""
    counts = [Counter(before), Counter(after)]
    places = {item: number for number, item in enumerate(before)}
    pairs = [
        (places[item], number)
        for number, item in enumerate(after)
        if all(count[item] == 1 for count in counts)
    ]
    # the longest increasing subsequence: for each length, the run that ends first
    ends: list[int] = []
    last: list[int] = []
    previous = [-1] * len(pairs)
    for number, (was, _) in enumerate(pairs):
        length = bisect_left(ends, was)
        previous[number] = last[length - 1] if length else -1
        ends[length : length + 1] = [was]
        last[length : length + 1] = [number]
    run = []
    number = last[-1] if last else -1
    while number >= 0:
        run.append(pairs[number])
        number = previous[number]
    return run[::-1]
