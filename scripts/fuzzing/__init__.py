"""What `scripts/fuzz.py` runs: targets, their properties, and the handling of a failure."""
