"""The bot: its commands, what it keeps, who works for it, and what it says when something fails."""

from __future__ import annotations

import secrets
from collections.abc import Callable

import discord
from discord import app_commands
from table_service import Workers

from . import draft_commands, pack_commands
from .context import explain
from .drafts import Drafts
from .store import Store


class PackBot(discord.Client):
    """A Discord client with the commands of packs and drafts.

    Attributes:
        store: what it keeps.
        workers: who does what takes long.
        drafts: the drafts that are going on.
        new_seed: gives seeds that nobody can guess.
    """

    def __init__(
        self,
        store: Store,
        workers: Workers,
        *,
        new_seed: Callable[[], str] = lambda: secrets.token_hex(8),
        begin_within: float = 180,
    ) -> None:
        """Take where it keeps things, who works for it, how long a draft waits for players."""
        super().__init__(
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),  # no text of a stranger pings anybody
        )
        self.store = store
        self.workers = workers
        self.new_seed = new_seed
        self.drafts = Drafts(self, store, workers, begin_within=begin_within)
        self.tree = app_commands.CommandTree(self)
        self.tree.on_error = explain  # type: ignore[method-assign]
        for command in (*pack_commands.COMMANDS, draft_commands.DRAFT):
            self.tree.add_command(command)
        self.add_dynamic_items(*draft_commands.ITEMS)

    async def setup_hook(self) -> None:
        """Go on with the drafts that were kept, and publish the commands."""
        await self.drafts.restore()
        await self.tree.sync()

    async def close(self) -> None:
        """Leave the drafts, which are kept, and then Discord."""
        self.drafts.close()
        await super().close()
