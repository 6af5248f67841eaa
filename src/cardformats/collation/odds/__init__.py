"""Exact odds: what is known of drawings, of packs, and of all packs of a generator."""
