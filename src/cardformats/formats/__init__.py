"""The formats: a folder each, a table of them, and what they have in common."""
