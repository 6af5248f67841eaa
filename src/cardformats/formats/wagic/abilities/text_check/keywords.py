"""Keywords that a card has by its text alone, or by its abilities alone."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from .facts import DESCRIBED, KEYWORDS, OTHER_WORDS, Fact

_KIND: Final = "own keyword"
_WORD: Final = re.compile(r"[^\s,](?:[^,]*[^\s,])?")


def lonely(
    text: str, stated: Iterable[Fact], lines: Sequence[tuple[str, str]], *, is_done: bool
) -> tuple[list[Fact], list[Fact]]:
    """Return the keywords that only the lines have, and those that only the text has.

    Args:
        text: the card's text.
        stated: the facts that it says.
        lines: the lines of the card, by their keys.
        is_done: whether the card should do all that its text says.
    """
    plain = re.sub("[ -]", "", text.lower())
    undescribed = {
        word for word in KEYWORDS if word not in DESCRIBED and word.replace(" ", "") not in plain
    }
    of_lines = [
        Fact(_KIND, match[0].lower(), *match.span(), index)
        for index, (key, line) in enumerate(lines)
        for match in (_WORD.finditer(line) if key == "abilities" and plain else ())
        if match[0].lower() in undescribed
    ]
    scripted = " ".join(line for _, line in lines).lower()
    for other, word in OTHER_WORDS.items():
        scripted = scripted.replace(other, word)
    undone = {word for word in KEYWORDS if word not in scripted}
    missing = [fact for fact in stated if fact.kind == _KIND and fact.value in undone]
    return of_lines, missing if is_done else []
