"""The texts of sets and decks: elements in the order that OCTGN requires, with protected spaces."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from itertools import chain

from ..xml_text import block, content, document, element
from .rich_text import TextRun
from .syntax import ALL, FaceRecord, FilterPickRecord, Item, OctgnCardRecord, PackRecord, SetRecord


def render_set(record: SetRecord) -> str:
    """Return the text of ``set.xml``."""
    markers = [element("marker", {"name": name, "id": id_}) for id_, name in record.markers.items()]
    parts = [
        block("packaging", {}, chain.from_iterable(map(_pack, record.packs)))
        if record.packs
        else (),
        block("markers", {}, markers) if markers else (),
        block("cards", {}, chain.from_iterable(map(_card, record.cards))),
    ]
    return document(block("set", record.attributes, chain.from_iterable(parts)))


def render_deck(
    about: Mapping[str, str],
    sections: Iterable[tuple[str, bool, Iterable[tuple[int, str, str]]]],
    others: Iterable[str] = (),
) -> str:
    """Return the text of a deck that says these things *about* itself.

    A section is its name, whether it is shared, and its cards: how many, the GUID and the name.
    The *others* are the elements behind the sections.
    """
    parts = (
        block("section", {"name": name, "shared": str(is_shared)}, map(_deck_card, cards))
        for name, is_shared, cards in sections
    )
    return document(block("deck", about, chain(*parts, others)))


def _deck_card(card: tuple[int, str, str]) -> str:
    copies, id_, name = card
    return element("card", {"qty": str(copies), "id": id_}, content(name))


def _pack(pack: PackRecord) -> Iterator[str]:
    includes = (
        _with_properties(
            "include", {"id": each.card, "set": each.of_set}, "name", each.overrides.items()
        )
        for each in pack.includes
    )
    lines = chain.from_iterable((*includes, *map(_item, pack.items)))
    return block("pack", {"name": pack.name, "id": pack.id}, lines)


def _item(item: Item) -> Iterator[str]:
    if isinstance(item, FilterPickRecord):
        quantity = "unlimited" if item.quantity == ALL else str(item.quantity)
        (key, value), *more = item.filters
        own = {"qty": quantity, "key": key, "value": value}
        return _with_properties("pick", own, "key", more)
    options = (
        block("option", {"probability": decimal_text(each.probability or Fraction(0))}, lines)
        for each in item.options
        for lines in (chain.from_iterable(map(_item, each.items)),)
    )
    return block("options", {}, chain.from_iterable(options))


def _with_properties(
    tag: str, own: Mapping[str, str], key: str, pairs: Iterable[tuple[str, str | None]]
) -> Iterator[str]:
    """Return an element with properties in it, of which each has a *key* and perhaps a value."""
    properties = [element("property", {key: name, "value": value}) for name, value in pairs]
    return block(tag, own, properties) if properties else iter((element(tag, own),))


def decimal_text(number: Fraction) -> str:
    """Return *number*, which is a decimal, as OCTGN reads it."""
    whole = Decimal(number.numerator) / Decimal(number.denominator)
    return f"{whole:f}"


def _card(card: OctgnCardRecord) -> Iterator[str]:
    alternates = (
        block("alternate", {"name": each.name, "type": each.type, **_size(each)}, _properties(each))
        for each in card.alternates
    )
    own = {"name": card.name, "id": card.id, **_size(card)}
    return block("card", own, chain(_properties(card), *alternates))


def _size(face: FaceRecord) -> dict[str, str | None]:
    return {"size": face.size or None}


def _properties(face: FaceRecord) -> Iterator[str]:
    for name, value in face.properties.items():
        if name in face.runs:
            yield element("property", {"name": name}, "".join(_runs(face.runs[name])))
        else:
            yield element("property", {"name": name, "value": value})


def _runs(runs: tuple[TextRun, ...]) -> Iterator[str]:
    """Yield runs in elements; OCTGN drops a text of spaces, so it joins the symbol before it."""
    for number, run in enumerate(runs):
        following = runs[number + 1].text if number + 1 < len(runs) else ""
        is_space_next = run.symbol is not None and following and not following.strip(" \t\r\n")
        if run.symbol is not None:
            text = content(run.text + (following if is_space_next else ""))
            text = element("s", {"value": run.symbol}, text)
        elif number and runs[number - 1].symbol is not None and not run.text.strip(" \t\r\n"):
            continue
        else:
            text = content(run.text)
        for tag, is_set in (("u", run.underline), ("i", run.italic), ("b", run.bold)):
            text = element(tag, {}, text) if is_set else text
        yield element("c", {"value": run.color}, text) if run.color else text
