"""What a card's text says, compared with what its abilities say."""
