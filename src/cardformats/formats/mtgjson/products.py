"""Products: what sets are sold as, and what is in it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any, Final

from ...diagnostics import DiagnosticLog
from ...model import BoosterRef, CardRef, Item, Product, ProductPart, ProductRef
from ...model.frozen import FrozenDict
from ..json_text import Path
from .codes import MtgjsonCode
from .syntax import Places
from .values import ARRAY, NUMBER, OBJECT, STRING, Check, is_plain

_PRODUCT: Final = {
    **dict.fromkeys(("name", "uuid", "category", "subtype", "releaseDate"), STRING),
    **dict.fromkeys(("productSize", "cardCount"), NUMBER),
    **dict.fromkeys(("identifiers", "contents", "purchaseUrls"), OBJECT),
}
_PARTS: Final = dict.fromkeys(("sealed", "pack", "card", "other", "deck", "variable"), ARRAY)
_PART: Final = {
    **dict.fromkeys(("name", "set", "uuid", "code", "number"), STRING),
    "count": NUMBER,
}
#: The members of a product that the model has words for, or nobody a use.
_OF_MODEL: Final = frozenset(("name", "uuid", "identifiers", "contents", "purchaseUrls"))
#: What one pack is called among categories, and what many of them are.
_PACK: Final = "booster_pack"
_BOX: Final = "booster_box"
#: The kinds that have other names as boosters.
_KINDS: Final = {"draft": "default", "default": "draft"}


class ProductReader:
    """Reads the products of one set.

    Attributes:
        products: the products.
        kept: how many have contents that the model has no words for.
    """

    def __init__(
        self,
        refs: Mapping[str, CardRef],
        code: str,
        kinds: Collection[str],
        places: Places,
        log: DiagnosticLog,
    ) -> None:
        """Read products of the set *code*, whose packs are of the *kinds*."""
        self.products: list[Product] = []
        self.kept = 0
        self._refs, self._code, self._kinds = refs, code, kinds
        self._places, self._log = places, log
        self._check = Check(places, log)
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
            rest = {
                key: tuple(_plain(each) for each in contents[key])
                for key in ("deck", "variable")
                if contents.get(key)
            }
            self.kept += bool(rest)
            name = self._name(own.get("name", ""), where)
            of_format = FrozenDict({**extras, **rest})
            self.products.append(
                Product(name, parts, ids, FrozenDict(mtgjson=of_format) if of_format else {})
            )

    def _name(self, name: str, path: Path) -> str:
        """*name*, or one that no other product has."""
        new = name
        while new in self._names:
            self._names[name] += 1
            new = f"{name} ({self._names[name]})"
        self._names[new] = 1
        if new != name:
            where = self._places.span((*path, "name"))
            self._log.add(MtgjsonCode.SAME_PRODUCT, where, name=name, new=new)
        return new

    def _parts(self, contents: Mapping[str, Any], path: Path) -> Iterator[ProductPart]:
        for kind in ("sealed", "pack", "card", "other"):
            for number, each in enumerate(contents.get(kind, ())):
                where = (*path, kind, number)
                if not isinstance(each, dict):
                    self._check.wrong(where, "an object")
                    continue
                own = self._check.members(each, where, _PART)
                if own.get("code" if kind == "pack" else "name") is None:
                    self._check.wrong(where, "an object with a name, or the code of a pack")
                    continue
                count = own.get("count", 1)
                finish = "foil" if each.get("foil") is True else None
                if count:
                    yield ProductPart(self._what(kind, own), count, finish)

    def _what(self, kind: str, own: Mapping[str, Any]) -> BoosterRef | CardRef | ProductRef | Item:
        code = own.get("set", "").upper() or None
        other = None if code == self._code else code
        if kind == "pack":
            return BoosterRef(own["code"], other)
        if kind == "sealed":
            return ProductRef(own["name"], other)
        if kind == "other":
            return Item(own["name"])
        ref = self._refs.get(own.get("uuid", ""))
        return ref or CardRef(own["name"], code, own.get("number"), own.get("uuid"))

    def _packs(self, own: Mapping[str, Any]) -> Iterator[ProductPart]:
        """The packs that a product of older files says no more of than its kind and number."""
        category, kind = own.get("category"), own.get("subtype", "")
        kind = kind if kind in self._kinds else _KINDS.get(kind, kind)
        count = 1 if category == _PACK else own.get("productSize", 0)
        if category in (_PACK, _BOX) and kind in self._kinds and count:
            yield ProductPart(BoosterRef(kind), count)


def _plain(value: Any) -> Any:
    """*value* frozen, if it is an object of plain values; else its text."""
    if isinstance(value, dict):
        value = {key: each for key, each in value.items() if is_plain(each)}
        return FrozenDict(
            {key: tuple(each) if isinstance(each, list) else each for key, each in value.items()}
        )
    return value if is_plain(value) and not isinstance(value, list) else None
