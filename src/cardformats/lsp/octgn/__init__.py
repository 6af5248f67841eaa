"""Sets, games and decks of OCTGN in an editor."""
