"""The words of Wagic's ability language: what each is, and which versions of the engine know it.

They are in ``lexicon.json``, a word a line.  The grammar, the linter and its suggestions, the
English, the documentation and the engine's list of keywords are made of it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any, Final

from attrs import frozen

from .keys import ENGINE_VERSIONS

#: Signs around the kinds of arguments.
_SIGNS: Final = str.maketrans("[],:", "    ")


@frozen
class Search:
    """How the engine looks for a word: it finds it wherever it stands, in other words, too.

    Attributes:
        place: where in its order of search; a word of a lower place is found first.
        sought: what it looks for.
        shape: what belongs to the word.  Of effects: the ``word`` alone, a ``quantity`` up to the
            next space, a ``call`` or ``open`` up to the next ``)``, which must be there or need
            not, a matter of its ``own``.  Of qualities: a ``state``, a ``measure``, ``mana``.
        result: what it makes of it.
        also: whether ``and!(`` belongs to it.
        who: whether words for players decide whom it concerns.
        unless: words that keep it from being found.
    """

    place: int
    sought: str
    shape: str = ""
    result: str = ""
    also: bool = False
    who: bool = False
    unless: tuple[str, ...] = ()


@frozen
class Word:
    """A word of the ability language.

    Attributes:
        text: the word, in lower case.
        kind: its class, as ``keyword`` or ``event``.
        arguments: what stands after it, in brackets or after its colon, as ``counter [, target]``;
            empty if nothing does.  In square brackets is what can be left out.
        end: what ends what stands after it, as ``revealend``; empty for other words.
        english: what it means; empty if nothing is known.
        since: the first version of the engine that knows it.
        until: the last one; less than all there are if none of them does.
        engine: how the engine looks for it, where its order counts.
        zones: of a word for zones, which they are, as ``myhand mybattlefield``; empty for those of
            both players that have this name.
    """

    text: str
    kind: str
    arguments: str = ""
    end: str = ""
    english: str = ""
    since: int = ENGINE_VERSIONS[0]
    until: int = ENGINE_VERSIONS[-1]
    engine: Search | None = None
    zones: str = ""

    @property
    def takes(self) -> tuple[str, ...]:
        """Return the kinds of its arguments, as ``target`` or ``number``."""
        return _takes(self.arguments)

    def is_known_to(self, engine_version: int | None) -> bool:
        """Return whether that version of the engine knows the word; for None, any version."""
        return engine_version is None or self.since <= engine_version <= self.until


@cache
def _takes(arguments: str) -> tuple[str, ...]:
    return tuple(each for each in arguments.translate(_SIGNS).split() if each != "or")


def kinds() -> tuple[str, ...]:
    """Return the classes of words."""
    return tuple(_lexicon())


def words(kind: str, engine_version: int | None = None) -> Mapping[str, Word]:
    """Return the words of a class, by their text, in the engine's order where that counts.

    Args:
        kind: the class, e.g. ``keyword``, ``effect``, ``event``, ``zone_place``, of which
            :func:`~cardformats.formats.wagic.lexicon.kinds` has all.
        engine_version: only words that this version knows: 2016, 2021 or 2026.

    Raises:
        ValueError: If there is no such class or version.
    """
    check_version(engine_version)
    if (every := _lexicon().get(kind)) is None:
        raise ValueError(f"no class of words {kind!r}; there are {', '.join(_lexicon())}")
    if engine_version is None:
        return every
    return MappingProxyType(
        {text: word for text, word in every.items() if word.is_known_to(engine_version)}
    )


def lookup(text: str) -> tuple[Word, ...]:
    """Return the words of all classes with the spelling *text*, in any case."""
    return _by_text().get(text.lower(), ())


@cache
def searches(*kinds: str) -> tuple[Search, ...]:
    """Return how the engine looks for the words of classes, in its order."""
    every = (word.engine for kind in kinds or _lexicon() for word in _lexicon()[kind].values())
    return tuple(sorted((each for each in every if each is not None), key=_place))


def _place(search: Search) -> int:
    return search.place


@cache
def zones() -> Mapping[str, tuple[str, ...]]:
    """Return the words for zones, each with the zones, as ``myhand``; ``all`` is every zone.

    They are the places of both players, those with a word for whose they are, and others.
    """
    every = {}
    for place, word in words("zone_place").items():
        own = word.zones.split() or [f"my{place}", f"opponent{place}"]
        every[place] = tuple(own)
        name = own[-1].removeprefix("owner").removeprefix("opponent")
        every |= {f"{owner}{place}": (f"{owner}{name}",) for owner in words("zone_owner")}
    return {**every, **{text: tuple(word.zones.split()) for text, word in words("zone").items()}}


def check_version(engine_version: int | None) -> None:
    """Do nothing if *engine_version* is one whose words are known, or None.

    Raises:
        ValueError: If *engine_version* is another version.
    """
    if engine_version is not None and engine_version not in ENGINE_VERSIONS:
        known = ", ".join(map(str, ENGINE_VERSIONS))
        raise ValueError(f"no engine version {engine_version}; there are {known}")


@cache
def _lexicon() -> Mapping[str, Mapping[str, Word]]:
    text = files(__package__).joinpath("lexicon.json").read_text("utf-8")
    return MappingProxyType(
        {
            kind: MappingProxyType({word: _word(word, kind, row) for word, row in rows.items()})
            for kind, rows in json.loads(text).items()
        }
    )


#: What the engine looks for after a word, by the shape of what belongs to it.
_ENDS: Final = {"quantity": ":", "call": "(", "open": "("}


def _word(text: str, kind: str, row: dict[str, Any]) -> Word:
    if (search := row.get("engine")) is not None:
        sought = text + _ENDS.get(search.get("shape", ""), "")
        known = {"sought": sought, "result": text, **search}
        row = {**row, "engine": Search(**known | {"unless": tuple(search.get("unless", ()))})}
    return Word(text, kind, **row)


@cache
def _by_text() -> Mapping[str, tuple[Word, ...]]:
    result: dict[str, tuple[Word, ...]] = {}
    for each in _lexicon().values():
        for text, word in each.items():
            result[text] = (*result.get(text, ()), word)
    return result
