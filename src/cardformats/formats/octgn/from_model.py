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
from ...model import Booster, Card, CardRef, CardSet, Entry, Face, FrozenDict, Sheet
from ..xml_text import allowed
from .boosters import PACKAGING, PackBuilder
from .cards import RecordBuilder, Vocabulary, report_card, report_extras
from .codes import OctgnCode
from .definition import (
    RESERVED,
    Definition,
    PropertyDefinition,
    SizeDefinition,
    definition_at,
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
from .packs import PoolCard
from .roles import ROLES, Roles, roles_for
from .syntax import SET_ATTRIBUTES, CardRecord, FaceRecord, Include, WrittenSet

#: The properties of a game of Magic whose definition is not known.
_MAGIC: Final = dict.fromkeys(
    ("Cost", "Color", "CardType", "Subtype", "Rules", "Power", "Toughness", "Loyalty"), "String"
) | {"Cost": "RichText", "Rules": "RichText", "Rarity": "String", "Number": "String"}
_NOT_IN_FOLDERS: Final = re.compile(r"[^\w.-]+")
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
        self.definition = definition_at(options.definition, DiagnosticLog(0))
        known_types = self._known_types()
        self.cardset = _with_valid_properties(
            _with_named_cards(cardset, losses), known_types, () if known_types else _MAGIC, losses
        )
        self.original = cardset
        self.code = own_code(self.cardset)
        self.types = self._types(known_types)
        self.roles = self._roles()
        self.game_id = self._game_id()

    def _known_types(self) -> dict[str, str]:
        """The properties that the game is known to have, and their types."""
        if self.definition is not None:
            return {name: each.type for name, each in self.definition.properties.items()}
        kept = self.about.get("properties")
        return {str(k): str(v) for k, v in kept.items()} if isinstance(kept, Mapping) else {}

    def _types(self, known: dict[str, str]) -> dict[str, str]:
        """The properties of the game and their types: those *known*, and what cards add."""
        if self.definition is not None:
            return known
        types = known or dict(_MAGIC)
        others = {
            name for card in self.cardset.cards for face in card.faces for name in face.properties
        }
        others |= set(_overridden(self.cardset.sheets.values()))
        return types | dict.fromkeys(sorted(others - types.keys()), "String")

    def _roles(self) -> Roles:
        kept = self.about.get("roles")
        if self.definition is None and not self.options.mapping and isinstance(kept, Mapping):
            return Roles(**{role: str(name) for role, name in kept.items() if role in ROLES})
        return roles_for(self.types, self.options, DiagnosticLog(0))

    def _game_id(self) -> str:
        for number in (
            self.options.game_id,
            self.definition.id if self.definition else None,
            self.about.get("id"),
        ):
            if isinstance(number, str) and is_guid(number):
                return guid(number)
        return made_guid("game", *self.key)

    @cached_property
    def key(self) -> tuple[str, ...]:
        """What tells the set that is written from others."""
        # the code of cards that are only named is that of the set that they are taken from
        return key_of(own_code(self.original), self._card_guids.values())

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
            _report_booster(booster, self.losses)
            written.append(packs.pack(booster, number))
        if packs.extra_property and self.definition is None:
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
        attributes = {
            name: str(outline.about[name]) for name in SET_ATTRIBUTES if name in outline.about
        }
        attributes |= {
            "name": self._name(outline),
            "id": set_guid(outline.id),
            "gameId": self.game_id,
        }
        if len(self.outlines) == 1:
            attributes.pop("shortName", None)
            if self.code is not None:
                attributes["shortName"] = self.code
            if date := self.cardset.meta.get(_RELEASED):
                attributes["releaseDate"] = date
        for name, wanted in _ALLOWED.items():
            if name in attributes and not wanted.match(attributes[name]):
                self.losses.dropped(
                    f"the attribute {name!r} {attributes[name]!r}", attributes["name"]
                )
                del attributes[name]
        return {name: attributes[name] for name in SET_ATTRIBUTES if name in attributes}

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
                builders[of_set] = RecordBuilder(vocabulary, self.definition, self.losses)
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
    def located(self) -> dict[int, PoolCard]:
        """Every card as pools have it, with the GUID of its set, by the ``id()`` of the model's."""
        return {
            id(card): PoolCard(CardRef(record.name, id=set_guid(self._set_id(card))), record)
            for card in self.cardset.cards
            for record in (self.written[id(card)],)
        }

    def _set_id(self, card: Card) -> str:
        return _set_of(card.extras) or self._homes.get(id(card), self.outlines[0].id)

    @cached_property
    def _homes(self) -> dict[int, str]:
        return {id(card): outline.id for outline in self.outlines for card in outline.cards}

    def locate(self, ref: CardRef) -> PoolCard:
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
        if self.definition is None or PACKAGING in self.definition.properties:
            return PACKAGING
        texts = [name for name, kind in self.types.items() if kind == "String"]
        return texts[-1] if texts else next(iter(self.types), PACKAGING)

    # -- the rest

    def _definition(self) -> Definition:
        if self.definition is not None:
            return self.definition
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


def _report_booster(booster: Booster, losses: LossLog) -> None:
    """Tell what no pack can say of *booster*."""
    for _ in booster.constraints:
        losses.dropped("constraints on a pack", booster.name)
    if booster.box is not None:
        losses.dropped("how packs are boxed", booster.name)
    report_extras(booster.name, booster.extras, losses)


def _set_of(extras: Mapping[str, Mapping[str, Any]]) -> str | None:
    """The GUID of the set that a card or a booster is of, if it is not the first."""
    found = extras.get("octgn", {}).get("set")
    return found if isinstance(found, str) else None


def _symbols(faces: Iterable[FaceRecord]) -> FrozenDict[str, str]:
    """The symbols in the texts of *faces*: by id what they are called."""
    runs = chain.from_iterable(value for face in faces for value in face.runs.values())
    found = {run.symbol: run.text for run in runs if run.symbol is not None}
    return FrozenDict(dict(sorted(found.items())))


# -- cards and names that files can have


def _with_named_cards(cardset: CardSet, losses: LossLog) -> CardSet:
    """*cardset* with a card for each that sheets only name."""
    named: dict[CardRef, Card] = {}
    for sheet in cardset.sheets.values():
        for entry in sheet.entries:
            ref = entry.card
            if ref in named or cardset.card(ref) or cardset.card(ref.name):
                continue
            losses.changed("cards of which only the name is known (now without text)", ref.name)
            named[ref] = Card(Face(ref.name), ref.set_code, ref.number)
    return evolve(cardset, cards=(*cardset.cards, *named.values())) if named else cardset


def _with_valid_properties(
    cardset: CardSet, known: Iterable[str], usual: Iterable[str], losses: LossLog
) -> CardSet:
    """*cardset* with names of properties that a definition can have.

    Names that are *known* are the game's own and stay; new ones are neither reserved nor those of
    the *usual* properties that fields are written to, where they only look like them.
    """
    stay = frozenset(known)
    found = dict.fromkeys(_property_names(cardset))
    names = _valid_names([name for name in found if name not in stay], {*stay, *usual})
    if all(old == new for old, new in names.items()):
        return cardset

    def renamed(face: Face, card: str) -> Face:
        for name in face.properties:
            if names.get(name, name) != name:
                losses.changed(f"the property {name!r} (now {names[name]!r})", card)
        return evolve(face, properties=_renamed(face.properties, names))

    cards = [
        evolve(card, faces=[renamed(face, card.name) for face in card.faces])
        for card in cardset.cards
    ]
    sheets = [
        evolve(sheet, entries=[_with_overrides(entry, names) for entry in sheet.entries])
        for sheet in cardset.sheets.values()
    ]
    return evolve(cardset, cards=cards, sheets=sheets)


def _property_names(cardset: CardSet) -> Iterable[str]:
    for card in cardset.cards:
        for face in card.faces:
            yield from face.properties
    yield from _overridden(cardset.sheets.values())


def _overridden(sheets: Iterable[Sheet]) -> Iterable[str]:
    """The properties that entries of *sheets* change."""
    for sheet in sheets:
        for entry in sheet.entries:
            yield from entry.overrides


def _valid_names(names: Iterable[str], taken: set[str]) -> dict[str, str]:
    """What each of *names* becomes: none is reserved, empty, or one of those that are *taken*."""
    found: dict[str, str] = {}
    for name in names:
        base = allowed(name) or "Property"
        if base.lower() in RESERVED:
            base = f"Card{base[:1].upper()}{base[1:]}"
        valid, number = base, 1
        while valid in taken and valid != name:
            number += 1
            valid = f"{base}{number}"
        taken.add(valid)
        found[name] = valid
    return found


def _renamed(properties: Mapping[str, object], names: Mapping[str, str]) -> FrozenDict[str, object]:
    return FrozenDict({names.get(name, name): value for name, value in properties.items()})


def _with_overrides(entry: Entry, names: Mapping[str, str]) -> Entry:
    return evolve(entry, overrides=_renamed(entry.overrides, names)) if entry.overrides else entry
