"""From a card set to the sets of a game; what they cannot say goes to the loss log."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any, Final

from attrs import define, evolve, field, frozen

from ...diagnostics import Diagnostic, DiagnosticLog, LossLog
from ...model import Booster, Card, CardRef, CardSet, FrozenDict
from .codes import OctgnCode
from .definition import Definition, PropertyDefinition, SizeDefinition
from .format import OctgnOptions
from .game import definition_at
from .guids import guid, is_guid
from .identity import card_guid, key_of, made_guid, new_card_guids, own_code, set_guid
from .lower import Vocabulary
from .mapping import ROLES, Roles, roles_for
from .packaging import Include
from .raising_cards import CardRaiser, report_card, report_extras
from .raising_packs import PACKAGING, Located, PackRaiser
from .rendering import WrittenCard, WrittenFace, WrittenSet, allowed
from .richtext import plain
from .syntax import CardRecord
from .usable import overridden, with_named_cards, with_usable_properties

#: The properties of a game of Magic whose definition is not known.
_MAGIC: Final = {
    "Cost": "RichText",
    "Color": "String",
    "CardType": "String",
    "Subtype": "String",
    "Rules": "RichText",
    "Power": "String",
    "Toughness": "String",
    "Loyalty": "String",
    "Rarity": "String",
    "Number": "String",
}
_NOT_IN_FOLDERS: Final = re.compile(r"[^\w.-]+")
#: What a set says of itself, in the order that is usual.
_ATTRIBUTES: Final = (
    "name",
    "id",
    "gameId",
    "shortName",
    "description",
    "releaseDate",
    "hidden",
    "gameVersion",
    "version",
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
class _Plan:
    """A set, and what goes into it."""

    id: str
    about: Mapping[str, Any]
    cards: list[Card] = field(factory=list)
    boosters: list[Booster] = field(factory=list)


def raise_game(
    cardset: CardSet, options: OctgnOptions, losses: LossLog, *, one_set: bool
) -> WrittenGame:
    """The game that *cardset* is; if *one_set*, its first set with all that is of no other."""
    return _Raising(cardset, options, losses, one_set=one_set).game()


def card_ids(cardset: CardSet, game: str | None) -> tuple[str, Callable[[CardRef], str]]:
    """The GUID of the game, and what gives those of the cards that sheets name."""
    options = OctgnOptions(game_id=game if game and is_guid(game) else None)
    raising = _Raising(cardset, options, LossLog("octgn"), one_set=False)
    return raising.game_id, lambda ref: raising.locate(ref).record.id


class _Raising:
    """What is needed while a card set is raised."""

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
        self.cardset = with_usable_properties(
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
        for plan in self.plans:
            folder = base = _NOT_IN_FOLDERS.sub("_", self._name(plan)).strip("._") or "set"
            number = 1
            while folder.lower() in taken:
                number += 1
                folder = f"{base}_{number}"
            taken.add(folder.lower())
            sets[folder] = self._set(plan)
        return WrittenGame(self._definition(), sets, self.roles, tuple(self._notes()))

    @cached_property
    def plans(self) -> list[_Plan]:
        """The sets that are to be written, each with its cards and boosters."""
        plans = {str(each.get("id")): _Plan(str(each.get("id")), each) for each in self.sets}
        first = next(iter(plans), None)
        if first is None:
            first = made_guid("set", *self.key)
            plans[first] = _Plan(first, FrozenDict({"id": first}))
        for card in self.cardset.cards:
            of_set = _set_of(card.extras)
            code = card.set_code
            is_new = of_set is None and not self.sets and not self.one_set
            if is_new and code and code.lower() != (self.code or "").lower():
                of_set = made_guid("set", *key_of(code, self._card_guids.values()))
                plans.setdefault(
                    of_set,
                    _Plan(of_set, FrozenDict({"id": of_set, "name": code, "shortName": code})),
                )
            plan = plans.get(of_set or first)
            if plan is not None:
                plan.cards.append(card)
        for booster in self.cardset.boosters:
            plan = plans.get(_set_of(booster.extras) or first)
            if plan is not None:
                plan.boosters.append(booster)
        found = [each for each in plans.values() if each.cards or each.boosters or each.id == first]
        if self.one_set:
            for each in found[1:]:
                self.losses.dropped("sets but the first", str(each.about.get("name", each.id)))
            found = found[:1]
        return found

    def _set(self, plan: _Plan) -> WrittenSet:
        cards = [self.written[id(card)] for card in plan.cards]
        own = [self.located[id(card)] for card in plan.cards]
        tag = self._tag()
        telling = (self.roles.rarity, tag)
        packs = PackRaiser(self.cardset, own, self.locate, self._include, tag, telling, self.losses)
        taken: Counter[str] = Counter()
        written = []
        for booster in plan.boosters:
            taken[booster.name] += 1
            name = f"{booster.name}/{taken[booster.name]}"
            number = booster.id if booster.id and is_guid(booster.id) else None
            number = guid(number or made_guid("pack", set_guid(plan.id), name))
            written.append(packs.pack(booster, number))
        if packs.needs and self.given is None:
            self.types.setdefault(packs.needs, "String")
        markers = plan.about.get("markers")
        return WrittenSet(
            self._attributes(plan),
            cards,
            written,
            {
                guid(number) if is_guid(number) else made_guid("marker", number): str(name)
                for number, name in (markers.items() if isinstance(markers, Mapping) else ())
            },
        )

    def _name(self, plan: _Plan) -> str:
        is_whole = len(self.plans) == 1
        name = allowed(str(plan.about.get("name", "")))
        own = allowed(self.cardset.name)
        return (own if is_whole or not name else name) or self._fallback

    @property
    def _fallback(self) -> str:
        """What a set or a game without a name is called."""
        return allowed(self.code or "") or allowed(self.options.name or "") or "Custom"

    def _attributes(self, plan: _Plan) -> dict[str, str]:
        given = {name: str(plan.about[name]) for name in _ATTRIBUTES if name in plan.about}
        given |= {
            "name": self._name(plan),
            "id": set_guid(plan.id),
            "gameId": self.game_id,
        }
        if len(self.plans) == 1:
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
    def written(self) -> dict[int, WrittenCard]:
        """Every card as it is written, by the ``id()`` of the model's."""
        about = {plan.id: plan.about for plan in self.plans}
        raisers: dict[str, CardRaiser] = {}
        found = {}
        for card in self.cardset.cards:
            of_set = self._set_id(card)
            if of_set not in raisers:
                vocabulary = self._vocabulary(about.get(of_set, FrozenDict()))
                raisers[of_set] = CardRaiser(vocabulary, self.given, self.losses)
            number = card.ids.get("octgn")
            number = card_guid(number, of_set) if number else self._card_guids[id(card)]
            found[id(card)] = raisers[of_set].card(card, number)
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
            id(card): Located(set_guid(self._set_id(card)), _record(self.written[id(card)]))
            for card in self.cardset.cards
        }

    def _set_id(self, card: Card) -> str:
        return _set_of(card.extras) or self._homes.get(id(card), self.plans[0].id)

    @cached_property
    def _homes(self) -> dict[int, str]:
        return {id(card): plan.id for plan in self.plans for card in plan.cards}

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
        faces = [face for each in self.written.values() for face in (each.face, *each.alternates)]
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
            yield OctgnCode.MADE_IDS.at(None, name=self._name(self.plans[0]))

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
        if cardset.code not in (None, self.code) and len(self.plans) == 1:
            losses.dropped("the code of the set", cardset.code)


def _set_of(extras: Mapping[str, Mapping[str, Any]]) -> str | None:
    """The GUID of the set that a card or a booster is of, if it is not the first."""
    found = extras.get("octgn", {}).get("set")
    return found if isinstance(found, str) else None


def _record(card: WrittenCard) -> CardRecord:
    """*card* as a reader would find it."""
    properties = {
        name: plain(value) if isinstance(value, tuple) else value
        for name, value in card.face.properties.items()
    }
    return CardRecord(card.face.name, card.face.size, properties, {}, card.id)


def _symbols(faces: Iterable[WrittenFace]) -> FrozenDict[str, str]:
    """The symbols in the texts of *faces*: by id what they are called."""
    runs = (
        run
        for face in faces
        for value in face.properties.values()
        if isinstance(value, tuple)
        for run in value
    )
    found = {run.symbol: run.text for run in runs if run.symbol is not None}
    return FrozenDict(dict(sorted(found.items())))


def folder_sets(sets: Mapping[str, WrittenSet]) -> Iterator[tuple[str, WrittenSet]]:
    """The files of *sets* below the folder of their game."""
    yield from ((f"Sets/{folder}/set.xml", each) for folder, each in sets.items())
