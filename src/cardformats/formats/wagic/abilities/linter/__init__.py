"""The linter of abilities: what is wrong in them, or is not what it seems to be."""
