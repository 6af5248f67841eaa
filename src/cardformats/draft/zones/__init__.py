"""Drafts in which cards lie in zones: piles, hands, grids, and packs that are face up."""
