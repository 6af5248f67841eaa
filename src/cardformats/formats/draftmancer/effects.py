"""Draft effects: between the values of ``draft_effects`` and those of the model."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from itertools import repeat
from typing import Any

from ...losses import Loss, LossLog
from ...model import (
    AddBooster,
    AddCards,
    CardRef,
    DraftEffect,
    LayoutChoice,
    OtherEffect,
    SimpleEffect,
    Value,
)
from ...model.effects import LIBRARY_KINDS
from ...model.frozen import thaw
from .codes import DraftmancerCode
from .lines import parse_reference, reference_text
from .section_json import Node

_SIMPLE = {effect.value: effect for effect in SimpleEffect}
_ADD_BOOSTER_NAMES = ("AddBooster", "LoreSeeker")
_KNOWN = frozenset((*_SIMPLE, "AddCards", *_ADD_BOOSTER_NAMES))
#: The effects that are written as strings.
_STRINGS = (*_SIMPLE, "LoreSeeker")
_MAX_COPIES = 1000


def effects_to_model(effects: Node, card: str) -> Iterator[DraftEffect]:
    """The draft effects in *effects*, which belong to *card*: names, or objects."""
    for node in effects.items("a draft effect"):
        is_object = isinstance(node.value, dict)
        kind = node.value.get("type") if is_object else node.value
        if is_object and kind == "AddCards":
            if added := _add_cards(node, card):
                yield added
        elif kind == "AddBooster" or node.value == "LoreSeeker":
            yield _add_booster(node)
        elif not is_object and isinstance(kind, str) and kind in _SIMPLE:
            yield _SIMPLE[kind]
        else:
            _report_unknown(node, kind)
            if isinstance(kind, str) and kind not in _KNOWN:
                yield OtherEffect(kind, _params(node.value) if is_object else {})


def effect_from_model(
    effect: DraftEffect, card: str, losses: LossLog
) -> str | dict[str, Any] | None:
    """The value of *effect*, which belongs to *card*; None if it cannot be written."""
    if isinstance(effect, SimpleEffect):
        return effect.value
    if isinstance(effect, OtherEffect) and effect.kind in LIBRARY_KINDS:
        losses.dropped(Loss.EFFECT, card, f"the draft effect {effect.kind!r}")
        return None
    if isinstance(effect, OtherEffect):
        losses.kept(Loss.EFFECT, card, f"the draft effect {effect.kind!r}")
        if "type" in effect.params:
            losses.dropped(Loss.EFFECT, card, "a parameter 'type' of a draft effect")
        params = thaw(_params(effect.params))
        return {"type": effect.kind, **params} if params else effect.kind
    if isinstance(effect, AddBooster):
        layouts = [{"name": each.layout, "weight": each.weight} for each in effect.layouts]
        return {"type": "AddBooster"} | ({"layouts": layouts} if layouts else {})
    texts = [reference_text(ref) for ref in effect.cards]
    if None in texts:
        losses.dropped(
            Loss.EFFECT, card, "a draft effect with a card whose name reads as something else"
        )
        return None
    output: dict[str, Any] = {"type": "AddCards", "cards": texts}
    if effect.count is not None:
        output["count"] = effect.count
    if not effect.distinct:
        output["duplicateProtection"] = False
    return output


def _params(values: Mapping[str, Value]) -> dict[str, Value]:
    return {name: value for name, value in values.items() if name != "type"}


def _report_unknown(node: Node, kind: object) -> None:
    notes: tuple[str, ...] = ()
    if node.value == "AddCards":
        notes = ("this effect is written as an object with 'type' and 'cards'",)
    elif isinstance(node.value, dict) and kind in _STRINGS:
        notes = ("this effect is written as a string",)
    elif isinstance(kind, str):
        notes = node.log.did_you_mean(kind, (*_SIMPLE, "AddCards", *_ADD_BOOSTER_NAMES))
    fix = None if isinstance(node.value, dict) else node.nearest(_STRINGS, notes)
    if isinstance(node.value, dict) and node.value.keys() == {"type"} and kind in _STRINGS:
        fix = node.rewritten(kind)
    node.report(DraftmancerCode.UNKNOWN_EFFECT, fix, notes=notes, value=json.dumps(node.value))


def _add_cards(node: Node, card: str) -> AddCards | None:
    members = node.members() or {}
    node.unknown_keys({"type", "cards", "count", "duplicateProtection"})
    if not node.has("cards", what=f"'AddCards' of {card!r}"):
        return None
    cards = list(_cards(members["cards"]))
    protection = members.get("duplicateProtection")
    distinct = protection.boolean() if protection is not None else True
    wanted = members.get("count")
    count = wanted.integer(0) if wanted is not None else None
    if not cards:
        if members["cards"].value == []:
            members["cards"].wrong("an array with a card")
        return None
    if wanted and count and count > len(cards):
        wanted.report(DraftmancerCode.EFFECT_COUNT, count=count, available=len(cards))
        count = None
    return AddCards(cards, count or None, distinct is not False)


def _cards(node: Node) -> Iterator[CardRef]:
    for item in node.items("a card"):
        if (text := item.text()) is None:
            continue
        copies, ref = parse_reference(text)
        if copies > _MAX_COPIES:
            item.report(DraftmancerCode.COUNT, count=copies, limit=_MAX_COPIES)
        yield from repeat(ref, min(copies, _MAX_COPIES))


def added_cards(effects: Node) -> Iterator[Node]:
    """Where the *effects* name cards to add, in card lines."""
    for effect in effects.items("an effect") if isinstance(effects.value, list) else ():
        cards = effect.value.get("cards") if isinstance(effect.value, dict) else None
        if isinstance(cards, list):
            items = effect.member("cards").items("a card")
            yield from (item for item in items if isinstance(item.value, str))


def _add_booster(node: Node) -> AddBooster:
    members = node.members() if isinstance(node.value, dict) else None
    if members is None or "layouts" not in members:
        return AddBooster()
    node.unknown_keys({"type", "layouts"})
    layouts = members["layouts"]
    listed = layouts.value if isinstance(layouts.value, list) else ()
    if len({isinstance(each, str) for each in listed}) > 1:
        layouts.report(DraftmancerCode.MIXED_FORMS)
    named = layouts.weighted_names("a layout", needs_weight=True)
    return AddBooster([LayoutChoice(name, weight) for _, name, weight in named])
