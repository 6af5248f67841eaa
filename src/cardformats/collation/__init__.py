"""Collation: from boosters and sheets to packs."""

from .deals import Deal
from .generator import Generator
from .packs import Pack, PackCard
from .simulation import Seen, Simulation, simulate

__all__ = ["Deal", "Generator", "Pack", "PackCard", "Seen", "Simulation", "simulate"]
