"""Collation: from boosters and sheets to packs."""

from .generator import Generator
from .packs import Pack, PackCard

__all__ = ["Generator", "Pack", "PackCard"]
