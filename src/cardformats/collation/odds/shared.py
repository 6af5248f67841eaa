"""The odds of packs that share sheets: of a finite supply, or of a box.

How many cards packs take of a sheet together depends on their choices.  Given that, what it gives
is one larger draw from it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from math import prod

from attrs import evolve, frozen

from ..constraints import Test
from ..drawers.odds import Odds
from ..effort import TooMuchWorkError, note, spend
from ..plan.pack_odds import outcomes_of
from ..plan.slot_odds import SlotOdds, slot_odds
from ..plan.steps import Fill, SheetCards
from ..plan.tree import Tree
from .cards import Known, What, what_is
from .counts import Counts, added, mixed, summed
from .event import Kind, Packs


@frozen(eq=False)
class Take:
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
class Case:
    """What a pack can come to by its choices.

    Attributes:
        share: how likely that is.
        takes: its cards from the supply.
        slots: the odds of its other slots.
        others: the sheets of these.
        size: how many cards it has.
    """

    share: Fraction
    takes: Sequence[Take]
    slots: Sequence[SlotOdds]
    others: frozenset[str]
    size: int

    def taken(self, name: str) -> tuple[int, int]:
        """How many cards of a sheet a pack takes at least, and at most."""
        least = most = 0
        for take in self.takes:
            having = [sheet for _, sheet in take.sheets if sheet.name == name]
            most += take.count if having else 0
            least += take.count if len(having) == len(take.sheets) else 0
        return least, most


@frozen(eq=False)
class _Picked:
    """Some of the cards that packs can have: the entries of each sheet, and of the other slots."""

    supply: dict[SheetCards, list[int]]
    slots: dict[SlotOdds, list[int]]


@frozen(eq=False)
class SharedSheet:
    """A sheet that packs share.

    Attributes:
        copies: those of each entry.
        drawn: the odds of what it gives, if that is so many cards; None if there is no closed form.
        plain: how many cards packs take is all that matters for what these are.
        fair: each copy is as likely to be in a pack as any other.
        once: a card does not come twice in a pack.
        alike: entries with as many copies have the same odds.
        by_pack: which of its cards are in which slot matters: it is fair to packs, but not to each
            of their slots.
        lasts: it does not start anew, so that packs together have each copy once at most.
    """

    copies: Sequence[int]
    drawn: Callable[[int], Odds | None]
    plain: bool
    fair: bool
    once: bool
    alike: bool = True
    by_pack: bool = False
    lasts: bool = True


class SharedOdds(ABC):
    """The odds of packs that share sheets.

    Raises:
        TooMuchWorkError: sheets can run out, or the choices of packs are too many.
    """

    #: Odds are of a single pack.
    single = False

    def __init__(self, most: Packs) -> None:
        """Take how many packs of each kind there can be at most."""
        self._cases = {kind: self._cases_of(kind) for kind, _ in most}
        self._sheets = self._shared_sheets(self._cases)
        self._drawn: dict[tuple[str, int], Odds] = {}
        takes = [take for cases in self._cases.values() for case in cases for take in case.takes]
        self._supply = dict.fromkeys(sheet for take in takes for _, sheet in take.sheets)
        self._by_pack = [its for its in self._supply if self._sheets[its.name].by_pack]
        slots = (slot for cases in self._cases.values() for case in cases for slot in case.slots)
        self._slots = dict.fromkeys(slots)

    @abstractmethod
    def _shares(self, tree: Tree, name: str) -> bool:
        """Whether packs share the sheet of that name."""

    @abstractmethod
    def _shared_sheets(self, cases: Mapping[Kind, Sequence[Case]]) -> Mapping[str, SharedSheet]:
        """What is known of the sheets that packs share.

        Raises:
            TooMuchWorkError: they may not last for all packs.
        """

    @abstractmethod
    def _is_alone(self, fill: Fill) -> bool:
        """Whether a slot of a sheet that is not shared is filled as in a pack by itself."""

    @abstractmethod
    def _can_lose(self, fill: Fill) -> bool:
        """Whether any card of a slot of a shared sheet is as likely to be its last as another."""

    def _cases_of(self, kind: Kind) -> list[Case]:
        """What packs of a kind can come to."""
        outcomes = [
            (weight * share, fills)
            for weight, layout in kind.tree.layouts
            for share, fills in outcomes_of(kind.tree, layout, dict(kind.wish))
        ]
        whole = sum(share for share, _ in outcomes)
        spend(sum(1 + len(fills) for _, fills in outcomes))
        return [self._case(kind.tree, share / whole, fills) for share, fills in outcomes]

    def _case(self, tree: Tree, share: Fraction, fills: Sequence[Fill]) -> Case:
        takes: list[Take] = []
        others: list[Fill] = []
        last: Fill | None = None
        for fill in fills:
            step = fill.step
            sheets = step.shares
            shared = {self._shares(tree, sheet.name) for _, sheet in sheets}
            can_replace = last is not None and last not in others and self._can_lose(last)
            if shared == {True} and (can_replace or not step.replaces):
                if step.replaces:  # its card takes the place of the last one
                    takes[-1] = evolve(takes[-1], count=takes[-1].count - 1)
                takes.append(Take(step.count, sheets, step.balance is not None, step.forgets))
            elif (
                shared == {False} and self._is_alone(fill) and (last in others or not step.replaces)
            ):
                others.append(fill)
            else:
                raise TooMuchWorkError(f"what slot {step.slot.name!r} draws beside the others")
            last = fill if step.count else None
        names = frozenset(sheet.name for fill in others for sheet in fill.step.candidates)
        size = sum(fill.step.count for fill in fills)
        return Case(share, takes, slot_odds(others), names, size)

    def cards(self, packs: Packs) -> dict[What, Known]:
        """What is known of each card that *packs* can have."""
        means = self._means(packs)
        known: dict[object, Known] = {}
        cards = {}
        for what, picked in self._whats().items():
            signs = [(sheet, self._sign(sheet, its)) for sheet, its in picked.supply.items()]
            alike = (*signs, *((slot, slot.sign(its)) for slot, its in picked.slots.items()))
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

    def _sign(self, sheet: SheetCards, entries: Collection[int]) -> tuple[int, ...]:
        """What entries have in common with those of the same odds."""
        alike = self._sheets[sheet.name].alike
        return tuple(sorted(sheet.copies[at] if alike else at for at in entries))

    def _means(self, packs: Packs) -> dict[SheetCards, Fraction]:
        """How many cards *packs* take of each sheet on average."""
        return summed(
            (sheet, times * case.share * take.count * chance)
            for kind, times in packs
            for case in self._cases[kind]
            for take in case.takes
            for chance, sheet in take.sheets
        )

    def _known(self, packs: Packs, picked: _Picked, means: Mapping[SheetCards, Fraction]) -> Known:
        if any(slot.odds is None for slot in picked.slots):
            return None, None
        sheets = {sheet.name: self._sheets[sheet.name] for sheet in picked.supply}
        try:
            if all(sheet.plain for sheet in sheets.values()):
                return self._mean_and_some(packs, picked)
            if picked.slots or not all(self._is_fair(name, picked) for name in sheets):
                raise _unknown(sheets)
        except TooMuchWorkError as error:
            note(error)
            return None, None
        expected = Fraction()
        for sheet, its in picked.supply.items():
            copies = self._sheets[sheet.name].copies
            own = sum(copies[at] for at in its)
            expected += means.get(sheet, Fraction()) * Fraction(own, sum(copies))
        if self._comes_once(picked):
            return expected, expected
        note(_unknown(sheets))
        return expected, None

    def _is_fair(self, name: str, picked: _Picked) -> bool:
        """Whether each copy of a sheet is as likely to be in the slots where it is picked."""
        sheet = self._sheets[name]
        every = [its for its in self._supply if its.name == name]
        return sheet.fair and (
            not sheet.by_pack or len({frozenset(picked.supply.get(its, ())) for its in every}) == 1
        )

    def _comes_once(self, picked: _Picked) -> bool:
        """Whether packs together, or the only one, have a card once at most."""
        copies = {
            (sheet.name, at): sheet.copies[at] for sheet, its in picked.supply.items() for at in its
        }
        (name, *others) = {name for name, _ in copies}
        sheet = self._sheets[name]
        if sum(copies.values()) == 1 and sheet.lasts:
            return True
        return self.single and not others and sheet.once

    def _mean_and_some(self, packs: Packs, picked: _Picked) -> Known:
        """The expected number of cards that are picked, and the probability of one or more."""
        entries = self._entries(picked)
        expected, none = Fraction(), Fraction()
        for (*numbers, more), share in self._taken_together(packs, [*entries], picked).items():
            pairs = zip(entries.items(), numbers, strict=True)
            drawn = [(its, self._drawn_of(name, number)) for (name, its), number in pairs]
            spend(1 + len(drawn))
            expected += share * (more + sum(odds.expected(its) for its, odds in drawn))
            if not more:
                none += prod((odds.none(its) for its, odds in drawn), start=share)
        return expected, 1 - none

    def _numbers(self, packs: Packs, picked: _Picked) -> Mapping[int, Fraction]:
        entries = self._entries(picked)
        result: list[tuple[Fraction, Counts]] = []
        for (*numbers, more), share in self._taken_together(packs, [*entries], picked).items():
            each: list[Counts] = [{(more,): Fraction(1)}]
            for (name, its), number in zip(entries.items(), numbers, strict=True):
                each.append(self._drawn_of(name, number).counts([its]))
            result.append((share, added(each, 1)))
        return {number: chance for (number,), chance in mixed(result).items()}

    def _entries(self, picked: _Picked) -> dict[str, frozenset[int]]:
        """The entries that are picked of each shared sheet; the same in every slot."""
        entries: dict[str, frozenset[int]] = {}
        for sheet, its in picked.supply.items():
            if entries.setdefault(sheet.name, frozenset(its)) != frozenset(its):
                raise TooMuchWorkError("slots of a sheet differ in what is asked for")
            if not self._sheets[sheet.name].plain:
                raise _unknown([sheet.name])
        if any(its.name in entries and its not in picked.supply for its in self._by_pack):
            raise TooMuchWorkError("slots of a sheet differ in what is asked for")
        return entries

    def _taken_together(self, packs: Packs, names: Sequence[str], picked: _Picked) -> Counts:
        """The same as :meth:`_taken` for all *packs*."""
        each = [self._taken(kind, names, picked) for kind, _ in packs]
        repeated = [
            taken for taken, (_, times) in zip(each, packs, strict=True) for _ in range(times)
        ]
        return added(repeated, len(names) + 1)

    def _drawn_of(self, name: str, number: int) -> Odds:
        """The odds of so many cards of a sheet."""
        if (name, number) not in self._drawn:
            odds = self._sheets[name].drawn(number)
            if odds is None:
                raise TooMuchWorkError(f"so many cards of {name!r} together")
            self._drawn[name, number] = odds
        return self._drawn[name, number]

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


def _unknown(names: Iterable[str]) -> TooMuchWorkError:
    return TooMuchWorkError(f"what {', '.join(map(repr, names))} gives to packs together")


def _one(nothing: tuple[int, ...], at: int) -> tuple[int, ...]:
    return (*nothing[:at], 1, *nothing[at + 1 :])
