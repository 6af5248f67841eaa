"""LackeyCCG: plugins of games, their cards and definitions of packs, and decks."""
