"""A bot in this process that is connected to a Discord on this machine."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager

import discord.gateway
import discord.http
import yarl
from packbot import PackBot, Store
from packbot.store import StoredList

from tests.examples.conftest import MARSH
from tests.examples.fake_discord import GUILD, FakeDiscord

DATA = MARSH.encode()
ALICE, BOB, EVE = 101, 102, 103
EPHEMERAL = 1 << 6
PNG = b"\x89PNG"


@asynccontextmanager
async def running(tmp_path, workers, monkeypatch, **options):
    """A bot that has a list, and the Discord it is connected to."""
    fake = FakeDiscord()
    await fake.start()
    monkeypatch.setattr(discord.http.Route, "BASE", f"http://{fake.address}/api/v10")
    gateway = yarl.URL(f"ws://{fake.address}/gateway")
    monkeypatch.setattr(discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", gateway)
    store = Store(tmp_path / "packbot.sqlite")
    store.put_list(int(GUILD), StoredList("Marsh", ALICE, DATA))
    bot = PackBot(store, workers, new_seed=lambda: "seed", **options)
    task = asyncio.create_task(bot.start("token"))
    try:
        ready = asyncio.create_task(fake.connected())
        await asyncio.wait([ready, task], return_when=asyncio.FIRST_COMPLETED)
        assert not task.done(), task.exception()
        yield fake
    finally:
        await bot.close()
        await task
        await fake.stop()
        store.close()
