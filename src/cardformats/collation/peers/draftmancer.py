"""The packs of Draftmancer: layouts, pools that live for a session, balance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import accumulate
from math import lcm

from attrs import define, field, frozen

from ...bits import Bits
from ...errors import CollationError, EmptySheetError
from ...model import (
    Booster,
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
from ...model.weights import whole_weights
from ..drawers.drawer import Copies
from ..rounds import check_bag, check_pack
from .peer import Peer
from .sheets import RandomSheet, SheetPool, balanced, printing, printings, run, shuffle, stripes


@frozen
class Position:
    """The layouts that a pack may have.

    Attributes:
        layouts: in order.
        weights: theirs, as whole numbers; how often a bag has them.
    """

    layouts: tuple[Layout, ...]
    weights: tuple[int, ...]

    @classmethod
    def of(cls, layouts: Sequence[Layout], weights: Sequence[int | Fraction]) -> Position:
        """Layouts and their weights; these are not reduced, since a bag holds as many."""
        scale = lcm(*(Fraction(weight).denominator for weight in weights))
        return cls(tuple(layouts), tuple(int(weight * scale) for weight in weights))


def positions(cardset: CardSet, booster: Booster) -> tuple[Position, ...]:
    """The position of each round of the event; a single one if it says nothing of layouts.

    Raises:
        CollationError: a bag would be empty, or too large.
    """
    own = Position.of(booster.layouts, [layout.weight for layout in booster.layouts])
    by_name = {layout.name: layout for layout in booster.layouts}
    event = cardset.event
    found = [own]
    if event and booster in cardset.boosters and any(each.layouts for each in event.rounds):
        found = []
        for round_ in event.rounds:
            named = [each for each in round_.layouts if each.layout in by_name]
            layouts = [by_name[each.layout] for each in named]
            found.append(Position.of(layouts, [each.weight for each in named]) if named else own)
    if event and not event.layout_replacement and not all(any(each.weights) for each in found):
        raise CollationError(
            f"booster {booster.name!r}: a bag of layouts has none, since all weights are 0"
        )
    if event and not event.layout_replacement:
        for each in found:
            check_bag(each.weights)
    return tuple(found)


@define
class LayoutChooser:
    """Chooses the layouts of the packs of one session.

    Attributes:
        positions: see :func:`positions`.
        players: so many packs in a row have the same position.
        replacement: False deals layouts from a bag, which is filled again when it is empty.
    """

    positions: tuple[Position, ...]
    players: int
    replacement: bool
    _bags: dict[int, list[Layout]] = field(init=False, factory=dict)

    def choose(self, bits: Bits, number: int) -> Layout:
        """The layout of pack *number* of the session."""
        at = number // self.players % len(self.positions)
        position = self.positions[at]
        if self.replacement:
            if not any(position.weights):
                return position.layouts[0]
            return position.layouts[bits.index(list(accumulate(position.weights)))]
        bag = self._bags.setdefault(at, [])
        if not bag:
            for layout, weight in zip(position.layouts, position.weights, strict=True):
                bag += [layout] * weight
            shuffle(bag, bits)
        return bag.pop()


#: What a booster of a list without layouts has in its extras.
_SESSION_SIZE = "session_size"
#: In a list without layouts, packs of fewer cards are not balanced.
_LEAST_BALANCED = 5


@frozen(eq=False)
class _PlannedSheet:
    """A sheet, for one slot.

    Attributes:
        sheet: the sheet.
        copies: its copies in order.
        cards: for each entry the card in a pack.
        keys: for each entry what tells its printing from others.
    """

    sheet: Sheet
    copies: Copies
    cards: tuple[PackCard, ...]
    keys: list[Hashable]


@frozen(eq=False)
class _PlannedSlot:
    """A slot with its sheets, and the running totals of their weights."""

    count: int
    sheets: tuple[_PlannedSheet, ...]
    ends: tuple[int, ...]


class DraftmancerRules:
    """Packs as Draftmancer makes them; see :class:`~cardformats.collation.peers.peer.PeerRules`.

    What is drawn for a session leaves its sheets unless the event's supply is infinite.  For each
    pack a layout is chosen; for each of its slots in order a sheet; then come the cards.
    """

    is_alike = False

    def __init__(self, cardset: CardSet, booster: Booster) -> None:
        """See :class:`~cardformats.collation.peers.peer.PeerRules`."""
        self._booster = booster
        self._event = cardset.event or Event()
        self._peer = Peer("Draftmancer", cardset, booster)
        self._is_plain = _SESSION_SIZE in booster.extras.get("draftmancer", {})
        self._refuse_what_is_unknown()
        self._keys: dict[str, list[Hashable]] = {}
        self._plans = {id(layout): self._planned(layout) for layout in booster.layouts}
        self._random = {
            sheet.name: RandomSheet.of(sheet, cardset, balances=self._event.color_balance)
            for sheet in (cardset.sheets[name] for name in self._keys)
            if isinstance(sheet.collation, Random)
        }
        self._positions = positions(cardset, booster)

    def session(
        self,
        bits: Bits,
        packs: int,
        *,
        players: int = 1,
        first: int = 0,
        opened: Iterable[PackCard] = (),
    ) -> Iterator[tuple[str, tuple[PackCard, ...]]]:
        """See :class:`~cardformats.collation.peers.peer.PeerRules`."""
        if players < 1:
            raise CollationError(f"packs are dealt to 1 player or more, not to {players}")
        self._refuse_shortage(packs)
        event, is_protected = self._event, self._booster.distinct == "printing"
        chooser = LayoutChooser(self._positions, players, event.layout_replacement)
        pools = {
            name: SheetPool(sheet, event.supply, is_protected=is_protected)
            for name, sheet in self._random.items()
        }
        gone = Counter(printing(each.card, self._peer.cardset) for each in opened)
        for pool in pools.values():
            pool.take_out(gone)
        for number in range(first, first + packs):
            layout = chooser.choose(bits, number)
            yield layout.name, self._pack(layout, pools, bits)

    def _refuse_shortage(self, packs: int) -> None:
        """A list without layouts has to suffice before the first pack is made."""
        if not self._is_plain or self._event.supply != "finite":
            return
        ((slot,),) = self._plans.values()
        wanted, total = packs * slot.count, slot.sheets[0].copies.total
        if wanted > total:
            raise EmptySheetError(f"{packs} packs need {wanted} cards; the list has {total}")

    def _pack(
        self, layout: Layout, pools: dict[str, SheetPool], bits: Bits
    ) -> tuple[PackCard, ...]:
        slots = self._plans[id(layout)]
        counts = [slot.count for slot in slots]
        largest = counts.index(max(counts)) if self._event.color_balance and counts else None
        if self._is_plain and counts[0] < _LEAST_BALANCED:
            largest = None
        taken: set[Hashable] = set()
        cards: list[PackCard] = []
        for number, slot in enumerate(slots):
            chosen = slot.sheets[bits.index(slot.ends)] if len(slot.sheets) > 1 else slot.sheets[0]
            pool = pools.get(chosen.sheet.name)
            if pool is None:
                entries = _consecutive(chosen, slot.count, bits)
                taken.update(chosen.keys[entry] for entry in entries)
            elif number == largest and (pool.sheet.mono or self._is_plain):
                entries = balanced(pool, bits, slot.count, taken)
            else:
                entries = pool.plain(bits, slot.count, taken)
            cards += [chosen.cards[entry] for entry in entries]
        return tuple(cards)

    def _planned(self, layout: Layout) -> tuple[_PlannedSlot, ...]:
        used: set[str] = set()
        slots = []
        for slot in layout.slots:
            if isinstance(slot, Choice):
                self._peer.refuse("choices within a layout")
            count = self._count(slot)
            choices = [each for each in slot.sheets if each.weight]
            sheets = tuple(self._planned_sheet(slot, each.sheet) for each in choices)
            for each in sheets:
                self._refuse_continuing(each.sheet, used)
            ends = tuple(accumulate(whole_weights(each.weight for each in choices)))
            slots.append(_PlannedSlot(count, sheets, ends))
        check_pack(sum(slot.count for slot in slots))
        return tuple(slots)

    def _planned_sheet(self, slot: Slot, name: str) -> _PlannedSheet:
        sheet = self._peer.sheet(name)
        if name not in self._keys:
            self._keys[name] = printings(sheet, self._peer.cardset)
        cards = tuple(
            PackCard(entry.card, slot.name, name, slot.finish or entry.finish or sheet.finish)
            for entry in sheet.entries
        )
        copies = Copies([entry.copies for entry in sheet.entries])
        return _PlannedSheet(sheet, copies, cards, self._keys[name])

    def _count(self, slot: Slot) -> int:
        """How many cards *slot* has, if Draftmancer has such a slot."""
        count = self._peer.count(slot)
        if slot.choose == "card" and len(slot.sheets) > 1 and count > 1:
            self._peer.refuse("slots each of whose cards chooses a sheet")
        known = () if self._event.supply == "finite" else ("refill",)
        for remedy in slot.on_short:
            if remedy not in known:
                self._peer.refuse(f"slots that {remedy} when a sheet runs out")
        return count

    def _refuse_continuing(self, sheet: Sheet, used: set[str]) -> None:
        """Refuse print runs that go on where they were, and sheets that are no sheets there."""
        collation = sheet.collation
        if not isinstance(collation, (Random, PrintRun, Striped)):
            self._peer.refuse(f"collation {type(collation).__name__}")
        if self._is_plain and not isinstance(collation, Random):
            self._peer.refuse(f"collation {type(collation).__name__} in a list without layouts")
        if isinstance(collation, PrintRun) and (
            collation.continues == "box" or (collation.continues == "pack" and sheet.name in used)
        ):
            self._peer.refuse(f"print runs that go on through a {collation.continues}")
        used.add(sheet.name)

    def _refuse_what_is_unknown(self) -> None:
        booster = self._booster
        self._peer.refuse_constraints()
        if booster.distinct == "name":
            self._peer.refuse("protection by the names of cards")
        if booster.distinct == "printing" and booster.distinct_scope != "pack":
            self._peer.refuse(f"protection from duplicates within a {booster.distinct_scope}")


def _consecutive(planned: _PlannedSheet, count: int, bits: Bits) -> list[int]:
    """The entries that a print run or stripes give."""
    collation, total = planned.sheet.collation, planned.copies.total
    if not total:
        raise EmptySheetError(f"sheet {planned.sheet.name!r} has no card")
    if isinstance(collation, PrintRun):
        copies = run(collation, total, count, bits)
    else:
        assert isinstance(collation, Striped)  # noqa: S101 - others are refused beforehand
        copies = stripes(collation, total, count, bits)
    return [planned.copies.entry(copy) for copy in copies]
