"""The diagnostic codes of what is wrong in a whole game."""

from __future__ import annotations

from typing import Final

from ....diagnostics import Code, Severity
from ..codes import OctgnCode

_BUILDER = "The program that builds packages, o8build, refuses the game because of it."


class GameCode(Code):
    """What can be wrong in a game besides what its sets, packages and decks say by themselves."""

    SAME_SET = (
        "OC080",
        Severity.WARNING,
        "the set {name!r} has the id of {other!r}",
        "OCTGN tells sets apart by their ids, and finds only one of them. Give one a new GUID.",
    )
    SAME_PACK = (
        "OC081",
        Severity.WARNING,
        "the pack {name!r} of {set!r} has the id of {other!r} of {other_set!r}",
        "Players who open packs together tell them apart by their ids, and may get the other one."
        " Give one a new GUID.",
    )
    SAME_CARDS = (
        "OC082",
        Severity.WARNING,
        "{set!r} and {other_set!r} have ids of cards in common: {count}",
        "OCTGN tells cards apart by their ids: decks, images and scripts find only one of them."
        " Give the cards of one set new GUIDs.",
    )
    PACK_NAME = (
        "OC083",
        Severity.WARNING,
        "the set has another pack called {name!r}",
        "Players choose packs of a set by their names, and cannot tell these apart.",
    )
    NO_FILE = (
        "OC084",
        Severity.WARNING,
        "there is no file {path!r}",
        "The paths are those below the folder with definition.xml. " + _BUILDER,
    )
    NO_FILES = (
        "OC085",
        Severity.NOTE,
        "no file that the definition names is here: {names}",
        "A copy of the definition and the sets alone, it seems; each missing file is said where"
        " some are there.",
    )
    BAD_PATH = (
        "OC086",
        Severity.WARNING,
        "the path {path!r} leads out of the game's folder",
        "Packages have the files below the folder with definition.xml, and no others.",
    )
    DEFINITION = (
        "OC087",
        Severity.WARNING,
        "{problem}",
        _BUILDER,
    )
    SECTION_GROUP = (
        "OC088",
        Severity.WARNING,
        "the cards of the section {name!r} go to {group!r}, which is no group of the game",
        "A section of decks names the hand or a group of the players, a shared one a shared group. "
        + _BUILDER,
    )
    PROXIES = (
        "OC089",
        Severity.WARNING,
        "{problem}",
        "Cards without a picture are drawn by the template that <proxygen> names. " + _BUILDER,
    )
    LAYOUT = (
        "OC090",
        Severity.NOTE,
        "{what} {place}: {names}",
        "The program that builds packages, o8build, takes a folder with definition.xml and no other"
        " file, a folder Sets with nothing but folders, and in each of these one set.xml and at"
        " most two of the folders Cards, Markers and Decks. Build from a folder of its own.",
    )
    LOST_SET = (
        "OC091",
        Severity.WARNING,
        "the set in {path!r} is not found",
        "A set is looked for in the folders that are directly in Sets, and not deeper. Move its"
        " folder there.",
    )
    NO_SET = (
        "OC092",
        Severity.WARNING,
        "the folder {path!r} has no set.xml",
        "Each folder in Sets holds a set. " + _BUILDER,
    )
    PICTURE_NAME = (
        "OC093",
        Severity.WARNING,
        "files in {path!r} that are not called as pictures are: {names}",
        "A picture is called like the GUID of its card or marker, with the type of the alternate"
        " behind a dot, and .png, .jpg or the like. OCTGN does not find others. " + _BUILDER,
    )
    PICTURE_OF_NONE = (
        "OC094",
        Severity.WARNING,
        "pictures in {path!r} that belong to nothing in the set: {names}",
        "No card or alternate, or no marker, of the set has such a GUID; OCTGN never shows them.",
    )
    PICTURE_PLACE = (
        "OC095",
        Severity.WARNING,
        "pictures in {path!r} that belong to {place}: {names}",
        "OCTGN looks for pictures in the folder Cards of the set of the card, and for those of"
        " markers in Markers.",
    )
    NO_PICTURES = (
        "OC096",
        Severity.NOTE,
        "of {total} cards and alternates, {count} have no picture in {path!r}: {names}",
        "They are drawn by the template of the game. Said of sets that have pictures of others;"
        " most games have them in packs of their own.",
    )
    NO_MARKER = (
        "OC097",
        Severity.WARNING,
        "the marker {name!r} has no picture in {path!r}",
        "OCTGN does not load the set: where there is a folder Markers, each marker has a picture"
        " in it that is called like its id.",
    )
    GAME_ID = (
        "OC098",
        Severity.WARNING,
        "the id of the game is written {value!r} here, and {game!r} in the definition",
        "The same GUID, but the program that builds packages, o8build, compares the texts.",
    )
    EMPTY_SIZE = (
        "OC099",
        Severity.WARNING,
        "an empty size",
        "The usual size is that of cards that say none; leave the attribute out. " + _BUILDER,
    )
    VERSION = (
        "OC101",
        Severity.WARNING,
        "{value!r} is no version: expected two to four numbers with points between",
        "OCTGN ignores it. " + _BUILDER,
    )
    PACKAGE = (
        "OC105",
        Severity.ERROR,
        "the package cannot be installed: {problem}",
        "A package has a manifest (.nuspec) that names the game by its GUID, and all files of the"
        " game in its folder def; OCTGN looks nowhere else.",
    )
    DECK_GAME = (
        "OC102",
        Severity.WARNING,
        "the deck is of the game {value!r}, not of this one ({game!r})",
        "OCTGN does not load it into this game.",
    )
    DECK_SECTION = (
        "OC103",
        Severity.WARNING,
        "the game has no section {name!r}",
        "OCTGN has no group to put its cards into. The sections of the definition count, and their"
        " case does; those that players share are others.",
    )


#: All codes of games, sets, packages and decks.
CODES: Final = (*OctgnCode, *GameCode)
