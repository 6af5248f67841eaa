"""The odds of the slots of a pack whose choices are made."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from typing import TypeAlias

from attrs import frozen

from ...model import PackCard
from ..drawers.drawer import Drawer
from ..drawers.joint import (
    draws,
    gives_all,
    gives_each_once,
    looks,
    one_run,
    redraws,
    run_on,
    straight,
    without_last,
)
from ..drawers.odds import HandOdds, Odds
from ..drawers.successive import AnyDraw, Before, Draw, SuccessiveOdds
from ..effort import TooMuchWorkError, collected, note
from ..odds.cards import UNKNOWN, CardOdds, What, what_is
from ..odds.counts import Counts
from .steps import Fill

Touch: TypeAlias = Callable[[int, int], bool]


def connected(count: int, touch: Touch) -> list[list[int]]:
    """The numbers below *count*, those together that touch, directly or through others."""
    groups: list[list[int]] = []
    for number in range(count):
        joined, apart = [number], []
        for group in groups:
            if any(touch(other, number) for other in group):
                joined += group
            else:
                apart.append(group)
        groups = [*apart, sorted(joined)]
    return sorted(groups)


#: The odds of more cards are not worked out.
_MOST_CARDS = 500


#: Which kind a card is of.
MaskOf: TypeAlias = Callable[[PackCard], int]


class SlotOdds:
    """The odds of one slot, or of several that look at one another.

    Attributes:
        odds: of its entries; None if they are not known.
        entry_cards: the card of each entry.
        entries: which entries are which card.
    """

    def __init__(self, odds: Odds | None, entry_cards: Sequence[PackCard]) -> None:
        self.odds = odds
        self.entry_cards = entry_cards
        self.entries: dict[What, list[int]] = {}
        for entry, card in enumerate(entry_cards):
            self.entries.setdefault(what_is(card), []).append(entry)

    def slots(self) -> Iterator[SlotOdds]:
        """The slot itself, as the only one."""
        yield self

    def sign(self, entries: Iterable[int]) -> Hashable:
        """What entries have in common with those of the same odds."""
        return None if self.odds is None else tuple(map(self.odds.kind, entries))

    def cards(self) -> dict[What, CardOdds]:
        """The odds of every card."""
        odds = self.odds
        if odds is None:
            return dict.fromkeys(self.entries, UNKNOWN)
        known: dict[Hashable, CardOdds] = {}
        shares = {}
        for what, entries in self.entries.items():
            kind = self.sign(entries)
            if kind not in known:
                try:
                    known[kind] = CardOdds(odds.expected(entries), odds.none(entries))
                except TooMuchWorkError as error:
                    note(error)
                    known[kind] = UNKNOWN
            shares[what] = known[kind]
        return shares

    def counts(self, mask_of: MaskOf, masks: Sequence[int]) -> Counts:
        """The joint distribution of the numbers of cards with each of *masks*; empty without any.

        Raises:
            TooMuchWorkError: it is not known.
        """
        groups: list[list[int]] = [[] for _ in masks]
        for entry, card in enumerate(self.entry_cards):
            if (mask := mask_of(card)) in masks:
                groups[masks.index(mask)].append(entry)
        if not any(groups):
            return {}
        if self.odds is None:
            raise TooMuchWorkError("the slot has no closed form")
        return self.odds.counts(groups)


@frozen(eq=False)
class _Part:
    """A slot.

    Attributes:
        fill: what it draws.
        loses: the next slot takes its last card away.
        runs: the sheets that it may draw from whose print runs go on in the next slot of theirs.
    """

    fill: Fill
    loses: bool
    runs: frozenset[str]

    @property
    def may_be_short(self) -> bool:
        """Whether the slot gives what there is, if that is less than it should have."""
        return self.fill.step.may_be_short and not self.loses

    @property
    def carries(self) -> bool:
        """Whether the next slot draws what this one lacks."""
        return "carry" in self.fill.step.on_short and not self.fill.step.may_be_short

    @property
    def chooses(self) -> bool:
        """Whether each card chooses a sheet."""
        return self.fill.step.chosen is None

    @property
    def everything(self) -> list[int] | None:
        """All copies of the sheet, if the slot gives them since it should have as many or more."""
        own = self.may_be_short
        return gives_all(self.fill.drawer, self.fill.step.count) if own else None

    @property
    def is_known(self) -> bool:
        """Whether the slot gets the cards it should have, whatever comes, and not too many."""
        drawer, count = straight(self.fill.drawer), self.fill.step.count
        if drawer is not None and drawer.count != count and not self.may_be_short:
            return False
        everything = self.everything
        if everything is not None:
            return len(everything) <= _MOST_CARDS
        return (count if drawer is None else drawer.count) <= _MOST_CARDS


def slot_odds(fills: Sequence[Fill]) -> list[SlotOdds]:
    """The odds of slots, in any order."""
    parts = [
        _Part(fill, after is not None and after.step.replaces, _runs(fill))
        for fill, after in zip(fills, [*fills[1:], None], strict=False)
    ]
    if not all(part.is_known for part in parts):
        return [_unknown(part) for part in parts]
    odds = []
    for numbers in connected(len(parts), lambda a, b: _looks_at(parts[b], parts[a])):
        with collected() as reasons:
            odds += _together([parts[number] for number in numbers])
        for reason in [each for each in reasons if each.work] or reasons:
            note(reason)
    if any(each.odds is None for each in odds) and any(part.carries for part in parts):
        return [_unknown(part) for part in parts]  # the next slot may draw more cards
    return odds


def _runs(fill: Fill) -> frozenset[str]:
    """The sheets of a slot whose print runs go on; others than its own only if it may need them."""
    count, own = fill.step.count, straight(fill.drawer)
    drawers: list[Drawer | None] = [own]
    if own is None or own.count < count:
        drawers += [fill.drawer_of(sheet.name, count) for sheet in fill.step.candidates]
    return frozenset(run.name for drawer in drawers if (run := run_on(drawer)) is not None)


def _together(parts: Sequence[_Part]) -> list[SlotOdds]:
    """The odds of slots that look at one another, or of one."""
    pairs = [(part.fill.drawer, part.loses) for part in parts]
    if len(parts) > 1 and (run := one_run(pairs)) is not None:
        return [SlotOdds(run, [card for part in parts for card in part.fill.cards])]
    alone = len(parts) == 1 and not parts[0].loses
    if any(part.chooses for part in parts) or (not alone and any(redraws(one) for one, _ in pairs)):
        return _successive(parts)
    return _each(parts)


def _looks_at(one: _Part, earlier: _Part) -> bool:
    """Whether what an *earlier* slot draws can matter to *one*."""
    if not one.runs.isdisjoint(earlier.runs):
        return True
    if one.fill.step.forgets or not looks(one.fill.drawer):
        return False
    for mine in one.fill.step.candidates:
        for theirs in earlier.fill.step.candidates:
            if mine.name == theirs.name or not set(mine.keys or ()).isdisjoint(theirs.keys or ()):
                return True
    return False


def _successive(parts: Sequence[_Part]) -> list[SlotOdds]:
    """The odds of slots of which some look at the others."""
    successive: list[Draw | AnyDraw] = []
    before: list[Before] = []
    drawn: list[PackCard] = []
    came: list[PackCard] = []
    earlier: set[Hashable] = set()
    for part in parts:
        if part.chooses:
            turns = _any_draws(part)
            if turns is None:
                return _each(parts)
            successive += turns
            drawn += [card for _ in turns for card in part.fill.cards]
            earlier.update(key for each in part.fill.step.candidates for key in each.keys or ())
            continue
        step, drawer = part.fill.step, part.fill.drawer
        sheet = step.sheets[step.chosen or 0]
        own = draws(drawer, sheet.name, sheet.copies, sheet.keys, loses=part.loses)
        if own is not None:
            successive += own
            earlier.update(sheet.keys or ())
            drawn += sheet.cards * len(own)
        else:
            odds = None if part.loses or drawer is None else drawer.odds()
            if odds is None or sheet.keys is None or not gives_each_once(drawer, sheet.keys):
                return _each(parts)
            if not earlier.isdisjoint(sheet.keys):  # what came earlier has not looked at it
                return _each(parts)
            before.append(Before(odds, sheet.keys, part.fill.step.count))
            came += sheet.cards
    apart = [key for each in before for key in set(each.keys)]
    odds = SuccessiveOdds.of(successive, before) if len(set(apart)) == len(apart) else None
    if odds is None:
        return _each(parts)
    return [SlotOdds(odds, came + drawn)]


def _any_draws(part: _Part) -> list[AnyDraw] | None:
    """What a slot does each of whose cards chooses a sheet; None if it is nothing of the kind."""
    fill, step = part.fill, part.fill.step
    each: list[list[Draw]] = []
    for sheet in step.sheets:
        drawer = fill.drawer_of(sheet.name, step.count)
        own = draws(drawer, sheet.name, sheet.copies, sheet.keys, loses=part.loses)
        if own is None or not redraws(drawer):
            return None
        each.append(own)
    return [
        AnyDraw([(share, own) for (share, _), own in zip(step.shares, turn, strict=True)])
        for turn in zip(*each, strict=True)
    ]


def _each(parts: Sequence[_Part]) -> list[SlotOdds]:
    """The odds of slots, each by itself; not known of a run that several of them go on with."""
    runs = Counter(name for part in parts for name in part.runs)
    shared = {name for name, number in runs.items() if number > 1}
    return [
        _slot(part, alone=len(parts) == 1) if part.runs.isdisjoint(shared) else _unknown(part)
        for part in parts
    ]


def _slot(part: _Part, *, alone: bool) -> SlotOdds:
    """The odds of a slot by itself; they are not known if it looks at others."""
    drawer = part.fill.drawer
    odds = drawer.odds() if drawer is not None and (alone or not looks(drawer)) else None
    if alone and (everything := part.everything) is not None:
        odds = HandOdds([(1, everything)])
    if odds is not None and part.loses and part.fill.step.count:
        odds = without_last(odds, drawer, part.fill.step.count)
    return _unknown(part) if odds is None else SlotOdds(odds, part.fill.cards)


def _unknown(part: _Part) -> SlotOdds:
    """A slot whose odds are not known: it can have cards of each sheet that it may turn to."""
    step = part.fill.step
    note(TooMuchWorkError(f"what slot {step.slot.name!r} draws beside the others"))
    return SlotOdds(None, [card for sheet in step.candidates for card in sheet.cards])
