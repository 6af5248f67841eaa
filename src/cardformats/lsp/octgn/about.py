"""What there is to say of a place in a set or a deck: cards, properties, picks and packs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Final

from attrs import frozen

from ...formats.guids import guid
from ...model import Booster, Card, CardSet, Slot
from ..cards_shown import escaped, number, percent
from ..xml.markup import Tag, XmlPlace, tags
from .game_texts import GameAround
from .set_text import SetDocument

#: The number of values that are shown.
_MOST: Final = 8
_BREAK: Final = "  \n"


@frozen
class SetModel:
    """What is known of a document.

    Attributes:
        game: The game around it.
        cardset: Returns what was read of it.
        card: Yields what is shown about a card.
    """

    game: GameAround
    cardset: Callable[[], CardSet]
    card: Callable[[CardSet, Card], Iterator[str]]


def about(its: SetDocument, model: SetModel, place: XmlPlace) -> Iterator[str]:
    """Yield what is known about a tag, or about the value of its attribute."""
    tag, attribute = place.tag, place.attribute
    if tag is None or tag.is_closing:
        return
    kind, name = its.kind_of(tag, place.around), attribute.name if attribute else ""
    values = tag.values()
    if maker := _DEFINED.get((kind, name)):
        yield from maker(its, model, values)
    elif kind in ("pick", "property of pick"):
        yield from _pick(its, model, tag if kind == "pick" else place.around[-1])
    elif kind == "pack":
        yield from _pack(its, model, tag)
    elif kind in ("card", "include") and (name != "size" or kind == "include"):
        yield from _card(model, guid(values.get("id", "")))


def _set(_its: SetDocument, model: SetModel, values: Mapping[str, str]) -> Iterator[str]:
    index = model.game.set_called(guid(values["set"]))
    yield f"**{escaped(index.set.name)}**" if index else "No set of the game has this GUID."


def _size(_its: SetDocument, model: SetModel, values: Mapping[str, str]) -> Iterator[str]:
    if (definition := model.game.definition) is not None:
        size = definition.sizes.get(values["size"])
        yield f"{size.width} × {size.height}" if size else "The game defines no such size."


def _symbol(_its: SetDocument, model: SetModel, values: Mapping[str, str]) -> Iterator[str]:
    if (definition := model.game.definition) is not None:
        symbol = definition.symbols.get(values["value"])
        yield escaped(symbol) if symbol else "The game defines no such symbol."


def _property(its: SetDocument, model: SetModel, values: Mapping[str, str]) -> Iterator[str]:
    name = values.get("key") or values.get("name") or ""
    definition = model.game.definition
    if definition is not None and name.lower() != "name":
        known = definition.properties.get(name)
        if known is None:
            yield f"The game does not define **{escaped(name)}**."
        else:
            about = f"{known.type}, {known.text_kind}" if known.text_kind != "Free" else known.type
            yield f"**{escaped(name)}**: {about}{', hidden' if known.hidden else ''}"
    counts = its.card_names() if name.lower() == "name" else its.values(name)
    if counts:
        most = ", ".join(f"{escaped(each)} {count}" for each, count in counts.most_common(_MOST))
        more = f" and {len(counts) - _MOST} more" if len(counts) > _MOST else ""
        what = "value" if len(counts) == 1 else "values"
        yield f"{len(counts)} {what} in this set: {most}{more}"


def _value(its: SetDocument, _model: SetModel, values: Mapping[str, str]) -> Iterator[str]:
    name = values.get("name", "")
    count = its.values(name)[values["value"]]
    yield f"{count} {'card says' if count == 1 else 'cards say'} this of {escaped(name)} here."


_DEFINED: Final[
    dict[tuple[str, str], Callable[[SetDocument, SetModel, Mapping[str, str]], Iterator[str]]]
] = {
    ("property", "name"): _property,
    ("pick", "key"): _property,
    ("property of pick", "key"): _property,
    ("property", "value"): _value,
    ("include", "set"): _set,
    ("card", "size"): _size,
    ("alternate", "size"): _size,
    ("s", "value"): _symbol,
}


def _card(model: SetModel, wanted: str) -> Iterator[str]:
    if not wanted:  # it is being written
        return
    cardset = model.cardset()
    card = next((each for each in cardset.cards if each.ids.get("octgn") == wanted), None)
    if card is None:
        indexed = model.game.card_called(wanted)
        index = model.game.set_called(indexed.set_id) if indexed else None
        if indexed is None:
            yield "No card of the game has this GUID."
        else:
            yield f"**{escaped(indexed.name)}**" + (f", {escaped(index.set.name)}" if index else "")
        return
    yield from model.card(cardset, card)


def _booster(
    its: SetDocument, model: SetModel, pack: Tag
) -> tuple[Booster | None, list[tuple[Slot, Fraction]]]:
    """Return the booster of a pack element, and its slots with their shares of packs.

    None if the text and what was read of it do not agree.
    """
    starts = [
        each.start for each in tags(its.source) if each.name == "pack" and not each.is_closing
    ]
    boosters = model.cardset().boosters
    if len(starts) != len(boosters) or pack.start not in starts:
        return None, []
    booster = boosters[starts.index(pack.start)]
    return booster, [pair for layout in booster.layouts for pair in layout.walk()]


def _slot(sheets: CardSet, slot: Slot, share: Fraction) -> str:
    sheet = sheets.sheets.get(slot.sheets[0].sheet) if slot.sheets else None
    there = sheet.total if sheet else 0
    wanted = "all" if not isinstance(slot.count, int) else slot.count
    often = "" if share == 1 else f", in {percent(share)}"
    return f"{wanted} of {there} cards: {escaped(slot.name)}{often}"


def _pack(its: SetDocument, model: SetModel, pack: Tag) -> Iterator[str]:
    booster, slots = _booster(its, model, pack)
    if booster is None:
        return
    lines = [f"**{escaped(booster.name)}**"]
    lines += [_slot(model.cardset(), *each) for each in slots]
    yield _BREAK.join(lines)


def _pick(its: SetDocument, model: SetModel, pick: Tag) -> Iterator[str]:
    """Yield the number of cards that match a pick, and how often packs contain them."""
    pack = _pack_around(its, pick)
    booster, slots = _booster(its, model, pack) if pack else (None, [])
    if pack is None or booster is None:
        return
    inside = tags(its.source, pack.start, pick.end)
    place = sum(each.name == "pick" and not each.is_closing for each in inside) - 1
    if not 0 <= place < len(slots):
        return
    slot, share = slots[place]
    cardset = model.cardset()
    yield _slot(cardset, slot, share)
    sheet = cardset.sheets.get(slot.sheets[0].sheet)
    if sheet is None or not sheet.total:
        return
    drawn = min(slot.count, sheet.total) if isinstance(slot.count, int) else sheet.total
    each = Fraction(drawn) * share / sheet.total
    copies = "copy" if each == 1 else "copies"
    yield f"By this pick, a pack has {number(each)} {copies} of each of them on average."


def _pack_around(its: SetDocument, tag: Tag) -> Tag | None:
    place = its.place(tag.start)
    around = place.around if place else ()
    return next((each for each in around if each.name == "pack"), None)
