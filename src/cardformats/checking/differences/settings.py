"""What card sets say besides cards, as texts by their places: sheets, boosters, events, more."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from attrs import fields, has

from ...model import CardRef, CardSet, Slot
from .card_fields import in_words

#: The fields of a card set that are compared here.
_FIELDS: Final = ("name", "code", "meta", "event", "sheets", "boosters", "products", "extras")
#: What is kept of sets of Wagic that follows from their cards.
_OF_CARDS: Final = frozenset(("unresolved", "macros"))
#: How deep values are nested that are taken apart; layouts and products nest to any depth.
_DEEPEST: Final = 60


def settings(cardset: CardSet, *, extras: bool = True) -> dict[str, str]:
    """The values of a card set by where they stand, such as ``boosters: Pack: layouts: 1: weight``.

    Args:
        cardset: the card set.
        extras: whether to give what formats keep besides the model's words.
    """
    values: dict[str, str] = {}
    for name in _FIELDS if extras else _FIELDS[:-1]:
        parts = _flat(getattr(cardset, name), (name,), extras=extras)
        values |= {": ".join(path): text for path, text in parts}
    return values


def _flat(
    value: Any, path: tuple[str, ...], *, extras: bool
) -> Iterator[tuple[tuple[str, ...], str]]:
    """The texts in *value* with their paths."""
    if value is None or value in ("", ()):
        return
    if len(path) > _DEEPEST or not _is_taken_apart(value):
        yield path, in_words(value)
    elif isinstance(value, Mapping):
        for key, each in value.items():
            if key not in _OF_CARDS:
                yield from _flat(each, (*path, str(key)), extras=extras)
    elif isinstance(value, tuple):
        yield from _of_parts(value, path, extras=extras)
    else:
        yield from _of_fields(value, path, extras=extras)


def _is_taken_apart(value: Any) -> bool:
    if isinstance(value, tuple):
        return any(map(_is_taken_apart, value))
    if isinstance(value, Mapping):
        return True
    return has(type(value)) and not isinstance(value, CardRef)


def _of_parts(
    value: tuple[Any, ...], path: tuple[str, ...], *, extras: bool
) -> Iterator[tuple[tuple[str, ...], str]]:
    """What is in a sequence: by ids or names where these tell its members apart, else by numbers.

    The only member needs none.
    """
    if len(value) == 1:
        yield from _flat(value[0], path, extras=extras)
        return
    labels = [str(number) for number in range(1, len(value) + 1)]
    for attribute in ("id", "name"):
        names = [getattr(each, attribute, None) or "" for each in value]
        if all(names) and len({*names}) == len(names):
            labels = names
    for label, each in zip(labels, value, strict=True):
        yield from _flat(each, (*path, label), extras=extras)


def _of_fields(
    value: Any, path: tuple[str, ...], *, extras: bool
) -> Iterator[tuple[tuple[str, ...], str]]:
    """What is in a value of the model."""
    if isinstance(value, Slot):
        yield path, str(value)
    else:
        yield path, type(value).__name__.lower()
    for each in fields(type(value)):
        inner = getattr(value, each.name)
        is_said = isinstance(value, Slot) and each.name in ("name", "count", "sheets")
        is_label = inner == path[-1]
        if is_said or is_label or each.name == "entries" or (each.name == "extras" and not extras):
            continue
        if inner != each.default or each.name == "weight":
            yield from _flat(inner, (*path, each.name), extras=extras)
