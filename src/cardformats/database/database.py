"""Card databases as their users have them."""

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

#: What a database is built of: paths of any format, and card sets.
Source: TypeAlias = str | os.PathLike[str] | CardSet
#: Called with the name of a source and the number of cards that are stored.
Progress: TypeAlias = Callable[[str, int], object]

#: So many names are kept with their printings.
_MOST_NAMES = 512

_NAMED = "SELECT data FROM names JOIN cards ON cards.id = card WHERE name = ? ORDER BY rank"
_BEGINNING = (
    "SELECT data FROM names JOIN cards ON cards.id = card WHERE rank = 0 AND name >= ? AND name < ?"
    " ORDER BY name LIMIT ?"
)
#: It comes after all that names have.
_LAST = chr(0x10FFFF)
_WITH_ID = "SELECT data FROM ids JOIN cards ON cards.id = card WHERE scheme = ? AND value = ?"
_WITH_UUID = (
    "SELECT value, data FROM ids JOIN cards ON cards.id = card WHERE scheme = 'mtgjson' AND value"
)
#: Of several sets with a code that with boosters is the one, or else the first.
_SET = "SELECT code, first, last, data FROM sets WHERE code = ? ORDER BY boosters = 0, id LIMIT 1"
_SUMMARIES = "SELECT code, first, last, summary FROM sets ORDER BY code, boosters = 0, id"


@frozen
class SetSummary:
    """What a database has of a set.

    Attributes:
        code: its code; None if it has none.
        name: its name; that of its file if it has neither.
        released: the day, as ``2011-09-30``; None if that is not known.
        boosters: the names of its boosters.
        cards: how many it has.
    """

    code: str | None = field(validator=optional_string)
    name: str = field(validator=string)
    released: str | None = field(validator=optional_string)
    boosters: tuple[str, ...] = field(converter=tuple, validator=strings)
    cards: int = field(validator=at_least(0))


class CardDatabase:
    """Cards and sets in a file, by name, by id and by set: a :class:`Catalog`.

    A name means what it means to a :class:`CardCatalog`.  The file is only read, by any number of
    threads and processes; a new one may take its place meanwhile, which this database does not see.
    It is pickled by its path.

    Attributes:
        path: where it is, absolute.
        language: the code of the language whose printings are preferred.
    """

    def __init__(
        self, path: str | os.PathLike[str] | None = None, language: str = LANGUAGE
    ) -> None:
        """Open the database at *path*, or the one that commands use.

        Printings in *language*, a code such as ``en``, are preferred.

        Raises:
            CardDatabaseError: the file is no card database, is of another version, or is damaged;
                the other methods, too, raise this for what is damaged.
            OSError: it cannot be read.
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

        What was there is replaced in the end; who has it open goes on with it.  Of each source only
        one set is in memory at a time, if its format can be read so.

        Args:
            sources: files and folders of any format, and card sets; where two of them have the
                same printing, or a set of the same code, the first one precedes.
            path: where it is to be, if not where commands have it; missing folders are made.
            progress: called after each set with the name of the source and the number of cards that
                are stored.

        Returns:
            The database, and what was found in reading the sources, whose errors do not stop it.

        Raises:
            CardDatabaseError: there is another file at *path*, or it cannot be written.
            UnknownFormatError: the format of a source cannot be told.
            OSError: a source cannot be read, or *path* not be written.
        """
        from .building import build  # noqa: PLC0415 - to open one, no reader is needed

        sources = (sources,) if isinstance(sources, (str, os.PathLike, CardSet)) else sources
        target = _path(path)
        diagnostics = build(sources, target, progress or _no_progress)
        return Report(cls(target), diagnostics)

    def printings(self, name: str) -> tuple[Card, ...]:
        """All printings of the card called *name*, the preferred one first; empty if none."""
        return tuple(meant(name, self._cards_of))

    def card(self, ref: str | CardRef) -> Card | None:
        """The printing that a name or a reference means, or None; the preferred one of several.

        A reference's set code, number and id, where it has them, must all agree; set codes compare
        without regard to case.  A string is a name, or else ``Name (SET) 123``.
        """
        is_name = isinstance(ref, str) or (ref.set_code is ref.number is ref.id is None)
        if is_name and self.language == LANGUAGE:
            name = ref if isinstance(ref, str) else ref.name
            row = self._connection.row(f"{_NAMED} LIMIT 1", storable(key(name)))
            if row is not None:
                return decode_card(row[0])
        return printing_of(ref, self)

    def with_id(self, scheme: str, value: str) -> Card | None:
        """The preferred card with that id, e.g. of ``mtgjson`` or ``multiverse``, or None."""
        row = self._connection.row(_WITH_ID, storable(scheme), storable(value))
        return None if row is None else decode_card(row[0])

    def near(self, name: str, most: int = 1) -> tuple[str, ...]:
        """The names that *name* is most like, at most so many, the nearest first."""
        card = self.card(CardRef(name))
        return (own_name(card),) if card else tuple(near(self._connection, name, most))

    def beginning(self, start: str, most: int) -> tuple[str, ...]:
        """The names that begin as *start* does, at most so many, in order."""
        wanted = storable(key(start))
        rows = self._connection.rows(_BEGINNING, wanted, f"{wanted}{_LAST}", most)
        return tuple(dict.fromkeys(own_name(decode_card(data)) for (data,) in rows))

    def sets(self) -> tuple[SetSummary, ...]:
        """All sets, by their codes, or by their names where they have none."""
        first: dict[object, tuple[Any, ...]] = {}
        for row in self._connection.rows(_SUMMARIES):
            first.setdefault(row[0], row)
        return tuple(map(_summary, first.values()))

    def set(self, code: str) -> CardSet:
        """The set of that code, or that has no code and that name, in any case.

        It has its cards, sheets, boosters and products.  Where sheets or products have cards of
        other sets, these are among its cards, too, if the database has them.

        Raises:
            LookupError: there is no such set.
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
        """The cards that have one of *names*, one of the codes of *sets*, and one of *rarities*.

        Of what is None there is no condition.  The cards are in the order of the names, or of the
        sets, and then in that in which they were stored.
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
        """Close the file; nothing can be asked afterwards."""
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
        """The cards with a code, which is upper case."""
        query = "SELECT data FROM cards WHERE code = ? ORDER BY id"
        return _cards(self._connection.rows(query, code))

    def _with_others(self, cardset: CardSet) -> CardSet:
        """*cardset* with the cards of other sets that it knows by their ids alone."""
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
    """*path*, or that of the database that commands use, absolute.

    Raises:
        CardDatabaseError: there is to be none.
    """
    if path is None:
        path = default_path()
    if path is None:
        raise CardDatabaseError(f"{VARIABLE} is empty, so there is no database without a path")
    return Path(path).absolute()


def _no_progress(_source: str, _cards: int) -> None:
    """Tell nobody."""


def _cards(rows: Iterable[tuple[Any, ...]]) -> tuple[Card, ...]:
    return tuple([decode_card(data) for (data,) in rows])


def _cards_of(connection: Connection, language: str, name: str) -> tuple[Card, ...]:
    """The cards of which *name* is the key, the preferred one first."""
    cards = _cards(connection.rows(_NAMED, storable(name)))
    if language == LANGUAGE:  # the order in which they are stored
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
    """What sheets and products have."""
    for sheet in cardset.sheets.values():
        yield from (entry.card for entry in sheet.entries)
    for product in cardset.products:
        yield from product.refs()


def _with_refs(sheet: Sheet, refs: dict[CardRef, CardRef]) -> Sheet:
    """*sheet* with other references to some cards."""
    entries = [
        evolve(entry, card=refs[entry.card]) if entry.card in refs else entry
        for entry in sheet.entries
    ]
    return evolve(sheet, entries=entries)
