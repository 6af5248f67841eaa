"""The exact distribution of Draftmancer's packs, by its program's steps: card by card, in dicts."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations

import cardformats as cf


def then(states, step):
    """The distribution after a *step*, which has one for each state."""
    after = Counter()
    for state, chance in states.items():
        for other, share in step(state).items():
            after[other] += chance * share
    return after


def by_weight(options):
    """Options by their weights, as a distribution."""
    whole = sum(weight for _, weight in options)
    chances = Counter()
    for option, weight in options:
        if weight:
            chances[option] += Fraction(weight) / whole
    return chances


class Draftmancer:
    """Packs of a booster without layouts in a bag; a state is (cards, pools) of the session.

    Cards are pairs of slot, sheet and name, in any order; pools the copies that sheets have left,
    by the names of the sheets.  That a sheet is empty is the state None.
    """

    def __init__(self, cardset):
        self.cardset = cardset
        self.booster = cardset.boosters[0]
        self.event = cardset.event
        self.whole = {
            name: tuple(entry.copies for entry in sheet.entries)
            for name, sheet in cardset.sheets.items()
        }
        self.mono = {
            name: [
                len(card.colors) == 1 and next(iter(card.colors)).value
                for card in (cardset.card(entry.card) for entry in sheet.entries)
            ]
            for name, sheet in cardset.sheets.items()
        }

    def first(self):
        """The pools of a session that begins."""
        return tuple(sorted(self.whole.items()))

    def packs(self, pools):
        """The next pack and what is left then, as a distribution."""
        layouts = by_weight([(each.name, each.weight) for each in self.booster.layouts])
        found = Counter()
        for layout in self.booster.layouts:
            states = Counter({((), pools): layouts[layout.name]})
            counts = [slot.count for slot in layout.slots]
            for number, slot in enumerate(layout.slots):
                balanced = self.event.color_balance and number == counts.index(max(counts))
                states = then(states, lambda state, s=slot, b=balanced: self.slot(state, s, b))
            for state, chance in states.items():
                found[None if state is None else (layout.name, *state)] += chance
        return found

    def slot(self, state, slot, balanced):
        if state is None:
            return {None: 1}
        found = Counter()
        for name, share in by_weight([(each.sheet, each.weight) for each in slot.sheets]).items():
            sheet = self.cardset.sheets[name]
            if isinstance(sheet.collation, cf.model.PrintRun):
                after = self.run(state, slot, sheet)
            elif balanced and any(self.mono[name]):
                after = self.balanced(state, slot, name)
            else:
                after = self.picks({state: Fraction(1)}, slot, name, slot.count)
            for other, chance in after.items():
                found[other] += share * chance
        return found

    def run(self, state, slot, sheet):
        names = [entry.card.name for entry in sheet.entries for _ in range(entry.copies)]
        starts = range(0, len(names), sheet.collation.group_size)
        cards, pools = state
        hands = [
            [(slot.name, sheet.name, names[(at + n) % len(names)]) for n in range(slot.count)]
            for at in starts
        ]
        return by_weight([((tuple(sorted([*cards, *hand])), pools), 1) for hand in hands])

    def left(self, state, name, part=None):
        """How many copies the entries of a part of a sheet have left."""
        copies = dict(state[1])[name]
        return sum(n for at, n in enumerate(copies) if part is None or part(self.mono[name][at]))

    def picks(self, states, slot, name, count, part=None):
        for _ in range(count):
            states = then(states, lambda state: self.pick(state, slot, name, part))
        return states

    def pick(self, state, slot, name, part=None):
        """One card of a part of a sheet, by the colour that it has alone."""
        if state is None:
            return {None: 1}
        cards, pools = state
        pools = dict(pools)
        if self.event.supply == "refill" and not self.left(state, name, part):
            pools[name] = self.whole[name]
        entries = self.cardset.sheets[name].entries
        there = [
            (at, n) for at, n in enumerate(pools[name])
            if n and (part is None or part(self.mono[name][at]))
        ]  # fmt: skip
        if not there:
            return {None: 1}
        taken = {card for *_, card in cards} if self.booster.distinct != "none" else ()
        free = [(at, n) for at, n in there if entries[at].card.name not in taken]
        found = {}
        for at, chance in by_weight(free or there).items():
            left = [*pools[name]]
            left[at] -= self.event.supply != "infinite"
            after = tuple(sorted({**pools, name: tuple(left)}.items()))
            found[tuple(sorted([*cards, (slot.name, name, entries[at].card.name)])), after] = chance
        return found

    def balanced(self, state, slot, name):
        count = slot.count
        mono, others = self.left(state, name, bool), self.left(state, name, lambda c: not c)
        forced = min(5, count * mono // (mono + others)) if mono else 0
        if not forced and mono + others:
            return self.picks({state: Fraction(1)}, slot, name, count)
        ways = [*combinations("WUBRG", forced)]
        found = Counter()
        for way in ways:
            states, drawn = {state: Fraction(1)}, 0
            for own in ([color].__contains__ for color in way):
                if self.left(state, name, own):
                    states = self.picks(states, slot, name, 1, own)
                    drawn += 1
            rest = count - drawn
            colored = mono if self.event.supply == "infinite" else mono - drawn
            colored += drawn
            whole = rest * (colored + others)
            chance = Fraction(colored * rest - others * drawn, whole) if whole else Fraction(0)
            chance = min(max(chance, Fraction(0)), Fraction(1))
            for _ in range(rest):
                states = then(states, lambda s, x=chance: self.further(s, slot, name, x))
            for other, share in states.items():
                found[other] += share / len(ways)
        return found

    def further(self, state, slot, name, chance):
        if state is None:
            return {None: 1}
        found = Counter()
        for is_mono, share in ((True, chance), (False, 1 - chance)):
            mono, others = self.left(state, name, bool), self.left(state, name, lambda c: not c)
            wanted = bool if (is_mono and mono) or not others else (lambda color: not color)
            for other, its in self.pick(state, slot, name, wanted).items() if share else ():
                found[other] += share * its
        return found
