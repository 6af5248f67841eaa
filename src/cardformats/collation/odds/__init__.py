"""Exact odds of draws, of packs, and of all packs of a generator."""
