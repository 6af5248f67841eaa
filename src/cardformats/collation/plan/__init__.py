"""A booster compiled: the tree of its choices, and the steps that fill its slots."""
