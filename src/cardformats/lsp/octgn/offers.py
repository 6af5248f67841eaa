"""The values that attributes can have in a set or a deck of a game."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from html import unescape
from typing import Final

from ...formats.guids import guid
from ..xml.completion import ValueOffer, usual
from ..xml.markup import Tag, XmlPlace, tags
from ..xml.shapes import CONTENT
from .game_texts import GameAround
from .set_text import SetDocument
from .shapes import DECK


def offers(
    its: SetDocument, game: GameAround, place: XmlPlace, kind: str, name: str
) -> Iterable[ValueOffer]:
    """Return the values that an attribute, or the text, of a *kind* of element can have."""
    if name == CONTENT:
        return _card_text(its, game, place.around[-1])
    maker = _OFFERS.get((kind, name))
    return maker(its, game, place) if maker else ()


def _property_offers(its: SetDocument, game: GameAround, place: XmlPlace) -> Iterator[ValueOffer]:
    """Return the properties of the game or the set that the card does not have yet."""
    there = set(_other_properties(its, place))
    if game.definition is not None:
        names = {name: each.type for name, each in game.definition.properties.items()}
    else:
        names = dict.fromkeys(map(unescape, _PROPERTY_NAME.findall(its.source.text)), "")
    return (ValueOffer(name, detail) for name, detail in names.items() if name not in there)


def _other_properties(its: SetDocument, place: XmlPlace) -> Iterator[str]:
    """Yield the names of the other properties of the card or the face."""
    around = [each for each in place.around if each is not place.tag]
    if place.tag is None or not around or around[-1].name not in ("card", "alternate", "include"):
        return
    for each in tags(its.source, around[-1].end):
        if each.name in ("card", "alternate", "include", "pack", "set"):
            return
        if each.name == "property" and not each.is_closing and each.start != place.tag.start:
            yield each.values().get("name", "")


def _key_offers(its: SetDocument, game: GameAround, place: XmlPlace) -> Iterator[ValueOffer]:
    yield ValueOffer("name", "the name of the card")
    yield from _property_offers(its, game, place)


def _value_offers(its: SetDocument, _game: GameAround, place: XmlPlace) -> Iterator[ValueOffer]:
    """Return the values that cards of the set have for the property."""
    values = place.tag.values() if place.tag else {}
    name = values.get("name") or values.get("key") or ""
    counts = its.card_names() if name.lower() == "name" else its.values(name)
    return (ValueOffer(value, f"{count} here") for value, count in usual(counts))


def _size_offers(_its: SetDocument, game: GameAround, _place: XmlPlace) -> Iterator[ValueOffer]:
    sizes = game.definition.sizes if game.definition else {}
    return (
        ValueOffer(name, f"{each.width} × {each.height}") for name, each in sizes.items() if name
    )


def _symbol_offers(_its: SetDocument, game: GameAround, _place: XmlPlace) -> Iterator[ValueOffer]:
    symbols = game.definition.symbols if game.definition else {}
    return (ValueOffer(each, name) for each, name in symbols.items())


def _section_offers(_its: SetDocument, game: GameAround, _place: XmlPlace) -> Iterator[ValueOffer]:
    sections = (each for each in game.definition_tags if each.name == "section")
    return (ValueOffer(each.values().get("name", "")) for each in sections if not each.is_closing)


def _game_offers(_its: SetDocument, game: GameAround, _place: XmlPlace) -> Iterator[ValueOffer]:
    known = game.definition
    if known is not None:
        yield ValueOffer(known.name, known.id, "set", known.id)


def _set_offers(_its: SetDocument, game: GameAround, _place: XmlPlace) -> Iterator[ValueOffer]:
    its_sets = (each.set for _, each in game.sets())
    return (ValueOffer(each.name, each.id, "set", each.id) for each in its_sets)


def _card_offers(its: SetDocument, game: GameAround, place: XmlPlace) -> Iterator[ValueOffer]:
    """Yield the GUIDs of cards by name: of the set that the tag names, or of the game."""
    if place.tag is None or (place.tag.name == "card" and its.shapes is not DECK):
        return
    of_set = guid(place.tag.values().get("set", ""))
    for _, index in game.sets():
        if of_set in ("", index.set.id):
            yield from (ValueOffer(each.name, each.id, "card", each.id) for each in index.cards)


_OFFERS: Final[
    dict[tuple[str, str], Callable[[SetDocument, GameAround, XmlPlace], Iterable[ValueOffer]]]
] = {
    ("property", "name"): _property_offers,
    ("pick", "key"): _key_offers,
    ("property of pick", "key"): _key_offers,
    ("property", "value"): _value_offers,
    ("pick", "value"): _value_offers,
    ("property of pick", "value"): _value_offers,
    ("card", "size"): _size_offers,
    ("alternate", "size"): _size_offers,
    ("s", "value"): _symbol_offers,
    ("section", "name"): _section_offers,
    ("set", "gameId"): _game_offers,
    ("deck", "game"): _game_offers,
    ("include", "set"): _set_offers,
    ("include", "id"): _card_offers,
    ("card", "id"): _card_offers,
}
_PROPERTY_NAME: Final = re.compile(r"<property\s++name\s*+=\s*+\"([^\"<]*+)\"")


def _card_text(its: SetDocument, game: GameAround, card: Tag) -> Iterator[ValueOffer]:
    """Yield, in a deck, the name of the card that has the GUID of its tag."""
    known = game.card_called(guid(card.values().get("id", ""))) if its.shapes is DECK else None
    if known is not None:
        yield ValueOffer(known.name, kind="card")
