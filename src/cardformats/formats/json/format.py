"""The descriptor and options of the ``json`` format."""

from __future__ import annotations

from pathlib import Path

from attrs import frozen
from attrs.validators import ge, le, optional

from ..base import Confidence, Format, Options, write_option
from ..capabilities import Capabilities

#: The version of the document's layout. A reader rejects documents of a later version.
SCHEMA_VERSION = 1

#: The member that distinguishes these documents from other JSON; its value is the schema version.
MARK = "cardformats"


@frozen(kw_only=True)
class JsonOptions(Options):
    """Options of the ``json`` format.

    Attributes:
        indent: The number of spaces per level, up to 80; None writes a single line.
    """

    indent: int | None = write_option(default=2, validator=optional([ge(0), le(80)]))


def sniff(head: bytes, path: Path | None) -> Confidence:
    """Return the confidence: CERTAIN for the version member, EXTENSION for a ``.json`` file."""
    start = head[:256].lstrip(b"\xef\xbb\xbf \t\r\n")
    if start.startswith(b"{") and f'"{MARK}"'.encode() in start:
        return Confidence.CERTAIN
    if path is not None and path.suffix.lower() == ".json":
        return Confidence.EXTENSION
    return Confidence.NO


FORMAT = Format(
    id="json",
    title="cardformats model as JSON",
    extensions=(".json",),
    options=JsonOptions,
    reader="cardformats.formats.json.document:read",
    writer="cardformats.formats.json.document:write",
    sniff="cardformats.formats.json.format:sniff",
    codes="cardformats.formats.json.codes:JsonCode",
    capabilities=Capabilities(),
)
