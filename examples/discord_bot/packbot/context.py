"""What the commands need of the bot and of the server they are used on."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Sequence
from io import BytesIO
from typing import TYPE_CHECKING, cast

import discord
from discord import app_commands
from table_service import BusyError, TooSlowError, Workers, work

import cardformats as cf

from .acting import LABEL, MENU
from .store import StoredList

if TYPE_CHECKING:
    from .bot import PackBot

LOG = logging.getLogger(__name__)

#: Cards of a picture.
MOST_DRAWN = 200

#: Strangers can ask for work so often, of one bot on one server.
cooldown = app_commands.checks.cooldown(
    8, 30, key=lambda each: (each.client, each.guild_id, each.user.id)
)


class Refusal(app_commands.CheckFailure):
    """Something that a user cannot do, with the reason."""


#: What goes wrong for reasons that a user can be told.
EXPECTED = (cf.CardFormatsError, BusyError, TooSlowError, app_commands.CheckFailure)


async def explain(interaction: discord.Interaction, error: Exception) -> None:
    """Say why something did not happen, to the one who wanted it."""
    if isinstance(error, app_commands.CommandInvokeError):
        error = error.original
    if isinstance(error, EXPECTED):
        text = str(error)[:1900] or "This cannot be done."
    else:
        LOG.error("an interaction failed", exc_info=error)
        text = "Something went wrong, and was written to the log."
    if interaction.response.is_done():
        await interaction.followup.send(text, ephemeral=True)
    else:
        await interaction.response.send_message(text, ephemeral=True)


def bot_of(interaction: discord.Interaction) -> PackBot:
    """The bot that an interaction came to."""
    return cast("PackBot", interaction.client)


def guild_of(interaction: discord.Interaction) -> int:
    """The server that an interaction came from."""
    if interaction.guild_id is None:
        raise Refusal("This is for servers.")
    return interaction.guild_id


def is_manager(interaction: discord.Interaction) -> bool:
    """Whether somebody may do what others have done away with."""
    return interaction.permissions.manage_guild


async def list_of(interaction: discord.Interaction, name: str) -> StoredList:
    """The list of that name.

    Raises:
        Refusal: the server has none.
    """
    store, guild = bot_of(interaction).store, guild_of(interaction)
    stored = await asyncio.to_thread(store.list, guild, name)
    if stored is None:
        raise Refusal(f"There is no list {name[:80]!r} here; upload one with /lists add.")
    return stored


async def complete_list(
    interaction: discord.Interaction, current: str
) -> list[app_commands.Choice[str]]:
    """The names of the server's lists, as somebody types one."""
    names = await asyncio.to_thread(bot_of(interaction).store.lists, guild_of(interaction))
    return choices(names, current)


def choices(names: Iterable[str], part: str) -> list[app_commands.Choice[str]]:
    """Those of *names* that have *part* in them, as many as Discord shows."""
    near = [each for each in names if part.casefold() in each.casefold() and len(each) <= LABEL]
    return [app_commands.Choice(name=each, value=each) for each in near[:MENU]]


async def picture(
    workers: Workers, data: bytes, cards: Sequence[cf.CardRef], width: int = 1400
) -> list[discord.File]:
    """Cards as one picture.

    There is none of more cards than can be seen in one; nor if this machine cannot draw it, which
    the log says.
    """
    if not cards or len(cards) > MOST_DRAWN:
        return []
    try:
        image = await workers.run(work.picture, data, cards, width)
    except (cf.CardFormatsError, BusyError, TooSlowError) as error:
        LOG.warning("no picture: %s", error)
        return []
    names = ", ".join(card.name for card in cards)
    return [discord.File(BytesIO(image), "cards.png", description=names[:1000])]
