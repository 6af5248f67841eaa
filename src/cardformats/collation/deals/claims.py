"""The claims of the slots of a deal on the sheets of its supply."""

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
    """The cards that a slot takes from one sheet.

    Attributes:
        cards: The card that each of the sheet's entries is in that slot.
        by: The property by which they are balanced; None if they are not.
        replaces: Whether the card replaces the last card before it.
    """

    cards: Sequence[PackCard]
    by: str | None
    replaces: bool


@define(eq=False, slots=False)
class DealtSheet:
    """A sheet of which cards are dealt. A *seat* is the number of one of these cards.

    Attributes:
        keys: The duplicate-check key of each entry; empty if duplicates are allowed.
        is_used_up: Whether its cards are dealt from a supply, and can be swapped.
        seats: The number of seats.
        entries: The entries of the dealt cards, hand by hand.
        by: The property by which it is balanced; None if it is not.
        classes: The class of each entry, if the sheet is balanced.
        count_left: A function that returns the copies of each entry that are left.
        starts: The first seat of each hand.
        units: The unit of each hand, in the order of *starts*. A card should occur only once in a
            unit.
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
        """Return the keys of all cards of the sheet."""
        return frozenset(self.keys)

    @cached_property
    def left(self) -> list[int]:
        """Return the number of copies of each entry that are left."""
        return self.count_left()

    @cached_property
    def is_of_one_unit(self) -> bool:
        """Return whether all dealt cards are in one unit."""
        return len(set(self.units)) == 1

    def unit(self, seat: int) -> int:
        """Return the unit of a seat."""
        return self.units[bisect_right(self.starts, seat) - 1]

    def can_spare(self, seat: int) -> bool:
        """Return whether the hand of a seat has another card of the same class."""
        number = bisect_right(self.starts, seat)
        its = self.entries[self.starts[number - 1] : (*self.starts, None)[number]]
        return sum(self.are_alike(self.entries[seat], entry) for entry in its) > 1

    def are_alike(self, one: int, other: int) -> bool:
        """Return whether two entries have the same class."""
        return not self.classes or self.classes[one] == self.classes[other]

    def alike(self, entry: int) -> Sequence[int]:
        """Return the seats that were dealt cards of the class of an entry, before any swap."""
        return self._by_class[self.classes[entry]] if self.classes else range(len(self.entries))

    @cached_property
    def _by_class(self) -> dict[int, list[int]]:
        classes = self.classes
        by_class: dict[int, list[int]] = {class_: [] for class_ in classes}
        for seat, entry in enumerate(self.entries):
            by_class[classes[entry]].append(seat)
        return by_class


#: The cards that a slot takes, the sheet, the first seat, and the seat after the last.
Hand: TypeAlias = tuple[Take, DealtSheet, int, int]


class Sheets(Protocol):
    """The information about the sheets of a supply that claims need."""

    def keys(self, name: str) -> Sequence[int]:
        """Return the number of the card of each entry; none if duplicates are allowed."""

    def key(self, card: PackCard) -> int | None:
        """Return the number of a card that is not from the supply; None if it may occur twice."""

    def total(self, name: str) -> int:
        """Return the number of copies left of a sheet."""


class Claims:
    """The claims of the slots of the packs in one deal.

    Attributes:
        packs: The hands of each pack.
        layouts: The name of each pack's layout.
        units: The hands of each pack or slot in which no card should occur twice.
        sheets: The sheets of the supply, by name.
    """

    def __init__(self, sheets: Sheets, bits: Bits, steps: NodeSteps) -> None:
        """Create an empty set of claims."""
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
        """Add a pack of a tree. Cards that are not from the supply are drawn at once.

        Args:
            root: The tree.
            by_slot: Whether cards can occur again in another slot.

        Raises:
            EmptySheetError: If the supply is too small, and a slot has no remedy.
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
        """Draw cards that are not from the supply for a pack, and return their number."""
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
        """Claim the cards of a slot."""
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
        """Reserve cards of a slot's sheet, or of the next ones, and return their number."""
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
        """Reserve up to *count* cards of a sheet of the supply, and return their number."""
        place = part.place
        assert place is not None  # noqa: S101 - as nodes of boosters have
        if place.sheet not in self.sheets:
            self.sheets[place.sheet] = DealtSheet(self._sheets.keys(place.sheet))
        sheet = self.sheets[place.sheet]
        sheet.by = sheet.by or part.by
        if "refill" not in node.on_short or not part.total:
            left = self._sheets.total(place.sheet) - sheet.seats  # other slots may refill it
            count = max(min(count, left), 0)
        start, sheet.seats = sheet.seats, sheet.seats + count
        self._add((Take(place.cards, part.by, replaces), sheet, start, sheet.seats))
        return count

    def reorder(self, order: Sequence[int]) -> None:
        """Change the order in which packs are dealt cards from the supply."""
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
    """A cache of the samplers of tree nodes."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[Node, Step]] = {}
        self._meet: dict[int, tuple[Node, frozenset[Contact]]] = {}

    def step(self, node: Node, root: Node) -> Step:
        """Return the sampler of a node in a tree."""
        if id(node) not in self._known:
            if id(root) not in self._meet:
                self._meet[id(root)] = root, meeting(root)
            meet = None if node is root else self._meet[id(root)][1]
            self._known[id(node)] = node, sampler(node, meet)
        return self._known[id(node)][1]
