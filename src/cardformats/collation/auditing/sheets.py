"""The audit of sheets: which are used, which are empty, and what their collations need."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from ...diagnostics import Diagnostic
from ...errors import CardFormatsError
from ...model import (
    AddCards,
    Balanced,
    Booster,
    CardRef,
    Layout,
    Other,
    PrintRun,
    Random,
    Replace,
    Sheet,
    Slot,
    Spread,
    Striped,
)
from ..codes import CollationCode
from ..collators import collator_for
from ..drawers.peers import RULES
from .subject import Subject

_EXAMPLES = 3


def sheet_findings(subject: Subject) -> Iterator[Diagnostic]:
    """What is wrong with the sheets that *subject* draws from, and which nothing draws from."""
    cardset = subject.cardset
    yield from _on_no_sheet(subject)
    used = {name for booster in (subject.booster, *cardset.boosters) for name in _used(booster)}
    own = set(_used(subject.booster))
    for sheet in cardset.sheets.values():
        if sheet.name not in used:
            yield CollationCode.UNUSED_SHEET.at(None, sheet=sheet.name, cards=sheet.total)
        if sheet.name in own:
            yield from _cards(sheet)
            yield from _collation(sheet)


def examples(names: Iterable[object]) -> str:
    """The first of *names*, for a message."""
    shown = list(dict.fromkeys(map(str, names)))
    return ", ".join(shown[:_EXAMPLES]) + (", …" if len(shown) > _EXAMPLES else "")


def _used(booster: Booster) -> Iterator[str]:
    """The sheets that packs of *booster* can draw from, layouts of weight 0 included."""
    for layout in booster.layouts:
        yield from _used_by(layout)
    for each in booster.constraints:
        if isinstance(each, Replace) and each.probability:
            yield each.sheet


def _used_by(layout: Layout) -> Iterator[str]:
    for part in layout.slots:
        if isinstance(part, Slot):
            yield from (each.sheet for each in part.sheets if each.weight)
        else:
            for option in part.options:
                if option.weight:
                    yield from _used_by(option)


def _cards(sheet: Sheet) -> Iterator[Diagnostic]:
    if sheet.total == 0:
        yield CollationCode.EMPTY_SHEET.at(None, sheet=sheet.name)
        return
    never = [entry.card for entry in sheet.entries if not entry.copies]
    if never:
        yield CollationCode.NO_COPIES.at(
            None,
            sheet=sheet.name,
            count=len(never),
            entries=len(sheet.entries),
            examples=examples(never),
        )
    if isinstance(sheet.collation, (Random, Balanced, Spread)):  # the others have an order
        uses = Counter((entry.card, entry.finish) for entry in sheet.entries if entry.copies)
        again = [card for (card, _), number in uses.items() if number > 1]
        if again:
            yield CollationCode.SAME_ENTRY.at(
                None, sheet=sheet.name, count=len(again), examples=examples(again)
            )


def _on_no_sheet(subject: Subject) -> Iterator[Diagnostic]:
    """Which cards are defined and never drawn, nor brought by others."""
    cardset = subject.cardset
    there = {entry.card for sheet in cardset.sheets.values() for entry in sheet.entries}
    for card in cardset.cards:
        there.update(each for each in card.related if isinstance(each, CardRef))
        for effect in card.draft_effects:
            there.update(effect.cards if isinstance(effect, AddCards) else ())
    known = {id(cardset.card(ref)) for ref in there}
    missing = [card.ref for card in cardset.cards if id(card) not in known]
    if missing:
        yield CollationCode.ON_NO_SHEET.at(
            None, count=len(missing), total=len(cardset.cards), examples=examples(missing)
        )


def _collation(sheet: Sheet) -> Iterator[Diagnostic]:
    collation, total = sheet.collation, sheet.total
    if isinstance(collation, PrintRun) and total:
        data: dict[str, Any] = {"sheet": sheet.name, "group": collation.group_size, "total": total}
        if collation.group_size > total:
            yield CollationCode.RUN_GROUP_TOO_LARGE.at(None, **data)
        elif total % collation.group_size:
            yield CollationCode.RUN_GROUP_UNEVEN.at(None, **data)
    elif isinstance(collation, Striped) and total:
        yield from _striped(sheet, collation)
    elif isinstance(collation, Balanced) and collation.rule not in ("unbiased", *RULES):
        problem = f"there is no rule of balance {collation.rule!r}"
        yield CollationCode.NO_COLLATOR.at(None, sheet=sheet.name, problem=problem)
    elif isinstance(collation, Other) and (problem := _third_party(sheet, collation)):
        yield CollationCode.NO_COLLATOR.at(None, sheet=sheet.name, problem=problem)


def _striped(sheet: Sheet, striped: Striped) -> Iterator[Diagnostic]:
    rows = -(-sheet.total // striped.length)
    width = max(number for number, weight in enumerate(striped.weights, 1) if weight)
    if sheet.total % striped.length:
        yield CollationCode.STRIPES.at(
            None, sheet=sheet.name, length=striped.length, total=sheet.total
        )
    if width > rows:
        yield CollationCode.STRIPE_TOO_WIDE.at(None, sheet=sheet.name, width=width, rows=rows)


def _third_party(sheet: Sheet, collation: Other) -> str:
    """Why the collator of a sheet cannot take it; empty if it can."""
    try:
        collator_for(collation.kind).compile(sheet, 1)
    except CardFormatsError as error:
        return str(error)
    except Exception as error:  # noqa: BLE001 - a third party's code can raise anything
        return f"the collator {collation.kind!r} raises {error!r}"
    return ""
