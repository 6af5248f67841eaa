"""OCTGN games: definitions, sets, packs, packages and decks."""
