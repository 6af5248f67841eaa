"""MTGJSON's set files: cards with all printings' facts, boosters as weighted sheets, products."""
