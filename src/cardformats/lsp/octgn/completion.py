"""What can be written at a place in a set or a deck: elements, attributes, and their values."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from html import unescape
from itertools import islice
from typing import Final, NamedTuple

from lsprotocol.types import CompletionItem

from ...formats.guids import guid
from ...formats.xml_text import content, element
from ..answers import OfferKind
from ..xml_tokens import Tag, XmlPlace, tags
from .game_texts import GameAround
from .set_text import SetDocument, kind_of
from .shapes import DECK, ElementShape

#: So many values are offered, which is more than editors show.
MOST: Final = 1001
_OPENED: Final = re.compile(r"</?[^\s<>/]*\Z")


def completions(its: SetDocument, game: GameAround, offset: int) -> Iterator[CompletionItem]:
    """What can be written at *offset*."""
    place = its.place(offset)
    if place is None:
        return
    if place.is_value and place.tag is not None and place.attribute is not None:
        yield from _values(its, game, place)
    elif match := _OPENED.search(its.source.text, max(0, offset - 100), offset):
        yield from _elements(its, place, match.start(), offset)
    elif place.tag is not None and not place.tag.is_closing and offset > place.tag.name_end:
        yield from _attributes(its, place, place.tag, offset)
    elif place.tag is None and place.around and place.around[-1].name == "card":
        yield from _card_text(its, game, place.around[-1], offset)


# -- elements and attributes


def _elements(
    its: SetDocument, place: XmlPlace, start: int, offset: int
) -> Iterator[CompletionItem]:
    """The elements that can stand there, and the end of the one around."""
    around = [each for each in place.around if each is not place.tag]
    parent = around[-1] if around else None
    if parent is None:
        children: Iterable[str] = ("set",) if not its.source.text[:start].strip("\ufeff \n") else ()
    else:
        shape = its.shapes.get(_kind(parent, around))
        children = shape.children if shape else ()
        yield its.answers.offer(f"/{parent.name}", "keyword", start, offset, f"</{parent.name}>")
    for name in children:
        is_of_pick = name == "property" and parent is not None and parent.name == "pick"
        shape = its.shapes.get("property of a pick" if is_of_pick else name)
        if shape is not None:
            new = _snippet(name, shape)
            yield its.answers.offer(
                name, "keyword", start, offset, new, markdown=shape.help, is_snippet=True
            )


def _kind(tag: Tag, around: list[Tag]) -> str:
    return kind_of(tag, XmlPlace(tuple(around)))


def _snippet(name: str, shape: ElementShape) -> str:
    """A new element with the attributes that it needs, and room for what is in it."""
    attributes = "".join(f' {each}="${{{n}:}}"' for n, each in enumerate(shape.needed, 1))
    if shape.children and name != "property":
        return f"<{name}{attributes}>$0</{name}>"
    return f"<{name}{attributes}/>$0"


def _attributes(
    its: SetDocument, place: XmlPlace, tag: Tag, offset: int
) -> Iterator[CompletionItem]:
    """The attributes that an element can have, and has not."""
    shape, own = its.shape_of(tag, place), place.attribute
    if shape is None or (own is not None and offset > own.name_end):
        return
    start, end = (own.start, own.name_end) if own is not None else (offset, offset)
    has_value = own is not None and own.end > own.name_end
    there = {each.name for each in tag.attributes() if each != own}
    for name, help_ in shape.attributes.items():
        if name not in there:
            new = name if has_value else f'{name}="$1"'
            yield its.answers.offer(
                name, "key", start, end, new, markdown=help_, is_snippet=not has_value
            )


# -- values


class _ValueOffer(NamedTuple):
    """A value: what is shown, what it is, and what is written, if that is something else."""

    label: str
    detail: str = ""
    kind: OfferKind = "value"
    new: str | None = None


def _values(its: SetDocument, game: GameAround, place: XmlPlace) -> Iterator[CompletionItem]:
    """The values that the attribute of *place* can have."""
    tag, attribute = place.tag, place.attribute
    if tag is None or attribute is None:
        return
    kind, name = kind_of(tag, place), attribute.name
    shape = its.shapes.get(kind)
    offers: Iterable[_ValueOffer] = ()
    if shape is not None and name in shape.words:
        offers = map(_ValueOffer, shape.words[name])
    elif maker := _OFFERS.get((kind, name)):
        offers = maker(its, game, place)
    for each in islice(offers, MOST):
        new = _written(each.label if each.new is None else each.new)
        start, end = attribute.value_start, attribute.value_end
        yield its.answers.offer(each.label, each.kind, start, end, new, each.detail)


def _written(value: str) -> str:
    """*value* as it stands in quotes."""
    return element("_", {"_": value})[len('<_ _="') : -len('"/>')]


def _property_offers(its: SetDocument, game: GameAround, place: XmlPlace) -> Iterator[_ValueOffer]:
    """The properties of the game, or of the set; not those that the card around has."""
    there = set(_other_properties(its, place))
    if game.definition is not None:
        names = {name: each.type for name, each in game.definition.properties.items()}
    else:
        names = dict.fromkeys(map(unescape, _PROPERTY_NAME.findall(its.source.text)), "")
    return (_ValueOffer(name, detail) for name, detail in names.items() if name not in there)


def _other_properties(its: SetDocument, place: XmlPlace) -> Iterator[str]:
    """The properties that a card, or a face, has besides the one of *place*."""
    around = [each for each in place.around if each is not place.tag]
    if place.tag is None or not around or around[-1].name not in ("card", "alternate", "include"):
        return
    for each in tags(its.source, around[-1].end):
        if each.name in ("card", "alternate", "include", "pack", "set"):
            return
        if each.name == "property" and not each.is_closing and each.start != place.tag.start:
            yield each.values().get("name", "")


def _key_offers(its: SetDocument, game: GameAround, place: XmlPlace) -> Iterator[_ValueOffer]:
    yield _ValueOffer("name", "the name of the card")
    yield from _property_offers(its, game, place)


def _value_offers(its: SetDocument, _game: GameAround, place: XmlPlace) -> Iterator[_ValueOffer]:
    """The values that cards of the set have, of what a property or a pick names."""
    values = place.tag.values() if place.tag else {}
    name = values.get("name") or values.get("key") or ""
    counts = its.card_names() if name.lower() == "name" else its.values(name)
    return (
        _ValueOffer(value, f"{count} here") for value, count in counts.most_common(MOST) if value
    )


def _size_offers(_its: SetDocument, game: GameAround, _place: XmlPlace) -> Iterator[_ValueOffer]:
    sizes = game.definition.sizes if game.definition else {}
    return (
        _ValueOffer(name, f"{each.width} × {each.height}") for name, each in sizes.items() if name
    )


def _symbol_offers(_its: SetDocument, game: GameAround, _place: XmlPlace) -> Iterator[_ValueOffer]:
    symbols = game.definition.symbols if game.definition else {}
    return (_ValueOffer(each, name) for each, name in symbols.items())


def _type_offers(its: SetDocument, _game: GameAround, _place: XmlPlace) -> Iterator[_ValueOffer]:
    """The types of the alternates of a set."""
    types = (each.values().get("type") for each in tags(its.source) if each.name == "alternate")
    return (_ValueOffer(each) for each in dict.fromkeys(types) if each)


def _section_offers(_its: SetDocument, game: GameAround, _place: XmlPlace) -> Iterator[_ValueOffer]:
    sections = (each for each in game.definition_tags if each.name == "section")
    return (_ValueOffer(each.values().get("name", "")) for each in sections if not each.is_closing)


def _game_offers(_its: SetDocument, game: GameAround, _place: XmlPlace) -> Iterator[_ValueOffer]:
    known = game.definition
    if known is not None:
        yield _ValueOffer(known.name, known.id, "set", known.id)


def _set_offers(_its: SetDocument, game: GameAround, _place: XmlPlace) -> Iterator[_ValueOffer]:
    its_sets = (each.set for _, each in game.sets())
    return (_ValueOffer(each.name, each.id, "set", each.id) for each in its_sets)


def _card_offers(its: SetDocument, game: GameAround, place: XmlPlace) -> Iterator[_ValueOffer]:
    """The GUIDs of cards by their names: of the set that the tag names, or of the game."""
    if place.tag is None or (place.tag.name == "card" and its.shapes is not DECK):
        return
    of_set = guid(place.tag.values().get("set", ""))
    for _, index in game.sets():
        if of_set in ("", index.set.id):
            yield from (_ValueOffer(each.name, each.id, "card", each.id) for each in index.cards)


_OFFERS: Final[
    dict[tuple[str, str], Callable[[SetDocument, GameAround, XmlPlace], Iterable[_ValueOffer]]]
] = {
    ("property", "name"): _property_offers,
    ("pick", "key"): _key_offers,
    ("property of a pick", "key"): _key_offers,
    ("property", "value"): _value_offers,
    ("pick", "value"): _value_offers,
    ("property of a pick", "value"): _value_offers,
    ("card", "size"): _size_offers,
    ("alternate", "size"): _size_offers,
    ("alternate", "type"): _type_offers,
    ("s", "value"): _symbol_offers,
    ("section", "name"): _section_offers,
    ("set", "gameId"): _game_offers,
    ("deck", "game"): _game_offers,
    ("include", "set"): _set_offers,
    ("include", "id"): _card_offers,
    ("card", "id"): _card_offers,
}
_PROPERTY_NAME: Final = re.compile(r"<property\s++name\s*+=\s*+\"([^\"<]*+)\"")


def _card_text(
    its: SetDocument, game: GameAround, card: Tag, offset: int
) -> Iterator[CompletionItem]:
    """In a deck, the name of the card that has the GUID of its tag."""
    known = game.card_called(guid(card.values().get("id", ""))) if its.shapes is DECK else None
    if known is not None:
        end = its.source.text.find("<", offset)
        new = content(known.name)
        yield its.answers.offer(known.name, "card", card.end, max(end, offset), new)
