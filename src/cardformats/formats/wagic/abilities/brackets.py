"""Brackets without a partner, and where it could stand."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import Any, Final, NamedTuple

from attrs import frozen

BRACKETS: Final = ("()", "[]", "{}")
_CLOSERS: Final = {pair[0]: pair[1] for pair in BRACKETS}
_PARTNERS: Final = _CLOSERS | {end: start for start, end in _CLOSERS.items()}
_SIGN: Final = re.compile(r"[()\[\]{}]")
#: What is between these brackets is no code.  The engine ends the condition at its first closing
#: bracket, and authors leave the second one out.
_NO_CODE: Final = re.compile(
    r"name\s*\([^)]*\)?|!:.*?:!|this\s*\(\s*cantargetcard(?=\()", re.IGNORECASE
)
#: Where a bracket can close, and what can stand behind one that opens, or before it.
_STOP: Final = re.compile(r"[\s()\[\]{}|,;:&!<>~?]")
_WORD: Final = re.compile(r"[A-Za-z0-9]+")
#: Maximum number of positions to try, and of unmatched brackets.
_MOST_PLACES: Final = 40
_MOST_LONE: Final = 2
#: Maximum number of candidate sets of unmatched brackets at a time.
_MOST_WAYS: Final = 4


@frozen
class LoneBracket:
    """A bracket without a partner.

    Attributes:
        offset: where it stands.
        sign: the bracket.
        other: where the bracket stands that it meets instead; None if it meets none.
    """

    offset: int
    sign: str
    other: int | None = None


def has_lone_bracket(text: str) -> bool:
    """Return whether *text* has more brackets of a kind on one side, which is a quick test."""
    count = text.count
    return (
        count("(") != count(")") or count("[") != count("]") or count("{") != count("}")
    )  # fmt: skip


def lone_brackets(text: str) -> list[LoneBracket]:
    """Return the brackets of *text* that have no partner; what stands in names does not count.

    Where two of different kinds meet, either of them can be alone: that which leaves the fewest
    alone in the end.
    """
    plain = _code(text)
    if _are_pairs(plain):
        return []
    ways = [_BracketRepair(None, 0, None)]
    for match in _SIGN.finditer(plain):
        sign, offset = match[0], match.start()
        if sign in _CLOSERS:
            ways = [way._replace(opened=(sign, offset, way.opened)) for way in ways]
        else:
            ways = [onward for way in ways for onward in way.closed(sign, offset)]
            if len(ways) > 1:
                ways = sorted(ways, key=lambda way: way.alone)[:_MOST_WAYS]
    best = min((way.all_alone() for way in ways), key=lambda way: way.alone)
    lone, rest = [], best.lone
    while rest is not None:
        bracket, rest = rest
        lone.append(bracket)
    return sorted(lone, key=lambda each: each.offset)


def _code(text: str) -> str:
    """Return *text* with stops in place of what is no code."""
    return _NO_CODE.sub(lambda match: "." * len(match[0]), text)


def _are_pairs(code: str) -> bool:
    """Return whether all brackets of *code* have partners."""
    signs, size = "".join(_SIGN.findall(code)), -1
    while len(signs) != size:
        size = len(signs)
        for pair in BRACKETS:
            signs = signs.replace(pair, "")
    return not signs


class _BracketRepair(NamedTuple):
    """A way to tell which brackets are alone: those that are open, and those that are alone."""

    opened: tuple[str, int, Any] | None
    alone: int
    lone: tuple[LoneBracket, Any] | None

    def closed(self, sign: str, offset: int) -> Iterator[_BracketRepair]:
        """Yield the ways on over the bracket *sign*, which closes."""
        way = self
        for _ in range(_MOST_LONE + 1):
            if way.opened is None:
                break
            if _CLOSERS[way.opened[0]] == sign:
                yield way._replace(opened=way.opened[2])
                break
            way = way.first_alone(way.opened, offset)
        if way is not self or self.opened is None:
            other = self.opened and self.opened[1]
            yield self._replace(
                alone=self.alone + 1, lone=(LoneBracket(offset, sign, other), self.lone)
            )

    def first_alone(self, opened: tuple[str, int, Any], other: int | None) -> _BracketRepair:
        """Go on as if the bracket *opened* last were alone; the *other* is what it meets."""
        lone = LoneBracket(opened[1], opened[0], other)
        return _BracketRepair(opened[2], self.alone + 1, (lone, self.lone))

    def all_alone(self) -> _BracketRepair:
        """Go on at the end of the text."""
        way = self
        while way.opened is not None:
            way = way.first_alone(way.opened, None)
        return way


def partners(text: str, words: Collection[str]) -> Iterator[tuple[int, str]]:
    """Yield places for the one bracket that *text* lacks, with that bracket.

    A bracket closes before a space or a symbol, and opens after one of the *words* or, if it is a
    brace, before a word.  The places are tried from the bracket that has no partner.
    """
    lone = lone_brackets(text)
    if not 0 < len(lone) <= _MOST_LONE:
        return
    places = [
        (place, _PARTNERS[each.sign]) for each in lone for place in _places(text, each, words)
    ]
    for place, sign in dict.fromkeys(places[:_MOST_PLACES]):
        if _are_pairs(_code(f"{text[:place]}{sign}{text[place:]}")):
            yield place, sign


def _places(text: str, lone: LoneBracket, words: Collection[str]) -> Iterator[int]:
    if lone.sign in _CLOSERS:
        stop = len(text) if lone.other is None else lone.other
        yield from (match.start() for match in _STOP.finditer(text, lone.offset + 1, stop + 1))
        yield stop
        return
    yield lone.offset
    start = 0 if lone.other is None else lone.other
    for match in reversed(list(_WORD.finditer(text, start, lone.offset))):
        if lone.sign == "}":
            yield match.start()
            continue
        word = match[0].lower()
        yield from (
            match.start() + size for size in range(len(word), 1, -1) if word[:size] in words
        )
