"""The packs of Wagic: draws from a pool with replacement, and entries tried in random order."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from attrs import evolve, frozen

from ...errors import CollationError
from ...model import Booster, CardSet, Choice, Layout, Random, Slot
from ..compile import pack_cards
from ..leaves import Draw, LeafPlace
from ..rounds import check_pack
from ..tree import NOTHING, Node, OneOf, Seq
from .program import Rules

#: The remedies of Wagic for an entry without cards: the slot's next entry, then the next slot.
_REMEDIES = frozenset(("next", "carry"))


@frozen(eq=False)
class _Turns:
    """A slot with a number of turns, each of which has a weighted outcome."""

    turns: int
    outcomes: Sequence[tuple[int | Fraction, Node]]


class WagicRules(Rules):
    """The packs as Wagic makes them.

    Wagic shuffles its pool first, which has no effect: cards are drawn uniformly from all that pass
    a filter, and are not removed. Therefore it is known beforehand which entries of a slot have no
    card. The turns of such an entry go to the other entries. If a slot has no other entry, they go
    to the next slot.
    """

    program = "Wagic"

    def __init__(self, cardset: CardSet, booster: Booster) -> None:
        super().__init__(cardset, booster)
        layout = self.only_layout()
        if self.is_protected:
            self.refuse("protection from duplicates")
        slots = [self._turns(part) for part in layout.slots]
        draws = [node for slot in slots for _, node in slot.outcomes if isinstance(node, Draw)]
        if draws and not any(draw.total for draw in draws):
            raise CollationError(
                f"booster {booster.name!r}: no sheet has a card; the card pool is not known"
            )
        self.trees = [OneOf((1,), (Seq(_nodes(slots)),), (layout.name,))]

    def _turns(self, part: Slot | Choice) -> _Turns:
        if isinstance(part, Choice):
            return _Turns(1, [(each.weight, self._option(each)) for each in part.options
                              if each.weight])  # fmt: skip
        if part.choose == "slot" and len(part.sheets) > 1 and part.count != 1:
            self.refuse("slots that choose one sheet for all of their cards")
        choices = [each for each in part.sheets if each.weight]
        outcomes = [(each.weight, self._draw(part, each.sheet, 1)) for each in choices]
        return _Turns(self._count(part), outcomes)

    def _option(self, option: Layout) -> Node:
        """Return the node of an option: cards of one sheet, or nothing."""
        if not option.slots:
            return NOTHING
        slot = option.slots[0]
        if len(option.slots) > 1 or isinstance(slot, Choice) or len(slot.sheets) > 1:
            self.refuse("options of more than one sheet")
        return self._draw(slot, slot.sheets[0].sheet, self._count(slot))

    def _draw(self, slot: Slot, name: str, count: int) -> Draw:
        """Return the draw of cards of a sheet with replacement."""
        sheet = self.sheet(name)
        if sheet.collation != Random(replacement=True):
            self.refuse("sheets other than random ones with replacement")
        place = LeafPlace(
            name, pack_cards(self.cardset, sheet, slot.name, slot.finish or sheet.finish)
        )
        return Draw([entry.copies for entry in sheet.entries], count, replacement=True, place=place)

    def _count(self, slot: Slot) -> int:
        count = self.count(slot)
        self.refuse_remedies(slot, _REMEDIES)
        return count


def _nodes(slots: Sequence[_Turns]) -> list[Node]:
    """Return the nodes of slots, one after the other."""
    nodes: list[Node] = []
    carried = most = 0
    for slot in slots:
        turns = slot.turns + carried
        sure = [
            (weight, node)
            for weight, node in slot.outcomes
            if not isinstance(node, Draw) or node.total
        ]
        carried = 0 if sure else turns
        if not sure or not turns:
            continue
        counts = [node.count for _, node in sure if isinstance(node, Draw)]
        most += turns * max(counts, default=0)
        check_pack(most)
        node = OneOf.of(sure)
        if isinstance(node, Draw):
            nodes.append(evolve(node, count=turns * node.count))
            continue
        if isinstance(node, OneOf) and counts == [1] * len(sure):
            node = evolve(node, is_slot=True)
        nodes += [node] * turns
    return nodes
