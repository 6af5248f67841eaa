"""When a name means a card.

Names are compared without case, with curly apostrophes as straight ones, with ``//`` and ``/``
alike, with and without accents and ligatures.  A card is meant by its own name, by the names of all
its faces, by its front (half) alone, and by what is printed on it in English; and by its back,
its other half or its adventure alone, unless another card has that name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar
from unicodedata import normalize

from ..model import Card
from .preference import facts_of

T = TypeVar("T")

#: Between the faces of a card in its name.
SLASHES = " // "

_LETTERS = str.maketrans(
    {"æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ł": "l", "ß": "ss"}
    | dict.fromkeys("’‘ʼ′", "'")
    | dict.fromkeys("“”″", '"')
)
# accents of other scripts tell letters apart: «й» is no «и»
_ACCENTS = re.compile(r"(?<=[a-z])[\u0300-\u036f]+")
_BETWEEN = re.compile(r"(?:(?<!\s)\s++)?/{1,3}\s*")
_NO_WORD = re.compile(r"[\W_]+")


def key(name: str) -> str:
    """What two names have in common that mean the same."""
    text = name.lower()
    if not text.isascii():
        text = _ACCENTS.sub("", normalize("NFKD", text.translate(_LETTERS)))
    return _BETWEEN.sub(SLASHES, text) if "/" in text else text


def folded(name: str) -> str:
    """The letters and digits of *name*, without case, accents and ligatures: for near names."""
    return _NO_WORD.sub("", key(name))


def own_name(card: Card) -> str:
    """The whole name of *card*: both halves of a split card, the front's of others."""
    faces = card.faces
    is_half = len(faces) > 1 and faces[1].kind == "split" and SLASHES not in faces[0].name
    return SLASHES.join(face.name for face in faces) if is_half else faces[0].name


def other_names(card: Card) -> Iterator[str]:
    """What else *card* goes by; its own name may be among it."""
    faces = card.faces
    front = faces[0].name
    yield front.partition(" //")[0]
    if len(faces) > 1:
        yield SLASHES.join(face.name for face in faces)
    if printed := faces[0].printed_names.get("en"):
        yield printed


def back_names(card: Card) -> Iterator[str]:
    """Yield the names of the faces and halves of *card* except the first; some may be empty."""
    faces = card.faces
    _, *halves = faces[0].name.split(SLASHES)
    yield from halves
    for face in faces[1:]:
        yield face.name
        yield face.printed_names.get("en", "")


def keys(card: Card) -> tuple[Sequence[str], ...]:
    """Return the keys of all names by which *card* is found, by rank.

    The ranks are its own name, its other names, and the names of its back or other half.  No key
    has two ranks.  If two cards have the same key, the card that has it in the lower rank is meant.
    """
    own = key(own_name(card))
    others = dict.fromkeys(map(key, other_names(card)))
    others.pop(own, None)
    if len(card.faces) == 1 and SLASHES not in card.faces[0].name:  # most cards; much faster
        return (own,), tuple(others), ()
    known = {"", own, *others}
    backs = dict.fromkeys(map(key, back_names(card)))
    return (own,), tuple(others), tuple(each for each in backs if each not in known)


def by_key(items: Iterable[tuple[T, Iterable[Iterable[str]]]]) -> dict[str, list[T]]:
    """Return items by the keys of their names, which are given by rank as by :func:`keys`.

    A key stands for the items that have it in the lowest rank.
    """
    ranks: list[dict[str, list[T]]] = []
    for item, names in items:
        for rank, its in enumerate(names):
            if rank == len(ranks):
                ranks.append({})
            for name in its:
                ranks[rank].setdefault(name, []).append(item)
    known: dict[str, list[T]] = {}
    for each in reversed(ranks):
        known |= each
    return known


def meant(name: str, cards_of: Callable[[str], Sequence[Card]]) -> Sequence[Card]:
    """The cards that *name* means.

    *cards_of* gives the cards whose own name has a key, or if there are none, those that have
    another name of that key, and then those that have it on their back.  ``Front // Back`` means a
    card called ``Front`` if no other face of it is known, but may be there.
    """
    wanted = key(name)
    cards = cards_of(wanted)
    if cards:
        return cards
    front, slashes, back = wanted.partition(SLASHES)
    fronts = cards_of(front) if slashes and back else ()
    return tuple(card for card in fronts if _may_have_back(card))


def _may_have_back(card: Card) -> bool:
    """Whether *card* may have a face that is not there: card data has them all but for melding."""
    is_whole = len(card.faces) > 1 or " //" in card.name
    return not is_whole and facts_of(card).get("layout", "meld") == "meld"
