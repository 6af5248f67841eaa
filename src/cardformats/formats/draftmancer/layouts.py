"""Layouts as Draftmancer has them: no nested choices, one sheet for a whole slot, whole weights."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from attrs import evolve

from ...diagnostics import LossLog
from ...model import Choice, Layout, LayoutChoice, Sheet, Slot
from ...model.simplify import flattened
from ...model.weights import whole_weights

#: Of a layout whose choices multiply out to more alternatives, choices are no more independent.
MAX_ALTERNATIVES = 4096
#: So many slots all alternatives have together, before there are fewer of them.
_MAX_SLOTS = 200_000


def flatten(
    layouts: tuple[Layout, ...], sheets: Mapping[str, Sheet], losses: LossLog
) -> dict[str, list[Layout]]:
    """For each layout's name the layouts that say the same without choices.

    The weights of all of them are whole numbers in the proportions of the exact probabilities.
    """
    flat: dict[str, list[Layout]] = {}
    taken = {layout.name for layout in layouts}
    for layout in layouts:
        plain = _plain_layout(layout, sheets, losses)
        limit = min(MAX_ALTERNATIVES, _MAX_SLOTS // (1 + _number_of_slots(plain)))
        alternatives, is_exact = flattened(plain, limit)
        if not is_exact:
            kind = "choices with too many combinations (now not independent, the odds of each stay)"
            losses.changed(kind, layout.name)
        named = flat.setdefault(layout.name, [])
        for number, alternative in enumerate(alternatives, 1):
            name = layout.name or "default"
            if len(alternatives) > 1 or named:
                name = _free_name(f"{name} {number}", taken)
            if alternative.slots:
                slots = [one for each in alternative.slots for one in _single(each)]
                named.append(evolve(alternative, name=name, slots=slots))
            else:
                losses.dropped("layouts without cards", layout.name)
    return _whole_layouts(flat)


def _plain_layout(layout: Layout, sheets: Mapping[str, Sheet], losses: LossLog) -> Layout:
    """*layout* with slots that Draftmancer understands; only they may choose for each card."""
    parts: list[Slot | Choice] = []
    for part in layout.slots:
        if isinstance(part, Slot):
            parts += _plain_slot(part, sheets, losses)
        else:
            options = (each for each in part.options if each.weight)
            parts.append(Choice(_plain_layout(each, sheets, losses) for each in options))
    return evolve(layout, slots=parts)


def _number_of_slots(layout: Layout) -> int:
    """How many slots *layout* and its options have."""
    return sum(
        1 if isinstance(part, Slot) else sum(map(_number_of_slots, part.options))
        for part in layout.slots
    )


def _single(slot: Slot | Choice) -> Iterator[Slot]:
    """*slot*, or a slot for each card if each chooses its own sheet."""
    assert isinstance(slot, Slot)  # noqa: S101 - choices are multiplied out
    if slot.choose == "slot":
        yield slot
        return
    assert isinstance(slot.count, int)  # noqa: S101 - unlimited slots have got a count
    for number in range(1, slot.count + 1):
        yield evolve(slot, name=f"{slot.name}##{number}", count=1, choose="slot")


def _plain_slot(slot: Slot, sheets: Mapping[str, Sheet], losses: LossLog) -> Iterator[Slot]:
    """*slot* as one that Draftmancer understands, if it has cards."""
    finish = slot.finish or _common_finish(slot, sheets)
    if finish not in (None, "foil"):
        losses.dropped(f"the finish {finish!r}", slot.name)
        finish = None
    choices = [choice for choice in slot.sheets if choice.sheet in sheets]
    if not any(choice.weight for choice in choices):
        losses.dropped("slots without a sheet", slot.name)
        return
    count = slot.count
    if not isinstance(count, int):
        count = max(sheets[choice.sheet].total for choice in choices)
        losses.changed("slots without a limit (now as many as the sheet has)", slot.name)
    totals = [sheets[choice.sheet].total for choice in choices]
    if slot.on_short == ("skip",) and len(totals) == 1:
        count = min(count, totals[0])
    elif slot.on_short and count > min(totals):
        losses.dropped("what a slot does when it is short", slot.name)
    choose = slot.choose if len(choices) > 1 and count > 1 else "slot"
    if count > 0:
        yield evolve(slot, count=count, sheets=choices, choose=choose, finish=finish, on_short=())


def _common_finish(slot: Slot, sheets: Mapping[str, Sheet]) -> str | None:
    finishes = {sheets[each.sheet].finish for each in slot.sheets if each.sheet in sheets}
    return finishes.pop() if len(finishes) == 1 else None


def flat_choices(
    choices: Iterable[LayoutChoice], flat: Mapping[str, list[Layout]]
) -> tuple[LayoutChoice, ...]:
    """*choices* of layouts as choices of the layouts that those have become, if there are any."""
    names: list[str] = []
    weights: list[Fraction] = []
    for choice in choices:
        named = flat.get(choice.layout) or [Layout(choice.layout)]
        total = sum(Fraction(layout.weight) for layout in named)
        for layout in named:
            share = Fraction(layout.weight) / total if total else Fraction(1, len(named))
            names.append(layout.name)
            weights.append(choice.weight * share)
    pairs = zip(names, written_weights(weights), strict=True)
    return tuple(LayoutChoice(name, weight) for name, weight in pairs)


def written_weights(weights: Sequence[int | Fraction]) -> list[int]:
    """Whole numbers in the same proportions; weights that are whole stay as they are."""
    if all(isinstance(weight, int) or weight.denominator == 1 for weight in weights):
        return [int(weight) for weight in weights]
    return whole_weights(weights)


def _whole_layouts(flat: dict[str, list[Layout]]) -> dict[str, list[Layout]]:
    weights = iter(written_weights([each.weight for named in flat.values() for each in named]))
    return {
        name: [evolve(layout, weight=next(weights)) for layout in named]
        for name, named in flat.items()
    }


def _free_name(name: str, taken: set[str]) -> str:
    while name in taken:
        name += "'"
    taken.add(name)
    return name
