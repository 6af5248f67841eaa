"""For makers of games: new games and sets, tables of cards, packs of pictures."""
