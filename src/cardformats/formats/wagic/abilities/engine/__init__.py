"""What the engine makes of abilities, by its own rules and in its own order of search."""
