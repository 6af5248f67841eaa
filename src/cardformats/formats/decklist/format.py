"""The descriptors and options of the formats ``decklist`` and ``dek``."""

from __future__ import annotations

from typing import Final

from attrs import evolve, frozen

from ..base import Format, Options, sniffs_root
from ..capabilities import NONE, OF_DECKS

EXTENSION = ".txt"
#: The key of metadata that a deck has a place for.
NOTES = "notes"


@frozen(kw_only=True)
class DeckOptions(Options):
    """Options of deck lists, which are those of every format."""


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

#: The outermost element of a deck of Magic Online.
DEK_ROOT: Final = "Deck"
sniff_dek = sniffs_root(DEK_ROOT, extension=".dek")
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
