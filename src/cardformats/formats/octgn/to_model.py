"""From the sets of a game, which are read when they are needed, to a card set."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from ...budget import Budget
from ...diagnostics import DiagnosticLog, SharedCode
from ...model import Booster, Card, CardRef, CardSet, FrozenDict, Sheet
from ...source import SourceText, Span
from ..xml_text import attribute_spans_at, starts_of
from .boosters import BoosterBuilder
from .cards import CardBuilder, Vocabulary, in_order, property_types, spellings, symbols_in
from .codes import OctgnCode
from .definition import Definition, definition_at, read_definition
from .files import GameFiles, sets_by_id
from .format import OctgnOptions
from .identity import guid
from .packs import PoolCard
from .roles import Roles, roles_for
from .set_reader import read_set
from .syntax import SET_ATTRIBUTES, CardRecord, Include, SetRecord

#: So many sets that others include cards from are kept; a pack seldom includes from more.
_KEPT_SETS: Final = 8
#: So many characters of a set are read in one step of work.
_CHARACTERS: Final = 100


class LoadedSet:
    """A set that was read, and how its cards become the model's.

    Attributes:
        record: what it says.
        vocabulary: what its cards are described with.
    """

    def __init__(self, record: SetRecord, definition: Definition | None, roles: Roles) -> None:
        """Take the set in *record*."""
        self.record = record
        types = property_types((record,), definition)
        if definition is None:
            types = in_order(types, roles)
        self.vocabulary = Vocabulary(types, roles, symbols_in((record,)), spellings(record, roles))
        self._refs: dict[bool, dict[int, CardRef]] = {}

    @property
    def code(self) -> str | None:
        """Its short name."""
        return self.record.attributes.get("shortName", "").strip() or None

    def card_builder(self, *, is_foreign: bool) -> CardBuilder:
        """What makes cards of its records; those of a *foreign* set say which it is."""
        return CardBuilder(self.vocabulary, self.code, self.record.id if is_foreign else None)

    @cached_property
    def by_id(self) -> Mapping[str, CardRecord]:
        """Its cards by their GUIDs; of several with the same, the first."""
        found: dict[str, CardRecord] = {}
        for card in self.record.cards:
            found.setdefault(card.id, card)
        return found

    def refs(self, *, by_id: bool) -> dict[int, CardRef]:
        """What sheets call its cards, by ``id()`` of their records.

        If not *by_id*, the ids are left out where name and number tell cards apart.
        """
        if by_id not in self._refs:
            self._refs[by_id] = self._make_refs(by_id=by_id)
        return self._refs[by_id]

    def _make_refs(self, *, by_id: bool) -> dict[int, CardRef]:
        role = self.vocabulary.roles.number
        keys = [(card.name, card.properties.get(role) or None) for card in self.record.cards]
        uses = Counter(keys)
        # a reference without a number fits every card of that name
        uses.update((name, None) for name, number in keys if number is not None)
        return {
            id(card): CardRef(
                name,
                self.code,
                number,
                card.id if by_id or uses[name, number] > 1 else None,
            )
            for card, (name, number) in zip(self.record.cards, keys, strict=True)
        }


class Game:
    """A game whose sets are read.

    Attributes:
        definition: what its cards can have; None if that is not known.
        definition_source: the text of the definition that is among the files.
        budget: what sets that are read again, and packs of many cards, spend.
    """

    def __init__(self, files: GameFiles | None, options: OctgnOptions, log: DiagnosticLog) -> None:
        """Take the game in *files*, if there are any but the set's own."""
        self.files = files
        self.options = options
        self.log = log
        self.budget = Budget(options.max_work)
        self.definition_source: SourceText | None = None
        self.definition = self._read_definition()
        self._open: OrderedDict[str, LoadedSet | None] = OrderedDict()

    def _read_definition(self) -> Definition | None:
        if self.options.definition is not None:
            return definition_at(self.options.definition, self.log)
        if self.files is None or self.files.definition is None:
            return None
        source = self.definition_source = self.source(self.files.definition)
        thorough = self.options.thorough
        return read_definition(source, self.log, thorough=thorough) if source else None

    def source(self, name: str) -> SourceText | None:
        """The text of one of the files; None, and reported, if it is too large."""
        assert self.files is not None  # noqa: S101 - the name is one of theirs
        shown = str(Path(self.files.label, name))
        data = self.files.read(name, self.options.max_size)
        if len(data) > self.options.max_size:
            start = SourceText(shown, "").span(0)
            self.log.add(SharedCode.TOO_LARGE, start, limit=self.options.max_size)
            return None
        return SourceText.from_bytes(shown, data)

    @cached_property
    def roles(self) -> Roles | None:
        """What the properties that are defined are; None if they are not known."""
        if self.definition is None:
            return None
        return roles_for(self.definition.properties, self.options, self.log)

    def load(self, source: SourceText, log: DiagnosticLog) -> LoadedSet | None:
        """The set in *source*; None if it is none."""
        options = self.options
        record = read_set(
            source, self.definition, log, rules=options.rules, thorough=options.thorough
        )
        if record is None:
            return None
        roles = self.roles or roles_for(property_types((record,), None), options, log)
        loaded = LoadedSet(record, self.definition, roles)
        self._keep(record.id, loaded)
        return loaded

    def set_called(self, wanted: str) -> LoadedSet | None:
        """The set whose GUID is *wanted*; None if the game has none, or the budget is spent.

        What is wrong in it is told when it is read itself.
        """
        if wanted not in self._open:
            name = self._names.get(wanted)
            source = self.source(name) if name else None
            if source and not self.budget.spend(len(source.text) // _CHARACTERS):
                source = None
            loaded = self.load(source, DiagnosticLog(0)) if source else None
            if loaded is None:
                self._keep(wanted, None)
        return self._open[wanted]

    def forget(self, name: str) -> None:
        """Do not keep the set whose GUID is *name*; it is read again where it is included from."""
        self._open.pop(name, None)

    def _keep(self, name: str, loaded: LoadedSet | None) -> None:
        self._open[name] = loaded
        self._open.move_to_end(name)
        if len(self._open) > _KEPT_SETS:
            self._open.popitem(last=False)

    @cached_property
    def _names(self) -> dict[str, str]:
        return sets_by_id(self.files) if self.files else {}


#: The attributes of a set that are kept as they are.
_KEPT_ATTRIBUTES: Final = tuple(name for name in SET_ATTRIBUTES if name not in ("id", "gameId"))


class SetReading:
    """What was read of a game so far."""

    def __init__(self, game: Game, log: DiagnosticLog, *, is_game: bool) -> None:
        self.game = game
        self.log = log
        self.is_game = is_game
        self.sources: dict[str, SourceText] = {}
        self.cards: list[Card] = []
        self.boosters: list[Booster] = []
        self.sheets: dict[str, Sheet] = {}
        self.types: dict[str, str] = {}
        self.sets: list[FrozenDict[str, Any]] = []
        self.first: LoadedSet | None = None
        self.included: dict[tuple[str, str], Card] = {}
        self.is_out_of_work = False

    def add(self, name: str, source: SourceText) -> None:
        """Read the set in *source*, which the game calls *name*."""
        self.sources[name] = source
        loaded = self.game.load(source, self.log)
        if loaded is None:
            return
        record = loaded.record
        self.first = self.first or loaded
        self.types = {**loaded.vocabulary.types, **self.types}
        self.sets.append(_about(loaded))
        self._report_same_ids(loaded)
        builder = loaded.card_builder(is_foreign=loaded is not self.first)
        if not record.packs:
            # what the cards are made of can go at once
            self.game.forget(record.id)
            record.cards.reverse()
            while record.cards:
                self.cards.append(builder.card(record.cards.pop()))
            return
        self.cards += map(builder.card, record.cards)
        has_includes = any(pack.includes for pack, _ in record.packs)
        refs = loaded.refs(by_id=loaded.code is None and (self.is_game or has_includes))
        boosters = BoosterBuilder(
            record,
            [PoolCard(refs[id(card)], card) for card in record.cards],
            _Finder(self, loaded).find,
            self.game.definition,
            self.log,
            self.sheets,
            self.game.budget,
            f"{record.name}: " if self.is_game else "",
        )
        for pack, element in record.packs:
            of_set = None if loaded is self.first else record.id
            booster = boosters.booster(pack, of_set)
            if booster is None:
                self._say_what_is_left_out(record.span(element))
                return
            self.boosters.append(booster)

    def _say_what_is_left_out(self, span: Span) -> None:
        """Say, once, that the budget is spent."""
        if not self.is_out_of_work:
            self.is_out_of_work = True
            limit = self.game.budget.limit
            outcome = "this pack and those after it are left out"
            what = "making the packs of these cards"
            self.log.add(SharedCode.OUT_OF_WORK, span, what=what, limit=limit, outcome=outcome)

    def _report_same_ids(self, loaded: LoadedSet) -> None:
        if len({card.id for card in loaded.record.cards}) == len(loaded.record.cards):
            return
        source = loaded.record.document.source
        # cards of another namespace are none, and yet have a place
        for card, start in zip(loaded.record.cards, starts_of(source.text, "card"), strict=False):
            other = loaded.by_id[card.id]
            if card is not other:
                span = attribute_spans_at(source, start).get("id", source.span(start))
                self.log.add(OctgnCode.SAME_ID, span, name=card.name, other=other.name)

    def cardset(self) -> CardSet:
        """The whole."""
        definition = self.game.definition
        extras: dict[str, Any] = {}
        if self.first is not None:
            roles = self.game.roles or roles_for(self.types, self.game.options, self.log)
            number = guid(self.first.record.attributes.get("gameId", ""))
            types = self.types if definition else in_order(self.types, roles)
            about = {
                "id": number,
                "properties": FrozenDict(types),
                "roles": FrozenDict(roles.to_dict()),
            }
            if definition is not None:
                about["name"] = definition.name
            extras = {"game": FrozenDict(about), "sets": tuple(self.sets)}
        name, code, meta = "", None, {}
        if self.is_game:
            name = (
                definition.name
                if definition
                else Path(self.game.files.label).name
                if self.game.files
                else ""
            )
        elif self.first is not None:
            name, code = self.first.record.name, self.first.code
            meta = _dates(self.first)
        read = {each["id"] for each in self.sets}
        foreign = (card for (of_set, _), card in self.included.items() if of_set not in read)
        return CardSet(
            name,
            code,
            (*self.cards, *foreign),
            self.sheets,
            self.boosters,
            meta=meta,
            extras={"octgn": extras} if extras else {},
        )


class _Finder:
    """Finds the cards that the packs of one set include."""

    def __init__(self, reading: SetReading, loaded: LoadedSet) -> None:
        self.reading = reading
        self.loaded = loaded
        self.missing: set[str] = set()

    def find(self, include: Include) -> PoolCard | None:
        """The included card as it is in a pool; None, and reported, if there is none."""
        record = self.loaded.record
        is_own = include.of_set == record.id
        other = self.loaded if is_own else self.reading.game.set_called(include.of_set)
        if other is None:
            if include.of_set not in self.missing:
                self.missing.add(include.of_set)
                span = record.attribute_span(include.element, "set")
                self.reading.log.add(OctgnCode.INCLUDE_SET, span, id=include.of_set)
            return None
        card = other.by_id.get(include.card)
        if card is None:
            span = record.attribute_span(include.element, "id")
            self.reading.log.add(
                OctgnCode.INCLUDE_CARD, span, set=other.record.name, id=include.card
            )
            return None
        key = (other.record.id, card.id)
        if not is_own and key not in self.reading.included:
            self.reading.included[key] = other.card_builder(is_foreign=True).card(card)
        refs = other.refs(by_id=other.code is None)
        return PoolCard(refs[id(card)], card, include.overrides)


def _about(loaded: LoadedSet) -> FrozenDict[str, Any]:
    """What the model has no word for, of a set as a whole."""
    attributes = loaded.record.attributes
    about: dict[str, Any] = {"id": loaded.record.id}
    about |= {name: attributes[name] for name in _KEPT_ATTRIBUTES if name in attributes}
    if attributes.get("hidden", "").strip().lower() in ("true", "false"):
        about["hidden"] = attributes["hidden"].strip().lower()
    if loaded.record.markers:
        about["markers"] = FrozenDict(loaded.record.markers)
    if loaded.vocabulary.symbols:
        about["symbols"] = FrozenDict(loaded.vocabulary.symbols)
    if loaded.vocabulary.spellings:
        about["spellings"] = loaded.vocabulary.spellings
    return FrozenDict(about)


def _dates(loaded: LoadedSet) -> dict[str, str]:
    date = loaded.record.attributes.get("releaseDate")
    return {"release_date": date} if date else {}
