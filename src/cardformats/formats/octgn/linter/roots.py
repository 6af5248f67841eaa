"""Finds games, and the decks beside them, in a folder that may hold several, at any depth."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Final

from ....source import read_bytes
from ...folders import around, walk
from ...guids import guid
from ..files import HEAD, definition_in, has_set, is_game_definition, outermost_in, split
from ..format import DECK, SET_FILE, SETS_FOLDER

#: The folder of a game, of a set, or of a repository that has decks, in lower case.
DECKS_FOLDER: Final = "decks"
#: The attribute of an outermost element that says which game a file is of.
_GAME_ID: Final = {"game": "id", "set": "gameId", "deck": "game"}


def games(path: Path) -> tuple[Path, ...]:
    """Return the folders in *path*, at any depth, with sets or a definition.

    The folders of the sets of a game are not gone through.
    """
    folders = []
    for folder, inside, files in walk(path, follows_links=True):
        try:
            is_set = any(name.lower() == SET_FILE for name in files)
            sets = {each.name for each in split(folder)}
            if is_set or sets or is_game_definition(folder):
                folders.append(folder)
        except OSError:  # what may not be read is no game
            continue
        set_folders = {name for name in inside if name.lower() == SETS_FOLDER}
        below = set(inside) if is_set else (set_folders or sets) if folder in folders else set()
        inside[:] = [name for name in inside if name not in below]
    return tuple(folders)


def decks(path: Path) -> tuple[Path, ...]:
    """Return the decks in *path* and below that are not checked with a game."""
    with_games = {
        deck for game in games(path) for deck in (*decks_within(game), *decks_beside(game))
    }
    return tuple(deck for deck in decks_in(path) if deck not in with_games)


def decks_within(game: Path) -> tuple[Path, ...]:
    """Return the decks in the folder of a game, but not those of other games in it."""
    return tuple(decks_in(game, {*games(game)} - {game}))


def decks_beside(game: Path) -> tuple[Path, ...]:
    """Yield the decks of a game that are in a folder next to its own."""
    parent = around(game)
    _, inside, _ = next(walk(parent, follows_links=True), (parent, [], []))
    folders = [parent / name for name in inside if name.lower() == DECKS_FOLDER]
    own = _game_id(game) if folders else ""
    every = (deck for each in folders if each != game for deck in decks_in(each))
    return tuple(deck for deck in every if _named_game(deck) == own)


def _game_id(game: Path) -> str:
    """Return the GUID of the game in a folder; empty if it is unknown."""
    name = definition_in(game)
    if name is not None:
        return _named_game(game / name)
    own = has_set(game)
    sets = (own,) if own else map(has_set, split(game))
    return next((_named_game(each) for each in sets if each), "")


def _named_game(path: Path) -> str:
    """Return the GUID of the game that the root element of a file names, or ""."""
    try:
        tag, attributes = outermost_in(read_bytes(path, HEAD))
    except OSError:
        return ""
    return guid(attributes.get(_GAME_ID.get(tag, ""), ""))


def decks_in(path: Path, but: Collection[Path] = ()) -> Iterator[Path]:
    """Yield the decks in *path* and below, *but* not those in some folders."""
    for folder, inside, files in walk(path, follows_links=True):
        inside[:] = [name for name in inside if folder / name not in but]
        yield from (folder / name for name in files if name.lower().endswith(DECK))
