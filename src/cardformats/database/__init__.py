"""A card database: cards and sets in one SQLite file, built from any of the formats.

``schema`` says what the file has, ``encoding`` how cards are written in it, ``building`` makes it,
``connection`` and ``near`` ask it, and ``database`` is what its users have.
"""

from .database import CardDatabase, SetSummary

__all__ = ["CardDatabase", "SetSummary"]
