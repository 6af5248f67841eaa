"""From the cards that a set records to the model's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import Any

from attrs import frozen

from ...model import Card, Face, FrozenDict, Value
from ...model.frozen import EMPTY
from .definition import Definition
from .rich_text import Run, as_value, mark, symbol_texts
from .roles import FaceMapping, Roles, Spellings, rarity_of, rarity_words, spelled, spellings_in
from .syntax import CardRecord, FaceRecord, SetRecord


@frozen
class Vocabulary:
    """What a game's cards are described with.

    Attributes:
        types: the properties and their types, in order.
        roles: which property is what.
        symbols: the ids of the symbols that plain text can tell from words, by their texts.
        spellings: how the game writes what would usually be written otherwise.
    """

    types: Mapping[str, str]
    roles: Roles
    symbols: Mapping[str, str]
    spellings: Spellings = EMPTY

    def rarity_words(self, rarity: str) -> str:
        """How the game writes a rarity."""
        return spelled(self.spellings, self.roles.rarity, rarity_words(rarity))

    def rich(self) -> tuple[str, ...]:
        """The properties that are rich text."""
        return tuple(name for name, kind in self.types.items() if kind == "RichText")


def property_types(records: Iterable[SetRecord], definition: Definition | None) -> dict[str, str]:
    """The types of the properties: as they are defined, else as the cards of *records* show."""
    types = {name: each.type for name, each in definition.properties.items()} if definition else {}
    for face in _faces(records):
        if not face.properties.keys() <= types.keys():
            types |= {name: "String" for name in face.properties if name not in types}
        if face.runs and definition is None:
            types.update(dict.fromkeys(face.runs, "RichText"))
    return types


def in_order(types: Mapping[str, str], roles: Roles) -> dict[str, str]:
    """*types* in an order that needs no definition: those that have roles, then by name."""
    known = {name: place for place, name in enumerate(roles.to_dict().values())}
    return {
        name: types[name]
        for name in sorted(types, key=lambda name: (known.get(name, len(known)), name))
    }


def symbols_in(records: Iterable[SetRecord]) -> dict[str, str]:
    """The id that each symbol's text in *records* mostly stands for."""
    uses = Counter(
        pair
        for face in _faces(records)
        for styled in face.runs.values()
        for pair in symbol_texts(styled)
    )
    symbols: dict[str, str] = {}
    for (text, symbol), _ in uses.most_common():
        symbols.setdefault(text, symbol)
    return dict(sorted(symbols.items()))


def spellings(record: SetRecord, roles: Roles) -> Spellings:
    """How the cards of *record* spell what would usually be written otherwise."""
    return spellings_in((face.properties for face in _faces((record,))), roles)


def _faces(records: Iterable[SetRecord]) -> Iterator[FaceRecord]:
    cards = chain.from_iterable(record.cards for record in records)
    return chain.from_iterable((card, *card.alternates) for card in cards)


def face_kind(alternate_type: str) -> str:
    """The kind of the face that an alternate of that type is."""
    word = alternate_type.lower()
    if word.startswith("split"):
        return "split"
    return "back" if word in ("transform", "modal_dfc", "back", "b", "backside") else "alternate"


def effective(card: FaceRecord, alternate: FaceRecord) -> dict[str, str | None]:
    """What an alternate says: its own properties, and those of its card that it does not name."""
    return {
        **{name: value for name, value in card.properties.items() if value is not None},
        **alternate.properties,
    }


def _without_null(properties: dict[str, str | None]) -> dict[str, Value]:
    """The *properties* that there are; most cards have no others."""
    if None in properties.values():
        return {name: value for name, value in properties.items() if value is not None}
    return dict(properties)


class CardBuilder:
    """Makes cards of the records of one set."""

    def __init__(
        self, vocabulary: Vocabulary, set_code: str | None, of_set: str | None = None
    ) -> None:
        """Prepare; *of_set* is the GUID of the set if it has to be said of each card."""
        self.vocabulary = vocabulary
        self.roles = vocabulary.roles
        self.set_code = set_code
        self.of_set = of_set
        self.faces = FaceMapping(vocabulary.roles, vocabulary.spellings)
        self._rich = vocabulary.rich()

    def card(self, record: CardRecord) -> Card:
        """The card that *record* describes."""
        extras: dict[str, Any] = {}
        if self.of_set is not None:
            extras["set"] = self.of_set
        if record.size:
            extras["size"] = record.size
        styled: dict[str, Any] = {}
        properties = _without_null(record.properties)
        self._keep_styles(properties, record.runs, 0, styled)
        rarity, number = self._of_card(properties)
        faces: tuple[Face, ...] = (self.faces.face(record.name, properties, "front"),)
        if record.alternates:
            # the rarity and the number of a card are those of its alternates too
            of_card = {}
            if rarity is not None:
                of_card[self.roles.rarity] = self.vocabulary.rarity_words(rarity)
            if number is not None:
                of_card[self.roles.number] = number
            faces += tuple(self._alternates(record, of_card, styled))
            extras["alternates"] = tuple(
                FrozenDict(
                    {"type": each.type, "size": each.size} if each.size else {"type": each.type}
                )
                for each in record.alternates
            )
        if styled:
            extras["rich"] = FrozenDict(styled)
        return Card(
            faces,
            self.set_code,
            number,
            rarity,
            FrozenDict(octgn=record.id),
            extras=FrozenDict({"octgn": FrozenDict(extras)}) if extras else EMPTY,
        )

    def _of_card(self, properties: dict[str, Any]) -> tuple[str | None, str | None]:
        """The rarity and the number among *properties*; they leave them if they give all back."""
        rarity = number = None
        if text := properties.get(self.roles.rarity):
            rarity = rarity_of(text)
            if rarity is not None and self.vocabulary.rarity_words(rarity) == text:
                del properties[self.roles.rarity]
        if properties.get(self.roles.number):
            number = properties.pop(self.roles.number)
        return rarity, number

    def _alternates(
        self, record: CardRecord, of_card: Mapping[str, str], styled: dict[str, Any]
    ) -> Iterator[Face]:
        for place, each in enumerate(record.alternates, 1):
            values = effective(record, each)
            properties = _without_null(values)
            inherited = {
                name: found for name, found in record.runs.items() if name not in each.properties
            }
            self._keep_styles(properties, {**inherited, **each.runs}, place, styled)
            for name, written in of_card.items():
                if properties.get(name) == written:
                    del properties[name]
                else:
                    properties.setdefault(name, None)
            yield self.faces.face(each.name, properties, face_kind(each.type))

    def _keep_styles(
        self,
        properties: Mapping[str, Any],
        runs: Mapping[str, tuple[Run, ...]],
        place: int,
        styled: dict[str, Any],
    ) -> None:
        """Put into *styled* the runs that plain text and the symbols of the game do not give."""
        symbols = self.vocabulary.symbols
        if not symbols and not runs:
            return
        for name in self._rich:
            text = properties.get(name)
            if text and (name in runs or "{" in text):
                found = runs.get(name) or (Run(text),)
                if mark(text, symbols) != found:
                    styled[f"{place}/{name}"] = as_value(found)
