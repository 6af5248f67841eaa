"""Which cards a name refers to.

Names are compared without case, accents and ligatures. Curly apostrophes equal straight ones, and
``//`` equals ``/``. A card is found by its own name, by the names of all its faces, by the name of
its front (half) alone, and by its printed English name. The name of its back, its other half or its
adventure alone finds it too, unless another card has that name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar
from unicodedata import normalize

from ..model import Card
from .preference import facts_of

T = TypeVar("T")

#: The separator between the faces of a card in its name.
SLASHES = " // "

_LETTERS = str.maketrans(
    {"æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ł": "l", "ß": "ss"}
    | dict.fromkeys("’‘ʼ′", "'")
    | dict.fromkeys("“”″", '"')
)
# In other scripts accents distinguish letters: «й» is not «и».
_ACCENTS = re.compile(r"(?<=[a-z])[\u0300-\u036f]+")
_BETWEEN = re.compile(r"(?:(?<!\s)\s++)?/{1,3}\s*")
_NO_WORD = re.compile(r"[\W_]+")


def key(name: str) -> str:
    """Return the comparison key of *name*: names with equal keys are the same name."""
    text = name.lower()
    if not text.isascii():
        text = _ACCENTS.sub("", normalize("NFKD", text.translate(_LETTERS)))
    return _BETWEEN.sub(SLASHES, text) if "/" in text else text


def folded(name: str) -> str:
    """Return the letters and digits of *name*, without case, accents and ligatures.

    This form is used to find similar names.
    """
    return _NO_WORD.sub("", key(name))


def own_name(card: Card) -> str:
    """Return the whole name of *card*: both halves of a split card, else the front's name."""
    faces = card.faces
    is_half = len(faces) > 1 and faces[1].kind == "split" and SLASHES not in faces[0].name
    return SLASHES.join(face.name for face in faces) if is_half else faces[0].name


def other_names(card: Card) -> Iterator[str]:
    """Yield other names of *card*; its own name may be among them."""
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
    """Return the cards that *name* refers to.

    ``Front // Back`` refers to a card called ``Front`` if no other face of that card is known, but
    it may have one.

    Args:
        name: A name in any spelling.
        cards_of: Returns the cards whose own name has a key. If there are none, it returns those
            with another name of that key, and then those with that key on their back.
    """
    wanted = key(name)
    cards = cards_of(wanted)
    if cards:
        return cards
    front, slashes, back = wanted.partition(SLASHES)
    fronts = cards_of(front) if slashes and back else ()
    return tuple(card for card in fronts if _may_have_back(card))


def _may_have_back(card: Card) -> bool:
    """Return whether *card* may have a face that its data lacks.

    Card data has all faces, except those of meld cards.
    """
    is_whole = len(card.faces) > 1 or " //" in card.name
    return not is_whole and facts_of(card).get("layout", "meld") == "meld"
