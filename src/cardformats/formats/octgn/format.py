"""The descriptors and options of the ``octgn`` formats: sets with their packs, and decks."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Final, Literal, TypeAlias

from attrs import Attribute, evolve, field, frozen
from attrs.validators import optional

from ...errors import ModelError
from ...model import CardSet
from ...model.validate import flag, one_of
from ..base import AcceptedOptions, Format, Options, option, read_option, write_option
from ..capabilities import NONE, OF_DECKS, OF_GAMES
from ..guids import is_guid
from ..mapping.option import MappingOption, mapping_option
from ..styles import Indent, Style, check_indent
from .identity import VALUES

#: The file that makes a folder a set, in lower case, as all names of files here are compared.
SET_FILE: Final = "set.xml"
#: The file that makes a folder a game.
DEFINITION_FILE: Final = "definition.xml"
#: The folder of a game that has a folder for each set.
SETS_FOLDER: Final = "sets"
#: The extension of decks.
DECK: Final = ".o8d"
#: The extensions of packages.
PACKAGES: Final = (".nupkg", ".o8g")
#: The keys of metadata that a set has a place for, and a deck.
RELEASED: Final = "release_date"
NOTES: Final = "notes"
#: What a package says of a game, each an option of that name.
METADATA: Final = ("version", "authors", "description", "tags", "game_url", "icon_url")
#: The version of a game or a definition.
VERSION = VALUES.rule("VERSION")

StrPath: TypeAlias = str | os.PathLike[str]


class OpenGame:
    """A game that several readings share; see :class:`.index.GameIndex`.

    Attributes:
        path: where it is, if it is in a folder or a package.
    """

    path: Path | None = None


#: What opens a game on the command line.
_OPENS: Final = "cardformats.formats.octgn.index:open_game"


def _path(path: StrPath | OpenGame | None) -> Path | None:
    if isinstance(path, OpenGame):
        return path.path
    return None if path is None else Path(path)


def _game(game: StrPath | CardSet | OpenGame | None) -> Path | CardSet | OpenGame | None:
    return game if isinstance(game, CardSet | OpenGame) else _path(game)


def _place(place: StrPath | CardSet | None) -> Path | CardSet | None:
    return place if isinstance(place, CardSet) else _path(place)


def _like(is_right: Callable[[str], object], words: str) -> Callable[..., None]:
    """Return a validator of an option that may be None; *words* say what it is, and not."""

    def check(_options: object, attribute: Attribute[str | None], value: str | None) -> None:
        if value is not None and not is_right(value):
            raise ModelError(f"{attribute.name} {words} {value!r}")

    return check


_GUID = _like(is_guid, "is a GUID, not")
_VERSION = _like(VERSION.fullmatch, "is four numbers with dots between, as 1.2.0.0, not")
_ADDRESS = _like(VALUES.rule("URL").fullmatch, "begins with http:// or https://, and not as")


@frozen(kw_only=True)
class OctgnOptions(AcceptedOptions):
    """Options of the ``octgn`` format.

    Attributes:
        definition: the ``definition.xml`` of the game, or a folder with it; if not given, the one
            of the folder or the package that a set is in.
        mapping: how the game's properties and the fields of cards say the same: a file, a
            dictionary of the same parts or of roles with properties, or the name of a mapping that
            comes with the library; ``names`` for what the names of properties suggest. If not
            given, the library's for that game, if it has one, else by names.
        game: the folder of the game that included cards are looked up in; if not given, the one
            that the set is in.
        rules: ``cardformats`` reads what the author meant, ``octgn`` what the program makes of it,
            and says if the program does not load a set.
        max_files: sets of a folder, and files of a package.
        max_ratio: how many times larger than packed a file of a package may be.
        max_unpacked: bytes of the sets and definitions of a package together, once unpacked, and
            of the files of a folder that are packed.
        game_id: on writing, the GUID of the game; by default that of the definition, or of the
            game that the cards were read from.
        with_definition: write a ``definition.xml`` into a folder, and the files that it names;
            packages always have them.
        ids_from: on writing, a set, a folder of a game, a package or a card set whose cards, packs
            and sets keep their GUIDs where they are written again; its game and its definition are
            those that are written for.
        name: on writing, what a set or a game is called that has neither a name nor a code; the
            file that it is read from or written to gives it.
        base: on writing a table of cards, the set (a file or a folder) or the game that they are
            of: what the table does not change stays.
        version: on writing a definition or a package, four numbers with dots between.
        authors: likewise, names with commas between.
        description: likewise, what the game is.
        tags: likewise, words separated by spaces.
        game_url, icon_url: likewise, where the game and a picture of it are on the web.
    """

    definition: Path | None = option(
        default=None,
        converter=_path,
        help="The definition.xml of the game. [default: in the folders above the set]",
    )
    mapping: MappingOption = mapping_option()
    game: Path | None = read_option(
        default=None,
        converter=_path,
        help="The game that included cards, or those of a deck, are in.",
        opens=_OPENS,
    )
    rules: Literal["cardformats", "octgn"] = read_option(
        default="cardformats",
        validator=one_of(("cardformats", "octgn")),
        help="Read what the author meant, or what the program reads. [default: cardformats]",
    )
    max_files: int = read_option(
        default=10_000, minimum=0, help="Maximum number of sets of a folder. [default: 10000]"
    )
    max_ratio: int = read_option(
        default=200, minimum=1, help="Maximum compression ratio of a package. [default: 200]"
    )
    max_unpacked: int = read_option(default=2**28, minimum=0)
    game_id: str | None = write_option(default=None, validator=_GUID, help="The GUID of the game.")
    ids_from: Path | CardSet | None = write_option(
        default=None,
        converter=_place,
        help="A set, a game or a package whose ids the cards, packs and sets keep.",
    )
    with_definition: bool = write_option(
        default=False, help="Write a definition.xml into the folder."
    )
    name: str | None = write_option(default=None)
    base: Path | None = write_option(
        default=None, converter=_path, help="The set or game that the cards of a table are of."
    )
    version: str | None = write_option(
        default=None, validator=_VERSION, help="The version of a game, four numbers."
    )
    authors: str | None = write_option(default=None, help="Who made a game, with commas between.")
    description: str | None = write_option(default=None, help="What a game is.")
    tags: str | None = write_option(default=None, help="Keywords of the game, separated by spaces.")
    game_url: str | None = write_option(
        default=None, validator=_ADDRESS, help="Where a game is on the web."
    )
    icon_url: str | None = write_option(
        default=None, validator=_ADDRESS, help="Where a picture of a game is on the web."
    )


@frozen(kw_only=True)
class OctgnDeckOptions(Options):
    """Options of the ``octgn-deck`` format.

    Attributes:
        game: the game whose cards are in the deck: its folder or package, its card set, or for
            many decks a :class:`~cardformats.formats.octgn.index.GameIndex`; without it the cards
            have only names and ids. On writing, cards get the ids that they have there.
        game_id: on writing, the GUID of the game; by default that of the deck that was read.
    """

    game: Path | CardSet | OpenGame | None = option(
        default=None,
        converter=_game,
        help="The game that the cards of a deck are in.",
        opens=_OPENS,
    )
    game_id: str | None = write_option(default=None, validator=_GUID, help="The GUID of the game.")


@frozen(kw_only=True)
class OctgnStyle(Style):
    """How sets are laid out.

    Attributes:
        order: of the cards: by collector ``number``, by ``name`` (character by character), by the
            ``letters`` of their names (capitals or not), or ``kept``; by default the one that
            nearly all cards of the set are in already, if there is one.
        indent: of elements; by default as most of their depth are, and none if most elements do
            not begin a line.
        attributes: put attributes in the order that most elements of a name have.
    """

    order: Literal["number", "name", "letters", "kept"] | None = field(
        default=None, validator=optional(one_of(("number", "name", "letters", "kept")))
    )
    indent: Indent | None = field(default=None, validator=check_indent)
    attributes: bool = field(default=True, validator=flag)


CAPABILITIES = evolve(
    OF_GAMES,
    ids=frozenset({"octgn"}),
    metadata=frozenset({RELEASED}),
    distinct=frozenset({"name in a slot", "printing in a slot"}),
    other_rules="in a slot",
    keys=frozenset({"octgn"}),
)
FORMAT = Format(
    id="octgn",
    title="OCTGN sets, games and packages",
    extensions=(".xml",),
    options=OctgnOptions,
    reader="cardformats.formats.octgn.reader:read",
    writer="cardformats.formats.octgn.writer:write",
    sniff="cardformats.formats.octgn.files:sniff",
    split="cardformats.formats.octgn.files:split",
    roots="cardformats.formats.octgn.linter.roots:games",
    checker="cardformats.formats.octgn.linter.checker:check",
    naming="cardformats.formats.octgn.files:set_name",
    rows="cardformats.formats.octgn.making.table:rows",
    formatter="cardformats.formats.octgn.formatting:format_set",
    style=OctgnStyle,
    codes="cardformats.formats.octgn.linter.codes:CODES",
    capabilities=CAPABILITIES,
    reads_folders=True,
    folder_writer="cardformats.formats.octgn.writer:write_folder",
    archive_writer="cardformats.formats.octgn.package_writer:write_package",
    archives=PACKAGES,
)

DECK_CAPABILITIES = evolve(
    OF_DECKS,
    numbers=False,
    ids=frozenset({"octgn"}),
    metadata=frozenset({NOTES}),
    entry_finishes=NONE,
    otherwise="all of its cards",
    keys=frozenset({"octgn-deck"}),
)
DECK_FORMAT = Format(
    id="octgn-deck",
    title="OCTGN decks",
    extensions=(DECK,),
    options=OctgnDeckOptions,
    reader="cardformats.formats.octgn.decks.reader:read",
    writer="cardformats.formats.octgn.decks.writer:write",
    sniff="cardformats.formats.octgn.decks.files:sniff",
    split="cardformats.formats.octgn.decks.files:split",
    roots="cardformats.formats.octgn.linter.roots:decks",
    capabilities=DECK_CAPABILITIES,
)
