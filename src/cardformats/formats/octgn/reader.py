"""Reads a set, the folder of a game or a package to a card set."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from ...diagnostics import DiagnosticLog, Report, SharedCode
from ...model import Booster, Card, CardSet, FrozenDict, Sheet
from ...source import SourceText, Span, read_bytes
from ..base import Input
from ..xml_text import attribute_spans_at, starts_of
from .boosters import PackLowering
from .codes import STOPS_LOADER, OctgnCode
from .detection import has_set
from .format import DEFINITION_FILE, OctgnOptions
from .game import Game, LoadedSet
from .game_files import Folder, GameFiles, folder_around
from .guids import guid
from .lower import in_order
from .mapping import roles_for
from .package import open_package
from .packaging import Include
from .pools import PoolCard
from .syntax import GameTree

#: The attributes of a set that are kept as they are.
_KEPT: Final = (
    "name",
    "shortName",
    "description",
    "releaseDate",
    "hidden",
    "gameVersion",
    "version",
)


def read(given: Input, options: OctgnOptions) -> Report[CardSet]:
    """Read a set's file or folder, the folder of a game, or a package."""
    log = DiagnosticLog(options.max_diagnostics)
    files, names, own = _files(given, options, log)
    game = Game(files, options, log)
    reading = _Reading(game, log, is_game=own is None)
    for name in names:
        source = game.source(name)
        if source is not None:
            reading.add(name, source)
    if own is not None:
        reading.add(Path(own.name).name, own)
    elif game.definition_source is not None:
        reading.sources[DEFINITION_FILE] = game.definition_source
    if own is None and not names:
        log.add(OctgnCode.NO_SETS, SourceText(given.name, "").span(0))
    if options.thorough and game.definition is None:
        log.add(OctgnCode.NO_DEFINITION, (own or SourceText(given.name, "")).span(0))
    if options.rules == "octgn":
        _say_what_stops(log)
    archive = given.data if isinstance(given.data, bytes) and own is None else None
    tree = GameTree(FrozenDict(reading.sources), own is not None, archive)
    return Report(reading.cardset().with_syntax(tree), log.finish())


def _files(
    given: Input, options: OctgnOptions, log: DiagnosticLog
) -> tuple[GameFiles | None, tuple[str, ...], SourceText | None]:
    """The files of the game, which sets of it are read, and the text of a set read by itself."""
    if isinstance(given.data, bytes) and given.data.startswith(b"PK\x03\x04"):
        package = open_package(given.name, given.data, options, log)
        return package, package.sets if package else (), None
    path = given.path
    if path is not None and given.data is None:
        file = has_set(path)
        if file is None:
            folder = Folder(path)
            if len(folder.sets) > options.max_files:
                start, count = SourceText(given.name, "").span(0), len(folder.sets)
                log.add(OctgnCode.TOO_MANY, start, count=count, limit=options.max_files)
            return folder, folder.sets[: options.max_files], None
        data = read_bytes(file, options.max_size)
        if len(data) > options.max_size:
            log.add(SharedCode.TOO_LARGE, SourceText(str(file), "").span(0), limit=options.max_size)
            data = b""
        given = Input(str(file), file, data)
        path = file
    files: GameFiles | None = None
    if options.game is not None:
        files = _game_at(options.game, options, log)
    elif path is not None:
        files = folder_around(path)
    return files, (), given.source()


def _game_at(path: Path, options: OctgnOptions, log: DiagnosticLog) -> GameFiles | None:
    """The files of the game in a folder or a package."""
    if path.is_dir():
        return Folder(path)
    return open_package(str(path), read_bytes(path, options.max_size), options, log)


class _Reading:
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
        lowering = loaded.lowering(is_foreign=loaded is not self.first)
        if not record.packs:
            # what the cards are made of can go at once
            self.game.forget(record.id)
            record.cards.reverse()
            while record.cards:
                self.cards.append(lowering.card(record.cards.pop()))
            return
        self.cards += map(lowering.card, record.cards)
        has_includes = any(pack.includes for pack, _ in record.packs)
        refs = loaded.refs(by_id=loaded.code is None and (self.is_game or has_includes))
        packs = PackLowering(
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
            booster = packs.booster(pack, of_set)
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
            given = guid(self.first.record.attributes.get("gameId", ""))
            types = self.types if definition else in_order(self.types, roles)
            about = {
                "id": given,
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

    def __init__(self, reading: _Reading, loaded: LoadedSet) -> None:
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
            self.reading.included[key] = other.lowering(is_foreign=True).card(card)
        refs = other.refs(by_id=other.code is None)
        return PoolCard(refs[id(card)], card, include.overrides)


def _about(loaded: LoadedSet) -> FrozenDict[str, Any]:
    """What the model has no word for, of a set as a whole."""
    given = loaded.record.attributes
    about: dict[str, Any] = {"id": loaded.record.id}
    about |= {name: given[name] for name in _KEPT if name in given}
    if given.get("hidden", "").strip().lower() in ("true", "false"):
        about["hidden"] = given["hidden"].strip().lower()
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


def _say_what_stops(log: DiagnosticLog) -> None:
    """Say of each text that OCTGN does not load what it would name as the reason."""
    seen: set[str] = set()
    for found in log.finish():
        if found.code in STOPS_LOADER and found.span and found.span.source.name not in seen:
            seen.add(found.span.source.name)
            where = found.span.source.span(0)
            log.add(OctgnCode.NOT_LOADED, where, reason=f"line {found.span.line}: {found.message}")
