"""Conversion from boosters and sheets to weighted contents; losses are logged."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from attrs import evolve

from ...losses import Loss, LossLog
from ...model import (
    UNLIMITED,
    Balanced,
    Booster,
    Card,
    CardRef,
    CardSet,
    Choice,
    Fixed,
    Layout,
    Random,
    Sheet,
    SheetChoice,
    Slot,
)
from ...model.frozen import thaw
from ...model.simplify import combinations
from ...model.weights import whole_weights
from .boosters import USUAL
from .card_objects import CardWriter, own_extras

#: The kinds of packs in MTGJSON. The first booster with another name becomes the default one.
KINDS = frozenset(
    (*USUAL, "arena", "premium", "set", "collector", "jumpstart", "prerelease", "topper", "theme")
)
#: The maximum number of layouts without choices that a layout with choices becomes.
_MOST_LAYOUTS = 2000
_RANDOM = Random(replacement=True)
_SHORT = "what a slot does when it is short"


def as_weights(cardset: CardSet) -> CardSet:
    """Return *cardset* with sheets drawn without replacement as weights, where equivalent.

    They are equivalent if no pack draws more than one card at a time, if all cards have one copy,
    or if no printing occurs twice anyway because a pack draws at most as many cards as there are.
    """
    most: Counter[str] = Counter()
    once = set(cardset.sheets)
    for booster in cardset.boosters:
        once -= {name for name, sheet in cardset.sheets.items() if _may_repeat(booster, sheet)}
        for layout in booster.layouts:
            most |= _most_drawn(layout, by_pack=booster.distinct_scope != "slot")
    sheets = dict(cardset.sheets)
    for name, sheet in cardset.sheets.items():
        if sheet.collation == Random():
            copies = _copies(cardset, sheet)
            is_once = name in once and most[name] <= sum(1 for each in copies.values() if each)
            if most[name] <= 1 or is_once or max(copies.values(), default=0) <= 1:
                sheets[name] = evolve(sheet, collation=_RANDOM)
    return evolve(cardset, sheets=sheets.values())


def _most_drawn(layout: Layout, *, by_pack: bool) -> Counter[str]:
    """Return the maximum number of cards that a slot, or a whole pack, draws from each sheet.

    Slots without a limit are not counted: they take all copies.
    """
    most: Counter[str] = Counter()
    for part in layout.slots:
        own: Counter[str] = Counter()
        if isinstance(part, Choice):
            for option in part.options:
                own |= _most_drawn(option, by_pack=by_pack)
        elif isinstance(part.count, int):
            own.update({each.sheet: part.count for each in part.sheets})
        most = most + own if by_pack else most | own
    return most


def _copies(cardset: CardSet, sheet: Sheet) -> Counter[CardRef]:
    """Return the number of copies of each card on *sheet*."""
    copies: Counter[CardRef] = Counter()
    for entry in sheet.entries:
        card = cardset.card(entry.card)
        copies[entry.card if card is None else card.ref] += entry.copies
    return copies


def _may_repeat(booster: Booster, sheet: Sheet) -> bool:
    """Return whether packs may contain a card of *sheet* twice, if it is on the sheet once."""
    return booster.distinct == "none" if sheet.duplicates is None else sheet.duplicates


class PackWriter:
    """A writer of the object of a set's boosters."""

    def __init__(self, cardset: CardSet, cards: CardWriter, losses: LossLog) -> None:
        """Create a writer of the boosters of *cardset*, whose sheets name *cards*."""
        self._cardset, self._cards, self._losses = cardset, cards, losses

    def booster(self) -> dict[str, Any]:
        """Return the kinds of packs; sheets that no pack uses are added to the first one."""
        kinds: dict[str, Any] = {}
        writers: list[_PackWriter] = []
        for booster in self._cardset.boosters:
            name = self._kind(booster, kinds)
            own = own_extras(booster.extras)
            if name != booster.name and booster.name:
                own.setdefault("name", booster.name)
            writers.append(_PackWriter(booster, name, self._cardset, self._cards, self._losses))
            kinds[name] = {**thaw(own), **writers[-1].members()}
        written = {name for writer in writers for name in writer.written}
        for name, sheet in self._cardset.sheets.items():
            if writers and name not in written:
                writers[0].add_unused(sheet)
            elif not writers:
                self._losses.dropped(Loss.SHEET, name, "sheets without boosters")
        return kinds

    def _kind(self, booster: Booster, kinds: dict[str, Any]) -> str:
        """Return a name for a kind of pack that is not in *kinds*."""
        name = booster.name
        if not kinds and name not in KINDS and not booster.extras.get("mtgjson"):
            name = USUAL[0]
        base, number = name or "booster", 2
        name = base
        while name in kinds:
            name, number = f"{base}-{number}", number + 1
        if name != booster.name:
            what = "the name of a booster" if booster.name else "boosters without a name"
            self._losses.changed(Loss.NAME, booster.name or "(no name)", what, repr(name))
        return name


class _PackWriter:
    """A writer of the object of one kind of packs.

    Attributes:
        written: The names of the sheets with cards in the object.
    """

    def __init__(
        self,
        booster: Booster,
        name: str,
        cardset: CardSet,
        cards: CardWriter,
        losses: LossLog,
    ) -> None:
        self._booster, self._name, self._cardset = booster, name, cardset
        self._cards, self._losses = cards, losses
        self._sheets: dict[str, Any] = {}
        self._names: dict[object, str] = {}
        self.written: set[str] = set()

    def members(self) -> dict[str, Any]:
        """Return its layouts and sheets."""
        layouts = [each for layout in self._booster.layouts for each in self._flat(layout)]
        weights = [each.weight for each in layouts]
        if not all(isinstance(weight, int) for weight in weights):
            weights = list(whole_weights(weights))
        objects: list[dict[str, Any]] = [
            {"contents": self._contents(layout), "weight": int(weight)}
            for layout, weight in zip(layouts, weights, strict=True)
        ]
        total = sum(each["weight"] for each in objects)
        return {"boosters": objects, "boostersTotalWeight": total, "sheets": self._sheets}

    def add_unused(self, sheet: Sheet) -> None:
        """Add a sheet that no pack draws from."""
        self._sheet(sheet, (SheetChoice(sheet.name),), sheet.collation, sheet.finish, 0)

    def _flat(self, layout: Layout) -> Iterator[Layout]:
        """Yield layouts equivalent to *layout*, with slots of one sheet each."""
        contents, is_exact = combinations(layout, self._alternatives, _MOST_LAYOUTS)
        for weight, slots in contents:
            whole = int(weight) if weight.denominator == 1 else weight
            yield Layout(layout.name, whole, [slot for slot in slots if slot is not None])
        if not is_exact:
            kind, into = "choices with too many combinations", "not independent"
            self._losses.changed(Loss.LAYOUT, self._name, kind, into)

    def _alternatives(self, slot: Slot) -> Iterator[tuple[Fraction, Slot | None]]:
        """Yield the alternatives of *slot* with probabilities: single sheets, or all as one."""
        every = [each for each in slot.sheets if each.weight]
        choices = [each for each in every if self._total(each)]
        if not choices or slot.count == 0:
            if slot.count != 0:
                self._losses.dropped(Loss.SLOT, slot.name, "slots without a sheet")
            yield Fraction(1), None
            return
        if len(choices) < len(every):
            self._losses.changed(Loss.SLOT, slot.name, "slots with empty sheets", "without them")
        sheets = [self._cardset.sheets[each.sheet] for each in choices]
        is_alike = len({(each.finish, each.duplicates) for each in sheets}) == 1
        are_random = all(isinstance(each.collation, Random) for each in sheets)
        most = max(each.total for each in sheets)
        if slot.choose == "card" and slot.count != 1 and len(choices) > 1:
            what, into = "slots that choose a sheet for each card", "one sheet of all"
            is_free = all(each.collation == _RANDOM and self._repeats(each) for each in sheets)
            if not (is_alike and is_free):
                self._losses.changed(Loss.SLOT, slot.name, what, into)
            count = slot.count if isinstance(slot.count, int) else most
            yield Fraction(1), evolve(slot, sheets=choices, count=count, choose="card")
        elif len(choices) > 1 and slot.count == 1 and is_alike and are_random:
            yield Fraction(1), evolve(slot, sheets=choices)
        else:
            total = sum((Fraction(each.weight) for each in choices), Fraction(0))
            for each, sheet in zip(choices, sheets, strict=True):
                # weights are drawn as often as the largest sheet has cards
                alone = evolve(slot, sheets=[SheetChoice(each.sheet)])
                if slot.count is UNLIMITED and sheet.collation == _RANDOM:
                    alone = evolve(alone, count=most)
                elif slot.count is UNLIMITED and sheet.total < most and "next" in slot.on_short:
                    self._losses.dropped(Loss.SLOT, slot.name, _SHORT)
                yield each.weight / total, alone

    def _total(self, choice: SheetChoice) -> int:
        """Return the number of cards on the sheet of *choice*; 0 if there is no such sheet."""
        sheet = self._cardset.sheets.get(choice.sheet)
        return 0 if sheet is None else sheet.total

    def _repeats(self, sheet: Sheet) -> bool:
        """Return whether a slot may have the same card of that sheet twice.

        Single copies that are not put back never occur twice.
        """
        is_single = sheet.collation == Random() and sheet.total == len(sheet.entries)
        is_single = is_single and max(_copies(self._cardset, sheet).values(), default=0) <= 1
        return _may_repeat(self._booster, sheet) and not is_single

    def _contents(self, layout: Layout) -> dict[str, int]:
        """Return the counts by sheet; the second slot of a sheet gets a copy of the sheet."""
        contents: dict[str, int] = {}
        by_pack = self._booster.distinct_scope != "slot"
        seen: dict[str, set[tuple[Any, ...]]] = {}
        for slot in layout.slots:
            assert isinstance(slot, Slot)  # noqa: S101 - choices are flat
            sheet = self._one(slot)
            count = self._count(slot, sheet)
            collation = Fixed() if slot.count is UNLIMITED else sheet.collation
            finish = slot.finish or sheet.finish
            apart = set(self._kept_apart(slot)) if by_pack else set()
            is_merged = bool(apart) and isinstance(collation, Random)
            use = 0
            name = self._sheet(sheet, slot.sheets, collation, finish, use)
            while name in contents and not is_merged:
                use += 1
                name = self._sheet(sheet, slot.sheets, collation, finish, use)
            contents[name] = contents.get(name, 0) + count
            seen[name] = apart
        what = f"no {self._booster.distinct} twice in a {self._booster.distinct_scope}"
        if sum(map(len, seen.values())) != len(set().union(*seen.values())):
            self._losses.changed(Loss.DISTINCT, self._name, what, "in a slot")
        if self._booster.distinct == "name" and any(map(self._has_a_name_twice, layout.slots)):
            self._losses.changed(Loss.DISTINCT, self._name, what, "no printing twice")
        return contents

    def _kept_apart(self, slot: Slot) -> Iterator[tuple[Any, ...]]:
        """Yield a key for each card, or sheet, that another slot of the same pack depends on."""
        for each in slot.sheets:
            sheet = self._cardset.sheets[each.sheet]
            if sheet.collation == Random():
                yield (sheet.name,)
            if not _may_repeat(self._booster, sheet):
                for entry in sheet.entries:
                    card = entry.card
                    is_name = self._booster.distinct == "name"
                    yield (
                        ("", card.name) if is_name else ("", card.name, card.set_code, card.number)
                    )

    def _has_a_name_twice(self, slot: Slot | Choice) -> bool:
        """Return whether a slot draws from cards of one name that may not come together."""
        assert isinstance(slot, Slot)  # noqa: S101 - choices are flat
        sheet = self._one(slot)
        copies = _copies(self._cardset, sheet)
        is_apart = slot.count != 1 and not _may_repeat(self._booster, sheet)
        return is_apart and len({ref.name for ref in copies}) < len(copies)

    def _one(self, slot: Slot) -> Sheet:
        """Return the sheet of *slot*; several sheets are combined to one with the same shares."""
        sheets = [self._cardset.sheets[each.sheet] for each in slot.sheets]
        if len(sheets) == 1:
            return sheets[0]
        total = [each.total or 1 for each in sheets]
        shares = [
            Fraction(choice.weight * entry.copies) / size
            for choice, sheet, size in zip(slot.sheets, sheets, total, strict=True)
            for entry in sheet.entries
        ]
        entries = [entry for sheet in sheets for entry in sheet.entries]
        pairs = zip(entries, whole_weights(shares), strict=True)
        union = [evolve(entry, copies=copies) for entry, copies in pairs]
        name = " + ".join(each.name for each in sheets)
        return Sheet(name, union, _RANDOM, sheets[0].finish, duplicates=sheets[0].duplicates)

    def _count(self, slot: Slot, sheet: Sheet) -> int:
        """Return the number of cards in a slot."""
        if slot.count is UNLIMITED:
            return sheet.total
        assert isinstance(slot.count, int)  # noqa: S101 - it is not unlimited
        is_short = slot.count > sheet.total and sheet.collation != _RANDOM
        if isinstance(sheet.collation, Fixed):
            if slot.count < sheet.total:
                what, into = "the first cards of a fixed sheet", "all of them"
                self._losses.changed(Loss.SLOT, slot.name, what, into)
            elif is_short and slot.on_short != ("skip",):
                what, into = "more cards than a fixed sheet has", "all of them"
                self._losses.changed(Loss.SLOT, slot.name, what, into)
            return sheet.total
        if slot.on_short == ("skip",) and is_short:
            return sheet.total
        if is_short:
            self._losses.dropped(Loss.SLOT, slot.name, _SHORT)
        return slot.count

    def _is_balanced(self, sheet: Sheet, collation: Any) -> bool:
        """Return whether a sheet is balanced, in any case by colour identity."""
        if collation == Balanced():
            cards = filter(None, (self._cardset.card(each.card) for each in sheet.entries))
            if any(map(_has_other_class, cards)):
                what = "a balance by the colours of cards"
                self._losses.changed(Loss.COLLATION, sheet.name, what, "by their identities")
            return True
        return bool(collation == Balanced("color_identity"))

    def _sheet(
        self,
        sheet: Sheet,
        parts: tuple[SheetChoice, ...],
        collation: Any,
        finish: str | None,
        use: int,
    ) -> str:
        """Return the name of a sheet in this kind; it is written when it is first used.

        *parts* are the sheets of the card set in it.
        """
        key = (parts, type(collation), finish, use)
        if key in self._names:
            return self._names[key]
        name = sheet.name.removeprefix(f"{self._name}/")
        base, number = name, 2
        while name in self._sheets:
            name, number = f"{base} {number}", number + 1
        self._names[key] = name
        self.written.update(each.sheet for each in parts)
        cards: dict[str, int] = {}
        for entry in sheet.entries:
            uuid = self._cards.uuid_of(entry.card)
            cards[uuid] = cards.get(uuid, 0) + entry.copies
        own = {**thaw(own_extras(sheet.extras)), "cards": cards, "foil": finish == "foil"}
        own["totalWeight"] = sum(cards.values())
        flags = {
            "balanceColors": self._is_balanced(sheet, collation),
            "fixed": isinstance(collation, Fixed),
            "allowDuplicates": self._repeats(sheet),
        }
        self._sheets[name] = own | {flag: True for flag, holds in flags.items() if holds}
        return name


def _has_other_class(card: Card) -> bool:
    """Return whether balances by colour and by colour identity put a card in different classes."""
    by_color = card.colors if len(card.colors) == 1 else None
    is_single = len(card.color_identity) == 1 and "Land" not in card.types
    return by_color != (card.color_identity if is_single else None)
