"""What is wrong or doubtful in a whole game: its sets together, its files and its decks."""
