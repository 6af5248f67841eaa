"""The descriptors and options of the ``lackey`` formats: plugins, and decks."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from attrs import evolve, frozen

from ...source import head_of
from ..base import Confidence, Format, Options, sniffs_root, write_option
from ..capabilities import NONE, OF_DECKS, OF_GAMES
from ..grammar import Grammar
from ..mapping.option import MappingOption, mapping_option
from ..xml_tags import root_name

GRAMMAR: Final = Grammar(__package__, "lines.lark")
#: The columns that all plugins have, in lower case.
COLUMNS: Final = ("name", "set", "imagefile")
#: The file of a plugin itself, the folders of its cards and packs, and the root of packs.
PLUGIN: Final = "plugininfo.txt"
CARDS, PACKS = "cards", "packs"
_FOLDERS: Final = ("sets", "packs")
ROOT: Final = "packdefinitions"
DECK, DECK_ROOT = ".dek", "deck"
#: The most cards of a kind in a pack.
MOST_CARDS: Final = 9999
#: Number of files of a folder that are looked at, and of bytes of each.
_MOST, _HEAD = 1000, 4096


@frozen(kw_only=True)
class LackeyOptions(Options):
    """Options of the ``lackey`` format.

    Attributes:
        mapping: how the game's columns and the fields of cards say the same, as for the format
            ``octgn``; by default by the names of the columns.
        name: on writing, what a plugin is called that has no name; the file that it is read from
            or written to gives it.
    """

    mapping: MappingOption = mapping_option()
    name: str | None = write_option(default=None)


@frozen(kw_only=True)
class LackeyDeckOptions(Options):
    """Options of the ``lackey-deck`` format, which are those of every format."""


def sniff(head: bytes, path: Path | None) -> Confidence:
    """Judge by the first columns of card data, which never differ, or by the root element."""
    if path is not None and path.is_dir():
        return Confidence.CERTAIN if files_of(path)[CARDS] else Confidence.NO
    text = head.decode("utf-8", "replace")
    is_own = is_card_data(text) or root_name(text) == ROOT
    return Confidence.CERTAIN if is_own else Confidence.NO


def is_card_data(text: str) -> bool:
    """Return whether *text* begins with the titles that all card data has."""
    line = GRAMMAR.rule("LINE").search(text.removeprefix("\ufeff"))
    titles = line[0].lower().split("\t") if line else []
    return tuple(each.strip() for each in titles[: len(COLUMNS)]) == COLUMNS


def files_of(folder: Path) -> dict[str, list[Path]]:
    """Return the files of the plugin in *folder* by kind: cards, packs, and the plugin's own.

    Raises:
        OSError: If *folder* cannot be read.
    """
    own = (each for each in sorted(folder.iterdir()) if each.name.lower() in _FOLDERS)
    places = (each for each in (folder, *own) if each.is_dir())
    files: dict[str, list[Path]] = {CARDS: [], PACKS: [], PLUGIN: []}
    for path in (each for place in places for each in sorted(place.iterdir())[:_MOST]):
        if kind := _kind(path):
            files[kind].append(path)
    return files


def _kind(path: Path) -> str:
    """Return the kind of a plugin's file; empty if it is none."""
    name = path.name.lower()
    if not path.is_file() or name == PLUGIN:
        return PLUGIN if path.is_file() else ""
    if name.endswith(".xml"):
        return PACKS if name.startswith(ROOT) else ""
    head = head_of(path, _HEAD) if name.endswith(".txt") else b""
    return CARDS if is_card_data(head.decode("utf-8", "replace")) else ""


sniff_deck = sniffs_root(DECK_ROOT, text="<superzone")


CAPABILITIES = evolve(
    OF_GAMES,
    codes="cards",
    faces=NONE,
    ids=frozenset({"lackey"}),
    metadata=NONE,
    overrides=False,
    unlimited=False,
    distinct=frozenset({"printing in a pack"}),
    other_rules="in a pack",
    keys=frozenset({"lackey"}),
)
FORMAT = Format(
    id="lackey",
    title="LackeyCCG plugins: cards and packs",
    extensions=(".txt",),
    options=LackeyOptions,
    reader="cardformats.formats.lackey.to_model:read",
    writer="cardformats.formats.lackey.writer:write",
    sniff="cardformats.formats.lackey.format:sniff",
    codes="cardformats.formats.lackey.codes:LackeyCode",
    capabilities=CAPABILITIES,
    reads_folders=True,
    folder_writer="cardformats.formats.lackey.writer:write_folder",
    by_extension=False,
)
DECK_CAPABILITIES = evolve(
    OF_DECKS,
    numbers=False,
    ids=frozenset({"lackey"}),
    codes=True,
    metadata=frozenset({"game"}),
    entry_finishes=NONE,
    otherwise="all of its cards",
    keys=frozenset({"lackey-deck"}),
)
DECK_FORMAT = Format(
    id="lackey-deck",
    title="LackeyCCG decks",
    extensions=(DECK,),
    options=LackeyDeckOptions,
    reader="cardformats.formats.lackey.decks:read",
    writer="cardformats.formats.lackey.decks:write",
    sniff="cardformats.formats.lackey.format:sniff_deck",
    capabilities=DECK_CAPABILITIES,
    by_extension=False,
)
