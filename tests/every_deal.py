"""Every deal that an event can have, with its exact probability, by trying all numbers."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from fractions import Fraction
from itertools import accumulate

import attrs

from cardformats.bits import Bits
from cardformats.collation.deals import swaps
from cardformats.collation.deals.claims import NodeSteps
from cardformats.collation.deals.dealer import BoosterDealer
from cardformats.model.weights import whole_weights
from tests.every_pack import every_pack


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

    def falling(self, first, number):
        return [self.below(first - at) for at in range(number)]

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


class AllDealBits(AllBits):
    """The same for deals."""

    shuffled = Bits.shuffled


def every_deal(monkeypatch, cardset, players, opened=()):
    """The probability of each deal: the packs in order, each as its cards in a fixed order.

    Partners for swaps are not tried at random, which could take any number of numbers: what is then
    chosen among all that will do has the same chances.
    """
    monkeypatch.setattr(swaps, "_TRIES", 0)
    if cardset.event.supply == "infinite":
        monkeypatch.setattr(
            NodeSteps, "step", lambda _self, _node, root: _by_all_packs(cardset, root)
        )
    dealer = BoosterDealer(cardset, cardset.boosters[0], cardset.event, opened)
    found: Counter[tuple[tuple[str, ...], ...]] = Counter()
    bits = AllDealBits()
    while True:
        deal = dealer.deal(0, players, bits)
        packs = tuple(tuple(sorted(each.card.name for each in pack.cards)) for pack in deal.packs)
        found[packs] += bits.chance
        if not bits.advance():
            assert sum(found.values()) == 1
            return dict(found)


def _by_all_packs(cardset, root):
    """What chooses one of all packs of a tree, with their probabilities."""

    def step(bits, state, cards):
        state.layout = root.names[bits.index(root.ends) if len(root.names) > 1 else 0]
        booster = cardset.boosters[0]
        layouts = [each for each in booster.layouts if each.name == state.layout]
        packs = every_pack(
            attrs.evolve(cardset, event=None), attrs.evolve(booster, layouts=layouts)
        )
        ends = [*accumulate(whole_weights(packs.values()))]
        cards += [*packs][bits.index(ends)][1]

    return step


def chances(deals, *places):
    """The probability of what the packs at these *places* have together."""
    found: Counter[tuple[tuple[str, ...], ...]] = Counter()
    for packs, chance in deals.items():
        found[tuple(packs[at] for at in places)] += chance
    return found


def expected(deals, place):
    """How often a pack has each card on average."""
    found: Counter[str] = Counter()
    for packs, chance in deals.items():
        for name in packs[place]:
            found[name] += chance
    return {name: Fraction(number) for name, number in found.items()}
