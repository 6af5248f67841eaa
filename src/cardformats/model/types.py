"""The words of a type line (CR 205)."""

from __future__ import annotations

from collections.abc import Iterable

#: The supertypes (CR 205.4a), and ``Token``, which stands in their place on tokens.
SUPERTYPES = frozenset(["Basic", "Elite", "Host", "Legendary", "Ongoing", "Snow", "Token", "World"])


def split_types(words: Iterable[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The supertypes among *words*, and the other words, both in order."""
    words = tuple(words)
    supertypes = tuple(word for word in words if word in SUPERTYPES)
    return supertypes, tuple(word for word in words if word not in SUPERTYPES)
