"""A draft table on asyncio: players act when they like, and a bot for those who take too long.

The library has no clock and no network; this is what can stand around it.  Each seat is a pair of
queues: the table puts what the player sees into one, and takes what the player does from the other.
Behind the queues there can be a websocket, a chat, or, as here, a coroutine.

    python examples/draft-table/table.py [LIST]
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field

import cardformats as cf
from cardformats import draft

#: A list of its own, in which some cards ask something and some add packs.
LIST = """\
[CustomCards]
[
  {"name": "Lantern Eel", "type": "Creature", "mana_cost": "{1}{U}", "rating": 2},
  {"name": "Reed Thatcher", "type": "Creature", "mana_cost": "{1}{W}", "rating": 3},
  {"name": "Marsh Courier", "type": "Creature", "mana_cost": "{2}",
   "draft_effects": ["Reveal", "AddBooster"]},
  {"name": "Ferry Clerk", "type": "Artifact Creature", "mana_cost": "{2}",
   "draft_effects": ["FaceUp", "CogworkLibrarian"]},
  {"name": "The Three Tolls", "type": "Land", "mana_cost": "",
   "draft_effects": ["Reveal", "ChooseColors"]}
]
[Common(7)]
60 Lantern Eel
60 Reed Thatcher
8 Marsh Courier
8 Ferry Clerk
8 The Three Tolls
"""


@dataclass
class Chair:
    """What lies between the table and a player.

    Attributes:
        shown: what the player sees: views, and why an action was not taken.
        actions: what the player does.
        duty: what the player knows to have to do.
    """

    shown: asyncio.Queue[draft.View | cf.DraftError] = field(default_factory=asyncio.Queue)
    actions: asyncio.Queue[draft.actions.SeatAction] = field(default_factory=asyncio.Queue)
    duty: draft.Duty = "wait"


class DraftTable:
    """Holds the one state of a draft, and changes it when players act or their time is up.

    All happens in one thread, and a change has no ``await`` in it; so nothing has to be locked.
    """

    def __init__(
        self,
        state: draft.BoosterDraft,
        packs: cf.Generator,
        cards: draft.DraftCards,
        *,
        seconds: float,
        changed: Callable[[draft.BoosterDraft], None] = lambda _: None,
    ) -> None:
        """Take a draft, where its packs come from, how long a player has, and whom to tell."""
        self.state = state
        self.chairs = [Chair() for _ in state.seats]
        self._packs = packs
        self._cards = cards
        self._seconds = seconds
        self._tell = changed
        self._bot = draft.RatedBot(cards, state.table.seed)
        self._change = asyncio.Event()

    async def run(self) -> draft.BoosterDraft:
        """Serve all seats until the draft is over."""
        async with asyncio.TaskGroup() as tasks:
            for seat in range(len(self.chairs)):
                tasks.create_task(self._serve(seat))
        return self.state

    async def _serve(self, seat: int) -> None:
        while not self.state.is_over:
            if self.state.duty(seat) == "wait":
                await self._change.wait()
            else:
                await self._turn(seat)

    async def _turn(self, seat: int) -> None:
        """Let a player act until something is done, or the time is up."""
        chair = self.chairs[seat]
        while not chair.actions.empty():
            chair.actions.get_nowait()  # what came too late for the last turn
        self._show(seat)
        try:
            async with asyncio.timeout(self._seconds):
                while not self._takes(seat, await chair.actions.get()):
                    pass
        except TimeoutError:
            view = self.state.view(seat)
            # nobody has to guess what the player would have answered
            self._do(draft.actions.Answer(seat) if view.question else self._bot.act(view))

    def _show(self, seat: int) -> None:
        view = self.state.view(seat)
        self.chairs[seat].duty = view.duty
        self.chairs[seat].shown.put_nowait(view)

    def _takes(self, seat: int, action: draft.actions.SeatAction) -> bool:
        """Do what a player does; whether it was allowed."""
        chair = self.chairs[seat]
        if action.seat != seat:
            chair.shown.put_nowait(cf.DraftError("this is another player's seat", action.seat))
            return False
        try:
            self._do(action)
        except cf.DraftError as error:
            chair.shown.put_nowait(error)
            return False
        return True

    def _do(self, action: draft.actions.SeatAction) -> None:
        """Change the state, and wake all who wait for that."""
        state = self.state.do(action)
        self.state = draft.fill_orders(state, self._packs, self._cards)
        self._tell(self.state)
        self.chairs[action.seat].duty = "wait"
        for seat, chair in enumerate(self.chairs):
            # a neighbour's card may ask a player who is looking at a pack
            if chair.duty not in ("wait", self.state.duty(seat)):
                self._show(seat)
        self._change.set()
        self._change = asyncio.Event()


async def bot_player(chair: Chair, bot: draft.Bot, seconds: float = 0) -> None:
    """A player that thinks for so long, and then does what a bot would."""
    while True:
        shown = await chair.shown.get()
        if isinstance(shown, draft.View):
            await asyncio.sleep(seconds)
            chair.actions.put_nowait(bot.act(shown))


async def clumsy_player(chair: Chair, bot: draft.Bot) -> None:
    """A player whose first try is never allowed."""
    while True:
        shown = await chair.shown.get()
        if isinstance(shown, draft.View):
            view = shown
            chair.actions.put_nowait(draft.actions.Pick(view.seat, cards=[-1]))
        else:
            chair.actions.put_nowait(bot.act(view))


async def play(
    table: DraftTable, players: Mapping[int, Callable[[Chair], Awaitable[None]]]
) -> draft.BoosterDraft:
    """Play the draft with these players; seats that have none never answer."""
    tasks = [asyncio.ensure_future(sit(table.chairs[seat])) for seat, sit in players.items()]
    try:
        return await table.run()
    finally:
        for task in tasks:
            task.cancel()


def main() -> None:
    """Draft from a list: two players, one who is clumsy, and one who has gone to bed."""
    cardset = cf.read(sys.argv[1]) if sys.argv[1:] else cf.loads(LIST, "draftmancer")
    packs = cf.Generator(cardset, seed="table")
    cards = draft.DraftCards(cardset)
    state = draft.start(packs.deal(4).rounds, cards, seed="table")

    async def evening() -> draft.BoosterDraft:
        table = DraftTable(state, packs, cards, seconds=0.02)
        return await play(
            table,
            {
                0: lambda chair: bot_player(chair, draft.ColorBot(cards, "player"), 0.001),
                1: lambda chair: bot_player(chair, draft.RandomBot("player"), 0.002),
                2: lambda chair: clumsy_player(chair, draft.RatedBot(cards, "player")),
            },
        )

    over = asyncio.run(evening())
    for seat in range(len(over.seats)):
        print(f"seat {seat}: {', '.join(card.name for card in over.pool(seat))}")


if __name__ == "__main__":
    main()
