"""The settings: between the JSON object of ``[Settings]`` and layouts, rounds and an event."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from attrs import define, field

from ...diagnostics import DiagnosticLog, LossLog
from ...model import (
    Booster,
    CardRef,
    CardSet,
    Choice,
    Event,
    Layout,
    LayoutChoice,
    Random,
    Round,
    Sheet,
    SheetChoice,
    Slot,
)
from ...model.frozen import thaw
from ...source import SourceText
from .codes import DraftmancerCode
from .layouts import SlotContext, flat_choices, layouts_to_model
from .section_json import Node
from .syntax import JsonSection, LayoutsSection

_BOOLEANS = frozenset(
    [
        "showSlots",
        "showSheets",
        "withReplacement",
        "duplicateProtection",
        "colorBalance",
        "refillWhenEmpty",
        "layoutWithReplacement",
    ]
)
_TEXTS = frozenset(("name", "cubeCobraID", "cardBack", "botModel"))
_STRUCTURED = frozenset(("layouts", "predeterminedLayouts", "boosterSettings"))
KNOWN = _BOOLEANS | _TEXTS | _STRUCTURED | {"cardTitleHeightFactor", "boostersPerPlayer"}

#: The settings that stay if a later section does not have them.
_STAY = ("name", "cubeCobraID", "layouts")

#: The settings that the model has no word for.
KEPT = frozenset(
    ["cubeCobraID", "cardBack", "botModel", "cardTitleHeightFactor", "showSlots", "showSheets"]
)

#: Picks and burns of a booster.
PicksAndBurns = tuple[tuple[int, ...], tuple[int, ...]]


@define
class Settings:
    """What the sections of settings say.

    Attributes:
        simple: the settings that are one value, checked.
        layouts: the declared layouts by name; None if none are declared.
        predetermined: for each booster the layouts it may have.
        boosters: for each booster its picks and burns.
        unknown: settings that Draftmancer does not know.
        layouts_at: where the layouts are declared.
        in_force: the keys that count now.
    """

    simple: dict[str, Any] = field(factory=dict)
    layouts: dict[str, Layout] | None = None
    predetermined: tuple[tuple[LayoutChoice, ...], ...] = ()
    boosters: tuple[PicksAndBurns, ...] = ()
    unknown: dict[str, Any] = field(factory=dict)
    layouts_at: Node | None = None
    in_force: list[str] = field(factory=list)

    def add(self, section: JsonSection, context: SlotContext, log: DiagnosticLog) -> None:
        """Take over what *section* says; a later section replaces an earlier one.

        Name, CubeCobra id and layouts stay if the later one does not mention them.
        """
        assert section.json is not None  # noqa: S101 - only sections that were read are converted
        node = Node(section.json, (), section.value, "[Settings]", log)
        self._report_replaced(section, log)
        stays = [key for key in self.in_force if key in _STAY]
        self.in_force = list(dict.fromkeys((*stays, *section.value)))
        kept: dict[str, Any] = {key: self.simple[key] for key in _STAY if key in self.simple}
        self.simple, self.predetermined, self.boosters, self.unknown = kept, (), (), {}
        members = node.members() or {}
        node.unknown_keys(KNOWN)
        if "layouts" in members and members["layouts"].value not in ({}, []):
            layouts = layouts_to_model(members["layouts"], context)
            self.layouts = {layout.name: layout for layout in layouts}
            self.layouts_at = members["layouts"]
        for key, member in members.items():
            if key not in KNOWN:
                self.unknown[key] = member.value
            elif key not in _STRUCTURED:
                value = _simple(key, member, context.max_cards)
                if value is not None:
                    self.simple[key] = value
        if "boosterSettings" in members:
            self.boosters = tuple(_boosters(members["boosterSettings"]))
        if "predeterminedLayouts" in members:
            rounds = members["predeterminedLayouts"]
            self.predetermined = tuple(_predetermined(rounds, self.layouts or {}))
            if rounds.value == []:
                log.add(DraftmancerCode.BAD_WEIGHTS, rounds.span, what="an empty list of layouts")

    def _report_replaced(self, section: JsonSection, log: DiagnosticLog) -> None:
        """Report what *section* makes an earlier one say in vain."""
        replaced = [key for key in self.in_force if key in section.value or key not in _STAY]
        if replaced and section.json is not None:
            span = section.json.source.span(section.start, section.end)
            log.add(DraftmancerCode.SETTINGS_TWICE, span, names=", ".join(map(repr, replaced)))

    def add_old(
        self,
        section: LayoutsSection,
        source: SourceText,
        context: SlotContext,
        log: DiagnosticLog,
    ) -> None:
        """Take over the layouts of the old section."""
        if self.layouts is not None:
            log.add(DraftmancerCode.LAYOUTS_TWICE, source.span(section.start, section.end))
        self.layouts = dict(self.layouts or {})
        declared: set[str] = set()
        for old in section.layouts:
            span = source.span(old.start, old.end)
            if old.name in declared:
                log.add(DraftmancerCode.LAYOUT_TWICE, span, name=old.name)
            declared.add(old.name)
            slots = []
            for name, count in old.slots:
                context.mentioned.add(name)
                if name not in context.sheets:
                    data = {"slot": name, "layout": old.name, "sheet": name}
                    log.add(DraftmancerCode.UNKNOWN_SHEET, span, **data)
                elif count == 0:
                    log.add(DraftmancerCode.SLOT_COUNT, span, slot=name, count=count)
                else:
                    slots.append(Slot(name, count, (SheetChoice(name),)))
            count = sum(count for _, count in old.slots)
            if not old.slots:
                log.add(DraftmancerCode.EMPTY_LAYOUT, span, name=old.name)
            elif count > context.max_cards:
                limit = context.max_cards
                log.add(DraftmancerCode.COUNT, span, count=count, limit=limit)
            else:
                self.layouts[old.name] = Layout(old.name, old.weight, slots)


def _simple(key: str, node: Node, max_boosters: int) -> Any:
    if key in _BOOLEANS:
        return node.boolean()
    if key in _TEXTS:
        return node.text()
    if key == "boostersPerPlayer":
        return node.integer(1, max_boosters)
    return node.number()


def _boosters(node: Node) -> Iterator[PicksAndBurns]:
    """Picks and burns of each booster: numbers, or arrays of numbers."""
    for item in node.items("a booster's settings"):
        members = item.members()
        if members is None:
            continue
        item.unknown_keys(frozenset(("picks", "burns")))
        yield _counts(members.get("picks"), 1), _counts(members.get("burns"), 0)


def _counts(node: Node | None, minimum: int) -> tuple[int, ...]:
    if node is None:
        return (minimum,)
    nodes = list(node.items("a count")) if isinstance(node.value, list) else [node]
    counts = tuple(
        count
        for item in nodes
        if (count := item.integer(minimum if node.value != 0 else 0)) is not None
    )
    return tuple(max(minimum, count) for count in counts) or (minimum,)


def _predetermined(node: Node, layouts: dict[str, Layout]) -> Iterator[tuple[LayoutChoice, ...]]:
    """For each booster: a name, an array of names or of names with weights, or an object."""
    forms = set(map(_form, node.value)) if isinstance(node.value, list) else set()
    if len(forms - {(list, frozenset())}) > 1 or any(len(kinds) > 1 for _, kinds in forms):
        node.wrong(
            "of one form: all names, all arrays of names, all objects, or all arrays of objects"
        )
    for item in node.items("a booster's layouts"):
        if isinstance(item.value, str):
            named = [(item, item.value, 1)]
        elif isinstance(item.value, dict):
            named = [
                (inner.name(), name, weight)
                for name, inner in (item.members() or {}).items()
                if (weight := inner.integer(0)) is not None
            ]
        else:
            named = list(_weighted_names(item, layouts))
        choices = []
        for where, name, weight in named:
            if name in layouts:
                choices.append(LayoutChoice(name, weight))
            else:
                notes = item.log.did_you_mean(name, layouts)
                item.log.add(DraftmancerCode.UNKNOWN_LAYOUT, where.span, notes=notes, name=name)
        if any(choice.weight for choice in choices):
            yield tuple(choices)
        elif len(choices) == len(named):
            what = "this booster's list of layouts"
            item.report(DraftmancerCode.BAD_WEIGHTS, what=what)


def _form(value: object) -> tuple[type, frozenset[type]]:
    """What tells the forms of predetermined layouts apart: the kind of a value and its items."""
    return type(value), frozenset(map(type, value) if isinstance(value, list) else ())


def _weighted_names(node: Node, layouts: dict[str, Layout]) -> Iterator[tuple[Node, str, int]]:
    for item in node.items("a layout"):
        if isinstance(item.value, str):
            declared = layouts.get(item.value)
            yield item, item.value, int(declared.weight) if declared else 1
            continue
        members = item.members()
        if members is None:
            continue
        missing = [key for key in ("name", "weight") if key not in members]
        for key in missing:
            item.report(DraftmancerCode.MISSING, what="a layout", name=key)
        if not missing:
            name, weight = members["name"].text(), members["weight"].integer(0)
            if name is not None and weight is not None:
                yield members["name"], name, weight


def settings_from_model(
    cardset: CardSet, flat: Mapping[str, list[Layout]], losses: LossLog
) -> dict[str, Any]:
    """The settings of *cardset*, whose booster has the layouts *flat*.

    What a draft session keeps of the list before, if the next one does not say it, is always said;
    of the rest, defaults are left out.
    """
    output: dict[str, Any] = {"name": cardset.name} if cardset.name else {}
    output |= thaw(cardset.extras.get("draftmancer", {}))
    output |= _supply_from_model(cardset, losses)
    event = cardset.event or Event()
    output["colorBalance"] = event.color_balance
    if not event.layout_replacement:
        output["layoutWithReplacement"] = False
    output |= _rounds_from_model(event, flat, losses)
    for number, each in enumerate(event.rounds, 1):
        if each.direction != "alternate":
            losses.dropped("the direction of a round", f"round {number}")
        if each.booster is not None:
            losses.dropped("the booster of a round", f"round {number}")
    return output


def _rounds_from_model(
    event: Event, flat: Mapping[str, list[Layout]], losses: LossLog
) -> dict[str, Any]:
    """How many boosters there are, which layouts they have, and how they are picked from."""
    output: dict[str, Any] = {"boostersPerPlayer": event.boosters_per_player}
    predetermined = any(each.layouts for each in event.rounds) and any(flat.values())
    if not predetermined:
        for each in event.rounds:
            for choice in each.layouts:
                losses.dropped("the choice of a layout that there is not", choice.layout)
    if predetermined:
        output["predeterminedLayouts"] = [
            _round_from_model(each, flat, losses) for each in event.rounds
        ]
    if any(each.picks != (1,) or each.burns != (0,) for each in event.rounds):
        output["boosterSettings"] = [
            {
                "picks": _picks_from_model(each.picks, number, losses),
                "burns": _counts_from_model(each.burns),
            }
            for number, each in enumerate(event.rounds, 1)
        ]
    return output


def _supply_from_model(cardset: CardSet, losses: LossLog) -> dict[str, Any]:
    """Where cards come from, and what does not come twice."""
    supply = cardset.event.supply if cardset.event else "infinite"
    output: dict[str, Any] = {"withReplacement": supply == "infinite"}
    random = [each for each in cardset.sheets.values() if isinstance(each.collation, Random)]
    # each slot starts anew, and its cards are distinct: that is with replacement, too
    starts_anew = any(
        (each.distinct, each.distinct_scope) == ("printing", "slot")
        for each in cardset.boosters[:1]
    )
    for sheet in random:
        if sheet.collation != Random(replacement=supply == "infinite") and not starts_anew:
            how = "with" if supply == "infinite" else "without"
            losses.changed(f"whether a card can come again (now {how} replacement)", sheet.name)
    if supply == "refill":
        output["refillWhenEmpty"] = True
    output["duplicateProtection"] = not any(
        booster.distinct == "none" for booster in cardset.boosters[:1]
    )
    for booster in cardset.boosters[:1]:
        if booster.distinct != "none":
            _report_distinct(booster, cardset.sheets, losses)
        for _ in booster.constraints:
            losses.dropped("constraints on a pack", booster.name)
        if booster.box is not None:
            losses.dropped("how packs are boxed", booster.name)
    return output


def _report_distinct(booster: Booster, sheets: Mapping[str, Sheet], losses: LossLog) -> None:
    """Tell where *booster* does not have each printing once in a pack, as Draftmancer has it."""
    if (booster.distinct, booster.distinct_scope) == ("printing", "slot"):
        if _slots_share_cards(booster.layouts, sheets):
            losses.changed("a card in several slots of a pack (now only once)", booster.name)
    elif (booster.distinct, booster.distinct_scope) != ("printing", "pack"):
        kind = f"one {booster.distinct} per {booster.distinct_scope}"
        losses.changed(f"{kind} (now one printing per pack)", booster.name)


def _slots_share_cards(layouts: Iterable[Layout], sheets: Mapping[str, Sheet]) -> bool:
    """Whether two slots of one layout may have the same card; options exclude one another."""
    return any(_cards_of(layout, sheets)[1] for layout in layouts)


def _cards_of(layout: Layout, sheets: Mapping[str, Sheet]) -> tuple[set[CardRef], bool]:
    """The cards that *layout* may have, and whether two of its slots have one in common."""
    found: set[CardRef] = set()
    are_shared = False
    for part in layout.slots:
        own: set[CardRef] = set()
        if isinstance(part, Choice):
            for option in part.options:
                cards, shared = _cards_of(option, sheets)
                own |= cards
                are_shared |= shared
        elif part.count != 0:
            for each in part.sheets:
                entries = sheets[each.sheet].entries if each.sheet in sheets else ()
                own |= {entry.card for entry in entries}
        are_shared |= not found.isdisjoint(own)
        found |= own
    return found, are_shared


def _round_from_model(
    each: Round, flat: Mapping[str, list[Layout]], losses: LossLog
) -> list[dict[str, Any]]:
    """The layouts of a round with their weights; all layouts if it names none that there is."""
    known = []
    for choice in each.layouts:
        if flat.get(choice.layout):
            known.append(choice)
        else:
            losses.dropped("the choice of a layout that there is not", choice.layout)
    choices = flat_choices(known, flat) or tuple(
        LayoutChoice(layout.name, layout.weight) for named in flat.values() for layout in named
    )
    if not any(choice.weight for choice in choices):
        losses.changed("a round whose layouts have no weight (now equal ones)", choices[0].layout)
        choices = tuple(LayoutChoice(choice.layout) for choice in choices)
    return [{"name": choice.layout, "weight": choice.weight} for choice in choices]


def _picks_from_model(picks: tuple[int, ...], number: int, losses: LossLog) -> int | list[int]:
    if not all(picks):
        losses.changed("a turn without a pick (now one card)", f"round {number}")
    return _counts_from_model(tuple(max(1, count) for count in picks))


def _counts_from_model(counts: tuple[int, ...]) -> int | list[int]:
    return counts[0] if len(counts) == 1 else list(counts)
