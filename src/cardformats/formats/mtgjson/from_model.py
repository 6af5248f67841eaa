"""Conversion from a card set to the JSON of a set file; losses are logged."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ...losses import Loss, LossLog
from ...model import (
    BoosterRef,
    CardRef,
    CardSet,
    DeckList,
    Item,
    Product,
    ProductChoice,
    ProductPart,
)
from ...model.frozen import thaw
from ...model.weights import whole_weights
from ..capabilities import report_unsupported
from .card_objects import CardWriter, own_extras
from .format import CAPABILITIES
from .packs_from_model import PackWriter, as_weights
from .syntax import META

#: The MTGJSON version that is written if the set has none.
_VERSION = "5.2.2"
#: The code of a set without code and name.
_NO_CODE = "SET"
_LONGEST_CODE = 6
#: The finishes of a card in a product.
_FINISHES = ("foil", "etched")


def from_model(cardset: CardSet, losses: LossLog) -> dict[str, Any]:
    """Return the document of *cardset*."""
    report_unsupported(as_weights(cardset), CAPABILITIES, losses)
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
        products = _ProductWriter(code, cards, losses)
        members["sealedProduct"] = [products.product(each) for each in cardset.products]
        if products.decks:
            members["decks"] = list(products.decks.values())
    # after the sheets and products, which can name cards that the set does not have
    objects = cards.objects()
    numbers = {item["uuid"]: item["number"] for item in objects}
    for product in members.get("sealedProduct", ()):
        for part in _cards_in(product.get("contents", {})):
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
    """Return the code of the set, or a code made from its name."""
    if cardset.code is not None:
        return cardset.code
    codes = {card.set_code for card in cardset.cards}
    letters = "".join(each for each in cardset.name.upper() if each.isascii() and each.isalnum())
    only = codes.pop() if len(codes) == 1 else None
    code = only or letters[:_LONGEST_CODE] or _NO_CODE
    losses.changed(Loss.SET, cardset.name, "a set without a code", repr(code))
    return code


class _ProductWriter:
    """A writer of the objects of a set's products.

    Attributes:
        decks: The objects of the decks in them with a known list, by name.
    """

    def __init__(self, code: str, cards: CardWriter, losses: LossLog) -> None:
        self.decks: dict[str, dict[str, Any]] = {}
        self._code, self._cards, self._losses = code, cards, losses
        self._product = ""

    def product(self, product: Product) -> dict[str, Any]:
        """Return the object of a product."""
        self._product = product.name
        for each in product.ids:
            if each not in ("mtgjson", "tcgplayer"):
                self._losses.dropped(Loss.ID, product.name, f"the id {each} of a product")
        item: dict[str, Any] = {"name": product.name, **thaw(own_extras(product.extras))}
        if contents := self._contents(product.contents):
            item["contents"] = contents
        made = self._cards.made_uuid("product", self._code, product.name)
        item["uuid"] = product.ids.get("mtgjson") or made
        tcgplayer = product.ids.get("tcgplayer")
        item["identifiers"] = {"tcgplayerProductId": tcgplayer} if tcgplayer else {}
        return dict(sorted(item.items()))

    def _contents(self, parts: Iterable[ProductPart]) -> dict[str, Any]:
        """Return parts by the list that they belong to."""
        contents: dict[str, Any] = {}
        for part in parts:
            kind, own = self._part(part)
            contents.setdefault(kind, []).append(own)
        return dict(sorted(contents.items()))

    def _part(self, part: ProductPart) -> tuple[str, dict[str, Any]]:
        """Return the list that a part belongs to, and its object."""
        what, code = part.what, self._code
        own: dict[str, Any] = {"count": part.count}
        if part.finish and not (isinstance(what, CardRef) and part.finish in _FINISHES):
            self._losses.dropped(Loss.FINISH, self._product, f"{part.finish} parts of products")
        if isinstance(what, CardRef):
            return "card", own | {
                "name": what.name,
                "set": what.set_code or code,
                "number": what.number,
                **({part.finish: True} if part.finish in _FINISHES else {}),
                "uuid": self._cards.uuid_of(what),
            }
        if isinstance(what, Item):
            return "other", own | {"name": what.name}
        if isinstance(what, ProductChoice):
            return "variable", own | {"configs": self._configs(what)}
        own["set"] = (what.set_code or code).lower()
        if isinstance(what, BoosterRef):
            return "pack", own | {"code": what.name}
        if isinstance(what, DeckList):
            if what.cards:
                cards = self._deck(what)
                is_own = what.set_code in (None, code)
                if not is_own or self.decks.setdefault(what.name, cards) != cards:
                    kind = "second decks of a name" if is_own else "decks of other sets"
                    self._losses.dropped(Loss.PRODUCT, self._product, f"the cards of {kind}")
            return "deck", own | {"name": what.name}
        return "sealed", own | {"name": what.name}

    def _configs(self, choice: ProductChoice) -> list[dict[str, Any]]:
        chances = whole_weights(option.weight for option in choice.options)
        configs = [self._contents(option.contents) for option in choice.options]
        if set(chances) != {1}:
            for config, chance in zip(configs, chances, strict=True):
                config["variable_config"] = [{"chance": chance, "weight": sum(chances)}]
        return configs

    def _deck(self, deck: DeckList) -> dict[str, Any]:
        for part in deck.cards:
            if part.finish and part.finish not in _FINISHES:
                self._losses.dropped(Loss.FINISH, self._product, f"{part.finish} cards of decks")
        cards = [
            {
                "count": part.count,
                "isFoil": part.finish == "foil",
                **({"isEtched": True} if part.finish == "etched" else {}),
                "uuid": self._cards.uuid_of(part.what),
            }
            for part in deck.cards
            if isinstance(part.what, CardRef)
        ]
        boards = {"commander": [], "mainBoard": cards, "sideBoard": []}
        return {"code": self._code, "name": deck.name, "type": "", **boards}


def _cards_in(contents: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the objects of cards, including those in variable contents."""
    yield from contents.get("card", ())
    for choice in contents.get("variable", ()):
        for config in choice["configs"]:
            yield from _cards_in(config)
