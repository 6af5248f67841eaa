"""From a card set to the sets of a game; what they cannot say goes to the loss log."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from itertools import chain
from typing import Any, Final

from attrs import define, evolve, field

from ...diagnostic_log import DiagnosticLog
from ...diagnostics import Diagnostic
from ...file_names import free_name
from ...losses import Loss, LossLog
from ...model import Booster, Card, CardRef, CardSet, FrozenDict
from ..capabilities import drawn_sheets, report_about, report_boosters, report_card, report_sheets
from ..guids import guid, is_guid
from ..mapping.faces import ANY_NUMBER, INTEGER
from ..mapping.game_mapping import GameMapping
from ..mapping.images import ImageSet
from ..mapping.kept import game_of, mapping_in, with_mapping
from ..mapping.reading import chosen_mapping, shipped_for
from ..mapping.roles import Roles
from ..nameless import card_called, with_named_cards
from ..property_names import property_names, with_valid_properties
from ..xml_text import allowed
from .cards import MAGIC, Vocabulary
from .codes import OctgnCode
from .definition import (
    RESERVED,
    Definition,
    PropertyDefinition,
    SizeDefinition,
    definition_at,
)
from .files import file_name
from .format import CAPABILITIES, RELEASED, OctgnOptions
from .identity import (
    VALUES,
    guid_of,
    key_of,
    made_guid,
    new_card_guids,
    own_code,
    set_of,
    sets_about,
)
from .packs import PoolCard
from .packs_from_model import PACKAGING, OctgnPackBuilder
from .records import RecordBuilder
from .syntax import SET_ATTRIBUTES, SetRecord

#: What attributes may be, where not any text.
_ALLOWED: Final[Mapping[str, Callable[[str], object]]] = {
    "releaseDate": VALUES.rule("DATE").fullmatch,
    "hidden": frozenset(("true", "false")).__contains__,
}


@define
class SetOutline:
    """A set, and what goes into it."""

    id: str
    about: Mapping[str, Any]
    cards: list[Card] = field(factory=list)
    boosters: list[Booster] = field(factory=list)


class WrittenGame:
    """The sets and the definition that a card set is written as.

    Attributes:
        game_id: the GUID of the game.
        types: its properties and their types; a pack may need one more.
        mapping: which of the properties is what.
    """

    def __init__(
        self,
        cardset: CardSet,
        options: OctgnOptions,
        losses: LossLog,
        *,
        one_set: bool = False,
        definition: Definition | None = None,
        grows: bool = False,
    ) -> None:
        """Write *cardset*; if *one_set*, its first set with all that is of no other.

        The *definition* goes before the option; if it *grows*, it gets what the cards have more.
        """
        #: Whether cards of other sets of the game may be included.
        self.has_others: bool = one_set or options.ids_from is not None
        self.options = options
        self.losses = losses
        self.one_set = one_set
        #: What was read of the game and of its sets.
        self._about = game_of(cardset, "octgn")
        self._sets = sets_about(cardset)
        self._defined = definition or definition_at(options.definition, DiagnosticLog(0))
        if self._defined is not None:
            known = {name: each.type for name, each in self._defined.properties.items()}
        else:
            known = {str(k): str(v) for k, v in _mapping(self._about.get("properties")).items()}
        defined = self._defined.id if self._defined else None
        numbers = (options.game_id, defined, self._about.get("id"))
        known_ids = (guid(each) for each in numbers if isinstance(each, str) and is_guid(each))
        game_id = next(known_ids, "")
        self._log = DiagnosticLog(options.max_diagnostics)
        mapping = self._chosen_mapping() or shipped_for(game_id) or GameMapping()
        is_defined = self._defined is not None or "name" in self._about
        own = {} if is_defined else dict.fromkeys(mapping.properties, "String")
        usual = {**own, **known} or MAGIC
        self.cardset: CardSet = with_valid_properties(
            with_named_cards(cardset, losses), known, () if known else usual, RESERVED, losses
        )
        self.code: str | None = own_code(self.cardset)
        self._grows = grows or self._defined is None
        self.types: dict[str, str] = self._grown(known, usual) if self._grows else known
        #: The sheets that packs draw from, and the cards that they include.
        self._included: set[tuple[str, str]] = set()
        # the code of cards that are only named is that of the set that they are taken from
        self._own_code = own_code(cardset)
        self.game_id: str = game_id or made_guid("game", *self._key)
        self.mapping: GameMapping = mapping.completed(self.types)

    def _grown(self, known: Mapping[str, str], usual: Mapping[str, str]) -> dict[str, str]:
        """Return the properties, with new ones of the cards; a definition gets new sizes."""
        if self._defined is not None:
            new = {name: SizeDefinition(name) for name in _sizes(self.cardset)}
            sizes = FrozenDict({**new, **self._defined.sizes})
            self._defined = evolve(self._defined, sizes=sizes)
        types = {**known, **usual}
        others = sorted(set(property_names(self.cardset)) - types.keys())
        return {**types, **dict.fromkeys(others, "String")}

    @property
    def roles(self) -> Roles:
        """Return the property of each field."""
        return self.mapping.roles

    def _chosen_mapping(self) -> GameMapping | None:
        """Return the mapping of the option, else that with which the game was read."""
        mapping = chosen_mapping(self.options.mapping, OctgnCode.BAD_MAPPING, self._log)
        is_own = self._defined is None or guid(self._defined.id) == self._about.get("id")
        return mapping or (mapping_in(self._about) if is_own else None)

    @cached_property
    def _made_guids(self) -> dict[int, str]:
        """Return the GUIDs that cards without GUIDs get, which identify the game."""
        return new_card_guids(self.cardset.cards)

    @cached_property
    def _card_guids(self) -> dict[int, str]:
        """Return the GUIDs of the cards that have none."""
        cards = self.cardset.cards
        taken = {guid(card.ids["octgn"]) for card in cards if "octgn" in card.ids}
        return new_card_guids(cards, taken) if taken else self._made_guids

    @cached_property
    def _key(self) -> tuple[str, ...]:
        """Return the identity of the game."""
        return key_of(self._own_code, self._made_guids.values())

    @cached_property
    def sets(self) -> dict[str, SetRecord]:
        """Return the sets by the names of their folders; what they cannot say is reported."""
        self._report_losses()
        sets: dict[str, SetRecord] = {}
        taken: set[str] = set()
        for outline in self.outlines:
            folder = free_name(file_name(self.name_of(outline.about)) or "set", taken)
            taken.add(folder.lower())
            sets[folder] = self._set(outline)
        own = {id(card) for outline in self.outlines for card in outline.cards}
        for card in self.cardset.cards:
            # what a pack of a set includes is in the other sets of its game
            is_there = self.has_others and self.located[id(card)].key in self._included
            if id(card) not in own and not is_there:
                self.losses.dropped(Loss.CARD, card.name, "cards of other sets")
        return sets

    @cached_property
    def outlines(self) -> list[SetOutline]:
        """Return the sets that are to be written, each with its cards and boosters."""
        own = {"id": made_guid("set", *self._key)}
        if self.code is not None:
            own["shortName"] = self.code
        known = self._sets or [FrozenDict(own)]
        outlines = {str(each.get("id")): SetOutline(str(each.get("id")), each) for each in known}
        first = next(iter(outlines))
        for card in self.cardset.cards:
            of_set, code = set_of(card.extras), card.set_code
            is_new = of_set is None and not self._sets and not self.one_set
            if is_new and code and code.lower() != (self.code or "").lower():
                of_set = made_guid("set", *key_of(code, self._made_guids.values()))
                about = FrozenDict({"id": of_set, "name": code, "shortName": code})
                outlines.setdefault(of_set, SetOutline(of_set, about))
            if outline := outlines.get(of_set or first):
                outline.cards.append(card)
        for booster in self.cardset.boosters:
            if outline := outlines.get(set_of(booster.extras) or first):
                outline.boosters.append(booster)
        kept = [
            each
            for each in outlines.values()
            if each.cards or each.boosters or each.about.get("markers") or each.id == first
        ]
        if self.one_set:
            for each in kept[1:]:
                self.losses.dropped(
                    Loss.SET, str(each.about.get("name", each.id)), "sets but the first"
                )
            kept = kept[:1]
        return kept

    def _set(self, outline: SetOutline) -> SetRecord:
        own = [self.located[id(card)] for card in outline.cards]
        packs = OctgnPackBuilder(
            self.cardset,
            own,
            self._by_key,
            self.locate,
            self.roles.rarity,
            self._tag(),
            self.losses,
        )
        taken: Counter[str] = Counter()
        written = []
        for booster in outline.boosters:
            taken[booster.name] += 1
            number = booster.id or ""
            if not is_guid(number):
                name = f"{booster.name}/{taken[booster.name]}"
                number = made_guid("pack", guid_of(outline.id, "set"), name)
            written.append(packs.pack(booster, guid(number)))
        self._included.update(
            (each.card, each.of_set) for pack in written for each in pack.includes
        )
        if packs.is_tagged and self._grows:
            self.types.setdefault(packs.tag, "String")
        markers = {
            guid_of(number, "marker"): str(name)
            for number, name in _mapping(outline.about.get("markers")).items()
        }
        cards = [each.record for each in own]
        return SetRecord(self._attributes(outline), cards, written, markers)

    def name_of(self, about: Mapping[str, Any]) -> str:
        """Return the name of the set that *about* describes."""
        return allowed(str(about.get("name", self.cardset.name))) or self._fallback

    @property
    def _fallback(self) -> str:
        """Return the name for a set or a game without a name."""
        return allowed(self.code or "") or allowed(self.options.name or "") or "Custom"

    def _attributes(self, outline: SetOutline) -> dict[str, str]:
        attributes = {
            name: str(outline.about[name]) for name in SET_ATTRIBUTES if name in outline.about
        }
        attributes |= {
            "name": self.name_of(outline.about),
            "id": guid_of(outline.id, "set"),
            "gameId": self.game_id,
        }
        if len(self.outlines) == 1:
            if self.code is not None:
                attributes["shortName"] = self.code
            if date := self.cardset.meta.get(RELEASED):
                attributes["releaseDate"] = date
        for name, is_allowed in _ALLOWED.items():
            if name in attributes and not is_allowed(attributes[name]):
                self.losses.dropped(
                    Loss.METADATA,
                    attributes["name"],
                    f"the attribute {name!r} {attributes[name]!r}",
                )
                del attributes[name]
        return {name: attributes[name] for name in SET_ATTRIBUTES if name in attributes}

    # -- cards

    @cached_property
    def located(self) -> dict[int, PoolCard]:
        """Return each card as it is written, with its set's GUID, by the card's ``id()``."""
        homes = {id(card): outline.id for outline in self.outlines for card in outline.cards}
        builders: dict[str, tuple[str, RecordBuilder]] = {}
        located = {}
        for card in self.cardset.cards:
            of_set = set_of(card.extras) or homes.get(id(card), self.outlines[0].id)
            if of_set not in builders:
                vocabulary, images = self.vocabulary(of_set), self._images(of_set)
                builder = RecordBuilder(vocabulary, images, self._defined, self.losses)
                builders[of_set] = guid_of(of_set, "set"), builder
            home, builder = builders[of_set]
            number = card.ids.get("octgn")
            number = guid_of(number, "card", of_set) if number else self._card_guids[id(card)]
            record = builder.card(card, number)
            located[id(card)] = PoolCard(CardRef(record.name, id=home), record)
        return located

    @cached_property
    def _by_key(self) -> dict[tuple[str, str], PoolCard]:
        return {card.key: card for card in reversed(self.located.values())}

    def vocabulary(self, of_set: str) -> Vocabulary:
        """Return the properties, symbols and spellings for the cards of a set."""
        outline = next((each for each in self.outlines if each.id == of_set), None)
        about = FrozenDict() if outline is None else outline.about
        kept = _mapping(about.get("spellings"))
        own = {name: each for name, each in kept.items() if isinstance(each, Mapping)}
        numbers = [name for name, kind in self.types.items() if kind == INTEGER]
        if about not in self._sets and not self.mapping.roles.is_magic:  # a new set
            numbers.append(self.mapping.roles.mana_cost)
        spellings = {name: {ANY_NUMBER: ""} for name in numbers} | own
        return Vocabulary(self.types, self.mapping, _mapping(about.get("symbols")), spellings)

    def _images(self, of_set: str) -> ImageSet:
        """Return the parts of image addresses of a set's cards; empty for other sets."""
        outline = next((each for each in self.outlines if each.id == of_set), None)
        if outline is None:
            return ImageSet()
        code = self.code if len(self.outlines) == 1 else outline.about.get("shortName")
        number, name = guid_of(of_set, "set"), self.name_of(outline.about)
        return ImageSet(self.mapping.images, self.game_id, number, str(code or "").strip(), name)

    def locate(self, ref: CardRef) -> PoolCard:
        """Return the card that *ref* names, as it is written."""
        return self.located[id(card_called(self.cardset, ref))]

    def _tag(self) -> str:
        """Return the property that tells the cards of sheets apart."""
        if self._grows or self._defined is None or PACKAGING in self._defined.properties:
            return PACKAGING
        texts = [name for name, kind in self.types.items() if kind == "String"]
        return texts[-1] if texts else next(iter(self.types), PACKAGING)

    # -- the rest

    @cached_property
    def definition(self) -> Definition:
        """Return the definition, after the sets are made: packs may need a property."""
        if self._defined is not None:
            new = {
                name: PropertyDefinition(name, kind)
                for name, kind in self.types.items()
                if name not in self._defined.properties
            }
            return evolve(self._defined, properties=FrozenDict({**self._defined.properties, **new}))
        kept = self._about.get("name")
        name = allowed(kept) if isinstance(kept, str) else ""
        records = [each.record for each in self.located.values()]
        faces = [face for each in records for face in (each, *each.alternates)]
        sizes = sorted({face.size for face in faces} | {""})
        runs = chain.from_iterable(value for face in faces for value in face.runs.values())
        symbols = {run.symbol: run.text for run in runs if run.symbol is not None}
        return Definition(
            self.game_id,
            name or allowed(self.cardset.name) or self._fallback,
            "1.0.0.0",
            FrozenDict({name: PropertyDefinition(name, kind) for name, kind in self.types.items()}),
            FrozenDict({each: SizeDefinition(each) for each in sizes}),
            FrozenDict(dict(sorted(symbols.items()))),
        )

    @property
    def notes(self) -> tuple[Diagnostic, ...]:
        """Yield notes about the mapping, and about the GUIDs that were made."""
        if self._about.get("id") or self._sets or self._key[0] == "code":
            return self._log.finish()
        note = OctgnCode.MADE_IDS.at(None, name=self.name_of(self.outlines[0].about))
        return (*self._log.finish(), note)

    def _report_losses(self) -> None:
        cardset, losses = self.cardset, self.losses
        can = with_mapping(CAPABILITIES, self.mapping)
        report_about(cardset, can, losses)
        report_boosters(cardset, cardset.boosters, can, losses)
        report_sheets(drawn_sheets(cardset, cardset.boosters), can, losses)
        for number, each in enumerate(cardset.event.rounds if cardset.event else (), 1):
            if each.layouts:
                kind = "layouts of the packs of rounds"
                losses.changed(Loss.LAYOUT, f"round {number}", kind, "by their weights")
        for card in cardset.cards:
            report_card(card, can, losses)
        for outline in self.outlines:
            own = self.code if len(self.outlines) == 1 else None
            code = own or str(outline.about.get("shortName", "")).strip() or None
            for card in outline.cards:
                if card.set_code is None and code is not None:
                    losses.changed(Loss.SET, card.name, "cards without a set", f"of {code!r}")
                elif card.set_code != code:
                    losses.dropped(Loss.SET, card.name, "the set of a card")
        if cardset.code not in (None, self.code) and len(self.outlines) == 1:
            losses.dropped(Loss.SET, cardset.code, "the code of the set")


def _mapping(value: object) -> Mapping[str, Any]:
    """Return *value* if it is a mapping, else an empty one."""
    return value if isinstance(value, Mapping) else {}


def _sizes(cardset: CardSet) -> Iterable[str]:
    """Yield the names of the sizes that cards and their alternates say."""
    for card in cardset.cards:
        own = card.extras.get("octgn", FrozenDict())
        kinds = own.get("alternates")
        for each in (own, *(kinds if isinstance(kinds, tuple) else ())):
            size = each.get("size") if isinstance(each, Mapping) else None
            if isinstance(size, str) and size:
                yield allowed(size)
