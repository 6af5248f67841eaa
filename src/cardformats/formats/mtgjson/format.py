"""The descriptor and options of the ``mtgjson`` format, and the detection of its files."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from attrs import frozen

from ...catalog import Catalog
from ...model import Balanced, Fixed, Random
from ...source import head_of
from ..base import Confidence, Format, Options, is_catalog, read_option
from ..capabilities import NONE, Capabilities
from ..grammar import Grammar

GZIP = b"\x1f\x8b"
#: The number of bytes that are examined to detect a file.
_HEAD = 64 * 1024
_EXTENSIONS = (".json", ".json.gz")
GRAMMAR: Final = Grammar(__package__, "sets.lark")


def _upper(code: str | None) -> str | None:
    return code.upper() if isinstance(code, str) else code


@frozen(kw_only=True)
class MtgjsonOptions(Options):
    """Options of the ``mtgjson`` format.

    Attributes:
        set: The code of the set to read from a file or a folder with several sets. Such a file is
            read one set at a time, and ``max_size`` is the limit of one set.
        catalog: The catalog of cards of other sets on sheets. Without it, the files of sets in the
            same folder are searched for them.
        images: Whether cards get the addresses of their images in Scryfall's API.
    """

    set: str | None = read_option(
        default=None, converter=_upper, help="The code of the set to read, if there are several."
    )
    catalog: Catalog | None = read_option(default=None, validator=is_catalog)
    images: bool = read_option(default=False, help="Add the addresses of card images.")

    @property
    def streams(self) -> bool:
        """Return True: the reader opens the file, which may have any size and many sets."""
        return True


def sniff(head: bytes, path: Path | None) -> Confidence:
    """Return the confidence: CERTAIN for the version or members of sets at the start."""
    if path is not None and path.is_dir():
        return Confidence.CERTAIN if split(path) else Confidence.NO
    if head.startswith(GZIP):
        head = _unpacked_head(head)
    text = head.decode("utf-8", "replace").removeprefix("\ufeff")
    if not text.lstrip().startswith("{"):
        return Confidence.NO
    is_of_set = GRAMMAR.rule("OF_SET").search(text) is not None
    is_versioned = GRAMMAR.rule("VERSION").search(text) is not None
    if GRAMMAR.rule("HEAD").match(text) and (is_versioned or is_of_set):
        return Confidence.CERTAIN
    return Confidence.LIKELY if is_of_set else Confidence.NO


def _unpacked_head(head: bytes) -> bytes:
    import zlib  # noqa: PLC0415 - few files are packed

    try:
        return zlib.decompressobj(zlib.MAX_WBITS | 16).decompress(head, _HEAD)
    except zlib.error:
        return b""


def split(path: Path) -> tuple[Path, ...]:
    """Return the files of sets in a folder."""
    return tuple(each for each in files_in(path) if _is_of_sets(each))


def files_in(folder: Path) -> list[Path]:
    """Return the files in *folder* whose names may be those of sets, in order.

    Raises:
        OSError: If the folder cannot be read.
    """
    named = (each for each in sorted(folder.iterdir()) if each.name.lower().endswith(_EXTENSIONS))
    return [each for each in named if each.is_file()]


def _is_of_sets(path: Path) -> bool:
    return sniff(head_of(path, _HEAD), path) >= Confidence.LIKELY


CAPABILITIES = Capabilities(
    finishes=frozenset({"foil", "etched", "glossy", "signed"}),
    ids=frozenset(
        (
            "mtgjson",
            "scryfall",
            "scryfall_oracle",
            "multiverse",
            "mtgo",
            "arena",
            "tcgplayer",
            "cardmarket",
        )
    ),
    ratings=False,
    related=False,
    draft_effects=False,
    images=False,
    collations=(Random(replacement=True), Balanced(), Balanced("color_identity"), Fixed),
    otherwise="at random, by weights",
    metadata=frozenset({"release_date", "type", "block"}),
    entry_finishes=NONE,
    pack_finishes=frozenset({"foil"}),
    overrides=False,
    entry_ids=True,
    constraints=False,
    boxes=False,
    events=False,
    keys=frozenset({"mtgjson"}),
    partly=frozenset({"rarities", "distinct", "properties", "choices", "printed_names"}),
)
FORMAT = Format(
    id="mtgjson",
    title="MTGJSON sets with boosters",
    extensions=(".json",),
    options=MtgjsonOptions,
    reader="cardformats.formats.mtgjson.reader:read",
    writer="cardformats.formats.mtgjson.writer:write",
    sniff="cardformats.formats.mtgjson.format:sniff",
    split="cardformats.formats.mtgjson.format:split",
    codes="cardformats.formats.mtgjson.codes:MtgjsonCode",
    sets_reader="cardformats.formats.mtgjson.reader:read_sets",
    reads_folders=True,
    archive_writer="cardformats.formats.mtgjson.writer:write_packed",
    archives=(".gz",),
    capabilities=CAPABILITIES,
    by_extension=False,
)
