"""The descriptor and options of the ``cockatrice`` format."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from attrs import evolve, frozen

from ..base import Confidence, Format, Options, read_option, write_option
from ..capabilities import NONE, Capabilities
from ..xml_tags import root_name

ROOT: Final = "cockatrice_carddatabase"
#: The keys of metadata that a set has elements for.
META: Final = {"release_date": "releasedate", "type": "settype"}


@frozen(kw_only=True)
class CockatriceOptions(Options):
    """Options of the ``cockatrice`` format.

    Attributes:
        of_set: the code of the set to read of a file that has several.
        database_version: on writing, 3 or 4; by default that of the file that was read, else 4.
    """

    of_set: str | None = read_option(
        default=None, help="The code of the set to read, of several in a file."
    )
    database_version: int | None = write_option(
        default=None,
        minimum=3,
        maximum=4,
        help="The version of the file, 3 or 4. [default: that of the file that was read, or 4]",
    )


def sniff(head: bytes, path: Path | None) -> Confidence:  # noqa: ARG001 - the protocol's
    """The outermost element says it."""
    is_own = root_name(head.decode("utf-8", "replace")) == ROOT
    return Confidence.CERTAIN if is_own else Confidence.NO


CAPABILITIES = Capabilities(
    codes="cards",
    faces=frozenset({"back", "split"}),
    finishes=NONE,
    ids=frozenset({"scryfall", "multiverse"}),
    ratings=False,
    draft_effects=False,
    printed_names=False,
    metadata=frozenset(META),
    idle_sheets=False,
    boosters=0,
    products=False,
    events=False,
    keys=frozenset({"cockatrice"}),
    partly=frozenset({"related", "images", "ids"}),
)
#: Version 3 does not say which cards are backs.
OLD_CAPABILITIES = evolve(CAPABILITIES, faces=frozenset({"split"}))
FORMAT = Format(
    id="cockatrice",
    title="Cockatrice card databases",
    extensions=(".xml",),
    options=CockatriceOptions,
    reader="cardformats.formats.cockatrice.to_model:read",
    writer="cardformats.formats.cockatrice.writer:write",
    sniff="cardformats.formats.cockatrice.format:sniff",
    codes="cardformats.formats.cockatrice.codes:CockatriceCode",
    capabilities=CAPABILITIES,
    by_extension=False,
)
