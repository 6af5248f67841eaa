"""Which of the known words was meant by one that is not known, and how sure that is."""

from __future__ import annotations

from collections.abc import Collection
from difflib import SequenceMatcher, get_close_matches
from typing import NamedTuple

from .. import catalog as _catalog  # noqa: F401 - before its modules
from ..catalog.names import folded
from ..diagnostics import Fix
from ..source import Span

#: Longer words, and more of them, would take long to compare.
_MAX_WORD = 60
_MAX_WORDS = 500
#: How alike words are that may be meant, and those that surely are.
_NEAR, _LIKE = 0.7, 0.8
#: Minimum difference in similarity between the intended word and any other.
_APART = 0.1
#: Shorter words are like too many others.
_LONG = 5


class NearWord(NamedTuple):
    """A word that is known, and whether surely no other is meant."""

    word: str
    is_sure: bool

    def fix(self, span: Span) -> Fix:
        """Return a fix that writes the word in the place of *span*."""
        return Fix.replace(span, self.word, is_safe=self.is_sure)


def same_letters(word: str, written: str) -> NearWord:
    """Return a *word* for what is *written*; it is sure if their letters and digits are equal."""
    return NearWord(word, folded(word) == folded(written))


def near_word(
    word: str, known: Collection[str], notes: Collection[str], *, of_author: bool = False
) -> NearWord | None:
    """Return the *known* word that *word* is meant to be; None if there is none, or several.

    It is sure if no more than case, accents, spaces and punctuation differ, or if it is a word of
    some length that has nearly the same letters; but not of names that are an author's own.  That
    is looked for, which takes long, only where *notes* of a log say that there is such a word.
    """
    if len(word) > _MAX_WORD or len(known) > _MAX_WORDS:
        return None
    letters = folded(word)
    same = [each for each in known if letters and folded(each) == letters]
    if same:
        return NearWord(same[0], is_sure=True) if len(same) == 1 else None
    if not notes:
        return None
    candidates = sorted(each for each in known if len(each) <= _MAX_WORD)
    near = get_close_matches(word, candidates, 2, _NEAR)
    ratio, *others = (SequenceMatcher(None, each, word).ratio() for each in near or ("",))
    if not near or any(each > ratio - _APART for each in others):
        return None
    is_numbered = any(map(str.isdigit, word + near[0]))  # numbered words are different words
    is_like = ratio >= _LIKE and len(near[0]) >= _LONG
    is_exchanged = sorted(letters) == sorted(folded(near[0]))
    is_sure = (is_like or is_exchanged) and not is_numbered and not of_author
    return NearWord(near[0], is_sure)
