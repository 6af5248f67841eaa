"""The fewest and the most cards of a kind that packs can have."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable
from typing import TypeAlias

from attrs import evolve

from ...model import UNLIMITED, Layout, PackCard, Sheet, SheetChoice, Slot
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
    names = Counter(sheet.name for slot in slots for sheet in subject.sheets(slot))
    alone = {name for name, number in names.items() if number == 1}
    least, most = _parts(subject, layout, test, alone)
    last: dict[str, Bounds] = {}
    for each in subject.replacements:
        own = [slot for slot in slots if slot.name == each.slot]
        if own and each.sheet in subject.cardset.sheets:
            # the card that goes is one of the slot, or of a replacement before
            usual = joined(slot_bounds(subject, evolve(slot, count=1), test) for slot in own)
            gone = last.get(each.slot, usual)
            replacing = Slot(each.slot, 1, (SheetChoice(each.sheet),), finish=each.finish)
            new = slot_bounds(subject, replacing, test)
            least, most = least + min(0, new[0] - gone[1]), most + max(0, new[1] - gone[0])
            last[each.slot] = joined((gone, new))
    return max(least, 0), most


def _parts(subject: Subject, layout: Layout, test: Test, alone: Collection[str]) -> Bounds:
    least = most = 0
    for part in layout.slots:
        if isinstance(part, Slot):
            low, high = slot_bounds(subject, part, test, alone)
        else:
            low, high = joined(
                _parts(subject, each, test, alone) for each in part.options if each.weight
            )
        least, most = least + low, most + high
    return least, most


def slot_bounds(subject: Subject, slot: Slot, test: Test, alone: Collection[str] = ()) -> Bounds:
    """The bounds for a slot; no other slot draws from the sheets called *alone*."""
    wanted = subject.wanted(slot)
    sheets = subject.sheets(slot)
    if not sheets:
        return 0, 0
    short = slot.count is UNLIMITED or "skip" in slot.on_short
    each = []
    for sheet in sheets:
        has = subject.capacity(sheet)
        count = min(wanted, has) if short and has is not None else wanted
        low, high = _sheet_bounds(subject, slot, sheet, count, test)
        each.append((low if not short or has is None or sheet.name in alone else 0, high))
    low, high = joined(each)
    if len(sheets) > 1 and (slot.choose == "card" or "next" in slot.on_short):
        all_are = not short and all(pair[0] == wanted for pair in each)
        low, high = wanted if all_are else 0, min(wanted, sum(pair[1] for pair in each))
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
