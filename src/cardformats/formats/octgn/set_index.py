"""The index of a set: its cards and packs, by one look at its tags."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping
from typing import Final, NamedTuple

from ...source import SourceText
from ..xml_tags import MAX_DEPTH, attribute_values, tags
from ..xml_text import XmlProblem
from .identity import guid

_NOT_IN_WORDS: Final = re.compile(r"[^A-Za-z0-9]+")
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
        """What texts can call it: its code, else its name as one word; None if it has neither."""
        return self.code or _NOT_IN_WORDS.sub("_", self.name).strip("_") or None


class IndexedPack(NamedTuple):
    """A pack as the index has it: its GUID and name, the GUID and the file of its set."""

    id: str
    name: str
    set_id: str
    file: str


class SetIndex(NamedTuple):
    """What one set has."""

    set: IndexedSet
    cards: list[IndexedCard]
    packs: list[IndexedPack]


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
    index = SetIndex(of_set, [], [])
    #: The numbers of the cards whose end tags are still to come.
    open_: list[int] = []
    alternates: defaultdict[int, list[Mapping[str, str]]] = defaultdict(list)
    for match in matches:
        closing, tag, written, empty = match.groups()[:4]
        if closing is not None:
            if closing == "card" and open_:
                open_.pop()
            continue
        values = attribute_values(written)
        named = (guid(values.get("id", "")), values.get("name", ""), index.set.id, file)
        if tag == "card":
            if not empty:
                open_.append(len(index.cards))
            index.cards.append(IndexedCard(*named))
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
        value("hidden").strip().lower() == "true",
    )
