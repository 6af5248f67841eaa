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
        '<set name="Rushes" id="0c9d7a10-2b3e-4f51-8a67-9b8c7d6e5f02"',
    )
    SAME_PACK = (
        "OC081",
        Severity.WARNING,
        "the pack {name!r} of {set!r} has the id of {other!r} of {other_set!r}",
        "Players who open packs together tell them apart by their ids, and may get the other one."
        " Give one a new GUID.",
        '<pack name="Booster" id="77aa1b2c-3d4e-4f50-8a6b-7c8d9e0f1a00">',
    )
    SAME_CARDS = (
        "OC082",
        Severity.WARNING,
        "{set!r} and {other_set!r} have ids of cards in common: {count}",
        "OCTGN tells cards apart by their ids: decks, images and scripts find only one of them."
        " Give the cards of one set new GUIDs.",
        '<card name="Grey Heron" id="4f6e2d11-0a1b-4c2d-8e3f-5a6b7c8d9e00">',
    )
    PACK_NAME = (
        "OC083",
        Severity.WARNING,
        "the set has another pack called {name!r}",
        "Players choose packs of a set by their names, and cannot tell these apart.",
        '<pack name="Booster" id="77aa1b2c-3d4e-4f50-8a6b-7c8d9e0f1a01">',
    )
    NO_FILE = (
        "OC084",
        Severity.WARNING,
        "there is no file {path!r}",
        "The paths are those below the folder with definition.xml. " + _BUILDER,
        '<marker name="Egg" id="4f6e2d11-0a1b-4c2d-8e3f-5a6b7c8d9e08" src="markers/egg.png"/>',
    )
    NO_FILES = (
        "OC085",
        Severity.NOTE,
        "no file that the definition names is here: {names}",
        "A copy of the definition and the sets alone, it seems; each missing file is said where"
        " some are there.",
        '<proxygen definitionsrc="proxies/cards.xml"/>',
    )
    BAD_PATH = (
        "OC086",
        Severity.WARNING,
        "the path {path!r} leads out of the game's folder",
        "Packages have the files below the folder with definition.xml, and no others.",
        '<marker name="Egg" id="4f6e2d11-0a1b-4c2d-8e3f-5a6b7c8d9e08" src="../egg.png"/>',
    )
    DEFINITION = (
        "OC087",
        Severity.WARNING,
        "{problem}",
        _BUILDER,
        '<game name="Marsh" id="5e3c1a52-8f7b-4d0e-9c44-1b2f6a7d9e01" version="1.0">',
    )
    SECTION_GROUP = (
        "OC088",
        Severity.WARNING,
        "the cards of the section {name!r} go to {group!r}, which is no group of the game",
        "A section of decks names the hand or a group of the players, a shared one a shared group. "
        + _BUILDER,
        '<section name="Main" group="Libary"/>',
    )
    PROXIES = (
        "OC089",
        Severity.WARNING,
        "{problem}",
        "Cards without a picture are drawn by the template that <proxygen> names. " + _BUILDER,
        '<link block="name"/>',
    )
    LAYOUT = (
        "OC090",
        Severity.NOTE,
        "{what} {place}: {names}",
        "The program that builds packages, o8build, takes a folder with definition.xml and no other"
        " file, a folder Sets with nothing but folders, and in each of these one set.xml and at"
        " most two of the folders Cards, Markers and Decks. Build from a folder of its own.",
        "marsh/README.txt",
    )
    LOST_SET = (
        "OC091",
        Severity.WARNING,
        "the set in {path!r} is not found",
        "A set is looked for in the folders that are directly in Sets, and not deeper. Move its"
        " folder there.",
        "marsh/Sets/Fans/Rushes/set.xml",
    )
    NO_SET = (
        "OC092",
        Severity.WARNING,
        "the folder {path!r} has no set.xml",
        "Each folder in Sets holds a set. " + _BUILDER,
        "marsh/Sets/Rushes/cards.txt",
    )
    PICTURE_NAME = (
        "OC093",
        Severity.WARNING,
        "files in {path!r} that are not called as pictures are: {names}",
        "A picture is called like the GUID of its card or marker, with the type of the alternate"
        " behind a dot, and .png, .jpg or the like. OCTGN does not find others. " + _BUILDER,
        "marsh/Sets/Reeds/Cards/heron.png",
    )
    PICTURE_OF_NONE = (
        "OC094",
        Severity.WARNING,
        "pictures in {path!r} that belong to nothing in the set: {names}",
        "No card or alternate, or no marker, of the set has such a GUID; OCTGN never shows them.",
        "marsh/Sets/Reeds/Cards/4f6e2d11-0a1b-4c2d-8e3f-5a6b7c8d9e05.png",
    )
    PICTURE_PLACE = (
        "OC095",
        Severity.WARNING,
        "pictures in {path!r} that belong to {place}: {names}",
        "OCTGN looks for pictures in the folder Cards of the set of the card, and for those of"
        " markers in Markers.",
        "marsh/Sets/Reeds/Cards/4f6e2d11-0a1b-4c2d-8e3f-5a6b7c8d9e01.png",
    )
    NO_PICTURES = (
        "OC096",
        Severity.NOTE,
        "of {total} cards and alternates, {count} have no picture in {path!r}: {names}",
        "They are drawn by the template of the game. Said of sets that have pictures of others;"
        " most games have them in packs of their own.",
        '<card name="Egret" id="4f6e2d11-0a1b-4c2d-8e3f-5a6b7c8d9e01">',
    )
    NO_MARKER = (
        "OC097",
        Severity.WARNING,
        "the marker {name!r} has no picture in {path!r}",
        "OCTGN does not load the set: where there is a folder Markers, each marker has a picture"
        " in it that is called like its id.",
        '<marker name="Nest" id="4f6e2d11-0a1b-4c2d-8e3f-5a6b7c8d9e09"/>',
    )
    GAME_ID = (
        "OC098",
        Severity.WARNING,
        "the id of the game is written {value!r} here, and {game!r} in the definition",
        "The same GUID, but the program that builds packages, o8build, compares the texts.",
        'gameId="{5e3c1a52-8f7b-4d0e-9c44-1b2f6a7d9e01}"',
    )
    EMPTY_SIZE = (
        "OC099",
        Severity.WARNING,
        "an empty size",
        "The usual size is that of cards that say none; leave the attribute out. " + _BUILDER,
        '<card name="Heron" id="4f6e2d11-0a1b-4c2d-8e3f-5a6b7c8d9e00" size="">',
    )
    VERSION = (
        "OC101",
        Severity.WARNING,
        "{value!r} is no version: expected two to four numbers with points between",
        "OCTGN ignores it. " + _BUILDER,
        'version="1">',
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
        '<deck game="5e3c1a52-8f7b-4d0e-9c44-1b2f6a7d9e02">',
    )
    DECK_SECTION = (
        "OC103",
        Severity.WARNING,
        "the game has no section {name!r}",
        "OCTGN has no group to put its cards into. The sections of the definition count, and their"
        " case does; those that players share are others.",
        '<section name="Mian">',
    )


#: All codes of games, sets, packages and decks.
CODES: Final = (*OctgnCode, *GameCode)
