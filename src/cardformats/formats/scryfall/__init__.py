"""Scryfall's card data: bulk files, lists and single cards of its API; read only."""
