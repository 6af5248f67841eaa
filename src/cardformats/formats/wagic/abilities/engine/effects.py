"""The effects in the order in which the engine looks for them: the first it finds is taken."""

from __future__ import annotations

from functools import cache
from typing import Final

from ...engine.primitive import keywords
from ...lexicon import Search, searches
from ...syntax import kept_if_short

#: Classes of words for what is done.
_KINDS: Final = (
    "effect", "quantity", "call", "move", "relation", "structure", "frame", "trait", "rule",
    "keyword",
)  # fmt: skip
#: What the engine knows by no word: a change of power and toughness, and the keywords.
_WORDLESS: Final = (Search(1360, "/", "own", "modification"), Search(1560, "", "own", "keyword"))
EFFECTS: Final = tuple(sorted((*searches(*_KINDS), *_WORDLESS), key=lambda each: each.place))


@cache
def _places() -> dict[str, list[tuple[int, str]]]:
    """Return keywords and their numbers in the engine's list by their first three letters."""
    places: dict[str, list[tuple[int, str]]] = {}
    for number, each in enumerate(keywords()):
        places.setdefault(each[:3], []).append((number, each))
    return places


@kept_if_short
def keyword(written: str) -> str | None:
    """Return the first keyword of the engine's list that is at place 0 or 1 of a text."""
    candidates = [
        one
        for at in (0, 1)
        for one in _places().get(written[at : at + 3], ())
        if written.startswith(one[1], at)
    ]
    return min(candidates)[1] if candidates else None


@kept_if_short
def first(written: str) -> int:
    """Return the number of the first effect that a text has; -1 without one."""
    return following(written, -1)


def following(written: str, after: int) -> int:
    """Return the number of a text's first effect behind number *after*; -1 without one."""
    for number in range(after + 1, len(EFFECTS)):
        effect = EFFECTS[number]
        word = effect.sought
        if word not in written:
            continue
        if not word:
            if keyword(written) is not None:
                return number
            continue
        if effect.unless and any(one in written for one in effect.unless):
            continue
        if effect.shape == "call" and written.find(")", written.find(word) + len(word)) < 0:
            continue
        return number
    return -1
