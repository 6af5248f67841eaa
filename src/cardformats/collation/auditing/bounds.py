"""The fewest and the most cards of a kind that packs can have."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias

from ...model import UNLIMITED, Layout, Sheet, SheetChoice, Slot
from ..packs import PackCard
from .subject import Subject, slots_of

#: Whether a card in a pack is of the kind.
Test: TypeAlias = Callable[[PackCard], bool]

#: The fewest and the most.
Bounds: TypeAlias = tuple[int, int]


def layout_bounds(subject: Subject, layout: Layout, test: Test) -> Bounds:
    """The bounds for packs of *layout*; they hold always, but may not be reached."""
    slots = [each.slot for each in slots_of(layout)]
    if any("carry" in slot.on_short for slot in slots):
        return 0, sum(map(subject.wanted, slots)) + len(subject.replacements)
    least, most = _parts(subject, layout, test)
    for each in subject.replacements:
        if each.sheet in subject.cardset.sheets:
            slot = Slot(each.slot, 1, (SheetChoice(each.sheet),), finish=each.finish)
            low, high = slot_bounds(subject, slot, test)
            least, most = max(least - 1 + low, 0), most + high
    return least, most


def _parts(subject: Subject, layout: Layout, test: Test) -> Bounds:
    least = most = 0
    for part in layout.slots:
        if isinstance(part, Slot):
            low, high = slot_bounds(subject, part, test)
        else:
            low, high = joined(_parts(subject, each, test) for each in part.options if each.weight)
        least, most = least + low, most + high
    return least, most


def slot_bounds(subject: Subject, slot: Slot, test: Test) -> Bounds:
    """The bounds for a slot."""
    count = subject.wanted(slot)
    sheets = subject.sheets(slot)
    if not sheets:
        return 0, 0
    each = [_sheet_bounds(subject, slot, sheet, count, test) for sheet in sheets]
    low, high = joined(each)
    if len(sheets) > 1 and (slot.choose == "card" or "next" in slot.on_short):
        all_are = all(pair[0] == count for pair in each)
        low, high = count if all_are else 0, min(count, sum(pair[1] for pair in each))
    if {"skip", "carry"} & set(slot.on_short) or slot.count is UNLIMITED:
        short = [subject.capacity(sheet) for sheet in sheets]
        if slot.count is UNLIMITED or any(has is not None and has < count for has in short):
            low = 0
    return low, high


def _sheet_bounds(subject: Subject, slot: Slot, sheet: Sheet, count: int, test: Test) -> Bounds:
    """The bounds for *count* cards of one sheet."""
    finish = slot.finish or sheet.finish
    of_kind = 0
    for entry in sheet.entries:
        card = PackCard(entry.card, slot.name, sheet.name, entry.finish or finish)
        of_kind += entry.copies if test(card) else 0
    others = sheet.total - of_kind
    if subject.capacity(sheet) is None:  # copies can come again
        return (count if of_kind and not others else 0), (count if of_kind else 0)
    return max(min(count, sheet.total) - others, 0), min(count, of_kind)


def joined(bounds: Iterable[Bounds]) -> Bounds:
    """The bounds for what has one or another of several."""
    each = list(bounds)
    return min(pair[0] for pair in each), max(pair[1] for pair in each)
