"""Words that mean nothing where they stand: qualities, numbers, conditions, costs, options.

Some places have words that are all known; any other word there is reported.  Others can have names
too, or types that an author made up; there a word is reported if it is one letter away from one
that is known.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final

from .....diagnostics import Diagnostic
from ...lexicon import lookup
from ...spelling import one_letter_off
from ..conditions import Check, Condition, Standing
from ..effects import Quantity
from .candidates import Candidates, candidates_of
from .places import NodePlaces
from .types import Tree
from .word_classes import (
    COLOR,
    KIND,
    MEASURE,
    QUALITY,
    STANDING,
    THIS,
    TYPE,
    WordClass,
    is_right,
    known,
    near,
)
from .word_places import PLAIN, WORDS_OF, PlacedWord

#: Quantities that are colours.
_OF_COLORS: Final = frozenset(("producecolor", "produceextra"))
#: Of a line, no more words are looked at, since each takes long.
_MOST: Final = 50
#: Shorter words can be anything where there can be names.
_SHORTEST: Final = 2
#: Shorter words are not treated as misspelt words of another position.
_SHORT: Final = 4


def unknown_words(places: NodePlaces, tree: Tree | None) -> Iterator[Diagnostic]:
    """Report words without a meaning at their place; *tree* has the cards and types that exist."""
    for start, text, kind in islice(_doubtful(places, tree), _MOST):
        if (finding := _judged(places, start, text, kind, tree)) is not None:
            yield finding


def _doubtful(places: NodePlaces, tree: Tree | None) -> Iterator[PlacedWord]:
    """Yield the words that are not known where they stand."""
    elsewhere = dict(_elsewhere(places))
    for offset, node in places.of(*WORDS_OF):
        for start, text, usual in WORDS_OF[node.__class__](node):
            kind = elsewhere.get(offset, usual)
            if not is_right(text.lower(), kind) and not _is_of(tree, text, kind):
                yield PlacedWord(offset + start, text, kind)


def _elsewhere(places: NodePlaces) -> Iterator[tuple[int, WordClass]]:
    """Yield offsets of words whose class depends on a node around their own."""
    for offset, node in places.of(Quantity):
        if node.name in _OF_COLORS:
            yield offset + len(node.head), COLOR
    for offset, check in places.of(Check):
        for within, condition in check.conditions.children():
            if isinstance(condition, Condition) and isinstance(condition.test, Standing):
                start = offset + len(check.head) + within
                yield start + len(condition.negation or ""), THIS


def _is_of(tree: Tree | None, text: str, kind: WordClass) -> bool:
    """Return whether *text* is a type, or the name, of a card in the *tree*."""
    if tree is None or not kind.has_types:
        return False
    return tree.has_type(text.lower()) or tree.has_card(text)


def _judged(
    places: NodePlaces, start: int, text: str, kind: WordClass, tree: Tree | None
) -> Diagnostic | None:
    """Return what is wrong with a word that is not right there; None if it can be a name."""
    word = text.lower()
    if kind is KIND and " " in word:
        return _judged_part(places, start, text, tree)
    meant = near(word, kind)
    if not meant and kind.has_types and tree is not None:
        meant = one_letter_off(word, tree.has_type)
    is_known = bool(meant)
    if kind is TYPE and not meant and len(word) > _SHORT and not lookup(word):
        meant = one_letter_off(word, lambda each: len(each) > _SHORT and bool(lookup(each)))
    if kind.is_open and (not meant or len(word) < _SHORTEST):
        return None
    inside = max(_sought(kind, word), key=len, default="")
    notes = (f"the engine finds {inside!r} in it",) if inside else ()
    candidates = Candidates(word, meant, is_known)
    span = places.span(start, text)
    return kind.code.at(span, notes=notes, word=text, candidates=candidates)


def _judged_part(places: NodePlaces, start: int, text: str, tree: Tree | None) -> Diagnostic | None:
    """Return what is wrong with several words that are not a name."""
    if tree is not None and (names := one_letter_off(text.lower(), tree.has_card)):
        candidates = Candidates(text.lower(), names)
        return KIND.code.at(places.span(start, text), word=text, candidates=candidates)
    wrong = [each for each in PLAIN.finditer(text) if not is_right(each[0].lower(), KIND)]
    if len(wrong) == 1:
        word = wrong[0][0]
        finding = _judged(places, start + wrong[0].start(), word, KIND, tree)
        if finding is not None and (len(word) > _SHORT or "other" in candidates_of(finding).known):
            return finding
    return None


def _sought(kind: WordClass, word: str) -> Iterator[str]:
    """Yield the words that the engine finds in *word*, where it looks for words within others."""
    if kind in (KIND, QUALITY, STANDING, THIS, MEASURE):
        yield from (each for each in known(kind) if len(each) >= _SHORT and each in word)
