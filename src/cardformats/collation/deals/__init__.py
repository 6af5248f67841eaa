"""Deals: the packs of a whole event, from a supply that may be finite."""
