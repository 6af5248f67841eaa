"""The codes that a check can find, and words for several of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from difflib import get_close_matches

from ..diagnostics import Code, SharedCode
from ..errors import OptionError
from ..formats.registry import REGISTRY
from ..model import resolve


def known_codes() -> Iterator[Code]:
    """Yield the codes of all formats."""
    yield from SharedCode
    yield from resolve.CatalogCode
    for known in REGISTRY.all():
        yield from known.load("codes") or ()


def checked_beginnings(words: str | Iterable[str]) -> tuple[str, ...]:
    """Return codes or prefixes in capitals, after checking them.

    Raises:
        OptionError: If one is neither; with the nearest code.
    """
    several = (words,) if isinstance(words, str) else words
    words = tuple(word.strip().upper() for word in several)
    if not words:
        return ()
    known = sorted({code.value for code in known_codes()})
    for word in words:
        if not word or not any(each.startswith(word) for each in known):
            near = get_close_matches(word, known, 1, 0.7)
            hint = f"; did you mean {near[0]}?" if near else ""
            raise OptionError(f"no code is {word!r} or begins with it{hint}")
    return words
