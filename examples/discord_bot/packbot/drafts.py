"""The drafts of all channels: tables, and the screens of those who play."""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Coroutine, Sequence
from dataclasses import dataclass, field
from functools import partial
from io import BytesIO
from typing import Any, Final

import discord
from table_service import BusyError, Stored, Table, TooSlowError, Workers, work

import cardformats as cf

from . import show
from .acting import options
from .context import Refusal, picture
from .menus import begun_view, cards_view
from .store import Store, StoredDraft

LOG = logging.getLogger(__name__)

MOST_DRAFTS: Final = 10  # of a server


@dataclass
class ChannelDraft:
    """The draft of a channel.

    Attributes:
        stored: where it is, and the name of its list.
        table: the draft itself.
        screens: for each seat the interaction whose answer shows what only its player sees.
        showing: held while a seat's screen is changed, so that what is shown last is the newest.
        clock: what plays for those who are late.
    """

    stored: StoredDraft
    table: Table
    screens: dict[int, discord.Interaction] = field(default_factory=dict)
    showing: defaultdict[int, asyncio.Lock] = field(
        default_factory=lambda: defaultdict(asyncio.Lock)
    )
    clock: asyncio.Task[None] | None = None

    @property
    def host(self) -> str | None:
        """Who has begun it."""
        return self.table.players[0]


class Drafts:
    """The drafts of all channels."""

    def __init__(
        self, client: discord.Client, store: Store, workers: Workers, *, begin_within: float
    ) -> None:
        self._client = client
        self._store = store
        self._workers = workers
        self._begin_within = begin_within
        self._drafts: dict[int, ChannelDraft] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def of(self, channel: int | None) -> ChannelDraft:
        """The draft of a channel.

        Raises:
            Refusal: there is none.
        """
        if channel is None or channel not in self._drafts:
            raise Refusal("There is no draft in this channel; /draft start begins one.")
        return self._drafts[channel]

    async def restore(self) -> None:
        """Go on with all drafts that are kept."""
        for stored in await asyncio.to_thread(lambda: [*self._store.drafts()]):
            own = self._table(stored)
            try:
                await own.table.load()
            except (cf.CardFormatsError, BusyError, TooSlowError):
                LOG.exception("the draft in channel %s cannot go on", stored.channel)
            else:
                self._run(own)

    async def start(self, channel: int, guild: int, title: str, table: Stored) -> ChannelDraft:
        """Put a table into a channel.

        Raises:
            Refusal: there is one, or there are too many.
            cardformats.CardFormatsError: the list cannot be dealt for so many.
        """
        if channel in self._drafts and not self._drafts[channel].table.is_over:
            raise Refusal("A draft is going on in this channel.")
        going_on = [each for each in self._drafts.values() if not each.table.is_over]
        if sum(each.stored.guild == guild for each in going_on) >= MOST_DRAFTS:
            raise Refusal(f"{MOST_DRAFTS} drafts are going on here.")
        await self._workers.run(work.deal, table.data, table.seed, len(table.players), ())
        stored = StoredDraft(channel, guild, title, table)
        await asyncio.to_thread(self._store.put_draft, stored)
        return self._run(self._table(stored))

    async def stop(self, channel: int) -> None:
        """Take the table out of a channel."""
        own = self._drafts.pop(channel)
        if own.clock:
            own.clock.cancel()
        await asyncio.to_thread(self._store.remove_draft, channel)

    def close(self) -> None:
        """Let no clock go on; what is kept stays."""
        for task in (*self._tasks, *(each.clock for each in self._drafts.values() if each.clock)):
            task.cancel()

    def _run(self, own: ChannelDraft) -> ChannelDraft:
        self._drafts[own.stored.channel] = own
        own.clock = asyncio.create_task(own.table.run())
        own.clock.add_done_callback(_log_failure)
        return own

    def _table(self, stored: StoredDraft) -> ChannelDraft:
        channel = stored.channel

        async def keep(table: Stored) -> None:
            await asyncio.to_thread(self._store.keep_draft, channel, table)

        table = Table(
            stored.table,
            self._workers,
            keep=keep,
            changed=partial(self._changed, channel),
            begin_within=self._begin_within,
        )
        return ChannelDraft(stored, table)

    def _changed(self, channel: int, seats: Sequence[int]) -> None:
        """Tell players, while the draft goes on."""
        own = self._drafts[channel]
        if own.table.is_over:
            self._later(self._say_over(own))
        elif seats:
            self._later(self._say_news(own, seats))

    def _later(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(_log_failure)

    async def _say_news(self, own: ChannelDraft, seats: Sequence[int]) -> None:
        """Show players what is new where they look; call those who look nowhere."""
        shown = await asyncio.gather(*(self.refresh(own, seat) for seat in seats))
        calls = [seat for seat, is_shown in zip(seats, shown, strict=True) if not is_shown]
        if calls:
            who = ", ".join(show.player(own.table.players[seat]) for seat in calls)
            text = f"{who}: it is your turn, for {own.table.stored.seconds:.0f} seconds."
            await self._say(own, text, discord.AllowedMentions(users=True))

    async def _say_over(self, own: ChannelDraft) -> None:
        for seat in [*own.screens]:
            await self.refresh(own, seat)
        await self._say(own, show.table(own.stored.title, own.table))

    async def _say(
        self,
        own: ChannelDraft,
        text: str,
        mentions: discord.AllowedMentions | None = None,
    ) -> None:
        channel = self._client.get_partial_messageable(
            own.stored.channel, guild_id=own.stored.guild
        )
        mentions = mentions or discord.AllowedMentions.none()
        await channel.send(show.fitted(text), view=begun_view(), allowed_mentions=mentions)

    async def refresh(self, own: ChannelDraft, seat: int) -> bool:
        """Show a player what there is to see now; whether there was a screen to show it on."""
        screen = own.screens.get(seat)
        if screen is None or screen.is_expired():
            return False
        try:
            await self.show(own, seat, screen)
        except discord.HTTPException:
            own.screens.pop(seat, None)
            return False
        return True

    async def show(self, own: ChannelDraft, seat: int, screen: discord.Interaction) -> None:
        """Show a player the pack, the pool, and what can be done, as the answer to *screen*."""
        async with own.showing[seat]:
            own.screens[seat] = screen
            view, turn = own.table.view(seat), own.table.turn(seat)
            refs = [card.card for card in view.pack.values()]
            files = await picture(self._workers, own.table.stored.data, refs)
            if view.is_over:
                pool = show.pool_text(card.name for card in view.pool.values())
                files = [discord.File(BytesIO(pool), "pool.txt")]
            await screen.edit_original_response(
                content=show.fitted(show.turn(view, own.table.seconds_left(seat) or 0)),
                attachments=files,
                view=cards_view(options(view, turn), view.to_pick or 1),
            )


def _log_failure(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and (error := task.exception()):
        LOG.error("a draft's task failed", exc_info=error)
