"""The tree of a booster's choices: layouts, options, sheets and replacements, down to the packs."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import accumulate
from typing import Any, TypeAlias

from attrs import evolve, frozen

from ...bits import SHORT, Bits, number_bound, number_size
from ...errors import CollationError
from ...model import (
    Booster,
    CardSet,
    Choice,
    Layout,
    PackCard,
    PrintRun,
    Random,
    Replace,
    SheetChoice,
    Slot,
)
from ...model.weights import whole_weights
from ..drawers.drawer import Drawer, StraightDrawer
from ..drawers.joint import run_on, straight, variants
from ..rounds import check_pack, check_slot
from .pack_plan import PackPlan
from .sheet_drawers import Drawers
from .steps import Fill, Limits, SheetCards, Step, StraightFill

#: More nodes than this are not kept, but made again when they are needed.
_MOST_NODES = 20_000


@frozen(eq=False)
class Path:
    """Where the choices of a pack have led so far.

    Attributes:
        layout: the name of its layout.
        pending: the parts of the layout that are still to come.
        steps: the slots that came.
        replaces: the replacements that are still to be decided.
        fills: the steps with their drawers, once all are there.
        start: how many bytes the choices took.
    """

    layout: str
    pending: tuple[Slot | Choice, ...]
    steps: tuple[Step, ...] = ()
    replaces: tuple[Replace, ...] = ()
    fills: tuple[Fill, ...] | None = None
    start: int = 0


class Fork:
    """A choice between nodes, by weight.

    Attributes:
        limit: a number below it chooses.
        start: where in a pack's bytes it is, as long as none is skipped.
        size, bound: its bytes, and from which value on they are skipped.
        table: the nodes that the numbers choose, as far as they are known; empty if there are too
            many numbers.
        tree: where it is.
        path: where the choices led before; None if it is the first.
    """

    def __init__(
        self, options: Sequence[tuple[int, Path]], tree: Any, path: Path | None = None
    ) -> None:
        self.start = options[0][1].start
        self.weights = [weight for weight, _ in options]
        self.limit = sum(self.weights)
        self.size = number_size(self.limit)
        self.bound = number_bound(self.limit, self.size)
        start = self.start + self.size
        self.paths = [evolve(path, start=start) for _, path in options]
        self.tree = tree
        self.path = path
        self._children: list[Node | None] = [None] * len(options)
        self._ends = list(accumulate(self.weights))
        self.table: list[Node | None] = [None] * (self.limit if self.size == SHORT else 0)

    def child(self, number: int) -> Node:
        """The node that *number* chooses."""
        index = bisect_right(self._ends, number)
        node = self.option(index)
        if self.table:
            self.table[number] = self._children[index]
        return node

    def option(self, index: int) -> Node:
        """The node of that index."""
        node = self._children[index]
        if node is None:
            node = self.tree.grow(self.paths[index])
            if self.tree.has_room():
                self._children[index] = node
        return node


Node: TypeAlias = Fork | PackPlan

#: Steps with their drawers, and the share of packs that have them.
Outcome: TypeAlias = tuple[Fraction, tuple[Fill, ...]]


class Tree:
    """The choices of a booster, worked out where packs have been.

    Attributes:
        layouts: those that packs can have, with whole weights.
        root: the first choice.
        balances: the largest slot of a pack is balanced by colour.
    """

    def __init__(
        self,
        cardset: CardSet,
        booster: Booster,
        layouts: Sequence[tuple[Layout, int | Fraction]],
        *,
        boxed: bool = False,
    ) -> None:
        """Plan *booster* with these of its layouts, by weight.

        If *boxed*, packs are made one after the other and what one took can matter for the next.

        Raises:
            CollationError: a sheet is missing, or nothing can be chosen.
        """
        self.cardset = cardset
        self.booster = booster
        self.boxed = boxed
        self.drawers = Drawers(cardset, booster)
        event = cardset.event
        self._refills = ("refill",) if event and event.supply == "refill" else ()
        self.balances = event is not None and event.color_balance
        self._nodes = 0
        self._chances: dict[tuple[int, tuple[tuple[str, bool], ...]], tuple[Path, Fraction]] = {}
        self._sheets: dict[tuple[str, str | None, str], SheetCards] = {}
        self._meets: dict[tuple[str, str], bool] = {}
        self._replaces = tuple(each for each in booster.constraints if isinstance(each, Replace))
        for layout, _ in layouts:
            self._check(layout)
        weights = whole_weights(weight for _, weight in layouts) if layouts else []
        self.layouts = [
            (weight, layout) for weight, (layout, _) in zip(weights, layouts, strict=True) if weight
        ]
        if not self.layouts:
            raise CollationError("there is nothing to choose: no layout has a positive weight")
        self._starts = [
            (weight, Path(layout.name, layout.slots, (), self._replaces))
            for weight, layout in self.layouts
        ]
        self.root = self._node(self._starts)

    def __reduce__(self) -> tuple[object, ...]:
        layouts = [(layout, weight) for weight, layout in self.layouts]
        return partial(Tree, boxed=self.boxed), (self.cardset, self.booster, layouts)

    def _check(self, layout: Layout) -> None:
        """Look for every sheet of *layout*."""
        for slot, _ in layout.walk():
            for each in slot.sheets:
                if each.sheet not in self.cardset.sheets:
                    raise CollationError(
                        f"slot {slot.name!r} draws from {each.sheet!r}, but there is no such sheet"
                    )
                self.drawers.drawer(each.sheet, 1, alone=False)

    def pack_plan(self, bits: Bits) -> PackPlan:
        """The plan of a pack that its *bits* lead to."""
        node = self.root
        while isinstance(node, Fork):
            node = node.child(bits.below(node.limit))
        return node

    @property
    def names(self) -> set[str]:
        """The names of the layouts and sheets that packs can have."""
        names = {layout.name for _, layout in self.layouts}
        for _, layout in self.layouts:
            for slot, _ in layout.walk():
                names |= {each.sheet for each in slot.sheets if each.weight}
        return names | {each.sheet for each in self._replaces}

    def can_keep(self, wish: Mapping[str, bool]) -> bool:
        """Whether any pack has, and has not, what is wished."""
        return any(self.chance(path, wish) for _, path in self._starts)

    def chance(self, path: Path, wish: Mapping[str, bool]) -> Fraction:
        """The probability that *path* leads to a pack that has, and has not, what is wished.

        *wish* says for names of sheets and layouts whether the pack is to have them.
        """
        if not path.pending and not path.replaces:
            had = {path.layout}
            for step in path.steps:
                sheets = step.sheets if step.chosen is None else (step.sheets[step.chosen],)
                had |= {sheet.name for sheet in sheets}
            return Fraction(all((name in had) is wanted for name, wanted in wish.items()))
        key = (id(path), tuple(wish.items()))
        if key not in self._chances:
            chances = (share * self.chance(each, wish) for share, each in self._shares(path) or ())
            self._chances[key] = path, sum(chances, Fraction())
        return self._chances[key][1]

    def outcomes(self, parts: Sequence[Slot | Choice], most: int) -> list[Outcome] | None:
        """What a few *parts* of a layout can come to by their choices; None if more than *most*."""
        done: list[Outcome] = []
        open_ = [(Fraction(1), Path("", tuple(parts), (), self._replaces))]
        while open_:
            share, path = open_.pop()
            if path.fills is not None or (options := self._shares(path)) is None:
                done.append((share, path.fills or ()))
            else:
                open_ += [(share * chance, each) for chance, each in options]
            if len(done) + len(open_) > most:
                return None
        return done

    def _node(self, options: Sequence[tuple[int, Path]]) -> Node:
        """The node of several paths, or of one."""
        if len(options) == 1:
            return self.grow(options[0][1])
        return Fork(options, self)

    def has_room(self) -> bool:
        """Whether one more node may be kept."""
        self._nodes += 1
        return self._nodes <= _MOST_NODES

    def grow(self, path: Path) -> Node:
        """The node that *path* leads to."""
        while True:
            options = self._options(path)
            if options is None:
                return self._pack_plan(path)
            if len(options) > 1:
                return Fork(options, self, path)
            path = options[0][1]

    def _options(self, path: Path) -> list[tuple[int, Path]] | None:
        """How a path can go on, with whole weights; None if it is at its end."""
        if path.pending:
            first, rest = path.pending[0], path.pending[1:]
            if isinstance(first, Choice):
                return self._weighed(
                    [
                        (option.weight, evolve(path, pending=(*option.slots, *rest)))
                        for option in first.options
                    ]
                )
            return self._weighed(
                [
                    (weight, evolve(path, pending=rest, steps=_longer(path.steps, step)))
                    for weight, step in self._steps(first)
                ]
            )
        if path.replaces:
            return self._replaced(path)
        if path.fills is None:
            return [(1, evolve(path, fills=self._filled(path.steps)))]
        for index, fill in enumerate(path.fills):
            if pairs := variants(fill.drawer):
                before, after = path.fills[:index], path.fills[index + 1 :]
                return [
                    (weight, evolve(path, fills=(*before, evolve(fill, drawer=each), *after)))
                    for weight, each in pairs
                ]
        return None

    def _shares(self, path: Path) -> list[tuple[Fraction, Path]] | None:
        """The same with the probabilities."""
        options = self._options(path)
        if options is None:
            return None
        total = sum(weight for weight, _ in options)
        return [(Fraction(weight, total), each) for weight, each in options]

    @staticmethod
    def _weighed(options: Sequence[tuple[int | Fraction, Path]]) -> list[tuple[int, Path]]:
        weights = whole_weights(weight for weight, _ in options)
        pairs = zip(weights, options, strict=True)
        return [(weight, path) for weight, (_, path) in pairs if weight]

    def _steps(self, slot: Slot) -> list[tuple[int | Fraction, Step]]:
        """The steps that *slot* can be, by weight."""
        choices = [each for each in slot.sheets if each.weight]
        if isinstance(slot.count, int):
            count = slot.count
        else:
            count = max(self.cardset.sheets[each.sheet].total for each in choices)
        check_slot(slot, count)
        sheets = tuple(self._sheet_cards(slot, each.sheet) for each in choices)
        ends = tuple(accumulate(whole_weights(each.weight for each in choices)))
        on_short = (*slot.on_short, *self._refills)
        forgets = self.booster.distinct_scope == "slot"
        step = Step(slot, count, sheets, ends, None, on_short, forgets)
        if slot.choose == "card" and count > 1 and len(sheets) > 1:
            return [(1, step)]
        return [(each.weight, evolve(step, chosen=n)) for n, each in enumerate(choices)]

    def _sheet_cards(self, slot: Slot, name: str) -> SheetCards:
        """A sheet of a slot; the same each time."""
        key = (slot.name, slot.finish, name)
        if key not in self._sheets:
            sheet = self.cardset.sheets[name]
            finish = slot.finish or sheet.finish
            cards = tuple(
                PackCard(entry.card, slot.name, name, entry.finish or finish)
                for entry in sheet.entries
            )
            copies = tuple(entry.copies for entry in sheet.entries)
            # a deal tells sheets by their cards: what another thread made first counts
            made = SheetCards(name, cards, copies, self.drawers.key_numbers(name))
            return self._sheets.setdefault(key, made)
        return self._sheets[key]

    def _replaced(self, path: Path) -> list[tuple[int, Path]]:
        """*path* with and without what the first of its replacements does."""
        replace, rest = path.replaces[0], path.replaces[1:]
        without = evolve(path, replaces=rest)
        steps = enumerate(path.steps)
        at = [index for index, step in steps if step.slot.name == replace.slot and step.count]
        if not at or replace.probability == 0:
            return [(1, without)]
        slot = Slot(replace.slot, 1, (SheetChoice(replace.sheet),), finish=replace.finish)
        self._check(Layout(slots=(slot,)))
        ((_, step),) = self._steps(slot)
        after = at[-1] + 1
        with_it = (*path.steps[:after], evolve(step, replaces=True), *path.steps[after:])
        chance = replace.probability
        return self._weighed(
            [(chance, evolve(path, replaces=rest, steps=with_it)), (1 - chance, without)]
        )

    def _filled(self, steps: tuple[Step, ...]) -> tuple[Fill, ...]:
        """The steps of a pack with their drawers."""
        fills = []
        balanced = self._balanced_step(steps)
        for index, step in enumerate(steps):
            if index == balanced:
                step = evolve(step, balance="color")  # noqa: PLW2901 - the same step, in its pack
            alone = not self.boxed and self._alone(step, steps[:index])
            drawer_of = partial(self.drawers.drawer, alone=alone, balance=step.balance)
            drawer = None
            if step.chosen is not None:
                drawer = drawer_of(step.sheets[step.chosen].name, step.count)
            elif alone:
                step, drawer = self._mixed(step)  # noqa: PLW2901 - the same step, put differently
            fills.append(Fill(step, drawer, drawer_of))
        return tuple(fills)

    def _balanced_step(self, steps: Sequence[Step]) -> int | None:
        """Which step the event balances by colour: the first of the largest, if it is by chance."""
        counts = [0 if step.replaces else step.count for step in steps]
        if not self.balances or not any(counts):
            return None
        largest = counts.index(max(counts))
        step = steps[largest]
        if step.chosen is None:
            return None
        sheet = self.cardset.sheets[step.sheets[step.chosen].name]
        return largest if isinstance(sheet.collation, Random) else None

    def _alone(self, step: Step, earlier: Sequence[Step]) -> bool:
        """Whether nothing that *earlier* steps draw matters to *step*."""
        own = {each.name: each for each in step.candidates}
        several = len(own) > 1 or step.chosen is None
        if several and not all(map(self._endless, own.values())):
            return False
        sheets = [theirs for other in earlier for theirs in other.candidates]
        return step.forgets or not any(self._touch(a, b) for a in own.values() for b in sheets)

    @property
    def mixes(self) -> bool:
        """Whether what a slot is can depend on what the others are."""
        return self.balances or bool(self._replaces)

    def interact(self, one: Slot, other: Slot) -> bool:
        """Whether what is drawn for one slot can matter to the other."""
        names, others = ({each.sheet for each in slot.sheets} for slot in (one, other))
        for name in names & others:
            run = self.cardset.sheets[name].collation
            if isinstance(run, PrintRun) and run.continues != "slot":
                return True
        if self.booster.distinct_scope == "slot":
            return False
        mine, theirs = (
            [self._sheet_cards(slot, each.sheet) for each in slot.sheets] for slot in (one, other)
        )
        return any(self._touch(a, b) for a in mine for b in theirs)

    def _touch(self, one: SheetCards, other: SheetCards) -> bool:
        """Whether what is drawn from a sheet can matter to draws from another, or from it."""
        return (one.name == other.name and not self._endless(one)) or self._meet(one, other)

    def _endless(self, sheet: SheetCards) -> bool:
        """Whether what is drawn from *sheet* leaves it as it was."""
        collation = self.drawers.sheet(sheet.name).collation
        return sheet.keys is None and collation == Random(replacement=True)

    def _meet(self, one: SheetCards, other: SheetCards) -> bool:
        """Whether both sheets can yield the same card."""
        pair = (one.name, other.name)
        if pair not in self._meets:
            self._meets[pair] = not set(one.keys or ()).isdisjoint(other.keys or ())
        return self._meets[pair]

    def _mixed(self, step: Step) -> tuple[Step, Drawer | None]:
        """Sheets that each card chooses, with replacement, as a single one."""
        if not all(self.cardset.sheets[each.name].total for each in step.sheets):
            return step, None
        weights = [end - start for start, end in zip((0, *step.ends), step.ends, strict=False)]
        names = [each.name for each in step.sheets]
        union = self.drawers.union(list(zip(names, weights, strict=True)))
        cards = tuple(card for each in step.sheets for card in each.cards)
        copies = tuple(entry.copies for entry in union.entries)
        whole = SheetCards(union.name, cards, copies, None)
        drawer = self.drawers.drawer(union.name, step.count, alone=True)
        return evolve(step, sheets=(whole,), ends=(1,), chosen=0), drawer

    def _pack_plan(self, path: Path) -> PackPlan:
        """The plan of a pack; its first steps are straight as long as nothing came before."""
        fills = path.fills or ()
        straight: list[StraightFill] = []
        limits: list[int] = []
        runs: dict[str, tuple[int, int]] = {}
        for fill, drawer in self._straight(fills):
            at = len(limits)
            if (run := run_on(drawer)) is not None:
                at, skip = runs.get(run.name, (at, 0))
                runs[run.name] = at, skip + run.count
                drawer = run.after(skip)  # noqa: PLW2901 - the same drawer, further on
            if at == len(limits):
                limits += drawer.limits
            straight.append(StraightFill(fill.step, fill.others, drawer, at))
        numbers = Limits(limits, path.start)
        later = fills[len(straight) :]
        return PackPlan(path.layout, straight, numbers, later, self.drawers)

    def _straight(self, fills: Sequence[Fill]) -> list[tuple[Fill, StraightDrawer]]:
        """The first steps that look at nothing, and that later ones need not know all about."""
        first: list[tuple[Fill, StraightDrawer]] = []
        for fill in () if self.boxed else fills:
            drawer, step = straight(fill.drawer), fill.step
            if drawer is None:
                break
            if drawer.count != step.count and not (step.may_be_short and drawer.count):
                break
            first.append((fill, drawer))
        while len(first) < len(fills):
            later = fills[len(first) :]
            known = [n for n in range(len(first)) if self._matters(fills, n, later)]
            if not known:
                break
            del first[known[0] :]
        return first

    def _matters(self, fills: Sequence[Fill], index: int, later: Sequence[Fill]) -> bool:
        """Whether *later* steps have to know more of a step than the cards it leaves."""
        if index + 1 < len(fills) and fills[index + 1].step.replaces:
            return True
        names = {sheet.name for each in later for sheet in each.step.candidates}
        own = fills[index].step.candidates
        return any(sheet.name in names and not self._endless(sheet) for sheet in own)


def _longer(steps: tuple[Step, ...], step: Step) -> tuple[Step, ...]:
    """*steps* and another.

    Raises:
        CollationError: they have too many cards together.
    """
    check_pack(sum(each.count for each in steps) + step.count)
    return (*steps, step)
