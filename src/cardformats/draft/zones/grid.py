"""Grid Draft: nine cards lie face up, three by three; players take rows and columns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from attrs import frozen

from ..asking import Ask, Option
from ..engine import Record, refuse, taking
from ..script import Script
from .game import ZoneDraft, ZoneStart, ZoneSupply, ZoneView
from .kinds import DraftKind
from .settings import flag, number, word
from .state import STACK, Zone, ZoneKey, ZoneOutcome, ZoneStep

SIDE = 3
CELLS = SIDE * SIDE

GRID: ZoneKey = ("grid", 0)
RESERVE: ZoneKey = ("reserve", 0)

#: The seats that take cards of a grid, in order, one grid after the other and then from the first
#: again; by how many seats there are, and whether each takes two times.
ORDERS = {
    (2, False): ("01", "10"),
    (2, True): ("0101", "1010"),
    (3, False): ("012", "120", "201", "021", "210", "102"),
    (4, False): ("0123", "1230", "2301", "3012", "0321", "3210", "2103", "1032"),
}

#: A grid from which cards are taken at most this number of times has no reserve.
_FEW = 2


@frozen
class GridSettings:
    """What can be settled before a Grid Draft."""

    cards_from: str = word(
        ("pool", "packs"), "what each grid is laid of, a pool of all cards or a pack of its own"
    )
    grids: int = number(18, "how many grids are laid, one after the other", 1)
    two_picks: bool = flag("each of two players takes two times of a grid", default=False)

    def orders(self, seats: int) -> tuple[str, ...]:
        """Return the seats that take cards, for each grid.

        Raises:
            DraftError: If this number of players does not take two times each.
        """
        if (seats, self.two_picks) not in ORDERS:
            refuse(None, f"a grid draft with two_picks has 2 players, not {seats}")
        return ORDERS[seats, self.two_picks]

    def size(self, seats: int) -> int:
        """Return how many cards a grid has, with those that are kept in reserve."""
        return CELLS if len(self.orders(seats)[0]) == _FEW else CELLS + SIDE


@frozen(kw_only=True)
class StartGrid(ZoneStart):
    """Cards are on the table: a pool of them, or a pack for each grid."""

    tag = "start_grid"

    settings: GridSettings = GridSettings()


@frozen
class TakeRow:
    """A player takes what is left in a row, from 0."""

    tag = "take_row"

    seat: int
    row: int


@frozen
class TakeColumn:
    """A player takes what is left in a column, from 0."""

    tag = "take_column"

    seat: int
    column: int


#: What a player can do.
GridAction: TypeAlias = TakeRow | TakeColumn


def places_of(action: GridAction) -> range:
    """Return the places of a row or column, row by row from 0."""
    if isinstance(action, TakeRow):
        return range(action.row * SIDE, action.row * SIDE + SIDE)
    return range(action.column, CELLS, SIDE)


def left_of(cards: Sequence[int | None], action: GridAction) -> list[int]:
    """Return the cards of a grid that are left in a row or column."""
    return [card for at in places_of(action) if (card := cards[at]) is not None]


@frozen
class GridView(ZoneView):
    """All that a seat may see of a Grid Draft at one moment."""

    def describe(self, action: GridAction) -> Option:
        """Describe taking a row or column."""
        if isinstance(action, TakeRow):
            text = f"take row {action.row + 1}"
        else:
            text = f"take column {action.column + 1}"
        return Option(action, text, left_of(self.zone(*GRID).cards, action))


@frozen(repr=False)
class GridDraft(ZoneDraft):
    """A Grid Draft at one moment."""

    log: tuple[Record[StartGrid | GridAction, ZoneOutcome], ...] = ()

    title = "a Grid Draft"
    kind = "grid"
    start = StartGrid
    view_class = GridView
    laid = ("grid", "reserve")
    has_open_pools = True
    most = 4

    take_row = taking(TakeRow)
    take_column = taking(TakeColumn)

    @staticmethod
    def supply(players: int, settings: GridSettings) -> ZoneSupply:
        """Return what the draft is held with."""
        size = settings.size(players)
        if settings.cards_from == "packs":
            return ZoneSupply(packs=settings.grids)
        return ZoneSupply(cards=settings.grids * size)

    @staticmethod
    def set_up(step: ZoneStep) -> None:
        """Shuffle the pool, if there is one."""
        settings: GridSettings = step.settings
        if settings.cards_from == "pool":
            step.merge("pack")
        else:
            size = settings.size(len(step.seats))
            for grid in range(settings.grids):
                if (count := len(step.zone("pack", grid).cards)) < size:
                    refuse(None, f"a grid takes {size} cards; there is a pack of {count}")
        step.put(Zone(*GRID, (None,) * CELLS, has_places=True, columns=SIDE))
        step.put(Zone(*RESERVE, (), ()))

    @staticmethod
    def take_turn(step: ZoneStep) -> Script:
        """Let a player take a row or column; lay the next grid after the last turn of one.

        The first gaps are filled from the reserve, from its end.
        """
        settings: GridSettings = step.settings
        orders = settings.orders(len(step.seats))
        grid, turn = divmod(step.turn, len(orders[0]))
        if turn == 0:
            step.discard(step.zone(*GRID).numbers, GRID)
            if grid == settings.grids:
                step.end("pack", "stack")
                return
            _lay(step, grid)
        seat, cards = int(orders[grid % len(orders)][turn]), step.zone(*GRID).cards
        asks = [
            Ask(line, [[at for at in range(SIDE) if left_of(cards, line(seat, at))]])
            for line in (TakeRow, TakeColumn)
        ]
        action = yield {seat: asks}
        step.take(seat, left_of(cards, action), GRID)
        gaps = [at for at, card in enumerate(step.zone(*GRID).cards) if card is None]
        step.move(reversed(step.zone(*RESERVE).numbers), RESERVE, GRID, gaps)
        step.next_turn()


def _lay(step: ZoneStep, grid: int) -> None:
    """Lay a grid face up, and its reserve face down."""
    settings: GridSettings = step.settings
    source = ("pack", grid) if settings.cards_from == "packs" else STACK
    cards = step.bits().shuffled(step.top(settings.size(len(step.seats)), source))
    step.move(cards[:CELLS], source, GRID, range(CELLS))
    step.move(cards[CELLS:], source, RESERVE)


KIND = DraftKind(
    "grid",
    "nine cards lie face up, three by three, and players take rows and columns",
    GridDraft,
    GridSettings,
)
