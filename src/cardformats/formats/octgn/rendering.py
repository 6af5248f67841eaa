"""From what is to be written to XML: elements in the order that OCTGN wants, blanks safe in it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Final

from attrs import define, field, frozen

from ...model import FrozenDict
from .packaging import UNLIMITED, Item, Options, Pack, Pick
from .richtext import Run

_FORBIDDEN: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_IN_TEXT: Final = {ord("&"): "&amp;", ord("<"): "&lt;", ord(">"): "&gt;", ord("\r"): "&#13;"}
#: A raw line break or tab in an attribute would be read as a blank.
_IN_ATTRIBUTE: Final = _IN_TEXT | {ord('"'): "&quot;", ord("\n"): "&#10;", ord("\t"): "&#9;"}
_STEP: Final = "  "
_HEADER: Final = '<?xml version="1.0" encoding="utf-8" standalone="yes"?>'


@frozen
class WrittenFace:
    """A card or an alternate that is to be written.

    Attributes:
        name: its name.
        size: of the card; empty for the usual one.
        properties: in order: a text, runs of rich text, or None for a property that is none.
        type: of an alternate.
    """

    name: str
    size: str
    properties: Mapping[str, str | tuple[Run, ...] | None]
    type: str = ""


@frozen
class WrittenCard:
    """A card that is to be written."""

    id: str
    face: WrittenFace
    alternates: tuple[WrittenFace, ...] = ()


@define
class WrittenSet:
    """A set that is to be written.

    Attributes:
        attributes: of its outermost element, in order.
        cards, packs: in order.
        markers: the names of markers by id.
    """

    attributes: dict[str, str]
    cards: list[WrittenCard] = field(factory=list)
    packs: list[Pack] = field(factory=list)
    markers: Mapping[str, str] = FrozenDict()


def is_allowed(text: str) -> bool:
    """Whether XML can have all the characters of *text*."""
    return _FORBIDDEN.search(text) is None


def allowed(text: str) -> str:
    """*text* without the characters that XML cannot have."""
    return _FORBIDDEN.sub("", text)


def attribute(name: str, value: str) -> str:
    """An attribute with the blank before it; characters that XML cannot have are left out."""
    return f' {name}="{allowed(value).translate(_IN_ATTRIBUTE)}"'


def attributes(given: Mapping[str, str]) -> str:
    """Attributes with the blanks before them."""
    return "".join(attribute(name, value) for name, value in given.items())


def content(text: str) -> str:
    """*text* between tags; characters that XML cannot have are left out."""
    return allowed(text).translate(_IN_TEXT)


def document(lines: Iterator[str]) -> str:
    """The text of a file of *lines*."""
    return "\n".join((_HEADER, *lines, ""))


def render_set(written: WrittenSet) -> str:
    """The text of ``set.xml``."""
    return document(_set(written))


def _set(written: WrittenSet) -> Iterator[str]:
    yield f"<set{attributes(written.attributes)}>"
    if written.packs:
        yield f"{_STEP}<packaging>"
        for pack in written.packs:
            yield from _pack(pack)
        yield f"{_STEP}</packaging>"
    if written.markers:
        yield f"{_STEP}<markers>"
        for number, name in written.markers.items():
            yield f"{_STEP * 2}<marker{attributes({'name': name, 'id': number})}/>"
        yield f"{_STEP}</markers>"
    yield f"{_STEP}<cards>"
    for card in written.cards:
        yield from _card(card)
    yield f"{_STEP}</cards>"
    yield "</set>"


# -- packs


def _pack(pack: Pack) -> Iterator[str]:
    indent = _STEP * 2
    yield f"{indent}<pack{attributes({'name': pack.name, 'id': pack.id})}>"
    for each in pack.includes:
        given = attributes({"id": each.card, "set": each.of_set})
        if each.overrides:
            yield f"{indent}{_STEP}<include{given}>"
            for name, value in each.overrides.items():
                said = "" if value is None else attribute("value", value)
                yield f"{indent}{_STEP * 2}<property{attribute('name', name)}{said}/>"
            yield f"{indent}{_STEP}</include>"
        else:
            yield f"{indent}{_STEP}<include{given}/>"
    for item in pack.items:
        yield from _item(item, indent + _STEP)
    yield f"{indent}</pack>"


def _item(item: Item, indent: str) -> Iterator[str]:
    if isinstance(item, Pick):
        yield from _pick(item, indent)
    else:
        yield from _options(item, indent)


def _pick(pick: Pick, indent: str) -> Iterator[str]:
    quantity = "unlimited" if pick.quantity == UNLIMITED else str(pick.quantity)
    (key, value), *more = pick.filters
    given = attributes({"qty": quantity, "key": key, "value": value})
    if not more:
        yield f"{indent}<pick{given}/>"
        return
    yield f"{indent}<pick{given}>"
    for key, value in more:
        yield f"{indent}{_STEP}<property{attributes({'key': key, 'value': value})}/>"
    yield f"{indent}</pick>"


def _options(options: Options, indent: str) -> Iterator[str]:
    yield f"{indent}<options>"
    for each in options.options:
        said = attribute("probability", decimal_text(each.probability or Fraction(0)))
        yield f"{indent}{_STEP}<option{said}>"
        for item in each.items:
            yield from _item(item, indent + _STEP * 2)
        yield f"{indent}{_STEP}</option>"
    yield f"{indent}</options>"


def decimal_text(number: Fraction) -> str:
    """*number*, which is a decimal, as OCTGN reads it."""
    whole = Decimal(number.numerator) / Decimal(number.denominator)
    return f"{whole:f}"


# -- cards


def _card(card: WrittenCard) -> Iterator[str]:
    indent = _STEP * 2
    given = {"name": card.face.name, "id": card.id}
    if card.face.size:
        given["size"] = card.face.size
    yield f"{indent}<card{attributes(given)}>"
    yield from _properties(card.face, indent + _STEP)
    for each in card.alternates:
        given = {"name": each.name, "type": each.type}
        if each.size:
            given["size"] = each.size
        yield f"{indent}{_STEP}<alternate{attributes(given)}>"
        yield from _properties(each, indent + _STEP * 2)
        yield f"{indent}{_STEP}</alternate>"
    yield f"{indent}</card>"


def _properties(face: WrittenFace, indent: str) -> Iterator[str]:
    for name, value in face.properties.items():
        start = f"{indent}<property{attribute('name', name)}"
        if value is None:
            yield f"{start}/>"
        elif isinstance(value, str):
            yield f"{start}{attribute('value', value)}/>"
        else:
            yield f"{start}>{''.join(_runs(value))}</property>"


def _runs(runs: tuple[Run, ...]) -> Iterator[str]:
    """Runs in elements; a text of blanks would be lost, so it goes into the symbol before it."""
    for number, run in enumerate(runs):
        following = runs[number + 1].text if number + 1 < len(runs) else ""
        is_blank_next = run.symbol is not None and following and not following.strip(" \t\r\n")
        if run.symbol is not None:
            text = content(run.text + (following if is_blank_next else ""))
            text = f"<s{attribute('value', run.symbol)}>{text}</s>"
        elif number and runs[number - 1].symbol is not None and not run.text.strip(" \t\r\n"):
            continue
        else:
            text = content(run.text)
        for tag, is_set in (("u", run.underline), ("i", run.italic), ("b", run.bold)):
            text = f"<{tag}>{text}</{tag}>" if is_set else text
        yield f"<c{attribute('value', run.color)}>{text}</c>" if run.color else text
