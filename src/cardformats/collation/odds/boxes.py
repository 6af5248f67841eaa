"""The odds of a box: quotas, print runs that go on through it, cards that are distinct in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import product
from math import comb, lcm, prod
from typing import Any

from attrs import frozen

from ...model import Balanced, Booster, Box, CardSet, Other, PrintRun, Random, Sheet
from ..boxes import check_wish
from ..constraints import Guarantees
from ..distinct import may_repeat
from ..drawers.odds import Odds
from ..effort import TooMuchWorkError, spend
from ..plan.sheet_drawers import Drawers
from ..plan.steps import Fill
from ..plan.tree import Tree
from ..rounds import layouts_by_round, named_layouts
from .counts import divided
from .event import Kind, Packs, Ways, Wish
from .shared import Case, SharedOdds, SharedSheet
from .units import IndependentOdds, KindOdds, UnitAnswers


@frozen
class _Sharing:
    """The sheets that packs of a box share.

    Attributes:
        goes_on: print runs that go on from pack to pack.
        distinct: sheets whose cards are not to come twice in the box.
    """

    goes_on: frozenset[str]
    distinct: frozenset[str]


class BoxAnswers(UnitAnswers):
    """What is known of a box."""

    def __init__(self, cardset: CardSet, booster: Booster, *, related: bool) -> None:
        """Take the tree of each round, for boxes whose packs are not *related* to one another.

        Raises:
            CollationError: no pack can have what a quota asks for.
        """
        super().__init__(cardset)
        self._made_from = cardset, booster
        self._related = related
        self._booster = booster
        self._box = booster.box or Box()
        self._guarantees = Guarantees(cardset, booster)
        tree = Tree(cardset, booster, named_layouts(booster, ()))
        sheets = [cardset.sheets[name] for name in tree.names if name in cardset.sheets]
        self._sharing = _Sharing(
            goes_on=frozenset(
                each.name
                for each in sheets
                if isinstance(each.collation, PrintRun) and each.collation.continues == "box"
            ),
            distinct=frozenset(
                each.name
                for each in sheets
                if booster.distinct_scope == "box" and not may_repeat(booster, each)
            ),
        )
        self._trees = [tree]
        if not related:
            rounds = layouts_by_round(cardset, booster)
            self._trees = [Tree(cardset, booster, layouts) for layouts in rounds]
        self._kinds: dict[tuple[int, Wish], Kind] = {}

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle what it was made from; the rest is worked out again."""
        return partial(BoxAnswers, related=self._related), self._made_from

    def ways(self) -> Ways:
        if self._box.quotas:
            return [
                (share, [(self._kind(0, wish), number) for wish, number in groups.items()])
                for share, groups in _groups(self._box)
            ]
        size, rounds = self._box.packs, len(self._trees)
        starts = range(lcm(size, rounds) // size)
        ways = []
        for start in starts:  # boxes begin with the pack after the last one of the box before
            of_round = [
                (size - 1 - (n - start * size) % rounds) // rounds + 1 for n in range(rounds)
            ]
            packs = [(self._kind(n, ()), number) for n, number in enumerate(of_round) if number > 0]
            ways.append((Fraction(1, len(starts)), packs))
        return ways

    def work_out(self) -> KindOdds:
        most: dict[Kind, int] = {}
        for _, packs in self.ways():
            for kind, number in packs:
                most[kind] = max(most.get(kind, 0), number)
        if not self._sharing.goes_on and not self._sharing.distinct:
            return IndependentOdds(list(most.items()))
        if self._guarantees.limits:
            raise TooMuchWorkError("packs that share sheets are drawn again")
        return BoxOdds(list(most.items()), self._sharing)

    def _kind(self, round_: int, wish: Wish) -> Kind:
        key = round_, wish
        if key not in self._kinds:
            tree = self._trees[round_]
            check_wish(tree, dict(wish))
            self._kinds[key] = Kind(tree, self._guarantees, wish)
        return self._kinds[key]


def _groups(box: Box) -> list[tuple[Fraction, dict[Wish, int]]]:
    """How likely so many packs of a box are to have, and not to have, what."""
    ways: list[tuple[Fraction, dict[Wish, int]]] = [(Fraction(1), {(): box.packs})]
    for quota in box.quotas:
        total = sum(each.weight for each in quota.counts)
        split: dict[tuple[tuple[Wish, int], ...], Fraction] = {}
        for (share, groups), each in product(ways, quota.counts):
            whole = share * Fraction(each.weight) / total / comb(box.packs, each.packs)
            sizes = list(groups.values())
            for parts in divided(each.packs, sizes) if each.weight else ():
                spend(1 + len(parts))
                after: Counter[Wish] = Counter()
                for (wish, size), part in zip(groups.items(), parts, strict=True):
                    after[_with(wish, quota.of, wanted=True)] += part
                    after[_with(wish, quota.of, wanted=False)] += size - part
                key = tuple((wish, number) for wish, number in after.items() if number)
                split[key] = split.get(key, Fraction()) + whole * prod(map(comb, sizes, parts))
        ways = [(share, dict(groups)) for groups, share in split.items()]
    return ways


def _with(wish: Wish, name: str, *, wanted: bool) -> Wish:
    return tuple({**dict(wish), name: wanted}.items())


class BoxOdds(SharedOdds):
    """The odds of packs of a box that share sheets; see :class:`SharedOdds`."""

    def __init__(self, most: Packs, sharing: _Sharing) -> None:
        self._sharing = sharing
        self._most = dict(most)
        super().__init__(most)

    def _shares(self, tree: Tree, name: str) -> bool:
        if name in self._sharing.goes_on:
            return True
        by_chance = isinstance(tree.drawers.sheet(name).collation, (Random, Balanced, Other))
        return by_chance and name in self._sharing.distinct

    def _is_alone(self, fill: Fill) -> bool:  # noqa: ARG002 - each pack draws as if it were the only one
        return True

    def _can_lose(self, fill: Fill) -> bool:  # noqa: ARG002 - what goes on does so in order
        return False

    def _shared_sheets(self, cases: Mapping[Kind, Sequence[Case]]) -> Mapping[str, SharedSheet]:
        every = [case for its in cases.values() for case in its]
        takes = [take for case in every for take in case.takes]
        names = dict.fromkeys(sheet.name for take in takes for _, sheet in take.sheets)
        others = {name for case in every for name in case.others}
        drawers = next(iter(cases)).tree.drawers
        known = {}
        for name in names:
            own = set(drawers.key_numbers(name) or ())
            rivals = (drawers.key_numbers(other) or () for other in {*names, *others} - {name})
            if not all(own.isdisjoint(keys) for keys in rivals):
                raise TooMuchWorkError(f"other sheets have cards of {name!r}")
            most = {kind: max(case.taken(name)[1] for case in its) for kind, its in cases.items()}
            needed = sum(number * most[kind] for kind, number in self._most.items())
            sheet = drawers.sheet(name)
            endless = isinstance(sheet.collation, PrintRun) or sheet.collation == Random(
                replacement=True
            )
            if needed > sheet.total and not (endless and sheet.total):
                raise TooMuchWorkError(f"the sheet {name!r} may not last for all packs")
            balanced = any(take.balanced for take in takes)
            copies = [entry.copies for entry in sheet.entries]
            known[name] = SharedSheet(
                copies,
                partial(_drawn, drawers, name),
                plain=isinstance(sheet.collation, (Random, PrintRun)) and not balanced,
                fair=False,
                once=False,
                alike=isinstance(sheet.collation, Random),
                by_pack=not _in_any_order(sheet, drawers.key_numbers(name) or (), needed),
            )
        return known


def _in_any_order(sheet: Sheet, keys: Sequence[Hashable], needed: int) -> bool:
    """Whether each of the cards that are *needed* is as likely to be the first as another."""
    pairs = zip(sheet.entries, keys, strict=False)
    there = [(key, entry.copies) for entry, key in pairs if entry.copies]
    different = {key for key, _ in there}
    return (
        isinstance(sheet.collation, Random)
        and needed <= len(different) == len(there)
        and len({copies for _, copies in there}) == 1
    )


def _drawn(drawers: Drawers, name: str, number: int) -> Odds | None:
    """The odds of so many cards of a sheet, one after the other."""
    return drawers.drawer(name, number, alone=True).odds()
