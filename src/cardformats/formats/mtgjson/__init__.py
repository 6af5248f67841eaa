"""MTGJSON's set files: cards of all printings, boosters as weighted sheets, products."""
