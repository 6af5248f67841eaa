"""From the sets of a game to a card set."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from ...diagnostics import Related, SharedCode
from ...model import Booster, Card, CardSet, FrozenDict, Sheet
from ...source import SourceText, Span
from ..guids import guid
from ..mapping.kept import about_game
from ..xml_tags import MARKUP, attribute_spans_at, starts_of
from .boosters import OctgnBoosterBuilder
from .cards import in_order
from .codes import OctgnCode
from .fixes import without_element
from .games import LoadedGame, LoadedSet
from .syntax import SET_ATTRIBUTES

#: The attributes of a set for which a card set of no other has fields.
_OF_MODEL: Final = frozenset({"name", "shortName", "releaseDate"})


class SetReading:
    """What was read of a game so far."""

    def __init__(self, game: LoadedGame, *, is_game: bool) -> None:
        self.game = game
        self.log = game.log
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
        self.lacking: set[str] = set()

    def add(self, name: str, source: SourceText) -> None:
        """Read the set in *source*, which the game calls *name*."""
        self.sources[name] = source
        loaded = self.game.load(source, self.log)
        if loaded is None:
            return
        record = loaded.record
        self.first = self.first or loaded
        self.types = {**loaded.vocabulary.types, **self.types}
        self.sets.append(_about(loaded, is_game=self.is_game))
        self._report_same_ids(loaded)
        builder = loaded.card_builder(is_foreign=loaded is not self.first)
        if not record.packs:
            # what the cards are made of can go at once
            self.game.forget(record.id)
            record.cards.reverse()
            while record.cards:
                self.cards.append(builder.card(record.cards.pop()))
            self._report_lacking(builder.lacks, source)
            return
        self.cards += map(builder.card, record.cards)
        self._report_lacking(builder.lacks, source)
        boosters = OctgnBoosterBuilder(
            self.game, loaded, self.sheets, self.included, is_game=self.is_game
        )
        for pack in record.packs:
            booster = boosters.booster(pack, None if loaded is self.first else record.id)
            if booster is None:
                self._say_what_is_left_out(record.document.span(pack.element))
                return
            self.boosters.append(booster)

    def _say_what_is_left_out(self, span: Span) -> None:
        """Say, once, that the budget is spent."""
        if not self.is_out_of_work:
            self.is_out_of_work = True
            limit = self.game.budget.limit
            outcome = "this pack and the following ones are omitted"
            what = "making the packs of these cards"
            self.log.add(SharedCode.OUT_OF_WORK, span, what=what, limit=limit, outcome=outcome)

    def _report_lacking(self, names: set[str], source: SourceText) -> None:
        """Say, once each, what addresses of images needed and was empty."""
        for name in sorted(names - self.lacking):
            self.log.add(OctgnCode.NO_IMAGE, source.span(0), name=name)
        self.lacking |= names

    def _report_same_ids(self, loaded: LoadedSet) -> None:
        if len({card.id for card in loaded.record.cards}) == len(loaded.record.cards):
            return
        source = loaded.record.document.source
        # cards of another namespace are none, and yet have a place
        pairs = zip(loaded.record.cards, starts_of(source.text, "card"), strict=False)
        starts = {id(card): start for card, start in pairs}
        for card in loaded.record.cards:
            other, start = loaded.by_id[card.id], starts.get(id(card))
            if card is not other and start is not None:
                span = attribute_spans_at(source, start).get("id", source.span(start))
                tag = MARKUP.match(source.text, start)
                same = without_element(source.span(*tag.span()), "card") if tag else None
                fix = same if card == other else None
                first = starts.get(id(other))
                places = [] if first is None else [Related(source.span(first), "the first one")]
                self.log.add(OctgnCode.SAME_ID, span, fix, places, name=card.name, other=other.name)

    def cardset(self) -> CardSet:
        """Return the whole."""
        definition = self.game.definition
        extras: dict[str, Any] = {}
        if self.first is not None:
            number = guid(self.first.record.attributes.get("gameId", ""))
            mapping = self.game.mapping(self.types, number)
            types = self.types if definition else in_order(self.types, mapping.roles)
            title = definition.name if definition is not None else None
            about = {"id": number, **about_game(title, types, mapping)}
            extras = {"game": FrozenDict(about), "sets": tuple(self.sets)}
        name, code, meta = "", None, {}
        if not self.is_game and self.first is not None:
            name, code = self.first.record.name, self.first.code
            if date := self.first.record.attributes.get("releaseDate"):
                meta = {"release_date": date}
        elif self.is_game and definition is not None:
            name = definition.name
        elif self.is_game and self.game.files is not None:
            name = Path(self.game.files.label).name
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


def _about(loaded: LoadedSet, *, is_game: bool) -> FrozenDict[str, Any]:
    """Return the data of a set or a game without a field in the model."""
    attributes = loaded.record.attributes
    about: dict[str, Any] = {"id": loaded.record.id}
    kept = set(SET_ATTRIBUTES) - {"id", "gameId"} - (frozenset() if is_game else _OF_MODEL)
    about |= {name: attributes[name] for name in SET_ATTRIBUTES if name in kept & attributes.keys()}
    hidden = attributes.get("hidden", "").strip().lower()
    if hidden in ("true", "false"):
        about["hidden"] = hidden
    others = {
        "markers": loaded.record.markers,
        "symbols": loaded.vocabulary.symbols,
        "spellings": loaded.vocabulary.spellings,
    }
    return FrozenDict(about | {name: FrozenDict(each) for name, each in others.items() if each})
