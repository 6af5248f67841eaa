"""A catalog: cards by name, for lists that only name cards."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import cached_property
from typing import Protocol
from unicodedata import combining, normalize

from .caching import Caching
from .model import Card, CardSet

_LETTERS = str.maketrans({"æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ł": "l", "ß": "ss"})
_NO_WORD = re.compile(r"[\W_]+")
#: Near matches are looked for among so many names; more take too long.
_MOST_NAMES = 500
_LONGEST_NAME = 60
#: Of names of fewer letters, too many others are nearly the same.
_SHORT_NAME = 6
#: So many names that begin or end alike are compared with one.
_MOST_COMPARED = 20


class Catalog(Protocol):
    """Anything that knows cards by name; a :class:`~cardformats.CardSet` will do."""

    def printings(self, name: str) -> Sequence[Card]:
        """All printings of the card of that name, the preferred one first; empty if none."""


class CardCatalog(Caching):
    """Cards by any of their names, without regard to case.

    A card is found by its front face's name, by the names of all its faces joined by ``//``, by the
    part before ``//`` if its own name has one, and by its printed English name.
    """

    def __init__(self, cards: Iterable[Card]) -> None:
        """Index *cards*; of one name, the first is the preferred printing."""
        self._by_name: dict[str, list[Card]] = {}
        aliases: dict[str, list[Card]] = {}
        for card in cards:
            key = card.name.lower()
            self._by_name.setdefault(key, []).append(card)
            for alias in _aliases(card):
                if alias != key:
                    aliases.setdefault(alias, []).append(card)
        # a name is a card's own before it is another's alias
        for alias, cards_ in aliases.items():
            self._by_name.setdefault(alias, cards_)

    def printings(self, name: str) -> tuple[Card, ...]:
        """All printings of the card called *name*, in order; empty if there is none."""
        return tuple(self._by_name.get(name.lower(), ()))

    def near(self, name: str) -> str | None:
        """The name that *name* is most like, or None.

        Accents, ligatures, punctuation and blanks count for nothing.
        """
        folded = _folded(name)
        if not folded:
            return None
        same = self._folded.get(folded)
        if same is None and len(folded) <= _LONGEST_NAME:
            alike = self._by_start.get(folded[:1], [])
            close = [each for each in alike if abs(len(each) - len(folded)) <= len(folded) // 4]
            nearest = get_close_matches(folded, close[:_MOST_NAMES], 1, 0.75)
            same = self._folded[nearest[0]] if nearest else None
        return same.name if same else None

    @cached_property
    def _folded(self) -> dict[str, Card]:
        return {_folded(name): cards[0] for name, cards in reversed(self._by_name.items())}

    @cached_property
    def _by_start(self) -> dict[str, list[str]]:
        starts: dict[str, list[str]] = {}
        for folded in sorted(self._folded):
            starts.setdefault(folded[:1], []).append(folded)
        return starts


class NearNames:
    """Finds the name that another one nearly is, by comparing it with few of them.

    Case, accents, ligatures, punctuation and blanks count for nothing.  Of names that are not
    short, one letter may be wrong, missing, too much, or exchanged with the next one.  Such a typo
    leaves the first or the last letters as they are, but for three in the middle; names that have
    these in common are compared, a few dozen at most.
    """

    def __init__(self, names: Mapping[str, str]) -> None:
        """Take what can be written, and the name that is meant by it."""
        self._folded: dict[str, str] = {}
        for written, name in names.items():
            self._folded.setdefault(_folded(written), name)
        self._starts: dict[str, list[str]] = {}
        self._ends: dict[str, list[str]] = {}
        for folded in self._folded:
            if _SHORT_NAME <= len(folded) <= _LONGEST_NAME:
                size = _untouched(len(folded))
                self._starts.setdefault(folded[:size], []).append(folded)
                self._ends.setdefault(folded[-size:], []).append(folded)

    def near(self, name: str) -> str | None:
        """The name that is meant by one that is nearly *name*, or by *name* itself; or None."""
        folded = _folded(name)
        known = self._folded.get(folded) if folded else None
        length = len(folded)
        if known is not None or not _SHORT_NAME <= length <= _LONGEST_NAME:
            return known
        for size in {_untouched(length + more) for more in (-1, 0, 1)}:
            for candidates in (self._starts.get(folded[:size]), self._ends.get(folded[-size:])):
                for candidate in (candidates or ())[:_MOST_COMPARED]:
                    if _is_one_typo(folded, candidate):
                        return self._folded[candidate]
        return None


def _untouched(length: int) -> int:
    """How many letters at one end of a name of *length* a typo in its other half leaves alone."""
    return (length - 2) // 2


def _is_one_typo(one: str, other: str) -> bool:
    """Whether *one* is *other* but for a letter, or for two neighbours that are exchanged.

    Numbered names are different names: a digit is no letter.
    """
    pairs = enumerate(zip(one, other, strict=False))
    place = next((place for place, (a, b) in pairs if a != b), min(len(one), len(other)))
    mine, others = one[place:], other[place:]
    if mine[1:] == others[1:]:
        return not (mine[:1].isdigit() or others[:1].isdigit())
    if mine[1:] == others or mine == others[1:]:
        return not max(mine, others, key=len)[0].isdigit()
    return mine[:2] == others[1::-1] and mine[2:] == others[2:]


def as_catalog(catalog: Catalog) -> Catalog:
    """*catalog*, perhaps a card set, as one that knows aliases and does not mind case."""
    return CardCatalog(catalog.cards) if isinstance(catalog, CardSet) else catalog


def _aliases(card: Card) -> Iterator[str]:
    yield card.name.partition(" //")[0].lower()
    if len(card.faces) > 1:
        yield " // ".join(face.name for face in card.faces).lower()
    if printed := card.printed_names.get("en"):
        yield printed.lower()


def _folded(name: str) -> str:
    """The letters and digits of *name*, without case, accents and ligatures."""
    if name.isascii():
        return _NO_WORD.sub("", name.lower())
    plain = normalize("NFKD", name.lower().translate(_LETTERS))
    return _NO_WORD.sub("", "".join(char for char in plain if not combining(char)))
