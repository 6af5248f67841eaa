"""The syntax of a set file: the set's JSON object, positions of values, names of members."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path as FilePath
from typing import Any, Final

from attrs import define, field, frozen

from ...source import SourceText, Span
from ..json_text import JsonText, Path
from .format import MtgjsonOptions

#: The schemes of ids, and the members of ``identifiers`` that hold them.
IDENTIFIERS: Final[Mapping[str, str]] = {
    "scryfall": "scryfallId",
    "scryfall_oracle": "scryfallOracleId",
    "multiverse": "multiverseId",
    "mtgo": "mtgoId",
    "arena": "mtgArenaId",
    "tcgplayer": "tcgplayerProductId",
    "cardmarket": "mcmId",
}
#: Members of cards that have no field in the model and are stored in the extras: those that most
#: cards have, and those that few have.
USUAL: Final = ("layout", "language", "borderColor")
RARE: Final = frozenset(
    (
        "asciiName",
        "colorIndicator",
        "defense",
        "flavorName",
        "frameEffects",
        "hand",
        "life",
        "isAlternative",
        "isFullArt",
        "isFunny",
        "isOnlineOnly",
        "isOversized",
        "isPromo",
        "isRebalanced",
        "isTextless",
        "originalReleaseDate",
        "promoTypes",
        "unknownCost",
    )
)
KEPT: Final = (*USUAL, "availability", "finishes", *sorted(RARE))
#: The usual finishes, which are not stored.
FINISHES: Final = ["nonfoil", "foil"]
#: Members that are derived from others.
DERIVED: Final = frozenset(
    (
        "manaValue",
        "convertedManaCost",
        "faceManaValue",
        "faceConvertedManaCost",
        "hasFoil",
        "hasNonFoil",
        "colorIdentity",
    )
)
#: The kind of further faces, by the layout of the card; ``alternate`` of all others.
FACE_KINDS: Final[Mapping[str, str]] = {
    "transform": "back",
    "modal_dfc": "back",
    "meld": "back",
    "reversible_card": "back",
    "double_faced_token": "back",
    "art_series": "back",
    "split": "split",
    "aftermath": "split",
}
#: The metadata of the model, with the members of a set.
META: Final[Mapping[str, str]] = {"release_date": "releaseDate", "type": "type", "block": "block"}
#: The rarity of tokens, which have none in the data.
TOKEN: Final = "token"  # noqa: S105 - no password
#: The separator of the names of faces.
FACES: Final = " // "


@define
class ValuePositions:
    """The positions of the values in a JSON text, which is searched on demand.

    Attributes:
        name: The name of the text.
        make: A function that returns the text.
        known: The text, if it is already known.
    """

    name: str
    make: Callable[[], SourceText]
    known: JsonText | None = None

    @property
    def text(self) -> JsonText:
        """Return the text as JSON."""
        if self.known is None:
            self.known = JsonText.whole(self.make())
        return self.known

    @property
    def start(self) -> Span:
        """Return the start of the text. It is known without searching the text."""
        source = SourceText(self.name, "") if self.known is None else self.known.source
        return source.span(0)

    def span(self, path: Path, *, key: bool = False) -> Span:
        """Return the position of the value at *path*, of its name, or a nearby position."""
        return self.text.span(path, key=key)


@frozen
class SetFile:
    """The file that a card set was read from.

    Attributes:
        source: The whole text.
        path: The path to the set's object in it.
        options: The options of the reader.
        file: The file; None if there is none.
    """

    source: SourceText
    path: Path
    options: MtgjsonOptions
    file: FilePath | None = None


@frozen
class SetData:
    """The data of a set that is read.

    Attributes:
        value: The JSON object of the set.
        path: The path to it in the text.
        places: The positions of values.
        file: The file; None if there is none.
        about: The version and date of the file.
        is_whole: Whether the text is stored, so that it can be written back.
        is_old: Whether the file has a version before 5.
        others: A function that reads all sets of the file again; None if it is not needed.
    """

    value: dict[str, Any] = field(repr=False)
    path: Path
    places: ValuePositions = field(repr=False)
    file: FilePath | None = None
    about: Mapping[str, Any] = field(factory=dict)
    is_whole: bool = True
    is_old: bool = False
    others: Callable[[], Iterable[SetData]] | None = field(default=None, repr=False, eq=False)
