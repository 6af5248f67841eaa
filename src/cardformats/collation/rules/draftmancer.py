"""The packs of Draftmancer: layouts, slots of one sheet each, and sessions that use up sheets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import TypeAlias

from attrs import evolve, frozen

from ...bits import Bits
from ...errors import CollationError, EmptySheetError
from ...model import (
    Booster,
    CardRef,
    CardSet,
    Choice,
    Event,
    Layout,
    PackCard,
    PrintRun,
    Random,
    Sheet,
    Slot,
    Striped,
)
from ...model.weights import as_copies, whole_weights
from ..bags import Bag
from ..constraints import balance_class
from ..draws import State, mark_supply
from ..leaves import Draw, LeafPlace
from ..orders import in_order
from ..rounds import Layouts, check_pack, layouts_by_round
from ..sample import Steps, in_random_order
from ..tree import NOTHING, Node, OneOf, Seq, placed
from .program import Drawn, Rules
from .random_sheets import BalancedColors, RandomSheet

#: The layouts that packs of a round may have, with integer weights (the copies in a bag).
_Weighted: TypeAlias = Sequence[tuple[Layout, int]]

#: The key in the extras of a booster whose number of cards is set by the session, because its list
#: has no layouts.
_SESSION_SIZE = "session_size"
#: The minimum number of cards in balanced packs of a list without layouts.
_LEAST_BALANCED = 5
#: The colours that are balanced. Multicoloured and colourless cards are the other cards.
_COLORS = "wubrg"


@frozen(eq=False)
class _Slot:
    """A slot that takes *count* cards from one of some sheets, by integer weights."""

    count: int
    weights: Sequence[int]
    parts: Sequence[RandomSheet | Node]

    @property
    def ends(self) -> list[int]:
        """Return the running totals of the weights."""
        return list(accumulate(self.weights))


class DraftmancerRules(Rules):
    """The packs as Draftmancer makes them.

    A layout is chosen for each pack, then a sheet for each of its slots in order, then the cards.
    Cards drawn in a session are removed from their sheets unless the event's supply is infinite.
    """

    program = "Draftmancer"

    def __init__(self, cardset: CardSet, booster: Booster) -> None:
        super().__init__(cardset, booster)
        if self.is_protected and booster.distinct == "name":
            self.refuse("protection by the names of cards")
        if self.is_protected and booster.distinct_scope != "pack":
            self.refuse(f"protection from duplicates within a {booster.distinct_scope}")
        self._event = cardset.event or Event()
        self._is_plain = any(_SESSION_SIZE in kept for kept in booster.extras.values())
        self._numbers: dict[Hashable, int] = {}
        self._places: dict[tuple[str, str | None, str], LeafPlace] = {}
        self._slots = {id(layout): self._slots_of(layout) for layout in booster.layouts}
        self._rounds = [*map(self._weighted, layouts_by_round(cardset, booster))]
        packs = {key: self._pack(slots) for key, slots in self._slots.items()}
        if None not in packs.values():
            self.trees = [_tree(layouts, packs) for layouts in self._rounds]

    def session(
        self,
        bits: Bits,
        packs: int,
        *,
        players: int = 1,
        first: int = 0,
        opened: Iterable[PackCard] = (),
    ) -> Iterator[Drawn]:
        event = self._event
        if event.supply == "infinite" and event.layout_replacement:
            yield from super().session(bits, packs, players=players, first=first)
            return
        self.check_players(players)
        self._refuse_shortage(packs)
        state, steps = self._after(opened), Steps({*self._numbers.values(), *self._supplies})
        # the last copy in a bag takes no random number
        bags = [Bag(each).draw(bits, 2) for each in self._rounds]
        for number in range(first, first + packs):
            at = number // players % len(bags)
            if event.layout_replacement:
                ends = list(accumulate(weight for _, weight in self._rounds[at]))
                layout = self._rounds[at][bits.index(ends)][0]
            else:
                layout = next(bags[at])
            state.taken, state.positions = set(), {}
            cards: list[PackCard] = []
            for slot in self._slots[id(layout)]:
                chosen = bits.index(slot.ends) if len(slot.parts) > 1 else 0
                _draw(slot.parts[chosen], steps, bits, state, cards)
            yield layout.name, tuple(cards)

    @property
    def _supplies(self) -> set[Hashable]:
        """Return the supplies from which copies are removed."""
        return {place.supply for place in self._places.values()} - {None}

    def _after(self, opened: Iterable[PackCard]) -> State:
        """Return the state at the start of a session, without the cards that were *opened*.

        The program does not record the sheet of a card, so each sheet loses it.
        """
        state = State()
        gone = Counter(self._printing(each.card) for each in opened)
        for name in self._supplies if gone else ():
            left = gone.copy()
            for number, entry in enumerate(self.sheet(str(name)).entries):
                key = self._printing(entry.card)
                copies = min(left[key], entry.copies)
                left[key] -= copies
                mark_supply(state, name, [number] * copies)
        return state

    def _refuse_shortage(self, packs: int) -> None:
        """Reject a list without layouts that has too few cards for all packs.

        Raises:
            EmptySheetError: If it has too few cards.
        """
        if not self._is_plain or self._event.supply != "finite":
            return
        (slot,) = self.booster.layouts[0].slots
        assert isinstance(slot, Slot)  # noqa: S101 - choices are rejected
        wanted, total = packs * self.count(slot), self.sheet(slot.sheets[0].sheet).total
        if wanted > total:
            raise EmptySheetError(f"{packs} packs need {wanted} cards; the list has {total}")

    # -- trees

    def _weighted(self, layouts: Layouts) -> _Weighted:
        """Return the layouts of a round that have a weight; the first one if none has.

        The weights are not reduced, because a bag holds as many copies.

        Raises:
            CollationError: If a bag of layouts is empty.
        """
        weights = as_copies(weight for _, weight in layouts)
        if not any(weights) and not self._event.layout_replacement:
            raise CollationError(
                f"booster {self.booster.name!r}: the bag of layouts is empty; all weights are 0"
            )
        pairs = zip(layouts, weights, strict=True)
        return [(each[0], n) for each, n in pairs if n] or [(layouts[0][0], 1)]

    def _pack(self, slots: Sequence[_Slot]) -> Node | None:
        """Return the tree of a pack from whole sheets; None if it depends on earlier draws."""
        before, drawn = 0, Counter[str]()
        nodes: list[Node] = []
        for slot in slots:
            parts: list[Node | None] = []
            sheets: list[str] = []
            for part in slot.parts:
                if isinstance(part, RandomSheet):
                    sheets.append(part.place.sheet)
                    parts.append(part.tree(before, drawn[part.place.sheet]))
                else:
                    parts.append(part)
            known = [part for part in parts if part is not None]
            if len(known) < len(parts):
                return None
            before += slot.count
            drawn.update(dict.fromkeys(sheets, slot.count))
            node = OneOf.of(zip(slot.weights, known, strict=True))
            if slot.count == 1 and isinstance(node, OneOf) and len(known) > 1:
                node = evolve(node, is_slot=True)
            nodes.append(node)
        return Seq(nodes)

    def _slots_of(self, layout: Layout) -> list[_Slot]:
        """Return the slots of a layout, if Draftmancer supports them."""
        used: set[str] = set()
        slots: list[tuple[Slot, int]] = []
        for slot in layout.slots:
            if isinstance(slot, Choice):
                self.refuse("choices within a layout")
            count = self._count(slot)
            for each in slot.sheets:
                if each.weight:
                    self._refuse_continuing(self.sheet(each.sheet), used)
            slots.append((slot, count))
        counts = [count for _, count in slots]
        check_pack(sum(counts))
        # the first of the largest slots is balanced
        balanced = counts.index(max(counts)) if counts and self._event.color_balance else -1
        if self._is_plain and counts[0] < _LEAST_BALANCED:
            balanced = -1
        return [
            self._slot(slot, count, balanced=number == balanced)
            for number, (slot, count) in enumerate(slots)
        ]

    def _slot(self, slot: Slot, count: int, *, balanced: bool) -> _Slot:
        choices = [each for each in slot.sheets if each.weight]
        parts = [self._part(slot, each.sheet, count, balanced=balanced) for each in choices]
        return _Slot(count, whole_weights(each.weight for each in choices), parts)

    def _part(self, slot: Slot, name: str, count: int, *, balanced: bool) -> RandomSheet | Node:
        """Return the node or sheet that takes the cards of a slot."""
        sheet, place = self.sheet(name), self._place(slot, name)
        copies = tuple([entry.copies for entry in sheet.entries])
        if not count:
            return NOTHING
        if sheet.total and isinstance(sheet.collation, (PrintRun, Striped)):
            return placed(in_order(copies, sheet.collation, count), place)
        plain = Draw(copies, count, self._event.supply == "infinite", place=place)
        colors = self._colors(sheet, plain) if balanced else None
        return RandomSheet(slot.name, plain, colors, self._event.supply == "refill")

    def _colors(self, sheet: Sheet, plain: Draw) -> BalancedColors | None:
        """Return the colours of a sheet's cards; None if it has no monocoloured card.

        In a list without layouts, they are returned in any case.
        """
        classes = [
            balance_class(self.cardset.card(entry.card), entry, "color") for entry in sheet.entries
        ]
        of = [0 if color is None else _COLORS.find(color) + 1 for color in classes]

        def one(wanted: Collection[int]) -> Draw:
            """Return the draw of one card of some colours."""
            copies = [
                n if color in wanted else 0 for n, color in zip(plain.copies, of, strict=True)
            ]
            return evolve(plain, copies=copies, count=1)

        if not any(of) and not self._is_plain:
            return None
        numbers = range(1, len(_COLORS) + 1)
        return BalancedColors(
            of, tuple(one([number]) for number in numbers), (one(numbers), one([0]))
        )

    def _place(self, slot: Slot, name: str) -> LeafPlace:
        """Return the cards of a sheet in a slot. The slot's finish overrides that of its cards."""
        key = slot.name, slot.finish, name
        if key not in self._places:
            sheet = self.sheet(name)
            cards = tuple(
                [
                    PackCard(
                        each.card,
                        slot.name,
                        name,
                        slot.finish or each.finish or sheet.finish,
                        self.cardset.rarity(each.card),
                    )
                    for each in sheet.entries
                ]
            )
            tokens, known = None, self._numbers
            if self.is_protected:
                printings = [self._printing(entry.card) for entry in sheet.entries]
                tokens = tuple([known.setdefault(each, len(known)) for each in printings])
            used = self._event.supply != "infinite" and isinstance(sheet.collation, Random)
            self._places[key] = LeafPlace(name, cards, tokens, name if used else None)
        return self._places[key]

    def _printing(self, ref: CardRef) -> Hashable:
        """Return the key of the printing that *ref* names."""
        card = self.cardset.card(ref)
        return ref if card is None else card.ref

    # -- unsupported features

    def _count(self, slot: Slot) -> int:
        """Return the number of cards of *slot*, if Draftmancer supports the slot."""
        count = self.count(slot)
        if slot.choose == "card" and len(slot.sheets) > 1 and count > 1:
            self.refuse("slots in which each card chooses a sheet")
        self.refuse_remedies(slot, () if self._event.supply == "finite" else ("refill",))
        return count

    def _refuse_continuing(self, sheet: Sheet, used: set[str]) -> None:
        """Reject continuing print runs, and other collations that Draftmancer does not support."""
        collation = sheet.collation
        if not isinstance(collation, (Random, PrintRun, Striped)):
            self.refuse(f"collation {type(collation).__name__}")
        if self._is_plain and not isinstance(collation, Random):
            self.refuse(f"collation {type(collation).__name__} in a list without layouts")
        if isinstance(collation, PrintRun) and (
            collation.continues == "box" or (collation.continues == "pack" and sheet.name in used)
        ):
            self.refuse(f"print runs that continue through a {collation.continues}")
        used.add(sheet.name)


def _tree(layouts: _Weighted, packs: Mapping[int, Node | None]) -> Node:
    """Return the tree of the packs of a round."""
    parts = [pack for layout, _ in layouts if (pack := packs[id(layout)]) is not None]
    weights = whole_weights(weight for _, weight in layouts)
    return OneOf(weights, tuple(parts), tuple(layout.name for layout, _ in layouts))


def _draw(
    part: RandomSheet | Node, steps: Steps, bits: Bits, state: State, cards: list[PackCard]
) -> None:
    """Add the cards of a slot from the remaining cards of its sheet."""
    if not isinstance(part, RandomSheet):
        steps.step(part)(bits, state, cards)
        return
    supply = part.place.supply
    node = part.node(state.used.get(supply, {}))
    if node is not None:
        steps.step(node)(bits, state, cards)
        return
    drawn: list[PackCard] = []
    for number, each in enumerate(part.starts(state.used.get(supply, {}), bits)):
        if number:
            state.used.pop(supply, None)
        steps.step(each)(bits, state, drawn)
    cards += in_random_order(drawn, bits)
