"""Tables of cards with a header row: those of set designers, and CubeCobra's."""
