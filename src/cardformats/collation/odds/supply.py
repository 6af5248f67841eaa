"""The odds of packs of a finite supply: what the sheets of an event give to some of its packs.

What is dealt from a shuffled sheet to any of its packs is a larger draw from it: how many of these
cards are of some kind has the hypergeometric distribution.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from math import comb

from attrs import evolve, frozen

from ...model import Balanced, Random
from ..constraints import Test
from ..drawers.drawer import Drawer
from ..drawers.joint import straight, variants
from ..drawers.odds import Counts, added, mixed, summed
from ..effort import TooMuchWorkError, spend
from ..plan.steps import Fill, SheetCards, Step
from ..plan.tree import Tree
from .event import EventPacks, Kind, Packs
from .slots import SlotOdds, What, slot_odds, what_is
from .table import Known

#: More outcomes of the choices of a pack are not looked at one by one.
_MOST_OUTCOMES = 3_000

#: A deal looks for partners of a swap in so many places.
_LOOKS = 500_000


@frozen(eq=False)
class _Take:
    """Cards of a pack from the supply.

    Attributes:
        count: how many.
        sheets: what each of them is from, with its probability.
        balanced: the event balances their classes.
        forgets: they may be cards of earlier slots.
    """

    count: int
    sheets: Sequence[tuple[Fraction, SheetCards]]
    balanced: bool
    forgets: bool


@frozen(eq=False)
class _Case:
    """What a pack can come to by its choices.

    Attributes:
        share: how likely that is.
        takes: its cards from the supply.
        slots: the odds of its other slots.
        others: the sheets of these.
        size: how many cards it has.
    """

    share: Fraction
    takes: Sequence[_Take]
    slots: Sequence[SlotOdds]
    others: frozenset[str]
    size: int


@frozen(eq=False)
class _Picked:
    """Some of the cards that packs can have: the entries of each sheet, and of the other slots."""

    supply: dict[SheetCards, list[int]]
    slots: dict[SlotOdds, list[int]]


@frozen(eq=False)
class _Sheet:
    """A sheet of the supply.

    Attributes:
        copies: those of each entry.
        plain: what it gives to packs is what lies there in the shuffled sheet.
        fair: each copy is as likely to be in a pack as any other.
        once: a card does not come twice in a pack.
    """

    copies: Sequence[int]
    plain: bool
    fair: bool
    once: bool


class SupplyOdds:
    """The odds of packs of an event with a finite supply.

    Raises:
        TooMuchWorkError: sheets can run out, or the choices of packs are too many.
    """

    def __init__(self, event: EventPacks) -> None:
        self._single = event.single
        self._cases = {kind: _cases(kind.tree) for kind, _ in event.most}
        self._sheets = _Sheets(event, self._cases).known
        takes = [take for cases in self._cases.values() for case in cases for take in case.takes]
        self._supply = dict.fromkeys(sheet for take in takes for _, sheet in take.sheets)
        slots = (slot for cases in self._cases.values() for case in cases for slot in case.slots)
        self._slots = dict.fromkeys(slots)

    def cards(self, packs: Packs) -> dict[What, Known]:
        """What is known of each card that *packs* can have."""
        means = self._means(packs)
        known: dict[object, Known] = {}
        cards = {}
        for what, picked in self._whats().items():
            # cards with as many copies on the same sheets are alike
            copies = [(sheet, _copies(sheet, its)) for sheet, its in picked.supply.items()]
            alike = (*copies, *((slot, tuple(its)) for slot, its in picked.slots.items()))
            if alike not in known:
                known[alike] = self._known(packs, picked, means)
            cards[what] = known[alike]
        return cards

    def numbers(self, packs: Packs, test: Test) -> Mapping[int, Fraction]:
        """The distribution of the number of cards of *packs* that pass a test.

        Raises:
            TooMuchWorkError: it is not known.
        """
        picked = _Picked({}, {})
        for sheet in self._supply:
            cards = enumerate(sheet.cards)
            if its := [at for at, card in cards if sheet.copies[at] and test(card)]:
                picked.supply[sheet] = its
        for slot in self._slots:
            if its := [at for at, card in enumerate(slot.entry_cards) if test(card)]:
                picked.slots[slot] = its
        return self._numbers(packs, picked)

    def _whats(self) -> dict[What, _Picked]:
        """Where each card is."""
        whats: dict[What, _Picked] = {}
        for sheet in self._supply:
            for at, card in enumerate(sheet.cards):
                if sheet.copies[at]:
                    picked = whats.setdefault(what_is(card), _Picked({}, {}))
                    picked.supply.setdefault(sheet, []).append(at)
        for slot in self._slots:
            for what, entries in slot.entries.items():
                whats.setdefault(what, _Picked({}, {})).slots[slot] = entries
        return whats

    def _means(self, packs: Packs) -> dict[object, Fraction]:
        """How many cards *packs* have of each sheet, and how often they have each other slot."""
        return summed(
            (each, times * case.share * share)
            for kind, times in packs
            for case in self._cases[kind]
            for each, share in [
                *(
                    (sheet, take.count * chance)
                    for take in case.takes
                    for chance, sheet in take.sheets
                ),
                *((slot, Fraction(1)) for slot in case.slots),
            ]
        )

    def _known(self, packs: Packs, picked: _Picked, means: Mapping[object, Fraction]) -> Known:
        if any(slot.odds is None for slot in picked.slots):
            return None, None
        sheets = {sheet.name: self._sheets[sheet.name] for sheet in picked.supply}
        some = None
        try:
            if all(sheet.plain for sheet in sheets.values()):
                some = 1 - self._numbers(packs, picked).get(0, Fraction())
            expected = sum(
                (
                    means.get(slot, Fraction()) * slot.odds.expected(its)
                    for slot, its in picked.slots.items()
                    if slot.odds is not None
                ),
                Fraction(),
            )
        except TooMuchWorkError:
            return None, None
        if not all(sheet.fair for sheet in sheets.values()):
            return None, some
        for sheet, its in picked.supply.items():
            mean = means.get(sheet, Fraction())
            total = sum(self._sheets[sheet.name].copies)
            own = sum(self._sheets[sheet.name].copies[at] for at in its)
            expected += mean * Fraction(own, total)
        if some is None and not picked.slots and self._comes_once(picked):
            some = expected
        return expected, some

    def _comes_once(self, picked: _Picked) -> bool:
        """Whether packs together, or the only one, have a card once at most."""
        copies = {
            (sheet.name, at): sheet.copies[at] for sheet, its in picked.supply.items() for at in its
        }
        if sum(copies.values()) == 1:
            return True
        (name, *others) = {name for name, _ in copies}
        return self._single and not others and self._sheets[name].once

    def _numbers(self, packs: Packs, picked: _Picked) -> Mapping[int, Fraction]:
        entries: dict[str, frozenset[int]] = {}
        for sheet, its in picked.supply.items():
            if entries.setdefault(sheet.name, frozenset(its)) != frozenset(its):
                raise TooMuchWorkError("slots of a sheet differ in what is asked for")
            if not self._sheets[sheet.name].plain:
                raise TooMuchWorkError(f"cards of {sheet.name!r} are swapped between packs")
        names = list(entries)
        taken = [self._taken(kind, names, picked) for kind, times in packs for _ in range(times)]
        result: list[tuple[Fraction, Counts]] = []
        for (*numbers, more), share in added(taken, len(names) + 1).items():
            each: list[Counts] = [{(more,): Fraction(1)}]
            for name, number in zip(names, numbers, strict=True):
                copies = self._sheets[name].copies
                own = sum(copies[at] for at in entries[name])
                each.append(_hypergeometric(sum(copies), own, number))
            result.append((share, added(each, 1)))
        return {number: chance for (number,), chance in mixed(result).items()}

    def _taken(self, kind: Kind, names: Sequence[str], picked: _Picked) -> Counts:
        """How many cards a pack takes of each sheet where some are *picked*.

        And how many it has of those that are picked of other slots, as the last number.
        """
        nothing = (0,) * (len(names) + 1)
        cases: list[tuple[Fraction, Counts]] = []
        for case in self._cases[kind]:
            spend(1 + len(case.takes))
            parts: list[Counts] = []
            for take in case.takes:
                single = summed(
                    (
                        _one(nothing, names.index(sheet.name))
                        if sheet in picked.supply
                        else nothing,
                        chance,
                    )
                    for chance, sheet in take.sheets
                )
                if len(single) == 1:
                    ((numbers, _),) = single.items()
                    parts.append({tuple(take.count * n for n in numbers): Fraction(1)})
                else:
                    parts += [single] * take.count
            for slot in case.slots:
                if slot in picked.slots:
                    if slot.odds is None:
                        raise TooMuchWorkError("a slot has no closed form")
                    counts = slot.odds.counts([picked.slots[slot]])
                    parts.append({(*nothing[1:], n): chance for (n,), chance in counts.items()})
            cases.append((case.share, added(parts, len(nothing))))
        return mixed(cases)


def _copies(sheet: SheetCards, entries: Collection[int]) -> int:
    return sum(sheet.copies[at] for at in entries)


def _one(nothing: tuple[int, ...], at: int) -> tuple[int, ...]:
    return (*nothing[:at], 1, *nothing[at + 1 :])


def _hypergeometric(total: int, copies: int, draws: int) -> Counts:
    """How many of some *copies* are among so many *draws* of all."""
    numbers = range(max(0, draws - total + copies), min(copies, draws) + 1)
    spend(len(numbers))
    return {
        (n,): Fraction(comb(copies, n) * comb(total - copies, draws - n), comb(total, draws))
        for n in numbers
    }


def _cases(tree: Tree) -> list[_Case]:
    """What packs of a tree can come to."""
    whole = sum(weight for weight, _ in tree.layouts)
    cases = []
    for weight, layout in tree.layouts:
        outcomes = tree.outcomes(layout.slots, _MOST_OUTCOMES)
        if outcomes is None:
            raise TooMuchWorkError(f"there are more than {_MOST_OUTCOMES} outcomes of choices")
        for share, fills in outcomes:
            spend(1 + len(fills))
            cases.append(_case(tree, share * Fraction(weight, whole), fills))
    return cases


def _case(tree: Tree, share: Fraction, fills: Sequence[Fill]) -> _Case:
    takes: list[_Take] = []
    others: list[Fill] = []
    last = False
    for fill in fills:
        step = fill.step
        sheets = _sheets(step)
        used_up = {_is_used_up(tree, sheet.name) for _, sheet in sheets}
        if used_up == {True} and (last or not step.replaces):
            if step.replaces:  # its card takes the place of the last one
                takes[-1] = evolve(takes[-1], count=takes[-1].count - 1)
            is_balanced = step.balance is not None
            takes.append(_Take(step.count, sheets, is_balanced, step.forgets))
        elif used_up == {False} and not step.replaces and _is_straight(fill.drawer, step.count):
            others.append(fill)
        else:
            raise TooMuchWorkError(f"what slot {step.slot.name!r} draws depends on others")
        last = used_up == {True} and step.count > 0
    names = frozenset(sheet.name for fill in others for sheet in fill.step.candidates)
    size = sum(fill.step.count for fill in fills)
    return _Case(share, takes, slot_odds(others), names, size)


def _sheets(step: Step) -> list[tuple[Fraction, SheetCards]]:
    """What a card of a step is from, with its probability."""
    if step.chosen is not None:
        return [(Fraction(1), step.sheets[step.chosen])]
    weights = [end - start for start, end in pairwise((0, *step.ends))]
    return [(Fraction(n, step.ends[-1]), its) for n, its in zip(weights, step.sheets, strict=True)]


def _is_used_up(tree: Tree, name: str) -> bool:
    """Whether drawing from a sheet uses up its copies."""
    collation = tree.drawers.sheet(name).collation
    return isinstance(collation, Balanced) or collation == Random(replacement=False)


def _is_straight(drawer: Drawer | None, count: int) -> bool:
    """Whether a drawer gives so many cards and looks at nothing."""
    each = [one for _, one in variants(drawer)] or [drawer]
    known = [one for one in map(straight, each) if one is not None]
    return len(known) == len(each) and all(one.count == count for one in known)


class _Sheets:
    """The sheets of the supply of an event.

    Attributes:
        known: by their names.
    """

    def __init__(self, event: EventPacks, cases: Mapping[Kind, Sequence[_Case]]) -> None:
        """Look at what packs can take.

        Raises:
            TooMuchWorkError: a sheet that cannot start anew may not last for all packs.
        """
        self._event = event
        self._drawers = event.most[0][0].tree.drawers
        every = [case for its in cases.values() for case in its]
        self._takes: dict[str, list[_Take]] = {}
        for take in (take for case in every for take in case.takes):
            for _, sheet in take.sheets:
                self._takes.setdefault(sheet.name, []).append(take)
        self._size = max((case.size for case in every), default=0)
        names = {*self._takes, *(name for case in every for name in case.others)}
        self._keys = {name: self._drawers.key_numbers(name) for name in names}
        #: Of each sheet the fewest and the most cards that a pack can take, and an event.
        self._least: dict[str, int] = {}
        self._most: dict[str, int] = {}
        needed: Counter[str] = Counter()
        for name in self._takes:
            by_kind = {kind: [_taken(case, name) for case in its] for kind, its in cases.items()}
            self._least[name] = min(low for its in by_kind.values() for low, _ in its)
            self._most[name] = max(most for its in by_kind.values() for _, most in its)
            for kind, times in event.most:
                needed[name] += times * max(most for _, most in by_kind[kind])
        self.known = {name: self._sheet(name, needed[name]) for name in self._takes}

    def _sheet(self, name: str, needed: int) -> _Sheet:
        sheet, takes, keys = self._drawers.sheet(name), self._takes[name], self._keys[name]
        copies = [entry.copies for entry in sheet.entries]
        once = needed <= sum(copies)
        if not once and self._event.event.supply != "refill":
            raise TooMuchWorkError(f"the sheet {name!r} may not last for all packs")
        balanced = any(take.balanced for take in takes) or isinstance(sheet.collation, Balanced)
        if keys is None:
            plain = not balanced and (once or (self._event.single and self._most[name] <= 1))
            return _Sheet(copies, plain, fair=once or not balanced, once=False)
        there = [key for key, number in zip(keys, copies, strict=True) if number]
        apart = self._is_apart(name) and len(set(there)) == len(there)
        alike = len({number for number in copies if number}) <= 1
        # no pack can get two of a card
        quiet = apart and ((once and max(copies, default=0) <= 1) or self._most[name] <= 1)
        parted = not any(take.forgets for take in takes) and self._parts(name, needed, copies)
        if quiet:
            plain = not balanced and (once or self._event.single)
            fair = not balanced or (once and max(copies, default=0) <= 1)
            return _Sheet(copies, plain, fair, once=self._most[name] <= 1 or once)
        if apart and alike and not balanced and parted and self._event.single:
            # a pack is as likely to have any of the different cards as any others
            return _Sheet([min(number, 1) for number in copies], plain=True, fair=True, once=True)
        steady = once and self._least[name] == self._most[name]
        fair = not balanced and ((apart and alike) or (steady and parted))
        return _Sheet(copies, plain=False, fair=fair, once=parted and not balanced)

    def _is_apart(self, name: str) -> bool:
        """Whether no other sheet has a card of this one."""
        own = set(self._keys[name] or ())
        others = (keys for other, keys in self._keys.items() if other != name and keys)
        return all(own.isdisjoint(keys) for keys in others)

    def _parts(self, name: str, needed: int, copies: Sequence[int]) -> bool:
        """Whether every card that a pack has twice finds a partner for a swap among those dealt."""
        every: Counter[int] = Counter()
        for other, keys in self._keys.items():
            its = self._drawers.sheet(other).entries
            for key, entry in zip(keys or (), its, strict=False):
                every[key] += entry.copies
        own: Counter[int] = Counter()
        for key, number in zip(self._keys[name] or (), copies, strict=True):
            own[key] += number
        starts = -(-needed // sum(copies))
        rivals = starts * self._most[name] * max(every.values(), default=0)
        twins = starts * self._size * max(own.values(), default=0)
        dealt = self._event.total * self._least[name]
        return dealt > rivals + twins and needed * starts * sum(copies) <= _LOOKS


def _taken(case: _Case, name: str) -> tuple[int, int]:
    """How many cards of a sheet a pack takes at least, and at most."""
    least = most = 0
    for take in case.takes:
        having = [sheet for _, sheet in take.sheets if sheet.name == name]
        most += take.count if having else 0
        least += take.count if len(having) == len(take.sheets) else 0
    return least, most
