"""The audit of print runs and stripes: whether packs have their cards once, and equally often."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from ...diagnostics import Diagnostic
from ...model import Layout, PrintRun, Sheet, Striped
from ..codes import CollationCode
from .subject import Drawn, Subject


def run_findings(subject: Subject, layout: Layout, drawn: list[Drawn]) -> Iterator[Diagnostic]:
    """Whether a pack takes more of an ordered sheet than it has, or takes cards unequally often."""
    taken: Counter[str] = Counter()
    for each in drawn:
        sheets = subject.sheets(each.slot)
        for sheet in sheets:
            run = sheet.collation
            if not isinstance(run, (PrintRun, Striped)) or not sheet.total:
                continue
            count = subject.wanted(each.slot)
            where = subject.where(layout, each.slot)
            goes_on = isinstance(run, PrintRun) and run.continues != "slot"
            if goes_on and each.share == 1 and len(sheets) == 1:
                taken[sheet.name] += count
                continue
            yield from _run(subject, sheet, where, count)
    for name, count in taken.items():
        yield from _run(subject, subject.cardset.sheets[name], subject.where(layout), count)


def _run(subject: Subject, sheet: Sheet, where: str, count: int) -> Iterator[Diagnostic]:
    data: dict[str, Any] = {"where": where, "sheet": sheet.name, "count": count}
    if count > sheet.total and subject.distinct:
        yield CollationCode.RUN_TOO_SHORT.at(None, **data, total=sheet.total)
    run = sheet.collation
    if not isinstance(run, PrintRun) or run.continues == "box" or run.group_size == 1:
        return
    often = _frequencies(sheet, run.group_size, count)
    most, least = max(often, key=often.__getitem__), min(often, key=often.__getitem__)
    if often[most] != often[least] and sheet.total % run.group_size == 0:
        starts = sheet.total // run.group_size
        yield CollationCode.RUN_UNEQUAL.at(
            None,
            **data,
            group=run.group_size,
            most=f"{often[most] / starts:.4g}",
            often=most,
            least=f"{often[least] / starts:.4g}",
            seldom=least,
        )


def _frequencies(sheet: Sheet, group: int, count: int) -> dict[str, float]:
    """From how many starts packs have a copy of each card, on average of its copies."""
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
    found: dict[str, list[int]] = {}
    for entry in sheet.entries:
        for _ in range(entry.copies):
            found.setdefault(str(entry.card), []).append(passed[place] + whole * len(starts))
            place += 1
    return {card: sum(each) / len(each) for card, each in found.items()}
