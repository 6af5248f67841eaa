"""From boosters to packs: sheets become filters, and weights become equal entries."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import groupby
from math import gcd, lcm
from typing import Final

from attrs import evolve

from ...diagnostics import DiagnosticLog, LossLog
from ...model import UNLIMITED, Booster, Card, CardRef, CardSet, Choice, Color, Layout, Random, Slot
from .boosters import PackLowering, can_be_drawn, sheet_names
from .default_pack import default_pack
from .filters import parse_filter, passes
from .pack_files import MAX_COPIES, Pack, PackEntry, PackSlot
from .raising_sets import RaisedSet

#: What a shop needs to know, if nobody said otherwise.
_ATTRIBUTES: Final = {"type": "Booster", "price": "700"}
#: Weights that need more entries than that are written nearly.
_MAX_ENTRIES: Final = 200
_WORD: Final = re.compile(r"[A-Za-z'-]+")


class PackRaiser:
    """Makes packs of the boosters of a card set; what they cannot say goes to the loss log."""

    def __init__(
        self, cardset: CardSet, pairs: Sequence[tuple[Card, Card]], losses: LossLog
    ) -> None:
        """*pairs* are the cards as they are in *cardset*, and as they are written."""
        self.cardset = cardset
        self.losses = losses
        self.cards = [card for _, card in pairs]
        self._pool = list(range(len(self.cards)))
        self._written = {card.ref: position for position, card in enumerate(self.cards)}
        self._positions: dict[CardRef, int] = {}
        for position, (card, _) in enumerate(pairs):
            self._positions.setdefault(card.ref, position)

    def pack_of_set(self, raised: RaisedSet) -> Pack | None:
        """The pack of a set; None if it is the engine's default."""
        if not raised.boosters:
            return None
        if self._is_default(raised.boosters[0], [card for _, card in raised.pairs]):
            self._report(raised.boosters)
            return None
        return self.pack(raised.boosters, raised.code, raised.code)

    def pack(self, boosters: Sequence[Booster], name: str, code: str | None) -> Pack:
        """The pack of the first of *boosters*; *name* if it has none, *code* of its set."""
        self._report(boosters)
        if not boosters:
            self.losses.changed("a card set without boosters (now an empty pack)", name)
            return Pack(name, "all", ())
        booster = boosters[0]
        parts = self._parts(booster)
        used = {card for name in sheet_names(parts) for card in self._on_sheet(name)}
        is_of_set = bool(code) and all(self.cards[each].set_code == code for each in used)
        self._pool = [
            position
            for position, card in enumerate(self.cards)
            if can_be_drawn(card) and (not is_of_set or card.set_code == code)
        ]
        slots = [slot for part, same in groupby(parts) for slot in self._slots(part, len([*same]))]
        kept = {key: str(value) for key, value in booster.extras.get("wagic", {}).items()}
        attributes = tuple({**_ATTRIBUTES, **kept}.items())
        pool = f"all set:{code};" if is_of_set else "all"
        return Pack(booster.name or name, pool, tuple(slots), attributes)

    def _is_default(self, booster: Booster, cards: Sequence[Card]) -> bool:
        """Whether the engine gives *booster* to a set of *cards* without being told."""
        lowering = PackLowering(cards, "sane", DiagnosticLog(0))
        is_known = any(card.faces[0].types for card in cards)
        usual = lowering.booster(default_pack(types_are_known=is_known), name="", code=None)
        if usual is None or len(booster.layouts) != 1:
            return False
        on_usual_sheet = {
            name: frozenset(self._written[entry.card] for entry in sheet.entries)
            for name, sheet in lowering.sheets.items()
        }
        on_sheet = {name: self._on_sheet(name) for name in sheet_names(booster.layouts[0].slots)}
        return _shape(usual.layouts[0], on_usual_sheet) == _shape(booster.layouts[0], on_sheet)

    def _on_sheet(self, name: str) -> frozenset[int]:
        """The positions of the cards on a sheet."""
        positions = set()
        sheet = self.cardset.sheets.get(name)
        for entry in sheet.entries if sheet else ():
            card = self.cardset.card(entry.card)
            # a card that is only named was made without the id of its name
            ref = card.ref if card else evolve(entry.card, id=None)
            if ref in self._positions:
                positions.add(self._positions[ref])
        return frozenset(positions)

    def _parts(self, booster: Booster) -> tuple[Slot | Choice, ...]:
        """What one pack consists of."""
        layouts = [layout for layout in booster.layouts if layout.weight]
        if not layouts:
            return ()
        parts = _merged(layouts)
        if parts is None:
            self.losses.changed("several layouts (now the likeliest)", booster.name)
            parts = max(layouts, key=lambda layout: layout.weight).slots
        return parts

    def _slots(self, part: Slot | Choice, times: int) -> Iterator[PackSlot]:
        """*part*, as many *times*."""
        if isinstance(part, Choice):
            copies, options = times, list(part.options)
        elif part.choose == "card" or len(part.sheets) == 1:
            copies = times * self._count(part)
            options = [Layout("", 1, (evolve(part, count=1),))]
        else:
            copies, options = times, [Layout("", 1, (part,))]
        entries = self._entries(options)
        while copies > 0 and entries:
            yield PackSlot(min(copies, MAX_COPIES), entries)
            copies -= MAX_COPIES

    def _count(self, slot: Slot) -> int:
        if slot.count is UNLIMITED:
            self.losses.changed("slots that give a whole sheet", slot.name)
            return max(len(self.cardset.sheets[each.sheet].entries) for each in slot.sheets)
        return slot.count

    def _entries(self, options: Sequence[Layout]) -> tuple[PackEntry, ...]:
        """One of *options*, as entries that are equally likely."""
        weighted: list[tuple[Fraction, PackEntry]] = []
        for option in options:
            if not option.slots:
                weighted.append((Fraction(option.weight), PackEntry("nothing")))
                continue
            slot = option.slots[0]
            if len(option.slots) > 1 or isinstance(slot, Choice):
                self.losses.changed("choices between several slots (now one each)", option.name)
            if isinstance(slot, Choice):
                continue
            count = self._count(slot)
            if count > 1 and slot.choose == "card" and len(slot.sheets) > 1:
                self.losses.changed("choices in choices", option.name)
            total = sum(Fraction(each.weight) for each in slot.sheets)
            for each in slot.sheets:
                text = self._filter(each.sheet)
                entry = PackEntry("random_card", text, min(count, MAX_COPIES))
                weighted.append((Fraction(option.weight) * each.weight / total, entry))
        return self._repeated([(weight, entry) for weight, entry in weighted if weight])

    def _repeated(self, weighted: Sequence[tuple[Fraction, PackEntry]]) -> tuple[PackEntry, ...]:
        """Each entry as often as its weight says."""
        scale = lcm(*(weight.denominator for weight, _ in weighted))
        times = [int(weight * scale) for weight, _ in weighted]
        times = [each // gcd(*times) for each in times]
        if (total := sum(times)) > _MAX_ENTRIES:
            self.losses.changed("weights that need many entries (now nearly)", weighted[0][1].text)
            times = [max(1, round(each * _MAX_ENTRIES / total)) for each in times]
        return tuple(
            entry for number, (_, entry) in zip(times, weighted, strict=True) for _ in range(number)
        )

    def _filter(self, sheet_name: str) -> str:
        """A filter that the cards on a sheet pass, and no others."""
        on_sheet = self._on_sheet(sheet_name)
        wanted = on_sheet & set(self._pool)
        for position in on_sheet - wanted:
            self.losses.dropped("tokens and ids below 1 in boosters", self.cards[position].name)
        sheet = self.cardset.sheets.get(sheet_name)
        kept = sheet.extras.get("wagic", {}).get("filter") if sheet else None
        candidates = list(_candidates([self.cards[each] for each in sorted(wanted)]))
        if isinstance(kept, str):
            candidates.append(kept)
        for text in candidates:
            condition, problems = parse_filter(text)
            passing = {each for each in self._pool if passes(self.cards[each], condition)}
            if passing == wanted and not problems:
                return text
        kind = "sheets that no filter describes (now all cards of their rarities)"
        self.losses.changed(kind, sheet_name)
        return candidates[0] if candidates else "rarity:common;"

    def _report(self, boosters: Sequence[Booster]) -> None:
        """Report what no pack can say."""
        for more in boosters[1:]:
            self.losses.dropped("more than one booster", more.name)
        for booster in boosters[:1]:
            if booster.distinct != "none":
                self.losses.changed("packs without repeated cards", booster.name)
            for constraint in booster.constraints:
                self.losses.dropped(f"the constraint {type(constraint).__name__}", booster.name)
            for format_id in booster.extras:
                if format_id != "wagic":
                    self.losses.dropped(f"{format_id} extras of a booster", booster.name)
            names = {name for layout in booster.layouts for name in sheet_names(layout.slots)}
            for name in sorted(names & self.cardset.sheets.keys()):
                self._report_sheet(name)

    def _report_sheet(self, name: str) -> None:
        sheet = self.cardset.sheets[name]
        if sheet.collation != Random(replacement=True):
            kind = type(sheet.collation).__name__
            self.losses.changed(f"the collation {kind} (now random, with replacement)", name)
        if any(entry.copies != 1 for entry in sheet.entries):
            self.losses.changed("numbers of copies on a sheet (now equal)", name)
        if sheet.finish or any(entry.finish or entry.overrides for entry in sheet.entries):
            self.losses.dropped("finishes and changed properties on a sheet", name)


def _merged(layouts: Sequence[Layout]) -> tuple[Slot | Choice, ...] | None:
    """*layouts* as one, if they differ in one slot only; else None."""
    if len({len(layout.slots) for layout in layouts}) > 1:
        return None
    columns = list(zip(*(layout.slots for layout in layouts), strict=True))
    differing = [place for place, column in enumerate(columns) if len(set(map(_plain, column))) > 1]
    if len(differing) > 1:
        return None
    parts = list(layouts[0].slots)
    for place in differing:
        options = (Layout(each.name, each.weight, (each.slots[place],)) for each in layouts)
        parts[place] = Choice(options)
    return tuple(parts)


def _plain(part: Slot | Choice) -> Slot | Choice:
    """*part* without what makes no difference to its cards."""
    return part if isinstance(part, Choice) else evolve(part, name="", on_short=())


def _shape(layout: Layout, on_sheet: dict[str, frozenset[int]]) -> list[object] | None:
    """What tells one layout from another, names apart; None if it has choices."""
    shape: list[object] = []
    for slot in layout.slots:
        if isinstance(slot, Choice):
            return None
        total = sum(Fraction(each.weight) for each in slot.sheets)
        weights = {
            (on_sheet[each.sheet], each.weight / total) for each in slot.sheets if each.weight
        }
        chosen = slot.choose if len(weights) > 1 and slot.count != 1 else None
        shape.append((slot.count, chosen, weights))
    return shape


def _candidates(cards: Sequence[Card]) -> Iterator[str]:
    """Filters that all of *cards* pass, the simplest first."""
    leaves = [f"rarity:{rarity};" for rarity in dict.fromkeys(card.rarity for card in cards)]
    if not leaves:
        return
    rarities = "|".join(leaves)
    yield rarities
    group = f"({rarities})" if len(leaves) > 1 else rarities
    words = [{*card.supertypes, *card.types, *card.subtypes} for card in cards]
    for word in sorted(set.intersection(*words)):
        if _WORD.fullmatch(word):
            yield f"{group}&type:{word.lower()};"
    for color in Color:
        if all(color in card.colors for card in cards):
            yield f"{group}&color:{color.value.lower()};"
