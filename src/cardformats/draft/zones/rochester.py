"""Rochester Draft: one pack after the other lies face up, and is drafted to its last card."""

from __future__ import annotations

from attrs import frozen

from ..engine import Record
from ..script import Script
from .face_up import FaceUpDraft, TakeCard, horseshoe, pick
from .game import ZoneStart, ZoneSupply
from .kinds import DraftKind
from .settings import number, word
from .state import ZoneOutcome, ZoneStep


@frozen
class RochesterSettings:
    """What can be settled before a Rochester Draft."""

    packs: int = number(3, "how many packs for each player", 1)
    order: str = word(
        ("draftmancer", "mtr", "lucky-paper"),
        "who picks first from each pack, and which way the picks go",
    )


@frozen(kw_only=True)
class StartRochester(ZoneStart):
    """Packs are on the table, unopened: the first of each seat, then the second, and so on."""

    tag = "start_rochester"

    settings: RochesterSettings = RochesterSettings()


def pack_order(order: str, pack: int, seats: int) -> tuple[int, int]:
    """Return the seat that picks first from a pack, and the direction: 1 or -1.

    In every order the first picker goes around by one seat with each pack.  Picks go around the
    table and back.

    - ``draftmancer``: seat 0 is the first again after each seat has been, and the direction, which
      is -1 to begin with, turns.
    - ``mtr`` (Magic Tournament Rules): the last one is the first again, and the first picker goes
      around in the direction of the picks, which is 1 to begin with, and turns.
    - ``lucky-paper``: nothing ever turns.
    """
    turns, first = divmod(pack, seats)
    has_turned = bool(turns % 2)
    if order == "lucky-paper":
        return first, 1
    if order == "mtr":
        return (seats - 1 - first, -1) if has_turned else (first, 1)
    return first, 1 if has_turned else -1


@frozen(repr=False)
class RochesterDraft(FaceUpDraft):
    """A Rochester Draft at one moment."""

    log: tuple[Record[StartRochester | TakeCard, ZoneOutcome], ...] = ()

    title = "a Rochester Draft"
    kind = "rochester"
    start = StartRochester

    def place(self, own: int) -> tuple[int, int]:
        """Return the pack, and how many cards were taken of it."""
        pack = next(zone for zone in self.several("pack") if zone.cards)
        return pack.number, len(self.table.packs[pack.number]) - len(pack.cards)

    @staticmethod
    def supply(players: int, settings: RochesterSettings) -> ZoneSupply:
        """Return what the draft is held with."""
        return ZoneSupply(packs=settings.packs * players)

    @staticmethod
    def take_turn(step: ZoneStep) -> Script:
        """Let a player take a card of the first pack that has some."""
        pack = next((zone for zone in step.several("pack") if zone.cards), None)
        if pack is None:
            step.end()
            return
        step.show(pack.key, None)
        settings: RochesterSettings = step.settings
        seats = len(step.seats)
        first, direction = pack_order(settings.order, pack.number, seats)
        taken = len(step.table.packs[pack.number]) - len(pack.cards)
        yield from pick(step, horseshoe(taken, seats, first, direction), [pack])


KIND = DraftKind(
    "rochester",
    "packs that lie face up one by one, and are drafted card by card around the table",
    RochesterDraft,
    RochesterSettings,
)
