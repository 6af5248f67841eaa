"""The public class of card databases."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache, partial
from itertools import islice
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeAlias

from attrs import evolve, field, frozen

from ..catalog import LANGUAGE, key, meant, own_name, preference, printing_of
from ..diagnostics import Report
from ..errors import CardDatabaseError, UnknownSetError
from ..garbage import paused_collector
from ..model import Card, CardRef, CardSet, Sheet
from ..model.edits import CardIndex
from ..model.validate import at_least, optional_string, string, strings
from .connection import Connection
from .encoding import decode, decode_card, decode_set, storable
from .near import near
from .place import VARIABLE, default_path

#: The source of a database: a path of a file or folder in any format, or a card set.
Source: TypeAlias = str | os.PathLike[str] | CardSet
#: A function that is called with the name of a source and the number of stored cards.
Progress: TypeAlias = Callable[[str, int], object]

#: The number of names whose printings are kept in memory.
_MOST_NAMES = 512

_NAMED = "SELECT data FROM names JOIN cards ON cards.id = card WHERE name = ? ORDER BY rank"
_BEGINNING = (
    "SELECT data FROM names JOIN cards ON cards.id = card WHERE rank = 0 AND name >= ? AND name < ?"
    " ORDER BY name LIMIT ?"
)
#: A character that sorts after every character of a name.
_LAST = chr(0x10FFFF)
_WITH_ID = "SELECT data FROM ids JOIN cards ON cards.id = card WHERE scheme = ? AND value = ?"
_WITH_UUID = (
    "SELECT value, data FROM ids JOIN cards ON cards.id = card WHERE scheme = 'mtgjson' AND value"
)
#: Of several sets with the same code, the first with boosters is chosen, else the first.
_SET = "SELECT code, first, last, data FROM sets WHERE code = ? ORDER BY boosters = 0, id LIMIT 1"
_SUMMARIES = "SELECT code, first, last, summary FROM sets ORDER BY code, boosters = 0, id"


@frozen
class SetSummary:
    """A summary of a set in a card database.

    Attributes:
        code: Its code, or None if it has none.
        name: Its name. If it has neither code nor name, this is the name of its file.
        released: The release date in the form ``2011-09-30``, or None if it is not known.
        boosters: The names of its boosters.
        cards: The number of its cards.
    """

    code: str | None = field(validator=optional_string)
    name: str = field(validator=string)
    released: str | None = field(validator=optional_string)
    boosters: tuple[str, ...] = field(converter=tuple, validator=strings)
    cards: int = field(validator=at_least(0))


class CardDatabase:
    """Cards and sets in a file, found by name, id or set: a :class:`Catalog`.

    Names have the same meaning as in a :class:`CardCatalog`. The file is only read, by any number
    of threads and processes. A new file may replace it in the meantime; this database continues to
    use the old one. It is pickled as its path.

    Attributes:
        path: The absolute path of the file.
        language: The language code of preferred printings.
    """

    def __init__(
        self, path: str | os.PathLike[str] | None = None, language: str = LANGUAGE
    ) -> None:
        """Open a card database.

        Args:
            path: The path of the database; by default the one that the commands use.
            language: The language code of preferred printings, such as ``en``.

        Raises:
            CardDatabaseError: If the file is not a card database, has another version, or is
                damaged. The other methods also raise this error for damaged data.
            OSError: If it cannot be read.
        """
        self.path: Path = _path(path)
        self._connection = Connection(self.path)
        self.language = language
        self._cards_of = lru_cache(_MOST_NAMES)(partial(_cards_of, self._connection, language))

    @classmethod
    def build(
        cls,
        sources: Source | Iterable[Source],
        path: str | os.PathLike[str] | None = None,
        progress: Progress | None = None,
    ) -> Report[CardDatabase]:
        """Build a database of *sources* at *path*, and open it.

        An existing database is replaced when the build is complete. A process that has the old
        database open can continue to use it. Only one set of each source is in memory at a time, if
        its format permits this.

        Args:
            sources: Files and folders of any format, and card sets. If two of them have the same
                printing, or a set with the same code, the first one takes precedence.
            path: The path of the database; by default the one that the commands use. Missing
                folders are created.
            progress: Called after each set with the name of the source and the number of stored
                cards.

        Returns:
            The database, and the diagnostics of reading the sources. Errors in a source do not stop
                the build.

        Raises:
            CardDatabaseError: If *path* is another kind of file, or cannot be written.
            UnknownFormatError: If the format of a source cannot be determined.
            OSError: If a source cannot be read, or *path* cannot be written.
        """
        from .building import build  # noqa: PLC0415 - opening a database needs no readers

        sources = (sources,) if isinstance(sources, (str, os.PathLike, CardSet)) else sources
        target = _path(path)
        diagnostics = build(sources, target, progress or _no_progress)
        return Report(cls(target), diagnostics)

    def printings(self, name: str) -> tuple[Card, ...]:
        """Return all printings of the card called *name*.

        The preferred printing comes first. The tuple is empty if there is no such card.
        """
        return tuple(meant(name, self._cards_of))

    def card(self, ref: str | CardRef) -> Card | None:
        """Return the printing that a name or a reference refers to, or None if there is none.

        If several printings match, the preferred one is returned. The set code, number and id of a
        reference must all agree, where it has them. Set codes are compared without regard to case.
        A string is a name, or has the form ``Name (SET) 123``.
        """
        is_name = isinstance(ref, str) or (ref.set_code is ref.number is ref.id is None)
        if is_name and self.language == LANGUAGE:
            name = ref if isinstance(ref, str) else ref.name
            row = self._connection.row(f"{_NAMED} LIMIT 1", storable(key(name)))
            if row is not None:
                return decode_card(row[0])
        return printing_of(ref, self)

    def with_id(self, scheme: str, value: str) -> Card | None:
        """Return the preferred card with an id, or None if there is none.

        Args:
            scheme: The kind of id, for example ``mtgjson`` or ``multiverse``.
            value: The id.
        """
        row = self._connection.row(_WITH_ID, storable(scheme), storable(value))
        return None if row is None else decode_card(row[0])

    def near(self, name: str, most: int = 1) -> tuple[str, ...]:
        """Return the names that are most similar to *name*, the most similar first.

        If a card has this name, its own name is the only result. At most *most* names are returned.
        """
        card = self.card(CardRef(name))
        return (own_name(card),) if card else tuple(near(self._connection, name, most))

    def beginning(self, start: str, most: int) -> tuple[str, ...]:
        """Return the names that begin with *start*, in order.

        At most *most* names are returned.
        """
        wanted = storable(key(start))
        rows = self._connection.rows(_BEGINNING, wanted, f"{wanted}{_LAST}", most)
        return tuple(dict.fromkeys(own_name(decode_card(data)) for (data,) in rows))

    def sets(self) -> tuple[SetSummary, ...]:
        """Return summaries of all sets, in the order of their codes.

        A set without a code is sorted by its name instead.
        """
        first: dict[object, tuple[Any, ...]] = {}
        for row in self._connection.rows(_SUMMARIES):
            first.setdefault(row[0], row)
        return tuple(map(_summary, first.values()))

    def set(self, code: str) -> CardSet:
        """Return the set with that code, or the set without a code that has that name.

        Case makes no difference. The set has its cards, sheets, boosters and products. If its
        sheets or products have cards of other sets, these are among its cards too, if the database
        has them.

        Raises:
            LookupError: If there is no such set.
        """
        row = self._connection.row(_SET, storable(code.upper()))
        if row is None:
            raise UnknownSetError(f"{self.path} has no set {code!r}")
        key_, first, last, data = row
        with paused_collector():
            if first is None:
                cards = self._cards_with(key_)
            else:
                query = "SELECT data FROM cards WHERE id BETWEEN ? AND ? ORDER BY id"
                cards = _cards(self._connection.rows(query, first, last))
            return self._with_others(decode_set(data, cards))

    def cards(
        self,
        names: Iterable[str] | None = None,
        *,
        sets: Iterable[str] | None = None,
        rarities: Iterable[str] | None = None,
    ) -> CardSet:
        """Return the cards that satisfy all given conditions, as a card set.

        The cards are in the order of *names*, or of *sets* if there are no names. Otherwise they
        are in the order in which they were stored.

        Args:
            names: Names of cards, or None for all cards.
            sets: Set codes, or None for all sets.
            rarities: Rarities, or None for all rarities.
        """
        codes = None if sets is None else dict.fromkeys(code.upper() for code in sets)
        words = None if rarities is None else {*rarities}
        cards: Iterable[Card]
        if names is not None:
            cards = (card for name in names for card in self.printings(name))
        elif codes is not None:
            cards = (card for code in codes for card in self._cards_with(storable(code)))
        else:
            cards = _cards(self._connection.rows("SELECT data FROM cards ORDER BY id"))
        chosen = (
            card
            for card in cards
            if (codes is None or (card.set_code or "").upper() in codes)
            and (words is None or card.rarity in words)
        )
        return CardSet(cards=tuple(dict.fromkeys(chosen)))

    def close(self) -> None:
        """Close the file; later queries are errors."""
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def __reduce__(self) -> tuple[type[CardDatabase], tuple[str, str]]:
        return type(self), (str(self.path), self.language)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self.path)!r})"

    def _cards_with(self, code: str) -> tuple[Card, ...]:
        """Return the cards with a set code, which is in upper case."""
        query = "SELECT data FROM cards WHERE code = ? ORDER BY id"
        return _cards(self._connection.rows(query, code))

    def _with_others(self, cardset: CardSet) -> CardSet:
        """Return *cardset* with those cards of other sets that it names only by their ids."""
        unknown = {
            storable(ref.name): ref
            for ref in _references(cardset)
            if ref.id == ref.name and cardset.card(ref) is None
        }
        rows = self._connection.chosen(_WITH_UUID, unknown)
        if not rows:
            return cardset
        known = {card: card for card in cardset.cards}
        own = len(known)
        others = {
            unknown[value]: known.setdefault(card, card)
            for value, card in ((value, decode_card(data)) for value, data in rows)
            if value in unknown
        }
        index = CardIndex((*cardset.cards, *islice(known, own, None)))
        refs = {ref: index.reference(card) for ref, card in others.items()}
        return evolve(
            cardset,
            cards=index.cards,
            sheets=[_with_refs(sheet, refs) for sheet in cardset.sheets.values()],
            products=[
                product.with_refs(lambda ref: refs.get(ref, ref)) for product in cardset.products
            ],
        )


def _path(path: str | os.PathLike[str] | None) -> Path:
    """Return *path*, or that of the database which the commands use, as an absolute path.

    Raises:
        CardDatabaseError: If *path* is None and the commands use no database.
    """
    if path is None:
        path = default_path()
    if path is None:
        raise CardDatabaseError(
            f"{VARIABLE} is empty, so there is no default card database; give a path"
        )
    return Path(path).absolute()


def _no_progress(_source: str, _cards: int) -> None:
    """Ignore the progress."""


def _cards(rows: Iterable[tuple[Any, ...]]) -> tuple[Card, ...]:
    return tuple([decode_card(data) for (data,) in rows])


def _cards_of(connection: Connection, language: str, name: str) -> tuple[Card, ...]:
    """Return the cards whose name has the key *name*, the preferred one first."""
    cards = _cards(connection.rows(_NAMED, storable(name)))
    if language == LANGUAGE:  # cards are stored in this order
        return cards
    return tuple(sorted(cards, key=partial(preference, language=language)))


def _summary(row: tuple[Any, ...]) -> SetSummary:
    _, first, last, summary = row

    def made(words: Any) -> SetSummary:
        code, name, released, boosters = words
        count = last if first is None else last - first + 1
        return SetSummary(code, name, released, boosters, count)

    return decode(made, summary)


def _references(cardset: CardSet) -> Iterator[CardRef]:
    """Yield the references to cards in sheets and products."""
    for sheet in cardset.sheets.values():
        yield from (entry.card for entry in sheet.entries)
    for product in cardset.products:
        yield from product.refs()


def _with_refs(sheet: Sheet, refs: dict[CardRef, CardRef]) -> Sheet:
    """Return *sheet* with references replaced as in *refs*."""
    entries = [
        evolve(entry, card=refs[entry.card]) if entry.card in refs else entry
        for entry in sheet.entries
    ]
    return evolve(sheet, entries=entries)
