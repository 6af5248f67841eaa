"""The descriptor and options of the ``draftmancer`` format."""

from __future__ import annotations

from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from pathlib import Path
from typing import Any, Literal

from attrs import Attribute, field, frozen
from attrs.validators import optional

from ...errors import OptionError
from ...model import Card, PrintRun, Random, Striped
from ...model.validate import between, flag, one_of
from ...source import SourceText
from ..base import AcceptedOptions, Confidence, Format, read_option, write_option
from ..capabilities import NONE, Capabilities
from ..grammar import Grammar
from ..other_data import kind_of_data
from ..styles import Indent, Style, check_indent

#: The placeholders of an ``image_url`` template.
PLACEHOLDERS = (
    "{set}", "{set_id}", "{id}", "{number}", "{number:unpadded}", "{name}", "{face}", "{type}",
)  # fmt: skip


def _template(_instance: Any, _attribute: Attribute[Any], value: str | None) -> None:
    unknown = [
        name
        for name in _GRAMMAR.rule("IMAGE_PART").findall(value or "")
        if name not in PLACEHOLDERS
    ]
    if unknown:
        raise OptionError(f"image_url has {unknown[0]}; it may have {', '.join(PLACEHOLDERS)}")


@frozen(kw_only=True)
class DraftmancerOptions(AcceptedOptions):
    """Options of the ``draftmancer`` format.

    Attributes:
        cards_per_booster: The number of cards in a pack of a list without layouts. It is a setting
            of the draft session, not of the list.
        max_copies: The maximum number of copies on a sheet. If there are more, the largest counts
            are reported and reduced.
        max_cards: The maximum number of cards in a pack and of boosters of a player. Larger numbers
            are an error.
        catalog: The catalog of official cards. If it is given, names are resolved as by
            Draftmancer, and an unknown card is an error. Otherwise names are used as written.
        cards: ``custom`` writes all cards of the set as custom cards; ``names`` writes only their
            names and sets, for cards that Draftmancer knows. None writes names for cards that a
            list only named, and custom cards for the others. Codes of official sets of other
            programs are translated; unknown sets are omitted.
        image_url: A template for the images of fronts and backs that have none, with ``{set}``,
            ``{set_id}`` (the GUID of an OCTGN set), ``{id}`` (the id of the source format, or the
            collector number), ``{number}``, ``{number:unpadded}`` (without leading zeros),
            ``{name}`` (of the face), ``{face}`` (``front`` or ``back``) and ``{type}`` (of an OCTGN
            alternate; empty for a front, together with a ``.``, ``-`` or ``_`` before it). Values
            are percent-encoded. A card that lacks one of them gets no image. A back gets none if
            the template has none of the last three.
    """

    cards_per_booster: int = read_option(default=15, minimum=1)
    max_copies: int = read_option(default=1_000_000, minimum=1)
    max_cards: int = read_option(default=10_000, minimum=1)
    cards: Literal["custom", "names"] | None = write_option(
        default=None,
        validator=optional(one_of(("custom", "names"))),
        help="Write all cards as custom cards, or only names of cards that Draftmancer knows.",
    )
    image_url: str | None = write_option(
        default=None,
        validator=_template,
        help="Image address with {set}, {set_id}, {id}, {number}, {name}, {face} and {type}.",
    )

    @property
    def reads_with_catalog(self) -> bool:
        """Return True: names are resolved line by line."""
        return True

    @property
    def writes_only_names(self) -> bool:
        """Return whether no custom cards are written."""
        return self.cards == "names"


@frozen(kw_only=True)
class DraftmancerStyle(Style):
    """The style of formatted lists.

    Attributes:
        blank_lines: The number of blank lines before each section. The default is 0 or 1, as before
            most sections.
        indent: The indent of the JSON of settings and custom cards. The default is the indent of
            most lines of the same depth.
        counts: ``always`` writes a count before each card; ``needed`` omits a count of one.
        sort: Whether the lines of sheets are sorted by name, between comments and blank lines.
            Sheets whose collation depends on their order are not sorted.
    """

    blank_lines: int | None = field(default=None, validator=optional(between(0, 10)))
    indent: Indent | None = field(default=None, validator=check_indent)
    counts: Literal["always", "needed"] | None = field(
        default=None, validator=optional(one_of(("always", "needed")))
    )
    sort: bool = field(default=False, validator=flag)


_GRAMMAR = Grammar(__package__, "list.lark")


def sniff(head: bytes, path: Path | None) -> Confidence:
    """Return the confidence: CERTAIN for a JSON section, LIKELY for lines with counts."""
    if path is not None and path.is_dir():
        return Confidence.NO
    text = head.decode("utf-8", "replace")
    if _GRAMMAR.rule("SECTION").search(text):
        return Confidence.CERTAIN
    start = text.lstrip("\ufeff \t\r\n")
    is_utf16 = head.startswith((BOM_UTF16_LE, BOM_UTF16_BE))
    if start.startswith(("<", "{")) or ("\0" in text and not is_utf16):
        return Confidence.NO
    if path is None and kind_of_data(SourceText.from_bytes("", head)):
        return Confidence.NO
    is_text = path is None or path.suffix.lower() == ".txt"
    is_list = _GRAMMAR.rule("SHEET_LINE").match(start) or _GRAMMAR.rule("COUNTED_LINE").search(text)
    if is_text and is_list:
        return Confidence.LIKELY
    return Confidence.EXTENSION if is_text and (path or start) else Confidence.NO


#: The rarities that a card can have.
RARITIES = ("common", "uncommon", "rare", "mythic", "special")


#: The rarity that Draftmancer uses for a card without one.
DEFAULT_RARITY = "rare"


def nearest_rarity(card: Card) -> str:
    """Return the rarity that is written for a card with none of these rarities."""
    if card.rarity is None:
        return DEFAULT_RARITY
    return "common" if card.rarity in ("land", "token") else "special"


_FOIL = frozenset({"foil"})
CAPABILITIES = Capabilities(
    codes="cards",
    duplicates=False,
    products=False,
    finishes=_FOIL,
    entry_finishes=_FOIL,
    pack_finishes=_FOIL,
    ids=NONE,
    rarities=frozenset(RARITIES),
    no_rarity=False,
    nearest_rarity=nearest_rarity,
    metadata=NONE,
    collations=(Random, PrintRun, Striped),
    continues=frozenset({"slot"}),
    overrides=False,
    entry_ids=False,
    boosters=1,
    booster_names=False,
    unlimited=False,
    distinct=frozenset({"printing in a pack"}),
    other_rules="no printing twice in a pack",
    constraints=False,
    boxes=False,
    directions=frozenset({"alternate"}),
    round_boosters=False,
    keys=frozenset({"draftmancer"}),
    partly=frozenset({"faces", "related", "draft_effects", "properties"}),
)
FORMAT = Format(
    id="draftmancer",
    title="Draftmancer custom card list",
    extensions=(".txt",),
    options=DraftmancerOptions,
    reader="cardformats.formats.draftmancer.reader:read",
    writer="cardformats.formats.draftmancer.writer:write",
    sniff="cardformats.formats.draftmancer.format:sniff",
    formatter="cardformats.formats.draftmancer.formatting:format_list",
    style=DraftmancerStyle,
    codes="cardformats.formats.draftmancer.codes:DraftmancerCode",
    capabilities=CAPABILITIES,
)
