"""A card database: cards and sets in one SQLite file, built from any of the formats.

``schema`` says what the file has, ``encoding`` how cards are written in it, ``building`` makes it,
``connection`` and ``near`` ask it, ``database`` is what its users have, and ``place`` where it is.
"""

from .database import CardDatabase, SetSummary
from .place import default_path

__all__ = ["CardDatabase", "SetSummary", "default_path"]
