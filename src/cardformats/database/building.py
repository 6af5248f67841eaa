"""Building a card database: sets are stored one at a time, and sorted at the end."""

from __future__ import annotations

import os
import sqlite3
from array import array
from collections import defaultdict
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from functools import lru_cache, partial
from itertools import groupby, islice
from operator import itemgetter
from pathlib import Path
from typing import Any, TypeAlias

from attrs import evolve

from ..catalog import folded, groups, identities, keys, own_name, preference
from ..diagnostic_log import DiagnosticLog
from ..diagnostics import Diagnostic, Report
from ..errors import CardDatabaseError
from ..files import replaced_file
from ..garbage import paused_collector
from ..io import read_sets
from ..model import Card, CardSet
from .codes import DatabaseCode
from .encoding import decode_card, encode, encode_card, encode_set, storable
from .near import packed
from .schema import APPLICATION_ID, TABLES, VERSION, is_database

_Source: TypeAlias = str | os.PathLike[str] | CardSet

#: The number of sets that are stored between two runs of the garbage collector.
_BATCH = 20
_MOST_DIAGNOSTICS = 10_000
#: The characters of source texts that diagnostics may keep in memory to show places in them.
_MOST_TEXT = 32 * 2**20

#: The names of a set's release date in card data.
_RELEASED = ("released_at", "releaseDate")
#: The temporary tables, which are sorted at the end.
_STAGED = (
    "CREATE TEMP TABLE staged_cards (card INTEGER PRIMARY KEY, preference TEXT, is_guest INT,"
    " printing TEXT, origin INT, spelling TEXT)",
    "CREATE INDEX temp.staged_printings ON staged_cards (printing)",
    # the names of cards by rank, as ``keys`` returns them
    "CREATE TEMP TABLE staged_names (name TEXT, kind INT, card INT)",
    "CREATE TEMP TABLE staged_ids (scheme TEXT, value TEXT, card INT)",
)


def build(
    sources: Iterable[_Source], path: Path, progress: Callable[[str, int], object]
) -> tuple[Diagnostic, ...]:
    """Build a database of *sources* at *path*.

    An existing database is replaced when the build is complete.

    Args:
        sources: Files, folders and card sets.
        path: The path of the database.
        progress: Called after each set with the name of the source and the number of stored cards.

    Returns:
        The diagnostics of reading the sources.

    Raises:
        CardDatabaseError: If *path* is another kind of file, or cannot be written.
        OSError: If a source cannot be read, or *path* cannot be written.
    """
    if path.exists() and not is_database(path):
        raise CardDatabaseError(f"{path} is not a card database; it is not replaced")
    log = _LimitedLog()
    with replaced_file(path) as temporary:
        connection = sqlite3.connect(temporary, isolation_level=None)
        try:
            builder = _Builder(connection, log)
            for source in sources:
                name = source.name if isinstance(source, CardSet) else os.fspath(source)
                builder.begin(name)
                with closing(_reports(source)) as reports:
                    for report in reports:
                        builder.add(report.value)
                        log.extend(report.diagnostics)
                        progress(name, builder.count)
            with paused_collector():
                builder.finish()
        except sqlite3.Error as error:
            raise CardDatabaseError(f"{path} cannot be written: {error}") from None
        finally:
            connection.close()
    return log.finish()


def _reports(source: _Source) -> Generator[Report[CardSet], None, None]:
    """Yield the sets of a source, with garbage collection only after every few sets."""
    reports = iter((Report(source),)) if isinstance(source, CardSet) else read_sets(source)
    while True:
        with paused_collector():
            batch = islice(reports, _BATCH)
            report = next(batch, None)
            if report is None:
                return
            yield report
            yield from batch


class _LimitedLog(DiagnosticLog):
    """A log that keeps a limited amount of the source texts of diagnostics."""

    def __init__(self) -> None:
        super().__init__(_MOST_DIAGNOSTICS)
        self._left = _MOST_TEXT
        self._texts: set[str] = set()

    def extend(self, diagnostics: Iterable[Diagnostic]) -> None:
        """Record diagnostics; beyond the limit of text, their places are kept as words only."""
        super().extend(map(self._lightened, diagnostics))

    def _lightened(self, diagnostic: Diagnostic) -> Diagnostic:
        span = diagnostic.span
        if span is None or span.source.name in self._texts:
            return diagnostic
        if len(span.source.text) > self._left:
            return evolve(diagnostic, span=None, message=f"{span}: {diagnostic.message}")
        self._left -= len(span.source.text)
        self._texts.add(span.source.name)
        return diagnostic


class _Builder:
    """A database that is being built.

    Attributes:
        count: The number of stored cards.
    """

    def __init__(self, connection: sqlite3.Connection, log: DiagnosticLog) -> None:
        self.connection = connection
        self.count = 0
        self._log = log
        self._origin = 0
        self._source = self._last_set = ""
        #: The first source of each set, by set code.
        self._sources: dict[str | None, str] = {}
        #: The names of sets that have only cards, by set code.
        self._names: dict[str, str] = {}
        for setting in ("journal_mode = OFF", "synchronous = OFF", "cache_size = -16000"):
            connection.execute(f"PRAGMA {setting}")
        connection.execute("BEGIN")
        for statement in (*TABLES, *_STAGED):
            if "INDEX" not in statement:  # indexes are created at the end, from sorted rows
                connection.execute(statement)

    def begin(self, source: str) -> None:
        """Begin with the source of that name."""
        self._source = source
        self._last_set = ""
        self._origin += 1

    def add(self, cardset: CardSet) -> None:
        """Store a set."""
        first = self.count + 1
        self.count += len(cardset.cards)
        own_code = _upper(cardset.code)
        codes = [_upper(card.set_code) for card in cardset.cards]
        self._add_set(cardset, first, own_code, set(codes))
        rows: list[Any] = []
        staged: list[Any] = []
        names: list[Any] = []
        ids: list[Any] = []
        for number, (card, code) in enumerate(zip(cardset.cards, codes, strict=True), first):
            is_guest = own_code is not None and code not in (None, own_code)
            rows.append((number, code, encode_card(card)))
            order = "".join(map(sortable, preference(card)))
            spelling = storable(own_name(card))
            staged.append((number, order, is_guest, _printing(card), self._origin, spelling))
            names += [
                (storable(name), rank, number)
                for rank, its in enumerate(keys(card))
                for name in its
            ]
            ids += [(storable(scheme), storable(id_), number) for scheme, id_ in identities(card)]
        many = self.connection.executemany
        many("INSERT INTO cards VALUES (?, ?, ?)", rows)
        many("INSERT INTO staged_cards VALUES (?, ?, ?, ?, ?, ?)", staged)
        many("INSERT INTO staged_names VALUES (?, ?, ?)", names)
        many("INSERT INTO staged_ids VALUES (?, ?, ?)", ids)

    def _add_set(
        self, cardset: CardSet, first: int, code: str | None, codes: set[str | None]
    ) -> None:
        """Store everything of a set except its cards, unless the cards tell it all.

        Files that are not sets, but hold cards of many sets, are read in parts. Such a part may
        happen to have cards of only one set, or the next cards of a set.

        Args:
            cardset: The set.
            first: The number of its first card.
            code: Its code in upper case.
            codes: The set codes of its cards.
        """
        plain = CardSet(cardset.name, cardset.code)
        if evolve(cardset, cards=(), _origin=None) == plain:
            if codes == {code} and code is not None:
                self._names.setdefault(code, cardset.name)
                return
            if None not in codes and not (cardset.name or code):
                return
        data = encode_set(cardset)
        has_cards_only = not (cardset.sheets or cardset.boosters or cardset.products)
        if data == self._last_set and has_cards_only:
            self.connection.execute(
                "UPDATE sets SET last = ? WHERE id = (SELECT max(id) FROM sets)", (self.count,)
            )
            return
        self._last_set = data
        self._origin += 1
        name = cardset.name if cardset.name or cardset.code else Path(self._source).stem
        key = _upper(cardset.code or name)
        if key in self._sources:
            self._log.add(
                DatabaseCode.SAME_SET,
                source=self._source,
                name=cardset.code or name,
                first=self._sources[key],
            )
        self._sources.setdefault(key, self._source)
        released = _fact(cardset.cards[0], _RELEASED) if cardset.cards else None
        summary = [cardset.code, name, released, [each.name for each in cardset.boosters]]
        self.connection.execute(
            "INSERT INTO sets VALUES (NULL, ?, ?, ?, ?, ?, ?)",
            (key, first, self.count, len(cardset.boosters), encode(summary), data),
        )

    def finish(self) -> None:
        """Sort all tables, and mark the file as a database."""
        ask = self.connection.execute
        ask(_STAGED[1])
        # of a printing in several sets, only one card is found by name and code
        ask(
            "CREATE TEMP TABLE others AS SELECT b.card FROM staged_cards AS a"
            " JOIN staged_cards AS b USING (printing) WHERE a.origin <> b.origin"
            " AND (a.is_guest, a.card) < (b.is_guest, b.card)"
        )
        ask("UPDATE cards SET code = NULL WHERE id IN others")
        ask("DELETE FROM staged_names WHERE card IN others")
        for statement in TABLES:
            if "INDEX" in statement:
                ask(statement)
        ask(
            "INSERT OR IGNORE INTO ids SELECT scheme, value, card FROM staged_ids"
            " JOIN staged_cards USING (card) ORDER BY scheme, value, preference, is_guest, card"
        )
        self._add_spellings(self._add_names())
        self._add_other_sets()
        ask(f"PRAGMA application_id = {APPLICATION_ID}")
        ask(f"PRAGMA user_version = {VERSION}")
        ask("COMMIT")

    def _add_names(self) -> dict[str, str]:
        """Store the printings of each name in order.

        If a name is one card's own name, it is not stored as another name of another card. A name
        of either kind is not stored as the name of a back.

        Returns:
            The names that misspelt names may refer to, by their letters.
        """
        rows = self.connection.execute(
            "SELECT name, kind, card, spelling FROM staged_names"
            " JOIN staged_cards USING (card) ORDER BY name, kind, preference, is_guest, card"
        )
        spellings: tuple[dict[str, str], ...] = ({}, {}, {})

        def ranked() -> Iterator[tuple[str, int, int]]:
            for name, named in groupby(rows, itemgetter(0)):
                kind, same = next(groupby(named, itemgetter(1)))
                for rank, (_, _, card, spelling) in enumerate(same):
                    if rank == 0:
                        spellings[kind].setdefault(folded(name), spelling)
                    yield name, rank, card

        self.connection.executemany("INSERT INTO names VALUES (?, ?, ?)", ranked())
        own, others, backs = spellings
        return backs | others | own

    def _add_spellings(self, spellings: dict[str, str]) -> None:
        """Store the names by their letters, and the letter groups in which they occur."""
        having: defaultdict[str, array[int]] = defaultdict(partial(array, "I"))
        for number, letters in enumerate(spellings):
            for group in groups(letters):
                having[group].append(number)
        self.connection.executemany(
            "INSERT INTO spellings VALUES (?, ?, ?)",
            ((number, *each) for number, each in enumerate(spellings.items())),
        )
        self.connection.executemany(
            "INSERT INTO letter_groups VALUES (?, ?)",
            ((group, packed(having[group])) for group in sorted(having)),
        )

    def _add_other_sets(self) -> None:
        """Store the sets that are known only from the set codes of their cards."""
        codes = self.connection.execute(
            "SELECT code, count(*), data, min(id) FROM cards WHERE code NOT NULL"
            " AND code NOT IN (SELECT code FROM sets) GROUP BY code"
        ).fetchall()
        for key, count, data, _ in codes:
            card = decode_card(data)
            name = self._names.get(key) or _fact(card, ("set_name",)) or ""
            cardset = CardSet(name, card.set_code)
            summary = [card.set_code, cardset.name, _fact(card, _RELEASED), []]
            self.connection.execute(
                "INSERT INTO sets VALUES (NULL, ?, NULL, ?, 0, ?, ?)",
                (key, count, encode(summary), encode_set(cardset)),
            )


def _upper(code: str | None) -> str | None:
    return None if code is None else storable(code.upper())


@lru_cache(4096, typed=True)
def sortable(value: Any) -> str:
    """Return a text whose order is that of *value*, compared with values of the same shape.

    A value consists of numbers, words and tuples.
    """
    if isinstance(value, tuple):
        return f"({''.join(map(sortable, value))})"
    if isinstance(value, bool):
        return "*+"[value]
    if isinstance(value, int):
        return f"{value + 10**9:010}"
    return f"{storable(value)}\0"


def _printing(card: Card) -> str | None:
    """Return the text that identifies the printing of *card*, or None if it is not known."""
    for scheme in ("scryfall", "mtgjson"):
        if scheme in card.ids:
            return storable(card.ids[scheme])
    if card.set_code is None or card.number is None:
        return None
    return storable(f"{card.set_code.upper()} {card.number} {card.finish} {card.name}")


def _fact(card: Card, names: Iterable[str]) -> Any:
    """Return the first text in the card data of *card* under one of *names*, or None."""
    facts = (its.get(name) for its in card.extras.values() for name in names)
    return next((each for each in facts if isinstance(each, str)), None)
