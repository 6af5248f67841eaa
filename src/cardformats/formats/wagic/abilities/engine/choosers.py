"""Which texts of targets the engine refuses."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

#: Words that make the engine pass over what else a target says.
_ANYWHERE: Final = ("player", "opponent", "controller", "dredgeable", "proliferation",
                    "propagation", "blockable", "pairable")  # fmt: skip


@lru_cache(maxsize=4096)
def is_refused(target: str) -> bool:
    """Whether the engine makes nothing of the text of a *target*."""
    kinds = target.partition("|")[0]
    if not kinds:
        return True
    if "[" not in kinds or kinds.startswith("trigger") or "player" in kinds:
        return False
    return any("[" in kind and "]" not in kind for kind in kinds.split(","))
