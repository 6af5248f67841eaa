"""What `scripts/fuzz.py` runs: targets, the laws they hold, and what becomes of a failure."""
