"""The audit of boosters: what can be found without making packs."""
