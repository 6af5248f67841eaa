"""The audit of balance: whether it can be had, and does anything."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ...diagnostics import Diagnostic
from ...model import Balanced, Color, Random, Sheet
from ..codes import CollationCode
from ..properties import COLORS, balance_class
from .subject import Drawn, Subject

#: A sheet of fewer colours is not meant to have all.
_MANY = 3


def balance_findings(subject: Subject, drawn: Drawn) -> Iterator[Diagnostic]:
    """Whether the balance of a slot's sheets can be had, and does anything."""
    for sheet in subject.sheets(drawn.slot):
        if not isinstance(sheet.collation, Balanced) or not sheet.total:
            continue
        by, count = sheet.collation.by, subject.wanted(drawn.slot)
        where = subject.where(drawn.layout, drawn.slot)
        data = {"where": where, "by": by, "sheet": sheet.name}
        classes = _classes(subject, sheet, by)
        if len(classes) < 2:  # noqa: PLR2004 - a balance has two sides
            yield CollationCode.BALANCE_IDLE.at(None, **data)
            continue
        if rare := _rare(sheet, classes, count):
            yield CollationCode.BALANCE_IMPOSSIBLE.at(None, **data, count=count, classes=rare)
        if by in COLORS and (lacking := _lacking(classes)):
            yield CollationCode.BALANCE_LACKS.at(None, **data, classes=lacking)


def event_findings(subject: Subject, drawn: list[Drawn]) -> Iterator[Diagnostic]:
    """Whether the largest slot of a layout, which the event balances, can have every colour."""
    sure = [each for each in drawn if each.share == 1]
    if not subject.event.color_balance or not sure:
        return
    largest = max(sure, key=lambda each: subject.wanted(each.slot))
    for sheet in subject.sheets(largest.slot):
        classes = _classes(subject, sheet, "color")
        count = subject.wanted(largest.slot)
        plain = isinstance(sheet.collation, Random) and sheet.total and len(classes) > 1
        where = subject.where(largest.layout, largest.slot)
        if plain and (lacking := _lacking(classes)):
            data = {"where": where, "sheet": sheet.name, "classes": lacking}
            yield CollationCode.EVENT_BALANCE_LACKS.at(None, **data)
        if plain and (rare := _rare(sheet, classes, count)):
            yield CollationCode.EVENT_BALANCE.at(
                None, where=where, sheet=sheet.name, count=count, classes=rare
            )


def _classes(subject: Subject, sheet: Sheet, by: str) -> Counter[str | None]:
    """The copies of each class of a sheet; None is for cards without a class."""
    found: Counter[str | None] = Counter()
    for entry in sheet.entries:
        if entry.copies:
            card = subject.cardset.card(entry.card)
            found[balance_class(card, entry, by)] += entry.copies
    return found


def _lacking(classes: Counter[str | None]) -> str:
    """The colours that a sheet has no card of; empty if it has all, or is not of many colours."""
    there = [color for color in Color if classes[color.value.lower()]]
    if len(there) < _MANY:
        return ""
    return " or ".join(color.name.lower() for color in Color if color not in there)


def _rare(sheet: Sheet, classes: Counter[str | None], count: int) -> str:
    """The classes of which *count* cards have less than one on average; empty if there is none."""
    return ", ".join(
        f"{name!r} ({copies} of {sheet.total})"
        for name, copies in sorted(classes.items(), key=lambda item: item[0] or "")
        if name is not None and count * copies < sheet.total
    )
