"""The settings: conversion between the JSON object of ``[Settings]`` and the model."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from attrs import define, field, frozen

from ...diagnostic_log import DiagnosticLog
from ...losses import Loss, LossLog
from ...model import (
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
from .kinds import (
    BOOLEAN,
    NATURAL,
    NUMBER,
    POSITIVE,
    TEXT,
    WHOLE,
    ValueKind,
    any_of,
    array_of,
    map_of,
    object_of,
)
from .layouts import CHOSEN_LAYOUT, LAYOUTS, SlotContext, flat_choices, layouts_to_model
from .section_json import SCRIPT_NAMES, JsonNode
from .syntax import DEFAULT, JsonSection, LayoutsSection

#: Picks and burns of a booster.
PicksAndBurns = tuple[tuple[int, ...], tuple[int, ...]]


@define
class Settings:
    """The combined values of the sections of settings.

    Attributes:
        values: The values in effect, by key; None if a value is invalid, and for the layouts.
        layouts: The declared layouts by name; None if none are declared.
        layouts_at: The node of the declared layouts.
        has_old: Whether there was an old section of layouts, which may be empty.
    """

    values: dict[str, Any] = field(factory=dict)
    layouts: dict[str, Layout] | None = None
    layouts_at: JsonNode | None = None
    has_old: bool = False

    def __getitem__(self, key: str) -> Any:
        """Return the value of *key*, or its default."""
        value = self.values.get(key)
        return SETTINGS[key].kind.default if value is None else value

    def extras(self) -> dict[str, Any]:
        """Return the values that the model does not have."""
        kept = (key for key, setting in SETTINGS.items() if setting.write is None)
        known = {key: value for key in kept if (value := self.values.get(key)) is not None}
        return known | {key: self.values[key] for key in self.values if key not in SETTINGS}

    def add(self, section: JsonSection, context: SlotContext, log: DiagnosticLog) -> None:
        """Add the values of *section*; a later section replaces an earlier one.

        The name, the CubeCobra id and the layouts remain if the later section does not have them.
        """
        node = JsonNode(section.json, (), section.value, "[Settings]", log)
        stay = {key for key, setting in SETTINGS.items() if setting.stays}
        replaced = [key for key in self.values if key in section.value or key not in stay]
        if replaced:
            span = section.json.source.span(section.start, section.end)
            log.add(DraftmancerCode.SETTINGS_TWICE, span, names=", ".join(map(repr, replaced)))
        self.values = {key: self.values[key] for key in self.values if key in stay}
        members = node.members() or {}
        node.unknown_keys(SETTINGS_KIND)
        if "layouts" in members:
            if context.counted:
                span = members["layouts"].name().span
                log.add(DraftmancerCode.COUNTS_REPLACED, span)
            context.counted.clear()
        if "layouts" in members and members["layouts"].value not in ({}, []):
            self.layouts_at = members["layouts"]
            self.layouts = {each.name: each for each in layouts_to_model(self.layouts_at, context)}
        for key, member in members.items():
            setting = SETTINGS.get(key)
            value = member.value
            if setting is not None:
                read = setting.read or (lambda node, *_, kind=setting.kind: node.read(kind))
                value = read(member, self.known_layouts(context), context)
            self.values[key] = self.values.get(key) if value is None else value

    def known_layouts(self, context: SlotContext) -> Mapping[str, Layout]:
        """Return the layouts that can be named: the declared ones, and that of header counts."""
        counted = {DEFAULT: Layout(DEFAULT)} if context.counted else {}
        return counted | (self.layouts or {})

    def add_old(
        self,
        section: LayoutsSection,
        source: SourceText,
        context: SlotContext,
        log: DiagnosticLog,
    ) -> None:
        """Add the layouts of the old section."""
        if self.layouts is not None or self.has_old:
            log.add(DraftmancerCode.LAYOUTS_TWICE, source.span(section.start, section.end))
        self.has_old = True
        if not section.layouts:
            return  # an empty section has no effect
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


#: The least picks and burns, which a booster has that specifies none.
_COUNTS = {"picks": 1, "burns": 0}


def _boosters(node: JsonNode) -> Iterator[PicksAndBurns]:
    """Yield the picks and burns of each booster: numbers, or arrays of numbers."""
    for item in node.items("a booster's settings"):
        if (members := item.members()) is not None:
            item.unknown_keys(_BOOSTER)
            picks, burns = (_counts(members.get(key), least) for key, least in _COUNTS.items())
            yield picks, burns


def _counts(node: JsonNode | None, minimum: int) -> tuple[int, ...]:
    """Return the counts of each turn; the least if the booster does not specify any."""
    if node is None:
        return (minimum,)
    nodes = node.items("a count") if isinstance(node.value, list) else (node,)
    kind = NATURAL if minimum == 0 or node.value == 0 else POSITIVE
    counts = [item.read(kind) for item in nodes]
    return tuple(max(minimum, each) for each in counts if each is not None) or (minimum,)


def _predetermined(
    node: JsonNode, layouts: Mapping[str, Layout]
) -> Iterator[tuple[LayoutChoice, ...]]:
    """Yield the layouts of each booster, in any of their forms."""
    forms = set(map(_form, node.value)) if isinstance(node.value, list) else set()
    if len(forms - {(list, frozenset())}) > 1 or any(len(kinds) > 1 for _, kinds in forms):
        node.wrong(
            "of one form: all names, all arrays of names, all objects, or all arrays of objects"
        )
    if node.value == []:
        node.report(DraftmancerCode.BAD_WEIGHTS, what="an empty list of layouts")
    weights = {name: int(layout.weight) for name, layout in layouts.items()}
    for item in node.items("a booster's layouts"):
        named = list(_named_layouts(item, weights))
        for where, name, _ in named:
            if name not in layouts:
                _report_unknown_layout(where, name, layouts)
        choices = [LayoutChoice(name, weight) for _, name, weight in named if name in layouts]
        if any(choice.weight for choice in choices):
            yield tuple(choices)
        elif len(choices) == len(named):
            item.report(DraftmancerCode.BAD_WEIGHTS, what="this booster's list of layouts")


def _named_layouts(
    item: JsonNode, weights: Mapping[str, int]
) -> Iterator[tuple[JsonNode, str, int]]:
    """Yield the layouts of a booster with their weights, and their nodes."""
    if isinstance(item.value, str):
        yield item, item.value, 1
    elif isinstance(item.value, dict):
        for name, inner in (item.members() or {}).items():
            if (weight := inner.whole(0)) is not None:
                yield inner.name(), name, weight
    else:
        yield from item.weighted_names("a layout", needs_weight=True, weights=weights)


def _report_unknown_layout(where: JsonNode, name: str, layouts: Mapping[str, Layout]) -> None:
    if name in SCRIPT_NAMES:
        where.report(DraftmancerCode.SCRIPT_NAME, name=name, what="a layout")
        return
    notes = where.log.did_you_mean(name, layouts)
    fix = where.nearest(layouts.keys(), notes, of_author=True)
    where.report(DraftmancerCode.UNKNOWN_LAYOUT, fix, notes=notes, name=name)


def _form(value: object) -> tuple[type, frozenset[type]]:
    """Return the form of predetermined layouts: the type of a value and of its items."""
    return type(value), frozenset(map(type, value) if isinstance(value, list) else ())


@frozen
class _SettingsContext:
    """The card set that is written, its written layouts, and the losses.

    Attributes:
        declared: The layouts as in the settings; empty if headers express them.
    """

    cardset: CardSet
    flat: Mapping[str, list[Layout]]
    declared: Mapping[str, Any]
    losses: LossLog

    @property
    def event(self) -> Event:
        """Return the event of the set, or the default one."""
        return self.cardset.event or Event(supply="infinite")

    def is_distinct(self) -> bool:
        """Return whether a card occurs only once in a pack.

        If cards are distinct within slots, and each slot has one card, a card can occur again.
        """
        for booster in self.cardset.boosters[:1]:
            is_empty = booster.distinct_scope == "slot" and all(
                slot.count == 1 for slot, _ in booster.walk()
            )
            return booster.distinct != "none" and not is_empty
        return True

    def rounds(self) -> list[Any]:
        """Return the layouts of each round; empty if no round has its own."""
        rounds = self.event.rounds
        if any(each.layouts for each in rounds) and any(self.flat.values()):
            return [_round_from_model(each, self.flat, self.losses) for each in rounds]
        for choice in (choice for each in rounds for choice in each.layouts):
            _report_no_layout(choice, self.losses)
        return []

    def boosters(self) -> list[Any]:
        """Return the picks and burns of each round; empty if no round specifies any."""
        rounds = [(each.picks, each.burns) for each in self.event.rounds]
        for number, (picks, _) in enumerate(rounds, 1):
            if not all(picks):
                subject = f"round {number}"
                self.losses.changed(Loss.EVENT, subject, "a turn without a pick", "one card")
        written = [
            {
                key: _written_counts(max(least, count) for count in counts)
                for (key, least), counts in zip(_COUNTS.items(), each, strict=True)
                if counts
            }
            for each in rounds
        ]
        return written if any(written) else []


_Reads = Callable[[JsonNode, Mapping[str, Layout], SlotContext], Any]


class WrittenSetting(NamedTuple):
    """A setting.

    Attributes:
        kind: The kind of its value, with its default.
        write: A function that returns the written value. If it is None, the model stores the value
            that was read.
        read: A function that reads the value with the layouts, if its kind is not sufficient. It
            returns None for an invalid value.
        stays: Whether it remains if a later section does not have it.
        always: Whether it is always written, because a draft session would keep the value of the
            previous list.
    """

    kind: ValueKind
    write: Callable[[_SettingsContext], Any] | None = None
    read: _Reads | None = None
    stays: bool = False
    always: bool = False


_TURNS: Final = "A number for each turn, or one number for all turns."
_BOOSTER: Final = object_of(
    {
        "picks": any_of(
            NATURAL,
            array_of(POSITIVE),
            help_=f"The number of picked cards. {_TURNS}",
        ),
        "burns": any_of(
            NATURAL,
            array_of(NATURAL),
            help_=f"The number of burned cards. {_TURNS}",
        ),
    }
)
#: The layouts of all boosters, in one of four forms.
_PREDETERMINED: Final = any_of(
    array_of(TEXT.but("A layout.", names="layout")),
    array_of(array_of(CHOSEN_LAYOUT.forms[0])),
    array_of(map_of(WHOLE.but("Its weight."), member_names="layout")),
    array_of(array_of(CHOSEN_LAYOUT.forms[1])),
    help_="The layout of each pack of a player, or the possible layouts with their weights.",
    default=(),
)

#: The settings, in the order in which they are written.
SETTINGS = {
    "name": WrittenSetting(
        TEXT.but("The name of the list.", ""), lambda it: it.cardset.name, stays=True
    ),
    "botModel": WrittenSetting(TEXT.but("The model of the bots.")),
    "cardBack": WrittenSetting(TEXT.but("The URL of the image of card backs.")),
    "cardTitleHeightFactor": WrittenSetting(
        NUMBER.but("The height of card titles in lists, as a factor.")
    ),
    "cubeCobraID": WrittenSetting(TEXT.but("The id of the cube on CubeCobra."), stays=True),
    "showSheets": WrittenSetting(
        BOOLEAN.but("Show the sheet of each card, without text after `##`.")
    ),
    "showSlots": WrittenSetting(
        BOOLEAN.but("Show the slot of each card, without text after `##`.")
    ),
    "withReplacement": WrittenSetting(
        BOOLEAN.but("Drawn cards stay in their sheets. Default: `false`.", default=False),
        lambda it: it.event.supply == "infinite",
        always=True,
    ),
    "refillWhenEmpty": WrittenSetting(
        BOOLEAN.but("An empty sheet is refilled. Default: `false`.", default=False),
        lambda it: it.event.supply == "refill",
    ),
    "duplicateProtection": WrittenSetting(
        BOOLEAN.but(
            "A card occurs only once in a pack, if possible. Default: `true`.", default=True
        ),
        _SettingsContext.is_distinct,
        always=True,
    ),
    "colorBalance": WrittenSetting(
        BOOLEAN.but(
            "The largest slot of a pack has a card of each colour, if possible. Default: `true`.",
            default=True,
        ),
        lambda it: it.event.color_balance,
        always=True,
    ),
    "layoutWithReplacement": WrittenSetting(
        BOOLEAN.but(
            "The layout of each pack is chosen separately. If `false`, layouts occur among all"
            " packs in proportion to their weights. Default: `true`.",
            default=True,
        ),
        lambda it: it.event.layout_replacement,
    ),
    "boostersPerPlayer": WrittenSetting(
        WHOLE.but("The number of packs of each player. Default: 3."),
        lambda it: it.event.boosters_per_player,
        lambda node, _, context: node.whole(1, context.max_cards),
        always=True,
    ),
    "predeterminedLayouts": WrittenSetting(
        _PREDETERMINED,
        _SettingsContext.rounds,
        lambda node, layouts, _: tuple(_predetermined(node, layouts)),
    ),
    "boosterSettings": WrittenSetting(
        array_of(
            _BOOSTER,
            "For each pack of a player, the number of cards that are picked and burned in each"
            " turn.",
            default=(),
        ),
        _SettingsContext.boosters,
        lambda node, *_: tuple(_boosters(node)),
    ),
    "layouts": WrittenSetting(LAYOUTS, lambda it: it.declared, lambda *_: None, stays=True),
}
#: The object of ``[Settings]``.
SETTINGS_KIND: Final = object_of({name: each.kind for name, each in SETTINGS.items()})


def settings_from_model(
    cardset: CardSet,
    flat: Mapping[str, list[Layout]],
    declared: Mapping[str, Any],
    losses: LossLog,
) -> dict[str, Any]:
    """Return the settings of *cardset* with the layouts *flat*; some may be *declared*."""
    it = _SettingsContext(cardset, flat, declared, losses)
    values = {key: each.write(it) for key, each in SETTINGS.items() if each.write is not None}
    output = {
        key: value
        for key, value in values.items()
        if SETTINGS[key].always or bool(value) != bool(SETTINGS[key].kind.default)
    }
    _report_supply(cardset, it.event.supply, losses)
    name = {key: output.pop(key) for key in ("name",) if key in output}
    kept: dict[str, Any] = thaw(cardset.extras.get("draftmancer", {}))
    return name | kept | output


def _report_no_layout(choice: LayoutChoice, losses: LossLog) -> None:
    losses.dropped(Loss.LAYOUT, choice.layout, "the choice of a layout that there is not")


def _report_supply(cardset: CardSet, supply: str, losses: LossLog) -> None:
    """Report sheets whose replacement, or whose distinct cards, cannot be expressed."""
    booster = next(iter(cardset.boosters), None)
    # sheets are refilled for each slot, and its cards are distinct: this is replacement too
    restarts = booster and (booster.distinct, booster.distinct_scope) == ("printing", "slot")
    for sheet in cardset.sheets.values():
        other = Random(replacement=supply != "infinite")
        if sheet.collation == other and not restarts:
            was, now = ("without", "with")[:: 1 if supply == "infinite" else -1]
            losses.changed(
                Loss.COLLATION, sheet.name, f"sheets {was} replacement", f"{now} replacement"
            )


def _round_from_model(
    each: Round, flat: Mapping[str, list[Layout]], losses: LossLog
) -> list[dict[str, Any]]:
    """Return the layouts of a round with their weights; all layouts if it names none of them."""
    known = []
    for choice in each.layouts:
        if flat.get(choice.layout):
            known.append(choice)
        else:
            _report_no_layout(choice, losses)
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
