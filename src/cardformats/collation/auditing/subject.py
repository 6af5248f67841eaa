"""What an audit looks at: a booster, its sheets, and how its packs are dealt."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from fractions import Fraction
from functools import cached_property

from attrs import frozen

from ...model import (
    UNLIMITED,
    AddBooster,
    Balanced,
    Booster,
    CardSet,
    Event,
    Fixed,
    Layout,
    Random,
    Replace,
    Sheet,
    Slot,
)
from ..collators import KEYS
from ..rounds import layouts_by_round
from .asked import Asking

#: Layouts inside layouts are looked at to this depth.
_DEEPEST = 50


@frozen(eq=False)
class Drawn:
    """A slot in a layout.

    Attributes:
        layout: the layout of the whole pack.
        slot: the slot.
        share: how many packs of the layout have it.
    """

    layout: Layout
    slot: Slot
    share: Fraction = Fraction(1)


def slots_of(layout: Layout) -> Iterator[Drawn]:
    """Every slot that packs of *layout* can have, in order."""
    yield from _slots(layout, layout, Fraction(1), 0)


def _slots(whole: Layout, part: Layout, share: Fraction, depth: int) -> Iterator[Drawn]:
    for each in part.slots:
        if isinstance(each, Slot):
            yield Drawn(whole, each, share)
        elif depth < _DEEPEST:
            total = sum(Fraction(option.weight) for option in each.options)
            for option in each.options:
                if option.weight:
                    yield from _slots(whole, option, share * option.weight / total, depth + 1)


class Subject:
    """A booster of a card set that is audited; sheets may be missing.

    Attributes:
        cardset, booster: the booster and its sheets.
        event: the card set's, or the usual one.
        players: how many seats packs are dealt to.
        layouts: those that packs can have.
        drawn: the slots of these layouts.
        on_short: what every slot tries when a sheet runs out, beside its own remedies.
    """

    def __init__(self, cardset: CardSet, booster: Booster, players: int) -> None:
        """Look at the layouts."""
        self.cardset = cardset
        self.booster = booster
        self.event = cardset.event or Event()
        self.players = players
        by_round = layouts_by_round(cardset, booster)
        chosen = [layout for layouts in by_round for layout, weight in layouts if weight]
        self.layouts = list({id(layout): layout for layout in chosen}.values())
        self.drawn = [each for layout in self.layouts for each in slots_of(layout)]
        self.on_short = ("refill",) if self.event.supply == "refill" else ()
        self._key = KEYS[booster.distinct]
        self._keys: dict[str, list[Hashable]] = {}

    def where(self, layout: Layout, slot: Slot | None = None) -> str:
        """How messages name a layout, or a slot of it."""
        several = len(self.cardset.boosters) > 1
        of = f" of the booster {self.booster.name!r}" if several else ""
        what = f"the layout {layout.name!r}{of}" if layout.name else f"the layout{of}"
        return what if slot is None else f"the slot {slot.name!r} of {what}"

    @cached_property
    def named_by_cards(self) -> set[str] | None:
        """The layouts that draft effects of cards name; None if some effect means any."""
        effects = [each for card in self.cardset.cards for each in card.draft_effects]
        added = [each for each in effects if isinstance(each, AddBooster)]
        if not all(each.layouts for each in added):
            return None
        return {choice.layout for each in added for choice in each.layouts}

    @property
    def replacements(self) -> list[Replace]:
        """The replacements that can happen."""
        found = (each for each in self.booster.constraints if isinstance(each, Replace))
        return [each for each in found if each.probability]

    @property
    def distinct(self) -> bool:
        """Whether the booster has a rule about what does not come twice."""
        return self._key is not None

    def asking(self, counts: Callable[[Slot], bool] = lambda _: True) -> Asking:
        """What counts the cards that slots ask for."""
        return Asking(self.cardset, self.replacements, counts)

    def sheets(self, slot: Slot) -> list[Sheet]:
        """The sheets that are there of those that *slot* can draw from, each once."""
        names = dict.fromkeys(each.sheet for each in slot.sheets if each.weight)
        return [self.cardset.sheets[name] for name in names if name in self.cardset.sheets]

    def wanted(self, slot: Slot) -> int:
        """How many cards a slot is to have; for an unlimited one those of its largest sheet."""
        if slot.count is UNLIMITED:
            return max((sheet.total for sheet in self.sheets(slot)), default=0)
        return slot.count

    def remedies(self, slot: Slot) -> tuple[str, ...]:
        """What *slot* tries when a sheet runs out."""
        return (*slot.on_short, *self.on_short)

    def must_be_full(self, slot: Slot) -> bool:
        """Whether no pack can be made with *slot* short of cards."""
        lenient = {"skip", "carry", "refill"}
        return slot.count is not UNLIMITED and lenient.isdisjoint(self.remedies(slot))

    def keys(self, sheet: Sheet) -> list[Hashable]:
        """For each entry of *sheet* what tells it from those that it should not come with."""
        if sheet.name not in self._keys:
            key = self._key or (lambda entry: entry.card)
            self._keys[sheet.name] = [key(entry) for entry in sheet.entries]
        return self._keys[sheet.name]

    def different(self, sheet: Sheet) -> dict[Hashable, int]:
        """The copies of each different card of *sheet* that has some."""
        found: dict[Hashable, int] = {}
        for key, entry in zip(self.keys(sheet), sheet.entries, strict=True):
            if entry.copies:
                found[key] = found.get(key, 0) + entry.copies
        return found

    def by_chance(self, sheet: Sheet) -> bool:
        """Whether its cards come at random, and not in an order."""
        return isinstance(sheet.collation, (Random, Balanced))

    def endless(self, sheet: Sheet) -> bool:
        """Whether a copy can be drawn again and again."""
        return sheet.total > 0 and sheet.collation == Random(replacement=True)

    def capacity(self, sheet: Sheet) -> int | None:
        """How many cards a slot can have from *sheet*; None if any number."""
        if isinstance(sheet.collation, Fixed) or sheet.total == 0:
            return sheet.total
        return sheet.total if self.by_chance(sheet) and not self.endless(sheet) else None
