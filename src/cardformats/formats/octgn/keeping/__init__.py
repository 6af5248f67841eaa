"""Ids that stay: the cards, packs and sets of a game that is there are found in what is written."""
