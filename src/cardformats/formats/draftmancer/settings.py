"""The settings: between the JSON object of ``[Settings]`` and layouts, rounds and an event."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from attrs import define, field

from ...diagnostics import DiagnosticLog
from ...losses import Loss, LossLog
from ...model import (
    Booster,
    CardSet,
    Event,
    Layout,
    LayoutChoice,
    Random,
    Round,
    SheetChoice,
    Slot,
)
from ...model.frozen import thaw
from ...source import SourceText
from .codes import DraftmancerCode
from .layouts import SlotContext, flat_choices, layouts_to_model
from .section_json import Node
from .syntax import JsonSection, LayoutsSection

#: The settings that stay if a later section does not have them.
_STAY = ("name", "cubeCobraID", "layouts")

#: The settings that the model has no word for.
KEPT = ("botModel", "cardBack", "cardTitleHeightFactor", "cubeCobraID", "showSheets", "showSlots")

#: Picks and burns of a booster.
PicksAndBurns = tuple[tuple[int, ...], tuple[int, ...]]


@define
class Settings:
    """What the sections of settings say.

    Attributes:
        values: what counts now, by key; None if it is wrong, and for the layouts.
        layouts: the declared layouts by name; None if none are declared.
        layouts_at: where the layouts are declared.
    """

    values: dict[str, Any] = field(factory=dict)
    layouts: dict[str, Layout] | None = None
    layouts_at: Node | None = None

    def get(self, key: str, default: Any) -> Any:
        """The value of *key*, or *default*."""
        value = self.values.get(key)
        return default if value is None else value

    def extras(self) -> dict[str, Any]:
        """What the model has no word for."""
        known = {key: value for key in KEPT if (value := self.values.get(key)) is not None}
        return known | {key: self.values[key] for key in self.values if key not in _READ}

    def add(self, section: JsonSection, context: SlotContext, log: DiagnosticLog) -> None:
        """Take over what *section* says; a later section replaces an earlier one.

        Name, CubeCobra id and layouts stay if the later one does not mention them.
        """
        assert section.json is not None  # noqa: S101 - only sections that were read are converted
        node = Node(section.json, (), section.value, "[Settings]", log)
        replaced = [key for key in self.values if key in section.value or key not in _STAY]
        if replaced:
            span = section.json.source.span(section.start, section.end)
            log.add(DraftmancerCode.SETTINGS_TWICE, span, names=", ".join(map(repr, replaced)))
        self.values = {key: self.values[key] for key in self.values if key in _STAY}
        members = node.members() or {}
        node.unknown_keys(_READ.keys())
        if "layouts" in members and members["layouts"].value not in ({}, []):
            self.layouts_at = members["layouts"]
            self.layouts = {each.name: each for each in layouts_to_model(self.layouts_at, context)}
        for key, member in members.items():
            read = _READ.get(key)
            value = read(member, self.layouts or {}, context) if read else member.value
            self.values[key] = self.values.get(key) if value is None else value

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


def _boosters(node: Node) -> Iterator[PicksAndBurns]:
    """Picks and burns of each booster: numbers, or arrays of numbers."""
    for item in node.items("a booster's settings"):
        if (members := item.members()) is not None:
            item.unknown_keys({"picks", "burns"})
            yield _counts(members.get("picks"), 1), _counts(members.get("burns"), 0)


def _counts(node: Node | None, minimum: int) -> tuple[int, ...]:
    if node is None:
        return (minimum,)
    nodes = node.items("a count") if isinstance(node.value, list) else (node,)
    counts = [item.integer(minimum if node.value != 0 else 0) for item in nodes]
    return tuple(max(minimum, each) for each in counts if each is not None) or (minimum,)


def _predetermined(node: Node, layouts: Mapping[str, Layout]) -> Iterator[tuple[LayoutChoice, ...]]:
    """For each booster: a name, an array of names or of names with weights, or an object."""
    forms = set(map(_form, node.value)) if isinstance(node.value, list) else set()
    if len(forms - {(list, frozenset())}) > 1 or any(len(kinds) > 1 for _, kinds in forms):
        node.wrong(
            "of one form: all names, all arrays of names, all objects, or all arrays of objects"
        )
    if node.value == []:
        node.report(DraftmancerCode.BAD_WEIGHTS, what="an empty list of layouts")
    weights = {name: int(layout.weight) for name, layout in layouts.items()}
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
            named = list(item.weighted_names("a layout", needs_weight=True, weights=weights))
        for where, name, _ in named:
            if name not in layouts:
                notes = item.log.did_you_mean(name, layouts)
                where.report(DraftmancerCode.UNKNOWN_LAYOUT, notes=notes, name=name)
        choices = [LayoutChoice(name, weight) for _, name, weight in named if name in layouts]
        if any(choice.weight for choice in choices):
            yield tuple(choices)
        elif len(choices) == len(named):
            item.report(DraftmancerCode.BAD_WEIGHTS, what="this booster's list of layouts")


def _form(value: object) -> tuple[type, frozenset[type]]:
    """What tells the forms of predetermined layouts apart: the kind of a value and its items."""
    return type(value), frozenset(map(type, value) if isinstance(value, list) else ())


_Reads = Callable[[Node, Mapping[str, Layout], SlotContext], Any]


def _one(read: Callable[[Node], Any]) -> _Reads:
    return lambda node, _layouts, _context: read(node)


#: How the value of each key is read, in view of the layouts.
_READ: dict[str, _Reads] = {
    **dict.fromkeys(("name", "cubeCobraID", "cardBack", "botModel"), _one(Node.text)),
    **dict.fromkeys(("showSlots", "showSheets", "withReplacement"), _one(Node.boolean)),
    **dict.fromkeys(("colorBalance", "duplicateProtection"), _one(Node.boolean)),
    **dict.fromkeys(("refillWhenEmpty", "layoutWithReplacement"), _one(Node.boolean)),
    "cardTitleHeightFactor": _one(Node.number),
    "boostersPerPlayer": lambda node, _, context: node.integer(1, context.max_cards),
    "layouts": _one(lambda _: None),
    "predeterminedLayouts": lambda node, layouts, _: tuple(_predetermined(node, layouts)),
    "boosterSettings": _one(lambda node: tuple(_boosters(node))),
}


def settings_from_model(
    cardset: CardSet, flat: Mapping[str, list[Layout]], losses: LossLog
) -> dict[str, Any]:
    """The settings of *cardset*, whose booster has the layouts *flat*.

    What a draft session keeps of the list before, if the next one does not say it, is always said;
    of the rest, defaults are left out.
    """
    event = cardset.event or Event(supply="infinite")
    booster = cardset.boosters[0] if cardset.boosters else None
    output: dict[str, Any] = {"name": cardset.name} if cardset.name else {}
    output |= thaw(cardset.extras.get("draftmancer", {}))
    output["withReplacement"] = event.supply == "infinite"
    if event.supply == "refill":
        output["refillWhenEmpty"] = True
    output["duplicateProtection"] = booster is None or booster.distinct != "none"
    output["colorBalance"] = event.color_balance
    if not event.layout_replacement:
        output["layoutWithReplacement"] = False
    output["boostersPerPlayer"] = event.boosters_per_player
    if any(each.layouts for each in event.rounds) and any(flat.values()):
        rounds = [_round_from_model(each, flat, losses) for each in event.rounds]
        output["predeterminedLayouts"] = rounds
    else:
        for choice in (choice for each in event.rounds for choice in each.layouts):
            losses.dropped(Loss.LAYOUT, choice.layout, "the choice of a layout that there is not")
    if any(each.picks != (1,) or each.burns != (0,) for each in event.rounds):
        output["boosterSettings"] = [
            {
                "picks": _written_counts(max(1, count) for count in each.picks),
                "burns": _written_counts(each.burns),
            }
            for each in event.rounds
        ]
    for number, each in enumerate(event.rounds, 1):
        if not all(each.picks):
            losses.changed(Loss.EVENT, f"round {number}", "a turn without a pick", "one card")
    _report_supply(cardset, booster, event.supply, losses)
    return output


def _report_supply(cardset: CardSet, booster: Booster | None, supply: str, losses: LossLog) -> None:
    """Tell where cards come from or are kept apart otherwise than they can be."""
    # each slot starts anew, and its cards are distinct: that is with replacement, too
    starts_anew = booster and (booster.distinct, booster.distinct_scope) == ("printing", "slot")
    for sheet in cardset.sheets.values():
        other = Random(replacement=supply != "infinite")
        if sheet.collation == other and not starts_anew:
            how = "with" if supply == "infinite" else "without"
            losses.changed(
                Loss.COLLATION, sheet.name, "whether a card can come again", f"{how} replacement"
            )


def _round_from_model(
    each: Round, flat: Mapping[str, list[Layout]], losses: LossLog
) -> list[dict[str, Any]]:
    """The layouts of a round with their weights; all layouts if it names none that there is."""
    known = []
    for choice in each.layouts:
        if flat.get(choice.layout):
            known.append(choice)
        else:
            losses.dropped(Loss.LAYOUT, choice.layout, "the choice of a layout that there is not")
    choices = flat_choices(known, flat) or tuple(
        LayoutChoice(layout.name, layout.weight) for named in flat.values() for layout in named
    )
    if not any(choice.weight for choice in choices):
        losses.changed(
            Loss.LAYOUT, choices[0].layout, "a round whose layouts have no weight", "equal ones"
        )
        choices = tuple(LayoutChoice(choice.layout) for choice in choices)
    return [{"name": choice.layout, "weight": choice.weight} for choice in choices]


def _written_counts(counts: Iterable[int]) -> int | list[int]:
    listed = list(counts)
    return listed[0] if len(listed) == 1 else listed
