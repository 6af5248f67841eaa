"""The index of a game: which cards, sets and packs there are, and in which files.

It is made by one look at the tags of the sets, which takes a small part of the time that it takes
to read them.  What a card says is read when it is asked for, and that card alone.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, Final, NamedTuple, Self

from ...caching import Caching
from ...diagnostics import DiagnosticLog
from ...source import SourceText
from ..xml_tags import MAX_DEPTH, attribute_values, tags
from ..xml_text import XmlProblem
from .document import read_xml
from .files import GameFiles, folder_around, folder_files
from .format import OctgnOptions, StrPath
from .identity import guid
from .package import open_package

_TAGS: Final = ("set", "pack", "card", "alternate")


class IndexedCard(NamedTuple):
    """A card as the index has it.

    Attributes:
        id: its GUID, bare and in lower case; as written if it is none.
        name: its name.
        set_id: the GUID of its set.
        file: the file of its set, as the files of the game have it.
        alternates: the types of its alternates, in order.
        alternate_names: their names.
    """

    id: str
    name: str
    set_id: str
    file: str
    alternates: tuple[str, ...] = ()
    alternate_names: tuple[str, ...] = ()


class IndexedSet(NamedTuple):
    """A set as the index has it.

    Attributes:
        id: its GUID.
        name: what it is called.
        file: its file.
        code: its short name, or None.
        released: when it came out, as written; empty if it does not say.
        game_id: the GUID of the game that it says it is of.
    """

    id: str
    name: str
    file: str
    code: str | None = None
    released: str = ""
    game_id: str = ""


class IndexedPack(NamedTuple):
    """A pack as the index has it: its GUID and name, the GUID and the file of its set."""

    id: str
    name: str
    set_id: str
    file: str


class SetIndex(NamedTuple):
    """What one set has, and where each card begins and ends in its text."""

    set: IndexedSet
    cards: list[IndexedCard]
    packs: list[IndexedPack]
    places: list[tuple[int, int]]


def index_of_set(source: SourceText, file: str) -> SetIndex | None:
    """What the set in *source*, which the game calls *file*, has; None if it is no set.

    A text that is not well-formed is not noticed as such.
    """
    try:
        return _scan(source.text, file)
    except XmlProblem:
        return None


def _scan(text: str, file: str) -> SetIndex | None:
    """As :func:`index_of_set`.

    Raises:
        XmlProblem: a tag is no XML, or there are too many.
    """
    matches = tags(text, _TAGS)
    of_set = _set(next(matches, None), file)
    if of_set is None:
        return None
    index = SetIndex(of_set, [], [], [])
    #: The numbers of the cards whose end tags are still to come.
    open_: list[int] = []
    alternates: defaultdict[int, list[Mapping[str, str]]] = defaultdict(list)
    for match in matches:
        closing, tag, written, empty = match.groups()[:4]
        if closing is not None:
            if closing == "card" and open_:
                start = index.places[open_[-1]][0]
                index.places[open_.pop()] = (start, match.end())
            continue
        values = attribute_values(written)
        named = (guid(values.get("id", "")), values.get("name", ""), index.set.id, file)
        if tag == "card":
            if not empty:
                open_.append(len(index.cards))
            index.cards.append(IndexedCard(*named))
            index.places.append(match.span())
        elif tag == "pack":
            index.packs.append(IndexedPack(*named))
        elif tag == "alternate":
            for number in open_[-MAX_DEPTH:]:
                alternates[number].append(values)
    _add_alternates(index.cards, alternates)
    return index


def _add_alternates(
    cards: list[IndexedCard], alternates: Mapping[int, list[Mapping[str, str]]]
) -> None:
    """Say of *cards* which alternates they have, by their numbers."""
    for number, own in alternates.items():
        types = tuple(each.get("type", "") for each in own)
        names = tuple(each.get("name", "") for each in own)
        cards[number] = cards[number]._replace(alternates=types, alternate_names=names)


def _set(root: re.Match[str] | None, file: str) -> IndexedSet | None:
    """The set whose start tag *root* is; None if it is that of something else."""
    attributes = attribute_values(root["attributes"]) if root and root["tag"] == "set" else None
    if attributes is None or "xmlns" in attributes:
        return None

    def value(name: str) -> str:
        return attributes.get(name, "")

    return IndexedSet(
        guid(value("id")),
        value("name"),
        file,
        value("shortName").strip() or None,
        value("releaseDate"),
        guid(value("gameId")),
    )


class GameIndex(Caching):
    """What a game has.

    Attributes:
        files: the files of the game.
        options: what its files are read with.
        all_cards, all_sets, packs: in the order of the files, those of the same GUID too.
    """

    def __init__(self, files: GameFiles, options: OctgnOptions | None = None) -> None:
        """Look at the sets of the game in *files*; those that are too large are not there."""
        self.files = files
        self.options = options or OctgnOptions()
        indexes = list(self._sets())
        self.all_sets = tuple(each.set for each in indexes)
        self.all_cards = tuple(card for each in indexes for card in each.cards)
        self.packs = tuple(pack for each in indexes for pack in each.packs)

    @classmethod
    def of(cls, files: GameFiles, options: OctgnOptions | None = None) -> Self:
        """The index of the game in *files*."""
        return cls(files, options)

    @classmethod
    def read(cls, path: StrPath, **options: Any) -> Self:
        """The index of the game in a folder or a package, or of the game around a set's file.

        Raises:
            OptionError: an option of the format ``octgn`` is unknown or has a bad value.
            OSError: the path cannot be read.
        """
        made, place = OctgnOptions.make("octgn", "read", options), Path(path)
        if place.is_dir():
            return cls(folder_files(place), made)
        with place.open("rb") as file:
            data = file.read(made.max_size + 1)
        if data.startswith(b"PK\x03\x04"):
            files = open_package(str(place), data, made, DiagnosticLog(0))
        else:
            files = folder_around(place)
        return cls(files or GameFiles(str(place), (), None, lambda _name, _limit: b""), made)

    def _sets(self) -> Iterator[SetIndex]:
        for name in self.files.sets[: self.options.max_files]:
            source = self.source(name)
            index = index_of_set(source, name) if source else None
            if index is not None:
                yield index

    def source(self, name: str) -> SourceText | None:
        """The text of the file *name* of the game; None if it is too large."""
        data = self.files.read(name, self.options.max_size)
        if len(data) > self.options.max_size:
            return None
        return SourceText.from_bytes(str(Path(self.files.label, name)), data)

    @cached_property
    def cards(self) -> Mapping[str, IndexedCard]:
        """The cards by their GUIDs; of several with the same, the first."""
        return {card.id: card for card in reversed(self.all_cards)}

    @cached_property
    def sets(self) -> Mapping[str, IndexedSet]:
        """The sets by their GUIDs; of several with the same, the first."""
        return {each.id: each for each in reversed(self.all_sets)}

    @cached_property
    def _definition(self) -> Any:
        """The root element of the definition, of lxml; None if there is none."""
        source = self.source(self.files.definition) if self.files.definition else None
        xml = read_xml(source, "game", DiagnosticLog(0)) if source else None
        return xml[0].document.root if xml else None

    @cached_property
    def game_id(self) -> str:
        """The GUID of the game: that of its definition, else the one that its sets say first."""
        if self._definition is not None:
            return guid(self._definition.get("id", ""))
        return next((each.game_id for each in self.all_sets if each.game_id), "")

    @cached_property
    def sections(self) -> tuple[str, ...]:
        """The sections of the game's decks, by its definition; empty if that is not known."""
        return self._sections("deck")

    @cached_property
    def shared_sections(self) -> tuple[str, ...]:
        """The sections that all players of a game share."""
        return self._sections("sharedDeck")

    def _sections(self, tag: str) -> tuple[str, ...]:
        deck = None if self._definition is None else self._definition.find(tag)
        return () if deck is None else tuple(each.get("name", "") for each in deck.iter("section"))
