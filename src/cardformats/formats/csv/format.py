"""The descriptor and options of the ``csv`` format."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from attrs import Attribute, frozen

from ...errors import OptionError
from ...model import Random
from ..base import Confidence, Format, Options, read_option, write_option
from ..capabilities import NONE, Capabilities
from .columns import COLUMNS, IDS, meaning_of
from .syntax import DELIMITERS, GRAMMAR

_PART = GRAMMAR.rule("part")


def pack_counts(text: str) -> Mapping[str, int]:
    """Parse numbers of cards by sheet, such as ``10 common, 3 uncommon, 1 rare``.

    Raises:
        OptionError: If *text* does not have that form.
    """
    parts = [_PART.fullmatch(part) for part in text.split(",")]
    counts = {part["SHEET"].lower(): int(part["CARDS"]) for part in parts if part}
    if len(counts) < len(parts) or not any(counts.values()):
        raise OptionError(f"a pack is like '10 common, 3 uncommon, 1 rare', not {text!r:.200}")
    return counts


def _pack(_instance: Any, _attribute: Attribute[Any], value: str | None) -> None:
    if value is not None:
        pack_counts(value)


@frozen(kw_only=True)
class CsvOptions(Options):
    """Options of the ``csv`` format.

    Attributes:
        pack: what a pack has, as numbers of cards by sheet: ``10 common, 3 uncommon, 1 rare``.
            Mythic rares share the slot of the rares if they have none of their own.
        own_words: on writing, the cards of a game that has its own properties get a column for
            each, and nothing is lost of them; else they get the columns that all cards have.
        escape_formulas: on writing, cells that spreadsheets would take as formulas begin with an
            apostrophe, and the whole table is written, not only what has changed.  Reading removes
            the apostrophe.
    """

    pack: str | None = read_option(
        default=None, validator=_pack, help="Cards of a pack: '10 common, 3 uncommon, 1 rare'."
    )
    own_words: bool = write_option(
        default=True, off="Write a game's cards with the columns that all cards have."
    )
    escape_formulas: bool = write_option(
        default=False, help="Put an apostrophe before what spreadsheets take as a formula."
    )


def sniff(head: bytes, path: Path | None) -> Confidence:
    """Judge by the titles in the first lines, one of which must be for names."""
    is_named = path is not None and path.suffix.lower() in FORMAT.extensions
    text = head.decode("utf-16" if head[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8", "replace")
    lines = [line for line in text.removeprefix("\ufeff").splitlines()[:2] if line.strip()]
    rows = (line.split(delimiter) for line in lines for delimiter in DELIMITERS)
    titles = max(rows, key=len, default=[])
    meanings = {meaning_of(title.strip(' "')) for title in titles} & COLUMNS.keys()
    if "name" in meanings and len(meanings) > 1:
        return Confidence.CERTAIN if is_named else Confidence.LIKELY
    return Confidence.EXTENSION if is_named else Confidence.NO


CAPABILITIES = Capabilities(
    faces=frozenset({"back"}),
    one_face=True,
    finishes=NONE,
    ids=frozenset(IDS),
    related=False,
    draft_effects=False,
    printed_names=False,
    metadata=NONE,
    collations=(Random(replacement=False),),
    otherwise="random, without replacement",
    pack_finishes=NONE,
    entry_ids=False,
    duplicates=False,
    boosters=0,
    products=False,
    events=False,
    keys=frozenset({"csv"}),
    set_keys=NONE,
    sheet_keys=NONE,
    partly=frozenset({"images", "properties", "overrides"}),
)

FORMAT = Format(
    id="csv",
    title="Tables of cards (CSV)",
    extensions=(".csv", ".tsv"),
    options=CsvOptions,
    reader="cardformats.formats.csv.to_model:read",
    writer="cardformats.formats.csv.writer:write",
    sniff="cardformats.formats.csv.format:sniff",
    codes="cardformats.formats.csv.codes:CsvCode",
    capabilities=CAPABILITIES,
)
