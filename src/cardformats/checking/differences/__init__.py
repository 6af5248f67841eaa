"""What is different between two versions of card files: cards, abilities, packs and their odds."""

from .compare import diff
from .values import (
    AbilityChange,
    AbilityLine,
    CardChange,
    Differences,
    FieldChange,
    Move,
    SetChange,
)

__all__ = [
    "AbilityChange",
    "AbilityLine",
    "CardChange",
    "Differences",
    "FieldChange",
    "Move",
    "SetChange",
    "diff",
]
