"""The buttons and menus under messages, known by their ids alone: they work after a restart.

The client keeps views to wait for what is pressed.  These are stopped at once, so that it does not:
the items of :mod:`packbot.draft_commands` know what to do by the ids.
"""

from __future__ import annotations

from collections.abc import Sequence

import discord

from .acting import MENU, MENUS, Option


def lobby_view() -> discord.ui.View:
    """The buttons of a draft that waits for players."""
    return _view(
        discord.ui.Button(label="Join", custom_id="draft:join"),
        discord.ui.Button(label="Begin with bots", custom_id="draft:begin"),
    )


def begun_view() -> discord.ui.View:
    """The button of a draft that has begun."""
    style = discord.ButtonStyle.primary
    return _view(discord.ui.Button(label="My pack", custom_id="draft:look", style=style))


def cards_view(options: Sequence[Option], count: int) -> discord.ui.View:
    """Menus with what a player can choose from, so many at once, and a button to look again."""
    parts = [options[start : start + MENU] for start in range(0, len(options), MENU)]
    menus = [
        discord.ui.Select[discord.ui.View](
            custom_id=f"draft:do:{number}",
            options=[discord.SelectOption(label=each.label, value=each.value) for each in part],
            min_values=min(count, len(part)),
            max_values=min(count, len(part)),
        )
        for number, part in enumerate(parts[:MENUS])
    ]
    return _view(*menus, discord.ui.Button(label="Look again", custom_id="draft:look"))


def _view(*items: discord.ui.Item[discord.ui.View]) -> discord.ui.View:
    view = discord.ui.View(timeout=None)
    for item in items:
        view.add_item(item)
    view.stop()
    return view
