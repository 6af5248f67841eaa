"""What checks of abilities report."""

from __future__ import annotations

from collections.abc import Collection
from difflib import get_close_matches
from typing import Any, Final

from attrs import field, frozen

from .codes import AbilityCode

#: How much longer or shorter than what is written is what was meant.
_LONGER: Final = 2
#: How many words are suggested, and how like they are.
_MOST: Final = 3
_LIKE: Final = 0.7


@frozen
class Repair:
    """A change of a line: what stands from *start* to *end* becomes *new*.

    Attributes:
        start: where it begins, in characters from the beginning of the line.
        end: where it ends.
        new: what stands there then.
        is_safe: whether it is certain that this is meant.
    """

    start: int
    end: int
    new: str
    is_safe: bool = True

    def applied(self, text: str) -> str:
        """*text* with the change."""
        return text[: self.start] + self.new + text[self.end :]


@frozen
class Finding:
    """Something that is wrong in a line.

    Attributes:
        code: what kind of thing.
        start: where it begins, in characters from the beginning of the line.
        end: where it ends.
        data: what the message of the code is filled from.
        word: what was perhaps meant otherwise.
        known: what it could be instead.
        is_surely_known: whether one of *known* is right there, not only a word at all.
        notes: what else there is to say.
        fix: what mends it, if there is one right answer.
    """

    code: AbilityCode
    start: int
    end: int
    data: dict[str, Any]
    word: str = ""
    known: Collection[str] = field(default=(), repr=False)
    is_surely_known: bool = field(default=True, repr=False, kw_only=True)
    notes: tuple[str, ...] = field(default=())
    fix: Repair | None = field(default=None, eq=False)

    @property
    def message(self) -> str:
        """What is wrong, in a sentence."""
        return self.code.template.format_map(self.data)

    @property
    def suggestions(self) -> tuple[str, ...]:
        """What was probably meant, the likeliest first."""
        alike = [each for each in self.known if abs(len(each) - len(self.word)) <= _LONGER]
        return tuple(get_close_matches(self.word, sorted(alike), _MOST, _LIKE))
