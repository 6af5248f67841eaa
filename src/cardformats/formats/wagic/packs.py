"""Pack files, and the boosters that they describe.

Picks are with replacement, so a sheet never runs out: an entry no card passes never delivers, and a
slot none of whose entries delivers hands its turns on to the next slot.  Both are settled here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from operator import attrgetter
from typing import Final
from xml.sax.saxutils import escape

from attrs import evolve, field, frozen

from ...diagnostic_log import DiagnosticLog
from ...diagnostics import Fix, Report
from ...model import (
    Booster,
    Card,
    CardRef,
    CardSet,
    Choice,
    Entry,
    FrozenDict,
    Layout,
    Random,
    Sheet,
    SheetChoice,
    Slot,
)
from ...source import SourceText
from ..base import Input
from ..other_data import is_other_data
from ..xml_tags import XmlProblem
from ..xml_text import block, content, element, parse
from ..xml_tree import Element, Passage
from .codes import WagicCode
from .filters import (
    GRAMMAR,
    Both,
    Everything,
    Filter,
    FilterLeaf,
    engine_filter,
    parse_filter,
    test_of,
)
from .format import KEPT_ATTRIBUTES, WagicPackOptions
from .syntax import RARITIES

#: More cards than any pack has.
MAX_COPIES: Final = 1000
MAX_TURNS: Final = 10_000
_ENTRIES: Final = ("random_card", "card", "nothing")
#: The attributes of a pack that say nothing about its cards.
_ATTRIBUTES: Final = {
    "pack": frozenset(("name", "type", "price", "pool", "requires", "sort")),
    "slot": frozenset(("copies", "pool")),
    "random_card": frozenset(("copies",)),
    "card": frozenset(("copies",)),
    "nothing": frozenset(),
}


@frozen
class PackEntry:
    """One of the things a slot may give.

    Attributes:
        kind: ``random_card``, ``card`` or ``nothing``.
        text: the filter, or the card's name.
        copies: how many cards it gives.
        sheet: what its cards are called; if empty, by the filter.
        passage: the text with the place of each character; None for an entry of the engine itself.
    """

    kind: str
    text: str = ""
    copies: int = 1
    sheet: str = ""
    passage: Passage | None = None


@frozen
class PackSlot:
    """A slot: it gives one of its entries, *copies* times; *pool* is None for the pack's.

    In a file, an empty pool is the pack's as well.
    """

    copies: int
    entries: tuple[PackEntry, ...]
    pool: str | None = None
    name: str = ""
    pool_passage: Passage | None = None


@frozen
class WagicPack:
    """A pack.

    Attributes:
        name: what the shop calls it.
        pool: what its cards are drawn from.
        slots: in order.
        attributes: name, type, price, requires and sort, as written.
        pool_passage: the pool with the place of each character.
    """

    name: str
    pool: str
    slots: tuple[PackSlot, ...]
    attributes: tuple[tuple[str, str], ...] = ()
    pool_passage: Passage | None = None


def read_pack(source: SourceText, log: DiagnosticLog) -> WagicPack | None:
    """Return the pack in *source*; None if it is none."""
    try:
        root = parse(source)
    except XmlProblem as problem:
        if not is_other_data(source, "wagic", log, "XML"):
            span = source.span(problem.offset, problem.offset + 1)
            log.add(WagicCode.BAD_XML, span, problem=problem.message)
        return None
    if root.tag.lower() != "pack":
        log.add(WagicCode.PACK_ROOT, root.span, tag=root.tag)
        return None
    _check_attributes(root, log)
    attributes = {name: each.value for name, each in root.attributes.items()}
    kept = tuple((name, attributes[name]) for name in KEPT_ATTRIBUTES if name in attributes)
    name, pool = attributes.get("name", "Special"), root.attributes.get("pool")
    return WagicPack(name, pool.value if pool else "", tuple(_slots(root, log)), kept, pool)


def _slots(root: Element, log: DiagnosticLog) -> Iterator[PackSlot]:
    turns = 0
    for number, child in enumerate(_known(root, ("slot",), log), 1):
        slot = _slot(child, number, log)
        turns += slot.copies
        if turns > MAX_TURNS:
            log.add(WagicCode.PACK_LIMIT, child.span, limit=MAX_TURNS, unit="copies of slots")
            return
        yield slot


def _slot(element: Element, number: int, log: DiagnosticLog) -> PackSlot:
    _check_attributes(element, log)
    pool = element.attributes.get("pool")
    text = (pool.value if pool else "") or None
    entries = tuple(_entry(child, log) for child in _known(element, _ENTRIES, log))
    return PackSlot(_copies(element, log), entries, text, f"slot {number}", pool)


def _entry(element: Element, log: DiagnosticLog) -> PackEntry:
    _check_attributes(element, log)
    kind = element.tag.lower()
    passage = element.text.stripped()
    if kind == "card":
        log.add(WagicCode.FIXED_CARD, passage.span())
    for child in element.children:
        log.add(WagicCode.PACK_ELEMENT, child.span, tag=child.tag)
    if kind == "random_card":
        for text in element.rest:  # the engine stops at what is no text, even a comment
            log.add(WagicCode.FILTER_ONE, text.stripped().span())
    return PackEntry(kind, passage.value, _copies(element, log), "", passage)


def _known(element: Element, tags: tuple[str, ...], log: DiagnosticLog) -> Iterator[Element]:
    """Yield the children of *element* with one of *tags*; others are reported."""
    for child in element.children:
        if child.tag.lower() in tags:
            yield child
        else:
            log.add(WagicCode.PACK_ELEMENT, child.span, tag=child.tag)


def _check_attributes(element: Element, log: DiagnosticLog) -> None:
    known = _ATTRIBUTES[element.tag.lower()]
    for name, value in element.attributes.items():
        if name not in known:
            notes = log.did_you_mean(name, known)
            log.add(WagicCode.PACK_ATTRIBUTE, value.span(), notes=notes, name=name, tag=element.tag)


def _copies(element: Element, log: DiagnosticLog) -> int:
    attribute = element.attributes.get("copies")
    if attribute is None:
        return 1
    digits = attribute.value.strip()
    is_number = digits.isascii() and digits.isdigit() and len(digits) <= len(str(MAX_COPIES))
    if is_number and 1 <= int(digits) <= MAX_COPIES:
        return int(digits)
    log.add(WagicCode.PACK_COPIES, attribute.span(), limit=MAX_COPIES, value=attribute.value)
    return 1


def render_pack(pack: WagicPack) -> str:
    """Return the text of *pack*."""
    slots = (
        block("slot", _times(slot.copies), map(_entry_text, slot.entries)) for slot in pack.slots
    )
    own = {"name": pack.name, **dict(pack.attributes), "pool": pack.pool}
    return "\n".join((*block("pack", own, chain.from_iterable(slots)), ""))


def _entry_text(entry: PackEntry) -> str:
    """Return the element of *entry*."""
    if entry.kind == "nothing":
        return element("nothing", {})
    return element(entry.kind, _times(entry.copies), content(entry.text))


def _times(copies: int) -> dict[str, str]:
    return {"copies": str(copies)} if copies > 1 else {}


#: The slots of the engine's own pack: how many cards, and how often each sheet stands in them.
_USUAL: Final = {
    "rare": (1, {"mythic": 1, "rare": 7, "special": 1}),
    "uncommon": (3, {"uncommon": 1, "special": 1}),
    "land": (1, {"land": 1, "special": 1}),
    "common": (10, {"common": 1, "special": 1}),
}


def default_pack(*, types_are_known: bool = True) -> WagicPack:
    """Return the engine's pack of one set, whose cards are all that it draws from.

    Without primitives no type of a card is known; nearly all cards of the rarity land are basic.
    """
    filters = {sheet: f"rarity:{sheet};" for _, sheets in _USUAL.values() for sheet in sheets}
    if types_are_known:
        filters["land"] += "&type:basic;"
    slots = (
        PackSlot(
            copies,
            tuple(
                PackEntry("random_card", filters[sheet], sheet=sheet)
                for sheet, times in sheets.items()
                for _ in range(times)
            ),
            name=name,
        )
        for name, (copies, sheets) in _USUAL.items()
    )
    return WagicPack("", "", tuple(slots))


#: Each takes a look at all cards.
MAX_FILTERS: Final = 200
_POOL_WORDS: Final = ("all", "unlocked")
_POOL: Final = GRAMMAR.rule("POOL")


@frozen
class _EntryOption:
    """An entry that delivers: *count* cards of the sheet *name*; None gives nothing."""

    name: str | None
    count: int


def usual_booster(
    cards: Sequence[Card], prefix: str = ""
) -> tuple[Booster | None, Mapping[str, Sheet]]:
    """Return the booster that the engine gives to a set of *cards* without a file, and its sheets.

    The names of the sheets begin with *prefix*.
    """
    builder = WagicBoosterBuilder(cards, "sane", DiagnosticLog(0), prefix)
    is_known = any(card.faces[0].types for card in cards)
    pack = default_pack(types_are_known=is_known)
    return builder.booster(pack, name="", code=None), builder.sheets


@frozen
class WagicBoosterBuilder:
    """Makes boosters of packs.

    Attributes:
        cards: what they can draw from; None if that is not known, so that sheets are empty.
        engine: ``sane`` or ``exact``.
        log: where problems go.
        prefix: begins the names of the sheets.
        reference: what tells one of the cards from all others.
        sheets: by name, what was made.
        empty: the names of sheets that would have no card.
    """

    cards: Sequence[Card] | None
    engine: str
    log: DiagnosticLog
    prefix: str = ""
    reference: Callable[[Card], CardRef] = attrgetter("ref")
    sheets: dict[str, Sheet] = field(factory=dict)
    empty: set[str] = field(factory=set)
    #: The cards of each pool, with the entries that all sheets share.
    _pools: dict[Filter, Sequence[tuple[Card, Entry]]] = field(factory=dict)

    def booster(self, pack: WagicPack, *, name: str, code: str | None) -> Booster | None:
        """Return the booster of *pack*; None if no slot can deliver."""
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
        own = FrozenDict(each for each in pack.attributes if code is not None or each[0] != "name")
        layout = Layout("default", 1, parts)
        extras = {"wagic": own} if own else {}
        return Booster(name, code, (layout,), distinct="none", extras=extras)

    def pool(self, text: str, passage: Passage | None) -> Filter:
        """Return the filter that a pool's *text* is, after the words «all» or «unlocked»."""
        match = _POOL.match(text)
        start = match.end() if match else 0
        if self.engine == "exact":  # the words are found anywhere
            ends = (text.find(word) + len(word) for word in _POOL_WORDS if word in text)
            start = next(ends, 0)
        return self.filter(text[start:], passage, start)

    def filter(self, text: str, passage: Passage | None, skipped: int) -> Filter:
        """Return the filter *text*, which stands *skipped* characters after the start of *passage*.

        A character of it may be written as a reference, so that places are those of the passage.
        """
        condition, diagnostics = parse_filter(text)
        if passage is not None:
            for each in diagnostics:
                moved = each.moved(lambda start, end: passage.span(skipped + start, skipped + end))
                self.log.extend((evolve(moved, fix=_in_xml(moved.fix)),))
        return engine_filter(text) if self.engine == "exact" else condition

    def option(self, entry: PackEntry, pool: Filter, mark: str) -> _EntryOption | None:
        """Return the cards that *entry* delivers; if there are none, report it and return None.

        *mark* tells the sheets of an unusual pool from those of the pack's.
        """
        if entry.kind == "nothing":
            return _EntryOption(None, 0)
        if entry.kind == "card":
            return self.fixed(entry)
        condition = self.filter(entry.text, entry.passage, 0)
        sheet_name = self.prefix + mark + (entry.sheet or _name(condition))
        if sheet_name not in self.sheets and sheet_name not in self.empty:
            if not self._may_add_filter(entry):
                return None
            passes = test_of(condition)
            passing = [each for card, each in self._in(pool) if passes(card)]
            if passing or self.cards is None:
                whole = condition if isinstance(pool, Everything) else Both(pool, condition)
                self.add_sheet(sheet_name, passing, "" if entry.sheet else str(whole))
            else:
                self.empty.add(sheet_name)
        if sheet_name in self.empty:
            if entry.passage is not None:
                self.log.add(WagicCode.EMPTY_ENTRY, entry.passage.span(), filter=entry.text)
            return None
        return _EntryOption(sheet_name, entry.copies)

    def _in(self, pool: Filter) -> Sequence[tuple[Card, Entry]]:
        """Return the cards that can be drawn from *pool*."""
        if pool not in self._pools:
            drawn = filter(can_be_drawn, filter(test_of(pool), self.cards or ()))
            self._pools[pool] = [(card, Entry(self.reference(card))) for card in drawn]
        return self._pools[pool]

    def _may_add_filter(self, entry: PackEntry) -> bool:
        """Return whether one more filter is allowed; report it otherwise."""
        is_allowed = len(self.sheets) + len(self.empty) < MAX_FILTERS
        if not is_allowed and entry.passage is not None:
            span, unit = entry.passage.span(), "different filters"
            self.log.add(WagicCode.PACK_LIMIT, span, limit=MAX_FILTERS, unit=unit)
        return is_allowed

    def fixed(self, entry: PackEntry) -> _EntryOption | None:
        """Return the card that *entry* names, which the engine never finds."""
        named = (card for card in self.cards or () if card.name == entry.text)
        refs = map(self.reference, named)
        ref = next(refs, CardRef(entry.text) if self.cards is None else None)
        if self.engine == "exact" or ref is None:
            return None
        sheet_name = f"{self.prefix}card {entry.text}"
        self.add_sheet(sheet_name, [Entry(ref)])
        return _EntryOption(sheet_name, entry.copies)

    def add_sheet(self, name: str, entries: Sequence[Entry], condition: str = "") -> None:
        """Add the sheet of *entries*, which are those of the cards that pass *condition*."""
        extras = {"wagic": {"filter": condition}} if condition else {}
        self.sheets[name] = Sheet(name, entries, Random(replacement=True), extras=extras)


def _parts(name: str, turns: int, weights: Counter[_EntryOption]) -> list[Slot | Choice]:
    """Return the slots or choices that give one of the options, *turns* times."""
    choices = [SheetChoice(each.name, weight) for each, weight in weights.items() if each.name]
    counts = {each.count for each in weights}
    if len(choices) == len(weights) and (counts == {1} or len(weights) == 1):
        (count,) = counts
        if len(choices) == 1:
            choices = [SheetChoice(choices[0].sheet)]
        return [Slot(name, turns * count, choices, choose="card")]
    options = []
    for each, weight in weights.items():
        slots = []
        if each.name is not None:
            slots = [Slot(each.name, each.count, (SheetChoice(each.name),), choose="card")]
        options.append(Layout(each.name or "nothing", weight, slots))
    return [Choice(options)] * turns


def _name(condition: Filter) -> str:
    """Return the name of a sheet of the cards that pass *condition*."""
    if isinstance(condition, FilterLeaf) and condition.key == "rarity":
        return RARITIES.get(condition.value[:1].upper(), "all")
    return str(condition) or "all"


def can_be_drawn(card: Card) -> bool:
    """Tokens, and cards whose id is not positive, are in no pack."""
    number = card.ids.get("wagic", "0")
    is_number = number.isascii() and number.isdigit()  # no int(): it may be of any length
    return card.rarity != "token" and is_number and number.strip("0") != ""


def sheet_names(layout: Layout) -> dict[str, None]:
    """Return the sheets that the slots of *layout* draw from, in order."""
    slots = (slot for slot, _ in layout.walk())
    return dict.fromkeys(each.sheet for slot in slots for each in slot.sheets if each.weight)


def read(input_: Input, options: WagicPackOptions) -> Report[CardSet]:
    """Read *input* as a pack; its cards are those of ``options.draw_from`` that it can hold."""
    log = DiagnosticLog(options.max_diagnostics)
    source = input_.source()
    pack = read_pack(source, log)
    if pack is None:
        return Report(CardSet(), log.finish())
    cards = None if options.draw_from is None else options.draw_from.cards
    if cards is None:
        log.add(WagicCode.NO_CARDS, source.span(0))
    reference = _references(cards or ())
    builder = WagicBoosterBuilder(cards, options.engine, log, reference=reference)
    booster = builder.booster(pack, name=pack.name, code=None)
    drawn = {entry.card for sheet in builder.sheets.values() for entry in sheet.entries}
    held = [card for card in cards or () if reference(card) in drawn]
    boosters = (booster,) if booster else ()
    cardset = CardSet(pack.name, None, held, builder.sheets.values(), boosters)
    return Report(cardset.with_syntax(source), log.finish())


def _references(cards: Sequence[Card]) -> Callable[[Card], CardRef]:
    """Return a function that makes a unique reference to each card, with its id if needed.

    Unlike those of a set that was read, they may have numbers that are not their ids.
    """
    names = Counter(card.name for card in cards)
    printings = Counter(map(_printing, cards))

    def reference(card: Card) -> CardRef:
        means_any = card.set_code is None or card.number is None
        is_unique = printings[_printing(card)] == 1 and not (means_any and names[card.name] > 1)
        return card.ref if is_unique else evolve(card.ref, id=card.ids.get("wagic"))

    return reference


def _printing(card: Card) -> tuple[str, str, str | None]:
    """Return the values that references compare, without ids."""
    return card.name, (card.set_code or "").lower(), card.number


def _in_xml(fix: Fix | None) -> Fix | None:
    """Return *fix* with its text as XML, which cannot be told in a file with literal sections."""
    if fix is None or any(_has_literals(each.span.source) for each in fix.edits):
        return None
    (edit,) = fix.edits
    return Fix.replace(edit.span, escape(edit.new))


@lru_cache(maxsize=1)
def _has_literals(source: SourceText) -> bool:
    """Return whether a source has literal sections; the same one is asked about many times."""
    return "<![CDATA[" in source.text
