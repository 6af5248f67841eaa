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
    from .audit.supply import Need, Requirements
    from .bulk_packs import BulkPacks
    from .codes import CollationCode
    from .deals.dealer import Deal
    from .explain import CardExplained, Explanation, SlotExplained
    from .inference.balance import StrengthFit
    from .inference.compare import Comparison, compare
    from .inference.family import Cell
    from .inference.fit import CardFit, Fit
    from .inference.null import TestResult
    from .inference.power import Power, TestPower
    from .inference.weights import FittedWeight, WeightsFit
    from .odds.classes import ClassCounts
    from .odds.table import OddsRow, OddsTable
    from .odds_change import OddsChange, odds_changes
    from .products.products import OpenedProduct, Products
    from .simulation import Seen, Simulation, simulate

_HOME = {
    "BulkPacks": ".bulk_packs",
    "CardExplained": ".explain",
    "CardFit": ".inference.fit",
    "Cell": ".inference.family",
    "ClassCounts": ".odds.classes",
    "CollationCode": ".codes",
    "Comparison": ".inference.compare",
    "Deal": ".deals.dealer",
    "Explanation": ".explain",
    "Fit": ".inference.fit",
    "FittedWeight": ".inference.weights",
    "Need": ".audit.supply",
    "OddsChange": ".odds_change",
    "OddsRow": ".odds.table",
    "OddsTable": ".odds.table",
    "OpenedProduct": ".products.products",
    "Power": ".inference.power",
    "Products": ".products.products",
    "Requirements": ".audit.supply",
    "Seen": ".simulation",
    "Simulation": ".simulation",
    "SlotExplained": ".explain",
    "StrengthFit": ".inference.balance",
    "TestPower": ".inference.power",
    "TestResult": ".inference.null",
    "WeightsFit": ".inference.weights",
    "compare": ".inference.compare",
    "odds_changes": ".odds_change",
    "simulate": ".simulation",
}

__all__ = [
    "BulkPacks",
    "CardExplained",
    "CardFit",
    "Cell",
    "ClassCounts",
    "Classes",
    "CollationCode",
    "Collator",
    "Comparison",
    "Deal",
    "Draw",
    "Explanation",
    "Fit",
    "FittedWeight",
    "Generator",
    "Given",
    "Hands",
    "Need",
    "Node",
    "OddsChange",
    "OddsRow",
    "OddsTable",
    "OneOf",
    "OpenedProduct",
    "Power",
    "Products",
    "Requirements",
    "Run",
    "Sampler",
    "Seen",
    "Seq",
    "Simulation",
    "SlotExplained",
    "StrengthFit",
    "TestPower",
    "TestResult",
    "Walk",
    "WeightsFit",
    "collator_for",
    "compare",
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
