"""The commands of drafts, and what is done when somebody presses a button or uses a menu."""

from __future__ import annotations

import re
from typing import Any, Final, Self, cast

import discord
from discord import app_commands
from table_service import Stored

from cardformats import draft

from . import show
from .acting import chosen, typed
from .context import (
    Refusal,
    bot_of,
    choices,
    complete_list,
    cooldown,
    explain,
    guild_of,
    is_manager,
    list_of,
)
from .drafts import ChannelDraft
from .menus import begun_view, lobby_view

DRAFT = app_commands.Group(name="draft", description="Draft with others", guild_only=True)


def draft_of(interaction: discord.Interaction) -> ChannelDraft:
    """The draft of the channel that an interaction came from.

    Raises:
        Refusal: there is none.
    """
    return bot_of(interaction).drafts.of(interaction.channel_id)


async def _say_table(interaction: discord.Interaction, own: ChannelDraft) -> None:
    """Show all who sits at the table, as the answer to an interaction."""
    view = lobby_view() if own.table.state is None else begun_view()
    text = show.table(own.stored.title, own.table)
    await interaction.edit_original_response(content=show.fitted(text), view=view)


@DRAFT.command(name="start")
@app_commands.rename(list_name="list")
@app_commands.autocomplete(list_name=complete_list)
@app_commands.describe(seats="players and bots", seconds="how long a player may take for a pick")
@cooldown
async def start(
    interaction: discord.Interaction,
    list_name: str,
    seats: app_commands.Range[int, 2, 12] = 8,
    seconds: app_commands.Range[int, 5, 86_400] = 90,
) -> None:
    """Put up a table in this channel, and sit down at it."""
    bot, guild, stored = (
        bot_of(interaction),
        guild_of(interaction),
        await list_of(interaction, list_name),
    )
    if interaction.channel_id is None:
        raise Refusal("This is for channels.")
    await interaction.response.defer(thinking=True)
    players = (str(interaction.user.id), *[None] * (seats - 1))
    table = Stored(stored.data, bot.new_seed(), seconds, players)
    own = await bot.drafts.start(interaction.channel_id, guild, stored.name, table)
    await _say_table(interaction, own)


@DRAFT.command(name="join")
async def join(interaction: discord.Interaction) -> None:
    """Sit down at the table of this channel; the last one begins the draft."""
    await _join(interaction)


async def _join(interaction: discord.Interaction) -> None:
    own = draft_of(interaction)
    await interaction.response.defer(thinking=True)
    await own.table.join(str(interaction.user.id))
    await _say_table(interaction, own)


async def _begin(interaction: discord.Interaction) -> None:
    own = draft_of(interaction)
    if str(interaction.user.id) != own.host and not is_manager(interaction):
        raise Refusal("Who has put up the table begins.")
    await interaction.response.defer(thinking=True)
    await own.table.begin()
    await _say_table(interaction, own)


async def _look(interaction: discord.Interaction) -> None:
    """Show a player what nobody else sees."""
    own = draft_of(interaction)
    seat = own.table.seat(str(interaction.user.id))
    await interaction.response.defer(thinking=True, ephemeral=True)
    await bot_of(interaction).drafts.show(own, seat, interaction)


@DRAFT.command(name="pick")
@app_commands.describe(
    cards="names or numbers of cards, with ; between them; or an answer",
    burn="cards to burn, likewise",
    using="numbers of your cards to use",
)
async def pick(
    interaction: discord.Interaction, cards: str = "", burn: str = "", using: str = ""
) -> None:
    """Draft cards, or look at your pack if you name none."""
    own = draft_of(interaction)
    seat = own.table.seat(str(interaction.user.id))
    await interaction.response.defer(thinking=True, ephemeral=True)
    view = own.table.view(seat)
    if cards or burn or using:
        action = typed(view, cards, burn, using)
        await _act(interaction, own, action, own.table.turn(seat))
    else:
        await bot_of(interaction).drafts.show(own, seat, interaction)


async def _act(
    interaction: discord.Interaction,
    own: ChannelDraft,
    action: draft.actions.SeatAction,
    turn: int,
) -> None:
    """Do what a player wants, and show what comes next as the answer to the interaction."""
    own.screens[action.seat] = interaction
    await own.table.act(action, turn)
    if own.table.seconds_left(action.seat) is None:  # else it is news, which are shown anyway
        await bot_of(interaction).drafts.show(own, action.seat, interaction)


@pick.autocomplete("cards")
async def _complete_pick(
    interaction: discord.Interaction, current: str
) -> list[app_commands.Choice[str]]:
    own = draft_of(interaction)
    view = own.table.view(own.table.seat(str(interaction.user.id)))
    return choices(dict.fromkeys(card.name for card in view.pack.values()), current)


@DRAFT.command(name="status")
async def status(interaction: discord.Interaction) -> None:
    """Who sits at the table, and whom it waits for."""
    own = draft_of(interaction)
    await interaction.response.send_message(
        show.fitted(show.table(own.stored.title, own.table)), ephemeral=True
    )


@DRAFT.command(name="stop")
async def stop(interaction: discord.Interaction) -> None:
    """End the draft of this channel."""
    own = draft_of(interaction)
    if str(interaction.user.id) != own.host and not is_manager(interaction):
        raise Refusal("Who has put up the table ends the draft.")
    await bot_of(interaction).drafts.stop(own.stored.channel)
    await interaction.response.send_message(f"**{own.stored.title}** was ended.")


class TableButton(
    discord.ui.DynamicItem[discord.ui.Button[Any]], template=r"draft:(?P<what>join|begin|look)"
):
    """A button under the messages of a draft."""

    def __init__(self, item: discord.ui.Button[Any], what: str) -> None:
        super().__init__(item)
        self.what = what

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The button that was pressed."""
        del interaction
        return cls(cast("discord.ui.Button[Any]", item), match["what"])

    async def callback(self, interaction: discord.Interaction) -> None:
        """Do what the button is for."""
        try:
            if self.what == "join":
                await _join(interaction)
            elif self.what == "begin":
                await _begin(interaction)
            else:
                await _look(interaction)
        except Exception as error:  # noqa: BLE001 - the client would only log it
            await explain(interaction, error)


class CardMenu(discord.ui.DynamicItem[discord.ui.Select[Any]], template=r"draft:do:\d"):
    """A menu with what a player can choose from."""

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The menu that was used."""
        del interaction, match
        return cls(cast("discord.ui.Select[Any]", item))

    async def callback(self, interaction: discord.Interaction) -> None:
        """Do what was chosen, and show in the same place what comes next."""
        try:
            own = draft_of(interaction)
            seat = own.table.seat(str(interaction.user.id))
            await interaction.response.defer()
            action, turn = chosen(own.table.view(seat), self.item.values)
            await _act(interaction, own, action, turn)
        except Exception as error:  # noqa: BLE001 - the client would only log it
            await explain(interaction, error)


ITEMS: Final = (TableButton, CardMenu)
