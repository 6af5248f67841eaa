"""The diagnostic codes of what is wrong in a whole game."""

from __future__ import annotations

from typing import Final

from ....diagnostics import Code, Severity
from ..codes import OctgnCode
from ..decks.codes import OctgnDeckCode

_BUILDER = "The package builder o8build rejects the game."


class GameCode(Code):
    """What can be wrong in a game besides what its sets, packages and decks say by themselves."""

    SAME_SET = (
        "OC080",
        Severity.WARNING,
        "the set {name!r} has the same id as {other!r}",
        "OCTGN identifies sets by their ids and finds only one of them. Give one of them a new"
        " GUID.",
        '<set name="Rushes" id="0c9d7a10-2b3e-4f51-8a67-9b8c7d6e5f02"',
    )
    SAME_PACK = (
        "OC081",
        Severity.WARNING,
        "the pack {name!r} of {set!r} has the same id as {other!r} of {other_set!r}",
        "When players open packs together, OCTGN identifies packs by their ids and may open"
        " the other one. Give one of them a new GUID.",
        '<pack name="Booster" id="77aa1b2c-3d4e-4f50-8a6b-7c8d9e0f1a00">',
    )
    SAME_CARDS = (
        "OC082",
        Severity.WARNING,
        "{set!r} and {other_set!r} have cards with the same ids: {count}",
        "OCTGN identifies cards by their ids: decks, images and scripts find only one of them."
        " Give the cards of one set new GUIDs.",
        '<card name="Grey Heron" id="4f6e2d11-0a1b-4c2d-8e3f-5a6b7c8d9e00">',
    )
    PACK_NAME = (
        "OC083",
        Severity.WARNING,
        "the set has another pack with the name {name!r}",
        "Players choose the packs of a set by name and cannot distinguish these.",
        '<pack name="Booster" id="77aa1b2c-3d4e-4f50-8a6b-7c8d9e0f1a01">',
    )
    NO_FILE = (
        "OC084",
        Severity.WARNING,
        "there is no file {path!r}",
        "Paths are relative to the folder with definition.xml. " + _BUILDER,
        '<marker name="Egg" id="4f6e2d11-0a1b-4c2d-8e3f-5a6b7c8d9e08" src="markers/egg.png"/>',
    )
    NO_FILES = (
        "OC085",
        Severity.NOTE,
        "none of the files in the definition exists here: {names}",
        "This is probably a copy with only the definition and the sets. If some of the files"
        " exist, each missing file is reported.",
        '<proxygen definitionsrc="proxies/cards.xml"/>',
    )
    BAD_PATH = (
        "OC086",
        Severity.WARNING,
        "the path {path!r} is outside the folder of the game",
        "A package contains only files inside the folder with definition.xml.",
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
        "the cards of the section {name!r} go to {group!r}, which is not a group of the game",
        "A section of decks specifies the hand or a group of the players; a shared section"
        " specifies a shared group. " + _BUILDER,
        '<section name="Main" group="Libary"/>',
    )
    PROXIES = (
        "OC089",
        Severity.WARNING,
        "{problem}",
        "<proxygen> specifies the template that draws cards without an image. " + _BUILDER,
        '<link block="name"/>',
    )
    LAYOUT = (
        "OC090",
        Severity.NOTE,
        "{what} {place}: {names}",
        "The package builder o8build accepts a folder with definition.xml and no other file,"
        " and a folder Sets that contains only folders. Each of these contains one set.xml,"
        " and at most two of the folders Cards, Markers and Decks. Build the package from a"
        " separate folder.",
        "marsh/README.txt",
    )
    LOST_SET = (
        "OC091",
        Severity.WARNING,
        "the set in {path!r} is not read",
        "A set must be in a folder directly in Sets. Move its folder there.",
        "marsh/Sets/Fans/Rushes/set.xml",
    )
    NO_SET = (
        "OC092",
        Severity.WARNING,
        "the folder {path!r} has no set.xml",
        "Each folder in Sets contains a set. " + _BUILDER,
        "marsh/Sets/Rushes/cards.txt",
    )
    PICTURE_NAME = (
        "OC093",
        Severity.WARNING,
        "files in {path!r} without the name of an image: {names}",
        "The name of an image is the GUID of its card or marker, with the type of the"
        " alternate after a dot, and an extension such as .png or .jpg. OCTGN does not find"
        " other files. " + _BUILDER,
        "marsh/Sets/Reeds/Cards/heron.png",
    )
    PICTURE_OF_NONE = (
        "OC094",
        Severity.WARNING,
        "images in {path!r} that belong to nothing in the set: {names}",
        "No card, alternate or marker of the set has this GUID. OCTGN never shows these images.",
        "marsh/Sets/Reeds/Cards/4f6e2d11-0a1b-4c2d-8e3f-5a6b7c8d9e05.png",
    )
    PICTURE_PLACE = (
        "OC095",
        Severity.WARNING,
        "images in {path!r} that belong to {place}: {names}",
        "OCTGN searches for images in the folder Cards of the set of the card, and for images"
        " of markers in the folder Markers.",
        "marsh/Sets/Reeds/Cards/4f6e2d11-0a1b-4c2d-8e3f-5a6b7c8d9e01.png",
    )
    NO_PICTURES = (
        "OC096",
        Severity.NOTE,
        "{count} of {total} cards and alternates have no image in {path!r}: {names}",
        "OCTGN draws these cards with the proxy template of the game. This is only reported"
        " for sets with some images; most games have their images in separate packs.",
        '<card name="Egret" id="4f6e2d11-0a1b-4c2d-8e3f-5a6b7c8d9e01">',
    )
    NO_MARKER = (
        "OC097",
        Severity.WARNING,
        "the marker {name!r} has no image in {path!r}",
        "OCTGN does not load the set: if there is a folder Markers, each marker needs an image"
        " there with the name of its id.",
        '<marker name="Nest" id="4f6e2d11-0a1b-4c2d-8e3f-5a6b7c8d9e09"/>',
    )
    GAME_ID = (
        "OC098",
        Severity.WARNING,
        "the id of the game is written as {value!r} here, and as {game!r} in the definition",
        "The GUIDs are equal, but the package builder o8build compares the texts.",
        'gameId="{5e3c1a52-8f7b-4d0e-9c44-1b2f6a7d9e01}"',
    )
    EMPTY_SIZE = (
        "OC099",
        Severity.WARNING,
        "an empty size",
        "If a card has no size, the default size is used. Delete the attribute. " + _BUILDER,
        '<card name="Heron" id="4f6e2d11-0a1b-4c2d-8e3f-5a6b7c8d9e00" size="">',
    )
    VERSION = (
        "OC101",
        Severity.WARNING,
        "{value!r} is not a version: expected two to four numbers separated by points",
        "OCTGN ignores it. " + _BUILDER,
        'version="1">',
    )
    PACKAGE = (
        "OC105",
        Severity.ERROR,
        "the package cannot be installed: {problem}",
        "A package needs a manifest (.nuspec) that contains the GUID of the game, and all"
        " files of the game in the folder def. OCTGN reads no other folder.",
    )
    DECK_GAME = (
        "OC102",
        Severity.WARNING,
        "the deck belongs to the game {value!r}, not to this one ({game!r})",
        "OCTGN does not load it into this game.",
        '<deck game="5e3c1a52-8f7b-4d0e-9c44-1b2f6a7d9e02">',
    )
    DECK_SECTION = (
        "OC103",
        Severity.WARNING,
        "the game has no section {name!r}",
        "OCTGN has no group for these cards. The name must match a section of the definition"
        " exactly, including case. The sections that players share are separate.",
        '<section name="Mian">',
    )
    RARE_VALUE = (
        "OC106",
        Severity.NOTE,
        "the value {value!r} of {name!r} occurs once, and {other!r} occurs {count} times",
        "The values differ in one letter, so this one is probably a typo.",
        '<property name="Kind" value="Plam"/>',
    )


#: All codes of games, sets, packages and decks.
CODES: Final = (*OctgnCode, *OctgnDeckCode, *GameCode)
