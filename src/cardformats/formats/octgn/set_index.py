"""The index of a set: its cards and packs, by one look at its tags."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import Final, NamedTuple

from ...model import FrozenDict
from ...source import SourceText
from ..guids import guid
from ..xml_tags import MAX_DEPTH, XmlProblem, tags
from ..xml_text import attribute_values

_TAGS: Final = ("set", "pack", "card", "alternate", "marker")


class IndexedCard(NamedTuple):
    """A card as the index has it.

    Attributes:
        id: its GUID, bare and in lower case; as written if it is none.
        name: its name.
        set_id: the GUID of its set.
        file: the file of its set, as the files of the game have it.
        alternates: the types of its alternates, in order.
        alternate_names: their names.
        start: where its start tag is in the text.
    """

    id: str
    name: str
    set_id: str
    file: str
    alternates: tuple[str, ...] = ()
    alternate_names: tuple[str, ...] = ()
    start: int = 0


class IndexedSet(NamedTuple):
    """A set as the index has it.

    Attributes:
        id: its GUID.
        name: what it is called.
        file: its file.
        code: its short name, or None.
        released: when it came out, as written; empty if it does not say.
        game_id: the GUID of the game that it says it is of.
        is_hidden: whether players do not see it where they choose cards.
    """

    id: str
    name: str
    file: str
    code: str | None = None
    released: str = ""
    game_id: str = ""
    is_hidden: bool = False

    @property
    def written_code(self) -> str | None:
        """Return its code, or else its name as one word; None if neither exists."""
        letters = (each if each.isascii() and each.isalnum() else " " for each in self.name)
        return self.code or "_".join("".join(letters).split()) or None


class IndexedPack(NamedTuple):
    """A pack as the index has it.

    Attributes:
        id: its GUID.
        name: what it is called.
        set_id, file: the GUID and the file of its set.
        start: where its start tag is in the text.
    """

    id: str
    name: str
    set_id: str
    file: str
    start: int = 0


class IndexedMarker(NamedTuple):
    """A marker as the index has it: its GUID and name, and where its start tag is."""

    id: str
    name: str
    start: int


class SetIndex(NamedTuple):
    """What one set has.

    Attributes:
        set: the set itself.
        cards, packs, markers: in order.
        unsized: where the start tags are of cards and alternates that say an empty size.
        start: where its own start tag is in the text.
        attributes: those of that tag.
    """

    set: IndexedSet
    cards: list[IndexedCard]
    packs: list[IndexedPack]
    markers: list[IndexedMarker]
    unsized: list[int]
    start: int = 0
    attributes: Mapping[str, str] = FrozenDict()


def index_of_set(source: SourceText, file: str) -> SetIndex | None:
    """Return the index of the set in *source*, called *file*; None if it is no set.

    A text that is not well-formed is not noticed as such.
    """
    try:
        return _scan(source.text, file)
    except XmlProblem:
        return None


def _scan(text: str, file: str) -> SetIndex | None:
    """Return the index of the set in *text*, called *file*; None if it is no set.

    Raises:
        XmlProblem: If a tag is not XML, or there are too many tags.
    """
    matches = tags(text, _TAGS)
    root = next(matches, None)
    if root is None or root["TAG"] != "set":
        return None
    attributes = attribute_values(root["ATTRIBUTES"])
    if "xmlns" in attributes:
        return None
    index = SetIndex(_set(attributes, file), [], [], [], [], root.start(), attributes)
    #: The numbers of the cards whose end tags are still to come.
    open_: list[int] = []
    alternates: defaultdict[int, list[Mapping[str, str]]] = defaultdict(list)
    for match in matches:
        closing, tag, written, empty = match.group("CLOSING", "TAG", "ATTRIBUTES", "EMPTY")
        if closing is not None:
            if closing == "card" and open_:
                open_.pop()
            continue
        values = attribute_values(written)
        _add(index, tag, values, match.start())
        if tag == "card" and not empty:
            open_.append(len(index.cards) - 1)
        elif tag == "alternate":
            for number in open_[-MAX_DEPTH:]:
                alternates[number].append(values)
    _add_alternates(index.cards, alternates)
    return index


def _add(index: SetIndex, tag: str, values: Mapping[str, str], start: int) -> None:
    """Add to *index* what has a start tag with these attributes."""
    if values.get("size") == "" and tag in ("card", "alternate"):
        index.unsized.append(start)
    id_, name, of_set = guid(values.get("id", "")), values.get("name", ""), index.set
    if tag == "card":
        index.cards.append(IndexedCard(id_, name, of_set.id, of_set.file, (), (), start))
    elif tag == "pack":
        index.packs.append(IndexedPack(id_, name, of_set.id, of_set.file, start))
    elif tag == "marker":
        index.markers.append(IndexedMarker(id_, name, start))


def _add_alternates(
    cards: list[IndexedCard], alternates: Mapping[int, list[Mapping[str, str]]]
) -> None:
    """Say of *cards* which alternates they have, by their numbers."""
    for number, own in alternates.items():
        types = tuple(each.get("type", "") for each in own)
        names = tuple(each.get("name", "") for each in own)
        cards[number] = cards[number]._replace(alternates=types, alternate_names=names)


def _set(attributes: Mapping[str, str], file: str) -> IndexedSet:
    """Return the set whose start tag has these *attributes*."""

    def value(name: str) -> str:
        return attributes.get(name, "")

    return IndexedSet(
        guid(value("id")),
        value("name"),
        file,
        value("shortName").strip() or None,
        value("releaseDate"),
        guid(value("gameId")),
        value("hidden").strip().lower() == "true",
    )
