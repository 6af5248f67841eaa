"""A card database: cards and sets in one SQLite file, built from files of any format.

``schema`` defines the tables, ``encoding`` the stored form of cards, and ``building`` creates a
database. ``connection`` and ``near`` query it, ``database`` has the public class, and ``place`` the
default path.
"""

from .database import CardDatabase, SetSummary
from .place import default_path

__all__ = ["CardDatabase", "SetSummary", "default_path"]
