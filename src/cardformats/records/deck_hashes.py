"""The hashes by which programs tell that a deck is the one that was drafted."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable

from .record import DeckRecord

_LANDS = {"W": "Plains", "U": "Island", "B": "Swamp", "R": "Mountain", "G": "Forest"}
_NO_LETTER = re.compile("[^A-Z]")
_DIGITS = "0123456789abcdefghijklmnopqrstuv"
#: Number of bits of a SHA-1 that are Cockatrice's hash, as a number in base 32.
_BITS = 40


def _names(deck: DeckRecord, mark: str, written: Callable[[str], str]) -> list[str]:
    """Return the names of a deck's cards, sorted; those of the sideboard with a *mark*."""
    main, side = [
        [card.name.partition(" //")[0] for card in cards] for cards in (deck.main, deck.side)
    ]
    for letter, land in _LANDS.items():
        main += [land] * deck.lands.get(letter, 0)
    return sorted([*map(written, main), *(mark + written(name) for name in side)])


def cockatrice_hash(deck: DeckRecord) -> str:
    """Return Cockatrice's hash of a deck: eight letters and digits."""
    names = _names(deck, "SB:", str.lower)
    # no key and no password: that program's own way to compare decks
    digest = hashlib.sha1(";".join(names).encode("utf-8", "replace"), usedforsecurity=False)
    number = int(digest.hexdigest()[: _BITS // 4], 16)
    return "".join(_DIGITS[number >> shift & 31] for shift in range(_BITS - 5, -5, -5))


def mws_hash(deck: DeckRecord) -> str:
    """Magic Workstation's hash of a deck: eight hexadecimal digits."""
    names = _names(deck, "#", lambda name: _NO_LETTER.sub("", name.upper()))
    digest = hashlib.md5("".join(names).encode("utf-8"), usedforsecurity=False)
    return digest.hexdigest()[:8]
