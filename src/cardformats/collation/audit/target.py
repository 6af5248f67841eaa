"""The booster that an audit is about, and the numbers of cards in its packs."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property

from attrs import evolve, frozen

from ...errors import CollationError
from ...model import (
    UNLIMITED,
    AddBooster,
    Balanced,
    Booster,
    CardSet,
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
from ..leaves import Leaf
from ..needs import NONE, NeededCards, Needs, needs, one_of
from ..replaced import written_out
from ..rounds import MAX_PACK, layouts_by_round
from ..tree import Given, Node

#: The key for the total of all cards. No sheet has this name.
ALL = ""


def repeated(
    layouts: Sequence[tuple[int | Fraction, Needs[str]]], packs: int, *, bag: bool
) -> Needs[str]:
    """Return the needs of *packs* packs.

    Their layouts are chosen by weight, or drawn from a *bag* without replacement.
    """
    chosen = [(Fraction(weight), its) for weight, its in layouts if weight]
    total = sum((weight for weight, _ in chosen), Fraction())
    one = one_of((weight / total, its) for weight, its in chosen)
    sums = {name: NeededCards(*(packs * number for number in need)) for name, need in one.items()}  # type: ignore[arg-type] # numbers of the same types
    if bag:
        copies = as_copies(weight for weight, _ in chosen)
        each: dict[str, list[tuple[NeededCards, int]]] = {name: [] for name in sums}
        for (_, its), number in zip(chosen, copies, strict=True):
            for name, need in its.items():
                each[name].append((need, number))
        for name, those in each.items():
            those.append((NONE, sum(copies) - sum(number for _, number in those)))
            least = _of_bag([(need.least, n) for need, n in those], packs)
            most = -_of_bag([(-need.most, n) for need, n in those], packs)
            sums[name] = NeededCards(least, sums[name].mean, most)
    return sums


def _of_bag(numbers: Sequence[tuple[int, int]], packs: int) -> int:
    """Return the smallest sum of *packs* numbers drawn from bags.

    *numbers* has pairs of a number and its copies in a full bag.
    """
    full, rest = divmod(packs, sum(copies for _, copies in numbers))
    whole = full * sum(number * copies for number, copies in numbers)
    for number, copies in sorted(numbers):
        taken = min(copies, rest)
        whole += number * taken
        rest -= taken
    return whole


@frozen(eq=False)
class AuditedSlot:
    """A slot in a layout.

    Attributes:
        layout: The layout of the whole pack.
        slot: The slot.
        share: The share of packs of the layout that have the slot.
    """

    layout: Layout
    slot: Slot
    share: Fraction = Fraction(1)


def slots_of(layout: Layout) -> Iterator[AuditedSlot]:
    """Return every slot that packs of *layout* can have, in order."""
    return (AuditedSlot(layout, slot, share) for slot, share in layout.walk() if share)


class AuditTarget:
    """The booster of a card set that is audited. Its sheets may be missing.

    Attributes:
        cardset, booster: The booster and its sheets.
        event: The event of the card set, or a standard event.
        players: The number of players that packs are dealt to.
        layouts: The layouts that packs can have.
        drawn: The slots of these layouts.
        on_short: The remedies of the event for empty sheets, in addition to those of a slot.
    """

    def __init__(self, cardset: CardSet, booster: Booster, players: int) -> None:
        self.cardset = cardset
        self.booster = booster
        self.event: Event = cardset.event or Event()
        self.players = players
        by_round = layouts_by_round(cardset, booster)
        chosen = [layout for layouts in by_round for layout, weight in layouts if weight]
        self.layouts: list[Layout] = list({id(layout): layout for layout in chosen}.values())
        self.drawn: list[AuditedSlot] = [
            each for layout in self.layouts for each in slots_of(layout)
        ]
        self.on_short = ("refill",) if self.event.supply == "refill" else ()
        self._key = key_of(booster)
        self._keys: dict[str, list[Hashable]] = {}
        self._trees: dict[int, Node | None] = {}

    def tree(self, layout: Layout) -> Node | None:
        """Return the tree of a layout; None if it cannot be compiled.

        Missing sheets count as empty.
        """
        if id(layout) not in self._trees:
            tree: Node | None = None
            try:
                root = self._compiler.tree([(layout, 1)])
                tree = written_out(root.part if isinstance(root, Given) else root)
            except CollationError:
                pass  # its errors are other diagnostics
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
        return Compiler(cardset, self.booster, named=cardset.sheets)

    @cached_property
    def has_collators(self) -> bool:
        """Return whether a sheet uses a third party's collator, which can raise any exception."""
        return any(isinstance(each.collation, Other) for each in self.cardset.sheets.values())

    def where(self, layout: Layout, slot: Slot | None = None) -> str:
        """Return the text with which messages name a layout, or a slot of it."""
        several = len(self.cardset.boosters) > 1
        of = f" of the booster {self.booster.name!r}" if several else ""
        what = f"the layout {layout.name!r}{of}" if layout.name else f"the layout{of}"
        return what if slot is None else f"the slot {slot.name!r} of {what}"

    @cached_property
    def named_by_cards(self) -> set[str] | None:
        """Return the layouts that draft effects name; None if an effect allows any layout."""
        effects = [each for card in self.cardset.cards for each in card.draft_effects]
        added = [each for each in effects if isinstance(each, AddBooster)]
        if not all(each.layouts for each in added):
            return None
        return {choice.layout for each in added for choice in each.layouts}

    @cached_property
    def replacements(self) -> list[Replace]:
        """Return the replacements that can happen."""
        replacing = (each for each in self.booster.constraints if isinstance(each, Replace))
        return [each for each in replacing if each.probability]

    def may_repeat(self, sheet: Sheet) -> bool:
        """Return whether packs may have a card of *sheet* twice."""
        return may_repeat(self.booster, sheet)

    def sheets(self, slot: Slot) -> list[Sheet]:
        """Return the existing sheets that *slot* can draw from, each once."""
        names = dict.fromkeys(each.sheet for each in slot.sheets if each.weight)
        return [self.cardset.sheets[name] for name in names if name in self.cardset.sheets]

    def wanted(self, slot: Slot) -> int:
        """Return the number of cards of a slot.

        For an unlimited slot, it is the number of cards of its largest sheet.
        """
        if slot.count is UNLIMITED:
            return max((sheet.total for sheet in self.sheets(slot)), default=0)
        return slot.count

    def remedies(self, slot: Slot) -> tuple[str, ...]:
        """Return the remedies of *slot* for an empty sheet, in order."""
        return (*slot.on_short, *self.on_short)

    def must_be_full(self, slot: Slot) -> bool:
        """Return whether no pack can be made if *slot* lacks cards."""
        lenient = {"skip", "carry", "refill"}
        return slot.count is not UNLIMITED and lenient.isdisjoint(self.remedies(slot))

    def keys(self, sheet: Sheet) -> list[Hashable]:
        """Return the identity of the card of each entry of *sheet*.

        If the cards of a sheet may occur twice, their identities differ from those of all other
        sheets.
        """
        if sheet.name not in self._keys:
            keys = map(self._key, sheet.entries)
            apart = self.may_repeat(sheet)
            self._keys[sheet.name] = [(sheet.name, key) if apart else key for key in keys]
        return self._keys[sheet.name]

    def different(self, sheet: Sheet) -> dict[Hashable, int]:
        """Return the number of copies of each different card of *sheet* that has copies."""
        counts: dict[Hashable, int] = {}
        for key, entry in zip(self.keys(sheet), sheet.entries, strict=True):
            if entry.copies:
                counts[key] = counts.get(key, 0) + entry.copies
        return counts

    def by_chance(self, sheet: Sheet) -> bool:
        """Return whether the cards of a sheet are drawn at random, and not in an order."""
        return isinstance(sheet.collation, (Random, Balanced))

    def endless(self, sheet: Sheet) -> bool:
        """Return whether the same copy can be drawn any number of times."""
        collation = sheet.collation
        as_elsewhere = isinstance(collation, Balanced) and collation.rule != "unbiased"
        returns = as_elsewhere and self.event.supply == "infinite"
        return sheet.total > 0 and (returns or collation == Random(replacement=True))

    def capacity(self, sheet: Sheet) -> int | None:
        """Return how many cards a slot can take from *sheet*; None if there is no limit."""
        if isinstance(sheet.collation, Fixed) or sheet.total == 0:
            return sheet.total
        return sheet.total if self.by_chance(sheet) and not self.endless(sheet) else None


def layout_needs(
    target: AuditTarget, layout: Layout, counts: Callable[[Slot], bool] = lambda _: True
) -> Needs[str]:
    """Return the needs of a pack of *layout* by sheet, and as :data:`ALL` for all sheets.

    The needs are those of packs whose sheets never become empty. Only slots that *counts* accepts
    are counted. If it rejects one of several slots of the same name, none of them is counted.
    """
    tree = target.tree(layout)
    if tree is None:
        return {}
    every_slot = [slot for slot, _ in layout.walk()]
    slots = {slot.name for slot in every_slot} - {
        slot.name for slot in every_slot if not counts(slot)
    }

    def sheet(leaf: Leaf) -> str | None:
        place = leaf.place
        is_counted = place is not None and slots.issuperset(card.slot for card in place.cards[:1])
        return place.sheet if place is not None and is_counted else None

    every = needs(tree, lambda leaf: None if sheet(leaf) is None else ALL)
    return {**every, **needs(tree, sheet)}


def layout_bounds(target: AuditTarget, layout: Layout, test: Test) -> Bounds:
    """Return bounds of the number of cards that pass a test in packs of *layout*.

    The bounds always hold, but may not be reached.
    """
    tree = target.tree(layout)
    return (0, MAX_PACK) if tree is None else bounds(tree, test)


def can_be_made(target: AuditTarget, layout: Layout) -> bool:
    """Return whether packs of a layout can be made, as far as their bounds show."""
    if target.tree(layout) is None:
        return False
    least, most = layout_bounds(target, layout, lambda _: True)
    return least <= most
