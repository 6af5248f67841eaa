"""Wagic card files: sets (``_cards.dat``), primitives, macros."""
