"""The descriptors and options of the formats ``wagic`` and ``wagic-pack``."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias, get_args

from attrs import Attribute, evolve, field, frozen
from attrs.validators import optional

from ...model import Card, CardSet, Random
from ...model.validate import between, flag, one_of, refuse
from ...source import read_bytes
from ..base import (
    AcceptedOptions,
    Confidence,
    Format,
    Input,
    Options,
    option,
    read_option,
    write_option,
)
from ..capabilities import NONE, Capabilities
from ..folders import walk
from ..styles import Style
from .keys import ENGINE_VERSIONS
from .syntax import RARITIES

#: Sets whose folders are not called by the code that official printings have: by the folder in
#: capitals, the code of the official set.  The codes of four duel decks are
#: official too, though of a later edition of the same cards, and that of the first Masters Edition
#: is official of another set.
OFFICIAL_CODES: Final = {
    "CFX": "CON", "DVD": "DDC", "EVG": "DD1", "EVT": "DDF", "FVD": "DRB", "FVE": "V09",
    "FVL": "V11", "FVR": "V10", "GVL": "DDD", "HTR": "PHTR", "HTR19": "PH19", "IVG": "DDJ",
    "JVC": "DD2", "MED": "ME1", "MRQ": "MMQ", "NMS": "NEM", "PDS": "H09", "PVC": "DDE",
    "RV": "3ED",
}  # fmt: skip

#: How well the engine plays a card, the best first.
Grade: TypeAlias = Literal[
    "supported", "borderline", "unofficial", "crappy", "unsupported", "dangerous"
]
GRADES: Final[tuple[Grade, ...]] = get_args(Grade)

#: What the author meant, or what the engine makes of it.
Engine: TypeAlias = Literal["sane", "exact"]

#: The file that makes a folder a set.
CARDS_FILE: Final = "_cards.dat"

#: The attributes of a pack that the model has no word for; a name where a booster has its set's.
KEPT_ATTRIBUTES: Final = ("name", "type", "price", "requires", "sort")

#: The file beside it that says what the set's booster is, if it is not the usual one.
BOOSTER_FILE: Final = "booster.txt"

#: The folder beside the sets that holds what the sets' ``primitive=`` lines refer to.
PRIMITIVES_FOLDER: Final = "primitives"

#: The option that keeps changes of printings out of the primitives that they share.
INLINE: Final = (Path("inline"),)

StrPath: TypeAlias = str | os.PathLike[str]


def _paths(paths: StrPath | Iterable[StrPath] | None) -> tuple[Path, ...] | None:
    if paths is None:
        return None
    if isinstance(paths, (str, os.PathLike)):
        paths = (paths,)
    return tuple(Path(path) for path in paths)


def _check_version(instance: Any, attribute: Attribute[Any], value: object) -> None:
    if value is not None and (type(value) is not int or value not in ENGINE_VERSIONS):
        refuse(instance, attribute, value, f"one of {', '.join(map(str, ENGINE_VERSIONS))}")


@frozen(kw_only=True)
class WagicOptions(AcceptedOptions):
    """Options of the ``wagic`` format.

    Attributes:
        primitives: folders or files that ``primitive=`` lines refer to; if not given, the folder
            ``primitives`` beside the set's folder, if there is one; if empty, cards have only
            names.  On writing, those that are there already and need not be written; or the word
            ``inline``, by which a change of a printing never changes its primitive (a folder of
            that name is given by a whole path).
        macros: further files with ``#AUTO_DEFINE`` lines; those in the primitives always count.
        max_grade: primitives of a worse grade do not exist; the default admits all of them, the
            engine's own default is ``borderline``.
        engine: ``sane`` reads what the author meant, ``exact`` what the engine makes of it; the
            diagnostics are the same.
        engine_version: the version of the engine that the cards are for, by its year: 2016, 2021
            or 2026; a thorough reading reports words of abilities that it does not know.
        code: on writing, the code of the set (its folder), if all cards are to be one set; by
            default each is in the set of its own code.
        first_id: on writing, the id of the first card that has none; the others follow.
        unresolved: what becomes of printings whose primitive is missing: ``left-out``, as in the
            engine, or ``named``, so that they are cards of which only the name is known (in the
            sane reading).
        max_macros: macros that count; each one makes the expansion of every line slower.
        max_expansions: macro calls expanded for one line.
        max_expansion_size: characters of one expanded line.
        max_nesting: calls within calls.
    """

    primitives: tuple[Path, ...] | None = option(
        default=None,
        converter=_paths,
        words=tuple(map(str, INLINE)),
        help="Folder or file of primitives. [default: next to the set]",
        off="Take cards by name, without primitives.",
    )
    macros: tuple[Path, ...] | None = read_option(
        default=None, converter=_paths, is_file=True, help="A further file of macros."
    )
    max_grade: Grade = read_option(
        default=GRADES[-1], validator=one_of(GRADES), help="The worst grade to use."
    )
    engine: Engine = read_option(
        default="sane",
        validator=one_of(get_args(Engine)),
        help="Read what the author meant, or what the engine reads. [default: sane]",
    )
    engine_version: int | None = read_option(
        default=None,
        validator=_check_version,
        help="Year of the engine for which the cards are written: 2016, 2021 or 2026. [default: "
        "any]",
    )
    unresolved: Literal["left-out", "named"] = read_option(
        default="left-out",
        validator=one_of(("left-out", "named")),
        help="Treatment of cards without primitives. [default: left-out; named with --cards names]",
    )
    code: str | None = write_option(default=None, help="The code of the set, which is its folder.")
    first_id: int = write_option(
        default=1_000_000,
        minimum=1,
        maximum=999_999_999,
        help="Id of the first card without an id. [default: 1000000]",
    )
    max_macros: int = read_option(default=1000, minimum=0)
    max_expansions: int = read_option(default=1000, minimum=0)
    max_expansion_size: int = read_option(default=100_000, minimum=1)
    max_nesting: int = read_option(default=50, minimum=0, maximum=100)

    @classmethod
    def for_names(cls) -> Mapping[str, Any]:
        """Primitives are not needed for names."""
        return {"unresolved": "named"}

    @property
    def places(self) -> tuple[Path, ...] | None:
        """Return the folders and files of primitives that are named; None if none are."""
        return None if self.primitives == INLINE else self.primitives

    def refuses(self, grade: str | None) -> bool:
        """Return whether primitives of *grade* do not exist."""
        return grade in GRADES and GRADES.index(grade) > GRADES.index(self.max_grade)


def _card_set(value: object) -> object:
    """Return *value*, or the set or sets of Wagic that are at a path."""
    if not isinstance(value, (str, os.PathLike)):
        return value
    path = Path(value)
    folder = path.parent if path.name == CARDS_FILE else path
    return FORMAT.load("reader")(Input(str(folder), folder), WagicOptions()).value


def _check_card_set(instance: Any, attribute: Attribute[Any], value: object) -> None:
    if value is not None and not isinstance(value, CardSet):
        refuse(instance, attribute, value, "a card set, or the path of a set or a folder of sets")


@frozen(kw_only=True)
class WagicPackOptions(Options):
    """Options of the ``wagic-pack`` format.

    Attributes:
        draw_from: the card set that the pack draws from, or the path of a set or of a folder of
            sets; without it the sheets are empty.
        engine: ``sane`` reads filters as they are meant, ``exact`` as the engine does.
    """

    draw_from: CardSet | None = read_option(
        default=None,
        converter=_card_set,
        validator=_check_card_set,
        help="The set or folder of sets that the pack draws from.",
    )
    engine: Engine = read_option(
        default="sane",
        validator=one_of(get_args(Engine)),
        help="Read what the author meant, or what the engine reads. [default: sane]",
    )


@frozen(kw_only=True)
class WagicStyle(Style):
    """How card files are laid out.

    Attributes:
        order: of the cards: by ``name`` (byte by byte), by the ``letters`` of their names (capitals
            or not), by ``id`` or by ``rarity`` (the rarest first, each by name), or ``kept``.  By
            default primitives are sorted by name, and a set is in the order that nearly all of
            its cards are in already, if there is one.
        keys: put the lines of a card in the order that most files have.
        blank_lines: between two cards.
    """

    order: Literal["name", "letters", "id", "rarity", "kept"] | None = field(
        default=None, validator=optional(one_of(("name", "letters", "id", "rarity", "kept")))
    )
    keys: bool = field(default=True, validator=flag)
    blank_lines: int | None = field(default=None, validator=optional(between(0, 10)))


_OPENERS = (b"[card]", b"[meta]")
_KEYS = (b"primitive=", b"name=", b"rarity=", b"auto=", b"mana=")
_DEFINITION = b"#AUTO_DEFINE "
_HEAD: Final = 1 << 16


def sniff(head: bytes, path: Path | None) -> Confidence:
    """Return a set's folder or file is known by name; other files by their blocks."""
    if path is not None and path.is_dir():
        if (path / CARDS_FILE).is_file() or split(path):
            return Confidence.CERTAIN
        return Confidence.LIKELY if path.name == PRIMITIVES_FOLDER else Confidence.NO
    lines = head.split(b"\n")
    has_block = any(line.rstrip() in _OPENERS for line in lines)
    if has_block and any(line.startswith(_KEYS) for line in lines):
        return Confidence.CERTAIN
    if any(line.startswith(_DEFINITION) for line in lines):
        return Confidence.CERTAIN
    if path is not None and path.name == CARDS_FILE:
        return Confidence.EXTENSION
    return Confidence.NO


def split(path: Path) -> tuple[Path, ...]:
    """Return the set folders in a folder of sets, in the engine's order; empty if it holds none."""
    if not path.is_dir() or (path / CARDS_FILE).is_file():
        return ()
    return tuple(sorted(entry for entry in path.iterdir() if (entry / CARDS_FILE).is_file()))


def roots(path: Path) -> tuple[Path, ...]:
    """Return the folders of sets in a folder, at any depth; of one that is a set, itself.

    A folder of primitives without sets beside it is one, too.
    """
    if (path / CARDS_FILE).is_file():
        return (path,)
    sets, primitives = set(), set()
    for place, _, files in walk(path, hidden=False):
        if CARDS_FILE in files:
            sets.add(place.parent)
        elif place.name == PRIMITIVES_FOLDER and _has_primitives(place, files):
            primitives.add(place)
    return tuple(sorted(sets | {each for each in primitives if each.parent not in sets}))


def _has_primitives(folder: Path, names: Iterable[str]) -> bool:
    """Return whether one of the files in *folder* with these *names* has cards or macros."""
    try:
        files = (each for each in map(folder.joinpath, names) if each.is_file())
        heads = (read_bytes(each, _HEAD) for each in files)
        return any(sniff(head, None) is Confidence.CERTAIN for head in heads)
    except OSError:  # what may not be read has none
        return False


def companions(path: Path) -> tuple[Path, ...]:
    """Return the folder of primitives that belongs to a folder of sets."""
    folder = path / PRIMITIVES_FOLDER
    return (folder,) if folder.is_dir() and split(path) else ()


def nearest_rarity(card: Card) -> str:
    """Return the rarity that is written if a card has none; packs use it for lands."""
    return "land" if "Basic" in card.supertypes and "Land" in card.types else "common"


CAPABILITIES = Capabilities(
    duplicates=False,
    products=False,
    faces=frozenset({"back"}),
    one_face=True,
    numbers=False,
    finishes=NONE,
    entry_finishes=NONE,
    pack_finishes=NONE,
    ids=frozenset({"wagic"}),
    ratings=False,
    related=False,
    draft_effects=False,
    images=False,
    printed_names=False,
    properties=False,
    rarities=frozenset(RARITIES.values()),
    no_rarity=False,
    nearest_rarity=nearest_rarity,
    collations=(Random(replacement=True),),
    otherwise="random, with replacement",
    idle_sheets=False,
    overrides=False,
    boosters=1,
    idle_layouts=False,
    unlimited=False,
    distinct=NONE,
    constraints=False,
    boxes=False,
    events=False,
    keys=frozenset({"wagic"}),
    set_keys=frozenset({"unresolved", "macros"}),
    sheet_keys=frozenset({"filter"}),
    booster_keys=frozenset(KEPT_ATTRIBUTES),
    partly=frozenset({"numbers", "choices"}),
)
FORMAT = Format(
    id="wagic",
    title="Wagic card files",
    extensions=(".dat",),
    options=WagicOptions,
    reader="cardformats.formats.wagic.to_model:read",
    writer="cardformats.formats.wagic.writer:write",
    sniff="cardformats.formats.wagic.format:sniff",
    split="cardformats.formats.wagic.format:split",
    companions="cardformats.formats.wagic.format:companions",
    roots="cardformats.formats.wagic.format:roots",
    formatter="cardformats.formats.wagic.formatting:format_cards",
    style=WagicStyle,
    codes="cardformats.formats.wagic.abilities.linter.codes:CODES",
    capabilities=CAPABILITIES,
    set_codes="cardformats.formats.wagic.format:OFFICIAL_CODES",
    reads_folders=True,
    folder_writer="cardformats.formats.wagic.writer:write_folder",
    home="cardformats.formats.wagic.tree:home",
)


_PACK = re.compile(
    rb"(?:\xef\xbb\xbf)?(?:\s++|<\?.*?\?>|<!--.*?-->|<!DOCTYPE[^\[>]*(?:\[[^\]]*\]\s*)?>)*+<packs?[\s>]",
    re.DOTALL | re.IGNORECASE,
)


def sniff_pack(head: bytes, path: Path | None) -> Confidence:
    """Return a pack begins with its element; comments may stand before it."""
    is_pack = _PACK.match(head) and not (path and path.is_dir())
    return Confidence.CERTAIN if is_pack else Confidence.NO


PACK_CAPABILITIES = evolve(CAPABILITIES, cards=False, metadata=NONE, set_keys=NONE)
PACK_FORMAT = Format(
    id="wagic-pack",
    title="Wagic pack files",
    extensions=(".txt",),
    options=WagicPackOptions,
    reader="cardformats.formats.wagic.packs:read",
    writer="cardformats.formats.wagic.packs_from_model:write",
    by_extension=False,
    sniff="cardformats.formats.wagic.format:sniff_pack",
    capabilities=PACK_CAPABILITIES,
)
