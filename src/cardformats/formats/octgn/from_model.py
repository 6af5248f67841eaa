"""From a card set to the sets of a game; what they cannot say goes to the loss log."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from itertools import chain
from typing import Any, Final

from attrs import define, evolve, field, frozen

from ...diagnostics import Diagnostic, DiagnosticLog, LossLog
from ...model import Booster, Card, CardRef, CardSet, Face, FrozenDict
from ..xml_text import allowed, is_allowed
from .boosters import PACKAGING, Located, PackBuilder
from .codes import OctgnCode
from .definition import (
    Definition,
    PropertyDefinition,
    SizeDefinition,
    definition_at,
    overridden,
    with_named_cards,
    with_valid_properties,
)
from .format import OctgnOptions
from .identity import (
    card_guid,
    guid,
    is_guid,
    key_of,
    made_guid,
    new_card_guids,
    own_code,
    set_guid,
)
from .rich_text import Run, from_value, mark, plain, settled
from .roles import ROLES, FaceMapping, Roles, rarity_of, roles_for
from .syntax import AlternateRecord, CardRecord, FaceRecord, Include, WrittenSet
from .to_model import Vocabulary

#: The properties of a game of Magic whose definition is not known.
_MAGIC: Final = {
    name: "RichText" if name in ("Cost", "Rules") else "String"
    for name in (
        [
            "Cost",
            "Color",
            "CardType",
            "Subtype",
            "Rules",
            "Power",
            "Toughness",
            "Loyalty",
            "Rarity",
            "Number",
        ]
    )
}
_NOT_IN_FOLDERS: Final = re.compile(r"[^\w.-]+")
#: What a set says of itself, in the order that is usual.
_ATTRIBUTES: Final = tuple(
    [
        "name",
        "id",
        "gameId",
        "shortName",
        "description",
        "releaseDate",
        "hidden",
        "gameVersion",
        "version",
    ]
)
#: What attributes may be, where not any text.
_ALLOWED: Final = {
    "releaseDate": re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}\Z"),
    "hidden": re.compile(r"(?:true|false)\Z"),
}
_RELEASED: Final = "release_date"


@frozen
class WrittenGame:
    """A game that is to be written.

    Attributes:
        definition: what its cards can have.
        sets: by the names of their folders.
        roles: which of its properties is what.
        notes: what is worth knowing of how it is written.
    """

    definition: Definition
    sets: Mapping[str, WrittenSet]
    roles: Roles = Roles()  # noqa: RUF009 - a frozen value
    notes: tuple[Diagnostic, ...] = ()


@define
class _SetOutline:
    """A set, and what goes into it."""

    id: str
    about: Mapping[str, Any]
    cards: list[Card] = field(factory=list)
    boosters: list[Booster] = field(factory=list)


def build_game(
    cardset: CardSet, options: OctgnOptions, losses: LossLog, *, one_set: bool
) -> WrittenGame:
    """The game that *cardset* is; if *one_set*, its first set with all that is of no other."""
    return _GameBuilder(cardset, options, losses, one_set=one_set).game()


def card_ids(cardset: CardSet, game: str | None) -> tuple[str, Callable[[CardRef], str]]:
    """The GUID of the game, and what gives those of the cards that sheets name."""
    options = OctgnOptions(game_id=game if game and is_guid(game) else None)
    builder = _GameBuilder(cardset, options, LossLog("octgn"), one_set=False)
    return builder.game_id, lambda ref: builder.locate(ref).record.id


class _GameBuilder:
    """Builds the sets and the definition of a card set."""

    def __init__(
        self, cardset: CardSet, options: OctgnOptions, losses: LossLog, *, one_set: bool
    ) -> None:
        self.options = options
        self.losses = losses
        self.one_set = one_set
        extras = cardset.extras.get("octgn", FrozenDict())
        game, sets = extras.get("game"), extras.get("sets")
        #: What was read of the game and of its sets.
        self.about: Mapping[str, Any] = game if isinstance(game, Mapping) else {}
        known = sets if isinstance(sets, tuple) else ()
        self.sets = [each for each in known if isinstance(each, Mapping)]
        self.given = definition_at(options.definition, DiagnosticLog(0))
        known_types = self._known_types()
        self.cardset = with_valid_properties(
            with_named_cards(cardset, losses), known_types, () if known_types else _MAGIC, losses
        )
        self.described = cardset
        self.code = own_code(self.cardset)
        self.types = self._types(known_types)
        self.roles = self._roles()
        self.game_id = self._game_id()

    def _known_types(self) -> dict[str, str]:
        """The properties that the game is known to have, and their types."""
        if self.given is not None:
            return {name: each.type for name, each in self.given.properties.items()}
        kept = self.about.get("properties")
        return {str(k): str(v) for k, v in kept.items()} if isinstance(kept, Mapping) else {}

    def _types(self, known: dict[str, str]) -> dict[str, str]:
        """The properties of the game and their types: those *known*, and what cards add."""
        if self.given is not None:
            return known
        types = known or dict(_MAGIC)
        others = {
            name for card in self.cardset.cards for face in card.faces for name in face.properties
        }
        others |= set(overridden(self.cardset.sheets.values()))
        return types | dict.fromkeys(sorted(others - types.keys()), "String")

    def _roles(self) -> Roles:
        kept = self.about.get("roles")
        if self.given is None and not self.options.mapping and isinstance(kept, Mapping):
            return Roles(**{role: str(name) for role, name in kept.items() if role in ROLES})
        return roles_for(self.types, self.options, DiagnosticLog(0))

    def _game_id(self) -> str:
        for given in (
            self.options.game_id,
            self.given.id if self.given else None,
            self.about.get("id"),
        ):
            if isinstance(given, str) and is_guid(given):
                return guid(given)
        return made_guid("game", *self.key)

    @cached_property
    def key(self) -> tuple[str, ...]:
        """What tells the set that is written from others."""
        # the code of cards that are only named is that of the set that they are taken from
        return key_of(own_code(self.described), self._card_guids.values())

    @cached_property
    def _card_guids(self) -> dict[int, str]:
        return new_card_guids(self.cardset.cards)

    # -- sets

    def game(self) -> WrittenGame:
        """The game."""
        self._report_losses()
        sets: dict[str, WrittenSet] = {}
        taken: set[str] = set()
        for outline in self.outlines:
            folder = base = _NOT_IN_FOLDERS.sub("_", self._name(outline)).strip("._") or "set"
            number = 1
            while folder.lower() in taken:
                number += 1
                folder = f"{base}_{number}"
            taken.add(folder.lower())
            sets[folder] = self._set(outline)
        return WrittenGame(self._definition(), sets, self.roles, tuple(self._notes()))

    @cached_property
    def outlines(self) -> list[_SetOutline]:
        """The sets that are to be written, each with its cards and boosters."""
        outlines = {
            str(each.get("id")): _SetOutline(str(each.get("id")), each) for each in self.sets
        }
        first = next(iter(outlines), None)
        if first is None:
            first = made_guid("set", *self.key)
            outlines[first] = _SetOutline(first, FrozenDict({"id": first}))
        for card in self.cardset.cards:
            of_set = _set_of(card.extras)
            code = card.set_code
            is_new = of_set is None and not self.sets and not self.one_set
            if is_new and code and code.lower() != (self.code or "").lower():
                of_set = made_guid("set", *key_of(code, self._card_guids.values()))
                outlines.setdefault(
                    of_set,
                    _SetOutline(
                        of_set, FrozenDict({"id": of_set, "name": code, "shortName": code})
                    ),
                )
            outline = outlines.get(of_set or first)
            if outline is not None:
                outline.cards.append(card)
        for booster in self.cardset.boosters:
            outline = outlines.get(_set_of(booster.extras) or first)
            if outline is not None:
                outline.boosters.append(booster)
        found = [
            each for each in outlines.values() if each.cards or each.boosters or each.id == first
        ]
        if self.one_set:
            for each in found[1:]:
                self.losses.dropped("sets but the first", str(each.about.get("name", each.id)))
            found = found[:1]
        return found

    def _set(self, outline: _SetOutline) -> WrittenSet:
        cards = [self.written[id(card)] for card in outline.cards]
        own = [self.located[id(card)] for card in outline.cards]
        tag = self._tag()
        telling = (self.roles.rarity, tag)
        packs = PackBuilder(
            self.cardset, own, self.locate, self._include, tag, telling, self.losses
        )
        taken: Counter[str] = Counter()
        written = []
        for booster in outline.boosters:
            taken[booster.name] += 1
            name = f"{booster.name}/{taken[booster.name]}"
            number = booster.id if booster.id and is_guid(booster.id) else None
            number = guid(number or made_guid("pack", set_guid(outline.id), name))
            report_booster(booster, self.losses)
            written.append(packs.pack(booster, number))
        if packs.extra_property and self.given is None:
            self.types.setdefault(packs.extra_property, "String")
        markers = outline.about.get("markers")
        return WrittenSet(
            self._attributes(outline),
            cards,
            written,
            {
                guid(number) if is_guid(number) else made_guid("marker", number): str(name)
                for number, name in (markers.items() if isinstance(markers, Mapping) else ())
            },
        )

    def _name(self, outline: _SetOutline) -> str:
        is_whole = len(self.outlines) == 1
        name = allowed(str(outline.about.get("name", "")))
        own = allowed(self.cardset.name)
        return (own if is_whole or not name else name) or self._fallback

    @property
    def _fallback(self) -> str:
        """What a set or a game without a name is called."""
        return allowed(self.code or "") or allowed(self.options.name or "") or "Custom"

    def _attributes(self, outline: _SetOutline) -> dict[str, str]:
        given = {name: str(outline.about[name]) for name in _ATTRIBUTES if name in outline.about}
        given |= {
            "name": self._name(outline),
            "id": set_guid(outline.id),
            "gameId": self.game_id,
        }
        if len(self.outlines) == 1:
            given.pop("shortName", None)
            if self.code is not None:
                given["shortName"] = self.code
            if date := self.cardset.meta.get(_RELEASED):
                given["releaseDate"] = date
        for name, wanted in _ALLOWED.items():
            if name in given and not wanted.match(given[name]):
                self.losses.dropped(f"the attribute {name!r} {given[name]!r}", given["name"])
                del given[name]
        return {name: given[name] for name in _ATTRIBUTES if name in given}

    # -- cards

    @cached_property
    def written(self) -> dict[int, CardRecord]:
        """Every card as it is written, by the ``id()`` of the model's."""
        about = {outline.id: outline.about for outline in self.outlines}
        builders: dict[str, RecordBuilder] = {}
        found = {}
        for card in self.cardset.cards:
            of_set = self._set_id(card)
            if of_set not in builders:
                vocabulary = self._vocabulary(about.get(of_set, FrozenDict()))
                builders[of_set] = RecordBuilder(vocabulary, self.given, self.losses)
            number = card.ids.get("octgn")
            number = card_guid(number, of_set) if number else self._card_guids[id(card)]
            found[id(card)] = builders[of_set].card(card, number)
        return found

    def _vocabulary(self, about: Mapping[str, Any]) -> Vocabulary:
        """What the cards of a set are described with, of which it is known what is *about* it."""
        symbols, spellings = about.get("symbols"), about.get("spellings")
        return Vocabulary(
            self.types,
            self.roles,
            symbols if isinstance(symbols, Mapping) else {},
            {
                name: each
                for name, each in (spellings if isinstance(spellings, Mapping) else {}).items()
                if isinstance(each, Mapping)
            },
        )

    @cached_property
    def located(self) -> dict[int, Located]:
        """Where every card is, by the ``id()`` of the model's."""
        return {
            id(card): Located(set_guid(self._set_id(card)), self.written[id(card)])
            for card in self.cardset.cards
        }

    def _set_id(self, card: Card) -> str:
        return _set_of(card.extras) or self._homes.get(id(card), self.outlines[0].id)

    @cached_property
    def _homes(self) -> dict[int, str]:
        return {id(card): outline.id for outline in self.outlines for card in outline.cards}

    def locate(self, ref: CardRef) -> Located:
        """Where the card that *ref* names is."""
        card = self.cardset.card(ref) or self.cardset.card(ref.name)
        assert card is not None  # noqa: S101 - cards that sheets only name were added
        return self.located[id(card)]

    @staticmethod
    def _include(include: Include) -> Include:
        """*include* with GUIDs."""
        card = card_guid(include.card, include.of_set)
        return evolve(include, card=card, of_set=set_guid(include.of_set))

    def _tag(self) -> str:
        """The property that tells the cards of sheets apart."""
        if self.given is None or PACKAGING in self.given.properties:
            return PACKAGING
        texts = [name for name, kind in self.types.items() if kind == "String"]
        return texts[-1] if texts else next(iter(self.types), PACKAGING)

    # -- the rest

    def _definition(self) -> Definition:
        if self.given is not None:
            return self.given
        name = self.about.get("name")
        name = allowed(name) if isinstance(name, str) else ""
        faces = [face for each in self.written.values() for face in (each, *each.alternates)]
        return Definition(
            self.game_id,
            name or allowed(self.cardset.name) or self._fallback,
            "1.0.0.0",
            FrozenDict({name: PropertyDefinition(name, kind) for name, kind in self.types.items()}),
            FrozenDict(
                {
                    each: SizeDefinition(each)
                    for each in sorted({face.size for face in faces} | {""})
                }
            ),
            _symbols(faces),
        )

    def _notes(self) -> Iterator[Diagnostic]:
        """What is worth knowing of the GUIDs that were made."""
        by_code, *_ = self.key
        is_known = self.about.get("id") or self.sets
        if by_code != "code" and not is_known:
            yield OctgnCode.MADE_IDS.at(None, name=self._name(self.outlines[0]))

    def _report_losses(self) -> None:
        cardset, losses = self.cardset, self.losses
        if cardset.event is not None:
            losses.dropped("how the set is drafted", cardset.name)
        for key in cardset.meta.keys() - {_RELEASED}:
            losses.dropped(f"the metadata {key!r}", cardset.name)
        report_extras(cardset.name, cardset.extras, losses)
        for sheet in cardset.sheets.values():
            report_extras(sheet.name, sheet.extras, losses)
            if not cardset.boosters:
                losses.dropped("sheets without a booster", sheet.name)
        for card in cardset.cards:
            report_card(card, self.roles.number, losses)
            is_other = card.set_code not in (None, self.code) and not _set_of(card.extras)
            if self.one_set and is_other:
                losses.dropped("the set of a card", card.name)
        if cardset.code not in (None, self.code) and len(self.outlines) == 1:
            losses.dropped("the code of the set", cardset.code)


def _set_of(extras: Mapping[str, Mapping[str, Any]]) -> str | None:
    """The GUID of the set that a card or a booster is of, if it is not the first."""
    found = extras.get("octgn", {}).get("set")
    return found if isinstance(found, str) else None


def _symbols(faces: Iterable[FaceRecord]) -> FrozenDict[str, str]:
    """The symbols in the texts of *faces*: by id what they are called."""
    runs = chain.from_iterable(value for face in faces for value in face.runs.values())
    found = {run.symbol: run.text for run in runs if run.symbol is not None}
    return FrozenDict(dict(sorted(found.items())))


def folder_sets(sets: Mapping[str, WrittenSet]) -> Iterator[tuple[str, WrittenSet]]:
    """The files of *sets* below the folder of their game."""
    yield from ((f"Sets/{folder}/set.xml", each) for folder, each in sets.items())


#: The types of alternates by the kinds of faces, where a card does not say them.
_TYPES: Final = {"back": "transform", "split": "split", "alternate": "alternate", "front": "front"}


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
        self.faces = FaceMapping(vocabulary.roles, vocabulary.spellings)
        self._order = {name: place for place, name in enumerate(vocabulary.types)}
        self._rich = frozenset(vocabulary.rich())

    def card(self, card: Card, number: str) -> CardRecord:
        """*card* as it is written with the GUID *number*."""
        kept = card.extras.get("octgn", FrozenDict())
        about = kept.get("alternates")
        kinds = about if isinstance(about, tuple) else ()
        styles = kept.get("rich")
        styled = styles if isinstance(styles, Mapping) else {}
        base = self._with_card(card, self._properties(card, card.faces[0]), card.faces[0])
        types: dict[str, int] = {}
        alternates = []
        for place, face in enumerate(card.faces[1:], 1):
            kind = kinds[place - 1] if place <= len(kinds) else {}
            own = self._with_card(card, self._properties(card, face), face)
            given = kind.get("size") if isinstance(kind, Mapping) else None
            size = self._size(given, card)
            properties = self._in_order(_difference(base, own))
            runs = self._runs(properties, styled, place)
            kind_name = _free_type(face, kind, types)
            alternates.append(AlternateRecord(face.name, size, properties, runs, kind_name))
        size, properties = self._size(kept.get("size"), card), self._in_order(base)
        runs = self._runs(properties, styled, 0)
        return CardRecord(card.name, size, properties, runs, number, tuple(alternates))

    def _size(self, given: object, card: Card) -> str:
        """The size that is *given* to a face of *card*, if the game has it."""
        size = allowed(given) if isinstance(given, str) else ""
        if size and self.definition is not None and size not in self.definition.sizes:
            self.losses.dropped(f"the size {size!r}", card.name)
            return ""
        return size

    def _properties(self, card: Card, face: Face) -> dict[str, str]:
        """The properties of *face* by name, as plain text."""
        for name, value in face.properties.items():
            if value is not None and not isinstance(value, str):
                self.losses.changed(f"the property {name!r} (now a text)", card.name)
        found = self.faces.properties(face)
        if not all(map(is_allowed, (face.name, *found.values()))):
            self.losses.changed("characters that XML cannot have (now left out)", card.name)
        unsaid = self._unsaid(face)
        for what in unsaid:
            self.losses.dropped(what, card.name)
        unknown = [name for name in found if name not in self.vocabulary.types]
        for name in unknown:
            if found.pop(name):
                self.losses.dropped(f"the property {name!r}, which the game has not", card.name)
        return found

    def _unsaid(self, face: Face) -> list[str]:
        """What of *face* has no property."""
        roles = self.roles
        has = {
            "the mana cost": face.mana_cost is not None and not roles.mana_cost,
            "the colours": face.colors and not roles.colors,
            "the types": face.types and not roles.types,
            "the subtypes": face.subtypes and not (roles.subtypes or roles.types),
            "the rules text": face.text and not roles.text,
            "the power": face.power is not None and not roles.power,
            "the toughness": face.toughness is not None and not roles.toughness,
            "the loyalty": face.loyalty is not None and not roles.loyalty,
            "images": face.images,
            "printed names": face.printed_names,
        }
        return [what for what, is_there in has.items() if is_there]

    def _with_card(self, card: Card, properties: dict[str, str], face: Face) -> dict[str, str]:
        """*properties* with those that the card has as a whole."""
        words = {self.roles.rarity: "", self.roles.number: card.number or ""}
        if card.rarity is not None:
            words[self.roles.rarity] = self.vocabulary.rarity_words(card.rarity)
        for name, written in words.items():
            if not name or (name in face.properties and self._is_same(card, name, face)):
                continue
            properties.pop(name, None)
            if written:
                properties[name] = written
        return properties

    def _is_same(self, card: Card, name: str, face: Face) -> bool:
        """Whether what *face* says of a property of the card still holds."""
        said = face.properties[name]
        if face is not card.faces[0]:
            return True
        now = card.rarity if name == self.roles.rarity else card.number
        before = rarity_of(str(said)) if name == self.roles.rarity and said else said or None
        return before == now

    def _in_order(self, properties: Mapping[str, str | None]) -> dict[str, str | None]:
        """*properties* in the order of the game."""
        last = len(self._order)
        names = sorted(properties, key=lambda name: self._order.get(name, last))
        return {name: properties[name] for name in names}

    def _runs(
        self, properties: Mapping[str, str | None], styles: Mapping[str, Any], place: int
    ) -> dict[str, tuple[Run, ...]]:
        """The runs of those of *properties* that have styles or symbols."""
        styled: dict[str, tuple[Run, ...]] = {}
        for name, value in properties.items():
            if value and name in self._rich:
                runs = from_value(styles.get(f"{place}/{name}"))
                if runs is None or plain(runs) != value:
                    runs = mark(value, self.vocabulary.symbols)
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
    found: dict[str, str | None] = {
        name: value for name, value in own.items() if base.get(name) != value
    }
    return found | {name: None for name in base if name not in own}


def _free_type(face: Face, kind: object, taken: dict[str, int]) -> str:
    """The type of an alternate, which no other of the card has."""
    given = kind.get("type") if isinstance(kind, Mapping) else None
    base = given if isinstance(given, str) and given else _TYPES.get(face.kind, "alternate")
    found = base
    while found in taken:
        taken[base] += 1
        found = f"{base}{taken[base]}"
    taken[found] = 1
    return found


def report_card(card: Card, roles_number: str, losses: LossLog) -> None:
    """Tell what no set can say of *card*."""
    if card.finish is not None:
        losses.dropped(f"the finish {card.finish!r}", card.name)
    if card.rating is not None:
        losses.dropped("ratings", card.name)
    if card.related:
        losses.dropped("related cards", card.name)
    if card.draft_effects:
        losses.dropped("draft effects", card.name)
    if card.number and not roles_number:
        losses.dropped("the collector number", card.name)
    for scheme in card.ids.keys() - {"octgn"}:
        losses.dropped(f"the id {scheme!r}", card.name)
    report_extras(card.name, card.extras, losses)


def report_booster(booster: Booster, losses: LossLog) -> None:
    """Tell what no pack can say of *booster*."""
    for _ in booster.constraints:
        losses.dropped("constraints on a pack", booster.name)
    if booster.box is not None:
        losses.dropped("how packs are boxed", booster.name)
    report_extras(booster.name, booster.extras, losses)


def report_extras(subject: str, extras: Mapping[str, Mapping[str, Any]], losses: LossLog) -> None:
    """Tell what other formats have a word for, and OCTGN has none."""
    for format_id, kinds in extras.items():
        if format_id != "octgn":
            for kind in kinds:
                losses.dropped(f"{format_id} {kind!r}", subject)
