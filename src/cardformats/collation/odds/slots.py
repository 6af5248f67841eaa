"""The odds of the slots of a pack whose choices are made."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import TypeAlias

from attrs import frozen

from ...model import UNLIMITED, CardRef, PackCard
from ..drawers.balanced import ClassesDrawer
from ..drawers.chance import PileDrawer, ReturningDrawer, SpreadDrawer
from ..drawers.drawer import Drawer, StraightDrawer, Variants
from ..drawers.odds import HandOdds, Odds, ThinnedOdds
from ..drawers.redraw import RedrawDrawer
from ..drawers.runs import RunDrawer
from ..drawers.successive import Before, Draw, SuccessiveOdds
from ..effort import spend
from ..plan.steps import Place

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


#: A card and its finish: what odds are about.
What: TypeAlias = tuple[CardRef, str | None]

#: The odds of more cards are not worked out.
_MOST_CARDS = 500

#: These give their cards in random order, so that any of them can be the last.
_IN_RANDOM_ORDER = (PileDrawer, ReturningDrawer, SpreadDrawer, Variants, ClassesDrawer)


def what_is(card: PackCard) -> What:
    """The card and its finish."""
    return card.card, card.finish


class SlotOdds:
    """The odds of one slot, or of several that look at one another.

    Attributes:
        odds: of its entries; None if they are not known.
        entries: which entries are which card.
    """

    def __init__(self, odds: Odds | None, cards: Sequence[PackCard]) -> None:
        """Take the odds of entries, and the card of each."""
        self.odds = odds
        self.cards = cards
        self.entries: dict[What, list[int]] = {}
        for entry, card in enumerate(cards):
            self.entries.setdefault(what_is(card), []).append(entry)

    def kind(self, what: What) -> Hashable:
        """Cards of one kind have the same odds in this slot."""
        if self.odds is None:
            return what
        return tuple(map(self.odds.kind, self.entries[what]))


@frozen(eq=False)
class _Part:
    """A place, and whether the next one takes its last card away."""

    place: Place
    loses: bool


def slot_odds(places: Sequence[Place]) -> list[SlotOdds]:
    """The odds of slots, in any order."""
    parts = [
        _Part(place, loses=after is not None and after.step.replaces)
        for place, after in zip(places, [*places[1:], None], strict=False)
    ]
    if not all(_is_full(part) and _most_cards(part) <= _MOST_CARDS for part in parts):
        return [SlotOdds(None, part.place.cards) for part in parts]
    found = []
    for numbers in connected(len(parts), lambda a, b: _looks_at(parts[b], parts[a])):
        together = [parts[number] for number in numbers]
        drawers = [part.place.drawer for part in together]
        if len(together) > 1 and all(isinstance(drawer, RunDrawer) for drawer in drawers):
            cards = [card for part in together for card in part.place.cards]
            found.append(SlotOdds(_runs(together), cards))
        elif any(isinstance(drawer, RedrawDrawer) for drawer in drawers) and (
            len(together) > 1 or together[0].loses
        ):
            found += _successive(together)
        else:
            found += [_slot(part, alone=len(together) == 1) for part in together]
    return found


def _is_full(part: _Part) -> bool:
    """Whether the slot gets the cards it should have, whatever comes."""
    step, drawer = part.place.step, part.place.drawer
    if not isinstance(drawer, StraightDrawer):
        return True
    return drawer.count == step.count or _may_be_short(part)


def _may_be_short(part: _Part) -> bool:
    """Whether the slot gives what there is, if that is less than it should have."""
    step = part.place.step
    return (step.slot.count is UNLIMITED or step.on_short == ("skip",)) and not part.loses


def _all_copies(part: _Part) -> list[int] | None:
    """All copies of the slot's sheet, if it gives them since it should have as many or more."""
    drawer = part.place.drawer
    if not isinstance(drawer, RedrawDrawer) or drawer.replacement or not _may_be_short(part):
        return None
    if part.place.step.count < drawer.copies.total:
        return None
    return [entry for entry, count in enumerate(drawer.copies.counts) for _ in range(count)]


def _most_cards(part: _Part) -> int:
    """How many cards the slot gives at most."""
    drawer = part.place.drawer
    everything = _all_copies(part)
    if everything is not None:
        return len(everything)
    return drawer.count if isinstance(drawer, StraightDrawer) else part.place.step.count


def _looks_at(one: _Part, earlier: _Part) -> bool:
    """Whether what an *earlier* slot draws can matter to *one*."""
    first, second = earlier.place.drawer, one.place.drawer
    if isinstance(first, RunDrawer) and isinstance(second, RunDrawer):
        return first.name == second.name and first.run.continues != "slot"
    if one.place.step.forgets or not _looks(second):
        return False
    for mine in one.place.step.candidates:
        for theirs in earlier.place.step.candidates:
            if mine.name == theirs.name or not set(mine.keys or ()).isdisjoint(theirs.keys or ()):
                return True
    return False


def _looks(drawer: Drawer | None) -> bool:
    """Whether a drawer looks at what came before."""
    if isinstance(drawer, Variants):
        return not all(isinstance(each, StraightDrawer) for each in drawer.drawers)
    return not isinstance(drawer, StraightDrawer)


def _successive(parts: Sequence[_Part]) -> list[SlotOdds]:
    """The odds of slots of which some look at the others."""
    draws: list[Draw] = []
    before: list[Before] = []
    drawn: list[PackCard] = []
    came: list[PackCard] = []
    for part in parts:
        sheet, drawer = part.place.step.candidates[0], part.place.drawer
        if isinstance(drawer, (RedrawDrawer, PileDrawer)):
            lost = int(part.loses and drawer.count > 0)
            for count, kept in ((drawer.count - lost, True), (lost, False)):
                if count:
                    draws.append(Draw(sheet.name, sheet.copies, sheet.keys, count, kept))
                    drawn += sheet.cards
        else:
            odds = None if part.loses or drawer is None else drawer.odds()
            if odds is None or sheet.keys is None or not _gives_each_once(drawer, sheet.keys):
                return [_slot(each, alone=False) for each in parts]
            before.append(Before(odds, sheet.keys, part.place.step.count))
            came += sheet.cards
    apart = [key for each in before for key in set(each.keys)]
    odds = SuccessiveOdds.of(draws, before) if len(set(apart)) == len(apart) else None
    if odds is None:
        return [_slot(part, alone=False) for part in parts]
    return [SlotOdds(odds, came + drawn)]


def _gives_each_once(drawer: Drawer | None, keys: Sequence[Hashable]) -> bool:
    """Whether what a drawer draws has no card twice."""
    if isinstance(drawer, RunDrawer):
        once = drawer.skip + drawer.count <= drawer.copies.total == drawer.size
        return once and len(set(keys)) == len(keys)
    return isinstance(drawer, Variants) and len(set(keys)) == len(keys)


def _runs(parts: Sequence[_Part]) -> Odds:
    """A run that goes on from slot to slot; the entries of the slots are numbered through."""
    hands: list[tuple[int, tuple[int, ...]]] = []
    start = skip = 0
    for part in parts:
        drawer = part.place.drawer
        if isinstance(drawer, RunDrawer):
            spend(drawer.copies.total * drawer.count)
            own = drawer.after(skip).hands(drawer.count - part.loses)
            shifted = [(weight, tuple(start + entry for entry in hand)) for weight, hand in own]
            hands = hands or [(weight, ()) for weight, _ in own]
            hands = [(n, a + b) for (n, a), (_, b) in zip(hands, shifted, strict=True)]
            start, skip = start + drawer.size, skip + drawer.count
    return HandOdds(hands)


def _slot(part: _Part, *, alone: bool) -> SlotOdds:
    """The odds of a slot by itself; they are not known if it looks at others."""
    drawer = part.place.drawer
    if isinstance(drawer, RunDrawer):
        spend(drawer.copies.total * drawer.count)
    odds = None if drawer is None or (_looks(drawer) and not alone) else drawer.odds()
    if alone and (everything := _all_copies(part)) is not None:
        odds = HandOdds([(1, everything)])
    if odds is not None and part.loses and part.place.step.count:
        odds = _without_last(odds, drawer, part.place.step.count)
    return SlotOdds(odds, part.place.cards)


def _without_last(odds: Odds, drawer: Drawer | None, count: int) -> Odds | None:
    """The odds of all of *count* cards but the last."""
    if isinstance(odds, HandOdds):
        return HandOdds((weight, hand[:-1]) for weight, hand in odds.hands)
    return ThinnedOdds(odds, count) if isinstance(drawer, _IN_RANDOM_ORDER) else None
