"""Draft effects: conversion between the values of ``draft_effects`` and the model."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from itertools import groupby, repeat
from typing import Any, Final

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
from .kinds import BOOLEAN, NATURAL, TEXT, any_of, array_of, object_of, words_of
from .layouts import CHOSEN_LAYOUT
from .lines import SCRYFALL_ID, parse_reference, reference_text
from .section_json import JsonNode

_SIMPLE = {effect.value: effect for effect in SimpleEffect}
_HELP: Final = {
    SimpleEffect.FACE_UP: "It is drafted face up.",
    SimpleEffect.REVEAL: "It is shown to all as it is drafted.",
    SimpleEffect.NOTE_PASSING_PLAYER: "The player who passed it is noted.",
    SimpleEffect.NOTE_DRAFTED_CARDS: "How many cards were drafted this round is noted.",
    SimpleEffect.CHOOSE_COLORS: "Three players choose a color each.",
    SimpleEffect.AETHER_SEARCHER: "The card that is drafted next is noted and shown to all.",
    SimpleEffect.CANAL_DREDGER: "Its player gets the last card of each pack.",
    SimpleEffect.ARCHDEMON_OF_PALIANO: "At least three cards after it are drafted at random.",
    SimpleEffect.BURN_AFTER_PICKING: "It does not stay in the pool.",
    SimpleEffect.REMOVE_DRAFT_CARD: "Later cards can be put away with it.",
    SimpleEffect.COGWORK_LIBRARIAN: "One more card can be drafted from a pack; it goes there.",
    SimpleEffect.AGENT_OF_ACQUISITIONS: "Once, a whole pack can be drafted, then no more.",
    SimpleEffect.LEOVOLDS_OPERATIVE: "Once, one more card can be drafted, then none of a pack.",
    SimpleEffect.NOTE_CARD_NAME: "The name of a card that is drafted can be noted.",
    SimpleEffect.NOTE_CREATURE_NAME: "The name of a creature that is drafted can be noted.",
    SimpleEffect.NOTE_CREATURE_TYPES: "The types of a creature that is drafted can be noted.",
    SimpleEffect.TRACK_REMOVED_CARDS_NAMES: "The names of the cards put away with it are shown.",
    SimpleEffect.TRACK_REMOVED_CARDS_SUBTYPES: "The subtypes of the cards put away are shown.",
    SimpleEffect.COGWORK_GRINDER: "How many cards were put away with it is shown.",
}
_ADD_CARDS_HELP, _ADD_BOOSTER_HELP = (
    "Other cards are added to the pool.",
    "Another pack is opened and passed on.",
)
_ADD_CARDS: Final = object_of(
    {
        "type": words_of("Which effect it is.", {"AddCards": _ADD_CARDS_HELP}),
        "cards": array_of(
            TEXT.but("A card, as in the lines of sheets: `Name (SET) number`.", names="card"),
            "The cards that are added.",
        ),
        "count": NATURAL.but("The number of cards to add, at random. Default: all."),
        "duplicateProtection": BOOLEAN.but("Each is added at most once. Default: `true`."),
    },
    "type",
    "cards",
)
_ADD_BOOSTER: Final = object_of(
    {
        "type": words_of("Which effect it is.", {"AddBooster": _ADD_BOOSTER_HELP}),
        "layouts": array_of(CHOSEN_LAYOUT, "The layouts that the pack can have."),
    },
    "type",
)
#: A draft effect.
EFFECT: Final = any_of(
    words_of(
        "",
        {effect.value: each for effect, each in _HELP.items()}
        | {
            "AddBooster": _ADD_BOOSTER_HELP,
            "LoreSeeker": f"{_ADD_BOOSTER_HELP} The same as `AddBooster`.",
        },
    ),
    _ADD_CARDS,
    _ADD_BOOSTER,
    help_="What the card does as it is drafted, or later.",
)
_ADD_BOOSTER_NAMES = ("AddBooster", "LoreSeeker")
_KNOWN = frozenset((*_SIMPLE, "AddCards", *_ADD_BOOSTER_NAMES))
#: The effects that are written as strings.
_STRINGS = (*_SIMPLE, "LoreSeeker")
_MAX_COPIES = 1000


def effects_to_model(effects: JsonNode, card: str) -> Iterator[DraftEffect]:
    """Yield the draft effects in *effects*, which belong to *card*: names, or objects."""
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
    """Return the value of *effect*, which belongs to *card*; None if it cannot be written."""
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
    texts = [
        text
        for ref, same in groupby(effect.cards)
        for copies in [len([*same])]
        for text in ([_cards_text(ref, copies)] if ref.name else [ref.id] * copies)
    ]
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


def _cards_text(ref: CardRef, copies: int) -> str | None:
    """Return the text for *copies* added cards; None if no text reads back as that card."""
    text = reference_text(ref)
    counted = f"{copies} {ref}"
    return text if copies == 1 or parse_reference(counted) != (copies, ref) else counted


def _params(values: Mapping[str, Value]) -> dict[str, Value]:
    return {name: value for name, value in values.items() if name != "type"}


def _report_unknown(node: JsonNode, kind: object) -> None:
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


def _add_cards(node: JsonNode, card: str) -> AddCards | None:
    members = node.members() or {}
    node.unknown_keys(_ADD_CARDS)
    if not node.has("cards", what=f"'AddCards' of {card!r}"):
        return None
    cards = list(_cards(members["cards"]))
    protection = members.get("duplicateProtection")
    distinct = protection.read(BOOLEAN) if protection is not None else True
    wanted = members.get("count")
    count = wanted.read(NATURAL) if wanted is not None else None
    if not cards:
        if members["cards"].value == []:
            members["cards"].wrong("an array with a card")
        return None
    if wanted and count and count > len(cards):
        wanted.report(DraftmancerCode.EFFECT_COUNT, count=count, available=len(cards))
        count = None
    return AddCards(cards, count or None, distinct is not False)


def _cards(node: JsonNode) -> Iterator[CardRef]:
    for item in node.items("a card"):
        if (text := item.read(TEXT)) is None:
            continue
        if SCRYFALL_ID.fullmatch(text):
            yield CardRef("", id=text)
            continue
        copies, ref = parse_reference(text)
        if SCRYFALL_ID.fullmatch(ref.name):
            item.wrong("a card, or an id without a count")
            continue
        if copies > _MAX_COPIES:
            item.report(DraftmancerCode.COUNT, count=copies, limit=_MAX_COPIES)
        yield from repeat(ref, min(max(copies, 1), _MAX_COPIES))


def added_cards(effects: JsonNode) -> Iterator[JsonNode]:
    """Yield the nodes of *effects* that name cards to add, in card lines."""
    for effect in effects.items("an effect") if isinstance(effects.value, list) else ():
        cards = effect.value.get("cards") if isinstance(effect.value, dict) else None
        if isinstance(cards, list):
            items = effect.member("cards").items("a card")
            yield from (
                item
                for item in items
                if isinstance(item.value, str) and not SCRYFALL_ID.fullmatch(item.value)
            )


def _add_booster(node: JsonNode) -> AddBooster:
    members = node.members() if isinstance(node.value, dict) else None
    if members is None or "layouts" not in members:
        return AddBooster()
    node.unknown_keys(_ADD_BOOSTER)
    layouts = members["layouts"]
    listed = layouts.value if isinstance(layouts.value, list) else ()
    if len({isinstance(each, str) for each in listed}) > 1:
        layouts.report(DraftmancerCode.MIXED_FORMS)
    named = layouts.weighted_names("a layout", needs_weight=True)
    return AddBooster([LayoutChoice(name, weight) for _, name, weight in named])
