"""The descriptors and options of the formats ``decklist`` and ``dek``."""

from __future__ import annotations

from pathlib import Path

from attrs import evolve, frozen

from ..base import Confidence, Format, Options
from ..capabilities import NONE, OF_DECKS
from ..xml_tags import root_name

EXTENSION = ".txt"
#: The key of metadata that a deck has a place for.
NOTES = "notes"


@frozen(kw_only=True)
class DeckOptions(Options):
    """Options of deck lists, which are those of every format."""


def sniff_dek(head: bytes, path: Path | None) -> Confidence:
    """The outermost element is ``Deck``."""
    is_named = path is not None and path.suffix.lower() == ".dek"
    if root_name(head.decode("utf-8", "replace")) == "Deck":
        return Confidence.CERTAIN
    return Confidence.EXTENSION if is_named else Confidence.NO


CAPABILITIES = evolve(
    OF_DECKS,
    ids=NONE,
    metadata=frozenset({NOTES}),
    entry_finishes=frozenset({"foil", "etched"}),
    entry_ids=False,
    keys=NONE,
)

FORMAT = Format(
    id="decklist",
    title="deck lists: plain, MTG Arena, Magic Online",
    extensions=(EXTENSION,),
    options=DeckOptions,
    reader="cardformats.formats.decklist.to_model:read",
    writer="cardformats.formats.decklist.writer:write",
    sniff="cardformats.formats.decklist.reader:sniff",
    split="cardformats.formats.decklist.reader:split",
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
