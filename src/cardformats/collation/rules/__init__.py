"""The rules of other programs: what they refuse of a booster, and their packs as trees."""
