"""Odds of rules of balance that draw one card after the other."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from itertools import groupby
from math import comb, gcd, lcm, perm

from attrs import frozen

from ..drawers.balanced import ClassCountOdds, Way
from ..drawers.odds import JointOdds, Odds, PileOdds, ReturningOdds

#: More ways to fill a slot than this are not worth their time.
_MOST_WAYS = 4_000

#: How many cards of each group, with their weights.
Ways = Mapping[Way, int]


class UnknownOddsError(Exception):
    """There is no closed form, or it would take too long."""


@frozen(eq=False)
class Group:
    """Cards of one class that are alike.

    Attributes:
        number: the class; one that is not forced comes after those that are.
        weight: what each card counts when one is drawn.
        size: how many cards there are.
        copies: for each entry of the sheet, how many of them it has.
        once: no card comes again as long as there is another.
        endless: copies are put back.
    """

    number: int
    weight: int
    size: int
    copies: Sequence[int]
    once: bool
    endless: bool

    def left(self, taken: int) -> int:
        """The weight of all that should still come after so many."""
        if self.endless and not self.once:
            return self.size
        return self.weight * max(self.size - taken, 0)

    def again(self, taken: int) -> int:
        """The same where no card should: all copies that are left."""
        return self.weight * self.size - (0 if self.endless else taken)

    def odds(self, count: int) -> Odds:
        """The odds of so many of these cards."""
        if not self.once:
            return (ReturningOdds if self.endless else PileOdds)(self.copies, count)
        once = PileOdds(self.copies, min(count, self.size))
        if count <= self.size:
            return once
        if self.endless:
            return JointOdds([once, ReturningOdds(self.copies, count - self.size)])
        copies = [number * (self.weight - 1) for number in self.copies]
        return JointOdds([once, PileOdds(copies, count - self.size)])


def groups_of(
    classes: Sequence[Sequence[int]], keys: Sequence[Hashable] | None, *, endless: bool
) -> list[Group]:
    """The groups of alike cards of *classes*, which are the copies of a sheet's entries."""
    if keys is None:
        wholes = [(number, sum(copies), copies) for number, copies in enumerate(classes)]
        return [
            Group(n, 1, size, copies, once=False, endless=endless)
            for n, size, copies in wholes
            if size
        ]
    there = [
        (number, copies[entry], entry)
        for number, copies in enumerate(classes)
        for entry in range(len(copies))
        if copies[entry]
    ]
    if len({keys[entry] for _, _, entry in there}) < len(there):
        raise UnknownOddsError
    groups = []
    for (number, weight), alike in groupby(sorted(there), lambda each: each[:2]):
        entries = {entry for _, _, entry in alike}
        copies = [int(entry in entries) for entry in range(len(keys))]
        groups.append(Group(number, weight, len(entries), copies, once=True, endless=endless))
    return groups


def rule_odds(groups: Sequence[Group], ways: Ways) -> Odds:
    """The odds of *ways* to have numbers of cards of *groups*."""
    needed = {pair for way in ways for pair in enumerate(way) if pair[1]}
    parts = {(at, count): groups[at].odds(count) for at, count in needed}
    entries = [[n for n, copies in enumerate(group.copies) if copies] for group in groups]
    return ClassCountOdds(ways.items(), parts, entries)


def one_of_each(groups: Sequence[Group], classes: int, forced: int) -> Ways:
    """One card of each of *forced* of the *classes*, some of which may have no cards."""
    totals = [sum(each.left(0) for each in groups if each.number == n) for n in range(classes)]
    scale = lcm(*filter(None, totals))
    ways: dict[tuple[Way, int], int] = {((0,) * len(groups), 0): 1}
    for number, total in enumerate(totals):
        after = dict(ways)
        for (way, done), weight in ways.items():
            if done == forced:
                continue
            if not total:
                state = way, done + 1
                after[state] = after.get(state, 0) + weight * scale
            for at, group in enumerate(groups):
                if group.number == number:
                    more = weight * group.left(0) * (scale // total)
                    state = _with(way, at), done + 1
                    after[state] = after.get(state, 0) + more
        ways = after
        if len(ways) > _MOST_WAYS:
            raise UnknownOddsError
    return {way: weight for (way, done), weight in ways.items() if done == forced}


def successive(ways: Ways, steps: int, rates: Callable[[Way], Sequence[int]]) -> Ways:
    """What becomes of *ways* by so many further cards.

    *rates* gives, for numbers of cards, the weight of each group for the next one.
    """
    for _ in range(steps):
        all_rates = [rates(way) for way in ways]
        totals = [sum(each) for each in all_rates]
        if not all(totals) or len(ways) > _MOST_WAYS:
            raise UnknownOddsError
        scale = lcm(*totals)
        after: dict[Way, int] = {}
        for (way, weight), each, total in zip(ways.items(), all_rates, totals, strict=True):
            share = weight * (scale // total)
            for at, rate in enumerate(each):
                if rate:
                    more = _with(way, at)
                    after[more] = after.get(more, 0) + share * rate
        divisor = gcd(*after.values())
        ways = {way: weight // divisor for way, weight in after.items()}
    return ways


def mixed_ways(parts: Sequence[tuple[int, Ways]]) -> Ways:
    """One of several sets of ways, by weight."""
    known = [(share, ways, sum(ways.values())) for share, ways in parts]
    scale = lcm(*(total for _, _, total in known))
    weights: dict[Way, int] = {}
    for share, ways, total in known:
        for way, weight in ways.items():
            weights[way] = weights.get(way, 0) + weight * share * (scale // total)
    return weights


def by_class(groups: Sequence[Group], rates: Sequence[int]) -> Callable[[Way], Sequence[int]]:
    """Weights for :func:`successive`, if each class has a rate for each of its copies."""

    def weights(way: Way) -> Sequence[int]:
        left = [*map(Group.left, groups, way)]
        of_groups = [rates[group.number] * each for group, each in zip(groups, left, strict=True)]
        return of_groups if any(of_groups) else left

    return weights


def by_sides(
    groups: Sequence[Group],
    classes: int,
    copies: tuple[int, int],
    share: tuple[int, int],
    *,
    endless: bool,
) -> Callable[[Way], Sequence[int]]:
    """Weights for :func:`successive`, if first a side is chosen.

    Args:
        groups: those of the first *classes* are one side, all others the other.
        classes: how many there are.
        copies: how many each side has.
        share: the probability of the first side, as a part of a whole; a side without copies
            leaves it all to the other.
        endless: no side runs out of copies.
    """
    sides = [int(group.number == classes) for group in groups]
    yes, whole = share

    def weights(way: Way) -> Sequence[int]:
        left = [*map(Group.left, groups, way)]
        gone, free = [0, 0], [0, 0]
        for side, number, each in zip(sides, way, left, strict=True):
            gone[side] += 0 if endless else number
            free[side] += each
        chances = [yes, whole - yes]
        for side in (0, 1):
            if gone[side] >= copies[side]:
                chances = [side, 1 - side]
        for side in (0, 1):
            if chances[side] and not free[side]:  # cards come again
                again = [*map(Group.again, groups, way)]
                left = [b if s == side else a for s, a, b in zip(sides, left, again, strict=True)]
                free[side] = sum(each for s, each in zip(sides, left, strict=True) if s == side)
        scale = [max(free[1], 1), max(free[0], 1)]
        return [chances[side] * each * scale[side] for side, each in zip(sides, left, strict=True)]

    return weights


def accepted(groups: Sequence[Group], count: int, wanted: Collection[int]) -> Ways:
    """*count* cards one after the other, where a card of each of the classes *wanted* came."""

    def has_all(way: Way) -> bool:
        there = {group.number for group, number in zip(groups, way, strict=True) if number}
        return there.issuperset(wanted)

    if len({group.weight for group in groups}) > 1:
        start = {(0,) * len(groups): 1}
        ways = successive(start, count, lambda way: [*map(Group.left, groups, way)])
        return {way: n for way, n in ways.items() if has_all(way)}

    # All cards are alike, so that the order of the groups does not matter.
    least = [int(group.number in wanted) for group in groups]
    spare = count - sum(least)
    if comb(spare + len(groups) - 1, spare) > _MOST_WAYS:
        raise UnknownOddsError

    def hands(at: int, left: int) -> Iterator[tuple[Way, int]]:
        if at == len(groups):
            if not left:
                yield (), 1
            return
        group = groups[at]
        most = left - sum(least[at + 1 :])
        for number in range(least[at], most + 1):
            returns = group.endless and not group.once
            ordered = group.size**number if returns else perm(group.size, number)
            if ordered:
                for rest, weight in hands(at + 1, left - number):
                    yield (number, *rest), comb(left, number) * ordered * weight

    return dict(hands(0, count))


def _with(way: Way, at: int) -> Way:
    """*way* with one card more of a group."""
    return (*way[:at], way[at] + 1, *way[at + 1 :])
