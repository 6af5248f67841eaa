"""Collation: from boosters and sheets to packs, and what an author of a collator needs.

What packs do not need is imported on first use.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from .collators import Collator, collator_for, register
from .generator import Generator
from .leaves import Draw, Hands, Run, Sampler, Walk
from .tree import Classes, Given, Node, OneOf, Seq

if TYPE_CHECKING:
    from .audit.supply import Requirements, SupplyNeed
    from .bulk_packs import BulkPacks
    from .codes import CollationCode
    from .deals.dealer import Deal
    from .explain import CardExplained, Explanation, SlotExplained
    from .odds.classes import ClassCounts
    from .odds.table import OddsRow, OddsTable
    from .odds_change import OddsChange, odds_changes
    from .products.products import OpenedProduct, Products
    from .simulation import SeenPacks, Simulation, simulate

_HOME = {
    "BulkPacks": ".bulk_packs",
    "CardExplained": ".explain",
    "ClassCounts": ".odds.classes",
    "CollationCode": ".codes",
    "Deal": ".deals.dealer",
    "Explanation": ".explain",
    "SupplyNeed": ".audit.supply",
    "OddsChange": ".odds_change",
    "OddsRow": ".odds.table",
    "OddsTable": ".odds.table",
    "OpenedProduct": ".products.products",
    "Products": ".products.products",
    "Requirements": ".audit.supply",
    "SeenPacks": ".simulation",
    "Simulation": ".simulation",
    "SlotExplained": ".explain",
    "odds_changes": ".odds_change",
    "simulate": ".simulation",
}

__all__ = [
    "BulkPacks",
    "CardExplained",
    "ClassCounts",
    "Classes",
    "CollationCode",
    "Collator",
    "Deal",
    "Draw",
    "Explanation",
    "Generator",
    "Given",
    "Hands",
    "Node",
    "OddsChange",
    "OddsRow",
    "OddsTable",
    "OneOf",
    "OpenedProduct",
    "Products",
    "Requirements",
    "Run",
    "Sampler",
    "SeenPacks",
    "Seq",
    "Simulation",
    "SlotExplained",
    "SupplyNeed",
    "Walk",
    "collator_for",
    "odds_changes",
    "register",
    "simulate",
]


def __getattr__(name: str) -> Any:
    """Import the module that has *name*."""
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(_HOME[name], __name__), name)
    globals()[name] = value
    return value
