"""The audit of sheets that use the collator of a third party."""

from __future__ import annotations

from ...errors import CardFormatsError
from ...model import Other, Sheet, Slot
from ..bounds import size_of
from ..collators import collator_for
from ..node_checks import check_node
from .target import AuditTarget


def collator_problem(target: AuditTarget, sheet: Sheet, kind: str) -> str:
    """Return why the collator of a sheet does not work; empty if it works for all its slots."""
    for count in _counts(target, sheet):
        most = _most(sheet, kind, count)
        if isinstance(most, str):
            return most
        if most > count:
            return f"a collator gives more cards than the {count} it is asked for"
    return ""


def most_collated(target: AuditTarget, sheet: Sheet, slot: Slot) -> int | None:
    """Return the maximum number of cards that a collator gives a slot if these are too few.

    None if they are enough, or if the collator does not work, which is another diagnostic.
    """
    if not isinstance(sheet.collation, Other):
        return None
    count = _count_of(target, slot)
    most = _most(sheet, sheet.collation.kind, count)
    return most if isinstance(most, int) and most < count else None


def _counts(target: AuditTarget, sheet: Sheet) -> list[int]:
    """Return the numbers of cards that packs take from a sheet at once; 1 if none does."""
    slots = (each.slot for each in target.drawn if sheet in target.sheets(each.slot))
    counts = {_count_of(target, slot) for slot in slots}
    if any(each.sheet == sheet.name for each in target.replacements):
        counts.add(1)
    return sorted(counts or {1})


def _count_of(target: AuditTarget, slot: Slot) -> int:
    """Return the number of cards that a slot takes from one of its sheets at once."""
    count = target.wanted(slot)
    several = sum(bool(each.weight) for each in slot.sheets) > 1
    return 1 if slot.choose == "card" and several and count > 1 else count


def _most(sheet: Sheet, kind: str, count: int) -> int | str:
    """Return the maximum number of cards that a collator gives, or why it does not work."""
    try:
        node = collator_for(kind).compile(sheet, count)
        check_node(node, len(sheet.entries), f"the collator {kind!r}")
        return size_of(node)[1]
    except CardFormatsError as error:
        return str(error)
    except Exception as error:  # noqa: BLE001 - a third party's code can raise anything
        return f"the collator {kind!r} raises {error!r}"
