"""Where in a card's text a phrase stands: in a sentence, in a reminder, in a condition."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import Final

from attrs import frozen

_FLAGS: Final = re.IGNORECASE
_STOP: Final = re.compile(r"[.,:;()\n\u2014\"]| -- ")
#: A clause that begins so is no action, but says when or for what there is one.
_NO_ACTION: Final = re.compile(
    r"\b(?:when|whenever|if|would|unless|as long as|each time|for each|instead of|can't|cannot|"
    r"may not|the next time|until|equal to|rather than|don't|doesn't|was|were|been|who)\b",
    _FLAGS,
)
#: In a sentence with such words the numbers are not all that happens.
_DEPENDS: Final = re.compile(
    r"\b(?:instead|divided|distribut\w+|for each|equal to|that many|that much|twice|half|double|"
    r"additional|where x|plus|choose (?:one|two|any)|each (?:time|opponent)|for every|more|"
    r"rather than|up to|any number|repeat|also|an additional)\b",
    _FLAGS,
)
PARAGRAPH: Final = re.compile(r"\n| -- ")
_EACH: Final = re.compile(r"\bfor (?:each|every)\b", _FLAGS)
#: How far the beginning or end of a sentence is looked for.
_NEAR: Final = 500
_SENTENCE: Final = re.compile(r"\.\s|\n| -- |\.$|: ")
_REMINDER: Final = re.compile(r"\((?:[^()]|\([^()]{0,200}\)){0,1000}\)")


@frozen
class CardText:
    """A text in which phrases are looked for.

    Attributes:
        text: the text, with other signs in place of the card's name.
        cost: what the card costs.
        reminders: from where to where it only explains its words.
    """

    text: str
    cost: str
    reminders: tuple[tuple[int, int], ...]

    def is_certain(self, match: re.Match[str]) -> bool:
        """Return whether what a *match* says is all there is to it."""
        return not (self.is_reminder(match) or _DEPENDS.search(self.sentence(match)))

    def is_each(self, match: re.Match[str]) -> bool:
        """Return whether what a *match* says is so for each of several things."""
        return _EACH.search(self.sentence(match)) is not None

    def is_reminder(self, match: re.Match[str]) -> bool:
        """Return whether a *match* only explains what words mean."""
        number = bisect_right(self.reminders, (match.start(), len(self.text)))
        return number > 0 and match.start() < self.reminders[number - 1][1]

    def sentence(self, match: re.Match[str]) -> str:
        """Return the sentence that a *match* is in."""
        end = _SENTENCE.search(self.text, match.end(), match.end() + _NEAR)
        return self.text[
            self._after(_SENTENCE, match) : end.start() if end else match.end() + _NEAR
        ]

    def is_action(self, match: re.Match[str]) -> bool:
        """Return whether a *match* says what is done, and not when or for what."""
        return not _NO_ACTION.search(self.text, self._after(_STOP, match), match.start())

    def _after(self, pattern: re.Pattern[str], match: re.Match[str]) -> int:
        """Return the end of the last *pattern* before a *match*."""
        begin = max(0, match.start() - _NEAR)
        ends = (each.end() for each in pattern.finditer(self.text, begin, match.start()))
        return max(ends, default=begin)


def read(text: str, name: str, cost: str) -> CardText:
    """Return the *text* of the card called *name* that costs *cost*."""
    if name:
        text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", lambda match: "~" * len(match[0]), text)
    return CardText(text, cost, tuple(match.span() for match in _REMINDER.finditer(text)))
