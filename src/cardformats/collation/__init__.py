"""Collation: from boosters and sheets to packs, and what an author of a collator needs."""

from .audit.supply import Need, Requirements
from .bulk_packs import BulkPacks
from .codes import CollationCode
from .collators import collator_for, register
from .deals.dealer import Deal
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
from .odds.explain import CardExplained, Explanation, SlotExplained
from .odds.fit import CardFit, Fit
from .odds.table import OddsRow, OddsTable
from .simulation import Seen, Simulation, simulate

__all__ = [
    "BulkPacks",
    "CardExplained",
    "CardFit",
    "CollationCode",
    "Collator",
    "Copies",
    "Counts",
    "Deal",
    "Drawer",
    "Entries",
    "Explanation",
    "Fit",
    "Generator",
    "HandOdds",
    "JointOdds",
    "MixtureOdds",
    "Need",
    "Odds",
    "OddsRow",
    "OddsTable",
    "Pick",
    "PileDrawer",
    "PileOdds",
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
    "Variants",
    "collator_for",
    "register",
    "simulate",
]
