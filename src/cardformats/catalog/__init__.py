"""Catalogs: find cards by name, for lists that only name cards.

``names`` decides which cards a name refers to, ``near`` finds similar names, and ``preference``
chooses the printing of a bare name. ``card_catalog`` holds cards in memory.
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
