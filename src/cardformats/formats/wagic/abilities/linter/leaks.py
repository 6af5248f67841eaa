"""Text that the engine keeps from one line of a card to the next."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from .....diagnostics import Diagnostic
from .....source import SourceText
from ..engine.reader import ANY_KEY, reading
from ..engine.stores import Stores
from .codes import AbilityCode

#: Words without which a line leaves nothing.
_LIFTED: Final = ("pay(", "pay[[", "choosea", "grant ", "reveal:", "scry:", "transforms((",
                  "ability$!", "and!(")  # fmt: skip
_SHOWN: Final = 60


def kept_texts(lines: Sequence[str]) -> Iterator[tuple[int, Diagnostic]]:
    """Yield the diagnostics of *lines* of one key of a card, each with the number of its line.

    What a line leaves in the engine's stores is there when the next is read, and is used in place
    of what that says; the first line is reported that uses it.
    """
    stores = Stores()
    origins = dict[str, int]()  # of texts that are kept, the line each was left by
    reported = set[str]()
    for number, line in enumerate(lines):
        kept = _kept(stores)
        if not kept and not any(word in line.lower() for word in _LIFTED):
            continue
        together = reading(line, ANY_KEY, stores=stores)
        alone = reading(line, ANY_KEY).built if kept and kept not in reported else together.built
        if together.built != alone:
            reported.add(kept)
            notes = (f"it is left by the line {lines[origins[kept]].strip()!r}",)
            span = SourceText("", line).span(0, len(line.rstrip()))
            text = kept.strip()[:_SHOWN]
            yield number, AbilityCode.KEPT_TEXT.at(span, notes=notes, text=text)
        if together.crashes:
            return
        origins.setdefault(_kept(stores), number)


def _kept(stores: Stores) -> str:
    """Return the first text that is in *stores*."""
    texts = (stores.pay.text, stores.ability.text, stores.transforms.text, stores.also.text)
    return next(filter(None, texts), "")
