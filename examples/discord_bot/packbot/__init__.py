"""A Discord bot that opens packs and runs drafts."""

from .bot import PackBot
from .store import Store

__all__ = ["PackBot", "Store"]
