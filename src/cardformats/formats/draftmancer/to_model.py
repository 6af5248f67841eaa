"""Conversion from the syntax of a list to a card set."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle, islice, zip_longest

from attrs import evolve

from ...diagnostic_log import DiagnosticLog
from ...diagnostics import Fix, Related
from ...model import (
    Booster,
    Card,
    CardRef,
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
from ...source import Span, TextEdit
from ..json_text import encode
from .card_keys import DEFAULT_SET
from .codes import DraftmancerCode
from .custom_cards import as_official, cards_to_model, identity, references
from .format import DraftmancerOptions
from .layouts import SlotContext
from .lines import card_line
from .names import OfficialCards
from .printings import usable_number, with_references
from .section_json import PROTOTYPE, JsonNode, without_item
from .settings import Settings
from .sheets import SheetLines, collation_to_model
from .syntax import (
    DEFAULT,
    WHITE_SPACE,
    CardList,
    Header,
    JsonSection,
    LayoutsSection,
)
from .typos import meant_count

#: The key in a booster's extras for a number of cards that is set by the draft session.
SESSION_SIZE = "session_size"


def to_model(cards: CardList, options: DraftmancerOptions, log: DiagnosticLog) -> CardSet:
    """Return the card set that *cards* describes; invalid parts are reported and omitted."""
    return _ToModel(cards, options, log).cardset()


class _ToModel:
    """A converter that collects the contents of the sections."""

    def __init__(self, syntax: CardList, options: DraftmancerOptions, log: DiagnosticLog) -> None:
        self.syntax, self.source = syntax, syntax.source
        self.options, self.log = options, log
        catalog = options.catalog
        self.catalog = None if catalog is None else OfficialCards(catalog)
        self.sections = syntax.sheets
        self.headers = [section.header for section in self.sections]
        names = frozenset(header.name for header in self.headers)
        self.context = SlotContext(names, options.max_cards)
        self.settings = Settings()
        self.cards: dict[tuple[str, str, str], Card] = {}
        self.nodes: dict[tuple[str, str, str], JsonNode] = {}
        self.by_name: dict[str, list[Card]] = {}
        self.defined_at: dict[str, int] = {}
        #: The cards of the catalog that occur in the list.
        self.official: dict[tuple[str, str, str], Card] = {}
        #: The nodes in which custom cards name others, with the names of cards of their section.
        self.references: list[tuple[JsonNode, set[str]]] = []
        #: The custom cards that such references refer to.
        self.meant: dict[CardRef, CardRef] = {}

    def at(self, header: Header) -> Span:
        return self.source.span(header.start, header.end)

    def cardset(self) -> CardSet:
        for section in self.syntax.sections:
            if isinstance(section, LayoutsSection):
                self.settings.add_old(section, self.source, self.context, self.log)
            elif isinstance(section, JsonSection) and section.kind == "settings":
                self.settings.add(section, self.context, self.log)
            elif isinstance(section, JsonSection):
                self.add_cards(section)
            elif section.header.count is not None:
                self.context.counted.append(section.header)
        self.name_default_set()
        sheets = self.sheets()
        kept, name = self.settings.extras(), self.settings["name"]
        booster = self.booster(name, sheets)
        cardset = CardSet(
            name,
            None,
            (*self.cards.values(), *map(as_official, self.official.values())),
            sheets,
            (booster,) if booster else (),
            self.event(),
            extras=FrozenDict({"draftmancer": freeze(kept)}) if kept else {},
        )
        meant = {ref: its for ref, its in self.meant.items() if ref != its}
        return with_references(cardset, lambda ref: meant.get(ref, ref)) if meant else cardset

    def add_cards(self, section: JsonSection) -> None:
        added: set[str] = set()
        for card, node in cards_to_model(section, self.catalog, self.log):
            key = identity(card)
            if key in self.cards:
                same = self.nodes[key].value == node.value
                fix = without_item(node) if same else None
                self.log.add(DraftmancerCode.DUPLICATE_CARD, node.span, fix, name=card.name)
                continue
            added.add(card.name)
            self.references += ((each, added) for each in references(node))
            self.cards[key], self.nodes[key] = card, node
            self.by_name.setdefault(card.name, []).append(card)
            self.defined_at.setdefault(card.name, section.start)

    def is_official(self, name: str) -> bool:
        """Return whether the catalog has a card of that name."""
        return self.catalog is not None and bool(self.catalog.printings(name))

    def name_default_set(self) -> None:
        """Give cards without a set Draftmancer's default set if other cards share their name.

        Otherwise no reference could distinguish them from cards with a set.
        """
        for cards in self.by_name.values():
            if len(cards) > 1 and any(card.set_code for card in cards):
                cards[:] = [evolve(each, set_code=each.set_code or DEFAULT_SET) for each in cards]
                self.cards |= {identity(card): card for card in cards}

    def renumbered(self) -> dict[CardRef, TextEdit]:
        """Return the edits that give custom cards a valid collector number, by reference."""
        edits = {}
        taken = {*self.cards}
        for (name, code, number), node in self.nodes.items():
            usable = usable_number(number)
            new = (name, code, usable or "")
            if (
                usable
                and usable != number
                and new not in taken
                and "collector_number" in node.value
            ):
                taken.add(new)
                edit = TextEdit(node.member("collector_number").span, encode(usable, None))
                for each in (code, code.upper(), self.cards[name, code, number].set_code):
                    edits[CardRef(name, each or DEFAULT_SET, number)] = edit
        return edits

    def sheets(self) -> dict[str, Sheet]:
        """Return the sheets by name; a later sheet replaces an earlier one of the same name."""
        sheets: dict[str, Sheet] = {}
        replacement = self.settings["withReplacement"]
        lines = SheetLines(
            self.source,
            self.options,
            self.log,
            self.by_name,
            self.defined_at,
            self.catalog,
            self.renumbered(),
        )
        end = len(self.source.text)
        for node, names in self.references:
            if text := node.value.strip(WHITE_SPACE):
                line = card_line(text)
                ref, _ = lines.reference(line, end, text, node.where)
                if ref.name in self.by_name:
                    self.meant[line.ref] = ref
                    if ref.name not in names and not self.is_official(ref.name):
                        node.report(DraftmancerCode.OTHER_SECTION, name=ref.name)
            else:
                node.wrong("the name of a card")
        headers: dict[str, Span] = {}
        for section in self.sections:
            header, name = section.header, section.header.name
            if name in sheets:
                places = [Related(headers[name], "the earlier sheet")]
                code = DraftmancerCode.SHEET_REPLACED
                self.log.add(code, self.at(header), None, places, name=name)
            headers[name] = self.at(header)
            if name == PROTOTYPE:
                self.log.add(DraftmancerCode.PROTOTYPE, self.at(header), what="a sheet")
            entries = lines.entries(section)
            total = sum(entry.copies for entry in entries)
            collation = collation_to_model(header, total, self.log, replacement=replacement)
            if not entries:
                self.log.add(DraftmancerCode.SHEET_EMPTY, self.at(header), name=name)
            sheets[name] = Sheet(name, entries, collation)
        if not any(sheet.entries for sheet in sheets.values()):
            self.log.add(DraftmancerCode.EMPTY, self.source.span(end, end))
        # references without a set must find the preferred cards first
        self.official = lines.preferred | lines.official
        return sheets

    def booster(self, name: str, sheets: dict[str, Sheet]) -> Booster | None:
        """Return the booster of the layouts or of the only sheet; None if it is not determined."""
        distinct = "printing" if self.settings["duplicateProtection"] else "none"
        layouts = self.layouts()
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
            where = self.at(self.headers[1])
            meant = [(each, meant_count(each.name)) for each in self.headers]
            edits = [TextEdit(self.at(each), new) for each, new in meant if new is not None]
            notes = [f"did you mean {edits[0].new}?"] if edits else []
            fix = Fix("put counts in parentheses", edits) if len(edits) == len(meant) else None
            self.log.add(DraftmancerCode.NO_LAYOUT, where, fix, notes=notes, count=len(sheets))
        return None

    def with_a_weight(self, layouts: dict[str, Layout]) -> dict[str, Layout]:
        """Return *layouts* with a weight for the first one, as Draftmancer does if none has any.

        If the settings assign layouts to boosters, weights do not matter.
        """
        if self.settings.values.get("predeterminedLayouts"):
            return layouts
        first = next(iter(layouts.values()))
        where = self.settings.layouts_at.span if self.settings.layouts_at else None
        self.log.add(DraftmancerCode.FIRST_LAYOUT, where, name=first.name)
        return layouts | {first.name: evolve(first, weight=1)}

    def layouts(self) -> dict[str, Layout]:
        """Return the layouts by name: the declared ones, and that of counts in headers."""
        counted = self.context.counted
        layouts = dict(self.settings.layouts or {})
        if counted:
            if layouts and DEFAULT not in layouts:
                self.log.add(DraftmancerCode.MIXED_LAYOUTS, self.at(counted[0]))
            base = layouts.get(DEFAULT, Layout(DEFAULT, 1))
            layouts[DEFAULT] = evolve(base, slots=(*base.slots, *self.counted_slots(counted)))
        if layouts:
            self.report_unused(layouts)
        return layouts

    def counted_slots(self, headers: list[Header]) -> Iterator[Slot]:
        """Yield a slot for each header with a count, up to the maximum size of a pack."""
        left = limit = self.options.max_cards
        for header in headers:
            name, count = header.name, header.count
            if not count:
                self.log.add(DraftmancerCode.SLOT_COUNT, self.at(header), slot=name, count=0)
            elif count > left:
                self.log.add(DraftmancerCode.COUNT, self.at(header), count=count, limit=limit)
            else:
                left -= count
                yield Slot(name, count, (SheetChoice(name),))

    def report_unused(self, layouts: dict[str, Layout]) -> None:
        slots = [slot for layout in layouts.values() for slot, _ in layout.walk()]
        used = self.context.mentioned | {each.sheet for slot in slots for each in slot.sheets}
        for header in self.headers:
            if header.count is None and header.name not in used:
                new, span = meant_count(header.name), self.at(header)
                fix = Fix.replace(span, new, is_safe=False) if new else None
                notes = (f"did you mean {new}?",) if new else ()
                self.log.add(DraftmancerCode.UNUSED_SHEET, span, fix, notes=notes, name=header.name)

    def event(self) -> Event:
        its = self.settings
        predetermined, boosters = its["predeterminedLayouts"], its["boosterSettings"]
        supply: Supply = "infinite" if its["withReplacement"] else "finite"
        if supply == "finite" and its["refillWhenEmpty"]:
            supply = "refill"
        count = its["boostersPerPlayer"] or len(predetermined) or 3
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
            its["layoutWithReplacement"],
            its["colorBalance"],
        )
