"""The rules of other programs: the trees of their packs, and the features they do not support."""
