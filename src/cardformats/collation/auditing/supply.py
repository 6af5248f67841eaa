"""The audit of a finite supply: whether its copies last for all packs of the event."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ...diagnostics import Diagnostic
from ...errors import CollationError
from ...model import Balanced, Random, Slot
from ..codes import CollationCode
from .asked import NONE, Needs, added, repeated
from .dealing import PackGroup, groups_of
from .needs import most_dealt
from .subject import Subject, slots_of

#: A slot, and how many cards it wants for all packs.
_Wanted = tuple[Slot, int]


def supply_findings(subject: Subject) -> Iterator[Diagnostic]:
    """Whether a finite supply lasts, and without duplicates."""
    if subject.event.supply != "finite":
        return
    try:
        groups = groups_of(subject.cardset, subject.booster, subject.event, subject.players)
    except CollationError:  # found elsewhere
        return
    packs = sum(group.packs for group in groups)
    data: dict[str, Any] = {"packs": packs, "players": subject.players}
    needs = _asked(subject, groups)
    finite = [
        sheet
        for sheet in subject.cardset.sheets.values()
        if sheet.total
        if isinstance(sheet.collation, Balanced) or sheet.collation == Random(replacement=False)
    ]
    short = False
    for sheet in finite:
        least, expected, most = needs.get(sheet.name, NONE)
        if least > sheet.total:
            short = True
            sheets = f"the sheet {sheet.name!r}"
            yield CollationCode.SUPPLY_TOO_SMALL.at(
                None, **data, sheets=sheets, wanted=least, has=sheet.total, have="has"
            )
        elif most > sheet.total:
            yield CollationCode.SUPPLY_MAY_FAIL.at(
                None,
                **data,
                sheet=sheet.name,
                wanted=most,
                expected=f"{float(expected):.4g}",
                has=sheet.total,
            )
    if not short:
        yield from _together(subject, _sure(groups, {sheet.name for sheet in finite}), packs)


def _asked(subject: Subject, groups: Sequence[PackGroup]) -> Needs:
    """The cards of each sheet that all packs ask for; those that must be there."""
    needs: Needs = {}
    for group in groups:
        its = Subject(subject.cardset, group.booster, subject.players)
        asking = its.asking(lambda slot: subject.must_be_full(slot) and "next" not in slot.on_short)
        layouts = [(weight, asking.layout(layout)) for layout, weight in group.layouts]
        bag = not subject.event.layout_replacement
        needs = added(needs, repeated(layouts, group.packs, bag=bag))
    return needs


def _sure(groups: Sequence[PackGroup], finite: set[str]) -> list[_Wanted]:
    """The slots that all packs of a group have, and that draw from the supply only."""
    wanted = []
    for group in groups:
        layouts = [layout for layout, weight in group.layouts if weight]
        for each in slots_of(layouts[0]) if len(layouts) == 1 else ():
            count = each.slot.count
            names = {choice.sheet for choice in each.slot.sheets if choice.weight}
            if each.share == 1 and isinstance(count, int) and names <= finite:
                wanted.append((each.slot, group.packs * count))
    return wanted


def _together(subject: Subject, wanted: list[_Wanted], packs: int) -> Iterator[Diagnostic]:
    """Whether copies, and different cards, last for slots that share sheets."""
    full = [(slot, count) for slot, count in wanted if subject.must_be_full(slot)]
    total = sum(count for _, count in full)
    has = most_dealt(subject, full, packs, alike=True)
    data: dict[str, Any] = {"packs": packs, "players": subject.players, "wanted": total, "has": has}
    names = dict.fromkeys(choice.sheet for slot, _ in full for choice in slot.sheets)
    sheets = "the sheet " if len(names) == 1 else "the sheets "
    sheets += ", ".join(map(repr, names))
    if has < total:
        have = "has" if len(names) == 1 else "have"
        yield CollationCode.SUPPLY_TOO_SMALL.at(None, **data, sheets=sheets, have=have)
        return
    different = most_dealt(subject, full, packs)
    if different < total:
        scope = "slot" if subject.booster.distinct_scope == "slot" else "pack"
        unit = "name" if subject.booster.distinct == "name" else "card"
        more = {"sheets": sheets, "has": different, "unit": unit, "scope": scope}
        yield CollationCode.SUPPLY_ALIKE.at(None, **data | more)
