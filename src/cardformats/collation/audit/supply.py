"""The number of cards that an event needs, and the audit of a finite supply."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterator, Sequence
from fractions import Fraction
from typing import Any, TypeAlias

from attrs import evolve, field, frozen

from ...diagnostics import Diagnostic
from ...errors import CollationError
from ...flow import ENDLESS, Network, Pipe
from ...model import Booster, CardSet, Event, Layout, PackCard, Sheet, Slot
from ..codes import CollationCode
from ..distinct import Spelling
from ..needs import NONE, Needs, together
from ..needs import NeededCards as Number
from ..rounds import PackRound, find_booster, pack_rounds
from ..words import WELL_KNOWN, Words, known_word
from .target import ALL, AuditTarget, layout_bounds, layout_needs, repeated, slots_of


@frozen
class SupplyNeed:
    """The number of cards of one kind that an event needs.

    Attributes:
        name: The name of the sheet or the rarity.
        least: The minimum.
        expected: The mean. For a rarity, it is estimated from the shares of copies on the sheets.
        most: The maximum.
    """

    name: str
    least: int
    expected: Fraction
    most: int


@frozen
class Requirements:
    """The numbers of cards that an event needs.

    Attributes:
        packs: The number of packs.
        cards: The cards of all packs together.
        sheets: The cards of each sheet, in the order of the card set.
        rarities: The cards of each rarity. Cards without a rarity are not counted.
        words: The names of sheets and other words of the set.
    """

    packs: int
    cards: SupplyNeed
    sheets: tuple[SupplyNeed, ...]
    rarities: tuple[SupplyNeed, ...]
    words: Words = field(eq=False, repr=False)

    def sheet(self, name: str) -> SupplyNeed:
        """Return the need of a sheet; zeros if packs do not draw from it.

        Raises:
            CollationError: If the set has no such sheet.
        """
        name = self.words.sheet(name)
        return next((each for each in self.sheets if each.name == name), SupplyNeed(name, *NONE))

    def rarity(self, word: str) -> SupplyNeed:
        """Return the need of a rarity; zeros if packs have no such cards.

        Raises:
            CollationError: If no card of the set has the rarity, and it is not a well-known one.
        """
        known = [*(each.name for each in self.rarities), *self.words.rarities]
        word = known_word(word, known, "rarity", WELL_KNOWN["rarity"])
        return next((each for each in self.rarities if each.name == word), SupplyNeed(word, *NONE))


def requirements(
    cardset: CardSet, booster: str | Booster | None, event: Event | None, players: int
) -> Requirements:
    """Return the numbers of cards that *players* need for all rounds of an event.

    The numbers are those that the slots ask for, as if no sheet became empty. A slot that may be
    short asks for at most all cards of a sheet.

    Args:
        cardset: The sheets and boosters.
        booster: The booster of the rounds that do not name one. The default is the first one.
        event: The event. The default is the event of the card set, or a standard event.
        players: The number of players.

    Raises:
        CollationError: If *players* is less than 1, or a name is unknown.
    """
    if players < 1:
        raise CollationError(f"the number of players must be at least 1, not {players}")
    event = event or cardset.event or Event()
    cardset = evolve(cardset, event=event)
    usual = find_booster(cardset, booster)
    target = AuditTarget(cardset, usual, players)
    groups = pack_groups(target)
    sheets = needs_of(target, groups, layout_needs)
    rarities = needs_of(target, groups, _rarities)
    return Requirements(
        players * event.boosters_per_player,
        SupplyNeed("cards", *sheets.get(ALL, NONE)),
        tuple(SupplyNeed(name, *sheets[name]) for name in cardset.sheets if name in sheets),
        tuple(SupplyNeed(word, *numbers) for word, numbers in rarities.items()),
        Words([Spelling(cardset)]),
    )


def _rarities(target: AuditTarget, layout: Layout) -> Needs[str]:
    """Return the number of cards of each rarity that a pack of *layout* needs."""
    cardset = target.cardset
    expected: dict[str, Fraction] = {}
    rarity = {}
    for name, (_, number, _) in layout_needs(target, layout).items():
        sheet = cardset.sheets.get(name)
        for entry in sheet.entries if sheet and sheet.total else ():
            card = cardset.card(entry.card)
            if entry.copies and card and card.rarity:
                rarity[entry.card] = word = card.rarity
                share = Fraction(entry.copies, sheet.total) if sheet else Fraction()
                expected[word] = expected.get(word, Fraction()) + number * share
    rarities: Needs[str] = {}
    for word, number in expected.items():

        def test(card: PackCard, word: str = word) -> bool:
            return rarity.get(card.card) == word

        least, most = layout_bounds(target, layout, test)
        rarities[word] = Number(least, number, most)
    return rarities


#: The sheets that a card is on, with its number of copies on each.
_Class: TypeAlias = tuple[tuple[str, int], ...]


def most_dealt(
    target: AuditTarget, wanted: Sequence[tuple[Slot, int]], packs: int, *, alike: bool = False
) -> int:
    """Return how many of the cards that slots want for all *packs* can be dealt.

    The slots draw at random. Cards flow from slots to the different cards of their sheets, limited
    by the numbers of copies. Each card occurs once in a pack or slot, unless *alike* is true or its
    sheet allows duplicates. Cards with the same numbers of copies on the same sheets flow together.
    """
    sheets = {sheet.name: sheet for slot, _ in wanted for sheet in target.sheets(slot)}
    endless = {name for name, sheet in sheets.items() if target.endless(sheet)}
    repeating = {name for name, sheet in sheets.items() if alike or target.may_repeat(sheet)}
    by_slot = target.booster.distinct_scope == "slot"
    pipes: list[Pipe] = []
    # the classes on each sheet, by number, with the maximum number of cards that packs can take
    on_sheet: dict[str, dict[int, int]] = {name: {} for name in sheets}
    for class_, (where, size) in enumerate(_classes(target, [*sheets.values()]).items()):
        once = ENDLESS if repeating.issuperset(dict(where)) else packs * size
        pipes.append(((class_,), "sink", ENDLESS if by_slot else once))
        for name, copies in where:
            on_sheet[name][class_] = once
            there = ENDLESS if name in endless else copies * size
            pipes.append(((name, class_), (class_,), there))
    for number, (slot, count) in enumerate(wanted):
        pipes.append(("source", number, count))
        own = [sheet.name for sheet in target.sheets(slot)]
        if by_slot:
            limits = {class_: once for name in own for class_, once in on_sheet[name].items()}
            pipes += ((number, (number, class_), once) for class_, once in limits.items())
        pipes += (
            ((number, class_) if by_slot else number, (name, class_), ENDLESS)
            for name in own
            for class_ in on_sheet[name]
        )
    return Network(pipes).push("source", "sink")


def _classes(target: AuditTarget, sheets: Sequence[Sheet]) -> Counter[_Class]:
    """Return how many different cards have each combination of numbers of copies on *sheets*."""
    where: dict[Hashable, list[tuple[str, int]]] = {}
    for sheet in sheets:
        for key, copies in target.different(sheet).items():
            where.setdefault(key, []).append((sheet.name, copies))
    return Counter(map(tuple, where.values()))


def pack_groups(target: AuditTarget) -> list[tuple[PackRound, int]]:
    """Return the different rounds of the event, each with the number of its packs."""
    rounds = pack_rounds(target.cardset, target.booster, target.event)
    packs = Counter(each.bag for each in rounds)
    by_bag = {each.bag: each for each in rounds}
    return [(by_bag[bag], number * target.players) for bag, number in packs.items()]


#: A slot with its number of packs, or with the number of cards it wants for all packs.
_Wanted = tuple[Slot, int]


def supply_findings(target: AuditTarget) -> Iterator[Diagnostic]:
    """Yield diagnostics if a finite supply is too small, or too small to avoid duplicates."""
    if target.event.supply != "finite":
        return
    try:
        groups = pack_groups(target)
    except CollationError:  # another diagnostic
        return
    packs = sum(number for _, number in groups)
    data: dict[str, Any] = {"packs": packs, "players": target.players}
    wanted, needed = needs_of(target, groups, layout_needs), _needed(target, groups)
    slots = [
        (each.slot, packs)
        for group, packs in groups
        for layout, weight in group.layouts
        for each in (slots_of(layout) if weight else ())
    ]
    strict = {
        sheet.name
        for slot, _ in slots
        if target.must_be_full(slot)
        for sheet in target.sheets(slot)
    }
    finite = [
        sheet
        for sheet in target.cardset.sheets.values()
        if sheet.total and target.by_chance(sheet) and not target.endless(sheet)
    ]
    short = False
    carried = _carried(target, finite, wanted, slots)
    for sheet in finite:
        _, expected, most = wanted.get(sheet.name, NONE)
        least, most = needed.get(sheet.name, 0), most + carried
        if least > sheet.total:
            short = True
            sheets = sheets_named([sheet.name])
            yield CollationCode.SUPPLY_TOO_SMALL.of(
                **data, sheets=sheets, wanted=least, has=sheet.total, have="has"
            )
        elif most > sheet.total and sheet.name in strict:
            yield CollationCode.SUPPLY_MAY_FAIL.of(
                **data,
                sheet=sheet.name,
                wanted=most,
                expected=f"{float(expected):.4g}",
                has=sheet.total,
            )
    if not short:
        yield from _together(target, _sure(groups, {sheet.name for sheet in finite}), packs)


def needs_of(
    target: AuditTarget,
    groups: Sequence[tuple[PackRound, int]],
    of_layout: Callable[[AuditTarget, Layout], Needs[str]],
) -> Needs[str]:
    """Return the sum of the needs of all packs. *of_layout* returns the needs of one pack."""
    total: Needs[str] = {}
    for group, packs in groups:
        its = AuditTarget(target.cardset, group.booster, target.players)
        layouts = [(weight, of_layout(its, layout)) for layout, weight in group.layouts]
        bag = not target.event.layout_replacement
        total = together([total, repeated(layouts, packs, bag=bag)])
    return total


def _needed(target: AuditTarget, groups: Sequence[tuple[PackRound, int]]) -> dict[str, int]:
    """Return the minimum number of copies of each sheet for slots that must be full.

    The cards of other slots count if such a slot comes after them: in all packs except the last.
    """

    def strict(its: AuditTarget, layout: Layout) -> Needs[str]:
        return layout_needs(its, layout, its.must_be_full)

    *_, last = pack_rounds(target.cardset, target.booster, target.event)
    before = [(each, packs - (each.bag == last.bag)) for each, packs in groups]
    all_slots, at_the_end = (
        needs_of(target, before, layout_needs),
        needs_of(target, [(last, 1)], strict),
    )
    needed = {name: need.least for name, need in needs_of(target, groups, strict).items()}
    for name, (least, _, _) in at_the_end.items():
        if least:
            needed[name] = max(needed[name], all_slots.get(name, NONE).least + least)
    return needed


def _carried(
    target: AuditTarget, finite: Sequence[Sheet], wanted: Needs[str], slots: Sequence[_Wanted]
) -> int:
    """Return the maximum number of cards that slots can carry on because their sheets are empty."""
    left = {each.name: each.total - wanted.get(each.name, NONE).most for each in finite}
    carrying: list[tuple[int, int]] = []  # of each slot, the least that is left, and its cards
    for slot, packs in slots:
        its = [left[sheet.name] for sheet in target.sheets(slot) if sheet.name in left]
        if its and "carry" in slot.on_short:
            carrying.append((min(its), packs * target.wanted(slot)))
    carried = 0
    for least, cards in sorted(carrying):
        if least >= carried:
            break
        carried += cards
    return carried


def _sure(groups: Sequence[tuple[PackRound, int]], finite: set[str]) -> list[_Wanted]:
    """Return the slots that all packs of a group have and that draw only from the supply."""
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
    """Return the names of sheets as text for a message."""
    return ("the sheet " if len(names) == 1 else "the sheets ") + ", ".join(map(repr, names))


def _together(target: AuditTarget, wanted: list[_Wanted], packs: int) -> Iterator[Diagnostic]:
    """Yield diagnostics if copies or different cards are too few for slots that share sheets."""
    full = [(slot, count) for slot, count in wanted if target.must_be_full(slot)]
    total = sum(count for _, count in full)
    has = most_dealt(target, full, packs, alike=True)
    data: dict[str, Any] = {"packs": packs, "players": target.players, "wanted": total, "has": has}
    names = dict.fromkeys(choice.sheet for slot, _ in full for choice in slot.sheets)
    sheets = sheets_named(names)
    if has < total:
        have = "has" if len(names) == 1 else "have"
        yield CollationCode.SUPPLY_TOO_SMALL.of(**data, sheets=sheets, have=have)
        return
    different = most_dealt(target, full, packs)
    if different < total:
        scope = "slot" if target.booster.distinct_scope == "slot" else "pack"
        unit = "name" if target.booster.distinct == "name" else "card"
        more = {"sheets": sheets, "has": different, "unit": unit, "scope": scope}
        yield CollationCode.SUPPLY_ALIKE.of(**data | more)
