"""Conversion from a set's JSON to a card set."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from ...diagnostic_log import DiagnosticLog
from ...model import CardRef, CardSet
from ...model.frozen import FrozenDict
from .beside import add_others
from .boosters import BoosterReader
from .cards import LIKE, CardReader, set_facts
from .codes import MtgjsonCode
from .format import MtgjsonOptions
from .products import ProductReader, cards_of_deck, decks_of
from .syntax import DERIVED, FACES, IDENTIFIERS, META, TOKEN, SetData
from .values import ARRAY, FLAG, NUMBER, OBJECT, STRING, ValueCheck, is_strings

_MODEL: Final = {
    **dict.fromkeys(("name", "code", "releaseDate", "type", "block"), STRING),
    "booster": OBJECT,
    "sealedProduct": ARRAY,
}
_SET: Final = {
    **_MODEL,
    **dict.fromkeys(("parentCode", "mtgoCode", "keyruneCode", "tokenSetCode"), STRING),
    **dict.fromkeys(("baseSetSize", "totalSetSize"), NUMBER),
    "isOnlineOnly": FLAG,
}
#: The members of a set that are read, or that are derived from other members of the card set.
_OF_MODEL: Final = frozenset((*_MODEL, "cards", "tokens", "boosterV3", "decks"))
#: The members for the finishes of a card.
_FINISHES: Final = {"nonfoil": "hasNonFoil", "foil": "hasFoil"}


def to_model(data: SetData, options: MtgjsonOptions, log: DiagnosticLog) -> CardSet:
    """Return the card set in *data*; errors are reported."""
    places, path = data.places, data.path
    check = ValueCheck(places, log)
    own = check.members(data.value, path, _SET)
    code = own.get("code", "").upper()
    cards = CardReader(
        set_facts(own), code, places, log, has_images=options.images, thorough=options.thorough
    )
    for name, rarity in (("cards", None), ("tokens", TOKEN)):
        items = data.value.get(name)
        if data.is_old and isinstance(items, list):
            items = [modern(each, code) for each in items]
        if items is not None:
            cards.read(items, (*path, name), rarity)
    kinds = own.get("booster", {})
    boosters = BoosterReader(cards.refs, places, log)
    decks = decks_of(own.get("sealedProduct"), own.get("decks"))
    uuids = _uuids(kinds).union(each["uuid"] for d in decks.values() for each in cards_of_deck(d))
    if unknown := uuids - cards.refs.keys():
        notes = add_others(cards, unknown, data, options)
        cards.cards.sort(key=lambda card: card.rarity == TOKEN)  # tokens remain last
        if left := unknown - cards.refs.keys():
            log.add(MtgjsonCode.UNKNOWN_CARDS, places.start, notes=notes, count=len(left))
            cards.refs.update((uuid, CardRef(uuid, id=uuid)) for uuid in left)
    boosters.read(kinds, (*path, "booster"))
    names = [each.name for each in boosters.boosters]
    products = ProductReader(cards.refs, code, names, decks, places, log)
    products.read(own.get("sealedProduct", []), (*path, "sealedProduct"))
    if products.unlisted:
        log.add(MtgjsonCode.PARTLY_READ, places.start, count=products.unlisted)
    if data.is_old:
        log.add(MtgjsonCode.VERSION_4, places.start)
    if unread := cards.members - LIKE.keys() - DERIVED - set(IDENTIFIERS.values()):
        log.add(MtgjsonCode.NOT_READ, places.start, names=", ".join(sorted(unread)))
    extras = dict(check.extras(own, _OF_MODEL, path).get("mtgjson", {}))
    if data.about:
        extras["meta"] = check.extras(data.about, (), ("meta",)).get("mtgjson", FrozenDict())
    return CardSet(
        own.get("name", ""),
        own.get("code"),
        cards.cards,
        boosters.sheets.values(),
        boosters.boosters,
        meta={key: own[name] for key, name in META.items() if name in own},
        extras=FrozenDict(mtgjson=FrozenDict(extras)) if extras else {},
        products=products.products,
    )


def _uuids(kinds: Mapping[str, Any]) -> set[str]:
    """Return the uuids of all cards on sheets."""
    uuids: set[str] = set()
    for kind in kinds.values():
        sheets = kind.get("sheets") if isinstance(kind, dict) else None
        for sheet in sheets.values() if isinstance(sheets, dict) else ():
            cards = sheet.get("cards") if isinstance(sheet, dict) else None
            if isinstance(cards, dict):
                uuids.update(cards)
    return uuids


def modern(item: Any, code: str) -> Any:
    """Return *item*, a card of the set *code*, with the members of version 5.

    Version 4 uses the own names of faces, has ids among the other members, some of them numbers,
    has a member for each finish, and does not name the set.
    """
    if not isinstance(item, dict) or "identifiers" in item:
        return item
    names = item.get("names")
    finishes = [word for word, key in _FINISHES.items() if item.get(key) is True]
    own: dict[str, Any] = {"setCode": code, "identifiers": _identifiers(item)} | item
    if finishes:
        own.setdefault("finishes", finishes)
    if isinstance(names, list) and len(names) > 1 and is_strings(names):
        own["faceName"] = item.get("name")
        is_melded = item.get("layout") == "meld" and str(item.get("number")).endswith("b")
        if not is_melded:
            own["name"] = FACES.join(names)
    return own


def _identifiers(item: dict[str, Any]) -> dict[str, str]:
    return {
        name: str(item[name]) for name in IDENTIFIERS.values() if type(item.get(name)) in (int, str)
    }
