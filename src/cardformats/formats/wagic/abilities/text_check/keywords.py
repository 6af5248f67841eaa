"""Keywords that a card has by its text alone, or by its abilities alone."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from attrs import frozen

from .facts import DESCRIBED, KEYWORDS, OTHER_WORDS, Fact

_WORD: Final = re.compile(r"[^\s,](?:[^,]*[^\s,])?")


@frozen
class Lonely:
    """A keyword that only one side has.

    Attributes:
        word: the keyword.
        line: which line of the card has it; None if the text has.
        start: where it stands in the line or the text.
        end: where it ends.
    """

    word: str
    line: int | None
    start: int
    end: int


def lonely(
    text: str, stated: Iterable[Fact], lines: Sequence[tuple[str, str]], *, is_done: bool
) -> list[Lonely]:
    """The keywords that stand on one side alone.

    Args:
        text: the card's text.
        stated: the facts that it says.
        lines: the lines of the card, by their keys.
        is_done: whether the card should do all that its text says.
    """
    plain = re.sub("[ -]", "", text.lower())
    unsaid = {
        word for word in KEYWORDS if word not in DESCRIBED and word.replace(" ", "") not in plain
    }
    alone = [
        Lonely(match[0].lower(), index, *match.span())
        for index, (key, line) in enumerate(lines)
        for match in (_WORD.finditer(line) if key == "abilities" and plain else ())
        if match[0].lower() in unsaid
    ]
    scripted = " ".join(line for _, line in lines).lower()
    for other, word in OTHER_WORDS.items():
        scripted = scripted.replace(other, word)
    undone = {word for word in KEYWORDS if word not in scripted}
    missing = (fact for fact in stated if fact.kind == "own keyword" and fact.value in undone)
    if is_done:
        alone += (Lonely(str(fact.value), None, fact.start, fact.end) for fact in missing)
    return alone
