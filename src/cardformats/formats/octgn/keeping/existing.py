"""What is there already: the sets of a game, read one by one as they are needed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, partial
from pathlib import Path
from typing import Any

from attrs import evolve, frozen

from ....diagnostic_log import DiagnosticLog
from ....diagnostics import Diagnostic, Severity
from ....errors import OptionError
from ....model import Booster, Card, CardSet, FrozenDict
from ....source import SourceText
from ...guids import guid, is_guid
from ..definition import Definition, read_definition
from ..format import OctgnOptions
from ..games import LoadedGame
from ..identity import guid_of, set_of, sets_about
from ..reader import game_at, game_of
from ..set_index import index_of_set
from ..syntax import GameTree
from ..to_model import SetReading


@frozen
class ExistingSet:
    """A set that is there.

    Attributes:
        id: its GUID.
        name, code: what it is called, and its short name; empty if it has none.
        read: reads it as a card set of its own, with the cards that its packs include.
    """

    id: str
    name: str
    code: str
    read: Callable[[], CardSet]


@frozen
class Existing:
    """A game, or a set of it, that is there.

    Attributes:
        label: what messages call it.
        about: what its sets say of the game: its GUID, its properties and their roles.
        definition: its definition, and the text of that; None if there is none.
        sets: in order.
        is_one_set: it is a set, and not a game that has one.
        card_ids: the GUIDs of all its cards.
        log: what is wrong in it.
    """

    label: str
    about: Mapping[str, Any]
    definition: tuple[Definition, SourceText] | None
    sets: tuple[ExistingSet, ...]
    is_one_set: bool
    card_ids: frozenset[str]
    log: DiagnosticLog

    @property
    def game_id(self) -> str | None:
        """Return the GUID of the game; None if nothing says it."""
        own = self.definition[0].id if self.definition else self.about.get("id")
        return guid(own) if isinstance(own, str) and is_guid(own) else None

    def errors(self) -> tuple[Diagnostic, ...]:
        """Return the errors in it."""
        return tuple(each for each in self.log.finish() if each.code.severity is Severity.ERROR)


def existing_at(place: Path | CardSet, options: OctgnOptions) -> Existing:
    """Return the existing contents of a file, a folder, a package or a card set.

    Raises:
        OptionError: If *place* contains nothing of OCTGN.
        OSError: If *place* cannot be read.
    """
    existing = _in_cardset(place) if isinstance(place, CardSet) else _at_path(place, options)
    if not existing.sets and existing.game_id is None:
        message = f"ids_from: {existing.label} is not a set or a game of OCTGN"
        raise OptionError(message)
    return existing


def _at_path(path: Path, options: OctgnOptions) -> Existing:
    reading = OctgnOptions(mapping=options.mapping)
    log = DiagnosticLog(reading.max_diagnostics)
    game, sources, is_one_set = game_at(path, reading, log)
    sets: list[ExistingSet] = []
    cards: set[str] = set()
    for source in sources:
        index = index_of_set(source, source.name)
        if index is not None and index.set.id:
            read = partial(_read, game, source)
            # of many sets, none is looked at twice
            read_once = cache(read) if is_one_set else read
            about = index.set
            sets.append(
                ExistingSet(guid_of(about.id, "set"), about.name, about.code or "", read_once)
            )
            cards.update(each.id for each in index.cards if each.id)
    return Existing(
        str(path),
        _game(sets[0].read()) if is_one_set and sets else FrozenDict(),
        _with_text(game.definition, game.definition_source),
        tuple(sets),
        is_one_set,
        frozenset(cards),
        log,
    )


def _read(game: LoadedGame, source: SourceText) -> CardSet:
    reading = SetReading(game, is_game=False)
    reading.add(source.name, source)
    cardset = reading.cardset()
    return evolve(cardset, cards=[each for each in cardset.cards if each.ids.get("octgn")])


def _in_cardset(cardset: CardSet) -> Existing:
    abouts = sets_about(cardset)
    is_one_set = len(abouts) == 1 and "name" not in abouts[0]
    own = {"name": cardset.name, "shortName": cardset.code or ""} if is_one_set else {}
    sets = []
    for each in abouts:
        name, code = (str({**own, **each}.get(key, "")) for key in ("name", "shortName"))
        read = partial(_part, cardset, each, name)
        sets.append(ExistingSet(guid_of(str(each.get("id")), "set"), name, code.strip(), read))
    log = DiagnosticLog(0)
    return Existing(
        cardset.name or "the card set",
        _game(cardset),
        _definition(cardset.syntax, log),
        tuple(sets),
        is_one_set,
        frozenset(guid(each.ids["octgn"]) for each in cardset.cards if "octgn" in each.ids),
        log,
    )


def _definition(tree: object, log: DiagnosticLog) -> tuple[Definition, SourceText] | None:
    """Return the definition of the game that a card set was read from, with its text."""
    if not isinstance(tree, GameTree):
        return None
    if (source := tree.definition_source) is not None:
        return _with_text(read_definition(source, log), source)
    path = Path(next((each.name for each in tree.sources.values()), ""))
    if not (tree.is_file and path.is_file()):
        return None
    game = LoadedGame(game_of(path, tree.options, log), tree.options, log)
    return _with_text(game.definition, game.definition_source)


def _with_text(
    definition: Definition | None, source: SourceText | None
) -> tuple[Definition, SourceText] | None:
    return None if definition is None or source is None else (definition, source)


def _game(cardset: CardSet) -> Mapping[str, Any]:
    about = cardset.extras.get("octgn", FrozenDict()).get("game")
    return about if isinstance(about, Mapping) else FrozenDict()


def _part(cardset: CardSet, about: Mapping[str, Any], name: str) -> CardSet:
    """Return the set of *cardset* that *about* is of, with the cards of sets that it has not."""
    ids = [each.get("id") for each in sets_about(cardset)]
    is_first = about.get("id") == ids[0]

    def is_own(each: Card | Booster) -> bool:
        of_set = set_of(each.extras)
        return of_set == about.get("id") or (is_first and of_set is None)

    cards = [each for each in cardset.cards if each.ids.get("octgn")]
    own = [evolve(each, extras=without_set(each)) for each in cards if is_own(each)]
    others = [each for each in cards if set_of(each.extras) not in (None, *ids)]
    return evolve(
        cardset,
        name=name,
        cards=[*own, *others],
        sheets={},
        boosters=[each for each in cardset.boosters if is_own(each)],
        products=(),
        extras={"octgn": FrozenDict({"game": _game(cardset), "sets": (about,)})},
    ).with_syntax(None)


def without_set(card: Card | Booster) -> Mapping[str, Mapping[str, Any]]:
    """Return the extras of a card for other programs, without its set."""
    own = {key: value for key, value in card.extras.get("octgn", {}).items() if key != "set"}
    others = {key: value for key, value in card.extras.items() if key != "octgn"}
    return FrozenDict({**others, "octgn": FrozenDict(own)} if own else others)
