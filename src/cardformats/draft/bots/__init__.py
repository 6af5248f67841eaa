"""Bots: who drafts without a person."""

from .bot import Bot, pick_in_order
from .chance import RandomBot
from .colors import ColorBot
from .rated import RatedBot

__all__ = ["Bot", "ColorBot", "RandomBot", "RatedBot", "pick_in_order"]
