"""The packs of OCTGN: every pick from a full pool, and options by one number each."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from attrs import frozen

from ...bits import Bits
from ...model import UNLIMITED, Booster, CardSet, Choice, Layout, PackCard, Random, Slot
from ...model.weights import whole_weights
from ..distinct import may_repeat
from ..drawers.chance import PileDrawer
from ..drawers.drawer import State
from ..rounds import check_pack, check_slot
from .peer import LonePacks


@frozen(eq=False)
class _Pick:
    """A pick: cards from a pool that is full again for each.

    Attributes:
        cards: for each entry of the sheet the card in a pack; without a limit all that come.
        drawer: draws the cards, or all if they are fewer; None without a limit.
    """

    cards: tuple[PackCard, ...]
    drawer: PileDrawer | None


@frozen(eq=False)
class _Options:
    """Items to choose among, and the running sums of their weights."""

    options: tuple[tuple[_Item, ...], ...]
    ends: tuple[int, ...]


_Item = _Pick | _Options


class OctgnRules(LonePacks):
    """Packs as OCTGN makes them.

    The cards of picks without a limit come after all others: OCTGN keeps two lists.  But for that
    order, what is not refused is drawn as by the library's own rules.
    """

    program = "OCTGN"
    is_alike = True

    def __init__(self, cardset: CardSet, booster: Booster) -> None:
        super().__init__(cardset, booster)
        layout = self.layout
        if booster.distinct_scope != "slot":
            self.refuse(f"memory of what is in a {booster.distinct_scope}, only in a slot")
        self._refuse_protection(layout)
        self._items = self._planned(layout)

    def pack(self, bits: Bits) -> Sequence[PackCard]:
        limited: list[PackCard] = []
        unlimited: list[PackCard] = []
        _open(self._items, bits, limited, unlimited)
        return limited + unlimited

    def _planned(self, layout: Layout) -> tuple[_Item, ...]:
        items: list[_Item] = []
        for part in layout.slots:
            if isinstance(part, Choice):
                ends = accumulate(whole_weights(option.weight for option in part.options))
                items.append(_Options(tuple(map(self._planned, part.options)), tuple(ends)))
            else:
                items.append(self._pick(part))
        return tuple(items)

    def _pick(self, slot: Slot) -> _Pick:
        if len(slot.sheets) > 1:
            self.refuse("picks among several sheets")
        sheet = self.sheet(slot.sheets[0].sheet)
        if sheet.collation != Random():
            self.refuse("sheets but those whose copies are drawn once each")
        if slot.on_short not in {(), ("skip",)}:
            self.refuse(f"slots that {slot.on_short[0]} when a sheet runs out")
        is_unlimited = slot.count is UNLIMITED
        count = slot.count if isinstance(slot.count, int) else 0
        check_slot(slot, sheet.total if is_unlimited else min(count, sheet.total))
        if not slot.on_short and count > sheet.total:
            self.refuse(f"error where a sheet is short, as {sheet.name!r} is")
        copies, cards = self.cards(slot, sheet)
        if is_unlimited:
            pairs = zip(cards, copies.counts, strict=True)
            return _Pick(tuple(card for card, number in pairs for _ in range(number)), None)
        return _Pick(cards, PileDrawer(copies, count))

    def _refuse_protection(self, layout: Layout) -> None:
        """Refuse that cards should not come twice, where it matters."""
        by_name = self.booster.distinct == "name"
        for slot, _ in layout.walk():
            for choice in slot.sheets:
                sheet = self.sheet(choice.sheet)
                entries = () if may_repeat(self.booster, sheet) else sheet.entries
                cards = {(entry.card.name, None if by_name else entry.card) for entry in entries}
                if len(cards) < sum(entry.copies for entry in entries):
                    self.refuse("protection from duplicates among a sheet's copies")


def _open(
    items: Sequence[_Item], bits: Bits, limited: list[PackCard], unlimited: list[PackCard]
) -> None:
    """Add the cards that *items* give, in order."""
    for item in items:
        if isinstance(item, _Options):
            _open(item.options[bits.index(item.ends)], bits, limited, unlimited)
        elif item.drawer is None:
            unlimited += item.cards
        else:
            limited += [item.cards[entry] for entry in item.drawer.draw(bits, State())]
        check_pack(len(limited) + len(unlimited))
