"""The audit of a finite supply: whether its copies last for all packs of the event, as a flow."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterator, Sequence
from typing import Any, TypeAlias

from ...diagnostics import Diagnostic
from ...errors import CollationError
from ...flow import ENDLESS, Network, Pipe
from ...model import Layout, Sheet, Slot
from ..codes import CollationCode
from ..plan.target import NONE, Needs, Target, added, repeated, slots_of
from ..rounds import PackRound, pack_rounds

#: On which sheets a card is, with how many copies.
_Class: TypeAlias = tuple[tuple[str, int], ...]


def most_dealt(
    target: Target, wanted: Sequence[tuple[Slot, int]], packs: int, *, alike: bool = False
) -> int:
    """How many of the cards that slots want can be dealt.

    Cards flow from slots to the different cards of their sheets, as many as there are copies, each
    once in a pack or slot.  Cards with as many copies on the same sheets flow together.

    Args:
        target: the booster.
        wanted: slots that draw by chance, and how many cards each wants for all *packs*.
        packs: how many packs share the copies.
        alike: cards may come twice.
    """
    once = ENDLESS if alike or not target.distinct else packs
    sheets = {sheet.name: sheet for slot, _ in wanted for sheet in target.sheets(slot)}
    classes = _classes(target, list(sheets.values()))
    endless = {name for name, sheet in sheets.items() if target.endless(sheet)}
    by_slot = target.booster.distinct_scope == "slot"
    pipes: list[Pipe] = []
    for number, (slot, count) in enumerate(wanted):
        pipes.append(("source", number, count))
        own = {sheet.name for sheet in target.sheets(slot)}
        for class_, size in classes.items():
            taker: Hashable = number
            if by_slot and not own.isdisjoint(dict(class_)):
                taker = (number, class_)
                pipes.append((number, taker, once * size))
            pipes += ((taker, (name, class_), ENDLESS) for name, _ in class_ if name in own)
    for class_, size in classes.items():
        pipes += _copies(class_, size, endless, ENDLESS if by_slot else once)
    return Network(pipes).push("source", "sink")


def _copies(class_: _Class, size: int, endless: set[str], once: int) -> Iterator[Pipe]:
    """From each sheet the copies of the cards of a class, and how many packs can take."""
    for name, copies in class_:
        yield (name, class_), class_, ENDLESS if name in endless else copies * size
    yield class_, "sink", once * size


def _classes(target: Target, sheets: Sequence[Sheet]) -> Counter[_Class]:
    """How many different cards have so many copies on each of *sheets*."""
    where: dict[Hashable, list[tuple[str, int]]] = {}
    for sheet in sheets:
        for key, copies in target.different(sheet).items():
            where.setdefault(key, []).append((sheet.name, copies))
    return Counter(map(tuple, where.values()))


def pack_groups(target: Target) -> list[tuple[PackRound, int]]:
    """The rounds of the event that differ, with the number of their packs.

    Raises:
        CollationError: a round names what there is not.
    """
    rounds = pack_rounds(target.cardset, target.booster, target.event)
    packs = Counter(each.bag for each in rounds)
    by_bag = {each.bag: each for each in rounds}
    return [(by_bag[bag], number * target.players) for bag, number in packs.items()]


#: A slot, and how many cards it wants for all packs.
_Wanted = tuple[Slot, int]


def supply_findings(target: Target) -> Iterator[Diagnostic]:
    """Whether a finite supply lasts, and without duplicates."""
    if target.event.supply != "finite":
        return
    try:
        groups = pack_groups(target)
    except CollationError:  # found elsewhere
        return
    packs = sum(number for _, number in groups)
    data: dict[str, Any] = {"packs": packs, "players": target.players}
    needs = _needed(target, groups)
    finite = [
        sheet
        for sheet in target.cardset.sheets.values()
        if sheet.total and target.by_chance(sheet) and not target.endless(sheet)
    ]
    short = False
    for sheet in finite:
        least, expected, most = needs.get(sheet.name, NONE)
        if least > sheet.total:
            short = True
            sheets = sheets_named([sheet.name])
            yield CollationCode.SUPPLY_TOO_SMALL.at(
                None, **data, sheets=sheets, wanted=least, has=sheet.total, have="has"
            )
        elif most > sheet.total:
            yield CollationCode.SUPPLY_MAY_FAIL.at(
                None,
                **data,
                sheet=sheet.name,
                wanted=most,
                expected=f"{float(expected):.4g}",
                has=sheet.total,
            )
    if not short:
        yield from _together(target, _sure(groups, {sheet.name for sheet in finite}), packs)


def needs_of(
    target: Target,
    groups: Sequence[tuple[PackRound, int]],
    of_layout: Callable[[Target, Layout], Needs],
) -> Needs:
    """What all packs ask for together, of that which *of_layout* counts in a pack."""
    needs: Needs = {}
    for group, packs in groups:
        its = Target(target.cardset, group.booster, target.players)
        layouts = [(weight, of_layout(its, layout)) for layout, weight in group.layouts]
        needs = added(needs, repeated(layouts, packs, bag=not target.event.layout_replacement))
    return needs


def _needed(target: Target, groups: Sequence[tuple[PackRound, int]]) -> Needs:
    """The cards of each sheet that must be there for all packs."""

    def counts(slot: Slot) -> bool:
        return target.must_be_full(slot) and "next" not in slot.on_short

    return needs_of(target, groups, lambda its, layout: its.asking(counts).layout(layout))


def _sure(groups: Sequence[tuple[PackRound, int]], finite: set[str]) -> list[_Wanted]:
    """The slots that all packs of a group have, and that draw from the supply only."""
    wanted = []
    for group, packs in groups:
        layouts = [layout for layout, weight in group.layouts if weight]
        for each in slots_of(layouts[0]) if len(layouts) == 1 else ():
            count = each.slot.count
            names = {choice.sheet for choice in each.slot.sheets if choice.weight}
            if each.share == 1 and isinstance(count, int) and names <= finite:
                wanted.append((each.slot, packs * count))
    return wanted


def sheets_named(names: Collection[str]) -> str:
    """Sheets, for a message."""
    return ("the sheet " if len(names) == 1 else "the sheets ") + ", ".join(map(repr, names))


def _together(target: Target, wanted: list[_Wanted], packs: int) -> Iterator[Diagnostic]:
    """Whether copies, and different cards, last for slots that share sheets."""
    full = [(slot, count) for slot, count in wanted if target.must_be_full(slot)]
    total = sum(count for _, count in full)
    has = most_dealt(target, full, packs, alike=True)
    data: dict[str, Any] = {"packs": packs, "players": target.players, "wanted": total, "has": has}
    names = dict.fromkeys(choice.sheet for slot, _ in full for choice in slot.sheets)
    sheets = sheets_named(names)
    if has < total:
        have = "has" if len(names) == 1 else "have"
        yield CollationCode.SUPPLY_TOO_SMALL.at(None, **data, sheets=sheets, have=have)
        return
    different = most_dealt(target, full, packs)
    if different < total:
        scope = "slot" if target.booster.distinct_scope == "slot" else "pack"
        unit = "name" if target.booster.distinct == "name" else "card"
        more = {"sheets": sheets, "has": different, "unit": unit, "scope": scope}
        yield CollationCode.SUPPLY_ALIKE.at(None, **data | more)
