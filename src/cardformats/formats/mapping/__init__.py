"""How the properties of a game and the fields of the model say the same, as a small file."""
