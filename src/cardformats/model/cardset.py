"""The card set: what a reader returns and a writer takes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any, cast

from attrs import Attribute, evolve, field, frozen

from ..caching import Caching
from ..errors import ModelError
from .boosters import Booster
from .cards import Card
from .events import Event
from .frozen import EMPTY, FrozenDict, Value, frozen_mapping, sequence
from .refs import CardRef
from .sheets import Sheet
from .validate import (
    instance_of,
    json_mappings,
    optional_string,
    refuse,
    string,
    texts,
    tuple_of,
)


def _sheets(sheets: Mapping[str, Sheet] | Iterable[Sheet]) -> FrozenDict[str, Sheet]:
    if isinstance(sheets, FrozenDict):
        return sheets
    if isinstance(sheets, Mapping):
        return FrozenDict(sheets)
    found: Any = sequence(sheets)
    if not isinstance(found, tuple) or not all(isinstance(sheet, Sheet) for sheet in found):
        return cast("FrozenDict[str, Sheet]", found)  # the validator refuses it
    return FrozenDict({sheet.name: sheet for sheet in found})


def _are_sheets(cardset: CardSet, attribute: Attribute[Any], value: object) -> None:
    if not isinstance(value, FrozenDict) or not all(type(each) is Sheet for each in value.values()):
        refuse(cardset, attribute, value, "a sequence of Sheet, or a mapping of names to Sheet")
    for name, sheet in value.items():
        if name != sheet.name:
            message = f"CardSet.sheets has sheet {sheet.name!r} under the name {name!r}"
            raise ModelError(message)


def _cards(values: Iterable[Card]) -> tuple[Card, ...]:
    return sequence(values)


def _boosters(values: Iterable[Booster]) -> tuple[Booster, ...]:
    return sequence(values)


@frozen(slots=False)
class CardSet(Caching):
    """Cards, the sheets they are printed on, the boosters drawn from those, and an event.

    Attributes:
        name, code: the set's name, and its short code or None.
        cards: the cards that are defined here; sheets may name others.
        sheets: by name, in order; a sequence of sheets will do.
        boosters: the kinds of pack; the first is the usual one.
        event: how it is drafted; None means the same as ``Event()``, whose supply is infinite.
        meta: author, year, …
        extras: per format id, what the model has no word for.
        syntax: what a reader read it from, so that the writer of the same format can give back the
            very text; it is no part of the value, and a changed copy has none.
    """

    name: str = field(default="", validator=string)
    code: str | None = field(default=None, validator=optional_string)
    cards: tuple[Card, ...] = field(default=(), converter=_cards, validator=tuple_of(Card))
    sheets: Mapping[str, Sheet] = field(default=EMPTY, converter=_sheets, validator=_are_sheets)
    boosters: tuple[Booster, ...] = field(
        default=(), converter=_boosters, validator=tuple_of(Booster)
    )
    event: Event | None = field(default=None, validator=instance_of(Event, optional=True))
    meta: Mapping[str, str] = field(default=EMPTY, converter=frozen_mapping, validator=texts)
    extras: Mapping[str, Mapping[str, Value]] = field(
        default=EMPTY, converter=frozen_mapping, validator=json_mappings
    )
    syntax: object = field(default=None, init=False, eq=False, repr=False)

    def with_syntax(self, syntax: object) -> CardSet:
        """The same card set, read from *syntax*."""
        copy = evolve(self)
        object.__setattr__(copy, "syntax", syntax)
        return copy

    @cached_property
    def _by_name(self) -> Mapping[str, tuple[Card, ...]]:
        names: dict[str, list[Card]] = {}
        for card in self.cards:
            names.setdefault(card.name, []).append(card)
        return FrozenDict({name: tuple(cards) for name, cards in names.items()})

    def printings(self, name: str) -> tuple[Card, ...]:
        """All cards of that exact name, in order; empty if there is none."""
        return self._by_name.get(name, ())

    def card(self, ref: str | CardRef) -> Card | None:
        """The first card that fits a name or a reference, or None.

        A reference's set code, number and id, where given, must all agree; set codes compare
        without regard to case.
        """
        if isinstance(ref, str):
            ref = CardRef(ref)
        code = ref.set_code.lower() if ref.set_code is not None else None
        for card in self.printings(ref.name):
            if code is not None and (card.set_code or "").lower() != code:
                continue
            if ref.number is not None and card.number != ref.number:
                continue
            if ref.id is not None and ref.id not in card.ids.values():
                continue
            return card
        return None
