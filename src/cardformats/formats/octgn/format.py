"""The descriptors and options of the ``octgn`` formats: sets with their packs, and decks."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final, TypeAlias

from attrs import Attribute, field, frozen

from ...errors import ModelError
from ...model.validate import at_least, one_of
from ..base import Confidence, Format, Options, read_option, write_option
from .guids import is_guid

#: The file that makes a folder a set, in lower case, as all names of files here are compared.
SET_FILE: Final = "set.xml"
#: The file that makes a folder a game.
DEFINITION_FILE: Final = "definition.xml"
#: The folder of a game that has a folder for each set.
SETS_FOLDER: Final = "sets"
#: The extensions of packages.
PACKAGES: Final = (".nupkg", ".o8g")

StrPath: TypeAlias = str | os.PathLike[str]


def _path(given: StrPath | None) -> Path | None:
    return None if given is None else Path(given)


def _is_guid(_options: object, attribute: Attribute[str | None], value: str | None) -> None:
    if value is not None and not is_guid(value):
        message = f"{attribute.name} is a GUID, not {value!r}"
        raise ModelError(message)


def _mapping(given: StrPath | Mapping[str, str | None] | None) -> Path | dict[str, str | None]:
    if given is None:
        return {}
    return dict(given) if isinstance(given, Mapping) else Path(given)


@frozen(kw_only=True)
class OctgnOptions(Options):
    """Options of the ``octgn`` format.

    Attributes:
        definition: the ``definition.xml`` of the game, or a folder with it; if not given, the one
            of the folder or the package that a set is in.
        mapping: which property is a card's cost, type, text, …: roles with the names of
            properties (None for none), or a JSON file of that; others are told by their names.
        game: the folder of the game that included cards are looked up in; if not given, the one
            that the set is in.
        rules: ``cardformats`` reads what the author meant, ``octgn`` what the program makes of it,
            and says if the program does not load a set.
        max_files: sets of a folder, and files of a package.
        max_ratio: how many times larger than packed a file of a package may be.
        game_id: on writing, the GUID of the game; by default that of the definition, or of the
            game that the cards were read from.
        with_definition: write a ``definition.xml`` into a folder; packages always have one.
    """

    definition: Path | None = field(default=None, converter=_path)
    mapping: Path | dict[str, str | None] = field(default=None, converter=_mapping)
    game: Path | None = read_option(default=None, converter=_path)  # noqa: RUF009 - an attrs field
    rules: str = read_option(default="cardformats", validator=one_of(("cardformats", "octgn")))
    max_files: int = read_option(default=10_000, validator=at_least(0))
    max_ratio: int = read_option(default=200, validator=at_least(1))
    game_id: str | None = write_option(default=None, validator=_is_guid)
    with_definition: bool = write_option(default=False)


@frozen(kw_only=True)
class OctgnDeckOptions(Options):
    """Options of the ``octgn-deck`` format.

    Attributes:
        game: the folder or the package of the game whose cards are in the deck; without it the
            cards have only names and ids.
        game_id: on writing, the GUID of the game; by default that of the deck that was read.
    """

    game: Path | None = read_option(default=None, converter=_path)  # noqa: RUF009 - an attrs field
    game_id: str | None = write_option(default=None, validator=_is_guid)


_ROOT = re.compile(
    rb"(?:\xef\xbb\xbf)?(?:\s++|<\?.*?\?>|<!--.*?-->|<!DOCTYPE[^\[>]*(?:\[[^\]]*\]\s*)?>)*+<(\w+)",
    re.DOTALL,
)
_GAME_ID = re.compile(rb"\sgameId\s*=", re.IGNORECASE)


def _root(head: bytes) -> bytes:
    """The name of the outermost element."""
    found = _ROOT.match(head)
    return found[1] if found else b""


def sniff(head: bytes, path: Path | None) -> Confidence:
    """Sets are told by their outermost element, games by their folder, packages by their name."""
    if path is not None and path.is_dir():
        return Confidence.CERTAIN if split(path) or has_set(path) else Confidence.NO
    if head.startswith(b"PK\x03\x04"):
        is_package = path is not None and path.suffix.lower() in PACKAGES
        return Confidence.CERTAIN if is_package else Confidence.NO
    if _root(head) == b"set":
        return Confidence.CERTAIN if _GAME_ID.search(head) else Confidence.LIKELY
    return Confidence.EXTENSION if path and path.name.lower() == SET_FILE else Confidence.NO


def sniff_deck(head: bytes, path: Path | None) -> Confidence:
    """Decks are told by their outermost element."""
    if path is not None and path.is_dir():
        return Confidence.NO
    if _root(head) == b"deck":
        return Confidence.CERTAIN
    return Confidence.EXTENSION if path and path.suffix.lower() == ".o8d" else Confidence.NO


def has_set(folder: Path) -> Path | None:
    """The file of the set in *folder* itself, in whatever case its name is."""
    return next((each for each in sorted(folder.iterdir()) if each.name.lower() == SET_FILE), None)


def split(path: Path) -> tuple[Path, ...]:
    """The folders of sets in the folder of a game, or of its sets; empty if it holds none."""
    if not path.is_dir() or has_set(path):
        return ()
    folders = [each for each in sorted(path.iterdir()) if each.is_dir()]
    inner = next((each for each in folders if each.name.lower() == SETS_FOLDER), None)
    if inner is not None:
        folders = [each for each in sorted(inner.iterdir()) if each.is_dir()]
    return tuple(each for each in folders if has_set(each))


FORMAT = Format(
    id="octgn",
    title="OCTGN sets, games and packages",
    extensions=(".xml",),
    options=OctgnOptions,
    reader="cardformats.formats.octgn.reader:read",
    writer="cardformats.formats.octgn.writer:write",
    sniff="cardformats.formats.octgn.format:sniff",
    split="cardformats.formats.octgn.format:split",
    codes="cardformats.formats.octgn.codes:OctgnCode",
    reads_folders=True,
    folder_writer="cardformats.formats.octgn.writer:write_folder",
    archive_writer="cardformats.formats.octgn.writer:write_package",
    archives=PACKAGES,
)

DECK_FORMAT = Format(
    id="octgn-deck",
    title="OCTGN decks",
    extensions=(".o8d",),
    options=OctgnDeckOptions,
    reader="cardformats.formats.octgn.decks:read",
    writer="cardformats.formats.octgn.decks:write",
    sniff="cardformats.formats.octgn.format:sniff_deck",
)
