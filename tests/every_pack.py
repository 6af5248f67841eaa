"""Every pack that a booster can give, with its exact probability, by trying all numbers."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from fractions import Fraction

from cardformats.collation.constraints import Guarantees
from cardformats.collation.drawers.drawer import State
from cardformats.collation.plan.tree import Fork, Tree
from cardformats.collation.rounds import layouts_by_round


class AllBits:
    """Gives every sequence of numbers in turn."""

    def __init__(self):
        self.numbers = []
        self.limits = []
        self.at = 0

    def below(self, limit):
        if self.at == len(self.numbers):
            self.numbers.append(0)
            self.limits.append(limit)
        assert self.limits[self.at] == limit
        self.at += 1
        return self.numbers[self.at - 1]

    def index(self, cumulative):
        return bisect_right(cumulative, self.below(cumulative[-1]))

    @property
    def chance(self):
        whole = Fraction(1)
        for limit in self.limits:
            whole /= limit
        return whole

    def advance(self):
        """Go on to the next sequence; False after the last."""
        self.at = 0
        while self.numbers and self.numbers[-1] == self.limits[-1] - 1:
            self.numbers.pop()
            self.limits.pop()
        if not self.numbers:
            return False
        self.numbers[-1] += 1
        return True


def leaves(node, chance):
    """Every end of a tree's choices, with its share."""
    if not isinstance(node, Fork):
        yield chance, node
        return
    start = 0
    for weight in node.weights:
        yield from leaves(node.child(start), chance * Fraction(weight, node.limit))
        start += weight


def every_pack(cardset, booster=None, round_=0):
    """The probability of each pack, as its layout and its cards in a fixed order.

    The redraws of cards that are taken must be switched off: they never end.
    """
    booster = booster or cardset.boosters[0]
    tree = Tree(cardset, booster, layouts_by_round(cardset, booster)[round_])
    guarantees = Guarantees(cardset, booster)
    found = Counter()
    for share, leaf in leaves(tree.root, Fraction(1)):
        bits = AllBits()
        while True:
            cards = leaf.draw(bits, State())
            if guarantees.kept_by(cards):
                found[leaf.layout, tuple(sorted(cards, key=repr))] += share * bits.chance
            if not bits.advance():
                break
    whole = sum(found.values())
    return {pack: chance / whole for pack, chance in found.items()}
