"""Cockatrice: databases of cards, in which makers of sets of many games share them."""
