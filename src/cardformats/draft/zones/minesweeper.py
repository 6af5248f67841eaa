"""Minesweeper Draft: a grid of mostly face-down cards; a pick turns its neighbours face up."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import frozen

from ...errors import DraftError
from ..asking import Option
from ..engine import Record, refuse
from ..script import Script
from .face_up import FaceUpDraft, FaceUpView, TakeCard, horseshoe, pick
from .game import ZoneStart, ZoneSupply
from .kinds import DraftKind
from .settings import flag, number
from .state import Zone, ZoneKey, ZoneOutcome, ZoneStep

#: The cards of all grids, in order.
PACK: ZoneKey = ("pack", 0)
#: The places of a grid, row by row: in one zone they are face up, in the other face down.
GRID: ZoneKey = ("grid", 0)
HIDDEN: ZoneKey = ("hidden", 0)


@frozen
class MinesweeperSettings:
    """What can be settled before a Minesweeper Draft."""

    grids: int = number(4, "how many grids are laid, one after the other", 1, 99)
    width: int = number(10, "how many columns a grid has", 1, 40)
    height: int = number(9, "how many rows a grid has", 1, 40)
    picks: int = number(9, "how many cards each player drafts of a grid", 1, 1600)
    center: bool = flag("the middle of a grid is face up at first", default=True)
    corners: bool = flag("the corners of a grid are face up at first", default=True)
    borders: bool = flag("the borders of a grid, without corners, are face up", default=False)

    def __attrs_post_init__(self) -> None:
        """Refuse grids that are all face down."""
        if not self.open_places:
            raise DraftError("no card of a grid is face up at first, by center, corners or borders")

    @property
    def size(self) -> int:
        """Return how many cards a grid has."""
        return self.width * self.height

    @property
    def open_places(self) -> list[int]:
        """Return the places that are face up at first, row by row."""
        return [at for at in range(self.size) if self._is_open(*divmod(at, self.width))]

    def _is_open(self, row: int, column: int) -> bool:
        is_last = (row in (0, self.height - 1), column in (0, self.width - 1))
        if any(is_last) and (self.corners if all(is_last) else self.borders):
            return True
        down, across = abs(row - (self.height - 1) / 2), abs(column - (self.width - 1) / 2)
        return self.center and down + across <= 1

    def neighbours(self, place: int) -> list[int]:
        """Return the places above, below, left and right of one."""
        row, column = divmod(place, self.width)
        around = ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
        return [
            down * self.width + across
            for down, across in around
            if 0 <= down < self.height and 0 <= across < self.width
        ]


@frozen(kw_only=True)
class StartMinesweeper(ZoneStart):
    """A pack of all cards is on the table, of which one grid after the other is laid."""

    tag = "start_minesweeper"

    settings: MinesweeperSettings = MinesweeperSettings()


@frozen
class MinesweeperView(FaceUpView):
    """All that a seat may see of a Minesweeper Draft at one moment."""

    def describe(self, action: TakeCard) -> Option:
        """Describe taking a card from its place."""
        grid = self.zone(*GRID)
        row, column = divmod(grid.cards.index(action.card), grid.columns)
        name = self.cards[action.card].name
        text = f"take row {row + 1}, column {column + 1}: {name}"
        return Option(action, text, (action.card,))


def _reveal(step: ZoneStep, places: Iterable[int]) -> None:
    """Turn up the cards in these places that are face down."""
    hidden = {at: card for at in places if (card := step.zone(*HIDDEN).cards[at]) is not None}
    step.move(hidden.values(), HIDDEN, GRID, hidden)


@frozen(repr=False)
class MinesweeperDraft(FaceUpDraft):
    """A Minesweeper Draft at one moment."""

    log: tuple[Record[StartMinesweeper | TakeCard, ZoneOutcome], ...] = ()

    title = "a Minesweeper Draft"
    kind = "minesweeper"
    start = StartMinesweeper
    view_class = MinesweeperView

    def place(self, own: int) -> tuple[int, int]:
        """Return the grid, and how many cards were taken of it."""
        settings: MinesweeperSettings = self.settings
        return divmod(self.turn, settings.picks * len(self.seats))

    @staticmethod
    def supply(players: int, settings: MinesweeperSettings) -> ZoneSupply:
        """Return what the draft is held with."""
        picks = settings.picks * players
        if picks > settings.size:
            refuse(None, f"a grid of {settings.size} cards is not enough for {picks} picks")
        return ZoneSupply(cards=settings.grids * settings.size, without_basics=True)

    @staticmethod
    def set_up(step: ZoneStep) -> None:
        """Make place for a grid."""
        settings: MinesweeperSettings = step.settings
        empty = (None,) * settings.size
        for key, seen_by in ((GRID, None), (HIDDEN, ())):
            step.put(Zone(*key, empty, seen_by, has_places=True, columns=settings.width))

    @staticmethod
    def take_turn(step: ZoneStep) -> Script:
        """Let a player take a card, and turn up those beside it; lay a grid before its first pick.

        The rest of the last grid is discarded.
        """
        settings: MinesweeperSettings = step.settings
        seats = len(step.seats)
        number, taken = divmod(step.turn, settings.picks * seats)
        if taken == 0:
            for key in (GRID, HIDDEN):
                step.discard(step.zone(*key).numbers, key)
            if number == settings.grids:
                step.end("pack")
                return
            cards = step.bits().shuffled(step.top(settings.size, PACK))
            step.move(cards, PACK, HIDDEN, range(settings.size))
            _reveal(step, settings.open_places)
        turns, first = divmod(number, seats)
        grid = step.zone(*GRID)
        seat = horseshoe(taken, seats, first, -1 if turns % 2 else 1)
        card = yield from pick(step, seat, [grid])
        _reveal(step, settings.neighbours(grid.cards.index(card)))


KIND = DraftKind(
    "minesweeper",
    "a grid of cards, most of them face down until a card beside them is taken",
    MinesweeperDraft,
    MinesweeperSettings,
)
