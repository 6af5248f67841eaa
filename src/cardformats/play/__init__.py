"""Drafts in which a person sits at a seat, in a terminal or wherever lines are shown and typed."""
