"""The descriptor and options of the ``cockatrice`` format."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from attrs import evolve, frozen

from ...source import head_of, is_file
from ..base import Confidence, Format, Options, read_option, sniffs_root, write_option
from ..capabilities import NONE, Capabilities

ROOT: Final = "cockatrice_carddatabase"
EXTENSION: Final = ".xml"
#: Number of bytes of a file that are looked at.
_HEAD: Final = 4096
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


_sniff_file = sniffs_root(ROOT)


def sniff(head: bytes, path: Path | None) -> Confidence:
    """Judge by the outermost element; a folder by whether there is a database in it."""
    if path is not None and path.is_dir():
        return Confidence.LIKELY if split(path) else Confidence.NO
    return _sniff_file(head, path)


def split(path: Path) -> tuple[Path, ...]:
    """Return the databases in a folder, in order."""
    named = (each for each in sorted(path.iterdir()) if each.suffix.lower() == EXTENSION)
    files = (each for each in named if is_file(each))
    return tuple(each for each in files if _sniff_file(head_of(each, _HEAD), each))


CAPABILITIES = Capabilities(
    codes="cards",
    faces=frozenset({"back", "split", "alternate"}),
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
    partly=frozenset({"faces", "related", "images", "ids"}),
)
#: Version 3 does not say which cards are backs.
OLD_CAPABILITIES = evolve(CAPABILITIES, faces=frozenset({"split", "alternate"}))
FORMAT = Format(
    id="cockatrice",
    title="Cockatrice card databases",
    extensions=(EXTENSION,),
    options=CockatriceOptions,
    reader="cardformats.formats.cockatrice.to_model:read",
    writer="cardformats.formats.cockatrice.writer:write",
    sniff="cardformats.formats.cockatrice.format:sniff",
    split="cardformats.formats.cockatrice.format:split",
    codes="cardformats.formats.cockatrice.codes:CockatriceCode",
    sets_reader="cardformats.formats.cockatrice.to_model:read_sets",
    capabilities=CAPABILITIES,
    by_extension=False,
)
