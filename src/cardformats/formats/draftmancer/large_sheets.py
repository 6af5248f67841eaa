"""Sheets with too many copies for a list: Draftmancer creates a card for each copy.

If packs take one card at a time from such a sheet, it is divided into a sheet for each number of
copies. The slot chooses among these by weight, which gives exactly the same probabilities. Other
sheets get fewer copies in nearly the same proportions.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction

from attrs import evolve

from ...losses import Loss, LossLog
from ...model import CardSet, Choice, Entry, Layout, Random, Sheet, SheetChoice, Slot

#: The maximum number of copies on a sheet, also for the reader.
MOST_COPIES = 1_000_000


def without_large_sheets(cardset: CardSet, losses: LossLog) -> CardSet:
    """Return *cardset* with sheets of at most :data:`MOST_COPIES` copies."""
    large = {name: each for name, each in cardset.sheets.items() if each.total > MOST_COPIES}
    if not large:
        return cardset
    slots = [slot for booster in cardset.boosters for slot, _ in booster.walk()]
    several = {each.sheet for slot in slots if slot.count != 1 for each in slot.sheets}
    parts: dict[str, dict[str, Sheet]] = {}
    shares: dict[str, list[SheetChoice]] = {}
    for name, sheet in large.items():
        if name in several or not isinstance(sheet.collation, Random):
            parts[name] = {name: _smaller(sheet)}
            losses.changed(Loss.WEIGHT, name, "copies beyond a million", "near proportions")
            continue
        by_copies = list(_by_copies(sheet, cardset.sheets.keys()))
        parts[name] = {part.name: part for _, part in by_copies}
        shares[name] = [
            SheetChoice(part.name, Fraction(copies * len(part.entries), sheet.total))
            for copies, part in by_copies
        ]
    kept = {name: {name: each} for name, each in cardset.sheets.items()} | parts
    sheets = [each for name in cardset.sheets for each in kept[name].values()]
    boosters = [
        evolve(booster, layouts=[_choosing(layout, shares) for layout in booster.layouts])
        for booster in cardset.boosters
    ]
    return evolve(cardset, sheets=sheets, boosters=boosters)


def _by_copies(sheet: Sheet, taken: Collection[str]) -> Iterator[tuple[int, Sheet]]:
    """Yield each number of copies, with a sheet of the cards that have it."""
    groups: dict[int, list[Entry]] = {}
    for entry in sheet.entries:
        if entry.copies:
            groups.setdefault(entry.copies, []).append(evolve(entry, copies=1))
    for number, (copies, entries) in enumerate(groups.items(), 1):
        name = f"{sheet.name} {number}"
        while name in taken:
            name += "'"
        yield copies, evolve(sheet, name=name, entries=entries)


def _smaller(sheet: Sheet) -> Sheet:
    """Return *sheet* with fewer copies, but at least one of each card that has any."""
    left = MOST_COPIES - len(sheet.entries)
    return evolve(
        sheet,
        entries=[
            evolve(entry, copies=max(1, entry.copies * left // sheet.total) if entry.copies else 0)
            for entry in sheet.entries
        ],
    )


def _choosing(layout: Layout, shares: Mapping[str, Sequence[SheetChoice]]) -> Layout:
    """Return *layout* with the parts of a divided sheet instead of the sheet."""
    parts: list[Slot | Choice] = []
    for part in layout.slots:
        if isinstance(part, Choice):
            parts.append(Choice(_choosing(option, shares) for option in part.options))
            continue
        sheets = [
            evolve(own, weight=own.weight * each.weight)
            for each in part.sheets
            for own in shares.get(each.sheet, (SheetChoice(each.sheet),))
        ]
        parts.append(evolve(part, sheets=sheets))
    return evolve(layout, slots=parts)
