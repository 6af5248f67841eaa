"""From a list's syntax to a card set."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle, islice, zip_longest

from attrs import evolve

from ...catalog import as_catalog
from ...diagnostics import DiagnosticLog
from ...model import (
    Booster,
    Card,
    CardSet,
    Event,
    FrozenDict,
    Layout,
    Round,
    Sheet,
    SheetChoice,
    Slot,
    Supply,
)
from ...model.frozen import freeze
from ...source import Span
from .card_keys import DEFAULT_SET
from .codes import DraftmancerCode
from .custom_cards import as_official, cards_to_model, identity, references
from .format import DraftmancerOptions
from .layouts import SlotContext
from .lines import card_line
from .section_json import PROTOTYPE, Node
from .settings import Settings
from .sheets import SheetLines, collation_to_model
from .syntax import BLANKS, CardList, JsonSection, LayoutsSection, SheetSection
from .typos import meant_count

#: The sheet of a list without sections, and the layout that counts in headers make.
DEFAULT = "default"

#: The key in a booster's extras that says that the list leaves the number of cards to the session.
SESSION_SIZE = "session_size"


def to_model(cards: CardList, options: DraftmancerOptions, log: DiagnosticLog) -> CardSet:
    """The card set that *cards* describes; what does not fit is reported and left out."""
    return _ToModel(cards, options, log).cardset()


class _ToModel:
    """Collects what the sections say."""

    def __init__(self, syntax: CardList, options: DraftmancerOptions, log: DiagnosticLog) -> None:
        assert syntax.source is not None  # noqa: S101 - only lists that were read are converted
        self.syntax, self.source = syntax, syntax.source
        self.options, self.log = options, log
        catalog = options.catalog
        self.catalog = None if catalog is None else as_catalog(catalog)
        self.settings = Settings()
        self.cards: dict[tuple[str, str, str], Card] = {}
        self.by_name: dict[str, list[Card]] = {}
        self.defined_at: dict[str, int] = {}
        #: The cards of the catalog that the list names.
        self.official: dict[tuple[str, str, str], Card] = {}
        #: Where custom cards name other cards.
        self.references: list[Node] = []
        #: The sheets that slots name, also slots that are left out.
        self.mentioned: set[str] = set()

    def span(self, start: int, end: int) -> Span:
        """A span of the list's source."""
        return self.source.span(start, end)

    def cardset(self) -> CardSet:
        """The card set."""
        sections = [each for each in self.syntax.sections if isinstance(each, SheetSection)]
        names = frozenset(self.name(section) for section in sections)
        context = SlotContext(names, self.options.max_cards, self.mentioned)
        first_cards: dict[str, tuple[Node, ...]] = {}
        for section in self.syntax.sections:
            if isinstance(section, LayoutsSection):
                self.settings.add_old(section, self.source, context, self.log)
            elif isinstance(section, JsonSection) and section.kind == "settings":
                self.settings.add(section, context, self.log)
            elif isinstance(section, JsonSection):
                self.add_cards(section, first_cards)
        self.name_default_set()
        sheets = self.sheets(sections)
        kept, name = self.settings.extras(), self.settings.get("name", "")
        booster = self.booster(name, sections, sheets)
        return CardSet(
            name,
            None,
            (*self.cards.values(), *map(as_official, self.official.values())),
            sheets,
            (booster,) if booster else (),
            self.event(),
            extras=FrozenDict({"draftmancer": freeze(kept)}) if kept else {},
        )

    @staticmethod
    def name(section: SheetSection) -> str:
        """The name of a sheet."""
        return section.header.name if section.header else DEFAULT

    def add_cards(self, section: JsonSection, first: dict[str, tuple[Node, ...]]) -> None:
        """Add the custom cards of *section*."""
        for card, node in cards_to_model(section, first, self.catalog, self.log):
            key = identity(card)
            if key in self.cards:
                self.log.add(DraftmancerCode.DUPLICATE_CARD, node.span, name=card.name)
                continue
            self.references.extend(references(node))
            self.cards[key] = card
            self.by_name.setdefault(card.name, []).append(card)
            self.defined_at.setdefault(card.name, section.start)

    def name_default_set(self) -> None:
        """Give cards without a set the one that Draftmancer gives them, beside others of the name.

        Without it no reference could tell them from those that have one.
        """
        for cards in self.by_name.values():
            if len(cards) > 1 and any(card.set_code for card in cards):
                cards[:] = [evolve(each, set_code=each.set_code or DEFAULT_SET) for each in cards]
                self.cards |= {identity(card): card for card in cards}

    def sheets(self, sections: list[SheetSection]) -> dict[str, Sheet]:
        """The sheets by name; a later one of a name replaces an earlier one."""
        sheets: dict[str, Sheet] = {}
        replacement = self.settings.get("withReplacement", False)
        lines = SheetLines(
            self.source, self.options, self.log, self.by_name, self.defined_at, self.catalog
        )
        end = len(self.source.text)
        for node in self.references:
            if text := node.value.strip(BLANKS):
                lines.reference(card_line(text), end, text, node.where)
            else:
                node.wrong("the name of a card")
        for section in sections:
            header, name = section.header, self.name(section)
            where = self.span(header.start, header.end) if header else self.span(0, 0)
            if name in sheets:
                self.log.add(DraftmancerCode.SHEET_REPLACED, where, name=name)
            if name == PROTOTYPE:
                self.log.add(DraftmancerCode.SCRIPT_NAME, where, name=name, what="a sheet")
            entries = lines.entries(section)
            sheet = Sheet(name, entries)
            if header is not None:
                collation = collation_to_model(
                    header, sheet.total, self.log, replacement=replacement
                )
                sheet = evolve(sheet, collation=collation)
            if not entries:
                self.log.add(DraftmancerCode.SHEET_EMPTY, where, name=name)
            sheets[name] = sheet
        if not any(sheet.entries for sheet in sheets.values()):
            self.log.add(DraftmancerCode.EMPTY, self.span(end, end))
        self.official = lines.official
        return sheets

    def booster(
        self, name: str, sections: list[SheetSection], sheets: dict[str, Sheet]
    ) -> Booster | None:
        """The booster, of the layouts or of the only sheet; None if there is no telling."""
        protected = self.settings.get("duplicateProtection", True)
        distinct = "printing" if protected else "none"
        layouts = self.layouts(sections)
        if layouts and not any(each.weight for each in layouts.values()):
            layouts = self.with_a_weight(layouts)
        if layouts:
            return Booster(name, None, tuple(layouts.values()), distinct=distinct)
        if len(sheets) == 1 and self.settings.layouts is None:
            (sheet,) = sheets
            size = self.options.cards_per_booster
            slot = Slot(sheet, size, (SheetChoice(sheet),))
            extras = FrozenDict({"draftmancer": FrozenDict({SESSION_SIZE: size})})
            layout = Layout(DEFAULT, 1, (slot,))
            return Booster(name, None, (layout,), distinct=distinct, extras=extras)
        if len(sheets) > 1 and self.settings.layouts is None:
            second = sections[1].header
            where = self.span(second.start, second.end) if second else None
            counts = (meant_count(name) for name in sheets)
            notes = [note for note in counts if note is not None][:1]
            self.log.add(DraftmancerCode.NO_LAYOUT, where, notes=notes, count=len(sheets))
        return None

    def with_a_weight(self, layouts: dict[str, Layout]) -> dict[str, Layout]:
        """*layouts* with the weight that Draftmancer gives the first if none has any.

        Where the settings say which layouts each booster has, weights do not count.
        """
        if self.settings.values.get("predeterminedLayouts"):
            return layouts
        first = next(iter(layouts.values()))
        where = self.settings.layouts_at.span if self.settings.layouts_at else None
        self.log.add(DraftmancerCode.FIRST_LAYOUT, where, name=first.name)
        return layouts | {first.name: evolve(first, weight=1)}

    def layouts(self, sections: list[SheetSection]) -> dict[str, Layout]:
        """The layouts by name: those declared, and the one that counts in headers make."""
        counted = [
            section for section in sections if section.header and section.header.count is not None
        ]
        layouts = dict(self.settings.layouts or {})
        if counted:
            header = counted[0].header
            if layouts and DEFAULT not in layouts and header is not None:
                where = self.span(header.start, header.end)
                self.log.add(DraftmancerCode.MIXED_LAYOUTS, where)
            base = layouts.get(DEFAULT, Layout(DEFAULT, 1))
            layouts[DEFAULT] = evolve(base, slots=(*base.slots, *self.counted_slots(counted)))
        if layouts:
            self.report_unused(sections, layouts)
        return layouts

    def counted_slots(self, sections: list[SheetSection]) -> Iterator[Slot]:
        """A slot for each header with a count, as long as a pack does not get too large."""
        left = self.options.max_cards
        for section in sections:
            header = section.header
            if header is None or header.count is None:
                continue
            where = self.span(header.start, header.end)
            if header.count == 0:
                self.log.add(DraftmancerCode.SLOT_COUNT, where, slot=header.name, count=0)
            elif header.count > left:
                limit = self.options.max_cards
                self.log.add(DraftmancerCode.COUNT, where, count=header.count, limit=limit)
            else:
                left -= header.count
                yield Slot(header.name, header.count, (SheetChoice(header.name),))

    def report_unused(self, sections: list[SheetSection], layouts: dict[str, Layout]) -> None:
        """Report the sheets that no layout draws from."""
        used = self.mentioned | {
            choice.sheet
            for layout in layouts.values()
            for slot in layout.slots
            if isinstance(slot, Slot)
            for choice in slot.sheets
        }
        for section in sections:
            header = section.header
            if header is not None and header.count is None and header.name not in used:
                where = self.span(header.start, header.end)
                note = meant_count(header.name)
                notes = (note,) if note else ()
                self.log.add(DraftmancerCode.UNUSED_SHEET, where, notes=notes, name=header.name)

    def event(self) -> Event:
        """The event that the settings describe."""
        get = self.settings.get
        predetermined, boosters = get("predeterminedLayouts", ()), get("boosterSettings", ())
        supply: Supply = "infinite" if get("withReplacement", False) else "finite"
        if supply == "finite" and get("refillWhenEmpty", False):
            supply = "refill"
        count = get("boostersPerPlayer", len(predetermined) or 3)
        if predetermined and boosters and len(predetermined) != len(boosters):
            predetermined = tuple(islice(cycle(predetermined), count))
            boosters = tuple(islice(cycle(boosters), count))
        rounds = tuple(
            Round(None, layouts or (), *(settings or ()))
            for layouts, settings in zip_longest(predetermined, boosters)
        )
        return Event(
            rounds,
            supply,
            count,
            get("layoutWithReplacement", True),
            get("colorBalance", True),
        )
