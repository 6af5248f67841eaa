"""The stored form of cards and sets: compact JSON texts.

Values of the model become arrays: a tag that names the class, then its fields in order, except
default values at the end. Mappings become objects, and tuples arrays with an empty tag. Cards are
numerous, so a card is an array without tags that separate functions encode. Decoding calls only the
constructors of the classes in ``CLASSES``, so that the results are valid.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from enum import Enum
from fractions import Fraction
from itertools import combinations
from typing import Any, TypeAlias, TypeVar

from attrs import evolve, fields

from .. import model
from ..errors import CardDatabaseError
from ..model import Card, CardRef, CardSet, Color, Entry, Face, FrozenDict, ManaCost
from ..model.frozen import EMPTY, freeze_mapping

T = TypeVar("T")

#: The classes by tag. A change of their fields requires a new version of the file format.
CLASSES: Mapping[str, type] = {
    cls.__name__: cls
    for cls in (
        *(model.AddBooster, model.AddCards, model.AtLeast, model.AtMost, model.Balanced),
        *(model.Booster, model.BoosterRef, model.Box, model.CardRef, model.Choice, model.Event),
        *(model.Fixed, model.Item, model.Layout, model.LayoutChoice, model.Other),
        *(model.OtherEffect, model.PrintRun, model.Product, model.ProductChoice),
        *(model.DeckList, model.ProductOption, model.ProductPart, model.ProductRef),
        *(model.Quota, model.QuotaCount, model.Random, model.Replace, model.Round, model.Sheet),
        *(model.SheetChoice, model.SimpleEffect, model.Slot, model.Spread, model.Striped),
        model.Unlimited,
    )
}

#: The errors of decoding a damaged text; the library's own errors are ValueErrors.
_DAMAGES = (TypeError, ValueError, LookupError, AttributeError, ArithmeticError, RecursionError)

#: The encoder of plain values; values of the model contain no cycles.
_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), check_circular=False)

#: The default values that are omitted at the end of the rows of faces, cards and entries.
_FACE: tuple[Any, ...] = (
    None,
    None,
    None,
    (),
    (),
    (),
    "",
    None,
    None,
    None,
    EMPTY,
    EMPTY,
    EMPTY,
    "front",
)
_CARD: tuple[Any, ...] = ((), None, None, None, EMPTY, None, None, (), (), EMPTY)

_ENTRY: tuple[Any, ...] = (None, None, None, EMPTY)

#: All sets of colours, by their letters.
_COLORS = {
    "".join(color.value for color in colors): frozenset(colors)
    for size in range(len(Color) + 1)
    for colors in combinations(Color, size)
}
_LETTERS = {colors: letters for letters, colors in _COLORS.items()}


def encode_card(card: Card) -> str:
    """Return *card* as a JSON text.

    Raises:
        CardDatabaseError: If it has a number of thousands of digits.
    """
    row = (
        tuple([_face_row(face) for face in card.faces]),
        *(card.set_code, card.number, card.rarity, card.ids, card.finish, card.rating),
        tuple(map(_packed, card.related)),
        tuple(map(_packed, card.draft_effects)),
        card.extras,
    )
    return encode(_trimmed(row, _CARD))


def decode_card(text: object) -> Card:
    """Return the card of a text of :func:`encode_card`.

    Raises:
        CardDatabaseError: If the text is damaged.
    """
    return decode(_card, text)


def encode_set(cardset: CardSet) -> str:
    """Return everything of *cardset* except its cards as a JSON text.

    Sheets have many entries for the same cards, so references are listed once, and entries have
    their numbers.

    Raises:
        CardDatabaseError: If it has a number of thousands of digits.
    """
    numbers: dict[CardRef, int] = {}
    sheets = [
        (
            _packed(evolve(sheet, entries=())),
            *(_entry_row(entry, numbers) for entry in sheet.entries),
        )
        for sheet in cardset.sheets.values()
    ]
    refs = [(ref.name, ref.set_code, ref.number, ref.id) for ref in numbers]
    parts = (
        *(cardset.name, cardset.code, cardset.boosters, cardset.event, cardset.meta),
        *(cardset.extras, cardset.products),
    )
    return encode([refs, sheets, *map(_packed, parts)])


def decode_set(text: object, cards: tuple[Card, ...]) -> CardSet:
    """Return the card set of a text of :func:`encode_set` and its cards.

    Raises:
        CardDatabaseError: If the text is damaged.
    """

    def made(row: Any) -> CardSet:
        ref_rows, sheet_rows, *parts = row
        refs = [CardRef(*each) for each in ref_rows]
        sheets = [
            evolve(_unpacked(sheet), entries=tuple([_entry(each, refs) for each in entries]))
            for sheet, *entries in sheet_rows
        ]
        name, code, *rest, products = map(_unpacked, parts)
        return CardSet(name, code, cards, sheets, *rest, products=products)

    return decode(made, text)


def _entry_row(entry: Entry, numbers: dict[CardRef, int]) -> tuple[Any, ...]:
    number = numbers.setdefault(entry.card, len(numbers))
    return _trimmed((number, entry.copies, entry.finish, entry.overrides), _ENTRY)


def _entry(row: list[Any], refs: list[CardRef]) -> Entry:
    number, *rest = row
    return Entry(refs[number], *rest)


def storable(text: str) -> str:
    """Return *text* with lone surrogates escaped, because SQLite does not accept them."""
    return text if text.isascii() else text.encode(errors="backslashreplace").decode()


def encode(value: Any) -> str:
    """Return a plain value as a JSON text.

    Raises:
        CardDatabaseError: If it has a number of thousands of digits.
    """
    try:
        text = _ENCODER.encode(value)
        if not text.isascii():
            text.encode()
    except UnicodeEncodeError:  # a lone surrogate
        return json.dumps(value, separators=(",", ":"))
    except (ValueError, RecursionError) as error:
        raise CardDatabaseError(f"a value cannot be stored: {error}") from None
    return text


def decode(make: Callable[[Any], T], text: object) -> T:
    """Return the result of *make* for the plain value of a JSON text.

    Raises:
        CardDatabaseError: If the text is not JSON, or *make* fails.
    """
    try:
        return make(json.loads(text))  # type: ignore[arg-type] # other types are refused
    except _DAMAGES as error:
        message = f"the card database is damaged; rebuild it ({error!s:.200})"
        raise CardDatabaseError(message) from None


def _trimmed(row: tuple[Any, ...], defaults: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return *row* without the default values at its end."""
    end = len(row)
    while row[end - 1] == defaults[end - 1]:
        end -= 1
    return row[:end]


# cards


def _face_row(face: Face) -> tuple[Any, ...]:
    cost = face.mana_cost
    usual = _COLORS[""] if cost is None else cost.colors
    row = (
        *(face.name, None if cost is None else str(cost)),
        None if face.colors == usual else _LETTERS[face.colors],
        *(face.supertypes, face.types, face.subtypes, face.text),
        *(face.power, face.toughness, face.loyalty),
        *(face.images, face.printed_names, face.properties, face.kind),
    )
    return _trimmed(row, _FACE)


def _face(row: list[Any]) -> Face:
    name, cost, letters, supertypes, types, subtypes, *rest = (*row, *_FACE[len(row) :])
    text, power, toughness, loyalty, images, printed_names, properties, kind = rest
    cost = None if cost is None else ManaCost.parse(cost)
    colors = _COLORS[letters or ""]
    if letters is None and cost is not None:
        colors = cost.colors
    words: list[Any] = [tuple(supertypes), tuple(types), tuple(subtypes), text]
    mappings = map(freeze_mapping, (images, printed_names, properties))
    words += (power, toughness, loyalty, *mappings, kind)
    return Face(name, cost, colors, *words)


def _card(row: list[Any]) -> Card:
    if type(row) is not list:
        raise TypeError("a card is an array")
    faces, *plain, related, effects, extras = (*row, *_CARD[len(row) :])
    code, number, rarity, ids, finish, rating = plain
    return Card(
        *(tuple([_face(each) for each in faces]), code, number, rarity, freeze_mapping(ids)),
        *(finish, rating, tuple(map(_unpacked, related)), tuple(map(_unpacked, effects))),
        freeze_mapping(extras),
    )


# all other values


def _packed(value: Any) -> Any:
    """Return a value of the model as plain lists, dictionaries and scalars."""
    if value is None or isinstance(value, (str, int, float)):
        return value
    if isinstance(value, Mapping):
        return {key: _packed(each) for key, each in value.items()}
    if isinstance(value, Face):
        return ["Face", *_face_row(value)]
    tag, row = _tagged(value)
    return [tag, *map(_packed, row)]


def _tagged(value: Any) -> tuple[str, tuple[Any, ...]]:
    """Return the tag of a value, and the values of its fields."""
    if isinstance(value, tuple):
        return "", value
    if isinstance(value, Fraction):
        return "Fraction", (value.numerator, value.denominator)
    if isinstance(value, Enum):
        return type(value).__name__, (value.value,)
    its = fields(type(value))
    row = tuple([getattr(value, each.name) for each in its])
    end = len(row)
    while end and row[end - 1] == its[end - 1].default:
        end -= 1
    return type(value).__name__, row[:end]


def _unpacked(value: Any) -> Any:
    """Return the value of the model for a result of :func:`_packed`."""
    if isinstance(value, dict):
        return FrozenDict({key: _unpacked(each) for key, each in value.items()}) or EMPTY
    if not isinstance(value, list):
        return value
    tag = value[0]
    if tag == "Face":
        return _face(value[1:])
    row = [_unpacked(each) if type(each) in _NESTED else each for each in value[1:]]
    make, positional, keywords = _MAKERS[tag]
    if len(row) <= positional:
        return make(*row)
    return make(*row[:positional], **dict(zip(keywords, row[positional:], strict=False)))


_NESTED = frozenset((list, dict))


def _fraction(numerator: Any, denominator: Any) -> Fraction:
    if type(numerator) is not int or type(denominator) is not int:
        raise TypeError("a fraction has whole numbers")
    return Fraction(numerator, denominator)


def _items(*items: Any) -> tuple[Any, ...]:
    return items


#: The constructor for a tag, its number of positional arguments, and its keyword arguments.
_Maker: TypeAlias = tuple[Callable[..., Any], int, tuple[str, ...]]


def _maker(cls: Any) -> _Maker:
    if issubclass(cls, Enum):
        return cls, 1, ()
    its = fields(cls)
    keywords = tuple(each.name for each in its if each.kw_only)
    return cls, len(its) - len(keywords), keywords


_MAKERS: Mapping[str, _Maker] = {
    "": (_items, sys.maxsize, ()),
    "Fraction": (_fraction, 2, ()),
    **{tag: _maker(cls) for tag, cls in CLASSES.items()},
}
