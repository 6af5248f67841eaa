"""Products: what they consist of, how they are opened, and their odds."""
