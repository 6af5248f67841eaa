"""When a name means a card.

Names are compared without case, with curly apostrophes as straight ones, with ``//`` and ``/``
alike, with and without accents and ligatures.  A card is meant by its own name, by the names of all
its faces, by its front (half) alone, and by what is printed on it in English; and by its back,
its other half or its adventure alone, unless another card has that name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from unicodedata import normalize

from ..model import Card
from .preference import facts_of

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


def keys(card: Card) -> tuple[str, tuple[str, ...]]:
    """The key of the own name of *card*, and those of its other names."""
    own = key(own_name(card))
    others = dict.fromkeys(map(key, other_names(card)))
    others.pop(own, None)
    return own, tuple(others)


def back_keys(card: Card) -> tuple[str, ...]:
    """Return the keys of the faces and halves of *card* but the first: names of no card."""
    faces = card.faces
    _, *halves = faces[0].name.split(SLASHES)
    if len(faces) == 1 and not halves:  # most cards; much faster
        return ()
    printed = (each.printed_names.get("en", "") for each in faces[1:])
    backs = dict.fromkeys(map(key, (*halves, *(each.name for each in faces[1:]), *printed)))
    own, others = keys(card)
    return tuple(each for each in backs if each and each != own and each not in others)


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
