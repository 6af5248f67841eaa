"""Products of sets, and their contents."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from fractions import Fraction
from math import isfinite
from typing import Any, Final

from ...diagnostic_log import DiagnosticLog
from ...model import (
    BoosterRef,
    CardRef,
    Content,
    DeckList,
    Item,
    Product,
    ProductChoice,
    ProductOption,
    ProductPart,
    ProductRef,
)
from ...model.frozen import FrozenDict
from ..json_text import Path
from .codes import MtgjsonCode
from .syntax import ValuePositions
from .values import ARRAY, NUMBER, OBJECT, STRING, ValueCheck

_PRODUCT: Final = {
    **dict.fromkeys(("name", "uuid", "category", "subtype", "releaseDate"), STRING),
    **dict.fromkeys(("productSize", "cardCount"), NUMBER),
    **dict.fromkeys(("identifiers", "contents", "purchaseUrls"), OBJECT),
}
_PARTS: Final = dict.fromkeys(("sealed", "pack", "card", "deck", "other", "variable"), ARRAY)
_PART: Final = {
    **dict.fromkeys(("name", "set", "uuid", "code", "number"), STRING),
    "count": NUMBER,
    "configs": ARRAY,
}
#: The members of a deck that contain cards.
_BOARDS: Final = (
    *("commander", "displayCommander", "mainBoard", "sideBoard", "planes", "schemes"),
    *("planarDeck", "schemeDeck", "tokens"),
)
#: The required member of kinds of parts.
_NEEDED: Final = {"pack": "code", "variable": "configs"}
#: The maximum depth to which variable contents are nested.
_DEEPEST: Final = 10
#: The members of a product that have a field in the model, or that are not needed.
_OF_MODEL: Final = frozenset(("name", "uuid", "identifiers", "contents", "purchaseUrls"))
#: The categories of a single pack and of a box.
_PACK: Final = "booster_pack"
_BOX: Final = "booster_box"
#: The kinds that have other names among the boosters.
_KINDS: Final = {"draft": "default", "default": "draft"}


class ProductReader:
    """A reader of the products of one set.

    Attributes:
        products: The products.
        unlisted: The number of products with decks whose list is not known.
    """

    def __init__(
        self,
        refs: Mapping[str, CardRef],
        code: str,
        kinds: Collection[str],
        decks: Mapping[str, Any],
        places: ValuePositions,
        log: DiagnosticLog,
    ) -> None:
        """Create a reader of products of the set *code*, with *kinds* of packs and *decks*."""
        self.products: list[Product] = []
        self.unlisted = 0
        self._refs, self._code, self._kinds, self._decks = refs, code, kinds, decks
        self._has_unlisted = False
        self._places, self._log = places, log
        self._check = ValueCheck(places, log)
        self._names: dict[str, int] = {}

    def read(self, items: list[Any], path: Path) -> None:
        """Read the array *items* at *path*."""
        for number, item in enumerate(items):
            where = (*path, number)
            if not isinstance(item, dict):
                self._check.wrong(where, "an object")
                continue
            own = self._check.members(item, where, _PRODUCT)
            contents = self._check.members(own.get("contents", {}), (*where, "contents"), _PARTS)
            parts = [*self._parts(contents, (*where, "contents"))] or [*self._packs(own)]
            identifiers = own.get("identifiers", {})
            ids = {"mtgjson": own["uuid"]} if "uuid" in own else {}
            if isinstance(identifiers.get("tcgplayerProductId"), str):
                ids["tcgplayer"] = identifiers["tcgplayerProductId"]
            extras = self._check.extras(own, _OF_MODEL, where).get("mtgjson", FrozenDict())
            self.unlisted += self._has_unlisted
            self._has_unlisted = False
            name = self._name(own.get("name", ""), where)
            self.products.append(
                Product(name, parts, ids, FrozenDict(mtgjson=extras) if extras else {})
            )

    def _name(self, name: str, path: Path) -> str:
        """Return *name*, or a similar name that no other product has."""
        new = name
        while new in self._names:
            self._names[name] += 1
            new = f"{name} ({self._names[name]})"
        self._names[new] = 1
        if new != name:
            where = self._places.span((*path, "name"))
            self._log.add(MtgjsonCode.SAME_PRODUCT, where, name=name, new=new)
        return new

    def _parts(
        self, contents: Mapping[str, Any], path: Path, depth: int = 0
    ) -> Iterator[ProductPart]:
        """Yield the parts of an object of arrays, one for each kind."""
        for kind in _PARTS:
            for number, each in enumerate(contents.get(kind, ())):
                where = (*path, kind, number)
                if not isinstance(each, dict):
                    self._check.wrong(where, "an object")
                    continue
                own = self._check.members(each, where, _PART)
                if (needed := _NEEDED.get(kind, "name")) not in own:
                    self._check.wrong(where, f"an object with {needed!r}")
                    continue
                count = own.get("count", 1)
                what = self._what(kind, own, where, depth)
                if count and what is not None:
                    yield ProductPart(what, count, _finish(each, "foil", "etched"))

    def _what(self, kind: str, own: Mapping[str, Any], path: Path, depth: int) -> Content | None:
        if kind == "variable":
            return self._choice(own["configs"], (*path, "configs"), depth + 1)
        code = own.get("set", "").upper() or None
        other = None if code == self._code else code
        if kind == "pack":
            name = own["code"]
            return BoosterRef(name if other else self._kind(name), other)
        if kind == "sealed":
            return ProductRef(own["name"], other)
        if kind == "deck":
            return self._deck(own["name"], other)
        if kind == "other":
            return Item(own["name"])
        ref = self._refs.get(own.get("uuid", ""))
        return ref or CardRef(own["name"], code, own.get("number"), own.get("uuid"))

    def _choice(self, configs: list[Any], path: Path, depth: int) -> ProductChoice | None:
        """Return the choice of variable contents; each of *configs* is one option."""
        if depth > _DEEPEST:
            self._check.wrong(path, f"nested at most {_DEEPEST} levels deep")
            return None
        options, totals = [], []
        for number, each in enumerate(configs):
            where = (*path, number)
            if not isinstance(each, dict):
                self._check.wrong(where, "an object")
                continue
            contents = self._check.members(each, where, {**_PARTS, "variable_config": ARRAY})
            odds = _objects(contents.get("variable_config"))
            chance, total = (odds[0].get(key) for key in ("chance", "weight")) if odds else (1, 0)
            if not _is_weight(chance):
                self._check.wrong((*where, "variable_config"), "an object with a 'chance'")
                chance = 0
            parts = tuple(self._parts(contents, where, depth))
            options.append(ProductOption(parts, _weight(chance)))
            totals += [total] if _is_weight(total) and total else []
        chances = sum(option.weight for option in options)
        if not chances:
            self._check.wrong(path, "an array with an option of positive chance")
            return None
        if wrong := next((total for total in totals if _weight(total) != chances), None):
            span = self._places.span(path)
            self._log.add(MtgjsonCode.TOTAL, span, sum=chances, total=wrong)
        return ProductChoice(options)

    def _deck(self, name: str, other: str | None) -> DeckList:
        deck = None if other else self._decks.get(name)
        cards = [
            ProductPart(ref, each["count"], _finish(each, "isFoil", "isEtched"))
            for each in cards_of_deck(deck)
            if (ref := self._refs.get(each["uuid"])) is not None
        ]
        self._has_unlisted |= not cards
        return DeckList(name, cards, other)

    def _kind(self, name: str) -> str:
        """Return the existing kind of packs that *name* is another name for, or *name*."""
        other = _KINDS.get(name, name)
        return other if name not in self._kinds and other in self._kinds else name

    def _packs(self, own: Mapping[str, Any]) -> Iterator[ProductPart]:
        """Yield the packs of a product in an older file, which has only their kind and number."""
        category, kind = own.get("category"), own.get("subtype", "")
        kind = self._kind(kind)
        count = 1 if category == _PACK else own.get("productSize", 0)
        if category in (_PACK, _BOX) and kind in self._kinds and count:
            yield ProductPart(BoosterRef(kind), count)


def decks_of(products: Any, decks: Any) -> dict[str, Any]:
    """Return the objects of *decks* in *products*, by name; the first one if a name is repeated."""
    wanted = set(_deck_names(products))
    named = [each for each in _objects(decks) if isinstance(each.get("name"), str)]
    return {each["name"]: each for each in reversed(named) if each["name"] in wanted}


def _deck_names(products: Any) -> Iterator[str]:
    waiting = [each.get("contents") for each in _objects(products)]
    while waiting:
        contents = waiting.pop()
        if isinstance(contents, dict):
            names = (each.get("name") for each in _objects(contents.get("deck")))
            yield from (name for name in names if isinstance(name, str))
            for each in _objects(contents.get("variable")):
                waiting += _objects(each.get("configs"))


def _objects(value: Any) -> list[dict[str, Any]]:
    """Return the objects in *value*, if it is an array."""
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []


def cards_of_deck(deck: Any) -> Iterator[Mapping[str, Any]]:
    """Yield the objects of a deck's cards with a uuid and a count, of all its boards in order."""
    for board in _BOARDS if isinstance(deck, dict) else ():
        for each in _objects(deck.get(board)):
            if isinstance(each.get("uuid"), str):
                count = each.get("count", 1)
                if NUMBER[0](count) and count:
                    yield {**each, "count": count}


def _finish(card: Mapping[str, Any], foil: str, etched: str) -> str | None:
    """Return the finish that the members of these names specify."""
    return "etched" if card.get(etched) is True else "foil" if card.get(foil) is True else None


def _is_weight(value: object) -> bool:
    is_real = isinstance(value, (int, float)) and not isinstance(value, bool)
    return is_real and isfinite(value) and value >= 0  # type: ignore[arg-type,operator] # it is real


def _weight(value: Any) -> int | Fraction:
    return value if isinstance(value, int) else Fraction(str(value))
