"""Layouts as Draftmancer has them: no nested choices, one sheet for a whole slot, whole weights."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import gcd, lcm

from attrs import evolve

from ...diagnostics import LossLog
from ...model import Choice, Layout, LayoutChoice, Sheet, Slot

#: A layout whose choices multiply out to more alternatives is written with the likeliest of each.
MAX_ALTERNATIVES = 4096

#: Alternatives of one layout: how likely each is, and its slots.
Alternatives = list[tuple[Fraction, tuple[Slot, ...]]]


def flatten(
    layouts: tuple[Layout, ...], sheets: Mapping[str, Sheet], losses: LossLog
) -> dict[str, list[Layout]]:
    """For each layout's name the layouts that say the same without choices.

    The weights of all of them are whole numbers in the proportions of the exact probabilities.
    """
    flat: dict[str, list[Layout]] = {}
    taken = {layout.name for layout in layouts}
    for layout in layouts:
        alternatives = _multiply_out(layout, losses)
        named = flat.setdefault(layout.name, [])
        for number, (probability, slots) in enumerate(alternatives, 1):
            name = layout.name or "default"
            if len(alternatives) > 1 or named:
                name = _free_name(f"{name} {number}", taken)
            written = [each for slot in slots for each in _plain_slots(slot, sheets, losses)]
            if written:
                named.append(Layout(name, layout.weight * probability, written))
            else:
                losses.dropped("layouts without cards", layout.name)
    return _whole_layouts(flat)


def _multiply_out(layout: Layout, losses: LossLog) -> Alternatives:
    """The alternatives of *layout*."""
    parts: list[Alternatives] = []
    size = 1
    for part in layout.slots:
        if isinstance(part, Slot):
            parts.append([(Fraction(1), (part,))])
            continue
        options = list(_options(part, losses))
        if size * len(options) > MAX_ALTERNATIVES:
            likeliest = max(options, key=lambda option: option[0])
            losses.changed("choices with too many combinations (now the likeliest)", layout.name)
            options = [(Fraction(1), likeliest[1])]
        size *= len(options)
        parts.append(options)
    result: Alternatives = []
    for combination in product(*parts):
        probability = Fraction(1)
        for share, _ in combination:
            probability *= share
        result.append((probability, tuple(slot for _, slots in combination for slot in slots)))
    return result


def _options(choice: Choice, losses: LossLog) -> Iterator[tuple[Fraction, tuple[Slot, ...]]]:
    total = sum((Fraction(option.weight) for option in choice.options), Fraction(0))
    for option in choice.options:
        if option.weight:
            for probability, slots in _multiply_out(option, losses):
                yield option.weight / total * probability, slots


def _plain_slots(slot: Slot, sheets: Mapping[str, Sheet], losses: LossLog) -> Iterator[Slot]:
    """*slot* as slots that Draftmancer understands."""
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
    plain = evolve(slot, count=count, sheets=choices, choose="slot", finish=finish, on_short=())
    if slot.choose == "card" and len(choices) > 1 and count > 1:
        for number in range(1, count + 1):
            yield evolve(plain, name=f"{slot.name}##{number}", count=1)
    elif count > 0:
        yield plain


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
    pairs = zip(names, whole_weights(weights), strict=True)
    return tuple(LayoutChoice(name, weight) for name, weight in pairs)


def whole_weights(weights: Sequence[int | Fraction]) -> list[int]:
    """Whole numbers in the same proportions; weights that are whole stay as they are."""
    scale = lcm(*(Fraction(weight).denominator for weight in weights))
    scaled = [int(weight * scale) for weight in weights]
    common = gcd(*scaled) if scale > 1 else 1
    return [weight // (common or 1) for weight in scaled]


def _whole_layouts(flat: dict[str, list[Layout]]) -> dict[str, list[Layout]]:
    weights = iter(whole_weights([each.weight for named in flat.values() for each in named]))
    return {
        name: [evolve(layout, weight=next(weights)) for layout in named]
        for name, named in flat.items()
    }


def _free_name(name: str, taken: set[str]) -> str:
    while name in taken:
        name += "'"
    taken.add(name)
    return name
