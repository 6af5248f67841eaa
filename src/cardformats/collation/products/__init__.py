"""Products: their contents, their opening, and their odds."""
