"""The audit of a finite supply: whether its copies last for all packs of the event, as a flow."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import Any, TypeAlias

from attrs import frozen

from ...diagnostics import Diagnostic
from ...errors import CollationError
from ...model import Balanced, Booster, CardSet, Event, Random, Sheet, Slot
from ..codes import CollationCode
from ..plan.target import NONE, Needs, Target, added, layout_needs, repeated, slots_of
from ..rounds import Layouts, find_booster, layouts_of, rounds_of

#: A node, a node, and how much can go from the first to the second.
Pipe = tuple[Hashable, Hashable, int]


def max_flow(pipes: Iterable[Pipe], source: Hashable, sink: Hashable) -> int:
    """How much can go from *source* to *sink*: along shortest paths, until none is left."""
    left: dict[Hashable, dict[Hashable, int]] = {source: {}, sink: {}}
    for start, end, capacity in pipes:
        left.setdefault(start, {})
        left.setdefault(end, {}).setdefault(start, 0)
        left[start][end] = left[start].get(end, 0) + capacity
    flow = 0
    while path := _shortest(left, source, sink):
        amount = min(left[start][end] for start, end in path)
        for start, end in path:
            left[start][end] -= amount
            left[end][start] += amount
        flow += amount
    return flow


def _shortest(
    left: dict[Hashable, dict[Hashable, int]], source: Hashable, sink: Hashable
) -> list[tuple[Hashable, Hashable]]:
    """The pipes of a shortest path that has room; none if there is no path."""
    before: dict[Hashable, Hashable] = {source: source}
    queue = deque([source])
    while queue and sink not in before:
        node = queue.popleft()
        for other, room in left[node].items():
            if room > 0 and other not in before:
                before[other] = node
                queue.append(other)
    path = []
    node = sink
    while node in before and node != source:
        path.append((before[node], node))
        node = before[node]
    return path[::-1]


#: More than any number of cards.
_ENDLESS = 10**12

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
    once = _ENDLESS if alike or not target.distinct else packs
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
            pipes += ((taker, (name, class_), _ENDLESS) for name, _ in class_ if name in own)
    for class_, size in classes.items():
        pipes += _copies(class_, size, endless, _ENDLESS if by_slot else once)
    return max_flow(pipes, "source", "sink")


def _copies(class_: _Class, size: int, endless: set[str], once: int) -> Iterator[Pipe]:
    """From each sheet the copies of the cards of a class, and how many packs can take."""
    for name, copies in class_:
        yield (name, class_), class_, _ENDLESS if name in endless else copies * size
    yield class_, "sink", once * size


def _classes(target: Target, sheets: Sequence[Sheet]) -> Counter[_Class]:
    """How many different cards have so many copies on each of *sheets*."""
    where: dict[Hashable, list[tuple[str, int]]] = {}
    for sheet in sheets:
        for key, copies in target.different(sheet).items():
            where.setdefault(key, []).append((sheet.name, copies))
    return Counter(map(tuple, where.values()))


@frozen(eq=False)
class PackGroup:
    """Packs of an event.

    Attributes:
        booster: their booster.
        layouts: what their layouts are chosen from, with weights.
        packs: how many they are.
    """

    booster: Booster
    layouts: Layouts
    packs: int


def groups_of(cardset: CardSet, booster: Booster, event: Event, players: int) -> list[PackGroup]:
    """The packs of all rounds; *booster* is for those that name no other.

    Raises:
        CollationError: a round names what there is not.
    """
    groups: dict[object, PackGroup] = {}
    for round_ in rounds_of(event):
        its = booster if round_.booster is None else find_booster(cardset, round_.booster)
        # rounds with layouts of their own have a bag each, the others one together
        key = (id(its), id(round_) if round_.layouts else None)
        packs = groups[key].packs if key in groups else 0
        groups[key] = PackGroup(its, layouts_of(its, round_), packs + players)
    return list(groups.values())


#: A slot, and how many cards it wants for all packs.
_Wanted = tuple[Slot, int]


def supply_findings(target: Target) -> Iterator[Diagnostic]:
    """Whether a finite supply lasts, and without duplicates."""
    if target.event.supply != "finite":
        return
    try:
        groups = groups_of(target.cardset, target.booster, target.event, target.players)
    except CollationError:  # found elsewhere
        return
    packs = sum(group.packs for group in groups)
    data: dict[str, Any] = {"packs": packs, "players": target.players}
    needs = _needs_of(target, groups)
    finite = [
        sheet
        for sheet in target.cardset.sheets.values()
        if sheet.total
        if isinstance(sheet.collation, Balanced) or sheet.collation == Random(replacement=False)
    ]
    short = False
    for sheet in finite:
        least, expected, most = needs.get(sheet.name, NONE)
        if least > sheet.total:
            short = True
            sheets = f"the sheet {sheet.name!r}"
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


def _needs_of(target: Target, groups: Sequence[PackGroup]) -> Needs:
    """The cards of each sheet that all packs ask for; those that must be there."""

    def counts(slot: Slot) -> bool:
        return target.must_be_full(slot) and "next" not in slot.on_short

    needs: Needs = {}
    for group in groups:
        its = Target(target.cardset, group.booster, target.players)
        layouts = [(weight, layout_needs(its, layout, counts)) for layout, weight in group.layouts]
        bag = not target.event.layout_replacement
        needs = added(needs, repeated(layouts, group.packs, bag=bag))
    return needs


def _sure(groups: Sequence[PackGroup], finite: set[str]) -> list[_Wanted]:
    """The slots that all packs of a group have, and that draw from the supply only."""
    wanted = []
    for group in groups:
        layouts = [layout for layout, weight in group.layouts if weight]
        for each in slots_of(layouts[0]) if len(layouts) == 1 else ():
            count = each.slot.count
            names = {choice.sheet for choice in each.slot.sheets if choice.weight}
            if each.share == 1 and isinstance(count, int) and names <= finite:
                wanted.append((each.slot, group.packs * count))
    return wanted


def _together(target: Target, wanted: list[_Wanted], packs: int) -> Iterator[Diagnostic]:
    """Whether copies, and different cards, last for slots that share sheets."""
    full = [(slot, count) for slot, count in wanted if target.must_be_full(slot)]
    total = sum(count for _, count in full)
    has = most_dealt(target, full, packs, alike=True)
    data: dict[str, Any] = {"packs": packs, "players": target.players, "wanted": total, "has": has}
    names = dict.fromkeys(choice.sheet for slot, _ in full for choice in slot.sheets)
    sheets = "the sheet " if len(names) == 1 else "the sheets "
    sheets += ", ".join(map(repr, names))
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
