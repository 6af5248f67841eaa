"""Catalogs: cards by name, for lists that only name cards.

``names`` says when a name means a card, ``near`` which names are nearly one, ``preference`` which
printing a bare name stands for; ``card_catalog`` has cards in memory.
"""

from .card_catalog import CardCatalog, Catalog, as_catalog
from .near import NearNames

__all__ = ["CardCatalog", "Catalog", "NearNames", "as_catalog"]
