"""Custom cards: conversion between the objects of ``[CustomCards]`` and cards of the model."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from attrs import evolve

from ...diagnostic_log import DiagnosticLog
from ...losses import Loss, LossLog
from ...model import AddBooster, Card, CardSet, Face, FrozenDict, Layout
from ...model.frozen import freeze, thaw
from ..capabilities import report_card
from .card_keys import (
    CARD,
    CARD_KEYS,
    DEFAULT_SET,
    FRONT,
    IMAGES,
    INHERITS,
    KEPT,
    Writing,
    face_of,
    inherits_from_official,
    letters,
    read_members,
    type_words,
    written_type,
)
from .codes import DraftmancerCode
from .effects import added_cards, effects_to_model
from .format import CAPABILITIES, DEFAULT_RARITY
from .kinds import TEXT
from .layouts import flat_choices
from .lines import SCRYFALL_ID
from .mana import parse_mana_cost
from .names import OfficialCards
from .section_json import SCRIPT_NAMES, JsonNode
from .syntax import JsonSection

#: The key in the extras of an official card, which a list only names.
_OFFICIAL = "official"
_CANNOT_BE_UNSET = frozenset(("back", "layout"))
#: The keys that every card needs, unless it inherits from an official one.
_REQUIRED = frozenset(("mana_cost", "type"))
#: The keys whose values are all in the model.
_STORED_IN_THE_MODEL = CARD_KEYS.keys() - KEPT.keys()


def identity(card: Card) -> tuple[str, str, str]:
    """Return the key of a custom card: its name, its set in lower case, its collector number."""
    return card.name, (card.set_code or DEFAULT_SET).lower(), card.number or ""


def as_official(card: Card) -> Card:
    """Return *card* with the mark of an official card."""
    own = card.extras.get("draftmancer", {})
    return evolve(card, extras={**card.extras, "draftmancer": {**own, _OFFICIAL: True}})


def _is_official(card: Card) -> bool:
    return card.extras.get("draftmancer", {}).get(_OFFICIAL) is True


def without_official(cardset: CardSet) -> CardSet:
    """Return *cardset* without the official cards, which a list only names."""
    defined = [card for card in cardset.cards if not _is_official(card)]
    return cardset if len(defined) == len(cardset.cards) else evolve(cardset, cards=defined)


def with_all_custom(cardset: CardSet) -> CardSet:
    """Return *cardset* with official cards as custom cards, too."""
    if not any(map(_is_official, cardset.cards)):
        return cardset
    return evolve(cardset, cards=[_as_custom(card) for card in cardset.cards])


def _as_custom(card: Card) -> Card:
    if not _is_official(card):
        return card
    own = {key: value for key, value in card.extras["draftmancer"].items() if key != _OFFICIAL}
    others = {key: value for key, value in card.extras.items() if key != "draftmancer"}
    return evolve(card, extras={**others, **({"draftmancer": own} if own else {})})


def cards_to_model(
    section: JsonSection, catalog: OfficialCards | None, log: DiagnosticLog
) -> Iterator[tuple[Card, JsonNode]]:
    """Yield the cards of *section* with their nodes.

    A card that *catalog* contains starts with the values of the catalog. Another card starts with
    the values of the first card of its name in the section.
    """
    first: dict[str, JsonNode] = {}
    for node in JsonNode(section.json, (), section.value, "[CustomCards]", log).items(
        "a custom card"
    ):
        if not node.is_object():
            continue
        node.unknown_keys(CARD)
        if (name := node.required("name", TEXT)) is None:
            continue
        if name in SCRIPT_NAMES:
            node.member("name").report(DraftmancerCode.SCRIPT_NAME, name=name, what="a card")
        official = None if catalog is None else _official(node, name, catalog)
        inherited = first.get(name) if official is None else official
        first.setdefault(name, node)
        layers = (node,) if inherited is None else (inherited, node)
        if card := _card(name, layers, may_inherit=catalog is None):
            yield card, node


def card_to_model(node: JsonNode, name: str) -> Card | None:
    """Return the card that *node* defines completely; None if it is invalid."""
    return _card(name, (node,), may_inherit=False)


def references(card: JsonNode) -> Iterator[JsonNode]:
    """Yield the nodes with card lines in which *card* names other cards."""
    if "related_cards" in card.value:
        for node in card.member("related_cards").items("a related card"):
            if isinstance(node.value, str) and not SCRYFALL_ID.fullmatch(node.value):
                yield node
    if "draft_effects" in card.value:
        yield from added_cards(card.member("draft_effects"))


def _official(card: JsonNode, name: str, catalog: OfficialCards) -> JsonNode | None:
    """Return the values of the official card of that name, set and number in *catalog*.

    Draftmancer uses lower case for the codes of official sets.
    """
    code, number = (
        card.member(key).read(TEXT) if key in card.value else None
        for key in ("set", "collector_number")
    )
    printings = [
        each
        for each in catalog.printings(name.partition(" //")[0])
        if (code is None or code == (each.set_code or "").lower())
        and (number is None or number == each.number)
    ]
    if not printings:
        return None
    value = card_from_model(printings[0], LossLog("draftmancer"))
    value.setdefault("colors", letters(printings[0].faces[0]))
    if "en" not in value.get("image_uris", {"en": ""}):
        del value["image_uris"]
    return evolve(card, value=value, log=DiagnosticLog(0))


def _card(name: str, layers: tuple[JsonNode, ...], *, may_inherit: bool) -> Card | None:
    """Return the card of the last of *layers*, whose keys override those of earlier layers.

    If *may_inherit* is true, it can inherit its type and cost from an unknown card.
    """
    node = layers[-1]
    owners: dict[str, JsonNode] = {}
    for layer in layers:
        if owners and IMAGES & layer.value.keys():
            owners = {key: owner for key, owner in owners.items() if key not in IMAGES}
        owners |= dict.fromkeys(layer.value, layer)
    missing = sorted(_REQUIRED - owners.keys())
    if len(missing) > 1 and may_inherit:
        node.report(DraftmancerCode.INHERITED, name=name)
    elif missing:
        node.has(*missing, what=f"the card {name!r}")
        return None
    if "type" in owners and owners["type"].required("type", TEXT) is None:
        return None
    members = read_members(owners)
    front, back = face_of(name, members, FRONT), members.get("back")
    code, effects = members.get("set"), members.get("draft_effects")
    return Card(
        (front, back) if back else (front,),
        code if code and code.lower() != DEFAULT_SET else None,
        members.get("collector_number") or None,
        members.get("rarity") or DEFAULT_RARITY,
        finish="foil" if members.get("foil") else None,
        rating=members.get("rating") or None,
        related=members.get("related_cards", ()),
        draft_effects=tuple(effects_to_model(effects, name)) if effects else (),
        extras=_extras(owners, members, front),
    )


def _extras(
    owners: Mapping[str, JsonNode], members: Mapping[str, Any], front: Face
) -> Mapping[str, Any]:
    """Return the values that the model does not have."""
    kept: dict[str, Any] = {}
    if not owners.keys() <= _STORED_IN_THE_MODEL:
        for name, owner in owners.items():
            if name not in _STORED_IN_THE_MODEL:
                value = members.get(name) if name in CARD_KEYS else owner.value[name]
                if value is not None:
                    kept[name] = value
    type_line, cost = members.get("type"), members.get("mana_cost")
    if cost and ("//" in cost or parse_mana_cost(cost).no_mana):
        kept["mana_cost"] = cost
    if "type" not in owners and "mana_cost" not in owners:
        kept[INHERITS] = True
    if type_line is not None and (not type_line or type_line != written_type(front)):
        kept["type"] = type_line
    return FrozenDict({"draftmancer": freeze(kept)}) if kept else {}


def card_from_model(
    card: Card, losses: LossLog, in_texts: frozenset[str] = frozenset()
) -> dict[str, Any]:
    """Return the JSON object of *card*; lost values are added to *losses*.

    The properties *in_texts* are contained in texts.
    """
    front = card.faces[0]
    output = Writing(front, card, losses, in_texts).members(CARD_KEYS)
    report_card(card, CAPABILITIES, losses)
    if card.rating == 0:
        losses.changed(Loss.RATING, card.name, "the rating 0", "none, which is the same there")
    kept = dict(thaw(card.extras.get("draftmancer", {})))
    if parse_mana_cost(str(kept.get("mana_cost", "")))[:2] != (front.mana_cost, None):
        kept.pop("mana_cost", None)  # the halves of a cost that has changed
    supertypes, types, subtypes = type_words(str(kept.get("type") or ""))
    if (supertypes, types) != (front.supertypes, front.types) or (
        subtypes and subtypes != front.subtypes
    ):
        kept.pop("type", None)  # the words of a type line that has changed
    output |= kept
    if type_words(str(output.get("type")))[2] == front.subtypes:
        output.pop("subtypes", None)
    if inherits_from_official(card):
        del output[INHERITS]
    return output


def cards_from_model(
    cards: Iterable[Card],
    flat: Mapping[str, list[Layout]],
    losses: LossLog,
    in_texts: frozenset[str],
) -> list[dict[str, Any]]:
    """Return the JSON objects of *cards*; *flat* has the written layouts of each layout.

    The properties *in_texts* are contained in texts. A later card inherits missing values from the
    first card of its name, so it must write explicit empty values.
    """
    first: dict[str, dict[str, Any]] = {}
    taken: set[tuple[str, str, str]] = set()
    output = []
    cards = tuple(cards)
    has_sets = {card.name for card in cards if identity(card)[1] != DEFAULT_SET}
    for card in cards:
        if identity(card) in taken:
            losses.dropped(Loss.CARD, card.name, "a further card of the same name, set and number")
            continue
        taken.add(identity(card))
        if card.set_code and identity(card)[1] == DEFAULT_SET and card.name not in has_sets:
            losses.changed(Loss.SET, card.name, f"the default set {DEFAULT_SET!r}", "no set")
        effects = [
            AddBooster(flat_choices(each.layouts, flat)) if isinstance(each, AddBooster) else each
            for each in card.draft_effects
        ]
        flattened = evolve(card, draft_effects=effects) if effects else card
        own = card_from_model(flattened, losses, in_texts)
        earlier = first.setdefault(card.name, own)
        if earlier is not own:
            _say_what_is_not_inherited(card, own, earlier, losses)
        output.append(own)
    return output


def _say_what_is_not_inherited(
    card: Card, own: dict[str, Any], earlier: Mapping[str, Any], losses: LossLog
) -> None:
    """Add empty values to the object *own* for values that it would inherit from *earlier*."""
    if "colors" in earlier and "colors" not in own:
        own["colors"] = letters(card.faces[0])
    if not own.keys() & IMAGES and earlier.keys() & IMAGES:
        own["image"] = ""
    for name, key in CARD_KEYS.items():
        if key.nothing is not None and name in earlier and name not in own:
            own[name] = key.nothing
    for name in sorted(earlier.keys() - IMAGES):
        if name not in own:
            losses.changed(
                Loss.CARD, card.name, f"a printing without {name!r}", "that of the first"
            )
        elif name in _CANNOT_BE_UNSET and own[name] == earlier[name]:
            del own[name]  # so that an unchanged list is written as it was read
