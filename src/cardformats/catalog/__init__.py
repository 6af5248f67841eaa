"""Catalogs: cards by name, for lists that only name cards.

``names`` says when a name means a card, ``near`` which names are nearly one, ``preference`` which
printing a bare name stands for; ``card_catalog`` has cards in memory.
"""

from ..model import Catalog
from .card_catalog import CardCatalog, as_catalog, identities, printing_of
from .names import by_key, folded, key, keys, meant, own_name
from .near import NearestNames, NearNames, groups, nearest
from .preference import LANGUAGE, LANGUAGES, preference

__all__ = [
    "LANGUAGE",
    "LANGUAGES",
    "CardCatalog",
    "Catalog",
    "NearNames",
    "NearestNames",
    "as_catalog",
    "by_key",
    "folded",
    "groups",
    "identities",
    "key",
    "keys",
    "meant",
    "nearest",
    "own_name",
    "preference",
    "printing_of",
]
