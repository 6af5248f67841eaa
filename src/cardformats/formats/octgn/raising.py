"""From a card set to the sets of a game; what they cannot say goes to the loss log."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import Any, Final
from uuid import NAMESPACE_URL, uuid5

from attrs import define, evolve, field, frozen

from ...diagnostics import DiagnosticLog, LossLog
from ...model import Booster, Card, CardRef, CardSet, Face, FrozenDict
from .definition import Definition, PropertyDefinition, SizeDefinition
from .format import OctgnOptions
from .game import definition_at
from .guids import guid, is_guid
from .lower import Vocabulary
from .mapping import ROLES, Roles, roles_for
from .packaging import Include
from .raising_cards import CardRaiser, report_card, report_extras
from .raising_packs import PACKAGING, Located, PackRaiser
from .rendering import WrittenCard, WrittenSet
from .richtext import plain
from .syntax import CardRecord

#: What GUIDs are made in, where a game, a set, a card or a pack has none.
_NAMESPACE: Final = uuid5(NAMESPACE_URL, "cardformats/octgn")
#: The properties of a game of Magic whose definition is not known.
_MAGIC: Final = {
    "Cost": "RichText",
    "Color": "String",
    "Type": "String",
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
    """

    definition: Definition
    sets: Mapping[str, WrittenSet]


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
        self.cardset = _with_named_cards(cardset, losses)
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
        self.types = self._types()
        self.roles = self._roles()
        self.game_id = self._game_id()
        self._symbols: dict[str, str] = {}

    def _types(self) -> dict[str, str]:
        """The properties of the game and their types."""
        if self.given is not None:
            return {name: each.type for name, each in self.given.properties.items()}
        kept = self.about.get("properties")
        types = {str(k): str(v) for k, v in kept.items()} if isinstance(kept, Mapping) else {}
        types = types or dict(_MAGIC)
        others = {
            name for card in self.cardset.cards for face in card.faces for name in face.properties
        }
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
        return str(uuid5(_NAMESPACE, "game"))

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
        return WrittenGame(self._definition(), sets)

    @cached_property
    def plans(self) -> list[_Plan]:
        """The sets that are to be written, each with its cards and boosters."""
        plans = {str(each.get("id")): _Plan(str(each.get("id")), each) for each in self.sets}
        first = next(iter(plans), None)
        if first is None:
            key = self._key("set", self.cardset.code or self.cardset.name)
            plans[key] = _Plan(key, FrozenDict({"id": key}))
            first = key
        for card in self.cardset.cards:
            of_set = _set_of(card.extras)
            code = card.set_code
            if of_set is None and not self.sets and not self.one_set and code is not None:
                of_set = self._key("set", code) if code != self.cardset.code else first
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
            written.append(packs.pack(booster, guid(number or self._key(plan.id, "pack", name))))
        if packs.needs and self.given is None:
            self.types.setdefault(packs.needs, "String")
        markers = plan.about.get("markers")
        return WrittenSet(
            self._attributes(plan),
            cards,
            written,
            {
                guid(number) if is_guid(number) else self._key("marker", number): str(name)
                for number, name in (markers.items() if isinstance(markers, Mapping) else ())
            },
        )

    def _name(self, plan: _Plan) -> str:
        is_whole = len(self.plans) == 1
        name = str(plan.about.get("name", ""))
        return (
            (self.cardset.name if is_whole or not name else name) or self.cardset.code or "Custom"
        )

    def _attributes(self, plan: _Plan) -> dict[str, str]:
        given = {name: str(plan.about[name]) for name in _ATTRIBUTES if name in plan.about}
        given |= {
            "name": self._name(plan),
            "id": self.set_guid(plan.id),
            "gameId": self.game_id,
        }
        if len(self.plans) == 1:
            given.pop("shortName", None)
            if self.cardset.code is not None:
                given["shortName"] = self.cardset.code
            if date := self.cardset.meta.get(_RELEASED):
                given["releaseDate"] = date
        for name, allowed in _ALLOWED.items():
            if name in given and not allowed.match(given[name]):
                self.losses.dropped(f"the attribute {name!r} {given[name]!r}", given["name"])
                del given[name]
        return {name: given[name] for name in _ATTRIBUTES if name in given}

    # -- cards

    @cached_property
    def written(self) -> dict[int, WrittenCard]:
        """Every card as it is written, by the ``id()`` of the model's."""
        symbols: dict[str, dict[str, str]] = {}
        for plan in self.plans:
            kept = plan.about.get("symbols")
            symbols[plan.id] = dict(kept) if isinstance(kept, Mapping) else {}
            self._symbols |= symbols[plan.id]
        raisers: dict[str, CardRaiser] = {}
        found = {}
        uses: Counter[tuple[str, str, str]] = Counter()
        for card in self.cardset.cards:
            of_set = self._set_id(card)
            if of_set not in raisers:
                vocabulary = Vocabulary(self.types, self.roles, symbols.get(of_set, {}))
                raisers[of_set] = CardRaiser(vocabulary, self.losses)
            number = card.ids.get("octgn")
            if number:
                number = self.card_guid(number, of_set)
            else:
                same = (of_set, card.name, card.number or "")
                uses[same] += 1
                number = self._key("card", *same, *([str(uses[same])] if uses[same] > 1 else []))
            found[id(card)] = raisers[of_set].card(card, number)
        return found

    @cached_property
    def located(self) -> dict[int, Located]:
        """Where every card is, by the ``id()`` of the model's."""
        return {
            id(card): Located(self.set_guid(self._set_id(card)), _record(self.written[id(card)]))
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

    def set_guid(self, written: str) -> str:
        """The GUID of a set that *written* is, or that is made of it."""
        return guid(written) if is_guid(written) else self._key("set", written)

    def card_guid(self, written: str, of_set: str) -> str:
        """The GUID of a card that *written* is, or that is made of it."""
        return guid(written) if is_guid(written) else self._key("card", of_set, written)

    def _include(self, include: Include) -> Include:
        """*include* with GUIDs."""
        card = self.card_guid(include.card, include.of_set)
        return evolve(include, card=card, of_set=self.set_guid(include.of_set))

    def _tag(self) -> str:
        """The property that tells the cards of sheets apart."""
        if self.given is None or PACKAGING in self.given.properties:
            return PACKAGING
        texts = [name for name, kind in self.types.items() if kind == "String"]
        return texts[-1] if texts else next(iter(self.types), PACKAGING)

    def _key(self, *parts: str) -> str:
        """A GUID that is always the same for the same parts of the same game."""
        return str(uuid5(_NAMESPACE, "/".join((self.game_id, *parts))))

    # -- the rest

    def _definition(self) -> Definition:
        if self.given is not None:
            return self.given
        name = self.about.get("name")
        sizes = {str(card.extras.get("octgn", {}).get("size", "")) for card in self.cardset.cards}
        return Definition(
            self.game_id,
            name if isinstance(name, str) and name else self.cardset.name or "Custom game",
            "1.0.0.0",
            FrozenDict({name: PropertyDefinition(name, kind) for name, kind in self.types.items()}),
            FrozenDict({each: SizeDefinition(each) for each in sorted({"", *sizes})}),
            FrozenDict({symbol: text for text, symbol in sorted(self._symbols.items())}),
        )

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
            is_other = card.set_code not in (None, cardset.code) and not _set_of(card.extras)
            if self.one_set and is_other:
                losses.dropped("the set of a card", card.name)


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


def folder_sets(sets: Mapping[str, WrittenSet]) -> Iterator[tuple[str, WrittenSet]]:
    """The files of *sets* below the folder of their game."""
    yield from ((f"Sets/{folder}/set.xml", each) for folder, each in sets.items())
