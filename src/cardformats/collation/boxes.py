"""Boxes: packs that are made one after the other, and then shuffled."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from itertools import accumulate

from ..bits import Bits
from ..errors import CollationError
from ..model import Booster, Box, CardSet, Pack, PackCard, PrintRun
from ..model.weights import whole_weights
from .constraints import Guarantees
from .drawers.chance import in_random_order
from .drawers.drawer import State
from .plan.pack_plan import PackPlan
from .plan.tree import Fork, Tree
from .rounds import named_layouts

#: A box cannot have more packs.
MAX_PACKS = 100_000


class Boxes:
    """The boxes of a booster.

    Attributes:
        size: how many packs a box has.
        related: whether the packs of a box have to do with one another.
    """

    def __init__(self, cardset: CardSet, booster: Booster) -> None:
        """Prepare to make boxes, if its quotas name sheets or layouts and fit into a box."""
        box = booster.box or Box()
        self.size = box.packs
        if self.size > MAX_PACKS:
            raise CollationError(f"a box of {self.size} packs is more than {MAX_PACKS}")
        self._booster = booster
        self._guarantees = Guarantees(cardset, booster)
        self._tree = Tree(cardset, booster, named_layouts(booster, ()), boxed=True)
        self._quotas = [
            (
                quota.of,
                [each.packs for each in quota.counts],
                list(accumulate(whole_weights(each.weight for each in quota.counts))),
            )
            for quota in box.quotas
        ]
        names = self._tree.names
        for name, numbers, _ in self._quotas:
            if name not in names:
                raise CollationError(
                    f"the quota of {name!r} is of no sheet or layout of {booster.name!r}"
                )
            if max(numbers) > self.size:
                raise CollationError(
                    f"the quota of {name!r} is {max(numbers)} of {self.size} packs"
                )
        runs = (sheet.collation for n, sheet in cardset.sheets.items() if n in names)
        self._goes_on = any(isinstance(run, PrintRun) and run.continues == "box" for run in runs)
        keys = self._tree.drawers.key_numbers
        distinct = any(keys(name) for name in names if name in cardset.sheets)
        self._distinct = distinct and booster.distinct_scope == "box"
        self.related = bool(self._quotas) or self._goes_on or self._distinct

    def open(self, number: int, bits: Bits) -> tuple[Pack, ...]:
        """The packs of the box of that number."""
        wishes: list[dict[str, bool]] = [{} for _ in range(self.size)]
        for name, numbers, ends in self._quotas:
            having = numbers[bits.index(ends)]
            order = in_random_order(list(range(self.size)), bits)
            for place, pack in enumerate(order):
                wishes[pack][name] = place < having
        state = State()
        packs = []
        for wish in wishes:
            draw = partial(self._pack, wish, bits, state)
            (layout, state), cards = self._guarantees.first_kept(draw)
            packs.append((layout, tuple(cards)))
            self._between(state)
        packs = in_random_order(packs, bits)
        first, name = number * self.size, self._booster.name
        return tuple(Pack(first + at, name, *pack) for at, pack in enumerate(packs))

    def _pack(
        self, wish: Mapping[str, bool], bits: Bits, state: State
    ) -> tuple[tuple[str, State], list[PackCard]]:
        """A pack with its layout, and the state after it."""
        after = state.copy()
        pack_plan = self._pack_plan(wish, bits)
        cards = pack_plan.draw(bits, after)
        return (pack_plan.layout, after), cards

    def _between(self, state: State) -> None:
        """Forget after a pack what does not matter for the next."""
        keys = self._tree.drawers.key_numbers
        if not self._distinct:
            state.taken.clear()
        for name in list(state.used):
            if not self._distinct or keys(name) is None:
                del state.used[name]
        sheets = self._tree.cardset.sheets
        for name in list(state.positions):
            run = sheets[name].collation
            if not isinstance(run, PrintRun) or run.continues != "box":
                del state.positions[name]

    def _pack_plan(self, wish: Mapping[str, bool], bits: Bits) -> PackPlan:
        """A plan that has, and has not, what is wished, otherwise by weight."""
        if not wish:
            return self._tree.pack_plan(bits)
        check_wish(self._tree, wish)
        node = self._tree.root
        while isinstance(node, Fork):
            chances = [
                weight * self._tree.chance(path, wish)
                for weight, path in zip(node.weights, node.paths, strict=True)
            ]
            node = node.option(bits.index(list(accumulate(whole_weights(chances)))))
        return node


def check_wish(tree: Tree, wish: Mapping[str, bool]) -> None:
    """Refuse a wish of quotas that no pack keeps.

    Raises:
        CollationError: there is no pack that has, and has not, what is wished.
    """
    if not tree.can_keep(wish):
        parts = [f"{'with' if wanted else 'without'} {name!r}" for name, wanted in wish.items()]
        raise CollationError(
            f"box quotas of {tree.booster.name!r} cannot be kept: there is no pack"
            f" {' and '.join(parts)}"
        )
