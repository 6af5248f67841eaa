"""The audit of slots: whether their sheets exist and have enough cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from ...diagnostics import Diagnostic
from ...model import UNLIMITED, Fixed, Layout, Other, Sheet, Slot
from ..codes import CollationCode
from .collators import most_collated
from .sheets import balance_findings, event_findings, idle_findings, run_findings
from .supply import most_dealt, sheets_named
from .target import AuditedSlot, AuditTarget, slots_of

_REMEDIES = {
    "next": "the rest comes from its other sheets",
    "carry": "the next slot draws the rest",
    "refill": "the sheet is refilled, if its cards may occur again",
    "skip": "packs have fewer cards",
}


def slot_findings(target: AuditTarget) -> Iterator[Diagnostic]:
    """Yield diagnostics about the slots of packs, one layout after the other."""
    for layout in target.layouts:
        drawn = list(slots_of(layout))
        missing = list(_missing(target, drawn))
        yield from missing
        findings: list[Diagnostic] = []
        for each in drawn:
            findings += _sizes(target, each)
            findings += balance_findings(target, each)
        yield from findings
        yield from run_findings(target, layout, drawn)
        if not missing and not any(each.code is CollationCode.TOO_SMALL for each in findings):
            yield from _together(target, layout, drawn)
        yield from event_findings(target, layout)
    yield from idle_findings(target)


def _missing(target: AuditTarget, drawn: list[AuditedSlot]) -> Iterator[Diagnostic]:
    for each in drawn:
        where = target.where(each.layout, each.slot)
        for choice in each.slot.sheets:
            if choice.sheet not in target.cardset.sheets:
                yield CollationCode.MISSING_SHEET.of(where=where, sheet=choice.sheet)


def _sizes(target: AuditTarget, drawn: AuditedSlot) -> Iterator[Diagnostic]:
    """Yield a diagnostic if a slot lacks cards even as the only slot of its pack."""
    slot, sheets = drawn.slot, target.sheets(drawn.slot)
    if slot.count is UNLIMITED or not sheets:
        return
    remedies = target.remedies(slot)
    groups = [[sheet] for sheet in sheets]
    if len(sheets) > 1 and (slot.choose == "card" or "next" in remedies):
        groups = [sheets]
    for group in groups:
        has = _most(target, slot, group)
        if has is None or has >= slot.count:
            continue
        where = target.where(drawn.layout, slot)
        data: dict[str, Any] = {
            "where": where,
            "count": slot.count,
            "sheets": sheets_named([sheet.name for sheet in group]),
            "has": has,
        }
        remedy = "; ".join(_REMEDIES[each] for each in dict.fromkeys(remedies))
        if target.must_be_full(slot):
            yield CollationCode.TOO_SMALL.of(**data)
        else:
            yield CollationCode.SHORT.of(**data, remedy=remedy)
    for sheet in sheets:
        if isinstance(sheet.collation, Fixed) and slot.count < sheet.total:
            yield CollationCode.FIXED_CUT.of(
                where=target.where(drawn.layout, slot),
                count=slot.count,
                total=sheet.total,
                sheet=sheet.name,
                rest=sheet.total - slot.count,
            )


def _most(target: AuditTarget, slot: Slot, sheets: list[Sheet]) -> int | None:
    """Return how many cards a slot can take from *sheets* together; None if there is no limit."""
    each = [_capacity(target, slot, sheet, len(sheets)) for sheet in sheets]
    return None if None in each else sum(number or 0 for number in each)


def _capacity(target: AuditTarget, slot: Slot, sheet: Sheet, sheets: int) -> int | None:
    """Return how many cards a slot can take from one of its *sheets*; None if there is no limit."""
    if sheet.total and isinstance(sheet.collation, Other):
        most = most_collated(target, sheet, slot)
        # for the rest, a collator is called with another number of cards
        return most if sheets == 1 or slot.choose == "card" else None
    return target.capacity(sheet)


def _together(
    target: AuditTarget, layout: Layout, drawn: list[AuditedSlot]
) -> Iterator[Diagnostic]:
    """Yield diagnostics about slots of a pack that lack cards, or different cards, together."""
    by_chance = [
        each
        for each in drawn
        if isinstance(each.slot.count, int) and all(map(target.by_chance, target.sheets(each.slot)))
    ]
    if target.booster.distinct_scope == "slot":
        for each in by_chance:
            yield from _different(target, [each], target.where(layout, each.slot))
        return
    full = [each for each in by_chance if target.must_be_full(each.slot)]
    sure = [(each.slot, target.wanted(each.slot)) for each in full if each.share == 1]
    wanted = sum(count for _, count in sure)
    has = most_dealt(target, sure, 1, alike=True)
    where = target.where(layout)
    if has < wanted:
        yield CollationCode.PACK_TOO_LARGE.of(where=where, wanted=wanted, has=has)
        return
    gone: Counter[str] = Counter()
    for each in full:
        yield from _may_fail(target, each, gone)
        for sheet in target.sheets(each.slot):
            gone[sheet.name] += target.wanted(each.slot)
    alone = [list(_different(target, [e], target.where(layout, e.slot))) for e in by_chance]
    yield from (finding for each in alone for finding in each)
    if not any(alone):
        yield from _different(target, by_chance, where)


def _different(target: AuditTarget, drawn: list[AuditedSlot], where: str) -> Iterator[Diagnostic]:
    """Yield a diagnostic if the slots that every pack has cannot be filled without duplicates."""
    # sheets with too few copies are another diagnostic
    sure = [
        (each.slot, target.wanted(each.slot))
        for each in drawn
        if each.share == 1 or len(drawn) == 1
    ]
    enough = most_dealt(target, sure, 1, alike=True)
    has = most_dealt(target, sure, 1)
    if has < enough:
        yield CollationCode.DUPLICATES.of(where=where, count=enough, has=has)


def _may_fail(target: AuditTarget, drawn: AuditedSlot, gone: Counter[str]) -> Iterator[Diagnostic]:
    """Yield a diagnostic if random choices can leave a sheet with too few copies for a slot.

    Earlier slots can take the cards *gone* of each sheet.
    """
    slot = drawn.slot
    count = target.wanted(slot)
    sheets = target.sheets(slot)
    if len(sheets) > 1 and "next" in slot.on_short:
        return
    for sheet in sheets:
        capacity = target.capacity(sheet)
        if capacity is None:
            continue
        left = max(capacity - gone[sheet.name], 0)
        if left < count and (gone[sheet.name] or slot.choose == "card"):
            yield CollationCode.MAY_FAIL.of(
                where=target.where(drawn.layout, slot),
                count=count,
                has=left,
                sheets=sheets_named([sheet.name]),
            )
