"""Layouts and their slots: between the JSON objects that declare them and the model."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from attrs import frozen

from ...model import Layout, SheetChoice, Slot
from .codes import DraftmancerCode
from .layouts import written_weights
from .values import PROTOTYPE, Node, in_script_order


@frozen
class SlotContext:
    """What slots are checked against: the sheets there are, and how many cards a pack can have.

    The names of sheets that slots mention are added to *mentioned*.
    """

    sheets: frozenset[str]
    max_cards: int
    mentioned: set[str]


def lower_layouts(node: Node, context: SlotContext) -> Iterator[Layout]:
    """Layouts in an object by name; in an array they are called by their number."""
    if isinstance(node.value, list):
        named = [(str(number), item) for number, item in enumerate(node.items("a layout"))]
    else:
        named = list((node.members() or {}).items())
    for name, item in named:
        members = item.members()
        if members is None:
            continue
        item.unknown_keys(frozenset(("weight", "slots")))
        if name == PROTOTYPE:
            where = item.name().span
            item.log.add(DraftmancerCode.SCRIPT_NAME, where, name=name, what="a layout")
        what = f"the layout {name!r}"
        weight = 1
        if "weight" in members:
            weight = members["weight"].integer(0) or 0
        else:
            item.log.add(DraftmancerCode.MISSING, item.span, what=what, name="weight")
        if "slots" not in members:
            item.log.add(DraftmancerCode.MISSING, item.span, what=what, name="slots")
            continue
        if members["slots"].value in ({}, []):
            item.log.add(DraftmancerCode.EMPTY_LAYOUT, members["slots"].span, name=name)
            continue
        slots = tuple(_slots(members["slots"], name, context))
        count = sum(slot.count for slot in slots if isinstance(slot.count, int))
        if count > context.max_cards:
            limit, span = context.max_cards, members["slots"].span
            item.log.add(DraftmancerCode.COUNT, span, count=count, limit=limit)
        else:
            yield Layout(name, weight, slots)


def _slots(node: Node, layout: str, context: SlotContext) -> Iterator[Slot]:
    """Slots in an object (name: count), or in an array of objects."""
    if not isinstance(node.value, dict):
        for item in node.items("a slot"):
            if slot := _slot(item, layout, context):
                yield slot
        return
    for name, item in (node.members() or {}).items():
        count = _slot_count(item, name)
        named = [(item.name(), name, 1)]
        choices = tuple(_known_sheets(node, named, name, layout, context))
        if count and choices:
            yield Slot(name, count, choices)


def _slot(item: Node, layout: str, context: SlotContext) -> Slot | None:
    """The slot in an object with a name, a count, and perhaps sheets and a finish."""
    members = item.members()
    if members is None:
        return None
    item.unknown_keys(frozenset(("name", "count", "foil", "sheets")))
    what = f"a slot of the layout {layout!r}"
    missing = [key for key in ("name", "count") if key not in members]
    for key in missing:
        item.log.add(DraftmancerCode.MISSING, item.span, what=what, name=key)
    name = members["name"].text() if "name" in members else None
    if missing or name is None:
        return None
    count = _slot_count(members["count"], name)
    foil = members["foil"].boolean() if "foil" in members else False
    named = [(members["name"], name, 1)]
    if "sheets" in members:
        named = list(members["sheets"].weighted_names("a sheet"))
    choices = tuple(_known_sheets(item, named, name, layout, context))
    if "sheets" in members and not any(weight for _, _, weight in named):
        what = f"the list of sheets of the slot {name!r}"
        item.log.add(DraftmancerCode.BAD_WEIGHTS, members["sheets"].span, what=what)
    if not count or not any(choice.weight for choice in choices):
        return None
    return Slot(name, count, choices, finish="foil" if foil else None)


def _slot_count(node: Node, slot: str) -> int | None:
    count = node.integer()
    if count is not None and count <= 0:
        node.log.add(DraftmancerCode.SLOT_COUNT, node.span, slot=slot, count=count)
        return None
    return count


def _known_sheets(
    node: Node,
    named: Iterable[tuple[Node, str, int]],
    slot: str,
    layout: str,
    context: SlotContext,
) -> Iterator[SheetChoice]:
    for where, name, weight in named:
        context.mentioned.add(name)
        if name in context.sheets:
            yield SheetChoice(name, weight)
            continue
        notes = node.log.did_you_mean(name, context.sheets)
        data = {"slot": slot, "layout": layout, "sheet": name}
        node.log.add(DraftmancerCode.UNKNOWN_SHEET, where.span, notes=notes, **data)


def raise_layout(layout: Layout) -> dict[str, Any]:
    """The object of a layout that has only slots of one count and whole weights."""
    slots = [slot for slot in layout.slots if isinstance(slot, Slot)]
    plain = all(_is_plain(slot) for slot in slots)
    names = [slot.name for slot in slots]
    if plain and len(set(names)) == len(names) and in_script_order(names) == names:
        return {"weight": layout.weight, "slots": {slot.name: slot.count for slot in slots}}
    return {"weight": layout.weight, "slots": [_raise_slot(slot) for slot in slots]}


def _is_plain(slot: Slot) -> bool:
    """Whether its name and count say all of *slot*."""
    return slot.finish is None and slot.sheets == (SheetChoice(slot.name),)


def _raise_slot(slot: Slot) -> dict[str, Any]:
    raised: dict[str, Any] = {"name": slot.name, "count": slot.count}
    if slot.finish == "foil":
        raised["foil"] = True
    if slot.sheets != (SheetChoice(slot.name),):
        weights = written_weights([each.weight for each in slot.sheets])
        raised["sheets"] = [
            {"name": each.sheet, "weight": weight}
            for each, weight in zip(slot.sheets, weights, strict=True)
        ]
    return raised
