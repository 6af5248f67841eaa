"""The descriptors and options of the formats ``decklist`` and ``dek``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from attrs import evolve, frozen

from ...model import Fixed
from ...source import open_file
from ..base import Confidence, Format, Options
from ..capabilities import NONE, Capabilities
from ..folders import files_below
from ..xml_tags import root_name

_EXTENSION = ".txt"
_HEAD = 16 * 1024
#: The key of metadata that a deck has a place for.
NOTES = "notes"
#: So many texts in a folder are looked at to see whether it is one of decks.
_MOST_SNIFFED = 100
_TITLE = re.compile(
    rb"(?im)^[ \t]*(?:about|deck|commander|companion|sideboard|mainboard|maindeck)"
    rb"[ \t]*(?:\([0-9]+\))?:?[ \t\r]*$"
)
_SECTION = re.compile(rb"(?m)^[ \t]*\[")
_CARD = re.compile(rb"(?m)^[ \t]*(?:SB:[ \t]*)?[0-9]+[xX]?[ \t]+\S")


@frozen(kw_only=True)
class DeckOptions(Options):
    """Options of deck lists, which are those of every format."""


def sniff(head: bytes, path: Path | None) -> Confidence:
    """Titles of sections of a deck above or among counted lines are a sure sign."""
    if path is not None and path.is_dir():
        is_deck = any(sniff(_head(each), None) for each in islice(_texts(path), _MOST_SNIFFED))
        return Confidence.LIKELY if is_deck else Confidence.NO
    is_deck = bool(_TITLE.search(head) and _has_cards(head))
    return Confidence.CERTAIN if is_deck else Confidence.NO


def split(path: Path) -> tuple[Path, ...]:
    """The texts in a folder and in those below it that have counted lines and no lists of cards."""
    return tuple(each for each in _texts(path) if _has_cards(_head(each)))


def _texts(path: Path) -> Iterator[Path]:
    return (each for each in files_below(path) if each.suffix.lower() == _EXTENSION)


def _has_cards(head: bytes) -> bool:
    return bool(_CARD.search(head) and not _SECTION.search(head))


def _head(path: Path) -> bytes:
    """The beginning of a file; nothing if it cannot be read."""
    try:
        with open_file(path) as file:
            return file.read(_HEAD)
    except OSError:
        return b""


def sniff_dek(head: bytes, path: Path | None) -> Confidence:
    """The outermost element is ``Deck``."""
    is_named = path is not None and path.suffix.lower() == ".dek"
    if root_name(head.decode("utf-8", "replace")) == "Deck":
        return Confidence.CERTAIN
    return Confidence.EXTENSION if is_named else Confidence.NO


_FINISHES = frozenset({"foil", "etched"})
CAPABILITIES = Capabilities(
    cards="names",
    finishes=NONE,
    ids=NONE,
    rarities=NONE,
    codes=False,
    ratings=False,
    related=False,
    draft_effects=False,
    images=False,
    printed_names=False,
    metadata=frozenset({NOTES}),
    collations=(Fixed,),
    otherwise="all its cards",
    entry_finishes=_FINISHES,
    pack_finishes=NONE,
    overrides=False,
    entry_ids=False,
    duplicates=False,
    boosters=0,
    products=False,
    events=False,
    keys=NONE,
)

FORMAT = Format(
    id="decklist",
    title="deck lists: plain, MTG Arena, Magic Online",
    extensions=(_EXTENSION,),
    options=DeckOptions,
    reader="cardformats.formats.decklist.to_model:read",
    writer="cardformats.formats.decklist.writer:write",
    sniff="cardformats.formats.decklist.format:sniff",
    split="cardformats.formats.decklist.format:split",
    codes="cardformats.formats.decklist.codes:DeckCode",
    capabilities=CAPABILITIES,
    by_extension=False,
)

DEK_CAPABILITIES = evolve(
    CAPABILITIES, metadata=NONE, entry_finishes=NONE, ids=frozenset({"mtgo"}), entry_ids=True
)

DEK_FORMAT = Format(
    id="dek",
    title="Magic Online decks",
    extensions=(".dek",),
    options=DeckOptions,
    reader="cardformats.formats.decklist.dek:read",
    writer="cardformats.formats.decklist.dek:write",
    sniff="cardformats.formats.decklist.format:sniff_dek",
    capabilities=DEK_CAPABILITIES,
)
