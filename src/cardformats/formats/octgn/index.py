"""The index of a game: which cards, sets and packs there are, and in which files.

It is made by one look at the tags of the sets, which takes a small part of the time that it takes
to read them.  What a card says is read when it is asked for, and that card alone.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import Any, Final, Self

from ...caching import Caching
from ...diagnostic_log import DiagnosticLog
from ...errors import OptionError
from ...model import Card, CardSet
from ...source import SourceText, read_bytes
from ..guids import guid
from .document import read_xml
from .files import GameFiles, folder_around, folder_files
from .format import OctgnOptions, OpenGame, StrPath
from .games import LoadedGame
from .names import GameNames
from .package import open_package
from .set_index import IndexedCard, IndexedPack, IndexedSet, SetIndex, index_of_set
from .syntax import GameTree

__all__ = ["GameIndex", "IndexedCard", "IndexedPack", "IndexedSet"]

#: More sections than any game's decks have.
_MAX_SECTIONS: Final = 100


class GameIndex(OpenGame, Caching):
    """What a game has; its files are looked at when it is asked for, and once.

    Attributes:
        files: the files of the game.
        options: what its files are read with.
    """

    def __init__(
        self,
        files: GameFiles,
        options: OctgnOptions | None = None,
        *,
        path: Path | None = None,
        cardset: CardSet | None = None,
    ) -> None:
        """Take the game in *files*, which are at *path*, or the one that *cardset* is."""
        self.files = files
        self.options: OctgnOptions = options or OctgnOptions()
        self.path = path
        self._cardset = cardset
        self._cards: dict[str, Card] = {}

    @classmethod
    def of(cls, files: GameFiles, options: OctgnOptions | None = None) -> Self:
        """Return the index of the game in *files*."""
        return cls(files, options)

    @classmethod
    def read(cls, path: StrPath, **options: Any) -> GameIndex:
        """Return the index of the game in a folder or a package, or around a set's file.

        Args:
            path: where it is.
            **options: those of the format ``octgn``; sets that are too large are not there.

        Raises:
            OptionError: If an option is unknown or has a bad value, or a package cannot be opened.
            OSError: If *path* cannot be read.
        """
        return _opened(Path(path), OctgnOptions.make("octgn", "read", options))

    @classmethod
    def of_cardset(cls, cardset: CardSet) -> Self:
        """Return the index of the game that *cardset* is; what was read of it is at hand."""
        tree = cardset.syntax
        sources = tree.sources if isinstance(tree, GameTree) else {}
        definition = tree.definition if isinstance(tree, GameTree) else None
        files = GameFiles(
            cardset.name, lambda: (), definition, lambda name, _limit: sources[name].text.encode()
        )
        index = cls(files, cardset=cardset)
        index._cards = {each.ids["octgn"]: each for each in reversed(_with_ids(cardset))}
        return index

    def __reduce__(self) -> Any:
        """Pickle the path and the options; a copy reads the files itself."""
        if self.path is not None:
            return _opened, (self.path, self.options)
        if self._cardset is not None:
            return type(self).of_cardset, (self._cardset,)
        return super().__reduce__()

    @cached_property
    def _indexes(self) -> tuple[SetIndex, ...]:
        if self._cardset is not None:
            return tuple(_indexes_of(self._cardset))
        names = self.files.sets[: self.options.max_files]
        sources = ((name, self.source(name)) for name in names)
        indexes = (index_of_set(source, name) for name, source in sources if source)
        return tuple(each for each in indexes if each)

    @cached_property
    def all_sets(self) -> tuple[IndexedSet, ...]:
        """Return the sets in the order of the files, those of the same GUID too."""
        return tuple(each.set for each in self._indexes)

    @cached_property
    def all_cards(self) -> tuple[IndexedCard, ...]:
        """Return the cards in the order of the files, those of the same GUID too."""
        return tuple(card for each in self._indexes for card in each.cards)

    @cached_property
    def packs(self) -> tuple[IndexedPack, ...]:
        """Return the packs in the order of the files, those of the same GUID too."""
        return tuple(pack for each in self._indexes for pack in each.packs)

    def source(self, name: str) -> SourceText | None:
        """Return the text of the file *name* of the game; None if it is too large."""
        return self.files.source(name, self.options.max_size, DiagnosticLog(0))

    @cached_property
    def cards(self) -> Mapping[str, IndexedCard]:
        """Return the cards by their GUIDs; of several with the same, the first."""
        return {card.id: card for card in reversed(self.all_cards)}

    @cached_property
    def sets(self) -> Mapping[str, IndexedSet]:
        """Return the sets by their GUIDs; of several with the same, the first."""
        return {each.id: each for each in reversed(self.all_sets)}

    @cached_property
    def _definition(self) -> Any:
        """Return the root element of the definition, of lxml; None if there is none."""
        source = self.source(self.files.definition) if self.files.definition else None
        xml = read_xml(source, "game", DiagnosticLog(0)) if source else None
        return xml[0].document.root if xml else None

    @cached_property
    def game_id(self) -> str:
        """Return the GUID of the game: from its definition, or else from its first set."""
        if self._definition is not None:
            return guid(self._definition.get("id", ""))
        return next((each.game_id for each in self.all_sets if each.game_id), "")

    @cached_property
    def sections(self) -> tuple[str, ...]:
        """Return the sections of the game's decks; empty if they are not known."""
        return self._sections("deck")

    @cached_property
    def shared_sections(self) -> tuple[str, ...]:
        """Return the sections that all players of a game share."""
        return self._sections("sharedDeck")

    def _sections(self, tag: str) -> tuple[str, ...]:
        deck = None if self._definition is None else self._definition.find(tag)
        sections = () if deck is None else islice(deck.iter("section"), _MAX_SECTIONS)
        return tuple(each.get("name", "") for each in sections)

    @cached_property
    def names(self) -> GameNames:
        """Return its cards by their names."""
        return GameNames(self.all_cards, self.sets)

    # -- what cards say

    def card(self, number: str) -> Card | None:
        """Return the card with the GUID *number*, as the game is read; None if there is none."""
        self.load((number,))
        return self._cards.get(number)

    def load(self, numbers: Iterable[str]) -> None:
        """Read the sets that have the cards of these GUIDs; a set is read but once."""
        missing = {number for number in numbers if number not in self._cards} & self.cards.keys()
        for file in {self.cards[number].file for number in missing}:
            source = self.source(file)
            loaded = self._game.open(source, self._game.log) if source else None
            if loaded is not None:
                builder = loaded.card_builder(is_foreign=file != self.all_sets[0].file)
                for record in loaded.record.cards:
                    if self.cards[record.id].file == file:
                        self._cards.setdefault(record.id, builder.card(record))

    @cached_property
    def _game(self) -> LoadedGame:
        return LoadedGame(self.files, self.options, DiagnosticLog(0))


def _opened(path: Path, options: OctgnOptions) -> GameIndex:
    """Return the index of what is at *path*."""
    if path.is_dir():
        return GameIndex(folder_files(path), options, path=path)
    data = read_bytes(path, options.max_size)
    if data.startswith(b"PK\x03\x04"):
        files = open_package(str(path), data, options, DiagnosticLog(0))
        if files is None:
            raise OptionError(f"game: the package {path} cannot be opened")
    else:
        files = folder_around(path) or GameFiles(str(path), lambda: ("",), None, lambda *_: data)
    return GameIndex(files, options, path=path)


def open_game(path: Path) -> GameIndex:
    """Return the game at *path*, for all that is read with it."""
    return GameIndex.read(path)


def _with_ids(cardset: CardSet) -> list[Card]:
    return [each for each in cardset.cards if "octgn" in each.ids]


def _indexes_of(cardset: CardSet) -> Iterator[SetIndex]:
    """Yield the sets of *cardset*, by their codes."""
    about = cardset.extras.get("octgn", {}).get("game")
    game_id = str(about.get("id", "")) if isinstance(about, Mapping) else ""
    by_set: defaultdict[str | None, list[Card]] = defaultdict(list)
    for card in _with_ids(cardset):
        by_set[card.set_code].append(card)
    for code, cards in by_set.items():
        own = IndexedSet(code or "", cardset.name, "", code, "", game_id)
        indexed = [
            IndexedCard(
                card.ids["octgn"],
                card.name,
                own.id,
                "",
                tuple(each.kind for each in card.faces[1:]),
                tuple(each.name for each in card.faces[1:]),
            )
            for card in cards
        ]
        yield SetIndex(own, indexed, [], [], [])
