"""The commands of lists and packs: ``/lists``, ``/open``, ``/sealed``, ``/odds``."""

from __future__ import annotations

import asyncio
from io import BytesIO
from typing import Any, Final

import discord
from discord import app_commands
from table_service import work

from . import show
from .acting import MENU
from .context import (
    Refusal,
    bot_of,
    choices,
    complete_list,
    cooldown,
    guild_of,
    is_manager,
    list_of,
    picture,
)
from .store import StoredList

MOST_LISTS: Final = 25

LISTS = app_commands.Group(
    name="lists", description="The card lists of this server", guild_only=True
)


@LISTS.command(name="add")
@cooldown
async def add(
    interaction: discord.Interaction,
    name: app_commands.Range[str, 1, 60],
    file: discord.Attachment,
) -> None:
    """Upload a card list; what is wrong in it is shown."""
    bot, guild = bot_of(interaction), guild_of(interaction)
    if file.size > work.LIMITS.max_size:
        raise Refusal(f"A list has up to {work.LIMITS.max_size} bytes; this has {file.size}.")
    before = await asyncio.to_thread(bot.store.list, guild, name)
    if before is not None and interaction.user.id != before.owner and not is_manager(interaction):
        raise Refusal("Somebody else has uploaded a list of this name.")
    if before is None and len(await asyncio.to_thread(bot.store.lists, guild)) >= MOST_LISTS:
        raise Refusal(f"There are {MOST_LISTS} lists here; remove one first.")
    await interaction.response.defer(thinking=True)
    data = await file.read()
    info = await bot.workers.run(work.info, data)
    if info.ok:
        each = StoredList(name, interaction.user.id, data)
        await asyncio.to_thread(bot.store.put_list, guild, each)
    findings = discord.File(BytesIO(show.findings_text(info.findings)), "findings.txt")
    await interaction.followup.send(
        show.list_info(name, info), files=[findings] if info.findings else []
    )


@LISTS.command(name="all")
async def all_(interaction: discord.Interaction) -> None:
    """Which lists there are."""
    names = await asyncio.to_thread(bot_of(interaction).store.lists, guild_of(interaction))
    text = show.cards(names) or "There is no list; upload one with /lists add."
    await interaction.response.send_message(show.fitted(text), ephemeral=True)


@LISTS.command(name="remove")
@app_commands.autocomplete(name=complete_list)
async def remove(interaction: discord.Interaction, name: str) -> None:
    """Remove a list that you have uploaded."""
    stored = await list_of(interaction, name)
    if interaction.user.id != stored.owner and not is_manager(interaction):
        raise Refusal("Somebody else has uploaded it.")
    await asyncio.to_thread(bot_of(interaction).store.remove_list, guild_of(interaction), name)
    await interaction.response.send_message(f"**{discord.utils.escape_markdown(name)}** is gone.")


@app_commands.command(name="open")
@app_commands.guild_only()
@app_commands.rename(list_name="list")
@app_commands.autocomplete(list_name=complete_list)
@app_commands.describe(number="which pack of the seed", seed="the same seed gives the same packs")
@cooldown
async def open_(
    interaction: discord.Interaction,
    list_name: str,
    number: app_commands.Range[int, 0, 1_000_000] = 0,
    seed: app_commands.Range[str, 1, 60] | None = None,
) -> None:
    """Open a pack."""
    bot, stored = bot_of(interaction), await list_of(interaction, list_name)
    await interaction.response.defer(thinking=True)
    seed = seed or bot.new_seed()
    (pack,) = await bot.workers.run(work.packs, stored.data, seed, number, 1)
    files = await picture(bot.workers, stored.data, [each.card for each in pack.cards])
    title = discord.utils.escape_markdown(stored.name)
    text = f"**{title}**, pack {number} of seed `{seed}`\n{show.pack(pack)}"
    await interaction.followup.send(show.fitted(text), files=files)


@app_commands.command(name="sealed")
@app_commands.guild_only()
@app_commands.rename(list_name="list")
@app_commands.autocomplete(list_name=complete_list)
@app_commands.describe(packs="how many packs", seed="the same seed gives the same pool")
@cooldown
async def sealed(
    interaction: discord.Interaction,
    list_name: str,
    packs: app_commands.Range[int, 1, 12] = 6,
    seed: app_commands.Range[str, 1, 60] | None = None,
) -> None:
    """Open a pool of packs to build a deck of; only you see it."""
    bot, stored = bot_of(interaction), await list_of(interaction, list_name)
    await interaction.response.defer(thinking=True, ephemeral=True)
    seed = seed or bot.new_seed()
    pool = await bot.workers.run(work.sealed, stored.data, seed, packs)
    files = await picture(bot.workers, stored.data, [each.card for each in pool], 2000)
    names = [each.name for each in pool]
    title = discord.utils.escape_markdown(stored.name)
    head = f"**{title}**: {len(pool)} cards of {packs} packs, seed `{seed}`"
    await interaction.followup.send(
        show.fitted(f"{head}\n{show.cards(names)}"),
        files=[*files, discord.File(BytesIO(show.pool_text(names)), "pool.txt")],
        ephemeral=True,
    )


async def _complete_card(
    interaction: discord.Interaction, current: str
) -> list[app_commands.Choice[str]]:
    stored = await list_of(interaction, str(interaction.namespace["list"]))
    names = await bot_of(interaction).workers.run(work.names, stored.data, current, MENU)
    return choices(names, current)


@app_commands.command(name="odds")
@app_commands.guild_only()
@app_commands.rename(list_name="list")
@app_commands.autocomplete(list_name=complete_list, card=_complete_card)
@cooldown
async def odds(interaction: discord.Interaction, list_name: str, card: str) -> None:
    """How often a pack has a card."""
    bot, stored = bot_of(interaction), await list_of(interaction, list_name)
    await interaction.response.defer(thinking=True)
    rows = await bot.workers.run(work.odds, stored.data, card)
    text = show.odds(rows) or f"No pack has {discord.utils.escape_markdown(card[:80])}."
    await interaction.followup.send(show.fitted(text))


COMMANDS: Final[tuple[app_commands.Command[Any, ..., None] | app_commands.Group, ...]] = (
    LISTS, open_, sealed, odds,
)  # fmt: skip
