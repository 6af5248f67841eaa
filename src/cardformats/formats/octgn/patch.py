"""Files of a game that were changed in a few places: as they were read, but for these."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from ...diagnostics import DiagnosticLog, LossLog
from ...model import CardSet
from ...source import SourceText
from ..patch import CannotPatchError, patched
from ..xml_patch import root_attribute, xml_edits
from .files import GameFiles, folder_around
from .format import DEFINITION_FILE, OctgnOptions
from .from_model import WrittenGame
from .games import Game
from .identity import guid
from .render import render_set
from .syntax import GameTree
from .to_model import SetReading


def patched_sources(
    cardset: CardSet, tree: GameTree, options: OctgnOptions, losses: LossLog
) -> dict[str, SourceText]:
    """The files of *tree*, changed where *cardset* is no longer what was read from them.

    Raises:
        CannotPatchError: something that has changed has no place of its own in the files.
    """
    assert cardset.as_read is not None  # noqa: S101 - it was read
    before = WrittenGame(cardset.as_read, options, LossLog("octgn"), one_set=tree.is_file)
    after = WrittenGame(cardset, options, losses, one_set=tree.is_file)
    if (before.types, before.game_id) != (after.types, after.game_id):
        raise CannotPatchError
    befores, afters = _rendered(before), _rendered(after)
    if befores.keys() != afters.keys():
        raise CannotPatchError
    sources = dict(tree.sources)
    for name, source in tree.sources.items():
        own = guid(root_attribute(source.text, "id"))
        if own in befores and befores[own] != afters[own]:
            text = patched(source.text, list(xml_edits(source.text, befores[own], afters[own])))
            sources[name] = SourceText(source.name, text, source.encoding)
    again = _read(sources, tree)
    if again != cardset:
        anew = WrittenGame(again, options, LossLog("octgn"), one_set=tree.is_file)
        if _rendered(anew) != afters:
            raise CannotPatchError
    return sources


def _rendered(game: WrittenGame) -> dict[str, str]:
    return {each.id: render_set(each) for each in game.sets.values()}


def _read(sources: Mapping[str, SourceText], tree: GameTree) -> CardSet:
    """The card set in *sources*, whose names are those of *tree*."""
    log, options = DiagnosticLog(0), OctgnOptions()
    if tree.is_file:
        (source,) = sources.values()
        files = folder_around(Path(source.name)) if Path(source.name).exists() else None
    else:
        names = tuple(name for name in sources if name != DEFINITION_FILE)
        definition = DEFINITION_FILE if DEFINITION_FILE in sources else None
        files = GameFiles("", names, definition, lambda name, _limit: sources[name].encode())
    reading = SetReading(Game(files, options, log), is_game=not tree.is_file)
    for name, source in sources.items():
        if name != DEFINITION_FILE:
            reading.add(name, source)
    return reading.cardset()
