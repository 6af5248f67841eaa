"""A page that shows a card set: one HTML file that asks nobody for anything."""

from .page import page

__all__ = ["page"]
