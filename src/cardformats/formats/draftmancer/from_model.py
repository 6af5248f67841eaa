"""Conversion from a card set to the syntax of a list; losses are logged."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from attrs import evolve, frozen

from ...losses import Loss, LossLog
from ...model import (
    Booster,
    CardRef,
    CardSet,
    Choice,
    Entry,
    Layout,
    Random,
    Sheet,
    Slot,
)
from ..capabilities import properties_in_texts, report_about, report_boosters, report_sheets
from ..nameless import without_nameless
from .custom_cards import cards_from_model, without_official
from .format import CAPABILITIES, DraftmancerOptions
from .images import with_images
from .large_sheets import without_large_sheets
from .layouts import flatten, is_plain, layout_from_model
from .lines import GRAMMAR
from .names import official_refs
from .official import CODES
from .printings import (
    CardLines,
    Target,
    with_distinct_printings,
    with_references_of,
    with_usable_cards,
)
from .section_json import in_script_order
from .settings import settings_from_model
from .sheets import collation_from_model
from .syntax import DEFAULT, WHITE_SPACE, CardList, DraftmancerCardLine, Header
from .to_model import SESSION_SIZE

_NOT_IN_NAMES = GRAMMAR.rule("NOT_IN_SHEETS")
#: The number of equal names from which marks are counted instead of repeated.
_MANY = 4
#: Names with another meaning, in lower case.
_RESERVED = ("settings", "customcards", "layouts", "__proto__")


@frozen
class WrittenSheet:
    """The header of a sheet, and its lines with the cards that they should refer to."""

    header: Header
    lines: Sequence[tuple[DraftmancerCardLine, Target]]


@frozen
class WrittenList:
    """A list to write.

    Attributes:
        settings, custom: The values of the JSON sections.
        sheets: The sheets by name, in order.
        lines: The converter of cards to lines.
    """

    settings: dict[str, Any]
    custom: list[dict[str, Any]]
    sheets: Mapping[str, WrittenSheet]
    lines: CardLines

    @property
    def official(self) -> frozenset[CardRef]:
        """Return the cards that it names in sheets or elsewhere, but does not define."""
        return self.lines.official


def from_model(
    cardset: CardSet,
    options: DraftmancerOptions,
    losses: LossLog,
    *,
    is_whole: bool = True,
) -> WrittenList:
    """Return the list that expresses *cardset*, as far as possible.

    If *is_whole* is false, the list need not make packs: sheets that are not drawn from remain
    separate, as in a list whose layouts were discarded.
    """
    cardset = without_official(cardset)
    _report_what_has_no_place(cardset, losses)
    report_about(cardset, CAPABILITIES, losses)
    report_boosters(cardset, cardset.boosters, CAPABILITIES, losses)
    cardset = without_nameless(_without_unused_sheets(cardset, losses), losses)
    cardset = without_large_sheets(cardset, losses)
    report_sheets(cardset.sheets.values(), CAPABILITIES, losses)
    only_names = options.cards == "names"
    if not only_names:
        if options.image_url is not None:
            cardset = with_images(cardset, options.image_url, losses)
        cardset = with_distinct_printings(cardset, losses)
    cardset = with_usable_cards(_with_usable_names(cardset, losses), losses)
    layouts = () if _has_session_size(cardset) else cardset.boosters[0].layouts
    bag = cardset.event is not None and not cardset.event.layout_replacement
    flat = _with_a_weight(flatten(layouts, cardset.sheets, losses, bag=bag), cardset, losses)
    written = [layout for named in flat.values() for layout in named]
    if not written and is_whole:
        cardset = _with_one_sheet(cardset, losses)
    counts = None if _assigns_layouts(cardset) else _header_counts(written)
    declared = {layout.name: layout_from_model(layout) for layout in written if counts is None}
    declared = {name: declared[name] for name in in_script_order(declared)}
    settings = settings_from_model(cardset, flat, declared, losses)
    custom = () if only_names else cardset.cards
    lines = CardLines(custom, official_refs(cardset) if only_names else None)
    with_lines = (
        with_references_of(card, lambda ref: lines.meaning(ref, losses).written) for card in custom
    )
    custom_cards = cards_from_model(with_lines, flat, losses, properties_in_texts(cardset))
    if not isinstance(cardset.syntax, CardList):
        _without_inheritance(custom_cards)
    sheets = {}
    for sheet in _in_slot_order(cardset.sheets, counts or {}):
        collation = collation_from_model(sheet, losses)
        header = Header(sheet.name, (counts or {}).get(sheet.name), collation)
        own = [lines.line(entry, losses) for entry in sheet.entries]
        sheets[sheet.name] = WrittenSheet(header, own)
    return WrittenList(settings, custom_cards, sheets, lines)


def _has_session_size(cardset: CardSet) -> bool:
    """Return whether packs come from the only sheet, with the number of cards of the session."""
    if not cardset.boosters:
        return True
    booster = cardset.boosters[0]
    size = booster.extras.get("draftmancer", {}).get(SESSION_SIZE)
    return size is not None and [slot.count for slot, _ in booster.walk()] == [size]


def _report_what_has_no_place(cardset: CardSet, losses: LossLog) -> None:
    if cardset.code and not any(card.set_code == cardset.code for card in cardset.cards):
        losses.dropped(Loss.SET, cardset.code, "the code of the set")


def _without_unused_sheets(cardset: CardSet, losses: LossLog) -> CardSet:
    """Return *cardset* without the sheets that only unwritten boosters use."""
    drawn = [set(_drawn(booster, cardset.sheets)) for booster in cardset.boosters]
    used, others = set().union(*drawn[:1]), set().union(*drawn[1:])
    sheets = []
    for name, sheet in cardset.sheets.items():
        if name not in used and (name in others or (cardset.boosters and not sheet.entries)):
            losses.dropped(Loss.SHEET, name, "sheets of other boosters, or without cards")
        else:
            sheets.append(sheet)
    return cardset if len(sheets) == len(cardset.sheets) else evolve(cardset, sheets=sheets)


def _drawn(booster: Booster, sheets: Mapping[str, Sheet]) -> Iterator[str]:
    """Yield the names of the sheets that slots of *booster* draw from.

    Slots of no cards, and short slots on sheets without cards, are ignored.
    """
    for slot, share in booster.walk():
        for name in (each.sheet for each in slot.sheets if share and slot.count != 0):
            if name not in sheets or sheets[name].total or slot.on_short != ("skip",):
                yield name


def _with_a_weight(
    flat: dict[str, list[Layout]], cardset: CardSet, losses: LossLog
) -> dict[str, list[Layout]]:
    """Return *flat* with a weight for the first layout if none has any, as Draftmancer reads it.

    If the event assigns layouts to boosters, weights do not matter.
    """
    named = [layout for layouts in flat.values() for layout in layouts]
    if not named or _assigns_layouts(cardset) or any(layout.weight for layout in named):
        return flat
    losses.changed(Loss.LAYOUT, named[0].name, "a first layout of weight 0", "the only layout")
    return {
        name: [evolve(each, weight=1) if each is named[0] else each for each in layouts]
        for name, layouts in flat.items()
    }


def _assigns_layouts(cardset: CardSet) -> bool:
    """Return whether the event has the layouts of its boosters; they must then be declared."""
    return cardset.event is not None and any(each.layouts for each in cardset.event.rounds)


def _with_one_sheet(cardset: CardSet, losses: LossLog) -> CardSet:
    """Return *cardset* with a single sheet: without layouts, packs come from that sheet."""
    if len(cardset.sheets) == 1:
        return cardset
    entries = [entry for sheet in cardset.sheets.values() for entry in sheet.entries]
    if cardset.sheets:
        losses.changed(Loss.SHEET, cardset.name, "sheets without a booster", "a single sheet")
    else:
        entries = [Entry(card.ref) for card in cardset.cards]
    random = Random(replacement=cardset.event is None or cardset.event.supply == "infinite")
    return evolve(cardset, sheets=[Sheet(DEFAULT, entries, random)])


def _with_usable_names(cardset: CardSet, losses: LossLog) -> CardSet:
    """Return *cardset* with sheet names that are valid in a header."""
    names: dict[str, str] = {}
    uses: dict[str, int] = {}
    taken: set[str] = set()
    for name in cardset.sheets:
        usable = _NOT_IN_NAMES.sub("-", name).strip(WHITE_SPACE) or "sheet"
        if usable.lower() in _RESERVED:
            usable += " sheet"
        base = usable
        while usable in taken:
            uses[base] = number = uses.get(base, 0) + 1
            usable = base + ("'" * number if number < _MANY else f"'{number}")
        taken.add(usable)
        if usable != name:
            losses.changed(Loss.NAME, cardset.name, f"the sheet's name {name!r}", f"{usable!r}")
            names[name] = usable
    if not names:
        return cardset
    sheets = [evolve(sheet, name=names.get(name, name)) for name, sheet in cardset.sheets.items()]
    boosters = [
        evolve(booster, layouts=[_renamed(layout, names) for layout in booster.layouts])
        for booster in cardset.boosters
    ]
    return evolve(cardset, sheets=sheets, boosters=boosters)


def _renamed(layout: Layout, names: Mapping[str, str]) -> Layout:
    parts: list[Slot | Choice] = []
    for part in layout.slots:
        if isinstance(part, Choice):
            parts.append(Choice(_renamed(option, names) for option in part.options))
        else:
            sheets = [evolve(each, sheet=names.get(each.sheet, each.sheet)) for each in part.sheets]
            parts.append(evolve(part, name=names.get(part.name, part.name), sheets=sheets))
    return evolve(layout, slots=parts)


def _header_counts(layouts: list[Layout]) -> dict[str, int] | None:
    """Return the counts by sheet, if counts in headers can express the layouts; None otherwise."""
    if len(layouts) != 1 or layouts[0].name != DEFAULT or layouts[0].weight != 1:
        return None
    slots = [slot for slot, _ in layouts[0].walk()]
    counts = {slot.name: slot.count for slot in slots if isinstance(slot.count, int)}
    return counts if len(counts) == len(slots) and all(map(is_plain, slots)) else None


def _without_inheritance(cards: Iterable[dict[str, Any]]) -> None:
    """Prevent cards from inheriting from official ones, whose set codes are in lower case.

    This is done for cards of other formats. The cards of a list inherit as written.
    """
    for card in cards:
        if card.get("set") in CODES and card.keys() >= {"type", "mana_cost"}:
            card["set"] = card["set"].upper()


def _in_slot_order(sheets: Mapping[str, Sheet], counts: Mapping[str, int]) -> Iterator[Sheet]:
    """Yield the sheets with a count in the order of their slots, then the others."""
    yield from (sheets[name] for name in counts)
    yield from (sheet for name, sheet in sheets.items() if name not in counts)
