"""The audit of sheets: unused and empty sheets, and the requirements of collations and balance."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from ...diagnostics import Diagnostic
from ...model import (
    AddCards,
    Balanced,
    Booster,
    CardRef,
    Choice,
    Color,
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
from ...model.resolve import only_named
from ..codes import CollationCode
from ..constraints import COLORS, balance_classes, property_values
from .collators import collator_problem
from .target import AuditedSlot, AuditTarget


def run_findings(
    target: AuditTarget, layout: Layout, drawn: list[AuditedSlot]
) -> Iterator[Diagnostic]:
    """Yield ordered sheets of which a pack takes too many cards, or takes cards unequally often."""
    taken: Counter[str] = Counter()
    for each in drawn:
        sheets = target.sheets(each.slot)
        for sheet in sheets:
            run = sheet.collation
            if not isinstance(run, (PrintRun, Striped)) or not sheet.total:
                continue
            count = target.wanted(each.slot)
            where = target.where(layout, each.slot)
            goes_on = isinstance(run, PrintRun) and run.continues != "slot"
            if goes_on and each.share == 1 and len(sheets) == 1:
                taken[sheet.name] += count
                continue
            yield from _run(target, sheet, where, count)
    for name, count in taken.items():
        yield from _run(target, target.cardset.sheets[name], target.where(layout), count)


def _run(target: AuditTarget, sheet: Sheet, where: str, count: int) -> Iterator[Diagnostic]:
    data: dict[str, Any] = {"where": where, "sheet": sheet.name, "count": count}
    if count > sheet.total and not target.may_repeat(sheet):
        yield CollationCode.RUN_TOO_SHORT.of(**data, total=sheet.total)
    run = sheet.collation
    if not isinstance(run, PrintRun) or run.continues == "box" or run.group_size == 1:
        return
    often = _frequencies(sheet, run.group_size, count)
    most, least = max(often, key=often.__getitem__), min(often, key=often.__getitem__)
    if often[most] != often[least] and sheet.total % run.group_size == 0:
        starts = sheet.total // run.group_size
        yield CollationCode.RUN_UNEQUAL.of(
            **data,
            group=run.group_size,
            most=f"{often[most] / starts:.4g}",
            often=most,
            least=f"{often[least] / starts:.4g}",
            seldom=least,
        )


def _frequencies(sheet: Sheet, group: int, count: int) -> dict[str, float]:
    """Return the number of starts from which a pack has a copy of each card, on average."""
    total = sheet.total
    whole, rest = divmod(count, total)
    starts = range(0, total, group)
    change = [0] * (2 * total + 1)
    for start in starts:
        change[start] += 1
        change[start + rest] -= 1
    number, passed = 0, [0] * total
    for place in range(2 * total):
        number += change[place]
        passed[place % total] += number
    place = 0
    frequencies: dict[str, list[int]] = {}
    for entry in sheet.entries:
        for _ in range(entry.copies):
            frequencies.setdefault(str(entry.card), []).append(passed[place] + whole * len(starts))
            place += 1
    return {card: sum(each) / len(each) for card, each in frequencies.items()}


#: The minimum number of colours of a sheet that is expected to have all five.
_MANY = 3


def balance_findings(target: AuditTarget, drawn: AuditedSlot) -> Iterator[Diagnostic]:
    """Yield diagnostics about balanced sheets of a slot: impossible or ineffective balance."""
    for sheet in target.sheets(drawn.slot):
        collation = sheet.collation
        if not isinstance(collation, Balanced) or not sheet.total or not collation.strength:
            continue
        by, count = collation.by, target.wanted(drawn.slot)
        where = target.where(drawn.layout, drawn.slot)
        data = {"where": where, "by": by, "sheet": sheet.name}
        yield from _unknown(target, sheet, where, by)
        classes = _classes(target, sheet, by)
        if len(classes) < 2:  # noqa: PLR2004 - a balance has two sides
            yield CollationCode.BALANCE_IDLE.of(**data)
            continue
        if rare := _rare(sheet, classes, count):
            yield CollationCode.BALANCE_IMPOSSIBLE.of(**data, count=count, classes=rare)
        if by in COLORS and (lacking := _lacking(classes)):
            yield CollationCode.BALANCE_LACKS.of(**data, classes=lacking)


def event_findings(target: AuditTarget, layout: Layout) -> Iterator[Diagnostic]:
    """Yield what is wrong with the slots of a layout that the event balances by colour."""
    if not target.event.color_balance:
        return
    for slot in _largest(target, layout.slots, [None]):
        if slot is not None:
            yield from _balanced(target, slot, target.where(layout, slot))


def idle_findings(target: AuditTarget) -> Iterator[Diagnostic]:
    """Yield which slots the event balances by colour without an effect; one for each reason."""
    idle: dict[str, list[str]] = defaultdict(list)
    for layout in target.layouts if target.event.color_balance else ():
        for slot in _largest(target, layout.slots, [None]):
            if slot is not None and (why := _why_idle(target, slot)):
                idle[why].append(target.where(layout, slot))
    for why, where in idle.items():
        others = len(where) - 1
        more = f" and {others} other slot{'s' * (others > 1)}" if others else ""
        yield CollationCode.EVENT_BALANCE_IDLE.of(where=where[0] + more, why=why)


def _why_idle(target: AuditTarget, slot: Slot) -> str:
    """Return why the event cannot balance a slot; empty if it can, or if the slot has no cards."""
    sheets = [sheet for sheet in target.sheets(slot) if sheet.total]
    if slot.choose == "card" and len(sheets) > 1:
        return "each card chooses a sheet"
    is_ordered = bool(sheets) and not any(map(target.by_chance, sheets))
    return "the cards are not drawn at random" if is_ordered else ""


def _largest(
    target: AuditTarget, parts: Sequence[Slot | Choice], before: list[Slot | None]
) -> list[Slot | None]:
    """Return the slots that can be the first of the largest of a pack.

    Args:
        target: the booster.
        parts: the parts of a layout.
        before: the slots that can be the largest of those before *parts*; None for no cards.
    """
    largest = before
    for part in parts:
        if isinstance(part, Slot):
            after = [slot if _is_larger(target, slot, part) else part for slot in largest]
        else:
            options = [option.slots for option in part.options if option.weight]
            after = [slot for its in options for slot in _largest(target, its, largest)]
        largest = list({id(slot): slot for slot in after}.values())
    return largest


def _is_larger(target: AuditTarget, earlier: Slot | None, later: Slot) -> bool:
    """Return whether a slot is not smaller than a later one."""
    return target.wanted(later) <= (0 if earlier is None else target.wanted(earlier))


def _balanced(target: AuditTarget, slot: Slot, where: str) -> Iterator[Diagnostic]:
    """Yield whether a slot that the event balances can have every colour."""
    count = target.wanted(slot)
    for sheet in target.sheets(slot) if not _why_idle(target, slot) else ():
        if not isinstance(sheet.collation, Random) or not sheet.total:
            continue
        data = {"where": where, "sheet": sheet.name}
        yield from _unknown(target, sheet, where, "color")
        classes = _classes(target, sheet, "color")
        if len(classes) < 2:  # noqa: PLR2004 - likewise
            continue
        if lacking := _lacking(classes):
            yield CollationCode.EVENT_BALANCE_LACKS.of(**data, classes=lacking)
        if rare := _rare(sheet, classes, count):
            yield CollationCode.EVENT_BALANCE.of(**data, count=count, classes=rare)


def _unknown(target: AuditTarget, sheet: Sheet, where: str, by: str) -> Iterator[Diagnostic]:
    """Yield a note if only the names of some cards of *sheet* are known."""
    entries = [entry for entry in sheet.entries if entry.copies]
    unknown = []
    for entry in entries:
        card = target.cardset.card(entry.card)
        is_named = card is None or only_named(card)
        if is_named and not property_values(card, entry, by):
            unknown.append(entry.card)
    if unknown:
        yield CollationCode.BALANCE_UNKNOWN.of(
            where=where,
            by=by,
            sheet=sheet.name,
            count=len({*unknown}),
            total=len({entry.card for entry in entries}),
            examples=examples(unknown),
        )


def _classes(target: AuditTarget, sheet: Sheet, by: str) -> Counter[str | None]:
    """Return the number of copies of each class of a sheet; cards without a class have None."""
    counts: Counter[str | None] = Counter()
    classes = balance_classes(target.cardset, sheet, by)
    for class_, entry in zip(classes, sheet.entries, strict=True):
        if entry.copies:
            counts[class_] += entry.copies
    return counts


def _lacking(classes: Counter[str | None]) -> str:
    """Return the colours that no card of a sheet has.

    The result is empty if the sheet has all colours, or fewer than three.
    """
    there = [color for color in Color if classes[color.value.lower()]]
    if len(there) < _MANY:
        return ""
    return " or ".join(color.name.lower() for color in Color if color not in there)


def _rare(sheet: Sheet, classes: Counter[str | None], count: int) -> str:
    """Return the classes of which *count* cards contain less than one on average, as text."""
    return ", ".join(
        f"{name!r} ({copies} of {sheet.total})"
        for name, copies in sorted(classes.items(), key=lambda item: item[0] or "")
        if name is not None and count * copies < sheet.total
    )


_EXAMPLES = 3


def sheet_findings(target: AuditTarget) -> Iterator[Diagnostic]:
    """Yield diagnostics about the sheets of *target*, and the sheets that no booster draws from."""
    cardset = target.cardset
    yield from _on_no_sheet(target)
    used = {name for booster in (target.booster, *cardset.boosters) for name in _used(booster)}
    own = set(_used(target.booster))
    for sheet in cardset.sheets.values():
        if sheet.name not in used:
            yield CollationCode.UNUSED_SHEET.of(sheet=sheet.name, cards=sheet.total)
        if sheet.name in own:
            yield from _cards(sheet)
            yield from _collation(target, sheet)


def examples(names: Iterable[object]) -> str:
    """Return the first few of *names* as text for a message."""
    shown = list(dict.fromkeys(map(str, names)))
    return ", ".join(shown[:_EXAMPLES]) + (", …" if len(shown) > _EXAMPLES else "")


def _used(booster: Booster) -> Iterator[str]:
    """Yield the sheets that packs of *booster* can draw from, including layouts of weight 0."""
    for layout in booster.layouts:
        for slot, share in layout.walk():
            yield from (each.sheet for each in slot.sheets if each.weight and share)
    for each in booster.constraints:
        if isinstance(each, Replace) and each.probability:
            yield each.sheet


def _cards(sheet: Sheet) -> Iterator[Diagnostic]:
    if sheet.total == 0:
        yield CollationCode.EMPTY_SHEET.of(sheet=sheet.name)
        return
    never = [entry.card for entry in sheet.entries if not entry.copies]
    if never and not isinstance(sheet.collation, Other):  # a collator may ignore copies
        yield CollationCode.NO_COPIES.of(
            sheet=sheet.name, count=len(never), entries=len(sheet.entries), examples=examples(never)
        )
    if isinstance(sheet.collation, (Random, Balanced, Spread)):  # the others have an order
        uses = Counter((entry.card, entry.finish) for entry in sheet.entries if entry.copies)
        again = [card for (card, _), number in uses.items() if number > 1]
        if again:
            yield CollationCode.SAME_ENTRY.of(
                sheet=sheet.name, count=len(again), examples=examples(again)
            )


def _on_no_sheet(target: AuditTarget) -> Iterator[Diagnostic]:
    """Yield a note on cards that are defined, but that no sheet and no other card names."""
    cardset = target.cardset
    there = {entry.card for sheet in cardset.sheets.values() for entry in sheet.entries}
    for card in cardset.cards:
        there.update(each for each in card.related if isinstance(each, CardRef))
        for effect in card.draft_effects:
            there.update(effect.cards if isinstance(effect, AddCards) else ())
    known = {id(cardset.card(ref)) for ref in there}
    missing = [card.ref for card in cardset.cards if id(card) not in known]
    if missing:
        yield CollationCode.ON_NO_SHEET.of(
            count=len(missing), total=len(cardset.cards), examples=examples(missing)
        )


def _collation(target: AuditTarget, sheet: Sheet) -> Iterator[Diagnostic]:
    collation, total = sheet.collation, sheet.total
    if isinstance(collation, PrintRun) and total:
        data: dict[str, Any] = {"sheet": sheet.name, "group": collation.group_size, "total": total}
        if collation.group_size > total:
            yield CollationCode.RUN_GROUP_TOO_LARGE.of(**data)
        elif total % collation.group_size:
            yield CollationCode.RUN_GROUP_UNEVEN.of(**data)
    elif isinstance(collation, Striped) and total:
        yield from _striped(sheet, collation)
    elif isinstance(collation, Balanced) and not collation.strength:
        yield CollationCode.BALANCE_OFF.of(sheet=sheet.name)
    elif isinstance(collation, Other) and (
        problem := collator_problem(target, sheet, collation.kind)
    ):
        yield CollationCode.NO_COLLATOR.of(sheet=sheet.name, problem=problem)


def _striped(sheet: Sheet, striped: Striped) -> Iterator[Diagnostic]:
    rows = -(-sheet.total // striped.length)
    width = max(number for number, weight in enumerate(striped.weights, 1) if weight)
    if sheet.total % striped.length:
        yield CollationCode.STRIPES.of(sheet=sheet.name, length=striped.length, total=sheet.total)
    if width > rows:
        yield CollationCode.STRIPE_TOO_WIDE.of(sheet=sheet.name, width=width, rows=rows)
