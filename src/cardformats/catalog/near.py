"""Names that are nearly another one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from difflib import SequenceMatcher

from .names import folded

#: Longer names are near none.
LONGEST_NAME = 60
#: Of names of fewer letters, too many others are nearly the same.
_SHORT_NAME = 6
#: So many names that begin or end alike are compared with one.
_MOST_COMPARED = 20
#: So many names that have most in common with one are compared with it.
MOST_LIKE = 40
#: So much of two names is the same if they are near.
_SAME = 0.75


class NearestNames:
    """Finds the names that another one is most like.

    Case, accents, ligatures, punctuation and blanks count for nothing.  The names that have the
    most groups of three letters in common are compared, letter by letter.
    """

    def __init__(self, names: Iterable[tuple[str, str]]) -> None:
        """Take what can be written, and the name that is meant by it; of equals the first."""
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
        """The names that are meant by *name*, or by what is like it, the nearest first."""
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
    """Those of *others* that are near *letters*, the nearest first; all are folded names."""
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
    """The groups of three letters, with a mark at both ends."""
    marked = f"^{letters}$"
    return {marked[place : place + 3] for place in range(len(marked) - 2)}


class NearNames:
    """Finds the name that another one nearly is, by comparing it with few of them.

    Case, accents, ligatures, punctuation and blanks count for nothing.  Of names that are not
    short, one letter may be wrong, missing, too much, or exchanged with the next one.  Such a typo
    leaves the first or the last letters as they are, but for three in the middle; names that have
    these in common are compared, a few dozen at most.
    """

    def __init__(self, names: Mapping[str, str]) -> None:
        """Take what can be written, and the name that is meant by it."""
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
        """The name that is meant by one that is nearly *name*, or by *name* itself; or None."""
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
    """How many letters at one end of a name of *length* a typo in its other half leaves alone."""
    return (length - 2) // 2


def _is_one_typo(one: str, other: str) -> bool:
    """Whether *one* is *other* but for a letter, or for two neighbours that are exchanged.

    Numbered names are different names: a digit is no letter.
    """
    pairs = enumerate(zip(one, other, strict=False))
    place = next((place for place, (a, b) in pairs if a != b), min(len(one), len(other)))
    mine, others = one[place:], other[place:]
    if mine[1:] == others[1:]:
        return not (mine[:1].isdigit() or others[:1].isdigit())
    if mine[1:] == others or mine == others[1:]:
        return not max(mine, others, key=len)[0].isdigit()
    return mine[:2] == others[1::-1] and mine[2:] == others[2:]
