"""What the engine makes of abilities, by its own rules and in its own order of search."""

from .built import Built, CardFacts, Note, Reading
from .reader import read, reading

__all__ = ["Built", "CardFacts", "Note", "Reading", "read", "reading"]
