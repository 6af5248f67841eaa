"""Types and subtypes: those of the game, and those of the cards that were read."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Final, Protocol

_FILE: Final = "types.txt"


class Tree(Protocol):
    """What is known of the cards that a line stands among."""

    def has_card(self, name: str) -> bool:
        """Return whether there is a card, or a token, of that name, whatever its case."""
        ...

    def has_type(self, word: str) -> bool:
        """Return whether a card has that type or subtype, which is in lower case."""
        ...


@cache
def game_types() -> frozenset[str]:
    """Return the types, supertypes and subtypes of the game, in lower case."""
    text = files(__package__).joinpath(_FILE).read_text("utf-8")
    return frozenset(text.split())
