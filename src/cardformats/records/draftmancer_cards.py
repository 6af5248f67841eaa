"""The card data of Draftmancer's logs: the objects of a list's custom cards, and a little more."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from attrs import evolve

from ..diagnostic_log import DiagnosticLog
from ..formats.draftmancer.card_keys import DEFAULT_SET, letters
from ..formats.draftmancer.custom_cards import card_from_model, card_to_model, identity
from ..formats.draftmancer.format import DEFAULT_RARITY
from ..formats.draftmancer.lines import SCRYFALL_ID
from ..formats.draftmancer.section_json import JsonNode
from ..formats.json_text import JsonText
from ..losses import LossLog
from ..model import Card, Face
from ..model.frozen import EMPTY, FrozenDict, freeze, thaw
from ..source import SourceText
from .draftmancer_values import FORMAT, OWN

#: The objects have no position of their own in a source: their errors are reported in total.
_NOWHERE = JsonText(SourceText("", " "), 0, 1)

#: The extras that hold an object as it is, if it was not understood.
_WHOLE = "object"

#: Ids that cards have besides, by the keys of the objects.
_SCHEMES = {"oracle_id": "oracle", "arena_id": "arena"}

_DIGITS = re.compile(r"0|[1-9][0-9]{0,17}")


def _derived_id(card: Card) -> str:
    """Return the id that Draftmancer makes for a custom card."""
    return "_".join(identity(card))


def card_id(card: Card) -> str:
    """Return the id of a card in logs: its own, or the one that a custom card has."""
    id_ = {**card.extras.get(FORMAT, {}), **card.extras.get(OWN, {})}.get("id")
    return id_ if isinstance(id_, str) else card.ids.get("scryfall") or _derived_id(card)


def read_card(id_: str, value: Any, data: Mapping[str, Any] = EMPTY) -> tuple[Card, bool]:
    """Read a card from an object, and return whether all of it was understood.

    The *data* of other cards by id say what effects name.
    If it was not, the card's extras have the object as it is.
    """
    members = value if isinstance(value, dict) else {}
    name, log, card = members.get("name"), DiagnosticLog(1), None
    if not isinstance(name, str) or members.get("id", id_) != id_:
        name = id_
    else:
        filled = {
            key: each
            for key, each in {"type": "", "mana_cost": "", **members}.items()
            if key not in ("id", *_SCHEMES) and (key, each) != ("image_uris", {})
        }
        if isinstance(effects := members.get("draft_effects"), list):
            filled["draft_effects"] = [_effect(each, data) for each in effects]
        card = card_to_model(JsonNode(_NOWHERE, (), filled, "a card", log), name)
    if card is None or log.finish():
        whole = FrozenDict({_WHOLE: freeze(value), "id": id_})
        return evolve(card or Card(Face(name)), extras={OWN: whole}), False
    return _with_ids(card, id_, members), True


def _effect(effect: Any, data: Mapping[str, Any]) -> Any:
    """Return a draft effect as in lists: a word if without parameters; cards as lines."""
    if isinstance(effect, dict) and isinstance(effect.get("cards"), list):
        return {**effect, "cards": [_line(each, data) for each in effect["cards"]]}
    is_word = isinstance(effect, dict) and effect.keys() == {"type"}
    return effect["type"] if is_word else effect


def _line(id_: Any, data: Mapping[str, Any]) -> Any:
    """Return the line that names the card of an id, or what is there in its place."""
    card = data.get(id_) if isinstance(id_, str) else None
    if not isinstance(card, dict) or not isinstance(card.get("name"), str):
        return id_
    name, code, number = card["name"], card.get("set"), card.get("collector_number")
    return f"{name} ({code}) {number}" if code and number else name


def _with_ids(card: Card, id_: str, members: dict[str, Any]) -> Card:
    """Add the ids of a card, and extras for what does not follow from the rest."""
    ids = {
        scheme: str(members[key])
        for key, scheme in _SCHEMES.items()
        if type(members.get(key)) in (str, int)
    }
    usual = {**_usual(card), "is_custom": True}
    own = card.extras.get(FORMAT, EMPTY)
    own = {key: each for key, each in own.items() if key not in usual or each != usual[key]}
    is_custom = members.get("is_custom") is True
    if SCRYFALL_ID.fullmatch(id_) and not is_custom:
        ids = {"scryfall": id_, **ids}
    elif id_ != _derived_id(card):
        own["id"] = id_
    if not is_custom and "scryfall" not in ids:
        own["is_custom"] = False
    return evolve(
        card,
        ids=ids,
        rarity=card.rarity if "rarity" in members else None,
        extras={FORMAT: FrozenDict(own)} if own else {},
    )


def write_card(card: Card, losses: LossLog) -> Any:
    """Write the object of a card; what it cannot contain goes to *losses*."""
    own = card.extras.get(OWN, {})
    if _WHOLE in own:
        return thaw(own[_WHOLE])
    output: dict[str, Any] = {"id": card_id(card)}
    for key, scheme in _SCHEMES.items():
        if scheme in card.ids:
            text = card.ids[scheme]
            is_number = key == "arena_id" and _DIGITS.fullmatch(text)
            output[key] = int(text) if is_number else text
    written = card_from_model(evolve(card, rarity=card.rarity or DEFAULT_RARITY), losses)
    if card.rarity is None:
        del written["rarity"]
    if image := written.pop("image", None):  # a word of lists
        written["image_uris"] = {"en": image}
    output |= {"name": card.name, **_usual(card), **written}
    if output.get("is_custom") is False:
        del output["is_custom"]
    elif "scryfall" not in card.ids:
        output["is_custom"] = True
    return output


def _usual(card: Card) -> dict[str, Any]:
    """Return the members that follow from a card, or are as in most objects."""
    value = card.mana_cost.mana_value if card.mana_cost else 0
    return {
        "mana_cost": "",
        "cmc": float(value) if isinstance(value, Fraction) else value,
        "colors": letters(card.faces[0]),
        "set": DEFAULT_SET,
        "collector_number": "",
        "type": "",
        "subtypes": [],
        "rating": 0,
        "in_booster": True,
        "printed_names": {},
        "image_uris": {},
    }
