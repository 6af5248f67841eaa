"""Collation: from boosters and sheets to packs, and what an author of a collator needs.

What packs do not need is imported on first use.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from .collators import collator_for, register
from .drawers.chance import PileDrawer, ReturningDrawer, SpreadDrawer
from .drawers.drawer import Collator, Copies, Drawer, Pick, State, StraightDrawer, Variants
from .drawers.odds import (
    Counts,
    Entries,
    HandOdds,
    JointOdds,
    MixtureOdds,
    Odds,
    PileOdds,
    ReturningOdds,
    SpreadOdds,
)
from .generator import Generator

if TYPE_CHECKING:
    from .audit.supply import Need, Requirements
    from .bulk.arrays import BulkPacks
    from .codes import CollationCode
    from .deals.dealer import Deal
    from .inference.balance import StrengthFit
    from .inference.compare import Comparison, compare
    from .inference.family import Cell
    from .inference.fit import CardFit, Fit
    from .inference.null import TestResult
    from .inference.power import Power, TestPower
    from .inference.weights import FittedWeight, WeightsFit
    from .odds.classes import ClassCounts
    from .odds.explain import CardExplained, Explanation, SlotExplained
    from .odds.table import OddsRow, OddsTable
    from .odds_change import OddsChange, odds_changes
    from .products.products import OpenedProduct, Products
    from .simulation import Seen, Simulation, simulate

_HOME = {
    "BulkPacks": ".bulk.arrays",
    "CardExplained": ".odds.explain",
    "CardFit": ".inference.fit",
    "Cell": ".inference.family",
    "ClassCounts": ".odds.classes",
    "CollationCode": ".codes",
    "Comparison": ".inference.compare",
    "Deal": ".deals.dealer",
    "Explanation": ".odds.explain",
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
    "SlotExplained": ".odds.explain",
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
    "CollationCode",
    "Collator",
    "Comparison",
    "Copies",
    "Counts",
    "Deal",
    "Drawer",
    "Entries",
    "Explanation",
    "Fit",
    "FittedWeight",
    "Generator",
    "HandOdds",
    "JointOdds",
    "MixtureOdds",
    "Need",
    "Odds",
    "OddsChange",
    "OddsRow",
    "OddsTable",
    "OpenedProduct",
    "Pick",
    "PileDrawer",
    "PileOdds",
    "Power",
    "Products",
    "Requirements",
    "ReturningDrawer",
    "ReturningOdds",
    "Seen",
    "Simulation",
    "SlotExplained",
    "SpreadDrawer",
    "SpreadOdds",
    "State",
    "StraightDrawer",
    "StrengthFit",
    "TestPower",
    "TestResult",
    "Variants",
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
