"""The audit of a booster's constraints, and of sheets that share cards."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from typing import Any

from ...diagnostics import Diagnostic
from ...errors import CardFormatsError
from ...model import AtLeast, AtMost, Layout, Replace
from ..codes import CollationCode
from ..constraints import CardTests, Guarantees, in_words
from ..odds.table import ExactOdds
from .sheets import examples
from .target import AuditTarget, layout_bounds, slots_of

#: The maximum number of sheets of a layout that are compared in pairs for shared cards.
_MOST_SHEETS = 60

#: The minimum share of packs that meet the constraints; below it, a warning is reported.
_SELDOM = Fraction(1, 1_000)


def constraint_findings(target: AuditTarget) -> Iterator[Diagnostic]:
    """Yield guarantees that cannot be met, and replacements that cannot happen."""
    slots = {each.slot.name for each in target.drawn}
    for each in target.booster.constraints:
        if isinstance(each, Replace) and not each.probability:
            yield CollationCode.REPLACES_NEVER.of(slot=each.slot, sheet=each.sheet)
    for each in target.replacements:
        if each.slot not in slots:
            yield CollationCode.REPLACES_NOTHING.of(slot=each.slot, sheet=each.sheet)
        elif each.sheet not in target.cardset.sheets:
            where = f"the replacement of a card of the slot {each.slot!r}"
            yield CollationCode.MISSING_SHEET.of(where=where, sheet=each.sheet)
    guarantees = Guarantees(target.cardset, target.booster)
    if not guarantees.limits:
        return
    tests = CardTests(target.cardset)
    findings = [each for limit in guarantees.limits for each in _guarantee(target, limit, tests)]
    yield from findings
    if not any(each.code is CollationCode.GUARANTEE_IMPOSSIBLE for each in findings):
        yield from _together(target, guarantees)
    supply = target.event.supply
    if supply != "infinite":
        yield CollationCode.GUARANTEE_OF_SUPPLY.of(supply=supply, limits=guarantees)


def _together(target: AuditTarget, guarantees: Guarantees) -> Iterator[Diagnostic]:
    """Yield a diagnostic if all guarantees together are met by no pack, or only by few packs."""
    least = {(e.property, e.value.lower()): e for e in guarantees.limits if isinstance(e, AtLeast)}
    for each in guarantees.limits:
        other = least.get((each.property, each.value.lower()))
        if isinstance(each, AtMost) and other is not None and each.count < other.count:
            limits = f"{in_words(other)}; {in_words(each)}"
            yield CollationCode.NEVER_KEPT.of(limits=limits)
            return
    share = _share_kept(target)
    if share == 0:
        yield CollationCode.NEVER_KEPT.of(limits=guarantees)
    elif share is not None and share < _SELDOM:
        number = f"{round(1 / share):,}"
        yield CollationCode.SELDOM_KEPT.of(number=number, limits=guarantees)


def _share_kept(target: AuditTarget) -> Fraction | None:
    """Return the share of packs that meet all guarantees, in the round with the smallest share.

    None if the share is not known.
    """
    cardset, booster = target.cardset, target.booster
    try:
        exact = ExactOdds.of(cardset, booster)
        shares = [exact.kept(round_) for round_ in exact.rounds(None)]
    except CardFormatsError:  # no pack can be made, which is another diagnostic
        return None
    except Exception:
        if not target.has_collators:
            raise
        return None  # a collator raised it, which is another diagnostic
    return min((share for share in shares if share is not None), default=None)


def _guarantee(
    target: AuditTarget, limit: AtLeast | AtMost, tests: CardTests
) -> Iterator[Diagnostic]:
    test = tests.test(limit.property, limit.value)
    bounds = [layout_bounds(target, layout, test) for layout in target.layouts]
    at_least = isinstance(limit, AtLeast)
    broken = [
        (layout, most if at_least else least)
        for layout, (least, most) in zip(target.layouts, bounds, strict=True)
        if (most < limit.count if at_least else least > limit.count)
    ]
    data: dict[str, Any] = {
        "relation": "at least" if at_least else "at most",
        "nearest": "at most" if at_least else "at least",
        "count": limit.count,
        "property": limit.property,
        "value": limit.value,
    }
    if broken and len(broken) == len(target.layouts):
        numbers = [number for _, number in broken]
        nearest = max(numbers) if at_least else min(numbers)
        yield CollationCode.GUARANTEE_IMPOSSIBLE.of(**data, found=nearest)
        return
    for layout, number in broken:
        where = target.where(layout)
        yield CollationCode.GUARANTEE_EXCLUDES.of(**data, where=where, found=number)


def overlap_findings(target: AuditTarget) -> Iterator[Diagnostic]:
    """Yield the sheets of a layout that share cards. Each pair is reported once."""
    seen: set[tuple[str, str]] = set()
    for layout in target.layouts:
        for one, other in _pairs(target, layout):
            if (one, other) not in seen:
                seen.add((one, other))
                yield from _overlap(target, layout, one, other)


def _pairs(target: AuditTarget, layout: Layout) -> Iterator[tuple[str, str]]:
    """Yield the pairs of sheets of different slots."""
    drawn = list(slots_of(layout))
    of_slot = [[sheet.name for sheet in target.sheets(each.slot)] for each in drawn]
    if len({name for names in of_slot for name in names}) > _MOST_SHEETS:
        return
    for mine, theirs in combinations(of_slot, 2):
        for one in mine:
            yield from ((min(one, other), max(one, other)) for other in theirs if one != other)


def _overlap(target: AuditTarget, layout: Layout, one: str, other: str) -> Iterator[Diagnostic]:
    sheets = target.cardset.sheets[one], target.cardset.sheets[other]
    mine, theirs = ({e.card: None for e in sheet.entries if e.copies} for sheet in sheets)
    shared = [card for card in mine if card in theirs]
    if not shared:
        return
    scope = target.booster.distinct_scope
    repeats = any(map(target.may_repeat, sheets))
    if not repeats and scope != "slot" and all(map(target.by_chance, sheets)):
        effect = "no card occurs twice while other cards are left"
    elif repeats:
        effect = "a pack can have such a card from both"
    elif scope == "slot":
        effect = "a pack can have such a card from both: duplicates are only avoided within a slot"
    else:
        effect = "a pack can have such a card from both: one of the sheets is not drawn at random"
    yield CollationCode.OVERLAP.of(
        where=target.where(layout),
        one=one,
        other=other,
        count=len(shared),
        examples=examples(shared),
        effect=effect,
    )
