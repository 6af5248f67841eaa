"""Deals: packs for a whole event, from a supply that may be finite."""
