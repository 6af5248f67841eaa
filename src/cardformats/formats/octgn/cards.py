"""Cards: from the records of a set to the model, and back to records."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import chain
from typing import Any, Final

from attrs import evolve, frozen

from ...losses import Loss, LossLog
from ...model import Card, Face, FrozenDict, Value
from ...model.frozen import EMPTY
from ..capabilities import FIELDS, NONE, Capabilities
from ..xml_text import allowed, is_allowed
from .definition import Definition
from .format import CAPABILITIES
from .rich_text import Run, as_value, from_value, mark, plain, restyled, settled, symbol_texts
from .roles import FaceMapping, Roles, Spellings, rarity_of, rarity_words, spelled, spellings_in
from .syntax import AlternateRecord, CardRecord, FaceRecord, SetRecord

_NO_STYLE: Final = None, None
#: The types of alternates by the kinds of faces, where a card does not say them.
_TYPES: Final = {"back": "transform", "split": "split", "alternate": "alternate", "front": "front"}


def capabilities(roles: Roles) -> Capabilities:
    """What can be said in a game with these roles."""
    fields = {name for name in FIELDS if getattr(roles, name, "")}
    return evolve(
        CAPABILITIES,
        fields=frozenset({*fields, *(("supertypes", "subtypes") if roles.types else ())}),
        numbers=bool(roles.number),
        rarities=None if roles.rarity else NONE,
    )


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

    @cached_property
    def faces(self) -> FaceMapping:
        """What maps faces by the roles."""
        return FaceMapping(self.roles, self.spellings)

    @cached_property
    def rich(self) -> tuple[str, ...]:
        """The properties that are rich text."""
        return tuple(name for name, kind in self.types.items() if kind == "RichText")


def property_types(record: SetRecord, definition: Definition | None) -> dict[str, str]:
    """The types of the properties: as they are defined, else as its cards show."""
    types = {name: each.type for name, each in definition.properties.items()} if definition else {}
    for face in _faces(record):
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


def symbols_in(record: SetRecord) -> dict[str, str]:
    """The id that each symbol's text in *record* mostly stands for."""
    styled = [runs for face in _faces(record) for runs in face.runs.values()]
    # what is written alike was read once, and is the same object
    counts, different = Counter(map(id, styled)), {id(runs): runs for runs in styled}
    uses: Counter[tuple[str, str]] = Counter()
    for number, runs in different.items():
        for pair in symbol_texts(runs):
            uses[pair] += counts[number]
    symbols: dict[str, str] = {}
    for (text, symbol), _ in uses.most_common():
        symbols.setdefault(text, symbol)
    return dict(sorted(symbols.items()))


def spellings(record: SetRecord, roles: Roles) -> Spellings:
    """How the cards of *record* spell what would usually be written otherwise."""
    return spellings_in((face.properties for face in _faces(record)), roles)


def _faces(record: SetRecord) -> Iterator[FaceRecord]:
    return chain.from_iterable((card, *card.alternates) for card in record.cards)


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
        self._styles: dict[str, tuple[tuple[Run, ...] | None, tuple[Value, ...] | None]] = {}

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
        faces: tuple[Face, ...] = (self.vocabulary.faces.face(record.name, properties, "front"),)
        if record.alternates:
            # the rarity and the number of a card are those of its alternates too
            of_card = {}
            if rarity is not None:
                of_card[self.roles.rarity] = self.vocabulary.rarity_words(rarity)
            if number is not None:
                of_card[self.roles.number] = number
            faces += tuple(self._alternates(record, of_card, styled))
            extras["alternates"] = tuple(
                FrozenDict({"type": each.type, **({"size": each.size} if each.size else {})})
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
            yield self.vocabulary.faces.face(each.name, properties, face_kind(each.type))

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
        for name in self.vocabulary.rich:
            text = properties.get(name)
            if text and (name in runs or "{" in text):
                as_runs = runs.get(name)
                # most texts with symbols are those of many cards, and their runs the same objects
                known, value = self._styles.get(text, _NO_STYLE)
                if known is not as_runs or value is None:
                    value = self._style(text, as_runs or (Run(text),))
                    self._styles[text] = as_runs, value
                if value:
                    styled[f"{place}/{name}"] = value

    def _style(self, text: str, runs: tuple[Run, ...]) -> tuple[Value, ...]:
        """The *runs* of *text* as extras have them; none if they need not be kept."""
        return () if mark(text, self.vocabulary.symbols) == runs else as_value(runs)


# -- from the model


class RecordBuilder:
    """Makes the cards of one set."""

    def __init__(
        self, vocabulary: Vocabulary, definition: Definition | None, losses: LossLog
    ) -> None:
        """Write cards with *vocabulary*, for the game of *definition* if that is given."""
        self.vocabulary = vocabulary
        self.definition = definition
        self.roles = vocabulary.roles
        self.losses = losses
        self._order = {name: place for place, name in enumerate(vocabulary.types)}

    def card(self, card: Card, number: str) -> CardRecord:
        """*card* as it is written with the GUID *number*."""
        extras = card.extras.get("octgn", FrozenDict())
        about, rich = extras.get("alternates"), extras.get("rich")
        kinds = about if isinstance(about, tuple) else ()
        styles = rich if isinstance(rich, Mapping) else {}
        base = self._properties(card, card.faces[0])
        types: dict[str, int] = {}
        alternates = []
        for place, face in enumerate(card.faces[1:], 1):
            about = kinds[place - 1] if place <= len(kinds) else None
            kind = about if isinstance(about, Mapping) else {}
            own = _difference(base, self._properties(card, face))
            content = self._content(card, kind, own, styles, place)
            alternates.append(AlternateRecord(face.name, *content, _free_type(face, kind, types)))
        content = self._content(card, extras, base, styles, 0)
        return CardRecord(card.name, *content, number, tuple(alternates))

    def _content(
        self,
        card: Card,
        extras: Mapping[str, Any],
        properties: Mapping[str, str | None],
        styles: Mapping[str, Any],
        place: int,
    ) -> tuple[str, dict[str, str | None], dict[str, tuple[Run, ...]]]:
        """The size of the face at a *place*, its properties in the game's order, and their runs."""
        last = len(self._order)
        names = sorted(properties, key=lambda name: self._order.get(name, last))
        ordered = {name: properties[name] for name in names}
        kept = extras.get("size")
        size = allowed(kept) if isinstance(kept, str) else ""
        if size and self.definition is not None and size not in self.definition.sizes:
            self.losses.dropped(Loss.PROPERTY, card.name, f"the size {size!r}")
            size = ""
        return size, ordered, self._runs(ordered, styles, place)

    def _properties(self, card: Card, face: Face) -> dict[str, str]:
        """The properties of *face*, and those that the card has as a whole, as plain text."""
        losses, roles = self.losses, self.roles
        properties = self.vocabulary.faces.properties(face)
        self._report_face(card, face, properties)
        if not all(map(is_allowed, (face.name, *properties.values()))):
            losses.changed(Loss.TEXT, card.name, "characters that XML cannot have", "left out")
        for name in properties.keys() - self.vocabulary.types.keys():
            if properties.pop(name):
                losses.dropped(
                    Loss.PROPERTY, card.name, f"the property {name!r}, which the game has not"
                )
        rarity = "" if card.rarity is None else self.vocabulary.rarity_words(card.rarity)
        for name, written in ((roles.rarity, rarity), (roles.number, card.number or "")):
            if not name or (name in face.properties and self._is_same(card, name, face)):
                continue
            properties.pop(name, None)
            if written:
                properties[name] = written
        return properties

    def _report_face(self, card: Card, face: Face, properties: Mapping[str, str]) -> None:
        """Report what of *face* its *properties* do not give back."""
        for name, value in face.properties.items():
            if value is not None and not isinstance(value, str):
                self.losses.changed(Loss.PROPERTY, card.name, f"the property {name!r}", "a text")
        read = Face("", **self.vocabulary.faces.fields(properties))
        for name, (code, what) in FIELDS.items():
            role = "types" if name == "supertypes" or not self.roles.subtypes else name
            has_role = getattr(self.roles, role if name.endswith("types") else name)
            if has_role and getattr(read, name) != getattr(face, name):
                self.losses.changed(code, card.name, what)

    def _is_same(self, card: Card, name: str, face: Face) -> bool:
        """Whether what *face* says of a property of the card still holds."""
        text = face.properties[name]
        if face is not card.faces[0]:
            return True
        now = card.rarity if name == self.roles.rarity else card.number
        before = rarity_of(str(text)) if name == self.roles.rarity and text else text or None
        return before == now

    def _runs(
        self, properties: Mapping[str, str | None], styles: Mapping[str, Any], place: int
    ) -> dict[str, tuple[Run, ...]]:
        """The runs of those of *properties* that have styles or symbols."""
        styled: dict[str, tuple[Run, ...]] = {}
        for name, value in properties.items():
            if value and name in self.vocabulary.rich:
                runs = from_value(styles.get(f"{place}/{name}"))
                if runs is None:
                    runs = mark(value, self.vocabulary.symbols)
                elif plain(runs) != value:
                    runs = restyled(runs, value, self.vocabulary.symbols)
                runs = self._known(runs)
                if runs != (Run(value),):
                    styled[name] = runs
        return styled

    def _known(self, runs: tuple[Run, ...]) -> tuple[Run, ...]:
        """*runs* with the symbols that the game has, others as their texts."""
        if self.definition is None:
            return runs
        known = self.definition.symbols
        return settled(
            run if run.symbol is None or run.symbol in known else evolve(run, symbol=None)
            for run in runs
        )


def _difference(base: Mapping[str, str], own: Mapping[str, str]) -> dict[str, str | None]:
    """What an alternate has to say so that it has its *own* properties and not those of *base*."""
    changed: dict[str, str | None] = {
        name: value for name, value in own.items() if base.get(name) != value
    }
    return changed | {name: None for name in base if name not in own}


def _free_type(face: Face, kind: Mapping[str, Any], taken: dict[str, int]) -> str:
    """The type of an alternate, which no other of the card has."""
    own = kind.get("type")
    base = own if isinstance(own, str) and own else _TYPES.get(face.kind, "alternate")
    free = base
    while free in taken:
        taken[base] += 1
        free = f"{base}{taken[base]}"
    taken[free] = 1
    return free
