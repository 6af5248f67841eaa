"""Jumpstart and Jump In!: a player gets two packs, each a theme, or chooses them among offers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from attrs import define, field, frozen

from ...bits import Bits, Seed
from ...model import CardSet, Pack
from ...model.frozen import FrozenDict, as_tuple
from ..asking import Ask, Option
from ..cards import DraftCards
from ..engine import Move, Record, refuse, taking
from .game import ZoneDraft, ZoneStart, ZoneView
from .kinds import DraftKind, Packs, ZoneSupply, begin_zones
from .settings import number, word
from .state import ZoneOutcome, ZoneState, ZoneStep
from .themes import Colors, ThemeOffer, anything, goes_with, jump_in, offered_packs


@frozen
class JumpstartSettings:
    """What can be settled before Jumpstart."""

    offers: int = number(1, "among how many themes each of the two packs is chosen", 1, 6)
    second: str = word(
        ["any", "colors"], "second pack: any theme, or another one that goes with the first's"
    )


@frozen
class JumpInSettings:
    """Jump In! has no settings."""

    #: Each of the two packs is chosen among three themes.
    offers: ClassVar[int] = 3


@frozen(kw_only=True)
class StartJumpstart(ZoneStart):
    """For each player there are the packs offered first, then those offered after each of them.

    Attributes:
        themes: the names of the packs.
        offers: among how many a pack is chosen.
    """

    tag = "start_jumpstart"

    themes: tuple[str, ...] = field(converter=as_tuple)
    settings: JumpstartSettings | JumpInSettings = JumpstartSettings()


@frozen
class ChoosePack:
    """A player takes one of the packs that are offered.

    Attributes:
        seat: who does.
        pack: which, from 0 on.
    """

    tag = "choose_pack"

    seat: int
    pack: int


@define(init=False, eq=False, repr=False)
class JumpstartState(ZoneState):
    """The fields of Jumpstart.

    Attributes:
        chosen: for each seat which of the packs offered first it took; None if it has not.
    """

    chosen: tuple[int | None, ...] = ()

    def offered(self, seat: int) -> range:
        """Return the numbers of the packs that a seat chooses among now."""
        count = self.settings.offers
        first = seat * (count + count * count)
        chosen = self.chosen[seat]
        start = first if chosen is None else first + count * (1 + chosen)
        return range(start, start + count)


@frozen
class JumpstartView(ZoneView):
    """All that a player may see of Jumpstart at one moment.

    Attributes:
        themes: the names of the packs that are offered, by the numbers of their zones.
    """

    themes: Mapping[int, str]

    def describe(self, action: ChoosePack) -> Option:
        """Describe taking one of the packs that are offered."""
        number, theme = [*self.themes.items()][action.pack]
        pack = self.zone("pack", number)
        text = f"take pack {theme or action.pack + 1}, {pack.size} cards"
        return Option(action, text, pack.cards)


class JumpstartStep(JumpstartState, ZoneStep):
    """Jumpstart that is being changed."""

    def offer(self, seat: int) -> None:
        """Let a player look at the packs that are offered; one alone is taken at once."""
        offered = self.offered(seat)
        for pack in offered:
            self.show(("pack", pack), (seat,))
        if len(offered) == 1:
            self.choose(ChoosePack(seat, 0))

    def choose(self, action: ChoosePack) -> None:
        """Take a pack; the others go, and after the second the player is done."""
        seat, offered = action.seat, self.offered(action.seat)
        for at, pack in enumerate(offered):
            cards, key = self.zone("pack", pack).numbers, ("pack", pack)
            if at == action.pack:
                self.take(seat, cards, key)
            else:
                self.discard(cards, key)
        if self.chosen[seat] is None:
            self.chosen = (*self.chosen[:seat], action.pack, *self.chosen[seat + 1 :])
            self.offer(seat)
            return
        self.turn += 1
        self.actors = tuple([each for each in self.actors if each != seat])
        if not self.actors:
            self.end("pack")


@frozen(repr=False)
class Jumpstart(JumpstartState, ZoneDraft):
    """Jumpstart, or Jump In!, at one moment; players choose whenever they like."""

    log: tuple[Record[StartJumpstart | ChoosePack, ZoneOutcome], ...] = ()

    title = "Jumpstart"
    kind = "jumpstart"
    least = 1
    start = StartJumpstart
    step = JumpstartStep
    view_class = JumpstartView
    piles = "pack"
    moves: ClassVar[dict[type, Move]] = {ChoosePack: Move(JumpstartStep.choose)}

    choose_pack = taking(ChoosePack)

    @staticmethod
    def set_up(step: JumpstartStep) -> None:
        """Offer every player the first packs."""
        start: StartJumpstart = step.table
        count = start.settings.offers
        packs = len(step.seats) * (count + count * count)
        if len(start.packs) != packs or len(start.themes) != packs:
            refuse(None, f"there are {packs} packs, each with the name of its theme")
        step.chosen = (None,) * len(step.seats)
        step.actors = tuple(step.seats)
        for seat in step.seats:
            step.offer(seat)

    def asks(self, seat: int) -> Iterator[Ask]:
        """Ask for one of the packs that are offered."""
        yield Ask(ChoosePack, [range(self.settings.offers)])

    def more_to_see(self, seat: int) -> Mapping[str, Any]:
        """Return the names of the packs that are offered."""
        is_asked = seat in self.actors
        offered = {pack: self.table.themes[pack] for pack in self.offered(seat) if is_asked}
        return {"themes": FrozenDict(offered)}


def _jumpstart(settings: JumpstartSettings, first: Colors | None, _bits: Bits) -> ThemeOffer:
    """Offer themes in Jumpstart: any, or then such as go with the first."""
    if first is None or settings.second == "any":
        return ThemeOffer([anything] * settings.offers)
    return ThemeOffer([goes_with(first)] * settings.offers, repeats=False)


def _open_jumpstart(dealer: Any, cardset: CardSet, players: int, settings: Any) -> list[Pack]:
    return offered_packs(_jumpstart, dealer, cardset, players, settings)


def _open_jump_in(dealer: Any, cardset: CardSet, players: int, settings: Any) -> list[Pack]:
    return offered_packs(jump_in, dealer, cardset, players, settings)


def _supply(players: int, settings: Any) -> ZoneSupply:
    return ZoneSupply(packs=players * (settings.offers + settings.offers**2))


def _start(
    kind: DraftKind, packs: Packs, cards: DraftCards, players: int, seed: Seed, settings: Any
) -> Any:
    """Return the draft at its beginning; a pack that has no name is no theme."""
    packs = [*packs]
    count = kind.supply(players, settings).packs
    themes = [each.layout if isinstance(each, Pack) else "" for each in packs[:count]]
    return begin_zones(kind, packs, cards, players, seed, settings, themes=themes)


JUMPSTART = DraftKind(
    "jumpstart",
    "two packs for each player, each a theme; random, or chosen among some",
    Jumpstart,
    JumpstartSettings,
    _supply,
    start=_start,
    open=_open_jumpstart,
)
JUMP_IN = DraftKind(
    "jump-in",
    "two packs for each player, each chosen among three themes by their colours",
    Jumpstart,
    JumpInSettings,
    _supply,
    start=_start,
    open=_open_jump_in,
)
