"""Decks (``.o8d``): sections of cards; a section is a sheet."""
