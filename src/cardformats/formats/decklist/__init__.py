"""Deck lists: plain texts, those of MTG Arena and Magic Online, and ``.dek`` files."""
