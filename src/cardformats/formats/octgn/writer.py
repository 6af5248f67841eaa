"""Writes card sets: as they were, if they were read and not changed, else anew."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from ...diagnostics import LossLog, Report
from ...model import CardSet
from ..base import Binary, Written
from ..xml_text import Document
from ..xml_text import XmlProblem
from .defining import game_files
from .format import DEFINITION_FILE, OctgnOptions
from .package import pack
from .raising import WrittenGame, folder_sets, raise_game
from .rendering import render_set
from .syntax import GameTree

#: The attributes of a definition whose values are files beside it.
_FILE_ATTRIBUTES: Final = ("src", "definitionsrc", "front", "back", "background", "board", "icon")


def write(cardset: CardSet, options: OctgnOptions) -> Report[Written]:
    """Write *cardset* as the file of one set."""
    tree = _unchanged(cardset, options)
    if tree is not None and len(tree.sources) == 1:
        (source,) = tree.sources.values()
        return Report(Written(source.text, source.encoding))
    losses = LossLog("octgn")
    game = raise_game(cardset, options, losses, one_set=True)
    (written,) = game.sets.values()
    return Report(Written(render_set(written)), losses.finish() + game.notes)


def write_folder(
    cardset: CardSet, options: OctgnOptions, folder: Path | None = None
) -> Report[Mapping[str, Written | Binary]]:
    """Write *cardset* as the files of the folder of a game, whatever is in *folder*."""
    del folder  # its files are replaced, and others do not matter
    tree = _unchanged(cardset, options)
    if tree is not None and not tree.is_file and tree.sources:
        return Report(_as_read(tree))
    losses = LossLog("octgn")
    game = raise_game(cardset, options, losses, one_set=False)
    files = _sets(game)
    if options.with_definition:
        files |= _definition(game, options, losses)
    return Report(files, losses.finish() + game.notes)


def write_package(cardset: CardSet, options: OctgnOptions) -> Report[bytes]:
    """Write *cardset* as a package, with its definition."""
    tree = _unchanged(cardset, options)
    if tree is not None and tree.archive is not None:
        return Report(tree.archive)
    losses = LossLog("octgn")
    game = raise_game(cardset, options, losses, one_set=False)
    files = _sets(game)
    notes = game.notes
    if tree is not None and not tree.is_file and tree.sources:
        files = dict(_as_read(tree))
        losses, notes = LossLog("octgn"), ()  # what is written as it was loses nothing
    if DEFINITION_FILE not in files:
        files |= _definition(game, options, losses)
    elif tree is not None:
        for name in _named_files(tree):
            losses.dropped("files that the definition names", name)
    data = {name: each.encode() for name, each in files.items()}
    return Report(pack(data, game.definition), losses.finish() + notes)


def _as_read(tree: GameTree) -> dict[str, Written]:
    return {name: Written(each.text, each.encoding) for name, each in tree.sources.items()}


def _named_files(tree: GameTree) -> list[str]:
    """The files that the definition that was read names: pictures, scripts, templates."""
    source = tree.sources.get(DEFINITION_FILE)
    try:
        root = Document(source).root if source is not None else None
    except XmlProblem:
        return []
    elements = () if root is None else root.iter()
    return list(
        dict.fromkeys(
            element.get(name)
            for element in elements
            for name in _FILE_ATTRIBUTES
            if element.get(name)
        )
    )


def _sets(game: WrittenGame) -> dict[str, Written | Binary]:
    return {name: Written(render_set(each)) for name, each in folder_sets(game.sets)}


def _definition(
    game: WrittenGame, options: OctgnOptions, losses: LossLog
) -> dict[str, Written | Binary]:
    """The definition and the files that it names."""
    if options.definition is not None:
        what = "the definition that is given (now its properties, sizes and symbols)"
        losses.changed(what, game.definition.name)
    return game_files(game.definition, game.roles)


def _unchanged(cardset: CardSet, options: OctgnOptions) -> GameTree | None:
    """The files that *cardset* was read from, if it is to be written as it was."""
    tree = cardset.syntax
    is_asked = options.canonical or options.game_id is not None or options.definition is not None
    return tree if isinstance(tree, GameTree) and not is_asked else None
