"""The codes of official sets."""

from __future__ import annotations

from importlib.resources import files
from typing import Final

#: Alternative codes of sets.
SET_ALIASES: Final = {"dar": "dom", "conf": "con"}

#: The codes that Draftmancer supports: those of Scryfall (August 2026), and two of its own.
CODES = frozenset(
    (*files(__package__).joinpath("official_sets.txt").read_text("utf-8").split(), *SET_ALIASES)
)
