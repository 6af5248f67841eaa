"""One draft: who sits where, its one state, and a clock for those who take too long."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

import cardformats as cf
from cardformats import draft

from . import work
from .workers import Workers

LOG = logging.getLogger(__name__)

RETRY_SECONDS = 30


@dataclass(frozen=True)
class Stored:
    """All that has to be kept of a draft.

    Attributes:
        data: the list.
        seed: what packs and bots are derived from; a secret until the draft is over.
        seconds: how long a player may take.
        players: for each seat who sits there; None where a bot does, or nobody yet.
        text: the draft as JSON; empty until it begins.
    """

    data: bytes
    seed: str
    seconds: float
    players: tuple[str | None, ...]
    text: str = ""


class Table:
    """A draft that people and bots play.

    All happens in one event loop.  A new state is kept before anybody sees it, so that no pick that
    was confirmed is ever lost; who acts while another action is worked on waits.

    Attributes:
        stored: what was kept last.
        state: the draft; None until it begins.
        begin_within: so many seconds after :meth:`run` a draft begins though seats are free, which
            bots take.
    """

    def __init__(
        self,
        stored: Stored,
        workers: Workers,
        *,
        keep: Callable[[Stored], Awaitable[None]],
        changed: Callable[[Sequence[int]], None] = lambda _: None,
        begin_within: float = 180,
    ) -> None:
        """Take a draft, who works for it, what keeps it, and whom to tell.

        *changed* is told the seats of people that have something new to do, after every change.
        """
        self.stored = stored
        self.state: draft.BoosterDraft | None = None
        self.begin_within = begin_within
        self._workers = workers
        self._keep = keep
        self._changed = changed
        self._lock = asyncio.Lock()
        self._news = asyncio.Event()
        self._duties: dict[int, tuple[object, ...]] = {}
        self._due: dict[int, float] = {}

    @property
    def players(self) -> tuple[str | None, ...]:
        """For each seat who sits there; None where a bot does, or nobody yet."""
        return self.stored.players

    @property
    def is_over(self) -> bool:
        """Whether all is drafted."""
        return self.state is not None and self.state.is_over

    def seat(self, player: str) -> int:
        """The seat of a player.

        Raises:
            cardformats.DraftError: the player has none.
        """
        if player not in self.players:
            raise cf.DraftError("you have no seat in this draft")
        return self.players.index(player)

    def seconds_left(self, seat: int) -> float | None:
        """How long a player has to act; None if there is nothing to do."""
        due = self._due.get(seat)
        return None if due is None else max(0.0, due - asyncio.get_running_loop().time())

    def view(self, seat: int) -> draft.View:
        """What a seat may see.

        Raises:
            cardformats.DraftError: the draft has not begun.
        """
        return self._begun().view(seat)

    def turn(self, seat: int) -> int:
        """How often a seat has acted; what was meant for an earlier turn comes too late."""
        return sum(getattr(each.action, "seat", None) == seat for each in self._begun().log)

    async def join(self, player: str, seat: int | None = None) -> int:
        """Take a seat, the first free one if none is named; the last one begins the draft.

        Raises:
            cardformats.DraftError: there is no room, or the draft has begun.
        """
        async with self._lock:
            if player in self.players:
                return self.players.index(player)
            if self.state is not None:
                raise cf.DraftError("the draft has begun")
            free = [at for at, who in enumerate(self.players) if who is None]
            if not free or (seat is not None and seat not in free):
                raise cf.DraftError(
                    "there is no seat left" if seat is None else "it is taken", seat
                )
            taken = free[0] if seat is None else seat
            players = (*self.players[:taken], player, *self.players[taken + 1 :])
            await self._store(
                Stored(self.stored.data, self.stored.seed, self.stored.seconds, players)
            )
            if None not in players:
                await self._begin()
        return taken

    async def begin(self) -> None:
        """Begin, with bots where nobody sits.

        Raises:
            cardformats.CardFormatsError: it cannot be dealt.
        """
        async with self._lock:
            if self.state is None:
                await self._begin()

    async def act(self, action: draft.actions.SeatAction, turn: int | None = None) -> None:
        """Let a seat act, if it is still its *turn*; then bots do what they can.

        Raises:
            cardformats.DraftError: it is not allowed, or comes too late.
        """
        async with self._lock:
            state = self._begun()
            if turn is not None and turn != self.turn(action.seat):
                raise cf.DraftError("that was for an earlier turn", action.seat)
            await self._go_on(state.do(action))

    async def load(self) -> None:
        """Load what is stored of a draft that has begun; every player has all the time again.

        Raises:
            cardformats.DraftError: it cannot be played again.
        """
        if self.stored.text:
            self.state = await self._workers.run(work.load, self.stored.text)
            self._note_duties()

    async def run(self) -> None:
        """Watch the clock until all is drafted."""
        until = asyncio.get_running_loop().time() + self.begin_within
        while self.state is None:
            left = until - asyncio.get_running_loop().time()
            await (self._wait(left) if left > 0 else self._at_the_clock(self.begin))
        while not self.is_over:
            await self._wait(
                min((self.seconds_left(seat) or 0.0 for seat in self._due), default=None)
            )
            if any(self.seconds_left(seat) == 0 for seat in self._due):
                await self._at_the_clock(self._act_for_late)

    async def _at_the_clock(self, do: Callable[[], Awaitable[None]]) -> None:
        """Do something that nobody waits for; what fails is tried again later."""
        try:
            await do()
        except Exception:  # a clock that stops would leave the players waiting
            LOG.exception("a draft cannot go on; it is tried again")
            await asyncio.sleep(min(self.stored.seconds, RETRY_SECONDS))

    async def _wait(self, seconds: float | None) -> None:
        """Wait for a change, but not longer."""
        self._news.clear()
        try:
            async with asyncio.timeout(seconds):
                await self._news.wait()
        except TimeoutError:
            pass

    async def _act_for_late(self) -> None:
        async with self._lock:
            late = [seat for seat in self._due if self.seconds_left(seat) == 0]
            if late:
                await self._go_on(self._begun(), late)

    async def _begin(self) -> None:
        data, seed, players = self.stored.data, self.stored.seed, self.players
        state, text = await self._workers.run(work.deal, data, seed, len(players), self._bots)
        await self._take(state, text)

    async def _go_on(self, state: draft.BoosterDraft, late: Sequence[int] = ()) -> None:
        data, seed = self.stored.data, self.stored.seed
        await self._take(*await self._workers.run(work.go_on, data, seed, state, self._bots, late))

    @property
    def _bots(self) -> list[int]:
        return [seat for seat, player in enumerate(self.players) if player is None]

    async def _take(self, state: draft.BoosterDraft, text: str) -> None:
        stored = self.stored
        await self._store(
            Stored(stored.data, stored.seed, stored.seconds, stored.players, text), state
        )

    async def _store(self, stored: Stored, state: draft.BoosterDraft | None = None) -> None:
        """Keep what there is now, and then let it be seen."""
        await self._keep(stored)
        self.stored, self.state = stored, state
        news = self._note_duties()
        self._news.set()
        self._changed(news)

    def _note_duties(self) -> list[int]:
        """Set the clocks; the seats of people who have something new to do."""
        if self.state is None:
            return []
        news = []
        now = asyncio.get_running_loop().time()
        for seat, player in enumerate(self.players):
            duty = self.state.duty(seat)
            if player is None or duty == "wait":
                self._due.pop(seat, None)
                self._duties.pop(seat, None)
            elif self._duties.get(seat) != (key := (duty, self.turn(seat))):
                self._duties[seat] = key
                self._due[seat] = now + self.stored.seconds
                news.append(seat)
        return news

    def _begun(self) -> draft.BoosterDraft:
        if self.state is None:
            raise cf.DraftError("the draft has not begun")
        return self.state
