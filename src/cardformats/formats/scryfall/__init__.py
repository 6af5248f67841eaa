"""Card data of Scryfall: bulk files, lists and single cards of its API, read only."""
