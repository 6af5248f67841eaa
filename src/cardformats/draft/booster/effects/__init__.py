"""Draft effects: the rules they follow, and how to add one."""

from .registry import kind_of, register_effect, rule_for, shows_removed
from .rule import EffectRule, Held, PickInProgress

__all__ = [
    "EffectRule",
    "Held",
    "PickInProgress",
    "kind_of",
    "register_effect",
    "rule_for",
    "shows_removed",
]
