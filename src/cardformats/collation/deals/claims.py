"""What the slots of packs of a deal are to get, and what they have at once."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Protocol, TypeAlias

from attrs import define, field, frozen

from ...bits import Bits
from ...errors import EmptySheetError
from ...model import PackCard
from ..contacts import Contact, meeting
from ..leaves import Dealt
from ..rounds import check_cards
from ..sample import State, Step, sampler
from ..tree import Fill, Node, OneOf, Replaced, Seq


@frozen(eq=False)
class Take:
    """What a slot takes from one sheet.

    Attributes:
        cards: for each of the sheet's entries the card it gives in that slot.
        by: by what they are balanced; None if they are not.
        replaces: the card takes the place of the last one before it.
    """

    cards: Sequence[PackCard]
    by: str | None
    replaces: bool


@define(eq=False, slots=False)
class DealtSheet:
    """A sheet of which cards are dealt; a *seat* is the number of one of these cards.

    Attributes:
        keys: for each entry what tells cards that should not come twice from one another; none if
            they may.
        is_used_up: its cards are dealt from a supply, and can be swapped.
        seats: how many there are.
        entries: those of the dealt cards, hand by hand.
        by: by what it is balanced; None if it is not.
        classes: for each entry its class, if the sheet is balanced.
        count_left: gives how many copies of each entry are left.
        starts: for each hand its first seat.
        units: for each hand within what its cards should not come twice; in the order of *starts*.
    """

    keys: Sequence[int]
    is_used_up: bool = True
    seats: int = 0
    entries: list[int] = field(factory=list)
    by: str | None = None
    classes: Sequence[int] = ()
    count_left: Callable[[], list[int]] = list
    starts: list[int] = field(factory=list)
    units: list[int] = field(factory=list)

    @cached_property
    def different(self) -> frozenset[int]:
        """The keys of all its cards."""
        return frozenset(self.keys)

    @cached_property
    def left(self) -> list[int]:
        """How many copies of each entry are left."""
        return self.count_left()

    @cached_property
    def is_of_one_unit(self) -> bool:
        """Whether all of its cards are in one unit."""
        return len(set(self.units)) == 1

    def unit(self, seat: int) -> int:
        """The unit of a seat."""
        return self.units[bisect_right(self.starts, seat) - 1]

    def can_spare(self, seat: int) -> bool:
        """Whether its hand has another card of the class of a seat's."""
        number = bisect_right(self.starts, seat)
        its = self.entries[self.starts[number - 1] : (*self.starts, None)[number]]
        return sum(self.are_alike(self.entries[seat], entry) for entry in its) > 1

    def are_alike(self, one: int, other: int) -> bool:
        """Whether two entries are of one class."""
        return not self.classes or self.classes[one] == self.classes[other]

    def alike(self, entry: int) -> Sequence[int]:
        """The seats that had cards of the class of an entry before any was swapped."""
        return self._by_class[self.classes[entry]] if self.classes else range(len(self.entries))

    @cached_property
    def _by_class(self) -> dict[int, list[int]]:
        classes = self.classes
        by_class: dict[int, list[int]] = {class_: [] for class_ in classes}
        for seat, entry in enumerate(self.entries):
            by_class[classes[entry]].append(seat)
        return by_class


#: What a slot of a pack takes, the sheet, the first seat that it gets, and the one after the last.
Hand: TypeAlias = tuple[Take, DealtSheet, int, int]


class Sheets(Protocol):
    """What claims need to know of the sheets of a supply."""

    def keys(self, name: str) -> Sequence[int]:
        """For each entry of a sheet the number of its card; none if cards may come twice."""

    def key(self, card: PackCard) -> int | None:
        """The number of a card that is not from the supply; None if it may come twice."""

    def total(self, name: str) -> int:
        """How many copies are left of a sheet."""


class Claims:
    """What the slots of the packs of one deal are to get.

    Attributes:
        packs: the hands of each pack.
        layouts: the name of each pack's layout.
        units: the hands within which no card should come twice: those of packs, or of slots.
        sheets: those of the supply, by name.
    """

    def __init__(self, sheets: Sheets, bits: Bits, steps: NodeSteps) -> None:
        """Nothing is claimed."""
        self._sheets = sheets
        self._bits = bits
        self._steps = steps
        self._state = State()
        self._root: Node = Seq(())
        self._by_slot = False
        self._cards = 0
        self.packs: list[list[Hand]] = []
        self.layouts: list[str] = []
        self.units: list[list[Hand]] = []
        self.sheets: dict[str, DealtSheet] = {}

    def add(self, root: Node, *, by_slot: bool) -> None:
        """Add a pack of a tree; what is not from the supply, it has at once.

        Args:
            root: the tree.
            by_slot: cards can come again in another slot.

        Raises:
            EmptySheetError: the supply is too small, and a slot does not say what to do then.
        """
        self._state, self._root, self._by_slot = State(), root, by_slot
        self.packs.append([])
        self.layouts.append("")
        self.units.append([])
        self._walk(root, replaces=False)

    def _walk(self, node: Node, *, replaces: bool) -> None:
        if isinstance(node, OneOf):
            number = self._bits.index(node.ends) if len(node.parts) > 1 else 0
            if node.names:
                self.layouts[-1] = node.names[number]
            self._walk(node.parts[number], replaces=replaces)
        elif isinstance(node, Seq) and not node.shuffled:
            for part in node.parts:
                self._walk(part, replaces=replaces)
        elif isinstance(node, Fill):
            self._fill(node, replaces=replaces)
        elif isinstance(node, Replaced):
            before = len(self.packs[-1])
            happens = self._bits.below(node.chance.denominator) < node.chance.numerator
            self._walk(node.part, replaces=replaces)
            if happens and len(self.packs[-1]) > before:
                carried, self._state.carried = self._state.carried, 0
                self._walk(node.by, replaces=True)
                self._state.carried = carried
        else:
            if self._by_slot:
                self.units.append([])
            self._draw(node, replaces=replaces)

    def _draw(self, node: Node, *, replaces: bool) -> int:
        """Let a pack have cards that are not from the supply; how many."""
        cards: list[PackCard] = []
        self._steps.step(node, self._root)(self._bits, self._state, cards)
        keys = [key for key in map(self._sheets.key, cards) if key is not None]
        sheet = DealtSheet(keys, is_used_up=False, seats=len(cards), entries=[*range(len(cards))])
        self._add((Take(cards, None, replaces), sheet, 0, len(cards)))
        return len(cards)

    def _add(self, hand: Hand) -> None:
        size = hand[3] - hand[2]
        if size:
            self.packs[-1].append(hand)
            self.units[-1].append(hand)
            self._cards += size
            check_cards(self._cards)

    def _fill(self, node: Fill, *, replaces: bool) -> None:
        """Claim what a slot is to have."""
        if self._by_slot:
            self.units.append([])
        state = self._state
        wanted, state.carried = node.count + state.carried, 0
        missing = wanted
        for _ in range(wanted if node.each else min(wanted, 1)):
            first = self._bits.index(node.ends) if len(node.ends) > 1 else 0
            missing -= self._claim(node, first, 1 if node.each else wanted, replaces=replaces)
        carried = node.carried(missing)
        if carried is None:
            sheets = ", ".join(map(repr, node.sheets))
            raise EmptySheetError(
                f"the supply of {sheets} is too small for all packs: the slot {node.name!r} needs "
                f"{wanted} cards, but only {wanted - missing} are left"
            )
        state.carried = carried

    def _claim(self, node: Fill, first: int, count: int, *, replaces: bool) -> int:
        """Reserve what a slot is to have from a sheet, or those after it; how many cards."""
        sources = [node.sources[first]]
        if "next" in node.on_short:
            sources += [each for number, each in enumerate(node.sources) if number != first]
        reserved = 0
        for source in sources:
            missing = count - reserved
            part = source.of(missing)
            if isinstance(part, Dealt):
                reserved += self._reserve(part, missing, node, replaces=replaces)
            else:
                reserved += self._draw(part, replaces=replaces)
            if reserved == count:
                break
        return reserved

    def _reserve(self, part: Dealt, count: int, node: Fill, *, replaces: bool) -> int:
        """Reserve up to so many cards of a sheet of the supply; how many."""
        place = part.place
        assert place is not None  # noqa: S101 - as nodes of boosters have
        if place.sheet not in self.sheets:
            self.sheets[place.sheet] = DealtSheet(self._sheets.keys(place.sheet))
        sheet = self.sheets[place.sheet]
        sheet.by = sheet.by or part.by
        if "refill" not in node.on_short or not part.total:
            left = self._sheets.total(place.sheet) - sheet.seats  # others may refill it
            count = max(min(count, left), 0)
        start, sheet.seats = sheet.seats, sheet.seats + count
        self._add((Take(place.cards, part.by, replaces), sheet, start, sheet.seats))
        return count

    def reorder(self, order: Sequence[int]) -> None:
        """Let packs get what is dealt from the supply in another order."""
        ends: dict[DealtSheet, int] = {}
        moved: dict[int, Hand] = {}
        for number in order:
            for hand in self.packs[number]:
                take, sheet, start, end = hand
                if sheet.is_used_up:
                    first = ends.get(sheet, 0)
                    ends[sheet] = first + end - start
                    moved[id(hand)] = (take, sheet, first, ends[sheet])
        for hands in {id(each): each for each in (*self.packs, *self.units)}.values():
            hands[:] = [moved.get(id(hand), hand) for hand in hands]


class NodeSteps:
    """What makes the cards of nodes of trees; the same each time."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[Node, Step]] = {}
        self._meet: dict[int, tuple[Node, frozenset[Contact]]] = {}

    def step(self, node: Node, root: Node) -> Step:
        """The step of a node in a tree."""
        if id(node) not in self._known:
            if id(root) not in self._meet:
                self._meet[id(root)] = root, meeting(root)
            meet = None if node is root else self._meet[id(root)][1]
            self._known[id(node)] = node, sampler(node, meet)
        return self._known[id(node)][1]
