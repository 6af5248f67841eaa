"""The audit of boosters: diagnostics that do not require packs."""
