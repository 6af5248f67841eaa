"""Similar names, to find the intended name of a misspelt one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from difflib import SequenceMatcher

from .names import folded

#: The greatest number of letters of a name that is compared; longer names have no similar names.
LONGEST_NAME = 60
#: The smallest number of letters of a name that is compared: too many short names are similar.
_SHORT_NAME = 6
#: The number of names with the same beginning or end that are compared with one name.
_MOST_COMPARED = 20
#: The number of names with the most letter groups in common that are compared with one name.
MOST_LIKE = 40
#: The smallest similarity of two similar names, as a ratio of :mod:`difflib`.
_SAME = 0.75


class NearestNames:
    """An index that finds the names most similar to a given one.

    Case, accents, ligatures, punctuation and spaces make no difference. The names with the most
    groups of three letters in common are compared letter by letter.
    """

    def __init__(self, names: Iterable[tuple[str, str]]) -> None:
        """Index *names*.

        Args:
            names: Pairs of a spelling and the name that it refers to. Of equal spellings the first
                counts.
        """
        meant: dict[str, str] = {}
        for written, name in names:
            if letters := folded(written):
                meant.setdefault(letters, name)
        self._meant = meant
        self._letters = [each for each in meant if len(each) <= LONGEST_NAME]
        self._having: dict[str, list[int]] = {}
        for place, letters in enumerate(self._letters):
            for group in groups(letters):
                self._having.setdefault(group, []).append(place)

    def near(self, name: str, most: int = 1) -> Iterator[str]:
        """Yield the names that *name* or similar spellings refer to, the most similar first.

        At most *most* names are yielded.
        """
        letters = folded(name)
        if letters in self._meant:
            yield self._meant[letters]
            return
        if not letters or len(letters) > LONGEST_NAME:
            return
        common = Counter(
            place for group in groups(letters) for place in self._having.get(group, ())
        )
        like = (self._letters[place] for place, _ in common.most_common(MOST_LIKE))
        names = (self._meant[each] for each in nearest(letters, like))
        yield from list(dict.fromkeys(names))[:most]


def nearest(letters: str, others: Iterable[str]) -> list[str]:
    """Return those of *others* that are similar to *letters*, the most similar first.

    All are folded names, as :func:`folded` returns them.
    """
    matcher = SequenceMatcher(None, "", letters, autojunk=False)
    likeness: dict[str, float] = {}
    for each in others:
        matcher.set_seq1(each)
        # the first two are never less than the third, and much faster
        if min(matcher.real_quick_ratio(), matcher.quick_ratio()) >= _SAME:
            likeness[each] = matcher.ratio()
    near = [each for each in likeness if likeness[each] >= _SAME]
    return sorted(near, key=lambda each: (-likeness[each], each))


def groups(letters: str) -> set[str]:
    """Return the groups of three consecutive letters, with a mark at both ends of the name."""
    marked = f"^{letters}$"
    return {marked[place : place + 3] for place in range(len(marked) - 2)}


class NearNames:
    """An index that finds the name of which another one is a misspelling.

    Case, accents, ligatures, punctuation and spaces make no difference. In names that are not
    short, one letter may be wrong, missing, redundant or exchanged with the next one. Such a typo
    leaves the first or the last letters unchanged, except for three in the middle. Only names with
    the same first or last letters are compared, a few dozen at most.
    """

    def __init__(self, names: Mapping[str, str]) -> None:
        """Index *names*.

        Args:
            names: The names by the spellings that refer to them.
        """
        self._folded: dict[str, str] = {}
        for written, name in names.items():
            self._folded.setdefault(folded(written), name)
        self._starts: dict[str, list[str]] = {}
        self._ends: dict[str, list[str]] = {}
        for letters in self._folded:
            if _SHORT_NAME <= len(letters) <= LONGEST_NAME:
                size = _untouched(len(letters))
                self._starts.setdefault(letters[:size], []).append(letters)
                self._ends.setdefault(letters[-size:], []).append(letters)

    def near(self, name: str) -> str | None:
        """Return the name that *name* or a spelling with one typo refers to, or None."""
        letters = folded(name)
        known = self._folded.get(letters) if letters else None
        length = len(letters)
        if known is not None or not _SHORT_NAME <= length <= LONGEST_NAME:
            return known
        for size in {_untouched(length + more) for more in (-1, 0, 1)}:
            for candidates in (self._starts.get(letters[:size]), self._ends.get(letters[-size:])):
                for candidate in (candidates or ())[:_MOST_COMPARED]:
                    if _is_one_typo(letters, candidate):
                        return self._folded[candidate]
        return None


def _untouched(length: int) -> int:
    """Return how many letters at one end of a name a typo in its other half leaves unchanged."""
    return (length - 2) // 2


def _is_one_typo(one: str, other: str) -> bool:
    """Return whether *one* and *other* differ by one letter or by two exchanged neighbours.

    Names that differ in a digit are different names, so a digit is never a typo.
    """
    pairs = enumerate(zip(one, other, strict=False))
    place = next((place for place, (a, b) in pairs if a != b), min(len(one), len(other)))
    mine, others = one[place:], other[place:]
    if mine[1:] == others[1:]:
        return not (mine[:1].isdigit() or others[:1].isdigit())
    if mine[1:] == others or mine == others[1:]:
        return not max(mine, others, key=len)[0].isdigit()
    return mine[:2] == others[1::-1] and mine[2:] == others[2:]
