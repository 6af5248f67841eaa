"""Balance as other programs do it, for packs with the odds that theirs have."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate
from math import lcm
from typing import TypeAlias

from attrs import frozen

from ...bits import Bits
from ...errors import CollationError
from ..drawers.chance import RedrawDrawer, in_random_order, shuffled
from ..drawers.drawer import Copies, Drawer, State
from ..drawers.odds import Odds
from .balance_odds import (
    Group,
    UnknownOddsError,
    Ways,
    accepted,
    by_class,
    by_sides,
    groups_of,
    mixed_ways,
    one_of_each,
    rule_odds,
    successive,
)


@frozen(eq=False)
class ClassedSheet:
    """A sheet whose cards are in classes.

    Attributes:
        name: the sheet's name.
        classes: the copies of each class's entries, by the class's name; the entries of others
            have none.  A class may have no cards.
        rest: the copies of cards without a class.
        keys: for each entry a number that tells its card from others; None if it may come twice.
        endless: copies are put back.
    """

    name: str
    classes: Mapping[str, Copies]
    rest: Copies
    keys: Sequence[int] | None
    endless: bool

    @property
    def pools(self) -> list[Copies]:
        """The copies of each class, then those of cards without one."""
        return [*self.classes.values(), self.rest]

    def one_of(self, pools: Sequence[Copies]) -> RedrawDrawer:
        """What draws one card of some classes."""
        copies = Copies([sum(each) for each in zip(*(pool.counts for pool in pools), strict=True)])
        return RedrawDrawer(self.name, copies, self.keys, 1, replacement=self.endless)

    def private(self, state: State) -> State:
        """A copy of *state* in which a drawer can write down the copies that it takes."""
        used = {} if self.endless else {**state.used.get(self.name, {})}
        return State(state.taken, {self.name: used}, state.positions)

    def draw(self, one: RedrawDrawer, bits: Bits, state: State) -> Sequence[int]:
        """What *one* draws; it is taken in *state*, a private one."""
        drawn = one.draw(bits, state)
        for entry in drawn:
            self.take(entry, state)
        return drawn

    def free(self, entry: int, state: State) -> int:
        """How many copies of *entry* may come; none if its card is taken in a private *state*."""
        if self.keys is not None and self.keys[entry] in state.taken:
            return 0
        copies = sum(pool.counts[entry] for pool in self.pools)
        return copies - state.used[self.name].get(entry, 0)

    def take(self, entry: int, state: State) -> None:
        """Write down that a copy of *entry* came."""
        if not self.endless:
            used = state.used[self.name]
            used[entry] = used.get(entry, 0) + 1
        if self.keys is not None:
            state.taken.add(self.keys[entry])

    def odds(self, ways_of: Callable[[Sequence[Group]], Ways]) -> Odds | None:
        """The odds of a rule, by the ways to have numbers of cards of groups; None if unknown."""
        counts = [pool.counts for pool in self.pools]
        try:
            groups = groups_of(counts, self.keys, endless=self.endless)
            return rule_odds(groups, ways_of(groups))
        except UnknownOddsError:
            return None


#: After so many cards in a row that may not come, the rest is weighed exactly.
_REDRAWS = 16

#: After so many slots without all classes there is not going to be one.
_TRIES = 10_000


def sure_classes(count: int, classed: int, rest: int) -> int:
    """To how many cards with a class the copies with and without one entitle *count* cards."""
    return count * classed // (classed + rest) if classed else 0


def class_share(more: int, drawn: int, classed: int, rest: int) -> tuple[int, int]:
    """The probability that each of *more* cards has a class, as a part of a whole.

    It makes up for those *drawn* already, all of which have one, beside what is left of copies
    with a class and without one.
    """
    classed += drawn
    whole = more * (classed + rest)
    return min(max(classed * more - rest * drawn, 0), whole), whole


class DraftmancerDrawer:
    """Draftmancer's rule: a card of each class if there is room, and the share of cards with one.

    Of *n* cards, as many are forced to be of different classes as the *m* copies with a class, of
    all *m + a*, entitle them to.  Each further card has a class with such a probability that the
    share of these cards is right, no matter which class it is: cards of small classes gain from
    those of large ones.  Where copies are put back, the forced cards count twice for this
    probability, and cards without a class lose as well.
    """

    def __init__(self, sheet: ClassedSheet, count: int, plain: Drawer) -> None:
        """Draw *count* cards; as the drawer *plain* does if not even one can be forced."""
        self.sheet = sheet
        self.count = count
        pools = sheet.classes.values()
        self.plain = plain
        self._each = [sheet.one_of([copies]) for copies in pools]
        self._classed, self._rest = sheet.one_of([*pools]), sheet.one_of([sheet.rest])

    def draw(self, bits: Bits, state: State) -> Sequence[int]:
        own, draw = self.sheet.private(state), self.sheet.draw
        forced = self.forced(*self.left(own))
        if not forced:
            return self.plain.draw(bits, state)
        each = self._each
        if forced < len(each):
            limits = range(len(each), len(each) - forced, -1)
            each = shuffled(each.copy(), [bits.below(limit) for limit in limits])[-forced:]
        drawn = [entry for one in each for entry in draw(one, bits, own)]
        more = self.count - len(drawn)
        yes, whole = class_share(more, len(drawn), *self.left(own))
        for _ in range(more):
            first, second = self._classed, self._rest
            if bits.below(whole) >= yes:
                first, second = second, first
            drawn += draw(first, bits, own) or draw(second, bits, own)
        return in_random_order(drawn, bits)

    def left(self, state: State) -> tuple[int, int]:
        """How many copies with a class, and without one, a private state leaves."""
        left = [self._classed.copies.total, self._rest.copies.total]
        for entry, number in state.used[self.sheet.name].items():
            left[not self._classed.copies.counts[entry]] -= number
        return left[0], left[1]

    def forced(self, classed: int, rest: int) -> int:
        """How many classes are sure of a card."""
        return min(len(self._each), sure_classes(self.count, classed, rest))

    def odds(self) -> Odds | None:
        classed, rest = self.left(self.sheet.private(State()))
        forced = self.forced(classed, rest)
        if not forced:
            return self.plain.odds()
        classes, endless = len(self._each), self.sheet.endless

        def ways_of(groups: Sequence[Group]) -> Ways:
            starts = one_of_each(groups, classes, forced)
            parts = []
            for drawn in {sum(way) for way in starts}:  # a class without cards makes it fewer
                ways = {way: weight for way, weight in starts.items() if sum(way) == drawn}
                more = self.count - drawn
                share = class_share(more, drawn, classed if endless else classed - drawn, rest)
                rates = by_sides(groups, classes, (classed, rest), share, endless=endless)
                parts.append((sum(ways.values()), successive(ways, more, rates)))
            return mixed_ways(parts)

        return self.sheet.odds(ways_of)


class TawDrawer:
    """The rule of taw's magic-search-engine: a card of each class, then classes by weight.

    The weights would give each class its average.  But a card that came before makes the choice
    of a class void too, which happens more often to classes of whose cards many are drawn: cards
    without a class gain.  (Its program also gives one 505th, or so, of the weight of these cards
    to the first class by a wrong comparison; this one does not.)

    Nothing repeats while there is another card: if no class of any weight has one, all cards that
    may come are equal.
    """

    def __init__(self, sheet: ClassedSheet, count: int, plain: Drawer) -> None:
        """Draw *count* cards, so many that each class has one or more on average."""
        whole = sum(copies.total for copies in sheet.pools)
        for name, copies in sheet.classes.items():
            if 0 < count * copies.total < whole:
                raise CollationError(
                    f"sheet {sheet.name!r}: the rule of balance 'taw' needs a card or more of each"
                    f" class on average, but {count} cards have less than one of {name!r}"
                )
        self.sheet = sheet
        self.count = count
        self.plain = plain
        self._each = [sheet.one_of([copies]) for copies in sheet.pools]
        self._all = sheet.one_of(sheet.pools)
        sure = [*(whole if copies.total else 0 for copies in sheet.classes.values()), 0]
        self._weights = [
            count * copies.total - less for copies, less in zip(sheet.pools, sure, strict=True)
        ]
        self.ends = list(accumulate(self._weights))
        # The same for each copy, in parts of a whole.
        scale = lcm(*(copies.total for copies in sheet.pools if copies.total))
        self._rates = [
            weight * scale // (copies.total or 1)
            for copies, weight in zip(sheet.pools, self._weights, strict=True)
        ]

    def draw(self, bits: Bits, state: State) -> Sequence[int]:
        own, draw = self.sheet.private(state), self.sheet.draw
        drawn = [entry for one in self._each[:-1] for entry in draw(one, bits, own)]
        while len(drawn) < self.count:
            more = self._draw_one(bits, own)
            if not more:
                break
            drawn += more
        return in_random_order(drawn, bits)

    def _draw_one(self, bits: Bits, state: State) -> Sequence[int]:
        """A further card; none if all are gone."""
        for _ in range(_REDRAWS if self.ends[-1] else 0):
            copies = self._each[bits.index(self.ends)].copies
            copy = bits.below(copies.total)
            entry = copies.entry(copy)
            if copies.ends[entry] - copy <= self.sheet.free(entry, state):
                self.sheet.take(entry, state)
                return (entry,)
        weights = [0] * len(self._all.copies.counts)
        for pool, rate in zip(self.sheet.pools, self._rates, strict=True):
            for entry, number in enumerate(pool.counts):
                if number:
                    weights[entry] = rate * self.sheet.free(entry, state)
        if not any(weights):
            return self.sheet.draw(self._all, bits, state)
        entry = bits.index(list(accumulate(weights)))
        self.sheet.take(entry, state)
        return (entry,)

    def odds(self) -> Odds | None:
        classes = len(self.sheet.classes)

        def ways_of(groups: Sequence[Group]) -> Ways:
            starts = one_of_each(groups, classes, classes)
            more = self.count - sum(next(iter(starts)))
            return successive(starts, more, by_class(groups, self._rates))

        return self.sheet.odds(ways_of)


class RejectDrawer:
    """Cards at random, all of them again until each class is there.

    So do XMage, which is content with less after a while, and others.  Slots with many cards
    without a class are likely to be rejected: these cards lose.
    """

    def __init__(self, sheet: ClassedSheet, count: int, plain: Drawer) -> None:
        """Draw *count* cards as the drawer *plain* does, no fewer than there are classes."""
        self.sheet = sheet
        self.count = count
        self.plain = plain
        self.class_of = {
            entry: number
            for number, copies in enumerate(sheet.classes.values())
            for entry, there in enumerate(copies.counts)
            if there
        }
        self._classes = frozenset(self.class_of.values())
        if len(self._classes) > count:
            raise CollationError(
                f"sheet {sheet.name!r}: {count} cards cannot be of {len(self._classes)} classes,"
                " as the rule of balance 'reject' demands"
            )

    def draw(self, bits: Bits, state: State) -> Sequence[int]:
        wanted = self._wanted(state)
        for _ in range(_TRIES):
            after = State({*state.taken}, state.used, state.positions)
            drawn = self.plain.draw(bits, after)
            if wanted.issubset(map(self.class_of.get, drawn)):
                state.taken |= after.taken
                return drawn
        raise CollationError(
            f"sheet {self.sheet.name!r}: none of {_TRIES:,} tries to draw {self.count} cards gave"
            " one of each class, as the rule of balance 'reject' demands"
        )

    def _wanted(self, state: State) -> frozenset[int]:
        """The classes that have a card that may come."""
        own = self.sheet.private(state)
        if not own.taken and not own.used[self.sheet.name]:
            return self._classes
        classes = self.class_of.items()
        return frozenset(class_ for entry, class_ in classes if self.sheet.free(entry, own) > 0)

    def odds(self) -> Odds | None:
        return self.sheet.odds(lambda groups: accepted(groups, self.count, self._classes))


#: Makes the drawer of so many cards from a sheet, given one that draws them without any balance.
Rule: TypeAlias = Callable[[ClassedSheet, int, Drawer], Drawer]


def _of_several(rule: Rule) -> Rule:
    """The same for slots of several cards; one card cannot be of all classes."""
    return lambda sheet, count, plain: rule(sheet, count, plain) if count > 1 else plain


#: The rules by their names.
RULES: Mapping[str, Rule] = {
    "draftmancer": DraftmancerDrawer,
    "taw": _of_several(TawDrawer),
    "reject": _of_several(RejectDrawer),
}
