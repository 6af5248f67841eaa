"""Collation: from boosters and sheets to packs."""

from .deals import Deal
from .generator import Generator
from .simulation import Seen, Simulation, simulate

__all__ = ["Deal", "Generator", "Seen", "Simulation", "simulate"]
