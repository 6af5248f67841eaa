"""The descriptor and options of the ``scryfall`` format."""

from __future__ import annotations

from pathlib import Path

from attrs import frozen

from ..base import Confidence, Format, Options


@frozen(kw_only=True)
class ScryfallOptions(Options):
    """Options of the ``scryfall`` format: those that every format has.

    A bulk file is larger than ``max_size``, which is not a limit for
    :func:`~cardformats.read_sets`.
    """


_CARD, _LIST = b'{"object":"card"', b'{"object":"list"'
#: The number of bytes in which the type of the first object is found, including white space.
_BEGIN = 256
_CARDS_KEYS = (b'"oracle_id"', b'"collector_number"', b'"type_line"')


def sniff(head: bytes, path: Path | None) -> Confidence:
    """Return the confidence: CERTAIN for the type of the first object, LIKELY for card members."""
    if path is not None and path.is_dir():
        return Confidence.NO
    head = head.removeprefix(b"\xef\xbb\xbf").lstrip()
    is_json = head.startswith((b"{", b"["))
    begin = b"".join(head[:_BEGIN].split()).removeprefix(b"[")
    if begin.startswith(_CARD):
        return Confidence.CERTAIN
    if begin.startswith(_LIST) and _CARD[1:] in b"".join(head.split()):
        return Confidence.CERTAIN
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
