"""The card data of Draftmancer's logs: the objects of a list's custom cards, and a little more."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from attrs import evolve

from ..diagnostic_log import DiagnosticLog
from ..formats.draftmancer.card_keys import DEFAULT_SET, letters
from ..formats.draftmancer.custom_cards import card_from_model, card_to_model
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


def derived_id(card: Card) -> str:
    """Return the id that Draftmancer makes for a custom card."""
    return f"{card.name}_{(card.set_code or DEFAULT_SET).lower()}_{card.number or ''}"


def card_id(card: Card) -> str:
    """Return the id of a card in logs: its own, or the one that a custom card has."""
    id_ = {**card.extras.get(FORMAT, {}), **card.extras.get(OWN, {})}.get("id")
    return id_ if isinstance(id_, str) else card.ids.get("scryfall") or derived_id(card)


def read_card(id_: str, value: Any, data: Mapping[str, Any] = EMPTY) -> tuple[Card, bool]:
    """Read a card from an object, and return whether all of it was understood.

    The *data* of other cards by id say what effects name.
    If it was not, the card's extras have the object as it is.
    """
    members = value if isinstance(value, dict) else {}
    name = members.get("name")
    if not isinstance(name, str) or members.get("id", id_) != id_:
        return _with_whole(Card(Face(id_)), id_, value), False
    filled = {"type": "", "mana_cost": "", **_without_defaults(members, data)}
    log = DiagnosticLog(1)
    card = card_to_model(JsonNode(_NOWHERE, (), filled, "a card", log), name)
    if card is None or log.finish():
        return _with_whole(card or Card(Face(name)), id_, value), False
    return _with_ids(card, id_, members), True


def _without_defaults(members: dict[str, Any], data: Mapping[str, Any]) -> dict[str, Any]:
    """Return an object without what says nothing, and without what is an id."""
    left = {key: value for key, value in members.items() if key not in ("id", *_SCHEMES)}
    for key, nothing in (("image_uris", {}), ("in_booster", True), ("is_custom", True)):
        if key in left and left[key] == nothing:
            del left[key]
    effects = left.get("draft_effects")
    if isinstance(effects, list):
        left["draft_effects"] = [_effect(each, data) for each in effects]
    return left


def _effect(effect: Any, data: Mapping[str, Any]) -> Any:
    """Return a draft effect as in lists: a word if without parameters; cards as lines."""
    if not isinstance(effect, dict):
        return effect
    if effect.keys() == {"type"}:
        return effect["type"]
    cards = effect.get("cards")
    if not isinstance(cards, list):
        return effect
    return {**effect, "cards": [_line(each, data) for each in cards]}


def _line(id_: Any, data: Mapping[str, Any]) -> Any:
    """Return the line that names the card of an id, or what is there in its place."""
    card = data.get(id_) if isinstance(id_, str) else None
    name, code, number = (
        card.get(key) if isinstance(card, dict) else None
        for key in ("name", "set", "collector_number")
    )
    if not isinstance(name, str):
        return id_
    return f"{name} ({code}) {number}" if code and number else name


def _with_whole(card: Card, id_: str, value: Any) -> Card:
    return evolve(card, extras={OWN: FrozenDict({_WHOLE: freeze(value), "id": id_})})


def _with_ids(card: Card, id_: str, members: dict[str, Any]) -> Card:
    """Add the ids of a card, and extras for what does not follow from the rest."""
    ids = {
        scheme: str(members[key])
        for key, scheme in _SCHEMES.items()
        if type(members.get(key)) in (str, int)
    }
    own = dict(card.extras.get(FORMAT, {}))
    if own.get("type") == "":
        del own["type"]
    if own.get("cmc") == _mana_value(card):
        del own["cmc"]
    is_custom = members.get("is_custom") is True
    if SCRYFALL_ID.fullmatch(id_) and not is_custom:
        ids = {"scryfall": id_, **ids}
    elif id_ != derived_id(card):
        own["id"] = id_
    if not is_custom and "scryfall" not in ids:
        own["is_custom"] = False
    return evolve(
        card,
        ids=ids,
        rarity=card.rarity if "rarity" in members else None,
        extras={FORMAT: FrozenDict(own)} if own else {},
    )


def _mana_value(card: Card) -> float:
    value = card.mana_cost.mana_value if card.mana_cost else 0
    return float(value) if isinstance(value, Fraction) else value


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
    output |= _filled(card, losses)
    if output.get("is_custom") is False:
        del output["is_custom"]
    elif "scryfall" not in card.ids:
        output["is_custom"] = True
    return output


def _filled(card: Card, losses: LossLog) -> dict[str, Any]:
    """Return the members of a card as a custom card, and those that follow from them."""
    own = card_from_model(evolve(card, rarity=card.rarity or DEFAULT_RARITY), losses)
    if card.rarity is None:
        del own["rarity"]
    if image := own.pop("image", None):  # a word of lists
        own["image_uris"] = {"en": image}
    return {
        "name": card.name,
        "mana_cost": "",
        "cmc": _mana_value(card),
        "colors": letters(card.faces[0]),
        "set": DEFAULT_SET,
        "collector_number": "",
        "type": "",
        "subtypes": [],
        "rating": 0,
        "in_booster": True,
        "printed_names": {},
        "image_uris": {},
        **own,
    }
