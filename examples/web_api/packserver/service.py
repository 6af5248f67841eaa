"""What the service keeps in memory: lists by their content, drafts for a time.

All of it belongs to one event loop, and nothing awaits between looking and changing.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256

from table_service import BusyError, Stored, Table, Workers, work

from .problems import ProblemError

LOG = logging.getLogger(__name__)


@dataclass(frozen=True)
class Limits:
    """What strangers may ask for.

    Attributes:
        body: bytes of a request.
        lists, list_bytes: how many lists are kept, of how many bytes together; those that were not
            used for longest go first, and come back with the same id when they are sent again.
        drafts: how many drafts go on at a time.
        draft_seconds: so long a draft is kept after it was last used.
        join_seconds: so long a draft waits for players.
    """

    body: int = work.LIMITS.max_size
    lists: int = 500
    list_bytes: int = 64 * 2**20
    drafts: int = 200
    draft_seconds: float = 6 * 3600
    join_seconds: float = 600


@dataclass
class Draft:
    """A draft, the tokens of its people by seat, when it is forgotten, and its clock."""

    table: Table
    tokens: Sequence[str]
    until: float
    clock: asyncio.Task[None]


class Service:
    """Lists, drafts, and who works for them."""

    def __init__(
        self,
        workers: Workers,
        limits: Limits,
        *,
        new_secret: Callable[[], str] = secrets.token_urlsafe,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """Take who works, the limits, and where secrets and the time come from."""
        self.workers = workers
        self.limits = limits
        self._new_secret = new_secret
        self._now = now
        self._lists: OrderedDict[str, bytes] = OrderedDict()
        self._drafts: dict[str, Draft] = {}

    def close(self) -> None:
        """Let no clock go on."""
        for each in self._drafts.values():
            each.clock.cancel()
        self._drafts.clear()

    def put_list(self, data: bytes) -> str:
        """Keep a list; its id depends on its content alone."""
        id_ = sha256(data).hexdigest()[:24]
        self._lists[id_] = data
        self._lists.move_to_end(id_)
        limits = self.limits
        while len(self._lists) > limits.lists or (
            len(self._lists) > 1 and sum(map(len, self._lists.values())) > limits.list_bytes
        ):
            self._lists.popitem(last=False)
        return id_

    def list(self, id_: str) -> bytes:
        """The list of that id.

        Raises:
            ProblemError: there is none (any more).
        """
        if id_ not in self._lists:
            raise ProblemError(404, "there is no list of this id (any more); send it again")
        self._lists.move_to_end(id_)
        return self._lists[id_]

    async def start(self, data: bytes, people: int, bots: int, seconds: float) -> tuple[str, Draft]:
        """A draft that waits for its people.

        Raises:
            BusyError: there are too many.
            cardformats.CardFormatsError: the list cannot be dealt for so many.
        """
        seed = self._new_secret()
        await self.workers.run(work.deal, data, seed, people + bots, ())
        self._forget()
        if len(self._drafts) >= self.limits.drafts:
            raise BusyError(f"{self.limits.drafts} drafts are going on")
        table = Table(
            Stored(data, seed, seconds, (None,) * (people + bots)),
            self.workers,
            keep=_nowhere,
            begin_within=self.limits.join_seconds,
        )
        tokens = [self._new_secret() for _ in range(people)]
        clock = asyncio.create_task(table.run())
        clock.add_done_callback(_log_failure)
        id_ = self._new_secret()
        self._drafts[id_] = Draft(table, tokens, self._now() + self.limits.draft_seconds, clock)
        return id_, self._drafts[id_]

    def draft(self, id_: str) -> Draft:
        """The draft of that id, which is kept longer for it.

        Raises:
            ProblemError: there is none (any more).
        """
        self._forget()
        if id_ not in self._drafts:
            raise ProblemError(404, "there is no draft of this id (any more)")
        self._drafts[id_].until = self._now() + self.limits.draft_seconds
        return self._drafts[id_]

    def end(self, id_: str) -> None:
        """Forget a draft."""
        self._drafts.pop(id_).clock.cancel()

    def _forget(self) -> None:
        """Forget the drafts whose time is over."""
        for id_ in [id_ for id_, each in self._drafts.items() if each.until <= self._now()]:
            self.end(id_)


async def _nowhere(_stored: Stored) -> None:
    """Drafts are kept in memory alone."""


def _log_failure(clock: asyncio.Task[None]) -> None:
    if not clock.cancelled() and (error := clock.exception()):
        LOG.error("a draft's clock failed", exc_info=error)
