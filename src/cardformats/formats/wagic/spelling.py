"""Words that are one letter away from what was probably meant."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

_LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"
#: Of longer words nothing is looked for.
_LONGEST: Final = 60


def one_letter_off(word: str, is_right: Callable[[str], bool]) -> tuple[str, ...]:
    """Return the words that result from *word* by one edit: delete, insert, replace, swap.

    Args:
        word: in lower case.
        is_right: says which words there are.
    """
    if len(word) > _LONGEST:
        return ()
    others = dict.fromkeys(each for each in _edits(word) if each != word)
    return tuple(filter(is_right, others))


def _edits(word: str) -> Iterator[str]:
    """Swaps first, since they are the likeliest; then the shorter, the equal and the longer."""
    for at in range(len(word) - 1):
        yield word[:at] + word[at + 1] + word[at] + word[at + 2 :]
    for at in range(len(word)):
        yield word[:at] + word[at + 1 :]
    for at in range(len(word)):
        for letter in _LETTERS:
            yield word[:at] + letter + word[at + 1 :]
    for at in range(len(word) + 1):
        for letter in _LETTERS:
            yield word[:at] + letter + word[at:]
