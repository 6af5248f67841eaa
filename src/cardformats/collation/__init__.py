"""Collation: from boosters and sheets to packs, and what an author of a collator needs."""

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
from .simulation import Seen, Simulation, simulate

__all__ = [
    "Collator",
    "Copies",
    "Counts",
    "Deal",
    "Drawer",
    "Entries",
    "Generator",
    "HandOdds",
    "JointOdds",
    "MixtureOdds",
    "Odds",
    "Pick",
    "PileDrawer",
    "PileOdds",
    "ReturningDrawer",
    "ReturningOdds",
    "Seen",
    "Simulation",
    "SpreadDrawer",
    "SpreadOdds",
    "State",
    "StraightDrawer",
    "Variants",
    "collator_for",
    "register",
    "simulate",
]
