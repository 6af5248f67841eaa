"""Layouts and their slots: conversion between JSON objects and the model.

Draftmancer has no nested choices, one sheet for a whole slot, and integer weights.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any, Final

from attrs import evolve, field, frozen

from ...losses import Loss, LossLog
from ...model import Choice, Layout, LayoutChoice, Sheet, SheetChoice, Slot
from ...model.simplify import flattened
from ...model.weights import as_copies
from .codes import DraftmancerCode
from .kinds import (
    BOOLEAN,
    TEXT,
    WEIGHT,
    WHOLE,
    ValueKind,
    any_of,
    array_of,
    map_of,
    object_of,
)
from .section_json import PROTOTYPE, JsonNode, in_script_order
from .syntax import Header

_SHEET: Final = TEXT.but("The name of a sheet.", names="sheet")
_LAYOUT: Final = TEXT.but("The name of a layout.", names="layout")
_CHOSEN_SHEET: Final = any_of(
    TEXT.but(names="sheet"),
    object_of({"name": _SHEET, "weight": evolve(WEIGHT, type="number", minimum=None)}, "name"),
)
#: A layout that is chosen by its weight, or by its name alone.
CHOSEN_LAYOUT: Final = any_of(
    TEXT.but(names="layout"),
    object_of({"name": _LAYOUT, "weight": evolve(WEIGHT, minimum=None)}, "name", "weight"),
)


@frozen
class SlotContext:
    """The context for checks of slots: the sheets, and the maximum number of cards of a pack.

    The names of sheets in slots are added to *mentioned*. *counted* has the headers with a count
    that precede the layouts.
    """

    sheets: frozenset[str]
    max_cards: int
    mentioned: set[str] = field(factory=set)
    counted: list[Header] = field(factory=list)


def layouts_to_model(node: JsonNode, context: SlotContext) -> Iterator[Layout]:
    """Yield layouts from an object, by name, or from an array, where numbers are their names."""
    if isinstance(node.value, list):
        named = [(str(number), item) for number, item in enumerate(node.items("a layout"))]
    else:
        named = list((node.members() or {}).items())
    for name, item in named:
        members = item.members()
        if members is None:
            continue
        item.unknown_keys(LAYOUT)
        if name == PROTOTYPE:
            item.name().report(DraftmancerCode.PROTOTYPE, what="a layout")
        item.has(*LAYOUT.members, what=f"the layout {name!r}")
        weight = members["weight"].whole(0) if "weight" in members else 1
        slots = members.get("slots")
        if slots is None:
            continue
        if slots.value in ({}, []):
            slots.report(DraftmancerCode.EMPTY_LAYOUT, name=name)
            continue
        layout = Layout(name, weight or 0, _slots(slots, name, context))
        count = sum(slot.count for slot, _ in layout.walk() if isinstance(slot.count, int))
        if count > context.max_cards:
            slots.report(DraftmancerCode.COUNT, count=count, limit=context.max_cards)
        else:
            yield layout


def _slots(node: JsonNode, layout: str, context: SlotContext) -> Iterator[Slot]:
    """Yield slots from an object (name: count), or from an array of objects."""
    if isinstance(node.value, dict):
        for name, count in (node.members() or {}).items():
            yield from _slot(count.name(), name, {"count": count}, layout, context)
        return
    for item in node.items("a slot"):
        members = item.members()
        if members is None:
            continue
        item.unknown_keys(SLOT)
        if item.has(*SLOT.required, what=f"a slot of the layout {layout!r}"):
            name_or_none = members["name"].read(TEXT)
            if name_or_none is not None:
                yield from _slot(members["name"], name_or_none, members, layout, context)


def _slot(
    node: JsonNode, name: str, members: Mapping[str, JsonNode], layout: str, context: SlotContext
) -> Iterator[Slot]:
    """Yield the slot *name* at *node*, if it can have cards."""
    count = members["count"].read(WHOLE)
    if count is not None and count <= 0:
        members["count"].report(DraftmancerCode.SLOT_COUNT, slot=name, count=count)
        count = None
    is_foil = members["foil"].read(BOOLEAN) if "foil" in members else False
    named = [(node, name, 1)]
    if "sheets" in members:
        named = list(members["sheets"].weighted_names("a sheet"))
        if not any(weight for _, _, weight in named):
            what = f"the list of sheets of the slot {name!r}"
            members["sheets"].report(DraftmancerCode.BAD_WEIGHTS, what=what)
    context.mentioned.update(sheet for _, sheet, _ in named)
    for where, sheet, _ in named:
        if sheet not in context.sheets:
            notes = node.log.did_you_mean(sheet, context.sheets)
            data = {"slot": name, "layout": layout, "sheet": sheet}
            fix = where.nearest(context.sheets, notes, of_author=True)
            where.report(DraftmancerCode.UNKNOWN_SHEET, fix, notes=notes, **data)
    choices = [SheetChoice(sheet, weight) for _, sheet, weight in named if sheet in context.sheets]
    if count and any(choice.weight for choice in choices):
        yield Slot(name, count, choices, finish="foil" if is_foil else None)


def layout_from_model(layout: Layout) -> dict[str, Any]:
    """Return the object of a layout that has only slots with one count and integer weights."""
    slots = [slot for slot, _ in layout.walk()]
    plain = {slot.name: slot.count for slot in slots if is_plain(slot)}
    if len(plain) == len(slots) and in_script_order(plain) == list(plain):
        return {"weight": layout.weight, "slots": plain}
    return {"weight": layout.weight, "slots": [_slot_from_model(slot) for slot in slots]}


def is_plain(slot: Slot) -> bool:
    """Return whether *slot* is fully described by its name and count."""
    return slot.finish is None and slot.sheets == (SheetChoice(slot.name),)


def _sheets_from_model(slot: Slot) -> list[dict[str, Any]] | None:
    if slot.sheets == (SheetChoice(slot.name),):
        return None
    weights = as_copies([each.weight for each in slot.sheets])
    pairs = zip(slot.sheets, weights, strict=True)
    return [{"name": each.sheet, "weight": weight} for each, weight in pairs]


#: The keys of a slot with their kinds, and functions for the written values; None is omitted.
_SLOT_KEYS: dict[str, tuple[ValueKind, Callable[[Slot], Any]]] = {
    "name": (
        TEXT.but("The name of the slot, and of its sheet if it has no `sheets`.", names="sheet"),
        lambda slot: slot.name,
    ),
    "count": (
        WHOLE.but("The number of cards of this slot in a pack.", schema={"minimum": 1}),
        lambda slot: slot.count,
    ),
    "foil": (
        BOOLEAN.but("Whether its cards are foil. Default: `false`."),
        lambda slot: slot.finish == "foil" or None,
    ),
    "sheets": (
        array_of(
            _CHOSEN_SHEET,
            "The sheets of its cards; one of them is chosen for each pack.",
        ),
        _sheets_from_model,
    ),
}
#: A slot in an array. Without a list of sheets, its name is that of its sheet.
SLOT: Final = object_of(
    {name: kind for name, (kind, _) in _SLOT_KEYS.items()},
    "name",
    "count",
    help_="A part of a pack.",
)
#: A layout.
LAYOUT: Final = object_of(
    {
        "weight": WHOLE.but("The weight of the layout, relative to those of the others."),
        "slots": any_of(
            map_of(WHOLE.but("The number of cards of this sheet in a pack."), member_names="sheet"),
            array_of(SLOT),
            help_="The parts of a pack: sheets with counts, or an array of slots.",
        ),
    },
    "weight",
    "slots",
    help_="One of the layouts of packs.",
)
#: All layouts.
LAYOUTS: Final = any_of(
    map_of(LAYOUT, member_names="layout", declares=True),
    array_of(LAYOUT),
    help_="The layouts of packs, by name.",
)


def _slot_from_model(slot: Slot) -> dict[str, Any]:
    values = {key: write(slot) for key, (_, write) in _SLOT_KEYS.items()}
    return {key: value for key, value in values.items() if value is not None}


#: The maximum number of alternatives of a layout; above it, choices are no longer independent.
MAX_ALTERNATIVES = 128
#: The maximum number of slots in all alternatives together.
_MAX_SLOTS = 200_000


def flatten(
    layouts: tuple[Layout, ...], sheets: Mapping[str, Sheet], losses: LossLog, *, bag: bool = False
) -> dict[str, list[Layout]]:
    """Return equivalent layouts without choices for each layout's name.

    Their weights are integers in the proportions of the exact probabilities. In a *bag* of layouts,
    weights are numbers of copies, so choices are no longer independent.
    """
    flat: dict[str, list[Layout]] = {}
    taken = {layout.name for layout in layouts}
    for layout in layouts:
        plain = _plain_layout(layout, sheets, losses)
        limit = min(MAX_ALTERNATIVES, _MAX_SLOTS // (1 + sum(1 for _ in plain.walk())))
        alternatives, is_exact = flattened(plain, limit)
        if not is_exact:
            kind, into = (
                "choices with too many combinations",
                "not independent, the odds of each stay",
            )
            losses.changed(Loss.LAYOUT, layout.name, kind, into)
        if bag and len(alternatives) > 1:
            kind, into = "choices in a bag of layouts", "copies in the bag, the odds of each stay"
            losses.changed(Loss.LAYOUT, layout.name, kind, into)
        named = flat.setdefault(layout.name, [])
        for number, alternative in enumerate(alternatives, 1):
            name = layout.name or "default"
            if len(alternatives) > 1 or named:
                name = _free_name(f"{name} {number}", taken)
            if alternative.slots:
                slots = [one for each in alternative.slots for one in _single(each)]
                named.append(evolve(alternative, name=name, slots=slots))
            else:
                losses.dropped(Loss.LAYOUT, layout.name, "layouts without cards")
    whole = iter(as_copies([each.weight for named in flat.values() for each in named]))
    return {
        name: [evolve(layout, weight=next(whole)) for layout in named]
        for name, named in flat.items()
    }


def _plain_layout(layout: Layout, sheets: Mapping[str, Sheet], losses: LossLog) -> Layout:
    """Return *layout* with slots that Draftmancer supports, except slots that choose per card."""
    parts: list[Slot | Choice] = []
    for part in layout.slots:
        if isinstance(part, Slot):
            parts += _plain_slot(part, sheets, losses)
        else:
            options = (each for each in part.options if each.weight)
            parts.append(Choice(_plain_layout(each, sheets, losses) for each in options))
    return evolve(layout, slots=parts)


def _single(slot: Slot | Choice) -> Iterator[Slot]:
    """Yield *slot*, or one slot for each card if each chooses its own sheet."""
    assert isinstance(slot, Slot)  # noqa: S101 - choices are multiplied out
    if slot.choose == "slot":
        yield slot
        return
    assert isinstance(slot.count, int)  # noqa: S101 - unlimited slots were given a count
    for number in range(1, slot.count + 1):
        yield evolve(slot, name=f"{slot.name}##{number}", count=1, choose="slot")


def _plain_slot(slot: Slot, sheets: Mapping[str, Sheet], losses: LossLog) -> Iterator[Slot]:
    """Yield *slot* as a slot that Draftmancer supports, if it has cards."""
    choices = [choice for choice in slot.sheets if choice.sheet in sheets]
    finishes = {sheets[choice.sheet].finish for choice in choices}
    if slot.finish is None and len(finishes) > 1:
        losses.dropped(Loss.FINISH, slot.name, "a finish that only some sheets of a slot have")
    finish = slot.finish or (finishes.pop() if len(finishes) == 1 else None)
    finish = finish if finish == "foil" else None
    if not any(choice.weight for choice in choices):
        losses.dropped(Loss.SLOT, slot.name, "slots without a sheet")
        return
    count = slot.count
    if not isinstance(count, int):
        count = max(sheets[choice.sheet].total for choice in choices)
    totals = [sheets[choice.sheet].total for choice in choices]
    if slot.on_short == ("skip",) and len(totals) == 1:
        count = min(count, totals[0])
    elif slot.on_short and count > min(totals):
        losses.dropped(Loss.SLOT, slot.name, "what a slot does when it is short")
    choose = slot.choose if len(choices) > 1 and count > 1 else "slot"
    if count > 0:
        yield evolve(slot, count=count, sheets=choices, choose=choose, finish=finish, on_short=())


def flat_choices(
    choices: Iterable[LayoutChoice], flat: Mapping[str, list[Layout]]
) -> tuple[LayoutChoice, ...]:
    """Return *choices* of layouts as choices of the written layouts, if there are any."""
    names: list[str] = []
    weights: list[Fraction] = []
    for choice in choices:
        named = flat.get(choice.layout) or [Layout(choice.layout)]
        total = sum(Fraction(layout.weight) for layout in named)
        for layout in named:
            share = Fraction(layout.weight) / total if total else Fraction(1, len(named))
            names.append(layout.name)
            weights.append(choice.weight * share)
    pairs = zip(names, as_copies(weights), strict=True)
    return tuple(LayoutChoice(name, weight) for name, weight in pairs)


def _free_name(name: str, taken: set[str]) -> str:
    while name in taken:
        name += "'"
    taken.add(name)
    return name
