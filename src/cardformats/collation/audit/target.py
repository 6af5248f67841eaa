"""What packs of a booster ask of sheets, and the fewest and most cards of a kind they have."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from typing import TypeAlias

from attrs import evolve, frozen

from ...errors import CollationError
from ...model import (
    UNLIMITED,
    AddBooster,
    Balanced,
    Booster,
    CardSet,
    Choice,
    Event,
    Fixed,
    Layout,
    Other,
    Random,
    Replace,
    Sheet,
    Slot,
)
from ...model.weights import as_copies
from ..bounds import Bounds, bounds
from ..compile import Compiler
from ..constraints import Test
from ..distinct import key_of, may_repeat
from ..replaced import written_out
from ..rounds import MAX_PACK, layouts_by_round
from ..tree import Given, Node

#: The fewest, on average, the most.
Numbers: TypeAlias = tuple[int, Fraction, int]
#: Those of each kind of card; kinds that are not there are not asked for.
Needs: TypeAlias = dict[str, Numbers]

NONE: Numbers = (0, Fraction(), 0)

#: Under this name all cards are counted; no sheet has it.
ALL = ""


def added(one: Needs, other: Needs) -> Needs:
    """What two parts ask for together."""
    total = dict(one)
    for name, (least, expected, most) in other.items():
        low, mean, high = total.get(name, NONE)
        total[name] = low + least, mean + expected, high + most
    return total


def mixed(each: Sequence[tuple[Fraction, Needs]]) -> Needs:
    """What is asked for by one of several, with their shares."""
    means = {}
    for name in dict.fromkeys(name for _, its in each for name in its):
        numbers = [(share, its.get(name, NONE)) for share, its in each]
        means[name] = (
            min(least for _, (least, _, _) in numbers),
            sum((share * expected for share, (_, expected, _) in numbers), Fraction()),
            max(most for _, (_, _, most) in numbers),
        )
    return means


def repeated(layouts: Sequence[tuple[int | Fraction, Needs]], packs: int, *, bag: bool) -> Needs:
    """What so many packs ask for, whose layouts are chosen by weight, or from a *bag*."""
    total = sum((Fraction(weight) for weight, _ in layouts), Fraction())
    if not total:
        return {}
    chosen = [(weight, numbers) for weight, numbers in layouts if weight]
    one = mixed([(weight / total, numbers) for weight, numbers in chosen])
    sums = {n: (packs * low, packs * mean, packs * high) for n, (low, mean, high) in one.items()}
    if bag:
        copies = as_copies(weight for weight, _ in chosen)
        for name, (_, expected, _) in sums.items():
            each = [
                (numbers.get(name, NONE), n) for (_, numbers), n in zip(chosen, copies, strict=True)
            ]
            least = _of_bag([(low, n) for (low, _, _), n in each], packs)
            most = -_of_bag([(-high, n) for (_, _, high), n in each], packs)
            sums[name] = least, expected, most
    return sums


def _of_bag(numbers: Sequence[tuple[int, int]], packs: int) -> int:
    """The smallest sum of so many numbers from bags, each given with how often a bag has it."""
    full, rest = divmod(packs, sum(copies for _, copies in numbers))
    whole = full * sum(number * copies for number, copies in numbers)
    for number, copies in sorted(numbers):
        taken = min(copies, rest)
        whole += number * taken
        rest -= taken
    return whole


@frozen(eq=False)
class Drawn:
    """A slot in a layout.

    Attributes:
        layout: the layout of the whole pack.
        slot: the slot.
        share: how many packs of the layout have it.
    """

    layout: Layout
    slot: Slot
    share: Fraction = Fraction(1)


def slots_of(layout: Layout) -> Iterator[Drawn]:
    """Every slot that packs of *layout* can have, in order."""
    return (Drawn(layout, slot, share) for slot, share in layout.walk() if share)


class Target:
    """A booster of a card set that is audited; sheets may be missing.

    Attributes:
        cardset, booster: the booster and its sheets.
        event: the card set's, or the usual one.
        players: how many seats packs are dealt to.
        layouts: those that packs can have.
        drawn: the slots of these layouts.
        on_short: what every slot tries when a sheet runs out, beside its own remedies.
    """

    def __init__(self, cardset: CardSet, booster: Booster, players: int) -> None:
        self.cardset = cardset
        self.booster = booster
        self.event = cardset.event or Event()
        self.players = players
        by_round = layouts_by_round(cardset, booster)
        chosen = [layout for layouts in by_round for layout, weight in layouts if weight]
        self.layouts = list({id(layout): layout for layout in chosen}.values())
        self.drawn = [each for layout in self.layouts for each in slots_of(layout)]
        self.on_short = ("refill",) if self.event.supply == "refill" else ()
        self._key = key_of(booster)
        self._keys: dict[str, list[Hashable]] = {}
        self._trees: dict[int, Node | None] = {}

    def tree(self, layout: Layout) -> Node | None:
        """The tree of a layout, as if sheets that are missing were empty; None if it has none."""
        if id(layout) not in self._trees:
            tree: Node | None = None
            try:
                root = self._compiler.tree([(layout, 1)])
                tree = written_out(root.part if isinstance(root, Given) else root)
            except CollationError:
                pass  # what is wrong with it is another diagnostic
            except Exception:
                if not self.has_collators:
                    raise  # only the code of a third party raises anything else
            self._trees[id(layout)] = tree
        return self._trees[id(layout)]

    @cached_property
    def _compiler(self) -> Compiler:
        sheets = dict(self.cardset.sheets)
        named = {each.sheet for slot, _ in self.booster.walk() for each in slot.sheets}
        named |= {each.sheet for each in self.replacements}
        missing = [Sheet(name) for name in sorted(named - sheets.keys())]
        cardset = evolve(self.cardset, sheets=[*sheets.values(), *missing])
        return Compiler(cardset, self.booster)

    @cached_property
    def has_collators(self) -> bool:
        """Whether a sheet is drawn from by a collator, which can raise any exception."""
        return any(isinstance(each.collation, Other) for each in self.cardset.sheets.values())

    def where(self, layout: Layout, slot: Slot | None = None) -> str:
        """How messages name a layout, or a slot of it."""
        several = len(self.cardset.boosters) > 1
        of = f" of the booster {self.booster.name!r}" if several else ""
        what = f"the layout {layout.name!r}{of}" if layout.name else f"the layout{of}"
        return what if slot is None else f"the slot {slot.name!r} of {what}"

    @cached_property
    def named_by_cards(self) -> set[str] | None:
        """The layouts that draft effects of cards name; None if some effect means any."""
        effects = [each for card in self.cardset.cards for each in card.draft_effects]
        added = [each for each in effects if isinstance(each, AddBooster)]
        if not all(each.layouts for each in added):
            return None
        return {choice.layout for each in added for choice in each.layouts}

    @cached_property
    def replacements(self) -> list[Replace]:
        """The replacements that can happen."""
        replacing = (each for each in self.booster.constraints if isinstance(each, Replace))
        return [each for each in replacing if each.probability]

    def may_repeat(self, sheet: Sheet) -> bool:
        """Whether packs may have a card of *sheet* twice."""
        return may_repeat(self.booster, sheet)

    def sheets(self, slot: Slot) -> list[Sheet]:
        """The sheets that are there of those that *slot* can draw from, each once."""
        names = dict.fromkeys(each.sheet for each in slot.sheets if each.weight)
        return [self.cardset.sheets[name] for name in names if name in self.cardset.sheets]

    def wanted(self, slot: Slot) -> int:
        """How many cards a slot is to have; for an unlimited one those of its largest sheet."""
        if slot.count is UNLIMITED:
            return max((sheet.total for sheet in self.sheets(slot)), default=0)
        return slot.count

    def remedies(self, slot: Slot) -> tuple[str, ...]:
        """What *slot* tries when a sheet runs out."""
        return (*slot.on_short, *self.on_short)

    def must_be_full(self, slot: Slot) -> bool:
        """Whether no pack can be made with *slot* short of cards."""
        lenient = {"skip", "carry", "refill"}
        return slot.count is not UNLIMITED and lenient.isdisjoint(self.remedies(slot))

    def keys(self, sheet: Sheet) -> list[Hashable]:
        """For each entry of *sheet* what tells its card from others.

        A card that may come twice from it is none of another sheet's.
        """
        if sheet.name not in self._keys:
            keys = map(self._key, sheet.entries)
            apart = self.may_repeat(sheet)
            self._keys[sheet.name] = [(sheet.name, key) if apart else key for key in keys]
        return self._keys[sheet.name]

    def different(self, sheet: Sheet) -> dict[Hashable, int]:
        """The copies of each different card of *sheet* that has some."""
        counts: dict[Hashable, int] = {}
        for key, entry in zip(self.keys(sheet), sheet.entries, strict=True):
            if entry.copies:
                counts[key] = counts.get(key, 0) + entry.copies
        return counts

    def by_chance(self, sheet: Sheet) -> bool:
        """Whether its cards come at random, and not in an order."""
        return isinstance(sheet.collation, (Random, Balanced))

    def endless(self, sheet: Sheet) -> bool:
        """Whether a copy can be drawn again and again."""
        collation = sheet.collation
        as_elsewhere = isinstance(collation, Balanced) and collation.rule != "unbiased"
        returns = as_elsewhere and self.event.supply == "infinite"
        return sheet.total > 0 and (returns or collation == Random(replacement=True))

    def capacity(self, sheet: Sheet) -> int | None:
        """How many cards a slot can have from *sheet*; None if any number."""
        if isinstance(sheet.collation, Fixed) or sheet.total == 0:
            return sheet.total
        return sheet.total if self.by_chance(sheet) and not self.endless(sheet) else None


def layout_needs(
    target: Target, layout: Layout, counts: Callable[[Slot], bool] = lambda _: True
) -> Needs:
    """The cards of each sheet in a pack of *layout*, and, as :data:`ALL`, of all sheets.

    It is as if no sheet ran out; only slots that *counts* takes are counted.
    """
    return _needs(target, layout.slots, {}, counts)


def _needs(
    target: Target,
    parts: Sequence[Slot | Choice],
    clear: dict[str, Fraction],
    counts: Callable[[Slot], bool],
) -> Needs:
    """The needs of *parts*, from the last to the first.

    *clear* says how likely it is that no slot of a name follows; it is kept up to date, since only
    the last slot of a name has its card replaced.
    """
    wanted: Needs = {}
    for part in reversed(parts):
        if isinstance(part, Slot):
            own = (
                _slot_needs(target, part, clear.get(part.name, Fraction(1))) if counts(part) else {}
            )
            clear[part.name] = Fraction()
        else:
            total = sum((Fraction(option.weight) for option in part.options), Fraction())
            options = [
                (option.weight / total, option.slots, dict(clear))
                for option in part.options
                if option.weight
            ]
            own = mixed(
                [(share, _needs(target, its, after, counts)) for share, its, after in options]
            )
            for name in {name for _, _, after in options for name in after}:
                chances = (share * after.get(name, Fraction(1)) for share, _, after in options)
                clear[name] = sum(chances, Fraction())
        wanted = added(wanted, own)
    return wanted


def _slot_needs(target: Target, slot: Slot, clear: Fraction) -> Needs:
    count = target.wanted(slot)
    if not count:
        return {}
    total = sum((Fraction(each.weight) for each in slot.sheets), Fraction())
    usual: dict[str, Fraction] = {}
    for each in slot.sheets:
        if each.weight:
            usual[each.sheet] = usual.get(each.sheet, Fraction()) + each.weight / total
    last = dict(usual)
    for replace in target.replacements:
        if replace.slot == slot.name and clear:
            chance = clear * replace.probability
            last = {name: share * (1 - chance) for name, share in last.items() if chance < 1}
            last[replace.sheet] = last.get(replace.sheet, Fraction()) + chance
    return {ALL: (count, Fraction(count), count)} | {
        name: (
            (count - 1) * (set(usual) == {name}) + (set(last) == {name}),
            (count - 1) * usual.get(name, Fraction()) + last.get(name, Fraction()),
            (count - 1) * (name in usual) + (name in last),
        )
        for name in {**usual, **last}
    }


def layout_bounds(target: Target, layout: Layout, test: Test) -> Bounds:
    """The fewest and the most cards that pass a test in packs of *layout*.

    They hold always, but may not be reached.
    """
    tree = target.tree(layout)
    return (0, MAX_PACK) if tree is None else bounds(tree, test)


def can_be_made(target: Target, layout: Layout) -> bool:
    """Return whether packs of a layout can be made, as far as their bounds show it."""
    if target.tree(layout) is None:
        return False
    least, most = layout_bounds(target, layout, lambda _: True)
    return least <= most
