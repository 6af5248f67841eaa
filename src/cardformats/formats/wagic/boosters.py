"""Boosters: from packs, the engine's default one too, to sheets and slots of the model.

Picks are with replacement, so a sheet never runs out: an entry no card passes never delivers, and a
slot none of whose entries delivers hands its turns on to the next slot.  Both are settled here.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from attrs import field, frozen

from ...diagnostics import DiagnosticLog
from ...model import (
    Booster,
    Card,
    CardRef,
    Choice,
    Entry,
    FrozenDict,
    Layout,
    Random,
    Sheet,
    SheetChoice,
    Slot,
)
from ..xml_text import Passage
from .codes import WagicCode
from .filters import (
    RARITY_WORDS,
    Both,
    Everything,
    Filter,
    Leaf,
    engine_filter,
    parse_filter,
    passes,
)
from .pack_files import Pack, PackEntry

#: Each takes a look at all cards.
_MAX_FILTERS: Final = 200
_POOL_WORD: Final = re.compile(r"\A\s*(?:all|unlocked)(?!:)", re.IGNORECASE)
_POOL_WORD_ANYWHERE: Final = re.compile(r"all|\A(?!.*all).*?unlocked", re.DOTALL)


@frozen
class _Option:
    """An entry that delivers: *count* cards of the sheet *name*; None gives nothing."""

    name: str | None
    count: int


@frozen
class PackLowering:
    """Makes boosters of packs.

    Attributes:
        cards: what they can draw from; None if that is not known, so that sheets are empty.
        engine: ``sane`` or ``exact``.
        log: where problems go.
        prefix: begins the names of the sheets.
        sheets: by name, what was made.
        empty: the names of sheets that would have no card.
    """

    cards: Sequence[Card] | None
    engine: str
    log: DiagnosticLog
    prefix: str = ""
    sheets: dict[str, Sheet] = field(factory=dict)
    empty: set[str] = field(factory=set)
    #: The cards of each pool, with the entries that all sheets share.
    _pools: dict[Filter, Sequence[tuple[Card, Entry]]] = field(factory=dict)

    def booster(self, pack: Pack, *, name: str, code: str | None) -> Booster | None:
        """The booster of *pack*; None if no slot can deliver."""
        parts: list[Slot | Choice] = []
        carried = 0
        usual = self.pool(pack.pool, pack.pool_passage)
        for slot in pack.slots:
            pool = usual if slot.pool is None else self.pool(slot.pool, slot.pool_passage)
            mark = "" if pool == usual else f"{str(pool) or 'all'} "
            options = [self.option(entry, pool, mark) for entry in slot.entries]
            weights = Counter(option for option in options if option is not None)
            carried += slot.copies
            if weights:
                parts += _parts(slot.name, carried, weights)
                carried = 0
        if not parts:
            return None
        kept = FrozenDict({"wagic": FrozenDict(pack.attributes)}) if pack.attributes else {}
        layout = Layout("default", 1, parts)
        return Booster(name, code, (layout,), distinct="none", extras=kept)

    def pool(self, text: str, passage: Passage | None) -> Filter:
        """The filter that a pool's *text* is, after the words «all» or «unlocked»."""
        # the engine finds the words anywhere
        pattern = _POOL_WORD_ANYWHERE if self.engine == "exact" else _POOL_WORD
        match = pattern.search(text)
        start = match.end() if match else 0
        return self.filter(text[start:], passage, start)

    def filter(self, text: str, passage: Passage | None, skipped: int) -> Filter:
        """The filter *text*, which stands *skipped* characters after the start of *passage*.

        A character of it may be written as a reference, so that places are those of the passage.
        """
        condition, problems = parse_filter(text)
        if passage is not None:
            for problem in problems:
                where = passage.span(skipped + problem.start, skipped + problem.end)
                self.log.add(problem.code, where, **dict(problem.data))
        return engine_filter(text) if self.engine == "exact" else condition

    def option(self, entry: PackEntry, pool: Filter, mark: str) -> _Option | None:
        """What *entry* delivers; None, and reported, if that is nothing at all.

        *mark* tells the sheets of an unusual pool from those of the pack's.
        """
        if entry.kind == "nothing":
            return _Option(None, 0)
        if entry.kind == "card":
            return self.fixed(entry)
        condition = self.filter(entry.text, entry.passage, 0)
        sheet_name = self.prefix + mark + (entry.sheet or _name(condition))
        if sheet_name not in self.sheets and sheet_name not in self.empty:
            if not self._has_room(entry):
                return None
            passing = [each for card, each in self._in(pool) if passes(card, condition)]
            if passing or self.cards is None:
                whole = condition if isinstance(pool, Everything) else Both(pool, condition)
                self.add_sheet(sheet_name, passing, "" if entry.sheet else str(whole))
            else:
                self.empty.add(sheet_name)
        if sheet_name in self.empty:
            if entry.span is not None:
                self.log.add(WagicCode.EMPTY_ENTRY, entry.span, filter=entry.text)
            return None
        return _Option(sheet_name, entry.copies)

    def _in(self, pool: Filter) -> Sequence[tuple[Card, Entry]]:
        """The cards that can be drawn from *pool*."""
        if pool not in self._pools:
            drawn = (card for card in self.cards or () if passes(card, pool))
            self._pools[pool] = [(card, Entry(card.ref)) for card in drawn if can_be_drawn(card)]
        return self._pools[pool]

    def _has_room(self, entry: PackEntry) -> bool:
        """Whether there may be one more filter; else it is reported."""
        has_room = len(self.sheets) + len(self.empty) < _MAX_FILTERS
        if not has_room and entry.span is not None:
            unit = "different filters"
            self.log.add(WagicCode.PACK_LIMIT, entry.span, limit=_MAX_FILTERS, unit=unit)
        return has_room

    def fixed(self, entry: PackEntry) -> _Option | None:
        """The card that *entry* names, which the engine never finds."""
        found = (card.ref for card in self.cards or () if card.name == entry.text)
        ref = next(found, CardRef(entry.text) if self.cards is None else None)
        if self.engine == "exact" or ref is None:
            return None
        sheet_name = f"{self.prefix}card {entry.text}"
        self.add_sheet(sheet_name, [Entry(ref)])
        return _Option(sheet_name, entry.copies)

    def add_sheet(self, name: str, entries: Sequence[Entry], condition: str = "") -> None:
        """Add the sheet of *entries*, which are those of the cards that pass *condition*."""
        extras = {"wagic": {"filter": condition}} if condition else {}
        self.sheets[name] = Sheet(name, entries, Random(replacement=True), extras=extras)


def _parts(name: str, turns: int, weights: Counter[_Option]) -> list[Slot | Choice]:
    """What gives one of the options, *turns* times."""
    choices = [SheetChoice(each.name, weight) for each, weight in weights.items() if each.name]
    counts = {each.count for each in weights}
    if len(choices) == len(weights) and (counts == {1} or len(weights) == 1):
        (count,) = counts
        if len(choices) == 1:
            choices = [SheetChoice(choices[0].sheet)]
        return [Slot(name, turns * count, choices, choose="card")]
    options = [
        Layout(each.name or "nothing", weight, _option_slots(each))
        for each, weight in weights.items()
    ]
    return [Choice(options)] * turns


def _option_slots(option: _Option) -> tuple[Slot, ...]:
    if option.name is None:
        return ()
    return (Slot(option.name, option.count, (SheetChoice(option.name),), choose="card"),)


def _name(condition: Filter) -> str:
    """What a sheet of the cards that pass *condition* is called."""
    if isinstance(condition, Leaf) and condition.key == "rarity":
        return RARITY_WORDS.get(condition.value[:1].upper(), "all")
    return str(condition) or "all"


def can_be_drawn(card: Card) -> bool:
    """Tokens, and cards whose id is not positive, are in no pack."""
    number = card.ids.get("wagic", "0")
    is_number = number.isascii() and number.isdigit()  # no int(): it may be of any length
    return card.rarity != "token" and is_number and number.strip("0") != ""


def sheet_names(parts: Sequence[Slot | Choice]) -> Iterator[str]:
    """The sheets that *parts* draw from."""
    for part in parts:
        if isinstance(part, Choice):
            for option in part.options:
                yield from sheet_names(option.slots)
        else:
            yield from (each.sheet for each in part.sheets if each.weight)
