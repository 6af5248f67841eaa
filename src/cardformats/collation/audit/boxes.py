"""The audit of boxes: whether they can be made, and have enough cards."""

from __future__ import annotations

from collections.abc import Iterator

from ...diagnostics import Diagnostic
from ...errors import CollationError
from ..bounds import bounds
from ..boxes import Boxes
from ..codes import CollationCode
from ..distinct import key_of
from ..effort import TooMuchWorkError, limited
from ..tree import Fill, nodes_of
from .target import AuditTarget, can_be_made


def box_findings(target: AuditTarget) -> Iterator[Diagnostic]:
    """Yield diagnostics about the box of a booster whose packs can be made."""
    booster = target.booster
    if booster.box is None or not all(can_be_made(target, each) for each in target.layouts):
        return
    try:
        boxes = Boxes(target.cardset, booster)
        with limited():
            for _, groups in boxes.ways():
                for having in groups:
                    boxes.tree(having)
    except CollationError as error:
        yield CollationCode.BOX_IMPOSSIBLE.of(why=error)
        return
    except TooMuchWorkError:
        pass  # there are too many ways to keep the quotas to check each
    yield from _short(target, boxes)


def _short(target: AuditTarget, boxes: Boxes) -> Iterator[Diagnostic]:
    """Yield the sheets that are too small if their cards occur at most once in a box."""
    key = key_of(target.booster)
    lenient = {
        name
        for node in nodes_of(boxes.root)
        if isinstance(node, Fill) and (node.may_be_short or "refill" in node.on_short)
        for name in node.chosen
    }
    for name in boxes.sharing.supplies:
        sheet = target.cardset.sheets[name]
        if not target.by_chance(sheet):
            continue  # an order gives its cards whatever came before
        entries = [entry for entry in sheet.entries if entry.copies]
        least, most = bounds(boxes.root, lambda card, name=name: card.sheet == name)  # type: ignore[misc] # of cards
        there, copies = len(set(map(key, entries))), sum(entry.copies for entry in entries)
        needed, packs = least * boxes.size, boxes.size
        if needed > copies and name not in lenient and not target.endless(sheet):
            yield CollationCode.BOX_SHORT.of(packs=packs, needed=needed, sheet=name, there=copies)
        elif most * packs > there:
            yield CollationCode.BOX_REPEATS.of(
                packs=packs, needed=most * packs, sheet=name, there=there
            )
