"""What OCTGN would make of the files that were written: it refuses them, or misreads them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import zip_longest
from pathlib import Path
from typing import Final

from attrs import evolve

from ...diagnostic_log import DiagnosticLog
from ...losses import LossLog
from ...model import CardSet, FrozenDict
from ..xml_tags import new_elements
from ..xml_text import allowed
from .cards import effective
from .codes import STOPS_LOADER
from .files import GameFiles
from .format import OctgnOptions
from .games import LoadedGame
from .identity import guid_of
from .packs import criteria_of
from .reader import game_of
from .rich_text import TextRun
from .syntax import (
    FaceRecord,
    FilterPickRecord,
    GameTree,
    Item,
    OctgnCardRecord,
    PackRecord,
    SetRecord,
)
from .to_model import SetReading

_NOTHING: Final = SetRecord({})
#: Maximum number of errors of written files to examine.
_MOST: Final = 100


def read_again(tree: GameTree) -> CardSet:
    """Return the card set that the texts of *tree* say."""
    reading = SetReading(
        game_of_tree(tree, tree.options, DiagnosticLog(0)), is_game=not tree.is_file
    )
    for name, source in tree.sets.items():
        reading.add(name, source)
    return reading.cardset()


def check(
    tree: GameTree,
    meant: Mapping[str, SetRecord],
    losses: LossLog,
    before: Mapping[str, SetRecord] = FrozenDict(),
    old: GameTree | None = None,
) -> None:
    """Report what OCTGN refuses of *tree*, and what is something else for it than was meant.

    The sets that were *meant* are by their GUIDs; cards and packs that they had *before*, in
    the *old* files, are not the matter.
    """
    log = DiagnosticLog(_MOST)
    game = game_of_tree(tree, evolve(tree.options, rules="octgn"), log)
    for name, source in tree.sets.items():
        was = old.sources.get(name) if old else None
        text = source if was is None else new_elements(source, was, "card")
        loaded = game.load(text, log)
        if loaded is None:
            continue
        record = meant.get(guid_of(loaded.record.id, "set"))
        if record is None:
            continue
        _compare(record, loaded.record, before.get(record.id, _NOTHING), losses)
        game.forget(loaded.record.id)
    for diagnostic in log.finish():
        if diagnostic.code in STOPS_LOADER and diagnostic.span is not None:
            name = Path(diagnostic.span.source.name).name
            losses.refused(diagnostic.message, f"{name} line {diagnostic.span.line}")


def _compare(meant: SetRecord, read: SetRecord, before: SetRecord, losses: LossLog) -> None:
    """Report differences between *meant* and *read*, except those that were there *before*."""
    cards, others = _by_id(before.cards), _by_id(read.cards)
    for card in meant.cards:
        if card in others[card.id] or card in cards[card.id]:
            continue
        if not any(list(_faces(card)) == list(_faces(other)) for other in others[card.id]):
            losses.mistaken("cards", card.name)
    packs = {pack.id: pack for pack in before.packs}
    for pack, read_pack in zip_longest(meant.packs, read.packs):
        if pack is None or pack in (read_pack, packs.get(pack.id)):
            continue
        if read_pack is None or _pack(pack) != _pack(read_pack):
            losses.mistaken("packs", pack.name)
    markers = {guid_of(id_, "marker"): name for id_, name in read.markers.items()}
    for id_, name in meant.markers.items():
        if markers.get(id_) != allowed(name):
            losses.mistaken("markers", name)


def _by_id(cards: Iterable[OctgnCardRecord]) -> defaultdict[str, list[OctgnCardRecord]]:
    """Return *cards* by their GUIDs, which several may have."""
    by_id: defaultdict[str, list[OctgnCardRecord]] = defaultdict(list)
    for card in cards:
        by_id[card.id].append(card)
    return by_id


def game_of_tree(tree: GameTree, options: OctgnOptions, log: DiagnosticLog) -> LoadedGame:
    """Return the game that the sets of *tree* are of."""
    if tree.is_file:
        path = Path(next(iter(tree.sources.values())).name)
        return LoadedGame(game_of(path if path.exists() else None, options, log), options, log)

    def read(name: str, _limit: int) -> bytes:
        return tree.sources[name].encode()

    files = GameFiles(tree.label, lambda: tree.sets, tree.definition, read)
    return LoadedGame(files, options, log)


def _faces(card: OctgnCardRecord) -> Iterator[tuple[object, ...]]:
    """Return the texts of a card, face by face, without empty ones."""
    yield card.id, allowed(card.name), card.size, _texts(card.properties), _styles(card)
    for face in card.alternates:
        texts = _texts(effective(card, face))
        yield face.type, allowed(face.name), face.size, texts, _styles(face)


def _pack(pack: PackRecord) -> object:
    """Return the includes of a pack, and the chances of its items."""
    includes = [(each.card, each.of_set, _texts(each.overrides)) for each in pack.includes]
    return allowed(pack.name), pack.id, includes, [*map(_item, pack.items)]


def _item(item: Item) -> object:
    if isinstance(item, FilterPickRecord):
        return item.quantity, criteria_of([(allowed(k), allowed(v)) for k, v in item.filters])
    return [
        (chance, [*map(_item, option.items)] if option else [])
        for chance, option in item.chances()
        if chance
    ]


def _texts(properties: Mapping[str, str | None]) -> dict[str, str]:
    return {name: allowed(text) for name, text in properties.items() if text}


def _styles(face: FaceRecord) -> dict[str, list[TextRun]]:
    """Return the runs with more than spaces; spaces may be in the symbol before them."""
    return {
        name: [evolve(run, text=allowed(run.text).strip()) for run in runs if run.text.strip()]
        for name, runs in face.runs.items()
    }
