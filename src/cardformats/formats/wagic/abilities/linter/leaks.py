"""Text that the engine keeps from one line of a card to the next."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ..engine.reader import reading
from ..engine.stores import Stores
from .codes import AbilityCode
from .findings import Finding

#: Words without which a line leaves nothing.
_LIFTED: Final = ("pay(", "pay[[", "choosea", "grant ", "reveal:", "scry:", "transforms((",
                  "ability$!", "and!(")  # fmt: skip
_KEY: Final = "autohand"
_SHOWN: Final = 60


def kept_texts(lines: Sequence[str]) -> Iterator[tuple[int, Finding]]:
    """The findings in *lines* of one key of a card, each with the number of its line.

    What a line leaves in the engine's stores is there when the next is read, and is used in place
    of what that says.
    """
    stores = Stores()
    for number, line in enumerate(lines):
        kept = _kept(stores)
        if not kept and not any(word in line.lower() for word in _LIFTED):
            continue
        together = reading(line, _KEY, stores=stores)
        if kept and together.built != reading(line, _KEY).built:
            data = {"text": kept.strip()[:_SHOWN]}
            yield number, Finding(AbilityCode.KEPT_TEXT, 0, len(line.rstrip()), data)
        if together.crashes:
            return


def _kept(stores: Stores) -> str:
    """The first text that is in *stores*."""
    texts = (stores.pay.text, stores.ability.text, stores.transforms.text, stores.also.text)
    return next(filter(None, texts), "")
