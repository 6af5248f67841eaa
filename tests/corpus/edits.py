"""What tests change in cards that were read, and what that changes in files."""

from __future__ import annotations

from itertools import takewhile

from attrs import evolve


def with_face(card, **changes):
    """*card* with another front."""
    return evolve(card, faces=[evolve(card.faces[0], **changes), *card.faces[1:]])


def changed_lines(before, after):
    """The lines of the one place that differs: those before, and those after."""
    start = alike(before, after)
    before, after = before[start:], after[start:]
    same = alike(before[::-1], after[::-1])
    return before[: len(before) - same], after[: len(after) - same]


def alike(before, after):
    """How many of the first lines are the same."""
    pairs = zip(before, after, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
