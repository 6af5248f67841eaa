"""What the sections of a deck are called in a game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from ....catalog import folded, nearest

#: Names of sections that mean the same, the most usual first, without blanks and signs.
_SAME: Final = (
    (
        "main", "deck", "maindeck", "mainboard", "library", "drawdeck", "playdeck", "playerdeck",
        "draw", "rdstack", "stackrd", "drawpile",
    ),
    ("sideboard", "side", "sidedeck"),
    ("commander", "commanders", "commandzone", "general"),
    ("identity", "leader", "hero", "investigator", "manecharacter"),
)  # fmt: skip
#: Shorter names begin many others.
_SHORTEST: Final = 4


def section_of(name: str, sections: Sequence[str]) -> tuple[str | None, bool]:
    """Which of the *sections* of a game is meant by *name*, and whether that is only a guess.

    It is the one of that name, then one whose name means the same.  What is like it in its
    letters, or begins as it does, is guessed; and for the deck itself the first.  None if no
    section is like it.
    """
    if name in sections:
        return name, False
    by_letters: dict[str, str] = {}
    for each in sections:
        by_letters.setdefault(folded(each), each)
    wanted = folded(name)
    if wanted in by_letters:
        return by_letters[wanted], False
    same = next((words for words in _SAME if wanted in words), ())
    if known := next((by_letters[word] for word in same if word in by_letters), None):
        return known, False
    near = next(iter((*_beginning(wanted, by_letters), *nearest(wanted, by_letters))), None)
    if near is not None:
        return by_letters[near], True
    return (sections[0] if same == _SAME[0] and sections else None), True


def _beginning(wanted: str, others: Iterable[str]) -> list[str]:
    """Those of *others* that begin as *wanted* does, or with which it begins."""
    return [
        each
        for each in others
        if min(len(wanted), len(each)) >= _SHORTEST
        and (each.startswith(wanted) or wanted.startswith(each))
    ]
