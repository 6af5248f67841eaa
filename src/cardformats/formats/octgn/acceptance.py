"""What OCTGN would make of the files that were written: it refuses them, or it misreads a card."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import zip_longest
from pathlib import Path
from typing import Final

from attrs import evolve

from ...diagnostics import DiagnosticLog
from ...losses import LossLog
from ...model import CardSet, FrozenDict
from ...source import SourceText
from ..xml_text import allowed
from .cards import effective
from .codes import STOPS_LOADER
from .files import GameFiles
from .format import OctgnOptions
from .games import Game
from .identity import guid_of
from .reader import game_of
from .rich_text import Run
from .syntax import CardRecord, FaceRecord, GameTree, SetRecord
from .to_model import SetReading

#: So many errors of files that were written are looked at.
_MOST: Final = 100


def read_again(tree: GameTree) -> CardSet:
    """The card set that the texts of *tree* say."""
    reading = SetReading(_game(tree, tree.options, DiagnosticLog(0)), is_game=not tree.is_file)
    for name, source in _sets(tree):
        reading.add(name, source)
    return reading.cardset()


def check(
    tree: GameTree,
    meant: Mapping[str, SetRecord],
    losses: LossLog,
    before: Mapping[str, SetRecord] = FrozenDict(),
) -> None:
    """Report what OCTGN refuses of *tree*, and cards that are others for it than was meant.

    The sets that were *meant* are by their GUIDs; cards that they had *before* are not the matter.
    """
    log = DiagnosticLog(_MOST)
    game = _game(tree, evolve(tree.options, rules="octgn"), log)
    for _, source in _sets(tree):
        loaded = game.load(source, log)
        if loaded is None:
            continue
        record = meant.get(guid_of(loaded.record.id, "set"))
        if record is None:
            continue
        known = {card.id: card for card in before[record.id].cards} if record.id in before else {}
        for card, read in zip_longest(record.cards, loaded.record.cards):
            if card is None or card == read or card == known.get(card.id):
                continue
            if read is None or list(_faces(card)) != list(_faces(read)):
                losses.mistaken("cards", card.name)
        game.forget(loaded.record.id)
    for diagnostic in log.finish():
        if diagnostic.code in STOPS_LOADER and diagnostic.span is not None:
            name = Path(diagnostic.span.source.name).name
            losses.refused(diagnostic.message, f"{name} line {diagnostic.span.line}")


def _game(tree: GameTree, options: OctgnOptions, log: DiagnosticLog) -> Game:
    """The game that the sets of *tree* are of."""
    if tree.is_file:
        path = Path(next(iter(tree.sources.values())).name)
        return Game(game_of(path if path.exists() else None, options, log), options, log)
    names = tuple(name for name, _ in _sets(tree))

    def read(name: str, _limit: int) -> bytes:
        return tree.sources[name].encode()

    return Game(GameFiles(tree.label, names, tree.definition, read), options, log)


def _sets(tree: GameTree) -> Iterator[tuple[str, SourceText]]:
    return ((name, each) for name, each in tree.sources.items() if name != tree.definition)


def _faces(card: CardRecord) -> Iterator[tuple[object, ...]]:
    """What a card says, face by face; what has no text is not there."""
    yield card.id, allowed(card.name), card.size, _texts(card.properties), _styles(card)
    for face in card.alternates:
        texts = _texts(effective(card, face))
        yield face.type, allowed(face.name), face.size, texts, _styles(face)


def _texts(properties: Mapping[str, str | None]) -> dict[str, str]:
    return {name: allowed(text) for name, text in properties.items() if text}


def _styles(face: FaceRecord) -> dict[str, list[Run]]:
    """The runs that are more than blanks, which may stand in the symbol before them."""
    return {
        name: [evolve(run, text=allowed(run.text).strip()) for run in runs if run.text.strip()]
        for name, runs in face.runs.items()
    }
