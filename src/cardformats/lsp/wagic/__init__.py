"""Wagic's card files in the editor."""
