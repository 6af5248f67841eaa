"""What a set file says: the set's JSON object and where its values stand; and names of members."""

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
#: Members of cards that the model has no word for, and that are kept for this format: those that
#: most cards have, and those that few have.
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
#: What is not kept of them: the usual finishes, and where a card is to be had if that is on paper.
FINISHES: Final = ["nonfoil", "foil"]
#: Members that say again what others say.
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
#: The metadata of the model, and the members of a set that it is.
META: Final[Mapping[str, str]] = {"release_date": "releaseDate", "type": "type", "block": "block"}
#: The rarity of tokens, of which the data says none.
TOKEN: Final = "token"  # noqa: S105 - no password
#: Between the names of faces.
FACES: Final = " // "


@define
class Places:
    """Where the values of a JSON text stand; it is looked through when a place is asked for.

    Attributes:
        name: what the text is called.
        make: gives the text.
        known: the text, if it was given or made.
    """

    name: str
    make: Callable[[], SourceText]
    known: JsonText | None = None

    @property
    def text(self) -> JsonText:
        """The text, as JSON."""
        if self.known is None:
            self.known = JsonText.whole(self.make())
        return self.known

    @property
    def start(self) -> Span:
        """Where the text begins; no other place is found without looking through it."""
        source = SourceText(self.name, "") if self.known is None else self.known.source
        return source.span(0)

    def span(self, path: Path, *, key: bool = False) -> Span:
        """Where the value at *path* stands, or its member's name; what is near if nothing does."""
        return self.text.span(path, key=key)


@frozen
class SetFile:
    """What a card set was read from.

    Attributes:
        source: the whole text.
        path: the way to the set's object in it.
        options: how it was read.
        file: the file that it is in; None if it is in none.
    """

    source: SourceText
    path: Path
    options: MtgjsonOptions
    file: FilePath | None = None


@frozen
class SetData:
    """A set as it is read.

    Attributes:
        value: its JSON object.
        path: the way to it in the text.
        places: where values stand.
        file: the file that it is in; None if it is in none.
        about: the file's version and date.
        is_whole: whether the text stays known, so that it can be written back.
        is_old: whether the file is of a version before 5.
        others: goes through all sets of the file anew; None if that is not wished.
    """

    value: dict[str, Any] = field(repr=False)
    path: Path
    places: Places = field(repr=False)
    file: FilePath | None = None
    about: Mapping[str, Any] = field(factory=dict)
    is_whole: bool = True
    is_old: bool = False
    others: Callable[[], Iterable[SetData]] | None = field(default=None, repr=False, eq=False)
