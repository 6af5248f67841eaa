"""Cards: from the records of a set to the model."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from itertools import chain
from typing import Any, Final

from attrs import Factory, evolve, field, frozen

from ...model import Card, Face, FrozenDict, Value, trusted
from ...model.frozen import EMPTY
from ..mapping.faces import ANY_NUMBER, FaceMapping, Spellings, is_number, with_below
from ..mapping.game_mapping import GameMapping
from ..mapping.images import ImageSet
from ..mapping.roles import Roles
from .definition import Definition
from .rich_text import TextRun, as_value, mark, symbol_texts
from .syntax import FaceRecord, OctgnCardRecord, SetRecord

_NO_STYLE: Final = None, None
#: The roles whose properties have few values, each spelled in one way.
_SPELLED: Final = ("mana_cost", "colors", "types", "subtypes", "rarity")
_LINE_ENDS: Final = ("\n", "\r\n", "\r")
#: The properties of a game of Magic whose definition is not known.
MAGIC: Final = dict.fromkeys(
    ("Cost", "Color", "CardType", "Subtype", "Rules", "Power", "Toughness", "Loyalty"), "String"
) | {"Cost": "RichText", "Rules": "RichText", "Rarity": "String", "Number": "String"}
#: The properties that all cards of such a game have. Other games have others.
_OF_MAGIC: Final = frozenset(("CardType", "Color"))


@frozen
class Vocabulary:
    """What a game's cards are described with.

    Attributes:
        types: the properties and their types, in order.
        mapping: which property is what.
        symbols: the ids of the symbols that plain text can tell from words, by their texts.
        spellings: how the game writes what would usually be written otherwise.
        faces: what maps faces so.
    """

    types: Mapping[str, str]
    mapping: GameMapping
    symbols: Mapping[str, str]
    spellings: Spellings = EMPTY
    faces: FaceMapping = field(
        default=Factory(
            lambda own: FaceMapping(own.mapping, own.spellings, own.types), takes_self=True
        ),
        eq=False,
        repr=False,
    )

    @property
    def roles(self) -> Roles:
        """Return the property of each field."""
        return self.mapping.roles

    @cached_property
    def rich(self) -> tuple[str, ...]:
        """Return the properties that are rich text."""
        return tuple(name for name, kind in self.types.items() if kind == "RichText")


def property_types(record: SetRecord, definition: Definition | None) -> dict[str, str]:
    """Return the types of the properties: as they are defined, else as its cards show.

    Without a definition, a set of Magic has all properties of Magic, even if no card has power.
    """
    types = {name: each.type for name, each in definition.properties.items()} if definition else {}
    for face in _faces(record):
        if not face.properties.keys() <= types.keys():
            types |= {name: "String" for name in face.properties if name not in types}
        if face.runs and definition is None:
            types.update(dict.fromkeys(face.runs, "RichText"))
    is_magic = definition is None and types.keys() >= _OF_MAGIC
    return {**MAGIC, **types} if is_magic else types


def in_order(types: Mapping[str, str], roles: Roles) -> dict[str, str]:
    """Return *types* in an order that needs no definition: those that have roles, then by name."""
    known = {name: place for place, name in enumerate(roles.to_dict().values())}
    return {
        name: types[name]
        for name in sorted(types, key=lambda name: (known.get(name, len(known)), name))
    }


def symbols_in(record: SetRecord) -> dict[str, str]:
    """Return the id that each symbol's text in *record* mostly stands for."""
    styled = [runs for face in _faces(record) if face.runs for runs in face.runs.values()]
    # what is written alike was read once, and is the same object
    counts, different = Counter(map(id, styled)), {id(runs): runs for runs in styled}
    uses: dict[int, int] = {}
    runs_of: dict[int, TextRun] = {}
    for number, runs in different.items():
        for run in runs:
            if run.symbol is not None:
                uses[id(run)] = uses.get(id(run), 0) + counts[number]
                runs_of[id(run)] = run
    pairs: Counter[tuple[str, str]] = Counter()
    for number, run in runs_of.items():
        for pair in symbol_texts((run,)):
            pairs[pair] += uses[number]
    symbols: dict[str, str] = {}
    for (text, symbol), _ in pairs.most_common():
        symbols.setdefault(text, symbol)
    return dict(sorted(symbols.items()))


def spellings(record: SetRecord, mapping: FaceMapping) -> Spellings:
    """Return the usual spellings of the cards of *record* that differ from the default.

    The *mapping* has no spellings of its own.
    """
    roles, made = mapping.roles, mapping.mapping.templates
    names = {role: getattr(roles, role) for role in _SPELLED if role not in made}
    faces = [face.properties for face in _faces(record)]
    tables: dict[str, FrozenDict[str, str]] = {}
    for role, name in names.items():
        if not name:
            continue
        table: dict[str, str] = {}
        for value, _ in Counter([face.get(name) for face in faces]).most_common():
            if value and (usual := mapping.usual(role, value)) and "\n" not in usual:
                table.setdefault(usual, value)
        others = {usual: value for usual, value in table.items() if usual != value}
        if role == "mana_cost" and _has_bare_numbers(table, usually=not roles.is_magic):
            others[ANY_NUMBER] = ""
        if others:
            tables[name] = FrozenDict(others)
    if roles.text and (end := _line_end([face.get(roles.text) for face in faces])) != "\n":
        tables[roles.text] = FrozenDict({"\n": end})
    return FrozenDict(tables)


def _line_end(texts: Iterable[str | None]) -> str:
    """Return the most frequent line end of different *texts*."""
    different = {text for text in texts if text}
    if not any("\r" in text for text in different):
        return "\n"
    ends = {end: sum(end in text for text in different) for end in _LINE_ENDS}
    ends["\n"] -= ends["\r\n"]
    ends["\r"] -= ends["\r\n"]
    return max(ends, key=ends.__getitem__)


def _has_bare_numbers(table: Mapping[str, str], *, usually: bool) -> bool:
    """Return whether numbers stand without braces in *table*, and none with them.

    If there are no numbers, the result is what is *usually* so in the game.
    """
    numbers = {value for usual, value in table.items() if is_number(usual)}
    return all(map(str.isdecimal, numbers)) if numbers else usually


def _faces(record: SetRecord) -> Iterator[FaceRecord]:
    return chain.from_iterable((card, *card.alternates) for card in record.cards)


def effective(card: FaceRecord, alternate: FaceRecord) -> dict[str, str | None]:
    """Return the properties of an alternate, with the ones it inherits from its card."""
    return {
        **{name: value for name, value in card.properties.items() if value is not None},
        **alternate.properties,
    }


def _without_null(properties: dict[str, str | None]) -> dict[str, Value]:
    """Return the *properties* that there are; most cards have no others."""
    if None in properties.values():
        return {name: value for name, value in properties.items() if value is not None}
    return dict(properties)


class CardBuilder:
    """Makes cards of the records of one set."""

    def __init__(self, vocabulary: Vocabulary, images: ImageSet, of_set: str | None = None) -> None:
        """Prepare; *of_set* is the GUID of the set if each card must specify it.

        What the addresses of images needed and was empty is in *lacks*.
        """
        self.vocabulary = vocabulary
        self.roles: Roles = vocabulary.roles
        self.images = images
        self.set_code: str | None = images.code or None
        self.of_set = of_set
        self.lacks: set[str] = set()
        self._styles: dict[str, tuple[tuple[TextRun, ...] | None, tuple[Value, ...] | None]] = {}

    def card(self, record: OctgnCardRecord) -> Card:
        """Return the card that *record*, which was read, describes."""
        extras: dict[str, Any] = {}
        if self.of_set is not None:
            extras["set"] = self.of_set
        if record.size:
            extras["size"] = record.size
        styled: dict[str, Any] = {}
        properties = _without_null(record.properties)
        self._keep_styles(properties, record.runs, 0, styled)
        mapping = self.vocabulary.faces
        rarity, number = mapping.take_of_card(properties)
        # the rarity and the number of a card are those of its alternates too
        has_parts = record.alternates or mapping.mapping.templates
        of_card = mapping.of_card(rarity, number) if has_parts else EMPTY
        images: Mapping[str, str] = EMPTY
        if self.images.templates:
            images = self.images.images(
                "front", record.name, "", record.id, number or "", self.lacks
            )
        faces = [mapping.face(record.name, properties, "front", of_card, images)]
        below = ""
        if record.alternates:
            others = list(self._alternates(record, number or "", of_card, styled))
            extras["alternates"] = tuple(about for about, _ in others)
            below = mapping.below(face for about, face in others if "name" in about)
            faces += [face for about, face in others if "name" not in about]
        if styled:
            extras["rich"] = FrozenDict(styled)
        if has_parts and (made := mapping.marks(faces)):
            extras["made"] = FrozenDict(made)
        if below:
            faces[0] = evolve(faces[0], text=with_below(faces[0].text, below))
        kept = FrozenDict(octgn=FrozenDict(extras)) if extras else EMPTY
        ids = FrozenDict(octgn=record.id)
        return trusted.card(
            tuple(faces), self.set_code, number, rarity, ids, None, None, (), (), kept
        )

    def _alternates(
        self,
        record: OctgnCardRecord,
        number: str,
        of_card: Mapping[str, str],
        styled: dict[str, Any],
    ) -> Iterator[tuple[FrozenDict[str, Any], Face]]:
        """Yield the alternates as faces with their data; of mere texts, their properties."""
        for place, each in enumerate(record.alternates, 1):
            values = effective(record, each)
            properties = _without_null(values)
            inherited = {
                name: as_runs
                for name, as_runs in record.runs.items()
                if name not in each.properties
            }
            self._keep_styles(properties, {**inherited, **each.runs}, place, styled)
            for name, written in of_card.items():
                if properties.get(name) == written:
                    del properties[name]
                else:
                    properties.setdefault(name, None)
            about: dict[str, Any] = {"type": each.type}
            if each.size:
                about["size"] = each.size
            mapping = self.vocabulary.faces
            images: Mapping[str, str] = EMPTY
            kind = mapping.mapping.kind(each.type)
            if kind == "text":
                about |= {"name": each.name, "properties": FrozenDict(properties)}
                kind = "alternate"
            else:
                images = self.images.images(
                    kind, each.name, each.type, record.id, number, self.lacks
                )
            face = mapping.face(each.name, properties, kind, of_card, images)
            yield FrozenDict(about), face

    def _keep_styles(
        self,
        properties: Mapping[str, Any],
        runs: Mapping[str, tuple[TextRun, ...]],
        place: int,
        styled: dict[str, Any],
    ) -> None:
        """Put into *styled* the runs that plain text and the symbols of the game do not give."""
        symbols = self.vocabulary.symbols
        if not symbols and not runs:
            return
        for name in self.vocabulary.rich:
            text = properties.get(name)
            if text and (name in runs or "{" in text):
                as_runs = runs.get(name)
                # most texts with symbols are those of many cards, and their runs the same objects
                known, value = self._styles.get(text, _NO_STYLE)
                if known is not as_runs or value is None:
                    value = self._style(text, as_runs or (TextRun(text),))
                    self._styles[text] = as_runs, value
                if value:
                    styled[f"{place}/{name}"] = value

    def _style(self, text: str, runs: tuple[TextRun, ...]) -> tuple[Value, ...]:
        """Return the *runs* of *text* as extras have them; none if they need not be kept."""
        return () if mark(text, self.vocabulary.symbols) == runs else as_value(runs)
