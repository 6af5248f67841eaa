"""Conversion from boosters and sheets to weighted contents; losses are logged."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from attrs import evolve

from ...losses import Loss, LossLog
from ...model import (
    UNLIMITED,
    Balanced,
    Booster,
    Card,
    CardSet,
    Fixed,
    Layout,
    Random,
    Sheet,
    SheetChoice,
    Slot,
)
from ...model.frozen import thaw
from ...model.simplify import flattened
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


def as_weights(cardset: CardSet) -> CardSet:
    """Return *cardset* with sheets drawn without replacement as weights, where equivalent.

    They are equivalent if no pack draws more than one card at a time, if all cards have one copy,
    or if no printing occurs twice anyway.
    """
    most: dict[str, int] = {}
    once = set(cardset.sheets)
    for booster in cardset.boosters:
        for slot, _ in booster.walk():
            for each in slot.sheets:
                count = slot.count if isinstance(slot.count, int) else 2
                most[each.sheet] = max(count, most.get(each.sheet, 0))
                if booster.distinct != "printing":
                    once.discard(each.sheet)
    sheets = [
        evolve(sheet, collation=_RANDOM)
        if sheet.collation == Random()
        and (
            most.get(name, 0) <= 1
            or (name in once and sheet.duplicates is not True)
            or all(entry.copies <= 1 for entry in sheet.entries)
        )
        else sheet
        for name, sheet in cardset.sheets.items()
    ]
    return evolve(cardset, sheets=sheets)


class PackWriter:
    """A writer of the object of a set's boosters."""

    def __init__(self, cardset: CardSet, cards: CardWriter, losses: LossLog) -> None:
        """Create a writer of the boosters of *cardset*, whose sheets name *cards*."""
        self._cardset, self._cards, self._losses = cardset, cards, losses

    def booster(self) -> dict[str, Any]:
        """Return the kinds of packs; sheets that no pack uses are added to the first one."""
        kinds: dict[str, Any] = {}
        unused = dict(self._cardset.sheets)
        for booster in self._cardset.boosters:
            for slot, _ in booster.walk():
                for each in slot.sheets:
                    unused.pop(each.sheet, None)
        for booster in self._cardset.boosters:
            name = self._kind(booster, kinds)
            own = own_extras(booster.extras)
            if name != booster.name and booster.name:
                own.setdefault("name", booster.name)
            kind = _PackWriter(booster, name, self._cardset, self._cards, self._losses)
            kinds[name] = {**thaw(own), **kind.members({} if kinds else unused)}
        if unused and not kinds:
            for sheet in unused:
                self._losses.dropped(Loss.SHEET, sheet, "sheets without boosters")
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
    """A writer of the object of one kind of packs."""

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
        self._used: list[tuple[str, Sheet]] = []

    def members(self, unused: dict[str, Sheet]) -> dict[str, Any]:
        """Return its layouts and sheets, including the *unused* sheets that belong to it."""
        layouts = [each for layout in self._booster.layouts for each in self._flat(layout)]
        weights = [each.weight for each in layouts]
        if not all(isinstance(weight, int) for weight in weights):
            weights = list(whole_weights(weights))
        objects: list[dict[str, Any]] = [
            {"contents": self._contents(layout), "weight": int(weight)}
            for layout, weight in zip(layouts, weights, strict=True)
        ]
        for sheet in unused.values():
            self._sheet(sheet, sheet.collation, sheet.finish, 0)
        total = sum(each["weight"] for each in objects)
        return {"boosters": objects, "boostersTotalWeight": total, "sheets": self._sheets}

    def _flat(self, layout: Layout) -> Iterator[Layout]:
        """Yield layouts equivalent to *layout*, with slots of one sheet each."""
        flat, is_exact = flattened(layout, _MOST_LAYOUTS)
        for each in flat:
            slots = [
                list(self._alternatives(slot)) for slot in each.slots if isinstance(slot, Slot)
            ]
            ways = 1
            for slot in slots:
                ways *= len(slot)
            if ways > _MOST_LAYOUTS:
                is_exact = False
                slots = [[max(slot, key=lambda pair: pair[0])] for slot in slots]
            for way in product(*slots):
                share = Fraction(1)
                for part, _ in way:
                    share *= part
                weight = each.weight * share
                whole = int(weight) if Fraction(weight).denominator == 1 else weight
                yield Layout(each.name, whole, [slot for _, slot in way if slot is not None])
        if not is_exact:
            kind, into = "choices with too many combinations", "not independent"
            self._losses.changed(Loss.LAYOUT, self._name, kind, into)

    def _alternatives(self, slot: Slot) -> Iterator[tuple[Fraction, Slot | None]]:
        """Yield the alternatives of *slot* with probabilities: single sheets, or all as one."""
        choices = [
            each for each in slot.sheets if each.weight and each.sheet in self._cardset.sheets
        ]
        if not choices or slot.count == 0:
            if slot.count != 0:
                self._losses.dropped(Loss.SLOT, slot.name, "slots without a sheet")
            yield Fraction(1), None
            return
        sheets = [self._cardset.sheets[each.sheet] for each in choices]
        is_alike = len({(each.finish, each.duplicates) for each in sheets}) == 1
        if slot.choose == "card" and slot.count != 1 and len(choices) > 1:
            what, into = "slots that choose a sheet for each card", "one sheet of all"
            if not (is_alike and self._may_repeat(sheets[0])):
                self._losses.changed(Loss.SLOT, slot.name, what, into)
            yield Fraction(1), evolve(slot, sheets=choices, choose="card")
        elif (
            len(choices) > 1 and slot.count == 1 and is_alike and all(each.total for each in sheets)
        ):
            yield Fraction(1), evolve(slot, sheets=choices)
        else:
            total = sum((Fraction(each.weight) for each in choices), Fraction(0))
            for each in choices:
                yield each.weight / total, evolve(slot, sheets=[SheetChoice(each.sheet)])

    def _may_repeat(self, sheet: Sheet) -> bool:
        """Return whether a slot may have the same card of that sheet twice."""
        return self._booster.distinct == "none" if sheet.duplicates is None else sheet.duplicates

    def _contents(self, layout: Layout) -> dict[str, int]:
        """Return the counts by sheet; the second slot of a sheet gets a copy of the sheet."""
        contents: dict[str, int] = {}
        by_pack = self._booster.distinct != "none" and self._booster.distinct_scope != "slot"
        seen: list[set[tuple[Any, ...]]] = []
        for slot in layout.slots:
            assert isinstance(slot, Slot)  # noqa: S101 - choices are flat
            sheet = self._one(slot)
            count = self._count(slot, sheet)
            collation = Fixed() if slot.count is UNLIMITED else sheet.collation
            finish = slot.finish or sheet.finish
            use = 0
            name = self._sheet(sheet, collation, finish, use)
            while name in contents and not (by_pack and collation == _RANDOM):
                use += 1
                name = self._sheet(sheet, collation, finish, use)
            contents[name] = contents.get(name, 0) + count
            if by_pack:
                key = {
                    (entry.card.name,)
                    if self._booster.distinct == "name"
                    else (entry.card.name, entry.card.set_code, entry.card.number)
                    for entry in sheet.entries
                }
                seen.append(key)
        apart = sum(map(len, seen)) == len(set().union(*seen))
        if by_pack and not apart:
            what = f"no {self._booster.distinct} twice in a {self._booster.distinct_scope}"
            self._losses.changed(Loss.DISTINCT, self._name, what, "in a slot")
        return contents

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
        number = sum(1 for entry in sheet.entries if entry.copies)
        if slot.count is UNLIMITED:
            return sheet.total
        assert isinstance(slot.count, int)  # noqa: S101 - it is not unlimited
        if isinstance(sheet.collation, Fixed):
            if slot.count < sheet.total:
                what, into = "the first cards of a fixed sheet", "all of them"
                self._losses.changed(Loss.SLOT, slot.name, what, into)
            return sheet.total
        is_short = slot.count > number and not self._may_repeat(sheet)
        if slot.on_short == ("skip",) and is_short:
            return number
        if slot.on_short and is_short:
            self._losses.dropped(Loss.SLOT, slot.name, "what a slot does when it is short")
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

    def _sheet(self, sheet: Sheet, collation: Any, finish: str | None, use: int) -> str:
        """Return the name of a sheet in this kind; it is written when it is first used."""
        key = (sheet.name, type(collation), finish, use, sheet.total)
        if key in self._names:
            return self._names[key]
        name = sheet.name.removeprefix(f"{self._name}/")
        base, number = name, 2
        while name in self._sheets:
            name, number = f"{base} {number}", number + 1
        self._names[key] = name
        cards: dict[str, int] = {}
        for entry in sheet.entries:
            uuid = self._cards.uuid_of(entry.card)
            cards[uuid] = cards.get(uuid, 0) + entry.copies
        own = {**thaw(own_extras(sheet.extras)), "cards": cards, "foil": finish == "foil"}
        own["totalWeight"] = sum(cards.values())
        flags = {
            "balanceColors": self._is_balanced(sheet, collation),
            "fixed": isinstance(collation, Fixed),
            "allowDuplicates": self._may_repeat(sheet),
        }
        self._sheets[name] = own | {flag: True for flag, holds in flags.items() if holds}
        return name


def _has_other_class(card: Card) -> bool:
    """Return whether balances by colour and by colour identity put a card in different classes."""
    by_color = card.colors if len(card.colors) == 1 else None
    is_single = len(card.color_identity) == 1 and "Land" not in card.types
    return by_color != (card.color_identity if is_single else None)
