"""The audit of a booster's constraints, and of sheets that share cards."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from ...diagnostics import Diagnostic
from ...model import AtLeast, AtMost, Layout
from ..codes import CollationCode
from ..constraints import CardTests
from .bounds import layout_bounds
from .sheets import examples
from .subject import Subject, slots_of

#: Pairs of sheets that share cards are looked for among so many of a layout.
_MOST_SHEETS = 60


def constraint_findings(subject: Subject) -> Iterator[Diagnostic]:
    """Which guarantees cannot hold, and which replacements cannot happen."""
    slots = {each.slot.name for each in subject.drawn}
    for each in subject.replacements:
        if each.slot not in slots:
            yield CollationCode.REPLACES_NOTHING.at(None, slot=each.slot, sheet=each.sheet)
        elif each.sheet not in subject.cardset.sheets:
            where = f"the replacement of a card of the slot {each.slot!r}"
            yield CollationCode.MISSING_SHEET.at(None, where=where, sheet=each.sheet)
    tests = CardTests(subject.cardset)
    for limit in subject.booster.constraints:
        if isinstance(limit, (AtLeast, AtMost)):
            yield from _guarantee(subject, limit, tests)


def _guarantee(subject: Subject, limit: AtLeast | AtMost, tests: CardTests) -> Iterator[Diagnostic]:
    test = tests.test(limit.property, limit.value)
    bounds = [layout_bounds(subject, layout, test) for layout in subject.layouts]
    at_least = isinstance(limit, AtLeast)
    broken = [
        (layout, most if at_least else least)
        for layout, (least, most) in zip(subject.layouts, bounds, strict=True)
        if (most < limit.count if at_least else least > limit.count)
    ]
    data: dict[str, Any] = {
        "relation": "at least" if at_least else "at most",
        "nearest": "at most" if at_least else "at least",
        "count": limit.count,
        "property": limit.property,
        "value": limit.value,
    }
    if broken and len(broken) == len(subject.layouts):
        found = [number for _, number in broken]
        nearest = max(found) if at_least else min(found)
        yield CollationCode.GUARANTEE_IMPOSSIBLE.at(None, **data, found=nearest)
        return
    for layout, number in broken:
        where = subject.where(layout)
        yield CollationCode.GUARANTEE_EXCLUDES.at(None, **data, where=where, found=number)


def overlap_findings(subject: Subject) -> Iterator[Diagnostic]:
    """Which sheets of a layout share cards; each pair once."""
    seen: set[tuple[str, str]] = set()
    for layout in subject.layouts:
        for one, other in _pairs(subject, layout):
            if (one, other) not in seen:
                seen.add((one, other))
                yield from _overlap(subject, layout, one, other)


def _pairs(subject: Subject, layout: Layout) -> Iterator[tuple[str, str]]:
    """The pairs of sheets of different slots."""
    drawn = list(slots_of(layout))
    of_slot = [[sheet.name for sheet in subject.sheets(each.slot)] for each in drawn]
    if len({name for names in of_slot for name in names}) > _MOST_SHEETS:
        return
    for mine, theirs in combinations(of_slot, 2):
        for one in mine:
            yield from ((min(one, other), max(one, other)) for other in theirs if one != other)


def _overlap(subject: Subject, layout: Layout, one: str, other: str) -> Iterator[Diagnostic]:
    sheets = subject.cardset.sheets[one], subject.cardset.sheets[other]
    mine, theirs = ({e.card: None for e in sheet.entries if e.copies} for sheet in sheets)
    shared = [card for card in mine if card in theirs]
    if not shared:
        return
    scope = subject.booster.distinct_scope
    if subject.distinct and scope != "slot" and all(map(subject.by_chance, sheets)):
        effect = "they are kept apart: no card comes twice as long as there are others"
    elif not subject.distinct:
        effect = "a pack can have such a card from both"
    elif scope == "slot":
        effect = "a pack can have such a card from both: only within a slot no card comes twice"
    else:
        effect = "a pack can have such a card from both: not both sheets are drawn from at random"
    yield CollationCode.OVERLAP.at(
        None,
        where=subject.where(layout),
        one=one,
        other=other,
        count=len(shared),
        examples=examples(shared),
        effect=effect,
    )
