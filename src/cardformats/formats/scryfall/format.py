"""The descriptor and options of the ``scryfall`` format."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from attrs import frozen

from ..base import Confidence, Format, Options
from ..grammar import Grammar


@frozen(kw_only=True)
class ScryfallOptions(Options):
    """Options of the ``scryfall`` format: those that every format has.

    A bulk file is larger than ``max_size``, which is no limit for
    :func:`~cardformats.read_sets`.
    """


GRAMMAR: Final = Grammar(__package__, "cards.lark")
_CARDS_KEYS = (b'"oracle_id"', b'"collector_number"', b'"type_line"')


def sniff(head: bytes, path: Path | None) -> Confidence:
    """Its first object says that it is a card, or a list of them; or else it has a card's keys."""
    if path is not None and path.is_dir():
        return Confidence.NO
    if GRAMMAR.rule("FIRST_CARD").match(head.decode("utf-8", "replace")):
        return Confidence.CERTAIN
    is_json = head.lstrip(b"\xef\xbb\xbf \t\r\n").startswith((b"{", b"["))
    return Confidence.LIKELY if is_json and all(k in head for k in _CARDS_KEYS) else Confidence.NO


FORMAT = Format(
    id="scryfall",
    title="Scryfall card data",
    extensions=(".json",),
    options=ScryfallOptions,
    reader="cardformats.formats.scryfall.to_model:read",
    writer=None,
    sniff="cardformats.formats.scryfall.format:sniff",
    codes="cardformats.formats.scryfall.codes:ScryfallCode",
    sets_reader="cardformats.formats.scryfall.to_model:read_chunks",
)
