"""Formats of XML in an editor: one language, and a table of elements for each format."""
