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

from attrs import frozen

from .keys import ENGINE_VERSIONS


@frozen
class Word:
    """A word of the ability language.

    Attributes:
        text: the word, in lower case.
        kind: its class, as ``keyword`` or ``event``.
        arguments: what stands after it, in brackets or after its colon; empty if nothing does.
        english: what it means; empty if nothing is known.
        since: the first version of the engine that knows it.
        until: the last one; less than all there are if none of them does.
    """

    text: str
    kind: str
    arguments: str = ""
    english: str = ""
    since: int = ENGINE_VERSIONS[0]
    until: int = ENGINE_VERSIONS[-1]

    def is_known_to(self, engine_version: int | None) -> bool:
        """Whether that version of the engine knows the word; for None, whether there is one."""
        return engine_version is None or self.since <= engine_version <= self.until


def kinds() -> tuple[str, ...]:
    """The classes of words."""
    return tuple(_lexicon())


def words(kind: str, engine_version: int | None = None) -> Mapping[str, Word]:
    """The words of a class, by their text, in the engine's order where that counts.

    Args:
        kind: the class, e.g. ``keyword``, ``effect``, ``event``, ``zone_place``, of which
            :func:`~cardformats.formats.wagic.lexicon.kinds` has all.
        engine_version: only words that this version knows: 2016, 2021 or 2026.

    Raises:
        ValueError: there is no such class, or no such version.
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
    """What *text* can be: the words of all classes that are written so, in any case."""
    return _by_text().get(text.lower(), ())


@cache
def zones() -> tuple[str, ...]:
    """The zones, each with every word for whose it is."""
    owners, places = ("", *words("zone_owner")), words("zone_place")
    return (*(f"{owner}{place}" for owner in owners for place in places), *words("zone"))


def check_version(engine_version: int | None) -> None:
    """Do nothing if *engine_version* is one whose words are known, or None.

    Raises:
        ValueError: it is another.
    """
    if engine_version is not None and engine_version not in ENGINE_VERSIONS:
        known = ", ".join(map(str, ENGINE_VERSIONS))
        raise ValueError(f"no engine version {engine_version}; there are {known}")


@cache
def _lexicon() -> Mapping[str, Mapping[str, Word]]:
    text = files(__package__).joinpath("lexicon.json").read_text("utf-8")
    return MappingProxyType(
        {
            kind: MappingProxyType({word: Word(word, kind, **row) for word, row in rows.items()})
            for kind, rows in json.loads(text).items()
        }
    )


@cache
def _by_text() -> Mapping[str, tuple[Word, ...]]:
    result: dict[str, tuple[Word, ...]] = {}
    for each in _lexicon().values():
        for text, word in each.items():
            result[text] = (*result.get(text, ()), word)
    return result
