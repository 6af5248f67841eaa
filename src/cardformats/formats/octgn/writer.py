"""Writes card sets: as they were, if they were read and not changed, else anew."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from ...diagnostics import LossLog, Report
from ...model import CardSet
from ..base import Written
from .defining import render_definition
from .format import DEFINITION_FILE, OctgnOptions
from .package import pack
from .raising import WrittenGame, folder_sets, raise_game
from .rendering import render_set
from .syntax import GameTree


def write(cardset: CardSet, options: OctgnOptions) -> Report[Written]:
    """Write *cardset* as the file of one set."""
    tree = _unchanged(cardset, options)
    if tree is not None and len(tree.sources) == 1:
        (source,) = tree.sources.values()
        return Report(Written(source.text, source.encoding))
    losses = LossLog("octgn")
    game = raise_game(cardset, options, losses, one_set=True)
    (written,) = game.sets.values()
    return Report(Written(render_set(written)), losses.finish())


def write_folder(
    cardset: CardSet, options: OctgnOptions, folder: Path | None = None
) -> Report[Mapping[str, Written]]:
    """Write *cardset* as the files of the folder of a game, whatever is in *folder*."""
    del folder  # its files are replaced, and others do not matter
    tree = _unchanged(cardset, options)
    if tree is not None and not tree.is_file and tree.sources:
        return Report(_as_read(tree))
    losses = LossLog("octgn")
    game = raise_game(cardset, options, losses, one_set=False)
    return Report(_files(game, with_definition=options.with_definition), losses.finish())


def write_package(cardset: CardSet, options: OctgnOptions) -> Report[bytes]:
    """Write *cardset* as a package, with its definition."""
    tree = _unchanged(cardset, options)
    if tree is not None and tree.archive is not None:
        return Report(tree.archive)
    losses = LossLog("octgn")
    game = raise_game(cardset, options, losses, one_set=False)
    files = _files(game, with_definition=True)
    if tree is not None and not tree.is_file and tree.sources:
        definition = {name: each for name, each in files.items() if name == DEFINITION_FILE}
        files = definition | _as_read(tree)
        losses = LossLog("octgn")  # what is written as it was loses nothing
    data = {name: each.encode() for name, each in files.items()}
    return Report(pack(data, game.definition), losses.finish())


def _as_read(tree: GameTree) -> dict[str, Written]:
    return {name: Written(each.text, each.encoding) for name, each in tree.sources.items()}


def _files(game: WrittenGame, *, with_definition: bool) -> dict[str, Written]:
    files = {name: Written(render_set(each)) for name, each in folder_sets(game.sets)}
    if with_definition:
        files[DEFINITION_FILE] = Written(render_definition(game.definition))
    return files


def _unchanged(cardset: CardSet, options: OctgnOptions) -> GameTree | None:
    """The files that *cardset* was read from, if it is to be written as it was."""
    tree = cardset.syntax
    is_asked = options.canonical or options.game_id is not None or options.definition is not None
    return tree if isinstance(tree, GameTree) and not is_asked else None
