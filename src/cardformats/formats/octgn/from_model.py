"""From a card set to the sets of a game; what they cannot say goes to the loss log."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from itertools import chain, count
from typing import Any, Final

from attrs import define, evolve, field, frozen

from ...diagnostics import Diagnostic, DiagnosticLog, LossLog
from ...model import Booster, Card, CardRef, CardSet, Face, FrozenDict
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
from .syntax import SET_ATTRIBUTES, FaceRecord, SetRecord

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
    sets: Mapping[str, SetRecord]
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
        #: What was read of the game and of its sets.
        self.about = _mapping(extras.get("game"))
        sets = extras.get("sets")
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
        return {str(k): str(v) for k, v in _mapping(self.about.get("properties")).items()}

    def _types(self, known: dict[str, str]) -> dict[str, str]:
        """The properties of the game and their types: those *known*, and what cards add."""
        if self.definition is not None:
            return known
        types = known or dict(_MAGIC)
        others = sorted(set(_property_names(self.cardset)) - types.keys())
        return types | dict.fromkeys(others, "String")

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
        sets: dict[str, SetRecord] = {}
        taken: set[str] = set()
        for outline in self.outlines:
            base = _NOT_IN_FOLDERS.sub("_", self._name(outline)).strip("._") or "set"
            numbered = (f"{base}_{number}" for number in count(2))
            folder = next(each for each in chain([base], numbered) if each.lower() not in taken)
            taken.add(folder.lower())
            sets[folder] = self._set(outline)
        return WrittenGame(self._definition(), sets, self.roles, tuple(self._notes()))

    @cached_property
    def outlines(self) -> list[_SetOutline]:
        """The sets that are to be written, each with its cards and boosters."""
        known = self.sets or [FrozenDict({"id": made_guid("set", *self.key)})]
        outlines = {str(each.get("id")): _SetOutline(str(each.get("id")), each) for each in known}
        first = next(iter(outlines))
        for card in self.cardset.cards:
            of_set, code = _set_of(card.extras), card.set_code
            is_new = of_set is None and not self.sets and not self.one_set
            if is_new and code and code.lower() != (self.code or "").lower():
                of_set = made_guid("set", *key_of(code, self._card_guids.values()))
                about = FrozenDict({"id": of_set, "name": code, "shortName": code})
                outlines.setdefault(of_set, _SetOutline(of_set, about))
            if outline := outlines.get(of_set or first):
                outline.cards.append(card)
        for booster in self.cardset.boosters:
            if outline := outlines.get(_set_of(booster.extras) or first):
                outline.boosters.append(booster)
        kept = [
            each for each in outlines.values() if each.cards or each.boosters or each.id == first
        ]
        if self.one_set:
            for each in kept[1:]:
                self.losses.dropped("sets but the first", str(each.about.get("name", each.id)))
            kept = kept[:1]
        return kept

    def _set(self, outline: _SetOutline) -> SetRecord:
        own = [self.located[id(card)] for card in outline.cards]
        packs = PackBuilder(
            self.cardset, own, self.locate, self.roles.rarity, self._tag(), self.losses
        )
        taken: Counter[str] = Counter()
        written = []
        for booster in outline.boosters:
            taken[booster.name] += 1
            number = booster.id or ""
            if not is_guid(number):
                name = f"{booster.name}/{taken[booster.name]}"
                number = made_guid("pack", set_guid(outline.id), name)
            _report_booster(booster, self.losses)
            written.append(packs.pack(booster, guid(number)))
        if packs.is_tagged and self.definition is None:
            self.types.setdefault(packs.tag, "String")
        markers = {
            guid(number) if is_guid(number) else made_guid("marker", number): str(name)
            for number, name in _mapping(outline.about.get("markers")).items()
        }
        cards = [each.record for each in own]
        return SetRecord(self._attributes(outline), cards, written, markers)

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
    def located(self) -> dict[int, PoolCard]:
        """Every card as it is written, with the GUID of its set, by the ``id()`` of the model's."""
        about = {outline.id: outline.about for outline in self.outlines}
        homes = {id(card): outline.id for outline in self.outlines for card in outline.cards}
        builders: dict[str, RecordBuilder] = {}
        located = {}
        for card in self.cardset.cards:
            of_set = _set_of(card.extras) or homes.get(id(card), self.outlines[0].id)
            if of_set not in builders:
                vocabulary = self._vocabulary(about.get(of_set, FrozenDict()))
                builders[of_set] = RecordBuilder(vocabulary, self.definition, self.losses)
            number = card.ids.get("octgn")
            number = card_guid(number, of_set) if number else self._card_guids[id(card)]
            record = builders[of_set].card(card, number)
            located[id(card)] = PoolCard(CardRef(record.name, id=set_guid(of_set)), record)
        return located

    def _vocabulary(self, about: Mapping[str, Any]) -> Vocabulary:
        """What the cards of a set are described with, of which it is known what is *about* it."""
        spellings = _mapping(about.get("spellings"))
        return Vocabulary(
            self.types,
            self.roles,
            _mapping(about.get("symbols")),
            {name: each for name, each in spellings.items() if isinstance(each, Mapping)},
        )

    def locate(self, ref: CardRef) -> PoolCard:
        """Where the card that *ref* names is."""
        card = self.cardset.card(ref) or self.cardset.card(ref.name)
        assert card is not None  # noqa: S101 - cards that sheets only name were added
        return self.located[id(card)]

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
        kept = self.about.get("name")
        name = allowed(kept) if isinstance(kept, str) else ""
        records = [each.record for each in self.located.values()]
        faces = [face for each in records for face in (each, *each.alternates)]
        sizes = sorted({face.size for face in faces} | {""})
        return Definition(
            self.game_id,
            name or allowed(self.cardset.name) or self._fallback,
            "1.0.0.0",
            FrozenDict({name: PropertyDefinition(name, kind) for name, kind in self.types.items()}),
            FrozenDict({each: SizeDefinition(each) for each in sizes}),
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


def _mapping(value: object) -> Mapping[str, Any]:
    """What was kept as a mapping; empty if it is none."""
    return value if isinstance(value, Mapping) else {}


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
        evolve(
            sheet,
            entries=[
                evolve(each, overrides=_renamed(each.overrides, names)) if each.overrides else each
                for each in sheet.entries
            ],
        )
        for sheet in cardset.sheets.values()
    ]
    return evolve(cardset, cards=cards, sheets=sheets)


def _property_names(cardset: CardSet) -> Iterable[str]:
    for card in cardset.cards:
        for face in card.faces:
            yield from face.properties
    for sheet in cardset.sheets.values():
        for entry in sheet.entries:
            yield from entry.overrides


def _valid_names(names: Iterable[str], taken: set[str]) -> dict[str, str]:
    """What each of *names* becomes: none is reserved, empty, or one of those that are *taken*."""
    found: dict[str, str] = {}
    for name in names:
        base = allowed(name) or "Property"
        if base.lower() in RESERVED:
            base = f"Card{base[:1].upper()}{base[1:]}"
        numbered = (f"{base}{number}" for number in count(2))
        valid = next(each for each in chain([base], numbered) if each == name or each not in taken)
        taken.add(valid)
        found[name] = valid
    return found


def _renamed(properties: Mapping[str, object], names: Mapping[str, str]) -> FrozenDict[str, object]:
    return FrozenDict({names.get(name, name): value for name, value in properties.items()})
