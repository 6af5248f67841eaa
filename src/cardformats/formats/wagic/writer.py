"""Writes what was read: a card file's records back to text."""

from __future__ import annotations

from .syntax import CardFile


def render(file: CardFile) -> bytes:
    """The bytes of *file*, exactly as they were read."""
    return file.source.encode()
