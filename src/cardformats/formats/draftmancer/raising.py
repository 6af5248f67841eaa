"""From a card set to a list's syntax; what the list cannot say goes to the loss log."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from attrs import evolve

from ...diagnostics import LossLog
from ...model import (
    Booster,
    Card,
    CardRef,
    CardSet,
    Choice,
    Entry,
    Face,
    Layout,
    Random,
    Sheet,
    SheetChoice,
    Slot,
    Value,
)
from .card_names import with_usable_cards
from .collations import raise_collation
from .custom_cards import DEFAULT_SET, fits, raise_cards, without_official
from .format import DraftmancerOptions
from .layouts import flatten
from .lines import card_line
from .lower import DEFAULT, SESSION_SIZE
from .printings import with_told_apart
from .settings import raise_settings
from .slots import raise_layout
from .syntax import BLANKS, CardLine, CardList, Header, JsonSection, SheetSection
from .values import in_script_order

_NOT_IN_NAMES = re.compile('["()\\[\\]{}\r\n\ud800-\udfff]')
_UNSAFE = re.compile("[\r\n\u2028\u2029\ud800-\udfff]")
#: From so many names on that become the same, marks are counted instead of repeated.
_MANY = 4
_SECTION_NAMES = ("settings", "customcards", "layouts")


def raise_list(cardset: CardSet, options: DraftmancerOptions, losses: LossLog) -> CardList:
    """The list that says what *cardset* says, as far as a list can."""
    cardset = without_official(cardset)
    _report_what_has_no_place(cardset, losses)
    cardset = with_told_apart(_without_unused_sheets(cardset, losses), losses)
    cardset = with_usable_cards(_with_usable_names(cardset, losses), losses)
    layouts = () if _has_session_size(cardset) else cardset.boosters[0].layouts
    flat = flatten(layouts, cardset.sheets, losses)
    written = [layout for named in flat.values() for layout in named]
    if not written:
        cardset = _with_one_sheet(cardset, losses)
    settings = raise_settings(cardset, flat, losses)
    counts = _header_counts(written)
    if counts is None and written:
        raised = {layout.name: raise_layout(layout) for layout in written}
        settings["layouts"] = {name: raised[name] for name in in_script_order(raised)}
    written_cards = cardset.cards if options.cards == "custom" else ()
    custom = raise_cards(
        (card for card in written_cards if not _is_only_a_name(card, losses)),
        flat,
        options,
        losses,
    )
    sections: list[JsonSection | SheetSection] = []
    if settings:
        sections.append(JsonSection("settings", settings))
    if custom:
        sections.append(JsonSection("customcards", custom))
    written_names = {card["name"] for card in custom}
    names: dict[str, list[Card]] = {}
    for card in cardset.cards:
        if card.name in written_names:
            names.setdefault(card.name, []).append(card)
    for sheet in _in_slot_order(cardset.sheets, counts or {}):
        count = (counts or {}).get(sheet.name)
        header = Header(sheet.name, count, raise_collation(sheet, losses))
        lines = _lines(sheet, names, losses, only_names=options.cards == "names")
        is_plain = not sections and len(cardset.sheets) == 1 and header == Header(DEFAULT)
        sections.append(SheetSection(None if is_plain else header, lines))
    return CardList(sections)


def _has_session_size(cardset: CardSet) -> bool:
    """Whether packs come from the only sheet, and the draft session says how large they are."""
    if not cardset.boosters:
        return True
    booster = cardset.boosters[0]
    size = booster.extras.get("draftmancer", {}).get(SESSION_SIZE)
    if size is None:
        return False
    slots = [slot for layout in booster.layouts for slot in layout.slots]
    return [getattr(slot, "count", None) for slot in slots] == [size]


def _report_what_has_no_place(cardset: CardSet, losses: LossLog) -> None:
    for booster in cardset.boosters[1:]:
        losses.dropped("more than one booster", booster.name or "(no name)")
    if cardset.boosters:
        _report_booster(cardset.boosters[0], cardset, losses)
    if cardset.code and not any(card.set_code == cardset.code for card in cardset.cards):
        losses.dropped("the code of the set", cardset.code)
    has_entries = any(sheet.entries for sheet in cardset.sheets.values())
    if not has_entries and (cardset.sheets or not cardset.cards):
        losses.changed("a card set without cards (now a list that is refused)", cardset.name)
    for key in cardset.meta:
        losses.dropped(f"the metadata {key!r}", cardset.name)
    _report_extras(cardset.name, cardset.extras, losses)
    for sheet in cardset.sheets.values():
        _report_extras(sheet.name, sheet.extras, losses)
    if cardset.event is not None:
        _report_extras(cardset.name, cardset.event.extras, losses)


def _report_booster(booster: Booster, cardset: CardSet, losses: LossLog) -> None:
    if booster.name not in ("", cardset.name):
        losses.dropped("the name of a booster", booster.name)
    if booster.id not in (None, cardset.code):
        losses.dropped("the id of a booster", booster.name)
    _report_extras(booster.name, booster.extras, losses)


def _report_extras(
    subject: str, extras: Mapping[str, Mapping[str, Value]], losses: LossLog
) -> None:
    for format_id, kinds in extras.items():
        if format_id != "draftmancer":
            for kind in kinds:
                losses.dropped(f"{format_id} {kind!r}", subject)


def _is_only_a_name(card: Card, losses: LossLog) -> bool:
    """Whether nothing is known of *card* but its name: then Draftmancer has to know it."""
    if card.faces != (Face(card.name),) or "draftmancer" in card.extras or card.draft_effects:
        return False
    losses.dropped("cards of which only the name is known, as custom cards", card.name)
    return True


def _without_unused_sheets(cardset: CardSet, losses: LossLog) -> CardSet:
    """*cardset* without the sheets that only boosters draw from which are not written."""
    used = {
        name for booster in cardset.boosters[:1] for name in _drawn(booster.layouts, cardset.sheets)
    }
    others = {
        name for booster in cardset.boosters[1:] for name in _drawn(booster.layouts, cardset.sheets)
    }
    unused = {
        name
        for name, sheet in cardset.sheets.items()
        if name not in used and (name in others or (cardset.boosters and not sheet.entries))
    }
    for name in unused:
        losses.dropped("sheets of other boosters, or without cards", name)
    if not unused:
        return cardset
    sheets = [sheet for name, sheet in cardset.sheets.items() if name not in unused]
    return evolve(cardset, sheets=sheets)


def _drawn(layouts: Iterable[Layout], sheets: Mapping[str, Sheet]) -> Iterator[str]:
    """The names of the sheets that slots of *layouts* draw from.

    A slot of no cards does not, nor does one that may be short from a sheet without cards.
    """
    for layout in layouts:
        for part in layout.slots if layout.weight else ():
            if isinstance(part, Choice):
                yield from _drawn(part.options, sheets)
            elif part.count != 0:
                for each in part.sheets:
                    sheet = sheets.get(each.sheet)
                    if sheet is None or sheet.total or part.on_short != ("skip",):
                        yield each.sheet


def _with_one_sheet(cardset: CardSet, losses: LossLog) -> CardSet:
    """*cardset* with a single sheet: without layouts, packs come from that."""
    if len(cardset.sheets) == 1:
        return cardset
    entries = [entry for sheet in cardset.sheets.values() for entry in sheet.entries]
    if cardset.sheets:
        losses.changed("sheets without a booster (now a single sheet)", cardset.name)
    else:
        entries = [Entry(card.ref) for card in cardset.cards]
    random = Random(replacement=cardset.event is None or cardset.event.supply == "infinite")
    return evolve(cardset, sheets=[Sheet(DEFAULT, entries, random)])


def _with_usable_names(cardset: CardSet, losses: LossLog) -> CardSet:
    """*cardset* with sheet names that can stand in a header."""
    names: dict[str, str] = {}
    uses: dict[str, int] = {}
    taken: set[str] = set()
    for name in cardset.sheets:
        usable = _NOT_IN_NAMES.sub("-", name).strip(BLANKS) or "sheet"
        if usable.lower() in _SECTION_NAMES:
            usable += " sheet"
        base = usable
        while usable in taken:
            uses[base] = number = uses.get(base, 0) + 1
            usable = base + ("'" * number if number < _MANY else f"'{number}")
        taken.add(usable)
        if usable != name:
            losses.changed(f"the sheet's name {name!r} (now {usable!r})", cardset.name)
        names[name] = usable
    if all(old == new for old, new in names.items()):
        return cardset
    sheets = [evolve(sheet, name=names[name]) for name, sheet in cardset.sheets.items()]
    boosters = [
        evolve(booster, layouts=tuple(_renamed(layout, names) for layout in booster.layouts))
        for booster in cardset.boosters
    ]
    return evolve(cardset, sheets=sheets, boosters=boosters)


def _renamed(layout: Layout, names: Mapping[str, str]) -> Layout:
    parts: list[Slot | Choice] = []
    for part in layout.slots:
        if isinstance(part, Choice):
            parts.append(Choice(tuple(_renamed(option, names) for option in part.options)))
        else:
            choices = [
                SheetChoice(names.get(each.sheet, each.sheet), each.weight) for each in part.sheets
            ]
            parts.append(evolve(part, name=names.get(part.name, part.name), sheets=choices))
    return evolve(layout, slots=parts)


def _header_counts(layouts: list[Layout]) -> dict[str, int] | None:
    """The counts by sheet, if counts in headers can say all there is to say."""
    if len(layouts) != 1 or layouts[0].name != DEFAULT or layouts[0].weight != 1:
        return None
    counts: dict[str, int] = {}
    for slot in layouts[0].slots:
        assert isinstance(slot, Slot)  # noqa: S101 - choices are multiplied out
        if slot.sheets != (SheetChoice(slot.name),) or slot.finish or slot.name in counts:
            return None
        assert isinstance(slot.count, int)  # noqa: S101 - unlimited slots have got a count
        counts[slot.name] = slot.count
    return counts


def _in_slot_order(sheets: Mapping[str, Sheet], counts: Mapping[str, int]) -> Iterator[Sheet]:
    """The sheets with a count in the order of their slots, then the others."""
    yield from (sheets[name] for name in counts)
    yield from (sheet for name, sheet in sheets.items() if name not in counts)


def _lines(
    sheet: Sheet, custom: Mapping[str, Sequence[Card]], losses: LossLog, *, only_names: bool
) -> Iterator[CardLine]:
    for entry in sheet.entries:
        ref = entry.card
        if entry.finish not in (None, "foil"):
            losses.dropped(f"the finish {entry.finish!r}", ref.name)
        if entry.overrides:
            losses.dropped("overrides of an entry", ref.name)
        if ref.id is not None:
            losses.dropped("the id of an entry", ref.name)
        if only_names:
            ref = evolve(ref, number=None)
        cards = custom.get(ref.name, ())
        if cards and not any(fits(card, ref) for card in cards) and ref.number is None:
            losses.changed("a set that no printing has (now the first printing)", ref.name)
            ref = CardRef(ref.name)
        foil = entry.finish == "foil"
        line = CardLine(entry.copies, ref.name, ref.set_code, ref.number, foil)
        if not _reads_back(line):
            line = _explicit(line, cards) or CardLine(entry.copies, ref.name, foil=foil)
            if not _reads_back(line):
                losses.changed("cards whose name or set reads as something else", ref.name)
        yield line


def _explicit(line: CardLine, cards: Sequence[Card]) -> CardLine | None:
    """*line* with the set of one of the custom *cards*, which no other name can swallow."""
    if not cards or line.set_code is not None:
        return None
    card = next((card for card in cards if card.number == line.number), cards[0])
    return evolve(line, set_code=card.set_code or DEFAULT_SET, number=card.number)


def line_text(line: CardLine) -> str:
    """*line* as it is written."""
    text = f"{1 if line.count is None else line.count} {line.name}"
    if line.set_code is not None:
        text += f" ({line.set_code})"
        text += f" {line.number}" if line.number is not None else ""
    if line.foil:
        # after a set without a number, a bare «F» would be the number
        text += " +F" if line.set_code is not None and line.number is None else " F"
    return text


def _reads_back(line: CardLine) -> bool:
    text = line_text(line)
    if text != text.strip(BLANKS) or _UNSAFE.search(text):
        return False
    return evolve(card_line(text), text="") == line
