"""Drawers: how cards are taken from a sheet, by each collation of the model."""
