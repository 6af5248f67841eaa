"""The audit of layouts: choices and weights, and the fewest and most cards of a kind in packs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import TypeAlias

from attrs import evolve

from ...diagnostics import Diagnostic
from ...model import UNLIMITED, AddBooster, Layout, PackCard, Sheet, SheetChoice, Slot
from ..codes import CollationCode
from ..rounds import layouts_by_round, rounds_of
from .target import Subject, slots_of

#: Whether a card in a pack is of the kind.
Test: TypeAlias = Callable[[PackCard], bool]

#: The fewest and the most.
Bounds: TypeAlias = tuple[int, int]


def layout_bounds(subject: Subject, layout: Layout, test: Test) -> Bounds:
    """The bounds for packs of *layout*; they hold always, but may not be reached."""
    slots = [each.slot for each in slots_of(layout)]
    if any("carry" in slot.on_short for slot in slots):
        return 0, sum(map(subject.wanted, slots)) + len(subject.replacements)
    names = Counter(sheet.name for slot in slots for sheet in subject.sheets(slot))
    alone = {name for name, number in names.items() if number == 1}
    least, most = _parts(subject, layout, test, alone)
    last: dict[str, Bounds] = {}
    for each in subject.replacements:
        own = [slot for slot in slots if slot.name == each.slot]
        if own and each.sheet in subject.cardset.sheets:
            # the card that goes is one of the slot, or of a replacement before
            usual = joined(slot_bounds(subject, evolve(slot, count=1), test) for slot in own)
            gone = last.get(each.slot, usual)
            replacing = Slot(each.slot, 1, (SheetChoice(each.sheet),), finish=each.finish)
            new = slot_bounds(subject, replacing, test)
            least, most = least + min(0, new[0] - gone[1]), most + max(0, new[1] - gone[0])
            last[each.slot] = joined((gone, new))
    return max(least, 0), most


def _parts(subject: Subject, layout: Layout, test: Test, alone: Collection[str]) -> Bounds:
    least = most = 0
    for part in layout.slots:
        if isinstance(part, Slot):
            low, high = slot_bounds(subject, part, test, alone)
        else:
            low, high = joined(
                _parts(subject, each, test, alone) for each in part.options if each.weight
            )
        least, most = least + low, most + high
    return least, most


def slot_bounds(subject: Subject, slot: Slot, test: Test, alone: Collection[str] = ()) -> Bounds:
    """The bounds for a slot; no other slot draws from the sheets called *alone*."""
    wanted = subject.wanted(slot)
    sheets = subject.sheets(slot)
    if not sheets:
        return 0, 0
    short = slot.count is UNLIMITED or "skip" in slot.on_short
    each = []
    for sheet in sheets:
        has = subject.capacity(sheet)
        count = min(wanted, has) if short and has is not None else wanted
        low, high = _sheet_bounds(subject, slot, sheet, count, test)
        each.append((low if not short or has is None or sheet.name in alone else 0, high))
    low, high = joined(each)
    if len(sheets) > 1 and (slot.choose == "card" or "next" in slot.on_short):
        all_are = not short and all(pair[0] == wanted for pair in each)
        low, high = wanted if all_are else 0, min(wanted, sum(pair[1] for pair in each))
    return low, high


def _sheet_bounds(subject: Subject, slot: Slot, sheet: Sheet, count: int, test: Test) -> Bounds:
    """The bounds for *count* cards of one sheet."""
    finish = slot.finish or sheet.finish
    of_kind = 0
    for entry in sheet.entries:
        card = PackCard(entry.card, slot.name, sheet.name, entry.finish or finish)
        of_kind += entry.copies if test(card) else 0
    others = sheet.total - of_kind
    if subject.capacity(sheet) is None:  # copies can come again
        return (count if of_kind and not others else 0), (count if of_kind else 0)
    return max(min(count, sheet.total) - others, 0), min(count, of_kind)


def joined(bounds: Iterable[Bounds]) -> Bounds:
    """The bounds for what has one or another of several."""
    each = list(bounds)
    return min(pair[0] for pair in each), max(pair[1] for pair in each)


#: Totals from here to 1 and a little more look as if they were to be 1.
_NEARLY, _HARDLY = Fraction(99, 100), Fraction(101, 100)


def layout_findings(subject: Subject) -> Iterator[Diagnostic]:
    """What is wrong with the layouts, their weights and the rounds that name them."""
    booster = subject.booster
    for number, layouts in enumerate(layouts_by_round(subject.cardset, booster), 1):
        if not any(weight for _, weight in layouts):
            where = f"the booster {booster.name!r}"
            if layouts and any(each.layouts for each in subject.event.rounds):
                where = f"round {number} of the event"
            yield CollationCode.NO_LAYOUT.at(None, where=where)
    yield from _never_chosen(subject)
    named = [each.layout for round_ in subject.event.rounds for each in round_.layouts]
    if not named:
        weights = [layout.weight for layout in booster.layouts]
        yield from _weights(f"the layouts of the booster {booster.name!r}", weights)
    for layout in booster.layouts:
        yield from _inside(subject, layout, layout)
    yield from _rounds(subject)
    yield from _added(subject)


def _added(subject: Subject) -> Iterator[Diagnostic]:
    """The layouts of boosters that cards add to a draft."""
    known = {layout.name for layout in subject.booster.layouts}
    for card in subject.cardset.cards:
        for effect in card.draft_effects:
            for each in effect.layouts if isinstance(effect, AddBooster) else ():
                if each.layout not in known:
                    names = {"card": card.name, "layout": each.layout}
                    booster = subject.booster.name
                    yield CollationCode.ADDED_LAYOUT.at(None, **names, booster=booster)


def _never_chosen(subject: Subject) -> Iterator[Diagnostic]:
    chosen = {layout.name for layout in subject.layouts}
    chosen |= {
        each.layout for round_ in subject.event.rounds for each in round_.layouts if each.weight
    }
    by_cards = subject.named_by_cards
    for layout in subject.booster.layouts:
        if layout.name not in chosen and by_cards is not None and layout.name not in by_cards:
            no_round = "no round of the event names it"
            why = no_round if layout.weight else f"its weight is 0 and {no_round}"
            what = subject.where(layout)
            yield CollationCode.NEVER_CHOSEN.at(None, what=what, why=why)


def _inside(subject: Subject, whole: Layout, layout: Layout) -> Iterator[Diagnostic]:
    """The choices in a layout, of options and of sheets."""
    for part in layout.slots:
        if isinstance(part, Slot):
            where = subject.where(whole, part)
            yield from _weights(f"the sheets of {where}", [each.weight for each in part.sheets])
            for each in part.sheets:
                if not each.weight:
                    what = f"the sheet {each.sheet!r} of {where}"
                    yield CollationCode.NEVER_CHOSEN.at(None, what=what, why="its weight is 0")
            continue
        where = f"a choice in {subject.where(whole)}"
        yield from _weights(f"the options of {where}", [each.weight for each in part.options])
        for number, option in enumerate(part.options, 1):
            if not option.weight:
                name = f" {option.name!r}" if option.name else ""
                what = f"option {number}{name} of {where}"
                yield CollationCode.NEVER_CHOSEN.at(None, what=what, why="its weight is 0")
            yield from _inside(subject, whole, option)


def _weights(what: str, weights: Sequence[int | Fraction]) -> Iterator[Diagnostic]:
    """Whether weights that look like probabilities add up to 1."""
    exact = [Fraction(weight) for weight in weights]
    total = sum(exact, Fraction())
    fractions = any(weight.denominator > 1 for weight in exact)
    looks = total < 1 or _NEARLY <= total <= _HARDLY
    if fractions and looks and total != 1 and max(exact) <= 1:
        shown = ", ".join(map(str, weights))
        yield CollationCode.WEIGHTS.at(None, what=what, weights=shown, total=total)


def _rounds(subject: Subject) -> Iterator[Diagnostic]:
    """Whether the rounds of the event name what there is."""
    cardset = subject.cardset
    known = {name for booster in cardset.boosters for name in (booster.name, booster.id)}
    for number, round_ in enumerate(rounds_of(subject.event), 1):
        if number > len(subject.event.rounds):
            return
        if round_.booster is not None and round_.booster not in known:
            yield CollationCode.ROUND_BOOSTER.at(None, number=number, name=round_.booster)
            continue
        booster = subject.booster
        if round_.booster is not None:
            booster = next(b for b in cardset.boosters if round_.booster in (b.name, b.id))
        names = {layout.name for layout in booster.layouts}
        for each in round_.layouts:
            if each.layout not in names:
                its = f"the booster {booster.name!r}"
                yield CollationCode.ROUND_LAYOUT.at(
                    None, number=number, name=each.layout, booster=its
                )


def variation_findings(subject: Subject) -> Iterator[Diagnostic]:
    """In which numbers of cards packs differ: of all, and of each rarity."""
    cardset = subject.cardset
    rarity = {
        entry.card: card.rarity if (card := cardset.card(entry.card)) else None
        for each in subject.drawn
        for sheet in subject.sheets(each.slot)
        for entry in sheet.entries
    }
    rarities = [word for word in dict.fromkeys(rarity.values()) if word]
    shown = []
    for word in (None, *rarities):
        bounds = [
            layout_bounds(subject, layout, lambda c: word is None or rarity.get(c.card) == word)  # noqa: B023 - it is used at once
            for layout in subject.layouts
        ]
        if bounds:
            least, most = min(low for low, _ in bounds), max(high for _, high in bounds)
            if least != most:
                shown.append(f"{least} to {most} {word or 'cards'}")
    if shown:
        yield CollationCode.VARIES.at(None, numbers=", ".join(shown))
