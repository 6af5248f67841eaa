"""One walk over values of the model: what they hold, as texts by where it is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, TypeAlias

from attrs import fields, has

from ...model import Card, CardRef, CardSet, Color, Face, Slot
from .ability_lines import KEYS

#: Where a value is, from the outermost part in.
_Path: TypeAlias = tuple[str, ...]

#: The fields of a card set besides its cards.
_FIELDS: Final = ("name", "code", "meta", "event", "sheets", "boosters", "products", "extras")
#: What is kept of sets of Wagic that follows from their cards.
_OF_CARDS: Final = frozenset(("unresolved", "macros"))
#: How deep values are nested that are taken apart; layouts and products nest to any depth.
_DEEPEST: Final = 60
#: Fields of cards and faces whose items are called by their keys, after a word.
_BY_KEY: Final = {"images": "image ", "printed_names": "printed name ", "properties": ""}
#: Fields of cards and faces that have a place of their own among the values of a card.
_APART: Final = frozenset(("faces", "ids", "extras", "kind"))


def card_texts(card: Card, place: str | None, *, extras: bool) -> dict[str, str]:
    """Return the fields of a card that have a value, by what users call them.

    Args:
        card: The card.
        place: The sheets that it is on, in words.
        extras: Whether to give what formats keep besides the model's words.
    """
    values = {
        f"{face.kind} {name}" if number else name: value
        for number, face in enumerate(card.faces)
        for name, value in _members(face)
    }
    if card.faces[0].kind != "front":
        values["kind"] = card.faces[0].kind
    # the number of a card may be its id
    number_is_id = card.number in card.ids.values()
    values |= {
        name: value for name, value in _members(card) if not (name == "number" and number_is_id)
    }
    values |= {f"id {scheme}": value for scheme, value in card.ids.items()}
    values["sheets"] = place
    for format_id, kept in card.extras.items() if extras else ():
        for key, value in kept.items():
            if format_id == "wagic" and key == "mana":
                # a cost with mistakes is kept as it is written, besides what is read of it
                cost = card.faces[0].mana_cost or "nothing"
                values["mana cost"] = f"{value}, read as {cost}"
            elif format_id != "wagic" or key not in KEYS:
                values[key.replace("_", " ")] = value
    return {
        name: in_words(value)
        for name, value in values.items()
        if value is not None and value not in ("", (), frozenset())
    }


def _members(value: Card | Face) -> Iterator[tuple[str, Any]]:
    for each in fields(type(value)):
        inner = getattr(value, each.name)
        if each.name in _BY_KEY:
            items = ((f"{_BY_KEY[each.name]}{key}", its) for key, its in inner.items())
        else:
            items = (pair for pair in [(each.name, inner)] if each.name not in _APART)
        yield from ((name.replace("_", " "), its) for name, its in items)


def settings(cardset: CardSet, *, extras: bool = True) -> dict[str, str]:
    """Return what a card set says besides cards, such as ``boosters: Pack: layouts: 1: weight``.

    Args:
        cardset: The card set.
        extras: Whether to give what formats keep besides the model's words.
    """
    return {
        ": ".join(path): text
        for name in (_FIELDS if extras else _FIELDS[:-1])
        for path, text in _texts(getattr(cardset, name), (name,), extras=extras)
    }


def _texts(value: Any, path: _Path, *, extras: bool) -> Iterator[tuple[_Path, str]]:
    """Yield the texts in a value with their paths."""
    if value is None or value in ("", ()):
        return
    if len(path) > _DEEPEST or not _is_taken_apart(value):
        yield path, in_words(value)
        return
    if has(type(value)):
        yield path, str(value) if isinstance(value, Slot) else type(value).__name__.lower()
    for step, inner in _steps(value, path[-1], extras=extras):
        yield from _texts(inner, (*path, *step), extras=extras)


def _is_taken_apart(value: Any) -> bool:
    if isinstance(value, tuple):
        return any(map(_is_taken_apart, value))
    return isinstance(value, Mapping) or (has(type(value)) and not isinstance(value, CardRef))


def _steps(value: Any, label: str, *, extras: bool) -> Iterator[tuple[_Path, Any]]:
    """Yield the parts of a value that is called *label*, and the step to each."""
    if isinstance(value, Mapping):
        yield from (((str(key),), each) for key, each in value.items() if key not in _OF_CARDS)
    elif isinstance(value, tuple):
        yield from zip(_labels(value), value, strict=True)
    else:
        for each in fields(type(value)):
            inner = getattr(value, each.name)
            is_named = isinstance(value, Slot) and each.name in ("name", "count", "sheets")
            is_apart = each.name == "entries" or (each.name == "extras" and not extras)
            is_usual = inner == each.default and each.name != "weight"
            if not (is_named or is_apart or is_usual or inner == label):
                yield (each.name,), inner


def _labels(values: tuple[Any, ...]) -> list[_Path]:
    """Return the steps to members: ids or names if these tell them apart, else numbers.

    The only member needs none.
    """
    if len(values) == 1:
        return [()]
    labels = [str(number) for number in range(1, len(values) + 1)]
    for attribute in ("id", "name"):
        names = [getattr(each, attribute, None) or "" for each in values]
        if all(names) and len({*names}) == len(names):
            labels = names
    return [(label,) for label in labels]


def in_words(value: Any) -> str:
    """Return a value of the model as it is read."""
    if isinstance(value, Mapping):
        return "; ".join(f"{key}: {in_words(each)}" for key, each in value.items())
    if isinstance(value, frozenset):
        return ", ".join(_names(value))
    if isinstance(value, tuple):
        return ", ".join(map(in_words, value))
    return str(value)


def _names(values: Iterable[Any]) -> list[str]:
    return sorted(each.name.lower() if isinstance(each, Color) else str(each) for each in values)
