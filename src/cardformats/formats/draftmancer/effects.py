"""Draft effects: between the values of ``draft_effects`` and those of the model."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...model import AddBooster, AddCards, CardRef, DraftEffect, LayoutChoice, SimpleEffect
from .codes import DraftmancerCode
from .lines import parse_reference
from .values import Node

_SIMPLE = {effect.value: effect for effect in SimpleEffect}
_ADD_BOOSTER_NAMES = ("AddBooster", "LoreSeeker")
_MAX_COPIES = 1000


def lower_effects(effects: Node, card: str) -> Iterator[DraftEffect]:
    """The draft effects in *effects*, which belong to *card*: names, or objects."""
    for node in effects.items("a draft effect"):
        is_object = isinstance(node.value, dict)
        kind = node.value.get("type") if is_object else node.value
        if is_object and kind == "AddCards":
            if added := _add_cards(node, card):
                yield added
        elif kind in _ADD_BOOSTER_NAMES:
            yield _add_booster(node)
        elif not is_object and isinstance(kind, str) and kind in _SIMPLE:
            yield _SIMPLE[kind]
        else:
            node.log.add(DraftmancerCode.UNKNOWN_EFFECT, node.span, name=kind)


def raise_effect(effect: DraftEffect) -> str | dict[str, Any]:
    """The value of *effect*."""
    if isinstance(effect, SimpleEffect):
        return effect.value
    if isinstance(effect, AddBooster):
        layouts = [{"name": each.layout, "weight": each.weight} for each in effect.layouts]
        return {"type": "AddBooster"} | ({"layouts": layouts} if layouts else {})
    raised: dict[str, Any] = {"type": "AddCards", "cards": [str(card) for card in effect.cards]}
    if effect.count is not None:
        raised["count"] = effect.count
    if not effect.distinct:
        raised["duplicateProtection"] = False
    return raised


def _add_cards(node: Node, card: str) -> AddCards | None:
    members = node.members() or {}
    if "cards" not in members:
        what = f"'AddCards' of {card!r}"
        node.log.add(DraftmancerCode.MISSING, node.span, what=what, name="cards")
        return None
    cards: list[CardRef] = []
    for item in members["cards"].items("a card"):
        if (text := item.text()) is not None:
            copies, ref = parse_reference(text)
            cards += [ref] * min(copies, _MAX_COPIES)
    protection = members.get("duplicateProtection")
    distinct = protection.boolean() if protection is not None else True
    wanted = members.get("count")
    count = wanted.integer(0) if wanted is not None else None
    if wanted is not None and count is not None and count > len(cards):
        node.log.add(DraftmancerCode.EFFECT_COUNT, wanted.span, count=count, available=len(cards))
        count = None
    return AddCards(cards, count or None, distinct is not False)


def _add_booster(node: Node) -> AddBooster:
    members = node.members() if isinstance(node.value, dict) else None
    choices: list[LayoutChoice] = []
    if members and "layouts" in members:
        for item in members["layouts"].items("a layout"):
            if isinstance(item.value, str):
                choices.append(LayoutChoice(item.value))
            elif (inner := item.members()) is not None:
                name, weight = inner.get("name"), inner.get("weight")
                layout = name.text() if name is not None else None
                number = weight.integer(0) if weight is not None else 1
                if layout is not None and number is not None:
                    choices.append(LayoutChoice(layout, number))
    return AddBooster(choices)
