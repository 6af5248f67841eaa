"""From a card set to the JSON of a set file; what that cannot say goes to the loss log."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...losses import Loss, LossLog
from ...model import BoosterRef, CardRef, CardSet, Item, Product, ProductPart, ProductRef
from ...model.frozen import thaw
from ..capabilities import report_unsaid
from .card_objects import CardWriter, own_extras
from .format import CAPABILITIES
from .packs_from_model import PackWriter, as_weights
from .syntax import META

#: The version of the data whose form is written, where the set has none of its own.
_VERSION = "5.2.2"
#: What a set is called that has no code.
_NO_CODE = "SET"
_LONGEST_CODE = 6


def from_model(cardset: CardSet, losses: LossLog) -> dict[str, Any]:
    """The document of *cardset*."""
    cardset = as_weights(cardset)
    report_unsaid(cardset, CAPABILITIES, losses)
    code = _code(cardset, losses)
    about = own_extras(cardset.extras)
    version = about.pop("meta", None)
    document: dict[str, Any] = {"meta": {"version": _VERSION}}
    if isinstance(version, Mapping):
        document["meta"] = thaw(version)
    cards = CardWriter(cardset, code, losses)
    packs = PackWriter(cardset, cards, losses)
    members: dict[str, Any] = {"isOnlineOnly": False, **thaw(about)}
    members |= {META[key]: value for key, value in cardset.meta.items() if key in META}
    members |= {"name": cardset.name, "code": code}
    if booster := packs.booster():
        members["booster"] = booster
    if cardset.products:
        members["sealedProduct"] = [_product(each, code, cards) for each in cardset.products]
    # after the sheets and products, which may name cards that the set does not have
    objects = cards.objects()
    numbers = {item["uuid"]: item["number"] for item in objects}
    for product in members.get("sealedProduct", ()):
        for part in product.get("contents", {}).get("card", ()):
            part["number"] = numbers.get(part["uuid"]) or part["number"] or ""
    is_token = {True: "tokens", False: "cards"}
    members |= {"cards": [], "tokens": []}
    for item in objects:
        members[is_token[item.pop("isToken")]].append(item)
    members.setdefault("totalSetSize", len(members["cards"]))
    members.setdefault("baseSetSize", members["totalSetSize"])
    document["data"] = dict(sorted(members.items()))
    return document


def _code(cardset: CardSet, losses: LossLog) -> str:
    """The code of the set, or one that is made of its name."""
    if cardset.code is not None:
        return cardset.code
    codes = {card.set_code for card in cardset.cards}
    letters = "".join(each for each in cardset.name.upper() if each.isascii() and each.isalnum())
    only = codes.pop() if len(codes) == 1 else None
    code = only or letters[:_LONGEST_CODE] or _NO_CODE
    losses.changed(Loss.SET, cardset.name, "a set without a code", repr(code))
    return code


def _product(product: Product, code: str, cards: CardWriter) -> dict[str, Any]:
    """The object of a product."""
    extras = own_extras(product.extras)
    item: dict[str, Any] = {"name": product.name, **thaw(extras)}
    contents: dict[str, Any] = {key: item.pop(key) for key in ("deck", "variable") if key in item}
    for part in product.contents:
        kind, own = _part(part, code, cards)
        contents.setdefault(kind, []).append(own)
    if contents:
        item["contents"] = dict(sorted(contents.items()))
    item["uuid"] = product.ids.get("mtgjson") or cards.made_uuid("product", code, product.name)
    tcgplayer = product.ids.get("tcgplayer")
    item["identifiers"] = {"tcgplayerProductId": tcgplayer} if tcgplayer else {}
    return dict(sorted(item.items()))


def _part(part: ProductPart, code: str, cards: CardWriter) -> tuple[str, dict[str, Any]]:
    """A part of a product, and the list that it goes to."""
    what = part.what
    own: dict[str, Any] = {"count": part.count}
    if isinstance(what, CardRef):
        foil = {"foil": True} if part.finish == "foil" else {}
        own |= {"name": what.name, "set": what.set_code or code, "number": what.number, **foil}
        return "card", own | {"uuid": cards.uuid_of(what)}
    if isinstance(what, Item):
        return "other", own | {"name": what.name}
    if isinstance(what, BoosterRef):
        return "pack", own | {"code": what.name, "set": (what.set_code or code).lower()}
    assert isinstance(what, ProductRef)  # noqa: S101 - there are no others
    return "sealed", own | {"name": what.name, "set": (what.set_code or code).lower()}
